//! Values derived from the state, and the work that finds them.
//!
//! Every value keeps the key it was made for. Staying up to date only takes comparing keys: an idle session compares a
//! few and computes nothing. A derived thing is one file: its key, which knows how to make its value ([`Derive`]); and
//! a line in the list of [`Derived`].

mod cancel;
mod cell_visits;
mod collision;
mod contact;
mod derive;
#[expect(clippy::module_inception, reason = "the room is named after what it holds")]
mod derived;
mod engines;
mod found;
mod health;
mod lane;
mod probe;
mod ranks;
mod recording;
mod subject;
mod surveys;
mod table;
mod tail;
mod timings;
mod window;
mod wishes;

pub use cell_visits::CellWatched;
pub use collision::Colliding;
pub use contact::Touching;
pub use derive::{Derive, Job, JobResult};
pub use derived::Derived;
pub use engines::EnginesAsked;
pub use found::Found;
pub use health::Examined;
pub use lane::{Lane, Raced};
pub use probe::{ProbeTimings, ProbedStep};
pub use ranks::Ranked;
pub use recording::{Recorded, Recording};
pub use subject::Subject;
pub use surveys::{Published, SurveyJob};
pub use table::Tabled;
pub use timings::Timed;
pub use window::Windowed;
pub(super) use wishes::Wishes;
