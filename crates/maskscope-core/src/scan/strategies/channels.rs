//! Every cell, row by row, for the bounds of the shared pixels: colour channels in place of masks.
//!
//! ```text
//! 0 1 2 3 4
//! 5 6 7 8 9      no early exit: the last cell is always visited
//! a b c d e
//! ```
//!
//! Source: Gilbert, "Pixel-Perfect Collision Detection in ActionScript3" (2007; after Michelle, Skinner and Boulevart).
//! A's alpha goes to the red channel and B's to the green one, and `getColorBoundsRect` finds the bounds of the pixels
//! that have both. Those bounds are the answer; their centre, the collision point, need not be a shared pixel.
//!
//! As meant, both alphas must reach the tolerance. As written, the search colour is a bit mask: at tolerance 0 every even
//! alpha is missed, and Flash loses a match that lies only at (0, 0). Earlier versions searched the union of the boxes.

use std::hash::{Hash, Hasher};
use std::{cmp::Ordering, num::NonZeroU8};

use super::prelude::*;
use crate::mask::Solid;

/// Every cell, row by row, for the bounds of the shared pixels; and the rule for reading the colour channels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Channels {
    /// Tests as the code does, not as the article means it.
    pub as_written: bool,
    /// Share of full alpha that each of the two pixels needs; without it, the scene's thresholds decide.
    pub tolerance: Option<Tolerance>,
    /// Searches the union of both boxes, not their intersection.
    pub union: bool,
}

/// A share of full alpha, above 0 and at most 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tolerance(f64);

impl Tolerance {
    /// `share`, with 1 for anything above, as in the article; `None` for 0 and below, and for what is not a number.
    pub fn new(share: f64) -> Option<Self> {
        (share > 0.0).then(|| Self(share.min(1.0)))
    }

    /// The share, above 0 and at most 1.
    pub const fn share(self) -> f64 {
        self.0
    }
}

// Never NaN: equality is total.
impl Eq for Tolerance {}

impl Hash for Tolerance {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.to_bits().hash(state);
    }
}

impl Strategy for Channels {
    const DEFAULT: Self = Self { as_written: false, tolerance: None, union: false };
    const ABOUT: &'static About = &About {
        name: "channels",
        sentence: "Reads the whole overlap and answers with the bounds of the shared pixels; never stops early.",
        idea: "Combines both alphas over the whole box, then takes the bounds of the shared pixels.",
        good_when: "you need the bounds of the overlap anyway",
        bad_when: "you need only yes or no: hit or miss, it reads every cell.",
        source: Source { short: "Gilbert", full: "Gilbert, Pixel-Perfect Collision Detection in ActionScript3 (2007)" },
        parameters: Parameters {
            named: &[("as-written", None), ("tolerance", None), ("union", None)],
            expected: "as-written, union, and a tolerance above 0 such as 0.5, each at most once",
            most: 3,
            examples: &["as-written", "0.5", "union", "0.001"],
            default_is_shown: false,
        },
        contest: Contest::Absent("reads every cell"),
    };

    fn about(self) -> &'static About {
        match self {
            Self { as_written: true, .. } => {
                const {
                    &About {
                        good_when: "you want to see the test in the code",
                        bad_when: "an alpha lacks the tested bits, or only the first cell is shared: a false miss.",
                        ..*Self::ABOUT
                    }
                }
            }
            Self { tolerance: Some(_), .. } => {
                const {
                    &About {
                        bad_when: "an alpha lies between threshold and tolerance: then the two rules disagree.",
                        ..*Self::ABOUT
                    }
                }
            }
            Self { union: true, .. } => {
                const {
                    &About {
                        bad_when: "you need only yes or no: it reads even the cells outside the intersection.",
                        ..*Self::ABOUT
                    }
                }
            }
            Self { .. } => Self::ABOUT,
        }
    }

    fn idea(self) -> String {
        let whole = if self.union { "both boxes" } else { "the whole box" };
        format!("Combines both alphas over {whole}, then takes the bounds of the shared pixels.")
    }

    fn weakness(self) -> Weakness {
        if self.is_exact() { Weakness::Everywhere("it reads every cell everywhere") } else { Weakness::FalseMisses }
    }

    fn run<P: Probe>(self, pair: &Pair<'_>, probe: &mut P) -> Option<Hit> {
        let overlap = IntRect::new(Cell::ORIGIN, pair.size());
        let area = area(pair, self);
        let mut bounds: Option<IntRect> = None;
        let mut first = None;
        for (x, y) in walk::rows(area.size()) {
            let cell = area.origin() + Cell::new(x.into(), y.into());
            probe.visit(visit_of(IntRect::new(cell, Size::new(1, 1))));
            let Some((x, y)) = overlap.contains(cell).then(|| local(cell)) else { continue };
            if pair.a_is_set(x, y) && pair.b_is_set(x, y) {
                let here = IntRect::new(cell, Size::new(1, 1));
                bounds = Some(bounds.map_or(here, |bounds| bounds.union(here)));
                first.get_or_insert((x, y));
            }
        }
        let corner = IntRect::new(area.origin(), Size::new(1, 1));
        let lost = self.as_written && bounds == Some(corner);
        bounds.filter(|_| !lost).map(|bounds| Hit { visit: visit_of(bounds), cell: first })
    }

    fn visits_of_a_miss(self, pair: &Pair<'_>) -> Option<u64> {
        // A strategy's own rule may see pixels that are clear in the scene.
        (self.solid().is_none() && !self.union).then(|| pair.size().area())
    }

    fn visits_of_a_hit(self, pair: &Pair<'_>, _: IntRect) -> Option<u64> {
        // It never stops early.
        (self == Self::DEFAULT).then(|| pair.size().area())
    }

    fn is_exact(self) -> bool {
        !self.as_written && self.tolerance.is_none()
    }

    fn solid(self) -> Option<Solid> {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most 255, and not negative")]
        let alpha = |value: f64| NonZeroU8::new(value as u8).map_or(1, NonZeroU8::get);
        let of_255 = self.tolerance.map(|tolerance| tolerance.0 * 255.0);
        match (self.as_written, of_255) {
            (false, None) => None,
            (false, Some(least)) => Some(Solid::AtLeast(alpha(least.ceil()))),
            (true, None) => Some(Solid::HasBits(1)),
            // `Math.round` of a small tolerance is 0, and the bits of 0 are set in every pixel.
            (true, Some(byte)) if byte.round() < 1.0 => Some(Solid::HasBits(0)),
            (true, Some(byte)) => Some(Solid::HasBits(alpha(byte.round()))),
        }
    }

    fn with_parameter(self, text: &str) -> Option<Self> {
        match text {
            "as-written" => (!self.as_written).then_some(Self { as_written: true, ..self }),
            "union" => (!self.union).then_some(Self { union: true, ..self }),
            _ => {
                let is_plain = text.bytes().all(|b| b.is_ascii_digit() || b == b'.');
                let share = is_plain.then(|| text.parse().ok()).flatten().filter(|_| self.tolerance.is_none())?;
                Some(Self { tolerance: Some(Tolerance::new(share)?), ..self })
            }
        }
    }

    fn parameters(self) -> String {
        let as_written = if self.as_written { ":as-written" } else { "" };
        let tolerance = self.tolerance.map_or_else(String::new, |tolerance| format!(":{}", tolerance.share()));
        let union = if self.union { ":union" } else { "" };
        format!("{as_written}{tolerance}{union}")
    }

    fn fields(self) -> Vec<Field<Self>> {
        let as_meant_or_written = Field::Choice {
            help: "As the article means it, or as its code tests: then alphas are compared bit by bit, so that without a tolerance every even alpha is missed, and a match in the first pixel alone is lost.",
            options: vec![
                (Self { as_written: false, ..self }, "meant"),
                (Self { as_written: true, ..self }, "written"),
            ],
        };
        let tolerance = Field::Number {
            name: "tolerance",
            unit: "%",
            help: "Share of full alpha that counts; 0 leaves it to the thresholds.",
            value: self.tolerance.map_or(0, |tolerance| nearest_percent(tolerance.share())),
            range: 0..=100,
            with: Box::new(move |percent| Self { tolerance: Tolerance::new(f64::from(percent) / 100.0), ..self }),
        };
        let union = Field::Switch {
            name: "union",
            help: "Searches both boxes, not only their intersection.",
            is_on: self.union,
            switched: Self { union: !self.union, ..self },
        };
        vec![as_meant_or_written, tolerance, union]
    }

    fn listing(self) -> Listing {
        Listing::new(
            "\
for y in area
  for x in area
    red = A's alpha reaches
    green = B's alpha reaches
    if both: widen bounds
if bounds: return hit
return miss",
        )
    }

    fn state(self, context: &VisitContext<'_>) -> State {
        let (pair, visit) = (context.pair, context.visit);
        let cell = Cell::new(visit.x.into(), visit.y.into());
        let red = pair.mask_a().get_cell(cell - pair.local_box_a().origin());
        let green = pair.mask_b().get_cell(cell - pair.local_box_b().origin());
        let area = area(pair, self);
        let is_last = (cell.x + 1, cell.y + 1) == (area.right(), area.bottom());
        let current = if is_last { "if bounds" } else { "if both" };
        let mut state = State::at(self.listing(), current)
            .with_named("for y", "y", visit.y)
            .with_named("for x", "x", visit.x)
            .with("red =", u8::from(red))
            .with("green =", u8::from(green));
        if pair.size().area() <= GATHERED_CELLS {
            let bounds = gathered(pair, cell).map_or_else(|| "no bounds".to_owned(), located);
            state = state.with("if both", bounds);
        }
        state = state.answering("if both", red && green);
        if is_last { state.answering("if bounds", context.hit.is_some()) } else { state }
    }
}

/// The bounds so far are recomputed at each visit: only in areas of at most this many cells.
const GATHERED_CELLS: u64 = 1 << 20;

/// Cells that are read, local to the overlap box.
fn area(pair: &Pair<'_>, channels: Channels) -> IntRect {
    if channels.union { pair.local_box_a().union(pair.local_box_b()) } else { IntRect::new(Cell::ORIGIN, pair.size()) }
}

/// A cell inside the overlap box, by column and row.
fn local(cell: Cell) -> (u32, u32) {
    let inside = |n: i64| u32::try_from(n).expect("inside the overlap box");
    (inside(cell.x), inside(cell.y))
}

/// Cells local to the overlap box as a visit.
fn visit_of(cells: IntRect) -> Visit {
    let near = |n: i64| i32::try_from(n).expect("inside the union of two masks in memory");
    Visit { x: near(cells.x), y: near(cells.y), width: cells.width, height: cells.height }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share from 0 to 1")]
fn nearest_percent(share: f64) -> u32 {
    (100.0 * share).round() as u32
}

/// The bounds of the shared pixels in the rows before `last` and in its own row up to it.
fn gathered(pair: &Pair<'_>, last: Cell) -> Option<IntRect> {
    let Size { width, height } = pair.size();
    let columns_of = |y: u32| match last.y.cmp(&y.into()) {
        Ordering::Less => 0,
        Ordering::Equal => u32::try_from((last.x + 1).clamp(0, width.into())).unwrap_or(width),
        Ordering::Greater => width,
    };
    (0..height).filter_map(|y| shared_in_row(pair, y, columns_of(y))).reduce(IntRect::union)
}

/// The bounds of the shared pixels in the first `columns` columns of row `y`.
fn shared_in_row(pair: &Pair<'_>, y: u32, columns: u32) -> Option<IntRect> {
    let words = (0..columns).step_by(64).map(|x| Visit { width: (columns - x).min(64), ..Visit::cell(x, y) });
    words
        .filter_map(|word| {
            let bits = pair.shared_bits(word);
            let cell = |bit: u32| Cell::new(i64::from(word.x) + i64::from(bit), y.into());
            (bits != 0).then(|| IntRect::spanning(cell(bits.trailing_zeros()), cell(bits.ilog2())))
        })
        .reduce(IntRect::union)
}
