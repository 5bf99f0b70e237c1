//! The panel at the right: the shapes to choose from, the roles, and the baseline.

use super::intended::INTENDED;
use super::sentence;
use crate::app::paint::write::{elided, left, right};
use crate::app::panels::{empty::shell_line, padded};
use crate::app::prelude::*;
use crate::app::widgets::status::{self, Status};
use crate::app::widgets::{divider, paint_row, section_title, section_title_with, text_button};
use crate::session::{DetailedKind, HitboxDetail, ProjectAction, ProjectAudit, ProjectReport};
use maskscope_core::shape::fit::Form;

/// Heights of the head, of the titles of columns, and of a row, in points.
const HEAD: f32 = 44.0;
const COLUMNS: f32 = 26.0;
const ROW: f32 = 24.0;
/// Free space at both sides; left edges of a name and of the note behind it; distance of the first numbers from the right edge.
const EDGE: f32 = 12.0;
const NAME: f32 = 32.0;
const NOTE: f32 = 140.0;
const FIRST: f32 = 64.0;
/// The roles, and what counts in each.
const ROLES: [[&str; 2]; 5] = [
    ["inside", "a hurtbox: only clear pixels count"],
    ["outside", "a pickup: only left out pixels count"],
    ["feet", "judged from the top of the shape down"],
    ["terrain", "not judged by the picture"],
    ["ignore", "not listed again"],
];

/// Shows the panel.
pub fn show(ui: &mut Ui, project: &ProjectAudit, report: &ProjectReport, out: &mut Vec<Request>) {
    ui.spacing_mut().item_spacing.y = 0.0;
    head(ui, project);
    divider(ui);
    ScrollArea::vertical().id_salt("project right").auto_shrink(false).show(ui, |ui| {
        if let Some(Ok(detail)) = project.detail() {
            kinds(ui, project, detail, out);
            divider(ui);
        }
        roles(ui);
        divider(ui);
        baseline(ui, report, out);
        divider(ui);
    });
}

fn head(ui: &mut Ui, project: &ProjectAudit) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), HEAD), Sense::hover());
    let Some(hitbox) = project.hitbox() else { return };
    let (theme, y) = (Theme::of(ui), rect.center().y);
    let title = format!("Shape of {}", hitbox.name);
    let note = "its kind is kept";
    let end = right(ui, rect.right() - EDGE, y, note, theme::note(), theme.t3) - 8.0;
    let room = end - rect.left() - EDGE;
    let shown = elided(ui, &title, room, &theme::text());
    left(ui, rect.left() + EDGE, y, &shown, theme::text(), theme.t1);
    response.widget_info(|| WidgetInfo::labeled(Role::Heading, true, format!("{title}, {note}")));
}

/// Shows the shape in the file and the better ones; a click compares with one.
fn kinds(ui: &mut Ui, project: &ProjectAudit, detail: &HitboxDetail, out: &mut Vec<Request>) {
    let theme = Theme::of(ui);
    ui.add_space(4.0);
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), COLUMNS), Sense::hover());
    right(ui, rect.right() - FIRST, rect.center().y, "clear", theme::note(), theme.t3);
    right(ui, rect.right() - EDGE, rect.center().y, "left out", theme::note(), theme.t3);
    let (own, is_saved) = (detail.kinds().first().and_then(|kind| kind.form), project.saved().is_some());
    let name =
        |kind: &DetailedKind| kind.form.map_or_else(|| "shapes".to_owned(), |form| sentence::kind(form)[0].clone());
    let now = [if is_saved { "before" } else { "now" }.to_owned(), name(&detail.now)];
    row(ui, &now, &detail.now, None);
    let better = project.better();
    for (at, kind) in detail.kinds().iter().enumerate() {
        let is_chosen = project.form().map_or(at == 0, |form| kind.form == Some(form));
        // Saving may keep more of the shape than its kind.
        let kind = better.filter(|_| is_chosen).unwrap_or(kind);
        let note = match kind.form {
            form if at == 0 && form == detail.now.form => "as now".to_owned(),
            Some(form) => sentence::kind(form)[1].clone(),
            None => String::new(),
        };
        if row(ui, &[name(kind), note], kind, Some(is_chosen)) && !is_saved {
            out.push(ProjectAction::ChooseKind(kind.form.filter(|_| kind.form != own)).into());
        }
    }
    let about = if detail.kinds.is_none() { Some("Searching other kinds…") } else { about_polygon(detail, own) };
    if let Some(text) = about {
        padded(ui, 6, 10, |ui| ui.add(Label::new(RichText::new(text).font(theme::note()).color(theme.t3)).wrap()));
    } else {
        ui.add_space(8.0);
    }
}

/// Says why the polygon is not chosen where it is the best.
fn about_polygon(detail: &HitboxDetail, own: Option<Form>) -> Option<&'static str> {
    let wrong = |kind: &DetailedKind| kind.total().covered + kind.total().left_out;
    let best = detail.kinds().iter().min_by_key(|kind| wrong(kind))?;
    let is_polygon = |form: Option<Form>| matches!(form, Some(Form::Polygon(_) | Form::Convex(_)));
    let is_so = is_polygon(best.form) && !is_polygon(own);
    is_so.then_some("The polygon fits best, and is another kind of shape in the file, so it is never chosen for you.")
}

/// Shows a shape; returns true if it was clicked. `is_chosen` is `None` for one that cannot be chosen.
fn row(ui: &mut Ui, [name, note]: &[String; 2], kind: &DetailedKind, is_chosen: Option<bool>) -> bool {
    let sense = if is_chosen.is_some() { Sense::click() } else { Sense::hover() };
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), sense);
    let (theme, y, total) = (Theme::of(ui), rect.center().y, kind.total());
    if let Some(is_chosen) = is_chosen {
        paint_row(ui, &response, false, is_chosen);
        if is_chosen {
            Icon::Check.paint(ui.painter(), pos2(rect.left() + 18.0, y), theme.t1);
        }
    }
    left(ui, rect.left() + NAME, y, name, theme::text(), theme.t1);
    left(ui, rect.left() + NOTE, y, note, theme::note(), theme.t3);
    let [covered, left_out] = [total.covered, total.left_out].map(words::thousands);
    right(ui, rect.right() - FIRST, y, &covered, theme::mono(), theme.t1);
    right(ui, rect.right() - EDGE, y, &left_out, theme::mono(), theme.t1);
    let spoken = format!("{name} {note}, {covered} clear, {left_out} left out");
    response.widget_info(|| match is_chosen {
        Some(is_chosen) => WidgetInfo::selected(Role::Row, true, is_chosen, &spoken),
        None => WidgetInfo::labeled(Role::Label, true, &spoken),
    });
    if response.hovered() && is_chosen == Some(false) {
        status::tell(ui, Status::of(name).can("click", "compare with it"));
    }
    response.clicked()
}

/// Shows what the roles mean.
fn roles(ui: &mut Ui) {
    let theme = Theme::of(ui);
    padded(ui, 0, 8, |ui| {
        section_title(ui, INTENDED, "");
        for [role, meaning] in ROLES {
            let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 22.0), Sense::hover());
            left(ui, rect.left(), rect.center().y, role, theme::note(), theme.t1);
            left(ui, rect.left() + 76.0, rect.center().y, meaning, theme::note(), theme.t2);
            response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("{role}: {meaning}")));
        }
        ui.add_space(4.0);
        ui.label(RichText::new("Kept in maskscope.toml.").font(theme::note()).color(theme.t3));
    });
}

/// Shows the audit beside the baseline, and the line by which a build holds it.
fn baseline(ui: &mut Ui, report: &ProjectReport, out: &mut Vec<Request>) {
    let theme = Theme::of(ui);
    padded(ui, 0, 10, |ui| {
        let is_there = report.baseline.is_some();
        section_title_with(ui, "Baseline", |ui| {
            let button = text_button(ui, if is_there { "Write again" } else { "Write" });
            let tip = "Accepts the hitboxes as they are: writes them to maskscope.baseline.json in the folder.";
            if button.accessible_name("Write the baseline").on_hover_text(tip).clicked() {
                out.push(Request::WriteBaseline);
            }
        });
        let text = match &report.baseline {
            Some(Err(why)) => why.clone(),
            Some(Ok(note)) => {
                let worse = match note.worse {
                    0 => "Nothing is worse than the baseline".to_owned(),
                    1 => "One hitbox is worse than the baseline".to_owned(),
                    count => format!("{} hitboxes are worse than the baseline", words::thousands(count)),
                };
                let new = if note.new > 0 { format!(", {} new", words::thousands(note.new)) } else { String::new() };
                format!("{worse}{new}.")
            }
            None => {
                let all = words::thousands(report.hitboxes.len() as u64);
                format!("Takes these {all} as known. A build then fails only where art or a shape gets worse:")
            }
        };
        let ink = if matches!(report.baseline, Some(Err(_))) { theme.bad_text } else { theme.t2 };
        ui.add(Label::new(RichText::new(text).font(theme::note()).color(ink)).wrap());
        ui.add_space(6.0);
        shell_line(ui, "maskscope audit . --baseline maskscope.baseline.json", out);
    });
}
