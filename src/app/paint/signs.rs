//! Signs of what a visit reads: numbers of visits are compared only where the sign is the same.

use crate::app::prelude::*;
use maskscope_core::scan::Reads;

/// Room for a sign, in points.
pub const SIGN_WIDTH: f32 = 24.0;

/// Paints the sign of what is read around a place.
pub fn paint_sign(painter: &Painter, at: Pos2, reads: Reads, theme: &Theme, ink: Color32) {
    let sized = |width: f32, height: f32| Rect::from_center_size(at, vec2(width, height));
    let outlined = |place: Rect| {
        painter.rect(place, 0.0, theme.bar, Stroke::new(1.0, ink), StrokeKind::Inside);
    };
    match reads {
        Reads::Cell => _ = painter.rect_filled(sized(6.0, 6.0), 0.0, ink),
        Reads::Word(_) => outlined(sized(23.0, 5.0)),
        Reads::Block => outlined(sized(9.0, 9.0)),
        Reads::Area => {
            let Rect { min, max } = sized(19.0, 9.0);
            let corners = [min, pos2(max.x, min.y), max, pos2(min.x, max.y), min];
            painter.extend(Shape::dashed_line(&corners, Stroke::new(1.0, ink), 3.0, 2.0));
        }
    }
}

/// The unit of a visit in a few words: `one px`, `up to 64 px`.
pub fn visit_unit(reads: Reads) -> String {
    match reads {
        Reads::Cell => "one px".to_owned(),
        Reads::Word(bits) => format!("up to {bits} px"),
        Reads::Area => "two counts".to_owned(),
        Reads::Block => "one block".to_owned(),
    }
}
