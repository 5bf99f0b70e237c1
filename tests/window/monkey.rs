//! Somebody plays with the window without looking.

use egui::{Key, Modifiers, PointerButton, pos2};

use crate::driver::Window;

/// The same numbers every time.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }

    fn pick<T: Copy>(&mut self, things: &[T]) -> T {
        things[usize::try_from(self.roll(things.len() as u64)).unwrap_or(0)]
    }

    fn place(&mut self) -> egui::Pos2 {
        // The menus are left out: dialogs and the end of the program are in them.
        pos2(self.roll(1_280) as f32, 44.0 + self.roll(756) as f32)
    }
}

const KEYS: [Key; 22] = [
    Key::Space,
    Key::Comma,
    Key::Period,
    Key::Home,
    Key::End,
    Key::Tab,
    Key::ArrowLeft,
    Key::ArrowUp,
    Key::F,
    Key::Num0,
    Key::Num3,
    Key::Num7,
    Key::Num8,
    Key::Plus,
    Key::Minus,
    Key::M,
    Key::V,
    Key::OpenBracket,
    Key::CloseBracket,
    Key::Escape,
    Key::F1,
    Key::Delete,
];

#[test]
fn a_hundred_random_clicks_and_keys_do_no_harm() {
    for seed in [1, 2] {
        let mut dice = Dice(seed);
        let mut window = Window::open();
        for _ in 0..100 {
            match dice.roll(6) {
                0 | 1 => window.click_at(dice.place()),
                2 => window.drag(dice.place(), dice.place(), PointerButton::Primary),
                3 => window.key_with(Modifiers::COMMAND, dice.pick(&[Key::Z, Key::Y, Key::K])),
                _ => window.key(dice.pick(&KEYS)),
            }
        }
        assert!(window.session().stage().both().is_some(), "seed {seed}");
    }
}
