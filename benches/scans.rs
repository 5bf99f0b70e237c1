//! Cost of watching a scan: the same scan with a silent probe, counting, and recording, and against a bare loop.
//!
//! `cargo bench --bench scans`. The silent probe must take at most 1.05 times as long as the loop without a hook.

use divan::{Bencher, black_box};
use maskscope_core::{
    geom::{Offset, Size},
    mask::{Mask, Prepared},
    scan::{Count, NoProbe, Scan, Trace, VisitWindow},
};

fn main() {
    divan::main();
}

/// Complementary checkerboards: nothing is shared, so every scan visits everything.
fn boards(side: u32) -> (Prepared, Prepared) {
    let board = |odd: u32| Prepared::new(Mask::from_fn(Size::new(side, side), |x, y| (x + y) % 2 == odd));
    (board(0), board(1))
}

const SIDES: [u32; 3] = [64, 256, 1024];

/// `rows` written as a loop without any hook.
#[divan::bench(args = SIDES)]
fn rows_as_a_bare_loop(bencher: Bencher<'_, '_>, side: u32) {
    let (a, b) = boards(side);
    let (a, b) = (a.packed(), b.packed());
    bencher.bench_local(|| {
        let (a, b) = (black_box(a), black_box(b));
        // Where the overlap begins in either mask: here at 0,0, but a scan cannot know.
        let ((ax, ay), (bx, by)) = black_box(((0, 0), (0, 0)));
        for y in 0..side {
            for x in 0..side {
                if a.bit(ax + x, ay + y) && b.bit(bx + x, by + y) {
                    return Some((x, y));
                }
            }
        }
        None
    });
}

#[divan::bench(args = SIDES)]
fn rows_with_a_silent_probe(bencher: Bencher<'_, '_>, side: u32) {
    let (a, b) = boards(side);
    Scan::ROWS.prepare(&a, &b, &|| false);
    bencher.bench_local(|| Scan::ROWS.run(black_box(&a), black_box(&b), Offset::default(), None, &mut NoProbe));
}

#[divan::bench(args = SIDES)]
fn rows_counted(bencher: Bencher<'_, '_>, side: u32) {
    let (a, b) = boards(side);
    bencher.bench_local(|| {
        let mut count = Count::default();
        Scan::ROWS.run(black_box(&a), black_box(&b), Offset::default(), None, &mut count);
        count
    });
}

#[divan::bench(args = SIDES)]
fn rows_recorded(bencher: Bencher<'_, '_>, side: u32) {
    let (a, b) = boards(side);
    bencher.bench_local(|| {
        let mut trace = Trace::with_limit(1 << 20);
        Scan::ROWS.run(black_box(&a), black_box(&b), Offset::default(), None, &mut trace);
        trace.count
    });
}

/// Every strategy over the same boards, silent.
#[divan::bench(args = Scan::ALL)]
fn strategies_256(bencher: Bencher<'_, '_>, scan: Scan) {
    let (a, b) = boards(256);
    scan.prepare(&a, &b, &|| false);
    bencher.bench_local(|| scan.run(black_box(&a), black_box(&b), Offset::default(), None, &mut NoProbe));
}

/// Scrubbing in a scan of 16.7 million visits: the scan runs again and keeps only the visits nearby.
#[divan::bench(args = [1_000_000_u64, 8_000_000, 16_000_000], sample_count = 20)]
fn scrub_rows_4096(bencher: Bencher<'_, '_>, rank: u64) {
    let (a, b) = boards(4096);
    Scan::ROWS.prepare(&a, &b, &|| false);
    bencher.bench_local(|| {
        let mut window = VisitWindow::new(rank, 1 << 17);
        Scan::ROWS.run(black_box(&a), black_box(&b), Offset::default(), None, &mut window);
        window.get(rank)
    });
}
