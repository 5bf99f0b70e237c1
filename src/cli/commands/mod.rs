//! Commands, one file each: their arguments, and their answers as text and as JSON. `replay` and `run` have folders of their
//! own.
//!
//! - `check`: one placement, judged by every scan; `comparisons`: its pre-checks and engines; `time`: the time of the scans.
//! - `mask`, `fit`: the mask of an image, and the shape that fits it best; `audit`: the hitboxes of a project; `fix`: a better
//!   one in the file of a game.
//! - `scans`, `order`: the list of the strategies, and the visit order of one.
//! - `survey`: a question about many placements; `terrain`: the ball on the hills, moved by a key file.
//! - `completions`, `man`: what a shell completes, and the manual pages.

mod audit;
mod check;
mod comparisons;
mod completions;
mod fit;
mod fix;
mod man;
mod mask;
mod order;
mod scans;
mod survey;
mod terrain;
mod time;

pub(super) use audit::AuditArgs;
pub(super) use check::CheckArgs;
pub(super) use completions::CompletionsArgs;
pub(super) use fit::FitArgs;
pub(super) use fix::FixArgs;
pub(super) use man::ManArgs;
pub(super) use mask::MaskArgs;
pub(super) use order::OrderArgs;
pub(super) use scans::ScansArgs;
pub(super) use survey::SurveyArgs;
pub(super) use terrain::TerrainArgs;
pub(super) use time::TimeArgs;
