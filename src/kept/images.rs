//! Images in the folder of a saved session: PNG files that are called by their pixels.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::{collections::BTreeMap, sync::Arc};

use serde::{Deserialize, Serialize};

use crate::files::scene_file::{ActorFile, Open, PixelSource, Strip, WrittenPath, contents, cut};
use crate::files::{FileError, Limits, Reason, is_file, load, write_whole_with};
use maskscope_core::geom::Size;
use maskscope_core::scene::{Frames, Grid, GridError, MaskImage, SolidSource, Sprite};

/// Origin of a mask image.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct MaskFile {
    pub image: String,
    pub size: Size,
    pub name: String,
    pub file: Option<WrittenPath>,
    #[serde(default)]
    pub layer: Option<String>,
}

/// Writes the images of `sprite` into `folder`, unless they are there: then they have the same content. Returns their names.
pub(super) fn write_images(sprite: &Sprite, folder: &Path) -> Result<Vec<String>, FileError> {
    let write = |name: String, size: Size, color, pixels: &dyn Fn(&mut dyn Write) -> io::Result<()>| {
        let path = folder.join(&name);
        if !size.is_empty() && !is_file(&path) {
            write_whole_with(&path, |file| png(file, size, color, pixels))?;
        }
        Ok::<_, FileError>(name)
    };
    let frames = sprite.file_frames();
    let pixels = |mut to: &mut dyn Write| Strip::write(frames, &mut to);
    let mut names = vec![write(contents::image_of(frames), Strip::size(frames), png::ColorType::Rgba, &pixels)?];
    if let SolidSource::Image(mask) = &sprite.rule().source {
        let levels = |to: &mut dyn Write| to.write_all(mask.levels());
        names.push(write(contents::image_of_mask(mask), mask.size(), png::ColorType::Grayscale, &levels)?);
    }
    Ok(names)
}

/// Writes `pixels` as a PNG of `size`: quickly, since somebody is at work.
fn png(
    file: &mut dyn Write,
    size: Size,
    color: png::ColorType,
    pixels: &dyn Fn(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let mut encoder = png::Encoder::new(file, size.width, size.height);
    encoder.set_color(color);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Fast);
    // The best filter of each row would take most of the time.
    encoder.set_filter(png::Filter::Up);
    let mut writer = encoder.write_header()?;
    let mut stream = writer.stream_writer()?;
    pixels(&mut stream)?;
    stream.finish()?;
    writer.finish().map_err(io::Error::from)
}

/// Reads the images of a saved session. Sprites that show the same share it.
pub(super) struct KeptImages<'a> {
    limits: &'a Limits,
    origins: Vec<MaskFile>,
    frames: Vec<(PathBuf, Strip, Arc<Frames>)>,
    masks: BTreeMap<PathBuf, Arc<MaskImage>>,
    /// Sprites that only their images and grids tell apart.
    sprites: Vec<Sprite>,
}

impl<'a> KeptImages<'a> {
    pub(super) fn new(limits: &'a Limits, origins: Vec<MaskFile>) -> Self {
        Self { limits, origins, frames: Vec::new(), masks: BTreeMap::new(), sprites: Vec::new() }
    }
}

/// The last part of `path`, by which images are called.
fn name_of(path: &Path) -> &str {
    path.file_name().and_then(|name| name.to_str()).unwrap_or_default()
}

fn damaged(path: &Path) -> FileError {
    Reason::kept("it is damaged").at(path)
}

impl Open for KeptImages<'_> {
    type Error = FileError;

    fn frames(&mut self, source: PixelSource) -> Result<Arc<Frames>, FileError> {
        let path = source.path().cloned().unwrap_or_default();
        let PixelSource::Strip(_, strip) = &source else {
            return Err(Reason::kept("its frames are missing").at(&path));
        };
        let strip = strip.clone();
        let known = self.frames.iter().find(|(at, known, _)| *at == path && *known == strip);
        if let Some((.., frames)) = known {
            return Ok(Arc::clone(frames));
        }
        let frames = Arc::new(source.open(self.limits)?);
        if contents::image_of(&frames) != name_of(&path) {
            return Err(damaged(&path));
        }
        self.frames.push((path, strip, Arc::clone(&frames)));
        Ok(frames)
    }

    fn mask(&mut self, source: PixelSource, _: &Frames) -> Result<Arc<MaskImage>, FileError> {
        let path = source.path().cloned().unwrap_or_default();
        if let Some(known) = self.masks.get(&path) {
            return Ok(Arc::clone(known));
        }
        let origin = self.origins.iter().find(|origin| origin.image == name_of(&path)).cloned();
        let MaskFile { size, name, file, layer, .. } = origin.ok_or_else(|| damaged(&path))?;
        let levels = if size.is_empty() {
            Vec::new()
        } else {
            let picture = load(&path, &Limits { max_side: u32::MAX, ..*self.limits })?;
            picture.rgba().as_chunks::<4>().0.iter().map(|[level, ..]| *level).collect()
        };
        if levels.len() as u64 != size.area() {
            return Err(damaged(&path));
        }
        let mut mask = MaskImage::of_levels(name, file.map(PathBuf::from), size, levels);
        mask.layer = layer;
        let mask = Arc::new(mask);
        if contents::image_of_mask(&mask) != name_of(&path) {
            return Err(damaged(&path));
        }
        self.masks.insert(path, Arc::clone(&mask));
        Ok(mask)
    }

    fn origin(&self, _: &PixelSource, file: &ActorFile) -> Option<PathBuf> {
        file.file.clone().map(PathBuf::from)
    }

    /// Cuts each image once by a grid.
    fn sprite(&mut self, frames: Arc<Frames>, grid: Option<Grid>) -> Result<Sprite, GridError> {
        let is_it = |known: &&Sprite| Arc::ptr_eq(known.file_frames(), &frames) && known.grid() == grid;
        if let Some(known) = self.sprites.iter().find(is_it) {
            return Ok(known.clone());
        }
        let sprite = cut(frames, grid)?;
        self.sprites.push(sprite.clone());
        Ok(sprite)
    }
}
