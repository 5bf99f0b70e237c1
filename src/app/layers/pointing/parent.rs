//! The marks of the chosen parent: a ring where it stands, its two axes, and a disc by which it is turned.

use egui::CursorIcon;

use crate::app::paint::draw::*;
use crate::session::{Family, ParentRef};
use maskscope_core::scene::{Placement, Snap};

/// Length of an axis, in points, and how far the disc is from the ring.
const AXIS: f32 = 40.0;
/// Radius of the ring, and of the disc.
const RING: f32 = 6.0;
const DISC: f32 = 4.5;
/// Distance from a handle at which it can be grabbed, in points.
const REACH: f32 = 9.0;
/// Stops per unit of a parent that is dragged with Shift; without, it stops at whole ones.
const FINE_STEPS: f64 = 100.0;

/// A mark that can be dragged.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ParentHandle {
    /// The ring: moves the parent.
    Move,
    /// The disc: turns it.
    Turn,
}

/// Handles on the screen.
struct ParentMarks {
    ring: Pos2,
    /// The ends of its x and y axis.
    axes: [Pos2; 2],
    disc: Pos2,
}

pub const LAYER: CanvasLayer = CanvasLayer { switches: &[], paint: |draw, _| paint(draw) };

/// The chosen parent and where its marks are, while marks are shown.
fn shown(draw: &DrawContext<'_>) -> Option<(ParentRef, ParentMarks)> {
    let stage = draw.session.stage();
    let chosen = draw.session.chosen_parent().filter(|_| draw.shows(Layer::Handles))?;
    let parent = stage.parents(chosen.family).all().get(chosen.index)?;
    let map = stage.world_around(chosen).after(parent.parent_from_source(Default::default(), Snap::Keep));
    let ring = draw.screen.point(map.map((0.0, 0.0)));
    let linear = Affine { tx: 0.0, ty: 0.0, ..map };
    #[expect(clippy::cast_possible_truncation, reason = "a direction")]
    let end = |axis: Point| {
        let (x, y) = linear.map(axis);
        let length = x.hypot(y);
        ring + AXIS * Vec2::new((x / length) as f32, (y / length) as f32)
    };
    Some((chosen, ParentMarks { ring, axes: [end((1.0, 0.0)), end((0.0, 1.0))], disc: end((0.0, -1.0)) }))
}

/// Paints the marks of the chosen parent.
fn paint(draw: &DrawContext<'_>) {
    let Some((chosen, marks)) = shown(draw) else { return };
    let color = match chosen.family {
        Family::Own(slot) => draw.theme.sprite(slot).line,
        Family::Common => draw.theme.t1,
    };
    let painter = draw.painter;
    let ends = [marks.axes[0], marks.axes[1], marks.disc];
    for stroke in [Stroke::new(3.0, Color32::BLACK), Stroke::new(1.0, Color32::WHITE)] {
        for end in ends {
            painter.line_segment([marks.ring, end], stroke);
        }
    }
    for (end, name) in marks.axes.into_iter().zip(["x", "y"]) {
        let galley = painter.layout_no_wrap(name.to_owned(), theme::tag(), Color32::WHITE);
        let place = Align2::CENTER_CENTER.anchor_size(end, galley.size());
        painter.rect_filled(place.expand2(Vec2::new(3.0, 1.0)), 0.0, Color32::BLACK);
        painter.galley(place.min, galley, Color32::WHITE);
    }
    painter.circle(marks.disc, DISC + 1.0, Color32::BLACK, Stroke::NONE);
    painter.circle(marks.disc, DISC, color, Stroke::new(1.0, Color32::WHITE));
    painter.circle(marks.ring, RING + 1.0, Color32::BLACK, Stroke::NONE);
    painter.circle(marks.ring, RING, color, Stroke::new(1.0, Color32::WHITE));
    painter.circle_filled(marks.ring, 2.0, Color32::BLACK);
}

/// The mark at a place on the screen, and the parent that it belongs to.
pub fn at(draw: &DrawContext<'_>, place: Pos2) -> Option<(ParentRef, ParentHandle)> {
    let (parent, marks) = shown(draw)?;
    let is_near = |at: Pos2| at.distance(place) <= REACH;
    let turn = is_near(marks.disc).then_some(ParentHandle::Turn);
    Some((parent, turn.or(is_near(marks.ring).then_some(ParentHandle::Move))?))
}

impl ParentHandle {
    /// The pointer over the mark.
    pub const fn cursor(self) -> CursorIcon {
        match self {
            Self::Move => CursorIcon::Move,
            Self::Turn => CursorIcon::Alias,
        }
    }

    /// Its effect, and the effect of Shift.
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::Move => "Moves the parent and everything in it · Shift: by hundredths",
            Self::Turn => "Turns the parent and everything in it · Shift: by 15°",
        }
    }

    /// The parent `old` after the mark was dragged from one point to another, both in the space in which it stands.
    pub fn follow(self, old: Placement, from: Point, to: Point, with_shift: bool) -> Placement {
        let (x, y) = old.position;
        match self {
            Self::Move => {
                let steps = if with_shift { FINE_STEPS } else { 1.0 };
                let step = |n: f64| (n * steps).round() / steps;
                Placement { position: (step(x + to.0 - from.0), step(y + to.1 - from.1)), ..old }
            }
            Self::Turn => turned(old, (x, y), from, to, with_shift),
        }
    }
}
