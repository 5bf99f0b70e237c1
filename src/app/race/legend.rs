//! The last place of the poster: what the colours and marks of its pictures mean.

use crate::app::layers::switch;
use crate::app::prelude::*;
use crate::app::write::elided;
use crate::session::{Layer, Session};

/// Height of a line, and sizes of a swatch and of the free space beside it, in points.
const LINE: f32 = 22.0;
const SWATCH: [f32; 2] = [24.0, 14.0];
const EDGE: f32 = 12.0;
const TEXT: f32 = EDGE + SWATCH[0] + 9.0;

/// Shows the legend, its lines in the middle of a card.
pub fn show(ui: &Ui, rect: Rect, session: &Session) {
    let (theme, painter) = (Theme::of(ui), ui.painter());
    let only = |slot| format!("only {}", session.stage().get(slot).map_or("", |placed| placed.sprite().stem()));
    let lines = [
        (Layer::BitsA, only(Slot::A)),
        (Layer::BitsB, only(Slot::B)),
        (Layer::BitsBoth, "both".to_owned()),
        (Layer::Visits, "first to last visit".to_owned()),
        (Layer::FirstHit, "the hit".to_owned()),
    ];
    painter.rect(rect, 3.0, theme.panel, Stroke::new(1.0, theme.line), StrokeKind::Inside);
    let top = rect.center().y - 0.5 * LINE * (lines.len() - 1) as f32;
    for (at, (layer, text)) in lines.iter().enumerate() {
        let middle = rect.left_top().to_vec2() + vec2(0.0, top - rect.top() + LINE * at as f32);
        let swatch = Align2::LEFT_CENTER.anchor_size((middle + vec2(EDGE, 0.0)).to_pos2(), SWATCH.into());
        (switch(*layer).swatch)(painter, swatch, theme);
        let words = elided(ui, text, rect.width() - TEXT - EDGE, &theme::note());
        painter.text((middle + vec2(TEXT, 0.0)).to_pos2(), Align2::LEFT_CENTER, words, theme::note(), theme.t2);
    }
    let listed = lines.map(|(_, text)| text).join(", ");
    let response = ui.interact(rect, ui.scope_id().with("legend"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, format!("Legend: {listed}")));
}
