//! Texts of lessons: their numbers are computed from the shown scene.

use super::super::lessons::{Fact, Part, Span, Text};
use super::super::{scan_row::ScanRow, session::Session, slot::Slot, stage::Placed};
use crate::{geom::IntRect, scan::Scan, words};

impl Session {
    /// `text` with its numbers as they are now.
    pub fn told(&self, text: &Text) -> Vec<Span> {
        let span = |part: &Part| match part {
            Part::Words(words) => Span { text: words.clone(), is_stressed: false },
            Part::Stressed(words) => Span { text: words.clone(), is_stressed: true },
            Part::Fact(fact) => Span { text: self.fact(*fact), is_stressed: true },
        };
        text.parts().iter().map(span).collect()
    }

    /// The row of a scan; of its parameters only where they are listed.
    pub(super) fn row_of(&self, scan: Scan) -> Option<&ScanRow> {
        self.derived.rows().iter().find(|row| row.scan == scan)
    }

    /// A fact in words: `…` where it is not known, `?` while it is hidden.
    pub(super) fn fact(&self, fact: Fact) -> String {
        self.known_fact(fact).unwrap_or_else(|| "…".to_owned())
    }

    fn known_fact(&self, fact: Fact) -> Option<String> {
        let count = |n: u64| Some(words::thousands(n));
        let of_row = |scan: Scan, number: &dyn Fn(&ScanRow) -> Option<u64>| {
            let row = self.row_of(scan)?;
            if row.is_hidden { Some("?".to_owned()) } else { number(row).and_then(count) }
        };
        let column_and_row = |row: &ScanRow| -> Option<(u64, u64)> {
            let hit = row.hit?;
            let (x, y) = (u64::try_from(hit.visit.x).ok()?, u64::try_from(hit.visit.y).ok()?);
            Some(hit.cell.map_or((x, y), |(x, y)| (x.into(), y.into())))
        };
        let overlap = self.derived.collision()?.overlap_box;
        let placed = |slot| self.stage.get(slot).map(Placed::sprite);
        match fact {
            Fact::Visits(scan) => of_row(scan, &|row| Some(row.count.visits)),
            Fact::Covered(scan) => of_row(scan, &|row| Some(row.count.cells)),
            Fact::Row(scan) => of_row(scan, &|row| column_and_row(row).map(|(_, y)| y + 1)),
            Fact::Column(scan) => of_row(scan, &|row| column_and_row(row).map(|(x, _)| x + 1)),
            Fact::RowsAbove(scan) => of_row(scan, &|row| column_and_row(row).map(|(_, y)| y)),
            Fact::Times(more, fewer) => {
                let [more, fewer] = [self.row_of(more)?, self.row_of(fewer)?];
                if more.is_hidden || fewer.is_hidden {
                    return Some("?".to_owned());
                }
                Some(words::ratio(more.count.visits, fewer.count.visits))
            }
            Fact::Cells => count(overlap.map_or(0, IntRect::area)),
            Fact::Width => count(overlap.map_or(0, |overlap| overlap.width.into())),
            Fact::Height => count(overlap.map_or(0, |overlap| overlap.height.into())),
            Fact::Shared => count(self.derived.collision()?.overlap_area),
            Fact::Solid(slot) => count(placed(slot)?.solid_count()),
            Fact::Size(slot) => {
                let bounds = self.stage.get(slot)?.bounding_box();
                Some(format!("{} × {}", bounds.width, bounds.height))
            }
            Fact::Threshold => count(placed(Slot::A)?.rule().threshold.into()),
            Fact::Turn => Some(words::number(self.stage.get(Slot::B)?.placement().rotation, 0..=1) + "°"),
        }
    }
}
