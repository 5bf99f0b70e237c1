//! Formats of images, and all frames of an image: of an animation as they are seen, of a still image the one.
//!
//! To add a format: write `formats/<name>.rs` with its [`Format`], and add its line to the list, which recognition, messages,
//! dialogs and tests read.
//!
//! - GIF, APNG and WebP keep parts of their canvas; each frame is the whole [`film`] after its part was drawn.
//! - Durations are what the file says. A GIF may say 0 or 1/100 s, which browsers show as 1/10 s: that is for the player.
//! - The number of frames is known before any is decoded, so that refusing too many costs nothing.
//! - An animation that is cut short is refused; a GIF without its end is, as frames may be missing.

mod depth;
mod film;
mod format;
mod still;

use std::path::Path;
use std::sync::{Arc, LazyLock};

use self::format::Format;
use super::reading::{MaskText, about, remark, starts_with_text, unread};
use super::{FileError, Limits, Reason};
use maskscope_core::memory::ask;
use maskscope_core::panics::caught;
use maskscope_core::scene::{Frames, Picture, PictureFormat};

pub(super) use aseprite::{Slice, offers_of};

/// Declares the files of the formats, and [`ALL`].
macro_rules! formats {
    ($($file:ident)*) => {
        $(mod $file;)*

        /// Every format, in the order of lists.
        const ALL: &[Format] = &[$($file::FORMAT),*];
    };
}

// The list. The last one has no signature.
formats! { png gif webp aseprite bmp qoi tiff jpeg pnm tga }

/// The formats of images that are read, as messages list them, and the same where none of them was recognised.
static READ: LazyLock<[String; 2]> = LazyLock::new(|| {
    let names: Vec<_> = ALL.iter().map(|format| format.name).collect();
    let (last, others) = (&ALL[ALL.len() - 1], names[..ALL.len() - 1].join(", "));
    [format!("{others} and {}", last.name), format!("{others}, or {} named .{}", last.name, last.endings[0])]
});

/// The formats of images that are read: `PNG, GIF … and TGA`.
pub fn image_formats() -> &'static str {
    &READ[0]
}

/// The endings of the files of images, without the dot.
pub fn image_endings() -> impl Iterator<Item = &'static str> {
    ALL.iter().flat_map(|format| format.endings).copied()
}

/// Content of an image.
pub(super) enum Content {
    /// An image of a format, and the format of its pictures.
    Image(&'static Format, PictureFormat),
    /// A mask as text.
    Mask(MaskText),
}

impl Content {
    /// The content of `bytes`, by how they begin; only for a format without a signature, and for damaged text, by the extension of
    /// `name`.
    pub(super) fn of(bytes: &[u8], name: &Path) -> Result<Self, Reason> {
        if bytes.is_empty() {
            return Err(Reason::Empty);
        }
        let image = |format: &'static Format| Some(Self::Image(format, (format.known)(bytes, name)?));
        let mask = || MaskText::of(bytes, name, image_formats()).map(Self::Mask).filter(|_| starts_with_text(bytes));
        ALL.iter().find_map(image).or_else(mask).ok_or_else(|| {
            let is_text = starts_with_text(bytes);
            let unknown = if is_text { Reason::Text(image_formats()) } else { Reason::UnknownFormat(&READ[1]) };
            unread(bytes, image_formats()).unwrap_or(unknown)
        })
    }

    /// The format of its pictures.
    pub(super) const fn of_picture(&self) -> PictureFormat {
        match self {
            Self::Image(_, picture) => *picture,
            Self::Mask(how) => how.of_picture(),
        }
    }

    /// Reads the first frames in `bytes`, at most `most`. Where that fails, the same without what is not the picture.
    fn read(&self, bytes: &[u8], limits: &Limits, most: usize) -> Result<Frames, Reason> {
        let format = match self {
            Self::Mask(how) => return guarded(self.of_picture(), || how.read(bytes, limits).map(Frames::from)),
            Self::Image(format, _) => format,
        };
        let read = |bytes: &[u8]| guarded(self.of_picture(), || (format.read)(bytes, limits, most));
        let mut error = match read(bytes) {
            Err(error @ (Reason::Damaged { .. } | Reason::CutShort(_) | Reason::Unsupported { .. })) => error,
            read => return read,
        };
        // A copy of the file, at most.
        let has_room = ask(bytes.len() as u64, "a smaller file takes less", format_args!("reading it")).is_ok();
        let bare = has_room.then(|| (format.bare)(bytes)).flatten();
        if let Some(read) = bare.and_then(|bare| read(&bare).ok()) {
            remark("left out, as damaged or cut short: its metadata");
            return Ok(read);
        }
        if let Reason::Unsupported { detail, .. } = &mut error {
            detail.push_str(format.kinds);
        }
        Err(error)
    }
}

/// Runs `decode`, which starts no threads; where it panics, in silence, the image of `format` is damaged.
fn guarded<T>(format: PictureFormat, decode: impl FnOnce() -> Result<T, Reason>) -> Result<T, Reason> {
    caught(decode).unwrap_or_else(|_| Err(Reason::damaged(format, "its decoder failed")))
}

/// Decodes an image that is in memory; its extension in `name` identifies a TGA, and errors name it.
///
/// # Errors
/// If `bytes` are not an image, or one that is damaged, incomplete, without pixels or beyond `limits`, which are
/// checked before anything is decoded.
pub fn decode(bytes: &[u8], name: &Path, limits: &Limits) -> Result<Picture, FileError> {
    let picture = Arc::clone(&frames(bytes, name, limits, 1)?.first().picture);
    Ok(Arc::unwrap_or_clone(picture))
}

/// Decodes all frames of an image that is in memory; its extension in `name` identifies a TGA, and errors name it.
///
/// # Errors
/// If `bytes` are not an image, or one that is damaged, incomplete or without pixels, or whose frames together are
/// beyond `limits`, which are checked before anything is decoded.
pub fn decode_frames(bytes: &[u8], name: &Path, limits: &Limits) -> Result<Frames, FileError> {
    frames(bytes, name, limits, usize::MAX)
}

/// Decodes the frames of only the layers and groups of the names that are `chosen`.
///
/// # Errors
/// Also if the format has no layers, or the image has none of such a name.
pub(super) fn decode_layers(
    chosen: &[String],
    bytes: &[u8],
    name: &Path,
    limits: &Limits,
) -> Result<Frames, FileError> {
    let read = || match Content::of(bytes, name)? {
        Content::Image(format, picture) if format.name == aseprite::FORMAT.name => {
            guarded(picture, || aseprite::read_layers(bytes, Some(chosen), limits, usize::MAX))
        }
        _ => Err(Reason::Refused("it has no layers".to_owned())),
    };
    about(name, read).map_err(|reason| reason.at(name))
}

fn frames(bytes: &[u8], name: &Path, limits: &Limits, most: usize) -> Result<Frames, FileError> {
    let read = || Content::of(bytes, name)?.read(bytes, limits, most);
    about(name, read).map_err(|reason| reason.at(name))
}
