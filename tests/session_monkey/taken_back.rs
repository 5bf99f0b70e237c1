//! One step back restores the work that an action replaced; after an opening, it restores the whole session.

use std::sync::Arc;

use maskscope::session::{
    Action, Cast, Document, Event, LogAction, RouteAction, Session, Stage, StageAction, TerrainAction,
};
use maskscope_core::scene::{
    Route, Tab,
    terrain::{KeyList, Rules},
};

/// The work of a session that actions can replace.
#[derive(Debug, PartialEq)]
struct Made {
    stage: Stage,
    routes: Vec<Arc<Route>>,
    chosen: usize,
    game: (Cast, bool, Rules, KeyList),
}

impl Made {
    fn of(session: &Session) -> Self {
        let (route, game, mut stage) = (session.route(), &session.terrain().game, session.stage().clone());
        // The choice of the sprite that keys move is not work.
        stage.active = <_>::default();
        // The stage of the ball has the size of its ground, and rules that fit the sprites follow from them.
        let rules = Rules { stage: <_>::default(), ..game.rules };
        let rules = if game.is_fitted { rules.moving_like(&Rules::default()) } else { rules };
        Self {
            stage,
            routes: route.routes().to_vec(),
            chosen: route.chosen(),
            game: (game.cast, game.lowest_bit, rules, game.keys.clone()),
        }
    }
}

/// True if an action shows other sprites.
const fn opens(action: &Action) -> bool {
    matches!(
        action,
        Action::Stage(StageAction::Show { .. } | StageAction::ShowPair { .. } | StageAction::ShowScene(_))
            | Action::Event(Event::Loaded(..) | Event::SceneLoaded(..) | Event::SceneChanged(..))
    )
}

/// True if an action plays or continues the present work, or is undo or redo itself.
fn goes_on(action: &Action, before: &Made) -> bool {
    // Choosing the path that is already shown only restarts it.
    let begins_again = |chosen: usize| chosen == before.chosen;
    matches!(action, Action::Route(RouteAction::Choose(chosen)) if begins_again(*chosen))
        || matches!(
            action,
            Action::Stage(StageAction::Undo | StageAction::Redo)
                | Action::Terrain(TerrainAction::Press(..))
                | Action::Playback(_)
                | Action::Log(LogAction::Found(..))
                | Action::Player(_)
        )
}

/// The first line in which two documents differ, and the two before it.
fn difference(one: &Document, other: &Document) -> String {
    let [one, other] = [one, other].map(|document| format!("{document:#?}"));
    let lines: Vec<_> = one.lines().zip(other.lines()).collect();
    let at = lines.iter().position(|(one, other)| one != other).unwrap_or(lines.len().saturating_sub(1));
    lines[at.saturating_sub(2)..=at]
        .iter()
        .map(|(one, other)| format!("{} | {}", one.trim(), other.trim()))
        .collect::<Vec<_>>()
        .join("; ")
}

/// Does `action` and, if it has replaced anything, undoes and redoes it.
pub fn assert_one_step(session: &mut Session, action: &Action) {
    session.apply(StageAction::Settle.into());
    let (before, all) = (Made::of(session), session.document());
    // In a lesson, the copy has the session from before the lesson.
    let opens = opens(action) && session.lessons().open().is_none();
    // Neither undo nor redo leads to the checks of a log, which would bring its sprites with them.
    let shows_log = |session: &Session| session.log().is_some() && session.view().tab == Tab::Replay;
    let was_replay = shows_log(session);
    let steps = session.can_undo_redo();
    session.apply(action.clone());
    session.apply(StageAction::Settle.into());
    let (after, shown, is_replay) = (Made::of(session), session.document(), shows_log(session));
    // The first images replace nothing.
    if after == before || goes_on(action, &before) || (session.can_undo_redo(), steps.0) == ((false, false), false) {
        return;
    }
    session.apply(StageAction::Undo.into());
    assert!(Made::of(session) == before, "one step does not undo this: {action:?}");
    let comes_back = session.document();
    let is_same = !opens || was_replay || comes_back == all;
    assert!(is_same, "another view comes back after {action:?}: {}", difference(&comes_back, &all));
    session.apply(StageAction::Redo.into());
    assert!(Made::of(session) == after, "this is not redone: {action:?}");
    assert!(!opens || is_replay || session.document() == shown, "another view is shown again: {action:?}");
}
