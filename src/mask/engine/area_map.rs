use super::{
    edges::RunEdges,
    fourier::{Float, Fourier, Outcome, fast_length},
    level::Level,
    runs::Runs,
};
use crate::{
    geom::{Offset, Offsets},
    mask::{Prepared, bits::index},
};

/// The overlap area of two masks at every offset at which their boxes overlap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AreaMap {
    offsets: Offsets,
    areas: Vec<u32>,
}

/// How an area map is made. Every way gives the same areas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AreaMethod {
    /// From the edges of runs: the time grows with the runs of one mask times those of the other.
    RunEdges,
    /// By transforms: the time depends on the size alone.
    Fourier,
}

impl AreaMethod {
    /// Every way.
    pub const ALL: [Self; 2] = [Self::RunEdges, Self::Fourier];
}

/// A pair of runs takes as long as so many pixels of one of a transform's halvings (measured).
const PAIRS: u64 = 6;

/// The largest distance from a whole number at which rounding is believed.
const BELIEVED: f32 = 0.2;

impl AreaMap {
    /// The map of `a` and `b`, by the way that takes less time; `None` where `is_cancelled` has said so.
    ///
    /// # Panics
    /// When either mask has 2³² pixels or more.
    pub fn new(a: &Prepared, b: &Prepared, is_cancelled: &dyn Fn() -> bool) -> Option<Self> {
        Self::at(Level::best(), a, b, is_cancelled)
    }

    /// The same map, with the instructions of `level`.
    pub fn at(level: Level, a: &Prepared, b: &Prepared, is_cancelled: &dyn Fn() -> bool) -> Option<Self> {
        let pairs = Runs::count(a.mask()).saturating_mul(Runs::count(b.mask()));
        let size = Offsets::new(a.mask().size(), b.mask().size()).size();
        let [width, height] = [size.width, size.height].map(|side| fast_length(index(side)) as u64);
        let transform = width * height * u64::from((width * height).ilog2());
        let method = if pairs < transform / PAIRS { AreaMethod::RunEdges } else { AreaMethod::Fourier };
        Self::by(level, method, a, b, is_cancelled)
    }

    /// The same map, made one way.
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
        let length = index(offsets.size().width) * index(offsets.size().height);
        if length == 0 {
            return Some(Self { offsets, areas: Vec::new() });
        }
        let mut areas = vec![0; length + RunEdges::GUARDS];
        if method == AreaMethod::Fourier {
            areas.truncate(length);
            let product = a.count() * b.count();
            let is_right = |areas: &[u32], distance: f32| {
                distance < BELIEVED && areas.iter().map(|&area| u64::from(area)).sum::<u64>() == product
            };
            if product <= f32::LIMIT {
                match level.run(Fourier::<f32>::new((a, b), offsets, &mut areas, is_cancelled)) {
                    Outcome::Cancelled => return None,
                    Outcome::Filled(distance) if is_right(&areas, distance) => return Some(Self { offsets, areas }),
                    Outcome::Filled(_) => {}
                }
            }
            match level.run(Fourier::<f64>::new((a, b), offsets, &mut areas, is_cancelled)) {
                Outcome::Cancelled => return None,
                Outcome::Filled(distance) if is_right(&areas, distance) => return Some(Self { offsets, areas }),
                Outcome::Filled(_) => {}
            }
        }
        areas.clear();
        areas.resize(length + RunEdges::GUARDS, 0);
        let is_whole = level.run(RunEdges::new((a, b), offsets.size(), &mut areas, is_cancelled));
        areas.truncate(length);
        is_whole.then_some(Self { offsets, areas })
    }

    /// How many bytes the map of two masks takes; making it takes up to twice as many more for a while.
    pub fn bytes(a: &Prepared, b: &Prepared) -> u64 {
        4 * Offsets::new(a.mask().size(), b.mask().size()).size().area()
    }

    /// How many pixels both masks have set with B at `offset`; 0 where the boxes are apart.
    #[inline]
    pub fn area(&self, offset: Offset) -> u32 {
        let Some((x, y)) = self.offsets.place(offset) else { return 0 };
        self.areas[index(y) * index(self.offsets.size().width) + index(x)]
    }

    /// The offsets that the map holds.
    pub const fn offsets(&self) -> Offsets {
        self.offsets
    }

    /// All areas, row by row from the first offset on.
    pub fn areas(&self) -> &[u32] {
        &self.areas
    }
}
