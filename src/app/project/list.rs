//! The list: the hitboxes in groups, each with a small picture, its gain and its wrong pixels. Rows out of view cost nothing.

use super::picture::ProjectPictures;
use super::sentence::{file_name, share};
use crate::app::command::context_menu;
use crate::app::paint::write::{aside, elided, left, right};
use crate::app::prelude::*;
use crate::app::widgets::status::{self, Status};
use crate::app::widgets::{divider, paint_row, text_button};
use crate::session::{AuditedHitbox, HitboxGroup, ProjectAction, ProjectAudit, ProjectReport};

/// Heights of the head, of a group's title, of a row, and of the title of a group that can be closed, in points.
const HEAD: f32 = 44.0;
const TITLE: f32 = 28.0;
const ROW: f32 = 52.0;
const GROUP: f32 = 26.0;
/// Free space at both sides, and between picture and text.
const EDGE: f32 = 12.0;
const GAP: f32 = 10.0;
/// Sizes of a small picture, and the width of the list from which it is the larger one.
const PICTURES: [Vec2; 2] = [vec2(48.0, 44.0), vec2(64.0, 44.0)];
const WIDE: f32 = 280.0;

/// A part of the list.
#[derive(Clone, Copy)]
enum ProjectRow {
    /// The title of what could be better.
    Title,
    /// A hitbox, by its place in the report.
    Hitbox(usize),
    /// A line above the groups that can be closed.
    Line,
    /// The title of a group that can be closed, and the number of its hitboxes.
    Group(HitboxGroup, u64),
    /// The title of what belongs to no picture.
    Unpaired,
    /// A reason why something is not judged, by its place.
    Skipped(usize),
}

impl ProjectRow {
    const fn height(self) -> f32 {
        match self {
            Self::Title => TITLE,
            Self::Hitbox(_) => ROW,
            Self::Line => 1.0,
            Self::Group(..) | Self::Unpaired => GROUP,
            Self::Skipped(_) => 34.0,
        }
    }
}

/// Shows the panel.
pub fn show(
    ui: &mut Ui,
    project: &ProjectAudit,
    report: &ProjectReport,
    pictures: &mut ProjectPictures,
    out: &mut Vec<Request>,
) {
    ui.spacing_mut().item_spacing.y = 0.0;
    head(ui, project, report, out);
    divider(ui);
    let rows = rows(ui, project, report);
    let chosen = project.place();
    let is_new = is_newly_chosen(ui, chosen.map(|place| (project.run(), place)));
    let mut pictured = Vec::new();
    ScrollArea::vertical().id_salt("project list").auto_shrink(false).show_viewport(ui, |ui, view| {
        let height: f32 = rows.iter().map(|row| row.height()).sum();
        ui.set_height(height);
        let (corner, width) = (ui.max_rect().min, ui.available_width());
        let mut top = 0.0;
        for row in &rows {
            let rect = Rect::from_min_size(corner + vec2(0.0, top), vec2(width, row.height()));
            top += row.height();
            let is_chosen = matches!(row, ProjectRow::Hitbox(place) if Some(*place) == chosen);
            if is_chosen && is_new {
                ui.scroll_to_rect(rect, None);
            }
            if top < view.min.y || top - row.height() > view.max.y {
                continue;
            }
            match *row {
                ProjectRow::Title => title(ui, rect),
                ProjectRow::Line => _ = ui.painter().rect_filled(rect, 0.0, Theme::of(ui).line),
                ProjectRow::Hitbox(place) => {
                    pictured.push(place);
                    hitbox_row(ui, rect, (project, &report.hitboxes[place], place), pictures, out);
                }
                ProjectRow::Group(group, count) => group_row(ui, rect, project, (group, count), out),
                ProjectRow::Unpaired => unpaired_row(ui, rect, report),
                ProjectRow::Skipped(at) => skipped_row(ui, rect, report, at),
            }
        }
    });
    if pictures.are_new((project.run(), &pictured)) {
        out.push(ProjectAction::Picture(pictured).into());
    }
}

/// True if another hitbox is shown than in the last frame.
fn is_newly_chosen(ui: &Ui, chosen: Option<(u64, usize)>) -> bool {
    let id = Id::unique("hitbox that the list shows");
    let before = ui.data(|data| data.get_temp::<Option<(u64, usize)>>(id)).flatten();
    ui.data_mut(|data| data.insert_temp(id, chosen));
    before != chosen
}

/// The rows in their order.
fn rows(ui: &Ui, project: &ProjectAudit, report: &ProjectReport) -> Vec<ProjectRow> {
    use HitboxGroup as G;
    let mut rows = vec![ProjectRow::Title];
    rows.extend(report.of_group(G::CouldBeBetter).map(ProjectRow::Hitbox));
    rows.push(ProjectRow::Line);
    for group in [G::NotFitted, G::Intended, G::Fine] {
        let count = report.of_group(group).count() as u64;
        if count == 0 && group == G::NotFitted {
            continue;
        }
        rows.push(ProjectRow::Group(group, count));
        if project.is_open(group) {
            rows.extend(report.of_group(group).map(ProjectRow::Hitbox));
        }
    }
    rows.push(ProjectRow::Unpaired);
    if is_unpaired_open(ui) {
        rows.extend((0..report.skipped.len()).map(ProjectRow::Skipped));
    }
    rows
}

/// Shows the name of the folder, its engines, and the button that opens another one.
fn head(ui: &mut Ui, project: &ProjectAudit, report: &ProjectReport, out: &mut Vec<Request>) {
    let (name, count) = (project.name(), words::plural(report.hitboxes.len() as u64, "hitbox"));
    let note = format!("{}, {count}", report.engines);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), HEAD), Sense::hover());
    let row = UiBuilder::new().max_rect(rect.shrink2(vec2(EDGE, 0.0))).layout(Layout::right_to_left(Align::Center));
    let button = ui.scope_builder(row, |ui| text_button(ui, "Open…")).inner;
    let theme = Theme::of(ui);
    let room = button.rect.left() - rect.left() - EDGE - GAP;
    for (y, text, font, ink) in [(-8.0, &name, theme::text(), theme.t1), (9.0, &note, theme::note(), theme.t3)] {
        left(ui, rect.left() + EDGE, rect.center().y + y, &elided(ui, text, room, &font), font, ink);
    }
    response.widget_info(|| WidgetInfo::labeled(Role::Status, true, format!("{name}: {note}")));
    response.on_hover_text(project.folder.display().to_string());
    if button.on_hover_text("Audits another folder. Ctrl O").clicked() {
        out.push(Ask::Choose(OpenAs::Project).into());
    }
}

fn title(ui: &Ui, rect: Rect) {
    let theme = Theme::of(ui);
    let name = group_name(HitboxGroup::CouldBeBetter);
    let end = left(ui, rect.left() + EDGE, rect.center().y, name, theme::text(), theme.t1);
    aside(ui, end, rect.right() - EDGE, rect.center().y, "gain of solid px, wrong px", theme.t3);
    let row = ui.interact(rect, ui.scope_id().with("could be better"), Sense::hover());
    row.widget_info(|| WidgetInfo::labeled(Role::Heading, true, name));
    row.on_hover_text(
        "The best shape of its kind has fewer wrong pixels by at least 5 % of the solid ones. Right: by how much, and the wrong \
         pixels now.",
    );
}

const fn group_name(group: HitboxGroup) -> &'static str {
    match group {
        HitboxGroup::CouldBeBetter => "Could be better",
        HitboxGroup::NotFitted => "Not searched for",
        HitboxGroup::Intended => "Intended",
        HitboxGroup::Fine => "Fine",
    }
}

const fn group_tip(group: HitboxGroup) -> &'static str {
    match group {
        HitboxGroup::NotFitted => {
            "Polygons and lists of shapes beyond the first 200, shapes that no other of their kind replaces, and pictures \
             that the best of their kind leaves out for the most part."
        }
        HitboxGroup::Intended => "Roles in maskscope.toml say that these are not meant to be as their pictures.",
        _ => "No shape of the same kind saves 5 % of the solid pixels.",
    }
}

/// Shows a hitbox; a click shows it in the middle.
fn hitbox_row(
    ui: &Ui,
    rect: Rect,
    (project, hitbox, place): (&ProjectAudit, &AuditedHitbox, usize),
    pictures: &mut ProjectPictures,
    out: &mut Vec<Request>,
) {
    let response = ui.interact(rect, ui.scope_id().with(("hitbox", place)), Sense::click());
    let (theme, is_chosen) = (Theme::of(ui), project.place() == Some(place));
    paint_row(ui, &response, false, is_chosen);
    let size = PICTURES[usize::from(rect.width() >= WIDE)];
    let picture = Rect::from_center_size(rect.left_center() + vec2(EDGE + size.x / 2.0, 0.0), size);
    pictures.paint_small(ui, picture, project.run(), place, project.picture(place));
    let (start, end, y) = (picture.right() + GAP, rect.right() - EDGE, rect.center().y);
    let saved = project.saved_of(&hitbox.id);
    let [first, second] = match saved {
        Some(saved) => ["saved".to_owned(), format!("now {} px", words::thousands(saved.wrong[1]))],
        None => [share(hitbox), format!("{} px", words::thousands(hitbox.wrong))],
    };
    let mut from = match first.split_once(['\u{a0}', ' ']) {
        Some((number, unit)) => {
            let from = right(ui, end, y - 8.0, unit, theme::note(), theme.t1) - 3.0;
            right(ui, from, y - 8.0, number, theme::mono(), theme.t1)
        }
        None => right(ui, end, y - 8.0, &first, theme::text(), theme.t1),
    };
    if saved.is_some() {
        Icon::Check.paint(ui.painter(), pos2(from - 10.0, y - 8.0), theme.t1);
        from -= 18.0;
    }
    if hitbox.is_worse && saved.is_none() {
        marks::triangle(ui.painter(), pos2(from - 10.0, y - 8.0), 5.0, theme.bad, theme.panel);
        from -= 18.0;
    }
    left(ui, start, y - 8.0, &elided(ui, &hitbox.name, from - start - 6.0, &theme::text()), theme::text(), theme.t1);
    let from = right(ui, end, y + 9.0, &second, theme::note(), theme.t3);
    let file = elided(ui, file_name(&hitbox.file), from - start - 6.0, &theme::mono());
    left(ui, start, y + 9.0, &file, theme::mono(), theme.t3);
    let worse = if hitbox.is_worse { ", worse than the baseline" } else { "" };
    let spoken = format!("{}, {}, {first}, {second}{worse}", hitbox.name, hitbox.file);
    response.widget_info(|| WidgetInfo::selected(Role::Row, true, is_chosen, &spoken));
    if response.hovered() {
        let status = Status::of(&hitbox.name).note(hitbox.note.clone().unwrap_or_default());
        status::tell(ui, status.can_if(!is_chosen, "click", "show it").can("right click", "role"));
    }
    if context_menu::on(ui, &response, context_menu::HITBOX) || response.clicked() {
        out.push(ProjectAction::Choose(place).into());
    }
    response.on_hover_text(&hitbox.id);
}

/// Shows the title of a group; a click lists its hitboxes, or no longer.
fn group_row(ui: &Ui, rect: Rect, project: &ProjectAudit, (group, count): (HitboxGroup, u64), out: &mut Vec<Request>) {
    let is_open = project.is_open(group);
    let response = disclosure(ui, rect, group_name(group), count, is_open);
    if response.clicked() {
        out.push(ProjectAction::ShowGroup(group, !is_open).into());
    }
    response.on_hover_text(group_tip(group));
}

fn unpaired_id() -> Id {
    Id::unique("hitboxes without a picture are listed")
}

fn is_unpaired_open(ui: &Ui) -> bool {
    ui.data(|data| data.get_temp(unpaired_id())).unwrap_or(false)
}

fn unpaired_row(ui: &Ui, rect: Rect, report: &ProjectReport) {
    let is_open = is_unpaired_open(ui);
    let response = disclosure(ui, rect, "Not paired with a picture", report.unpaired, is_open);
    if response.clicked() {
        ui.data_mut(|data| data.insert_temp(unpaired_id(), !is_open));
    }
    response.on_hover_text("What the files tie to no picture, or to one that cannot be read, is not judged.");
}

/// A row with a name and a number that opens what stands below it.
fn disclosure(ui: &Ui, rect: Rect, name: &str, count: u64, is_open: bool) -> Response {
    let response = ui.interact(rect, ui.scope_id().with(name), Sense::click());
    paint_row(ui, &response, false, false);
    let (theme, y) = (Theme::of(ui), rect.center().y);
    let (sign, ink) = (if is_open { Icon::Down } else { Icon::On }, if count > 0 { theme.t1 } else { theme.t3 });
    sign.paint(ui.painter(), pos2(rect.left() + EDGE + 4.0, y), theme.t2);
    left(ui, rect.left() + EDGE + 18.0, y, name, theme::text(), ink);
    right(ui, rect.right() - EDGE, y, &words::thousands(count), theme::mono(), ink);
    let spoken = format!("{name}, {}", words::thousands(count));
    response.widget_info(|| WidgetInfo::selected(Role::Row, true, is_open, &spoken));
    response
}

/// Shows a reason why something is not judged, with the number of files and the first of them.
fn skipped_row(ui: &Ui, rect: Rect, report: &ProjectReport, at: usize) {
    let (theme, skipped) = (Theme::of(ui), &report.skipped[at]);
    let files = words::plural(skipped.files, "file");
    let first = if skipped.first.is_empty() { files } else { format!("{files}, as in {}", skipped.first) };
    let (start, room) = (rect.left() + EDGE + 18.0, rect.width() - 2.0 * EDGE - 18.0);
    let lines = [(-7.0, skipped.reason, theme.t2), (8.0, &*first, theme.t3)];
    for (y, text, ink) in lines {
        left(ui, start, rect.center().y + y, &elided(ui, text, room, &theme::note()), theme::note(), ink);
    }
    let row = ui.interact(rect, ui.scope_id().with(("skipped", at)), Sense::hover());
    let spoken = format!("{}: {first}", skipped.reason);
    row.widget_info(|| WidgetInfo::labeled(Role::Label, true, &spoken));
    row.on_hover_text(spoken);
}
