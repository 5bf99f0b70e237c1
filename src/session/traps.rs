//! The articles' slips: what each is, and how to see it.

use strum::{EnumMessage, IntoStaticStr, VariantArray};

use super::scans::{ScanAction, ScanList};
use maskscope_core::scan::{Channels, Rows, Scan, Tolerance};
use maskscope_core::scene::{PreCheck, PreCheckMode, PreChecking};

/// A slip in one of the articles: shown, never copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, VariantArray, IntoStaticStr, EnumMessage)]
#[strum(serialize_all = "kebab-case")]
pub enum Trap {
    /// At tolerance 0 the channels look for a colour of 1 as a bit mask: a pair in which an alpha is even is missed, three
    /// pairs of four.
    #[strum(message = "Odd alpha")]
    OddAlpha,
    /// A tolerance of 0.75 becomes the bit mask 191: only the alphas 191 and 255 have all of its bits.
    #[strum(message = "Bit-mask tolerance")]
    BitMaskTolerance,
    /// Flash's getColorBoundsRect takes bounds at 0,0 of size 1 for none: an overlap of only the first pixel is lost.
    #[strum(message = "The lost corner pixel")]
    LostCorner,
    /// max(0, …) is never below 0, so the printed rule overlap >= 0 lets every pair of boxes pass.
    #[strum(message = "The always-true box")]
    AlwaysTrueBox,
    /// Masks that have the same value collide: so do two clear pixels.
    #[strum(message = "Equal zeros")]
    EqualZeros,
    /// (word >> bit) && 1 read as a logical AND asks only for a word that is not 0: one set bit answers for all below it.
    #[strum(message = "Logical operators")]
    LogicalOperators,
    /// Clamping where y > height leaves y == height, a row below the picture. It shows with the terrain probe, not with two
    /// sprites.
    #[strum(message = "The clamp off by one")]
    ClampOffByOne,
}

impl Trap {
    /// The article it comes from.
    pub const fn source(self) -> &'static str {
        match self {
            Self::OddAlpha | Self::BitMaskTolerance | Self::LostCorner => "Gilbert",
            Self::AlwaysTrueBox | Self::EqualZeros => "Alex",
            Self::LogicalOperators => "Phaelax",
            Self::ClampOffByOne => "FGS5",
        }
    }

    /// The scan that makes the mistake, if one does.
    fn scan(self) -> Option<Scan> {
        let written = Channels { as_written: true, ..Channels::default() };
        match self {
            Self::OddAlpha | Self::LostCorner => Some(Scan::Channels(written)),
            Self::BitMaskTolerance => Some(Scan::Channels(Channels { tolerance: Tolerance::new(0.75), ..written })),
            Self::EqualZeros => Some(Scan::Rows(Rows::EqualZeros)),
            Self::LogicalOperators => Some(Scan::Rows(Rows::Logical)),
            Self::AlwaysTrueBox | Self::ClampOffByOne => None,
        }
    }

    /// The pre-check that makes the mistake, if one does.
    fn pre_check(self) -> Option<PreChecking> {
        let check = PreCheck::BoxAlways;
        (self == Self::AlwaysTrueBox).then_some(PreChecking { check, mode: PreCheckMode::Instead })
    }

    /// True if the table makes the mistake; `None` if it cannot be switched.
    pub fn is_on(self, scans: &ScanList) -> Option<bool> {
        let by_scan = self.scan().map(|scan| scans.scans().contains(&scan));
        by_scan.or_else(|| self.pre_check().map(|check| scans.pre_check == Some(check)))
    }

    /// The action that switches it on or off; `None` if it cannot be switched.
    pub fn switch(self, on: bool) -> Option<ScanAction> {
        let by_scan = self.scan().map(|scan| ScanAction::Use(if on { scan } else { scan.with_defaults() }));
        by_scan.or_else(|| self.pre_check().map(|check| ScanAction::SetPreCheck(on.then_some(check))))
    }
}
