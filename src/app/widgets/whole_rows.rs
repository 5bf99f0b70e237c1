//! Rows of one height that scroll where there are too many.

use egui::{ScrollArea, Ui};

/// Shows what `add_rows` adds, of which every `row` points are a row, in `room` points of height: at rest it begins with a
/// whole row.
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
            harness.hover_at(egui::pos2(50.0, 50.0));
            let (unit, phase, delta) = (MouseWheelUnit::Point, TouchPhase::Move, vec2(0.0, scrolled));
            let (source, modifiers) = (egui::MouseWheelSource::Wheel, Modifiers::NONE);
            harness.event(Event::MouseWheel { unit, delta, phase, source, modifiers });
            harness.run_steps(12);
            assert_eq!(top(&harness), first - 20.0 * rows, "{scrolled}");
        }
    }
}
