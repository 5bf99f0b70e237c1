//! Collision tests of known engines: the same sprites, by each engine's own rules.
//!
//! Engines differ in their rules for solid pixels, in the cells they read and their order, and in sprites that are
//! turned, scaled or between cells, so two of them can find different first hits, or disagree about a hit.

mod about;
pub mod gilbert;
mod scratch;
mod turned;

use std::task::Poll;

pub use about::ProfileAbout;
use strum::{Display, EnumMessage, IntoStaticStr, VariantArray};

use self::turned::{FirstCell, TurnedPair};
use super::{Bands, Posed};
use crate::geom::{Cell, Offset};
use crate::mask::{Prepared, Solid};
use crate::scan::{Channels, Hit, NoProbe, Pair, Probe, Scan, Stripes, Visit, walk};

/// An engine, or a sample or wiki page in its name, with its defaults.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, VariantArray, IntoStaticStr, EnumMessage, Display)]
#[strum(serialize_all = "lowercase")]
#[non_exhaustive]
pub enum Profile {
    /// pygame and pygame-ce: Mask.overlap.
    Pygame,
    /// GameMaker's HTML5 runner: precise collision.
    GameMaker,
    /// The sample for XNA and MonoGame.
    Xna,
    /// The page in SFML's wiki.
    Sfml,
    /// Scratch's block touching sprite.
    Scratch,
    /// HaxeFlixel's pixelPerfectCheck.
    HaxeFlixel,
    /// Flash's BitmapData.hitTest.
    Flash,
    /// Gilbert's test for Flash's display objects, in the space of a common parent.
    Gilbert,
}

impl Profile {
    /// The engine's rule for solid pixels.
    pub const fn solid(self) -> Solid {
        match self {
            Self::Pygame => Solid::Above(127),
            Self::GameMaker | Self::Xna | Self::Sfml | Self::Scratch => Solid::Above(0),
            Self::HaxeFlixel | Self::Flash | Self::Gilbert => Solid::AtLeast(1),
        }
    }

    /// The first cell at which the engine finds both sprites solid, in the world's cells relative to A's top left.
    ///
    /// The masks are made by the engine's own rule, whatever the sprites' thresholds. `probe` receives every read of a
    /// cell, in A's space; cells skipped without reading a pixel are not visits. Scratch names the cell whose top left
    /// corner is the point it read, which may lie just beyond a box. Engines that cannot turn a sprite, pygame and
    /// Flash's `hitTest`, test it as it lies on the world's grid.
    pub fn run<P: Probe>(self, a: &Posed, b: &Posed, probe: &mut P) -> Option<Cell> {
        if a.is_upright() && b.is_upright() && (self != Self::Gilbert || gilbert::reads_cells(a, b)) {
            let solid = self.solid();
            return self.run_on(&a.raster.mask_by(solid), &b.raster.mask_by(solid), a.offset_of(b)?, probe);
        }
        self.run_turned(a, b, probe)
    }

    /// The rectangle and the point of Gilbert's test; `None` if it answers null, and for all other engines.
    pub fn answer(self, a: &Posed, b: &Posed) -> Option<gilbert::GilbertAnswer> {
        (self == Self::Gilbert).then(|| gilbert::collide(a, b, self.solid(), &mut NoProbe))?
    }

    /// True if the engine finds a cell at which both sprites are solid. Large sprites are read in `bands`.
    pub fn hits(self, a: &Posed, b: &Posed, bands: Bands<'_>) -> Poll<bool> {
        let solid = self.solid();
        let reads_cells = match self {
            Self::Pygame | Self::Flash => true,
            Self::GameMaker | Self::Xna | Self::HaxeFlixel => a.is_upright() && b.is_upright(),
            Self::Gilbert => gilbert::reads_cells(a, b),
            // They leave out or repeat the edges of sprites.
            Self::Sfml | Self::Scratch => false,
        };
        if reads_cells {
            let [of_a, of_b] = [a, b].map(|posed| posed.raster.mask_by(solid));
            return Poll::Ready(a.offset_of(b).is_some_and(|offset| of_a.overlaps(&of_b, offset)));
        }
        match self {
            Self::Gilbert => gilbert::hits(a, b, solid, bands),
            _ => self.run_in(bands, a, b, &mut NoProbe).map(|found| found.is_some()),
        }
    }

    /// The same as [`Self::run`] for sprites that are turned, scaled or between cells: by each engine's own map from
    /// the world to a pixel.
    pub fn run_turned<P: Probe>(self, a: &Posed, b: &Posed, probe: &mut P) -> Option<Cell> {
        Bands::all(|bands| self.run_in(bands, a, b, probe))
    }

    /// The same, in bands where the engine reads the sprites by a map of its own.
    fn run_in<'a, P: Probe>(self, bands: Bands<'_>, a: &'a Posed, b: &'a Posed, probe: &mut P) -> FirstCell {
        let solid = self.solid();
        let read = |test: fn(&TurnedPair<'a>, Bands<'_>, &mut P) -> FirstCell| {
            TurnedPair::new(a, b, solid).map_or(Poll::Ready(None), |pair| test(&pair, bands, probe))
        };
        match self {
            Self::GameMaker => read(TurnedPair::gamemaker),
            Self::Xna => read(TurnedPair::xna),
            Self::Sfml => read(TurnedPair::sfml),
            Self::Scratch => read(TurnedPair::scratch),
            Self::HaxeFlixel => read(TurnedPair::haxeflixel),
            Self::Gilbert => {
                let first = gilbert::collide(a, b, solid, probe).and_then(|answer| answer.first);
                Poll::Ready(first.map(|first| first - a.origin))
            }
            Self::Pygame | Self::Flash => {
                let [of_a, of_b] = [a, b].map(|posed| posed.raster.mask_by(solid));
                Poll::Ready(a.offset_of(b).and_then(|offset| self.run_on(&of_a, &of_b, offset, probe)))
            }
        }
    }

    /// The same on masks that are already made by the engine's rule, of sprites that are neither turned nor scaled.
    pub fn run_on<P: Probe>(self, a: &Prepared, b: &Prepared, offset: Offset, probe: &mut P) -> Option<Cell> {
        match self {
            Self::Pygame => {
                in_overlap(a, b, offset, probe, |_, probe| Scan::Stripes(Stripes::W64).run(a, b, offset, None, probe))
            }
            Self::GameMaker | Self::Flash => {
                in_overlap(a, b, offset, probe, |pair, probe| pair.first_shared(walk::columns(pair.size()), probe))
            }
            Self::Xna => {
                in_overlap(a, b, offset, probe, |pair, probe| pair.first_shared(walk::rows(pair.size()), probe))
            }
            Self::Sfml => {
                in_overlap(a, b, offset, probe, |pair, probe| pair.first_shared(turned::above_zero(pair.size()), probe))
            }
            Self::Scratch => scratch::look(a, b, offset, probe),
            Self::HaxeFlixel => in_overlap(a, b, offset, probe, |pair, probe| {
                pair.first_shared(turned::even_then_odd(pair.size()), probe)
            }),
            Self::Gilbert => in_overlap(a, b, offset, probe, |_, probe| {
                Scan::Channels(Channels::default()).run(a, b, offset, None, probe)
            }),
        }
    }
}

/// Runs an engine's test over the overlap box, if there is one; returns its cell, in A's space.
fn in_overlap<P: Probe>(
    a: &Prepared,
    b: &Prepared,
    offset: Offset,
    probe: &mut P,
    look: impl FnOnce(&Pair<'_>, &mut InA<'_, P>) -> Option<Hit>,
) -> Option<Cell> {
    let pair = Pair::new(a, b, offset)?;
    let origin = pair.in_a(0, 0);
    let (x, y) = look(&pair, &mut InA { probe, origin })?.cell?;
    let (x, y) = pair.in_a(x, y);
    Some(Cell::new(x.into(), y.into()))
}

/// Reports visits to a probe in A's space instead of the overlap box's.
struct InA<'a, P> {
    probe: &'a mut P,
    /// The overlap box's top left in A's pixels.
    origin: (u32, u32),
}

impl<P: Probe> Probe for InA<'_, P> {
    #[inline]
    fn visit(&mut self, visit: Visit) {
        let (x, y) = (self.origin.0.cast_signed(), self.origin.1.cast_signed());
        self.probe.visit(Visit { x: visit.x + x, y: visit.y + y, ..visit });
    }
}
