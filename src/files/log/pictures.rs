//! The images of a log: each is decoded once, however many sprites show it.

use std::{collections::HashMap, hash::Hasher as _, path::PathBuf, sync::Arc};

use siphasher::sip128::{Hasher128 as _, SipHasher13};

use crate::files::scene_file::{Open, PixelSource};
use crate::files::{FileError, Limits, Reason};
use maskscope_core::scene::{Frames, MaskImage};
use maskscope_core::words::thousands;

/// The images of a log, decoded, or why they cannot be. All together have at most the pixels that one may have.
#[derive(Debug)]
pub(super) struct Pictures {
    limits: Limits,
    known: HashMap<PictureKey, Result<Arc<Frames>, OpenFault>>,
    /// Mask images.
    masks: HashMap<PictureKey, Arc<MaskImage>>,
    /// The pixels of all of them.
    pixels: u64,
}

/// Identity of an image: its origin.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum PictureKey {
    File(PathBuf),
    Layers(PathBuf, Vec<String>),
    Sample(String),
    Bytes(u128),
    /// An image with the pixels of these frames.
    Strip(Box<Self>, Vec<u8>),
}

impl PictureKey {
    /// Returns the key of `source`; `None` for a drawn mask, which is nowhere else.
    fn of(source: &PixelSource) -> Option<Self> {
        match source {
            PixelSource::File(path) => Some(Self::File(path.clone())),
            PixelSource::Layers(path, chosen) => Some(Self::Layers(path.clone(), chosen.clone())),
            PixelSource::Sample(name) => Some(Self::Sample(name.clone())),
            PixelSource::Held(held) => Some(Self::Bytes(identity_of(held.parts()))),
            PixelSource::Strip(image, strip) => Some(Self::Strip(Box::new(Self::of(image)?), strip.to_json())),
            PixelSource::Drawn(_) => None,
        }
    }
}

/// The reason why a line cannot be understood, in words.
#[derive(Clone, Debug)]
pub(super) struct OpenFault(pub String);

impl From<FileError> for OpenFault {
    fn from(error: FileError) -> Self {
        match error.reason {
            Reason::Scene(why) => Self(why),
            held @ Reason::Held { .. } => Self(held.to_string()),
            _ => Self(error.to_string()),
        }
    }
}

impl Pictures {
    pub(super) fn new(limits: Limits) -> Self {
        Self { limits, known: HashMap::new(), masks: HashMap::new(), pixels: 0 }
    }

    /// The limits for images that are not open yet.
    fn limits(&self) -> Limits {
        Limits { max_pixels: self.limits.max_pixels - self.pixels, ..self.limits }
    }

    /// Counts the `pixels` of an image.
    fn count(&mut self, pixels: u64) {
        self.pixels = self.limits.max_pixels.min(self.pixels.saturating_add(pixels));
    }

    /// The words of `error`, and the share of other images in a limit that is exceeded.
    fn fault(&self, error: FileError) -> OpenFault {
        let reason = if let Reason::Held { reason, .. } = &error.reason { &**reason } else { &error.reason };
        let is_shared = matches!(
            reason,
            Reason::TooManyPixels { .. } | Reason::TooManyFramePixels { .. } | Reason::TooManySheetPixels { .. }
        );
        let OpenFault(why) = error.into();
        match self.pixels {
            used if is_shared && used > 0 => {
                OpenFault(format!("{why}; other images of this log have {} px", thousands(used)))
            }
            _ => OpenFault(why),
        }
    }
}

impl Open for Pictures {
    type Error = OpenFault;

    fn frames(&mut self, source: PixelSource) -> Result<Arc<Frames>, OpenFault> {
        let Some(key) = PictureKey::of(&source) else { return Ok(Arc::new(source.open(&self.limits)?)) };
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let opened = source.open(&self.limits()).map(Arc::new).map_err(|error| self.fault(error));
        if let Ok(frames) = &opened {
            self.count(frames.all().iter().map(|frame| frame.picture.size().area()).sum());
        }
        self.known.insert(key, opened.clone());
        opened
    }

    fn mask(&mut self, source: PixelSource, frames: &Frames) -> Result<Arc<MaskImage>, OpenFault> {
        let key = PictureKey::of(&source);
        let known = key.as_ref().and_then(|key| self.masks.get(key));
        if let Some(known) = known.filter(|known| frames.take_mask_of(known.size())) {
            return Ok(Arc::clone(known));
        }
        let mask = source.open_mask(frames, &self.limits()).map_err(|error| self.fault(error))?;
        self.count(mask.size().area());
        let mask = Arc::new(mask);
        self.masks.extend(key.map(|key| (key, Arc::clone(&mask))));
        Ok(mask)
    }
}

/// Returns a hash of `parts` that differs for different parts.
pub(super) fn identity_of<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> u128 {
    let mut hasher = SipHasher13::new();
    for part in parts {
        hasher.write_usize(part.len());
        hasher.write(part);
    }
    hasher.finish128().as_u128()
}
