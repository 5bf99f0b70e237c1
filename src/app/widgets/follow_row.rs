//! The chosen row of a list that scrolls stays in view.

use egui::{Id, Rect, Ui, style::ScrollAnimation, vec2};

/// Scrolls to the row of what is `chosen`, a number with the place of its row, where that is another one than before, or the list
/// is of another height; a row that only moves is left alone. To be called where the row `first` of rows `height` points high is
/// about to be added.
pub fn follow_row(ui: &Ui, list: &str, chosen: Option<(usize, usize)>, first: usize, height: f32) {
    let id = Id::unique(("chosen row of", list));
    let now = (chosen.map(|(number, _)| number), ui.clip_rect().height());
    if ui.data(|data| data.get_temp(id)) == Some(now) {
        return;
    }
    ui.data_mut(|data| data.insert_temp(id, now));
    if let Some((_, place)) = chosen {
        let below = (place as f32 - first as f32) * (height + ui.spacing().item_spacing.y);
        let row = Rect::from_min_size(ui.cursor().min + vec2(0.0, below), vec2(ui.available_width(), height));
        // The next may be chosen before an animation has ended.
        ui.scroll_to_rect_animation(row, None, ScrollAnimation::none());
    }
}
