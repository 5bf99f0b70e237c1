//! The program gives the numbers in `samples/pairs.json` and the frames in `samples/README.md`.

use std::collections::BTreeMap;

use maskscope::files::{SampleScene, sample_frames, sample_pairs, sample_scenes, sample_sprite};
use maskscope_core::{
    geom::{Cell, IntRect, Size},
    scan::{Count, Scan},
    scene::{Collision, Sprite},
};
use serde::Deserialize;

/// The entry of a pair in `samples/pairs.json`, counted pixel by pixel by an independent program.
#[derive(Deserialize)]
struct Expected {
    name: String,
    overlap: (i64, i64, u32, u32),
    cells: u64,
    area: u64,
    first_hit_rows: Option<(i64, i64)>,
    first_hit_visit: Option<u64>,
    sample10_hit: bool,
    #[serde(default)]
    area_at_threshold: BTreeMap<u8, u64>,
    area_by_word: Option<(u64, u64)>,
}

#[test]
fn every_pair_has_its_listed_numbers() {
    let list = include_str!("../../samples/pairs.json");
    let list: Vec<Expected> = serde_json::from_str(list).expect("a list of pairs");
    assert_eq!(list.len(), sample_pairs().len());
    for (expected, pair) in list.iter().zip(sample_pairs()) {
        assert_eq!(expected.name, pair.name);
        let [mut a, mut b] = [&pair.a, &pair.b].map(|name| sample_sprite(name).expect("a sample"));
        let of = |a: &Sprite, b: &Sprite| Collision::of(a.mask(), b.mask(), pair.offset);

        let collision = of(&a, &b);
        let (x, y, width, height) = expected.overlap;
        assert_eq!(collision.overlap_box, Some(IntRect { x, y, width, height }), "{}", pair.name);
        assert_eq!(collision.box_overlap().area(), expected.cells, "{}", pair.name);
        assert_eq!(collision.overlap_area, expected.area, "{}", pair.name);

        let mut count = Count::default();
        let hit = Scan::ROWS.run(a.mask(), b.mask(), pair.offset, None, &mut count);
        let first = hit.and_then(|hit| hit.cell).map(|(column, row)| (x + i64::from(column), y + i64::from(row)));
        assert_eq!(first, expected.first_hit_rows, "{}", pair.name);
        assert_eq!(count.visits, expected.first_hit_visit.unwrap_or(expected.cells), "{}", pair.name);

        let sample: Scan = "sample:10".parse().expect("a scan");
        let sampled = sample.run(a.mask(), b.mask(), pair.offset, None, &mut count);
        assert_eq!(sampled.is_some(), expected.sample10_hit, "{}", pair.name);

        if let Some(by_word) = expected.area_by_word {
            let shared =
                |cell: &Cell| a.mask().mask().get_cell(*cell) && b.mask().mask().get_cell(*cell - pair.offset.cell());
            let area = |columns: std::ops::Range<i64>| {
                let cells = columns.flat_map(|x| (0..i64::from(a.size().height)).map(move |y| Cell::new(x, y)));
                cells.filter(shared).count() as u64
            };
            assert_eq!((area(0..64), area(64..128)), by_word, "{}", pair.name);
        }
        for (&threshold, &area) in &expected.area_at_threshold {
            a.set_threshold(threshold);
            b.set_threshold(threshold);
            assert_eq!(of(&a, &b).overlap_area, area, "{} at threshold {threshold}", pair.name);
        }
    }
}

#[test]
fn every_animation_has_its_listed_frames() {
    let list = include_str!("../../samples/README.md");
    let scenes: Vec<_> = sample_scenes().iter().map(SampleScene::decode).collect();
    let animations = scenes.iter().flat_map(|scene| &scene.sprites).map(|actor| &actor.sprite);
    let animations: Vec<_> = animations.filter(|sprite| sprite.frames().all().len() > 1).collect();
    assert_eq!(animations.len(), 4);
    for sprite in &animations {
        let (name, frames) = (&sprite.name, sprite.frames());
        let Size { width, height } = frames.all()[0].picture.size();
        let row = list.lines().find(|line| line.starts_with('|') && line.contains(name)).expect("a row of the list");
        assert!(row.contains(&format!("| {} × {width} × {height} |", frames.all().len())), "{name}: {row}");
    }
    let millis = |name| -> Vec<u128> {
        sample_frames(name).expect("a sample").all().iter().map(|frame| frame.duration.as_millis()).collect()
    };
    assert_eq!(millis("spinner.gif"), [400, 80, 70, 60, 60, 60, 70, 80]);
    let walker = animations.iter().find(|sprite| sprite.name == "walker.png").expect("a sheet cut by a grid");
    assert_eq!(walker.frames().all().len(), 8);
    let atlas = sample_frames("atlas.json").expect("a sample");
    let names: Vec<&str> = atlas.all().iter().map(|frame| &*frame.name).collect();
    assert_eq!(names, ["heart.png", "bomb.png", "key.png", "potion.png", "sword.png"]);
    // The sword is upright again: with its guard it is 14 px wide, in the middle of 32 columns.
    let sword = &atlas.all()[4].picture;
    let columns = (0..32).filter(|&x| (0..32).any(|y| sword.pixel(x, y).is_some_and(|pixel| pixel[3] > 0)));
    assert_eq!(columns.collect::<Vec<_>>(), (9..23).collect::<Vec<_>>());
    assert_eq!(sword.pixel(15, 1).map(|pixel| pixel[3]), Some(255), "the point is at the top");
    assert_eq!(sword.pixel(10, 1).map(|pixel| pixel[3]), Some(0));
}
