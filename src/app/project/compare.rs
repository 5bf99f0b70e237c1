//! Both shapes on the picture, at one zoom: the one in the file and a better one, with their wrong pixels.

use super::picture::{ProjectPictures, bounds};
use super::sentence;
use crate::app::paint::screen::Screen;
use crate::app::paint::write::{elided, left};
use crate::app::prelude::*;
use crate::app::widgets::{drop_down, icon_button};
use crate::session::{AuditedHitbox, DetailedKind, HitboxDetail, ProjectAction, ProjectAudit, WrongPixels};
use maskscope_core::shape::fit::Form;

/// Free space between both pictures, height of their titles, and of the numbers below, in points.
const GAP: f32 = 12.0;
const TITLE: f32 = 28.0;
const FIGURES: f32 = 64.0;
/// Heights of a picture in a narrow, a usual and a wide window, and the widths from which on the others are taken.
const HEIGHTS: [f32; 3] = [140.0, 268.0, 420.0];
const WIDTHS: [f32; 2] = [1_000.0, 1_600.0];
/// Room at the right of a title for the buttons of frames, or for the list of kinds.
const CONTROLS: f32 = 136.0;
/// Size of a number, and the distance of two.
const NUMBER: f32 = 28.0;
const APART: f32 = 16.0;

/// Shows titles, pictures and numbers.
pub fn show(
    ui: &mut Ui,
    project: &ProjectAudit,
    hitbox: &AuditedHitbox,
    (pictures, has_right): (&mut ProjectPictures, bool),
    out: &mut Vec<Request>,
) {
    let window = ui.ctx().content_rect().width();
    let height = HEIGHTS[WIDTHS.iter().filter(|width| window >= **width).count()];
    let size = vec2(ui.available_width(), TITLE + height + FIGURES);
    let (whole, _) = ui.allocate_exact_size(size, Sense::hover());
    let width = (whole.width() - GAP) / 2.0;
    let panes = [0.0, width + GAP].map(|x| {
        let corner = whole.min + vec2(x, TITLE);
        Rect::from_min_size(corner, vec2(width, height))
    });
    let theme = Theme::of(ui);
    panes.iter().for_each(|pane| _ = ui.painter().rect_filled(*pane, 0.0, theme.panel));
    let detail = match project.detail() {
        Some(Ok(detail)) => detail,
        Some(Err(why)) => return say(ui, panes[0], why, theme.bad_text),
        None => return say(ui, panes[0], "Reading the file…", theme.t3),
    };
    let (is_saved, better) = (project.saved().is_some(), project.better());
    let at = project.frame_of(detail);
    let Some(frame) = detail.frames.get(at) else { return };
    let camera = Screen::fitting(bounds(frame, at, [Some(&detail.now), better]), panes[0], ui.pixels_per_point());
    let titles = if is_saved { ["Before", "Now, in the file"] } else { ["Now", "Better"] };
    for (number, (kind, pane)) in [Some(&detail.now), better].into_iter().zip(panes).enumerate() {
        let head = Rect::from_min_max(pos2(pane.left(), pane.top() - TITLE), pane.right_top());
        let Some(kind) = kind else {
            left(ui, head.left(), head.center().y, titles[number], theme::text(), theme.t1);
            let is_searched = detail.kinds.is_some();
            let words = if is_searched { "No better shape of this kind is known." } else { "Searching…" };
            say(ui, pane, words, theme.t3);
            continue;
        };
        let screen = Screen::new(camera, pane, ui.pixels_per_point());
        pictures.paint(ui, number, screen, (frame, at), kind);
        let spoken = spoken(titles[number], kind, at);
        let response = ui.interact(pane, ui.scope_id().with(("project picture", number)), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &spoken));
        let controls = [detail.frames.len() > 1, !has_right && !is_saved][number];
        let room = if controls { head.with_max_x(head.right() - CONTROLS) } else { head };
        title(ui, room, titles[number], kind, at);
        let below = Rect::from_min_size(pane.left_bottom(), vec2(pane.width(), FIGURES));
        figures(ui, below, kind.total(), hitbox);
    }
    let head = |pane: Rect| Rect::from_min_max(pos2(pane.left(), pane.top() - TITLE), pane.right_top());
    if detail.frames.len() > 1 {
        stepper(ui, head(panes[0]), detail, at, out);
    }
    if !has_right && !is_saved {
        picker(ui, head(panes[1]), project, detail, out);
    }
}

fn say(ui: &Ui, pane: Rect, text: &str, ink: Color32) {
    let galley = ui.painter().layout(text.to_owned(), theme::note(), ink, pane.width() - 2.0 * GAP);
    let place = Align2::CENTER_CENTER.anchor_size(pane.center(), galley.size());
    ui.painter().galley(place.min, galley, ink);
    let response = ui.interact(pane, ui.scope_id().with(text), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, text));
}

/// A picture in words: `Better: rectangle 44 × 11, 106 clear px, 105 left out`.
fn spoken(title: &str, kind: &DetailedKind, at: usize) -> String {
    let [name, size] = kind.shapes.get(at).map(|shapes| sentence::shapes(shapes)).unwrap_or_default();
    let WrongPixels { covered, left_out } = kind.total();
    let [covered, left_out] = [covered, left_out].map(words::thousands);
    format!("{title}: {} {covered} clear px, {left_out} left out", format!("{name} {size}").trim().to_owned() + ",")
}

/// Writes a title with the shape behind it.
fn title(ui: &Ui, head: Rect, title: &str, kind: &DetailedKind, at: usize) {
    let theme = Theme::of(ui);
    let end = left(ui, head.left(), head.center().y, title, theme::text(), theme.t1) + 8.0;
    let [name, size] = kind.shapes.get(at).map(|shapes| sentence::shapes(shapes)).unwrap_or_default();
    let text = elided(ui, format!("{name} {size}").trim(), head.right() - end, &theme::text());
    left(ui, end, head.center().y, &text, theme::text(), theme.t3);
}

/// Writes the wrong pixels of all frames below a picture; those that do not count in the role are dimmed.
fn figures(ui: &Ui, place: Rect, WrongPixels { covered, left_out }: WrongPixels, hitbox: &AuditedHitbox) {
    let theme = Theme::of(ui);
    let of_frames =
        if hitbox.frames > 1 { format!(" in {} frames", words::thousands(hitbox.frames)) } else { String::new() };
    let mut start = place.left();
    for (number, unit, is_counted) in [
        (covered, format!("clear, would be hit{of_frames}"), hitbox.role != "outside"),
        (left_out, "solid, left out".to_owned(), hitbox.role != "inside"),
    ] {
        let ink = if is_counted { theme.t1 } else { theme.t3 };
        let digits = words::thousands(number);
        let y = place.top() + 22.0;
        let end = left(ui, start, y, &digits, FontId::monospace(NUMBER), ink) + 5.0;
        let end = left(ui, end, y + 6.0, "px", theme::mono(), theme.t2);
        let below = left(ui, start, place.top() + 48.0, &unit, theme::note(), theme.t3);
        let response = ui.interact(
            Rect::from_min_max(pos2(start, place.top()), pos2(end.max(below), place.bottom())),
            ui.scope_id().with(("figure", place.left().to_bits(), unit.as_str())),
            Sense::hover(),
        );
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("{digits} px {unit}")));
        start = end.max(below) + APART;
    }
}

/// Adds the buttons that step through the frames.
fn stepper(ui: &mut Ui, head: Rect, detail: &HitboxDetail, at: usize, out: &mut Vec<Request>) {
    let (theme, last) = (Theme::of(ui), detail.frames.len() - 1);
    let row = UiBuilder::new().max_rect(head).layout(Layout::right_to_left(Align::Center));
    // It lies in what has been allocated, and takes no more room.
    let ui = &mut ui.new_child(row);
    ui.spacing_mut().item_spacing.x = 4.0;
    let step = |ui: &mut Ui, icon, name: &str, to: Option<usize>, out: &mut Vec<Request>| {
        let button = ui.add_enabled_ui(to.is_some(), |ui| icon_button(ui, icon, name)).inner;
        if let Some(to) = to.filter(|_| button.clicked()) {
            out.push(ProjectAction::ShowFrame(to).into());
        }
    };
    step(ui, Icon::On, "Next frame of the hitbox", (at < last).then_some(at + 1), out);
    let text = format!("{} of {}", at + 1, last + 1);
    let label = ui.label(RichText::new(&text).font(theme::mono()).color(theme.t1));
    label.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("Frame {text}")));
    step(ui, Icon::Back, "Previous frame of the hitbox", at.checked_sub(1), out);
}

/// Adds the list of kinds to compare with, where there is no room for a panel with them.
fn picker(ui: &mut Ui, head: Rect, project: &ProjectAudit, detail: &HitboxDetail, out: &mut Vec<Request>) {
    let Some(own) = detail.kinds().first().and_then(|kind| kind.form) else { return };
    let mut chosen: Form = project.form().unwrap_or(own);
    let before = chosen;
    let row = UiBuilder::new().max_rect(head).layout(Layout::right_to_left(Align::Center));
    let ui = &mut ui.new_child(row);
    let name = |form: Form| sentence::kind(form).join(" ").trim().to_owned();
    let list = drop_down("better shapes", name(chosen), 120.0).show_ui(ui, |ui| {
        for form in detail.kinds().iter().filter_map(|kind| kind.form) {
            ui.selectable_value(&mut chosen, form, name(form));
        }
    });
    list.response.accessible_name("Better shape").on_hover_text("Chooses the kind of the better shape.");
    if chosen != before {
        out.push(ProjectAction::ChooseKind((chosen != own).then_some(chosen)).into());
    }
}
