//! Processor time of a frame of the window, without painting pixels: layout, layers, textures, tessellation.
//!
//! `cargo bench --bench frame`, or only what has these words in its name: `cargo bench --bench frame -- drag 4096²`. Every
//! frame is timed on the window's own thread, in processor time, while other threads do what they do. The goals: a drag of
//! 4096 × 4096 sprites with all layers on takes 4 ms in the median, and no frame takes 8 ms, whatever else runs.

use std::{
    env, fs,
    io::{self, Write},
    path::PathBuf,
    thread::sleep,
    time::{Duration, Instant},
};

use egui::{Context, Event, Key, Modifiers, RawInput, Rect, pos2, vec2};
use maskscope::{
    app::{App, Platform},
    cli::WindowStart,
    files::FIRST_SCRIPT,
    session::{
        Action, Ask, Layer, OpenAs, PlaybackAction, ScanAction, Slot, Speed, StageAction, SurveyAction, Tab, ViewAction,
    },
};
use maskscope_core::{
    choice::Choice as _,
    geom::{Cell, Offset, Size},
    scan::Own,
    scene::{Hitboxes, Picture, PictureFormat, Sprite},
    shape::{Hitbox, Shape},
    survey::QUESTIONS,
};

#[path = "support/clock.rs"]
mod clock;

/// A disc `side` pixels across: a sprite with an outline and clear corners that gives no scan a short cut.
fn disc(side: u32) -> Sprite {
    let radius = f64::from(side) / 2.0;
    let inside = |x: u32, y: u32| (f64::from(x) + 0.5 - radius).hypot(f64::from(y) + 0.5 - radius) <= radius;
    let pixels = (0..side).flat_map(|y| (0..side).map(move |x| (x, y)));
    let rgba = pixels.flat_map(|(x, y)| [90, 160, 220, if inside(x, y) { 255 } else { 0 }]).collect();
    Sprite::new("disc.png", Picture::new(Size::new(side, side), rgba, PictureFormat::Png, true), 0)
}

/// Half of a square, cut along its diagonal: the upper right half, or the rest.
fn corner(side: u32, is_upper: bool) -> Sprite {
    let pixels = (0..side).flat_map(|y| (0..side).map(move |x| (x, y)));
    let rgba = pixels.flat_map(|(x, y)| [90, 160, 220, if (x > y) == is_upper { 255 } else { 0 }]).collect();
    Sprite::new("corner.png", Picture::new(Size::new(side, side), rgba, PictureFormat::Png, true), 0)
}

/// Frames that are timed of whatever goes on by itself.
const FRAMES: usize = 120;
/// The time for which a sheet is looked at.
const LOOK: Duration = Duration::from_secs(4);
/// Keys that are typed in a script.
const KEYS: u32 = 40;
/// A screen shows a frame as often.
const SCREEN: Duration = Duration::from_millis(16);

struct Window {
    ctx: Context,
    app: App,
    time: f64,
    /// Keys that are pressed in the next frame.
    keys: Vec<Event>,
}

impl Window {
    /// The window as it opens for the first time, before its first frame.
    fn open() -> Self {
        let ctx = Context::default();
        let open = WindowStart::default();
        let app = App::new(&ctx, &open, Platform::without_dialogs(None)).expect("a thread can be started");
        Self { ctx, app, time: 0.0, keys: Vec::new() }
    }

    /// Two discs whose boxes overlap, and whose masks overlap in a lens, with every layer on.
    fn with_discs(side: u32) -> Self {
        let third = i32::try_from(side / 3).expect("a small side");
        Self::with([disc(side), disc(side)], Offset::new(third, third))
    }

    /// Two halves of one square, which share nothing: every scan goes on to its end.
    fn with_halves(side: u32) -> Self {
        Self::with([corner(side, true), corner(side, false)], Offset::new(0, 0))
    }

    fn with([a, b]: [Sprite; 2], offset: Offset) -> Self {
        let mut window = Self::open();
        // The first frames draw every letter for the first time.
        window.frame();
        window.frame();
        // As files are opened, beside the window.
        [&a, &b].into_iter().for_each(Sprite::examine);
        window.act(StageAction::ShowPair { a, b, offset });
        for &layer in Layer::ALL {
            window.act(ViewAction::ShowLayer(layer, true));
        }
        window.act(PlaybackAction::Last);
        window
    }

    fn act(&mut self, action: impl Into<Action>) {
        self.app.act(&self.ctx, action.into());
    }

    fn press(&mut self, modifiers: Modifiers, key: Key) {
        self.keys.push(Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers });
    }

    fn ask(&mut self, ask: Ask) {
        self.app.ask(&self.ctx, ask);
    }

    /// The selected own scan with another script.
    fn rewritten(&self, text: &str) -> Own {
        self.app.session().scans().rewritten(text).expect("an own scan is selected")
    }

    /// Plays from the first visit, so that all would be shown in this many seconds, and again.
    fn play(&mut self, visits: f64, seconds: f64) {
        self.act(PlaybackAction::SetSpeed(Speed::new(visits / seconds).expect("a number")));
        self.act(PlaybackAction::SetRepeat(true));
        self.act(PlaybackAction::First);
        self.act(PlaybackAction::Play);
    }

    /// True if another thread still has work that is no timing.
    fn is_busy(&self) -> bool {
        self.app.session().wanted().iter().any(|job| !job.is_timing())
    }

    /// One frame at 60 per second: everything but painting pixels. Milliseconds of this thread.
    fn frame(&mut self) -> f64 {
        self.time += SCREEN.as_secs_f64();
        let start = clock::thread_nanos();
        let input = RawInput {
            screen_rect: Some(Rect::from_min_size(pos2(0.0, 0.0), vec2(1280.0, 800.0))),
            time: Some(self.time),
            max_texture_side: Some(16_384),
            events: std::mem::take(&mut self.keys),
            ..RawInput::default()
        };
        let mut output = self.ctx.run_ui(input, |ui| self.app.show(ui));
        output.textures_delta.clear();
        self.ctx.tessellate(output.shapes, output.pixels_per_point);
        millis(clock::thread_nanos() - start)
    }

    /// Shows frames until no other thread has anything left to do.
    fn come_to_rest(mut self) -> Self {
        while !self.app.session().wanted().is_empty() {
            self.frame();
            sleep(Duration::from_millis(5));
        }
        for _ in 0..10 {
            self.frame();
        }
        self
    }

    /// The frames of something that is done in each of them.
    fn each(mut self, mut does: impl FnMut(&mut Self, i64)) -> Vec<f64> {
        let mut frames = Vec::new();
        for step in 0..i64::try_from(FRAMES).expect("few frames") {
            does(&mut self, step);
            frames.push(self.frame());
        }
        frames
    }

    /// The frames as a screen would show them from an action on until `is_done`, or for twenty seconds, and some more.
    fn until(mut self, begin: impl FnOnce(&mut Self), is_done: impl Fn(&Self) -> bool) -> Vec<f64> {
        begin(&mut self);
        let (start, mut frames, mut left) = (Instant::now(), Vec::new(), 20);
        while left > 0 {
            let shown = Instant::now();
            frames.push(self.frame());
            left -= usize::from(is_done(&self) || start.elapsed() > Duration::from_secs(20));
            sleep(SCREEN.saturating_sub(shown.elapsed()));
        }
        frames
    }
}

#[expect(clippy::cast_precision_loss, reason = "some milliseconds")]
fn millis(nanos: u64) -> f64 {
    nanos as f64 / 1e6
}

/// Subjects of the frames, by name.
type Case = (String, Box<dyn FnOnce() -> io::Result<Vec<f64>>>);

fn case(name: impl Into<String>, frames: impl FnOnce() -> Vec<f64> + 'static) -> Case {
    (name.into(), Box::new(|| Ok(frames())))
}

fn cases() -> Vec<Case> {
    let mut cases = vec![case("from the start to the first frame", || {
        let start = clock::thread_nanos();
        Window::open().frame();
        vec![millis(clock::thread_nanos() - start)]
    })];
    for side in [64, 4_096, 8_192] {
        cases.push(case(format!("idle {side}²"), move || Window::with_discs(side).come_to_rest().each(|_, _| ())));
    }
    for side in [64, 512, 2_048, 4_096, 8_192] {
        cases.push(case(format!("drag {side}²"), move || {
            let start = i64::from(side / 3);
            Window::with_discs(side).come_to_rest().each(|window, step| {
                let position = Cell::new(start + step % 16, start - step % 16);
                window.act(StageAction::Place { slot: Slot::B, position });
            })
        }));
        cases.push(case(format!("play {side}²"), move || {
            let mut window = Window::with_discs(side).come_to_rest();
            window.play(f64::from(side) * f64::from(side), 20.0);
            window.each(|_, _| ())
        }));
    }
    cases.push(case("a corner of a hitbox of 64 corners over 1024²", || {
        let hitbox = |step: i64| {
            let corner = |at: u8| {
                let (sin, cos) = (f64::from(at) / 64.0 * std::f64::consts::TAU).sin_cos();
                let radius = if at.is_multiple_of(2) { 500.0 } else { 420.0 };
                [512.0 + radius * cos, 512.0 + radius * sin]
            };
            let mut corners: Vec<_> = (0..64).map(corner).collect();
            corners[0][0] += if step & 1 == 0 { 0.0 } else { 8.0 };
            Hitboxes::from(Hitbox::from(Shape::Polygon(corners)))
        };
        let mut window = Window::with_discs(1_024);
        let set = |window: &mut Window, slot, step| {
            window.act(StageAction::SetHitboxes { slot, hitboxes: hitbox(step) });
        };
        set(&mut window, Slot::A, 0);
        window.come_to_rest().each(|window, step| set(window, Slot::B, step))
    }));
    for (side, tab) in [(4_096, Tab::Inspect), (256, Tab::Race), (256, Tab::Survey)] {
        cases.push(case(format!("the export sheet in {}, {side}²", tab.name()), move || {
            let mut window = Window::with_discs(side);
            window.act(ViewAction::Show(tab));
            let window = window.come_to_rest();
            let opened = Instant::now();
            window.until(|window| window.press(Modifiers::COMMAND, Key::E), |_| opened.elapsed() > LOOK)
        }));
    }
    cases.push(case("a scan of one's own at 256², from a key to its order, by the clock", typing));
    cases.push(case("a scan of one's own at 256² that never ends", || {
        let window = writing();
        let own = window.rewritten("let a = 0;\nloop { a += 1; }\n");
        let is_judged = move |window: &Window| window.app.session().derived().judgement(own).is_some();
        window.until(|window| window.act(ScanAction::Rewrite(own)), is_judged)
    }));
    for side in [32, 256, 1_024] {
        cases.push(case(format!("race {side}²"), move || {
            let mut window = Window::with_halves(side);
            window.act(ViewAction::Show(Tab::Race));
            let mut window = window.come_to_rest();
            window.play(f64::from(side) * f64::from(side), 1.0);
            window.each(|_, _| ())
        }));
    }
    cases.push(case("recording 67,108,864 visits", || {
        Window::with_halves(8_192).until(|_| (), |window| !window.is_busy())
    }));
    cases.push(case("playing 67,108,864 visits", || {
        let mut window = Window::with_halves(8_192).come_to_rest();
        window.play(67_108_864.0, 20.0);
        window.until(|_| (), |_| false)
    }));
    cases.push(case("timing the scans at 1024²", || {
        Window::with_halves(1_024).until(|_| (), |window| window.app.session().wanted().is_empty())
    }));
    for (side, question) in [256, 1_024].into_iter().flat_map(|side| QUESTIONS.map(|question| (side, question))) {
        cases.push(case(format!("survey `{}` of two discs of {side}²", question.name), move || {
            let window = Window::with_discs(side).come_to_rest();
            let ask = |window: &mut Window| {
                window.act(ViewAction::Show(Tab::Survey));
                window.act(SurveyAction::Choose(question));
            };
            window.until(ask, |window| !window.is_busy())
        }));
    }
    cases.push(("opening a PNG of 4096²".to_owned(), Box::new(opening)));
    cases
}

/// A window at 256² with a scan of one's own, whose order is shown.
fn writing() -> Window {
    let mut window = Window::with_halves(256);
    let own = window.app.session().scans().written(FIRST_SCRIPT);
    window.act(ScanAction::Add(own));
    window.come_to_rest()
}

/// The times from a changed script to its order on the canvas, in frames as a screen would show them.
fn typing() -> Vec<f64> {
    let mut window = writing();
    let times = (0..KEYS).map(|key| {
        let own = window.rewritten(&format!("// {key}\n{FIRST_SCRIPT}"));
        let typed = Instant::now();
        window.act(ScanAction::Rewrite(own));
        while window.app.session().derived().order_of_script().is_none_or(|(shown, _)| shown != own) {
            let shown = Instant::now();
            window.frame();
            sleep(SCREEN.saturating_sub(shown.elapsed()));
        }
        typed.elapsed().as_secs_f64() * 1e3
    });
    times.collect()
}

/// The frames while an image is read, and its sprite is shown.
fn opening() -> io::Result<Vec<f64>> {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("frame.png");
    let sprite = disc(4_096);
    let rgba = sprite.picture().rgba();
    image::save_buffer(&path, rgba, 4_096, 4_096, image::ExtendedColorType::Rgba8).map_err(io::Error::other)?;
    let window = Window::with_discs(64).come_to_rest();
    let open = |window: &mut Window| window.ask(Ask::Open(OpenAs::Image(Slot::A), path.clone()));
    let is_shown = |window: &Window| {
        let a = window.app.session().stage().get(Slot::A);
        a.is_some_and(|placed| placed.sprite().size().width == 4_096) && !window.is_busy()
    };
    let frames = window.until(open, is_shown);
    fs::remove_file(&path)?;
    Ok(frames)
}

fn main() -> io::Result<()> {
    let wanted = env::args().skip(1).filter(|argument| argument != "--bench").collect::<Vec<_>>().join(" ");
    let mut out = io::stdout().lock();
    writeln!(out, "| frames of the window, ms of their thread | median | 19 of 20 within | longest | frames |")?;
    writeln!(out, "| --- | ---: | ---: | ---: | ---: |")?;
    for (name, frames) in cases().into_iter().filter(|(name, _)| name.contains(&wanted)) {
        let mut frames = frames()?;
        frames.sort_by(f64::total_cmp);
        let at = |percent: usize| frames[(frames.len() - 1) * percent / 100];
        let (median, most, longest) = (at(50), at(95), at(100));
        writeln!(out, "| {name} | {median:.2} | {most:.2} | {longest:.2} | {} |", frames.len())?;
    }
    Ok(())
}
