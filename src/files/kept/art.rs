//! Images in the folder of a session: pixels as PNG, one below the other where they are equally wide, and beside them what
//! else is known of the frames.
//!
//! ```text
//! 0f3a….json        the frames: sizes, names, anchors, durations, where they were cut from; tags; sheets
//! 0f3a…-64.png      the pixels of all frames that are 64 px wide, from the first to the last, below each other
//! 91bc….png         the levels of a mask image
//! 7d02….csv         a path of B
//! ```

use std::{
    collections::BTreeMap,
    io::{self, Write},
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use serde::{Deserialize, Serialize};

use super::contents::{self, number};
use crate::{
    files::{
        FileError, Limits, Reason, decode,
        json::json_fault,
        parse_route,
        read::{is_file, read},
        route_csv,
        write::write_whole_with,
    },
    geom::{Cell, IntRect, Point, Size},
    scene::{Cut, Frame, Frames, MaskImage, Picture, Route, Tag},
    session::WrittenPath,
};

/// The formats that pictures can say that they came in.
const FORMATS: [&str; 20] = [
    "PNG",
    "APNG",
    "GIF",
    "WebP",
    "Aseprite",
    "BMP",
    "QOI",
    "TIFF",
    "JPEG",
    "TGA",
    "PBM",
    "PGM",
    "PPM",
    "PAM",
    "text mask",
    "JSON mask",
    "mask",
    "screen",
    "block",
    "a part of an image",
];

/// What is known of an image beside its pixels.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FramesFile {
    frames: Vec<FrameFile>,
    tags: Vec<TagFile>,
    sheets: Vec<WrittenPath>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FrameFile {
    size: Size,
    format: String,
    has_alpha: bool,
    name: String,
    index: Option<u32>,
    anchor: Option<Point>,
    cut: Option<Cut>,
    duration: Duration,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct TagFile {
    name: String,
    first: usize,
    end: usize,
}

/// Writes files that are called by their contents, each once.
pub(super) struct Writer<'a> {
    pub folder: &'a Path,
    /// The names of those that are needed.
    pub used: Vec<String>,
}

impl Writer<'_> {
    /// Writes the file `name`, unless it is there: then it has the same content.
    fn write(&mut self, name: String, content: impl FnMut(&mut dyn Write) -> io::Result<()>) -> Result<(), FileError> {
        let path = self.folder.join(&name);
        let is_there = self.used.contains(&name) || is_file(&path);
        self.used.push(name);
        if is_there { Ok(()) } else { write_whole_with(&path, content) }
    }

    /// Writes `frames`; answers what they are called.
    pub fn frames(&mut self, frames: &Frames) -> Result<String, FileError> {
        let id = contents::written(frames.identity.or_find(|| number_of(frames)));
        for (width, group) in by_width(frames.all().iter().map(|frame| frame.picture.size())) {
            let height = group.iter().map(|&at| frames.all()[at].picture.size().height).sum();
            let pixels = || group.iter().map(|&at| frames.all()[at].picture.rgba());
            self.write(format!("{id}-{width}.png"), |file| {
                png(file, Size::new(width, height), png::ColorType::Rgba, pixels())
            })?;
        }
        // Last: where it is, the pixels are.
        self.write(format!("{id}.json"), |file| file.write_all(text_of(frames).as_bytes()))?;
        Ok(id)
    }

    /// Writes the levels of `image`; answers what they are called.
    pub fn mask_image(&mut self, image: &MaskImage) -> Result<String, FileError> {
        let id = contents::written(image.identity.or_find(|| number_of_levels(image.size(), image.levels())));
        if !image.size().is_empty() {
            self.write(format!("{id}.png"), |file| {
                png(file, image.size(), png::ColorType::Grayscale, [image.levels()])
            })?;
        }
        Ok(id)
    }

    /// Writes `route`; answers what it is called.
    pub fn route(&mut self, route: &Route) -> Result<String, FileError> {
        let text = route_csv(route);
        let id = contents::written(number([text.as_bytes()]));
        self.write(format!("{id}.csv"), |file| file.write_all(text.as_bytes()))?;
        Ok(id)
    }
}

/// What is known of `frames` beside their pixels.
fn text_of(frames: &Frames) -> String {
    let frame = |frame: &Frame| FrameFile {
        size: frame.picture.size(),
        format: frame.picture.format.to_owned(),
        has_alpha: frame.picture.has_alpha,
        name: frame.name.clone(),
        index: frame.index,
        anchor: frame.anchor,
        cut: frame.cut,
        duration: frame.duration,
    };
    let tag = |tag: &Tag| TagFile { name: tag.name.clone(), first: tag.frames.start, end: tag.frames.end };
    let file = FramesFile {
        frames: frames.all().iter().map(frame).collect(),
        tags: frames.tags.iter().map(tag).collect(),
        sheets: frames.sheets.iter().map(|sheet| sheet.as_path().into()).collect(),
    };
    serde_json::to_string(&file).expect("names, numbers and lists can be written")
}

fn number_of(frames: &Frames) -> u128 {
    let text = text_of(frames);
    number([text.as_bytes()].into_iter().chain(frames.all().iter().map(|frame| frame.picture.rgba())))
}

fn number_of_levels(size: Size, levels: &[u8]) -> u128 {
    number([size.width.to_le_bytes().as_slice(), &size.height.to_le_bytes(), levels])
}

/// The places of pictures that have pixels, by their widths.
fn by_width(sizes: impl Iterator<Item = Size>) -> BTreeMap<u32, Vec<usize>> {
    let mut groups = BTreeMap::<u32, Vec<usize>>::new();
    for (at, size) in sizes.enumerate().filter(|(_, size)| !size.is_empty()) {
        groups.entry(size.width).or_default().push(at);
    }
    groups
}

/// Writes `parts` below each other as a PNG of `size`: quickly, since somebody is at work.
fn png<'a>(
    file: &mut dyn Write,
    size: Size,
    color: png::ColorType,
    parts: impl IntoIterator<Item = &'a [u8]>,
) -> io::Result<()> {
    let mut encoder = png::Encoder::new(file, size.width, size.height);
    encoder.set_color(color);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Fast);
    // The best filter of each row would take most of the time.
    encoder.set_filter(png::Filter::Up);
    let mut writer = encoder.write_header()?;
    let mut stream = writer.stream_writer()?;
    parts.into_iter().try_for_each(|part| stream.write_all(part))?;
    stream.finish()?;
    writer.finish().map_err(io::Error::from)
}

/// Reads files that are called by their contents.
pub(super) struct Reader<'a> {
    pub folder: &'a Path,
    pub limits: &'a Limits,
}

impl Reader<'_> {
    fn bytes(&self, name: &str) -> Result<(PathBuf, Vec<u8>), FileError> {
        let path = self.folder.join(name);
        if !contents::begins(name) {
            return Err(Reason::kept("it does not belong to one").at(&path));
        }
        match read(&path, self.limits) {
            Ok(bytes) => Ok((path, bytes)),
            Err(reason) => Err(reason.at(&path)),
        }
    }

    /// The picture in the file `name`, whose longest side may have any length: it may be many below each other.
    fn picture(&self, name: &str) -> Result<(PathBuf, Picture), FileError> {
        let (path, bytes) = self.bytes(name)?;
        let picture = decode(&bytes, &path, &Limits { max_side: u32::MAX, ..*self.limits })?;
        Ok((path, picture))
    }

    /// The frames that are called `id`.
    pub fn frames(&self, id: &str) -> Result<Arc<Frames>, FileError> {
        let (path, bytes) = self.bytes(&format!("{id}.json"))?;
        let refused = |why: &str| Reason::kept(why).at(&path);
        let FramesFile { frames, tags, sheets } =
            serde_json::from_slice(&bytes).map_err(|error| refused(&json_fault(&error, &bytes)))?;
        if frames.is_empty() || frames.len() > Frames::MOST {
            return Err(refused("there are no frames, or too many"));
        }
        let sizes = frames.iter().map(|frame| frame.size).filter(|size| !size.is_empty());
        sizes.into_iter().try_for_each(|size| self.limits.check(size)).map_err(|reason| reason.at(&path))?;
        let mut pixels = vec![Vec::new(); frames.len()];
        for (width, group) in by_width(frames.iter().map(|frame| frame.size)) {
            let (path, strip) = self.picture(&format!("{id}-{width}.png"))?;
            let mut rest = strip.rgba();
            for at in group {
                let bytes = usize::try_from(4 * frames[at].size.area()).ok();
                let part = bytes.and_then(|bytes| rest.split_at_checked(bytes)).filter(|_| strip.size().width == width);
                let Some((own, others)) = part else { return Err(Reason::kept("it is too small").at(&path)) };
                pixels[at] = own.to_vec();
                rest = others;
            }
        }
        let count = frames.len();
        let frames: Option<Vec<Frame>> = frames.into_iter().zip(pixels).map(|(file, rgba)| file.frame(rgba)).collect();
        let mut frames =
            Frames::new(frames.ok_or_else(|| refused("a frame lies outside its sheet, or its source box"))?);
        let tag = |TagFile { name, first, end }| Tag::within(&name, first, end.checked_sub(1)?, count);
        frames.tags = tags.into_iter().filter_map(tag).collect();
        frames.sheets = sheets.into_iter().map(PathBuf::from).collect();
        if contents::written(frames.identity.or_find(|| number_of(&frames))) != id {
            return Err(refused("it is damaged, or its pixels are"));
        }
        Ok(Arc::new(frames))
    }

    /// The levels that are called `id`, of a mask image of `size`.
    pub fn mask_image(
        &self,
        id: &str,
        name: String,
        path: Option<PathBuf>,
        size: Size,
    ) -> Result<Arc<MaskImage>, FileError> {
        let (levels, file) = if size.is_empty() {
            (Vec::new(), self.folder.to_owned())
        } else {
            let (file, picture) = self.picture(&format!("{id}.png"))?;
            (picture.rgba().as_chunks::<4>().0.iter().map(|[level, ..]| *level).collect(), file)
        };
        if contents::written(number_of_levels(size, &levels)) != id || levels.len() as u64 != size.area() {
            return Err(Reason::kept("it is damaged").at(&file));
        }
        Ok(Arc::new(MaskImage::of_levels(name, path, size, levels)))
    }

    /// The path of B that is called `id`.
    pub fn route(&self, id: &str) -> Result<Arc<Route>, FileError> {
        let (path, bytes) = self.bytes(&format!("{id}.csv"))?;
        if contents::written(number([bytes.as_slice()])) != id {
            return Err(Reason::kept("it is damaged").at(&path));
        }
        let text = String::from_utf8(bytes).map_err(|_| Reason::NoText.at(&path))?;
        parse_route(&text).map(Arc::new).map_err(|reason| reason.at(&path))
    }
}

impl FrameFile {
    /// The frame with these pixels; `None` where it would not fit where it says that it was cut from.
    fn frame(self, rgba: Vec<u8>) -> Option<Frame> {
        if self.cut.is_some_and(|cut| !fits(&cut, self.size)) {
            return None;
        }
        let format = FORMATS.into_iter().find(|known| *known == self.format)?;
        Some(Frame {
            name: self.name,
            index: self.index,
            anchor: self.anchor,
            picture: Arc::new(Picture::new(self.size, rgba, format, self.has_alpha)),
            cut: self.cut,
            duration: self.duration,
        })
    }
}

/// Whether a frame of `size` can have been cut so.
fn fits(cut: &Cut, size: Size) -> bool {
    let is_within = |part: IntRect, whole: Size| {
        part.intersection(IntRect::new(Cell::ORIGIN, whole)).is_some_and(|shared| shared == part)
    };
    let upright = cut.turned.size(cut.on_sheet.size());
    let is_far = |n: i64| n.unsigned_abs() > u64::from(u32::MAX);
    let corners = [cut.on_sheet.x, cut.on_sheet.y, cut.in_source.x, cut.in_source.y];
    !corners.into_iter().any(is_far)
        && cut.source == size
        && (cut.on_sheet.size().is_empty()
            || is_within(cut.on_sheet, cut.sheet) && is_within(IntRect::new(cut.in_source, upright), cut.source))
}
