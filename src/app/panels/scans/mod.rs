//! The table of scans: what each answered, what it cost, and which one is selected.

mod columns;
mod parameters;
mod row;

use egui::{Align2, Rect, Role, Sense, Ui, WidgetInfo, vec2};

use crate::app::panels::layout::padded;
use crate::app::request::{Request, WindowState};
use crate::app::theme::{self, Theme};
use crate::app::widgets::section_title;
use crate::geom::IntRect;
use crate::session::{ScanAction, ScanColumn, Session};
use crate::words;
use columns::Columns;
use row::Row;

/// Height of the header, in points.
const HEADER: f32 = 20.0;

/// Shows the table and the parameters of the selected scan.
pub fn show(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    let session = window.session;
    let cells = session.derived().collision().and_then(|found| found.overlap_box).map_or(0, IntRect::area);
    let note = match session.derived().collision() {
        None => String::new(),
        Some(_) if cells == 0 => "no cells shared".to_owned(),
        Some(_) => format!("of {}", words::plural(cells, "cell")),
    };
    padded(ui, 0, 0, |ui| section_title(ui, "Scans", &note));
    let columns = Columns::new(ui, session);
    header(ui, &columns, session, out);
    for place in session.sorted_scans() {
        let row = Row::new(window, place, cells);
        let response = row.show(ui, &columns, window);
        if response.clicked() {
            out.push(ScanAction::Select(place).into());
        }
    }
    ui.add_space(4.0);
    parameters::show(ui, session, out);
    if cfg!(debug_assertions) {
        padded(ui, 0, 4, |ui| {
            let note = egui::RichText::new("debug build: times mean little");
            ui.label(note.font(theme::note()).color(Theme::of(ui).t3));
        });
    }
    ui.add_space(4.0);
}

/// The names of the columns; a click on one sorts by it.
fn header(ui: &mut Ui, columns: &Columns, session: &Session, out: &mut Vec<Request>) {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), HEADER), Sense::hover());
    for column in columns.sortable() {
        let place = columns.header(column, rect);
        if header_cell(ui, column, place, session).clicked() {
            out.push(ScanAction::SortBy(column).into());
        }
    }
}

fn header_cell(ui: &mut Ui, column: ScanColumn, place: Rect, session: &Session) -> egui::Response {
    let theme = Theme::of(ui);
    let sorted = session.scans().sort().filter(|(sorted, _)| *sorted == column);
    let name = name(column);
    let response = ui.interact(place, ui.scope_id().with(name), Sense::click());
    let ink = if sorted.is_some() || response.hovered() { theme.t1 } else { theme.t3 };
    let is_left = column == ScanColumn::Strategy;
    let (anchor, align) =
        if is_left { (place.left_center(), Align2::LEFT_CENTER) } else { (place.right_center(), Align2::RIGHT_CENTER) };
    let text = ui.painter().text(anchor, align, name, theme::note(), ink);
    if let Some((_, is_up)) = sorted {
        let (end, align) = if is_left {
            (text.right_center() + vec2(4.0, 0.0), Align2::LEFT_CENTER)
        } else {
            (text.left_center() - vec2(3.0, 0.0), Align2::RIGHT_CENTER)
        };
        ui.painter().text(end, align, if is_up { "↑" } else { "↓" }, theme::tag(), ink);
    }
    let spoken = match sorted {
        Some((_, true)) => format!("{name}, smallest first"),
        Some((_, false)) => format!("{name}, largest first"),
        None => name.to_owned(),
    };
    response.widget_info(|| WidgetInfo::labeled(Role::ColumnHeader, ui.is_enabled(), &spoken));
    response.on_hover_text(tip(column))
}

const fn name(column: ScanColumn) -> &'static str {
    match column {
        ScanColumn::Strategy => "strategy",
        ScanColumn::Visits => "visits",
        ScanColumn::Time => "time",
        ScanColumn::Fewer => "× fewer",
    }
}

const fn tip(column: ScanColumn) -> &'static str {
    match column {
        ScanColumn::Strategy => "The order in which the scan reads the box. Click to sort.",
        ScanColumn::Visits => {
            "Tests made, including the one that hit; the bar is their share of all cells. Click to sort."
        }
        ScanColumn::Time => "Median time of a run without recording. Click to sort.",
        ScanColumn::Fewer => "How many times fewer visits than rows makes; below 1 it makes more. Click to sort.",
    }
}
