//! Better hitboxes in the files of games: what is written, what is refused, and the way back.

use std::fs;
use std::path::{Path, PathBuf};

use image::{Rgba, RgbaImage};
use maskscope::files::{FixAnswer, FixRequest, HitboxRole, fix_hitbox, undo_fix};
use maskscope_core::mask::Mask;
use maskscope_core::shape::Shape;
use maskscope_core::shape::fit::Form;
use proptest::prelude::*;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::line::run;

#[path = "support/cases.rs"]
mod cases;

/// A hero of 6 × 3 solid pixels in a picture of 12 × 5.
const HERO: &str = "............\n..######....\n..######....\n..######....\n............";

const GODOT_4: &str = r#"[gd_scene load_steps=3 format=3 uid="uid://hero"]

[ext_resource type="Texture2D" path="res://hero.png" id="1"]

; as wide as the picture
[sub_resource type="RectangleShape2D" id="box"]
size = Vector2(12, 5)

[node name="Hero" type="CharacterBody2D"]

[node name="Sprite2D" type="Sprite2D" parent="."]
texture = ExtResource("1")

[node name="Shape" type="CollisionShape2D" parent="."]
shape = SubResource("box")
"#;

const GODOT_3: &str = r#"[gd_scene load_steps=3 format=2]

[ext_resource path="res://hero.png" type="Texture" id=1]

[sub_resource type="CapsuleShape2D" id=1]
radius = 2.0
height = 9.0

[node name="Hero" type="KinematicBody2D"]

[node name="Sprite" type="Sprite" parent="."]
texture = ExtResource( 1 )

[node name="Shape" type="CollisionShape2D" parent="."]
position = Vector2( 0, 0 )
shape = SubResource( 1 )
"#;

const GODOT_POLYGON: &str = r#"[gd_scene load_steps=2 format=3]

[ext_resource type="Texture2D" path="res://hero.png" id="1"]

[node name="Hero" type="Area2D"]

[node name="Sprite2D" type="Sprite2D" parent="."]
texture = ExtResource("1")
centered = false

[node name="Outline" type="CollisionPolygon2D" parent="."]
polygon = PackedVector2Array(0, 0, 12, 0, 12, 5.5, 0, 5)
"#;

const GAME_MAKER: &str = r#"{
  "bboxMode": 0,
  "bbox_bottom": 4,
  "bbox_left": 0,
  "bbox_right": 11,
  "bbox_top": 0,
  "collisionKind": 1,
  "frames": [
    {"name": "hero", "resourceType": "GMSpriteFrame",},
  ],
  "height": 5,
  "name": "spr_hero",
  "sequence": {"xorigin": 6, "yorigin": 4,},
  "width": 12,
}
"#;

const UNITY: &str = "fileFormatVersion: 2
guid: 0123456789abcdef0123456789abcdef
TextureImporter:
  spriteMode: 2
  spriteSheet:
    serializedVersion: 2
    sprites:
    - serializedVersion: 2
      name: hero_0
      rect:
        serializedVersion: 2
        x: 0
        y: 0
        width: 12
        height: 5
      alignment: 0
      pivot: {x: 0.5, y: 0.5}
      outline:
      - - {x: -6, y: 2}
        - {x: -6, y: -2}
        - {x: 6, y: -2}
      physicsShape:
      - - {x: -6, y: 2.5}
        - {x: -6, y: -2.5}
        - {x: 6, y: -2.5}
        - {x: 6, y: 2.5}
      internalID: -7
    outline: []
    physicsShape: []
";

const TSX: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" name="things" tilewidth="12" tileheight="5" tilecount="1" columns="1">
 <image source="hero.png" width="12" height="5"/>
 <!-- <object id="1" x="1"/> -->
 <tile id="0">
  <objectgroup draworder="index" id="2">
   <object id="1" name="hit" x="1" y="0" width="11" height="5"/>
  </objectgroup>
 </tile>
</tileset>
"#;

const TSJ: &str = r#"{ "columns":1, "image":"hero.png", "imagewidth":12, "imageheight":5, "name":"things",
 "tilewidth":12, "tileheight":5,
 "tiles":[
        {
         "id":0,
         "objectgroup":
            {
             "objects":[
                    {
                     "height":5,
                     "id":1,
                     "name":"hit",
                     "polygon":[
                            {
                             "x":0,
                             "y":0
                            }, 
                            {
                             "x":11.5,
                             "y":0
                            }, 
                            {
                             "x":11.5,
                             "y":5
                            }, 
                            {
                             "x":0,
                             "y":5
                            }],
                     "width":0,
                     "x":0.5,
                     "y":0
                    }]
            }
        }]
}
"#;

/// A file in a project of its own, beside the picture of the hero.
struct Project {
    folder: TempDir,
    path: PathBuf,
}

impl Project {
    fn new(name: &str, text: &str) -> Self {
        Self::with(name, text, HERO)
    }

    fn with(name: &str, text: &str, picture: &str) -> Self {
        let folder = TempDir::new().expect("a folder");
        fs::write(folder.path().join("maskscope.toml"), "").expect("it can be written");
        let mask: Mask = picture.parse().expect("a mask");
        let pixel = |x: u32, y: u32| Rgba([90, 90, 90, if mask.get(x, y) { 255 } else { 0 }]);
        let image = RgbaImage::from_fn(mask.width(), mask.height(), pixel);
        image.save(folder.path().join("hero.png")).expect("it can be written");
        let path = folder.path().join(name);
        fs::write(&path, text).expect("it can be written");
        Self { folder, path }
    }

    fn text(&self) -> String {
        fs::read_to_string(&self.path).expect("it is there")
    }

    fn fix(&self, name: &str, request: FixRequest) -> Result<FixAnswer, String> {
        fix_hitbox(&self.path, name, &request).map_err(|error| error.reason.to_string())
    }

    /// The reason why nothing is written.
    fn refused(&self, name: &str, request: FixRequest) -> String {
        let before = self.text();
        let why = self.fix(name, request).map(|answer| answer.diff).expect_err("it is refused");
        assert_eq!(self.text(), before, "{why}");
        why.replace(&self.folder.path().display().to_string(), "")
    }
}

/// A text with the first of each pair in place of the second one.
fn changed(text: &str, pairs: &[(&str, &str)]) -> String {
    pairs.iter().fold(text.to_owned(), |text, (old, new)| {
        assert!(text.contains(old), "{old} is not in {text}");
        text.replacen(old, new, 1)
    })
}

/// Each file, and what becomes of it.
fn files() -> Vec<(&'static str, &'static str, String)> {
    let in_first_line = "parent=\".\"]\nposition = Vector2(-1, 0)\nshape";
    vec![
        ("hero.tscn", GODOT_4, changed(GODOT_4, &[("(12, 5)", "(6, 3)"), ("parent=\".\"]\nshape", in_first_line)])),
        (
            "hero.yy",
            GAME_MAKER,
            changed(
                GAME_MAKER,
                &[
                    ("\"bboxMode\": 0", "\"bboxMode\": 2"),
                    ("\"bbox_bottom\": 4", "\"bbox_bottom\": 3"),
                    ("\"bbox_left\": 0", "\"bbox_left\": 2"),
                    ("\"bbox_right\": 11", "\"bbox_right\": 7"),
                    ("\"bbox_top\": 0", "\"bbox_top\": 1"),
                ],
            ),
        ),
        (
            "hero.tsx",
            TSX,
            changed(TSX, &[("x=\"1\" y=\"0\" width=\"11\" height=\"5\"", "x=\"2\" y=\"1\" width=\"6\" height=\"3\"")]),
        ),
    ]
}

#[test]
fn a_hitbox_is_fixed_once_and_undone_to_the_first_byte() {
    for (name, old, new) in files() {
        for (mark, end) in [("", "\n"), ("\u{feff}", "\n"), ("", "\r\n")] {
            let [old, new] = [old, &new].map(|text| format!("{mark}{}", text.replace('\n', end)));
            let project = Project::new(name, &old);
            let answer = project.fix("", FixRequest::default()).expect(name);
            assert_eq!(project.text(), new, "{name}");
            let after = answer.after.expect("a better one");
            assert_eq!(after.shape, Shape::Box([2.0, 1.0, 6.0, 3.0]), "{name}");
            assert_eq!((answer.is_written, after.counts.covered, after.counts.left_out), (true, 0, 0), "{name}");
            let is_changed =
                |(number, line): (usize, &str)| (old.lines().nth(number) != Some(line)).then_some(number + 1);
            let lines: Vec<_> = new.lines().enumerate().filter_map(is_changed).collect();
            assert!(answer.lines.iter().all(|line| lines.contains(line)), "{name}: {:?} of {lines:?}", answer.lines);
            let again = project.fix("", FixRequest::default()).expect(name);
            assert_eq!((again.is_written, again.after, again.is_best), (false, None, true), "{name}");
            assert_eq!(project.text(), new, "{name}");
            assert_eq!(undo_fix(&project.path).expect(name).left, 0);
            assert_eq!(project.text(), old, "{name}");
        }
    }
}

#[test]
fn what_is_only_shown_is_not_written() {
    let project = Project::new("hero.yy", GAME_MAKER);
    let answer = project.fix("spr_hero", FixRequest { is_dry: true, ..FixRequest::default() }).expect("it is fixed");
    assert!(!answer.is_written && answer.diff.contains("\n-  \"bbox_left\": 0,\n"), "{}", answer.diff);
    assert!(answer.diff.contains("\n+  \"bbox_left\": 2,\n"), "{}", answer.diff);
    assert_eq!(project.text(), GAME_MAKER);
    assert!(!project.folder.path().join(".maskscope").exists());
}

#[test]
fn corners_are_written_in_the_layout_and_the_direction_of_the_author() {
    for (name, text, shape) in [("hero.png.meta", UNITY, "hero_0"), ("hero.tsj", TSJ, "0/1")] {
        let project = Project::new(name, text);
        let answer = project.fix(shape, FixRequest::default()).expect(name);
        let after = answer.after.expect("a better one");
        assert_eq!((answer.hitbox.as_str(), after.counts.covered, after.counts.left_out), (shape, 0, 0), "{name}");
        let (Shape::Polygon(before), Shape::Polygon(corners)) = (&answer.before.shape, &after.shape) else {
            panic!("{name}: polygons")
        };
        assert_eq!((is_clockwise(corners), corners.len()), (is_clockwise(before), before.len()), "{name}");
        let new = project.text();
        assert_eq!(skeleton(&new), skeleton(text), "{name}: only numbers differ");
        let again = project.fix(shape, FixRequest::default()).expect(name);
        assert_eq!((again.is_written, again.after), (false, None), "{name}");
        undo_fix(&project.path).expect(name);
        assert_eq!(project.text(), text, "{name}");
        // Another number of corners, in the same layout.
        let corners = |answer: FixAnswer| match answer.after.map(|after| after.shape) {
            Some(Shape::Polygon(corners)) => corners,
            other => panic!("{name}: {other:?} is not a polygon"),
        };
        let by_form = |form| FixRequest { form: Some(form), ..FixRequest::default() };
        let braces = |text: &str| text.matches('{').count();
        assert_eq!(corners(project.fix(shape, by_form(Form::Polygon(3))).expect(name)).len(), 3, "{name}");
        assert_eq!(braces(&project.text()) + 1, braces(text), "{name}");
        let boxed = corners(project.fix(shape, by_form(Form::Box)).expect(name));
        assert_eq!((is_clockwise(&boxed), boxed.len()), (is_clockwise(before), 4), "{name}");
        assert_eq!(skeleton(&project.text()), skeleton(text), "{name}");
        assert_eq!(
            [undo_fix(&project.path).expect(name).left, undo_fix(&project.path).expect(name).left],
            [1, 0],
            "{name}"
        );
        assert_eq!(project.text(), text, "{name}");
    }
}

fn is_clockwise(corners: &[[f64; 2]]) -> bool {
    let next = corners.iter().cycle().skip(1);
    corners.iter().zip(next).map(|([ax, ay], [bx, by])| ax * by - bx * ay).sum::<f64>() > 0.0
}

/// A text without what numbers consist of.
fn skeleton(text: &str) -> String {
    text.chars().filter(|c| !c.is_ascii_digit() && !"+-.eE".contains(*c)).collect()
}

/// A text without its numbers, and without what stands between the corners of a polygon.
fn letters(text: &str) -> String {
    skeleton(text).chars().filter(|c| !c.is_whitespace() && !",:{}[]()\"xy".contains(*c)).collect()
}

#[test]
fn numbers_of_godot_are_times_the_scale_of_the_sprite_and_from_its_place() {
    let scaled = "type=\"Sprite2D\" parent=\".\"]\nposition = Vector2(10, 4)\nscale = Vector2(1.5, 1.5)";
    let text = changed(GODOT_4, &[("type=\"Sprite2D\" parent=\".\"]", scaled), ("(12, 5)", "(18, 7.5)")]);
    let project = Project::new("hero.tscn", &text);
    project.fix("Hero", FixRequest::default()).expect("it is fixed");
    let new = project.text();
    // The middle of the hero is a pixel left of that of the picture.
    assert!(new.contains("size = Vector2(9, 4.5)\n") && new.contains("position = Vector2(8.5, 4)\nshape"), "{new}");
}

#[test]
fn a_capsule_stays_upright_and_its_height_is_that_of_its_version() {
    let upright = "...\n###\n###\n###\n###\n###\n###\n...";
    for (version, text, caps) in [
        (3, changed(GODOT_3, &[("radius = 2.0", "radius = 2.5")]), 0.0),
        (
            4,
            changed(
                GODOT_3,
                &[("format=2", "format=3"), ("radius = 2.0", "radius = 2.5"), ("height = 9.0", "height = 14.0")],
            ),
            2.0,
        ),
    ] {
        let project = Project::with("hero.tscn", &text, upright);
        let answer = project.fix("", FixRequest::default()).expect("it is fixed");
        let Some(Shape::Capsule([x1, y1, x2, y2, radius])) = answer.after.map(|after| after.shape) else {
            panic!("a capsule")
        };
        assert_eq!(x1, x2, "Godot {version}");
        let field = |name: &str| {
            let text = project.text();
            let value = text.lines().find_map(|line| line.strip_prefix(&format!("{name} = "))).expect("a field");
            value.parse::<f64>().expect("a number")
        };
        assert_eq!((field("radius"), field("height")), (radius, (y2 - y1) + caps * radius), "Godot {version}");
        let again = project.fix("", FixRequest::default()).expect("it is fixed");
        assert_eq!(again.after, None, "Godot {version}");
    }
}

#[test]
fn sizes_that_are_left_out_are_those_of_the_engine_and_are_added() {
    let text = changed(GODOT_4, &[("size = Vector2(12, 5)\n", "")]);
    let project = Project::new("hero.tscn", &text);
    let answer = project.fix("", FixRequest::default()).expect("it is fixed");
    assert_eq!(answer.before.shape, Shape::Box([-4.0, -7.5, 20.0, 20.0]));
    assert!(project.text().contains("id=\"box\"]\nsize = Vector2(6, 3)\n"), "{}", project.text());
    undo_fix(&project.path).expect("it is undone");
    assert_eq!(project.text(), text);
}

#[test]
fn numbers_that_are_not_those_of_the_picture_are_refused() {
    let sprite = "type=\"Sprite2D\" parent=\".\"]\n";
    let shape = "type=\"CollisionShape2D\" parent=\".\"]\n";
    let more = |base: &str, text: &str| format!("{base}{text}");
    let other = "\n[node name=\"Other\" type=\"CollisionShape2D\" parent=\".\"]\nshape = SubResource(\"box\")\n";
    let own = "\n[sub_resource type=\"CircleShape2D\" id=\"round\"]\nradius = 1.0\n\n[node name=\"Hero\"";
    let rounded = other.replace("\"box\"", "\"round\"");
    let several = changed(GODOT_4, &[("\n[node name=\"Hero\"", own)]) + rounded.as_str();
    let animated = "\n[node name=\"Player\" type=\"AnimationPlayer\" parent=\".\"]\n\
        libraries = {\"\": 0}\n\n[sub_resource type=\"Animation\" id=\"a\"]\ntracks/0/path = NodePath(\"Shape:position\")\n";
    let round = [("RectangleShape2D", "CircleShape2D"), ("size = Vector2(12, 5)", "radius = 4.0")];
    let uneven = format!("{sprite}scale = Vector2(1, 2)\n");
    for (name, text, why) in [
        (
            "",
            changed(GODOT_4, &[(shape, &format!("{shape}rotation = 0.5\n"))]),
            "the node of its shape, or one above it, is turned",
        ),
        (
            "",
            changed(GODOT_4, &[(shape, &format!("{shape}scale = Vector2(2, 2)\n"))]),
            "the node of its shape, or one above it, is scaled",
        ),
        ("", changed(GODOT_4, &[(sprite, &format!("{sprite}rotation = 0.5\n"))]), "its sprite is turned"),
        (
            "",
            changed(&changed(GODOT_4, &round), &[(sprite, &uneven)]),
            "its shape is round, and its sprite has unequal scales",
        ),
        ("", more(GODOT_4, animated), "an animation of it moves or changes the shape"),
        ("Shape", more(GODOT_4, other), "its shape is that of several nodes"),
        ("", several.clone(), "Hero has 2 shapes, and one is written at a time: /hero.tscn:Shape, /hero.tscn:Other"),
        ("Foe", GODOT_4.to_owned(), "it has no hitbox 'Foe' that can be written; it has /hero.tscn:Hero"),
        ("", changed(GODOT_4, &[(" type=\"CollisionShape2D\"", "")]), "its shape is a node of an instanced scene"),
        (
            "",
            changed(
                GODOT_4,
                &[
                    ("type=\"Sprite2D\" parent=\".\"", "type=\"Sprite2D\" parent=\"Eyes\""),
                    (
                        "[node name=\"Sprite2D\"",
                        "[node name=\"Eyes\" type=\"Area2D\" parent=\".\"]\n\n[node name=\"Sprite2D\"",
                    ),
                ],
            ),
            "the picture of its hitbox is not known: no sprite is in the same body",
        ),
    ] {
        let project = Project::new("hero.tscn", &text);
        assert_eq!(project.refused(name, FixRequest::default()), why, "{text}");
    }
    // One of several is written where it is named, and lies over what the others leave.
    let project = Project::new("hero.tscn", &several);
    let answer = project.fix("Shape", FixRequest { role: Some(HitboxRole::Fit), ..FixRequest::default() });
    assert_eq!(answer.expect("it is fixed").hitbox, "Shape");
}

#[test]
fn files_say_why_they_are_not_written() {
    let empty = "      physicsShape:\n      - - {x: -6, y: 2.5}\n        - {x: -6, y: -2.5}\n        - {x: 6, y: -2.5}\n        - {x: 6, y: 2.5}\n";
    let two = "        - {x: 6, y: 2.5}\n      - - {x: -1, y: 1}\n        - {x: -1, y: 0}\n        - {x: 1, y: 0}\n";
    for (name, text, why) in [
        (
            "hero.yy",
            changed(GAME_MAKER, &[("Kind\": 1", "Kind\": 0")]),
            "its mask is precise: GameMaker tests pixels, and no shape",
        ),
        (
            "hero.yy",
            changed(GAME_MAKER, &[("Mode\": 0", "Mode\": 1"), ("right\": 11", "right\": 10")]),
            "its bboxMode is the full image, and its bounding box is different",
        ),
        (
            "hero.png.meta",
            changed(UNITY, &[(empty, "      physicsShape: []\n")]),
            "its physics shapes are made by Unity on import: none is in the file",
        ),
        (
            "hero.png.meta",
            changed(UNITY, &[("        - {x: 6, y: 2.5}\n", two)]),
            "its physics shape has 2 paths, and a single one is written",
        ),
        ("hero.tsx", changed(TSX, &[("name=\"hit\"", "name=\"hit\" rotation=\"30\"")]), "its object is turned"),
        (
            "hero.tsx",
            changed(TSX, &[("x=\"1\" y=\"0\" width=\"11\"", "x=\"0\" y=\"0\" width=\"12\"")]),
            "its hitbox is as large as its tile, as terrain is; --role fit writes it all the same",
        ),
        (
            "hero.txt",
            "hero".to_owned(),
            "it is not a file whose hitboxes are written: scenes of Godot, sprites of GameMaker, .meta files of Unity and tile sets of Tiled are",
        ),
    ] {
        let project = Project::new(name, &text);
        assert_eq!(project.refused("", FixRequest::default()), why, "{name}");
    }
    let project = Project::new("hero.tscn", GODOT_4);
    let request = FixRequest { form: Some(Form::Circle), ..FixRequest::default() };
    assert_eq!(project.refused("", request), "its shape is a RectangleShape2D, and stays one");
}

#[test]
fn a_shape_that_may_be_small_on_purpose_is_only_changed_by_its_role() {
    let small = changed(GODOT_4, &[("(12, 5)", "(2, 1)")]);
    let project = Project::new("hero.tscn", &small);
    let why = project.refused("", FixRequest::default());
    assert!(why.starts_with("its hitbox covers no clear pixel, and may be small on purpose; --role fit"), "{why}");
    let by_role = |role| FixRequest { role: Some(role), ..FixRequest::default() };
    assert_eq!(project.fix("", by_role(HitboxRole::Inside)).expect("it is judged").after, None);
    assert!(project.fix("", by_role(HitboxRole::Fit)).expect("it is fixed").is_written);
    let large = Project::new("hero.tscn", GODOT_4);
    assert_eq!(large.fix("", by_role(HitboxRole::Outside)).expect("it is judged").after, None);
    let inside = large.fix("", by_role(HitboxRole::Inside)).expect("it is fixed").after.expect("a better one");
    assert_eq!(inside.shape, Shape::Box([2.0, 1.0, 6.0, 3.0]));
}

#[test]
fn one_shape_is_fitted_to_all_frames_that_share_it() {
    let frames = "....####....\n....####....";
    let sheet = changed(GODOT_4, &[("texture = ExtResource(\"1\")", "texture = ExtResource(\"1\")\nhframes = 3")]);
    let sheet = changed(&sheet, &[("(12, 5)", "(4, 2)")]);
    let project = Project::with("hero.tscn", &sheet, frames);
    let all = FixRequest { is_of_all_frames: true, role: Some(HitboxRole::Fit), ..FixRequest::default() };
    // Of three frames of 4 × 2, one is solid: no pixel is solid in most.
    assert_eq!(project.refused("", all), "its frames have no pixels in common, so no shape fits them");
    let project = Project::with("hero.tscn", &sheet, "##..##.#....\n##..#.......");
    let answer = project.fix("", all).expect("it is fixed");
    let after = answer.after.expect("a better one");
    assert_eq!(
        (after.shape, after.counts.covered, after.counts.left_out, answer.solid),
        (Shape::Box([0.0, 0.0, 2.0, 1.0]), 2, 4, 8)
    );
    assert_eq!(answer.frames, (3, 3));
}

/// Of a pixel below the shoulders, the best box leaves out the legs: what stands would sink by them.
#[test]
fn what_stands_does_not_sink_into_the_floor() {
    let figure = "............\n..######....\n..######....\n..######....\n...#........";
    let project = Project::with("hero.tscn", GODOT_4, figure);
    let feet = FixRequest { role: Some(HitboxRole::Feet), ..FixRequest::default() };
    let why = "its lower edge would move up from 5 to 4 px, and what stands on it would sink into the floor";
    assert_eq!(project.refused("", feet), why);
    let fit = FixRequest { role: Some(HitboxRole::Fit), ..FixRequest::default() };
    assert!(project.fix("", fit).expect("it is fixed").is_written);
}

/// The first frame has a pixel, the others are full: what fits it is worse in them.
#[test]
fn what_is_better_in_a_frame_and_worse_in_all_is_refused() {
    let sheet = changed(GODOT_4, &[("texture = ExtResource(\"1\")", "texture = ExtResource(\"1\")\nhframes = 3")]);
    let project = Project::with("hero.tscn", &changed(&sheet, &[("(12, 5)", "(4, 2)")]), "#...########\n....########");
    assert_eq!(
        project.refused("", FixRequest::default()),
        "over the 3 frames that share the shape, 14 px would be wrong, not 7; --role fit writes it all the same, \
         --all-frames fits it to all"
    );
    let asked = FixRequest { role: Some(HitboxRole::Fit), is_dry: true, ..FixRequest::default() };
    assert!(project.fix("", asked).expect("it is asked for").after.is_some());
    let all = project.fix("", FixRequest { is_of_all_frames: true, ..FixRequest::default() }).expect("it is read");
    assert_eq!((all.is_written, all.before.wrong, all.is_best), (false, 7, true));
}

#[test]
fn an_object_shares_its_hitbox_only_with_objects_of_its_name() {
    let object = r#"<object id="1" name="hit" x="1" y="0" width="11" height="5"/>"#;
    let best = |other: &str| {
        let text = changed(TSX, &[(object, &format!("{object}\n   {other}"))]);
        let answer = Project::new("hero.tsx", &text).fix("0/1", FixRequest::default()).expect("it is judged");
        answer.after.expect("a better one").shape
    };
    let left = r#"x="2" y="1" width="3" height="3""#;
    let whole = Shape::Box([2.0, 1.0, 6.0, 3.0]);
    assert_eq!(best(&format!(r#"<object id="2" name="hurt" {left}/>"#)), whole);
    assert_eq!(best(&format!(r#"<object id="2" type="hurt" {left}/>"#)), whole);
    let right = Shape::Box([5.0, 1.0, 3.0, 3.0]);
    assert_eq!(best(&format!(r#"<object id="2" name="hit" {left}/>"#)), right);
    assert_eq!(best(&format!(r#"<object id="2" class="hit" {left}/>"#)), right);
    let cover = format!(r#"{object}<object id="2" name="hit" x="0" y="0" width="12" height="5"/>"#);
    let covered = Project::new("hero.tsx", &changed(TSX, &[(object, &*cover)]));
    let why = "its other shapes cover its picture, so no shape fits what is left of it";
    assert_eq!(covered.refused("0/1", FixRequest::default()), why);
}

#[cfg(unix)]
#[test]
fn links_are_refused() {
    let project = Project::new("hero.yy", GAME_MAKER);
    let link = project.folder.path().join("link.yy");
    std::os::unix::fs::symlink(&project.path, &link).expect("a link");
    let refused = |error: maskscope::files::FileError| error.reason.to_string();
    let why = "it is a symbolic link, and only a file itself is written";
    assert_eq!(fix_hitbox(&link, "", &FixRequest::default()).map_err(refused).expect_err("a link"), why);
    assert_eq!(undo_fix(&link).map_err(refused).expect_err("a link"), why);
}

#[test]
fn the_command_writes_shows_and_undoes() {
    let project = Project::new("hero.tscn", GODOT_4);
    let path = project.path.display().to_string();
    let (code, out, err) = run(&format!("fix {path}:Hero --dry-run"));
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.contains("\n-size = Vector2(12, 5)\n+size = Vector2(6, 3)\n"), "{out}");
    assert!(out.contains("\n+position = Vector2(-1, 0)\n"), "{out}");
    let answer = |line: &str| -> Value { serde_json::from_str(&run(line).1).expect("JSON") };
    let fixed = answer(&format!("fix {path} --json"));
    let shape = json!({ "shape": { "box": [2, 1, 6, 3] }, "covered": 0, "left_out": 0 });
    assert_eq!((&fixed["written"], &fixed["after"], &fixed["lines"]), (&json!(true), &shape, &json!([7, 15])));
    let (code, out, _) = run(&format!("fix {path}"));
    assert!(code == 0 && out.contains("  Hero: already the best box: 0 px wrong\n"), "{out}");
    let (code, out, _) = run(&format!("fix {path} --undo"));
    assert!(code == 0 && out.contains("  undone: lines 7, 15"), "{out}");
    assert_eq!(project.text(), GODOT_4);
    let (code, out, err) = run(&format!("fix {path}:Foe --json"));
    let refused: Value = serde_json::from_str(&out).expect("JSON");
    assert!(code == 1 && err.contains("it has no hitbox 'Foe'"), "{err}");
    let why = refused["refused"].as_str().expect("a reason");
    assert!(why.contains("it has no hitbox 'Foe'") && refused["hitbox"] == "Foe", "{refused}");
}

proptest! {
    #![proptest_config(cases::cases(300))]

    /// Files that are damaged, or come from other programs.
    #[test]
    fn outside_of_its_numbers_no_byte_changes(
        file in 0..7_usize,
        edits in prop::collection::vec((any::<prop::sample::Index>(), 0..3_usize, prop::sample::select(PARTS)), 0..4),
    ) {
        let (name, text) = [
            ("hero.tscn", GODOT_3), ("hero.yy", GAME_MAKER), ("hero.png.meta", UNITY), ("hero.tsx", TSX), ("hero.tsj", TSJ),
            ("hero.tscn", GODOT_4), ("hero.tscn", GODOT_POLYGON),
        ][file];
        let mut text = text.to_owned();
        for (index, gone, part) in edits {
            let at = index.index(text.len());
            let end = (at + gone).min(text.len());
            text.replace_range(at..end, part);
        }
        let project = Project::new(name, &text);
        let request = FixRequest { role: Some(HitboxRole::Fit), ..FixRequest::default() };
        match project.fix("", request) {
            Ok(answer) if answer.is_written => {
                let new = project.text();
                let without_lines = |text: &str| {
                    let is_added = |line: &&str| !["position = ", "size = ", "radius = ", "height = "].iter().any(|it| line.starts_with(it));
                    skeleton(&text.lines().filter(is_added).collect::<Vec<_>>().join("\n"))
                };
                prop_assert_eq!(letters(&without_lines(&new)), letters(&without_lines(&text)));
                let are_corners = matches!(answer.before.shape, Shape::Polygon(_));
                prop_assert!(are_corners || without_lines(&new) == without_lines(&text), "{new}");
                undo_fix(&project.path).expect("it is undone");
            }
            Ok(answer) => prop_assert!(answer.lines.is_empty()),
            Err(_) => {}
        }
        prop_assert_eq!(project.text(), text);
    }
}

/// Parts that are put into files.
const PARTS: &[&str] =
    &["", "0", "1", "-", ".", "9", "1e9", "\"", "}", "{", "]", "[", ",", ":", "\n", " ", "<", ">", "/", "; ", "nan"];

#[test]
fn real_samples_are_fixed_and_undone() {
    let folder = TempDir::new().expect("a folder");
    fs::write(folder.path().join("maskscope.toml"), "").expect("it can be written");
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples");
    for name in ["tiles.tsx", "ship.tscn", "ship.png.meta", "ship.png", "rock.png"] {
        fs::copy(samples.join(name), folder.path().join(name)).expect("it can be copied");
    }
    for (name, shape) in [("tiles.tsx", "0/1"), ("tiles.tsx", "1/1"), ("ship.tscn", "Ship"), ("ship.png.meta", "")] {
        let path = folder.path().join(name);
        let before = fs::read(&path).expect("it is there");
        let request = FixRequest { role: Some(HitboxRole::Fit), ..FixRequest::default() };
        let first = fix_hitbox(&path, shape, &request).unwrap_or_else(|why| panic!("{why}"));
        if let Some(after) = &first.after {
            assert!(first.is_written && after.wrong < first.before.wrong, "{name}");
        }
        let second = fix_hitbox(&path, shape, &request).unwrap_or_else(|why| panic!("{why}"));
        assert!(!second.is_written && second.after.is_none(), "{name}");
        if first.is_written {
            undo_fix(&path).expect("it is undone");
        }
        assert_eq!(fs::read(&path).expect("it is there"), before, "{name}");
    }
}

#[test]
fn a_hitbox_is_converted_and_its_losses_are_named() {
    let (code, out, err) = run("fit samples/ship.tscn --shape file --format godot");
    assert_eq!((code, err.as_str()), (0, ""), "a circle stays one");
    let resource = "[sub_resource type=\"CircleShape2D\" id=1001]\nradius = 15.5\n";
    assert!(out.contains(resource) && out.contains("position = Vector2( -0.5, 5.5 )\n"), "{out}");
    let (code, _, err) = run("fit samples/ship.tscn --shape file --format arcade");
    assert_eq!(code, 0);
    assert!(err.contains("ship.tscn: circle r 15.5 becomes a polygon of ") && err.contains(" px differ"), "{err}");
    let (code, _, err) = run("fit samples/tiles.tsx --shape file --format pygame");
    assert_eq!(code, 0);
    assert!(err.contains("its hitbox is another one in 1 other frame: up to "), "{err}");
    let (code, _, err) = run("fit samples/tiles.tsx --shape file --format pygame --all-frames");
    assert!(code == 0 && err.contains("ellipse 40 × 38 becomes a polygon of "), "{err}");
}
