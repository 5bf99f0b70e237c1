//! The commands about the scans of the table.

use egui::Key;

use super::{
    declaration::{Declaration, command, has_both},
    line,
    section::Section,
    shortcut::plain,
};
use crate::{
    app::request::{Request, WindowState},
    scan::{Scan, Weakness},
    session::{FileAction, ScanAction, SurveyAction, Tab, ViewAction},
};

/// The keys of the scans, by their place in the table.
const DIGITS: [Key; 9] =
    [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6, Key::Num7, Key::Num8, Key::Num9];

pub fn select(place: usize) -> Declaration {
    command(Section::Scans, "", "Selects this scan: canvas and transport follow.")
        .called(move |window| match window.session.scans().scans().get(place) {
            Some(scan) => scan.display_name().into(),
            None => format!("Scan {}", place + 1).into(),
        })
        .keys(DIGITS.get(place).copied().map(plain))
        .when(move |window| place < window.session.scans().scans().len())
        .switch(move |_, window| window.session.scans().selected_index() == place)
        .asks_all(move |window, out| inspect(window, place, out))
}

pub fn show_worst() -> Declaration {
    command(Section::Scans, "", "Moves B to the selected scan's worst case.")
        .called(|window| {
            match selected(window).weakness() {
                Weakness::FalseMisses => "Show its misses",
                Weakness::FalseHits => "Show its errors",
                Weakness::Visits | Weakness::Everywhere(_) => "Show its losses",
            }
            .into()
        })
        .when(|window| has_both(window) && !matches!(selected(window).weakness(), Weakness::Everywhere(_)))
        .asks(|_| SurveyAction::ShowWorst.into())
}

pub fn time_again() -> Declaration {
    let is_timed = |window: &WindowState<'_>| {
        let scans = window.session.scans();
        window.session.derived().rows().get(scans.selected_index()).is_some_and(|row| row.timing.is_some())
    };
    command(Section::Scans, "Time it again", "Times the selected scan again.")
        .when(is_timed)
        .asks(|_| ScanAction::TimeAgain.into())
}

pub fn duplicate() -> Declaration {
    let sentence = "Lists the selected scan once more, to compare another parameter.";
    command(Section::Scans, "Duplicate row", sentence)
        .when(|window| window.session.scans().can_duplicate())
        .asks(|_| ScanAction::Duplicate.into())
}

pub fn remove() -> Declaration {
    command(Section::Scans, "Remove row", "Removes the row of a scan that is listed more than once.")
        .when(|window| window.session.scans().can_remove())
        .asks(|_| ScanAction::Remove.into())
}

pub fn copy_line() -> Declaration {
    let sentence = "Copies the command that runs the selected scan on this placement, without a window.";
    command(Section::Scans, "Copy as command", sentence)
        .when(has_both)
        .asks(|window| copy(window, Some(selected(window))))
}

/// Copies the command that tests this placement, by one scan or by all; or says why there is no such command.
pub fn copy(window: &WindowState<'_>, scan: Option<Scan>) -> Request {
    match line::command_line(window.session, scan) {
        Ok(command) => Request::Copy(command),
        Err(detail) => FileAction::Failed { title: "No command was copied".to_owned(), detail }.into(),
    }
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
