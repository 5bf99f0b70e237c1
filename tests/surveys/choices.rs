//! The scan to choose: what the sentence and the cards claim, judged by running every scan at every offset.

use std::cmp::Ordering;

use maskscope::{
    geom::Size,
    mask::truth::Truth,
    measure::{Average, Times},
    scan::{Count, Reads, Scan},
    scene::Sprite,
    survey::{Among, CostAnswer, CostSurvey, Survey},
};

use crate::random::{Dice, drawn, offsets};

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

/// Checks what is claimed of the first of those compared.
fn judge(costs: &CostAnswer, judged: &[Judged], among: Among) {
    let allowed = |at: &usize| among == Among::All || costs.survey.maps[*at].asked.reads() == Reads::Cell;
    let right: Vec<usize> = (0..judged.len()).filter(|at| judged[*at].is_right).filter(allowed).collect();
    let Some(best) = right.iter().map(|at| judged[*at].key()).min() else {
        assert!(costs.ranking.first(among).is_empty());
        return;
    };
    let mut first = costs.ranking.first(among).to_vec();
    first.sort_unstable();
    let alike: Vec<_> = right.iter().copied().filter(|at| judged[*at].key() == best).collect();
    assert_eq!(first, alike, "nothing of any kind is better, and all that are as good are named");
    let sides = if among == Among::All { 0..2 } else { 0..1 };
    let own = costs.ranking.first(among)[0];
    let places = sides.flat_map(|side| (0..judged[own].visits[side].len()).map(move |place| (side, place)));
    let unbeaten = |(side, place): &(usize, usize)| {
        let visits = |at: usize| judged[at].visits[*side][*place];
        right.iter().all(|at| visits(*at) >= visits(own))
    };
    let counts = [places.clone().filter(unbeaten).count() as u64, places.count() as u64];
    assert_eq!(costs.ranking.unbeaten(among), Some(counts));
}

/// Times that dice make up.
fn times(dice: &mut Dice) -> Times {
    let mut average = || {
        let nanos = f64::from(10 + dice.roll(30));
        Some(Average { median_nanos: nanos, mean_nanos: nanos, spread: f64::from(dice.roll(10)) / 100.0 })
    };
    Times { hits: average(), misses: average(), preparing_nanos: 0.0 }
}

#[test]
fn no_scan_of_any_kind_is_better_by_what_the_cards_of_sixty_pairs_claim() {
    let (mut dice, mut ties) = (Dice::new(71), 0);
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

        let made: Vec<_> = scans.iter().map(|_| times(&mut dice)).collect();
        let times: Vec<_> = made.iter().map(Some).collect();
        let fastest = costs.ranking.fastest(&times);
        let placements = [0, 1].map(|side| judged[0].visits[side].len() as u64);
        let expected = |at: usize| made[at].expected(placements).expect("all are timed");
        let right = || (0..scans.len()).filter(|at| judged[*at].is_right);
        let least = right().map(|at| expected(at)[0]).min_by(f64::total_cmp).expect("some are right");
        assert_eq!(expected(fastest[0])[0].total_cmp(&least), Ordering::Equal, "nothing is faster");
        let [_, around] = expected(fastest[0]);
        for at in right() {
            let near = expected(at)[0] - expected(at)[1] <= least + around;
            assert_eq!(fastest.contains(&at), near, "what its spread does not separate is named");
        }
        ties += u32::from(fastest.len() > 1);
        // The best is the fastest; until all are timed, the first by visits.
        let sentence = costs.choice(&times);
        assert!(sentence.starts_with(&costs.named(&fastest)), "{sentence}");
        let waiting = costs.choice(&vec![None; scans.len()]);
        assert!(waiting.starts_with(&costs.named(costs.ranking.first(Among::All))), "{waiting}");
        for (sentence, at) in [(&sentence, fastest[0]), (&waiting, costs.ranking.first(Among::All)[0])] {
            let [typical, ..] = judged[at].key();
            let hit = format!("{typical} visit{} for a typical hit", if typical == 1 { "" } else { "s" });
            assert!(placements[0] == 0 || sentence.contains(&hit), "{sentence}: {hit}");
        }
    }
    assert!(ties > 5, "some are too close");
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
