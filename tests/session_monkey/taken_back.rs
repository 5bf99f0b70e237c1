//! Whatever an action replaces that was made by hand, one step back brings it back; after an opening, everything.

use std::sync::Arc;

use maskscope::{
    scene::{
        Route,
        terrain::{KeyList, Rules},
    },
    session::{Action, Cast, FileAction, LogAction, RouteAction, Session, Stage, StageAction, TerrainAction},
};

/// What is made by hand, as far as it can be replaced.
#[derive(Debug, PartialEq)]
struct Made {
    stage: Stage,
    routes: Vec<Arc<Route>>,
    chosen: usize,
    game: (Cast, bool, Rules, KeyList),
}

impl Made {
    fn of(session: &Session) -> Self {
        let (route, game, mut stage) = (session.route(), session.terrain(), session.stage().clone());
        // Which sprite keys move is not work.
        stage.active = <_>::default();
        // The stage of the ball is as large as its ground, and numbers that fit the sprites follow from them.
        let rules = Rules { stage: <_>::default(), ..*game.rules() };
        let rules = if game.is_fitted() { rules.moving_like(&Rules::default()) } else { rules };
        Self {
            stage,
            routes: route.routes().to_vec(),
            chosen: route.chosen(),
            game: (game.cast(), game.lowest_bit(), rules, game.keys().clone()),
        }
    }
}

/// Whether it shows something else.
const fn opens(action: &Action) -> bool {
    matches!(
        action,
        Action::Stage(StageAction::Show { .. } | StageAction::ShowPair { .. } | StageAction::ShowScene(_))
            | Action::File(FileAction::Loaded(..) | FileAction::SceneLoaded(..) | FileAction::SceneChanged(..))
    )
}

/// Whether it plays or goes on with what is there, or is a step to undo itself.
fn goes_on(action: &Action, before: &Made) -> bool {
    // The path that is shown already only begins again.
    let begins_again = |chosen: usize| chosen == before.chosen;
    matches!(action, Action::Route(RouteAction::Choose(chosen)) if begins_again(*chosen))
        || matches!(
            action,
            Action::Stage(StageAction::Undo | StageAction::Redo)
                | Action::Terrain(TerrainAction::Press(..))
                | Action::Playback(_)
                | Action::Log(LogAction::Stage(_))
                | Action::Player(_)
        )
}

/// Does `action` and takes it back, if it has replaced anything; then does it again by redo.
pub fn assert_one_step(session: &mut Session, action: &Action) {
    session.apply(StageAction::Settle.into());
    let (before, all) = (Made::of(session), session.kept());
    // In a lesson, what was shown before it is kept.
    let opens = opens(action) && session.lessons().open().is_none();
    let steps = session.can_undo_redo();
    session.apply(action.clone());
    session.apply(StageAction::Settle.into());
    let (after, shown) = (Made::of(session), session.kept());
    // The first images replace nothing.
    if after == before || goes_on(action, &before) || (session.can_undo_redo(), steps.0) == ((false, false), false) {
        return;
    }
    session.apply(StageAction::Undo.into());
    assert!(Made::of(session) == before, "one step does not take this back: {action:?}");
    assert!(!opens || session.kept() == all, "another view comes back: {action:?}");
    session.apply(StageAction::Redo.into());
    assert!(Made::of(session) == after, "this is not made again: {action:?}");
    assert!(!opens || session.kept() == shown, "another view is shown again: {action:?}");
}
