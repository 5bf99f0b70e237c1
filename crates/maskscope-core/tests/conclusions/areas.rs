//! Areas at every offset, compared with counting.

use std::sync::Arc;

use maskscope_core::{
    mask::{Mask, Prepared, truth::Truth},
    scene::MaskContact,
    survey::{AreaSurvey, Budget, Survey},
};

use crate::random::{Dice, SIZES, offsets};
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
