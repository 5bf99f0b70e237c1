//! Costs at every offset, compared with running each scan alone.

use std::collections::HashSet;

use maskscope_core::{
    choice::Choice as _,
    geom::{IntRect, Offset, Size},
    mask::truth::Truth,
    scan::{Count, Scan},
    scene::Sprite,
    survey::{
        Budget, Classification, CostMap, CostSurvey, Lattice, LogScale, Square, Stats, Summary, Survey, Winner, Winners,
    },
};

use crate::random::{Dice, drawn, offsets};

fn surveyed([a, b]: &[Sprite; 2], scans: &[Scan]) -> CostSurvey {
    let mut survey = CostSurvey::new(a.raster(), b.raster(), scans);
    assert!(survey.finish(&|| false));
    survey
}

/// Returns visits and verdict at every offset, row by row, with each scan run alone.
fn counted([a, b]: &[Sprite; 2], scan: Scan) -> Vec<(Offset, u32, Classification)> {
    let near = offsets(a.size(), b.size()).map(|offset| (offset, Truth::of(a.mask().mask(), b.mask().mask(), offset)));
    let overlapping = near.filter(|(_, truth)| truth.overlap_box.is_some());
    let counted = overlapping.map(|(offset, truth)| {
        let mut count = Count::default();
        let hit = scan.run(&a.raster().mask_for(scan), &b.raster().mask_for(scan), offset, None, &mut count);
        let visits = u32::try_from(count.visits).expect("few");
        (offset, visits, Classification::of(hit.is_some(), truth.masks_overlap()))
    });
    counted.collect()
}

fn mapped(survey: &CostSurvey, map: &CostMap) -> Vec<(Offset, u32, Classification)> {
    let size = survey.lattice.size();
    let places = (0..size.height).flat_map(|y| (0..size.width).map(move |x| (x, y)));
    let answers =
        places.map(|(x, y)| (survey.lattice.offset(x, y), map.costs.at(x, y).visits, survey.verdict(map, x, y)));
    answers.collect()
}

#[test]
fn every_offset_costs_what_the_scan_counts() {
    for pair in Dice::new(11).pairs() {
        let survey = surveyed(&pair, &Scan::variants().collect::<Vec<_>>());
        for map in &survey.maps {
            assert_eq!(mapped(&survey, map), counted(&pair, map.asked), "{}", map.asked);
        }
    }
}

/// Returns the side of a sprite: mostly a small one, sometimes one near a word or two words.
fn side(dice: &mut Dice) -> u32 {
    match dice.roll(12) {
        0 => dice.roll(3),
        1 => 60 + dice.roll(10),
        2 => 124 + dice.roll(7),
        3..=5 => dice.roll(41),
        _ => dice.roll(16),
    }
}

/// Costs that the survey knows without running a scan equal those of running it.
#[test]
fn two_hundred_pairs_cost_what_running_every_scan_counts() {
    let mut dice = Dice::new(15);
    let scans: Vec<Scan> = Scan::variants().collect();
    let (mut offsets, mut hits) = (0, 0);
    for number in 0..200 {
        let pair = [0, 1].map(|_| {
            let size = Size::new(side(&mut dice), side(&mut dice));
            dice.shape(size)
        });
        let [a, b] = pair.each_ref().map(Sprite::mask);
        let mut survey = CostSurvey::new(pair[0].raster(), pair[1].raster(), &scans);
        // Of many offsets, only some are surveyed, odd ones among them.
        survey.step(Budget::Places(300), &|| false);
        for Square { x, y, .. } in survey.progress().places() {
            let offset = survey.lattice.offset(x, y);
            let overlap = Truth::of(a.mask(), b.mask(), offset).masks_overlap();
            assert_eq!(survey.overlaps.at(x, y), overlap, "pair {number} at {offset:?}");
            for map in &survey.maps {
                let [a, b] = pair.each_ref().map(|sprite| sprite.raster().mask_for(map.asked));
                let mut count = Count::default();
                let is_hit = map.asked.run(&a, &b, offset, None, &mut count).is_some();
                let cost = map.costs.at(x, y);
                assert_eq!(
                    (u64::from(cost.visits), cost.is_hit),
                    (count.visits, is_hit),
                    "pair {number}, {} at {offset:?}",
                    map.asked
                );
            }
            (offsets, hits) = (offsets + 1, hits + u32::from(overlap));
        }
    }
    assert!(offsets > 20_000 && (offsets / 5..offsets * 4 / 5).contains(&hits), "{hits} hits of {offsets}");
}

#[test]
fn a_small_survey_is_as_counted_by_hand() {
    // B at x -2, -1, 0, 1, 2: *rows* meets A's only pixel in its last column, or never.
    let survey = surveyed(&[drawn("..#"), drawn("###")], &[Scan::ROWS, "sample:2".parse().expect("a scan")]);
    let visits = |map: usize| survey.maps[map].costs.values().map(|cost| cost.visits).collect::<Vec<_>>();
    assert_eq!(visits(0), [1, 2, 3, 2, 1]);
    assert!(survey.overlaps.values().eq([false, false, true, true, true]));
    let summary = Summary::of(&survey, &survey.maps[0]);
    let numbers = |stats: Stats| {
        let spread = stats.spread.expect("placements");
        (stats.offsets, stats.total, spread.mean, spread.median, spread.p95, spread.worst)
    };
    assert_eq!(numbers(summary.all), (5, 9, 1.8, 2, 3, 3));
    assert_eq!(numbers(summary.hits), (3, 6, 2.0, 2, 3, 3));
    assert_eq!(numbers(summary.misses), (2, 3, 1.5, 1, 2, 2));
    // Every second column from the left of the box: at x 1 the box begins one column before the pixel.
    assert_eq!(visits(1), [1, 1, 2, 1, 1]);
    let sampled = &survey.maps[1];
    assert_eq!(survey.verdict(sampled, 3, 0), Classification::FalseMiss);
    assert_eq!((Summary::of(&survey, sampled).false_misses, Summary::of(&survey, sampled).wrong()), (1, 1));
    assert_eq!(sampled.largest_miss, Some((Offset::new(1, 0), 1)));
    assert_eq!(survey.maps[0].worst.map(|(offset, cost)| (offset.x, cost.visits)), Some((0, 3)));
}

#[test]
fn a_percentile_is_a_value_that_so_many_do_not_exceed() {
    let mut dice = Dice::new(5);
    for count in 1..60 {
        let visits: Vec<u32> = (0..count).map(|_| dice.roll(30)).collect();
        let spread = Stats::of(visits.clone()).spread.expect("some");
        let reached = |limit: u32| visits.iter().filter(|&&own| own <= limit).count();
        for (percent, value) in [(50, spread.median), (95, spread.p95), (100, spread.worst)] {
            let least = visits.iter().copied().filter(|&own| reached(own) * 100 >= percent * visits.len()).min();
            assert_eq!(Some(value), least, "{percent} % of {visits:?}");
        }
    }
    assert_eq!(Stats::of(Vec::new()), Stats::default());
}

#[test]
fn the_summary_and_the_chart_count_every_offset() {
    for pair in Dice::new(12).pairs() {
        let survey = surveyed(&pair, &Scan::variants().collect::<Vec<_>>());
        for map in &survey.maps {
            let counted = counted(&pair, map.asked);
            let of = |kinds: &[Classification]| {
                let chosen = counted.iter().filter(|(.., verdict)| kinds.contains(verdict));
                chosen.map(|(_, visits, _)| *visits).collect::<Vec<_>>()
            };
            let summary = Summary::of(&survey, map);
            let (hits, misses) = (
                of(&[Classification::Hit, Classification::FalseMiss]),
                of(&[Classification::Miss, Classification::FalseHit]),
            );
            assert_eq!(summary.all, Stats::of(of(Classification::ALL)));
            let both = (Stats::of(hits.clone()), Stats::of(misses.clone()));
            assert_eq!((&summary.hits, &summary.misses), (&both.0, &both.1));
            assert_eq!(summary.false_hits, of(&[Classification::FalseHit]).len() as u64);
            assert_eq!(summary.false_misses, of(&[Classification::FalseMiss]).len() as u64);
            assert!(!map.asked.is_exact() || summary.wrong() == 0);
            for (bins, visits) in [(summary.hits.histogram, hits), (summary.misses.histogram, misses)] {
                for (bin, count) in bins.into_iter().enumerate() {
                    let (start, end) = (Stats::start(bin) - 1e-6, Stats::start(bin + 1) - 1e-6);
                    let inside = visits.iter().filter(|&&own| (start..end).contains(&f64::from(own))).count();
                    assert_eq!(count, inside as u64, "{} bin {bin}", map.asked);
                }
            }
        }
    }
}

#[test]
fn middle_numbers_of_many_visits_are_exact() {
    // Only the last pixel is set: a hit is found last, and beside it nothing.
    let rows: Vec<String> = (1..=300).map(|y| ".".repeat(299) + if y == 300 { "#" } else { "." }).collect();
    let corner = drawn(&rows.join("\n"));
    let lattice = Lattice::new(corner.size(), corner.size());
    let around = IntRect { x: -1, y: -1, width: 3, height: 3 };
    let mut survey = CostSurvey::over(lattice.of_part(around), corner.raster(), corner.raster(), &[Scan::ROWS]);
    assert!(survey.finish(&|| false));
    let summary = Summary::of(&survey, &survey.maps[0]);
    let middle = |stats: &Stats| stats.spread.map(|spread| (spread.median, spread.p95));
    assert_eq!(middle(&summary.hits), Some((300 * 300, 300 * 300)));
    assert_eq!(middle(&summary.misses), Some((299 * 299, 299 * 300)));
}

#[test]
fn the_largest_loss_is_to_the_best_of_those_that_compete() {
    for pair in Dice::new(17).pairs() {
        let survey = surveyed(&pair, &Scan::ALL);
        let size = survey.lattice.size();
        for map in &survey.maps {
            let mut largest: Option<(Offset, i64)> = None;
            for (x, y) in (0..size.height).flat_map(|y| (0..size.width).map(move |x| (x, y))) {
                let rivals = survey.maps.iter().filter(|map| map.asked.hue().is_some());
                let fewest = rivals.map(|rival| rival.costs.at(x, y).visits).min().expect("some compete");
                let loss = i64::from(map.costs.at(x, y).visits) - i64::from(fewest);
                if survey.overlaps.at(x, y) && largest.is_none_or(|(_, most)| loss > most) {
                    largest = Some((survey.lattice.offset(x, y), loss));
                }
            }
            assert_eq!(map.largest_loss, largest, "{}", map.asked);
        }
    }
}

#[test]
fn the_worst_placement_and_the_largest_miss_are_the_worst_and_the_largest() {
    for pair in Dice::new(13).pairs() {
        let survey = surveyed(&pair, &Scan::variants().collect::<Vec<_>>());
        let area = |offset| Truth::of(pair[0].mask().mask(), pair[1].mask().mask(), offset).area;
        for map in &survey.maps {
            let counted = counted(&pair, map.asked);
            let most = counted.iter().map(|(_, visits, _)| *visits).max();
            let first = counted.iter().find(|(_, visits, _)| Some(*visits) == most).map(|(offset, ..)| *offset);
            assert_eq!(map.worst.map(|(offset, _)| offset), first);
            let missed = || counted.iter().filter(|(.., verdict)| *verdict == Classification::FalseMiss);
            let largest = missed().map(|(offset, ..)| area(*offset)).max();
            let first = missed().map(|(offset, ..)| *offset).find(|offset| Some(area(*offset)) == largest);
            assert_eq!(map.largest_miss, first.zip(largest));
        }
    }
}

#[test]
fn the_winner_needs_the_fewest_visits() {
    let mut outcomes = Vec::new();
    let competing = Scan::ALL.into_iter().filter(|scan| scan.hue().is_some()).count();
    // The only pixel is in the second row, which a spiral from the border reaches late.
    let second_row = ["........."; 9].join("\n").replacen("\n...", "\n..#", 1);
    let for_rows = [drawn(&second_row), drawn(&["#########"; 9].join("\n"))];
    for pair in Dice::new(14).pairs().into_iter().chain([for_rows]) {
        let survey = surveyed(&pair, &Scan::ALL);
        let winners = Winners::of(&survey);
        assert_eq!(winners.contenders.len(), competing);
        let size = survey.lattice.size();
        for (x, y) in (0..size.height).flat_map(|y| (0..size.width).map(move |x| (x, y))) {
            let visits = |scan| survey.map_of(scan).expect("it takes part").costs.at(x, y).visits;
            let fewest = winners.contenders.iter().map(|&scan| visits(scan)).min().expect("contenders");
            let best: Vec<_> = (0..competing).filter(|&at| visits(winners.contenders[at]) == fewest).collect();
            let expected = match best.as_slice() {
                _ if !survey.overlaps.at(x, y) => Winner::Apart,
                [only] => Winner::Contender(*only),
                _ => Winner::Tie,
            };
            assert_eq!(winners.at(x, y), expected);
            outcomes.push(expected);
        }
        let hits = survey.overlaps.values().filter(|&overlap| overlap).count() as u64;
        assert_eq!((winners.hits, winners.wins.iter().sum::<u64>() + winners.ties), (hits, hits));
    }
    let wins = |at| outcomes.iter().filter(|&&won| won == Winner::Contender(at)).count();
    let wins: Vec<_> = (0..competing).map(wins).collect();
    assert!(wins.iter().all(|&wins| wins > 0), "each scan wins somewhere: {wins:?}");
}

#[test]
fn no_two_contenders_share_a_colour() {
    let many: Vec<Scan> = (1..=20).map(|cells| format!("incremental:{cells}px").parse().expect("a scan")).collect();
    let survey = surveyed(&[drawn("##"), drawn("#")], &[Scan::ALL.as_slice(), &many].concat());
    let winners = Winners::of(&survey);
    let distinct: HashSet<_> = winners.colors.iter().collect();
    assert_eq!((distinct.len(), winners.colors.len()), (winners.contenders.len(), winners.contenders.len()));
    // A scan keeps its colour, whichever others take part.
    for (at, &scan) in Winners::of(&surveyed(&[drawn("##"), drawn("#")], &Scan::ALL)).contenders.iter().enumerate() {
        let alone = Winners::of(&surveyed(&[drawn("##"), drawn("#")], &[scan]));
        assert_eq!(alone.colors, [winners.colors[at]], "{scan}");
    }
}

#[test]
fn where_masks_are_apart_contenders_look_at_everything() {
    let survey = surveyed(&[drawn("#.#.\n.#.#\n#.#."), drawn("#.#\n.#.")], &Scan::ALL);
    let winners = Winners::of(&survey);
    for (offset, ..) in mapped(&survey, &survey.maps[0]) {
        let (x, y) = survey.lattice.place(offset).expect("inside");
        if !survey.overlaps.at(x, y) {
            let visits = |&scan: &Scan| survey.map_of(scan).expect("it takes part").costs.at(x, y).visits;
            let all: Vec<_> = winners.contenders.iter().map(visits).collect();
            assert!(all.iter().all(|&own| own == all[0]), "{all:?}");
        }
    }
    assert!(survey.most_visits() <= 12 && LogScale::up_to(survey.most_visits()).top <= 20);
}
