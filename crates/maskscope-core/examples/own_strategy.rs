//! A scan strategy of one's own: it is run beside a built-in one, and asked at every offset whether it is ever wrong.
#![allow(clippy::print_stdout, reason = "an example")]

use maskscope_core::geom::Size;
use maskscope_core::scan::{About, Contest, Custom, Hit, Pair, Parameters, Probe, Scan, Source, Strategy, Visit};
use maskscope_core::scene::{Picture, PictureFormat, Sprite};
use maskscope_core::survey::{CostSurvey, Summary, Survey as _};

/// From the bottom row up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct BottomUp;

impl Strategy for BottomUp {
    const DEFAULT: Self = Self;
    const ABOUT: &'static About = &About {
        name: "bottom-up",
        sentence: "Reads every pixel row by row, from the bottom.",
        idea: "Reads the bottom row left to right, then the one above, and stops at the first shared cell.",
        good_when: "the shared pixels lie near the bottom",
        bad_when: "they lie near the top.",
        source: Source { short: "here", full: "this example" },
        parameters: Parameters::NONE,
        contest: Contest::Absent("it is an example"),
    };

    fn run<P: Probe>(self, pair: &Pair<'_>, probe: &mut P) -> Option<Hit> {
        let size = pair.size();
        let mut cells = (0..size.height).rev().flat_map(|y| (0..size.width).map(move |x| (x, y)));
        cells.find_map(|(x, y)| {
            let visit = Visit::cell(x, y);
            probe.visit(visit);
            (pair.a_is_set(x, y) && pair.b_is_set(x, y)).then_some(Hit { visit, cell: Some((x, y)) })
        })
    }
}

fn main() {
    // A hill: solid below its diagonals.
    let pixel = |x: u32, y: u32| [90, 160, 60, if y >= x.abs_diff(8) { 255 } else { 0 }];
    let rgba: Vec<u8> = (0..17).flat_map(|y| (0..17).flat_map(move |x| pixel(x, y))).collect();
    let hill = Sprite::new("hill", Picture::new(Size::new(17, 17), rgba, PictureFormat::Png, true), 0);

    let scans = [Scan::ROWS, Custom::new(&BottomUp).into()];
    let mut survey = CostSurvey::new(hill.raster(), hill.raster(), &scans);
    survey.finish(&|| false);
    for map in &survey.maps {
        let summary = Summary::of(&survey, map);
        let wrong = summary.false_hits + summary.false_misses + summary.wrong_cells;
        let (scan, hits) = (map.asked, summary.hits);
        println!("{scan}: {} visits at {} hits, wrong at {wrong}", hits.total, hits.offsets);
        assert_eq!(wrong, 0);
    }
}

#[test]
fn it_runs() {
    main();
}
