//! [`AreaMap`]: the overlap area at every offset.

use strum::{EnumMessage, IntoStaticStr, VariantArray};

use super::edges::RunEdges;
use super::fourier::{Convolved, Fourier};
use super::transform::{Float, fast_length};
use crate::geom::{Offset, Offsets};
use crate::mask::{Mask, Prepared, bits::index, pixels::Level};

/// The overlap area of two masks at every offset at which their boxes overlap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AreaMap {
    /// Offsets of the map.
    pub offsets: Offsets,
    /// All areas, row by row from the first offset on.
    pub areas: Vec<u32>,
}

/// Method of computing an area map. Both methods give the same areas.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, VariantArray, IntoStaticStr, EnumMessage)]
#[strum(serialize_all = "kebab-case")]
pub enum AreaMethod {
    /// From the edges of runs: the time grows with the product of both masks' numbers of runs.
    RunEdges,
    /// By transforms: the time depends on the size alone.
    Fourier,
}

/// Time for a pair of runs, in pixels of one of the log₂(n) passes of a transform of n pixels (measured).
const PIXELS_OF_A_PAIR: u64 = 6;

/// A transform is trusted if every result is nearer than this to a whole number.
const TRUSTED: f32 = 0.2;

impl AreaMap {
    /// The map of `a` and `b`, by the method that takes less time; `None` if cancelled.
    ///
    /// # Panics
    /// If either mask has 2³² pixels or more.
    pub fn new(a: &Prepared, b: &Prepared, is_cancelled: &dyn Fn() -> bool) -> Option<Self> {
        Self::at(Level::best(), a, b, is_cancelled)
    }

    /// The map, made with the instructions of `level`.
    ///
    /// # Panics
    /// If either mask has 2³² pixels or more.
    pub fn at(level: Level, a: &Prepared, b: &Prepared, is_cancelled: &dyn Fn() -> bool) -> Option<Self> {
        let pairs = a.mask().run_count().saturating_mul(b.mask().run_count());
        let size = Offsets::new(a.mask().size(), b.mask().size()).size();
        let [width, height] = [size.width, size.height].map(|side| fast_length(index(side)) as u64);
        let transform = width * height * u64::from((width * height).ilog2());
        let method = if pairs < transform / PIXELS_OF_A_PAIR { AreaMethod::RunEdges } else { AreaMethod::Fourier };
        Self::by(level, method, a, b, is_cancelled)
    }

    /// The same map, by a given method.
    ///
    /// # Panics
    /// If either mask has 2³² pixels or more.
    pub fn by(
        level: Level,
        method: AreaMethod,
        a: &Prepared,
        b: &Prepared,
        is_cancelled: &dyn Fn() -> bool,
    ) -> Option<Self> {
        let (a, b) = (a.mask(), b.mask());
        assert!(a.size().area().max(b.size().area()) <= u32::MAX.into(), "more pixels than an area map counts");
        let offsets = Offsets::new(a.size(), b.size());
        let masks = (a, b);
        let areas = match method {
            _ if offsets.size().is_empty() => Vec::new(),
            AreaMethod::Fourier => by_transform(level, masks, offsets, is_cancelled)?,
            AreaMethod::RunEdges => by_run_edges(level, masks, offsets, is_cancelled)?,
        };
        Some(Self { offsets, areas })
    }

    /// The number of pixels set in both masks with B at `offset`; 0 if the boxes do not overlap.
    #[inline]
    pub fn area(&self, offset: Offset) -> u32 {
        let Some((x, y)) = self.offsets.place(offset) else { return 0 };
        self.areas[index(y) * index(self.offsets.size().width) + index(x)]
    }
}

/// The number of areas in a map of `offsets`.
fn length(offsets: Offsets) -> usize {
    index(offsets.size().width) * index(offsets.size().height)
}

/// The areas from the edges of runs; `None` if cancelled.
fn by_run_edges(
    level: Level,
    masks: (&Mask, &Mask),
    offsets: Offsets,
    is_cancelled: &dyn Fn() -> bool,
) -> Option<Vec<u32>> {
    let mut areas = vec![0; length(offsets) + RunEdges::GUARDS];
    let is_whole = level.run(RunEdges::new(masks, offsets.size(), &mut areas, is_cancelled));
    areas.truncate(length(offsets));
    is_whole.then_some(areas)
}

/// The areas by transforms; `None` if cancelled.
///
/// Floats are rounded, areas are whole. A result is right if every number is near a whole one and they sum to the
/// product of both masks' counts. Otherwise f64 is tried after f32, and run edges after f64.
fn by_transform(
    level: Level,
    masks: (&Mask, &Mask),
    offsets: Offsets,
    is_cancelled: &dyn Fn() -> bool,
) -> Option<Vec<u32>> {
    let product = masks.0.count() * masks.1.count();
    let mut areas = vec![0; length(offsets)];
    let is_right = |areas: &[u32], distance: f32| {
        distance < TRUSTED && areas.iter().map(|&area| u64::from(area)).sum::<u64>() == product
    };
    if product <= f32::LIMIT {
        match level.run(Fourier::<f32>::new(masks, offsets, &mut areas, is_cancelled)) {
            Convolved::Cancelled => return None,
            Convolved::Filled(distance) if is_right(&areas, distance) => return Some(areas),
            Convolved::Filled(_) => {}
        }
    }
    match level.run(Fourier::<f64>::new(masks, offsets, &mut areas, is_cancelled)) {
        Convolved::Cancelled => None,
        Convolved::Filled(distance) if is_right(&areas, distance) => Some(areas),
        Convolved::Filled(_) => by_run_edges(level, masks, offsets, is_cancelled),
    }
}
