use std::fmt;

use super::{Budget, Offsets, Plane, Progress, Square, Survey, TooMany, Verdict};
use crate::{
    geom::{Affine, Offset},
    scan::{NoProbe, Scan},
    scene::{Laid, Posed, PreCheck, Profile},
};

/// Where something that says whether masks overlap is wrong: at every offset at which the boxes overlap.
#[derive(Clone, Debug)]
pub struct Divergence {
    witness: Witness,
    pair: [Posed; 2],
    /// B's offset as the scene has it.
    present: Offset,
    offsets: Offsets,
    progress: Progress,
    verdicts: Plane<Verdict>,
    /// What is missed, and where: the largest area, of equals the uppermost, of those the left one.
    largest_miss: Option<(Offset, u64)>,
    false_hits: u64,
    false_misses: u64,
}

/// Who says whether masks overlap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Witness {
    /// A scan.
    Scan(Scan),
    /// A test of the bounds, taken for the whole answer.
    PreCheck(PreCheck),
    /// An engine, with its own rule of what is solid.
    Profile(Profile),
}

impl Divergence {
    /// A survey of `witness` over the sprites of `laid`, of which nothing is done.
    ///
    /// The truth is what the masks share by the sprites' own rules.
    ///
    /// # Errors
    /// Where the sprites have too many offsets.
    pub fn new(laid: &Laid, witness: Witness) -> Result<Self, TooMany> {
        let offsets = TooMany::offsets(laid.a.raster.size(), laid.b.raster.size())?;
        Ok(Self {
            witness,
            pair: [laid.a.clone(), laid.b.clone()],
            present: laid.offset,
            offsets,
            progress: Progress::of(offsets.size()),
            verdicts: Plane::new(offsets.size(), Verdict::Miss),
            largest_miss: None,
            false_hits: 0,
            false_misses: 0,
        })
    }

    /// Who is asked.
    pub const fn witness(&self) -> Witness {
        self.witness
    }

    /// The offsets.
    pub const fn offsets(&self) -> Offsets {
        self.offsets
    }

    /// What is said at every offset, held against the truth.
    pub const fn verdicts(&self) -> &Plane<Verdict> {
        &self.verdicts
    }

    /// The largest area that the masks share where the witness says they do not, so far, and the offset: of equals the
    /// uppermost, of those the left one.
    pub const fn largest_miss(&self) -> Option<(Offset, u64)> {
        self.largest_miss
    }

    /// How many hits were claimed that are none, so far.
    pub const fn false_hits(&self) -> u64 {
        self.false_hits
    }

    /// How many hits were missed, so far.
    pub const fn false_misses(&self) -> u64 {
        self.false_misses
    }
}

impl Witness {
    /// Whether it says that the sprites overlap with B at `offset`, which is `present` in the world as it is.
    fn says(self, [a, b]: &[Posed; 2], present: Offset, offset: Offset) -> bool {
        match self {
            Self::Scan(scan) => {
                let masks = [a, b].map(|posed| posed.raster.mask_for(scan));
                scan.run(&masks[0], &masks[1], offset, None, &mut NoProbe).is_some()
            }
            Self::PreCheck(check) => check.hits(a.raster.mask(), b.raster.mask(), offset),
            Self::Profile(profile) => profile.run(a, &moved(b, present, offset), &mut NoProbe).is_some(),
        }
    }
}

/// A sprite as it lies in the world at offset `from`, moved to offset `to`.
fn moved(sprite: &Posed, from: Offset, to: Offset) -> Posed {
    let by = to.cell() - from.cell();
    let in_world = (f64::from(to.x) - f64::from(from.x), f64::from(to.y) - f64::from(from.y));
    // The way in the parent's space, which the parent's turn and scale make that way in the world.
    let world_from_parent = Affine { tx: 0.0, ty: 0.0, ..sprite.world_from_parent };
    let in_parent = world_from_parent.inverse().map_or(in_world, |parent_from_world| parent_from_world.map(in_world));
    Posed {
        parent_from_source: Affine::translation(in_parent).after(sprite.parent_from_source),
        origin: sprite.origin + by,
        ..sprite.clone()
    }
}

impl Survey for Divergence {
    fn progress(&self) -> Progress {
        self.progress
    }

    fn step(&mut self, budget: Budget, cancelled: &dyn Fn() -> bool) {
        let Self { witness, ref pair, present, offsets, .. } = *self;
        let [a, b] = pair.each_ref().map(|posed| posed.raster.mask());
        let ask = |Square { x, y, .. }: Square| {
            let offset = offsets.offset(x, y);
            let verdict = Verdict::of(witness.says(pair, present, offset), a.overlaps(b, offset));
            let missed = if verdict == Verdict::FalseMiss { a.overlap_area(b, offset) } else { 0 };
            (verdict, missed)
        };
        let mut answers = Vec::new();
        self.progress.advance(budget, cancelled, ask, |place, answer| answers.push((place, answer)));
        for (place, (verdict, missed)) in answers {
            self.verdicts.paint(place, verdict);
            self.false_hits += u64::from(verdict == Verdict::FalseHit);
            self.false_misses += u64::from(verdict == Verdict::FalseMiss);
            let offset = offsets.offset(place.x, place.y);
            let is_larger =
                |(at, area): (Offset, u64)| missed > area || missed == area && (offset.y, offset.x) < (at.y, at.x);
            if missed > 0 && self.largest_miss.is_none_or(is_larger) {
                self.largest_miss = Some((offset, missed));
            }
        }
    }
}

impl fmt::Display for Witness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Scan(scan) => scan.fmt(f),
            Self::PreCheck(check) => check.fmt(f),
            Self::Profile(profile) => profile.fmt(f),
        }
    }
}
