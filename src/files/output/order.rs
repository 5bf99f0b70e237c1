//! The visit order of a scan, as JSON or as a grid of ranks.

use std::cell::Cell;
use std::io::{self, Write};

use serde::ser::{SerializeSeq, SerializeStruct};
use serde::{Serialize, Serializer};

use crate::files::disk::report;
use maskscope_core::geom::{self, IntRect, Offset, Size};
use maskscope_core::mask::{Prepared, overlap_box};
use maskscope_core::memory::{OutOfMemory, ask};
use maskscope_core::scan::{Count, Hit, Probe, RankMap, Scan, Visit};
use maskscope_core::versioned::ANSWER;
use maskscope_core::words::thousands;

/// The visit order of a scan at one placement: as JSON, or as a grid of ranks.
///
/// JSON is written while the scan runs, so an order of any length takes no memory.
#[derive(Clone, Copy, Debug)]
pub struct VisitOrder<'a> {
    /// The scan.
    pub scan: Scan,
    /// Mask A.
    pub a: &'a Prepared,
    /// Mask B.
    pub b: &'a Prepared,
    /// B's top left cell relative to A's.
    pub offset: Offset,
    /// The world cell of A's top left.
    pub at: geom::Cell,
}

impl VisitOrder<'_> {
    /// The scanned world cells; `None` if the boxes do not overlap and nothing is visited.
    pub fn overlap_box(&self) -> Option<IntRect> {
        overlap_box(self.a.mask().size(), self.b.mask().size(), self.offset).map(|shared| shared.translated(self.at))
    }

    /// Shows every visit to `probe`; returns the visit that hits.
    pub fn run(&self, probe: &mut impl Probe) -> Option<Hit> {
        self.scan.run(self.a, self.b, self.offset, None, probe)
    }

    /// Asks for the memory of [`Self::to_text`].
    ///
    /// # Errors
    /// If too little is left.
    pub(super) fn room_for_text(&self) -> Result<(), OutOfMemory> {
        let cells = self.overlap_box().map_or(0, |shared| shared.size().area());
        // First and second ranks, and about nine letters for each.
        let bytes = 17 * cells;
        ask(bytes, "a file .json takes less", format_args!("a grid of the ranks of {} cells", thousands(cells)))
    }

    /// A grid of the overlap box: the rank of each cell's first visit, from 0, right-aligned; `.` is never visited.
    pub fn to_text(&self) -> String {
        self.text().0
    }

    /// The grid of [`Self::to_text`], and the run of the scan.
    pub fn text(&self) -> (String, Ran) {
        let ranks = RankMap::of_cells(self.overlap_box().map_or(Size::default(), IntRect::size));
        let (ranks, ran) = self.watched(ranks);
        (ranks.to_text(), ran)
    }

    /// Runs the scan before `probe`; returns both.
    pub fn watched<P: Probe>(&self, probe: P) -> (P, Ran) {
        let mut watching = (Count::default(), probe);
        let is_hit = self.run(&mut watching).is_some();
        (watching.1, Ran { is_hit, count: watching.0 })
    }

    /// The number of visits without a hit; an estimate where that depends on the masks.
    pub fn visits_of_a_miss(&self) -> u64 {
        let all = || self.overlap_box().map_or(0, IntRect::area);
        self.scan.known_visits(self.a, self.b, self.offset, None).unwrap_or_else(all)
    }

    /// Writes it as JSON, while the scan runs:
    /// `{"maskscope_answer","scan","overlap_box":box|null,"visits":[[x,y,width,height],…],"hit":bool}`, visits local to the overlap box.
    ///
    /// # Errors
    /// If `out` takes no more.
    pub fn write_json(&self, out: &mut dyn Write) -> io::Result<Ran> {
        let json = OrderJson { order: self, ran: Cell::default() };
        serde_json::to_writer(&mut *out, &json)?;
        out.write_all(b"\n")?;
        Ok(json.ran.get())
    }
}

/// A run of a scan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ran {
    /// True if it hits.
    pub is_hit: bool,
    /// Its visits.
    pub count: Count,
}

/// An order as JSON, and the run of its scan once that is written.
struct OrderJson<'a> {
    order: &'a VisitOrder<'a>,
    ran: Cell<Ran>,
}

impl Serialize for OrderJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut json = serializer.serialize_struct("Order", 5)?;
        json.serialize_field(ANSWER.0, &ANSWER.1)?;
        json.serialize_field("scan", &self.order.scan.to_string())?;
        json.serialize_field("overlap_box", &self.order.overlap_box())?;
        json.serialize_field("visits", &VisitsJson(self))?;
        // Known once the visits are written.
        json.serialize_field("hit", &self.ran.get().is_hit)?;
        json.end()
    }
}

/// The visits of an order, as a sequence.
struct VisitsJson<'a>(&'a OrderJson<'a>);

impl Serialize for VisitsJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let OrderJson { order, ran } = self.0;
        let sequence = serializer.serialize_seq(None)?;
        let writer = VisitWriter { sequence, outcome: Ok(()), written: 0, total: order.visits_of_a_miss() };
        let (visits, has_run) = order.watched(writer);
        ran.set(has_run);
        visits.outcome?;
        visits.sequence.end()
    }
}

/// A probe that writes each visit, until writing fails.
struct VisitWriter<S: SerializeSeq> {
    sequence: S,
    outcome: Result<(), S::Error>,
    written: u64,
    total: u64,
}

impl<S: SerializeSeq> Probe for VisitWriter<S> {
    fn visit(&mut self, Visit { x, y, width, height }: Visit) {
        if self.outcome.is_ok() {
            self.outcome = self.sequence.serialize_element(&(x, y, width, height));
            self.written += 1;
            if self.written.is_multiple_of(1 << 14) {
                report(self.written, self.total);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use maskscope_core::geom::Cell;
    use maskscope_core::mask::Mask;
    use maskscope_core::scan::Words;

    fn prepared(text: &str) -> Prepared {
        text.parse::<Mask>().expect("a mask").into()
    }

    #[test]
    fn an_order_ends_with_the_visit_that_hit() {
        let (a, b) = (prepared("...\n.##"), prepared("##\n##"));
        let order = VisitOrder { scan: Scan::ROWS, a: &a, b: &b, offset: Offset::new(1, 0), at: Cell::new(5, -7) };
        let mut json = Vec::new();
        let ran = order.write_json(&mut json).expect("memory");
        let written = r#"{"maskscope_answer":1,"scan":"rows","overlap_box":{"x":6,"y":-7,"width":2,"height":2},"visits":[[0,0,1,1],[1,0,1,1],[0,1,1,1]],"hit":true}"#;
        assert_eq!(String::from_utf8_lossy(&json).trim_end(), written);
        assert_eq!(ran, Ran { is_hit: true, count: Count { visits: 3, cells: 3 } });
        assert_eq!(order.to_text(), "0 1\n2 .\n");
    }

    #[test]
    fn boxes_apart_have_no_order() {
        let a = prepared("#");
        let order = VisitOrder { scan: Scan::Words(Words), a: &a, b: &a, offset: Offset::new(1, 0), at: Cell::ORIGIN };
        let mut json = Vec::new();
        let ran = order.write_json(&mut json).expect("memory");
        let written = r#"{"maskscope_answer":1,"scan":"words","overlap_box":null,"visits":[],"hit":false}"#;
        assert_eq!(String::from_utf8_lossy(&json).trim_end(), written);
        assert_eq!(ran, Ran::default());
        assert_eq!(order.to_text(), "");
    }
}
