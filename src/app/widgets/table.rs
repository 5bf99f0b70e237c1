//! Rows in columns: aligned, sorted by a click on a head, scrolled by whole rows, with names for screen readers.

use std::ops::Range;

use egui::style::ScrollAnimation;
use egui::text::{LayoutJob, TextFormat};

use crate::app::paint::write::elided;
use crate::app::prelude::*;

/// Tables of no more rows than this have them all for screen readers; of longer ones there are only those in view.
const ALL: usize = 100;
/// Height of a bar in a row, in points, and the least length of one.
const BAR: f32 = 8.0;
/// Between a number and its unit, in points.
const UNIT: f32 = 3.0;

/// A column: what its head says, how wide it is, and how its texts stand.
#[derive(Clone, Copy, Debug)]
pub struct Column<'a> {
    name: &'a str,
    tip: &'a str,
    ink: Option<Color32>,
    width: f32,
    gap: f32,
    grows: bool,
    from: f32,
    align: Align2,
    font: fn() -> FontId,
    sort: Option<Option<bool>>,
}

impl<'a> Column<'a> {
    /// Returns a column of texts, `width` points wide.
    pub const fn left(name: &'a str, width: f32) -> Self {
        let (align, font) = (Align2::LEFT_CENTER, theme::text as fn() -> FontId);
        Self { name, tip: "", ink: None, width, gap: 0.0, grows: false, from: 0.0, align, font, sort: None }
    }

    /// Returns a column of numbers, which end at its right edge.
    pub const fn right(name: &'a str, width: f32) -> Self {
        Self { align: Align2::RIGHT_CENTER, font: theme::mono, ..Self::left(name, width) }
    }

    /// Returns a column of marks in its middle.
    pub const fn middle(width: f32) -> Self {
        Self { align: Align2::CENTER_CENTER, ..Self::left("", width) }
    }

    /// Returns a column that takes the room the others leave; below a `least` width it is left out.
    pub const fn rest(name: &'a str, least: f32) -> Self {
        Self { grows: true, ..Self::left(name, least) }
    }

    /// Ends its texts at its right edge.
    pub const fn ending(self) -> Self {
        Self { align: Align2::RIGHT_CENTER, ..self }
    }

    /// Writes its cells in this font.
    pub const fn font(self, font: fn() -> FontId) -> Self {
        Self { font, ..self }
    }

    /// Leaves `gap` points free before it.
    pub const fn gap(self, gap: f32) -> Self {
        Self { gap, ..self }
    }

    /// Leaves it out where the table is narrower than `from` points.
    pub const fn from(self, from: f32) -> Self {
        Self { from, ..self }
    }

    /// Explains it where the pointer rests on its head.
    pub const fn tip(self, tip: &'a str) -> Self {
        Self { tip, ..self }
    }

    /// Writes its head in this colour.
    pub const fn ink(self, ink: Color32) -> Self {
        Self { ink: Some(ink), ..self }
    }

    /// Lets a click on its head sort; `sorted` is true where it is sorted by it now, the smallest first.
    pub const fn sorted(self, sorted: Option<bool>) -> Self {
        Self { sort: Some(sorted), ..self }
    }
}

/// A table.
#[derive(Clone, Copy, Debug)]
pub struct Table<'a> {
    /// Its name in the window.
    pub name: &'a str,
    /// Its columns from left to right.
    pub columns: &'a [Column<'a>],
    /// Height of its head, 0 for none, and of a row, in points.
    pub heights: [f32; 2],
    /// Free space at both sides, in points.
    pub edge: f32,
    /// The height that head and rows may take, in points.
    pub room: f32,
    /// The number of the row that is to be in view when another one is selected, and its place.
    pub chosen: Option<(usize, usize)>,
}

impl<'a> Table<'a> {
    /// Returns a table without a head that shows all its rows, each `height` points high.
    pub const fn of_facts(name: &'a str, columns: &'a [Column<'a>], height: f32) -> Self {
        Self { name, columns, heights: [0.0, height], edge: 0.0, room: f32::INFINITY, chosen: None }
    }

    /// Shows head and rows; `add_row` adds the row of each place by [`TableRows::row`]. Returns the column whose head was clicked.
    pub fn show(&self, ui: &mut Ui, count: usize, mut add_row: impl FnMut(&mut TableRows<'_>, usize)) -> Option<usize> {
        ui.spacing_mut().item_spacing.y = 0.0;
        let [head, height] = self.heights;
        let clicked = if head > 0.0 { self.head(ui) } else { None };
        let mut add_rows = |ui: &mut Ui| {
            let top = ui.cursor().top();
            self.follow(ui);
            let shown = if count > ALL { in_view(ui, height, count) } else { 0..count };
            ui.add_space(shown.start as f32 * height);
            for at in shown {
                add_row(&mut TableRows { ui, table: self }, at);
            }
            ui.add_space((top + count as f32 * height - ui.cursor().top()).max(0.0));
        };
        let room = ((self.room - head) / height).floor().max(1.0) * height;
        if room < count as f32 * height {
            whole_rows(ui, self.name, height, room, add_rows);
        } else {
            add_rows(ui);
        }
        clicked
    }

    fn head(&self, ui: &mut Ui) -> Option<usize> {
        let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), self.heights[0]), Sense::hover());
        let places = self.places(rect);
        let mut clicked = None;
        for (at, (column, place)) in
            self.columns.iter().zip(places).enumerate().filter(|(_, (it, _))| !it.name.is_empty())
        {
            let Some(place) = place else { continue };
            if column.head(ui, ui.scope_id().with((self.name, column.name)), place).clicked() {
                clicked = Some(at);
            }
        }
        clicked
    }

    /// Returns where the columns lie in the rectangle of a row; `None` for one that is left out.
    pub fn places(&self, row: Rect) -> Vec<Option<Rect>> {
        let room = row.width() - 2.0 * self.edge;
        let shown = |column: &&Column<'_>| room >= column.from;
        let fixed: f32 =
            self.columns.iter().filter(shown).map(|it| it.gap + if it.grows { 0.0 } else { it.width }).sum();
        let growing = self.columns.iter().filter(shown).filter(|it| it.grows).count().max(1) as f32;
        let rest = ((room - fixed) / growing).max(0.0);
        let mut left = row.left() + self.edge;
        let place = |column: &Column<'_>| {
            if !shown(&column) {
                return None;
            }
            let width = if column.grows { rest } else { column.width };
            let x = Rangef::new(left + column.gap, left + column.gap + width);
            left = x.max;
            (width >= column.width).then(|| Rect::from_x_y_ranges(x, row.y_range()))
        };
        self.columns.iter().map(place).collect()
    }

    /// Scrolls to the selected row, where that is another one than before, or the table is of another height.
    fn follow(&self, ui: &Ui) {
        let Some((number, place)) = self.chosen else { return };
        let id = Id::unique(("chosen row of", self.name));
        let now = (number, ui.clip_rect().height());
        if ui.data_mut(|data| data.get_temp_mut_or_default::<Option<(usize, f32)>>(id).replace(now)) == Some(now) {
            return;
        }
        let height = self.heights[1];
        let top = ui.cursor().min + vec2(0.0, place as f32 * height);
        let row = Rect::from_min_size(top, vec2(ui.available_width(), height));
        // The next may be chosen before an animation has ended.
        ui.scroll_to_rect_animation(row, None, ScrollAnimation::none());
    }
}

impl Column<'_> {
    /// Shows its name, and which way it is sorted.
    fn head(&self, ui: &Ui, id: Id, place: Rect) -> Response {
        let theme = Theme::of(ui);
        let sense = if self.sort.is_some() { Sense::click() } else { Sense::hover() };
        let sorted = self.sort.flatten();
        let response = ui.interact(place, id, sense);
        let is_lit = sorted.is_some() || self.sort.is_some() && response.hovered();
        let ink = if is_lit { theme.t1 } else { self.ink.unwrap_or(theme.t3) };
        let is_left = self.align == Align2::LEFT_CENTER;
        let name = if is_left { elided(ui, self.name, place.width(), &theme::note()) } else { self.name.to_owned() };
        let text = ui.painter().text(self.align.pos_in_rect(&place), self.align, name, theme::note(), ink);
        if let Some(is_up) = sorted {
            let (end, align) = if is_left {
                (text.right_center() + vec2(4.0, 0.0), Align2::LEFT_CENTER)
            } else {
                (text.left_center() - vec2(3.0, 0.0), Align2::RIGHT_CENTER)
            };
            ui.painter().text(end, align, if is_up { "↑" } else { "↓" }, theme::tag(), ink);
        }
        let spoken = match sorted {
            Some(true) => format!("{}, smallest first", self.name),
            Some(false) => format!("{}, largest first", self.name),
            None => self.name.to_owned(),
        };
        response.widget_info(|| WidgetInfo::labeled(Role::ColumnHeader, ui.is_enabled(), &spoken));
        if self.tip.is_empty() { response } else { response.on_hover_text(self.tip) }
    }
}

/// The rows of a table, while they are added.
pub struct TableRows<'a> {
    /// The area, to add controls over a row.
    pub ui: &'a mut Ui,
    table: &'a Table<'a>,
}

impl TableRows<'_> {
    /// Adds a row that can be selected; `key` identifies it wherever it stands, screen readers read `spoken`.
    pub fn row(&mut self, key: usize, is_wrong: bool, is_selected: bool, spoken: &str) -> Row<'_> {
        let row = self.add(key, Sense::click(), is_wrong);
        paint_row(row.ui, &row.response, is_wrong, is_selected);
        row.response.widget_info(|| WidgetInfo::selected(Role::Row, row.ui.is_enabled(), is_selected, spoken));
        row
    }

    /// Adds a row of text.
    pub fn fact(&mut self, key: usize, spoken: &str) -> Row<'_> {
        let row = self.add(key, Sense::hover(), false);
        row.response.widget_info(|| WidgetInfo::labeled(Role::Label, row.ui.is_enabled(), spoken));
        row
    }

    fn add(&mut self, key: usize, sense: Sense, is_wrong: bool) -> Row<'_> {
        let size = vec2(self.ui.available_width(), self.table.heights[1]);
        let (rect, _) = self.ui.allocate_exact_size(size, Sense::hover());
        // What comes and goes in another row changes nothing about this one.
        let response = self.ui.interact(rect, self.ui.scope_id().with((self.table.name, key)), sense);
        let (ui, table) = (&*self.ui, self.table);
        Row {
            painter: ui.painter().clone(),
            ui,
            columns: table.columns,
            places: table.places(rect),
            response,
            is_wrong,
        }
    }
}

/// A row, whose cells are painted into.
pub struct Row<'a> {
    ui: &'a Ui,
    columns: &'a [Column<'a>],
    places: Vec<Option<Rect>>,
    /// Paints into it.
    pub painter: Painter,
    /// Clicks and hovering of the row.
    pub response: Response,
    is_wrong: bool,
}

impl Row<'_> {
    /// Returns where a column lies; `None` where there is no room for it.
    pub fn place(&self, column: usize) -> Option<Rect> {
        self.places[column]
    }

    /// Writes a cell; returns the place of its text. In a wrong row all texts have one colour.
    pub fn write(&self, column: usize, ink: Color32, text: impl AsRef<str>) -> Option<Rect> {
        let place = self.places[column]?;
        let (Column { align, font, .. }, text) = (self.columns[column], text.as_ref());
        let ink = if self.is_wrong { Theme::of(self.ui).bad_text } else { ink };
        let font = font();
        Some(if align == Align2::LEFT_CENTER {
            let text = elided(self.ui, text, place.width() + 0.5, &font);
            self.painter.text(place.left_center(), align, text, font, ink)
        } else {
            self.painter.text(align.pos_in_rect(&place), align, text, font, ink)
        })
    }

    /// Writes a number and its unit at the right edge of a cell, the unit in the font of notes; a text without a unit as it is.
    pub fn write_with_unit(&self, column: usize, ink: Color32, text: &str) {
        let Some((place, (number, unit))) = self.places[column].zip(text.rsplit_once(' ')) else {
            self.write(column, ink, text);
            return;
        };
        let ink = if self.is_wrong { Theme::of(self.ui).bad_text } else { ink };
        let mut job = LayoutJob::default();
        job.append(number, 0.0, TextFormat::simple((self.columns[column].font)(), ink));
        job.append(unit, UNIT, TextFormat::simple(theme::note(), ink));
        let text = self.painter.layout_job(job);
        let corner = Align2::RIGHT_CENTER.anchor_size(place.right_center(), text.size()).min;
        self.painter.galley(corner, text, ink);
    }

    /// Fills a share of a cell, 0 to 1; returns the filled part.
    pub fn bar(&self, column: usize, share: f32, ink: Color32) -> Option<Rect> {
        let place = self.places[column].filter(|place| place.width() >= BAR)?;
        let bar = place.with_min_y(place.center().y - BAR / 2.0).with_max_y(place.center().y + BAR / 2.0);
        self.painter.rect_filled(bar, 0.0, Theme::of(self.ui).bar_bg);
        let full = (share > 0.0).then(|| bar.with_max_x(bar.left() + (bar.width() * share.min(1.0)).max(1.0)))?;
        self.painter.rect_filled(full, 0.0, ink);
        Some(full)
    }
}

/// Paints the ground of the row that `response` is: of a wrong answer, else of a selected one, else of one under the
/// pointer. A selected row is marked at its left edge.
pub fn paint_row(ui: &Ui, response: &Response, is_wrong: bool, is_selected: bool) {
    let (theme, rect) = (Theme::of(ui), response.rect);
    let ground = match (is_wrong, is_selected, response.hovered()) {
        (true, ..) => theme.bad_bg,
        (_, true, _) => theme.ctl,
        (_, _, true) => theme.raise,
        _ => return,
    };
    ui.painter().rect_filled(rect, 0.0, ground);
    if is_selected {
        ui.painter().rect_filled(rect.with_max_x(rect.left() + 2.0), 0.0, theme.t1);
    }
}

/// Returns the rows in view, of `count` rows with the first at the cursor.
fn in_view(ui: &Ui, height: f32, count: usize) -> Range<usize> {
    let (clip, top) = (ui.clip_rect(), ui.cursor().top());
    let row = |y: f32| crate::app::paint::screen::whole_u32(((y - top) / height).max(0.0)) as usize;
    row(clip.top()).min(count)..(row(clip.bottom()) + 1).min(count)
}

/// Shows the rows that `add_rows` adds, each `row` points high, in `room` points of height. At rest the first row shows
/// whole.
pub fn whole_rows(ui: &mut Ui, name: &str, row: f32, room: f32, add_rows: impl FnOnce(&mut Ui)) {
    let mut area = ScrollArea::vertical().id_salt(name).max_height(room).min_scrolled_height(room);
    let id = ui.scope_id().with((name, "scrolled"));
    let before: f32 = ui.data(|data| data.get_temp(id)).unwrap_or(0.0);
    if ui.input(|input| input.smooth_scroll_delta().y == 0.0 && !input.pointer.any_down()) {
        area = area.vertical_scroll_offset((before / row).round() * row);
    }
    let now = area.auto_shrink([false, true]).show(ui, add_rows).state.clamped_offset().y;
    if now != before {
        ui.data_mut(|data| data.insert_temp(id, now));
        ui.request_repaint();
    }
}

#[cfg(test)]
mod tests {
    use egui::{Event, Modifiers, MouseWheelUnit, TouchPhase, vec2};
    use egui_kittest::{Harness, kittest::Queryable as _};

    use super::*;

    #[test]
    fn after_the_wheel_whole_rows_show() {
        let show = |ui: &mut Ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            whole_rows(ui, "test", 20.0, 80.0, |ui| {
                for row in 0..20 {
                    ui.allocate_ui(vec2(100.0, 20.0), |ui| {
                        ui.set_min_height(20.0);
                        ui.label(format!("Row {row}"));
                    });
                }
            });
        };
        let mut harness = Harness::builder().with_size(vec2(300.0, 216.0)).build_ui(show);
        harness.run();
        let top = |harness: &Harness<'_>| harness.get_by_label("Row 0").rect().top();
        let first = top(&harness);
        for (scrolled, rows) in [(-27.0, 1.0), (-27.0, 2.0), (1_000.0, 0.0), (-1_000.0, 16.0)] {
            harness.hover_at(pos2(50.0, 50.0));
            let (unit, phase, delta) = (MouseWheelUnit::Point, TouchPhase::Move, vec2(0.0, scrolled));
            let (source, modifiers) = (egui::MouseWheelSource::Wheel, Modifiers::NONE);
            harness.event(Event::MouseWheel { unit, delta, phase, source, modifiers });
            harness.run_steps(12);
            assert_eq!(top(&harness), first - 20.0 * rows, "{scrolled}");
        }
    }
}
