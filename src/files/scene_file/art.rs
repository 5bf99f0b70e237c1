//! The images of sprites, written into their scene: the bytes of their files, or their pixels.
//!
//! - As long as a file still holds what is shown, its own bytes are written: nothing of it is lost.
//! - Otherwise the pixels are written as PNG; several frames, or one with a name, an anchor or a duration, as a [`Strip`].
//! - Whatever is written has been read again before, and shows the same pixels.

use std::{collections::BTreeMap, io::Write as _, path::Path};

use flate2::{Compression, write::ZlibEncoder};

use super::source::{EmbeddedImage, PixelSource};
use super::strip::Strip;
use crate::files::reading::data_url;
use crate::files::{Limits, atlas::sheets_of, disk::read, image::decode_mask_image, output::small_png};
use maskscope_core::scene::{Frame, Frames, MaskImage, Picture, PictureFormat, Sprite};

/// The images of a sprite as a scene holds them.
pub(super) struct Art {
    /// As `data:`.
    pub image: String,
    /// Those of an atlas, by the names that it gives them.
    pub sheets: Option<BTreeMap<String, String>>,
    /// The mask image, if the rule for solid pixels takes one.
    pub mask_image: Option<String>,
    /// The frames in the image, unless it tells them itself.
    pub strip: Option<Strip>,
}

impl Art {
    /// The images of `sprite`, with `mask` as its mask image; of several ways to write them the one with the fewest
    /// bytes, or the one with the fewest changes. `None` if none of them shows the same.
    pub(super) fn of(sprite: &Sprite, mask: Option<&MaskImage>, is_smallest: bool) -> Option<Self> {
        let is_empty = sprite.file_frames().all().iter().any(|frame| frame.picture.size().is_empty());
        if is_empty || mask.is_some_and(|mask| mask.size().is_empty()) {
            // There are no images without pixels.
            return None;
        }
        let as_it_is = Self::of_file(sprite, mask, is_smallest);
        if as_it_is.is_some() && !is_smallest {
            return as_it_is;
        }
        let drawn = Self::drawn(sprite, mask, is_smallest);
        as_it_is.into_iter().chain(drawn).min_by_key(Self::packed_bytes)
    }

    /// With the bytes of its files, as long as these still show the same.
    fn of_file(sprite: &Sprite, mask: Option<&MaskImage>, is_smallest: bool) -> Option<Self> {
        let (path, limits) = (sprite.path.as_deref()?, Limits::default());
        let bytes = read(path, &limits).ok()?;
        let mut sheets = BTreeMap::new();
        for (name, sheet) in sheets_of(&bytes, path, &limits)? {
            sheets.insert(name, read(&sheet, &limits).ok()?);
        }
        let held = EmbeddedImage::of(bytes, sheets);
        let (read, shown) = (held.open(&limits).ok()?, sprite.file_frames());
        let is_same = read.all() == shown.all() && read.tags == shown.tags && read.sheets.len() == shown.sheets.len();
        let sheets = held.sheets.iter().map(|(name, sheet)| (name.clone(), url(&sheet.bytes)));
        let sheets = Some(sheets.collect::<BTreeMap<_, _>>()).filter(|sheets| !sheets.is_empty());
        let mask_image = mask.map(|mask| mask_image(mask, is_smallest));
        is_same.then(|| Self { image: url(&held.bytes), sheets, strip: None, mask_image })
    }

    /// With its pixels as PNG.
    fn drawn(sprite: &Sprite, mask: Option<&MaskImage>, is_smallest: bool) -> Option<Self> {
        let frames = sprite.file_frames();
        let Frame { name, index, anchor, cut, duration, .. } = frames.first();
        let is_plain = name.is_empty() && (*index, *anchor, *cut) == (None, None, None) && duration.is_zero();
        let is_still = is_plain && frames.all().len() == 1 && frames.tags.is_empty();
        let strip = (!is_still).then(|| Strip::of(frames).without_folders());
        let mut rgba = Vec::new();
        Strip::write(frames, &mut rgba).expect("memory can be written to");
        let has_alpha = frames.all().iter().any(|frame| frame.picture.has_alpha);
        let png = small_png::encode(Strip::size(frames), &rgba, has_alpha);
        let image = url(&png);
        let held = PixelSource::Held(EmbeddedImage::of(png, BTreeMap::new()));
        let source = match strip.clone() {
            Some(strip) => PixelSource::Strip(Box::new(held), strip),
            None => held,
        };
        let read = source.open(&Limits::default()).ok()?;
        let looks_alike = |(one, other): (&Frame, &Frame)| {
            let (one, other) = (&one.picture, &other.picture);
            (one.size(), one.has_alpha) == (other.size(), other.has_alpha) && one.rgba() == other.rgba()
        };
        let is_same = read.all().len() == frames.all().len() && read.all().iter().zip(frames.all()).all(looks_alike);
        let mask_image = mask.map(|mask| mask_image(mask, is_smallest));
        is_same.then_some(Self { image, sheets: None, strip, mask_image })
    }

    /// The number of bytes it takes in a link.
    fn packed_bytes(&self) -> usize {
        let mut packing = ZlibEncoder::new(Vec::new(), Compression::fast());
        for text in
            [&self.image].into_iter().chain(self.sheets.iter().flat_map(BTreeMap::values)).chain(&self.mask_image)
        {
            packing.write_all(text.as_bytes()).expect("memory can be written to");
        }
        if let Some(strip) = &self.strip {
            packing.write_all(&strip.to_json()).expect("memory can be written to");
        }
        packing.finish().expect("memory can be written to").len()
    }
}

/// The mask image: the bytes of its file, as long as these still mean the same, or its levels as PNG.
pub(super) fn mask_image(mask: &MaskImage, is_smallest: bool) -> String {
    let limits = Limits::default();
    let is_the_same = |bytes: &Vec<u8>| {
        let any = Frames::from(Picture::new(mask.size(), vec![0; 4 * mask.levels().len()], PictureFormat::Mask, true));
        decode_mask_image(bytes, Path::new(""), &any, &limits).is_ok_and(|read| read.is_the_same(mask))
    };
    let of_file = mask.path.as_deref().and_then(|path| read(path, &limits).ok()).filter(is_the_same);
    let of_levels = || small_png::plain(mask.size(), png::ColorType::Grayscale, mask.levels(), png::Filter::Adaptive);
    let bytes = match of_file {
        Some(bytes) if is_smallest => [bytes, of_levels()].into_iter().min_by_key(Vec::len).unwrap_or_default(),
        Some(bytes) => bytes,
        None => of_levels(),
    };
    url(&bytes)
}

/// `bytes` as `data:`, called by what they begin with.
fn url(bytes: &[u8]) -> String {
    let kind = match ::image::guess_format(bytes) {
        Ok(format) => format.to_mime_type(),
        Err(_) if bytes.trim_ascii_start().starts_with(b"{") => "application/json",
        Err(_) => "application/octet-stream",
    };
    data_url::of(kind, bytes)
}
