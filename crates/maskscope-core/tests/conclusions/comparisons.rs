//! The ratio of the visits of two scans, and their errors, compared with running both at every offset.

use maskscope_core::{
    geom::Offset,
    scan::{Count, Scan},
    scene::{Actor, Convention, Parents, Placement, Scene},
    survey::{
        Answered, Choices, CostAnswer, Duel, Extreme, Found, Lattice, Ratios, Setting, Testimony, Winner, Witness,
        WonRegion, own, question,
    },
};

use crate::samples::sample;

fn setting(names: [&str; 2], witnesses: Vec<Witness>, against: Witness) -> Setting {
    let actor = |name| {
        let sprite = sample(name);
        Actor { sprite, placement: Placement::default(), parents: Parents::default() }
    };
    let scene = Scene { convention: Convention::default(), ..Scene::of(names.map(actor)) };
    let laid = scene.lay().expect("near each other");
    let choices = Choices { scans: Scan::ALL.to_vec(), scan: Scan::ROWS, witnesses, against, ..Choices::default() };
    Setting::new(scene, laid, choices)
}

fn found(name: &str, setting: &Setting) -> Found {
    let asked = question(name).expect("a question");
    let mut running = (asked.survey)(&setting.choices).start(setting).expect("an answer");
    assert!(running.finish(&|| false));
    running.found()
}

/// Runs two scans and returns their visits at every hit, from the top left.
fn at_hits(setting: &Setting, scans: [Scan; 2]) -> Vec<(Offset, [u32; 2])> {
    let [a, b] = setting.masks();
    let lattice = Lattice::new(a.mask().size(), b.mask().size());
    let size = lattice.size();
    let places = (0..size.height).flat_map(|y| (0..size.width).map(move |x| (x, y)));
    let hits = places.map(|(x, y)| lattice.offset(x, y)).filter(|&at| a.overlap_area(b, at) > 0);
    let visits = |scan: Scan, at: Offset| {
        let [a, b] = setting.pair.each_ref().map(|posed| posed.raster.mask_for(scan));
        let mut count = Count::default();
        scan.run(&a, &b, at, None, &mut count);
        u32::try_from(count.visits).expect("few")
    };
    hits.map(|at| (at, scans.map(|scan| visits(scan, at)))).collect()
}

fn judge(found: &Ratios, truth: &[(Offset, [u32; 2])]) {
    let ratio = |[base, own]: [u32; 2]| f64::from(base) / f64::from(own);
    let mut sorted: Vec<f64> = truth.iter().map(|(_, visits)| ratio(*visits)).collect();
    sorted.sort_by(f64::total_cmp);
    assert_eq!(found.hits, truth.len() as u64);
    assert_eq!(found.median, sorted.get((sorted.len().max(1) - 1) / 2).copied());
    let count = |is: fn(&u32, &u32) -> bool| truth.iter().filter(|(_, [base, own])| is(base, own)).count() as u64;
    assert_eq!(
        found.sides(),
        [count(|base, own| base > own), count(|base, own| base == own), count(|base, own| base < own)]
    );
    let reaching = truth.iter().filter(|(_, [base, own])| *base >= 20 * *own).count() as u64;
    assert_eq!(found.reaching_20, reaching);
    // Of equal ratios, the first from the top left counts.
    let mut best: Option<Extreme> = None;
    let mut worst: Option<Extreme> = None;
    for &(offset, visits) in truth {
        let here = Extreme { offset, visits };
        best = best.filter(|best| best.ratio() >= here.ratio()).or(Some(here));
        worst = worst.filter(|worst| worst.ratio() <= here.ratio()).or(Some(here));
    }
    assert_eq!((found.best, found.worst), (best, worst));
}

#[test]
fn two_scans_are_compared_with_each_other() {
    for names in [["edge-in", "center-out"], ["words", "columns"], ["x", "x"]] {
        let scans = names.map(|name| name.parse::<Scan>().expect("a scan"));
        let [one, other] = scans.map(Witness::Scan);
        let setting = setting(["coin", "star"], vec![one], other);
        let found = found("difference", &setting);
        let duel: &Duel = own(&found);
        assert_eq!(duel.scans(), scans);
        judge(&duel.ratios, &at_hits(&setting, scans));
        let [fewer, more] = [duel.ratios.fewer, duel.ratios.more].map(|bands| bands.iter().sum::<u64>());
        assert_eq!([fewer, duel.ratios.hits - fewer - more, more], duel.ratios.sides());
    }
}

#[test]
fn the_ship_and_the_rock_are_described_as_they_are() {
    let mut setting = setting(["ship", "rock"], Vec::new(), Witness::Truth);
    let found = found("cost", &setting);
    let mut sentence = |scan: &str| {
        setting.choices.scan = scan.parse().expect("a scan");
        let question = question("cost").expect("a question");
        let answered = Answered { question, setting: setting.clone().into(), found: found.clone() };
        let headline = answered.headline();
        let notes = answered.answer().page_maps().into_iter().map(|map| map.note).collect::<Vec<_>>();
        assert_eq!(notes.last().expect("a map"), "of 8 that read one cell per visit");
        (headline.sentence, headline.detail)
    };
    let fewest = "summed-area needs the fewest visits: 1 for a typical hit, 3 for a typical miss";
    let compared = "15 of 16 scans compared, those never wrong here · with one cell per visit, last-hit needs the fewest \
                    visits: 1 for a typical hit, ";
    let area = " · summed-area reads one area per visit";
    for scan in ["center-out", "rows", "combined", "sample"] {
        let (headline, detail) = sentence(scan);
        assert_eq!(headline, fewest, "whatever is looked at: {scan}");
        assert!(detail.starts_with(compared) && detail.ends_with(area), "{detail}");
    }
    let cost: &CostAnswer = own(&found);
    let named: Vec<_> = cost.winners.regions.iter().map(|WonRegion { winner, .. }| *winner).collect();
    assert!(named.len() >= 5 && named.contains(&Winner::Tie), "{named:?}");
    for WonRegion { winner, middle: (x, y), .. } in &cost.winners.regions {
        assert_eq!(cost.winners.at(*x, *y), *winner, "a name is inside its region");
    }
}

#[test]
fn nobody_who_answers_is_refused() {
    let setting = setting(["ship", "rock"], Vec::new(), Witness::Truth);
    let divergence = question("divergence").expect("a question");
    let asked = (divergence.survey)(&setting.choices).start(&setting);
    let Err(refused) = asked else { panic!("there is nothing to ask") };
    assert_eq!(refused.to_string(), "no scan, pre-check or engine is chosen");
}

#[test]
fn other_parameters_err_as_they_would_alone() {
    let sample: Scan = "sample:10".parse().expect("a scan");
    let mut all = setting(["ship", "rock"], vec![Witness::Scan(sample)], Witness::Truth);
    let others = sample.alternatives().into_iter().filter(|other| *other != sample);
    all.choices.alternatives = others.map(Witness::Scan).collect();
    let errors_of = |setting: &Setting| {
        let found = found("divergence", setting);
        let question = question("divergence").expect("a question");
        let answered = Answered { question, setting: setting.clone().into(), found };
        let errors = Testimony::of(&answered).expect("it judges").errors().expect("judged by the truth");
        let missed = errors.missed.clone();
        (errors.rows, missed, answered.headline().sentence, answered.answer().window_maps().len())
    };
    let (rows, missed, sentence, maps) = errors_of(&all);
    assert_eq!(maps, 1, "only the judged scan has a map");
    assert_eq!(sentence, "sample:10 misses 795 of 4,800 hits, 16.6 %");
    assert_eq!(missed.spread.map(|spread| (spread.median, spread.worst)), Some((16, 297)));
    assert_eq!(missed.histogram.iter().sum::<u64>(), 795);
    assert_eq!(rows.len(), 10);
    for row in rows {
        let mut alone = all.clone();
        alone.choices.witnesses = vec![row.witness];
        alone.choices.alternatives = Vec::new();
        assert_eq!(errors_of(&alone).0, [row]);
    }
}
