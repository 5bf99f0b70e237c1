//! What the file of a strategy needs.

pub(super) use std::num::NonZeroU32;

pub(super) use super::{
    field::{Field, count},
    listing::{Listing, State, VisitContext},
    pair::{Hit, Pair, Visit},
    probe::{Outcome, Probe},
    strategy::{ALEX, About, Contest, PLAY_MY_CODE, Parameters, Strategy, at_least_one},
    walk,
};
pub(super) use crate::{
    geom::{Cell, IntRect, Size},
    palette::hex,
    words::{located, thousands},
};
