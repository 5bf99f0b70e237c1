//! Sources of the pixels of a sprite: the fields of a file, before anything is opened.

use std::path::{Path, PathBuf};
use std::{collections::BTreeMap, sync::Arc};

use base64::{Engine as _, engine::general_purpose::STANDARD};

use super::{ActorFile, file_name, strip::Strip};
use crate::files::atlas::{decode_atlas_of, is_atlas};
use crate::files::reading::{base64_fault, data_url, drawn};
use crate::files::{
    FileError, Limits, Reason, decode, decode_frames, load_frames, load_layers, load_mask_image, load_mask_layer,
    sample_frames,
};
use crate::files::{disk::names, image::decode_mask_image, samples::is_sample};
use maskscope_core::mask::Mask;
use maskscope_core::scene::{Frames, Grid, GridError, MaskImage, Picture, PictureFormat, SolidRule, Sprite};
use maskscope_core::words::printable;

/// Reads or finds images.
pub(crate) trait Open {
    /// The reason why one cannot be read.
    type Error: From<FileError>;

    /// The frames from `source`.
    fn frames(&mut self, source: PixelSource) -> Result<Arc<Frames>, Self::Error>;

    /// The image from `source`, which says what is solid in `frames`.
    fn mask(&mut self, source: PixelSource, frames: &Frames) -> Result<Arc<MaskImage>, Self::Error>;

    /// The file that `source`, which `file` names, was read from.
    fn origin(&self, source: &PixelSource, _file: &ActorFile) -> Option<PathBuf> {
        source.path().cloned()
    }

    /// A sprite of these `frames`, or of those that `grid` cuts them into.
    fn sprite(&mut self, frames: Arc<Frames>, grid: Option<Grid>) -> Result<Sprite, GridError> {
        cut(frames, grid)
    }
}

/// A sprite of these `frames`, or of those that `grid` cuts them into.
pub(crate) fn cut(frames: Arc<Frames>, grid: Option<Grid>) -> Result<Sprite, GridError> {
    let mut sprite = Sprite::animated(String::new(), frames, SolidRule::default());
    if grid.is_some() {
        sprite.set_grid(grid)?;
    }
    Ok(sprite)
}

/// Reads each.
impl Open for &Limits {
    type Error = FileError;

    fn frames(&mut self, source: PixelSource) -> Result<Arc<Frames>, FileError> {
        source.open(self).map(Arc::new)
    }

    fn mask(&mut self, source: PixelSource, frames: &Frames) -> Result<Arc<MaskImage>, FileError> {
        source.open_mask(frames, self).map(Arc::new)
    }
}

/// Reads each, as long as all together have at most the pixels that one may have: what comes by a link may unpack to far more
/// than it is.
pub(super) struct Together(pub Limits);

impl Together {
    fn count(&mut self, pixels: u64) {
        self.0.max_pixels = self.0.max_pixels.saturating_sub(pixels);
    }
}

impl Open for Together {
    type Error = FileError;

    fn frames(&mut self, source: PixelSource) -> Result<Arc<Frames>, FileError> {
        let frames = source.open(&self.0)?;
        self.count(frames.all().iter().map(|frame| frame.picture.size().area()).sum());
        Ok(Arc::new(frames))
    }

    fn mask(&mut self, source: PixelSource, frames: &Frames) -> Result<Arc<MaskImage>, FileError> {
        let mask = source.open_mask(frames, &self.0)?;
        self.count(mask.size().area());
        Ok(Arc::new(mask))
    }
}

/// Source of the pixels of a sprite.
pub(crate) enum PixelSource {
    /// An image, a sheet or an atlas.
    File(PathBuf),
    /// Some layers of an image, by their names.
    Layers(PathBuf, Vec<String>),
    /// A built-in file.
    Sample(String),
    /// A mask, as text.
    Drawn(Picture),
    /// An image, a sheet or an atlas that is in this file itself.
    Held(EmbeddedImage),
    /// One of these, in which the pixels of several frames follow each other.
    Strip(Box<Self>, Strip),
}

/// An image that is in a scene or in a log itself.
pub(crate) struct EmbeddedImage {
    pub(super) bytes: Vec<u8>,
    /// Its name in messages.
    what: String,
    /// The file that it is in.
    file: PathBuf,
    /// The sheets of an atlas, by the names that it gives them.
    pub(super) sheets: BTreeMap<String, Self>,
}

impl EmbeddedImage {
    /// The name by which decoders recognise what bytes alone do not show: empty.
    const NO_NAME: &str = "";

    /// An image that is to be written.
    pub(super) fn of(bytes: Vec<u8>, sheets: BTreeMap<String, Vec<u8>>) -> Self {
        let sheet = |(name, bytes)| (name, Self::of(bytes, BTreeMap::new()));
        Self { bytes, what: String::new(), file: PathBuf::new(), sheets: sheets.into_iter().map(sheet).collect() }
    }

    /// Everything that tells it from others.
    pub(in crate::files) fn parts(&self) -> impl Iterator<Item = &[u8]> {
        let sheets = self.sheets.iter().flat_map(|(name, sheet)| [name.as_bytes(), &sheet.bytes]);
        std::iter::once(&*self.bytes).chain(sheets)
    }

    /// `error`, as one of the file that it is in.
    fn refused(&self, FileError { reason, .. }: FileError) -> FileError {
        match reason {
            Reason::Held { .. } => reason.at(&self.file),
            _ => Reason::Held { what: self.what.clone(), reason: Box::new(reason) }.at(&self.file),
        }
    }

    /// Decodes it.
    pub(super) fn open(&self, limits: &Limits) -> Result<Frames, FileError> {
        let (bytes, name) = (&self.bytes, Path::new(Self::NO_NAME));
        if !is_atlas(bytes, name) {
            return decode_frames(bytes, name, limits).map_err(|error| self.refused(error));
        }
        let mut used = Vec::new();
        let frames = decode_atlas_of(bytes, name, limits, |image| {
            let missing =
                || format!("it needs the sheet '{}', which is not among the sheets beside it", printable(image));
            let sheet = self.sheets.get(image).ok_or_else(|| Reason::Refused(missing()).at(name))?;
            if !used.contains(&PathBuf::from(image)) {
                used.push(PathBuf::from(image));
            }
            decode(&sheet.bytes, name, limits).map_err(|error| sheet.refused(error))
        });
        let mut frames = frames.map_err(|error| self.refused(error))?;
        frames.sheets = used;
        Ok(frames)
    }

    /// Decodes it, to say what is solid in `frames`.
    fn open_mask(&self, frames: &Frames, limits: &Limits) -> Result<MaskImage, FileError> {
        let mask = decode_mask_image(&self.bytes, Path::new(Self::NO_NAME), frames, limits);
        mask.map_err(|error| self.refused(error))
    }
}

impl PixelSource {
    /// Opens and decodes it.
    pub(crate) fn open(self, limits: &Limits) -> Result<Frames, FileError> {
        match self {
            Self::File(path) => load_frames(&path, limits),
            Self::Layers(path, chosen) => load_layers(&chosen, &path, limits),
            Self::Sample(name) => Ok(sample_frames(&name).expect("it is in the list of samples")),
            Self::Drawn(picture) => Ok(picture.into()),
            Self::Held(held) => held.open(limits),
            Self::Strip(image, strip) => {
                let at = match &*image {
                    Self::Held(held) => held.file.clone(),
                    image => image.path().cloned().unwrap_or_default(),
                };
                if strip.is_empty() {
                    return strip.frames(&[], limits).map_err(|reason| reason.at(&at));
                }
                // It may be as high as all of its frames together, and its last row may be longer than they need.
                let max_pixels = limits.max_pixels.saturating_add(limits.max_side.into());
                let image = image.open(&Limits { max_side: u32::MAX, max_pixels, ..*limits })?;
                strip.frames(image.first().picture.rgba(), limits).map_err(|reason| reason.at(&at))
            }
        }
    }

    /// Opens and decodes it, to say what is solid in `frames`.
    pub(in crate::files) fn open_mask(self, frames: &Frames, limits: &Limits) -> Result<MaskImage, FileError> {
        match self {
            Self::File(path) => load_mask_image(&path, frames, limits),
            Self::Held(held) => held.open_mask(frames, limits),
            Self::Layers(path, chosen) => load_mask_layer(&chosen.concat(), &path, limits),
            Self::Sample(_) | Self::Drawn(_) | Self::Strip(..) => {
                unreachable!("mask images are files, layers of one, or in this one")
            }
        }
    }

    /// The name of a sprite to which the file gives none.
    pub(super) fn name(&self, slot: &str) -> String {
        match self {
            Self::File(path) | Self::Layers(path, _) => file_name(path),
            Self::Sample(name) => name.clone(),
            Self::Drawn(_) => format!("mask {slot}"),
            Self::Held(_) => slot.to_owned(),
            Self::Strip(image, _) => image.name(slot),
        }
    }

    pub(crate) fn path(&self) -> Option<&PathBuf> {
        match self {
            Self::File(path) | Self::Layers(path, _) => Some(path),
            Self::Strip(image, _) => image.path(),
            Self::Sample(_) | Self::Drawn(_) | Self::Held(_) => None,
        }
    }
}

/// Reader of the fields of sprites in the file `path`.
pub(crate) struct SpriteReader<'a> {
    /// The file, which messages name.
    pub path: &'a Path,
    /// The folder to which names of images are relative; `None` if no file may be named.
    pub folder: Option<&'a Path>,
    /// Limits for images.
    pub limits: &'a Limits,
    /// The fields from which the pixels of a sprite may come, in words.
    pub sources: &'static str,
}

impl<'a> SpriteReader<'a> {
    /// Reads the scene in the file `path`.
    pub(crate) const fn of(path: &'a Path, folder: Option<&'a Path>, limits: &'a Limits) -> Self {
        Self { path, folder, limits, sources: "image, sample and mask" }
    }

    /// An error of the file: why it is not a scene.
    pub(crate) fn refused(&self, why: impl AsRef<str>) -> FileError {
        Reason::scene(why.as_ref()).at(self.path)
    }
}

impl SpriteReader<'_> {
    /// The source of the pixels of a sprite: nothing is opened yet.
    pub(super) fn source(&self, slot: &str, file: &ActorFile) -> Result<PixelSource, FileError> {
        let source = match (&file.image, &file.sample, &file.mask, &file.png) {
            (Some(image), None, None, None) => self.image(slot, "image", image, file.sheets.as_ref()),
            (None, Some(sample), None, None) if is_sample(sample) => Ok(PixelSource::Sample(sample.clone())),
            (None, Some(sample), None, None) => {
                Err(self.refused(format!("{slot} asks for the sample '{sample}', which does not exist")))
            }
            (None, None, Some(rows), None) => Ok(PixelSource::Drawn(self.drawn(slot, rows)?)),
            (None, None, None, Some(png)) => {
                let refused = |error| self.refused(format!("the png of {slot}: its base64 {}", base64_fault(&error)));
                let bytes = STANDARD.decode(png).map_err(refused)?;
                Ok(PixelSource::Held(self.held(bytes, format!("the png of {slot}"), BTreeMap::new())))
            }
            _ => Err(self.refused(format!("{slot} needs exactly one of {}", self.sources))),
        }?;
        if file.sheets.is_some() && !matches!(source, PixelSource::Held(_)) {
            return Err(self.refused(format!("{slot} has sheets, which belong to an image that is data:")));
        }
        match (&file.frames, &file.layers, source) {
            (None, None, source) => Ok(source),
            (None, Some(chosen), PixelSource::File(path)) => Ok(PixelSource::Layers(path, chosen.clone())),
            // In a saved session, the frames show the layers already.
            (Some(strip), layers, source) if file.image.is_some() && (layers.is_none() || file.file.is_some()) => {
                Ok(PixelSource::Strip(Box::new(source), strip.clone()))
            }
            (_, Some(_), _) => Err(self.refused(format!("{slot} has layers, which belong to an image that is a file"))),
            (Some(_), None, _) => Err(self.refused(format!("{slot} has frames, which belong to an image"))),
        }
    }

    /// The image that the field `what` of a sprite holds or names.
    pub(super) fn image(
        &self,
        slot: &str,
        what: &str,
        text: &str,
        sheets: Option<&BTreeMap<String, String>>,
    ) -> Result<PixelSource, FileError> {
        if text.is_empty() {
            return Err(self.refused(format!("{what} of {slot} is empty")));
        }
        if data_url::is_data(text) {
            let sheet = |(name, text): (&String, &String)| {
                let what = format!("sheet '{}'", printable(name));
                Ok((name.clone(), self.data(slot, &what, text, BTreeMap::new())?))
            };
            let sheets = sheets.into_iter().flatten().map(sheet).collect::<Result<_, FileError>>()?;
            return self.data(slot, what, text, sheets).map(PixelSource::Held);
        }
        match (self.folder, names::refused(text)) {
            (Some(folder), None) => Ok(PixelSource::File(folder.join(text))),
            (Some(_), Some(why)) => Err(self.refused(format!("{what} of {slot} is '{text}', {why}"))),
            (None, _) => {
                let why = "what comes by a link reads no files: it holds its images as data:, masks and samples";
                Err(self.refused(format!("{what} of {slot} is '{text}', and {why}")))
            }
        }
    }

    /// The image in `text`.
    fn data(
        &self,
        slot: &str,
        what: &str,
        text: &str,
        sheets: BTreeMap<String, EmbeddedImage>,
    ) -> Result<EmbeddedImage, FileError> {
        let shown = data_url::shown(text);
        let bytes = data_url::bytes(text).map_err(|why| self.refused(format!("{what} of {slot} is {shown}, {why}")))?;
        Ok(self.held(bytes, format!("{what} of {slot} ({shown})"), sheets))
    }

    fn held(&self, bytes: Vec<u8>, what: String, sheets: BTreeMap<String, EmbeddedImage>) -> EmbeddedImage {
        EmbeddedImage { bytes, what, file: self.path.to_owned(), sheets }
    }

    /// A picture that is opaque where `rows` have a `#`.
    fn drawn(&self, slot: &str, rows: &[String]) -> Result<Picture, FileError> {
        let mask: Mask =
            rows.join("\n").parse().map_err(|error| self.refused(format!("the mask of {slot}: {error}")))?;
        if mask.size().is_empty() {
            return Err(self.refused(format!("the mask of {slot} has no pixels")));
        }
        self.limits.check(mask.size()).map_err(|reason| reason.at(self.path))?;
        Ok(drawn(&mask, PictureFormat::Mask))
    }
}
