//! Maps of Tiled whose tile sets are in other files.

use std::{fs, path::Path};

use image::{Rgba, RgbaImage};
use maskscope::files::{Limits, load_frames, take_remarks};
use maskscope_core::scene::Frames;
use tempfile::TempDir;

use crate::offered::described;

/// A folder with a map in `maps`, tile sets in `sets` and images in `art`. Tile n of the image has n solid pixels.
fn folder(map: &str, text: &str, sets: &[(&str, String)]) -> TempDir {
    let folder = TempDir::new().expect("a folder");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("it can be written");
    };
    write(&format!("maps/{map}"), text);
    sets.iter().for_each(|(name, text)| write(&format!("sets/{name}"), text));
    fs::create_dir(folder.path().join("art")).expect("a folder");
    let is_solid = |x: u32, y: u32| y * 4 + x % 4 < x / 4;
    let image = RgbaImage::from_fn(16, 4, |x, y| Rgba([9, 9, 9, if is_solid(x, y) { 255 } else { 0 }]));
    image.save(folder.path().join("art/walls.png")).expect("it can be written");
    folder
}

fn read(folder: &TempDir, map: &str) -> (Result<Frames, String>, Vec<String>) {
    take_remarks();
    let frames = load_frames(&folder.path().join("maps").join(map), &Limits::default());
    let said = take_remarks().iter().filter_map(|it| Some(it.split_once(&format!("{map}: "))?.1.to_owned())).collect();
    (frames.map_err(|why| why.reason.to_string().replace(&folder.path().display().to_string(), "")), said)
}

fn solid(frames: &Frames) -> Vec<String> {
    let count =
        |frame: &maskscope_core::scene::Frame| frame.picture.rgba().chunks(4).filter(|pixel| pixel[3] > 0).count();
    frames.all().iter().map(|frame| format!("{} {}", frame.label(), count(frame))).collect()
}

fn xml(name: &str, more: &str) -> String {
    format!(
        r#"<?xml version="1.0"?><tileset name="{name}" tilewidth="4" tileheight="4">
        <image source="../art/walls.png" width="16" height="4"/>{more}</tileset>"#
    )
}

const JSON: &str =
    r#"{"name":"more","tilewidth":8,"tileheight":4,"image":"../art/walls.png","imagewidth":16,"imageheight":4}"#;

#[test]
fn tile_sets_are_read_from_their_own_files() {
    let in_xml = |files: &[&str]| {
        let sets: String =
            files.iter().map(|file| format!(r#"<tileset firstgid="1" source="../sets/{file}"/>"#)).collect();
        format!("<map>{sets}<layer/></map>")
    };
    let in_json = |files: &[&str]| {
        let sets: Vec<_> = files.iter().map(|file| format!(r#"{{"firstgid":1,"source":"../sets/{file}"}}"#)).collect();
        format!(r#"{{"tilewidth":4,"tilesets":[{}],"layers":[]}}"#, sets.join(","))
    };
    let files = [("walls.tsx", xml("walls", "")), ("more.tsj", JSON.to_owned())];
    let both = ["walls:0 0", "walls:1 1", "walls:2 2", "walls:3 3", "more:0 1", "more:1 5"];
    for (map, text) in [("a.tmx", in_xml(&["walls.tsx", "more.tsj"])), ("a.tmj", in_json(&["walls.tsx", "more.tsj"]))] {
        let folder = folder(map, &text, &files);
        let (frames, said) = read(&folder, map);
        let frames = frames.expect(map);
        assert_eq!((solid(&frames), said), (both.map(str::to_owned).to_vec(), Vec::new()), "{map}");
        let is_art = |sheet: &std::path::PathBuf| Path::new(sheet).ends_with("art/walls.png");
        assert!(!frames.sheets.is_empty() && frames.sheets.iter().all(is_art), "{:?}", frames.sheets);
        // One that is missing costs no other.
        fs::remove_file(folder.path().join("sets/more.tsj")).expect("it can be removed");
        let (frames, said) = read(&folder, map);
        assert_eq!(solid(&frames.expect(map)), both[..4], "{map}");
        assert_eq!(said, ["left out: 1 tile set (../sets/more.tsj: there is no such file)"], "{map}");
        fs::remove_file(folder.path().join("sets/walls.tsx")).expect("it can be removed");
        assert_eq!(read(&folder, map).0.expect_err(map), "its tile set ../sets/walls.tsx: there is no such file");
    }
}

/// As old files of Tiled and other programs have them.
#[test]
fn an_image_without_a_size_has_its_own() {
    for size in [r#"width="16" height="4""#, "width=\"16\"", "", r#"width="0" height="0""#] {
        let files = [("walls.tsx", xml("walls", "").replace(r#"width="16" height="4""#, size))];
        let folder = folder("a.tmx", r#"<map><tileset source="../sets/walls.tsx"/></map>"#, &files);
        assert_eq!(solid(&read(&folder, "a.tmx").0.expect(size)).len(), 4, "{size}");
        fs::remove_file(folder.path().join("art/walls.png")).expect("it can be removed");
        let refused = read(&folder, "a.tmx").0.expect_err(size);
        assert!(refused.contains("walls.png is missing; --sheet names another"), "{refused}");
    }
}

#[test]
fn objects_and_templates_of_outer_sets_are_read() {
    let tile = r#"<tile id="2"><objectgroup><object id="1" name="hit" x="1" y="2" width="3" height="2"/>
        <object id="2" name="hit" template="full.tx"/></objectgroup></tile>"#;
    let template = r#"<template><object x="0" y="0" width="4" height="4"/></template>"#.to_owned();
    let files = [("walls.tsx", xml("walls", tile)), ("full.tx", template), ("more.tsj", JSON.to_owned())];
    let map = r#"<map><tileset source="../sets/more.tsj"/><tileset source="../sets/walls.tsx"/></map>"#;
    let frames = read(&folder("a.tmx", map, &files), "a.tmx").0.expect("a map");
    // Only sets with objects are frames.
    assert_eq!(frames.all().len(), 4);
    let hitbox = r#"[{"box":[1,2,3,2]},{"box":[0,0,4,4]}]"#;
    assert_eq!(described(&frames)[0], format!(r#"object "hit", Tiled: - - {hitbox} -"#));
}

#[test]
fn files_without_a_tile_set_are_refused_with_their_reason() {
    let map = |source: &str| format!(r#"<map><tileset source="{source}"/></map>"#);
    let files = [("map.tsx", "<map/>".to_owned()), ("set.tsx", "<tileset".to_owned()), ("list.tsj", "[]".to_owned())];
    let bad = "it is not a tile set of Tiled that can be read: ";
    for (source, why) in [
        ("../sets/map.tsx", format!("{bad}it has no tile set")),
        ("../sets/set.tsx", format!("{bad}one of its tags is not closed")),
        ("../sets/list.tsj", bad.to_owned()),
        ("../sets", "it is a directory".to_owned()),
    ] {
        let refused = read(&folder("a.tmx", &map(source), &files), "a.tmx").0.expect_err(source);
        assert!(refused.starts_with(&format!("its tile set {source}: {why}")), "{refused}");
    }
}
