//! A monkey plays with the window; after each of its actions the window is still right.

use std::{
    fs,
    path::{Path, PathBuf},
};

use egui::{
    Event, Key, Modifiers, MouseWheelSource, MouseWheelUnit, PointerButton, Pos2, Role, Shape, Theme, TouchPhase, pos2,
    vec2,
};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use maskscope::session::{Session, Tab, ViewAction};
use maskscope_core::choice::Choice as _;
use tempfile::TempDir;

use crate::{
    dice::Dice,
    driver::{USABLE, Window},
    last::Last,
    truths,
};

/// The number of actions in each tab.
const ACTIONS: usize = 400;
/// The least width of the window on a desktop, in points.
const LEAST_WIDTH: f32 = 900.0;

const KEYS: [Key; 30] = [
    Key::Space,
    Key::Comma,
    Key::Period,
    Key::Home,
    Key::End,
    Key::Tab,
    Key::ArrowLeft,
    Key::ArrowRight,
    Key::ArrowUp,
    Key::ArrowDown,
    Key::F,
    Key::T,
    Key::Num0,
    Key::Num1,
    Key::Num3,
    Key::Num7,
    Key::Num8,
    Key::Plus,
    Key::Minus,
    Key::M,
    Key::V,
    Key::X,
    Key::OpenBracket,
    Key::CloseBracket,
    Key::Escape,
    Key::Escape,
    Key::Escape,
    Key::F1,
    Key::Delete,
    Key::Backspace,
];

/// Texts to type into fields, mostly invalid ones.
const TEXTS: [&str; 16] = [
    "NaN",
    "inf",
    "-inf",
    "-99999999999",
    "99999999999999999999",
    "1e308",
    "-1e-308",
    "0",
    "-1",
    "255",
    "256",
    "0.5",
    "1,5",
    "",
    "é\u{202e}",
    "7",
];

/// The next action of the monkey.
#[derive(Clone, Debug)]
enum Deed {
    Click(Pos2),
    ClickOther(Pos2),
    Drag(Pos2, Pos2, PointerButton),
    Scroll(Pos2, f32, Modifiers),
    Key(Modifiers, Key),
    Type { field: usize, text: &'static str },
    Press { button: usize },
    Drop(Vec<PathBuf>),
    Resize(f32, f32),
    Theme(Theme),
    Show(Tab),
}

/// A running window.
struct Monkey {
    dice: Dice,
    window: Window,
    files: Files,
    last: Last,
}

/// Files to drop: samples, and others that cannot be read.
struct Files {
    _folder: TempDir,
    paths: Vec<PathBuf>,
}

impl Files {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples");
        let torch = fs::read(samples.join("torch.aseprite")).expect("a sample");
        let broken: [(&str, &[u8]); 6] = [
            ("empty.png", b""),
            ("text.png", b"not a picture"),
            ("cut.aseprite", &torch[..torch.len() / 2]),
            ("no.scene.json", b"{\"maskscope\": 1, \"a\": {}}"),
            ("newer.scene.json", b"{\"maskscope\": 9}"),
            ("way.csv", b"time,x,y\n0,0,0\n1,NaN,0\n"),
        ];
        let mut paths: Vec<_> =
            ["ship.png", "gem.png", "spinner.gif", "walker.png", "atlas.json", "scenes/nested.scene.json"]
                .iter()
                .map(|name| samples.join(name))
                .collect();
        for (name, bytes) in broken {
            let path = folder.path().join(name);
            fs::write(&path, bytes).expect("written");
            paths.push(path);
        }
        paths.push(folder.path().to_owned());
        paths.push(folder.path().join("missing.png"));
        Self { _folder: folder, paths }
    }
}

impl Monkey {
    fn new(seed: u64) -> Self {
        Self { dice: Dice::new(seed), window: Window::open(), files: Files::new(), last: Last::new(seed) }
    }

    /// Returns a place below the menus, which contain dialogs and the end of the program.
    fn place(&mut self) -> Pos2 {
        let size = self.window.harness.ctx.content_rect().size();
        let share = |dice: &mut Dice| dice.roll(1_000) as f32 / 1_000.0;
        pos2(share(&mut self.dice) * size.x, 44.0 + share(&mut self.dice) * (size.y - 44.0).max(0.0))
    }

    fn deed(&mut self) -> Deed {
        let modifiers = [Modifiers::NONE, Modifiers::SHIFT, Modifiers::COMMAND];
        match self.dice.roll(40) {
            0..=7 => Deed::Click(self.place()),
            8 => Deed::ClickOther(self.place()),
            9..=12 => {
                let buttons = [PointerButton::Primary, PointerButton::Primary, PointerButton::Middle];
                Deed::Drag(self.place(), self.place(), self.dice.pick(&buttons))
            }
            13..=15 => {
                let by = self.dice.pick(&[-2_000.0, -50.0, 50.0, 2_000.0]);
                Deed::Scroll(self.place(), by, self.dice.pick(&modifiers))
            }
            16..=22 => Deed::Key(Modifiers::NONE, self.dice.pick(&KEYS)),
            23..=25 => Deed::Key(Modifiers::COMMAND, self.dice.pick(&[Key::Z, Key::Z, Key::Y, Key::K])),
            26..=29 => Deed::Type { field: self.dice.below(64), text: self.dice.pick(&TEXTS) },
            30..=34 => Deed::Press { button: self.dice.below(64) },
            35 | 36 => {
                let count = 1 + self.dice.below(2);
                Deed::Drop((0..count).map(|_| self.dice.pick(&self.files.paths)).collect())
            }
            37 => {
                Deed::Resize(self.dice.pick(&[320.0, 900.0, 1_280.0, 1_900.0]), self.dice.pick(&[200.0, 600.0, 800.0]))
            }
            38 => Deed::Theme(self.dice.pick(&[Theme::Dark, Theme::Light])),
            _ => Deed::Show(self.dice.pick(Tab::ALL)),
        }
    }

    fn act(&mut self) {
        let before = self.window.session().stage().clone();
        let deed = self.deed();
        self.last.note(&deed);
        self.act_by(deed);
        self.assert_true();
        let stage = self.window.session().stage();
        if *stage != before {
            truths::assert_laid(stage);
        }
    }

    fn act_by(&mut self, deed: Deed) {
        let window = &mut self.window;
        // Without a file dialog, a sheet asks for the path; its button would write a file beside the sources.
        if window.shows("File path") {
            window.key(Key::Escape);
        }
        match deed {
            Deed::Click(at) if opens_a_dialog(window, at) => {}
            Deed::Click(at) => window.click_at(at),
            Deed::ClickOther(at) => {
                window.press(at, PointerButton::Secondary);
                window.release(at, PointerButton::Secondary);
            }
            Deed::Drag(from, to, button) => window.drag(from, to, button),
            Deed::Scroll(at, by, modifiers) => {
                window.point_at(at);
                let (unit, phase, source) = (MouseWheelUnit::Point, TouchPhase::Move, MouseWheelSource::Wheel);
                window.harness.event(Event::MouseWheel { unit, delta: vec2(0.0, by), phase, source, modifiers });
                window.follow();
            }
            Deed::Key(modifiers, key) => window.key_with(modifiers, key),
            Deed::Type { field, text } => type_into(window, field, text),
            Deed::Press { button } => press_one(window, button),
            Deed::Drop(paths) => {
                window.drop_files(paths);
                window.follow();
            }
            Deed::Resize(width, height) => {
                window.harness.set_size(vec2(width, height));
                window.follow();
            }
            Deed::Theme(theme) => {
                window.harness.ctx.set_theme(theme);
                window.follow();
            }
            Deed::Show(tab) => window.act(ViewAction::Show(tab)),
        }
    }

    fn assert_true(&self) {
        let session = self.window.session();
        truths::assert_all(session);
        // A window narrower than the least width has no room for the answer.
        let has_room = self.window.harness.ctx.content_rect().width() >= LEAST_WIDTH;
        if let Some(answer) = answer(session).filter(|_| has_room && session.view().tab == Tab::Inspect) {
            assert!(self.window.mentions(&answer), "the window does not say: {answer}");
        }
        let nameless = |role: Role| {
            self.window.harness.query_all_by_role(role).any(|node| {
                let node = node.accesskit_node();
                node.label().or_else(|| node.value()).is_none_or(|name| name.trim().is_empty())
            })
        };
        assert!(!USABLE.into_iter().any(nameless), "a usable control has no name");
        let warnings: Vec<_> =
            self.window.harness.output().shapes.iter().flat_map(|shape| warned(&shape.shape)).collect();
        assert!(warnings.is_empty(), "{warnings:?}");
    }
}

/// True if the control at a place has a name that ends like those that ask for a file.
fn opens_a_dialog(window: &Window, at: Pos2) -> bool {
    let asks = |role: Role| {
        let named =
            |node: &egui_kittest::Node<'_>| node.accesskit_node().label().is_some_and(|name| name.ends_with('…'));
        window.harness.query_all_by_role(role).any(|node| node.rect().contains(at) && named(&node))
    };
    asks(Role::Button) || asks(Role::MenuItem)
}

/// Clicks one of the fields for numbers, types and presses Enter.
fn type_into(window: &mut Window, field: usize, text: &str) {
    // No popup may take the words for a command.
    window.key(Key::Escape);
    window.key(Key::Escape);
    let places: Vec<Pos2> =
        window.harness.query_all_by_role(Role::SpinButton).map(|node| node.rect().center()).collect();
    if places.is_empty() {
        return;
    }
    window.click_at(places[field % places.len()]);
    window.key_with(Modifiers::COMMAND, Key::A);
    window.harness.event(Event::Text(text.to_owned()));
    window.follow();
    // A file dialog may have failed only now, so that Enter would write a file.
    window.key(if window.shows("File path") { Key::Escape } else { Key::Enter });
}

/// Clicks one of the buttons below the menus.
fn press_one(window: &mut Window, button: usize) {
    let places: Vec<Pos2> = window
        .harness
        .query_all_by_role(Role::Button)
        .map(|node| node.rect().center())
        .filter(|at| at.y > 44.0 && !opens_a_dialog(window, *at))
        .collect();
    if !places.is_empty() {
        window.click_at(places[button % places.len()]);
    }
}

/// Returns the beginning of the answer that follows from the session's masks.
fn answer(session: &Session) -> Option<String> {
    let (a, b) = session.stage().both()?;
    let collision = session.derived().collision()?;
    if a.raster().solid_count() == 0 || b.raster().solid_count() == 0 {
        return Some("no solid pixel".to_owned()).filter(|_| a.raster().solid_count() + b.raster().solid_count() > 0);
    }
    Some(match (collision.overlap_area, collision.overlap_box) {
        (0, None) => "Boxes ".to_owned(),
        (0, Some(_)) => ", masks share nothing".to_owned(),
        (area, Some(_)) => format!("Masks overlap: {} of", maskscope_core::words::thousands(area)),
        (_, None) => panic!("pixels are shared outside the boxes"),
    })
}

/// Returns egui's warnings about controls with the same id.
fn warned(shape: &Shape) -> Vec<String> {
    match shape {
        Shape::Vec(shapes) => shapes.iter().flat_map(warned).collect(),
        Shape::Text(text) => {
            Some(text.galley.text().to_owned()).filter(|text| text.contains("use of")).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

fn play(seed: u64, tab: Tab) {
    let mut monkey = Monkey::new(seed);
    monkey.window.act(ViewAction::Show(tab));
    for _ in 0..ACTIONS {
        monkey.act();
    }
}

#[test]
fn four_hundred_things_done_in_inspect_leave_the_window_true() {
    play(1, Tab::Inspect);
}

#[test]
fn four_hundred_things_done_in_the_race_leave_the_window_true() {
    play(2, Tab::Race);
}

#[test]
fn four_hundred_things_done_in_surveys_leave_the_window_true() {
    play(3, Tab::Survey);
}

#[test]
fn four_hundred_things_done_on_the_path_leave_the_window_true() {
    play(4, Tab::Replay);
}

#[test]
fn four_hundred_things_done_on_the_hills_leave_the_window_true() {
    play(5, Tab::Terrain);
}
