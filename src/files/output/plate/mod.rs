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

pub use chart::Chart;
pub use page::Plate;
pub use race::{RaceFormat, RaceLane, RacePlate};
