//! The time line of a scan: which visit is where in the order, and what each visit found.

use egui::emath::GuiRounding as _;
use egui::{
    Align2, Color32, Mesh, Painter, Pos2, Rangef, Rect, Response, Sense, Shape, Stroke, Ui, Widget, WidgetInfo, pos2,
    vec2,
};

pub use super::find::Find;
use super::keys;
use crate::app::cast::whole_u64;
use crate::app::marks;
use crate::app::theme::{self, Theme};
use crate::words;

/// Height of the widget, and where its parts lie below the top edge, in points.
const HEIGHT: f32 = 44.0;
const GRIP: Rangef = Rangef { min: 1.0, max: 6.0 };
const ORDER: Rangef = Rangef { min: 9.0, max: 17.0 };
const FINDS: Rangef = Rangef { min: 19.0, max: 27.0 };
const HEAD_END: f32 = 30.0;
const TEXT_MIDDLE: f32 = 36.0;
/// Where the verdict and the hatched stub lie: over both strips.
const STRIPS_MIDDLE: f32 = (ORDER.min + FINDS.max) / 2.0;

/// Room for `when` and `what` at the left.
const NAMES: f32 = 44.0;
/// Room for the verdict after the last visit.
const VERDICT: f32 = 12.0;
/// Free space between two texts under the strips.
const GAP: f32 = 8.0;
/// Opacity of what is not played yet: of the order, and of the finds.
const ORDER_AHEAD: f32 = 0.28;
const FINDS_AHEAD: f32 = 0.42;

/// How a scan ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Its last visit is the hit.
    Hit,
    /// It ended without a hit.
    Miss,
    /// Its answer is wrong.
    Wrong {
        /// Whether it says that it hit.
        is_hit: bool,
    },
}

/// The time line of a scan, as wide as there is room; a click, a drag or the arrow keys move through it.
#[must_use = "add it with `ui.add`"]
pub struct Scrubber<'a> {
    /// The name for screen readers.
    pub name: &'a str,
    /// How many visits are played: 0 is before the first, `total` after the last.
    pub position: &'a mut u64,
    /// What is said where there are no visits.
    pub nothing: &'a str,
    /// How many visits the scan makes.
    pub total: u64,
    /// How it ends.
    pub end: End,
    /// What the visits found: each entry covers an equal share of them, ideally one visit. Empty while unknown.
    pub finds: &'a [Find],
    /// The number of cells that the scan never visits.
    pub never_visited: u64,
}

impl Widget for Scrubber<'_> {
    fn ui(self, ui: &mut Ui) -> Response {
        let size = vec2(ui.available_width(), HEIGHT);
        let (rect, mut response) = ui.allocate_exact_size(size, Sense::drag());
        let place = Place::new(ui.painter(), rect, self.never_visited, Theme::of(ui));
        let wanted = self.wanted_position(ui, &response, place.track);
        if wanted != *self.position {
            *self.position = wanted;
            response.mark_changed();
        }
        response.widget_info(|| WidgetInfo::slider(ui.is_enabled(), wanted as f64, self.name));
        keys::describe(ui, &response, self.total as f64);
        if ui.is_rect_visible(rect) {
            self.paint(ui.painter(), &place, Theme::of(ui));
        }
        response
    }
}

impl Scrubber<'_> {
    /// The position as pointer, keyboard and screen reader change it.
    fn wanted_position(&self, ui: &Ui, response: &Response, track: Rangef) -> u64 {
        let moved = self.position.saturating_add_signed(keys::steps(ui, response));
        let pointed = response.interact_pointer_pos().map(|pointer| {
            let visits_before = f64::from((pointer.x - track.min) / track.span()) * self.total as f64;
            whole_u64(visits_before.floor() + 1.0)
        });
        let requested = keys::requested_value(ui, response).map(whole_u64);
        requested.or(pointed).unwrap_or(moved).min(self.total)
    }

    fn paint(&self, painter: &Painter, place: &Place, theme: &Theme) {
        place.paint_names(painter, theme);
        place.paint_ground(painter, theme);
        if self.total == 0 {
            place.paint_note(painter, place.track.min, self.nothing, theme);
            return;
        }
        painter.add(self.order_mesh(painter, place, theme));
        painter.add(self.finds_mesh(painter, place, theme));
        place.paint_note(painter, place.track.min, "1", theme);
        let text_end = place.paint_stub(painter, theme);
        place.paint_head(painter, self.head(), theme);
        self.paint_end(painter, place, text_end, theme);
    }

    /// Where the playhead is, 0 to 1: in the middle of the current visit, at the very left before the first.
    fn head(&self) -> f32 {
        share(self.position.saturating_mul(2).saturating_sub(1), self.total.saturating_mul(2))
    }

    /// One rectangle for each visit in its rank colour, or one for each pixel where visits are narrower.
    fn order_mesh(&self, painter: &Painter, place: &Place, theme: &Theme) -> Mesh {
        let columns = place.pixels(painter).min(self.total);
        let last = self.total.saturating_sub(1).max(1);
        let mut mesh = Mesh::default();
        for column in 0..columns {
            let visit = before(column, columns, self.total);
            let color = theme.rank(share(visit, last));
            let color = if visit < *self.position { color } else { color.gamma_multiply(ORDER_AHEAD) };
            mesh.add_colored_rect(place.column(painter, ORDER, column, columns), color);
        }
        mesh
    }

    /// The marks of the finds: one column for each entry, or one for each pixel where entries are narrower.
    fn finds_mesh(&self, painter: &Painter, place: &Place, theme: &Theme) -> Mesh {
        let entries = self.finds.len() as u64;
        let columns = place.pixels(painter).min(entries);
        let mut mesh = Mesh::default();
        for column in 0..columns {
            let find = self.find_in(column, columns);
            let played = before(column, columns, self.total) < *self.position;
            for (part, color) in marks_of(find, theme) {
                let color = if played { color } else { color.gamma_multiply(FINDS_AHEAD) };
                mesh.add_colored_rect(place.column(painter, part, column, columns), color);
            }
        }
        mesh
    }

    /// Everything found in one of `columns` equal parts.
    fn find_in(&self, column: u64, columns: u64) -> Find {
        let entries = self.finds.len() as u64;
        let bound = |column| usize::try_from(before(column, columns, entries)).unwrap_or(0);
        self.finds[bound(column)..bound(column + 1)].iter().fold(Find::NEITHER, |all, &find| all | find)
    }

    /// The verdict after the last visit and its text, which ends before `text_end`.
    fn paint_end(&self, painter: &Painter, place: &Place, text_end: f32, theme: &Theme) {
        let center = pos2(place.track.max, place.top + STRIPS_MIDDLE);
        let (word, ink) = match self.end {
            End::Hit => {
                marks::rimmed_diamond(painter, center, 6.0, theme.both);
                ("hit", theme.both_text)
            }
            End::Miss => {
                painter.circle_filled(center, 7.0, theme.panel);
                marks::ring(painter, center, 5.0, theme.t1);
                ("miss", theme.t2)
            }
            End::Wrong { is_hit } => {
                marks::triangle(painter, center, 6.0, theme.bad, theme.panel);
                (if is_hit { "wrong: hit" } else { "wrong: miss" }, theme.bad_text)
            }
        };
        let words = format!("{word} #{}", words::thousands(self.total));
        let galley = painter.layout_no_wrap(words, theme::mono(), ink);
        let left = (center.x - galley.size().x / 2.0).min(text_end - galley.size().x);
        if left >= place.track.min + 4.0 * GAP {
            let middle = pos2(left, place.top + TEXT_MIDDLE);
            let rect = Align2::LEFT_CENTER.anchor_size(middle, galley.size());
            painter.galley(rect.min, galley, ink);
        }
    }
}

/// The parts of the strip to fill for a find, with their colours. `BOTH` hides what else a column found.
fn marks_of(find: Find, theme: &Theme) -> impl Iterator<Item = (Rangef, Color32)> {
    let upper = Rangef::new(FINDS.min, FINDS.center());
    let lower = Rangef::new(FINDS.center(), FINDS.max);
    let both = find.has(Find::BOTH);
    [
        (both, FINDS, theme.both),
        (!both && find.has(Find::SPLIT), FINDS, theme.t3),
        (!both && find.has(Find::A), upper, theme.a),
        (!both && find.has(Find::B), lower, theme.b),
    ]
    .into_iter()
    .filter_map(|(shown, part, color)| shown.then_some((part, color)))
}

/// `part` of `whole` as a number from 0 to 1.
fn share(part: u64, whole: u64) -> f32 {
    part as f32 / whole as f32
}

/// How many of `all` lie before part `at` of `parts` equal parts.
fn before(at: u64, parts: u64, all: u64) -> u64 {
    let count = u128::from(at) * u128::from(all) / u128::from(parts);
    u64::try_from(count).unwrap_or(all)
}

/// Where things are on the screen, in points.
struct Place {
    /// The whole widget.
    rect: Rect,
    top: f32,
    /// From the first visit to the last.
    track: Rangef,
    /// The stub of the cells never visited, and its words.
    stub: Option<(Rangef, String)>,
}

impl Place {
    fn new(painter: &Painter, rect: Rect, never_visited: u64, theme: &Theme) -> Self {
        let start = rect.left() + NAMES;
        let stub = stub_words(painter, rect.width() - NAMES, never_visited, theme)
            .map(|(words, width)| (Rangef::new(rect.right() - width, rect.right()), words));
        let end = stub.as_ref().map_or(rect.right(), |(stub, _)| stub.min) - VERDICT;
        let snap = |x: f32| x.round_to_pixels(painter.pixels_per_point());
        Self { rect, top: snap(rect.top()), track: Rangef::new(snap(start), snap(end).max(snap(start))), stub }
    }

    /// The width of the track in physical pixels.
    fn pixels(&self, painter: &Painter) -> u64 {
        whole_u64(f64::from(self.track.span() * painter.pixels_per_point()).round())
    }

    /// A part of a strip, on whole pixels.
    fn column(&self, painter: &Painter, strip: Rangef, column: u64, columns: u64) -> Rect {
        let x =
            |column: u64| egui::lerp(self.track, share(column, columns)).round_to_pixels(painter.pixels_per_point());
        self.strip(strip, Rangef::new(x(column), x(column + 1))).round_to_pixels(painter.pixels_per_point())
    }

    fn strip(&self, strip: Rangef, x: Rangef) -> Rect {
        Rect::from_x_y_ranges(x, (strip.min + self.top)..=(strip.max + self.top))
    }

    fn paint_names(&self, painter: &Painter, theme: &Theme) {
        for (name, strip) in [("when", ORDER), ("what", FINDS)] {
            let middle = pos2(self.rect.left(), self.top + strip.center());
            painter.text(middle, Align2::LEFT_CENTER, name, theme::note(), theme.t3);
        }
    }

    fn paint_ground(&self, painter: &Painter, theme: &Theme) {
        painter.rect_filled(self.strip(FINDS, self.track), 0.0, theme.bar_bg);
    }

    /// A quiet text under the strips.
    fn paint_note(&self, painter: &Painter, left: f32, text: &str, theme: &Theme) {
        let middle = pos2(left, self.top + TEXT_MIDDLE);
        painter.text(middle, Align2::LEFT_CENTER, text, theme::mono(), theme.t3);
    }

    /// The hatched stub. Returns where the text left of it has to end.
    fn paint_stub(&self, painter: &Painter, theme: &Theme) -> f32 {
        let Some((stub, words)) = &self.stub else {
            return self.rect.right();
        };
        let strips = Rangef::new(ORDER.min, FINDS.max);
        hatch(painter, self.strip(strips, *stub), theme.edge);
        let middle = pos2(self.rect.right(), self.top + TEXT_MIDDLE);
        let text = painter.text(middle, Align2::RIGHT_CENTER, words, theme::note(), theme.t3);
        text.left() - GAP
    }

    /// The playhead: 2 points wide with a keyline, and a grip on top.
    fn paint_head(&self, painter: &Painter, share: f32, theme: &Theme) {
        let x = egui::lerp(self.track, share).round_to_pixels(painter.pixels_per_point());
        let line = |half: f32, y: Rangef| self.strip(y, Rangef::new(x - half, x + half));
        let shaft = Rangef::new(GRIP.max, HEAD_END);
        painter.rect_filled(line(2.0, shaft), 0.0, theme.panel);
        painter.rect_filled(line(1.0, shaft), 0.0, theme.t1);
        painter.rect_filled(line(5.0, GRIP), 0.0, theme.t1);
    }
}

/// The words for the cells never visited and the width of their stub, unless there is no room for them.
fn stub_words(painter: &Painter, room: f32, never: u64, theme: &Theme) -> Option<(String, f32)> {
    if never == 0 {
        return None;
    }
    let never = words::thousands(never);
    [format!("{never} cells never visited"), format!("{never} not visited")]
        .into_iter()
        .map(|words| {
            let galley = painter.layout_no_wrap(words.clone(), theme::note(), theme.t3);
            (words, galley.size().x + 2.0 * GAP)
        })
        .find(|(_, width)| *width <= room / 5.0)
}

/// Fills `rect` with lines that rise to the right, 6 points apart.
fn hatch(painter: &Painter, rect: Rect, color: Color32) {
    let painter = painter.with_clip_rect(rect.intersect(painter.clip_rect()));
    let rise = rect.height();
    let mut foot: Pos2 = rect.left_bottom() - vec2(rise, 0.0);
    while foot.x < rect.right() {
        let line = [foot, foot + vec2(rise, -rise)];
        painter.add(Shape::line_segment(line, Stroke::new(1.0, color)));
        foot.x += 6.0;
    }
}

#[cfg(test)]
mod tests {
    use egui::{Key, Modifiers};
    use egui_kittest::{Harness, kittest::Queryable as _};

    use super::*;

    fn harness(total: u64) -> Harness<'static, u64> {
        Harness::new_ui_state(
            move |ui, position: &mut u64| {
                ui.add(Scrubber {
                    name: "visits",
                    position,
                    nothing: "no visits",
                    total,
                    end: End::Hit,
                    finds: &[Find::NEITHER, Find::A, Find::B, Find::BOTH],
                    never_visited: 0,
                });
            },
            0,
        )
    }

    #[test]
    fn a_click_lands_on_the_visit_under_it_and_a_drag_stops_at_the_ends() {
        let mut harness = harness(497);
        let rect = harness.get_by_label("visits").rect();
        let track = Rangef::new(rect.left() + NAMES, rect.right() - VERDICT);
        harness.drag_at(pos2(track.center(), rect.center().y));
        harness.run();
        assert_eq!(*harness.state(), 249);
        harness.hover_at(rect.right_center() + vec2(90.0, 0.0));
        harness.run();
        assert_eq!(*harness.state(), 497);
        harness.hover_at(rect.left_center());
        harness.run();
        assert_eq!(*harness.state(), 0);
    }

    #[test]
    fn arrows_step_and_never_leave_the_visits() {
        let mut harness = harness(12);
        harness.get_by_label("visits").focus();
        harness.run();
        for (modifiers, key, expected) in [
            (Modifiers::NONE, Key::ArrowLeft, 0),
            (Modifiers::NONE, Key::ArrowRight, 1),
            (Modifiers::SHIFT, Key::ArrowRight, 11),
            (Modifiers::SHIFT, Key::ArrowRight, 12),
            (Modifiers::NONE, Key::ArrowLeft, 11),
        ] {
            harness.key_press_modifiers(modifiers, key);
            harness.run();
            assert_eq!(*harness.state(), expected);
        }
    }

    #[test]
    fn no_visits_and_very_many_are_shown_alike() {
        for total in [0, 1, u64::MAX] {
            let mut harness = harness(total);
            harness.get_by_label("visits").set_value_accesskit(f64::MAX);
            harness.run();
            assert_eq!(*harness.state(), total);
        }
    }

    #[test]
    fn finds_narrower_than_a_pixel_are_combined() {
        let mut position = 0;
        let scrubber = Scrubber {
            name: "",
            position: &mut position,
            nothing: "no visits",
            total: 5,
            end: End::Miss,
            finds: &[Find::A, Find::B, Find::NEITHER, Find::NEITHER, Find::BOTH],
            never_visited: 0,
        };
        assert_eq!(scrubber.find_in(0, 2), Find::A | Find::B);
        assert_eq!(scrubber.find_in(1, 2), Find::BOTH);
        assert_eq!(scrubber.find_in(1, 5), Find::B);
    }
}
