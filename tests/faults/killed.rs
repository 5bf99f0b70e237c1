//! The program is killed while it writes.

use std::{
    fs,
    io::{self, Write as _},
    process::Stdio,
    thread::sleep,
    time::{Duration, Instant},
};

use image::{GrayAlphaImage, LumaA};

use super::program::{folder, names, program};

const KILLS: u32 = 200;

/// A sequence of numbers from 0 to 1 that look random, the same every time.
pub fn random(seed: u64) -> impl FnMut() -> f64 {
    let mut state = seed;
    move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        f64::from((state >> 33) as u32) / f64::from(1_u32 << 31)
    }
}

#[test]
fn a_kill_at_any_moment_leaves_the_old_file_or_the_new_one() {
    let folder = folder();
    let sprite = folder.path().join("sprite.png");
    let speckled = |x: u32, y: u32| LumaA([255, if (x * 7 + y * 13 + x * y) % 5 < 2 { 255 } else { 0 }]);
    GrayAlphaImage::from_fn(1_000, 1_000, speckled).save(&sprite).expect("the folder can be written");
    let write = |inverted: bool| {
        let mut command = program();
        command.args(["mask", "sprite.png", "-o", "mask.txt"]).args(inverted.then_some("--invert"));
        command.current_dir(&folder).stdout(Stdio::null()).stderr(Stdio::null());
        command
    };
    let mask = folder.path().join("mask.txt");
    // The output of each of the two commands, and the time it takes.
    let [(plain, once), (inverted, again)] = [false, true].map(|inverted| {
        let start = Instant::now();
        assert!(write(inverted).status().expect("it starts").success());
        (fs::read(&mask).expect("a file"), start.elapsed())
    });
    assert!(plain.len() > 1_000_000 && plain.len() == inverted.len() && plain != inverted);

    // An estimate of the moment at which the new file appears; the kills gather around it.
    let mut moment = once.min(again);
    let (mut random, mut replaced, mut inverts) = (random(7), 0, false);
    for kill in 0..KILLS {
        let before = fs::read(&mask).expect("a file");
        let mut child = write(inverts).spawn().expect("it starts");
        sleep(moment.mul_f64(0.7 + 0.6 * random()).min(Duration::from_secs(1)));
        child.kill().expect("it is ours");
        let _ = child.wait();
        let after = fs::read(&mask).expect("a file");
        let new = if inverts { &inverted } else { &plain };
        assert!(after == before || after == *new, "kill {kill} left {} bytes of neither", after.len());
        if after == *new {
            replaced += 1;
            inverts = !inverts;
            moment = moment.mul_f64(0.95);
        } else {
            moment = moment.mul_f64(1.05);
        }
    }
    let left: Vec<_> = names(folder.path()).into_iter().filter(|name| !name.starts_with(".maskscope-")).collect();
    assert_eq!(left, ["mask.txt", "sprite.png"]);
    assert!((20..KILLS - 20).contains(&replaced), "{replaced} of {KILLS} came after the end");
    let asides = names(folder.path()).len() - left.len();
    let _ = writeln!(io::stderr(), "{KILLS} kills: {replaced} came too late, {asides} left something aside");
}
