//! Known engines: two compared line by line, and what all of them answer here.

use crate::app::command::{Command, tooltip};
use crate::app::prelude::*;
use crate::app::widgets::{Column, Table, TableRows, choice_list, facts, text_button};
use crate::session::{EngineAction, EngineRow, Origin};
use maskscope_core::scene::{Profile, gilbert};

/// Height of a line, in points.
const LINE: f32 = 20.0;
/// Room for the names of the lines.
const NAMES: f32 = 60.0;
/// Between two columns.
const GAP: f32 = 14.0;

/// Shows both.
pub fn show(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    choice(ui, window.session, out);
    comparison(ui, window.session);
    ui.add_space(8.0);
    answers(ui, window.session, out);
    ui.horizontal(|ui| {
        for command in [Command::Conventions, Command::Traps] {
            let button = ui.add_enabled_ui(command.is_enabled(window), |ui| text_button(ui, &command.label(window)));
            if tooltip(button.inner, command).clicked() {
                command.ask(window, out);
            }
        }
    });
}

/// The two lists from which the engines to compare are chosen.
fn choice(ui: &mut Ui, session: &Session, out: &mut Vec<Request>) {
    let old = session.engines().compared;
    let mut new = old;
    let width = ((ui.available_width() - NAMES - GAP) / 2.0).floor();
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = GAP;
        ui.add_space(NAMES - GAP);
        for (place, (chosen, name)) in new.iter_mut().zip(["First engine", "Second engine"]).enumerate() {
            let choice = |profile: &Profile| {
                let about = profile.about();
                (*profile, about.title.to_owned(), about.source.to_owned())
            };
            let list = choice_list(ui, name, chosen, Profile::ALL.iter().map(choice), width);
            list.on_hover_text(old[place].about().source);
        }
    });
    if new != old {
        out.push(EngineAction::Compare(new).into());
    }
}

/// The rules of both engines, then what they answer; where they differ, a line stands out and its second value follows `≠`.
fn comparison(ui: &mut Ui, session: &Session) {
    let compared = session.engines().compared;
    let rules = compared.map(Profile::about);
    let row = |profile| session.derived().engine_rows().iter().find(|row: &&EngineRow| row.profile == profile);
    let answers = compared.map(row);
    let texts = |text: &dyn Fn(&EngineRow) -> String| answers.map(|row| row.map_or_else(|| "…".to_owned(), text));
    let lines = [
        ("solid if", rules.map(|rule| rule.solid.to_owned())),
        ("looks at", rules.map(|rule| rule.bounds.to_owned())),
        ("order", rules.map(|rule| rule.order.to_owned())),
        ("answer", texts(&|row| words::hit_or_miss(row.first_hit.is_some()).to_owned())),
        ("first hit", texts(&|row| first_hit(session, row))),
        ("visits", texts(&|row| words::thousands(row.count.visits))),
    ];
    let theme = Theme::of(ui);
    let value = Column::rest("", 0.0).font(theme::note);
    let columns = [Column::left("", NAMES).font(theme::note), value, Column::middle(GAP), value];
    Table::of_facts("engines compared", &columns, LINE).show(ui, lines.len(), |rows, at| {
        let (name, [left, right]) = &lines[at];
        let differs = left != right;
        let verdict = if differs { "different" } else { "the same" };
        let row = rows.fact(at, &format!("{name}: {left}, {right}, {verdict}"));
        let ink = if differs { theme.t1 } else { theme.t3 };
        row.write(0, theme.t3, name);
        row.write(1, ink, left);
        row.write(2, ink, if differs { "≠" } else { "" });
        row.write(3, ink, right);
    });
}

/// The answers of all engines at the present placement; the one pointed at or selected is marked on the canvas.
fn answers(ui: &mut Ui, session: &Session, out: &mut Vec<Request>) {
    let (engines, rows) = (session.engines(), session.derived().engine_rows());
    let truth = session.derived().collision().is_some_and(maskscope_core::scene::Collision::masks_overlap);
    let mut pointed = None;
    let columns = [Column::middle(28.0), Column::rest("", 0.0), Column::right("", 84.0)];
    Table::of_facts("engines", &columns, LINE).show(ui, rows.len(), |lines, at| {
        let response = answer(lines, session, &rows[at], truth);
        if response.hovered() {
            pointed = Some(rows[at].profile);
        }
        if response.clicked() {
            let is_new = engines.selected != Some(rows[at].profile);
            out.push(EngineAction::Select(is_new.then_some(rows[at].profile)).into());
        }
        if rows[at].profile == Profile::Gilbert {
            gilberts(lines.ui, session, rows[at].answer);
        }
    });
    if pointed != engines.pointed {
        out.push(EngineAction::Point(pointed).into());
    }
}

/// One engine: its verdict's mark, its name, its first hit; a triangle where it differs from the truth.
fn answer(lines: &mut TableRows<'_>, session: &Session, answer: &EngineRow, truth: bool) -> Response {
    let theme = Theme::of(lines.ui);
    let hits = answer.first_hit.is_some();
    let differs = hits != truth;
    let (title, first) = (answer.profile.about().title, first_hit(session, answer));
    let verdict = if hits { format!("hit at {first}") } else { "miss".to_owned() };
    let wrong = if differs { ", differs from the truth" } else { "" };
    let is_selected = session.engines().selected == Some(answer.profile);
    let row = lines.row(answer.profile as usize, differs, is_selected, &format!("{title}, {verdict}{wrong}"));
    let mark = row.place(0).map_or(row.response.rect.left_center(), |place| place.center());
    match (differs, hits) {
        (true, _) => marks::triangle(&row.painter, mark, 6.0, theme.bad_text, theme.bad_bg),
        (_, true) => marks::diamond(&row.painter, mark, 5.0, theme.both_text),
        _ => marks::ring(&row.painter, mark, 3.75, theme.t3),
    }
    row.write(1, theme.t2, title);
    row.write(2, theme.t1, first);
    row.response.on_hover_text(tip(answer, differs))
}

/// Gilbert's own answer: a rectangle, its centre, and the box that his test answers without pixels.
fn gilberts(ui: &mut Ui, session: &Session, answer: Option<gilbert::GilbertAnswer>) {
    // A parent's space has an origin of its own.
    let is_world = answer.is_none_or(|answer| answer.world_from_common == Affine::IDENTITY);
    let origin = if is_world { session.origin() } else { Origin::default() };
    let from = if origin == Origin::default() { "" } else { ", from A" };
    let area = |area: gilbert::FloatRect| origin.located_between(area.origin, area.size);
    let lines = match answer {
        None => vec![("answer", "null: the bounds do not overlap".to_owned(), "The bounds of the two do not meet.")],
        Some(answer) => vec![
            (
                "counted in",
                format!("{}{from}", answer.space()),
                "The space of the next three: x, y of the top left corner.",
            ),
            ("rectangle", area(answer.bounds), "Around all pixels solid in both, each read at its centre."),
            (
                "centre",
                answer.centre().map_or_else(|| "null".to_owned(), |centre| origin.fine_point(centre)),
                "The collision point: the centre of the rectangle. It need not be solid.",
            ),
            ("box", area(answer.shared), "The answer of pixelPrecise = false: the intersection of the bounds."),
        ],
    };
    facts(ui, "Gilbert's answer", &lines, |name, value| format!("Gilbert's {name}: {value}"));
}

fn tip(row: &EngineRow, differs: bool) -> String {
    let about = row.profile.about();
    let wrong = if differs { "\nIts answer differs from the masks'." } else { "" };
    let visits = words::plural(row.count.visits, "visit");
    format!(
        "Solid if {}, reads {}, {}; {visits}.{wrong}\n{}\nA click keeps its first hit marked on the canvas.",
        about.solid, about.bounds, about.order, about.source
    )
}

/// The cell that an engine names.
fn first_hit(session: &Session, row: &EngineRow) -> String {
    let point = |cell| session.origin().point(cell + session.corner_of_a());
    row.first_hit.map_or_else(|| "miss".to_owned(), point)
}
