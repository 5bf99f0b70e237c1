//! Surveys: a question asked over many placements, not of one.
//!
//! - [`CostSurvey`]: how many visits each scan needs at every offset; of it [`Summary`], [`Histogram`], [`Winners`],
//!   [`difference`] and PlayMyCode's [`Claim`].
//! - [`Divergence`]: where a scan, a pre-check or an engine is wrong.
//! - [`AreaMap`]: how much is shared at every offset.
//! - [`Thresholds`]: how much is shared at each pair of thresholds; [`FrameMatrix`]: by each pair of frames.
//! - [`Disagreement`]: at which angles and fractions of a cell two ways to read the same pair differ.
//! - [`RouteRun`]: what each scan needs along a route, what it gets wrong, and what B jumps over; of it [`Ranked`].
//! - [`Defeat`]: art over which a scan does as badly as it can.
//!
//! Those that take long are a [`Survey`]: asked in steps, coarse places first in the order of [`Sweep`], so that a picture
//! is whole at once and sharpens, and can be left and gone on with.
//!
//! ```
//! use maskscope::{scan::Scan, scene::{Picture, Sprite}, survey::{CostSurvey, Summary, Survey}, geom::Size};
//!
//! let block = Sprite::new("block", Picture::new(Size::new(2, 1), vec![255; 8], "PNG", true), 0);
//! let mut survey = CostSurvey::new(block.raster(), block.raster(), &[Scan::Rows])?;
//! assert!(survey.finish(&|| false));
//! let summary = Summary::of(&survey, &survey.maps()[0]);
//! assert_eq!((summary.hits.offsets, summary.hits.total), (3, 3));     // x from -1 to 1, each hit at once
//! # Ok::<(), maskscope::survey::TooMany>(())
//! ```

mod area_map;
mod claim;
mod cost;
mod defeat;
mod disagreement;
mod divergence;
mod frame_matrix;
mod offsets;
mod plane;
mod progress;
mod ranking;
mod route_run;
mod scale;
mod summary;
mod sweep;
mod thresholds;
mod tunnel;
mod verdict;
mod winners;

pub use area_map::AreaMap;
pub use claim::Claim;
pub use cost::{Cost, CostMap, CostSurvey};
pub use defeat::Defeat;
pub use disagreement::{Disagreement, DisagreementError, Reader, Variation};
pub use divergence::{Divergence, Witness};
pub use frame_matrix::{FrameMatrix, FramesError};
pub use offsets::{Offsets, TooMany};
pub use plane::Plane;
pub use progress::{Budget, Progress, Survey};
pub use ranking::Ranked;
pub use route_run::{Memory, RouteError, RouteRun, RouteStep};
pub use scale::LogScale;
pub use summary::{Histogram, Spread, Stats, Summary};
pub use sweep::{Square, Sweep};
pub use thresholds::Thresholds;
pub use verdict::Verdict;
pub use winners::{Winner, Winners, competes, difference};
