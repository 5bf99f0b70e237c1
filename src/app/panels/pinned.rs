//! The pinned B: its numbers beside those of B where it stands.

use crate::app::command::{Command, tooltip};
use crate::app::panels::layout::padded;
use crate::app::prelude::*;
use crate::app::widgets::{Column, Table, TableRows, bare_icon_button, keyed_button, low, section_title_with};
use maskscope_core::scene::{Collision, MaskContact};

/// Height of a row and of the head, in points.
const ROW: f32 = 20.0;
/// Width of the column of names, in points.
const NAME: f32 = 88.0;
/// Width of the pinned numbers, in points.
const PINNED: f32 = 64.0;
// The columns, from the left.
const NOW: usize = 1;
const THEN: usize = 2;
/// Stands for a number that is not known yet, and for one that there is not.
const UNKNOWN: &str = "…";
const NOTHING: &str = "–";

/// Shows both placements side by side; nothing while B is not pinned.
pub fn show(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    let session = window.session;
    let Some((pinned, now)) = session.stage().pinned().zip(session.stage().get(Slot::B)) else { return };
    let derived = session.derived();
    let places = [now.position(), pinned.position()].map(|place| session.origin().point(place));
    let answers = [
        derived.collision().zip(derived.contact()),
        derived.pinned().map(|pinned| (&pinned.collision, &pinned.contact)),
    ];
    padded(ui, 0, 10, |ui| {
        section_title_with(ui, "Pinned B", |ui| {
            low(ui, |ui| {
                let close = bare_icon_button(ui, Icon::Close, "Unpin B");
                if tooltip(close, Command::Unpin).clicked() {
                    Command::Unpin.ask(window, out);
                }
                let swap = keyed_button(ui, "Swap", &Command::Pin.key(), false, 0.0);
                if swap.on_hover_text("Exchanges the place of B and the pinned place.").clicked() {
                    Command::Pin.ask(window, out);
                }
            });
        });
        let columns = [
            Column::left("", NAME).font(theme::note),
            Column::rest("now", 1.0).ending().font(theme::mono),
            Column::right("pinned", PINNED),
        ];
        let facts = facts(places, answers, visits(session));
        let table = Table { heights: [ROW, ROW], ..Table::of_facts("numbers of the pinned B", &columns, ROW) };
        table.show(ui, facts.len(), |rows, at| show_row(rows, at, &facts[at]));
    });
}

/// A name, and the values where B stands and where it is pinned.
type BothPlaces = (String, [String; 2]);

/// The row of the verdicts, which have marks.
const VERDICT: usize = 1;

fn facts(places: [String; 2], answers: [Option<(&Collision, &MaskContact)>; 2], visits: BothPlaces) -> Vec<BothPlaces> {
    let fact = |name: &str, value: &dyn Fn(&Collision, &MaskContact) -> Option<String>| {
        let values = answers.map(|answer| match answer {
            Some((collision, contact)) => value(collision, contact).unwrap_or_else(|| NOTHING.to_owned()),
            None => UNKNOWN.to_owned(),
        });
        (name.to_owned(), values)
    };
    let verdict = |collision: &Collision| if collision.masks_overlap() { "hit" } else { "miss" };
    vec![
        ("place".to_owned(), places),
        fact("verdict", &|collision, _| Some(verdict(collision).to_owned())),
        fact("shared px", &|collision, _| Some(words::thousands(collision.overlap_area))),
        fact("apart, px", &|_, contact| contact.nearest().map(|px| words::number(px, 1..=1))),
        fact("boxes share", &|collision, _| collision.overlap_box.map(|shared| shared.size().to_string())),
        fact("cells", &|collision, _| collision.overlap_box.map(|shared| words::thousands(shared.area()))),
        visits,
    ]
}

/// The visits of the selected scan at both placements.
fn visits(session: &Session) -> BothPlaces {
    let (derived, scan) = (session.derived(), session.scans().selected());
    let row = derived.rows().get(session.scans().selected_index()).filter(|row| !row.is_hidden);
    let values = [row.map(|row| row.count.visits), derived.visits_at_pin(scan)];
    let values = values.map(|visits| visits.map_or_else(|| NOTHING.to_owned(), words::short_count));
    (format!("{} visits", scan.display_name()), values)
}

fn show_row(rows: &mut TableRows<'_>, at: usize, (name, [now, pinned]): &BothPlaces) {
    let theme = Theme::of(rows.ui);
    let row = rows.fact(at, &format!("{name}: now {now}, pinned {pinned}"));
    row.write(0, theme.t3, name);
    for (column, ink, value) in [(NOW, theme.t1, now), (THEN, theme.t2, pinned)] {
        let (is_hit, is_miss) = (at == VERDICT && value == "hit", at == VERDICT && value == "miss");
        let text = row.write(column, if is_hit { theme.both_text } else { ink }, value);
        let Some(mark) = text.map(|text| text.left_center() - vec2(10.0, 0.0)) else { continue };
        if is_hit {
            marks::diamond(&row.painter, mark, 4.5, theme.both_text);
        } else if is_miss {
            marks::ring(&row.painter, mark, 3.25, theme.t3);
        }
    }
}
