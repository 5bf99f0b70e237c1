//! Surveys answered in steps give the same results as in one go.

use std::{cell::Cell as Counter, time::Duration};

use maskscope_core::{
    geom::{Cell, IntRect, Offset, Size},
    mask::overlap_box,
    scan::{Combined, Scan, Words},
    survey::{AreaSurvey, Budget, CostSurvey, Lattice, Survey, use_at_most},
};

use crate::random::{Dice, SIZES, drawn, offsets};

#[test]
fn the_offsets_are_those_at_which_the_boxes_overlap() {
    for [a, b] in SIZES.map(|sizes| sizes.map(|(width, height)| Size::new(width, height))) {
        let all = Lattice::new(a, b);
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
    let drawn = Lattice::new(Size::new(3, 2), Size::new(2, 1));
    assert_eq!((drawn.first(), drawn.size()), (Cell::new(-1, 0), Size::new(4, 2)));
}

#[test]
fn empty_boxes_have_no_offsets_and_of_too_many_some_are_asked_about() {
    let none = Lattice::new(Size::new(0, 5), Size::new(3, 3));
    assert!(none.size().is_empty() && none.place(Offset::default()).is_none() && none.described().is_none());
    let square = |side| Lattice::new(Size::new(side, side), Size::new(side, side));
    for (side, step, description) in [
        (1, 1, None),
        (1_024, 1, None),
        (1_025, 2, Some("every 2nd px of 2,049 × 2,049")),
        (4_096, 4, Some("every 4th px of 8,191 × 8,191")),
        (16_384, 16, Some("every 16th px of 32,767 × 32,767")),
        (1 << 31, 1 << 21, Some("every 2,097,152nd px of 4,294,967,295 × 4,294,967,295")),
    ] {
        let lattice = square(side);
        assert_eq!((lattice.step(), lattice.described().as_deref()), (step, description));
        assert!(lattice.size().area() <= Lattice::LIMIT && lattice.is_whole() == (step == 1));
    }
    // A part is surveyed in full if possible; a part beyond all offsets stands for all of them.
    let part = IntRect { x: -9_000, y: 100, width: 5_000, height: 300 };
    let seen = square(4_096).of_part(part);
    assert_eq!((seen.step(), seen.first(), seen.size()), (1, Cell::new(-4_095, 100), Size::new(95, 300)));
    assert_eq!(seen.described().as_deref(), Some("95 × 300 of 8,191 × 8,191 offsets"));
    assert_eq!(square(4_096).of_part(IntRect { x: 5_000, ..part }), square(4_096));
    let wide = square(4_096).of_part(IntRect { x: -4_096, y: -4_096, width: 4_097, height: u32::MAX });
    assert_eq!(wide.described().as_deref(), Some("every 4th px of 4,096 × 8,191 of 8,191 × 8,191 offsets"));
    assert!(!seen.is_whole() && !wide.is_whole());
}

#[test]
fn every_offset_lies_in_the_square_of_the_one_asked_about_above_and_to_the_left() {
    let (a, b) = (Size::new(30, 23), Size::new(21, 27));
    let all = Lattice::new(a, b);
    let part = all.of_part(IntRect { x: -7, y: 2, width: 33, height: 40 });
    for (lattice, most) in [(all, 2_450), (all, 700), (all, 160), (part, 1_000), (part, 100), (part, 1), (all, 0)] {
        let lattice = lattice.at_most(most);
        assert!(lattice.step().is_power_of_two() && (most == 0 || lattice.size().area() <= most));
        let (step, mut asked) = (i64::from(lattice.step()), 0);
        for offset in offsets(a, b) {
            let place = lattice.place(offset);
            assert_eq!(place.is_some(), lattice.part().contains(offset.cell()) && overlap_box(a, b, offset).is_some());
            let Some((x, y)) = place else { continue };
            assert!(x < lattice.size().width && y < lattice.size().height);
            let by = offset.cell() - lattice.offset(x, y).cell();
            assert!((0..step).contains(&by.x) && (0..step).contains(&by.y), "{offset:?}");
            assert_eq!(lattice.asked(offset).is_some(), by == Cell::ORIGIN);
            asked += u64::from(by == Cell::ORIGIN);
        }
        assert_eq!(asked, lattice.size().area());
    }
    // The offsets around an offset are all valid, however near the border it is.
    for offset in offsets(a, b) {
        let seen = all.around(offset, 16);
        assert_eq!(seen.intersection(IntRect::new(all.first(), all.size())), Some(seen));
        assert_eq!(seen.size(), Size::new(16, 16));
        assert!(seen.contains(offset.cell()) || all.place(offset).is_none());
        // It is in the middle, unless the border is in the way.
        let (by, whole) = (offset.cell() - seen.origin(), all.part());
        let is_free = |seen: [i64; 2], whole: [i64; 2]| seen[0] > whole[0] && seen[1] < whole[1];
        assert!(by.x == 8 || !is_free([seen.x, seen.right()], [whole.x, whole.right()]), "{offset:?}");
        assert!(by.y == 8 || !is_free([seen.y, seen.bottom()], [whole.y, whole.bottom()]), "{offset:?}");
    }
    assert_eq!(all.around(Offset::default(), u32::MAX), all.part());
}

#[test]
fn what_is_asked_about_of_many_offsets_is_answered_as_if_all_were() {
    let mut dice = Dice::new(6);
    let (a, b) = (dice.sprite(Size::new(30, 23)), dice.sprite(Size::new(21, 27)));
    let scans = [Scan::ROWS, "sample:3".parse().expect("a scan"), Scan::Combined(Combined)];
    let all = Lattice::new(a.size(), b.size());
    let finished = |lattice| {
        let mut survey = CostSurvey::over(lattice, a.raster(), b.raster(), &scans);
        assert!(survey.finish(&|| false));
        survey
    };
    let (whole, mut areas) = (finished(all), AreaSurvey::new(a.mask(), b.mask()));
    assert!(areas.finish(&|| false));
    let part = all.of_part(IntRect { x: -7, y: 2, width: 33, height: 40 });
    for lattice in [all.at_most(700), all.at_most(99), part, part.at_most(300)] {
        let (some, mut shared) = (finished(lattice), AreaSurvey::over(lattice, a.mask(), b.mask()));
        assert!(shared.finish(&|| false));
        for (x, y) in (0..lattice.size().height).flat_map(|y| (0..lattice.size().width).map(move |x| (x, y))) {
            let offset = lattice.offset(x, y);
            let (column, row) = all.place(offset).expect("one of all");
            assert_eq!(some.overlaps.at(x, y), whole.overlaps.at(column, row));
            for (some, whole) in some.maps.iter().zip(&whole.maps) {
                assert_eq!(some.costs.at(x, y), whole.costs.at(column, row), "{offset:?}");
            }
            assert_eq!(shared.areas.at(x, y), areas.areas.at(column, row));
        }
        // Between them the area is known, but not the push-out.
        for offset in offsets(a.size(), b.size()) {
            assert_eq!((shared.area(offset), shared.push_out(offset)), (areas.area(offset), None), "{offset:?}");
        }
    }
}

fn survey() -> CostSurvey {
    let mut dice = Dice::new(3);
    let (a, b) = (dice.sprite(Size::new(30, 23)), dice.sprite(Size::new(21, 27)));
    CostSurvey::new(a.raster(), b.raster(), &[Scan::ROWS, Scan::Words(Words), Scan::Combined(Combined)])
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
    for threads in [1, u64::MAX] {
        use_at_most(threads);
        let (mut timed, mut steps) = (survey(), 0);
        while !timed.progress().is_complete() {
            timed.step(Budget::Time(Duration::ZERO), &|| false);
            steps += 1;
        }
        assert_same(&timed, &whole);
        assert!(threads > 1 || steps == 3 * 50 * 49, "a scan in each step: {steps}");
    }
    // Many threads complete an offset that one thread has begun.
    let mut both = survey();
    for threads in (0..60).flat_map(|_| [1, u64::MAX]) {
        use_at_most(threads);
        both.step(Budget::Time(Duration::ZERO), &|| false);
    }
    use_at_most(u64::MAX);
    assert!(both.finish(&|| false));
    assert_same(&both, &whole);
}

#[test]
fn a_cancelled_survey_stays_where_it_is_and_goes_on() {
    let mut dice = Dice::new(4);
    let (a, b) = (dice.sprite(Size::new(50, 50)), dice.sprite(Size::new(50, 50)));
    let survey = || CostSurvey::new(a.raster(), b.raster(), &[Scan::Channels(Default::default())]);
    let mut cancelled = survey();
    cancelled.step(Budget::Places(10), &|| true);
    assert_eq!(cancelled.progress().done(), 0);
    let asked = Counter::new(0);
    let soon = || {
        asked.set(asked.get() + 1);
        asked.get() > 3
    };
    // Other threads would go on while this one gets no time to ask.
    use_at_most(1);
    assert!(!cancelled.finish(&soon));
    use_at_most(u64::MAX);
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
    let mut survey = CostSurvey::new(nothing.raster(), nothing.raster(), &Scan::ALL);
    assert!(survey.progress().is_complete() && survey.finish(&|| false));
    survey.step(Budget::Places(1), &|| false);
    assert_eq!(survey.most_visits(), 0);
}
