//! Checks of the sprites of a scene: where a path or a table moves them, and what the game answered there.

use std::sync::{Arc, Mutex, PoisonError};
use std::{borrow::Cow, collections::HashMap};

use thiserror::Error;

use super::{Check, CheckedSprite, Clock, GameAnswer};
use crate::geom::Point;
use crate::scene::{
    Actor, LayError, PlacedPair, PlacedSprite, Placement, Route, RouteStep, Scene, Shown, Sprite, UnknownFrame,
};
use crate::shape::TOUCH;

/// The places of a scene's sprites, check by check.
#[derive(Clone, Debug, PartialEq)]
pub enum Course {
    /// B alone moves.
    Route(Route),
    /// Both may move, and the game may have answered.
    Moves(Moves),
}

/// Checks of the sprites of a scene, in the order in which the game made them.
#[derive(Clone, Debug, PartialEq)]
pub struct Moves {
    /// Their unit of time.
    pub clock: Clock,
    /// The checks.
    pub moves: Vec<Move>,
}

/// The placements of both sprites of a scene at a check. Missing parts are as in the scene.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Move {
    /// The line of the table that holds it, from 1.
    pub line: u64,
    /// The time: a whole number of frames, or seconds.
    pub at: f64,
    /// The changes of A and of B.
    pub sprites: [Moved; 2],
    /// The game's answer; `None` if it gives none.
    pub hit: Option<bool>,
}

/// The changes of a sprite.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Moved {
    /// The position of its anchor, as scenes write it.
    pub position: Option<Point>,
    /// Its rotation in degrees, clockwise.
    pub rotation: Option<f64>,
    /// Its frame: a number from 0, or a name as scenes write it.
    pub frame: Option<String>,
}

/// A scene whose sprites move from check to check.
#[derive(Debug)]
pub struct MovedScene {
    scene: Scene,
    /// The frames of A and of B that were shown so far.
    frames: [Mutex<HashMap<Shown, Arc<Sprite>>>; 2],
}

/// A sprite that cannot be moved so.
#[derive(Clone, Debug, Error, PartialEq)]
#[error("{}: {fault}", SLOTS[usize::from(*is_b)])]
pub struct MoveError {
    /// True for B.
    pub is_b: bool,
    /// The reason.
    pub fault: MoveFault,
}

/// The reason why a sprite cannot be moved so, in a clause about the sprite.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum MoveFault {
    /// The number is beyond the last frame.
    #[error("it shows frame {frame}, and the last one is {last}")]
    Beyond {
        /// The number, from 0.
        frame: usize,
        /// The last frame, from 0.
        last: usize,
    },
    /// No frame has this name.
    #[error("{sprite} {unknown}")]
    Unknown {
        /// The name of the sprite.
        sprite: String,
        /// The name of the frame.
        unknown: UnknownFrame,
    },
    /// A number of the placement is out of range.
    #[error("the {number} is out of range, which is {range}")]
    OutOfRange {
        /// The name of the number.
        number: &'static str,
        /// Its range.
        range: &'static str,
    },
    /// It cannot be placed there.
    #[error(transparent)]
    Unplaced(#[from] LayError),
}

impl Course {
    /// The number of checks.
    pub fn len(&self) -> usize {
        match self {
            Self::Route(route) => route.steps.len(),
            Self::Moves(moves) => moves.moves.len(),
        }
    }

    /// True without checks.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The unit of time of the checks.
    pub fn clock(&self) -> Clock {
        match self {
            Self::Route(_) => Clock::Second,
            Self::Moves(moves) => moves.clock,
        }
    }

    /// The placements of both sprites at check `number`, from 0; `None` beyond the last.
    pub fn get(&self, number: usize) -> Option<Cow<'_, Move>> {
        match self {
            Self::Moves(moves) => moves.moves.get(number).map(Cow::Borrowed),
            Self::Route(route) => {
                let RouteStep { seconds, position } = *route.steps.get(number)?;
                let b = Moved { position: Some(position), ..Moved::default() };
                let line = number as u64 + 1;
                Some(Cow::Owned(Move { line, at: seconds, sprites: [Moved::default(), b], hit: None }))
            }
        }
    }
}

impl MovedScene {
    /// `scene`, whose own path and expectation are ignored.
    pub fn new(scene: &Scene) -> Self {
        let scene = Scene { route: None, expectation: None, ..scene.clone() };
        Self { scene, frames: <_>::default() }
    }

    /// Returns the check `there`, which counts time by `clock`.
    ///
    /// # Errors
    /// Where a sprite has no such frame or cannot be placed so, or both are too far apart.
    pub fn check(&self, clock: Clock, there: &Move) -> Result<Check, MoveError> {
        let Scene { sprites, .. } = &self.scene;
        let place = |slot: usize| {
            let (actor, (shown, placement)) = (&sprites[slot], self.stands(slot, &there.sprites[slot])?);
            let mut frames = self.frames[slot].lock().unwrap_or_else(PoisonError::into_inner);
            let sprite = frames.entry(shown).or_insert_with(|| {
                let mut sprite = actor.sprite.clone();
                sprite.show(shown);
                Arc::new(sprite)
            });
            let stand = self.scene.stand(actor, placement, self.scene.convention);
            PlacedSprite::new(Arc::clone(sprite), stand).map_err(|why| MoveError { is_b: slot == 1, fault: why.into() })
        };
        let pair = PlacedPair::new(place(0)?, place(1)?).map_err(|why| MoveError { is_b: true, fault: why.into() })?;
        let game = there.hit.map(|hit| GameAnswer { hit, ..GameAnswer::default() });
        let names = sprites.each_ref().map(|actor| actor.sprite.name.clone());
        let subject = |name: &String| CheckedSprite {
            sprite: name.clone(),
            kind: name.clone(),
            is_pictured: true,
            ..CheckedSprite::default()
        };
        let subjects = names.each_ref().map(subject);
        Ok(Check {
            line: there.line,
            place: 0,
            clock,
            at: there.at,
            names,
            pair,
            subjects,
            game,
            jump: false,
            view: None,
            source: None,
            is_contact: false,
            is_unjudged: false,
            within: TOUCH,
            is_shown: true,
            visits: Vec::new(),
        })
    }

    /// Returns the scene as it is at `there`.
    ///
    /// # Errors
    /// Where a sprite has no such frame, or a number is out of range.
    pub fn scene(&self, there: &Move) -> Result<Scene, MoveError> {
        let mut scene = self.scene.clone();
        for (slot, actor) in scene.sprites.iter_mut().enumerate() {
            let (shown, placement) = self.stands(slot, &there.sprites[slot])?;
            actor.sprite.show(shown);
            actor.placement = placement;
        }
        Ok(scene)
    }

    /// Returns which frame of a sprite shows, and where it stands.
    fn stands(&self, slot: usize, moved: &Moved) -> Result<(Shown, Placement), MoveError> {
        let Actor { sprite, placement, .. } = &self.scene.sprites[slot];
        let refused = |fault| MoveError { is_b: slot == 1, fault };
        let shown = match moved.frame.as_deref().map(|frame| (frame, frame.parse::<usize>())) {
            None => sprite.shown(),
            Some((_, Ok(number))) if number < sprite.frames().all().len() => Shown::Frame(number),
            Some((_, Ok(number))) => {
                let last = sprite.frames().all().len() - 1;
                return Err(refused(MoveFault::Beyond { frame: number, last }));
            }
            Some((frame, Err(_))) => {
                let unknown = |unknown| refused(MoveFault::Unknown { sprite: sprite.name.clone(), unknown });
                sprite.frames().named(frame).map_err(unknown)?
            }
        };
        let mut placement = sprite.placement_of(shown, *placement);
        placement.position = moved.position.unwrap_or(placement.position);
        placement.rotation = moved.rotation.unwrap_or(placement.rotation);
        match placement.out_of_range() {
            None => Ok((shown, placement)),
            Some((number, range)) => Err(refused(MoveFault::OutOfRange { number, range })),
        }
    }
}

/// A and B in messages.
const SLOTS: [&str; 2] = ["a", "b"];
