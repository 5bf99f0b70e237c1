//! Numbers that the texts of lessons state: each is computed from what is shown.

use std::str::FromStr;

use super::super::{scan_row::ScanRow, session::Session, slot::Slot, stage::Placed};
use crate::{geom::IntRect, scan::Scan, words};

/// A number about what is shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Fact {
    /// `visits:SCAN`: how many visits a scan makes.
    Visits(Scan),
    /// `covered:SCAN`: how many cells its visits cover.
    Covered(Scan),
    /// `times:SCAN/SCAN`: how many times as many visits the first makes.
    Times(Scan, Scan),
    /// `row:SCAN`: in which row of the box a scan hits, from 1.
    Row(Scan),
    /// `column:SCAN`: in which column of the box a scan hits, from 1.
    Column(Scan),
    /// `rows-above:SCAN`: how many rows of the box lie above its hit.
    RowsAbove(Scan),
    /// `cells`: cells of the box that both sprites share.
    Cells,
    /// `width`: its columns.
    Width,
    /// `height`: its rows.
    Height,
    /// `shared`: pixels that both masks share.
    Shared,
    /// `solid:a`, `solid:b`: solid pixels of a sprite.
    Solid(Slot),
    /// `size:a`, `size:b`: the size of a sprite's box.
    Size(Slot),
    /// `threshold`: the threshold of A.
    Threshold,
    /// `turn`: by how many degrees B is turned.
    Turn,
}

impl FromStr for Fact {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, of) = text.split_once(':').unwrap_or((text, ""));
        let scan = |name: &str| name.parse::<Scan>().map_err(|error| error.to_string());
        let sprite = match of {
            "a" => Some(Slot::A),
            "b" => Some(Slot::B),
            _ => None,
        };
        Ok(match (name, of, sprite) {
            ("visits", of, _) => Self::Visits(scan(of)?),
            ("covered", of, _) => Self::Covered(scan(of)?),
            ("row", of, _) => Self::Row(scan(of)?),
            ("column", of, _) => Self::Column(scan(of)?),
            ("rows-above", of, _) => Self::RowsAbove(scan(of)?),
            ("times", of, _) => {
                let (more, fewer) = of.split_once('/').ok_or("times needs two scans: times:rows/columns")?;
                Self::Times(scan(more)?, scan(fewer)?)
            }
            ("solid", _, Some(slot)) => Self::Solid(slot),
            ("size", _, Some(slot)) => Self::Size(slot),
            ("cells", "", _) => Self::Cells,
            ("width", "", _) => Self::Width,
            ("height", "", _) => Self::Height,
            ("shared", "", _) => Self::Shared,
            ("threshold", "", _) => Self::Threshold,
            ("turn", "", _) => Self::Turn,
            _ => return Err(format!("'{text}' is not a fact")),
        })
    }
}

impl Session {
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
