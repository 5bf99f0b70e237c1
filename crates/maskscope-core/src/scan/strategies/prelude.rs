//! Imports for the file of a strategy.

pub(super) use std::num::NonZeroU32;

pub(super) use crate::geom::{Cell, IntRect, Size};
pub(super) use crate::palette::hex;
pub(super) use crate::scan::field::{Field, count};
pub(super) use crate::scan::listing::{Listing, State, VisitContext};
pub(super) use crate::scan::probe::{Probe, VisitOutcome};
pub(super) use crate::scan::strategy::{
    ALEX, About, BAD_ROW_BY_ROW, Contest, GOOD_ROW_BY_ROW, PLAY_MY_CODE, Parameters, Reads, Source, Strategy, Weakness,
    at_least_one,
};
pub(super) use crate::scan::visit::{Hit, Visit};
pub(super) use crate::scan::{pair::Pair, walk};
pub(super) use crate::words::{located, ordinal, thousands};
