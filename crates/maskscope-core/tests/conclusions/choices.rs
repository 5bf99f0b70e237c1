//! The scan to choose: what the sentence, the cards and the map claim, judged by running every scan at every offset.

use std::cmp::Ordering;
use std::collections::HashMap;

use maskscope_core::{
    geom::Size,
    mask::truth::Truth,
    measure::Timing,
    palette::Palette,
    scan::{Count, Own, Reads, Scan},
    scene::Sprite,
    survey::{Among, Budget, CostAnswer, CostSurvey, FewestShares, Hatch, Round, Survey, SurveyTimes, choice_maps},
    words::{duration, listed, plural, whole_percent},
};

use crate::random::{Dice, drawn, even, offsets};
use crate::samples::sample;

/// The visits of a scan at each placement, the hits first, and whether all answers are right.
struct Judged {
    visits: [Vec<u64>; 2],
    is_right: bool,
}

impl Judged {
    fn of([a, b]: &[Sprite; 2], scan: Scan) -> Self {
        let mut judged = Self { visits: <_>::default(), is_right: true };
        let masks = [a, b].map(|sprite| sprite.raster().mask_for(scan));
        for offset in offsets(a.size(), b.size()) {
            let truth = Truth::of(a.mask().mask(), b.mask().mask(), offset);
            if truth.overlap_box.is_none() {
                continue;
            }
            let mut count = Count::default();
            let is_hit = scan.run(&masks[0], &masks[1], offset, None, &mut count).is_some();
            judged.is_right &= is_hit == truth.masks_overlap();
            judged.visits[usize::from(!truth.masks_overlap())].push(count.visits);
        }
        judged
    }

    /// The median of hits, and the sums of hits and of misses.
    fn key(&self) -> [u64; 3] {
        let mut hits = self.visits[0].clone();
        hits.sort_unstable();
        let median = hits.len().checked_sub(1).map_or(0, |last| hits[last / 2]);
        [median, hits.iter().sum(), self.visits[1].iter().sum()]
    }
}

fn costs([a, b]: &[Sprite; 2], scans: &[Scan]) -> CostAnswer {
    let mut survey = CostSurvey::new(a.raster(), b.raster(), scans);
    assert!(survey.finish(&|| false));
    CostAnswer::of(&survey)
}

/// The scans that are proven right, of those compared, and at each placement who has the fewest visits: of scans that are
/// equal everywhere the first.
struct Contest {
    right: Vec<usize>,
    /// The first of the scans that are equal to each everywhere.
    like: Vec<usize>,
}

impl Contest {
    fn of(costs: &CostAnswer, judged: &[Judged], among: Among) -> Self {
        let allowed = |at: &usize| among == Among::All || costs.survey.maps[*at].asked.reads() == Reads::Cell;
        let is_right = |at: &usize| judged[*at].is_right && !judged[*at].visits[0].is_empty();
        let right: Vec<usize> = costs.ranking.order.iter().copied().filter(is_right).filter(allowed).collect();
        let first = |at: usize| right.iter().copied().find(|other| judged[*other].visits == judged[at].visits);
        let like = (0..judged.len()).map(|at| first(at).unwrap_or(at)).collect();
        Self { right, like }
    }

    /// Those with the fewest visits at a placement.
    fn fewest(&self, judged: &[Judged], side: usize, place: usize) -> Vec<usize> {
        let visits = |at: usize| judged[at].visits[side][place];
        let least = self.right.iter().map(|at| visits(*at)).min();
        let all = self.right.iter().copied().filter(|at| Some(visits(*at)) == least && self.like[*at] == *at);
        all.collect()
    }
}

/// Checks what is claimed of the first of those compared.
fn judge(costs: &CostAnswer, judged: &[Judged], among: Among) {
    let contest = Contest::of(costs, judged, among);
    let Some(best) = contest.right.iter().map(|at| judged[*at].key()).min() else {
        assert!(costs.ranking.first(among).is_empty());
        return;
    };
    let mut first = costs.ranking.first(among).to_vec();
    first.sort_unstable();
    let mut alike: Vec<_> = contest.right.iter().copied().filter(|at| judged[*at].key() == best).collect();
    alike.sort_unstable();
    assert_eq!(first, alike, "nothing of any kind is better, and all that are as good are named");
    let own = costs.ranking.first(among)[0];
    let sides = if among == Among::All { 0..2 } else { 0..1 };
    let mut shares = FewestShares::default();
    for (side, place) in sides.flat_map(|side| (0..judged[own].visits[side].len()).map(move |place| (side, place))) {
        let fewest = contest.fewest(judged, side, place);
        shares.alone += u64::from(fewest == [own]);
        shares.ties += u64::from(fewest.len() > 1 && fewest.contains(&own));
        shares.all += 1;
    }
    let is_one = first.iter().all(|at| contest.like[*at] == own);
    assert_eq!(costs.ranking.shares(among), is_one.then_some(shares), "{among:?}");
}

/// Times that dice make up: of each scan a speed of its own, and some noise.
fn rounds(costs: &CostAnswer, dice: &mut Dice) -> Vec<Round> {
    let speeds: Vec<f64> = costs.ranking.timed().iter().map(|_| f64::from(10 + dice.roll(12))).collect();
    let noise = f64::from(dice.roll(8));
    let round = |_| {
        let longer = f64::from(1 + dice.roll(9));
        let mut timing = |speed: &f64| {
            let nanos = speed * longer + noise * f64::from(dice.roll(100)) / 10.0;
            Timing { median_nanos: nanos, min_nanos: nanos, spread: 0.01, batches: 5 }
        };
        Round { timings: speeds.iter().map(&mut timing).collect(), preparing: vec![0.0; speeds.len()] }
    };
    costs.samples().map(round).collect()
}

fn measured(costs: &CostAnswer, rounds: &[Round]) -> SurveyTimes {
    costs.timed(&rounds.iter().collect::<Vec<_>>())
}

/// The mean of what a scan takes, or takes longer than `other`, hits and misses weighted by their numbers.
fn mean(costs: &CostAnswer, rounds: &[Round], scan: usize, other: Option<usize>) -> f64 {
    let place = |scan: usize| costs.ranking.timed().iter().position(|at| *at == scan).expect("it is timed");
    let nanos = |round: &Round| {
        let less = other.map_or(0.0, |other| round.timings[place(other)].median_nanos);
        round.timings[place(scan)].median_nanos - less
    };
    let hits = costs.ranking.samples[0].len();
    let mean = |rounds: &[Round]| rounds.iter().map(nanos).sum::<f64>() / rounds.len().max(1) as f64;
    let [all_hits, all_misses] = costs.ranking.placements().map(|count| count as f64);
    (all_hits * mean(&rounds[..hits]) + all_misses * mean(&rounds[hits..])) / (all_hits + all_misses)
}

#[test]
fn no_scan_of_any_kind_is_better_by_what_the_cards_of_sixty_pairs_claim() {
    let (mut dice, mut ties, mut separate) = (Dice::new(71), 0, 0);
    let variants: Vec<Scan> = Scan::variants().collect();
    for number in 0..60 {
        let pair = [0, 1].map(|_| {
            let size = Size::new(1 + dice.roll(20), 1 + dice.roll(14));
            dice.shape(size)
        });
        let scans = if number % 2 == 0 { &Scan::ALL[..] } else { &variants[..] };
        let costs = costs(&pair, scans);
        let judged: Vec<_> = scans.iter().map(|scan| Judged::of(&pair, *scan)).collect();
        judge(&costs, &judged, Among::All);
        judge(&costs, &judged, Among::OnePixel);
        let all = costs.advice(&SurveyTimes::default());
        assert!(!all.sentence.contains("best") && !all.sentence.contains("fastest"), "{}", all.sentence);
        if judged[0].visits[0].is_empty() {
            assert!(costs.samples().next().is_none(), "nothing is timed where nothing is proven");
            assert!(all.sentence.starts_with("No placement has a hit: the mask"), "{}", all.sentence);
            continue;
        }
        let first = costs.ranking.first(Among::All);
        let begin = format!("Fewest visits: {}, {} for a typical hit", costs.named(first), judged[first[0]].key()[0]);
        assert!(all.sentence.starts_with(&begin), "{}: {begin}", all.sentence);

        let rounds = rounds(&costs, &mut dice);
        // Nothing is the fastest before all is measured.
        for some in 0..rounds.len() {
            let times = measured(&costs, &rounds[..some]);
            assert!(costs.ranking.fastest(Among::All, &times).is_empty());
            let advice = costs.advice(&times);
            assert_eq!(advice.sentence, all.sentence);
            let detail = format!("Times are being measured: {some} of {}.", plural(rounds.len() as u64, "placement"));
            assert!(advice.detail.starts_with(&detail), "{}", advice.detail);
        }
        let times = measured(&costs, &rounds);
        let mean = |at| mean(&costs, &rounds, at, None);
        let least = costs.ranking.timed().iter().map(|at| mean(*at)).min_by(f64::total_cmp).expect("some are timed");
        let fastest = costs.ranking.fastest(Among::All, &times);
        assert_eq!(mean(fastest[0]).total_cmp(&least), Ordering::Equal, "nothing is faster");
        for &at in costs.ranking.timed() {
            let later = times
                .of_scan(at)
                .expect("timed")
                .less(times.of_scan(fastest[0]).expect("timed"), costs.ranking.placements());
            let later = later.expect("timed");
            assert!((later.nanos - self::mean(&costs, &rounds, at, Some(fastest[0]))).abs() < 1e-9);
            assert_eq!(fastest.contains(&at), later.interval()[0] <= 0.0, "what differences do not separate is named");
        }
        assert!(fastest.iter().all(|at| judged[*at].is_right), "nothing that is wrong somewhere is called the fastest");
        let advice = costs.advice(&times);
        match fastest[..] {
            [only] => {
                let begin = format!("{} is the fastest here: {} per test", costs.named(&[only]), duration(least));
                assert!(advice.sentence.starts_with(&begin), "{}: {begin}", advice.sentence);
                separate += 1;
            }
            _ => {
                let sentence = format!("{} are the fastest here, too close to tell apart", costs.named(&fastest));
                assert_eq!(advice.sentence, sentence);
                ties += 1;
            }
        }
    }
    assert!(ties > 5 && separate > 5, "{ties} are too close, {separate} are not");
}

#[test]
fn nothing_is_concluded_while_a_survey_counts() {
    let [ship, rock] = ["ship", "rock"].map(sample);
    let mut survey = CostSurvey::new(ship.raster(), rock.raster(), &Scan::ALL);
    survey.step(Budget::Places(700), &|| false);
    let costs = CostAnswer::of(&survey);
    let advice = costs.advice(&SurveyTimes::default());
    assert!(advice.sentence.starts_with("Fewest visits so far: "), "{}", advice.sentence);
    assert_eq!(advice.detail, "Counting: 700 of 7,134 placements.");
    assert_eq!((costs.ranking.shares(Among::All), costs.samples().count()), (None, 0));
    assert!(survey.finish(&|| false));
    let costs = CostAnswer::of(&survey);
    let sentence = "Fewest visits: summed-area, 1 for a typical hit, 3 for a miss";
    assert_eq!(costs.advice(&SurveyTimes::default()).sentence, sentence);
    let shares = costs.ranking.shares(Among::All).expect("complete");
    assert_eq!([shares.alone, shares.ties].map(|part| whole_percent(part, shares.all)), ["34 %", "45 %"]);
}

/// The scan that is named on a map at a place, and true if it shares it with another.
fn painted(pair: [&str; 2]) -> (CostAnswer, Vec<Judged>, [u64; 3]) {
    let pair = pair.map(sample);
    let costs = costs(&pair, &Scan::ALL);
    let judged: Vec<_> = Scan::ALL.iter().map(|scan| Judged::of(&pair, *scan)).collect();
    let contest = Contest::of(&costs, &judged, Among::All);
    let maps = choice_maps(&costs, Among::All, Scan::ROWS);
    let map = &maps[0];
    let first = costs.ranking.first(Among::All)[0];
    let (mut places, mut counts) = ([0; 2], [0; 3]);
    let size = costs.survey.lattice.size();
    let mut colors = HashMap::new();
    for (x, y) in (0..size.height).flat_map(|y| (0..size.width).map(move |x| (x, y))) {
        let side = usize::from(!costs.survey.overlaps.at(x, y));
        let fewest = contest.fewest(&judged, side, places[side]);
        places[side] += 1;
        let hatch = map.hatch(x, y, &Palette::DARK).map(|(hatch, _)| hatch);
        assert_eq!(hatch, (fewest.len() > 1).then_some(Hatch::Stripes), "a tie is painted as one, and nothing else");
        let names: Vec<_> = contest.right.iter().filter(|at| fewest.contains(&contest.like[**at])).collect();
        let names: Vec<_> = names.into_iter().map(|at| costs.survey.maps[*at].asked.display_name()).collect();
        assert!(map.tooltip(x, y).contains(&listed(&names)), "{}: {names:?}", map.tooltip(x, y));
        assert_eq!(map.tooltip(x, y).starts_with("tie: "), fewest.len() > 1, "{}", map.tooltip(x, y));
        let painted = (map.color(x, y, &Palette::DARK), map.hatch(x, y, &Palette::DARK).map(|(_, ink)| ink));
        let named = (names[..names.len().min(2)].to_vec(), side);
        assert_eq!(colors.entry(painted).or_insert_with(|| named.clone()), &named, "each has its own colours");
        counts[0] += u64::from(fewest == [first]);
        counts[1] += u64::from(fewest.contains(&first));
        counts[2] += 1;
    }
    for label in &map.labels {
        assert_eq!(label.term, Some((map.value)(label.at.0, label.at.1).0), "{} lies beside its region", label.text);
    }
    let ties = map.labels.iter().filter(|label| label.text == "tie").count();
    assert!(ties == usize::from(counts[1] > counts[0]), "ties have one name");
    drop(maps);
    (costs, judged, counts)
}

/// Of ring and gem one scan has the fewest visits at 86 % of the placements, but at 19.9 % alone.
#[test]
fn a_map_of_the_fewest_visits_paints_ties_as_ties() {
    let (costs, _, [alone, fewest, all]) = painted(["ring", "gem"]);
    assert_eq!((alone, all), (816, 4_096));
    let shares = costs.ranking.shares(Among::All).expect("one is first");
    assert_eq!([shares.alone, shares.alone + shares.ties, shares.all], [alone, fewest, all]);
    painted(["laser", "log"]);
    let (costs, ..) = painted(["ship", "rock"]);
    let wins = |name: &str| {
        let at = costs.survey.maps.iter().position(|map| map.asked.strategy() == name).expect("a scan");
        costs.ranking.wins(Among::All, at)
    };
    assert!(wins("words") && !wins("stripes"), "both need the same everywhere, and count once");
}

#[test]
fn where_nothing_overlaps_nothing_is_recommended() {
    let script = Own::new("never", "false");
    let scans: Vec<Scan> = Scan::ALL.into_iter().chain([script.into()]).collect();
    let (full, clear) = (even(Size::new(6, 5), 255), even(Size::new(4, 7), 0));
    for (pair, why) in [
        ([clear.clone(), full.clone()], "the mask of A has no solid pixel"),
        ([full.clone(), clear.clone()], "the mask of B has no solid pixel"),
        ([clear.clone(), clear], "the masks of A and B have no solid pixel"),
    ] {
        let costs = costs(&pair, &scans);
        let advice = costs.advice(&SurveyTimes::default());
        assert_eq!(advice.sentence, format!("No placement has a hit: {why}"));
        assert_eq!(advice.detail, "So no scan can win, and none is proven right.");
        for among in [Among::All, Among::OnePixel] {
            assert!(costs.ranking.right(among).is_empty() && costs.ranking.first(among).is_empty());
            let map = choice_maps(&costs, among, Scan::ROWS).swap_remove(0);
            assert!(map.places.all().all(|(x, y)| map.color(x, y, &Palette::DARK) == Palette::DARK.ctl), "no hue");
            assert_eq!(map.labels.iter().map(|label| &*label.text).collect::<Vec<_>>(), ["no hit at any placement"]);
            let Size { width, height } = costs.survey.lattice.size();
            assert_eq!(map.labels[0].at, (width / 2, height / 2), "in the middle");
        }
    }
    // Only a part without a hit is asked about.
    let dot = drawn("#....\n.....\n.....");
    let lattice = maskscope_core::survey::Lattice::new(dot.size(), dot.size());
    let part = maskscope_core::geom::IntRect { x: 2, y: 1, width: 2, height: 1 };
    let mut survey = CostSurvey::over(lattice.of_part(part), dot.raster(), dot.raster(), &scans);
    assert!(survey.finish(&|| false));
    let sentence = CostAnswer::of(&survey).advice(&SurveyTimes::default()).sentence;
    assert_eq!(sentence, "No placement has a hit: the masks overlap at none that was asked about");
    // Where something overlaps, a script that is only false is wrong.
    let costs = costs(&[full.clone(), full], &scans);
    assert!(!costs.ranking.right(Among::All).contains(&(scans.len() - 1)));
    assert!(costs.survey.maps[scans.len() - 1].costs.at(0, 0).visits == 0, "although it needs no visit");
}

#[test]
fn the_last_hit_competes_and_a_wrong_scan_does_not() {
    let pair = [drawn("####\n####\n####"), drawn(".#..\n####\n.#..")];
    let costs = costs(&pair, &Scan::ALL);
    let at = |name: &str| costs.survey.maps.iter().position(|map| map.asked.strategy() == name).expect("a scan");
    assert!(costs.ranking.right(Among::OnePixel).contains(&at("last-hit")));
    assert!(
        !costs.ranking.right(Among::All).contains(&at("sample")),
        "its summary: {:?}",
        costs.summaries[at("sample")]
    );
    assert!(costs.ranking.order.contains(&at("sample")), "it is listed");
    let sampled = costs.ranking.samples.each_ref().map(|samples| samples.len() as u64);
    assert_eq!(sampled, costs.ranking.placements().map(|count| count.min(16)), "spread over hits and misses");
}
