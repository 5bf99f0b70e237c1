//! The images of sprites, written into their scene: the bytes of their files, or their pixels.
//!
//! - As long as a file still holds what is shown, its own bytes are written: nothing of it is lost.
//! - Otherwise a still image is written as PNG, and several frames as an atlas: all of them on one sheet, with their names,
//!   durations, anchors and tags.
//! - Whatever is written has been read again before, and shows the same pixels.

use std::{collections::BTreeMap, io::Write as _, path::Path};

use flate2::{Compression, write::ZlibEncoder};
use serde_json::json;

use super::source::Held;
use crate::files::{Limits, atlas::sheets_of, data_url, mask_image::decode_mask_image, read::read, small_png};
use crate::geom::{Cell, IntRect, Size};
use crate::scene::{Frame, Frames, MaskImage, Picture, PictureFormat, Sprite, rgba_rows};

/// The images of a sprite as a scene holds them.
pub(super) struct Art {
    /// As `data:`.
    pub image: String,
    /// Those of an atlas, by the names that it gives them.
    pub sheets: Option<BTreeMap<String, String>>,
    /// The mask image, if the rule for solid pixels takes one.
    pub mask_image: Option<String>,
    /// The frames as they will be read again.
    pub frames: Frames,
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
        let held = Held::of(bytes, sheets);
        let (read, shown) = (held.open(&limits).ok()?, sprite.file_frames());
        let is_same = read.all() == shown.all() && read.tags == shown.tags && read.sheets.len() == shown.sheets.len();
        is_same.then(|| Self::written(&held, read, mask.map(|mask| mask_image(mask, is_smallest))))
    }

    /// With its pixels as PNG.
    fn drawn(sprite: &Sprite, mask: Option<&MaskImage>, is_smallest: bool) -> Option<Self> {
        let frames = sprite.file_frames();
        let Frame { name, index, anchor, picture, cut, duration } = frames.first();
        let is_plain = name.is_empty() && (*index, *anchor, *cut) == (None, None, None) && duration.is_zero();
        let (held, mask_image) = if is_plain && frames.all().len() == 1 && frames.tags.is_empty() {
            let png = small_png::encode(picture.size(), picture.rgba(), picture.has_alpha);
            (Held::of(png, BTreeMap::new()), mask.map(|mask| mask_image(mask, is_smallest)))
        } else {
            let packing = Packing::of(frames);
            let of_sheet = |mask: &&MaskImage| {
                sprite.grid().is_none() && frames.all().iter().all(|frame| frame.cut_from(mask.size()).is_some())
            };
            let mask_image = match mask.filter(of_sheet) {
                Some(mask) => Some(packing.mask_image(frames, mask)),
                None => mask.map(|mask| mask_image(mask, is_smallest)),
            };
            (packing.atlas(frames), mask_image)
        };
        let read = held.open(&Limits::default()).ok()?;
        let looks_alike = |(one, other): (&Frame, &Frame)| {
            let (one, other) = (&one.picture, &other.picture);
            (one.size(), one.has_alpha) == (other.size(), other.has_alpha) && one.rgba() == other.rgba()
        };
        let is_same = read.all().len() == frames.all().len() && read.all().iter().zip(frames.all()).all(looks_alike);
        is_same.then(|| Self::written(&held, read, mask_image))
    }

    fn written(held: &Held, frames: Frames, mask_image: Option<String>) -> Self {
        let sheets = held.sheets.iter().map(|(name, sheet)| (name.clone(), url(&sheet.bytes)));
        let sheets = Some(sheets.collect::<BTreeMap<_, _>>()).filter(|sheets| !sheets.is_empty());
        Self { image: url(&held.bytes), sheets, mask_image, frames }
    }

    /// The number of bytes it takes in a link.
    fn packed_bytes(&self) -> usize {
        let mut packing = ZlibEncoder::new(Vec::new(), Compression::fast());
        for text in
            [&self.image].into_iter().chain(self.sheets.iter().flat_map(BTreeMap::values)).chain(&self.mask_image)
        {
            packing.write_all(text.as_bytes()).expect("memory can be written to");
        }
        packing.finish().expect("memory can be written to").len()
    }
}

/// The mask image: the bytes of its file, as long as these still mean the same, or its levels as PNG.
pub(super) fn mask_image(mask: &MaskImage, is_smallest: bool) -> String {
    let limits = Limits::default();
    let says_the_same = |bytes: &Vec<u8>| {
        let any = Frames::from(Picture::new(mask.size(), vec![0; 4 * mask.levels().len()], PictureFormat::Mask, true));
        decode_mask_image(bytes, Path::new(""), &any, &limits).is_ok_and(|read| read.says_the_same(mask))
    };
    let of_file = mask.path.as_deref().and_then(|path| read(path, &limits).ok()).filter(says_the_same);
    let of_levels = || small_png::encode_grey(mask.size(), mask.levels());
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

/// All frames of a sprite on one sheet.
struct Packing {
    sheet: Size,
    /// Area of each frame on it.
    places: Vec<IntRect>,
}

impl Packing {
    /// Name of the sheet in the atlas.
    const SHEET: &str = "sheet";

    /// The frames in rows, from left to right, on a sheet that is about as wide as high.
    fn of(frames: &Frames) -> Self {
        let sizes = || frames.all().iter().map(|frame| frame.picture.size());
        let widest = sizes().map(|size| size.width).max().unwrap_or(0);
        let area: u64 = sizes().map(Size::area).sum();
        let width = widest.max(u32::try_from(area.isqrt()).unwrap_or(u32::MAX));
        let (mut at, mut row, mut used) = (Cell::ORIGIN, 0, 0);
        let mut places = Vec::with_capacity(frames.all().len());
        for size in sizes() {
            if at.x > 0 && at.x + i64::from(size.width) > i64::from(width) {
                (at, row) = (Cell::new(0, at.y + i64::from(row)), 0);
            }
            places.push(IntRect::new(at, size));
            at.x += i64::from(size.width);
            (row, used) = (row.max(size.height), used.max(at.x));
        }
        let side = |n: i64| u32::try_from(n).unwrap_or(u32::MAX);
        Self { sheet: Size::new(side(used), side(at.y + i64::from(row))), places }
    }

    /// The `values` of each frame, a row of its pixels after the other, arranged on the sheet; `depth` bytes per pixel.
    fn laid<'a>(&self, depth: usize, values: impl Fn(usize) -> std::borrow::Cow<'a, [u8]>) -> Vec<u8> {
        let mut sheet = vec![0; depth * usize::try_from(self.sheet.area()).unwrap_or(0)];
        for (n, place) in self.places.iter().enumerate() {
            let (values, width) = (values(n), usize::try_from(place.width).unwrap_or(0));
            let rows = rgba_rows(self.sheet, *place).map(|row| row.start / 4 * depth..row.end / 4 * depth);
            for (row, own) in rows.zip(values.chunks((depth * width).max(1))) {
                sheet[row].copy_from_slice(own);
            }
        }
        sheet
    }

    /// The atlas and its sheet.
    fn atlas(&self, frames: &Frames) -> Held {
        let has_alpha = frames.all().iter().any(|frame| frame.picture.has_alpha);
        let pixels = self.laid(4, |n| frames.all()[n].picture.rgba().into());
        let entry = |(frame, place): (&Frame, &IntRect)| {
            let mut entry = json!({ "frame": { "x": place.x, "y": place.y, "w": place.width, "h": place.height } });
            if !frame.label().is_empty() {
                entry["filename"] = frame.label().into();
            }
            if let Some((x, y)) = frame.anchor {
                entry["pivot"] = json!({ "x": share(x, place.width), "y": share(y, place.height) });
            }
            if !frame.duration.is_zero() {
                entry["duration"] = millis(frame.duration.as_nanos()).into();
            }
            entry
        };
        let entries: Vec<_> = frames.all().iter().zip(&self.places).map(entry).collect();
        let mut atlas = json!({ "frames": entries, "meta": { "image": Self::SHEET } });
        let tags = frames.tags.iter();
        let tags: Vec<_> = tags
            .map(|tag| json!({ "name": tag.name, "from": tag.frames.start, "to": tag.frames.end.saturating_sub(1) }))
            .collect();
        if !tags.is_empty() {
            atlas["meta"]["frameTags"] = tags.into();
        }
        let sheet = small_png::encode(self.sheet, &pixels, has_alpha);
        Held::of(atlas.to_string().into_bytes(), [(Self::SHEET.to_owned(), sheet)].into())
    }

    /// `mask`, which says what is solid on the sheet that the frames were cut from, for this one.
    fn mask_image(&self, frames: &Frames, mask: &MaskImage) -> String {
        let levels = self.laid(1, |n| {
            let cut = frames.all()[n].cut_from(mask.size());
            cut.map_or_else(Default::default, |cut| cut.restored(mask.levels()).into())
        });
        url(&small_png::encode_grey(self.sheet, &levels))
    }
}

/// A part of a side as a share of it, which stays the same however often it is read and written.
fn share(part: f64, side: u32) -> f64 {
    let side = f64::from(side);
    let mut share = part / side;
    for _ in 0..4 {
        share = share * side / side;
    }
    share
}

/// Nanoseconds as milliseconds: a whole number where they are.
fn millis(nanos: u128) -> serde_json::Number {
    match u64::try_from(nanos / 1_000_000) {
        Ok(millis) if nanos.is_multiple_of(1_000_000) => millis.into(),
        #[expect(clippy::cast_precision_loss, reason = "days, to the nanosecond")]
        _ => serde_json::Number::from_f64(nanos as f64 / 1e6).unwrap_or_else(|| 0.into()),
    }
}
