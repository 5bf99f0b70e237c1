//! Only every nth cell in both directions: fast, approximate, and wrong only by missing.
//!
//! ```text
//! 0 . 1 . 2      every 2
//! . . . . .
//! 3 . 4 . 5
//! ```
//!
//! Source: Alex, "Video game collisions: pixel perfect" (every 10 pixels: 900 reads instead of 90,000). Anything that
//! fits between the samples can be missed: a square of 9 × 9, or a strip 9 pixels wide of any length.

use super::prelude::*;

/// Only every nth cell in both directions: approximate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sample {
    /// Distance between neighbouring samples, in cells.
    pub every: NonZeroU32,
}

impl Strategy for Sample {
    const DEFAULT: Self = Self { every: at_least_one(10) };
    const ABOUT: &'static About = &About {
        name: "sample",
        sentence: "Reads only every tenth pixel in both directions: anything between is missed.",
        idea: "Reads every tenth cell in x and y, from the top left of the box, and nothing else.",
        good_when: "a false miss now and then does no harm",
        bad_when: "the shared area is small or thin: anything between samples is missed. No false hits.",
        source: ALEX,
        parameters: Parameters {
            named: &[("every", Some(10))],
            expected: "a distance in px from 1 on",
            most: 1,
            examples: &["1", "3"],
            default_is_shown: true,
        },
        contest: Contest::Absent("can be wrong"),
    };

    fn about(self) -> &'static About {
        if self.is_exact() {
            const { &About { good_when: GOOD_ROW_BY_ROW, bad_when: BAD_ROW_BY_ROW, ..*Self::ABOUT } }
        } else {
            Self::ABOUT
        }
    }

    fn idea(self) -> String {
        if self.is_exact() {
            return "Reads every cell from the top left of the box, row by row: samples have no gaps.".to_owned();
        }
        let every = ordinal(self.every.get().into());
        format!("Reads every {every} cell in x and y, from the top left of the box, and nothing else.")
    }

    fn alternatives(self) -> Vec<Self> {
        let distances = if self.is_exact() { &[][..] } else { &[2, 3, 4, 5, 6, 8, 10, 12, 16, 20] };
        distances.iter().map(|&every| Self { every: at_least_one(every) }).collect()
    }

    fn weakness(self) -> Weakness {
        if self.is_exact() { Weakness::Visits } else { Weakness::FalseMisses }
    }

    fn run<P: Probe>(self, pair: &Pair<'_>, probe: &mut P) -> Option<Hit> {
        let (size, every) = (pair.size(), self.every);
        let lattice = walk::strided(0, size.height, every)
            .flat_map(move |y| walk::strided(0, size.width, every).map(move |x| (x, y)));
        pair.first_shared(lattice, probe)
    }

    fn visits_of_a_miss(self, pair: &Pair<'_>) -> Option<u64> {
        let (Size { width, height }, every) = (pair.size(), self.every.get());
        Some(Size::new(width.div_ceil(every), height.div_ceil(every)).area())
    }

    fn visits_of_a_hit(self, pair: &Pair<'_>, shared: IntRect) -> Option<u64> {
        let every = self.every.get();
        let steps = |from: i64, to: i64| {
            let step = |at: i64| u32::try_from(at).unwrap_or(0).div_ceil(every);
            step(from)..step(to)
        };
        steps(shared.y, shared.bottom()).find_map(|row| {
            let is_shared = |x: u32, y: u32| pair.a_is_set(x, y) && pair.b_is_set(x, y);
            let column = steps(shared.x, shared.right()).find(|&column| is_shared(column * every, row * every))?;
            Some(u64::from(row) * u64::from(pair.size().width.div_ceil(every)) + u64::from(column) + 1)
        })
    }

    fn is_exact(self) -> bool {
        self.every == NonZeroU32::MIN
    }

    fn fields(self) -> Vec<Field<Self>> {
        let help = "Distance between neighbouring samples; 1 reads every cell.";
        vec![Field::count("every", "px", help, self.every, |every| Self { every })]
    }

    fn listing(self) -> Listing {
        Listing::over_cells("for y in 0..h by n\n  for x in 0..w by n")
    }

    fn state(self, context: &VisitContext<'_>) -> State {
        let (x, y) = context.cell();
        context
            .of_cell(self.listing())
            .with_named("for y", "n", self.every)
            .with_named("for y", "y", y)
            .with_named("for x", "x", x)
    }
}
