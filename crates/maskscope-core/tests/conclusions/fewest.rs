//! The scans with the fewest visits: what the sentence says, judged by running every scan at every offset.

use maskscope_core::{
    geom::Size,
    mask::truth::Truth,
    scan::{Count, Scan},
    scene::{Actor, Placement, Scene, Sprite},
    survey::{Answered, Choices, CostAnswer, Fewest, Setting, own, question},
    words::plural,
};

use crate::random::{Dice, drawn, even, offsets};

/// Results of a scan over all placements.
struct Judged {
    scan: Scan,
    /// The medians at hits and at misses: half of the placements need no more.
    typical: [Option<u64>; 2],
    is_right: bool,
}

/// Runs `scan` at every offset.
fn judged([a, b]: &[Sprite; 2], scan: Scan) -> Judged {
    let (mut visits, mut is_right) = ([Vec::new(), Vec::new()], true);
    let masks = [a, b].map(|sprite| sprite.raster().mask_for(scan));
    for offset in offsets(a.size(), b.size()) {
        let truth = Truth::of(a.mask().mask(), b.mask().mask(), offset);
        if truth.overlap_box.is_none() {
            continue;
        }
        let mut count = Count::default();
        let is_hit = scan.run(&masks[0], &masks[1], offset, None, &mut count).is_some();
        is_right &= is_hit == truth.masks_overlap();
        visits[usize::from(!truth.masks_overlap())].push(count.visits);
    }
    let typical = visits.map(|mut visits| {
        visits.sort_unstable();
        visits.len().checked_sub(1).map(|last| visits[last / 2])
    });
    Judged { scan, typical, is_right }
}

/// The visits that a sentence claims to be the fewest for a typical hit and for a typical miss, read from its text.
fn claimed(sentence: &str) -> [Option<u64>; 2] {
    let number = |text: &str| text.replace(',', "").parse().ok();
    ["hit", "miss"].map(|side| {
        let (before, after) = sentence.split_once(&format!(" for a typical {side}"))?;
        // `the fewest for a typical miss, 3`, or `3 for a typical miss`.
        if before.ends_with("the fewest visits") || before.ends_with("the fewest") {
            let after = after.strip_prefix(", ")?;
            return number(after.split_once(", and ").map_or(after, |(number, _)| number));
        }
        let before = before.trim_end_matches(" visits").trim_end_matches(" visit");
        number(before.rsplit(' ').next()?)
    })
}

/// The names in a part of a sentence, and the number of those that it only counts.
fn names(part: &str) -> (Vec<&str>, usize) {
    let names: Vec<_> = part.split(" and ").flat_map(|names| names.split(", ")).collect();
    match names.split_last() {
        Some((last, others)) if last.ends_with(" more") => {
            (others.to_vec(), last.trim_end_matches(" more").parse().expect("a number"))
        }
        _ => (names, 0),
    }
}

/// Judges a sentence about these scans. Some of them are wrong.
fn judge(sentence: &str, all: &[Judged]) {
    let right: Vec<_> = all.iter().filter(|judged| judged.is_right).collect();
    if all.iter().all(|judged| judged.typical[0].is_none()) {
        // None can be shown wrong there, so none is named.
        return assert!(sentence.starts_with("No placement has a hit: the mask"), "{sentence}");
    }
    if right.is_empty() {
        return assert_eq!(sentence, "Every scan is wrong somewhere");
    }
    let text = sentence;
    let claimed = claimed(text);
    for side in [0, 1] {
        let fewest = right.iter().filter_map(|judged| judged.typical[side]).min();
        assert_eq!(claimed[side], fewest, "{sentence}: nothing needs fewer, and something needs this");
    }
    let has = |judged: &Judged, sides: &[usize]| sides.iter().all(|&side| judged.typical[side] == claimed[side]);
    let who = |part: &str, sides: &[usize]| {
        let (names, more) = names(part);
        let best: Vec<_> = right.iter().filter(|judged| has(judged, sides)).map(|it| it.scan.display_name()).collect();
        assert_eq!(names.len() + more, best.len(), "{sentence}: all of {best:?} are named or counted");
        assert!(names.iter().all(|name| best.iter().any(|best| best == name)), "{sentence}: {best:?}");
    };
    let both = right.iter().any(|judged| has(judged, &[0, 1]));
    if let Some(rest) = text.to_lowercase().strip_prefix("all ") {
        assert!(rest.starts_with(&format!("{} scans need ", right.len())), "{sentence}");
        assert!(right.len() > 1 && right.iter().all(|judged| has(judged, &[0, 1])), "{sentence}");
    } else if let Some((one, other)) = text.split_once(" the fewest visits for a typical hit, ") {
        assert!(!both, "{sentence}: one scan has the fewest of both");
        let other = other.split_once(", and ").expect("two parts").1;
        let (other, _) = other.split_once(" the fewest for a typical miss").expect("who needs the fewest at a miss");
        for (part, side) in [(one, 0), (other, 1)] {
            who(part.trim_end_matches(" needs").trim_end_matches(" need"), &[side]);
        }
    } else {
        assert!(both, "{sentence}");
        let word = if right.len() == 1 { " needs " } else { " the fewest visits: " };
        let part = text.split_once(word).unwrap_or_else(|| panic!("{sentence}")).0;
        who(part.trim_end_matches(" needs").trim_end_matches(" need"), &[0, 1]);
    }
}

/// The headline about costs, and the structured facts behind it.
fn surveyed(pair: &[Sprite; 2], scans: &[Scan]) -> (String, String, Fewest) {
    answered("cost", pair, scans)
}

/// The same of another question about the same survey.
fn answered(name: &str, pair: &[Sprite; 2], scans: &[Scan]) -> (String, String, Fewest) {
    let scene = Scene::of(pair.each_ref().map(|sprite| Actor::new(sprite.clone(), Placement::default())));
    let choices = Choices { scans: scans.to_vec(), scan: scans[0], ..Choices::default() };
    let setting = Setting::new(scene.clone(), scene.lay().expect("near each other"), choices);
    let question = question(name).expect("a question");
    let mut running = (question.survey)(&setting.choices).start(&setting).expect("an answer");
    assert!(running.finish(&|| false));
    let found = running.found();
    let fewest = Fewest::among(own::<CostAnswer>(&found), |_| true);
    let headline = Answered { question, setting: setting.into(), found }.headline();
    (headline.sentence, headline.detail, fewest)
}

/// Two sprites of one of many kinds: tiny, thin, empty, full, of any shape.
fn pair(dice: &mut Dice, number: u32) -> [Sprite; 2] {
    let size = |dice: &mut Dice| match dice.roll(8) {
        0 => Size::new(1, 1),
        1 => Size::new(63 + dice.roll(3), 1 + dice.roll(2)),
        2 => Size::new(1 + dice.roll(2), 63 + dice.roll(3)),
        _ => Size::new(1 + dice.roll(14), 1 + dice.roll(14)),
    };
    [0, 1].map(|sprite| {
        let size = size(dice);
        match (number % 10, sprite) {
            (0, _) => even(size, 255),
            (1, 0) => even(size, 0),
            _ => dice.shape(size),
        }
    })
}

/// No scan that the sentence passes over is better by what it claims.
#[test]
fn the_sentence_about_two_hundred_pairs_is_true_of_all_scans() {
    let mut dice = Dice::new(41);
    let variants: Vec<Scan> = Scan::variants().collect();
    let mut kinds = [0; 5];
    for number in 0..200 {
        let pair = pair(&mut dice, number);
        let scans: Vec<Scan> = match number % 4 {
            0 => Scan::ALL.to_vec(),
            1 => variants.clone(),
            // Some, in any order, now and then one twice.
            _ => (0..1 + dice.roll(6)).map(|_| variants[dice.roll(30) as usize]).collect(),
        };
        let mut once: Vec<Scan> = Vec::new();
        scans.iter().for_each(|scan| {
            if !once.contains(scan) {
                once.push(*scan);
            }
        });
        let judged: Vec<_> = once.iter().map(|&scan| judged(&pair, scan)).collect();
        let (sentence, detail, fewest) = surveyed(&pair, &scans);
        judge(&sentence, &judged);
        let is_proven = |judged: &&Judged| judged.is_right && judged.typical[0].is_some();
        let right: Vec<_> = judged.iter().filter(is_proven).map(|judged| judged.scan).collect();
        assert_eq!(fewest.compared, right, "pair {number}");
        let compared = match (once.len(), right.len()) {
            (_, 0) if judged[0].typical[0].is_none() => "So no scan can win, and none is proven right.".to_owned(),
            (1, _) | (_, 0) => String::new(),
            (all, some) if all == some => format!("all {all} scans compared"),
            (all, some) => format!("{some} of {all} scans compared, those never wrong here"),
        };
        assert!(detail.contains(&compared), "pair {number}: {detail}");
        if let Some(at) = detail.find("with one cell per visit, ") {
            let part = &detail[at + "with one cell per visit, ".len()..];
            let part = part.split(" · ").next().expect("a part");
            let ones = judged.into_iter().filter(|judged| judged.scan.reads().to_string() == "one cell");
            let ones: Vec<_> = ones.collect();
            judge(part, &ones);
        }
        let kind = match &*sentence {
            text if text.starts_with("No placement has a hit: ") => 0,
            text if text.starts_with("All ") => 1,
            text if text.contains(" the fewest visits: ") => 2,
            text if text.contains(" the fewest for a typical miss, ") => 3,
            _ => 4,
        };
        kinds[kind] += 1;
    }
    assert!(kinds.iter().all(|&count| count >= 5), "each kind of sentence is judged several times: {kinds:?}");
}

/// Returns the scans among those that compete that need the fewest visits at the most hits: several where they tie.
#[test]
fn the_winner_is_the_one_that_wins_at_the_most_hits() {
    let mut dice = Dice::new(43);
    let compete: Vec<Scan> = Scan::ALL.into_iter().filter(|scan| scan.hue().is_some()).collect();
    for number in 0..60 {
        let pair = pair(&mut dice, number);
        let mut wins = vec![0_u64; compete.len()];
        let mut hits = 0;
        for offset in offsets(pair[0].size(), pair[1].size()) {
            let [a, b] = pair.each_ref().map(Sprite::mask);
            if !Truth::of(a.mask(), b.mask(), offset).masks_overlap() {
                continue;
            }
            let visits = compete.iter().map(|scan| {
                let mut count = Count::default();
                scan.run(a, b, offset, None, &mut count);
                count.visits
            });
            let visits: Vec<_> = visits.collect();
            let fewest = visits.iter().min().expect("some compete");
            hits += 1;
            if visits.iter().filter(|visits| *visits == fewest).count() == 1 {
                wins[visits.iter().position(|visits| visits == fewest).expect("it is there")] += 1;
            }
        }
        let most = *wins.iter().max().expect("some compete");
        let first: Vec<_> = compete.iter().zip(&wins).filter(|(_, wins)| **wins == most).collect();
        let (sentence, detail, _) = answered("winners", &pair, &Scan::ALL);
        let at = format!("alone at {most} of {}", plural(hits, "hit"));
        match &first[..] {
            _ if hits == 0 => assert!(sentence.starts_with("No placement has a hit: the mask"), "{sentence}"),
            _ if most == 0 => assert_eq!(sentence, "No scan alone needs the fewest visits at any hit"),
            [(only, _)] => {
                let at = at.trim_start_matches("alone ");
                assert_eq!(sentence, format!("{} alone needs the fewest visits {at}", only.display_name()));
            }
            [(one, _), (other, _), ..] => {
                assert!(sentence.starts_with(&one.display_name()) && sentence.ends_with(&at), "{sentence}");
                assert!(first.len() > 3 || sentence.contains(&other.display_name()), "{sentence}");
            }
            [] => unreachable!("one of them has the most"),
        }
        assert!(hits == 0 || compete.iter().all(|scan| detail.contains(&scan.display_name())), "{detail}");
    }
    // Both look the same with columns and rows exchanged.
    let pair = [drawn("..#\n...\n#.."), drawn("##\n##")];
    let (sentence, _, _) = answered("winners", &pair, &["rows", "columns"].map(|name| name.parse().expect("a scan")));
    assert!(sentence.starts_with("rows and columns each need the fewest visits alone at "), "{sentence}");
}

#[test]
fn scans_that_tie_are_named() {
    let pixel = || even(Size::new(1, 1), 255);
    let pair = [pixel(), even(Size::new(64, 65), 255)];
    let (sentence, detail, fewest) = surveyed(&pair, &Scan::ALL);
    assert_eq!(sentence, "rows, columns and 13 more need the fewest visits: 1 for a typical hit");
    assert_eq!((fewest.best().len(), &fewest.miss), (15, &None), "one needs more");
    assert!(detail.contains("all 16 scans compared"), "{detail}");
    let (sentence, detail, _) = surveyed(&pair, &fewest.best());
    assert_eq!(sentence, "All 15 scans need 1 visit for a typical hit");
    assert!(detail.contains("all 15 scans compared"), "{detail}");
    let (sentence, _, _) = surveyed(&[pixel(), pixel()], &[Scan::ROWS]);
    assert_eq!(sentence, "rows needs 1 visit for a typical hit");
}

/// Every question that concludes something about scans, where nothing overlaps: none is named as better, faster or right.
#[test]
fn no_sentence_names_a_scan_where_nothing_overlaps() {
    let pair = [even(Size::new(5, 4), 0), even(Size::new(3, 6), 255)];
    let why = "No placement has a hit: the mask of A has no solid pixel";
    for question in ["cost", "winners"] {
        let (sentence, detail, fewest) = answered(question, &pair, &Scan::ALL);
        assert_eq!((&*sentence, &*detail), (why, "So no scan can win, and none is proven right."), "{question}");
        assert!(fewest.compared.is_empty() && fewest.best().is_empty() && fewest.sentence().is_empty());
    }
}

/// Sentences about two scans name none as better where they need the same.
#[test]
fn a_difference_is_named_where_there_is_one() {
    let full = even(Size::new(3, 3), 255);
    let says = |scans: [&str; 2]| {
        let scans = scans.map(|name| name.parse().expect("a scan"));
        let scene = Scene::of([&full, &full].map(|sprite| Actor::new(sprite.clone(), Placement::default())));
        let witness = maskscope_core::survey::Witness::Scan;
        let choices = Choices { witnesses: vec![witness(scans[0])], against: witness(scans[1]), ..Choices::default() };
        let setting = Setting::new(scene.clone(), scene.lay().expect("near each other"), choices);
        let question = question("difference").expect("a question");
        let mut running = (question.survey)(&setting.choices).start(&setting).expect("an answer");
        assert!(running.finish(&|| false));
        Answered { question, setting: setting.into(), found: running.found() }.headline().sentence
    };
    assert_eq!(says(["rows", "columns"]), "rows and columns need the same number of visits at every hit");
}
