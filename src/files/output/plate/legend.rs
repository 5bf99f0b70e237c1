//! Meanings of the marks of a plate: an entry for each kind on it.

use super::board::{CellGround, draw_area, draw_diamond, hole, middle};
use super::{pen::Pen, record::Record};
use maskscope_core::geom::{Cell, IntRect, Size};
use maskscope_core::{palette::Palette, scan::VisitOutcome};

/// The side of a sample of a mark, in px.
pub(super) const SAMPLE: u32 = 12;

/// A kind of mark.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum MarkKind {
    Ground(CellGround),
    /// A visit of several cells, by what it decided, if the scan reports it.
    Area(Option<VisitOutcome>),
    Again,
    Hit,
}

/// A kind of mark on its place on the page.
#[derive(Clone, Copy, Debug)]
pub(super) struct LegendEntry {
    pub kind: MarkKind,
    pub origin: Cell,
}

impl MarkKind {
    /// The kinds that a plate of `record` shows.
    pub fn shown(record: &Record, shows_ground: bool) -> Vec<Self> {
        let marks = record.marks();
        let grounds =
            [CellGround::A, CellGround::B, CellGround::Both].map(|ground| (Self::Ground(ground), shows_ground));
        let plain = (Self::Ground(CellGround::Clear), shows_ground || record.never_visited > 0);
        let areas =
            [None, Some(VisitOutcome::Miss), Some(VisitOutcome::Split), Some(VisitOutcome::Hit)].map(|outcome| {
                let is_shown = marks.iter().any(|mark| mark.visit.cells() > 1 && mark.outcome == outcome);
                (Self::Area(outcome), is_shown)
            });
        let again = (Self::Again, marks.iter().any(|mark| mark.is_again));
        let hit = (Self::Hit, record.hit.is_some());
        let kinds = grounds.into_iter().chain([plain]).chain(areas).chain([again, hit]);
        kinds.filter(|(_, is_shown)| *is_shown).map(|(kind, _)| kind).collect()
    }

    /// Its meaning. If the ground is not shown, a plain cell is one that was left out.
    pub const fn meaning(self, shows_ground: bool) -> &'static str {
        match self {
            Self::Ground(CellGround::A) => "only A",
            Self::Ground(CellGround::B) => "only B",
            Self::Ground(CellGround::Both) => "both",
            Self::Ground(CellGround::Clear) if shows_ground => "neither",
            Self::Ground(CellGround::Clear) => "never visited",
            Self::Area(None) => "one visit",
            Self::Area(Some(VisitOutcome::Miss)) => "pruned",
            Self::Area(Some(VisitOutcome::Split)) => "split",
            Self::Area(Some(VisitOutcome::Hit)) => "accepted",
            Self::Again => "visited again",
            Self::Hit => "first hit",
        }
    }
}

impl LegendEntry {
    /// Draws the mark as on the board.
    pub fn draw(self, pen: &mut impl Pen, palette: &Palette) {
        let area = IntRect::new(self.origin, Size::new(SAMPLE, SAMPLE));
        let color = palette.rank.at(0.5);
        match self.kind {
            MarkKind::Ground(ground) => pen.fill(area, ground.color(palette)),
            MarkKind::Area(outcome) => draw_area(pen, area, outcome, color, palette),
            MarkKind::Again => {
                pen.fill(area, color);
                pen.fill(hole(area, false), palette.panel);
            }
            MarkKind::Hit => draw_diamond(pen, middle(area), 5.0, palette),
        }
    }
}
