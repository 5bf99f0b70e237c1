//! Errors of files, in words: each names the file, and the reason why it could not be read, understood or written.

use std::{io, path::PathBuf};

use thiserror::Error;

use super::printable::shown;
use maskscope_core::choice::Choice as _;
use maskscope_core::words::{on_one_line, printable};
use maskscope_core::{geom::Size, memory::OutOfMemory, scene::PictureFormat, words::thousands};

/// A file that could not be read, understood or written, and why.
#[derive(Debug, Error)]
#[error("{}: {reason}", shown(path))]
pub struct FileError {
    /// The file, or the name of what was decoded.
    pub path: PathBuf,
    /// Why.
    pub reason: Reason,
}

/// The reason why a file could not be read, understood or written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Reason {
    /// Nothing is there.
    #[error("there is no such file")]
    NotFound,
    /// A directory.
    #[error("it is a directory")]
    Directory,
    /// It does not hold what was read or written there; when it was changed, in words, if known.
    #[error("another program has changed it{}", _0.as_ref().map_or_else(String::new, |when| format!(", {when}")))]
    Changed(Option<String>),
    /// A pipe, a device or a socket: reading one may never end, and replacing one would break it.
    #[error("it is not a regular file")]
    NotRegular,
    /// No bytes.
    #[error("it is empty: 0 bytes")]
    Empty,
    /// Text, whatever the name of the file suggests; the formats of images that are read.
    #[error("this is a text file, not an image; {_0} are read")]
    Text(&'static str),
    /// Bytes in no image format that is read here; those that are.
    #[error("it is not in an image format that is read here: {_0}")]
    UnknownFormat(&'static str),
    /// An image of a format that is not read here; those that are.
    #[error("it is an image in {_0} format; {_1} are read")]
    UnreadFormat(&'static str, &'static str),
    /// A file of an engine or an editor that is not read here.
    #[error("it is {what}, which is not read; {instead}")]
    UnreadFile {
        /// Name of the format, with its article.
        what: &'static str,
        /// Advice about another file to open, as a clause.
        instead: &'static str,
    },
    /// An atlas whose sheet is not where it says.
    #[error("its sheet {} is missing; --sheet names another", shown(_0))]
    NoSheet(PathBuf),
    /// The image ends before it is complete.
    #[error("it is {} image that is cut short", with_article(*_0))]
    CutShort(PictureFormat),
    /// The decoder refuses it.
    #[error("it is a damaged {format} image: {detail}")]
    Damaged {
        /// Its format.
        format: PictureFormat,
        /// The decoder's words, on one line.
        detail: String,
    },
    /// Whole, as far as the decoder sees, but of a kind that it does not know.
    #[error("it is {} image of a kind that is not read here: {detail}", with_article(*format))]
    Unsupported {
        /// Its format.
        format: PictureFormat,
        /// The decoder's words, on one line, and the kinds that are read.
        detail: String,
    },
    /// An image without pixels.
    #[error("it is {} image of {size} px: there is nothing in it", with_article(*format))]
    NoPixels {
        /// Its format.
        format: PictureFormat,
        /// Its width and height, one of them 0.
        size: Size,
    },
    /// A mask without solid pixels.
    #[error("it has no solid pixel, so no shape fits it")]
    NoSolidPixel,
    /// More bytes than are read.
    #[error("it has {} bytes, the limit is {}; --max-bytes raises it", thousands(*bytes), thousands(*limit))]
    TooManyBytes {
        /// The file's length.
        bytes: u64,
        /// [`Limits::max_bytes`](super::Limits::max_bytes).
        limit: u64,
    },
    /// A side longer than is decoded.
    #[error("it is {size} px, the limit for a side is {}; --max-side raises it", thousands(u64::from(*limit)))]
    TooLong {
        /// Its width and height.
        size: Size,
        /// [`Limits::max_side`](super::Limits::max_side).
        limit: u32,
    },
    /// More pixels than are decoded.
    #[error("it is {size}, {} px, the limit is {}; --max-pixels raises it", thousands(size.area()), thousands(*limit))]
    TooManyPixels {
        /// Its width and height.
        size: Size,
        /// [`Limits::max_pixels`](super::Limits::max_pixels).
        limit: u64,
    },
    /// More pixels in all frames together than are decoded.
    #[error(
        "its {} frames have {} px together, the limit is {}; --max-pixels raises it",
        thousands(*frames), thousands(*pixels), thousands(*limit)
    )]
    TooManyFramePixels {
        /// The number of its frames.
        frames: u64,
        /// The pixels of all of them.
        pixels: u64,
        /// [`Limits::max_pixels`](super::Limits::max_pixels).
        limit: u64,
    },
    /// The decoder wants more memory than the limits on pixels leave it.
    #[error("it takes more memory to decode than the limits allow; --max-pixels raises them")]
    TooMuchMemory,
    /// Less memory is left than it takes.
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
    /// Anything that nobody has to tell from other reasons, as a sentence about the file.
    #[error("{0}")]
    Refused(String),
    /// An image that a file holds, or a sheet that it needs.
    #[error("{what}: {reason}")]
    Held {
        /// The image, as the start of a sentence: `its sheet a.png`.
        what: String,
        /// The reason why it cannot be read.
        reason: Box<Reason>,
    },
    /// More pixels in all sheets of an atlas together than are decoded.
    #[error(
        "its sheets have {} px or more together, the limit is {}; --max-pixels raises it",
        thousands(*pixels), thousands(*limit)
    )]
    TooManySheetPixels {
        /// The pixels of the sheets up to the first that is too many.
        pixels: u64,
        /// [`Limits::max_pixels`](super::Limits::max_pixels).
        limit: u64,
    },
    /// The system cannot read it.
    #[error("it cannot be read: {0}")]
    Read(#[source] io::Error),
    /// The system cannot write it.
    #[error("it cannot be written: {0}")]
    Write(#[source] io::Error),
    /// Another program has it open, and shares it with nobody. Only Windows knows such files.
    #[error("another program has it open")]
    InUse,
    /// Windows takes its name for a device: `NUL.png`, `COM1`.
    #[error("it cannot be written: on Windows this is the name of a device, whatever follows it")]
    Device,
    /// The folder it would be written to is missing.
    #[error("it cannot be written: there is no folder {}", shown(_0))]
    NoFolder(PathBuf),
    /// Its mode forbids writing.
    #[error("it is write-protected")]
    WriteProtected,
    /// A file that the same command has read.
    #[error("writing it would replace {}, which this command reads; --force allows that", shown(_0))]
    Input(PathBuf),
    /// One of several files that are written one after the other.
    #[error("{reason}; of {count} files {}", written_files(written.as_ref()))]
    InSeries {
        /// The reason why it was not written.
        reason: Box<Reason>,
        /// The first and the last of those that were written before it; `None` for none.
        written: Option<(PathBuf, PathBuf)>,
        /// The number of files that should have been written.
        count: usize,
    },
    /// A scene that contradicts itself or asks for what does not exist.
    #[error("it is not a scene that can be shown: {0}")]
    Scene(String),
    /// Bytes that are not UTF-8 where text is read.
    #[error("it is not UTF-8 text")]
    NoText,
    /// A line of a table, a path or a key file that says nothing, or what the sprites cannot do.
    #[error("line {line}: {why}")]
    Line {
        /// Its number, from 1.
        line: u64,
        /// The fault.
        why: String,
    },
}

impl Reason {
    /// This reason, as an error of the file `path`.
    pub fn at(self, path: impl Into<PathBuf>) -> FileError {
        FileError { path: path.into(), reason: self }
    }

    /// An image of `format` that its decoder refuses: its words, on one line and without control characters.
    pub(super) fn damaged(format: PictureFormat, detail: &str) -> Self {
        Self::Damaged { format, detail: on_one_line(&unquoted(detail)) }
    }

    /// An image of `format` of a kind that its decoder does not know.
    pub(super) fn unsupported(format: PictureFormat, detail: &str) -> Self {
        Self::Unsupported { format, detail: on_one_line(&unquoted(detail)) }
    }

    /// A copy of a session that is not whole; `detail` may quote the file.
    pub(crate) fn kept(detail: &str) -> Self {
        Self::Refused(format!("it is not a whole copy of a session: {}", on_one_line(detail)))
    }

    /// A scene that contradicts itself; `detail` may quote the file.
    pub(super) fn scene(detail: &str) -> Self {
        Self::Scene(on_one_line(detail))
    }

    /// An atlas or a mask of `format` that cannot be understood; `detail` may quote the file.
    pub(super) fn unreadable(format: &'static str, detail: &str) -> Self {
        Self::Refused(format!("it is not {format} that can be read: {}", on_one_line(detail)))
    }

    /// A frame of an atlas that cannot be restored: number `n`, called `name`.
    pub(super) fn frame(n: usize, name: &str, why: &str) -> Self {
        let name = if name.is_empty() { n.to_string() } else { format!("\"{}\"", printable(name)) };
        Self::Refused(format!("its frame {name} {why}"))
    }

    /// The reason why reading failed with `error`.
    pub(super) fn reading(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => Self::NotFound,
            _ if is_held(&error) => Self::InUse,
            _ => Self::Read(error),
        }
    }

    /// The reason why writing failed with `error`.
    pub(super) fn writing(error: io::Error) -> Self {
        if is_held(&error) { Self::InUse } else { Self::Write(error) }
    }
}

/// True if Windows reports that another program holds the file: it does not share it, or has locked or mapped a part of it.
fn is_held(error: &io::Error) -> bool {
    cfg!(windows) && matches!(error.raw_os_error(), Some(32 | 33 | 1224))
}

/// `a PNG`, `an APNG`: of all formats only Aseprite and APNG begin with a vowel.
fn with_article(format: PictureFormat) -> String {
    format!("{} {format}", if format.name().starts_with('A') { "an" } else { "a" })
}

/// The words of a decoder without source code, as which some decoders print theirs: `"no more bytes\n"`, or
/// `ChunkType { type: IDAT, critical: true }`, which becomes `IDAT`.
fn unquoted(detail: &str) -> String {
    let words = detail.replace(r"\n", " ").replace(['"', '\\'], "");
    let Some((before, (fields, after))) =
        words.split_once(" { ").and_then(|(before, rest)| Some((before, rest.split_once(" }")?)))
    else {
        return words;
    };
    let before = before.rsplit_once(' ').map_or("", |(before, _)| before);
    let value = fields.split(", ").next().and_then(|field| field.split_once(": ")).map_or("", |(_, value)| value);
    unquoted(format!("{before} {value}{after}").trim_start())
}

/// Names the first and the last of several files that were written.
fn written_files(written: Option<&(PathBuf, PathBuf)>) -> String {
    match written {
        None => "none was written".to_owned(),
        Some((first, last)) if first == last => format!("only {} was written", shown(first)),
        Some((first, last)) => format!("those from {} to {} were written", shown(first), shown(last)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_names_the_file_and_the_reason() {
        let size = Size::new(20_000, 3);
        let message = |reason: Reason| reason.at("art/ship.png").to_string();
        assert_eq!(message(Reason::NotFound), "art/ship.png: there is no such file");
        assert_eq!(
            message(Reason::TooLong { size, limit: 16_384 }),
            "art/ship.png: it is 20000 × 3 px, the limit for a side is 16,384; --max-side raises it"
        );
        assert_eq!(
            message(Reason::TooManyPixels { size, limit: 1_000 }),
            "art/ship.png: it is 20000 × 3, 60,000 px, the limit is 1,000; --max-pixels raises it"
        );
    }

    #[test]
    fn a_series_tells_how_far_it_came() {
        let failed = |written: Option<[&str; 2]>| {
            let written = written.map(|[first, last]| (first.into(), last.into()));
            let reason = Box::new(Reason::WriteProtected);
            Reason::InSeries { reason, written, count: 9 }.at("w2.png").to_string()
        };
        assert_eq!(failed(None), "w2.png: it is write-protected; of 9 files none was written");
        assert_eq!(failed(Some(["w0.png"; 2])), "w2.png: it is write-protected; of 9 files only w0.png was written");
        assert_eq!(
            failed(Some(["w0.png", "w1.png"])),
            "w2.png: it is write-protected; of 9 files those from w0.png to w1.png were written"
        );
    }
}
