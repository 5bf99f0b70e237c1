//! Changes to the audit of a project, events of it, and what it wants from outside.

use std::path::PathBuf;
use std::sync::Arc;

use super::detail::{HitboxDetail, HitboxPicture, SavePlan, SavedHitbox};
use super::report::{HitboxGroup, ProjectReport};
use maskscope_core::shape::fit::Form;

/// Parts of an audit that are done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AuditProgress {
    /// The things that are counted: `files`.
    pub unit: &'static str,
    /// The number of those that are done.
    pub done: u64,
    /// The number of all.
    pub total: u64,
}

/// Something that is to be found out on the disk, of an audit by its number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProjectWanted {
    /// The hitboxes of a folder.
    Report(u64, PathBuf),
    /// A hitbox, by its place in the report, on its frames and beside better ones. With it comes the number of times that files were written before.
    Detail(u64, usize, u64),
    /// The lines that saving a shape of a kind would change; of its own kind if none is chosen.
    Plan(u64, usize, u64, Option<Form>),
    /// A small picture of a hitbox.
    Picture(u64, usize),
}

/// A change to the audit, or an event of it.
#[derive(Clone, Debug)]
pub enum ProjectAction {
    /// Another folder is audited, in place of all that was open here.
    Open(PathBuf),
    /// The folder is audited again.
    CheckAgain,
    /// The audit under way is given up; what an earlier one has found stays.
    Stop,
    /// Closes it.
    Close,
    /// Parts of the audit of a number are done.
    Reached(u64, AuditProgress),
    /// The audit of a number is complete; `None` if it has failed.
    Audited(u64, Option<Arc<ProjectReport>>),
    /// Shows a hitbox, by its place in the report.
    Choose(usize),
    /// Shows the next hitbox of the list, or the one before.
    ChooseNext {
        /// The next.
        on: bool,
    },
    /// Compares with the best shape of a kind; of its own kind if `None`.
    ChooseKind(Option<Form>),
    /// Shows a frame, by its place among those that are tested.
    ShowFrame(usize),
    /// Lists the hitboxes of a group, or only their number.
    ShowGroup(HitboxGroup, bool),
    /// Asks for small pictures of these hitboxes.
    Picture(Vec<usize>),
    /// A small picture was made; `None` if it cannot be.
    FoundPicture(ProjectWanted, Option<Arc<HitboxPicture>>),
    /// A hitbox was read, or cannot be for this reason.
    FoundDetail(ProjectWanted, Result<Arc<HitboxDetail>, String>),
    /// The lines that saving would change are known, or why it changes none.
    FoundPlan(ProjectWanted, Result<Arc<SavePlan>, String>),
    /// A shape was written into the file of a hitbox.
    Saved(Box<SavedHitbox>),
    /// The last change of a file was undone.
    Undone(String),
}
