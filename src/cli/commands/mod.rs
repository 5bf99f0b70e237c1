//! Commands, one file each: their arguments, and their answers as text and as JSON. `replay` and `run` have folders of their
//! own.

mod check;
mod comparisons;
mod fit;
mod mask;
mod order;
mod scans;
mod survey;
mod terrain;
mod time;

pub(super) use check::CheckArgs;
pub(super) use fit::FitArgs;
pub(super) use mask::MaskArgs;
pub(super) use order::OrderArgs;
pub(super) use scans::Scans;
pub(super) use survey::SurveyArgs;
pub(super) use terrain::Terrain;
pub(super) use time::Time;
