//! Atlases of libGDX, in the layout before 1.9.13 and since; Spine writes them, too.
//!
//! ```text
//! walk.png                    walk.png
//! size: 64, 64                size: 64, 64
//! format: RGBA8888            repeat: none
//! walk                        walk
//!   rotate: true              index: 0
//!   xy: 34, 1                 bounds: 34, 1, 20, 28
//!   size: 20, 28              offsets: 6, 2, 32, 32
//!   orig: 32, 32              rotate: 90
//!   offset: 6, 2
//!   index: 0
//! ```
//!
//! A blank line ends a page. Sizes are those of the frame before it was turned, counter-clockwise, by 180 or 270 degrees only in
//! those of Spine; offsets count from the left and from the bottom of the source box. Whatever else is there is ignored.

use std::str::Lines;

use super::format::{AtlasFormat, ends};
use super::layout::{Layout, PackedFrame, Turned};
use crate::files::Reason;
use maskscope_core::geom::{Cell, IntRect, Size};
use maskscope_core::scene::Frames;

const NAME: &str = "a libGDX atlas";

/// Atlases of libGDX and Spine.
pub(super) const FORMAT: AtlasFormat = AtlasFormat {
    endings: &["atlas"],
    known: |text, path| ends(path, "atlas") || begins(text),
    is_sure: false,
    read: |file, _| read(file.text()?),
    paired: None,
};

/// True where `text` begins with the name of a page and a field of it.
fn begins(text: &[u8]) -> bool {
    let start = text.get(..4_096).unwrap_or(text);
    let mut lines = start.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
    let (Some(page), Some(field)) = (lines.next(), lines.next()) else { return false };
    let is_field = |name: &&[u8]| field.strip_prefix(*name).is_some_and(|rest| rest.starts_with(b":"));
    !page.contains(&b':') && [b"size".as_slice(), b"format", b"filter", b"repeat", b"pma"].iter().any(is_field)
}

/// Parses `text`.
fn read(text: &str) -> Result<Layout, Reason> {
    let mut lines = Numbered { lines: text.lines(), number: 0 };
    let mut layout = Layout::default();
    let mut is_on_page = false;
    let mut line = lines.next();
    while let Some(title) = line {
        if title.is_empty() {
            is_on_page = false;
            line = lines.next();
        } else if is_on_page {
            if layout.entries.len() == Frames::MOST {
                return Err(Reason::unreadable(NAME, &format!("it has more than {} frames", Frames::MOST)));
            }
            let mut region = RegionFields { name: title.to_owned(), ..RegionFields::default() };
            line = lines.fields(|field, values| region.take(field, values))?;
            layout.push(region.entry());
        } else {
            layout.begin(title.to_owned());
            is_on_page = true;
            line = lines.fields(|_, _| Ok(()))?;
        }
    }
    if layout.entries.is_empty() { Err(Reason::unreadable(NAME, "it has no frames")) } else { Ok(layout) }
}

/// Lines without white space around them, counted from 1.
struct Numbered<'a> {
    lines: Lines<'a>,
    number: usize,
}

impl<'a> Numbered<'a> {
    fn next(&mut self) -> Option<&'a str> {
        self.number += 1;
        self.lines.next().map(str::trim)
    }

    /// Hands fields to `take` as long as there are any; returns the line behind them.
    fn fields(&mut self, mut take: impl FnMut(&str, &str) -> Result<(), String>) -> Result<Option<&'a str>, Reason> {
        loop {
            let line = self.next();
            let Some((field, values)) = line.and_then(|line| line.split_once(':')) else { return Ok(line) };
            let refused = |why: String| Reason::unreadable(NAME, &format!("line {}: {why}", self.number));
            take(field.trim(), values.trim()).map_err(refused)?;
        }
    }
}

/// The fields of a frame.
#[derive(Default)]
struct RegionFields {
    name: String,
    index: Option<u32>,
    turned: Turned,
    corner: Cell,
    size: Size,
    /// Clear columns at the left and clear rows at the bottom that were trimmed.
    offset: Cell,
    original: Size,
}

impl RegionFields {
    fn take(&mut self, field: &str, values: &str) -> Result<(), String> {
        let pair = || numbers(field, values).map(|[x, y]| cell(x, y));
        match field {
            "index" => self.index = u32::try_from(numbers::<1>(field, values)?[0]).ok(),
            "rotate" => {
                self.turned = match values {
                    "false" | "0" => Turned::Not,
                    "true" | "90" => Turned::Counterclockwise,
                    "180" => Turned::Half,
                    "270" => Turned::Clockwise,
                    _ => return Err(format!("rotate is \"{values}\"; true, false, 0, 90, 180 and 270 are read")),
                }
            }
            "xy" => self.corner = pair()?,
            "size" => self.size = size(field, numbers(field, values)?)?,
            "offset" => self.offset = pair()?,
            "orig" => self.original = size(field, numbers(field, values)?)?,
            "bounds" | "offsets" => {
                let [x, y, width, height] = numbers(field, values)?;
                let (corner, size) = (cell(x, y), size(field, [width, height])?);
                if field == "bounds" {
                    (self.corner, self.size) = (corner, size);
                } else {
                    (self.offset, self.original) = (corner, size);
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn entry(self) -> PackedFrame {
        let source = if self.original == Size::default() { self.size } else { self.original };
        let (trimmed, bottom) = (i64::from(self.size.height), self.offset.y);
        PackedFrame {
            name: self.name.into(),
            index: self.index,
            on_sheet: IntRect::new(self.corner, self.turned.size(self.size)),
            turned: self.turned,
            in_source: Cell::new(self.offset.x, i64::from(source.height) - bottom - trimmed),
            source,
            ..PackedFrame::default()
        }
    }
}

fn cell(x: i32, y: i32) -> Cell {
    Cell::new(x.into(), y.into())
}

fn size(field: &str, [width, height]: [i32; 2]) -> Result<Size, String> {
    let side = |side: i32| u32::try_from(side).map_err(|_| format!("{field} has a side of {side}"));
    Ok(Size::new(side(width)?, side(height)?))
}

/// The `N` whole numbers of a field, separated by commas.
fn numbers<const N: usize>(field: &str, values: &str) -> Result<[i32; N], String> {
    let read: Option<Vec<i32>> = values.split(',').map(|value| value.trim().parse().ok()).collect();
    let read = read.and_then(|read| read.try_into().ok());
    let expected = if N == 1 { "a whole number".to_owned() } else { format!("{N} whole numbers") };
    read.ok_or_else(|| format!("{field} is \"{values}\", not {expected} in range"))
}
