//! Imports for the file of a strategy.

pub(super) use std::num::NonZeroU32;

pub(super) use super::field::{Field, count};
pub(super) use super::listing::{Listing, State, VisitContext};
pub(super) use super::probe::{Outcome, Probe};
pub(super) use super::strategy::{ALEX, About, BAD_ROW_BY_ROW, Contest, GOOD_ROW_BY_ROW, PLAY_MY_CODE, Parameters};
pub(super) use super::strategy::{Reads, Source, Strategy, Weakness, at_least_one};
pub(super) use super::visit::{Hit, Visit};
pub(super) use super::{pair::Pair, walk};
pub(super) use crate::geom::{Cell, IntRect, Size};
pub(super) use crate::palette::hex;
pub(super) use crate::words::{located, ordinal, thousands};
