//! Cells that lie far apart first, then the same again one cell further: PlayMyCode's incremental scan.
//!
//! ```text
//! 0 9 1 a 2      by thirds: steps of ceil(5 / 3) = 2 columns
//! 3 b 4 c 5      and ceil(3 / 3) = 1 row
//! 6 d 7 e 8
//! ```
//!
//! Source: Joseph Lenton, "JavaScript Per-Pixel HTML5 Canvas Image Collision Detection" (PlayMyCode). The article's
//! bet: if sprites collide at all, many pixels do, so a coarse grid finds one of them soon. No pixel is visited twice
//! and none is skipped.

use super::{prelude::*, strides};

/// Cells that lie far apart first, with the distance between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Incremental {
    /// The side divided by this, rounded up, for each axis separately.
    Divisor(NonZeroU32),
    /// This many cells along both axes.
    Cells(NonZeroU32),
}

impl Incremental {
    /// The step along a side of `length` cells, which is not zero.
    fn along(self, length: u32) -> NonZeroU32 {
        match self {
            Self::Divisor(divisor) => NonZeroU32::new(length.div_ceil(divisor.get())).unwrap_or(NonZeroU32::MIN),
            Self::Cells(cells) => cells,
        }
    }
}

impl Incremental {
    /// True if every sweep is one cell, or the first one all cells, whatever the box.
    fn is_as_rows(self) -> bool {
        let (Self::Divisor(n) | Self::Cells(n)) = self;
        n == NonZeroU32::MIN
    }
}

impl Strategy for Incremental {
    const DEFAULT: Self = Self::Divisor(at_least_one(3));
    const ABOUT: &'static About = &About {
        name: "incremental",
        sentence: "Reads pixels a third of the box apart, then again one pixel further, until all are read.",
        idea: "Reads cells a third of the box apart, then the same one cell further, until all are read.",
        good_when: "the shared area is large, wherever it is",
        bad_when: "few pixels are shared: most passes are needed. A miss reads every cell.",
        source: PLAY_MY_CODE,
        parameters: Parameters {
            named: &[("divisor", Some(3)), ("step_px", None)],
            expected: "a divisor such as 3, or a fixed step such as 7px",
            most: 1,
            examples: &["1", "7", "7px"],
            default_is_shown: true,
        },
        contest: Contest::Hue(hex(0xEEDD88)),
    };

    fn about(self) -> &'static About {
        if self.is_as_rows() {
            const { &About { good_when: GOOD_ROW_BY_ROW, bad_when: BAD_ROW_BY_ROW, ..*Self::ABOUT } }
        } else {
            Self::ABOUT
        }
    }

    fn idea(self) -> String {
        let apart = match self {
            _ if self.is_as_rows() => {
                return "With this step every sweep is one cell or all of them: the order is that of rows.".to_owned();
            }
            Self::Cells(cells) => format!("{} px", thousands(cells.get().into())),
            Self::Divisor(divisor) => match divisor.get() {
                2 => "half the box".to_owned(),
                4 => "a quarter of the box".to_owned(),
                8 => "an eighth of the box".to_owned(),
                n @ 3..=10 => format!("a {} of the box", ordinal(n.into())),
                n => format!("1/{} of the box", thousands(n.into())),
            },
        };
        format!("Reads cells {apart} apart, then the same one cell further, until all are read.")
    }

    fn run<P: Probe>(self, pair: &Pair<'_>, probe: &mut P) -> Option<Hit> {
        let size = pair.size();
        pair.first_shared(walk::incremental(size, self.along(size.width), self.along(size.height)), probe)
    }

    fn visits_of_a_hit(self, pair: &Pair<'_>, shared: IntRect) -> Option<u64> {
        let Size { width, height } = pair.size();
        strides::visits_of_a_hit(pair, [width, height].map(|side| self.along(side)), shared)
    }

    fn with_parameter(self, text: &str) -> Option<Self> {
        match text.strip_suffix("px") {
            Some(cells) => count(cells).map(Self::Cells),
            None => count(text).map(Self::Divisor),
        }
    }

    fn parameters(self) -> String {
        match self {
            Self::Divisor(divisor) => format!(":{divisor}"),
            Self::Cells(cells) => format!(":{cells}px"),
        }
    }

    fn fields(self) -> Vec<Field<Self>> {
        let (Self::Divisor(n) | Self::Cells(n)) = self;
        let help = "A share of each side, or the same distance along both.";
        let options = vec![(Self::Divisor(n), "divisor"), (Self::Cells(n), "fixed")];
        let number = match self {
            Self::Divisor(_) => {
                let help = "Each side divided by this is the distance between cells.";
                Field::count("divisor", "", help, n, Self::Divisor)
            }
            Self::Cells(_) => Field::count("step", "px", "Distance between the cells of one sweep.", n, Self::Cells),
        };
        vec![Field::Choice { help, options }, number]
    }

    fn listing(self) -> Listing {
        Listing::over_cells(
            "\
incX, incY = steps(w, h)
for oy < incY, for ox < incX
  for y in oy..h by incY
    for x in ox..w by incX",
        )
    }

    fn state(self, context: &VisitContext<'_>) -> State {
        let ((x, y), size) = (context.cell(), context.pair.size());
        let (step_x, step_y) = (self.along(size.width), self.along(size.height));
        context
            .of_cell(self.listing())
            .with("incX, incY", step_x)
            .with("incX, incY", step_y)
            .with_named("for oy", "oy", y % step_y)
            .with_named("for oy", "ox", x % step_x)
            .with_named("for y", "y", y)
            .with_named("for x", "x", x)
    }
}
