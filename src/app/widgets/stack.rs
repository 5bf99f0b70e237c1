//! Sections of a panel under one another: shown whole or not at all, and turned like pages.

use egui::{Align2, Context, Id, Role, ScrollArea, Sense, Ui, WidgetInfo, vec2};

use super::section::{folds, set_folds};
use crate::app::icons::Icon;
use crate::app::theme::{self, Theme};

/// Scrolled points that lead on by a section.
const POINTS_PER_SECTION: f32 = 40.0;
/// Height of a section that has not been shown yet, as far as that is known: that of a folded one.
const UNKNOWN: f32 = 28.0;
/// Width of the mark of what is shown, in points.
const BAR: f32 = 4.0;

/// Height of the row that names what does not show, in points.
const MORE: f32 = 24.0;

/// What is kept from frame to frame.
#[derive(Clone, Debug, Default)]
struct Kept {
    /// The title of the section that is to show.
    wanted: Option<&'static str>,
    /// The first section that shows, from 0.
    first: usize,
    /// How many of them showed.
    shown: usize,
    /// The height of each that has been shown.
    heights: Vec<Option<f32>>,
    scrolled: f32,
}

/// The sections of a panel, while they are added.
pub struct Stack {
    id: Id,
    before: Kept,
    now: Kept,
    /// The titles of the sections so far; without one a section is not named.
    titles: Vec<&'static str>,
    /// Those that take what room there is, from 0.
    adapting: Vec<usize>,
    bottom: f32,
    is_full: bool,
}

fn id_of(name: &str) -> Id {
    Id::unique(("stack", name))
}

/// Brings the section of a title into view, in the stack called `name`, and unfolds it.
pub fn reveal(ctx: &Context, name: &str, title: &'static str) {
    let mut folds = folds(ctx);
    folds.insert(title.to_owned(), true);
    set_folds(ctx, folds);
    ctx.data_mut(|data| data.get_temp_mut_or_default::<Kept>(id_of(name)).wanted = Some(title));
    ctx.request_repaint();
}

/// Shows the sections that `add_sections` adds, as many as fit whole from the first on; the wheel leads on by whole sections.
pub fn stack(ui: &mut Ui, name: &str, add_sections: impl FnOnce(&mut Ui, &mut Stack)) {
    let id = id_of(name);
    ui.spacing_mut().item_spacing.y = 0.0;
    let whole = ui.available_rect_before_wrap();
    let before: Kept = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    let now = Kept { shown: 0, ..before.clone() };
    let mut stack =
        Stack { id, before, now, titles: Vec::new(), adapting: Vec::new(), bottom: whole.bottom(), is_full: false };
    add_sections(ui, &mut stack);
    stack.finish(ui, whole);
}

impl Stack {
    /// Adds a section, over a line that parts it from the next one. By its title it can be found where it does not show.
    pub fn add(&mut self, ui: &mut Ui, title: &'static str, add_section: impl FnOnce(&mut Ui)) {
        self.add_known(ui, title, f32::INFINITY, add_section);
    }

    /// The same of a section that takes what room there is, down to a `least` height.
    pub fn add_down_to(&mut self, ui: &mut Ui, title: &'static str, least: f32, add_section: impl FnOnce(&mut Ui)) {
        self.adapting.push(self.titles.len());
        self.add_known(ui, title, least, add_section);
    }

    fn add_known(&mut self, ui: &mut Ui, title: &'static str, least: f32, add_section: impl FnOnce(&mut Ui)) {
        let number = self.titles.len();
        self.titles.push(title);
        if self.now.heights.len() <= number {
            self.now.heights.push(None);
        }
        let known = self.now.heights[number].map(|height| height.min(least));
        let room = self.bottom - ui.cursor().top();
        let is_first = number == self.now.first;
        if number < self.now.first || self.is_full || !is_first && known.unwrap_or(UNKNOWN) > room + 0.5 {
            self.is_full |= number > self.now.first;
            return;
        }
        let top = ui.cursor().top();
        if is_first && known.is_some_and(|height| height > room + 0.5) {
            // Alone it is higher than the panel.
            let area = ScrollArea::vertical().id_salt(self.id.with(number)).max_height(room).auto_shrink(false);
            self.now.heights[number] = Some(area.show(ui, add_section).content_size.y);
        } else {
            add_section(ui);
            divider(ui);
            self.now.heights[number] = Some(ui.cursor().top() - top - 1.0);
        }
        self.now.shown += 1;
    }

    /// How high a section was when it was last shown; 0 before.
    pub fn height_of(&self, number: usize) -> f32 {
        self.before.heights.get(number).copied().flatten().unwrap_or(0.0)
    }

    fn height_between(&self, first: usize, end: usize) -> f32 {
        self.now.heights[first..end].iter().map(|height| height.unwrap_or(UNKNOWN) + 1.0).sum::<f32>() - 1.0
    }

    fn finish(mut self, ui: &mut Ui, whole: egui::Rect) {
        let (count, room) = (self.titles.len(), whole.height() + 0.5);
        self.now.heights.truncate(count);
        let wanted = self.now.wanted.take().and_then(|wanted| self.titles.iter().position(|title| *title == wanted));
        if let Some(wanted) = wanted {
            self.now.first = wanted;
        } else if let Some(title) = self.more(ui) {
            self.now.wanted = Some(title);
            ui.request_repaint();
        }
        // A section that has grown stays in view.
        let end = (self.before.first + self.before.shown).min(count);
        let has_grown = |at: &usize| {
            self.now.heights[*at] > self.before.heights.get(*at).copied().flatten() && !self.adapting.contains(at)
        };
        if let Some(grown) = (self.before.first..end).rev().find(has_grown) {
            while self.now.first < grown && self.height_between(self.now.first, grown + 1) > room {
                self.now.first += 1;
            }
        }
        if ui.rect_contains_pointer(whole) {
            self.now.scrolled += ui.input(|input| input.smooth_scroll_delta().y);
            while self.now.scrolled.abs() >= POINTS_PER_SECTION {
                let is_on = self.now.scrolled < 0.0;
                self.now.first = if is_on { self.now.first + 1 } else { self.now.first.saturating_sub(1) };
                self.now.scrolled -= POINTS_PER_SECTION.copysign(self.now.scrolled);
            }
        } else {
            self.now.scrolled = 0.0;
        }
        let last =
            (0..count).find(|&first| self.height_between(first, count) <= room).unwrap_or(count.saturating_sub(1));
        self.now.first = self.now.first.min(last);
        if self.now.first != self.before.first || self.now.heights != self.before.heights {
            ui.request_repaint();
        }
        if last > 0 {
            let all = self.height_between(0, count).max(1.0);
            let share = |height: f32| whole.top() + (height / all).clamp(0.0, 1.0) * whole.height();
            let top = if self.now.first == 0 { 0.0 } else { self.height_between(0, self.now.first) };
            let ends = share(top)..=share(top + whole.height());
            let bar = egui::Rect::from_x_y_ranges(whole.right() - BAR..=whole.right(), ends);
            if ui.rect_contains_pointer(whole) {
                ui.painter().rect_filled(bar, 2.0, Theme::of(ui).bar);
            }
        }
        ui.data_mut(|data| data.insert_temp(self.id, self.now));
    }
}

impl Stack {
    /// Offers the hidden sections below the shown ones, if there is room; returns the next one after a click.
    fn more(&self, ui: &mut Ui) -> Option<&'static str> {
        let mut hidden = self.titles.iter().skip(self.now.first + self.now.shown).copied();
        let next = hidden.find(|title| !title.is_empty())?;
        if self.bottom - ui.cursor().top() < MORE {
            return None;
        }
        let theme = Theme::of(ui);
        let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), MORE), Sense::click());
        let text = "More details";
        let ink = if response.hovered() || response.has_focus() { theme.t1 } else { theme.t3 };
        let left = rect.left_center() + vec2(12.0, 0.0);
        Icon::Down.paint(ui.painter(), left + vec2(6.0, 0.0), ink);
        ui.painter().text(left + vec2(18.0, 0.0), Align2::LEFT_CENTER, text, theme::note(), ink);
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, text));
        response.clicked().then_some(next)
    }
}

/// A line between two sections, over the full width.
pub fn divider(ui: &mut Ui) {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 1.0), Sense::hover());
    ui.painter().rect_filled(rect, 0.0, Theme::of(ui).line);
}

#[cfg(test)]
mod tests {
    use egui::{Event, Modifiers, MouseWheelSource, MouseWheelUnit, TouchPhase};
    use egui_kittest::{Harness, kittest::Queryable as _};

    use super::*;

    #[test]
    fn sections_show_whole_and_the_wheel_leads_on() {
        let show = |ui: &mut Ui, heights: &mut [f32; 4]| {
            ui.set_max_height(200.0);
            stack(ui, "test", |ui, stack| {
                for (at, height) in heights.iter().enumerate() {
                    stack.add(ui, ["", "", "Third", "Fourth"][at], |ui| {
                        ui.allocate_ui(vec2(100.0, *height), |ui| {
                            ui.set_min_height(*height);
                            ui.label(format!("Section {at}"));
                        });
                    });
                }
            });
        };
        let mut harness =
            Harness::builder().with_size(vec2(300.0, 216.0)).build_ui_state(show, [90.0, 90.0, 90.0, 60.0]);
        harness.run();
        let shown = |harness: &Harness<'_, [f32; 4]>| -> Vec<usize> {
            (0..4).filter(|at| harness.query_by_label(&format!("Section {at}")).is_some()).collect()
        };
        assert_eq!(shown(&harness), [0, 1], "the third does not fit whole");
        let wheel = |harness: &mut Harness<'_, [f32; 4]>, y: f32| {
            harness.hover_at(egui::pos2(100.0, 50.0));
            let (unit, phase) = (MouseWheelUnit::Point, TouchPhase::Move);
            let (source, modifiers) = (MouseWheelSource::Wheel, Modifiers::NONE);
            harness.event(Event::MouseWheel { unit, delta: vec2(0.0, y), phase, source, modifiers });
            harness.run();
        };
        wheel(&mut harness, -45.0);
        assert_eq!(shown(&harness), [1, 2]);
        wheel(&mut harness, -400.0);
        assert_eq!(shown(&harness), [2, 3], "no farther than to the last");
        wheel(&mut harness, 400.0);
        assert_eq!(shown(&harness), [0, 1]);
        harness.state_mut()[1] = 50.0;
        harness.run();
        assert_eq!(shown(&harness), [0, 1]);
        harness.get_by_label("More details").click();
        harness.run();
        assert_eq!(shown(&harness), [2, 3]);
        wheel(&mut harness, 400.0);
        reveal(&harness.ctx, "test", "Fourth");
        harness.run();
        assert!(shown(&harness).contains(&3));
        wheel(&mut harness, 400.0);
        harness.state_mut()[1] = 150.0;
        harness.run();
        assert_eq!(shown(&harness), [1], "what grows stays in view");
    }
}
