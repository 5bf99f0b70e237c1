//! Surveys answered in steps come to the same as in one go.

use std::{cell::Cell as Counter, time::Duration};

use maskscope::{
    geom::{Cell, Offset, Size},
    mask::overlap_box,
    scan::{Combined, Scan, Words},
    survey::{Budget, CostSurvey, Survey, TooMany},
};

use crate::random::{Dice, SIZES, drawn, offsets};

#[test]
fn the_offsets_are_those_at_which_the_boxes_overlap() {
    for [a, b] in SIZES.map(|sizes| sizes.map(|(width, height)| Size::new(width, height))) {
        let all = TooMany::offsets(a, b).expect("few");
        let mut count = 0;
        for offset in offsets(a, b) {
            let place = all.place(offset);
            assert_eq!(place.is_some(), overlap_box(a, b, offset).is_some(), "{a} and {b} at {offset:?}");
            if let Some((x, y)) = place {
                assert_eq!(all.offset(x, y), offset);
                count += 1;
            }
        }
        assert_eq!(all.size().area(), count, "{a} and {b}");
    }
    let drawn = TooMany::offsets(Size::new(3, 2), Size::new(2, 1)).expect("few");
    assert_eq!((drawn.first(), drawn.size()), (Cell::new(-1, 0), Size::new(4, 2)));
}

#[test]
fn empty_boxes_have_no_offsets_and_large_ones_too_many() {
    let none = TooMany::offsets(Size::new(0, 5), Size::new(3, 3)).expect("none");
    assert!(none.size().is_empty() && none.place(Offset::default()).is_none());
    assert!(TooMany::offsets(Size::new(1024, 1024), Size::new(1024, 1024)).is_ok());
    let error = TooMany::offsets(Size::new(2000, 1500), Size::new(2000, 1500)).expect_err("too many");
    assert_eq!(error.to_string(), "3999 × 2999 placements are too many for a survey, the limit is 4,194,304 in all");
    assert!(TooMany::offsets(Size::new(u32::MAX, u32::MAX), Size::new(u32::MAX, 1)).is_err());
}

fn survey() -> CostSurvey {
    let mut dice = Dice::new(3);
    let (a, b) = (dice.sprite(Size::new(30, 23)), dice.sprite(Size::new(21, 27)));
    CostSurvey::new(a.raster(), b.raster(), &[Scan::ROWS, Scan::Words(Words), Scan::Combined(Combined)])
        .expect("few offsets")
}

fn assert_same(one: &CostSurvey, other: &CostSurvey) {
    assert_eq!(one.progress(), other.progress());
    assert_eq!(one.overlaps, other.overlaps);
    for (one, other) in one.maps.iter().zip(&other.maps) {
        assert_eq!(one.costs, other.costs);
    }
}

fn whole() -> CostSurvey {
    let mut whole = survey();
    assert!(whole.finish(&|| false) && whole.progress().is_complete());
    assert_eq!(whole.progress().total(), 50 * 49);
    whole
}

#[test]
fn however_it_is_cut_into_steps_it_comes_to_the_same() {
    let whole = whole();
    for places in [1, 7, 500, 5_000] {
        let mut cut = survey();
        while !cut.progress().is_complete() {
            let before = cut.progress().done();
            cut.step(Budget::Places(places), &|| false);
            assert_eq!(cut.progress().done(), (before + places).min(50 * 49));
        }
        cut.step(Budget::Places(1), &|| false);
        assert_same(&cut, &whole);
    }
    let mut timed = survey();
    while !timed.progress().is_complete() {
        let before = timed.progress().done();
        timed.step(Budget::Time(Duration::ZERO), &|| false);
        assert!(timed.progress().done() > before, "at least one place");
    }
    assert_same(&timed, &whole);
}

#[test]
fn a_cancelled_survey_stays_where_it_is_and_goes_on() {
    let mut dice = Dice::new(4);
    let (a, b) = (dice.sprite(Size::new(50, 50)), dice.sprite(Size::new(50, 50)));
    let survey =
        || CostSurvey::new(a.raster(), b.raster(), &[Scan::Channels(Default::default())]).expect("few offsets");
    let mut cancelled = survey();
    cancelled.step(Budget::Places(10), &|| true);
    assert_eq!(cancelled.progress().done(), 0);
    let asked = Counter::new(0);
    let soon = || {
        asked.set(asked.get() + 1);
        asked.get() > 3
    };
    assert!(!cancelled.finish(&soon));
    let done = cancelled.progress().done();
    assert!((1..99 * 99).contains(&done), "{done}");
    assert!(cancelled.finish(&|| false));
    let mut whole = survey();
    assert!(whole.finish(&|| false));
    assert_same(&cancelled, &whole);
}

#[test]
fn what_is_not_done_shows_the_nearest_coarser_answer() {
    let whole = whole();
    for places in [1, 3, 16, 17, 200, 900, 2_449] {
        let mut part = survey();
        part.step(Budget::Places(places), &|| false);
        let progress = part.progress();
        for (x, y) in (0..49).flat_map(|y| (0..50).map(move |x| (x, y))) {
            let coarser = [1, 2, 4, 8, 16].map(|side| (x - x % side, y - y % side));
            let known = coarser.into_iter().find(|&(x, y)| progress.is_known(x, y));
            for (part, whole) in part.maps.iter().zip(&whole.maps) {
                let expected = known.map_or_else(Default::default, |(x, y)| whole.costs.at(x, y));
                assert_eq!(part.costs.at(x, y), expected, "{places} places: {x},{y}");
            }
        }
        assert_eq!(progress.places().count() as u64, places);
        assert!(progress.places().all(|place| progress.is_known(place.x, place.y)));
    }
}

#[test]
fn a_survey_without_places_is_complete() {
    let nothing = drawn("");
    let mut survey = CostSurvey::new(nothing.raster(), nothing.raster(), &Scan::ALL).expect("none");
    assert!(survey.progress().is_complete() && survey.finish(&|| false));
    survey.step(Budget::Places(1), &|| false);
    assert_eq!(survey.most_visits(), 0);
}
