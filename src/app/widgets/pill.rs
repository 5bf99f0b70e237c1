//! Pills with the answer or a wrong answer, and the chip with the letter of a sprite.

use crate::app::prelude::*;

/// Middle of the mark, from the left edge, in points.
const MARK: f32 = 16.0;
/// Start of the text, from the left edge.
const TEXT: f32 = 30.0;
/// Free space after the text.
const END: f32 = 9.0;

/// Verdict of a scan about a placement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PillVerdict {
    /// The masks share a pixel.
    Hit,
    /// They do not.
    Miss,
    /// One of them has no pixel to share.
    Empty,
    /// Something is wrong.
    Wrong,
    /// Nothing is wrong.
    Right,
    /// Nothing is known yet.
    Waiting,
    /// A game runs that can be stopped.
    Running,
    /// It is paused.
    Paused,
    /// Nothing is asked: it has no pill.
    Unasked,
}

/// The verdict in capitals with its mark, 24 high.
pub fn pill(ui: &mut Ui, verdict: PillVerdict) -> Response {
    let theme = Theme::of(ui);
    let ring = |painter: &Painter, at: Pos2| marks::ring(painter, at, 5.25, theme.t1);
    match verdict {
        PillVerdict::Hit => show(ui, Sense::hover(), "HIT", theme.both, theme.on_hit, |painter, at| {
            marks::diamond(painter, at, 7.0, theme.on_hit);
        }),
        PillVerdict::Miss => show(ui, Sense::hover(), "MISS", theme.ctl, theme.t1, ring),
        PillVerdict::Empty => show(ui, Sense::hover(), "EMPTY", theme.ctl, theme.t1, ring),
        PillVerdict::Wrong => wrong(ui, Sense::hover(), "WRONG"),
        PillVerdict::Right => icon(ui, "RIGHT", Icon::Check),
        PillVerdict::Waiting => icon(ui, "WAITING", Icon::Wait),
        PillVerdict::Running => icon(ui, "RUNNING", Icon::Play),
        PillVerdict::Paused => show(ui, Sense::hover(), "PAUSED", theme.solid, theme.on_solid, |painter, at| {
            Icon::Pause.paint(painter, at, theme.on_solid);
        }),
        PillVerdict::Unasked => ui.allocate_response(Vec2::ZERO, Sense::hover()),
    }
}

/// A pill with an icon.
fn icon(ui: &mut Ui, text: &str, icon: Icon) -> Response {
    let theme = Theme::of(ui);
    show(ui, Sense::hover(), text, theme.ctl, theme.t1, |painter, at| icon.paint(painter, at, theme.t1))
}

/// A wrong answer in words, for example `sample:10 misses it`. The caller handles clicks.
pub fn wrong_pill(ui: &mut Ui, text: &str) -> Response {
    wrong(ui, Sense::click(), text)
}

fn wrong(ui: &mut Ui, sense: Sense, text: &str) -> Response {
    let theme = Theme::of(ui);
    show(ui, sense, text, theme.bad_bg, theme.bad_text, |painter, at| {
        marks::triangle(painter, at, 6.0, theme.bad_text, theme.bad_bg);
    })
}

fn show(
    ui: &mut Ui,
    sense: Sense,
    text: &str,
    ground: Color32,
    ink: Color32,
    paint_mark: impl FnOnce(&Painter, Pos2),
) -> Response {
    let galley = ui.painter().layout_no_wrap(text.to_owned(), theme::text(), ink);
    let size = vec2(TEXT + galley.size().x + END, 24.0);
    let (rect, response) = ui.allocate_exact_size(size, sense);
    let painter = ui.painter();
    painter.rect_filled(rect, 3.0, ground);
    paint_mark(painter, rect.left_center() + vec2(MARK, 0.0));
    let place = Align2::LEFT_CENTER.anchor_size(rect.left_center() + vec2(TEXT, 0.0), galley.size());
    painter.galley(place.min, galley, ink);

    let role = if sense.senses_click() { Role::Button } else { Role::Status };
    response.widget_info(|| WidgetInfo::labeled(role, ui.is_enabled(), text));
    response
}

/// Shows a square of 20 points with a letter: `A` or `B` before the name of a sprite.
pub fn chip(ui: &mut Ui, letter: &str, ground: Color32, ink: Color32) -> Response {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(20.0), Sense::hover());
    ui.painter().rect_filled(rect, 3.0, ground);
    ui.painter().text(rect.center(), Align2::CENTER_CENTER, letter, theme::mono(), ink);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, ui.is_enabled(), letter));
    response
}

#[cfg(test)]
mod tests {
    use egui_kittest::{Harness, kittest::Queryable as _};

    use super::*;

    #[test]
    fn pills_are_named_and_a_wrong_one_can_be_clicked() {
        let mut harness = Harness::new_ui_state(
            |ui, clicked: &mut bool| {
                pill(ui, PillVerdict::Hit);
                pill(ui, PillVerdict::Empty);
                *clicked |= wrong_pill(ui, "sample:10 misses it").clicked();
            },
            false,
        );
        harness.get_by_label("HIT");
        harness.get_by_label("EMPTY");
        harness.get_by_label("sample:10 misses it").click();
        harness.run();
        assert!(*harness.state());
    }
}
