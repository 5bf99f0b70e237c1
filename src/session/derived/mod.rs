//! Values derived from the state, and the work that finds them.
//!
//! Every value keeps the key it was made for. Staying up to date only takes comparing keys: an idle session compares a
//! few and computes nothing. A derived thing is a key that knows how to make its value ([`Derive`]), and a
//! line in the list of [`Derived`].
//!
//! - `derive`: a derived thing; `derived`: all of them; `requested`: what the state asks for; `subject`: what each is about.
//! - `recording`, `found`, `cancel`: the selected scan's run; `table`, `timings`: the runs of all scans; `pinned`: those where B
//!   is pinned.
//! - `masks`, `shapes`, `surveys`, `judged`: what follows from masks, hitboxes, surveys and a person's own scan.

mod cancel;
mod derive;
#[expect(clippy::module_inception, reason = "the module has the name of its main type")]
mod derived;
mod found;
mod judged;
mod masks;
mod pinned;
mod recording;
mod requested;
mod shapes;
mod subject;
mod surveys;
mod table;
mod timings;

pub use derive::{Derive, Job, JobResult};
pub use derived::Derived;
pub use found::VisitFind;
pub use judged::{AskedEverywhere, Everywhere, JudgedKey, OwnJudgement, WholeOrder};
pub use masks::{Colliding, EnginesAsked, Examined, Touching};
pub use pinned::{PinAnswers, PinAsked};
pub use recording::{CellWatched, RankedTexels, Recording, RecordingKey, Windowed};
pub(super) use requested::Requested;
pub use shapes::{Differing, Fitted, ShapesMet, ShapesPushed, SharedCells};
pub use subject::Subject;
pub use surveys::{PlaceRead, Published, ReadCells, SurveyJob};
pub use table::{Lane, Raced, Tabled};
pub use timings::{ProbeTimings, ProbedStep, Timed};
