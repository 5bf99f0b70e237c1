use std::fmt;

use super::{Budget, Plane, Progress, Square, Survey, TooMany};
use crate::{
    geom::Size,
    scan::NoProbe,
    scene::{Actor, Convention, Placement, Posed, Profile, Scene, Snap, TooLarge},
};

/// Where two ways to read the same pair of sprites differ in whether they overlap, while B turns or moves by fractions of
/// a cell.
#[derive(Clone, Debug)]
pub struct Disagreement {
    scene: Scene,
    readers: [Reader; 2],
    /// A as each of them lays it on the world's grid.
    a: [Posed; 2],
    variation: Variation,
    progress: Progress,
    answers: Plane<Option<[bool; 2]>>,
}

/// A way to read two sprites.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reader {
    /// The world's grid by a convention, sprites being solid by their own rules.
    World(Convention),
    /// An engine, with its own rule of what is solid, over sprites laid by the scene's convention: it sees fractions of a
    /// cell only where that keeps them.
    Engine(Profile),
}

/// What becomes of B.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Variation {
    /// It stands at each whole angle from 0 to 359 degrees: 360 × 1 places.
    Angles,
    /// It moves on by each multiple of the so manieth part of a cell, in both directions: `n` × `n` places.
    Phases(u32),
}

impl Disagreement {
    /// A survey of the sprites of `scene`, of which nothing is done.
    ///
    /// # Errors
    /// Where A would be too large.
    pub fn new(scene: &Scene, readers: [Reader; 2], variation: Variation) -> Result<Self, DisagreementError> {
        let size = TooMany::check(variation.size())?;
        let pose = |reader| posed(scene, &scene.sprites[0].placement, 0, reader).map_err(DisagreementError::TooLarge);
        Ok(Self {
            scene: scene.clone(),
            readers,
            a: [pose(readers[0])?, pose(readers[1])?],
            variation,
            progress: Progress::of(size),
            answers: Plane::new(size, None),
        })
    }

    /// Who is asked.
    pub const fn readers(&self) -> [Reader; 2] {
        self.readers
    }

    /// What becomes of B.
    pub const fn variation(&self) -> Variation {
        self.variation
    }

    /// Whether the sprites overlap, as each reader says; `None` where B would be too large, and while nothing is done.
    pub const fn answers(&self) -> &Plane<Option<[bool; 2]>> {
        &self.answers
    }

    /// Where B is at column `x` and row `y`.
    pub fn placement(&self, x: u32, y: u32) -> Placement {
        self.variation.placement(&self.scene.sprites[1].placement, x, y)
    }

    /// The places that are done and at which the readers differ, in the order in which they were asked about.
    pub fn differences(&self) -> impl Iterator<Item = (u32, u32)> {
        let places = self.progress.places().map(|Square { x, y, .. }| (x, y));
        places.filter(|&(x, y)| self.answers.at(x, y).is_some_and(|[one, other]| one != other))
    }
}

/// Why two readers cannot be compared.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum DisagreementError {
    /// There are too many places.
    #[error(transparent)]
    TooMany(#[from] TooMany),
    /// A would be too large.
    #[error("a sprite does not fit: {0}")]
    TooLarge(TooLarge),
}

impl Variation {
    /// Columns and rows of places.
    pub const fn size(self) -> Size {
        match self {
            Self::Angles => Size::new(360, 1),
            Self::Phases(n) => Size::new(n, n),
        }
    }

    /// Where B is at column `x` and row `y`, its placement in the scene being `placement`.
    fn placement(self, placement: &Placement, x: u32, y: u32) -> Placement {
        match self {
            Self::Angles => Placement { rotation: x.into(), ..*placement },
            Self::Phases(n) => {
                let part = |at: u32| f64::from(at) / f64::from(n);
                let (left, top) = placement.position;
                Placement { position: (left + part(x), top + part(y)), ..*placement }
            }
        }
    }
}

impl Reader {
    /// Whether the sprites overlap.
    fn says(self, a: &Posed, b: &Posed) -> bool {
        match self {
            Self::World(_) => a.offset_of(b).is_some_and(|offset| a.raster.mask().overlaps(b.raster.mask(), offset)),
            Self::Engine(profile) => profile.run(a, b, &mut NoProbe).is_some(),
        }
    }
}

/// Sprite `which` of `scene` at `placement`, laid on the world's grid as `reader` wants it.
fn posed(scene: &Scene, placement: &Placement, which: usize, reader: Reader) -> Result<Posed, TooLarge> {
    let convention = match reader {
        Reader::World(convention) => convention,
        Reader::Engine(_) => scene.convention,
    };
    let Actor { sprite, .. } = &scene.sprites[which];
    let world_from_parent = scene.parent.parent_from_source(Size::default(), Snap::Keep);
    let parent_from_source = placement.parent_from_source(sprite.size(), convention.snap);
    Posed::new(sprite.raster(), parent_from_source, world_from_parent, convention)
}

impl Survey for Disagreement {
    fn progress(&self) -> Progress {
        self.progress
    }

    fn step(&mut self, budget: Budget, cancelled: &dyn Fn() -> bool) {
        let Self { ref scene, readers, ref a, variation, .. } = *self;
        let ask = |Square { x, y, .. }: Square| {
            let placement = variation.placement(&scene.sprites[1].placement, x, y);
            let says = |which: usize| {
                let b = posed(scene, &placement, 1, readers[which]).ok()?;
                Some(readers[which].says(&a[which], &b))
            };
            Some([says(0)?, says(1)?])
        };
        self.progress.advance(budget, cancelled, ask, |place, answer| self.answers.paint(place, answer));
    }
}

impl fmt::Display for Reader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::World(Convention { snap, filter, at }) => {
                write!(f, "{}, {}, {}", snap.name(), filter.name(), at.name())
            }
            Self::Engine(profile) => profile.fmt(f),
        }
    }
}
