//! Hitboxes in files: slices of Aseprite, and objects of Tiled.

use std::{fs, path::Path};

use image::RgbaImage;
use maskscope::files::{Limits, decode_frames, load_frames, take_remarks};
use maskscope_core::scene::{Frames, Shown};
use maskscope_core::shape::Hitbox;
use tempfile::TempDir;

use crate::frames::{aseprite_of, layer};

/// The hitboxes in a file, a line for each: title, editor, and the hitbox of each frame as JSON; and a line of what is left out.
pub fn described(frames: &Frames) -> Vec<String> {
    let json = |hitbox: &Hitbox| serde_json::to_string(hitbox).expect("JSON");
    let hitboxes = frames.offers.hitboxes.iter().map(|offered| {
        let taken = offered.taken();
        let of = |frame| taken.of(Shown::Frame(frame)).map_or("-".to_owned(), json);
        let all: Vec<_> = (0..frames.all().len()).map(of).collect();
        format!("{}, {}: {}", offered.title, offered.editor.name, all.join(" "))
    });
    hitboxes.chain([frames.offers.left_out.clone()]).collect()
}

/// Writes `text` into a file called `name` beside an image `walls.png`, and reads it.
fn beside_walls(name: &str, text: &str) -> Result<Frames, String> {
    let folder = TempDir::new().expect("a folder");
    RgbaImage::new(9, 9).save(folder.path().join("walls.png")).expect("it can be written");
    fs::write(folder.path().join(name), text).expect("it can be written");
    load_frames(&folder.path().join(name), &Limits::default()).map_err(|why| why.reason.to_string())
}

/// A chunk of a slice; a key is its frame, x, y, width and height.
fn slice(name: &str, flags: u32, keys: &[[i32; 5]]) -> (u16, Vec<u8>) {
    let mut data = [u32::try_from(keys.len()).expect("few"), flags, 0].map(u32::to_le_bytes).concat();
    data.extend(u16::try_from(name.len()).expect("short").to_le_bytes());
    data.extend(name.as_bytes());
    for key in keys {
        data.extend(key.map(i32::to_le_bytes).concat());
        data.resize(data.len() + if flags & 1 > 0 { 16 } else { 0 } + if flags & 2 > 0 { 8 } else { 0 }, 0);
    }
    (0x2022, data)
}

#[test]
fn a_slice_holds_from_a_key_to_the_next_and_likely_names_come_first() {
    let chunks = [
        layer(true, 0, false),
        slice("all", 0, &[[0, 0, -1, 4, 3]]),
        slice("Hurt", 3, &[[2, 1, 1, 1, 1], [1, 0, 0, 2, 2], [3, 9, 9, 0, 1]]),
        slice("never", 0, &[[9, 1, 1, 1, 1]]),
        slice("Hurt", 0, &[[1, 5, 5, 1, 1], [2, 0, 0, 0, 0]]),
    ];
    let frames = decode_frames(&aseprite_of(5, 4, 3, &chunks), Path::new("a.aseprite"), &Limits::default());
    let first = r#"[{"box":[0,0,2,2]},{"box":[5,5,1,1]}] {"box":[1,1,1,1]} - -"#;
    let all = [r#"{"box":[0,-1,4,3]}"#; 5].join(" ");
    assert_eq!(
        described(&frames.expect("it is whole")),
        [
            format!("slice \"Hurt\", Aseprite: - {first}"),
            format!("slice \"all\", Aseprite: {all}"),
            "3 9-slice centres, 3 pivots".to_owned(),
        ]
    );
}

#[test]
fn a_slice_that_breaks_off_keeps_its_whole_keys() {
    let (kind, data) = slice("hit", 2, &[[0, 0, 0, 1, 1], [1, 1, 1, 2, 2], [2, 2, 2, 1, 1]]);
    let key = 20 + 8;
    let head = data.len() - 3 * key;
    let whole = ["{\"box\":[0,0,1,1]}", "{\"box\":[1,1,2,2]}", "{\"box\":[2,2,1,1]}"];
    for length in 0..data.len() {
        take_remarks();
        let chunks = [layer(true, 0, false), (kind, data[..length].to_vec()), (0x2018, vec![0; 10])];
        let frames = decode_frames(&aseprite_of(3, 4, 3, &chunks), Path::new("a.aseprite"), &Limits::default());
        let keys = length.saturating_sub(head) / key;
        // A key holds up to the next one, or to the end.
        let shown = (keys > 0).then(|| [0, 1, 2].map(|frame| whole[frame.min(keys - 1)]).join(" "));
        let shown = shown.map(|shown| format!("slice \"hit\", Aseprite: {shown}"));
        let left_out = if keys > 0 { maskscope_core::words::plural(keys as u64, "pivot") } else { String::new() };
        let frames = frames.expect("the picture is whole");
        assert_eq!(described(&frames), shown.into_iter().chain([left_out]).collect::<Vec<_>>(), "{length}");
        assert_eq!(take_remarks(), ["a.aseprite: left out, as damaged or cut short: 1 slice"], "{length}");
    }
}

/// Chunks that are not the picture cost nothing of it, however much is missing of them, nor as the last part of the file.
#[test]
fn parts_that_are_not_the_picture_never_cost_it() {
    let tags = [vec![2, 0], vec![0; 8], [vec![0; 17], vec![3, 0], b"run".to_vec()].concat().repeat(2)].concat();
    let palette =
        [vec![2, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0], vec![0; 8], [1, 0, 9, 9, 9, 9, 1, 0, b'r'].repeat(2)].concat();
    let old_palette = vec![1, 0, 0, 2, 9, 9, 9, 9, 9, 9];
    let parts = [
        slice("hit", 0, &[[0, 0, 0, 1, 1]]),
        (0x2018, tags),
        (0x2019, palette),
        (0x0004, old_palette),
        (0x2008, vec![1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7, 0, 0, 0, 0, 0, 1, 0, b'e']),
        (0x2020, vec![1, 0, 0, 0, 3, 0, b'a', b'b', b'c']),
        (0x2023, vec![7; 60]),
        (0x2007, vec![7; 16]),
        (0x7777, vec![7; 16]),
    ];
    let pixel = [vec![0; 6], vec![255, 0, 0], vec![0; 7], vec![1, 0, 1, 0, 1, 2, 3, 255]].concat();
    let cel = (0x2005, pixel);
    let read = |bytes: &[u8]| decode_frames(bytes, Path::new("a.aseprite"), &Limits::default());
    let solid =
        |bytes: &[u8]| read(bytes).map(|frames| frames.first().picture.pixel(0, 0)).map_err(|why| why.to_string());
    for (kind, data) in parts {
        for length in 0..=data.len() {
            let chunks = [layer(true, 0, false), (kind, data[..length].to_vec()), cel.clone()];
            let bytes = aseprite_of(1, 1, 1, &chunks);
            assert_eq!(solid(&bytes), Ok(Some([1, 2, 3, 255])), "{length} bytes of {kind:#x}");
        }
        // Behind everything else the file may end within it; a tileset could be needed.
        let bytes = aseprite_of(1, 1, 1, &[layer(true, 0, false), cel.clone(), (kind, data.clone())]);
        for cut in 1..=data.len() {
            let is_read = solid(&bytes[..bytes.len() - cut]).is_ok();
            assert_eq!(is_read, kind != 0x2023, "{kind:#x} without its last {cut} bytes");
        }
    }
    // Of a hidden layer nothing is seen.
    let hidden = (0x2005, [vec![1, 0, 0, 0, 0, 0, 255, 2, 0], vec![0; 7], vec![9, 0, 9, 0, 7]].concat());
    let bytes = aseprite_of(1, 1, 1, &[layer(true, 0, false), layer(false, 0, false), cel, hidden]);
    assert_eq!(solid(&bytes), Ok(Some([1, 2, 3, 255])));
}

/// A file as the editor's own users have it: its slice promises more keys than it has.
#[test]
fn a_real_file_whose_slice_is_short_shows_its_frames() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/support/short_slice.aseprite");
    let frames = load_frames(&path, &Limits::default()).expect("the picture is whole");
    let solid =
        |frame: &maskscope_core::scene::Frame| frame.picture.rgba().chunks(4).filter(|pixel| pixel[3] > 0).count();
    assert_eq!(frames.all().iter().map(solid).collect::<Vec<_>>(), [316, 256]);
    assert_eq!(frames.first().picture.size().to_string(), "32 × 32");
    let [remark] = &take_remarks()[..] else { panic!("one remark") };
    assert!(remark.ends_with("short_slice.aseprite: left out, as damaged or cut short: 1 slice"), "{remark}");
}

#[test]
fn slices_beside_a_sheet_are_read() {
    let frame = |x: u32| format!(r#"{{"frame":{{"x":{x},"y":0,"w":3,"h":9}},"duration":100}}"#);
    let slices = r#"[{"name":"body","keys":[
        {"frame":1,"bounds":{"x":0,"y":1,"w":2,"h":8},"pivot":{"x":1,"y":1}},
        {"frame":2,"bounds":{"x":1,"y":1,"w":1,"h":1}}]}]"#;
    let text = |slices: &str| {
        let frames = [0, 3, 6].map(frame).join(",");
        format!(r#"{{"frames":[{frames}],"meta":{{"image":"walls.png","slices":{slices}}}}}"#)
    };
    let frames = beside_walls("walls.json", &text(slices)).expect("an atlas");
    assert_eq!(described(&frames), [r#"slice "body", Aseprite: - {"box":[0,1,2,8]} {"box":[1,1,1,1]}"#, "1 pivot"]);
    // What cannot be read of them does not cost the picture.
    for (broken, left_out) in [
        (r#"[{"name":"a","keys":7},3]"#, "left out, as damaged: 2 slices"),
        ("7", "its slices are left out: they are not a list"),
    ] {
        take_remarks();
        let frames = beside_walls("walls.json", &text(broken)).expect("the picture is whole");
        assert_eq!((frames.all().len(), described(&frames)), (3, vec![String::new()]), "{broken}");
        let [remark] = &take_remarks()[..] else { panic!("one remark on {broken}") };
        assert!(remark.ends_with(&format!("walls.json: {left_out}")), "{remark}");
    }
}

const XML: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" name="walls" tilewidth="4" tileheight="3" margin="1" tilecount="4" columns="2">
 <image source="walls.png" width="9" height="9" trans="ff00ff"/>
 <tile id="0"><objectgroup draworder="index">
   <object id="4" name="hit" x="1" y="0.5" width="2" height="2"><ellipse/></object>
   <object id="5" x="0" y="0"><polygon points="0,0 4,0 4,-3"/></object>
   <object id="6" x="1" y="1"><point/></object>
   <object id="7" x="0" y="0"><polygon points="0,0 4,4 4,0 0,4"/></object>
 </objectgroup></tile>
 <tile id="3" type="wall"><properties><property name="a" value="b"/></properties><objectgroup>
   <properties/>
   <object id="1" type="hit" x="4" y="0" width="2" height="1" rotation="90"/>
   <object id="2" name="hit" x="0" y="0" width="4" height="2"><ellipse/></object>
 </objectgroup><animation><frame tileid="0" duration="100"/></animation></tile>
 <tile id="99"><objectgroup><object id="1" x="0" y="0" width="1" height="1"/></objectgroup></tile>
</tileset>"#;

const JSON: &str = r#"{"type":"tileset","name":"walls","tilewidth":4,"tileheight":3,"margin":1,"spacing":0,
 "image":"walls.png","imagewidth":9,"imageheight":9,"transparentcolor":"ff00ff","tiles":[
 {"id":0,"objectgroup":{"type":"objectgroup","objects":[
   {"id":4,"name":"hit","type":"","x":1,"y":0.5,"width":2,"height":2,"ellipse":true,"rotation":0},
   {"id":5,"name":"","type":"","x":0,"y":0,"width":0,"height":0,"polygon":[{"x":0,"y":0},{"x":4,"y":0},{"x":4,"y":-3}]},
   {"id":6,"x":1,"y":1,"point":true},
   {"id":7,"x":0,"y":0,"polygon":[{"x":0,"y":0},{"x":4,"y":4},{"x":4,"y":0},{"x":0,"y":4}]}]}},
 {"id":3,"objectgroup":{"objects":[
   {"id":1,"type":"hit","x":4,"y":0,"width":2,"height":1,"rotation":90},
   {"id":2,"name":"hit","x":0,"y":0,"width":4,"height":2,"ellipse":true}]},"animation":[{"duration":100,"tileid":0}]},
 {"id":99,"objectgroup":{"objects":[{"id":1,"x":0,"y":0,"width":1,"height":1}]}}]}"#;

/// The hitboxes of both.
fn of_walls() -> [String; 4] {
    let (circle, triangle) = (r#"{"circle":[2,1.5,1]}"#, r#"{"polygon":[[0,0],[4,0],[4,-3]]}"#);
    let wall = r#"{"polygon":[[4,0],[4,2],[3,2],[3,0]]},{"ellipse":[2,1,2,1]}"#;
    [
        format!("all objects, Tiled: [{triangle},{circle}] - - [{wall}]"),
        format!(r#"object "hit", Tiled: {circle} - - [{wall}]"#),
        format!("object 5, Tiled: {triangle} - - -"),
        "1 animation, 1 crossing polygon, 1 key colour, 1 point".to_owned(),
    ]
}

#[test]
fn objects_of_tiles_are_read_from_xml_and_json() {
    for (name, text) in [("walls.tsx", XML), ("walls.tsj", JSON), ("walls.json", JSON)] {
        let frames = beside_walls(name, text).expect(name);
        assert_eq!(described(&frames), of_walls(), "{name}");
        assert_eq!(frames.named("walls:3"), Ok(Shown::Frame(3)), "{name}");
    }
}

#[test]
fn maps_hold_tile_sets() {
    let set = &XML[XML.find("<tileset").expect("a set")..];
    let empty = r#"<tileset firstgid="9" name="b" tilewidth="1" tileheight="1"><image source="none.png" width="9" height="9"/></tileset>"#;
    let xml = format!(r#"<map><properties/>{empty}{set}<tileset firstgid="7" source="more.tsx"/><layer/></map>"#);
    let json = format!(r#"{{"tilewidth":9,"tilesets":[{JSON},{{"firstgid":7,"source":"more.tsx"}}],"layers":[]}}"#);
    for (name, text) in [("walls.tmx", xml), ("walls.tmj", json)] {
        assert_eq!(described(&beside_walls(name, &text).expect(name)), of_walls(), "{name}");
    }
}

#[test]
fn tiles_with_images_of_their_own_are_frames() {
    let tile = |id: u32, more: &str| {
        format!(
            r#"<tile id="{id}" {more}><image source="walls.png" width="9" height="9"/><objectgroup>
            <object id="2" x="1" y="2" width="3" height="3"/></objectgroup></tile>"#
        )
    };
    let set = format!("<tileset>{}{}</tileset>", tile(4, ""), tile(7, r#"x="1" y="2" width="5" height="6""#));
    let frames = beside_walls("walls.tsx", &set).expect("a set");
    let sizes: Vec<_> =
        frames.all().iter().map(|frame| format!("{} {}", frame.label(), frame.picture.size())).collect();
    assert_eq!(sizes, ["tile:4 9 × 9", "tile:7 5 × 6"]);
    assert_eq!(described(&frames), [r#"objects, Tiled: {"box":[1,2,3,3]} {"box":[1,2,3,3]}"#, ""]);
}

#[test]
fn tile_sets_that_cannot_be_read_say_why() {
    let isometric = XML.replace("<image", r#"<grid orientation="isometric" width="4" height="4"/><image"#);
    for (text, why) in [
        ("<tileset", "one of its tags is not closed"),
        ("<tileset><image width=\"9\"/></tileset>", "an image of it has no source"),
        ("<tileset/>", "it has no tiles"),
        ("<map/>", "it has no tile set"),
        ("<set/>", "its root is set, not tileset or map"),
        (&isometric, "its objects lie on an isometric grid"),
        (&XML.replace("tilewidth=\"4\"", "tilewidth=\"-4\""), "a whole number from 0 to 4,294,967,295 is expected"),
    ] {
        let refused = beside_walls("walls.tsx", text).expect_err(text);
        let reason = refused.strip_prefix("it is not a tile set of Tiled that can be read: ");
        assert!(reason.is_some_and(|reason| reason.starts_with(why)), "{text}: {refused}");
    }
    let broken = XML.replace("4,-3", "4;-3").replace("y=\"0.5\"", "y=\"half\"");
    let described_broken = described(&beside_walls("walls.tsx", &broken).expect("the picture is whole"));
    let left_out = "1 animation, 1 crossing polygon, 2 impossible objects, 1 key colour, 1 point";
    assert_eq!(described_broken.last().map(String::as_str), Some(left_out));
    let huge = XML.replace("x=\"1\"", "x=\"1e300\"").replace("rotation=\"90\"", "rotation=\"NaN\"");
    let described = described(&beside_walls("walls.tsx", &huge).expect("what is possible"));
    assert_eq!(
        described.last().map(String::as_str),
        Some("1 animation, 1 crossing polygon, 2 impossible objects, 1 key colour, 1 point")
    );
}
