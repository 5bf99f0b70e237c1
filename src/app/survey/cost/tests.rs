//! One measurement is the same wherever it is shown: in the sentence, the card, the table, the text and the JSON.

use std::sync::Arc;

use super::cards::{fastest, fewest};
use super::table::ScanNumbers;
use maskscope_core::geom::Size;
use maskscope_core::measure::Timing;
use maskscope_core::scan::Scan;
use maskscope_core::scene::{Actor, Picture, PictureFormat, Placement, Scene, Sprite};
use maskscope_core::survey::{
    Among, Budget, Choices, CostAnswer, CostSurvey, Found, Round, Setting, Survey as _, SurveyTimes, question,
};
use maskscope_core::words::{duration, nanos};

/// Numbers that are the same every time: Knuth's linear congruential generator.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }

    fn sprite(&mut self, percent: u64) -> Sprite {
        let side = |dice: &mut Self| u32::try_from(1 + dice.roll(14)).expect("small");
        let size = Size::new(side(self), side(self));
        let rgba = (0..size.area()).flat_map(|_| [9, 9, 9, if self.roll(100) < percent { 255 } else { 0 }]);
        Sprite::new("dice", Picture::new(size, rgba.collect(), PictureFormat::Png, true), 0)
    }

    /// Times of up to some microseconds, of scans that are near each other or far apart.
    fn rounds(&mut self, costs: &CostAnswer) -> Vec<Round> {
        let unit = 10_f64.powi(i32::try_from(self.roll(4)).expect("small"));
        let near = 1 + self.roll(20);
        let speeds: Vec<u64> = costs.ranking.timed().iter().map(|_| 20 + self.roll(near)).collect();
        let round = |_| {
            let timing = |speed: &u64| {
                #[expect(clippy::cast_precision_loss, reason = "small")]
                let nanos = unit * (speed * 10 + self.roll(40)) as f64 / 10.0;
                Timing { median_nanos: nanos, min_nanos: nanos, spread: 0.02, batches: 5 }
            };
            Round { timings: speeds.iter().map(timing).collect(), preparing: vec![300.0; speeds.len()] }
        };
        costs.samples().map(round).collect()
    }
}

/// The scene of two sprites, and a survey of it.
fn surveyed(pair: [Sprite; 2]) -> (Setting, CostSurvey) {
    let survey = CostSurvey::new(pair[0].raster(), pair[1].raster(), &Scan::ALL);
    let scene = Scene::of(pair.map(|sprite| Actor::new(sprite, Placement::default())));
    let laid = scene.lay().expect("near each other");
    (Setting::new(scene, laid, Choices { scans: Scan::ALL.to_vec(), ..Choices::default() }), survey)
}

#[test]
fn one_measurement_is_the_same_everywhere() {
    let (mut dice, mut ties) = (Dice(5), 0);
    for number in 0..60 {
        let percent = 20 + 10 * (number % 8);
        let (setting, mut survey) = surveyed([dice.sprite(percent), dice.sprite(percent)]);
        assert!(survey.finish(&|| false));
        let mut costs = CostAnswer::of(&survey);
        let rounds = dice.rounds(&costs);
        let times = costs.timed(&rounds.iter().collect::<Vec<_>>());
        costs.times = Some(times.clone());
        let first = costs.ranking.fastest(Among::All, &times);
        if first.is_empty() {
            assert_eq!(costs.ranking.placements()[0], 0, "pair {number}");
            continue;
        }
        ties += u32::from(first.len() > 1);
        let names = costs.named(&first);
        let mean = costs.ranking.mean(first[0], &times).expect("it is timed");

        let sentence = costs.advice(&times).sentence;
        assert!(sentence.starts_with(&names), "pair {number}: {sentence}");
        assert_eq!(first.len() > 1, sentence.ends_with("are the fastest here, too close to tell apart"), "{sentence}");
        assert!(first.len() > 1 || sentence.contains(&format!(": {} per test", duration(mean.nanos))), "{sentence}");

        let card = fastest(&costs, &times);
        assert_eq!((&card.name, format!("{} {}", card.number, card.unit)), (&names, duration(mean.nanos)));
        assert!(card.below.starts_with("mean of a test · ± "), "{}", card.below);

        let found: Found = Arc::new(costs);
        let costs = found.downcast_ref::<CostAnswer>().expect("costs");
        let answer = (question("cost").expect("a question").answer)(&found, &setting);
        let (text, json) = (answer.text(), (answer.json)());
        assert!(text.lines.lines().any(|line| line == sentence), "pair {number}: {}", text.lines);
        let column = |name: &str| text.headings.iter().position(|heading| *heading == name).expect("a column");
        for (at, map) in costs.survey.maps.iter().enumerate() {
            let row = ScanNumbers::of(costs, &times, at, first.contains(&at));
            let written = [column("mean ns"), column("±")].map(|column| text.rows[at][column].clone());
            let [low, mean, high] = ["low_ns", "mean_ns", "high_ns"].map(|name| json["scans"][at][name].as_f64());
            assert_eq!(row.time, written, "{}: table and text", map.asked);
            let of_json = low.zip(mean).zip(high).map(|((low, mean), high)| {
                assert!((high - mean - (mean - low)).abs() < 1e-6 * mean);
                nanos(mean, high - mean)
            });
            let of_json = of_json.unwrap_or_else(|| ["–", ""].map(str::to_owned));
            assert_eq!(row.time[0], of_json[0], "{}: table and JSON", map.asked);
            let shown =
                costs.ranking.mean(at, &times).map_or(String::new(), |mean| nanos(mean.nanos, mean.error)[1].clone());
            assert_eq!(row.time[1], shown, "{}", map.asked);
            let error = costs.ranking.mean(at, &times).map(|mean| mean.error);
            let of_json = high.zip(mean).map(|(high, mean)| high - mean);
            assert!(error.zip(of_json).is_none_or(|(error, json)| (error - json).abs() < 1e-6 * (1.0 + error)));
            assert_eq!(row.is_fastest, first.contains(&at));
            let is_least = mean.is_none_or(|mean| mean >= costs.ranking.mean(first[0], &times).expect("timed").nanos);
            assert!(is_least, "{} is faster than {names} by the table", map.asked);
        }
    }
    assert!(ties > 5, "some are too close");
}

#[test]
fn cards_say_what_is_not_known() {
    let mut dice = Dice(9);
    let (_, mut survey) = surveyed([dice.sprite(60), dice.sprite(60)]);
    survey.step(Budget::Places(1), &|| false);
    let costs = CostAnswer::of(&survey);
    let cards = |costs: &CostAnswer| {
        let cards =
            [fewest(costs, Among::All), fewest(costs, Among::OnePixel), fastest(costs, &SurveyTimes::default())];
        cards.map(|card| (card.name, card.number))
    };
    assert_eq!(cards(&costs), [(); 3].map(|()| ("counting".to_owned(), "…".to_owned())));
    assert!(survey.finish(&|| false));
    let [fewest, _, fastest] = cards(&CostAnswer::of(&survey));
    assert!(!fewest.0.is_empty() && fewest.1 != "…");
    assert_eq!(fastest, ("measuring".to_owned(), "…".to_owned()));
    let (_, mut survey) = surveyed([dice.sprite(0), dice.sprite(60)]);
    assert!(survey.finish(&|| false));
    assert_eq!(cards(&CostAnswer::of(&survey)), [(); 3].map(|()| ("no winner".to_owned(), "–".to_owned())));
}
