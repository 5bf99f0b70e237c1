//! The beginning of an export, to be seen before it is written.

use std::io::{self, Cursor, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use image::codecs::gif::GifDecoder;
use image::{AnimationDecoder as _, DynamicImage, RgbaImage};

use super::export::{Files, Make};
use crate::files::{Limits, decode_frames};
use maskscope_core::geom::Size;
use maskscope_core::scene::{Picture, PictureFormat};

/// The most lines that are shown.
const MOST_LINES: usize = 10;
/// Marks with which the comment begins that heads a file of code.
const COMMENTS: [&str; 3] = ["/", "#", "--"];
/// Marks around the comment of a module in Python, which has empty lines.
const DOCSTRING: &str = "\"\"\"";

/// A file that would be written.
#[derive(Clone, Debug)]
pub struct Preview {
    /// Its length; of several files, that of all.
    pub bytes: u64,
    /// The number of files.
    pub files: usize,
    /// Its whole content, if it is at most [`MOST_BYTES`](Self::MOST_BYTES) long.
    pub content: Option<Arc<[u8]>>,
    /// The shown part.
    pub shown: PreviewContent,
    /// Its picture, at most [`MOST_SIDE`](Self::MOST_SIDE) pixels wide and high.
    pub thumbnail: Option<Arc<Picture>>,
}

/// The shown part of a file.
#[derive(Clone, Debug)]
pub enum PreviewContent {
    /// The first lines after the comment that heads it.
    Lines(Vec<String>),
    /// The picture; of an animation the middle frame.
    Picture(Arc<Picture>),
    /// Nothing: the file is neither text nor a picture, or is too long.
    Nothing,
}

impl Preview {
    /// Longer files are not kept, and have no picture.
    pub const MOST_BYTES: u64 = 1 << 24;
    /// A larger picture is shown smaller.
    pub const MOST_SIDE: u32 = 1024;

    /// Makes a file for `path`, but does not write it. A file that is written while it is made ends once it `is_outdated`.
    ///
    /// # Errors
    /// As `make`.
    pub fn of(make: Make, path: &Path, is_outdated: &AtomicBool) -> Result<Self, String> {
        let (files, bytes, begin) = match make(path)? {
            Files::One(bytes) => (1, bytes.len() as u64, bytes),
            Files::Series(files) => {
                let (count, bytes) = (files.len(), files.iter().map(|(_, bytes)| bytes.len() as u64).sum());
                (count, bytes, files.into_iter().next().map(|(_, bytes)| bytes).unwrap_or_default())
            }
            Files::Streamed(mut stream) => {
                let mut begin = Begin { bytes: 0, kept: Vec::new(), is_outdated };
                stream(&mut begin).map_err(|error| error.to_string())?;
                (1, begin.bytes, begin.kept)
            }
        };
        let is_whole = files == 1 && bytes <= Self::MOST_BYTES;
        let shown = PreviewContent::of(&begin, path, files > 1 || is_whole);
        let thumbnail = if let PreviewContent::Picture(picture) = &shown { Some(thumbnail(picture)) } else { None };
        Ok(Self { bytes, files, content: is_whole.then(|| begin.into()), shown, thumbnail })
    }
}

impl PreviewContent {
    fn of(bytes: &[u8], path: &Path, is_whole: bool) -> Self {
        let text = match str::from_utf8(bytes) {
            Ok(text) => Some(text),
            // A text may be cut within a letter.
            Err(error) if !is_whole && error.error_len().is_none() => {
                str::from_utf8(&bytes[..error.valid_up_to()]).ok()
            }
            Err(_) => None,
        };
        if let Some(text) = text {
            return Self::Lines(first_lines(text));
        }
        let frames = is_whole.then(|| decode_frames(bytes, path, &Limits::default()).ok()).flatten();
        let middle = frames.and_then(|frames| {
            let all = frames.all();
            all.get(all.len() / 2).map(|frame| Arc::clone(&frame.picture))
        });
        let middle = middle.or_else(|| is_whole.then(|| middle_of_film(bytes)).flatten());
        middle.map_or(Self::Nothing, Self::Picture)
    }
}

/// The middle frame of a GIF whose frames are too large together: one after the other is decoded, twice.
fn middle_of_film(bytes: &[u8]) -> Option<Arc<Picture>> {
    let frames = || Some(GifDecoder::new(Cursor::new(bytes)).ok()?.into_frames());
    let count = frames()?.count();
    let middle = frames()?.nth(count / 2)?.ok()?.into_buffer();
    let size = Size::new(middle.width(), middle.height());
    Some(Arc::new(Picture::new(size, middle.into_raw(), PictureFormat::Gif, true)))
}

/// A picture that is small enough.
fn thumbnail(picture: &Arc<Picture>) -> Arc<Picture> {
    let Size { width, height } = picture.size();
    if width.max(height) <= Preview::MOST_SIDE {
        return Arc::clone(picture);
    }
    let whole = RgbaImage::from_raw(width, height, picture.rgba().to_vec()).expect("four bytes per pixel");
    let small = DynamicImage::from(whole).thumbnail(Preview::MOST_SIDE, Preview::MOST_SIDE).into_rgba8();
    let size = Size::new(small.width(), small.height());
    Arc::new(Picture::new(size, small.into_raw(), picture.format, true))
}

fn first_lines(text: &str) -> Vec<String> {
    let is_headed = COMMENTS.iter().any(|mark| text.starts_with(mark));
    let headed = match text.strip_prefix(DOCSTRING) {
        Some(doc) => doc.split_once(DOCSTRING),
        None => text.split_once("\n\n").filter(|_| is_headed),
    };
    let body = headed.map_or(text, |(_, body)| body);
    body.trim_start_matches('\n').lines().take(MOST_LINES).map(|line| line.chars().take(80).collect()).collect()
}

/// Keeps the beginning of what is written.
struct Begin<'a> {
    bytes: u64,
    kept: Vec<u8>,
    is_outdated: &'a AtomicBool,
}

impl Write for Begin<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.is_outdated.load(Ordering::Relaxed) {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        self.bytes += bytes.len() as u64;
        if self.bytes <= Preview::MOST_BYTES || self.kept.is_empty() {
            self.kept.extend_from_slice(bytes);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_that_heads_code_is_left_out_and_a_mask_as_text_is_not() {
        assert_eq!(first_lines("/* A mask.\n */\n\nint a;\nint b;\n"), ["int a;", "int b;"]);
        assert_eq!(first_lines("\"\"\"A mask.\n\nRows.\n\"\"\"\n\nA = 1\n"), ["A = 1"]);
        assert_eq!(first_lines("##.\n.#.\n"), ["##.", ".#."]);
    }

    #[test]
    fn an_animation_shows_its_middle_frame() {
        let mut bytes = Vec::new();
        let mut gif = image::codecs::gif::GifEncoder::new(&mut bytes);
        for color in [[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255]] {
            let frame = image::Frame::new(RgbaImage::from_pixel(2, 2, image::Rgba(color)));
            gif.encode_frame(frame).expect("a frame");
        }
        drop(gif);
        let green = Some([0, 255, 0, 255]);
        assert_eq!(middle_of_film(&bytes).and_then(|picture| picture.pixel(0, 0)), green, "frame by frame");
        let make: Make = Box::new(move |_| Ok(Files::One(bytes)));
        let preview = Preview::of(make, Path::new("a.gif"), &AtomicBool::new(false)).expect("an animation");
        let PreviewContent::Picture(picture) = preview.shown else { panic!("it is a picture") };
        assert_eq!(picture.pixel(0, 0), green);
    }

    #[test]
    fn a_long_stream_is_counted_whole_and_ends_when_nobody_waits_for_it() {
        let stream = |file: &mut dyn Write| (0..40).try_for_each(|_| file.write_all(&[b'a'; 1 << 20]));
        let make = || -> Make { Box::new(move |_| Ok(Files::Streamed(Box::new(stream)))) };
        let preview = Preview::of(make(), Path::new("a.txt"), &AtomicBool::new(false)).expect("text");
        assert_eq!((preview.bytes, preview.content.is_none()), (40 << 20, true));
        assert!(matches!(&preview.shown, PreviewContent::Lines(lines) if lines[0].len() == 80));
        assert!(Preview::of(make(), Path::new("a.txt"), &AtomicBool::new(true)).is_err());
    }
}
