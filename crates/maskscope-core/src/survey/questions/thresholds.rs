//! `thresholds`: how much the masks share at each pair of thresholds.

use super::prelude::*;
use crate::geom::{Cell, IntRect};
use crate::scene::{Raster, Sprite};
use crate::{mask::overlap_box, survey::questions::area_sheet::AreaTally};

/// The number of pixels that two sprites share at one placement, at each pair of thresholds.
///
/// Column `a` and row `b` hold the area where A is solid above threshold `a` and B above threshold `b`, everything else
/// being as the sprites' rules say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thresholds {
    /// The areas: 256 × 256, A's threshold across, B's down.
    pub areas: Plane<u32>,
    tally: AreaTally,
    /// True if the area is the same at every threshold below the last, and at the last one, too.
    is_flat: [bool; 2],
}

/// Thresholds of one sprite.
const LEVELS: u32 = 256;

impl Thresholds {
    /// The areas with B at `offset`; `None` if `cancelled` said so before all was found. It is asked once for each row of
    /// the overlap box.
    pub fn of(a: &Raster, b: &Raster, offset: Offset, cancelled: &dyn Fn() -> bool) -> Option<Self> {
        let mut survey = ThresholdSurvey::new([a, b].map(Raster::clone), offset);
        survey.finish(cancelled).then(|| survey.corners.summed())
    }

    /// The area where A is solid above `a` and B above `b`.
    pub fn area(&self, a: u8, b: u8) -> u32 {
        self.areas.at(a.into(), b.into())
    }
}

/// By how much the area at a pair of thresholds exceeds what its neighbours make of it: one more than the levels along
/// either axis, for what ends with the last.
#[derive(Clone, Debug)]
struct Corners(Vec<i64>);

impl Corners {
    const SIDE: usize = LEVELS as usize + 1;

    fn add(&mut self, a: u16, b: u16, by: i64) {
        self.0[usize::from(b) * Self::SIDE + usize::from(a)] += by;
    }

    /// The sums of everything above and to the left.
    fn summed(&self) -> Thresholds {
        let mut above = [0; Self::SIDE];
        let mut sums = Vec::with_capacity(self.0.len());
        for row in self.0.chunks_exact(Self::SIDE) {
            let mut in_row = 0;
            for (corner, above) in row.iter().zip(&mut above) {
                in_row += corner;
                *above += in_row;
                sums.push(*above);
            }
        }
        let rows = sums.chunks_exact(Self::SIDE).flat_map(|row| &row[..Self::SIDE - 1]);
        let areas = rows.map(|&sum| u32::try_from(sum).expect("an area of a sprite in memory"));
        let areas = Plane::of_rows(Size::new(LEVELS, LEVELS), areas);
        // Above the last threshold nothing is solid, unless the mask is inverted.
        let is_flat = [LEVELS - 1, LEVELS].map(|levels| {
            let mut all = (0..levels).flat_map(|b| (0..levels).map(move |a| (a, b)));
            all.all(|(a, b)| areas.at(a, b) == areas.at(0, 0))
        });
        Thresholds { tally: AreaTally::of(areas.values()), is_flat, areas }
    }
}

/// The areas of two sprites at one placement, found row by row of the box that they share.
///
/// A pixel is solid over a run of thresholds, so two of them meet over a rectangle of the diagram. The corners of all
/// rectangles are added up first and summed over the plane when it is shown: one look at each cell of the overlap box.
///
/// ```text
/// solid for A's thresholds 1, 2, for B's 0, 1:   . + .-      adding up to      . # #
///                                                . . . .     the right and     . # #
///                                                . - .+      down gives        . . .
/// ```
#[derive(Clone, Debug)]
pub struct ThresholdSurvey {
    rasters: [Raster; 2],
    /// The box that they share, in A's pixels and in B's.
    shared: [IntRect; 2],
    /// The rows of the box.
    progress: Progress,
    corners: Corners,
}

impl ThresholdSurvey {
    /// A survey with B at `offset`, before its first step.
    fn new(rasters: [Raster; 2], offset: Offset) -> Self {
        let [a, b] = rasters.each_ref().map(Raster::size);
        let shared = overlap_box(a, b, offset).unwrap_or_default();
        Self {
            rasters,
            shared: [shared, shared.translated(Cell::ORIGIN - offset.cell())],
            progress: Progress::in_order(shared.height),
            corners: Corners(vec![0; Corners::SIDE * Corners::SIDE]),
        }
    }
}

impl Survey for ThresholdSurvey {
    fn progress(&self) -> Progress {
        self.progress
    }

    fn step(&mut self, budget: Budget, cancelled: &dyn Fn() -> bool) {
        let (corners, rasters, shared) = (&mut self.corners, &self.rasters, self.shared);
        self.progress.advance_alone(budget, cancelled, |Square { x: row, .. }, _| {
            for column in 0..shared[0].width {
                let [of_a, of_b] = [0, 1].map(|which| {
                    let IntRect { x, y, .. } = shared[which];
                    let inside = |n: i64| u32::try_from(n).expect("inside both sprites");
                    rasters[which].solid_thresholds(inside(x) + column, inside(y) + row)
                });
                if !of_a.is_empty() && !of_b.is_empty() {
                    corners.add(of_a.start, of_b.start, 1);
                    corners.add(of_a.end, of_b.start, -1);
                    corners.add(of_a.start, of_b.end, -1);
                    corners.add(of_a.end, of_b.end, 1);
                }
            }
            true
        });
    }
}

impl Askable for ThresholdSurvey {
    const INPUTS: &'static [Input] = &[Input::Scene];

    fn ask(setting: &Setting) -> Result<Self, Refusal> {
        let laid = setting.laid()?;
        Ok(Self::new([laid.a.raster, laid.b.raster], laid.offset))
    }

    fn publish(&self) -> Publishing {
        Publishing::new(std::future::ready(self.corners.summed()))
    }
}

/// The question how much the masks share at each pair of thresholds.
pub(super) static QUESTION: Question = Question {
    name: "thresholds",
    title: "Thresholds",
    sentence: "How many pixels do the masks share here if A is solid above one threshold and B above another?",
    about: QuestionAbout::Sprites,
    is_listed: has_levels,
    survey: |_| SurveyKind::of::<ThresholdSurvey>(),
    answer,
};

/// True if a sprite has more levels than none and all: otherwise every threshold makes the same mask.
fn has_levels(sprites: [&Sprite; 2]) -> bool {
    let between = |sprite: &Sprite| sprite.raster().histogram()[1..255].iter().any(|count| *count > 0);
    sprites.into_iter().any(between)
}

/// On the command line every nth threshold is shown.
const SHOWN_STEP: usize = 32;

fn answer<'a>(found: &'a Found, setting: &'a Setting) -> Answer<'a> {
    let found: &Thresholds = own(found);
    let [a, b] = setting.thresholds();
    let area = found.area(a, b).into();
    let at = match found.is_flat {
        [_, true] => "the same at every threshold".to_owned(),
        [true, false] if a.max(b) < u8::MAX => "the same at all thresholds below 255".to_owned(),
        _ => format!("at thresholds {a} and {b}"),
    };
    let headline = Headline {
        sentence: format!("{} shared, {at}", plural(area, "pixel")),
        detail: "A's threshold across, B's down".to_owned(),
    };
    let tooltip = |x, y| format!("A above {x}, B above {y}: {} px", thousands(found.areas.at(x, y).into()));
    Answer {
        maps: Box::new(move || {
            vec![area_sheet::map(QUESTION.title, Places::Thresholds, &found.areas, found.tally, true, tooltip)]
        }),
        grid: Some(GridValues::Numbers),
        text: Some(Box::new(move || {
            let levels: Vec<u32> = (0..LEVELS).step_by(SHOWN_STEP).chain([LEVELS - 1]).collect();
            let head = format!("{} shared at thresholds {a} and {b}\n\n", px_are(area));
            let matrix = area_sheet::matrix(&found.areas, &levels, &levels);
            let lines = format!("{head}A's threshold to the right, B's down:\n\n{matrix}");
            AnswerText { lines, ..AnswerText::default() }
        })),
        ..Answer::new(headline, Places::Thresholds)
    }
}
