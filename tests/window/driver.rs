//! Drives the window in tests: time passes only frame by frame, and files are waited for.

use std::{
    cell::{Cell as Counter, RefCell},
    fs,
    path::{Path, PathBuf},
    rc::Rc,
    sync::Arc,
    thread::sleep,
    time::{Duration, Instant},
};

use eframe::App as _;
use egui::{
    DroppedFile, Event, FullOutput, Key, LayerId, Modifiers, PointerButton, Pos2, Role, Shape, TexturesDelta,
    UiBuilder, Vec2, ViewportId, vec2,
};
use egui_kittest::{
    Harness, TestRenderer,
    kittest::{NodeT as _, Queryable as _},
};
use image::{RgbaImage, imageops::crop_imm};
use maskscope::{
    app::{App, Platform, theme},
    cli::WindowStart,
    exports::ExportRef,
    session::{Action, Ask, OpenAs, PlaybackAction, Played, Session, Slot},
};
use maskscope_core::geom::Cell;

use crate::raster;

/// The time a slow machine may take for work besides the frames.
const PATIENCE: Duration = Duration::from_secs(60);
/// The number of frames until everything has followed an input.
const FRAMES: usize = 3;

/// The window, without a screen.
pub struct Window {
    pub harness: Harness<'static, Option<App>>,
    uploads: Rc<Counter<usize>>,
    renderer: Rc<RefCell<dyn TestRenderer>>,
}

impl Window {
    /// Opens the window without arguments: 1280 by 800, sixty frames per second.
    pub fn open() -> Self {
        Self::start(vec2(1280.0, 800.0), 1.0 / 60.0, None, None)
    }

    /// Opens it with the scan of the first pair paused after some visits.
    pub fn paused_at(position: u64) -> Self {
        let mut window = Self::open();
        window.act(PlaybackAction::Scrub(position));
        window
    }

    /// Opens it with two images.
    pub fn with_images(a: &Path, b: &Path) -> Self {
        Self::start(vec2(1280.0, 800.0), 1.0 / 60.0, Some(a.to_owned()), Some(b.to_owned()))
    }

    /// Opens it with a clock that stands still: nothing plays and nothing is timed, so every picture of it is the same.
    pub fn without_time(size: Vec2) -> Self {
        Self::start(size, 0.0, None, None)
    }

    /// Opens it with a size, a clock and images.
    pub fn start(size: Vec2, seconds_per_frame: f32, a: Option<PathBuf>, b: Option<PathBuf>) -> Self {
        Self::launch(size, seconds_per_frame, [a, b], None)
    }

    /// Opens it without arguments, with its settings in the file `settings`. Dropping it is a crash, after which only
    /// the last action is still written.
    pub fn remembering(settings: &Path) -> Self {
        Self::launch(vec2(1280.0, 800.0), 1.0 / 60.0, [None, None], Some(settings.to_owned()))
    }

    /// The same with two images.
    pub fn remembering_with_images(settings: &Path, a: &Path, b: &Path) -> Self {
        let images = [Some(a.to_owned()), Some(b.to_owned())];
        Self::launch(vec2(1280.0, 800.0), 1.0 / 60.0, images, Some(settings.to_owned()))
    }

    fn launch(size: Vec2, seconds_per_frame: f32, images: [Option<PathBuf>; 2], settings: Option<PathBuf>) -> Self {
        Self::launch_at(1.0, size, seconds_per_frame, images, settings)
    }

    /// Opens it as at a first start, with the sample pair where its labels are.
    pub fn first() -> Self {
        Self::launch_on(1.0, vec2(1280.0, 800.0), 1.0 / 60.0, [None, None], || {
            Platform::without_dialogs(None).greeting()
        })
    }

    /// Opens it with a clock that stands still, on a screen with `scale` physical pixels per point.
    pub fn without_time_at(scale: f32, size: Vec2) -> Self {
        Self::launch_at(scale, size, 0.0, [None, None], None)
    }

    fn launch_at(
        scale: f32,
        size: Vec2,
        seconds_per_frame: f32,
        images: [Option<PathBuf>; 2],
        settings: Option<PathBuf>,
    ) -> Self {
        Self::launch_on(scale, size, seconds_per_frame, images, move || Platform::without_dialogs(settings.clone()))
    }

    fn launch_on(
        scale: f32,
        size: Vec2,
        seconds_per_frame: f32,
        [a, b]: [Option<PathBuf>; 2],
        platform: impl Fn() -> Platform + 'static,
    ) -> Self {
        let open = WindowStart { a, b, ..WindowStart::default() };
        let uploads = Rc::new(Counter::new(0));
        let renderer: Rc<RefCell<dyn TestRenderer>> = Rc::new(RefCell::new(raster::harness_renderer()));
        let watched = Watched { uploads: Rc::clone(&uploads), renderer: Rc::clone(&renderer) };
        let harness = Harness::builder()
            .with_size(size)
            .with_pixels_per_point(scale)
            .with_step_dt(seconds_per_frame)
            .renderer(watched)
            .with_context_setup(theme::install)
            .build_ui_state(
                move |ui, app: &mut Option<App>| {
                    let app = app
                        .get_or_insert_with(|| App::new(ui.ctx(), &open, platform()).expect("a thread can be started"));
                    // The harness leaves a margin, and clears pictures in no colour of ours.
                    let (whole, ground) = (ui.ctx().content_rect(), theme::Theme::of(ui).canvas);
                    assert_eq!(app.clear_color(ui.visuals()), ground.to_normalized_gamma_f32());
                    ui.ctx().layer_painter(LayerId::background()).rect_filled(whole, 0.0, ground);
                    let whole = UiBuilder::new().max_rect(whole);
                    ui.scope_builder(whole, |ui| app.show(ui));
                },
                None,
            );
        Self { harness, uploads, renderer }
    }

    /// Ends the program properly.
    pub fn quit(mut self) {
        self.harness.state_mut().as_mut().expect("the first frame has opened it").end();
    }

    fn app(&self) -> &App {
        self.harness.state().as_ref().expect("the first frame has opened it")
    }

    pub fn session(&self) -> &Session {
        self.app().session()
    }

    /// Returns the position of a sprite.
    pub fn position(&self, slot: Slot) -> Cell {
        self.session().stage().get(slot).expect("a sprite").position()
    }

    /// The number of visits that have been played.
    pub fn played(&self) -> u64 {
        self.session().playback().position()
    }

    /// The number of textures that have been uploaded so far, in whole or in part.
    pub fn uploads(&self) -> usize {
        self.uploads.get()
    }

    /// True if nothing asks for another frame.
    pub fn is_at_rest(&self) -> bool {
        self.harness.output().viewport_output[&ViewportId::ROOT].repaint_delay == Duration::MAX
    }

    /// Does an action as if a panel had asked for it.
    pub fn act(&mut self, action: impl Into<Action>) {
        let ctx = self.harness.ctx.clone();
        self.harness.state_mut().as_mut().expect("the first frame has opened it").act(&ctx, action.into());
        self.follow();
    }

    /// Asks for something from outside as if a panel had.
    pub fn ask(&mut self, ask: Ask) {
        let ctx = self.harness.ctx.clone();
        self.harness.state_mut().as_mut().expect("the first frame has opened it").ask(&ctx, ask);
        self.follow();
    }

    /// Opens a file as an image, a scene or a log.
    pub fn open_file(&mut self, slot: Slot, path: PathBuf) {
        self.ask(Ask::Open(OpenAs::Image(slot), path));
    }

    /// Writes an export to `path`, as if it had been chosen in a dialog.
    pub fn export(&mut self, export: ExportRef, path: PathBuf) {
        let ctx = self.harness.ctx.clone();
        self.harness.state_mut().as_mut().expect("the first frame has opened it").export(&ctx, export, path);
        self.follow();
    }

    /// Shows a few frames, so that everything follows the last input; also the canvas, where another check of a log is shown.
    #[track_caller]
    pub fn follow(&mut self) {
        self.harness.run_steps(FRAMES);
        self.wait_until("the shown check is looked up", |window| {
            let wanted = window.session().wanted_checks();
            !wanted.iter().any(|check| check.is_shown) || window.session().played().is_some_and(Played::plays)
        });
    }

    /// Shows frames until `condition` holds; `goal` completes "waited in vain until".
    #[track_caller]
    pub fn wait_until(&mut self, goal: &str, condition: impl Fn(&Self) -> bool) {
        let start = Instant::now();
        while !condition(self) {
            assert!(start.elapsed() < PATIENCE, "waited in vain until {goal}");
            self.harness.step();
            sleep(Duration::from_millis(1));
        }
    }

    /// Drops files on the window: two at once become A and B.
    pub fn drop_files(&mut self, paths: impl IntoIterator<Item = PathBuf>) {
        let dropped_files = &mut self.harness.input_mut().dropped_files;
        paths.into_iter().for_each(|path| dropped_files.push(Arc::new(Dropped(path))));
    }

    /// True if the name or the text of anything in the window is `text`.
    pub fn shows(&self, text: &str) -> bool {
        self.harness.query_all_by_label(text).next().is_some()
    }

    /// True if the name or the text of anything in the window contains `text`.
    pub fn mentions(&self, text: &str) -> bool {
        self.harness.query_all_by_label_contains(text).next().is_some()
    }

    /// Returns the picture of the control of this name, without `edge` points at each side.
    pub fn picture_of(&mut self, name: &str, edge: f32) -> RgbaImage {
        let rect = self.harness.get_by_label(name).rect().shrink(edge);
        let picture = self.harness.render().expect("a picture");
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "places in the window")]
        let [x, y, width, height] = [rect.left(), rect.top(), rect.width(), rect.height()].map(|n| n as u32);
        crop_imm(&picture, x, y, width, height).to_image()
    }

    /// Draws the last frame with each of its shapes changed.
    pub fn picture_with(&self, change: impl Fn(&mut Shape)) -> RgbaImage {
        let mut shapes = self.harness.output().shapes.clone();
        shapes.iter_mut().for_each(|clipped| change(&mut clipped.shape));
        let output = FullOutput { shapes, ..FullOutput::default() };
        self.renderer.borrow_mut().render(&self.harness.ctx, &output).expect("a picture")
    }

    /// Returns the text of a scan's row, and its place.
    pub fn row(&self, name: &str) -> (String, Pos2) {
        let mut rows = self.harness.query_all_by_role(Role::Row);
        let row = rows.find(|row| label(row).split(',').next() == Some(name));
        let row = row.unwrap_or_else(|| panic!("no row is called {name}"));
        (label(&row), row.rect().center())
    }

    /// Returns the names of the rows from top to bottom.
    pub fn rows(&self) -> Vec<String> {
        let mut rows: Vec<_> = self.harness.query_all_by_role(Role::Row).collect();
        rows.sort_by(|one, other| one.rect().top().total_cmp(&other.rect().top()));
        rows.iter().map(|row| label(row).split(',').next().unwrap_or_default().to_owned()).collect()
    }

    /// Clicks the control of this name.
    #[track_caller]
    pub fn click(&mut self, name: &str) {
        self.harness.get_by_label(name).click();
        self.follow();
    }

    /// Clicks the header of a column of the table.
    pub fn sort_by(&mut self, column: &str) {
        let headers = self.harness.query_all_by_role(Role::ColumnHeader);
        let header = headers.into_iter().find(|header| label(header).starts_with(column));
        header.expect("a header of this name").click();
        self.follow();
    }

    /// Clicks at a place.
    pub fn click_at(&mut self, at: Pos2) {
        self.press(at, PointerButton::Primary);
        self.release(at, PointerButton::Primary);
    }

    /// Opens a menu and clicks one of its items, or finds it by its name.
    #[track_caller]
    pub fn choose(&mut self, menu: &str, item: &str) {
        self.harness.get_by_role_and_label(Role::Button, menu).click();
        self.follow();
        if menu == "Find" {
            self.harness.get_by_role_and_label(Role::TextInput, "Find").type_text(item);
            self.follow();
            return self.key(Key::Enter);
        }
        self.click(item);
    }

    /// Clicks the field of this name, types and presses Enter.
    #[track_caller]
    pub fn enter(&mut self, field: &str, text: &str) {
        self.click(field);
        self.harness.get_by_label(field).type_text(text);
        self.key(Key::Enter);
    }

    /// Presses and releases a key.
    pub fn key(&mut self, key: Key) {
        self.harness.key_press(key);
        self.follow();
    }

    /// The same while modifiers are held.
    pub fn key_with(&mut self, modifiers: Modifiers, key: Key) {
        self.harness.key_press_modifiers(modifiers, key);
        self.follow();
    }

    /// Moves the pointer.
    pub fn point_at(&mut self, at: Pos2) {
        self.harness.hover_at(at);
        self.follow();
    }

    /// Holds a button down at a place.
    pub fn press(&mut self, at: Pos2, button: PointerButton) {
        self.point_at(at);
        self.harness.event(Event::PointerButton { pos: at, button, pressed: true, modifiers: Modifiers::NONE });
        self.follow();
    }

    /// Moves to a place and releases the button there.
    pub fn release(&mut self, at: Pos2, button: PointerButton) {
        self.point_at(at);
        self.harness.event(Event::PointerButton { pos: at, button, pressed: false, modifiers: Modifiers::NONE });
        self.follow();
    }

    /// Drags from one place to another in a few steps.
    pub fn drag(&mut self, from: Pos2, to: Pos2, button: PointerButton) {
        self.press(from, button);
        for part in [0.25, 0.5, 0.75] {
            self.point_at(from + part * (to - from));
        }
        self.release(to, button);
    }

    /// Returns the middle of a sprite's pixel on the screen; the whole sprite must be in view.
    pub fn pixel(&self, slot: Slot, x: u16, y: u16) -> Pos2 {
        let rect = self.harness.get_by_role_and_label(Role::Image, &format!("Sprite {}", slot.letter())).rect();
        rect.min + self.cell_size(slot) * (vec2(x.into(), y.into()) + Vec2::splat(0.5))
    }

    /// Returns the points along one side of a cell on the screen.
    pub fn cell_size(&self, slot: Slot) -> f32 {
        let rect = self.harness.get_by_role_and_label(Role::Image, &format!("Sprite {}", slot.letter())).rect();
        let width = self.session().stage().get(slot).expect("a sprite").sprite().size().width;
        rect.width() / width as f32
    }
}

fn label(node: &egui_kittest::Node<'_>) -> String {
    node.accesskit_node().label().unwrap_or_default()
}

/// A file that the system drops.
#[derive(Debug)]
struct Dropped(PathBuf);

impl DroppedFile for Dropped {
    fn path(&self) -> &Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        fs::read(&self.0).map_err(|error| error.to_string())
    }
}

/// A renderer that counts the textures on their way to it.
struct Watched {
    uploads: Rc<Counter<usize>>,
    renderer: Rc<RefCell<dyn TestRenderer>>,
}

impl TestRenderer for Watched {
    fn handle_delta(&mut self, delta: &mut TexturesDelta) {
        self.uploads.set(self.uploads.get() + delta.set.len());
        self.renderer.borrow_mut().handle_delta(delta);
    }

    fn render(&mut self, ctx: &egui::Context, output: &FullOutput) -> Result<RgbaImage, String> {
        self.renderer.borrow_mut().render(ctx, output)
    }
}

/// The roles of usable controls: a screen reader has to name each, and the keyboard has to reach it.
pub const USABLE: [Role; 10] = [
    Role::Button,
    Role::CheckBox,
    Role::RadioButton,
    Role::Slider,
    Role::SpinButton,
    Role::TextInput,
    Role::ComboBox,
    Role::MenuItem,
    Role::Row,
    Role::Tab,
];

/// The menus that open a sheet, and the items that open it.
pub const SHEETS: [(&str, &str); 12] = [
    ("Help", "Keys"),
    ("Find", "Traps…"),
    ("Find", "Compare engine rules…"),
    ("Find", "Use rows…"),
    ("Help", "What the scans do"),
    ("Help", "Where the ideas come from"),
    ("Help", "About maskscope"),
    ("File", "Expectation…"),
    ("Edit", "Move to…"),
    ("Menu of B", "Solid pixels of B…"),
    ("Menu of B", "Cut B by a grid…"),
    ("Menu of B", "Open B by path…"),
];
