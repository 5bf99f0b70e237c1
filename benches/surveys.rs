//! What surveys cost: every strategy at every offset of two 64 × 64 sprites, how much is shared at every offset, and at
//! each pair of thresholds.
//!
//! `cargo bench --bench surveys`.

use divan::{Bencher, black_box};
use maskscope::{
    geom::{Offset, Size},
    scan::Scan,
    scene::{Picture, Sprite},
    survey::{AreaMap, CostSurvey, Survey, Thresholds},
};

fn main() {
    divan::main();
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
    Sprite::new("disc", Picture::new(Size::new(side, side), rgba, "PNG", true), 0)
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
        let mut map = AreaMap::new(black_box(sprite.mask()), sprite.mask());
        map.finish(&|| false);
        map
    });
}

#[divan::bench(args = [64, 256, 1024])]
fn thresholds(bencher: Bencher<'_, '_>, side: u32) {
    let sprite = disc(side);
    bencher.bench_local(|| Thresholds::of(black_box(sprite.raster()), sprite.raster(), Offset::new(3, 5), &|| false));
}
