//! Checks of the sprites of a scene: where a table moves them, and what the game answered there.

use std::{collections::HashMap, sync::Arc};

use super::{Check, Clock, GameAnswer};
use crate::{
    geom::Point,
    scene::{Actor, Convention, Parents, Placed, PlacedPair, Placement, Poses, Scene, Shown, Stand},
};

/// Checks of the sprites of a scene, in the order in which the game made them.
#[derive(Clone, Debug, PartialEq)]
pub struct Moves {
    /// What they count time in.
    pub clock: Clock,
    /// The checks.
    pub moves: Vec<Move>,
}

/// Where both sprites of a scene stand at a check. What it does not say is as in the scene.
#[derive(Clone, Debug, PartialEq)]
pub struct Move {
    /// The line of the table that holds it, from 1.
    pub line: u64,
    /// When: a whole number of frames, or seconds.
    pub at: f64,
    /// What changes of A and of B.
    pub sprites: [Moved; 2],
    /// What the game answered; `None` where it does not say.
    pub hit: Option<bool>,
}

/// What changes of a sprite.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Moved {
    /// Where its anchor stands, as scenes write it.
    pub position: Option<Point>,
    /// How far it is turned, in degrees, clockwise.
    pub rotation: Option<f64>,
    /// Its frame: a number from 0, or a name as scenes write it.
    pub frame: Option<String>,
}

/// The sprites of a scene, to be moved from check to check.
#[derive(Debug)]
pub struct Cast {
    sprites: [Role; 2],
    common: Parents,
    convention: Convention,
}

/// A sprite of a scene, and its frames that were shown so far.
#[derive(Debug)]
struct Role {
    actor: Actor,
    frames: HashMap<Shown, Arc<Poses>>,
}

impl Cast {
    /// The sprites of `scene`.
    pub fn new(scene: &Scene) -> Self {
        let role = |actor: &Actor| Role { actor: actor.clone(), frames: HashMap::new() };
        Self {
            sprites: scene.sprites.each_ref().map(role),
            common: scene.parents.clone(),
            convention: scene.convention,
        }
    }

    /// The check `there`, which counts time by `clock`.
    ///
    /// # Errors
    /// Where a sprite has no such frame or cannot be placed so, or both are too far apart, in words.
    pub fn check(&mut self, clock: Clock, there: &Move) -> Result<Check, String> {
        let Self { sprites: [a, b], common, convention } = self;
        let names = [&a.actor, &b.actor].map(|actor| actor.sprite.name.clone());
        let place = |slot, role: &mut Role, moved| {
            role.place(moved, common, *convention).map_err(|why| format!("{slot}: {why}"))
        };
        let (a, b) = (place("a", a, &there.sprites[0])?, place("b", b, &there.sprites[1])?);
        let pair = PlacedPair::new(a, b).map_err(|why| format!("b: {why}"))?;
        let game = there.hit.map(|hit| GameAnswer { hit, ..GameAnswer::default() });
        Ok(Check { line: there.line, place: 0, clock, at: there.at, names, pair, game })
    }
}

impl Cast {
    /// Both sprites where they stand at `there`, as `scene`, which they are of, has them else.
    ///
    /// # Errors
    /// Where a sprite has no such frame, or a number is out of range, in words.
    pub fn scene(&self, scene: &Scene, there: &Move) -> Result<Scene, String> {
        let actor = |role: &Role, moved: &Moved| {
            let (shown, placement) = role.stands(moved)?;
            let mut actor = Actor { placement, ..role.actor.clone() };
            actor.sprite.show(shown);
            Ok::<_, String>(actor)
        };
        let [a, b] = &self.sprites;
        let sprites = [actor(a, &there.sprites[0])?, actor(b, &there.sprites[1])?];
        Ok(Scene { sprites, route: None, expectation: None, ..scene.clone() })
    }
}

impl Role {
    /// Which frame shows, and where it stands.
    fn stands(&self, moved: &Moved) -> Result<(Shown, Placement), String> {
        let sprite = &self.actor.sprite;
        let shown = moved.frame.as_deref().map_or(Ok(sprite.shown()), |frame| self.frame(frame))?;
        let mut placement = sprite.placement_of(shown, self.actor.placement);
        placement.position = moved.position.unwrap_or(placement.position);
        placement.rotation = moved.rotation.unwrap_or(placement.rotation);
        match placement.out_of_range() {
            None => Ok((shown, placement)),
            Some((what, limits)) => Err(format!("the {what} is out of range, which is {limits}")),
        }
    }

    fn place(&mut self, moved: &Moved, common: &Parents, convention: Convention) -> Result<Placed, String> {
        let (shown, placement) = self.stands(moved)?;
        let poses = self.frames.entry(shown).or_insert_with(|| {
            let mut sprite = self.actor.sprite.clone();
            sprite.show(shown);
            Arc::new(Poses::new(sprite))
        });
        let stand = Stand { placement, parents: self.actor.parents.clone(), common: common.clone(), convention };
        poses.place(stand).map_err(|why| why.to_string())
    }

    /// The frame that `frame` names or numbers.
    fn frame(&self, frame: &str) -> Result<Shown, String> {
        let frames = self.actor.sprite.frames();
        let last = frames.all().len() - 1;
        match frame.parse::<usize>() {
            Ok(number) if number <= last => Ok(Shown::Frame(number)),
            Ok(number) => Err(format!("it shows frame {number}, and the last one is {last}")),
            Err(_) => frames.named(frame).map_err(|error| format!("{} {error}", self.actor.sprite.name)),
        }
    }
}
