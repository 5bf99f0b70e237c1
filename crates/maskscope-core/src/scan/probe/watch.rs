//! The trait of probes, and the two simplest: one that does nothing, one that counts.

use crate::scan::visit::Visit;

/// Receives every visit of a scan, in order, including the one that hits.
///
/// ```
/// use maskscope_core::{geom::Offset, mask::{Mask, Prepared}, scan::{Probe, Scan, Visit}};
///
/// /// Remembers how far down a scan looked.
/// #[derive(Default)]
/// struct Deepest(i32);
///
/// impl Probe for Deepest {
///     fn visit(&mut self, visit: Visit) {
///         self.0 = self.0.max(visit.y);
///     }
/// }
///
/// let a = Prepared::new("..\n.#\n..".parse::<Mask>()?);
/// let mut deepest = Deepest::default();
/// Scan::ROWS.run(&a, &a, Offset::default(), None, &mut deepest);
/// assert_eq!(deepest.0, 1);       // the hit ends the scan before the last row
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Probe {
    /// Receives a visit that is about to be made.
    fn visit(&mut self, visit: Visit);

    /// Receives the outcome of a visit. Only scans whose visits are rectangles that can be split call this.
    #[inline]
    fn outcome(&mut self, _: VisitOutcome) {}
}

/// Outcome of the visit of a rectangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VisitOutcome {
    /// Nothing in it can be shared: it is pruned.
    Miss,
    /// It is split, and its parts are visited.
    Split,
    /// Something in it is shared: it is accepted and ends the scan.
    Hit,
}

/// Watches nothing and costs nothing: for timed runs.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoProbe;

impl Probe for NoProbe {
    #[inline]
    fn visit(&mut self, _: Visit) {}
}

/// Counts visits, and the cells that they read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Visits made.
    pub visits: u64,
    /// The sum of their areas, repeats counted: without it a word scan would look like cheating.
    pub cells: u64,
}

impl Probe for Count {
    #[inline]
    fn visit(&mut self, visit: Visit) {
        self.visits += 1;
        self.cells += visit.cells();
    }
}

/// A probe that somebody else has, of any type.
impl<P: Probe + ?Sized> Probe for &mut P {
    #[inline]
    fn visit(&mut self, visit: Visit) {
        (**self).visit(visit);
    }

    #[inline]
    fn outcome(&mut self, outcome: VisitOutcome) {
        (**self).outcome(outcome);
    }
}

/// A probe that may be absent.
impl<P: Probe> Probe for Option<P> {
    #[inline]
    fn visit(&mut self, visit: Visit) {
        if let Some(probe) = self {
            probe.visit(visit);
        }
    }

    #[inline]
    fn outcome(&mut self, outcome: VisitOutcome) {
        if let Some(probe) = self {
            probe.outcome(outcome);
        }
    }
}

/// Two probes that watch the same run.
impl<P: Probe, Q: Probe> Probe for (P, Q) {
    #[inline]
    fn visit(&mut self, visit: Visit) {
        self.0.visit(visit);
        self.1.visit(visit);
    }

    #[inline]
    fn outcome(&mut self, outcome: VisitOutcome) {
        self.0.outcome(outcome);
        self.1.outcome(outcome);
    }
}
