//! Hitboxes in files of engines: frames, anchors and shapes, and what is left out.

use std::{fs, path::Path};

use image::RgbaImage;
use maskscope::files::{Limits, load_frames, take_remarks};
use maskscope_core::geom::Affine;
use maskscope_core::scene::{Drawn, Frames, Hitboxes, Shown, SolidRule, Sprite};
use maskscope_core::shape::Hitbox;
use tempfile::TempDir;

use crate::offered::described;

/// The frames of a file in `tests/support/cases`.
fn case(path: &str) -> Frames {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/support/cases").join(path);
    load_frames(&path, &Limits::default()).expect("it is read")
}

/// Writes `text` into a file called `name` beside images of 32 × 16 px, and reads it.
fn beside_images(images: &[&str], name: &str, text: &str) -> Result<Frames, String> {
    let folder = TempDir::new().expect("a folder");
    for image in images {
        RgbaImage::new(32, 16).save(folder.path().join(image)).expect("it can be written");
    }
    fs::write(folder.path().join(name), text).expect("it can be written");
    load_frames(&folder.path().join(name), &Limits::default()).map_err(|why| why.reason.to_string())
}

/// Names, sizes and anchors of frames, a line for each.
fn laid_out(frames: &Frames) -> Vec<String> {
    let line = |frame: &maskscope_core::scene::Frame| {
        let anchor = frame.anchor.map(|(x, y)| format!(" at {x},{y}")).unwrap_or_default();
        format!("{} {}{anchor}", frame.label(), frame.picture.size())
    };
    frames.all().iter().map(line).collect()
}

/// The numbers of clear pixels that the first hitbox covers, of solid ones that it leaves out, and of solid pixels, in the first
/// frame.
fn fitting(frames: Frames) -> [u64; 3] {
    let hitboxes = frames.offers.hitboxes[0].taken();
    let sprite = Sprite::animated("it".to_owned(), frames, SolidRule::default());
    let mask = sprite.mask();
    let hitbox = hitboxes.of(Shown::Frame(0)).expect("the frame has one");
    let (added, missed) = hitbox.differing(mask).expect("it is counted");
    [added, missed, mask.mask().count()]
}

#[test]
fn a_sprite_of_game_maker_has_its_box_beside_the_picture() {
    take_remarks();
    let frames = case("04-gamemaker-yy/spr_thing.yy");
    assert_eq!(described(&frames), [r#"collision mask "spr_thing", GameMaker: {"box":[16,199,2,2]}"#, ""]);
    assert_eq!(laid_out(&frames), ["11111111-1111-4111-8111-111111111111 25 × 20 at 12,4"]);
    let [remark] = &take_remarks()[..] else { panic!("one remark") };
    assert!(remark.ends_with("spr_thing.yy: no pixel of its picture is in its bounding box"), "{remark}");
    // None of the solid pixels is covered.
    assert_eq!(fitting(frames), [4, 256, 256]);
}

#[test]
fn kinds_of_game_maker_are_shapes() {
    let sprite = |kind: i32, mode: i32, right: i32| {
        format!(
            r#"{{"collisionKind":{kind},"bboxMode":{mode},"bbox_left":2,"bbox_right":{right},"bbox_top":0,"bbox_bottom":9,
            "width":32,"height":16,"name":"s","collisionTolerance":8,"frames":[{{"name":"a",}},{{"name":"b",}},],}}"#
        )
    };
    let diamond = r#"{"polygon":[[5,0],[8,5],[5,10],[2,5]]}"#;
    let (rectangle, ellipse) = (r#"{"box":[2,0,6,10]}"#, r#"{"ellipse":[5,5,3,5]}"#);
    let merged = "it is tested as all frames together: its hitbox shows them merged";
    let tolerance = "its collision tolerance is 8: its hitbox takes that as the threshold";
    let beyond = "GameMaker tests no pixel outside its bounding box; here its mask has them";
    for (kind, mode, right, expected, remarks) in [
        (0, 0, 7, r#""mask""#, vec![merged, tolerance]),
        (
            0,
            2,
            7,
            r#""mask""#,
            vec![
                "its collisionKind is precise, and its bboxMode manual: some decompilers write these for a rectangle",
                merged,
                tolerance,
                beyond,
            ],
        ),
        (1, 1, 7, rectangle, vec!["its bboxMode is the full image, but its bounding box is different"]),
        (2, 2, 7, ellipse, vec![]),
        (3, 2, 7, diamond, vec![]),
        (4, 2, 7, r#""mask""#, vec![tolerance, beyond]),
        (5, 0, 7, rectangle, vec![]),
        (7, 0, 7, rectangle, vec!["its collisionKind is 7, which is taken for a rectangle: 0 to 5 are known"]),
        (1, 0, 1, "", vec![]),
    ] {
        take_remarks();
        let frames = beside_images(&["a.png", "b.png"], "s.yy", &sprite(kind, mode, right)).expect("a sprite");
        let described = described(&frames);
        match expected {
            "" => assert_eq!(described, ["1 empty bounding box"]),
            _ => assert_eq!(described[0], format!("collision mask \"s\", GameMaker: {expected} {expected}")),
        }
        let rule = frames.offers.hitboxes.first().map(|offered| (offered.mask.threshold, offered.mask.is_merged));
        let is_mask = expected == r#""mask""#;
        let expected_rule = (if is_mask { 8 } else { 0 }, is_mask && kind == 0);
        assert_eq!(rule.unwrap_or_default(), expected_rule, "{kind}, {mode}");
        let said: Vec<_> = take_remarks().iter().filter_map(|it| Some(it.split_once("s.yy: ")?.1.to_owned())).collect();
        assert_eq!(said, remarks, "{kind}, {mode}");
    }
    for (from, to, why) in [
        (r#""name":"a""#, r#""name":"../a""#, "its image '../a.png' is not in its folder"),
        (r#""width":32"#, r#""width":"#, "it is not a sprite of GameMaker that can be read: "),
        (r#""width":32"#, r#""width":-1"#, "it is not a sprite of GameMaker that can be read: "),
    ] {
        let refused = beside_images(&["a.png", "b.png"], "s.yy", &sprite(1, 0, 7).replace(from, to)).expect_err(to);
        assert!(refused.contains(why), "{refused}");
    }
}

#[test]
fn sprites_of_game_maker_before_2_3_have_other_fields() {
    let old = |kind: i32, own: bool| {
        format!(
            r#"{{ "id": "b556db80", "modelName": "GMSprite", "mvc": "1.12", "name": "s",
            "bbox_bottom": 9, "bbox_left": 2, "bbox_right": 7, "bbox_top": 0, "bboxmode": 0, "colkind": {kind},
            "coltolerance": 4, "frames": [ {{ "id": "a", "modelName": "GMSpriteFrame" }}, {{ "id": "b" }} ],
            "height": 16, "sepmasks": {own}, "width": 32, "xorig": 11, "yorig": 3 }}"#
        )
    };
    let read = |kind, own| beside_images(&["a.png", "b.png"], "s.yy", &old(kind, own)).expect("a sprite");
    let ellipse = read(2, false);
    assert_eq!(laid_out(&ellipse), ["a 32 × 16 at 11,3", "b 32 × 16 at 11,3"]);
    let shape = r#"{"ellipse":[5,5,3,5]}"#;
    assert_eq!(described(&ellipse)[0], format!("collision mask \"s\", GameMaker: {shape} {shape}"));
    // A precise mask is of all frames together, or of each.
    for own in [false, true] {
        let mask = read(0, own).offers.hitboxes[0].mask;
        assert_eq!((mask.threshold, mask.is_merged), (4, !own));
    }
}

#[test]
fn shapes_of_physics_editor_lie_on_their_image() {
    let frames = case("05-physicseditor-json/shapes.json");
    let shapes = r#"[{"circle":[18,30,12]},{"polygon":[[26,8],[42,8],[44,18],[34,26],[25,20]]}]"#;
    assert_eq!(described(&frames), [format!("body \"blob\", PhysicsEditor: {shapes}"), String::new()]);
    assert_eq!(fitting(frames), [2, 141, 845]);
}

#[test]
fn bodies_without_an_image_are_left_out() {
    let body = r#"{"type":"fromPhysicsEditor","fixtures":[{"circle":{"x":1,"y":2,"radius":-3}},{"circle":{"x":1,"y":2,"radius":3}}]}"#;
    let file = format!(r#"{{"generator_info":"PhysicsEditor","a":{body},"b":{body},"c":7}}"#);
    let frames = beside_images(&["b.png"], "shapes.json", &file).expect("one has an image");
    assert_eq!(
        described(&frames),
        [r#"body "b", PhysicsEditor: {"circle":[1,2,3]}"#, "1 damaged body, 1 impossible object, 1 missing image"]
    );
    let refused = beside_images(&[], "shapes.json", &file).expect_err("none has");
    assert!(refused.starts_with("its sheet ") && refused.contains("a.png is missing"), "{refused}");
    let away = file.replace(r#""a":"#, r#""../a":"#);
    assert_eq!(
        beside_images(&["b.png"], "shapes.json", &away),
        Err("its image '../a.png' is not in its folder".to_owned())
    );
}

#[test]
fn a_property_list_counts_upwards_from_the_anchor() {
    let text = "<?xml version=\"1.0\"?><plist version=\"1.0\"><dict><key>metadata</key><dict/><key>bodies</key><dict>
        <key>blob</key><dict><key>anchorpoint</key><string>{ 0.5000,0.2500 }</string><key>fixtures</key><array>
        <dict><key>circle</key><dict><key>radius</key><real>3</real><key>position</key><string>{ -6,4 }</string></dict></dict>
        <dict><key>polygons</key><array><array><string>{ 0,0 }</string><string>{ 16,0 }</string><string>{ 16,12 }</string></array>
        <array><string>{ 0,0 }</string><string>{ 16 }</string></array></array></dict>
        </array></dict></dict></dict></plist>";
    let frames = beside_images(&["blob.png"], "shapes.plist", text).expect("a list");
    let shapes = r#"[{"circle":[10,8,3]},{"polygon":[[16,12],[32,12],[32,0]]}]"#;
    assert_eq!(described(&frames), [format!("body \"blob\", PhysicsEditor: {shapes}"), "1 damaged shape".to_owned()]);
    assert_eq!(laid_out(&frames), ["blob 32 × 16 at 16,12"]);
    // Other exporters count from the middle of the image, or from its lower left corner.
    for (field, polygon) in [("is_dynamic", "[[16,8],[32,8],[32,-4]]"), ("is_static", "[[0,16],[16,16],[16,4]]")] {
        let text = text.replace("<key>fixtures</key>", &format!("<key>{field}</key><true/><key>fixtures</key>"));
        let frames = beside_images(&["blob.png"], "shapes.plist", &text).expect(field);
        assert!(
            described(&frames)[0].ends_with(&format!("{{\"polygon\":{polygon}}}]")),
            "{field}: {:?}",
            described(&frames)
        );
        assert_eq!(laid_out(&frames), ["blob 32 × 16 at 16,12"], "{field}");
    }
}

const META: &str = "fileFormatVersion: 2\nguid: 0123456789abcdef0123456789abcdef\nTextureImporter:\n  serializedVersion: 11
  spriteMode: 2\n  alignment: 7\n  spritePivot: {x: 0.5, y: 0.5}\n  spriteSheet:\n    serializedVersion: 2\n    sprites:
    - serializedVersion: 2\n      name: hero_0\n      rect:\n        serializedVersion: 2\n        x: 0\n        y: 4
        width: 16\n        height: 12\n      alignment: 9\n      pivot: {x: 0.25, y: 0}\n      border: {x: 0, y: 0, z: 0, w: 0}
      outline: []\n      physicsShape:\n      - - {x: -8, y: -6}\n        - {x: 8, y: -6}\n        - {x: 0, y: 6}
      - - {x: -1, y: -3}\n        - {x: 1, y: -3}\n        - {x: 0, y: -1}
      - - {x: 5, y: 5}\n        - {x: 7, y: 5}\n        - {x: 7, y: 2.5}
    - name: 1\n      rect: {x: 16, y: 0, width: 8, height: 8}\n      alignment: 0\n      physicsShape: []
    outline: []\n    physicsShape: []\n  userData: \n";

#[test]
fn sprites_of_unity_are_counted_from_below() {
    let frames = beside_images(&["hero.png"], "hero.png.meta", META).expect("a .meta file");
    let shapes = r#"[{"polygon":[[0,12],[16,12],[8,0]]},{"polygon":[[13,1],[15,1],[15,3.5]]}]"#;
    assert_eq!(
        described(&frames),
        [format!("physics shape \"physicsShape\", Unity: {shapes} -"), "1 automatic physics shape, 1 hole".to_owned()]
    );
    assert_eq!(laid_out(&frames), ["hero_0 16 × 12 at 4,12", "1 8 × 8 at 4,4"]);
    let cut = |frame: usize| frames.all()[frame].cut.map(|cut| (cut.on_sheet.x, cut.on_sheet.y));
    assert_eq!([cut(0), cut(1)], [Some((0, 0)), Some((16, 8))]);
    // The whole image is one sprite, whose pivot is below in its middle.
    for mode in ["1", "3"] {
        let one = META.replace("spriteMode: 2", &format!("spriteMode: {mode}"));
        let frames = beside_images(&["hero.png"], "hero.png.meta", &one).expect("a .meta file");
        assert_eq!(laid_out(&frames), ["hero 32 × 16 at 16,16"]);
        assert_eq!(described(&frames), ["1 automatic physics shape"]);
        let path = "physicsShape:\n    - - {x: -16, y: 8}\n      - {x: 16, y: 8}\n      - {x: 0, y: -8}\n  userData";
        let filled = one.replace("physicsShape: []\n  userData", path);
        let frames = beside_images(&["hero.png"], "hero.png.meta", &filled).expect("a .meta file");
        let whole = r#"{"polygon":[[0,0],[32,0],[16,16]]}"#;
        assert_eq!(described(&frames)[0], format!("physics shape \"physicsShape\", Unity: {whole}"), "{mode}");
    }
    // A path that overlaps another is not a hole, and neither is one in a hole; one without an area is nothing.
    let crossing = META.replace("{x: -1, y: -3}", "{x: -1, y: -9}");
    let frames = beside_images(&["hero.png"], "hero.png.meta", &crossing).expect("a .meta file");
    assert_eq!(described(&frames)[1], "1 automatic physics shape");
    let nested =
        META.replace("x: -1, y: -3", "x: -8, y: 9").replace("x: 1, y: -3", "x: 8, y: 9").replace("y: -1}", "y: -9}");
    let nested = nested.replace("{x: 5, y: 5}", "{x: -1, y: 0}").replace("{x: 7, y: 5}", "{x: 1, y: 0}");
    let nested = nested.replace("{x: 7, y: 2.5}", "{x: 0, y: 1}");
    let frames = beside_images(&["hero.png"], "hero.png.meta", &nested).expect("a .meta file");
    assert_eq!(described(&frames)[1], "1 automatic physics shape", "it is in two of them");
    let flat = META.replace("x: 7, y: 2.5", "x: 6, y: 5");
    let frames = beside_images(&["hero.png"], "hero.png.meta", &flat).expect("a .meta file");
    assert_eq!(described(&frames)[1], "1 automatic physics shape, 1 flat path, 1 hole");
    for (from, to, why) in [
        (
            "x: 0\n",
            "x: ten\n",
            "its frame \"hero_0\" has a rect whose sides are below 0, or whose numbers are too large",
        ),
        (
            "width: 16",
            "width: 1e30",
            "its frame \"hero_0\" has a rect whose sides are below 0, or whose numbers are too large",
        ),
        ("sprites:", "sprites: &a\n    -", "it is not a .meta file of Unity that can be read: "),
        ("outline: []\n    phy", "outline: *a\n    phy", "it is not a .meta file of Unity that can be read: "),
    ] {
        let refused = beside_images(&["hero.png"], "hero.png.meta", &META.replace(from, to)).expect_err(to);
        assert!(refused.contains(why), "{refused}");
    }
    // One row of the first sprite is above the image.
    let above = beside_images(&["hero.png"], "hero.png.meta", &META.replace("y: 4\n", "y: 5\n")).expect("a .meta file");
    let [first, second] = above.all() else { panic!("two sprites") };
    assert_eq!(first.cut.map(|cut| (cut.on_sheet.y, cut.on_sheet.height, cut.in_source.y)), Some((0, 11, 1)));
    assert_eq!(
        (first.picture.size(), second.cut.map(|cut| cut.on_sheet.height)),
        (maskscope_core::geom::Size::new(16, 12), Some(8))
    );
    let refused = beside_images(&[], "hero.png.meta", META).expect_err("no image");
    assert!(refused.starts_with("its sheet ") && refused.contains("hero.png is missing"), "{refused}");
    let folder = beside_images(&[], "art.meta", "fileFormatVersion: 2\nguid: 01\nfolderAsset: yes\n");
    assert!(folder.as_ref().is_err_and(|why| why.contains("a Unity .meta file")), "{folder:?}");
}

const SCENE: &str = r#"[gd_scene load_steps=6 format=FORMAT]

[ext_resource path="res://art/hero.png" type="Texture" id=1]
[sub_resource type="RectangleShape2D" id=1]
BOX
[sub_resource type="CircleShape2D" id=2]
radius = 3.0
[sub_resource type="CapsuleShape2D" id="3_x"]
radius = 2.0
height = HEIGHT
[sub_resource type="SegmentShape2D" id=4]

[node name="Hero" type="Area2D"]
position = Vector2( 100, 100 )
[node name="Sprite" type="Sprite" parent="."]
position = Vector2( 1, 0 )
texture = ExtResource( 1 )
hframes = 2
frame = 1
[node name="Hit" type="Area2D" parent="."]
position = Vector2( 2, 1 )
[node name="CollisionShape2D" type="CollisionShape2D" parent="Hit"]
shape = SubResource( 1 )
[node name="Round" type="CollisionShape2D" parent="Hit"]
position = Vector2( -1, 2 )
scale = Vector2( 2, 2 )
shape = SubResource( 2 )
[node name="Long" type="CollisionShape2D" parent="."]
rotation = 1.5707963267948966
shape = SubResource( "3_x" )
[node name="Poly" type="CollisionPolygon2D" parent="."]
polygon = PoolVector2Array( -7, -8, 9, -8, 1, 8 )
[node name="Ray" type="CollisionShape2D" parent="."]
shape = SubResource( 4 )
[node name="Friend" parent="." instance=ExtResource( 9 )]
"#;

#[test]
fn scenes_of_godot_have_shapes_around_the_middle_of_their_sprite() {
    let three = SCENE.replace("FORMAT", "2").replace("BOX", "extents = Vector2( 4, 3 )").replace("HEIGHT", "6.0");
    let four = SCENE.replace("FORMAT", "3").replace("BOX", "size = Vector2(8, 6)").replace("HEIGHT", "10.0");
    let four =
        four.replace("PoolVector2Array", "PackedVector2Array").replace("\"Sprite\" parent", "\"Sprite2D\" parent");
    for (text, which) in [(&three, "3"), (&four, "4")] {
        let frames = beside_images(&["hero.png"], "hero.tscn", text).expect(which);
        // Of 32 x 16 px, in two frames: the middle of each is 1,0 in its body.
        assert_eq!(laid_out(&frames), [" 16 × 16 at 7,8"; 2], "{which}");
        assert_eq!(frames.drawn, Drawn { frame: 1, ..Drawn::default() }, "{which}");
        let described = described(&frames);
        let of_hit = r#"[{"box":[5,6,8,6]},{"circle":[8,11,6]}]"#;
        assert_eq!(described[1], format!("body \"Hit\", Godot: {of_hit} {of_hit}"), "{which}");
        assert_eq!(described[2], "1 instanced scene, 1 segment", "{which}");
        // The sprite is in the body of the root.
        let [body, hit] = &frames.offers.hitboxes[..] else { panic!("{which}: two bodies") };
        assert!(body.title == "body \"Hero\"" && body.is_paired && !hit.is_paired, "{which}");
        let parts = body.otherwise.as_ref().expect("the same in both frames").parts();
        let [capsule, polygon] = parts else { panic!("{which}: two shapes") };
        assert_eq!(serde_json::to_string(polygon).expect("JSON"), r#"{"polygon":[[0,0],[16,0],[8,16]]}"#, "{which}");
        // The capsule lies: 10 px long, 4 px high.
        let capsule = Hitboxes::from(Hitbox::new(vec![capsule.clone()]).expect("one shape"));
        let words = capsule.of(Shown::Frame(1)).map(ToString::to_string);
        assert_eq!(words.as_deref(), Some("capsule 4 × 10"), "{which}");
        let placed = capsule.of(Shown::Frame(1)).map(|hitbox| {
            hitbox.placed(&Affine::IDENTITY, || unreachable!("it has no mask")).bounds().expect("it has corners")
        });
        let ((left, top), (right, bottom)) = placed.expect("the frame has one");
        let far = [left - 2.0, right - 12.0, top - 6.0, bottom - 10.0].into_iter().map(f64::abs).fold(0.0, f64::max);
        assert!(far < 1e-9, "{which}: {left} to {right}, {top} to {bottom}");
    }
}

#[test]
fn frames_of_godot_are_cut_from_their_images() {
    let scene = r#"[gd_scene load_steps=3 format=3 uid="uid://a"]
[ext_resource type="Texture2D" path="res://hero.png" id="1_a"]
[sub_resource type="AtlasTexture" id="AtlasTexture_a"]
atlas = ExtResource("1_a")
region = Rect2(4, 2, 8, 6)
margin = Rect2(1, 2, 3, 4)
[sub_resource type="SpriteFrames" id="SpriteFrames_a"]
animations = [{
"frames": [{
"duration": 1.0,
"texture": SubResource("AtlasTexture_a")
}, {
"duration": 1.0,
"texture": ExtResource("1_a")
}],
"loop": true,
"name": &"walk",
"speed": 5.0
}]
[node name="Hero" type="Area2D"]
[node name="Sprite" type="AnimatedSprite2D" parent="."]
sprite_frames = SubResource("SpriteFrames_a")
animation = &"walk"
frame = 1
centered = false
offset = Vector2(-1, -2)
flip_h = true
[node name="Body" type="CollisionPolygon2D" parent="."]
polygon = PackedVector2Array(0, 0, 4, 0, 4, 3)
"#;
    let frames = beside_images(&["hero.png"], "hero.tscn", scene).expect("a scene");
    assert_eq!(laid_out(&frames), [" 11 × 10 at 10,2", " 32 × 16 at 31,2"]);
    assert_eq!(
        frames.all()[0].cut.map(|cut| (cut.on_sheet.x, cut.on_sheet.y, cut.in_source.x, cut.in_source.y)),
        Some((4, 2, 1, 2))
    );
    assert_eq!(frames.tags.iter().map(|tag| (&*tag.name, tag.frames.clone())).collect::<Vec<_>>(), [("walk", 0..2)]);
    let shapes = r#"{"polygon":[[10,2],[6,2],[6,5]]} {"polygon":[[31,2],[27,2],[27,5]]}"#;
    assert_eq!(described(&frames)[0], format!("body \"Hero\", Godot: {shapes}"));
    assert_eq!(frames.drawn, Drawn { frame: 1, flip: (true, false), ..Drawn::default() });
    for (from, to, why) in [
        ("format=3", "format=9", "its format is 9: 2 to 4 are read"),
        ("res://hero.png", "res://hero.tres", "it refers to hero.tres, a resource that cannot be read from here"),
        ("res://hero.png", "res://..", "its image '..' is not in its folder"),
        ("Rect2(4, 2, 8, 6)", "Rect2(4, -2, 8, 6)", "-2 is not a number of pixels"),
        ("AnimatedSprite2D", "Node2D", "it has no sprite with a texture"),
        ("4, 3)\n", "4, 3\n", "a bracket that is not closed, on line "),
    ] {
        let refused = beside_images(&["hero.png"], "hero.tscn", &scene.replace(from, to)).expect_err(to);
        assert!(refused.contains(why), "{refused}");
    }
    let resource = "[gd_resource type=\"TileSet\" format=3]\n[resource]\n";
    let refused = beside_images(&[], "walls.tres", resource).expect_err("no frames");
    assert!(refused.contains("it is a TileSet, which has no frames; open the images that it names"), "{refused}");
}

#[test]
fn the_sprite_of_a_scene_is_shown_and_no_shadow() {
    let scene = r#"[gd_scene format=2]
[ext_resource path="res://small.png" type="Texture" id=1]
[ext_resource path="res://hero.png" type="Texture" id=2]
[sub_resource type="GradientTexture2D" id=1]
[sub_resource type="CircleShape2D" id=2]
[node name="Hero" type="Area2D"]
[node name="Glow" type="Sprite" parent="."]
texture = SubResource( 1 )
[node name="ShadowSprite" type="Sprite" parent="."]
texture = ExtResource( 1 )
[node name="Old" type="Sprite" parent="."]
visible = false
texture = ExtResource( 1 )
[node name="Body" type="Sprite" parent="."]
position = Vector2( 2, 0 )
texture = ExtResource( 2 )
[node name="Hurtbox" parent="." instance=ExtResource( 9 )]
position = Vector2( 0, 1 )
[node name="CollisionShape2D" parent="Hurtbox" index="0"]
shape = SubResource( 2 )
[node name="CollisionPolygon2D" parent="Hurtbox/Inner" index="0"]
position = Vector2( 1, 0 )
polygon = PoolVector2Array( 0, 0, 4, 0, 4, 3 )
[node name="Outline" parent="Hurtbox" index="1"]
polygon = PoolVector2Array( 0, 0, 4, 0, 4, 3 )
"#;
    take_remarks();
    let frames = beside_images(&["small.png", "hero.png"], "hero.tscn", scene).expect("a scene");
    assert_eq!(frames.sheets.iter().filter(|sheet| sheet.ends_with("hero.png")).count(), 1);
    // The circle has the default radius, and stands 2 px left of the sprite, 1 px below it.
    assert_eq!(
        described(&frames),
        [
            r#"body "Hurtbox", Godot: {"circle":[14,9,10]}"#,
            r#"body "Hurtbox/Inner", Godot: {"polygon":[[15,9],[19,9],[19,12]]}"#,
            "3 further sprites, 1 instanced scene"
        ]
    );
    let said: Vec<_> =
        take_remarks().iter().filter_map(|it| Some(it.split_once("hero.tscn: ")?.1.to_owned())).collect();
    let moved = "1 shape of instanced scenes, which are not read, may be moved in those";
    let unpaired = "none of its bodies has Body as its sprite, so none is tested unless it is named";
    assert_eq!(said, [moved, "of its 4 sprites, Body is read", unpaired]);
}

/// A scene of nodes, given as their names, types, parents and fields, with the image `hero.png`.
fn nodes_of_godot(nodes: &[(&str, &str, &str, &str)]) -> Frames {
    let node = |(name, kind, parent, fields): &(&str, &str, &str, &str)| {
        let parent = if parent.is_empty() { String::new() } else { format!(" parent=\"{parent}\"") };
        format!("[node name=\"{name}\" type=\"{kind}\"{parent}]\n{}\n", fields.replace(", ", "\n").replace(';', ","))
    };
    let nodes: String = nodes.iter().map(node).collect();
    let head = "[gd_scene format=3]\n[ext_resource type=\"Texture2D\" path=\"res://hero.png\" id=\"1\"]\n\
        [ext_resource type=\"CircleShape2D\" path=\"res://round.tres\" id=\"2\"]\n\
        [sub_resource type=\"CircleShape2D\" id=\"s\"]\nradius = 4.0\n";
    beside_images(&["hero.png"], "hero.tscn", &format!("{head}{nodes}")).expect("a scene")
}

const SPRITE: &str = "texture = ExtResource(\"1\")";
const ROUND: &str = "shape = SubResource(\"s\")";

#[test]
fn a_body_of_godot_is_all_its_shapes_and_belongs_to_the_sprite_that_is_in_it() {
    let shape = |name, parent| (name, "CollisionShape2D", parent, ROUND);
    let own = |nodes: &[(&str, &str, &str, &str)]| -> Vec<_> {
        let offers = nodes_of_godot(nodes).offers;
        let paired = offers.hitboxes.iter().map(|offered| (offered.title.clone(), offered.is_paired));
        paired.map(|(title, is_paired)| format!("{}{title}", if is_paired { "own " } else { "" })).collect()
    };
    let sprite = |parent| ("Sprite", "Sprite2D", parent, SPRITE);
    // In the body, also deeper; a hurtbox in it is another body.
    let hero = [("Hero", "CharacterBody2D", "", ""), ("Look", "Node2D", ".", ""), sprite("Look"), shape("Feet", ".")];
    let hurt = [("Hurt", "Area2D", ".", ""), shape("Shape", "Hurt")];
    assert_eq!(own(&[&hero[..1], &hurt, &hero[1..]].concat()), ["own body \"Hero\"", "body \"Hurt\""]);
    // Beside the body.
    let level = [("Level", "Node2D", "", ""), sprite("."), ("Goal", "Area2D", ".", ""), shape("Shape", "Goal")];
    assert_eq!(own(&level), ["body \"Goal\""]);
    // The sprite of a body is read rather than one before it.
    let spike = [("Spike", "Area2D", ".", ""), ("Picture", "Sprite2D", "Spike", SPRITE), shape("Shape", "Spike")];
    assert_eq!(own(&[&level[..], &spike].concat()), ["own body \"Spike\"", "body \"Goal\""]);
    // On the sprite.
    let on = [("Coin", "Sprite2D", "", SPRITE), ("Area", "Area2D", ".", ""), shape("Shape", "Area")];
    assert_eq!(own(&on), ["own body \"Area\""]);
    // Far from the picture.
    let far = ("Shape", "CollisionShape2D", "Area", "position = Vector2(90; 0), shape = SubResource(\"s\")");
    assert_eq!(own(&[on[0], on[1], far]), ["body \"Area\""]);
}

#[test]
fn shapes_of_godot_that_are_disabled_or_outside_a_body_are_left_out() {
    let off = "disabled = true, shape = SubResource(\"s\")";
    let at = |name, parent, fields| (name, "CollisionShape2D", parent, fields);
    let hero = [("Hero", "Area2D", "", ""), ("Sprite", "Sprite2D", ".", SPRITE)];
    let circle = |x: i32| format!("{{\"circle\":[{x},8,4]}}");
    let both = [at("On", ".", ROUND), at("Off", ".", off)];
    let frames = nodes_of_godot(&[&hero[..], &both].concat());
    assert_eq!(described(&frames), [format!("body \"Hero\", Godot: {}", circle(16)), "1 disabled shape".to_owned()]);
    // All are disabled in an attack that has not begun.
    let frames = nodes_of_godot(&[&hero[..], &both[1..]].concat());
    assert_eq!(described(&frames), [format!("body \"Hero\", Godot: {}", circle(16)), String::new()]);
    let frames = nodes_of_godot(&[&hero[..], &[at("Astray", "Sprite", ROUND)]].concat());
    assert_eq!(described(&frames), ["1 shape outside a body"]);
    let frames = nodes_of_godot(&[&hero[..], &[at("Far", ".", "shape = ExtResource(\"2\")")]].concat());
    assert_eq!(described(&frames), ["1 shape in another file"]);
}

#[test]
fn nodes_of_an_instanced_scene_of_godot_are_scaled_as_in_its_file() {
    let folder = TempDir::new().expect("a folder");
    let write = |path: &str, text: &str| fs::write(folder.path().join(path), text).expect("it can be written");
    RgbaImage::new(32, 16).save(folder.path().join("hero.png")).expect("it can be written");
    write("project.godot", "config_version=5\n");
    write("part.tscn", "[gd_scene format=3]\n[node name=\"Part\" type=\"Node2D\"]\nscale = Vector2(2, 2)\n");
    write(
        "mob.tscn",
        "[gd_scene format=3]\n[ext_resource type=\"PackedScene\" path=\"res://part.tscn\" id=\"1\"]\n\
        [node name=\"Mob\" type=\"Area2D\"]\nscale = Vector2(3, 3)\n\
        [node name=\"Part\" parent=\".\" instance=ExtResource(\"1\")]\nrotation = 1.5707963267948966\n\
        [node name=\"Sprite\" type=\"Sprite2D\" parent=\"Part\"]\nscale = Vector2(0.5, 0.5)\n",
    );
    let level = |mob: &str| {
        format!(
            "[gd_scene format=3]\n[ext_resource type=\"PackedScene\" path=\"res://{mob}.tscn\" id=\"1\"]\n\
            [ext_resource type=\"Texture2D\" path=\"res://hero.png\" id=\"2\"]\n[node name=\"Level\" type=\"Node2D\"]\n\
            [node name=\"Mob\" parent=\".\" instance=ExtResource(\"1\")]\nscale = Vector2(1, 1)\n\
            [node name=\"Sprite\" parent=\"Mob/Part\" index=\"0\"]\ntexture = ExtResource(\"2\")\n"
        )
    };
    let drawn = |mob: &str| {
        write("level.tscn", &level(mob));
        take_remarks();
        let frames = load_frames(&folder.path().join("level.tscn"), &Limits::default()).expect("a scene");
        let said = take_remarks().iter().filter(|it| it.contains("an instanced scene that cannot be read")).count();
        (frames.drawn.rotation.round(), frames.drawn.scale.0, said)
    };
    // The mob's own scale is replaced; that of its part, and of the sprite in it, stand in its file.
    let (rotation, scale, said) = drawn("mob");
    assert!(rotation == 90.0 && (scale - 1.0).abs() < 1e-9 && said == 0, "{rotation}, {scale}, {said}");
    assert_eq!(drawn("missing"), (0.0, 1.0, 1));
}

#[test]
fn a_shape_of_godot_in_another_file_is_read() {
    let folder = TempDir::new().expect("a folder");
    let write = |path: &str, text: &str| fs::write(folder.path().join(path), text).expect("it can be written");
    RgbaImage::new(32, 16).save(folder.path().join("hero.png")).expect("it can be written");
    write("round.tres", "[gd_resource type=\"CircleShape2D\" format=3]\n[resource]\nradius = 3.0\n");
    write(
        "hero.tscn",
        "[gd_scene format=3]\n[ext_resource type=\"Texture2D\" path=\"res://hero.png\" id=\"1\"]\n\
        [ext_resource type=\"Shape2D\" path=\"res://round.tres\" id=\"2\"]\n[node name=\"Hero\" type=\"Area2D\"]\n\
        [node name=\"Sprite\" type=\"Sprite2D\" parent=\".\"]\ntexture = ExtResource(\"1\")\n\
        [node name=\"Shape\" type=\"CollisionShape2D\" parent=\".\"]\nshape = ExtResource(\"2\")\n",
    );
    write("project.godot", "");
    let frames = load_frames(&folder.path().join("hero.tscn"), &Limits::default()).expect("a scene");
    assert_eq!(described(&frames), ["body \"Hero\", Godot: {\"circle\":[16,8,3]}", ""]);
}

#[test]
fn turns_and_scales_of_the_nodes_above_a_sprite_are_its_own() {
    let turned = "rotation = 1.5707963267948966, scale = Vector2(2; 2)";
    let sprite = "position = Vector2(3; 0), scale = Vector2(1; -0.5), texture = ExtResource(\"1\")";
    let nodes = [("Hero", "Area2D", "", turned), ("Look", "Sprite2D", ".", sprite)];
    let frames = nodes_of_godot(&nodes);
    assert_eq!(frames.drawn, Drawn { rotation: 90.0, scale: (2.0, -1.0), ..Drawn::default() });
    // Without shapes, the root is a body still, but none that is known: the sprite stands at its own origin.
    assert_eq!(laid_out(&frames), [" 32 × 16 at 16,8"]);
    let frames = nodes_of_godot(&[&nodes[..], &[("Shape", "CollisionShape2D", ".", ROUND)]].concat());
    assert_eq!(laid_out(&frames), [" 32 × 16 at 13,8"]);
    // A circle of the body is an ellipse in the pixels of a sprite that is half as high.
    assert_eq!(described(&frames)[0], "body \"Hero\", Godot: {\"ellipse\":[13,8,4,8]}");
}

#[test]
fn files_of_a_project_of_godot_are_found_from_its_root() {
    let folder = TempDir::new().expect("a folder");
    let write = |path: &str, text: &str| {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("it can be made");
        fs::write(path, text).expect("it can be written");
    };
    write(
        "actors/hero/hero.tscn",
        "[gd_scene format=3]\n[ext_resource type=\"SpriteFrames\" path=\"res://art/hero.tres\" id=\"1\"]\n\
        [node name=\"Hero\" type=\"AnimatedSprite2D\"]\nsprite_frames = ExtResource(\"1\")\n",
    );
    write(
        "art/hero.tres",
        "[gd_resource type=\"SpriteFrames\" format=3]\n[ext_resource path=\"res://art/hero.png\" id=\"1\"]\n\
        [resource]\nanimations = [{\"frames\": [{\"texture\": ExtResource(\"1\")}], \"name\": &\"idle\"}]\n",
    );
    RgbaImage::new(32, 16).save(folder.path().join("art/hero.png")).expect("it can be written");
    let scene = folder.path().join("actors/hero/hero.tscn");
    let read = || load_frames(&scene, &Limits::default()).map_err(|why| why.reason.to_string());
    let refused = read().expect_err("it has no project");
    assert!(refused.contains("it refers to hero.tres, a resource that cannot be read from here"), "{refused}");
    write("project.godot", "");
    let frames = read().expect("a scene");
    assert_eq!(laid_out(&frames), [" 32 × 16 at 16,8"]);
    assert_eq!(frames.sheets, [folder.path().join("art/hero.png")]);
}

#[test]
fn templates_of_tiled_are_read_beside_the_set() {
    let frames = case("08-tiled-template/tiles.tsx");
    let hitboxes = r#"{"box":[0,0,16,16]} {"polygon":[[0,16],[16,0],[16,16]]}"#;
    assert_eq!(described(&frames), [format!("object \"solid\", Tiled: {hitboxes}"), String::new()]);
    // One that leads out of the folder is left out.
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/support/cases/08-tiled-template/tiles.tsx");
    let away = fs::read_to_string(path).expect("a set").replace("full.tx", "../08-tiled-template/full.tx");
    let frames = beside_images(&["tiles.png"], "tiles.tsx", &away).expect("a set");
    assert_eq!(described(&frames).last().map(String::as_str), Some("1 template"));
}

#[test]
fn generic_xml_of_texture_packer_has_its_frames_restored() {
    let frames = case("10-texturepacker-generic-xml/sheet.xml");
    assert_eq!(laid_out(&frames), ["a.png 32 × 36 at 16,18", "b.png 40 × 24"]);
    let solid = |frame: usize| {
        let picture = &frames.all()[frame].picture;
        let is_solid = |x, y| picture.pixel(x, y).is_some_and(|[.., alpha]| alpha > 0);
        let row = |y| (0..picture.size().width).map(|x| if is_solid(x, y) { '#' } else { '.' }).collect::<String>();
        (0..picture.size().height).map(row).collect::<Vec<_>>()
    };
    let rows = solid(0);
    let is_clear = |row: &String| row.bytes().all(|byte| byte == b'.');
    assert!(rows[..8].iter().chain(&rows[26..]).all(is_clear));
    assert_eq!(rows[8], "...........######...............");
    assert_eq!(rows[16], ".....##################.........");
    assert_eq!(rows.iter().flat_map(|row| row.bytes()).filter(|byte| *byte == b'#').count(), 256);
    let text = r#"<TextureAtlas imagePath="sheet.png"><sprite n="a" x="0" y="0" w="4" h="4" r="n"/></TextureAtlas>"#;
    let refused = beside_images(&["sheet.png"], "sheet.xml", text).expect_err("n");
    assert!(refused.contains("its sprite 0: r is \"n\", not y"), "{refused}");
}
