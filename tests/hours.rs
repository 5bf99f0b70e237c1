//! Eight hours of playing, run as fast as possible: memory does not grow.
#![cfg(target_os = "linux")]

#[path = "support/sprites.rs"]
mod sprites;

use std::fs;

use maskscope::{
    files::sample_sprite,
    session::{PlaybackAction, Session, Slot, Speed, StageAction, Tab, TerrainAction, ViewAction},
};
use maskscope_core::{
    geom::{Cell, Offset},
    scene::terrain::Key,
};
use sprites::sprite;

/// Eight hours at sixty frames a second are 1,728,000 frames; each of the four views plays a quarter of them.
const FRAMES: u64 = 8 * 60 * 60 * 60;
const VIEWS: u64 = 4;
/// The seconds of one frame.
const SECONDS: f64 = 1.0 / 60.0;
/// The additional memory, in KiB, that may be in use at the end compared with the first tenth: the allocator's slack. A
/// leak of five bytes per frame would exceed it.
const SLACK_KIB: u64 = 2_048;

/// The memory that this process uses, in KiB.
fn memory() -> u64 {
    let status = fs::read_to_string("/proc/self/status").expect("Linux tells");
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("proc(5) promises it");
    line.trim().trim_end_matches(" kB").parse().expect("a number")
}

fn pair() -> Session {
    let mut session = Session::default();
    let full = |width: usize, height: usize| vec!["#".repeat(width); height].join("\n");
    let (a, b) = (sprite("a.png", &full(40, 30)), sprite("b.png", &full(37, 29)));
    session.apply(StageAction::ShowPair { a, b, offset: Offset::new(5, 4) }.into());
    session
}

/// Plays a quarter of the time in `view`, calling `each` before every frame, and asserts that memory does not grow.
fn play(session: &mut Session, view: Tab, mut each: impl FnMut(&mut Session, u64)) {
    session.apply(ViewAction::Show(view).into());
    let frames = FRAMES / VIEWS;
    let mut early = 0;
    let mut moved = 0;
    for frame in 0..frames {
        each(session, frame);
        moved += u64::from(session.tick(SECONDS));
        if frame == frames / 10 {
            early = memory();
        }
    }
    assert!(moved > frames / 2, "{view:?}: it played in only {moved} of {frames} frames");
    let late = memory();
    eprintln!("{view:?}: {frames} frames, {early} KiB early, {late} KiB at the end");
    assert!(late <= early + SLACK_KIB, "{view:?}: {early} KiB became {late} KiB");
}

// A single test, so that nothing else in this process allocates memory meanwhile.
#[test]
fn memory_does_not_grow_in_eight_hours() {
    let mut session = pair();
    session.apply(PlaybackAction::SetRepeat(true).into());
    session.apply(PlaybackAction::SetSpeed(Speed::new(500.0).expect("a speed")).into());
    session.apply(PlaybackAction::Play.into());
    play(&mut session, Tab::Inspect, |_, _| {});

    let mut session = pair();
    session.apply(ViewAction::Show(Tab::Race).into());
    session.apply(PlaybackAction::SetRepeat(true).into());
    session.apply(PlaybackAction::Play.into());
    play(&mut session, Tab::Race, |_, _| {});

    // B is dragged to and fro all the time; undo keeps only the last drags.
    let mut session = pair();
    session.apply(PlaybackAction::Play.into());
    session.apply(PlaybackAction::SetRepeat(true).into());
    play(&mut session, Tab::Inspect, |session, frame| {
        if frame % 16 == 0 {
            let x = i64::try_from(frame / 16 % 50).expect("small") - 10;
            session.apply(StageAction::Place { slot: Slot::B, position: Cell::new(x, 4) }.into());
            session.apply(StageAction::Settle.into());
        }
        session.apply(PlaybackAction::Play.into());
    });

    // The ball keeps its history up to a limit, so the player restarts now and then.
    let mut session = pair();
    let sample = |name| sample_sprite(name).expect("built in");
    session.apply(TerrainAction::Bring(Box::new([sample("ball.png"), sample("hills.png")])).into());
    play(&mut session, Tab::Terrain, |session, frame| {
        let (key, turn) = if frame % 240 < 120 { (Key::Right, Key::Left) } else { (Key::Left, Key::Right) };
        if frame % 120 == 0 {
            session.apply(TerrainAction::Press(turn, false).into());
            session.apply(TerrainAction::Press(key, true).into());
        }
        if frame % 10_000 == 0 {
            session.apply(TerrainAction::Restart.into());
        }
    });
    assert!(session.terrain().game.steps <= 10_000);
}
