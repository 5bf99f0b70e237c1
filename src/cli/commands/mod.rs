//! Commands, one file each: their arguments, and their answers as text and as JSON. `replay` and `run` have folders of their
//! own.

mod check;
mod comparisons;
mod completions;
mod fit;
mod man;
mod mask;
mod order;
mod scans;
mod survey;
mod terrain;
mod time;

pub(super) use check::Check;
pub(super) use completions::Completions;
pub(super) use fit::Fit;
pub(super) use man::Man;
pub(super) use mask::Mask;
pub(super) use order::Order;
pub(super) use scans::Scans;
pub(super) use survey::Survey;
pub(super) use terrain::Terrain;
pub(super) use time::Time;
