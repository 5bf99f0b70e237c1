//! Small sheets about the scene: its expected answer, which `maskscope replay` checks; where a sprite is moved to; which of its
//! pixels are solid; the traps of the ball on the hills.

use egui::Grid;

use super::modal::{entry, scrolling_sheet, sheet};
use crate::app::panels::sprites;
use crate::app::prelude::*;
use crate::app::widgets::{NumberField, segmented, text_button};
use crate::session::{Stage, Trap};
use maskscope_core::scene::{Collision, Expectation};

/// Width of the popup, in points.
const EXPECTATION_WIDTH: f32 = 480.0;

/// Shows what is expected beside what is so.
pub fn show_expectation(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    let about = "The expected answer. It is saved with the scene, and maskscope replay checks it.";
    let asked = out.len();
    sheet(ui, ["Expectation", about], EXPECTATION_WIDTH, out, |ui, is_entered, out| {
        let theme = Theme::of(ui);
        if is_entered {
            out.push(Request::ClosePopup);
        }
        let Some(collision) = window.session.derived().collision() else { return };
        let old = window.session.stage().expectation;
        let mut is_set = old.is_some();
        segmented(ui, &mut is_set, &[(false, "use the current result"), (true, "set by hand")]);
        let mut new = is_set.then(|| old.unwrap_or_else(|| Expectation::of(collision)));
        ui.add_enabled_ui(is_set, |ui| {
            let mut shown = new.unwrap_or_else(|| Expectation::of(collision));
            fields(ui, &mut shown, collision);
            new = is_set.then_some(shown);
        });
        if new != old {
            out.push(StageAction::Expect(new).into());
        }
        let (text, ink) = match new.map(|expected| expected.holds(collision)) {
            None => ("The result at the time of saving becomes the expectation.", theme.t3),
            Some(true) => ("The current result is as expected.", theme.t2),
            Some(false) => ("The current result is not as expected.", theme.bad_text),
        };
        ui.label(RichText::new(text).font(theme::note()).color(ink));
    });
    if out[asked..].iter().any(|request| matches!(request, Request::ClosePopup)) {
        out.push(StageAction::Settle.into());
    }
}

/// A row for each thing that can be expected, with what is so now.
fn fields(ui: &mut Ui, expected: &mut Expectation, now: &Collision) {
    let theme = Theme::of(ui);
    let note = |ui: &mut Ui, text: String| {
        ui.label(RichText::new(text).font(theme::note()).color(theme.t3));
    };
    Grid::new("expectation").num_columns(3).spacing([16.0, 8.0]).show(ui, |ui| {
        for (name, value, is_so) in [
            ("Boxes overlap", &mut expected.boxes_overlap, now.boxes_overlap()),
            ("Masks overlap", &mut expected.masks_overlap, now.masks_overlap()),
        ] {
            ui.label(RichText::new(name).font(theme::text()).color(theme.t2));
            ui.push_id(name, |ui| segmented(ui, value, &[(Some(true), "yes"), (Some(false), "no"), (None, "any")]));
            note(ui, format!("now: {}", if is_so { "yes" } else { "no" }));
            ui.end_row();
        }
        ui.label(RichText::new("Shared pixels").font(theme::text()).color(theme.t2));
        ui.horizontal(|ui| {
            let mut counts = expected.overlap_area.is_some();
            segmented(ui, &mut counts, &[(true, "exactly"), (false, "any number")]);
            let mut area = expected.overlap_area.unwrap_or(now.overlap_area);
            ui.add_enabled_ui(counts, |ui| {
                ui.add(NumberField::new("Expected shared pixels", &mut area, 0..=u64::from(u32::MAX)))
            });
            expected.overlap_area = counts.then_some(area);
        });
        note(ui, format!("now: {}", words::thousands(now.overlap_area)));
        ui.end_row();
    });
}

/// Width of the sheet and of a field, in points.
const MOVE_WIDTH: f32 = 240.0;
const FIELD: f32 = 116.0;

/// Shows the fields; the sprite follows each number that is taken.
pub fn show_move_to(ui: &mut Ui, window: &WindowState<'_>, slot: Slot, out: &mut Vec<Request>) {
    let Some(placed) = window.session.stage().get(slot) else { return out.push(Request::ClosePopup) };
    // Counted from A, A's own place is always 0,0: what is typed moves it by that much.
    let origin = window.session.origin().cell();
    let old = placed.position() - origin;
    let title = format!("Move {}", slot.letter());
    sheet(ui, [&title, "Position of its top left pixel."], MOVE_WIDTH, out, |ui, is_entered, out| {
        let (mut x, mut y) = (old.x, old.y);
        let was_shown = take_focus(ui, slot);
        let is_left = ui
            .horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = 8.0;
                let mut field = |axis: &str, value: &mut i64| {
                    let name = format!("{axis} to move {} to", slot.letter());
                    let field = NumberField::new(&name, value, -Stage::FAR..=Stage::FAR).label(axis).width(FIELD);
                    ui.add(field)
                };
                let fields = [field("x", &mut x), field("y", &mut y)];
                ui.data_mut(|data| data.insert_temp(id(slot), (fields[0].id, was_shown)));
                fields.iter().any(|field| field.lost_focus() || field.drag_stopped())
            })
            .inner;
        let new = Cell::new(x, y);
        if new != old {
            out.push(StageAction::Place { slot, position: new + origin }.into());
        }
        if is_left {
            out.push(StageAction::Settle.into());
        }
        if is_entered {
            out.push(Request::ClosePopup);
        }
    });
    if out.iter().any(|request| matches!(request, Request::ClosePopup)) {
        ui.data_mut(|data| data.remove::<(Id, bool)>(id(slot)));
        out.push(StageAction::Settle.into());
    }
}

fn id(slot: Slot) -> Id {
    Id::unique(("move to", slot.letter()))
}

/// Gives the focus to the first field before it is shown the second time: then all of its text is selected. Returns whether
/// it was shown before.
fn take_focus(ui: &Ui, slot: Slot) -> bool {
    let field = ui.data(|data| data.get_temp::<(Id, bool)>(id(slot)));
    if let Some((field, false)) = field {
        ui.memory_mut(|memory| memory.request_focus(field));
    }
    field.is_some()
}

/// Width of the sheet, in points.
const SOLID_WIDTH: f32 = 320.0;

/// Shows the rule and how many pixels are solid by it; the canvas follows.
pub fn show_solid(ui: &mut Ui, window: &WindowState<'_>, slot: Slot, out: &mut Vec<Request>) {
    let Some(placed) = window.session.stage().get(slot) else { return out.push(Request::ClosePopup) };
    let title = format!("Solid pixels of {}", slot.letter());
    let about = "A pixel is solid if its alpha is above the threshold, unless a key colour or a mask image decides.";
    sheet(ui, [&title, about], SOLID_WIDTH, out, |ui, is_entered, out| {
        sprites::rule(ui, window, slot, placed.sprite(), out);
        let (solid, all) = (placed.sprite().solid_count(), placed.sprite().size().area());
        let text = format!("{} of {} px are solid", words::thousands(solid), words::thousands(all));
        ui.label(RichText::new(text).font(theme::note()).color(Theme::of(ui).t2));
        if is_entered {
            out.push(Request::ClosePopup);
        }
    });
}

/// Width of the popup, in points.
const TRAPS_WIDTH: f32 = 560.0;

/// Shows a trap's name, its source, its switch, and what goes wrong; one below the other.
pub fn show_traps(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    let about = "Mistakes in the source articles. Turn one on to see what it does.";
    scrolling_sheet(ui, ["Traps", about], TRAPS_WIDTH, out, |ui, out| {
        for &trap in Trap::ALL {
            let words = [trap.title(), trap.source(), &trap.sentence()];
            entry(ui, words, |ui| switch(ui, trap, window.session, out));
        }
    });
}

fn switch(ui: &mut Ui, trap: Trap, session: &Session, out: &mut Vec<Request>) {
    let Some(is_on) = trap.is_on(session.scans()) else { return };
    let (text, tip) = if is_on {
        ("Switch off", "Follows the article's intention again.")
    } else {
        ("Switch on", "Makes the mistake: the table and the canvas show its effect.")
    };
    let button = text_button(ui, text).on_hover_text(tip).accessible_name(format!("{text}: {}", trap.title()));
    if button.clicked() {
        out.extend(trap.switch(!is_on).map(Request::from));
    }
}
