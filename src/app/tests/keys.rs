//! Keys, as a person presses them.

use super::*;

#[test]
fn space_plays_on_release_unless_it_was_held_for_a_drag() {
    let mut harness = opened();
    let is_playing = |harness: &Harness<'_, State>| harness.state().session.playback().is_playing();
    assert!(is_playing(&harness), "the first thing a person sees moves");
    press(&mut harness, Modifiers::NONE, Key::Space);
    assert!(!is_playing(&harness));

    harness.key_down(Key::Space);
    harness.run();
    assert!(!is_playing(&harness), "not before it is let go");
    harness.drag_at(pos2(600.0, 400.0));
    harness.run();
    harness.drop_at(pos2(650.0, 400.0));
    harness.run();
    harness.key_up(Key::Space);
    harness.run();
    assert!(!is_playing(&harness), "it was a drag");
}

#[test]
fn arrows_nudge_and_one_undo_takes_back_one_hold() {
    let mut harness = opened();
    for _ in 0..3 {
        harness.key_down(Key::ArrowRight);
        harness.run();
    }
    harness.key_up(Key::ArrowRight);
    harness.run();
    press(&mut harness, Modifiers::SHIFT, Key::ArrowDown);
    assert_eq!(position_of_b(&harness), Cell::new(13, -7));
    press(&mut harness, Modifiers::COMMAND, Key::Z);
    assert_eq!(position_of_b(&harness), Cell::new(13, -17));
    press(&mut harness, Modifiers::COMMAND, Key::Z);
    assert_eq!(position_of_b(&harness), Cell::new(10, -17));
    press(&mut harness, Modifiers::COMMAND, Key::Y);
    assert_eq!(position_of_b(&harness), Cell::new(13, -17));
}

#[test]
fn tab_changes_the_sprite_and_shift_tab_leads_to_the_controls() {
    let mut harness = opened();
    press(&mut harness, Modifiers::NONE, Key::Tab);
    assert_eq!(harness.state().session.stage().active, Slot::A);
    assert!(harness.ctx.memory(|memory| memory.focused().is_none()), "the focus has not moved");

    press(&mut harness, Modifiers::SHIFT, Key::Tab);
    let first = harness.ctx.memory(egui::Memory::focused);
    assert!(first.is_some());
    press(&mut harness, Modifiers::NONE, Key::Tab);
    assert_ne!(harness.ctx.memory(egui::Memory::focused), first, "now Tab goes from control to control");
    assert_eq!(harness.state().session.stage().active, Slot::A);
    press(&mut harness, Modifiers::NONE, Key::ArrowRight);
    assert_eq!(position_of_b(&harness), Cell::new(10, -17), "and so do the arrows");
    press(&mut harness, Modifiers::NONE, Key::Escape);
    assert!(harness.ctx.memory(|memory| memory.focused().is_none()));

    let state = harness.state_mut();
    state.session.apply(ViewAction::Show(crate::session::Tab::Replay).into());
    harness.run();
    press(&mut harness, Modifiers::NONE, Key::Tab);
    assert!(harness.ctx.memory(egui::Memory::focused).is_some(), "where no sprite is moved, Tab leads to the controls");
}

#[test]
fn keys_ask_for_what_the_menus_ask_for() {
    let mut harness = opened();
    for (modifiers, key, expected) in [
        (Modifiers::NONE, Key::F, "Zoom(Fit)"),
        (Modifiers::NONE, Key::Num0, "Zoom(One)"),
        (Modifiers::SHIFT, Key::Plus, "Zoom(In)"),
        (Modifiers::COMMAND, Key::O, "Ask(Choose(Image(A)))"),
        (Modifiers::COMMAND | Modifiers::SHIFT, Key::O, "Ask(Choose(Image(B)))"),
        (Modifiers::NONE, Key::Num3, "Session(Scan(Select(2)))"),
        (Modifiers::NONE, Key::B, "Session(View(ShowLayer(Boxes, false)))"),
        (Modifiers::NONE, Key::Period, "Session(Playback(StepOn))"),
    ] {
        press(&mut harness, modifiers, key);
        assert_eq!(asked(&mut harness), [expected], "{key:?}");
    }
    press(&mut harness, Modifiers::NONE, Key::M);
    assert_eq!(asked(&mut harness).len(), 3, "all layers of bits");
}

#[test]
fn the_menu_asks_for_the_image_of_a_slot() {
    let mut harness = opened();
    for (slot, item) in [(Slot::A, "Open A…"), (Slot::B, "Open B…")] {
        harness.get_by_role_and_label(egui::Role::Button, "File").click();
        harness.run();
        harness.get_by_label(item).click();
        harness.run();
        assert_eq!(asked(&mut harness), [format!("{:?}", Request::Ask(Ask::Choose(OpenAs::Image(slot))))]);
    }
}

#[test]
fn what_is_typed_into_a_field_is_no_command() {
    let mut harness = opened();
    harness.get_by_label("x of B").click();
    harness.run();
    harness.get_by_label("x of B").type_text("12");
    press(&mut harness, Modifiers::NONE, Key::Num1);
    press(&mut harness, Modifiers::NONE, Key::F);
    assert_eq!(asked(&mut harness), [""; 0]);
    press(&mut harness, Modifiers::NONE, Key::Enter);
    assert_eq!(position_of_b(&harness), Cell::new(12, -17));
}
