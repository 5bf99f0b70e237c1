//! What a frame of the window costs the processor, without painting pixels: layout, layers, textures, tessellation.
//!
//! `cargo bench --bench frame`. The goal for dragging 4096 × 4096 sprites with all layers on is a median of 4 ms.

use divan::Bencher;
use egui::{Context, RawInput, Rect, pos2, vec2};
use maskscope::{
    app::App,
    choice::Choice as _,
    cli::Open,
    files::Limits,
    geom::{Cell, Offset, Size},
    scene::{Picture, Sprite},
    session::{Action, Layer, PlaybackAction, Slot, Speed, StageAction, Tab, ViewAction},
};

fn main() {
    divan::main();
}

/// A disc `side` pixels across: a sprite with an outline and clear corners that gives no scan a short cut.
fn disc(side: u32) -> Sprite {
    let radius = f64::from(side) / 2.0;
    let inside = |x: u32, y: u32| (f64::from(x) + 0.5 - radius).hypot(f64::from(y) + 0.5 - radius) <= radius;
    let pixels = (0..side).flat_map(|y| (0..side).map(move |x| (x, y)));
    let rgba = pixels.flat_map(|(x, y)| [90, 160, 220, if inside(x, y) { 255 } else { 0 }]).collect();
    Sprite::new("disc.png", Picture::new(Size::new(side, side), rgba, "PNG", true), 0)
}

/// Half of a square, cut along its diagonal: the upper right half, or the rest.
fn corner(side: u32, is_upper: bool) -> Sprite {
    let pixels = (0..side).flat_map(|y| (0..side).map(move |x| (x, y)));
    let rgba = pixels.flat_map(|(x, y)| [90, 160, 220, if (x > y) == is_upper { 255 } else { 0 }]).collect();
    Sprite::new("corner.png", Picture::new(Size::new(side, side), rgba, "PNG", true), 0)
}

struct Window {
    ctx: Context,
    app: App,
    time: f64,
}

impl Window {
    /// Two discs whose boxes overlap, and whose masks overlap in a lens, with every layer on.
    fn with_discs(side: u32) -> Self {
        let ctx = Context::default();
        let open = Open { a: None, b: None, scene: None, limits: Limits::default() };
        let app = App::new(&ctx, &open, None).expect("a thread can be started");
        let mut window = Self { ctx, app, time: 0.0 };
        let third = i32::try_from(side / 3).expect("a small side");
        let pair = StageAction::ShowPair { a: disc(side), b: disc(side), offset: Offset::new(third, third) };
        window.act(Action::Stage(pair));
        for &layer in Layer::ALL {
            window.act(Action::View(ViewAction::ShowLayer(layer, true)));
        }
        window.act(Action::Playback(PlaybackAction::Last));
        window.come_to_rest();
        window
    }

    fn act(&mut self, action: Action) {
        self.app.act(&self.ctx, action);
    }

    /// One frame at 60 per second: everything but painting pixels.
    fn frame(&mut self) -> usize {
        self.time += 1.0 / 60.0;
        let input = RawInput {
            screen_rect: Some(Rect::from_min_size(pos2(0.0, 0.0), vec2(1280.0, 800.0))),
            time: Some(self.time),
            max_texture_side: Some(16_384),
            ..RawInput::default()
        };
        let mut output = self.ctx.run_ui(input, |ui| self.app.show(ui));
        output.textures_delta.clear();
        self.ctx.tessellate(output.shapes, output.pixels_per_point).len()
    }

    /// Shows frames until the worker has nothing left to do.
    fn come_to_rest(&mut self) {
        loop {
            self.frame();
            if self.app.session().wanted().is_empty() {
                break;
            }
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        for _ in 0..10 {
            self.frame();
        }
    }
}

#[divan::bench(args = [64, 512, 2048, 4096, 8192], sample_count = 60)]
fn drag(bencher: Bencher<'_, '_>, side: u32) {
    let mut window = Window::with_discs(side);
    let mut step = 0;
    let start = i64::from(side / 3);
    bencher.bench_local(|| {
        step = (step + 1) % 16;
        let position = Cell::new(start + step, start - step);
        window.act(Action::Stage(StageAction::Place { slot: Slot::B, position }));
        window.frame()
    });
}

#[divan::bench(args = [64, 512, 2048, 4096, 8192], sample_count = 60)]
fn play(bencher: Bencher<'_, '_>, side: u32) {
    let mut window = Window::with_discs(side);
    let speed = Speed::new(f64::from(side) * f64::from(side) / 20.0).expect("a number");
    window.act(Action::Playback(PlaybackAction::SetSpeed(speed)));
    window.act(Action::Playback(PlaybackAction::SetRepeat(true)));
    window.act(Action::Playback(PlaybackAction::Play));
    bencher.bench_local(|| window.frame());
}

/// A scan of 67,108,864 visits, played in twenty seconds: the worker fetches the visits beyond the recording.
#[divan::bench(sample_count = 120)]
fn play_all_of_8192(bencher: Bencher<'_, '_>) {
    let mut window = Window::with_discs(64);
    let apart = StageAction::ShowPair { a: corner(8_192, true), b: corner(8_192, false), offset: Offset::new(0, 0) };
    window.act(Action::Stage(apart));
    while window.app.session().derived().recording_is_stale() {
        window.frame();
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let speed = Speed::new(67_108_864.0 / 20.0).expect("a number");
    window.act(Action::Playback(PlaybackAction::SetSpeed(speed)));
    window.act(Action::Playback(PlaybackAction::First));
    window.act(Action::Playback(PlaybackAction::Play));
    bencher.bench_local(|| window.frame());
}

/// All scans over one overlap of `cells` a side, from first step to last in 60 frames, repeated.
#[divan::bench(args = [32, 256, 1024], sample_count = 120)]
fn race(bencher: Bencher<'_, '_>, cells: u32) {
    let mut window = Window::with_discs(cells);
    window.act(Action::View(ViewAction::Show(Tab::Race)));
    // Two halves of one square, which share nothing: every scan goes on to its end.
    let apart = StageAction::ShowPair { a: corner(cells, true), b: corner(cells, false), offset: Offset::new(0, 0) };
    window.act(Action::Stage(apart));
    window.come_to_rest();
    let speed = Speed::new(f64::from(cells) * f64::from(cells)).expect("a number");
    window.act(Action::Playback(PlaybackAction::SetSpeed(speed)));
    window.act(Action::Playback(PlaybackAction::SetRepeat(true)));
    window.act(Action::Playback(PlaybackAction::First));
    window.act(Action::Playback(PlaybackAction::Play));
    bencher.bench_local(|| window.frame());
}

#[divan::bench(args = [64, 4096, 8192], sample_count = 60)]
fn idle(bencher: Bencher<'_, '_>, side: u32) {
    let mut window = Window::with_discs(side);
    bencher.bench_local(|| window.frame());
}
