//! Listings at every visit of every strategy: their lines exist, and the values are those of the visit.

use super::*;
use crate::geom::{IntRect, Offset, Size};
use crate::mask::{Mask, Prepared};
use crate::words::{located, thousands};

/// Pairs that hit soon, late and never, in boxes of one cell, of one row, and of several words.
fn placements() -> Vec<(Prepared, Prepared, Offset)> {
    let speckled = |width, height, every| {
        Prepared::new(Mask::from_fn(Size::new(width, height), |x, y| (x * 7 + y * 13 + x * y) % every == 0))
    };
    let corner = |width, height| {
        Prepared::new(Mask::from_fn(Size::new(width, height), |x, y| (x, y) == (width - 1, height - 1)))
    };
    let full = |width, height| Prepared::new(!Mask::new(Size::new(width, height)));
    vec![
        (full(1, 1), full(1, 1), Offset::new(0, 0)),
        (full(9, 9), corner(3, 3), Offset::new(2, 3)),
        (speckled(20, 15, 5), speckled(17, 19, 7), Offset::new(-4, 6)),
        (speckled(150, 9, 11), corner(140, 11), Offset::new(7, -4)),
        (corner(70, 20), full(90, 7), Offset::new(-25, 2)),
        (speckled(12, 1, 3), Prepared::new(Mask::new(Size::new(30, 3))), Offset::new(-9, -1)),
    ]
}

/// Calls `check` at every visit of `scan` with its context, its state, and true for the last visit.
fn at_every_visit(scan: Scan, check: impl Fn(&VisitContext<'_>, &State, bool)) {
    for (a, b, offset) in &placements() {
        let mut trace = Trace::with_limit(usize::MAX);
        let hit = scan.run(a, b, *offset, None, &mut trace);
        let pair = Pair::new(a, b, *offset).expect("boxes that overlap");
        let visits = trace.visits;
        for (rank, &visit) in visits.iter().enumerate() {
            let is_last = rank + 1 == visits.len();
            let earlier = |by: usize| rank.checked_sub(by).map(|rank| visits[rank]);
            let context = VisitContext {
                pair: &pair,
                visit,
                rank: rank as u64,
                before: [earlier(1), earlier(2)],
                hit: hit.filter(|_| is_last),
            };
            check(&context, &scan.state(&context), is_last);
        }
    }
}

/// The same for the scan called `name`.
fn at_every_visit_of(name: &str, check: impl Fn(&VisitContext<'_>, &State, bool)) {
    at_every_visit(name.parse().expect("a scan"), check);
}

/// All values of the line that begins with `start`.
fn values<'a>(state: &'a State, start: &str) -> Vec<&'a str> {
    let place = state.listing.place(start);
    state.values.iter().filter(|(line, _)| *line == place).map(|(_, value)| &**value).collect()
}

/// The number after a name in any of the values.
fn named(state: &State, name: &str) -> Option<i64> {
    state.values.iter().find_map(|(_, value)| value.strip_prefix(name)?.strip_prefix(' ')?.parse().ok())
}

#[test]
fn every_value_stands_on_a_line_of_the_strategys_listing() {
    for scan in Scan::variants() {
        let lines: Vec<_> = scan.listing().lines().collect();
        assert_eq!(lines[0].indent, 0, "{scan}");
        assert!(lines.windows(2).all(|pair| pair[1].indent <= pair[0].indent + 3), "{scan}");
        at_every_visit(scan, |_, state, _| {
            assert_eq!(state.listing, scan.listing());
            assert!(state.current < lines.len());
            assert!(state.values.iter().all(|(line, _)| *line < lines.len()), "{scan}");
            assert!(state.values.iter().any(|(line, _)| *line == state.current), "{scan}: nothing is decided");
        });
    }
}

#[test]
fn the_cell_shown_is_the_cell_visited() {
    for scan in Scan::variants() {
        at_every_visit(scan, |context, state, _| {
            let visit = context.visit;
            match named(state, "x").zip(named(state, "y")) {
                Some(shown) => assert_eq!(shown, (visit.x.into(), visit.y.into()), "{scan}"),
                None => assert!(values(state, "look(").contains(&&*format!("{},{}", visit.x, visit.y)), "{scan}"),
            }
        });
    }
}

#[test]
fn return_hit_says_yes_at_the_last_visit_of_a_run_that_hits_and_nowhere_else() {
    for scan in Scan::variants() {
        at_every_visit(scan, |context, state, is_last| {
            let lines: Vec<_> = scan.listing().lines().collect();
            let is_hit = |(line, value): &(usize, String)| lines[*line].text.contains("return hit") && value == "yes";
            let yes = state.values.iter().filter(|value| is_hit(value)).count();
            assert_eq!(yes, usize::from(is_last && context.hit.is_some()), "{scan} at {:?}: {state:?}", context.visit);
        });
    }
}

#[test]
fn rows_show_phaelaxs_index_word_and_bit() {
    at_every_visit_of("rows", |context, state, _| {
        let (x, y) = context.pair.in_a(context.visit.x.cast_unsigned(), context.visit.y.cast_unsigned());
        let index = u64::from(y * context.pair.mask_a().width() + x);
        let place = format!("{}:{}", index / 32, index % 32);
        assert_eq!(values(state, "a ="), [thousands(index), place]);
        assert_eq!(values(state, "p ="), [if context.pair.mask_a().get(x, y) { "1" } else { "0" }]);
    });
}

#[test]
fn incremental_offsets_and_increments_lead_to_the_cell() {
    at_every_visit_of("incremental:7px", |_, state, _| {
        for (at, offset) in [("x", "ox"), ("y", "oy")] {
            let (at, offset) = named(state, at).zip(named(state, offset)).expect("both are shown");
            assert!((0..7).contains(&offset) && (at - offset) % 7 == 0);
        }
    });
}

#[test]
fn a_place_along_the_spiral_leads_to_the_cell() {
    let index = |state: &State| usize::try_from(named(state, "i").expect("shown")).expect("from 0 on");
    at_every_visit_of("edge-in:3", |context, state, _| {
        assert_eq!(walk::Spiral::new(context.pair.size()).nth(index(state)), Some(context.cell()));
    });
    at_every_visit_of("center-out:2", |context, state, _| {
        assert_eq!(walk::Spiral::new(context.pair.size()).rev().nth(index(state)), Some(context.cell()));
    });
}

#[test]
fn a_place_along_the_curve_leads_to_the_cell() {
    at_every_visit_of("hilbert", |context, state, _| {
        let Size { width, height } = context.pair.size();
        let side = width.max(height).next_power_of_two();
        // Numbers from a thousand on have a comma, and are left to the other pairs.
        if let Some(d) = named(state, "d").and_then(|d| usize::try_from(d).ok()) {
            let whole = Prepared::new(Mask::new(Size::new(side, side)));
            let mut trace = Trace::with_limit(usize::MAX);
            Scan::Hilbert(Hilbert).run(&whole, &whole, Offset::default(), None, &mut trace);
            assert_eq!(trace.visits[d], context.visit);
        }
    });
}

#[test]
fn the_words_shown_give_the_bits_both_masks_share() {
    let hex = |text: &str| u64::from_str_radix(text.trim_start_matches("0x"), 16).expect("a word");
    at_every_visit_of("words", |context, state, _| {
        let word = |line| hex(values(state, line)[0]);
        let shared = word("a =") & word("b |=") & word("t =");
        assert_eq!(shared, context.pair.shared_bits(context.visit));
        assert_eq!(word("if a & b"), shared);
    });
    at_every_visit_of("stripes:32", |context, state, _| {
        let word = |line| hex(values(state, line)[0]);
        assert_eq!(word("a =") & word("b ="), context.pair.shared_bits(context.visit));
    });
}

#[test]
fn the_corners_of_the_tables_add_up_to_the_counts() {
    at_every_visit_of("summed-area", |context, state, _| {
        let (x, y) = context.cell();
        for (line, mask, (left, top)) in [
            ("p =", context.pair.mask_a(), context.pair.in_a(x, y)),
            ("q =", context.pair.mask_b(), context.pair.in_b(x, y)),
        ] {
            let [corners, count] = values(state, line)[..] else { panic!("corners and count") };
            let parts: Vec<i64> = corners.split(['-', '+']).map(|part| part.parse().expect("a number")).collect();
            assert_eq!((parts[0] - parts[1] - parts[2] + parts[3]).to_string(), count);
            let cells = (0..context.visit.height).flat_map(|y| (0..context.visit.width).map(move |x| (x, y)));
            let counted = cells.filter(|(x, y)| mask.get(left + x, top + y)).count();
            assert_eq!(counted.to_string(), count);
        }
    });
}

#[test]
fn blocks_tell_their_level_even_where_several_cover_the_same_cells() {
    at_every_visit_of("blocks", |context, state, _| {
        let side = named(state, "side").expect("shown");
        assert!(side >= context.visit.width.max(context.visit.height).into());
        let deeper = context.before[0] == Some(context.visit);
        assert!(!deeper || side < 64, "a block of 64 is never a part of another");
    });
    let one = Prepared::new(!Mask::new(Size::new(1, 1)));
    let pair = Pair::new(&one, &one, Offset::default()).expect("one cell");
    let (visit, again) = (Visit::cell(0, 0), Some(Visit::cell(0, 0)));
    let sides = [[None, None], [again, None], [again, again]].map(|before| {
        let context = VisitContext { pair: &pair, visit, rank: 0, before, hit: None };
        named(&Scan::Blocks(Blocks).state(&context), "side")
    });
    assert_eq!(sides, [Some(64), Some(8), Some(1)]);
}

#[test]
fn channels_gather_the_bounds_of_what_they_answer() {
    at_every_visit_of("channels", |context, state, is_last| {
        let Some(hit) = context.hit.filter(|_| is_last) else { return };
        let bounds = located(hit.visit.in_space_of(IntRect::default()));
        assert_eq!(values(state, "if both")[0], bounds);
        assert_eq!(values(state, "if bounds"), ["yes"]);
    });
}
