//! Hitboxes of all files in the folder of a project, judged by their pictures.
//!
//! - `folder`: the files that may have hitboxes; `sprites`: the hitboxes of one, each with its frames.
//! - `judge`: the pixels in which a hitbox is wrong, and those of the best shape of its kind; `counts`: such
//!   pixels; `fingerprint`: hashes of pixels and shapes.
//! - `role`, `rules`, `pattern`: what a hitbox is for, by `maskscope.toml`.
//! - `row`, `baseline`, `limit`: the verdict on a hitbox, the accepted verdicts of an earlier time, and the gain that fails.
//! - `parallel`: work on several cores; `report`: all together; `look`: one of them again, beside shapes of every kind.

mod baseline;
mod counts;
mod fingerprint;
mod folder;
mod judge;
mod limit;
mod look;
mod parallel;
mod pattern;
mod report;
mod role;
mod row;
mod rules;
mod sprites;

pub use baseline::{BASELINE_FILE, Baseline, KnownHitbox};
pub use counts::PixelCounts;
pub use limit::GainLimit;
pub use look::{HitboxLook, KindLook};
pub use report::{Audit, SkippedFiles};
pub use role::HitboxRole;
pub use row::{AuditRow, AuditState};
pub use rules::set_role;
pub(in crate::files) use rules::{NAME as ROLES, RoleRules};
