//! The articles' slips: what each is, and how to see it.

use super::scans::{ScanAction, ScanList};
use crate::{
    scan::{Channels, Misreading, Scan, Tolerance},
    scene::{PreCheck, PreCheckMode, PreChecking},
};

/// A slip in one of the articles: shown, never copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trap {
    /// At tolerance 0, a search colour of 1 finds only odd alphas.
    OddAlpha,
    /// A search colour is a bit mask, not a least value.
    BitMaskTolerance,
    /// A match that lies only in the first pixel is lost.
    LostCorner,
    /// The box rule that holds for any two boxes.
    AlwaysTrueBox,
    /// Two clear pixels have the same value.
    EqualZeros,
    /// Bitwise operators read as logical ones.
    LogicalOperators,
    /// A clamp that lets one row too many through.
    ClampOffByOne,
}

impl Trap {
    /// Every trap, in the order in which they are listed.
    pub const ALL: [Self; 7] = [
        Self::OddAlpha,
        Self::BitMaskTolerance,
        Self::LostCorner,
        Self::AlwaysTrueBox,
        Self::EqualZeros,
        Self::LogicalOperators,
        Self::ClampOffByOne,
    ];

    /// What it is called.
    pub const fn title(self) -> &'static str {
        match self {
            Self::OddAlpha => "Odd alpha",
            Self::BitMaskTolerance => "Bit-mask tolerance",
            Self::LostCorner => "The lost corner pixel",
            Self::AlwaysTrueBox => "The always-true box",
            Self::EqualZeros => "Equal zeros",
            Self::LogicalOperators => "Logical operators",
            Self::ClampOffByOne => "The clamp off by one",
        }
    }

    /// What goes wrong, in a sentence or two.
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::OddAlpha => {
                "At tolerance 0 the channels look for a colour of 1 as a bit mask: a pair in which an alpha is even is \
                 missed, three pairs of four."
            }
            Self::BitMaskTolerance => {
                "A tolerance of 0.75 becomes the bit mask 191: only the alphas 191 and 255 have all of its bits."
            }
            Self::LostCorner => {
                "Flash's getColorBoundsRect takes bounds at 0,0 of size 1 for none: an overlap of only the first pixel is \
                 lost."
            }
            Self::AlwaysTrueBox => {
                "max(0, …) is never below 0, so the printed rule overlap >= 0 lets every pair of boxes pass."
            }
            Self::EqualZeros => "Masks that have the same value collide: so do two clear pixels.",
            Self::LogicalOperators => {
                "(word >> bit) && 1 read as a logical AND asks only for a word that is not 0: one set bit answers for all \
                 below it."
            }
            Self::ClampOffByOne => {
                "Clamping where y > height leaves y == height, a row below the picture. It shows with the terrain probe, \
                 not with two sprites."
            }
        }
    }

    /// Whose it is.
    pub const fn source(self) -> &'static str {
        match self {
            Self::OddAlpha | Self::BitMaskTolerance | Self::LostCorner => "Gilbert",
            Self::AlwaysTrueBox | Self::EqualZeros => "Alex",
            Self::LogicalOperators => "Phaelax",
            Self::ClampOffByOne => "FGS5",
        }
    }

    /// The scan that walks into it, where a scan does.
    fn scan(self) -> Option<Scan> {
        let written = Channels { as_written: true, ..Channels::default() };
        match self {
            Self::OddAlpha | Self::LostCorner => Some(Scan::Channels(written)),
            Self::BitMaskTolerance => Some(Scan::Channels(Channels { tolerance: Tolerance::new(0.75), ..written })),
            Self::EqualZeros => Some(Scan::Misread(Misreading::EqualZeros)),
            Self::LogicalOperators => Some(Scan::Misread(Misreading::Logical)),
            Self::AlwaysTrueBox | Self::ClampOffByOne => None,
        }
    }

    /// The pre-check that is it, where it is one.
    fn pre_check(self) -> Option<PreChecking> {
        let check = PreCheck::BoxAlways;
        (self == Self::AlwaysTrueBox).then_some(PreChecking { check, mode: PreCheckMode::Instead })
    }

    /// Whether the table walks into it; `None` where it cannot be switched.
    pub fn is_on(self, scans: &ScanList) -> Option<bool> {
        let by_scan = self.scan().map(|scan| scans.scans().contains(&scan));
        by_scan.or_else(|| self.pre_check().map(|check| scans.pre_check() == Some(check)))
    }

    /// What switches it on or off; `None` where it cannot be switched.
    pub fn switch(self, on: bool) -> Option<ScanAction> {
        let by_scan = self.scan().map(|scan| ScanAction::Use(if on { scan } else { scan.with_defaults() }));
        by_scan.or_else(|| self.pre_check().map(|check| ScanAction::SetPreCheck(on.then_some(check))))
    }
}
