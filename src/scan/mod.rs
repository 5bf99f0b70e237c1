//! Scan strategies: in which order a collision test looks for a pixel that both masks share.
//!
//! Each strategy is one function in one file, generic over the [`Probe`] that watches it, with its visit order drawn
//! as digits in its module doc. [`Scan`] is the closed list of them. What several share lies in [`walk`] (orders as
//! iterators) and [`Pair`] (two masks and the box they share).
//!
//! ```
//! use maskscope::{geom::Offset, mask::{Mask, Prepared}, scan::{Count, Scan}};
//!
//! let a = Prepared::new("..##\n.##.".parse::<Mask>()?);
//! let mut count = Count::default();
//! let hit = Scan::Rows.run(&a, &a, Offset::new(1, 0), None, &mut count);
//! assert_eq!(hit.and_then(|hit| hit.cell), Some((2, 0)));   // local to the overlap box
//! assert_eq!(count.visits, 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! To add a strategy: write `scan/<name>.rs` with its order drawn in its doc, add the variant to [`Scan`], follow the
//! compiler through the matches (one of them asks for its pseudo-code in `scan/listing/`), add it to [`Scan::ALL`], and
//! run the tests: they find it by that list.

mod about;
mod blocks;
mod center_out;
mod channels;
mod columns;
mod combined;
mod cross;
mod edge_in;
mod hilbert;
mod incremental;
mod last_hit;
mod listing;
mod misread;
mod name;
mod pair;
mod probe;
mod rows;
mod sample;
mod stripes;
mod summed_area;
pub mod walk;
mod words;
mod x;

use std::num::NonZeroU32;

pub use about::{About, Parameter};
pub use channels::{Channels, Tolerance};
pub use incremental::Step;
pub use listing::{Line, Listing, Moment, State};
pub use misread::Misreading;
pub use name::ScanNameError;
pub use pair::{Hit, Pair, Visit};
pub use probe::{CellHistory, Count, Coverage, NoProbe, Outcome, Probe, RankMap, Trace, VisitWindow};
pub use stripes::StripeWidth;

use crate::{
    geom::{Cell, Offset},
    mask::{Prepared, Solid},
};

/// A scan strategy with its parameters: the closed list that feeds the menu, the keys, the command line and the tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scan {
    /// Row by row, bit by bit on the continuous packing.
    Rows,
    /// The same with a slip in the test of a pixel, named as a parameter of `rows`: approximate.
    Misread(Misreading),
    /// Column by column.
    Columns,
    /// Far apart cells first, then again one cell further.
    Incremental(Step),
    /// Columns where the box is tiny, otherwise incremental by thirds.
    Combined,
    /// A clockwise spiral from the border to the middle.
    EdgeIn {
        /// Take every so manieth cell of the spiral, then again from the next one.
        increment: NonZeroU32,
    },
    /// The same spiral backwards, from the middle to the border.
    CenterOut {
        /// Take every so manieth cell of the spiral, then again from the next one.
        increment: NonZeroU32,
    },
    /// The middle row and column first, then the rest row by row.
    Cross {
        /// The sweep that follows looks at the cross again.
        revisit: bool,
    },
    /// Both diagonals first, then the rest row by row.
    X {
        /// The sweep that follows looks at the diagonals again.
        revisit: bool,
    },
    /// Only every so manieth cell in both directions: approximate.
    Sample {
        /// Distance between neighbouring samples, in cells.
        every: NonZeroU32,
    },
    /// Halves of halves, by counting set pixels with summed-area tables.
    SummedArea {
        /// A rectangle of at most so many cells a side is not split: approximate above 1.
        granularity: NonZeroU32,
    },
    /// Everything, row by row, for the bounds of what is shared.
    Channels(Channels),
    /// Row by row, up to 64 cells in one AND.
    Words,
    /// Column stripes of both masks, each from top to bottom: pygame's order.
    Stripes(StripeWidth),
    /// Blocks of 64 × 64, in them blocks of 8 × 8, in them pixels.
    Blocks,
    /// Along a Hilbert curve.
    Hilbert,
    /// From the previous hit in growing rings.
    LastHit,
}

/// `n` as a parameter.
const fn parameter(n: u32) -> NonZeroU32 {
    NonZeroU32::new(n).expect("a parameter is not zero")
}

impl Scan {
    /// Each strategy once, with its defaults and without the articles' slips, in the order in which tables and menus list them.
    pub const ALL: [Self; 16] = [
        Self::Rows,
        Self::Columns,
        Self::Incremental(Step::Divisor(parameter(3))),
        Self::Combined,
        Self::EdgeIn { increment: parameter(1) },
        Self::CenterOut { increment: parameter(1) },
        Self::Cross { revisit: false },
        Self::X { revisit: false },
        Self::Sample { every: parameter(10) },
        Self::SummedArea { granularity: parameter(1) },
        Self::Channels(Channels { as_written: false, tolerance: None, union: false }),
        Self::Words,
        Self::Stripes(StripeWidth::W64),
        Self::Blocks,
        Self::Hilbert,
        Self::LastHit,
    ];

    /// Looks for a pixel that both masks share, with B at `offset`, telling `probe` of every visit before it is made.
    ///
    /// Answers the visit that decided, or `None` where nothing is found; no visit is made where the boxes are apart.
    /// `hint` is the previous placement's hit in A's pixels, for strategies that remember; the others do not look at it.
    pub fn run<P: Probe>(
        self,
        a: &Prepared,
        b: &Prepared,
        offset: Offset,
        hint: Option<Cell>,
        probe: &mut P,
    ) -> Option<Hit> {
        let pair = Pair::new(a, b, offset)?;
        match self {
            Self::Rows => rows::run(&pair, probe),
            Self::Misread(misreading) => misread::run(&pair, misreading, probe),
            Self::Columns => columns::run(&pair, probe),
            Self::Incremental(step) => incremental::run(&pair, step, probe),
            Self::Combined => combined::run(&pair, probe),
            Self::EdgeIn { increment } => edge_in::run(&pair, increment, probe),
            Self::CenterOut { increment } => center_out::run(&pair, increment, probe),
            Self::Cross { revisit } => cross::run(&pair, revisit, probe),
            Self::X { revisit } => x::run(&pair, revisit, probe),
            Self::Sample { every } => sample::run(&pair, every, probe),
            Self::SummedArea { granularity } => summed_area::run(&pair, granularity, probe),
            Self::Channels(channels) => channels::run(&pair, channels, probe),
            Self::Words => words::run(&pair, probe),
            Self::Stripes(width) => stripes::run(&pair, width, probe),
            Self::Blocks => blocks::run(&pair, probe),
            Self::Hilbert => hilbert::run(&pair, probe),
            Self::LastHit => last_hit::run(&pair, hint, probe),
        }
    }

    /// Derives from both masks what this scan reads, so that a timed run does not pay for it.
    pub fn prepare(self, a: &Prepared, b: &Prepared) {
        for mask in [a, b] {
            match self {
                Self::Rows | Self::Misread(Misreading::Logical) => _ = mask.packed(),
                Self::SummedArea { .. } => _ = mask.summed_area(),
                Self::Blocks => _ = mask.blocks(),
                Self::Misread(Misreading::EqualZeros)
                | Self::Columns
                | Self::Incremental(_)
                | Self::Combined
                | Self::EdgeIn { .. }
                | Self::CenterOut { .. }
                | Self::Cross { .. }
                | Self::X { .. }
                | Self::Sample { .. }
                | Self::Channels(_)
                | Self::Words
                | Self::Stripes(_)
                | Self::Hilbert
                | Self::LastHit => {}
            }
        }
    }

    /// Which pixels this scan takes for solid, where it brings a rule of its own: the masks it runs on are then made by
    /// that rule, not by the scene's thresholds.
    pub fn solid(self) -> Option<Solid> {
        match self {
            Self::Channels(channels) => channels.solid(),
            _ => None,
        }
    }

    /// How many pixels of a row the words have that this scan tests; `None` for scans that test no words.
    pub const fn word_bits(self) -> Option<u32> {
        match self {
            Self::Words => Some(u64::BITS),
            Self::Stripes(width) => Some(width.columns()),
            _ => None,
        }
    }

    /// True when the scan, with these parameters, can never err.
    pub fn is_exact(self) -> bool {
        match self {
            Self::Misread(_) => false,
            Self::Sample { every } => every.get() == 1,
            Self::SummedArea { granularity } => granularity.get() == 1,
            Self::Channels(Channels { as_written, tolerance, .. }) => !as_written && tolerance.is_none(),
            Self::Rows
            | Self::Columns
            | Self::Incremental(_)
            | Self::Combined
            | Self::EdgeIn { .. }
            | Self::CenterOut { .. }
            | Self::Cross { .. }
            | Self::X { .. }
            | Self::Words
            | Self::Stripes(_)
            | Self::Blocks
            | Self::Hilbert
            | Self::LastHit => true,
        }
    }
}
