//! The hitboxes of a project, audited: which one is shown beside a better one, and what was saved into its files.
//!
//! - `report`: the hitboxes that an audit has found; `detail`: one of them on its frames, beside better shapes, and the lines that
//!   saving changes.
//! - `action`: changes and events; `audit`: the state.

mod action;
mod audit;
mod detail;
mod report;

pub use action::{AuditProgress, ProjectAction, ProjectWanted};
pub use audit::ProjectAudit;
pub use detail::{
    DetailedFrame, DetailedKind, HitboxDetail, HitboxPicture, PlannedChange, PlannedLine, SavePlan, SavedHitbox,
};
pub use report::{AuditedHitbox, BaselineNote, HitboxGroup, ProjectReport, SkippedHitboxes, WrongPixels};
