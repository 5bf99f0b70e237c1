//! Known engines: two compared line by line, and what all of them answer here.

use egui::{Align2, Color32, FontId, Rect, Response, Role, Sense, Ui, WidgetInfo, pos2, vec2};

use super::layout::padded;
use crate::app::marks;
use crate::app::request::{Request, WindowState};
use crate::app::theme::{self, Theme};
use crate::app::widgets::{Heading, drop_down, paint_row, section};
use crate::choice::Choice as _;
use crate::geom::Affine;
use crate::scene::{Profile, gilbert};
use crate::session::{EngineAction, EngineRow, Origin, Session};
use crate::words;

/// Height of a line, in points.
const LINE: f32 = 20.0;
/// Height of a line of an engine's own answer.
const ANSWER: f32 = 17.0;
/// Room for the names of the lines.
const NAMES: f32 = 60.0;
/// Between two columns.
const GAP: f32 = 8.0;

/// Shows the section; while it is folded, nothing is computed.
pub fn show(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    let session = window.session;
    let heading = Heading { title: "Engines", note: "known engines", ..Heading::default() };
    let shown = padded(ui, 0, 8, |ui| {
        section(ui, heading, false, |ui| {
            choice(ui, session, out);
            for line in comparison(session) {
                line.show(ui);
            }
            ui.add_space(8.0);
            answers(ui, session, out);
        })
    });
    let is_open = shown.is_some();
    if is_open != session.engines().is_watched {
        out.push(EngineAction::Watch(is_open).into());
    }
}

/// The two lists from which the engines to compare are chosen.
fn choice(ui: &mut Ui, session: &Session, out: &mut Vec<Request>) {
    let old = session.engines().compared;
    let mut new = old;
    let columns = Columns::of(Rect::from_min_size(ui.cursor().min, vec2(ui.available_width(), LINE)));
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = GAP;
        ui.add_space(NAMES - GAP);
        for (place, (chosen, name)) in new.iter_mut().zip(["First engine", "Second engine"]).enumerate() {
            let list = drop_down(name, chosen.about().title, columns.width());
            let shown = list.show_ui(ui, |ui| {
                for &profile in Profile::ALL {
                    let about = profile.about();
                    ui.selectable_value(chosen, profile, about.title).on_hover_text(about.source);
                }
            });
            let source = old[place].about().source;
            shown.response.accessible_name(format!("{name}: {}", chosen.about().title)).on_hover_text(source);
        }
    });
    if new != old {
        out.push(EngineAction::Compare(new).into());
    }
}

/// Where two columns of values lie.
struct Columns {
    left: f32,
    right: f32,
    end: f32,
}

impl Columns {
    fn of(rect: Rect) -> Self {
        let left = rect.left() + NAMES;
        let width = ((rect.right() - left - GAP) / 2.0).floor();
        Self { left, right: left + width + GAP, end: rect.right() }
    }

    fn width(&self) -> f32 {
        self.end - self.right
    }
}

/// A line of the comparison.
struct Line {
    name: &'static str,
    values: [String; 2],
}

/// The rules of both engines, then what they answer.
fn comparison(session: &Session) -> Vec<Line> {
    let compared = session.engines().compared;
    let rules = compared.map(Profile::about);
    let row = |profile| session.derived().engine_rows().iter().find(|row: &&EngineRow| row.profile == profile);
    let answers = compared.map(row);
    let rule = |name, values: [&str; 2]| Line { name, values: values.map(str::to_owned) };
    let told = |name, tell: &dyn Fn(&EngineRow) -> String| {
        let values = answers.map(|row| row.map_or_else(|| "…".to_owned(), tell));
        Line { name, values }
    };
    vec![
        rule("solid if", [rules[0].solid, rules[1].solid]),
        rule("reads", [rules[0].bounds, rules[1].bounds]),
        rule("order", [rules[0].order, rules[1].order]),
        told("answer", &|row| if row.first_hit.is_some() { "hit" } else { "miss" }.to_owned()),
        told("first hit", &|row| first_hit(session, row)),
        told("visits", &|row| words::thousands(row.count.visits)),
    ]
}

impl Line {
    /// Shows the line; where the engines differ, it stands out and begins with `≠`.
    fn show(&self, ui: &mut Ui) {
        let theme = Theme::of(ui);
        let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), LINE), Sense::hover());
        let [left, right] = &self.values;
        let differs = left != right;
        let columns = Columns::of(rect);
        let text = |x: f32, text: &str, font: FontId, ink: Color32| {
            ui.painter().text(pos2(x, rect.center().y), Align2::LEFT_CENTER, text, font, ink);
        };
        text(rect.left(), self.name, theme::note(), theme.t3);
        let ink = if differs { theme.t1 } else { theme.t3 };
        if differs {
            text(columns.right - 14.0, "≠", theme::note(), theme.t1);
        }
        text(columns.left, left, theme::note(), ink);
        text(columns.right, right, theme::note(), ink);
        let verdict = if differs { "different" } else { "the same" };
        let spoken = format!("{}: {left}, {right}, {verdict}", self.name);
        response.widget_info(|| WidgetInfo::labeled(Role::Row, ui.is_enabled(), &spoken));
    }
}

/// What every engine answers at the present placement; the one pointed at or selected is marked on the canvas.
fn answers(ui: &mut Ui, session: &Session, out: &mut Vec<Request>) {
    let truth = session.derived().collision().is_some_and(crate::scene::Collision::masks_overlap);
    let engines = session.engines();
    let mut pointed = None;
    for row in session.derived().engine_rows() {
        let is_selected = engines.selected == Some(row.profile);
        let response = answer(ui, session, row, truth, is_selected);
        if response.hovered() {
            pointed = Some(row.profile);
        }
        if response.clicked() {
            out.push(EngineAction::Select((!is_selected).then_some(row.profile)).into());
        }
        if row.profile == Profile::Gilbert {
            gilberts(ui, session, row.answer);
        }
    }
    if pointed != engines.pointed {
        out.push(EngineAction::Point(pointed).into());
    }
}

/// One engine: its verdict's mark, its name, its first hit; a triangle where it differs from the truth.
fn answer(ui: &mut Ui, session: &Session, row: &EngineRow, truth: bool, is_selected: bool) -> Response {
    let theme = Theme::of(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), LINE), Sense::click());
    let hits = row.first_hit.is_some();
    let differs = hits != truth;
    paint_row(ui, &response, differs, is_selected);
    let painter = ui.painter();
    let mark = rect.left_center() + vec2(14.0, 0.0);
    match (differs, hits) {
        (true, _) => marks::triangle(painter, mark, 6.0, theme.bad_text, theme.bad_bg),
        (_, true) => marks::diamond(painter, mark, 5.0, theme.both_text),
        _ => marks::ring(painter, mark, 3.75, theme.t3),
    }
    let (name_ink, value_ink) = if differs { (theme.bad_text, theme.bad_text) } else { (theme.t2, theme.t1) };
    let title = row.profile.about().title;
    painter.text(rect.left_center() + vec2(28.0, 0.0), Align2::LEFT_CENTER, title, theme::text(), name_ink);
    let told = first_hit(session, row);
    let end = rect.right_center() - vec2(4.0, 0.0);
    painter.text(end, Align2::RIGHT_CENTER, &told, theme::mono(), value_ink);
    let verdict = if hits { format!("hit at {told}") } else { "miss".to_owned() };
    let wrong = if differs { ", differs from the truth" } else { "" };
    let spoken = format!("{title}, {verdict}{wrong}");
    response.widget_info(|| WidgetInfo::selected(Role::Row, ui.is_enabled(), is_selected, &spoken));
    response.on_hover_text(tip(row, differs))
}

/// Gilbert's own answer: a rectangle, its centre, and the box that his test answers without pixels.
fn gilberts(ui: &mut Ui, session: &Session, answer: Option<gilbert::Answer>) {
    // A parent's space has an origin of its own.
    let is_world = answer.is_none_or(|answer| answer.world_from_common == Affine::IDENTITY);
    let origin = if is_world { session.origin() } else { Origin::default() };
    let from = if origin == Origin::default() { "" } else { ", from A" };
    let area = |area: gilbert::Area| origin.located_between(area.origin, area.size);
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
    let theme = Theme::of(ui);
    for (name, value, tip) in lines {
        let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ANSWER), Sense::hover());
        let painter = ui.painter();
        painter.text(rect.left_center() + vec2(28.0, 0.0), Align2::LEFT_CENTER, name, theme::note(), theme.t3);
        let end = rect.right_center() - vec2(4.0, 0.0);
        painter.text(end, Align2::RIGHT_CENTER, &value, theme::note(), theme.t2);
        response.widget_info(|| WidgetInfo::labeled(Role::Row, ui.is_enabled(), format!("Gilbert's {name}: {value}")));
        response.on_hover_text(tip);
    }
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
    let told = |cell| session.origin().point(cell + session.corner_of_a());
    row.first_hit.map_or_else(|| "miss".to_owned(), told)
}
