//! PlayMyCode's claim, against its own loops.

use maskscope::{
    files::{sample_pairs, sample_sprite},
    geom::{Cell, Offset},
    mask::{Mask, overlap_box},
    scan::{Columns, Scan},
    survey::{Claim, CostSurvey, Survey},
};

use crate::random::{drawn, offsets};

/// The cells in the order in which PlayMyCode's linear scan looks at them: x outside, y inside.
fn linear(width: i64, height: i64) -> Vec<Cell> {
    (0..width).flat_map(|x| (0..height).map(move |y| Cell::new(x, y))).collect()
}

/// The cells in the order of its whole routine.
fn combined(width: i64, height: i64) -> Vec<Cell> {
    if width < 4 && height < 4 {
        return linear(width, height);
    }
    let (step_x, step_y) = ((width + 2) / 3, (height + 2) / 3);
    let mut cells = Vec::new();
    for offset_y in 0..step_y {
        for offset_x in 0..step_x {
            let mut y = offset_y;
            while y < height {
                let mut x = offset_x;
                while x < width {
                    cells.push(Cell::new(x, y));
                    x += step_x;
                }
                y += step_y;
            }
        }
    }
    cells
}

/// How many looks the order takes until a shared pixel; `None` if there is no such thing.
fn looks(a: &Mask, b: &Mask, offset: Offset, order: fn(i64, i64) -> Vec<Cell>) -> Option<usize> {
    let shared = overlap_box(a.size(), b.size(), offset)?;
    let cells = order(shared.width.into(), shared.height.into());
    let is_shared = |&cell: &Cell| {
        let in_a = shared.origin() + cell;
        a.get_cell(in_a) && b.get_cell(in_a - offset.cell())
    };
    Some(1 + cells.iter().position(is_shared)?)
}

#[test]
fn the_claim_on_the_samples_is_as_counted_by_other_code() {
    for pair in sample_pairs() {
        let [a, b] = [&pair.a, &pair.b].map(|name| sample_sprite(name).expect("a sample"));
        let mut survey = CostSurvey::new(a.raster(), b.raster(), &Claim::SCANS);
        assert!(survey.finish(&|| false));
        let claim = Claim::of(&survey, &survey.maps[0], &survey.maps[1]);
        let (a, b) = (a.mask().mask(), b.mask().mask());
        let ratio = |offset| {
            let counts = looks(a, b, offset, linear).zip(looks(a, b, offset, combined));
            counts.map(|(linear, combined)| linear as f64 / combined as f64)
        };
        let mut ratios: Vec<f64> = offsets(a.size(), b.size()).filter_map(ratio).collect();
        ratios.sort_by(f64::total_cmp);
        assert_eq!(claim.ratios, ratios, "{}", pair.name);
        assert_eq!(claim.offsets(), ratios.len() as u64);
        assert_eq!(claim.median(), Some(ratios[ratios.len().div_ceil(2) - 1]));
        assert_eq!(claim.bands().iter().sum::<u64>(), claim.offsets());
        assert_eq!(claim.bands()[0], claim.more());
        if pair.name == "ship-rock" {
            let sentence = "combined needs 3.5× fewer visits than columns in the median hit, 144× at best";
            let detail = "claim 20 to 100×: 24.0 % of hits reach 20×, 8.0 % need more visits";
            assert_eq!((claim.sentence(), claim.detail()), (sentence.to_owned(), detail.to_owned()));
        }
    }
}

#[test]
fn the_claim_is_told_in_a_sentence() {
    let claim = |a, b| {
        let (a, b) = (drawn(a), drawn(b));
        let mut survey = CostSurvey::new(a.raster(), b.raster(), &[Scan::Columns(Columns), Scan::ROWS]);
        assert!(survey.finish(&|| false));
        Claim::of(&survey, &survey.maps[0], &survey.maps[1])
    };
    // Each hits at one offset, in a box of 3 × 3: columns looks at 7 cells and rows at 3, or the other way round.
    let fewer = claim("..#\n...\n...", "..#\n...\n...");
    assert_eq!((fewer.ratios.as_slice(), fewer.mean(), fewer.more()), ([7.0 / 3.0].as_slice(), Some(7.0 / 3.0), 0));
    assert_eq!(fewer.sentence(), "rows needs 2.3× fewer visits than columns in the median hit, 2.3× at best");
    assert_eq!(fewer.detail(), "claim 20 to 100×: 0 % of hits reach 20×, 0 % need more visits");
    let more = claim("...\n...\n#..", "...\n...\n#..");
    assert_eq!((more.ratios.as_slice(), more.more()), ([3.0 / 7.0].as_slice(), 1));
    assert_eq!(more.sentence(), "rows needs 2.3× more visits than columns in the median hit, 0.4× at best");
    assert_eq!(more.detail(), "claim 20 to 100×: 0 % of hits reach 20×, 100 % need more visits");
    let equal = claim("..#\n...\n...", "###\n###\n###");
    assert_eq!(equal.ratios, [1.0, 1.0, 1.0, 1.0, 1.0, 3.0 / 2.0, 5.0 / 3.0, 2.0, 7.0 / 3.0]);
    assert_eq!(equal.sentence(), "rows needs as many visits as columns in the median hit, 2.3× at best");
    assert_eq!(equal.bands(), [0, 7, 2, 0, 0, 0, 0, 0, 0]);
    let nothing = claim("..", "##");
    assert_eq!((nothing.median(), nothing.mean(), nothing.max(), nothing.offsets()), (None, None, None, 0));
    assert_eq!(nothing.sentence(), "the masks never overlap, so there is nothing to compare");
}
