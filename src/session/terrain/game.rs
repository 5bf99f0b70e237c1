//! The game: its rules, its keys, and every step so far.

use super::super::playback::PlaybackAction;
use super::super::stage::Stage;
use super::parts::{Actors, Cast, Game, GameActor, MOST_STEPS, PACES, TerrainAction};
use maskscope_core::geom::{Cell, IntRect};
use maskscope_core::scene::terrain::{Ground, Key, KeyEvent, KeyList, Keys, Rules, Run, StepRecord};
use maskscope_core::{choice::Choice as _, scene::Sprite};

/// Steps played after the last of a file's keys: two seconds.
const STEPS_AFTER_KEYS: usize = 120;
/// The most steps that a frame takes, however long it took.
const MOST_STEPS_A_FRAME: u32 = 4;
/// Heights of the stage that a ball falls below the ground before it is gone.
const GONE: f64 = 2.0;

/// The game, and the step of its history that is shown.
#[derive(Debug, Default)]
pub struct TerrainGame {
    /// The parts from which it can be made again.
    pub game: Game,
    /// The built-in ball and hills, once brought.
    own: Option<[Sprite; 2]>,
    /// The ball and the hills as the game tests them; `None` until both sprites are read.
    pub actors: Option<Actors>,
    /// The keys held now, whatever the history says.
    pub pressed: Keys,
    /// The history, once there are actors.
    run: Option<Run>,
}

impl TerrainGame {
    /// True if the built-in ball and hills are still to be brought.
    pub const fn lacks_own(&self) -> bool {
        self.own.is_none()
    }

    /// The history.
    pub const fn run(&self) -> Option<&Run> {
        self.run.as_ref()
    }

    /// The last step of those that are shown.
    pub fn shown(&self) -> Option<&StepRecord> {
        self.run.as_ref()?.steps.get(self.game.at.checked_sub(1)?)
    }

    /// The keys that were held in the step that is shown, or are held now where it is the last.
    pub fn held(&self) -> Keys {
        let is_now = self.game.at >= self.game.steps;
        if is_now { self.pressed } else { self.shown().map_or(Keys::default(), |step| step.after.held) }
    }

    /// All that is shown at first, the ground, and the box of the ball now.
    pub fn bounds(&self) -> Option<(IntRect, IntRect)> {
        let Actors { ball, ground } = self.actors.as_ref()?;
        let ball_at = |position| IntRect::new(Ground::cell(position), ball.mask.mask().size());
        let (start, ground) = (self.game.rules.start, IntRect::new(Cell::ORIGIN, ground.mask.mask().size()));
        // A sprite that is about as large as its ground stands above it.
        let bounds = if self.game.is_fitted { ground.union(ball_at(start)) } else { ground };
        Some((bounds, ball_at(self.shown().map_or(start, |step| step.after.ball.position))))
    }

    /// True if time passes.
    pub const fn is_playing(&self) -> bool {
        !self.game.held_back
    }

    /// True if anything would change if time passed.
    pub fn is_moving(&self) -> bool {
        self.is_playing() && self.run.is_some() && !self.rests()
    }

    /// True if the ball lies still, no key is pressed or let go, and all that was is shown; or nothing more can be
    /// kept.
    fn rests(&self) -> bool {
        if self.game.at < self.game.steps {
            return false;
        }
        let Some((run, last)) = self.run.as_ref().and_then(|run| Some((run, run.steps.last()?))) else { return false };
        // A quick tap is down and up again before the next step, which still has to see it.
        let is_tapped = self.game.keys.events().last().is_some_and(|event| event.step > last.step);
        let is_still = last.before == last.after && last.after.held == self.pressed && !is_tapped;
        let height = f64::from(run.rules.stage.height);
        is_still || self.is_full() || last.after.ball.position.1 > height * (1.0 + GONE)
    }

    /// True if no further step is kept.
    pub fn is_full(&self) -> bool {
        self.game.steps >= MOST_STEPS
    }

    /// Makes the `game` again, once there are actors.
    pub(in super::super) fn continue_with(&mut self, game: Game) {
        *self = Self { game: game.cut_to_range(), own: self.own.take(), pressed: self.pressed, ..Self::default() };
    }

    pub(in super::super) fn apply(&mut self, action: TerrainAction) {
        match action {
            TerrainAction::Bring(own) => self.own = Some(*own),
            TerrainAction::SetCast(cast) => {
                self.game.cast = cast;
                self.game.rules = self.game.rules.moving_like(&Rules::default());
                // Other actors are fitted as soon as they are there.
                (self.actors, self.game.is_fitted) = (None, cast == Cast::Loaded);
                self.restart();
            }
            TerrainAction::Fit => {
                self.game.is_fitted = self.game.cast == Cast::Loaded;
                self.fit();
                self.again();
            }
            TerrainAction::SetRules(rules) => {
                let rules = Rules { stage: self.game.rules.stage, ..rules.cut_to_range() };
                self.game.is_fitted &= rules == rules.moving_like(&self.game.rules);
                self.game.rules = rules;
                self.again();
            }
            TerrainAction::SetLowestBit(on) => self.game.lowest_bit = on,
            TerrainAction::Press(key, down) => self.press(key, down),
            TerrainAction::Go(at) => self.go(at),
            TerrainAction::SetKeys(keys) => self.play_by(keys),
            TerrainAction::SetPace(pace) => self.game.pace = pace.min(PACES.len() - 1),
            TerrainAction::Restart => self.restart(),
        }
    }

    /// The transport's keys and buttons.
    pub(in super::super) fn transport(&mut self, action: PlaybackAction) {
        match action {
            PlaybackAction::Play => self.game.held_back = false,
            PlaybackAction::Pause => self.game.held_back = true,
            PlaybackAction::Toggle => self.game.held_back = !self.game.held_back,
            PlaybackAction::StepOn => {
                self.game.held_back = true;
                self.advance();
            }
            PlaybackAction::StepBack => self.go(self.game.at.saturating_sub(1)),
            PlaybackAction::First => self.go(0),
            PlaybackAction::Last => self.go(self.game.steps),
            PlaybackAction::Scrub(to) => self.go(usize::try_from(to).unwrap_or(usize::MAX)),
            PlaybackAction::Faster => self.game.pace = self.game.pace.saturating_sub(1),
            PlaybackAction::Slower => self.game.pace = (self.game.pace + 1).min(PACES.len() - 1),
            PlaybackAction::ToTheHit
            | PlaybackAction::SetSpeed(_)
            | PlaybackAction::SetFit(_)
            | PlaybackAction::SetRepeat(_) => {}
        }
    }

    /// True if other keys or rules than those of `before` hold, or fewer steps are shown; a key that was pressed only
    /// `goes_on` where all the others are still there.
    pub(in super::super) fn has_replaced(&self, before: &Game, goes_on: bool) -> bool {
        let Game { cast, rules, is_fitted, lowest_bit, ref keys, at, .. } = *before;
        let rules = Rules { stage: self.game.rules.stage, ..rules };
        // Numbers that fit the sprites follow from them.
        let rules = if is_fitted && self.game.is_fitted { rules.moving_like(&self.game.rules) } else { rules };
        let has_same_keys =
            if goes_on { self.game.keys.events().starts_with(keys.events()) } else { self.game.keys == *keys };
        let own = (self.game.cast, self.game.lowest_bit, self.game.rules, self.game.is_fitted);
        !has_same_keys || own != (cast, lowest_bit, rules, is_fitted) || self.game.at < at
    }

    /// Holds the ball where it is.
    pub(in super::super) const fn pause(&mut self) {
        self.game.held_back = true;
    }

    fn go(&mut self, to: usize) {
        self.game.at = to.min(self.game.steps);
        self.game.held_back = true;
        self.game.clock = 0.0;
    }

    fn restart(&mut self) {
        self.game.keys = KeyList::default();
        self.run = None;
        (self.game.steps, self.game.at) = (0, 0);
        self.game.held_back = false;
        self.game.clock = 0.0;
    }

    /// Plays the same keys again: rules or masks have changed.
    fn again(&mut self) {
        self.play(self.game.steps);
    }

    /// Makes a history of `steps` steps from the keys.
    fn play(&mut self, steps: usize) {
        self.game.steps = steps;
        let Some(actors) = &self.actors else { return };
        let steps = u32::try_from(steps).unwrap_or(u32::MAX);
        self.run = Some(Run::of(self.game.rules, &actors.playfield(), &self.game.keys, steps));
    }

    fn play_by(&mut self, keys: KeyList) {
        self.restart();
        let last = keys.events().last().map_or(0, |event| event.step as usize + 1);
        self.game.keys = keys;
        self.game.keys.truncate(u32::try_from(MOST_STEPS).unwrap_or(u32::MAX));
        self.play(last.saturating_add(STEPS_AFTER_KEYS).min(MOST_STEPS));
    }

    fn press(&mut self, key: Key, down: bool) {
        if self.pressed.has(key) == down {
            return;
        }
        self.pressed.set(key, down);
        let Some(run) = self.run.as_mut().filter(|_| down) else { return };
        // The player takes over from what is shown.
        let step = u32::try_from(self.game.at).unwrap_or(u32::MAX);
        if self.game.at < run.steps.len() {
            run.steps.truncate(self.game.at);
            self.game.steps = self.game.at;
            self.game.keys.truncate(step);
        }
        // A key that is already held is let go and pressed again: a jump begins when its key goes down.
        if run.now().held.jump && key == Key::Jump {
            self.note(KeyEvent { step, key, down: false });
        }
        self.note(KeyEvent { step, key, down: true });
        self.game.held_back = false;
    }

    /// Adds an event; one that comes after a later one, of a key file that is still to be played, is left out.
    fn note(&mut self, event: KeyEvent) {
        let _ = self.game.keys.push(event);
    }

    /// Shows the next step: one of the history, or a new one.
    fn advance(&mut self) {
        if self.game.at >= self.game.steps {
            if self.is_full() {
                return;
            }
            let Some(run) = self.run.as_ref().filter(|_| self.actors.is_some()) else { return };
            let step = u32::try_from(run.steps.len()).unwrap_or(u32::MAX);
            let mut held = run.now().held;
            for event in self.game.keys.of_step(step) {
                held.set(event.key, event.down);
            }
            for &key in Key::ALL {
                let (is, was) = (self.pressed.has(key), held.has(key));
                // However short, a press to walk lasts a step.
                let is_tapped = |event: &KeyEvent| event.key == key && event.down && key != Key::Jump;
                if is != was && !(was && self.game.keys.of_step(step).iter().any(is_tapped)) {
                    self.note(KeyEvent { step, key, down: is });
                }
            }
            if let (Some(actors), Some(run)) = (&self.actors, &mut self.run) {
                run.push(&actors.playfield(), self.game.keys.of_step(step));
                self.game.steps = run.steps.len();
            }
        }
        self.game.at += 1;
    }

    /// Lets `seconds` pass; returns whether anything moves.
    pub(in super::super) fn tick(&mut self, seconds: f64) -> bool {
        if !self.is_moving() {
            return false;
        }
        self.game.clock += seconds / (Rules::STEP_SECONDS * f64::from(PACES[self.game.pace]));
        let mut left = MOST_STEPS_A_FRAME;
        while self.game.clock >= 1.0 && left > 0 && self.is_moving() {
            self.game.clock -= 1.0;
            left -= 1;
            self.advance();
        }
        self.game.clock = self.game.clock.min(1.0);
        self.is_moving()
    }

    /// Takes the masks and pictures as they are now; if they have changed, everything is played again with the same
    /// keys.
    pub(in super::super) fn follow(&mut self, stage: &Stage) {
        let pair = match self.game.cast {
            Cast::Own => self.own.as_ref().map(|[ball, ground]| (ball.raster(), ground.raster())),
            Cast::Loaded => stage.both().map(|(ball, ground)| (ball.raster(), ground.raster())),
        };
        let Some((ball, ground)) = pair else {
            (self.actors, self.run) = (None, None);
            return;
        };
        let then = self.actors.as_ref();
        let ball = GameActor::of(ball, self.game.lowest_bit, then.map(|then| &then.ball));
        let ground = GameActor::of(ground, self.game.lowest_bit, then.map(|then| &then.ground));
        let is_same = then.is_some_and(|then| then.ball.is(&ball) && then.ground.is(&ground));
        if is_same && self.run.is_some() {
            return;
        }
        self.game.rules.stage = ground.mask.mask().size();
        self.actors = Some(Actors { ball, ground });
        self.fit();
        self.again();
        self.game.at = self.game.at.min(self.game.steps);
    }

    /// Takes the numbers that fit the sprites, if it is to.
    fn fit(&mut self) {
        if let Some(actors) = self.actors.as_ref().filter(|_| self.game.is_fitted) {
            self.game.rules = self.game.rules.moving_like(&actors.playfield().fitted());
        }
    }
}
