//! The commands about the scans of the table, and the check that a replay shows, as a test.

use super::declaration::{Declaration, Section, command, copied, has_both, may_show_hit, plain};
use super::{line, view};
use crate::app::prelude::*;
use crate::app::request::Popup;
use crate::files::{FIRST_SCRIPT, encode_scene_with_art, pair_names};
use crate::session::{Event, FoundCheck, PlaybackAction, ScanAction, SurveyAction};
use maskscope_core::scan::{Scan, Weakness};

/// The keys of the scans, by their place in the table.
const DIGITS: [Key; PLACES.len()] =
    [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6, Key::Num7, Key::Num8, Key::Num9];

/// The places in the table, from 0, that have keys.
pub const PLACES: [usize; 9] = [0, 1, 2, 3, 4, 5, 6, 7, 8];

pub fn select(place: usize) -> Declaration {
    command(Section::Scans, "")
        .called(move |window| match window.session.scans().scans().get(place) {
            Some(scan) => scan.display_name().into(),
            None => format!("Scan {}", place + 1).into(),
        })
        .keys(DIGITS.get(place).copied().map(plain))
        .when(move |window| place < window.session.scans().scans().len())
        .switch(move |_, window| window.session.scans().selected_index() == place)
        .asks_all(move |window, out| inspect(window, place, out))
}

pub fn write() -> Declaration {
    command(Section::Scans, "Write your own scan").when(|window| window.session.scans().can_add()).asks_all(
        |window, out| {
            let own = window.session.scans().written(FIRST_SCRIPT);
            let shown = [ViewAction::Show(Tab::Inspect).into(), Request::Reveal(view::CODE), Request::EditScript];
            out.extend([ScanAction::Add(own).into()].into_iter().chain(shown));
        },
    )
}

/// Declares the command that goes to the visit that hit; at a miss, B goes to where it hits.
pub fn to_the_hit() -> Declaration {
    command(Section::Playback, "")
        .called(|window| if way_to_hit(window).is_some() { "To a hit" } else { "To the hit" }.into())
        .when(|window| may_show_hit(window) || way_to_hit(window).is_some())
        .asks_all(|window, out| match way_to_hit(window) {
            Some(by) => {
                let nudge = StageAction::Nudge { slot: Slot::B, by };
                out.extend([StageAction::Settle, nudge, StageAction::Settle].map(Request::from));
            }
            None => out.push(PlaybackAction::ToTheHit.into()),
        })
}

/// Returns the shortest move of B to where a pixel is shared, in Inspect; `None` where one is, and before a guess, which it would
/// give away.
pub fn way_to_hit(window: &WindowState<'_>) -> Option<Cell> {
    let session = window.session;
    session.way_to_hit().filter(|_| session.view().tab == Tab::Inspect && !session.hides_selected())
}

pub fn show_worst() -> Declaration {
    command(Section::Scans, "")
        .called(|window| {
            match selected(window).weakness() {
                Weakness::FalseMisses => "Show its misses",
                Weakness::FalseHits => "Show its errors",
                Weakness::Visits | Weakness::Everywhere(_) => "Show where it loses",
            }
            .into()
        })
        .when(|window| has_both(window) && !matches!(selected(window).weakness(), Weakness::Everywhere(_)))
        .asks(|_| SurveyAction::ShowWorst.into())
}

/// Declares the command that shows the code of the selected scan.
pub fn use_selected() -> Declaration {
    command(Section::Scans, "")
        .called(|window| format!("Use {}…", selected(window).display_name()).into())
        .when(has_both)
        .asks(|_| Request::Open(Popup::Code))
}

/// Copies the command that tests this placement, by one scan or by all; or reports why that is impossible.
pub fn copy(window: &WindowState<'_>, scan: Option<Scan>, out: &mut Vec<Request>) {
    match line::command_line(window.session, scan) {
        Ok(command) => out.push(copied("Command", command)),
        Err(why) => out.push(Event::failed("No command was copied", why).into()),
    }
}

/// Returns true if the selected scan has been timed.
pub fn is_timed(window: &WindowState<'_>) -> bool {
    let scans = window.session.scans();
    window.session.derived().rows().get(scans.selected_index()).is_some_and(|row| row.timing.is_some())
}

/// Selects the scan at a place in the table and switches to the tab that shows it.
pub fn inspect(window: &WindowState<'_>, place: usize, out: &mut Vec<Request>) {
    out.push(ScanAction::Select(place).into());
    if window.session.view().tab != Tab::Inspect {
        out.push(ViewAction::Show(Tab::Inspect).into());
    }
}

fn selected(window: &WindowState<'_>) -> Scan {
    window.session.scans().selected()
}

/// Returns the pair as a scene that stands alone and says what the game answered; `None` until its sprites are found.
pub fn test(session: &Session) -> Option<String> {
    let mut scene = session.scene().filter(|_| session.shows_stage())?;
    scene.view.tab = Tab::Inspect;
    let staged = session.log().and_then(|log| Some((log, log.staged().filter(|staged| !staged.is_moved)?)));
    if let Some((log, staged)) = staged {
        let FoundCheck { check, judgement, .. } = &**staged.found.as_ref().ok()?;
        scene.title = format!("{}, {}", pair_names(&check.names), log.replay.when(check.at));
        let claim = check.game.as_ref().map(|game| {
            let by = game.rule.as_ref().map_or_else(String::new, |rule| format!(" by {rule}"));
            format!("the game says {}{by}", words::hit_or_miss(game.hit))
        });
        scene.about = judgement.why(check).or(claim).map(|about| words::sentence(&about)).unwrap_or_default();
        if let Some(source) = &check.source {
            scene.about = format!("{} {source}", scene.about).trim_start().to_owned();
        }
    }
    Some(encode_scene_with_art(&scene))
}
