//! The largest sprites: what a pair of 8192 × 8192 costs if every cell is visited.
//!
//! `cargo bench --bench large`. The goal: one scan of 67,108,864 visits is counted within 5 s, and so is the whole table.
//! First it prints what the selected scan's picture costs in processor time, and what its parts would cost one by one.

#![expect(clippy::print_stdout, reason = "a benchmark prints what it measures")]

#[path = "support/clock.rs"]
mod clock;

use divan::Bencher;
use maskscope::session::{
    CellWatched, Job, PlaybackAction, RecordingKey, Session, StageAction, Tabled, ViewAction, Windowed,
};
use maskscope_core::{
    geom::{Cell, Offset, Size},
    mask::{Mask, Prepared},
    scan::{Count, Scan},
    scene::{MaskContact, Picture, PictureFormat, Sprite},
};

const SIDE: u32 = 8_192;
const CELLS: u64 = 67_108_864;

fn main() {
    if std::env::args().any(|argument| argument == "--bench") {
        print_recordings();
    }
    divan::main();
}

/// A scan of 4096² by rows, watched as in the window: its last visit is shown, and a cell is pointed at.
fn print_recordings() {
    let nanos = |session: &mut Session, is_meant: fn(&Job) -> bool| {
        let start = clock::thread_nanos();
        work(session, is_meant);
        clock::thread_nanos() - start
    };
    for _ in 0..3 {
        let mut session = session(4_096);
        let alone = nanos(&mut session, Job::is::<RecordingKey>);
        let visits = session.derived().recording().map_or(0, |recording| recording.count.visits);
        session.apply(ViewAction::Hover(Some(Cell::new(1_000, 2_000))).into());
        let cell = nanos(&mut session, Job::is::<CellWatched>);
        session.apply(PlaybackAction::Scrub(visits / 2).into());
        let window = nanos(&mut session, Job::is::<Windowed>);
        let mut session = self::session(4_096);
        session.apply(PlaybackAction::Last.into());
        session.apply(ViewAction::Hover(Some(Cell::new(1_000, 2_000))).into());
        let all =
            nanos(&mut session, |job| job.is::<RecordingKey>() || job.is::<Windowed>() || job.is::<CellWatched>());
        assert!(session.current_visit().is_some() && session.derived().cell_visits().is_some());
        let [alone, cell, window, all] = [alone, cell, window, all].map(|nanos| nanos / 1_000_000);
        println!(
            "{visits} visits, ms: picture {alone}, a cell's visits {cell}, a visit beyond {window}; together {all}"
        );
    }
}

/// Half of a square, cut along its diagonal: the upper right half, or the rest. The halves share nothing.
fn corner(side: u32, is_upper: bool) -> Sprite {
    let mut rgba = Vec::with_capacity(4 * (side as usize).pow(2));
    for y in 0..side {
        rgba.extend((0..side).flat_map(|x| [90, 160, 220, if (x > y) == is_upper { 255 } else { 0 }]));
    }
    Sprite::new("corner.png", Picture::new(Size::new(side, side), rgba, PictureFormat::Png, true), 0)
}

/// Every scan alone, its tables made each time.
#[divan::bench(args = Scan::ALL, sample_count = 1, sample_size = 1)]
fn count(bencher: Bencher<'_, '_>, scan: &Scan) {
    let masks = [true, false].map(|is_upper| corner(SIDE, is_upper).mask().mask().clone());
    bencher.bench_local(|| {
        let [a, b] = masks.each_ref().map(|mask| Prepared::new(mask.clone()));
        let mut count = Count::default();
        assert_eq!(scan.run(&a, &b, Offset::new(0, 0), None, &mut count), None, "they share nothing");
        count
    });
}

fn session(side: u32) -> Session {
    let mut session = Session::default();
    let (a, b) = (corner(side, true), corner(side, false));
    session.apply(StageAction::ShowPair { a, b, offset: Offset::new(0, 0) }.into());
    session
}

/// Runs the wanted jobs for which `is_meant`, as the window's worker does.
fn work(session: &mut Session, is_meant: impl Fn(&Job) -> bool) {
    while let Some(job) = session.wanted().into_iter().find(&is_meant) {
        let result = job.run(&|| false).expect("there is memory").expect("nobody cancels");
        session.finish(result);
    }
}

/// The race of all scans in the window, their tables made each time.
#[divan::bench(sample_count = 1, sample_size = 1)]
fn table(bencher: Bencher<'_, '_>) {
    bencher.with_inputs(|| session(SIDE)).bench_local_values(|mut session| {
        work(&mut session, Job::is::<Tabled>);
        assert_eq!(session.derived().rows()[0].count.visits, CELLS);
        session
    });
}

/// The recording of the selected scan, for its picture and its bar.
#[divan::bench(sample_count = 1, sample_size = 1)]
fn record(bencher: Bencher<'_, '_>) {
    bencher.with_inputs(|| session(SIDE)).bench_local_values(|mut session| {
        work(&mut session, Job::is::<RecordingKey>);
        session
    });
}

/// The contact of two discs that overlap by two thirds: normal and shortest way out.
#[divan::bench(args = [512, 2048, 8192], sample_count = 1, sample_size = 1)]
fn push_out(bencher: Bencher<'_, '_>, side: u32) {
    let radius = f64::from(side) / 2.0;
    let distance = |x: u32, y: u32| (f64::from(x) + 0.5 - radius).hypot(f64::from(y) + 0.5 - radius);
    let disc = Prepared::new(Mask::from_fn(Size::new(side, side), |x, y| distance(x, y) <= radius));
    let third = i32::try_from(side / 3).expect("a small side");
    bencher.bench_local(|| MaskContact::of(&disc, &disc, Offset::new(third, third), &|| false));
}

/// The same for random masks, half of whose pixels are solid.
#[divan::bench(args = [512, 2048], sample_count = 1, sample_size = 1)]
fn push_out_noise(bencher: Bencher<'_, '_>, side: u32) {
    let mut state = 1_u64;
    let noise = Prepared::new(Mask::from_fn(Size::new(side, side), |_, _| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state >> 63 == 1
    }));
    bencher.bench_local(|| MaskContact::of(&noise, &noise, Offset::new(3, 5), &|| false));
}

/// From scrubbing to the end until the visit there is available.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn scrub(bencher: Bencher<'_, '_>) {
    let mut session = session(SIDE);
    work(&mut session, Job::is::<RecordingKey>);
    bencher.bench_local(|| {
        session.apply(PlaybackAction::Scrub(CELLS / 2).into());
        session.apply(PlaybackAction::Scrub(CELLS - 1).into());
        work(&mut session, Job::is::<Windowed>);
        assert!(session.current_visit().is_some());
    });
}
