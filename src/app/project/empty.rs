//! The content of the tab while no project is open: the way to begin, and the files that are read; and an audit under way.

use super::sentence;
use crate::app::outside;
use crate::app::paint::write::left;
use crate::app::panels::empty::{card, foot, ground, note, shell_line, text};
use crate::app::prelude::*;
use crate::app::widgets::status::{self, Status};
use crate::app::widgets::{divider, long_solid_button};
use crate::session::ProjectAudit;

/// Size of a card, and the gap between two, in points.
const CARD: Vec2 = vec2(534.0, 256.0);
const GAP: f32 = 12.0;
/// Free space inside a card.
const PADDING: f32 = 16.0;
/// Height of a line of the table, and the left edges of its columns.
const LINE: f32 = 27.0;
const COLUMNS: [f32; 3] = [0.0, 120.0, 240.0];
/// The engines whose files are read, the files, and the use of them.
const READ: [[&str; 3]; 5] = [
    ["Godot", ".tscn", "reads, saves"],
    ["GameMaker", ".yy", "reads, saves boxes"],
    ["Unity", ".png.meta", "reads, saves"],
    ["Tiled", ".tsx", "reads, saves"],
    ["Aseprite", "slices", "reads"],
];
/// Size of the bar of an audit under way.
const BAR: Vec2 = vec2(320.0, 8.0);

/// Shows the cards in the middle of what is left of `ui`, below one another in a narrow window.
pub fn show(ui: &mut Ui, out: &mut Vec<Request>) {
    if outside::HAS_SYSTEM {
        status::tell_else(ui, Status::default().can("Ctrl O", "choose a folder").can("drop", "a folder"));
    }
    let whole = ui.available_rect_before_wrap();
    let width = CARD.x.min((whole.width() - 3.0 * GAP) / 2.0);
    let all = Rect::from_center_size(whole.center(), vec2(2.0 * width + GAP, CARD.y.min(whole.height() - GAP)));
    let size = vec2(width, all.height());
    let places = [0.0, width + GAP].map(|x| Rect::from_min_size(all.min + vec2(x, 0.0), size));
    places.iter().for_each(|place| ground(ui, *place));
    card(ui, places[0].shrink(PADDING), "Audit a folder", "", |ui| begin(ui, out));
    card(ui, places[1].shrink(PADDING), "What it reads", "", table);
}

fn begin(ui: &mut Ui, out: &mut Vec<Request>) {
    if !outside::HAS_SYSTEM {
        return text(
            ui,
            "The desktop program reads the folder of a game, in place. This page is given single files alone.",
        );
    }
    text(ui, "Read on this machine, in place; nothing is copied or sent.");
    ui.add_space(12.0);
    shell_line(ui, "maskscope audit .", out);
    ui.add_space(12.0);
    note(ui, "Or drop the folder here. A build can run the same line, and fail where a hitbox got worse.");
    foot(ui);
    let tip = "Judges every hitbox that the files of a project tie to a picture. Ctrl O";
    if long_solid_button(ui, "Choose a folder…").on_hover_text(tip).clicked() {
        out.push(Ask::Choose(OpenAs::Project).into());
    }
}

fn table(ui: &mut Ui) {
    for row in READ {
        let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), LINE), Sense::hover());
        let (theme, y) = (Theme::of(ui), rect.center().y);
        let fonts = [theme::text(), theme::mono(), theme::text()];
        for (((text, x), font), ink) in row.into_iter().zip(COLUMNS).zip(fonts).zip([theme.t1, theme.t2, theme.t2]) {
            left(ui, rect.left() + x, y, text, font, ink);
        }
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, row.join(", ")));
        divider(ui);
    }
    ui.add_space(12.0);
    note(ui, "What stays unread is counted and named.");
}

/// Shows how far the first audit of a folder has come.
pub fn show_progress(ui: &Ui, project: &ProjectAudit) {
    let (theme, middle) = (Theme::of(ui), ui.max_rect().center());
    let bar = Rect::from_center_size(middle, BAR);
    ui.painter().rect_filled(bar, 0.0, theme.bar_bg);
    if let Some(progress) = project.progress().filter(|progress| progress.total > 0) {
        let share = progress.done as f32 / progress.total as f32;
        ui.painter().rect_filled(bar.with_max_x(bar.left() + bar.width() * share), 0.0, theme.bar);
    }
    let at = bar.center_bottom() + vec2(0.0, 16.0);
    ui.painter().text(at, Align2::CENTER_CENTER, sentence::progress(project), theme::note(), theme.t2);
}
