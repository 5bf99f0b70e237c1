//! Answers as they are shown: values over places, with their legends.
//!
//! - `places`: the places of a survey; `map`: a value at every place.
//! - `sheet`: headlines, labels, legends and swatches.

mod map;
mod places;
mod sheet;

pub(super) use map::legend;
pub use map::{Ink, Inside, LogScale, Map, Role, Term};
pub use places::{Place, Places};
pub use sheet::{AnswerText, Hatch, Headline, Label, Legend, RampLegend, Swatch};
