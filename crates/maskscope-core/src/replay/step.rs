//! Steps: the few bytes that a replay keeps of a check; and incidents: wrong checks of a pair at one site, one after the other.

use super::{Consequence, Verdict};
use crate::{geom::Offset, shape::Meeting, words::number};

/// A check that was judged, as a replay keeps it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Step {
    /// The byte at which its line begins.
    pub place: u64,
    /// The time: a frame, or seconds, by [`Replay::clock`](super::Replay::clock).
    pub at: f64,
    /// Its line in the log, from 1.
    pub line: u32,
    /// The number of its pair.
    pub pair: u32,
    /// The number of its site.
    pub site: u32,
    /// B's top left relative to A's.
    pub offset: Offset,
    /// The number of shared pixels; 0 where that is not known.
    pub overlap_area: u32,
    /// The error of the game in px; below 0 where that is not known.
    pub px: f32,
    /// The game's answer, if it gave one.
    pub game: Option<bool>,
    /// Meeting of the tested shapes or masks, where that is known.
    pub tested: Option<Meeting>,
    /// False if the game never drew the sprites at these places.
    pub is_shown: bool,
    /// True for contact where the log does not say what touched: it has no verdict.
    pub is_unjudged: bool,
    /// True for a missed touch that is only one step late, as the engine tests a moved body behind its picture.
    pub is_late: bool,
    /// The statement of the pixels.
    pub pixels: Pixels,
    /// The verdict.
    pub verdict: Verdict,
    /// The consequence of the verdict.
    pub outcome: Consequence,
    /// The way since the pair's previous check.
    pub way: Motion,
}

/// Statement of the pixels that a player sees.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pixels {
    /// One of both has neither a picture nor a mask.
    Unknown {
        /// True if the boxes share a cell.
        boxes_overlap: bool,
    },
    /// The boxes share no cell.
    #[default]
    Apart,
    /// The boxes share cells, the masks none.
    BoxesOverlap,
    /// The masks share cells.
    Overlap,
}

/// The way of a pair since its previous check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Motion {
    /// Nothing unusual.
    #[default]
    Usual,
    /// One of both was put elsewhere.
    Jump,
    /// One has flown through the other.
    Tunnel,
}

impl Step {
    /// True if the masks overlap.
    pub const fn masks_overlap(&self) -> bool {
        self.overlap_area > 0
    }

    /// True if the boxes overlap.
    pub const fn boxes_overlap(&self) -> bool {
        matches!(self.pixels, Pixels::BoxesOverlap | Pixels::Overlap | Pixels::Unknown { boxes_overlap: true })
    }

    /// True if the pixels of both are known.
    pub const fn is_seen(&self) -> bool {
        !matches!(self.pixels, Pixels::Unknown { .. })
    }

    /// The answer of what was tested, `true` for a hit; `None` where that is not known, or both merely touch.
    pub fn tested_hit(&self) -> Option<bool> {
        self.tested.filter(|tested| *tested != Meeting::Touches).map(|tested| tested == Meeting::Overlaps)
    }

    /// True if the game is wrong, and no rule lets that pass.
    pub fn disagrees(&self) -> bool {
        self.outcome == Consequence::Disagrees
    }

    /// True if one has flown through the other since the pair's previous check.
    pub fn tunnel(&self) -> bool {
        self.way == Motion::Tunnel
    }

    /// True if the game disagrees, or something flew through.
    pub fn is_wrong(&self) -> bool {
        self.disagrees() || self.tunnel()
    }

    /// The verdict with its length, in words: `unfair hit, 20.5 px apart`.
    pub fn words(&self) -> String {
        let words = self.verdict.words();
        let Some(px) = self.measure() else { return words };
        let (answer, way) = if self.game == Some(true) { ("hit", "apart") } else { ("miss", "deep") };
        let answer = if self.verdict == Verdict::TestWrong { format!(": a {answer}") } else { String::new() };
        format!("{words}{answer}, {} px {way}", number(px.into(), 0..=1))
    }

    /// The error of the game in px, as [`Judgement::measure`](super::Judgement::measure).
    pub fn measure(&self) -> Option<f32> {
        (self.px >= 0.0).then_some(self.px)
    }
}

/// Checks of a pair at one site, one after the other, of one verdict that is not right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Incident {
    /// The number of the pair.
    pub pair: u32,
    /// The number of the site.
    pub site: u32,
    /// The verdict.
    pub verdict: Verdict,
    /// True if all of it is tolerated.
    pub tolerated: bool,
    /// True if all of it is contact.
    pub contact: bool,
    /// True if any of it counts against the game.
    pub disagrees: bool,
    /// The number of its first step.
    pub first: u32,
    /// The number of its last step.
    pub last: u32,
    /// The number of its checks.
    pub checks: u32,
    /// The number of its worst step: the largest distance or depth, of equal ones the first.
    pub worst: u32,
}

impl Incident {
    /// The incident that begins with the step `number`.
    pub(super) fn new(number: u32, step: &Step) -> Self {
        Self {
            pair: step.pair,
            site: step.site,
            verdict: step.verdict,
            tolerated: step.outcome == Consequence::Tolerated,
            contact: step.outcome == Consequence::Contact,
            disagrees: step.disagrees(),
            first: number,
            last: number,
            checks: 1,
            worst: number,
        }
    }

    /// True if the step `number` is one of its checks, or lies between them at its site.
    pub fn holds(&self, number: usize, step: &Step) -> bool {
        let is_of_site = (self.pair, self.site) == (step.pair, step.site);
        is_of_site && (self.first as usize..=self.last as usize).contains(&number)
    }

    /// Goes on with the step `number`; `worst` is the step that was the worst so far.
    pub(super) fn go_on(&mut self, number: u32, step: &Step, worst: &Step) {
        self.tolerated &= step.outcome == Consequence::Tolerated;
        self.contact &= step.outcome == Consequence::Contact;
        self.disagrees |= step.disagrees();
        (self.last, self.checks) = (number, self.checks + 1);
        if step.measure() > worst.measure() {
            self.worst = number;
        }
    }
}
