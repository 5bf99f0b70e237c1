//! The table of scans: what each answered, what it cost, and which one is selected.

mod row;

use egui::{Popup, PopupCloseBehavior};

use crate::app::command::{Command, context_menu, list, style_menu};
use crate::app::paint::write::width;
use crate::app::panels::layout::{PADDING, padded};
use crate::app::prelude::*;
use crate::app::widgets::status::{self, Status};
use crate::app::widgets::{
    Column, NumberField, Table, TableRows, bare_icon_button, divider, low, section_title_with, segmented, text_button,
};
use crate::session::{PlaybackAction, ScanAction, ScanColumn};
use maskscope_core::scan::{Field, Scan};
use row::{STRATEGY, ShownRow, TIME, VISITS};

/// Height of the header, in points.
const HEADER: f32 = 20.0;
/// Height of a row, in a wide window, and where fingers take it.
const HEIGHT: f32 = 20.0;
const WIDE_HEIGHT: f32 = 24.0;
const FINGER_HEIGHT: f32 = 36.0;
const WIDE: f32 = 1_600.0;
/// Free space below the rows, and the least room for them.
const BELOW: f32 = 3.0;
const LEAST: f32 = 120.0;
/// Width of the longest name, and of the column of names where there is room.
const NAME: f32 = 84.0;
const WIDE_NAME: f32 = 96.0;
/// From this width of the columns on there is room for times, and from this for their spread.
const TIMES: f32 = 276.0;
const SPREADS: f32 = 416.0;

/// Shows the table, at `most` this high, in points: beyond that its rows scroll. `add_choice` adds a choice to its menu,
/// `add_row` a row below its title.
pub fn show(
    ui: &mut Ui,
    window: &WindowState<'_>,
    most: f32,
    add_choice: impl FnOnce(&mut Ui, &WindowState<'_>, &mut Vec<Request>),
    add_row: impl FnOnce(&mut Ui, &WindowState<'_>, &mut Vec<Request>),
    out: &mut Vec<Request>,
) {
    let (session, top) = (window.session, ui.cursor().top());
    let cells = cells(session);
    padded(ui, 0, 0, |ui| {
        section_title_with(ui, "Scans", |ui| {
            let button = bare_icon_button(ui, Icon::More, "Menu of the scans");
            let button = button.on_hover_text("Adds a pre-check, times the scans again, copies the table.");
            Popup::menu(&button).close_behavior(PopupCloseBehavior::CloseOnClickOutside).show(|ui| {
                style_menu(ui);
                add_choice(ui, window, out);
                list(ui, &[&[Command::TimeAgain, Command::CopyTable, Command::CopyLine]], window, out);
            });
        });
        add_row(ui, window, out);
    });
    let room = (most - (ui.cursor().top() - top) - BELOW + 0.5).max(HEADER + LEAST);
    let [all, about_all] = full_bar(cells);
    let columns = columns(ui, session, &all, &about_all);
    let (scans, height) = (session.scans().sorted(session.derived().rows()), height(ui));
    let (own, listed): (Vec<usize>, Vec<usize>) =
        scans.iter().copied().partition(|&scan| !session.scans().scans()[scan].is_built_in());
    // Where not all have room, one's own stay in view below the others.
    let room_of = |scans: &[usize]| scans.len() as f32 * height;
    let is_stuck = !own.is_empty() && HEADER + room_of(&scans) > room && 2.0 * room_of(&own) <= room;
    let (own, listed) = if is_stuck { (own, listed) } else { (Vec::new(), scans) };
    let selected = session.scans().selected_index();
    let place = listed.iter().position(|&scan| scan == selected);
    let table = Table {
        name: "rows of scans",
        columns: &columns,
        heights: [HEADER, height],
        edge: PADDING,
        room: room - room_of(&own),
        chosen: place.map(|place| (selected, place)),
    };
    let clicked = table.show(ui, listed.len(), |rows, at| show_row(rows, window, listed[at], cells, out));
    if is_stuck {
        divider(ui);
        let table = Table { edge: PADDING, ..Table::of_facts("rows of your scans", &columns, height) };
        table.show(ui, own.len(), |rows, at| show_row(rows, window, own[at], cells, out));
    }
    let column = clicked.and_then(|clicked| SORTED.iter().find(|(_, at)| *at == clicked));
    out.extend(column.map(|(column, _)| ScanAction::SortBy(*column).into()));
    ui.add_space(BELOW);
}

/// Shows the head, and of the rows those of `rows`, `center-out` and the selected scan.
pub fn show_few(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    let (session, cells) = (window.session, cells(window.session));
    let [all, about_all] = full_bar(cells);
    let (columns, height, scans) = (columns(ui, session, &all, &about_all), height(ui), session.scans());
    let is_shown = |place: &usize| {
        let name = scans.scans()[*place].to_string();
        *place == scans.selected_index() || name == "rows" || name == "center-out"
    };
    let shown: Vec<usize> = (0..scans.scans().len()).filter(is_shown).collect();
    let table =
        Table { heights: [HEADER, height], edge: PADDING, ..Table::of_facts("a few rows of scans", &columns, height) };
    table.show(ui, shown.len(), |rows, at| show_row(rows, window, shown[at], cells, out));
    ui.add_space(BELOW);
}

/// The cells of the overlap box.
fn cells(session: &Session) -> u64 {
    session.derived().collision().and_then(|found| found.overlap_box).map_or(0, IntRect::area)
}

/// The meaning of a full bar over `cells`, as a head, and in a sentence.
fn full_bar(cells: u64) -> [String; 2] {
    let head = if cells > 0 { format!("of {}", words::short_count(cells)) } else { String::new() };
    [head, format!("A full bar: {} of the intersection.", words::plural(cells, "cell"))]
}

/// The columns that can be sorted by.
const SORTED: [(ScanColumn, usize); 3] =
    [(ScanColumn::Strategy, STRATEGY), (ScanColumn::Visits, VISITS), (ScanColumn::Time, TIME)];

/// The height of a row in a window of this size.
fn height(ctx: &Context) -> f32 {
    match ctx.content_rect().width() {
        _ if theme::is_touched(ctx) => FINGER_HEIGHT,
        width if width >= WIDE => WIDE_HEIGHT,
        _ => HEIGHT,
    }
}

fn columns<'a>(ui: &Ui, session: &Session, all: &'a str, about_all: &'a str) -> [Column<'a>; 7] {
    let time = if cfg!(debug_assertions) {
        "Median time of a run: in a debug build it means little."
    } else {
        "Median time of a run without recording. Click to sort."
    };
    let visits = "Visits, including the one that hit; the bar is their share of all cells. Click to sort.";
    let room = ui.available_width() - 2.0 * PADDING;
    let is_pinned = session.stage().pinned().is_some();
    let mut columns = [
        Column::middle(8.0).font(theme::tag),
        Column::left("scan", if room >= TIMES { WIDE_NAME } else { NAME })
            .gap(if room >= TIMES { 5.0 } else { 4.0 })
            .tip("The order in which the scan reads the box. Click to sort."),
        Column::middle(20.0).gap(2.0),
        Column::right("visits", most_visits_width(ui, session)).tip(visits),
        Column::rest(all, 1.0).gap(8.0).tip(about_all),
        if is_pinned {
            Column::right("pinned", 56.0).gap(8.0).from(TIMES).tip("Visits of the scan where B is pinned.")
        } else {
            Column::right("time", 56.0).gap(8.0).from(TIMES).tip(time)
        },
        Column::right("spread", 56.0).from(SPREADS),
    ];
    for (column, at) in SORTED.into_iter().filter(|(_, at)| *at != TIME || !is_pinned) {
        let sorted = session.scans().sort().filter(|(sorted, _)| *sorted == column);
        columns[at] = columns[at].sorted(sorted.map(|(_, is_up)| is_up));
    }
    columns
}

/// Room for the most visits that this pair can take at any placement, so that columns depend on the sprites, not on where they
/// stand.
fn most_visits_width(ui: &Ui, session: &Session) -> f32 {
    let most = session.stage().both().map_or(0, |(a, b)| {
        let (a, b) = (a.raster().size(), b.raster().size());
        u64::from(a.width.min(b.width)) * u64::from(a.height.min(b.height))
    });
    // From a million on, counts are shortened and need no more room than this.
    width(ui, words::thousands(most.clamp(999, 999_999)), theme::mono())
}

fn show_row(rows: &mut TableRows<'_>, window: &WindowState<'_>, place: usize, cells: u64, out: &mut Vec<Request>) {
    let session = window.session;
    let is_selected = session.scans().selected_index() == place;
    let (response, parameters) = ShownRow::new(window, place, cells).show(rows, session.playback());
    let ui = &mut *rows.ui;
    if context_menu::on(ui, &response, context_menu::SCAN) {
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
    if let Some(bar) = parameters.filter(|_| is_selected) {
        show_parameters(ui, &response, bar, session, out);
    }
}

/// Width of a field in the list of all parameters, in points.
const FIELD: f32 = 120.0;
/// Below this width a field goes without its unit.
const UNIT: f32 = 56.0;

/// Shows the parameters of the selected scan in `place` of its bar, while the pointer is on the row, or it, or what is in it, has the focus.
fn show_parameters(ui: &mut Ui, row: &Response, place: Rect, session: &Session, out: &mut Vec<Request>) {
    let scan = session.scans().selected();
    let mut fields = scan.fields();
    let id = ui.scope_id().with("parameters");
    let was_in_use = ui.data(|data| data.get_temp(id)).unwrap_or(false);
    if fields.is_empty() || !(was_in_use || row.has_focus() || ui.rect_contains_pointer(row.rect)) {
        return;
    }
    ui.painter().rect_filled(place.with_min_x(place.left() - 2.0), 0.0, Theme::of(ui).ctl);
    let layout = Layout::left_to_right(Align::Center);
    let response = ui
        .scope_builder(UiBuilder::new().max_rect(place).layout(layout), |ui| {
            low(ui, |ui| match (fields.pop(), fields.is_empty()) {
                (Some(field @ Field::Number { .. }), true) => show_field(ui, scan, field, place.width(), out),
                _ => menu(ui, id, scan, place, out),
            })
        })
        .inner;
    let is_in_use = response.has_focus() || response.dragged() || Popup::is_id_open(ui, popup_id(id));
    ui.data_mut(|data| data.insert_temp(id, is_in_use));
}

fn popup_id(id: Id) -> Id {
    id.with("popup")
}

/// A button that opens all parameters.
fn menu(ui: &mut Ui, id: Id, scan: Scan, place: Rect, out: &mut Vec<Request>) -> Response {
    let text = if place.width() < UNIT { "Set" } else { "Set…" };
    let button = text_button(ui, text).accessible_name(format!("Parameters of {}", scan.strategy()));
    let popup = Popup::menu(&button).id(popup_id(id)).close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    popup.show(|ui| {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 8.0;
            for field in scan.fields() {
                show_field(ui, scan, field, FIELD, out);
            }
        });
    });
    button.on_hover_text(format!("Parameters of {}.", scan.strategy()))
}

/// Shows one field.
fn show_field(ui: &mut Ui, scan: Scan, field: Field<Scan>, width: f32, out: &mut Vec<Request>) -> Response {
    let (response, new) = match field {
        Field::Choice { help, options } => {
            let mut chosen = scan;
            (segmented(ui, &mut chosen, &options).on_hover_text(help), chosen)
        }
        Field::Switch { name, help, mut is_on, switched } => {
            (ui.checkbox(&mut is_on, name).on_hover_text(help), switched)
        }
        Field::Number { name, unit, help, mut value, range, with } => {
            let unit = if unit.is_empty() || width < UNIT { String::new() } else { format!(" {unit}") };
            let number = NumberField::new(name, &mut value, range).label(name).unit(&unit).width(width);
            (ui.add(number).on_hover_text(help), with(value))
        }
    };
    if response.changed() {
        out.push(ScanAction::SetParameters(new).into());
    }
    response
}
