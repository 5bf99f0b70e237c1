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
//! compiler through the matches, add it to [`Scan::ALL`], and run the tests: they find it by that list.

mod about;
mod center_out;
mod columns;
mod combined;
mod edge_in;
mod incremental;
mod name;
mod pair;
mod probe;
mod rows;
mod sample;
pub mod walk;
mod words;

use std::num::NonZeroU32;

pub use about::{About, Parameter};
pub use incremental::Step;
pub use name::ScanNameError;
pub use pair::{Hit, Pair, Visit};
pub use probe::{Count, NoProbe, Probe, RankMap, Trace, VisitWindow};

use crate::{
    geom::{Cell, Offset},
    mask::Prepared,
};

/// A scan strategy with its parameters: the closed list that feeds the menu, the keys, the command line and the tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scan {
    /// Row by row, bit by bit on the continuous packing.
    Rows,
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
    /// Only every so manieth cell in both directions: approximate.
    Sample {
        /// Distance between neighbouring samples, in cells.
        every: NonZeroU32,
    },
    /// Row by row, up to 64 cells in one AND.
    Words,
}

/// `n` as a parameter.
const fn parameter(n: u32) -> NonZeroU32 {
    NonZeroU32::new(n).expect("a parameter is not zero")
}

impl Scan {
    /// Each strategy once, with its defaults, in the order in which tables and menus list them.
    pub const ALL: [Self; 8] = [
        Self::Rows,
        Self::Columns,
        Self::Incremental(Step::Divisor(parameter(3))),
        Self::Combined,
        Self::EdgeIn { increment: parameter(1) },
        Self::CenterOut { increment: parameter(1) },
        Self::Sample { every: parameter(10) },
        Self::Words,
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
        _hint: Option<Cell>,
        probe: &mut P,
    ) -> Option<Hit> {
        let pair = Pair::new(a, b, offset)?;
        match self {
            Self::Rows => rows::run(&pair, probe),
            Self::Columns => columns::run(&pair, probe),
            Self::Incremental(step) => incremental::run(&pair, step, probe),
            Self::Combined => combined::run(&pair, probe),
            Self::EdgeIn { increment } => edge_in::run(&pair, increment, probe),
            Self::CenterOut { increment } => center_out::run(&pair, increment, probe),
            Self::Sample { every } => sample::run(&pair, every, probe),
            Self::Words => words::run(&pair, probe),
        }
    }

    /// Derives from both masks what this scan reads, so that a timed run does not pay for it.
    pub fn prepare(self, a: &Prepared, b: &Prepared) {
        match self {
            Self::Rows => {
                a.packed();
                b.packed();
            }
            Self::Columns
            | Self::Incremental(_)
            | Self::Combined
            | Self::EdgeIn { .. }
            | Self::CenterOut { .. }
            | Self::Sample { .. }
            | Self::Words => {}
        }
    }

    /// True when the scan, with these parameters, can never err.
    pub fn is_exact(self) -> bool {
        match self {
            Self::Sample { every } => every.get() == 1,
            Self::Rows
            | Self::Columns
            | Self::Incremental(_)
            | Self::Combined
            | Self::EdgeIn { .. }
            | Self::CenterOut { .. }
            | Self::Words => true,
        }
    }
}
