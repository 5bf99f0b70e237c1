//! Costs at every offset, compared with the answer of `check` there.

use std::fs;

use maskscope::{cli, files::encode_scene};
use maskscope_core::{
    geom::Offset,
    scan::Scan,
    scene::{Actor, Placement, Scene, Sprite},
    survey::{Classification, CostMap, CostSurvey, Survey},
};
use serde_json::Value;

use crate::random::drawn;

fn surveyed([a, b]: &[Sprite; 2], scans: &[Scan]) -> CostSurvey {
    let mut survey = CostSurvey::new(a.raster(), b.raster(), scans);
    assert!(survey.finish(&|| false));
    survey
}

/// Returns visits and verdict at every offset, row by row, with each scan run alone.
fn mapped(survey: &CostSurvey, map: &CostMap) -> Vec<(Offset, u32, Classification)> {
    let size = survey.lattice.size();
    let places = (0..size.height).flat_map(|y| (0..size.width).map(move |x| (x, y)));
    let answers =
        places.map(|(x, y)| (survey.lattice.offset(x, y), map.costs.at(x, y).visits, survey.verdict(map, x, y)));
    answers.collect()
}

/// Writes the pair as a scene file and returns the answer of `check`.
fn checked([a, b]: &[Sprite; 2], offset: Offset) -> Value {
    let actor = |sprite: &Sprite, at| Actor::new(sprite.clone(), Placement::at(at));
    let scene = Scene::of([actor(a, (0.0, 0.0)), actor(b, (offset.x.into(), offset.y.into()))]);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("pair.json");
    fs::write(&path, encode_scene(&scene, None, true)).expect("written");
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let args = ["maskscope", "check", "--json", "--scene", path.to_str().expect("UTF-8")];
    assert_eq!(cli::run(args, &mut out, &mut err), cli::Outcome::Exit(0), "{}", String::from_utf8_lossy(&err));
    serde_json::from_slice(&out).expect("JSON")
}

#[test]
fn a_known_pair_costs_what_check_says_at_every_offset() {
    let pair = [drawn("#..#.\n.##..\n....#\n#.#.."), drawn(".#.\n#..\n..#")];
    let survey = surveyed(&pair, &Scan::ALL);
    let mut offsets = 0;
    for (offset, ..) in mapped(&survey, &survey.maps[0]) {
        let checked = checked(&pair, offset);
        let (x, y) = survey.lattice.place(offset).expect("the boxes overlap");
        assert_eq!(checked["masks_overlap"], survey.overlaps.at(x, y));
        for (map, expected) in survey.maps.iter().zip(checked["scans"].as_array().expect("a list")) {
            let cost = map.costs.at(x, y);
            assert_eq!(
                (&expected["visits"], &expected["hit"]),
                (&cost.visits.into(), &cost.is_hit.into()),
                "{offset:?}"
            );
        }
        offsets += 1;
    }
    assert_eq!(offsets, 7 * 6);
}
