//! `frames`: how much each frame of A shares with each frame of B.

use super::prelude::*;
use crate::scene::{Actor, Scene, Shown};
use crate::{geom::Cell, mask::Prepared, survey::questions::area_sheet::AreaTally};

/// The number of pixels that each frame of A shares with each frame of B, where a scene places them.
#[derive(Clone, Debug)]
pub struct FrameMatrix {
    /// The frames of A and of B.
    frames: [Vec<LaidFrame>; 2],
    progress: Progress,
    /// The areas: A's frames across, B's down, both from 0.
    pub areas: Plane<u32>,
    tally: AreaTally,
}

/// A frame's mask in the world.
#[derive(Clone, Debug)]
struct LaidFrame {
    mask: Arc<Prepared>,
    origin: Cell,
}

impl FrameMatrix {
    /// A survey of the sprites of `scene`, before its first step; every frame is laid on the world's grid.
    ///
    /// # Errors
    /// Where there are too many pairs of frames, or one of them would be too large.
    pub fn new(scene: &Scene) -> Result<Self, SurveyError> {
        let count = |actor: &Actor| u32::try_from(actor.sprite.frames().all().len()).unwrap_or(u32::MAX);
        let [a, b] = &scene.sprites;
        let size = TooMany::check(Size::new(count(a), count(b)))?;
        let frames = [frames(scene, a)?, frames(scene, b)?];
        Ok(Self { frames, progress: Progress::of(size), areas: Plane::new(size, 0), tally: AreaTally::default() })
    }
}

/// Every frame of `actor`, laid as `scene` says.
fn frames(scene: &Scene, actor: &Actor) -> Result<Vec<LaidFrame>, SurveyError> {
    let sprite = &actor.sprite;
    let frame = |frame: usize| {
        let shown = Shown::Frame(frame);
        let placement = sprite.placement_of(shown, actor.placement);
        let posed = scene.stand(actor, placement, scene.convention).posed(&sprite.frame_raster(shown))?;
        Ok(LaidFrame { mask: Arc::clone(posed.raster.mask()), origin: posed.origin })
    };
    let all = (0..sprite.frames().all().len()).map(frame);
    all.collect::<Result<_, _>>().map_err(|why| SurveyError::Unplaced("frame", why))
}

/// The number of pixels that two frames share; those farther apart than an offset can say share none.
fn shared(a: &LaidFrame, b: &LaidFrame) -> u32 {
    let area = Offset::of(b.origin - a.origin).map_or(0, |offset| a.mask.overlap_area(&b.mask, offset));
    u32::try_from(area).unwrap_or(u32::MAX)
}

impl Survey for FrameMatrix {
    fn progress(&self) -> Progress {
        self.progress
    }

    fn step(&mut self, budget: Budget, cancelled: &dyn Fn() -> bool) {
        let [a, b] = &self.frames;
        let ask = |Square { x, y, .. }: Square| shared(&a[x as usize], &b[y as usize]);
        self.progress.advance(budget, cancelled, ask, |place, area| {
            self.areas.paint(place, area);
            self.tally.add(area);
        });
    }
}

impl Askable for FrameMatrix {
    const INPUTS: &'static [Input] = &[Input::Scene];

    fn ask(setting: &Setting) -> Result<Self, Refusal> {
        Self::new(&setting.scene).map_err(Refusal::of)
    }
}

/// The question how much each frame of A shares with each frame of B.
pub(super) static QUESTION: Question = Question {
    name: "frames",
    title: "Frame by frame",
    sentence: "How many pixels does each frame of A share with each frame of B here?",
    about: QuestionAbout::Sprites,
    is_listed: |sprites| sprites.iter().any(|sprite| sprite.frames().all().len() > 1),
    survey: |_| SurveyKind::of::<FrameMatrix>(),
    answer,
};

/// A matrix of at most this many columns is shown on the command line without being asked for.
const WIDEST: u32 = 16;

fn answer<'a>(found: &'a Found, _: &'a Setting) -> Answer<'a> {
    let found: &FrameMatrix = own(found);
    let (hits, size) = (found.tally.overlaps, found.areas.size());
    let overlap = if hits == 1 { "overlaps" } else { "overlap" };
    let headline = Headline {
        sentence: format!("{} {overlap} here", of(hits, size.area(), "pairs of frames")),
        detail: "A's frames across, B's down".to_owned(),
    };
    let tooltip = |x, y| format!("frame {} of A, {} of B: {} px", x + 1, y + 1, thousands(found.areas.at(x, y).into()));
    let places = Places::Frames(size);
    Answer {
        maps: Box::new(move || {
            vec![area_sheet::map(QUESTION.title, places, &found.areas, found.tally, false, tooltip)]
        }),
        grid: Some(GridValues::Numbers),
        text: Some(Box::new(move || {
            let lines = if size.width <= WIDEST {
                let all = |count: u32| (0..count).collect::<Vec<_>>();
                let matrix = area_sheet::matrix(&found.areas, &all(size.width), &all(size.height));
                format!("px shared; A's frames to the right, B's down:\n\n{matrix}")
            } else {
                let [all, hits] = [size.area(), hits].map(thousands);
                format!("{all} pairs of frames; {hits} overlap\n-o FILE.csv writes all of them.\n")
            };
            AnswerText { lines, ..AnswerText::default() }
        })),
        ..Answer::new(headline, places)
    }
}
