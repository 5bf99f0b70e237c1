//! Meanings of the marks of a plate: an entry for each kind on it.

use super::board::{Ground, draw_area, draw_diamond, hole, middle};
use super::{pen::Pen, record::Record};
use crate::geom::{Cell, IntRect, Size};
use crate::{palette::Palette, scan::Outcome};

/// The side of a sample of a mark, in px.
pub(super) const SAMPLE: u32 = 12;

/// A kind of mark.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind {
    Ground(Ground),
    /// A visit of several cells, by what it decided, if the scan reports it.
    Area(Option<Outcome>),
    Again,
    Hit,
}

/// A kind of mark on its place on the page.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample {
    pub kind: Kind,
    pub origin: Cell,
}

impl Kind {
    /// The kinds that a plate of `record` shows.
    pub fn shown(record: &Record, shows_ground: bool) -> Vec<Self> {
        let marks = record.marks();
        let grounds = [Ground::A, Ground::B, Ground::Both].map(|ground| (Self::Ground(ground), shows_ground));
        let plain = (Self::Ground(Ground::Clear), shows_ground || record.never_visited > 0);
        let areas = [None, Some(Outcome::Miss), Some(Outcome::Split), Some(Outcome::Hit)].map(|outcome| {
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
            Self::Ground(Ground::A) => "only A",
            Self::Ground(Ground::B) => "only B",
            Self::Ground(Ground::Both) => "both",
            Self::Ground(Ground::Clear) if shows_ground => "neither",
            Self::Ground(Ground::Clear) => "never visited",
            Self::Area(None) => "one visit",
            Self::Area(Some(Outcome::Miss)) => "pruned",
            Self::Area(Some(Outcome::Split)) => "split",
            Self::Area(Some(Outcome::Hit)) => "accepted",
            Self::Again => "visited again",
            Self::Hit => "first hit",
        }
    }
}

impl Sample {
    /// Draws the mark as on the board.
    pub fn draw(self, pen: &mut impl Pen, palette: &Palette) {
        let area = IntRect::new(self.origin, Size::new(SAMPLE, SAMPLE));
        let color = palette.rank.at(0.5);
        match self.kind {
            Kind::Ground(ground) => pen.fill(area, ground.color(palette)),
            Kind::Area(outcome) => draw_area(pen, area, outcome, color, palette),
            Kind::Again => {
                pen.fill(area, color);
                pen.fill(hole(area, false), palette.panel);
            }
            Kind::Hit => draw_diamond(pen, middle(area), 5.0, palette),
        }
    }
}
