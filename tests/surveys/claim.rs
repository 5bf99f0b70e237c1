//! PlayMyCode's claim, checked with its own loops.

use std::sync::Arc;

use maskscope::files::{sample_pairs, sample_sprite};
use maskscope_core::{
    geom::{Cell, Offset},
    mask::{Mask, overlap_box},
    scene::{Actor, Placement, Scene, Sprite},
    survey::{Answered, Choices, Duel, QuestionAbout, Setting, Witness, question},
};
use serde_json::json;

use crate::random::{drawn, offsets};

/// Returns the cells in the order of PlayMyCode's linear scan: x in the outer loop, y in the inner.
fn linear(width: i64, height: i64) -> Vec<Cell> {
    (0..width).flat_map(|x| (0..height).map(move |y| Cell::new(x, y))).collect()
}

/// Returns the cells in the order of its whole routine.
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

/// Returns the number of visits in this order up to the first shared pixel; `None` if there is no such pixel.
fn looks(a: &Mask, b: &Mask, offset: Offset, order: fn(i64, i64) -> Vec<Cell>) -> Option<usize> {
    let shared = overlap_box(a.size(), b.size(), offset)?;
    let cells = order(shared.width.into(), shared.height.into());
    let is_shared = |&cell: &Cell| {
        let in_a = shared.origin() + cell;
        a.get_cell(in_a) && b.get_cell(in_a - offset.cell())
    };
    Some(1 + cells.iter().position(is_shared)?)
}

/// Answers the question about two sprites.
fn claim([a, b]: [Sprite; 2]) -> Answered {
    let scene = Scene::of([a, b].map(|sprite| Actor::new(sprite, Placement::default())));
    let laid = scene.lay().expect("small");
    let question = question("claim").expect("a question");
    let QuestionAbout::TheseTwo([linear, clever]) = question.about else { panic!("it is about two scans") };
    let choices = Choices {
        scans: vec![linear, clever],
        scan: clever,
        witnesses: vec![Witness::Scan(linear)],
        against: Witness::Scan(clever),
        ..Choices::default()
    };
    let setting = Arc::new(Setting::new(scene, laid, choices));
    let mut running = (question.survey)(&setting.choices).start(&setting).expect("an answer");
    assert!(running.finish(&|| false));
    Answered { question, setting, found: running.found() }
}

#[test]
fn the_claim_on_the_samples_is_as_counted_by_other_code() {
    for pair in sample_pairs() {
        let sprites = [&pair.a, &pair.b].map(|name| sample_sprite(name).expect("a sample"));
        let answered = claim(sprites.clone());
        let [a, b] = sprites.each_ref().map(|sprite| sprite.mask().mask());
        let ratio = |offset| {
            let counts = looks(a, b, offset, linear).zip(looks(a, b, offset, combined));
            counts.map(|(linear, combined)| linear as f64 / combined as f64)
        };
        let mut ratios: Vec<f64> = offsets(a.size(), b.size()).filter_map(ratio).collect();
        let answer = answered.answer();
        let csv = answer.csv();
        let column = csv.lines().skip(1).map(|line| line.rsplit(',').next().expect("a column"));
        assert!(column.eq(ratios.iter().map(|ratio| format!("{ratio:.3}"))), "{}: every hit, row by row", pair.name);
        ratios.sort_by(f64::total_cmp);
        let mean = ratios.iter().sum::<f64>() / ratios.len() as f64;
        let (median, max) = (ratios[ratios.len().div_ceil(2) - 1], ratios[ratios.len() - 1]);
        let expected = json!({ "offsets": ratios.len(), "step": 1, "median": median, "mean": mean, "max": max });
        assert_eq!((answer.json)(), expected, "{}", pair.name);
        let found: &Duel = answered.found().expect("two scans");
        let count = |is: fn(f64) -> bool| ratios.iter().filter(|&&ratio| is(ratio)).count() as u64;
        assert_eq!(found.ratios.reaching_20, count(|ratio| ratio >= 20.0));
        assert_eq!(found.ratios.sides()[2], count(|ratio| ratio < 1.0));
        if pair.name == "ship-rock" {
            let sentence = "combined needs 3.5× fewer visits than columns in the median hit, 144× at best";
            let detail = "claim 20 to 100×: 24.0 % of hits reach 20×, 8.0 % need more visits";
            assert_eq!((&*answer.headline.sentence, &*answer.headline.detail), (sentence, detail));
        }
    }
}

#[test]
fn the_claim_is_a_sentence() {
    let answer_about = |a, b| {
        let answered = claim([drawn(a), drawn(b)]);
        let answer = answered.answer();
        ((answer.json)(), answer.headline.sentence, answer.headline.detail)
    };
    // Both hit at every offset, in boxes below 4 × 4, for which the whole routine is the linear scan.
    let (json, sentence, detail) = answer_about("#.", "##");
    assert_eq!(json, json!({ "offsets": 2, "step": 1, "median": 1.0, "mean": 1.0, "max": 1.0 }));
    assert_eq!(sentence, "combined needs the same number of visits as columns in the median hit, 1.0× at best");
    assert_eq!(detail, "claim 20 to 100×: 0 % of hits reach 20×, 0 % need more visits");
    // In a box of 6 × 1 the whole routine visits columns 0, 2, 4, then 1, 3, 5: the last but one comes third.
    let (json, sentence, _) = answer_about("....#.", "......\n....#.");
    assert_eq!(json, json!({ "offsets": 1, "step": 1, "median": 5.0 / 3.0, "mean": 5.0 / 3.0, "max": 5.0 / 3.0 }));
    assert_eq!(sentence, "combined needs 1.7× fewer visits than columns in the median hit, 1.7× at best");
    // The second column comes fourth.
    let (json, sentence, detail) = answer_about(".#....", "......\n.#....");
    assert_eq!((&json["offsets"], &json["max"]), (&1.into(), &0.5.into()));
    assert_eq!(sentence, "combined needs 2.0× more visits than columns in the median hit, 0.5× at best");
    assert_eq!(detail, "claim 20 to 100×: 0 % of hits reach 20×, 100 % need more visits");
    let (json, sentence, detail) = answer_about("..", "##");
    assert_eq!(json, json!({ "offsets": 0, "step": 1, "median": null, "mean": null, "max": null }));
    assert_eq!((&*sentence, &*detail), ("the masks never overlap, so there is nothing to compare", ""));
}
