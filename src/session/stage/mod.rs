//! The stage: the two sprites and where they stand.

mod action;
mod change;
#[expect(clippy::module_inception, reason = "the module has the name of its main type")]
mod stage;

pub use action::{Newer, StageAction};
pub(super) use action::{StageRefusal, UndoStream};
pub use stage::{Family, ParentRef, Placed, Slot, Stage};
