//! Plates: the order of a scan as a picture fit for an article, still or moving.
//!
//! ```text
//! edge-in · 9 × 7                  title
//! on a checkerboard, …             what was scanned
//! ┌────┬────┬────┐
//! │ 1  │ 2  │ 3  │                 the cells of the overlap box, tinted by what is solid in them;
//! │ 8  │ ◆  │ 4  │                 on each the number of its visit, from 1 as in the window;
//! └────┴────┴────┘                 the diamond is the first hit
//! ▇▇▆▆▅▅▄▄▃▃▂▂▁▁                   the colours of the visits, first to last
//! 9 visits · hit at 1,1 as #9      the result
//! After Joseph Lenton, …           the strategy's source
//! ```
//!
//! A [`Page`](page::Page) places everything once and draws it with a [`Pen`](pen::Pen): as SVG or on pixels. An animation
//! draws the same page visit by visit, so that it ends with the plate. A [`Chart`] is a plate of a survey, a [`RacePlate`]
//! one of many scans side by side.

mod animation;
mod bitmap;
mod board;
mod chart;
mod legend;
mod page;
mod pen;
mod race;
mod record;
mod svg;
mod tiles;
mod type_area;

use bitmap::Bitmap;
pub use chart::{Chart, ChartMap, Key};
use page::Page;
pub use race::{RaceFormat, RaceLane, RacePlate};
use svg::Svg;

use super::Order;
use crate::palette::Palette;

/// What a plate says was scanned.
#[derive(Clone, Copy, Debug)]
pub enum Scanned<'a> {
    /// Two sprites, by name.
    Sprites {
        /// The name of sprite A.
        a: &'a str,
        /// The name of sprite B.
        b: &'a str,
    },
    /// The black and the white cells of a checkerboard, which need not be shown.
    Checkerboard,
}

/// The diagram of a scanning order.
///
/// Its memory is bounded by the picture, whose sides are at most some 2,000 px, and by one bit per cell of the overlap.
#[derive(Clone, Copy, Debug)]
pub struct Plate<'a> {
    /// The scan and where it runs.
    pub order: Order<'a>,
    /// What the title says of the masks.
    pub scanned: Scanned<'a>,
    /// The colours.
    pub palette: &'a Palette,
}

impl Plate<'_> {
    /// The plate as SVG; its texts stay texts.
    pub fn to_svg(&self) -> String {
        let page = Page::new(self);
        let mut svg = Svg::default();
        page.draw(&mut svg);
        svg.finish(page.size, &page.title)
    }

    /// The plate as PNG.
    pub fn to_png(&self) -> Vec<u8> {
        let page = Page::new(self);
        let mut bitmap = Bitmap::new(page.size);
        page.draw(&mut bitmap);
        bitmap.to_png()
    }

    /// The plate filling up, as an animated GIF that repeats for ever.
    pub fn to_gif(&self) -> Vec<u8> {
        animation::gif(&Page::new(self))
    }

    /// The plate filling up, as an animated PNG that repeats for ever.
    pub fn to_apng(&self) -> Vec<u8> {
        animation::apng(&Page::new(self))
    }
}
