//! Areas at every offset, compared with counting.

use std::{sync::Arc, time::Duration};

use maskscope_core::{
    mask::{Mask, Prepared, truth::Truth},
    scene::{Actor, MaskContact, Placement, Scene},
    survey::{Answered, AreaSurvey, Budget, Choices, Setting, Survey, question},
};

use crate::random::{Dice, SIZES, drawn, offsets};
use maskscope_core::geom::{Offset, Size};

fn surveyed(a: &Mask, b: &Mask) -> AreaSurvey {
    let [a, b] = [a, b].map(|mask| Arc::new(Prepared::new(mask.clone())));
    let mut map = AreaSurvey::new(&a, &b);
    assert!(map.finish(&|| false));
    map
}

fn pairs(percent: u32) -> Vec<[Mask; 2]> {
    let mut dice = Dice::new(21);
    SIZES.map(|sizes| sizes.map(|(width, height)| dice.mask(Size::new(width, height), percent))).into()
}

#[test]
fn every_area_is_the_truth() {
    for [a, b] in pairs(40) {
        let map = surveyed(&a, &b);
        for offset in offsets(a.size(), b.size()) {
            let area = Truth::of(&a, &b, offset).area;
            assert_eq!(u64::from(map.area(offset)), area, "{} and {} at {offset:?}", a.size(), b.size());
        }
    }
}

#[test]
fn two_blocks_share_more_the_nearer_they_are() {
    let block: Mask = "##\n##".parse().expect("a mask");
    let map = surveyed(&block, &block);
    assert!(map.areas.values().eq([1, 2, 1, 2, 4, 2, 1, 2, 1]));
    let row = |y| [0, 1, 2].map(|x| map.areas.at(x, y));
    assert_eq!([0, 1, 2].map(row), [[1, 2, 1], [2, 4, 2], [1, 2, 1]]);
}

#[test]
fn a_map_made_at_once_counts_as_one_made_place_by_place() {
    let question = question("area").expect("a question");
    let scene = Scene::of(["##\n##", "##\n#."].map(|text| Actor::new(drawn(text), Placement::default())));
    let setting = Arc::new(Setting::new(scene.clone(), scene.lay().expect("near each other"), Choices::default()));
    let sentence = |budget: Budget| {
        let mut running = (question.survey)(&setting.choices).start(&setting).expect("an answer");
        while !running.progress().is_complete() {
            running.step(budget, &|| false);
        }
        Answered { question, setting: Arc::clone(&setting), found: running.found() }.headline()
    };
    let at_once = sentence(Budget::Time(Duration::from_secs(1)));
    assert_eq!(at_once, sentence(Budget::Places(1)));
    assert_eq!(at_once.sentence, "Masks overlap at 8 placements, by up to 3 px");
}

#[test]
fn b_is_pushed_out_as_at_one_placement() {
    for percent in [3, 30, 97] {
        for [a, b] in pairs(percent) {
            let map = surveyed(&a, &b);
            let [a, b] = [&a, &b].map(|mask| Arc::new(Prepared::new(mask.clone())));
            let mut one_by_one = AreaSurvey::new(&a, &b);
            one_by_one.step(Budget::Places(1), &|| false);
            let is_known = one_by_one.progress().is_complete();
            assert!(is_known || one_by_one.push_out(Offset::default()).is_none(), "not every offset is known");
            one_by_one.step(Budget::Places(u64::MAX), &|| false);
            let (size_a, size_b) = (a.mask().size(), b.mask().size());
            for offset in offsets(size_a, size_b).step_by(7) {
                let contact = MaskContact::of(&a, &b, offset, &|| false).expect("nobody cancels");
                for map in [&map, &one_by_one] {
                    assert_eq!(map.push_out(offset), contact.push_out, "{size_a} and {size_b} at {offset:?}");
                }
            }
        }
    }
}
