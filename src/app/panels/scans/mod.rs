//! The table of scans: what each answered, what it cost, and which one is selected.

mod columns;
mod parameters;
mod row;

use egui::{Align2, Rect, Role, Sense, Ui, WidgetInfo, vec2};

use crate::app::context_menu::{self, Target};
use crate::app::panels::layout::padded;
use crate::app::request::{Request, WindowState};
use crate::app::theme::{self, Theme};
use crate::app::widgets::status::{self, Status};
use crate::app::widgets::{section_title_with, whole_rows};
use crate::geom::IntRect;
use crate::session::{PlaybackAction, ScanAction, ScanColumn, Session};
use crate::words;
use columns::Columns;
use row::Row;

/// Height of the header, in points.
const HEADER: f32 = 20.0;
/// Free space below the rows, and the least room for them.
const BELOW: f32 = 3.0;
const LEAST: f32 = 120.0;

/// Shows the table, at `most` this high, in points: beyond that its rows scroll. `add_control` adds a control to its title.
pub fn show(
    ui: &mut Ui,
    window: &WindowState<'_>,
    most: f32,
    add_control: impl FnOnce(&mut Ui, &WindowState<'_>, &mut Vec<Request>),
    out: &mut Vec<Request>,
) {
    let (session, top) = (window.session, ui.cursor().top());
    let cells = session.derived().collision().and_then(|found| found.overlap_box).map_or(0, IntRect::area);
    padded(ui, 0, 0, |ui| section_title_with(ui, "Scans", |ui| add_control(ui, window, out)));
    let columns = Columns::new(ui, session);
    header(ui, &columns, session, cells, out);
    let room = (most - (ui.cursor().top() - top) - BELOW + 0.5).max(LEAST);
    let row = row::height(ui);
    let room = (room / row).floor() * row;
    whole_rows(ui, "rows of scans", row, room, |ui| rows(ui, window, &columns, cells, out));
    ui.add_space(BELOW);
}

fn rows(ui: &mut Ui, window: &WindowState<'_>, columns: &Columns, cells: u64, out: &mut Vec<Request>) {
    let session = window.session;
    for place in session.sorted_scans() {
        let row = Row::new(window, place, cells);
        let response = row.show(ui, columns, window);
        let is_selected = session.scans().selected_index() == place;
        let is_asked = response.has_focus() && context_menu::take_asked(ui);
        if response.secondary_clicked() || is_asked {
            let at = response.interact_pointer_pos().unwrap_or(response.rect.left_bottom());
            context_menu::open(ui, Target::Scan, at, None);
            out.push(ScanAction::Select(place).into());
        }
        if response.clicked() {
            out.push(ScanAction::Select(place).into());
        }
        if response.double_clicked() {
            out.extend([PlaybackAction::First, PlaybackAction::Play].map(Request::from));
        }
        if response.hovered() {
            let name = session.scans().scans()[place].display_name();
            let status = Status::of(name).can_if(!is_selected, "click", "show");
            let status = status.can_if(cells > 0, "double click", "play");
            status::tell(ui, status.can("right click", "menu"));
        }
        if is_selected {
            parameters::show(ui, &response, columns.bar_in(response.rect), session, out);
        }
    }
}

/// The names of the columns; a click on one sorts by it.
fn header(ui: &mut Ui, columns: &Columns, session: &Session, cells: u64, out: &mut Vec<Request>) {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), HEADER), Sense::hover());
    if cells > 0 {
        bar_header(ui, columns.bar_in(rect), cells);
    }
    for column in columns.sortable() {
        let place = columns.header(column, rect);
        if header_cell(ui, column, place, session).clicked() {
            out.push(ScanAction::SortBy(column).into());
        }
    }
}

/// What a full bar stands for: `of 720`; left out where there is no room.
fn bar_header(ui: &mut Ui, place: Rect, cells: u64) {
    let (theme, text) = (Theme::of(ui), format!("of {}", words::short_count(cells)));
    let galley = ui.painter().layout_no_wrap(text.clone(), theme::note(), theme.t3);
    if galley.size().x > place.width() {
        return;
    }
    ui.painter().galley(Align2::LEFT_CENTER.anchor_size(place.left_center(), galley.size()).min, galley, theme.t3);
    let response = ui.interact(place, ui.scope_id().with("bars"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, ui.is_enabled(), &text));
    response.on_hover_text(format!("A full bar: {} of the intersection.", words::plural(cells, "cell")));
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
        ScanColumn::Visits => "Visits, including the one that hit; the bar is their share of all cells. Click to sort.",
        ScanColumn::Time if cfg!(debug_assertions) => "Median time of a run: in a debug build it means little.",
        ScanColumn::Time => "Median time of a run without recording. Click to sort.",
        ScanColumn::Fewer => "The ratio of rows' visits to this scan's; below 1 it needs more. Click to sort.",
    }
}
