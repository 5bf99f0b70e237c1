//! Changes of the session, one file for each concern: what follows from an action, from time that passes, and from outside.
//!
//! - `apply`: the actions, the one function that applies them, and what follows at once; `follow`: what follows from time
//!   that passes and from work that is done.
//! - `travel`: undo, redo and the documents that were kept.
//! - `files`, `open_scene`: files in and out; the open scene and what is unsaved.
//! - `checks`: a check of a log or of a drag on the stage; `teaching`: the steps and tasks of a lesson.
//! - `projects`: the audit of a project. `hitboxes`: hitboxes judged by the masks; `origin`, `here`: the origin of the places that people read, and the result in
//!   a line.

mod apply;
mod checks;
mod files;
mod follow;
mod here;
mod hitboxes;
mod open_scene;
mod origin;
mod projects;
mod teaching;
mod travel;

pub use apply::Action;
pub use files::LONGEST_LINK;
pub use here::Here;
pub use origin::Origin;
