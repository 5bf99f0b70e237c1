//! Cost of surveys: every strategy at every offset of two 64 × 64 sprites, how much is shared at every offset, and at
//! each pair of thresholds; then how long their steps are that are asked to take 10 ms.
//!
//! `cargo bench --bench surveys`, or only the steps: `cargo bench --bench surveys -- steps`.

use std::{
    env,
    io::{self, Write},
    time::{Duration, Instant},
};

use divan::{Bencher, black_box};
use maskscope_core::{
    geom::{Offset, Size},
    scan::{Combined, Sample, Scan},
    scene::{Actor, Picture, PictureFormat, Placement, Scene, Sprite},
    survey::{
        AreaSurvey, Budget, Choices, CostSurvey, QUESTIONS, Question, QuestionAbout, Setting, Survey, Thresholds,
        Witness, use_at_most,
    },
};

#[path = "support/clock.rs"]
mod clock;

fn main() -> io::Result<()> {
    divan::main();
    let filters: Vec<_> = env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    if filters.is_empty() || filters.iter().any(|filter| filter == "steps") { steps() } else { Ok(()) }
}

/// A step is asked to take this long, as in a browser, where it holds up the window.
const STEP: Duration = Duration::from_millis(10);
/// And a step of publishing this long.
const PUBLISHING: Duration = Duration::from_millis(4);
/// After this long a survey is left where it is.
const LONG: Duration = Duration::from_secs(3);

/// Prints what the steps of every question take on one thread, and what it takes to begin and to publish what is known.
fn steps() -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "| steps of 10 ms on one thread, ms | begin | median | longest | first | publish | done |")?;
    writeln!(out, "| --- | ---: | ---: | ---: | ---: | ---: | ---: |")?;
    use_at_most(1);
    for side in [256, 1_024, 4_096] {
        for (art, sprites) in [("discs", [disc(side), disc(side)]), ("halves", [true, false].map(|is| half(side, is)))]
        {
            for question in QUESTIONS {
                let [begin, median, longest, first, publish, done] = steps_of(question, &sprites);
                writeln!(
                    out,
                    "| `{}` of two {art} of {side}² | {begin:.1} | {median:.1} | {longest:.1} | {first:.1} | {publish:.1} | {done:.0} % |",
                    question.name
                )?;
            }
        }
    }
    Ok(())
}

/// Times of the beginning, the median, the longest and the first step, the longest step of publishing, and the per cent that
/// are done.
#[expect(clippy::cast_precision_loss, reason = "some milliseconds")]
fn steps_of(question: &'static Question, sprites: &[Sprite; 2]) -> [f64; 6] {
    fn timed<T>(work: impl FnOnce() -> T) -> (f64, T) {
        let start = clock::thread_nanos();
        let done = work();
        ((clock::thread_nanos() - start) as f64 / 1e6, done)
    }
    let combined = Scan::Combined(Combined);
    let compares = matches!(question.about, QuestionAbout::Two | QuestionAbout::TheseTwo(_));
    let sample = Scan::Sample(Sample { every: 10.try_into().expect("ten") });
    let scene = Scene::of(sprites.clone().map(|sprite| Actor::new(sprite, Placement::default())));
    let laid = scene.lay().expect("they are where they are");
    let choices = Choices {
        scans: Scan::ALL.into(),
        scan: combined,
        witnesses: vec![Witness::Scan(if compares { Scan::ROWS } else { sample })],
        against: if compares { Witness::Scan(combined) } else { Witness::Truth },
        candidates: Some(1),
        ..Choices::default()
    };
    let setting = Setting::new(scene, laid, choices);
    let (begin, running) = timed(|| (question.survey)(&setting.choices).start(&setting));
    let mut running = running.expect("there is an answer");
    let (start, mut steps, mut publish) = (Instant::now(), Vec::new(), 0.0_f64);
    while !running.progress().is_complete() && start.elapsed() < LONG {
        steps.push(timed(|| running.step(Budget::Time(STEP), &|| false)).0);
        if steps.len().is_power_of_two() || running.progress().is_complete() {
            let (mut begun, mut answer) = (None, None);
            while answer.is_none() {
                let start = Instant::now();
                let go_on = || {
                    let publishing = begun.get_or_insert_with(|| running.publish());
                    publishing.go_on(&|| start.elapsed() > PUBLISHING)
                };
                let one;
                (one, answer) = timed(go_on);
                publish = publish.max(one);
            }
        }
    }
    let first = steps[0];
    steps.sort_by(f64::total_cmp);
    let done = 100.0 * running.progress().done() as f64 / running.progress().total() as f64;
    [begin, steps[steps.len() / 2], steps[steps.len() - 1], first, publish, done]
}

/// Half of a square, cut along its diagonal: the upper right half, or the rest.
fn half(side: u32, is_upper: bool) -> Sprite {
    let pixels = (0..side).flat_map(|y| (0..side).map(move |x| (x, y)));
    let rgba = pixels.flat_map(|(x, y)| [90, 160, 220, if (x > y) == is_upper { 255 } else { 0 }]).collect();
    Sprite::new("half", Picture::new(Size::new(side, side), rgba, PictureFormat::Png, true), 0)
}

/// A disc that fades towards its edge, with a hole: as solid as sprites are.
fn disc(side: u32) -> Sprite {
    let squared = |n: u32| (i64::from(2 * n) - i64::from(side)).pow(2);
    let alpha = |x: u32, y: u32| {
        let far = (squared(x) + squared(y)) * 255 / i64::from(side).pow(2);
        if far < 20 { 0 } else { u8::try_from(255 - far).unwrap_or(0) }
    };
    let pixels = (0..side).flat_map(|y| (0..side).map(move |x| (x, y)));
    let rgba = pixels.flat_map(|(x, y)| [90, 90, 90, alpha(x, y)]).collect();
    Sprite::new("disc", Picture::new(Size::new(side, side), rgba, PictureFormat::Png, true), 0)
}

fn cost(sprite: &Sprite, scans: &[Scan]) -> CostSurvey {
    let mut survey = CostSurvey::new(sprite.raster(), sprite.raster(), scans);
    survey.finish(&|| false);
    survey
}

/// All strategies: 16,129 offsets each.
#[divan::bench(sample_count = 10)]
fn cost_of_all_strategies_64(bencher: Bencher<'_, '_>) {
    let sprite = disc(64);
    bencher.bench_local(|| cost(black_box(&sprite), &Scan::ALL));
}

/// One strategy each.
#[divan::bench(args = Scan::ALL, sample_count = 5)]
fn cost_64(bencher: Bencher<'_, '_>, scan: Scan) {
    let sprite = disc(64);
    bencher.bench_local(|| cost(black_box(&sprite), &[scan]));
}

#[divan::bench(args = [64, 256], sample_count = 10)]
fn area_map(bencher: Bencher<'_, '_>, side: u32) {
    let sprite = disc(side);
    bencher.bench_local(|| {
        let mut map = AreaSurvey::new(black_box(sprite.mask()), sprite.mask());
        map.finish(&|| false);
        map
    });
}

#[divan::bench(args = [64, 256, 1024])]
fn thresholds(bencher: Bencher<'_, '_>, side: u32) {
    let sprite = disc(side);
    bencher.bench_local(|| Thresholds::of(black_box(sprite.raster()), sprite.raster(), Offset::new(3, 5), &|| false));
}
