//! The closest pixels of both masks, where they share none: a frame around each, and a line between them.

use egui::{Color32, Painter, Rect, Stroke, pos2, vec2};

use crate::app::{draw::*, lines::Lines, theme::Theme};
use crate::geom::{Cell, IntRect, Size};
use crate::mask::closest_cells;
use crate::session::{Layer, Subject};

pub(super) const LAYER: CanvasLayer = CanvasLayer {
    switches: &[Switch { layer: Layer::Distance, key: None, swatch }],
    paint: |draw, kept| kept.of::<Distance>().paint(draw),
};

/// The closest pixels in the world, kept until the masks or their places change.
#[derive(Default)]
pub struct Distance(Option<(Subject, Option<[Cell; 2]>)>);

impl Distance {
    fn cells(&mut self, draw: &DrawContext<'_>) -> Option<[Cell; 2]> {
        let derived = draw.session.derived();
        // What takes long is found beside the window first.
        derived.contact()?.nearest?;
        let subject = derived.subject()?;
        if self.0.as_ref().is_none_or(|(kept, _)| kept != subject) {
            let found = closest_cells(subject.a.mask(), subject.b.mask(), subject.offset);
            self.0 = Some((subject.clone(), found.map(|(a, b)| [a, b])));
        }
        let corner = draw.session.corner_of_a();
        self.0.as_ref()?.1.map(|cells| cells.map(|cell| cell + corner))
    }

    fn paint(&mut self, draw: &DrawContext<'_>) {
        let Some(cells) = self.cells(draw).filter(|_| draw.shows(Layer::Distance)) else { return };
        let rects = cells.map(|cell| draw.screen.rect(IntRect::new(cell, Size::new(1, 1))));
        paint_line(draw.painter, rects.map(|rect| rect.center()), draw.screen.line(1.0));
        let pixel = draw.screen.line(1.0);
        let mut lines = Lines::default();
        for rect in rects.into_iter().filter(|rect| rect.width() > 4.0 * pixel) {
            lines.outline(&draw.screen, rect.shrink(2.0 * pixel), 3.0, Color32::BLACK);
            lines.outline(&draw.screen, rect.shrink(pixel), 1.0, Color32::WHITE);
        }
        lines.paint(draw.painter);
    }
}

/// A white line of two pixels with a dark one around it.
fn paint_line(painter: &Painter, ends: [egui::Pos2; 2], pixel: f32) {
    for (width, color) in [(4.0, Color32::BLACK), (2.0, Color32::WHITE)] {
        painter.line_segment(ends, Stroke::new(width * pixel, color));
    }
}

/// A line between two ticks.
fn swatch(painter: &Painter, rect: Rect, theme: &Theme) {
    let (left, right, y) = (rect.left() + 3.0, rect.right() - 3.0, rect.center().y);
    let stroke = Stroke::new(1.5, theme.t1);
    painter.line_segment([pos2(left, y), pos2(right, y)], stroke);
    for x in [left, right] {
        painter.line_segment([pos2(x, y) - vec2(0.0, 5.0), pos2(x, y) + vec2(0.0, 5.0)], stroke);
    }
}
