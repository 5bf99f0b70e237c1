//! Halves of halves, by counting: summed-area tables give the number of set pixels in any rectangle.
//!
//! ```text
//! +-------+-------+
//! | 1     | 5     |     visit 0 is the whole box; equal sides split the width, and the first half
//! +---+---+       |     comes first: 1 the left half, 2 its upper half, 3 and 4 the halves of that …
//! | 3 | 4 |       |
//! +---+---+-------+
//! ```
//!
//! Source: Steven Wittens' comment below PlayMyCode's article. A rectangle is pruned if either mask is empty in it, and
//! accepted if both counts together exceed its area: by the pigeonhole principle some cell is set in both. Any other is
//! split along its longer side, the first half rounded down. With a granularity above 1 a rectangle of at most that
//! many cells a side that is not pruned is accepted as it is: approximate, wrong only by false hits.

use super::prelude::*;
use crate::mask::{self, Prepared};

/// Halves of halves, by counting set pixels with summed-area tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SummedArea {
    /// A rectangle of at most this many cells a side is not split: approximate above 1.
    pub granularity: NonZeroU32,
}

impl Strategy for SummedArea {
    const DEFAULT: Self = Self { granularity: NonZeroU32::MIN };
    const ABOUT: &'static About = &About {
        name: "summed-area",
        sentence: "Counts set pixels in rectangles, prunes the empty ones and halves the rest.",
        idea: "Counts the pixels of A and of B in a rectangle from tables; drops it, accepts it or halves it.",
        good_when: "rectangles are mostly full or mostly empty",
        bad_when: "outlines run side by side: many halvings. A changed mask needs new tables.",
        source: Source { short: "Wittens", full: "Steven Wittens, comment below PlayMyCode's article" },
        parameters: Parameters {
            named: &[("granularity", Some(1))],
            expected: "a granularity in px from 1 on",
            most: 1,
            examples: &["4"],
            default_is_shown: false,
        },
        contest: Contest::Apart(hex(0xAEB9C6), "counts areas"),
    };

    fn about(self) -> &'static About {
        if self.is_exact() {
            return Self::ABOUT;
        }
        const { &About { bad_when: "small parts lie close: a rectangle with pixels of both is a hit.", ..*Self::ABOUT } }
    }

    fn idea(self) -> String {
        if self.is_exact() {
            return Self::ABOUT.idea.to_owned();
        }
        let side = thousands(self.granularity.get().into());
        format!("Counts the pixels of both in a rectangle from tables; halves those over {side} px a side.")
    }

    fn reads(self) -> Reads {
        Reads::Area
    }

    fn alternatives(self) -> Vec<Self> {
        let sides = if self.is_exact() { &[][..] } else { &[2, 3, 4, 6, 8, 12, 16, 24, 32] };
        sides.iter().map(|&side| Self { granularity: at_least_one(side) }).collect()
    }

    fn weakness(self) -> Weakness {
        if self.is_exact() { Weakness::Visits } else { Weakness::FalseHits }
    }

    fn run<P: Probe>(self, pair: &Pair<'_>, probe: &mut P) -> Option<Hit> {
        look(pair, Visit::whole(pair.size()), self.granularity, probe)
    }

    fn visits_of_a_miss(self, _: &Pair<'_>) -> Option<u64> {
        None
    }

    fn prepare(self, mask: &Prepared, is_over: &dyn Fn() -> bool) -> bool {
        mask.begin_summed_area(is_over)
    }

    fn table_bytes(self, mask: &Prepared) -> u64 {
        if mask.has_summed_area() { 0 } else { mask::SummedAreaTable::bytes(mask.mask()) }
    }

    fn preparation(self, mask: &Prepared) -> u64 {
        if mask.has_summed_area() { 0 } else { mask.mask().size().area() }
    }

    fn is_exact(self) -> bool {
        self.granularity == NonZeroU32::MIN
    }

    fn fields(self) -> Vec<Field<Self>> {
        let help = "Rectangles of at most this many px a side are not split: above 1, false hits.";
        vec![Field::count("granularity", "px", help, self.granularity, |granularity| Self { granularity })]
    }

    fn listing(self) -> Listing {
        if self.is_exact() { FINE } else { COARSE }
    }

    fn state(self, context: &VisitContext<'_>) -> State {
        let (visit, pair) = (context.visit, context.pair);
        let (p, q) = counts(pair, visit);
        let outcome = outcome(pair, visit, self.granularity);
        let is_fine = visit.width.max(visit.height) <= self.granularity.get();
        let is_coarse_hit = !self.is_exact() && is_fine && outcome == VisitOutcome::Hit;
        let current = match outcome {
            VisitOutcome::Miss => "if p = 0",
            VisitOutcome::Hit if is_coarse_hit => "if w, h",
            VisitOutcome::Hit => "if p + q",
            VisitOutcome::Split => "look at the first",
        };
        let (x, y) = context.cell();
        let mut state = State::at(self.listing(), current)
            .with("look(", format!("{x},{y}"))
            .with("look(", Size::new(visit.width, visit.height))
            .with("p =", corners(pair.a.summed_area(), pair.in_a(x, y), visit))
            .with("p =", p)
            .with("q =", corners(pair.b.summed_area(), pair.in_b(x, y), visit))
            .with("q =", q)
            .answering("if p = 0", outcome == VisitOutcome::Miss);
        if outcome == VisitOutcome::Miss {
            return state;
        }
        if !self.is_exact() {
            state = state.with_named("if w, h", "g", self.granularity).answering("if w, h", is_coarse_hit);
        }
        if !is_coarse_hit {
            let (sum, cells) = (u64::from(p) + u64::from(q), visit.cells());
            let sign = if sum > cells { ">" } else { "≤" };
            let comparison = format!("{sum} {sign} {cells}");
            state = state.answering("if p + q", sum > cells).with("if p + q", comparison);
        }
        if outcome == VisitOutcome::Split {
            let (first, second) = halves(visit);
            let place = |half: Visit| located(half.in_space_of(IntRect::default()));
            state = state.with("look at the first", place(first)).with("look at the second", place(second));
        }
        state
    }
}

/// Visits a rectangle, and its halves if its counts do not decide.
fn look<P: Probe>(pair: &Pair<'_>, visit: Visit, granularity: NonZeroU32, probe: &mut P) -> Option<Hit> {
    probe.visit(visit);
    let outcome = outcome(pair, visit, granularity);
    probe.outcome(outcome);
    match outcome {
        VisitOutcome::Miss => None,
        VisitOutcome::Hit => {
            let is_cell = visit.cells() == 1;
            let cell = is_cell.then(|| (visit.x.cast_unsigned(), visit.y.cast_unsigned()));
            Some(Hit { visit, cell })
        }
        VisitOutcome::Split => {
            let (first, second) = halves(visit);
            look(pair, first, granularity, probe).or_else(|| look(pair, second, granularity, probe))
        }
    }
}

/// The numbers of set pixels of A and of B in a rectangle.
fn counts(pair: &Pair<'_>, visit: Visit) -> (u32, u32) {
    let (x, y) = (visit.x.cast_unsigned(), visit.y.cast_unsigned());
    let ((ax, ay), (bx, by)) = (pair.in_a(x, y), pair.in_b(x, y));
    let a = pair.a.summed_area().count(ax, ay, visit.width, visit.height);
    let b = pair.b.summed_area().count(bx, by, visit.width, visit.height);
    (a, b)
}

/// Outcome by the counts.
fn outcome(pair: &Pair<'_>, visit: Visit, granularity: NonZeroU32) -> VisitOutcome {
    let (a, b) = counts(pair, visit);
    let is_fine = visit.width.max(visit.height) <= granularity.get();
    match (a, b) {
        (0, _) | (_, 0) => VisitOutcome::Miss,
        // A 1 × 1 that is not pruned has both counts at 1, more than its area.
        _ if is_fine || u64::from(a) + u64::from(b) > visit.cells() => VisitOutcome::Hit,
        _ => VisitOutcome::Split,
    }
}

/// The halves of a rectangle along its longer side; for a square, along its width.
fn halves(visit: Visit) -> (Visit, Visit) {
    if visit.width >= visit.height {
        let width = visit.width / 2;
        let second = Visit { x: visit.x + width.cast_signed(), width: visit.width - width, ..visit };
        (Visit { width, ..visit }, second)
    } else {
        let height = visit.height / 2;
        let second = Visit { y: visit.y + height.cast_signed(), height: visit.height - height, ..visit };
        (Visit { height, ..visit }, second)
    }
}

/// The table's entries at a visit's corners, in the order in which the listing adds them up: `61-12-9+3`.
fn corners(table: &mask::SummedAreaTable, (x, y): (u32, u32), visit: Visit) -> String {
    let [top_left, top_right, bottom_left, bottom_right] = table.corners(x, y, visit.width, visit.height);
    format!("{bottom_right}-{bottom_left}-{top_right}+{top_left}")
}

const FINE: Listing = Listing::new(
    "\
look(x, y, w, h)
  p = br-bl-tr+tl, A
  q = br-bl-tr+tl, B
  if p = 0 or q = 0: miss
  if p + q > w*h: return hit
  look at the first half
  look at the second half",
);

const COARSE: Listing = Listing::new(
    "\
look(x, y, w, h)
  p = br-bl-tr+tl, A
  q = br-bl-tr+tl, B
  if p = 0 or q = 0: miss
  if w, h <= g: return hit
  if p + q > w*h: return hit
  look at the first half
  look at the second half",
);
