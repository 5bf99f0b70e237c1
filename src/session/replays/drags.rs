//! Routes of B: recorded drags and paths from files, and which of them is shown.

use std::sync::Arc;

use super::player::{Played, Player, PlayerAction};
use crate::session::stage::{Placed, Slot};
use maskscope_core::scene::{Route, RouteStep};
use maskscope_core::{geom::Point, replay::Replay};

/// At most this many routes are kept: of more, the oldest is forgotten.
const MOST_ROUTES: usize = 16;

/// The complete routes, the oldest first, and which of them is shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::session) struct Routes {
    all: Vec<Arc<Route>>,
    chosen: usize,
}

impl Routes {
    fn chosen(&self) -> Option<&Arc<Route>> {
        self.all.get(self.chosen)
    }

    /// Adds a route, which becomes the one that is shown.
    fn add(&mut self, route: Route) {
        self.all.push(Arc::new(route));
        if self.all.len() > MOST_ROUTES {
            self.all.remove(0);
        }
        self.chosen = self.all.len() - 1;
    }
}

/// The routes, and the step that is shown of one of them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Drags {
    routes: Routes,
    /// The route that is being recorded, and for how long, in seconds.
    recording: Option<(Route, f64)>,
    player: Player,
}

/// An action on the route.
#[derive(Clone, Debug)]
pub enum RouteAction {
    /// Adds a route and shows it.
    Add(Route),
    /// Shows another of the routes, from 0.
    Choose(usize),
    /// Forgets the route that is shown.
    Forget,
}

impl Drags {
    /// Only `route`, if there is one.
    pub(in crate::session) fn of(route: Option<Route>) -> Self {
        let routes = Routes { all: route.into_iter().map(Arc::new).collect(), chosen: 0 };
        Self { routes, ..Self::default() }
    }

    /// The route that is shown, if there is one.
    pub fn route(&self) -> Option<&Arc<Route>> {
        self.routes.chosen()
    }

    /// All routes that are kept, the oldest first.
    pub fn routes(&self) -> &[Arc<Route>] {
        &self.routes.all
    }

    /// The index of the shown route in [`Self::routes`].
    pub const fn chosen(&self) -> usize {
        self.routes.chosen
    }

    /// These routes, with one `chosen` (the first if it does not exist), at a step, playing from `clock` on or not.
    pub(crate) fn at_step(all: Vec<Arc<Route>>, chosen: usize, at: usize, plays: bool, clock: f64) -> Self {
        let chosen = if chosen < all.len() { chosen } else { 0 };
        let mut drags = Self { routes: Routes { all, chosen }, ..Self::default() };
        drags.player.go(at, drags.steps());
        (drags.player.plays, drags.player.clock) = (plays && drags.route().is_some(), clock);
        drags
    }

    /// The shown route as it is played; `replay` is its judged part.
    pub(in crate::session) fn played<'a>(&'a self, replay: &'a Replay) -> Option<Played<'a>> {
        self.route()?;
        let Player { at, plays, .. } = self.player;
        Some(Played { replay, pair: 0, at, plays, count: self.steps(), is_live: false, is_drag: true })
    }

    /// Seconds since the route began, while it plays.
    pub(crate) const fn clock(&self) -> f64 {
        self.player.clock
    }

    /// The routes that undo brings back.
    pub(in crate::session) const fn kept(&self) -> &Routes {
        &self.routes
    }

    /// The route that is being recorded.
    pub fn recorded(&self) -> Option<&Route> {
        self.recording.as_ref().map(|(route, _)| route)
    }

    /// The step that is shown, from 0.
    pub const fn at(&self) -> usize {
        self.player.at
    }

    /// True if it plays.
    pub const fn plays(&self) -> bool {
        self.player.plays
    }

    /// The position of B at the step that is shown.
    pub(in crate::session) fn position(&self) -> Option<Point> {
        Some(self.route()?.steps.get(self.player.at)?.position)
    }

    pub(in crate::session) fn apply(&mut self, action: RouteAction) {
        match action {
            RouteAction::Add(route) => {
                self.routes.add(route);
                self.rewind();
            }
            RouteAction::Choose(chosen) if chosen < self.routes.all.len() => {
                self.routes.chosen = chosen;
                self.rewind();
            }
            RouteAction::Choose(_) => {}
            RouteAction::Forget => {
                if self.route().is_some() {
                    self.routes.all.remove(self.routes.chosen);
                }
                self.routes.chosen = self.routes.all.len().saturating_sub(1);
                self.rewind();
            }
        }
    }

    /// Shows another step; `wrong` is the one that is looked for.
    pub(in crate::session) fn play(&mut self, action: PlayerAction, wrong: Option<usize>) {
        let steps = self.steps();
        match action {
            PlayerAction::Go(at) => self.player.go(at, steps),
            PlayerAction::GoWrong { .. } => self.player.go(wrong.unwrap_or(self.player.at), steps),
            PlayerAction::Play(plays) => self.player.play(plays, steps, |at| time(self.routes.chosen()?, at)),
        }
    }

    /// Ends playing and recording, and shows the first step.
    fn rewind(&mut self) {
        *self = Self { routes: std::mem::take(&mut self.routes), ..Self::default() };
    }

    /// The number of steps of the shown route.
    fn steps(&self) -> usize {
        self.route().map_or(0, |route| route.steps.len())
    }

    /// B has been moved by hand: from where it stood before to where it is now.
    pub(in crate::session) fn record(&mut self, before: Point, now: Point) {
        if before == now {
            return;
        }
        let (route, clock) = self.recording.get_or_insert_with(|| {
            let first = RouteStep { seconds: 0.0, position: before };
            (Route { steps: vec![first] }, 0.0)
        });
        let last = route.steps.last().map_or(0.0, |step| step.seconds);
        // Two moves within one frame are one step.
        let is_same_frame = route.steps.len() > 1 && *clock <= last;
        if is_same_frame {
            route.steps.pop();
        }
        let seconds = if route.steps.len() == 1 { clock.max(FRAME) } else { clock.max(last) };
        // A step that is invalid or beyond the limit is left out.
        let _ = route.push(RouteStep { seconds, position: now });
    }

    /// The gesture has ended: what was recorded is the route that is shown.
    pub(in crate::session) fn settle(&mut self) {
        if let Some((route, _)) = self.recording.take() {
            self.routes.add(route);
            self.player.go(usize::MAX, self.steps());
        }
    }

    /// Lets `seconds` pass; returns whether another step is shown.
    pub(in crate::session) fn tick(&mut self, seconds: f64) -> bool {
        if let Some((_, clock)) = &mut self.recording {
            *clock += seconds;
        }
        let steps = self.steps();
        self.player.tick(seconds, steps, |at| time(self.routes.chosen()?, at))
    }

    pub(in crate::session) fn is_moving(&self) -> bool {
        self.player.plays || self.recording.is_some()
    }
}

/// The time of the step `at` of a route.
fn time(route: &Route, at: usize) -> Option<f64> {
    Some(route.steps.get(at)?.seconds)
}

/// The least time between two steps that are recorded, in seconds.
const FRAME: f64 = 1.0 / 60.0;

/// The position of B's anchor.
pub(in crate::session) fn position(placed: Option<&Placed>) -> Option<Point> {
    placed.map(|placed| placed.placement().position)
}

/// The sprite whose route is recorded.
pub(in crate::session) const MOVED: Slot = Slot::B;

#[cfg(test)]
mod tests {
    use super::*;

    fn recorded() -> Drags {
        let mut room = Drags::default();
        room.record((0.0, 0.0), (1.0, 0.0));
        room.tick(0.1);
        room.record((1.0, 0.0), (5.0, 2.0));
        room.record((5.0, 2.0), (6.0, 2.0));
        room.tick(0.1);
        room.record((6.0, 2.0), (7.0, 2.0));
        room.settle();
        room
    }

    #[test]
    fn a_drag_is_recorded_with_its_times() {
        let room = recorded();
        let steps = &room.route().expect("a route").steps;
        let positions: Vec<_> = steps.iter().map(|step| step.position).collect();
        assert_eq!(positions, [(0.0, 0.0), (1.0, 0.0), (6.0, 2.0), (7.0, 2.0)], "one step per frame");
        assert!(steps.windows(2).all(|pair| pair[0].seconds < pair[1].seconds));
        assert_eq!(room.at(), 3);
    }

    #[test]
    fn it_plays_as_it_was_recorded() {
        let mut room = recorded();
        room.play(PlayerAction::Play(true), None);
        assert_eq!(room.at(), 0, "from the start");
        assert!(room.tick(0.02) && room.at() == 1);
        assert!(!room.tick(0.02));
        assert!(room.tick(1.0) && room.at() == 3 && !room.plays());
        room.play(PlayerAction::Go(99), None);
        assert_eq!(room.position(), Some((7.0, 2.0)));
    }
}
