//! The recorded loop of a game: its visits in place of a script, and the verdict on them.

use super::layout::{PADDING, found_in_words, padded, verdict_lines};
use crate::app::prelude::*;
use crate::app::widgets::{Column, Table, section_title_with, text_button};
use crate::files::script_of;
use crate::session::ScanAction;
use maskscope_core::scan::Visit;
use maskscope_core::scan::recorded::Loop;
use maskscope_core::scan::verdict::{Finding, Order, ScanVerdict};

/// Height of a visit, in points, and the widths of its number and of its cell.
const LINE: f32 = 20.0;
const NUMBER: f32 = 52.0;
const CELL: f32 = 84.0;
/// Room below the visits: for the verdict, the button and a line.
const BELOW: f32 = 120.0;

/// Shows the visits of the loop, the verdict on them, and a way to a script of the same order.
pub fn show(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    let theme = Theme::of(ui);
    let Some(found) = window.session.check_on_stage() else { return };
    let Some((kept, verdict)) = &found.game_loop else { return };
    let log = window.session.log().map_or_else(String::new, |log| {
        let when = words::sentence(&log.replay.when(found.check.at));
        format!("{} of {}", when.trim_end_matches('.'), log.name())
    });
    padded(ui, 0, 0, |ui| {
        section_title_with(ui, &window.session.scans().selected().display_name(), |ui| {
            ui.label(RichText::new("recorded").font(theme::note()).color(theme.t3)).on_hover_text(log);
        });
    });
    visits(ui, window, kept, (ui.available_height() - BELOW).max(3.0 * LINE));
    ui.add_space(4.0);
    padded(ui, 0, 0, |ui| {
        let texts = [verdict.finding.to_string(), verdict.finding.shorter()];
        verdict_lines(ui, texts.each_ref().map(String::as_str), verdict.is_fine().then_some(true), None);
    });
    padded(ui, 4, 2, |ui| start(ui, window, verdict, out));
    padded(ui, 0, 0, |ui| {
        let words = "As the game read it, at this placement only. It cannot be edited.";
        ui.label(RichText::new(words).font(theme::note()).color(theme.t3));
    });
}

/// The list of the visits: number, cell, and what stands there.
fn visits(ui: &mut Ui, window: &WindowState<'_>, kept: &Loop, height: f32) {
    let theme = Theme::of(ui);
    let Some(subject) = window.session.derived().subject() else { return };
    let Some(overlap) = subject.overlap_box() else { return };
    let scan = window.session.scans().selected();
    let inside = |visit: Visit| visit.is_in(overlap.size());
    let played = usize::try_from(window.session.playback().position()).unwrap_or(usize::MAX);
    let current = played.checked_sub(1).map(|rank| kept.place_of(rank)).filter(|place| *place < kept.visits().len());
    let columns = [
        Column::right("", NUMBER).font(theme::tag),
        Column::left("", CELL).gap(12.0).font(theme::mono),
        Column::rest("", 60.0).ending(),
    ];
    let table = Table {
        room: height,
        chosen: current.map(|place| (place, place)),
        ..Table::of_facts("visits of the game", &columns, LINE)
    };
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
    ui.painter().rect_filled(rect, 0.0, theme.canvas);
    let mut list = ui.new_child(UiBuilder::new().max_rect(rect.shrink2(vec2(PADDING, 0.0))));
    table.show(&mut list, kept.visits().len(), |rows, at| {
        let visit = kept.visits()[at];
        let mut cell = words::point(Cell::new(visit.x.into(), visit.y.into()));
        if visit.cells() > 1 {
            cell = format!("{cell}  {} × {}", visit.width, visit.height);
        }
        let (what, ink) = match inside(visit) {
            true => found_in_words(subject.found(scan, visit), visit, theme),
            false => ("outside the box", theme.bad_text),
        };
        let number = words::thousands(at as u64 + 1);
        let is_current = current == Some(at);
        let row = rows.fact(at, &format!("visit {number}, {cell}, {what}"));
        if is_current {
            row.painter.rect_filled(row.response.rect, 0.0, theme.ctl);
        }
        row.write(0, if is_current { theme.t1 } else { theme.t3 }, number);
        row.write(1, if inside(visit) { theme.t1 } else { theme.bad_text }, cell);
        row.write(2, ink, what);
    });
}

/// The button that adds the order which the loop resembles as a script.
fn start(ui: &mut Ui, window: &WindowState<'_>, verdict: &ScanVerdict, out: &mut Vec<Request>) {
    let scans = window.session.scans();
    let text = order(&verdict.finding).and_then(|order| script_of(order.scan));
    ui.add_enabled_ui(text.is_some() && scans.can_add(), |ui| {
        let tip = "Adds the order that it resembles as a script to change.";
        if text_button(ui, "Start from this").on_hover_text(tip).clicked()
            && let Some(text) = text
        {
            out.push(ScanAction::Add(scans.written(text)).into());
        }
    });
}

/// The order that a finding names.
const fn order(finding: &Finding) -> Option<&Order> {
    match finding {
        Finding::InOrder(order) => Some(order),
        Finding::Outside { order, .. } | Finding::NeverVisits { order, .. } => order.as_ref(),
        _ => None,
    }
}
