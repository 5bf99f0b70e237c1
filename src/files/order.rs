//! The visit order of a scan, as JSON or as a grid of ranks.

use serde::ser::{SerializeSeq, SerializeStruct};
use serde::{Serialize, Serializer};

use crate::geom::{Cell, IntRect, Offset, Size};
use crate::mask::{Prepared, overlap_box};
use crate::memory::{OutOfMemory, ask};
use crate::scan::{Hit, NoProbe, Probe, RankMap, Scan, Visit};
use crate::words::thousands;

/// The visit order of a scan at one placement: as JSON by serde, or as a grid of ranks.
///
/// Nothing is recorded: the scan runs again while its visits are written, so an order of any length takes no memory.
#[derive(Clone, Copy, Debug)]
pub struct Order<'a> {
    /// The scan.
    pub scan: Scan,
    /// Mask A.
    pub a: &'a Prepared,
    /// Mask B.
    pub b: &'a Prepared,
    /// B's top left cell relative to A's.
    pub offset: Offset,
    /// The world cell of A's top left.
    pub at: Cell,
}

impl Order<'_> {
    /// The scanned world cells; `None` if the boxes do not overlap and nothing is visited.
    pub fn overlap_box(&self) -> Option<IntRect> {
        overlap_box(self.a.mask().size(), self.b.mask().size(), self.offset).map(|shared| shared.translated(self.at))
    }

    /// True if the scan hits.
    pub fn is_hit(&self) -> bool {
        self.run(&mut NoProbe).is_some()
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
        let mut ranks = RankMap::of_cells(self.overlap_box().map_or(Size::default(), IntRect::size));
        self.run(&mut ranks);
        ranks.to_text()
    }
}

/// `{"scan","overlap_box":box|null,"hit":bool,"visits":[[x,y,width,height],…]}`, visits local to the overlap box.
impl Serialize for Order<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut order = serializer.serialize_struct("Order", 4)?;
        order.serialize_field("scan", &self.scan.to_string())?;
        order.serialize_field("overlap_box", &self.overlap_box())?;
        order.serialize_field("hit", &self.is_hit())?;
        order.serialize_field("visits", &Visits(self))?;
        order.end()
    }
}

/// The visits of an order, as a sequence.
struct Visits<'a>(&'a Order<'a>);

impl Serialize for Visits<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut visits = VisitWriter { sequence: serializer.serialize_seq(None)?, outcome: Ok(()) };
        self.0.run(&mut visits);
        visits.outcome?;
        visits.sequence.end()
    }
}

/// A probe that writes each visit, until writing fails.
struct VisitWriter<S: SerializeSeq> {
    sequence: S,
    outcome: Result<(), S::Error>,
}

impl<S: SerializeSeq> Probe for VisitWriter<S> {
    fn visit(&mut self, Visit { x, y, width, height }: Visit) {
        if self.outcome.is_ok() {
            self.outcome = self.sequence.serialize_element(&(x, y, width, height));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mask::Mask;
    use crate::scan::Words;

    fn prepared(text: &str) -> Prepared {
        text.parse::<Mask>().expect("a mask").into()
    }

    #[test]
    fn an_order_ends_with_the_visit_that_hit() {
        let (a, b) = (prepared("...\n.##"), prepared("##\n##"));
        let order = Order { scan: Scan::ROWS, a: &a, b: &b, offset: Offset::new(1, 0), at: Cell::new(5, -7) };
        let json = serde_json::to_string(&order).expect("numbers and strings");
        assert_eq!(
            json,
            r#"{"scan":"rows","overlap_box":{"x":6,"y":-7,"width":2,"height":2},"hit":true,"visits":[[0,0,1,1],[1,0,1,1],[0,1,1,1]]}"#
        );
        assert_eq!(order.to_text(), "0 1\n2 .\n");
    }

    #[test]
    fn boxes_apart_have_no_order() {
        let a = prepared("#");
        let order = Order { scan: Scan::Words(Words), a: &a, b: &a, offset: Offset::new(1, 0), at: Cell::ORIGIN };
        let json = serde_json::to_string(&order).expect("numbers and strings");
        assert_eq!(json, r#"{"scan":"words","overlap_box":null,"hit":false,"visits":[]}"#);
        assert_eq!(order.to_text(), "");
    }
}
