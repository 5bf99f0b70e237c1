//! Readers of two sprites, with their rules, and the variation of B between their answers.

use std::{fmt, str::FromStr, task::Poll};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::scene::{Bands, Convention, Filter, LayError, Placement, Posed, Profile, Raster, SampleAt, Snap, Stand};
use crate::{choice::Choice, geom::Size};

/// A way to read two sprites.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reader {
    /// The world's grid by a convention, sprites being solid by their own rules.
    World(Convention),
    /// An engine, with its own rule of what is solid, over sprites laid by the scene's convention: it sees fractions of a
    /// cell only where that keeps them.
    Engine(Profile),
}

/// Variation of B.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Variation {
    /// It stands at each whole angle from 0 to 359 degrees: 360 × 1 places.
    Angles,
    /// It is moved right and down by each multiple of the nth part of a cell: `n` × `n` places.
    Fractions(u32),
}

impl Variation {
    /// The most parts of a cell by which B is moved.
    pub const MOST_FRACTIONS: u32 = 64;

    /// The variation with at most [`Self::MOST_FRACTIONS`] parts.
    #[must_use]
    pub fn cut_to_range(self) -> Self {
        match self {
            Self::Angles => Self::Angles,
            Self::Fractions(n) => Self::Fractions(n.clamp(1, Self::MOST_FRACTIONS)),
        }
    }

    /// Columns and rows of places.
    pub const fn size(self) -> Size {
        match self {
            Self::Angles => Size::new(360, 1),
            Self::Fractions(n) => Size::new(n, n),
        }
    }

    /// The placement of B at column `x` and row `y`, with `placement` in the scene.
    pub fn placement(self, placement: &Placement, x: u32, y: u32) -> Placement {
        match self {
            Self::Angles => Placement { rotation: x.into(), ..*placement },
            Self::Fractions(n) => {
                let part = |at: u32| f64::from(at) / f64::from(n);
                let (left, top) = placement.position;
                Placement { position: (left + part(x), top + part(y)), ..*placement }
            }
        }
    }

    /// The name of its places, in the plural.
    pub const fn plural(self) -> &'static str {
        match self {
            Self::Angles => "angles",
            Self::Fractions(_) => "fractions",
        }
    }

    /// The place at column `x` and row `y`: `31°`, `+5/16, +3/16 px`.
    pub fn label(self, x: u32, y: u32) -> String {
        match self {
            Self::Angles => format!("{x}°"),
            Self::Fractions(n) => format!("+{x}/{n}, +{y}/{n} px"),
        }
    }
}

impl Reader {
    /// Every way to read that menus offer.
    pub fn offered() -> Vec<Self> {
        let plain = Snap::ALL.iter().map(|&snap| Convention { snap, ..Convention::default() });
        let round = Snap::HalfUp;
        let others = [
            Convention { snap: round, filter: Filter::Nearest, at: SampleAt::Corner },
            Convention { snap: round, filter: Filter::Bilinear, at: SampleAt::Centre },
            Convention { snap: round, filter: Filter::Bilinear, at: SampleAt::Corner },
            Convention { snap: Snap::Keep, filter: Filter::Nearest, at: SampleAt::Corner },
            Convention { snap: Snap::Keep, filter: Filter::Bilinear, at: SampleAt::Centre },
            Convention { filter: Filter::PygameRotate, ..Convention::default() },
            Convention { filter: Filter::PygameRotozoom, ..Convention::default() },
        ];
        let engines = Profile::ALL.iter().copied().map(Self::Engine);
        plain.chain(others).map(Self::World).chain(engines).collect()
    }

    /// The title in menus and pictures.
    pub fn title(self) -> String {
        match self {
            Self::World(_) => self.to_string(),
            Self::Engine(profile) => profile.about().title.to_owned(),
        }
    }

    /// True if `a` and `raster` at a `stand` overlap; large sprites are read in `bands`.
    ///
    /// # Errors
    /// If the sprite cannot be laid there.
    pub(super) fn overlaps(
        self,
        a: &Posed,
        (raster, stand): (&Raster, &Stand),
        bands: Bands<'_>,
    ) -> Result<Poll<bool>, LayError> {
        match self {
            Self::World(_) => stand.overlaps(raster, a, None, bands),
            Self::Engine(profile @ (Profile::Pygame | Profile::Flash)) => {
                stand.overlaps(raster, a, Some(profile.solid()), bands)
            }
            Self::Engine(profile) => {
                let (unread, _) = stand.unread(raster)?;
                let b = if unread.is_upright() { stand.posed(raster)? } else { unread };
                Ok(profile.hits(a, &b, bands))
            }
        }
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

/// A text that names no reader.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error(
    "'{text}' is neither an engine ({}) nor a convention: {}, then one of {}, and centre or corner",
    names::<Profile>(),
    names::<Snap>(),
    names::<Filter>()
)]
pub struct ReaderNameError {
    /// The text.
    pub text: String,
}

/// The names of all choices, separated by commas.
fn names<T: Choice>() -> String {
    T::ALL.iter().map(|choice| choice.name()).collect::<Vec<_>>().join(", ")
}

/// The name of an engine, or a convention: `floor`, `half-up,bilinear`, `keep,nearest,corner`.
impl FromStr for Reader {
    type Err = ReaderNameError;

    fn from_str(text: &str) -> Result<Self, ReaderNameError> {
        if let Ok(profile) = Profile::named(text) {
            return Ok(Self::Engine(profile));
        }
        let unknown = || ReaderNameError { text: text.to_owned() };
        let mut parts = text.split(',').map(str::trim);
        let snap = parts.next().and_then(|name| Snap::named(name).ok());
        let mut convention = Convention { snap: snap.ok_or_else(unknown)?, ..Convention::default() };
        for part in parts {
            match part {
                "centre" => convention.at = SampleAt::Centre,
                "corner" => convention.at = SampleAt::Corner,
                name => convention.filter = Filter::named(name).map_err(|_| unknown())?,
            }
        }
        Ok(Self::World(convention))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_named_by_the_variation() {
        assert_eq!(Variation::Angles.label(31, 0), "31°");
        assert_eq!(Variation::Fractions(16).label(5, 3), "+5/16, +3/16 px");
    }
}
