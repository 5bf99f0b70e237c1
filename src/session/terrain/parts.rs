//! The sprites that play the ball and the ground, the changes to their game, and what is kept of it.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use maskscope_core::geom::Cell;
use maskscope_core::mask::{Mask, Prepared};
use maskscope_core::scene::terrain::{Key, KeyList, LOWEST_BIT, Playfield, Rules};
use maskscope_core::scene::{Picture, PictureFormat, Raster, Sprite};

/// The alpha of art that is not solid is divided by this.
const FAINT: u8 = 4;

/// The sprites that play the ball and the ground.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cast {
    /// The built-in ball and hills.
    #[default]
    Own,
    /// A is the ball and B the ground, as they stand in Inspect: turned, cut, solid by their rules.
    Loaded,
}

/// One of the two in its role.
#[derive(Clone, Debug)]
pub struct GameActor {
    /// Its picture, before it was made faint.
    art: Arc<Picture>,
    /// Its picture, faint where it is not solid.
    pub picture: Arc<Picture>,
    /// Mask of its solid pixels.
    pub mask: Arc<Prepared>,
}

/// The ball and the ground.
#[derive(Clone, Debug)]
pub struct Actors {
    /// The sprite that moves.
    pub ball: GameActor,
    /// The sprite that it moves on.
    pub ground: GameActor,
}

impl GameActor {
    /// The art of `raster` in its role: `then`, if it is the same.
    pub(super) fn of(raster: &Raster, lowest_bit: bool, then: Option<&Self>) -> Self {
        let mask = if lowest_bit { raster.mask_by(LOWEST_BIT) } else { Arc::clone(raster.mask()) };
        let is_same = |then: &&Self| {
            Arc::ptr_eq(&then.art, raster.picture())
                && (Arc::ptr_eq(&then.mask, &mask) || then.mask.mask() == mask.mask())
        };
        then.filter(is_same).cloned().unwrap_or_else(|| Self {
            art: Arc::clone(raster.picture()),
            picture: seen(raster.picture(), mask.mask()),
            mask,
        })
    }

    pub(super) fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.art, &other.art) && Arc::ptr_eq(&self.mask, &other.mask)
    }
}

/// A picture that is faint where it is not solid; the same one where every pixel that shows is solid.
fn seen(picture: &Arc<Picture>, mask: &Mask) -> Arc<Picture> {
    let size = picture.size();
    let mut pixels = picture.rgba().to_vec();
    let mut is_faint = false;
    for (at, pixel) in (0_i64..).zip(pixels.as_chunks_mut::<4>().0) {
        let width = i64::from(size.width);
        if pixel[3] > 0 && !mask.get_cell(Cell::new(at % width, at / width)) {
            pixel[3] /= FAINT;
            is_faint = true;
        }
    }
    if is_faint { Arc::new(Picture::new(size, pixels, PictureFormat::Part, true)) } else { Arc::clone(picture) }
}

impl Actors {
    /// Both masks, for steps.
    pub fn playfield(&self) -> Playfield<'_> {
        Playfield::new(&self.ball.mask, &self.ground.mask)
    }
}

/// An action on the ball and the ground.
#[derive(Clone, Debug)]
pub enum TerrainAction {
    /// Brings the built-in ball and hills.
    Bring(Box<[Sprite; 2]>),
    /// Changes which sprites play, and starts again.
    SetCast(Cast),
    /// Plays everything again by other rules, with the same keys; their numbers are clamped to what can be played. The
    /// stage stays as large as the ground.
    SetRules(Rules),
    /// True if only the lowest bit of alpha counts, as the article's line does in some languages.
    SetLowestBit(bool),
    /// A key goes down or up. In the past, a key that goes down begins another future.
    Press(Key, bool),
    /// Shows the game after this many steps.
    Go(usize),
    /// Plays from the start by other keys, until some time after the last of them.
    SetKeys(KeyList),
    /// Sets the pace, by its index in [`PACES`](super::PACES).
    SetPace(usize),
    /// Starts again, without keys.
    Restart,
    /// Plays by the speeds and from the start that fit A on B.
    Fit,
}

impl TerrainAction {
    /// True if it may replace keys, rules or steps.
    pub(in super::super) const fn may_replace(&self) -> bool {
        match self {
            Self::SetCast(_)
            | Self::SetRules(_)
            | Self::SetLowestBit(_)
            | Self::SetKeys(_)
            | Self::Restart
            | Self::Fit => true,
            Self::Press(_, down) => *down,
            Self::Bring(_) | Self::Go(_) | Self::SetPace(_) => false,
        }
    }
}

/// The ball's game as it is kept: its history follows from the rules, the keys and the sprites.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Game {
    /// The sprites that play.
    pub cast: Cast,
    /// The rules of the ball's movement.
    pub rules: Rules,
    /// The rules' numbers follow from the sprites.
    pub is_fitted: bool,
    /// True if only the lowest bit of alpha counts.
    pub lowest_bit: bool,
    /// The keys that moved the ball.
    pub keys: KeyList,
    /// The number of steps.
    pub steps: usize,
    /// The number of steps that are shown as done.
    pub at: usize,
    pub(super) held_back: bool,
    /// The pace, by its index in [`PACES`].
    pub pace: usize,
    /// Elapsed share of the next step.
    pub(super) clock: f64,
}

impl Game {
    /// The parts with every number cut to the range of a game.
    #[must_use]
    pub fn cut_to_range(self) -> Self {
        let steps = self.steps.min(MOST_STEPS);
        Self {
            rules: self.rules.cut_to_range(),
            steps,
            at: self.at.min(steps),
            pace: self.pace.min(PACES.len() - 1),
            clock: self.clock.clamp(0.0, 1.0),
            ..self
        }
    }
}

/// The most steps that are kept: more than a quarter of an hour of movement.
pub(super) const MOST_STEPS: usize = 65_536;

/// Paces slower than a game: each step lasts this many sixtieths of a second.
pub const PACES: [u32; 5] = [1, 2, 4, 10, 30];
