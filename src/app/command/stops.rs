//! The commands of a running game that can be stopped.

use super::declaration::{Declaration, Section, command, ctrl, plain};
use crate::app::prelude::*;
use crate::session::{GameOrder, GameState, LineMark, LogAction, LogPlayer, StoppableGame};
use maskscope_core::replay::{RunTo, Site};

/// The game whose log is shown, if it can be stopped now, or is.
fn game<'a>(window: &WindowState<'a>) -> Option<&'a StoppableGame> {
    let log = window.session.log().filter(|_| window.session.view().tab == Tab::Replay)?;
    log.game.as_ref().filter(|game| game.is_connected())
}

/// True if that game waits.
pub fn is_paused(window: &WindowState<'_>) -> bool {
    game(window).is_some_and(|game| game.paused().is_some())
}

/// The line and the kinds of the check that has stopped it; of the shown one, if it was stopped by hand.
fn site<'a>(window: &WindowState<'a>) -> Option<(&'a LogPlayer, &'a Site)> {
    let log = window.session.log().filter(|_| is_paused(window))?;
    let step = log.stopped_step().or_else(|| Some(log.step()?.0))?;
    Some((log, &log.replay.sites[log.replay.steps[step].site as usize]))
}

pub fn next_frame() -> Declaration {
    let is_running = |window: &WindowState<'_>| game(window).is_some_and(StoppableGame::is_running);
    command(Section::Stops, "")
        .called(move |window| if is_running(window) { "Stop now" } else { "Next frame" }.into())
        .keys([plain(Key::Period)])
        .when(|window| game(window).is_some())
        .asks(|window| LogAction::Order(if is_paused(window) { GameOrder::NextFrame } else { GameOrder::Pause }).into())
}

/// Declares a command that lets a paused game run to an incident.
pub fn go_on(label: &'static str, key: Key, to: RunTo) -> Declaration {
    let order = GameOrder::GoOn(to);
    command(Section::Stops, label).keys([plain(key)]).when(is_paused).asks(move |_| LogAction::Order(order).into())
}

pub fn stop_at_wrong() -> Declaration {
    let of = |window: &WindowState<'_>| window.session.log()?.game.as_ref().map(|game| game.rules.is_on);
    let may_come = |window: &WindowState<'_>| {
        let state = window.session.log().and_then(|log| Some(&log.game.as_ref()?.state));
        state.is_some_and(|state| matches!(state, GameState::Awaited | GameState::Running | GameState::Paused(_)))
    };
    command(Section::Stops, "Stop at wrong hits")
        .keys([ctrl(Key::B)])
        .when(may_come)
        .switch(move |_, window| of(window) == Some(true))
        .asks(move |window| LogAction::StopAtWrong(of(window) != Some(true)).into())
}

pub fn ignore_line() -> Declaration {
    let line = |window: &WindowState<'_>| site(window).and_then(|(_, site)| site.at.clone());
    command(Section::Stops, "Ignore this line").when(move |window| line(window).is_some()).asks_all(
        move |window, out| {
            let Some(line) = line(window) else { return };
            out.extend([LogAction::Mark(line, Some(LineMark::Ignored)), GO_ON].map(Request::from));
        },
    )
}

pub fn ignore_pair() -> Declaration {
    command(Section::Stops, "Ignore this pair").when(|window| site(window).is_some()).asks_all(|window, out| {
        let Some((log, site)) = site(window) else { return };
        let kinds = log.replay.kinds[site.kinds as usize].names.clone();
        out.extend([LogAction::IgnoreKinds { kinds, is_ignored: true }, GO_ON].map(Request::from));
    })
}

/// Lets a paused game run on.
const GO_ON: LogAction = LogAction::Order(GameOrder::GoOn(RunTo::NewSite));
