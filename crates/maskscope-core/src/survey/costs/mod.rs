//! Costs of scans over many offsets, and what follows from them.
//!
//! - `cost_survey`: the visits of each scan at every offset; `counts`: how they are spread; `cost_answer`: the answer.
//! - `survey_times`: how long they take; `advice`: which to use.
//! - `summary`: each scan in one row; `ranking`: their order; `fewest`: how often each needs the fewest visits; `ratios`:
//!   how many times fewer; `winners`: where.

mod advice;
mod cost_answer;
mod cost_survey;
mod counts;
mod fewest;
mod ranking;
mod ratios;
mod summary;
mod survey_times;
mod winners;

pub(super) use advice::no_hit;
pub use cost_answer::CostAnswer;
pub(super) use cost_survey::{CLEVER, LINEAR};
pub use cost_survey::{CostMap, CostSurvey};
pub use counts::{Spread, Stats};
pub use fewest::{Fewest, Typical};
pub(super) use ranking::FewestAt;
pub use ranking::{Among, FewestShares, Ranking};
pub use ratios::{Extreme, Ratios};
pub(super) use ratios::{compared, factor};
pub use summary::Summary;
pub use survey_times::{Round, RunningRound, SurveyTimes};
pub use winners::{Winners, WonRegion};
