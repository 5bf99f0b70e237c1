//! Time of the fast engine, at each level of instructions that this processor has.
//!
//! `cargo bench --no-default-features --bench engine`. Against other libraries: `python3 benches/peers.py`.
//!
//! First it prints how far the engine is from what the memory allows: a full scan beside a plain sum of the words that it
//! reads, and a mask from RGBA beside a plain copy of its bytes, in turns. Two masks of 1024² take 256 KiB, which the
//! second cache holds, and two of 4096² take 4 MiB, which only the third does: there its bandwidth decides, and whoever
//! shares it.

#![expect(clippy::print_stdout, reason = "a benchmark prints what it measures")]

#[path = "support/clock.rs"]
mod clock;
#[path = "support/duel.rs"]
mod duel;

use divan::{Bencher, black_box};
use duel::Duel;
use maskscope_core::{
    geom::{Offset, Size},
    mask::{
        Computation, Level, Mask, Prepared, Solid,
        engine::{self, AreaMap, AreaMethod},
    },
};

fn main() {
    if std::env::args().any(|argument| argument == "--bench") {
        print_floors();
    }
    divan::main();
}

/// The engine beside what merely reads or copies the same bytes.
fn print_floors() {
    println!("{:<44} {:>15} {:>15} {:>7} {:>6}", "case", "ours", "floor", "ratio", "A/A");
    for side in [256, 1024, 4096] {
        let (a, b) = boards(side);
        for (name, offset) in [("shifted", OFFSET), ("unshifted", Offset::new(0, 0))] {
            for level in levels() {
                let scan = || engine::overlaps(level, black_box(&a), black_box(&b), black_box(offset));
                let duel = Duel::of(scan, || level.run(Sum(black_box(&a), black_box(&b))));
                println!("{:<44} {duel}", format!("full scan {side}² {name}, {level} : sum"));
            }
        }
    }
    for side in [256, 1024, 2048] {
        let (size, rgba) = (Size::new(side, side), rgba(side));
        let mut copy = vec![0; rgba.len()];
        let duel = Duel::of(
            || Mask::from_rgba(size, black_box(&rgba), Solid::Above(127)),
            || black_box(&mut copy).copy_from_slice(black_box(&rgba)),
        );
        println!("{:<44} {duel}", format!("mask from RGBA {side}² : copy"));
    }
    println!();
}

/// The sum of two masks' words, as they lie in their stripes.
struct Sum<'a>(&'a Prepared, &'a Prepared);

impl Computation for Sum<'_> {
    type Answer = u64;

    #[inline(always)]
    fn run(self) -> u64 {
        let mut sum = 0_u64;
        for mask in [self.0, self.1] {
            for stripe in 0..mask.mask().stride() {
                for &word in mask.stripes().rows(stripe, 0, mask.mask().height() as usize) {
                    sum = sum.wrapping_add(word);
                }
            }
        }
        sum
    }
}

fn rgba(side: u32) -> Vec<u8> {
    (0..=255).cycle().take(4 * (side * side) as usize).collect()
}

/// The levels to compare.
fn levels() -> Vec<Level> {
    Level::all()
}

/// Every level at every size.
fn levels_and_sides() -> Vec<Case> {
    [64, 256, 1024, 4096]
        .into_iter()
        .flat_map(|side| levels().into_iter().map(move |level| Case { level, side }))
        .collect()
}

#[derive(Clone, Copy)]
struct Case {
    level: Level,
    side: u32,
}

impl std::fmt::Display for Case {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}², {}", self.side, self.level)
    }
}

/// At this offset complementary boards stay complementary: nothing is shared, and everything is read.
const OFFSET: Offset = Offset::new(5, -3);

fn boards(side: u32) -> (Prepared, Prepared) {
    let board = |odd: u32| Prepared::new(Mask::from_fn(Size::new(side, side), |x, y| (x + y) % 2 == odd));
    (board(0), board(1))
}

fn disc(side: u32) -> Prepared {
    let radius = f64::from(side) / 2.0;
    let from_middle = |n: u32| f64::from(n) + 0.5 - radius;
    Prepared::new(Mask::from_fn(Size::new(side, side), |x, y| from_middle(x).hypot(from_middle(y)) < radius))
}

#[divan::bench(args = levels_and_sides())]
fn overlaps_nothing(bencher: Bencher<'_, '_>, case: Case) {
    let (a, b) = boards(case.side);
    bencher.bench_local(|| engine::overlaps(case.level, black_box(&a), black_box(&b), black_box(OFFSET)));
}

#[divan::bench(args = levels_and_sides())]
fn overlap_area(bencher: Bencher<'_, '_>, case: Case) {
    let (a, b) = (disc(case.side), disc(case.side));
    bencher.bench_local(|| engine::overlap_area(case.level, black_box(&a), black_box(&b), black_box(OFFSET)));
}

#[divan::bench(args = levels_and_sides())]
fn overlap_bounds(bencher: Bencher<'_, '_>, case: Case) {
    let (a, b) = (disc(case.side), disc(case.side));
    bencher.bench_local(|| engine::overlap_bounds(case.level, black_box(&a), black_box(&b), black_box(OFFSET)));
}

#[divan::bench(args = levels())]
fn area_map_of_discs_256_by_run_edges(bencher: Bencher<'_, '_>, level: Level) {
    let (a, b) = (disc(256), disc(256));
    bencher.bench_local(|| AreaMap::by(level, AreaMethod::RunEdges, black_box(&a), black_box(&b), &|| false));
}

#[divan::bench(args = levels())]
fn area_map_of_discs_256_by_fourier(bencher: Bencher<'_, '_>, level: Level) {
    let (a, b) = (disc(256), disc(256));
    bencher.bench_local(|| AreaMap::by(level, AreaMethod::Fourier, black_box(&a), black_box(&b), &|| false));
}

#[divan::bench(args = [64, 256, 1024, 4096])]
fn mask_from_rgba(bencher: Bencher<'_, '_>, side: u32) {
    let size = Size::new(side, side);
    let rgba = rgba(side);
    bencher.bench_local(|| Mask::from_rgba(size, black_box(&rgba), Solid::Above(127)));
}

/// The tables that are made once for each mask.
#[divan::bench(args = [64, 256, 1024, 4096])]
fn stripes_and_blocks(bencher: Bencher<'_, '_>, side: u32) {
    let mask = disc(side).mask().clone();
    bencher.bench_local(|| (engine::StripedMask::new(black_box(&mask)), engine::Coarse::new(black_box(&mask))));
}
