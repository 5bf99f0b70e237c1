//! Imports for the file of a strategy.

pub(super) use std::num::NonZeroU32;

pub(super) use super::{
    field::{Field, count},
    listing::{Listing, State, VisitContext},
    pair::Pair,
    probe::{Outcome, Probe},
    strategy::{
        ALEX, About, BAD_ROW_BY_ROW, Contest, GOOD_ROW_BY_ROW, PLAY_MY_CODE, Parameters, Strategy, Weakness,
        at_least_one,
    },
    visit::{Hit, Visit},
    walk,
};
pub(super) use crate::{
    geom::{Cell, IntRect, Size},
    palette::hex,
    words::{located, ordinal, thousands},
};
