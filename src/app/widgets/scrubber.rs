//! The time line of a scan: which visit is where in the order, and what each visit found.

use std::ops::Range;

use super::status::{self, Status};
use super::track::{Axis, Track, share_of};
use crate::app::paint::screen::whole_u64;
use crate::app::prelude::*;
use crate::session::VisitFind;

/// Height of the widget, and where its parts lie below the top edge, in points.
const HEIGHT: f32 = 68.0;
const ORDER: Rangef = Rangef { min: 13.0, max: 27.0 };
const FINDS: Rangef = Rangef { min: 30.0, max: 44.0 };
const HEAD: Rangef = Rangef { min: 3.0, max: 47.0 };
const TEXT_MIDDLE: f32 = 57.0;
/// Middle of the verdict and of the hatched stub: over both strips.
const STRIPS_MIDDLE: f32 = (ORDER.min + FINDS.max) / 2.0;

/// Room for `order` and `found` at the left.
const NAMES: f32 = 44.0;
/// Room for the verdict after the last visit.
const VERDICT: f32 = 12.0;
/// Free space between two texts under the strips.
const GAP: f32 = 8.0;
/// The strips: their names, what they say, and where they lie.
const STRIPS: [(&str, &str, Rangef); 2] = [
    ("order", "When: violet first, yellow last", ORDER),
    ("found", "Found: upper half A, lower half B, full both", FINDS),
];
/// Opacity of what is not played yet: of the order, and of the finds; and of the order after the hit.
const ORDER_AHEAD: f32 = 0.28;
const FINDS_AHEAD: f32 = 0.42;
const AFTER_THE_HIT: f32 = 0.35;

/// End of a scan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Its last visit is the hit.
    Hit,
    /// It ended without a hit.
    Miss,
    /// Its answer is wrong.
    Wrong {
        /// True if its answer is a hit.
        is_hit: bool,
    },
}

impl End {
    /// Returns the end of a scan with this answer.
    pub const fn of(is_hit: bool, is_wrong: bool) -> Self {
        match (is_wrong, is_hit) {
            (true, is_hit) => Self::Wrong { is_hit },
            (_, true) => Self::Hit,
            (_, false) => Self::Miss,
        }
    }
}

/// The time line of a scan, as wide as there is room; a click, a drag or the arrow keys move through it.
#[must_use = "show it"]
pub struct Scrubber<'a> {
    /// The name for screen readers.
    pub name: &'a str,
    /// Number of played visits: 0 is before the first, `total` after the last.
    pub position: u64,
    /// Text if there are no visits.
    pub nothing: &'a str,
    /// Number of visits of the scan.
    pub total: u64,
    /// Number of visits that it would make without a hit, where they are shown, too; otherwise 0.
    pub without_hit: u64,
    /// End of the run, and whether the answer is wrong.
    pub end: End,
    /// Finds of the visits: each entry covers an equal share of them, ideally one visit. Empty while unknown.
    pub finds: &'a [VisitFind],
    /// The number of cells that the scan never visits.
    pub never_visited: u64,
}

impl Scrubber<'_> {
    /// Shows it; returns its interaction, and the position to which a person has moved it.
    pub fn show(self, ui: &mut Ui) -> (Response, Option<u64>) {
        let track = Track::new(ui, HEIGHT);
        let stub = self.stub(&track);
        let end = stub.as_ref().map_or(track.rect.right(), |(stub, _)| stub.min) - VERDICT;
        let start = track.snap(track.rect.left() + NAMES);
        let axis = Axis::linear(Rangef::new(start, track.snap(end).max(start)), 0.0, self.length() as f64);
        let at = |x: f32| whole_u64(axis.value(x).floor() + 1.0);
        let moved = track.moved(ui, self.name, self.position, self.total, at);
        for (name, tip, strip) in STRIPS {
            let place = track.part(Rangef::new(track.rect.left(), axis.x.max), strip);
            ui.interact(place, track.response.id.with(name), Sense::hover()).on_hover_text(tip);
        }
        if track.response.hovered() {
            let status = Status::of(self.name).can_if(self.total > 0, "drag", "go through them");
            status::tell(ui, status.can("arrows", "1").can("Shift arrows", "10"));
        }
        let shown = Self { position: moved.unwrap_or(self.position), ..self };
        shown.paint(&track, axis, stub);
        (track.response, moved)
    }

    /// Number of visits that are shown.
    fn length(&self) -> u64 {
        self.total.max(self.without_hit)
    }

    fn paint(&self, track: &Track<'_>, axis: Axis, stub: Option<(Rangef, String)>) {
        let Track { rect, painter, theme, .. } = track;
        let note = |left: f32, text: &str| {
            let middle = pos2(left, rect.top() + TEXT_MIDDLE);
            painter.text(middle, Align2::LEFT_CENTER, text, theme::mono(), theme.t3).right() + GAP
        };
        for (name, _, strip) in STRIPS {
            let middle = pos2(rect.left(), rect.top() + strip.center());
            painter.text(middle, Align2::LEFT_CENTER, name, theme::note(), theme.t3);
        }
        painter.rect_filled(track.part(axis.x, FINDS), 0.0, theme.bar_bg);
        if self.total == 0 {
            note(axis.x.min, self.nothing);
            return;
        }
        painter.add(self.mesh(track, axis));
        let text_start = note(axis.x.min, "1");
        let text_end = match stub {
            Some((stub, words)) => {
                hatch(painter, track.part(stub, Rangef::new(ORDER.min, FINDS.max)), theme.edge);
                let middle = pos2(rect.right(), rect.top() + TEXT_MIDDLE);
                painter.text(middle, Align2::RIGHT_CENTER, words, theme::note(), theme.t3).left() - GAP
            }
            None if self.without_hit > self.total => {
                let middle = pos2(rect.right(), rect.top() + TEXT_MIDDLE);
                let words = format!("{} at a miss", words::thousands(self.without_hit));
                painter.text(middle, Align2::RIGHT_CENTER, words, theme::mono(), theme.t3).left() - GAP
            }
            None => rect.right(),
        };
        // In the middle of the current visit, at the very left before the first, on the verdict at the last.
        let before = if self.position == self.total { 0.0 } else { 0.5 };
        track.playhead(axis.x((self.position as f64 - before).max(0.0)), HEAD);
        self.paint_end(track, axis, Rangef::new(text_start, text_end));
    }

    /// A rectangle for each visit in its rank colour, and below it the marks of what it found.
    fn mesh(&self, track: &Track<'_>, axis: Axis) -> Mesh {
        let mut mesh = Mesh::default();
        let last = self.length().saturating_sub(1).max(1) as f32;
        for (x, visits) in track.columns(axis.x, self.length()) {
            let opacity = match visits.start {
                start if start < self.position => 1.0,
                start if start < self.total => ORDER_AHEAD,
                _ => AFTER_THE_HIT,
            };
            let color = track.theme.rank(visits.start as f32 / last).gamma_multiply(opacity);
            mesh.add_colored_rect(track.part(x, ORDER), color);
        }
        let entries = self.finds.len() as u64;
        for (x, range) in track.columns(Rangef::new(axis.x.min, axis.x(self.total as f64)), entries) {
            let is_played = share_of(range.start, entries, self.total) < self.position;
            for (part, color) in marks_of(found_in(self.finds, range), track.theme) {
                let color = if is_played { color } else { color.gamma_multiply(FINDS_AHEAD) };
                mesh.add_colored_rect(track.part(x, part), color);
            }
        }
        mesh
    }

    /// The stub of the cells never visited and its words, unless there is no room for them.
    fn stub(&self, track: &Track<'_>) -> Option<(Rangef, String)> {
        let never = words::thousands(self.never_visited);
        let room = track.rect.width() - NAMES;
        let texts = [format!("{never} cells never visited"), format!("{never} not visited")];
        texts.into_iter().filter(|_| self.never_visited > 0).find_map(|words| {
            let galley = track.painter.layout_no_wrap(words.clone(), theme::note(), track.theme.t3);
            let width = galley.size().x + 2.0 * GAP;
            (width <= room / 5.0).then(|| (Rangef::new(track.rect.right() - width, track.rect.right()), words))
        })
    }

    /// The verdict after the last visit and its text, which lies in `room` or is left out.
    fn paint_end(&self, Track { rect, painter, theme, .. }: &Track<'_>, axis: Axis, room: Rangef) {
        let center = pos2(axis.x(self.total as f64), rect.top() + STRIPS_MIDDLE);
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
        let left = (center.x - galley.size().x / 2.0).max(room.min).min(room.max - galley.size().x);
        if left >= room.min {
            let middle = pos2(left, rect.top() + TEXT_MIDDLE);
            let place = Align2::LEFT_CENTER.anchor_size(middle, galley.size());
            painter.galley(place.min, galley, ink);
        }
    }
}

/// Everything found in some entries.
fn found_in(finds: &[VisitFind], range: Range<u64>) -> VisitFind {
    let [start, end] = [range.start, range.end].map(|at| usize::try_from(at).unwrap_or(0));
    finds[start..end].iter().fold(VisitFind::default(), |all, &find| all.with(find))
}

/// The parts of the strip to fill for a find, with their colours. `BOTH` hides what else a column found.
fn marks_of(found: VisitFind, theme: &Theme) -> impl Iterator<Item = (Rangef, Color32)> {
    let upper = Rangef::new(FINDS.min, FINDS.center());
    let lower = Rangef::new(FINDS.center(), FINDS.max);
    let VisitFind { a, b, both, split } = found;
    [
        (both, FINDS, theme.both),
        (!both && split, FINDS, theme.t3),
        (!both && a, upper, theme.a),
        (!both && b, lower, theme.b),
    ]
    .into_iter()
    .filter_map(|(shown, part, color)| shown.then_some((part, color)))
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

    const NEITHER: VisitFind = VisitFind { a: false, b: false, both: false, split: false };
    const A: VisitFind = VisitFind { a: true, ..NEITHER };
    const B: VisitFind = VisitFind { b: true, ..NEITHER };
    const BOTH: VisitFind = VisitFind { both: true, ..NEITHER };

    fn harness(total: u64) -> Harness<'static, u64> {
        Harness::new_ui_state(
            move |ui, position: &mut u64| {
                let scrubber = Scrubber {
                    name: "visits",
                    position: *position,
                    nothing: "no visits",
                    total,
                    without_hit: 0,
                    end: End::Hit,
                    finds: &[NEITHER, A, B, BOTH],
                    never_visited: 0,
                };
                *position = scrubber.show(ui).1.unwrap_or(*position);
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
        let finds = [A, B, NEITHER, NEITHER, BOTH];
        let parts = |columns: u64| (0..columns).map(move |at| share_of(at, columns, 5)..share_of(at + 1, columns, 5));
        let combined = |columns| parts(columns).map(|part| found_in(&finds, part)).collect::<Vec<_>>();
        assert_eq!(combined(2), [A.with(B), BOTH]);
        assert_eq!(combined(5), finds);
    }
}
