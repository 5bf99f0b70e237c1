//! `audit`: the hitboxes of small projects of each engine, their roles, a baseline, and exit codes.

use std::fs;
use std::path::{Path, PathBuf};

use crate::line::run;
use crate::small_project::{HERO, SmallProject, hero, picture};
use maskscope::files::{Audit, AuditRow, Limits};
use serde_json::{Value, json};

/// A project that is audited.
struct Game(SmallProject);

impl Game {
    fn new() -> Self {
        Self(SmallProject::new())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path(name)
    }

    fn write(&self, name: &str, content: impl AsRef<[u8]>) -> &Self {
        self.0.write(name, content);
        self
    }

    fn draw(&self, name: &str, rows: &[&str]) -> &Self {
        self.0.draw(name, rows);
        self
    }

    /// The answer in JSON, with the exit code.
    fn audit(&self, options: &str) -> (u8, Value) {
        let (code, out, err) = run(&format!("audit {} {options} --json", self.0.folder().display()));
        let read = serde_json::from_str(&out);
        (code, read.unwrap_or_else(|why| panic!("{options}: {why}, exit code {code}: {err}")))
    }

    /// The rows of a judged folder.
    fn rows(&self) -> Vec<AuditRow> {
        let audit = Audit::of(self.0.folder(), Audit::TOP, &Limits::default(), &|_, _, _| {}, &|| false);
        audit.unwrap_or_else(|why| panic!("{why}")).rows
    }

    /// The identities of the rows with their wrong pixels: clear ones that are covered, solid ones that are left out.
    fn wrong(&self) -> Vec<(String, u64, u64)> {
        let mut rows: Vec<_> =
            self.rows().into_iter().map(|row| (row.id, row.counts.covered, row.counts.left_out)).collect();
        rows.sort();
        rows
    }

    /// The reasons for what was not judged, each with its number of files.
    fn skipped(&self) -> Vec<(&'static str, u64)> {
        let audit = Audit::of(self.0.folder(), Audit::TOP, &Limits::default(), &|_, _, _| {}, &|| false);
        audit.unwrap_or_else(|why| panic!("{why}")).skipped.iter().map(|it| (it.reason, it.files)).collect()
    }
}

/// An area in a scene of Godot, with a box.
const SWORD: &str = "[node name=\"Sword\" type=\"Area2D\" parent=\".\"]
[node name=\"Shape\" type=\"CollisionShape2D\" parent=\"Sword\"]
shape = SubResource(\"blade\")
";

#[test]
fn a_body_of_godot_is_judged_by_its_own_sprite() {
    let game = Game::new();
    game.draw("hero.png", &HERO).write("hero.tscn", hero("8, 6", "0, 0", SWORD));
    let (code, answer) = game.audit("");
    let row = json!({
        "id": "hero.tscn#Hero", "file": "hero.tscn", "hitbox": "Hero", "engine": "Godot", "role": "fit", "frames": 1,
        "solid": 16, "covered": 32, "left_out": 0, "best": {"covered": 0, "left_out": 0}, "gain": 32, "worst_frame": 0,
        "state": "ok", "fixable": true, "why": null
    });
    let skipped = json!([{"reason": "shape of a body without a sprite", "files": 1}]);
    let expected = json!({"maskscope_answer": 1, "found": 2, "judged": 1, "skipped": skipped, "rows": [row]});
    assert_eq!((code, answer), (0, expected));
}

#[test]
fn a_shape_beside_the_picture_is_not_paired() {
    let game = Game::new();
    game.draw("hero.png", &HERO).write("hero.tscn", hero("4, 4", "0, 0", ""));
    game.write("far.tscn", hero("4, 4", "2986, 0", ""))
        .write("lost.tscn", hero("4, 4", "0, 0", "").replace("hero.png", "x.png"));
    assert_eq!(game.wrong(), [("hero.tscn#Hero".to_owned(), 0, 0)]);
    assert_eq!(
        game.skipped(),
        [("picture that is missing or cannot be read", 1), ("shape beside the picture of its sprite", 1)]
    );
}

#[test]
fn zones_and_what_a_script_switches_are_not_ranked() {
    let game = Game::new();
    let area = |size: &str| hero(size, "0, 0", "").replace("CharacterBody2D", "Area2D");
    let [sprite, shape] = ["texture = ExtResource(\"1\")", "position = Vector2(0, 0)"];
    // The picture has 8 × 8 px: a box of 16 × 32 is 8 times as large.
    game.draw("hero.png", &HERO).write("near.tscn", area("16, 31")).write("zone.tscn", area("16, 32"));
    game.write("body.tscn", hero("16, 32", "0, 0", ""));
    let plain = hero("4, 4", "0, 0", "");
    game.write("grows.tscn", plain.replace(sprite, &format!("{sprite}\nscale = Vector2(1, 1e-05)")));
    let off = plain.replace(shape, &format!("{shape}\ndisabled = true"));
    let other =
        "[node name=\"Other\" type=\"CollisionShape2D\" parent=\".\"]\ndisabled = true\nshape = SubResource(\"box\")\n";
    let right = "[node name=\"Right\" type=\"Sprite2D\" parent=\".\"]\nposition = Vector2(8, 0)\ntexture = ExtResource(\"1\")\n";
    game.write("tiles.tscn", hero("24, 8", "0, 0", right)).write("eyes.tscn", hero("4, 4", "0, 0", right));
    game.write("attack.tscn", &off).write("fires.tscn", format!("{off}\n{other}"));
    let ids: Vec<_> = game.rows().iter().map(|row| row.id.clone()).collect();
    assert_eq!(ids, ["body.tscn#Hero", "near.tscn#Hero", "attack.tscn#Hero", "eyes.tscn#Hero"]);
    let skipped = [
        ("area at least 8 times as large as the picture of its sprite", 1),
        ("body whose picture is made of several sprites", 1),
        ("body whose shapes are all disabled in the scene", 1),
        ("sprite drawn without a size", 1),
    ];
    assert_eq!(game.skipped(), skipped);
}

/// A line from corner to corner: the best box for it is one of its pixels.
#[test]
fn a_shape_that_leaves_out_most_of_the_picture_is_no_better_one() {
    let game = Game::new();
    let line: Vec<String> = (0..8).map(|y| (0..8).map(|x| if x == y { '#' } else { '.' }).collect()).collect();
    game.draw("hero.png", &line.iter().map(String::as_str).collect::<Vec<_>>());
    game.write("hero.tscn", hero("8, 8", "0, 0", ""));
    let row = &game.rows()[0];
    assert_eq!((row.counts.covered, row.best, row.gain()), (56, None, None));
}

#[test]
fn shapes_that_cannot_be_written_say_why() {
    let refusal = |scene: &str| {
        let game = Game::new();
        game.draw("hero.png", &HERO).write("hero.tscn", scene);
        game.rows()[0].refusal
    };
    let second = "[node name=\"Second\" type=\"CollisionShape2D\" parent=\".\"]\nshape = SubResource(\"box\")\n";
    let turned = |node: &str| format!("{node}\nrotation = 0.5");
    let [sprite, shape] = ["texture = ExtResource(\"1\")", "position = Vector2(0, 0)"];
    let plain = hero("4, 4", "0, 0", "");
    assert_eq!(refusal(&plain), None);
    assert_eq!(refusal(&hero("4, 4", "0, 0", second)), Some("it has several shapes"));
    assert_eq!(refusal(&plain.replace(sprite, &turned(sprite))), Some("its sprite is turned"));
    let node = |what: &str| format!("the node of its shape, or one above it, is {what}");
    assert_eq!(refusal(&plain.replace(shape, &turned(shape))), Some(&*node("turned")));
    assert_eq!(refusal(&plain.replace(shape, "scale = Vector2(2, 2)")), Some(&*node("scaled")));
    assert_eq!(refusal(&plain.replace(sprite, &format!("{sprite}\nscale = Vector2(1.5, 1.5)"))), None);
    let round = plain.replace("RectangleShape2D", "CircleShape2D").replace("size = Vector2(4, 4)", "radius = 2.0");
    assert_eq!(refusal(&round), None);
    let uneven = round.replace(sprite, &format!("{sprite}\nscale = Vector2(1, 2)"));
    assert_eq!(refusal(&uneven), Some("its shape is round, and its sprite has unequal scales"));
}

#[test]
fn a_sheet_is_judged_by_the_frames_that_are_shown() {
    let game = Game::new();
    let sheet: Vec<String> = HERO.iter().map(|row| format!("{row}########")).collect();
    let rows: Vec<&str> = sheet.iter().map(String::as_str).collect();
    let scene = hero("4, 4", "0, 0", "").replace("ExtResource(\"1\")", "ExtResource(\"1\")\nhframes = 2");
    game.draw("hero.png", &rows).write("hero.tscn", &scene);
    assert_eq!(game.wrong(), [("hero.tscn#Hero".to_owned(), 0, 0)]);
    let animation = "[sub_resource type=\"Animation\" id=\"run\"]
tracks/0/path = NodePath(\"Sprite:frame\")
tracks/0/keys = {
\"values\": [0, 1, 9]
}
[node name=\"Hero\"";
    game.write("hero.tscn", scene.replace("[node name=\"Hero\"", animation));
    let row = &game.rows()[0];
    assert_eq!((row.frames, row.solid, row.counts.left_out, row.worst_frame), (2, 80, 48, 1));
    // The heaviest box is that of both frames: it covers 48 px that are clear in the first one, as this leaves out.
    assert_eq!(row.gain(), Some(0));
}

#[test]
fn animations_count_each_picture_once() {
    let game = Game::new();
    let frames = "[ext_resource type=\"Texture2D\" path=\"res://small.png\" id=\"2\"]
[sub_resource type=\"SpriteFrames\" id=\"frames\"]
animations = [{
\"frames\": [{\"duration\": 1.0, \"texture\": ExtResource(\"1\")}, {\"duration\": 1.0, \"texture\": ExtResource(\"2\")},
{\"duration\": 1.0, \"texture\": ExtResource(\"1\")}],
\"name\": &\"run\"
}]
[sub_resource type=\"RectangleShape2D\"";
    let scene = hero("4, 4", "0, 0", "")
        .replace("[sub_resource type=\"RectangleShape2D\"", frames)
        .replace("type=\"Sprite2D\"", "type=\"AnimatedSprite2D\"")
        .replace("texture = ExtResource(\"1\")", "sprite_frames = SubResource(\"frames\")");
    game.draw("hero.png", &HERO).draw("small.png", &["####", "#...", "#...", "#..."]).write("hero.tscn", scene);
    let rows = game.rows();
    let [row] = &rows[..] else { panic!("one row: {rows:?}") };
    // Frames of other sizes are centred: the box has all of the first, and 9 clear pixels of the second.
    assert_eq!((row.frames, row.solid, row.counts.covered, row.counts.left_out, row.worst_frame), (2, 23, 9, 0, 1));
}

/// A sprite of GameMaker with two frames.
fn sprite_of_game_maker(kind: u8, right: u8) -> String {
    format!(
        r#"{{"bboxMode":2,"collisionKind":{kind},"bbox_left":2,"bbox_right":{right},"bbox_top":2,"bbox_bottom":5,
        "width":8,"height":8,"frames":[{{"name":"one",}},{{"name":"two",}},],"resourceType":"GMSprite","name":"spr",}}"#
    )
}

#[test]
fn only_sprites_that_an_object_uses_are_judged() {
    let game = Game::new();
    for (name, kind, right) in
        [("spr_a", 1, 7), ("spr_mask", 1, 5), ("spr_drawn", 1, 7), ("spr_logo", 1, 7), ("spr_precise", 0, 7)]
    {
        for frame in ["one", "two"] {
            game.draw(&format!("game/sprites/{name}/{frame}.png"), &HERO);
        }
        game.write(&format!("game/sprites/{name}/{name}.yy"), sprite_of_game_maker(kind, right));
    }
    let object = |sprite: &str, mask: &str| {
        let name = |name: &str| if name.is_empty() { "null".to_owned() } else { format!("{{\"name\":\"{name}\",}}") };
        format!(r#"{{"resourceType":"GMObject","spriteId":{},"spriteMaskId":{},}}"#, name(sprite), name(mask))
    };
    game.write("game/objects/obj_a/obj_a.yy", object("spr_a", ""));
    game.write("game/objects/obj_m/obj_m.yy", object("spr_drawn", "spr_mask"));
    game.write("game/objects/obj_b/obj_b.yy", object("spr_precise", ""));
    let name = |name: &str| format!("game/sprites/{name}/{name}.yy");
    assert_eq!(game.wrong(), [(name("spr_a"), 16, 0), (name("spr_mask"), 0, 0)]);
    assert_eq!(
        game.skipped(),
        [
            ("precise collision mask, which has the pixels of the picture", 1),
            ("sprite that no object uses", 1),
            ("sprite whose objects collide by the mask of another", 1)
        ]
    );
    let (_, answer) = game.audit("");
    assert_eq!((answer["found"].as_u64(), answer["rows"][0]["gain"].as_u64()), (Some(5), Some(16)));
    // An object of another project has sprites of its own.
    game.write("other/objects/obj_c/obj_c.yy", object("spr_logo", ""));
    assert_eq!(game.wrong().len(), 2);
}

#[test]
fn sprites_of_older_games_are_used_by_their_ids_or_names() {
    let game = Game::new();
    let old = r#"{"id":"1-2","name":"spr","bbox_bottom":5,"bbox_left":2,"bbox_right":5,"bbox_top":2,"bboxmode":2,"colkind":1,
        "frames":[{"id":"one"}],"height":8,"sepmasks":false,"width":8,"xorig":0,"yorig":0}"#;
    game.draw("sprites/spr/one.png", &HERO).write("sprites/spr/spr.yy", old);
    game.write(
        "objects/obj/obj.yy",
        r#"{"id":"3","spriteId":"1-2","maskSpriteId":"00000000-0000-0000-0000-000000000000"}"#,
    );
    let studio = "<sprite><xorig>0</xorig><yorigin>0</yorigin><colkind>1</colkind><coltolerance>0</coltolerance>
        <sepmasks>0</sepmasks><bboxmode>2</bboxmode><bbox_left>2</bbox_left><bbox_right>5</bbox_right>
        <bbox_top>2</bbox_top><bbox_bottom>6</bbox_bottom><width>8</width><height>8</height>
        <frames><frame index=\"0\">images\\a_0.png</frame></frames></sprite>";
    game.draw("studio/sprites/images/a_0.png", &HERO).write("studio/sprites/a.sprite.gmx", studio);
    game.write(
        "studio/objects/o.object.gmx",
        "<object><spriteName>a</spriteName><maskName>&lt;undefined&gt;</maskName></object>",
    );
    assert_eq!(
        game.wrong(),
        [("sprites/spr/spr.yy".to_owned(), 0, 0), ("studio/sprites/a.sprite.gmx".to_owned(), 4, 0)]
    );
}

#[test]
fn shapes_of_unity_have_the_ids_of_their_sprites() {
    let game = Game::new();
    let shape = "- - {x: -2, y: -2}\n        - {x: 2, y: -2}\n        - {x: 2, y: 2}\n        - {x: -2, y: 2}";
    let meta = format!(
        "fileFormatVersion: 2\nTextureImporter:\n  spriteMode: 2\n  spriteSheet:\n    sprites:\n    - name: hero_0\n      \
         rect: {{x: 0, y: 0, width: 8, height: 8}}\n      internalID: 4711\n      physicsShape:\n      {shape}\n    \
         - name: hero_1\n      rect: {{x: 0, y: 0, width: 8, height: 8}}\n      physicsShape: []\n"
    );
    game.draw("Assets/hero.png", &HERO).write("Assets/hero.png.meta", meta);
    assert_eq!(game.wrong(), [("Assets/hero.png.meta#4711".to_owned(), 0, 0)]);
    assert_eq!(game.skipped(), [("physics shape that Unity makes on import", 1)]);
    assert_eq!((game.rows()[0].hitbox.as_str(), game.rows()[0].refusal), ("hero_0", None));
}

#[test]
fn a_box_as_large_as_its_tile_is_terrain() {
    let game = Game::new();
    let set = |objects: &str| {
        format!(
            "<tileset name=\"walls\" tilewidth=\"8\" tileheight=\"8\"><image source=\"hero.png\" width=\"8\" height=\"8\"/>
            <tile id=\"0\"><objectgroup>{objects}</objectgroup></tile></tileset>"
        )
    };
    let whole = "<object id=\"1\" x=\"0\" y=\"0\" width=\"8\" height=\"8\"/>";
    let spikes = "<object id=\"7\" name=\"spikes\" x=\"2\" y=\"2\" width=\"4\" height=\"5\" rotation=\"0\"/>";
    game.draw("hero.png", &HERO).write("walls.tsx", set(whole)).write("spikes.tsx", set(spikes));
    assert_eq!(game.wrong(), [("spikes.tsx#0/7".to_owned(), 4, 0), ("walls.tsx#0/1".to_owned(), 48, 0)]);
    let (code, answer) = game.audit("--limit 0");
    let rows = &answer["rows"];
    assert_eq!(
        (code, &rows[0]["state"], &rows[1]["role"], &rows[1]["state"]),
        (3, &json!("above-limit"), &json!("terrain"), &json!("ok"))
    );
    // A map names the file of its set, which is read for itself.
    game.write("level.tmx", "<map><tileset firstgid=\"1\" source=\"walls.tsx\"/></map>");
    assert_eq!(game.wrong().len(), 2);
}

/// An Aseprite file of one frame, and slices that are boxes.
fn aseprite(rows: &[&str], slices: &[(&str, [u8; 4])]) -> Vec<u8> {
    let (width, height) = (u16::try_from(rows[0].len()).expect("small"), u16::try_from(rows.len()).expect("small"));
    let size = [width.to_le_bytes(), height.to_le_bytes()].concat();
    let layer = [[1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 0, 0, 0].as_slice(), &[1, 0, b'L']].concat();
    let cel = [[0, 0, 0, 0, 0, 0, 255, 0, 0, 0, 0, 0, 0, 0, 0, 0].as_slice(), &size, picture(rows).as_raw()].concat();
    let slice = |(name, sides): &(&str, [u8; 4])| {
        let mut data = [1_u32, 0, 0].map(u32::to_le_bytes).concat();
        data.extend(u16::try_from(name.len()).expect("short").to_le_bytes());
        data.extend(name.as_bytes());
        data.extend([0, sides[0], sides[1], sides[2], sides[3]].map(|it| u32::from(it).to_le_bytes()).concat());
        (0x2022_u16, data)
    };
    let chunks: Vec<_> = [(0x2004, layer), (0x2005, cel)].into_iter().chain(slices.iter().map(slice)).collect();
    let mut frame = Vec::new();
    for (kind, data) in &chunks {
        frame.extend(u32::try_from(data.len() + 6).expect("short").to_le_bytes());
        frame.extend(kind.to_le_bytes());
        frame.extend(data);
    }
    let count = u16::try_from(chunks.len()).expect("few").to_le_bytes();
    let length = u32::try_from(frame.len() + 16).expect("short").to_le_bytes();
    let frame_header = [&length, [0xFA, 0xF1].as_slice(), &count, &100_u16.to_le_bytes(), &[0; 6]].concat();
    let mut header = [[0; 4].as_slice(), &[0xE0, 0xA5, 1, 0], &size, &[32, 0, 1, 0, 0, 0]].concat();
    header.resize(128, 0);
    [header, frame_header, frame].concat()
}

#[test]
fn slices_of_aseprite_are_hitboxes_by_their_names() {
    let game = Game::new();
    game.write("hero.aseprite", aseprite(&HERO, &[("hit", [2, 2, 4, 3]), ("portrait", [0, 0, 8, 8])]));
    assert_eq!(game.wrong(), [("hero.aseprite#hit".to_owned(), 0, 4)]);
    assert_eq!(game.skipped(), [("slice that is not called hit, hurt or body", 1)]);
    assert_eq!(game.rows()[0].refusal, Some("files of Aseprite are not written"));
}

#[test]
fn roles_say_which_pixels_are_wrong() {
    let game = Game::new();
    game.draw("hero.png", &HERO);
    for name in ["a", "b", "c", "d"] {
        game.write(&format!("enemies/{name}.tscn"), hero("2, 6", "0, 0", "")).draw("enemies/hero.png", &HERO);
    }
    let role = |pattern: &str, role: &str| format!("[[hitbox]]\nmatch = \"{pattern}\"\nrole = \"{role}\"\n");
    let inside = role("enemies/a*#H*", "inside");
    let others = [role("**/b.tscn", "outside"), role("enemies/c.tscn#Hero", "terrain")].concat();
    let rules = format!("{}{inside}why = \"a small target\"\n{others}", role("enemies/**", "ignore"));
    game.write("maskscope.toml", rules);
    let (code, answer) = game.audit("");
    let all = answer["rows"].as_array().expect("rows");
    let rows: Vec<_> = all.iter().map(|row| [&row["id"], &row["role"], &row["gain"]].map(Value::to_string)).collect();
    let expected = [
        ["enemies/b.tscn#Hero", "outside", "8"],
        ["enemies/a.tscn#Hero", "inside", "4"],
        ["enemies/c.tscn#Hero", "terrain", "null"],
    ];
    let quoted = |[id, role, gain]: [&str; 3]| [format!("\"{id}\""), format!("\"{role}\""), gain.to_owned()];
    assert_eq!((code, rows), (0, expected.map(quoted).to_vec()));
    assert_eq!(answer["skipped"], json!([{"reason": "hitbox that maskscope.toml ignores", "files": 1}]));
    let (_, text, _) = run(&format!("audit {}", game.0.folder().display()));
    assert!(text.contains("a small target"), "{text}");
    game.write("maskscope.toml", role("**", "hurt"));
    let (code, _, err) = run(&format!("audit {}", game.0.folder().display()));
    assert!(code == 1 && err.contains("maskscope.toml: it is not a list of roles"), "{err}");
}

#[test]
fn names_suggest_roles() {
    let game = Game::new();
    game.draw("hero.png", &HERO)
        .write("hero.tscn", hero("2, 6", "0, 0", "").replace("name=\"Hero\"", "name=\"Hurtbox\""));
    let (_, text, _) = run(&format!("audit {}", game.0.folder().display()));
    let line = "role     \"inside\" in maskscope.toml may suit 1 hitbox by name, as hero.tscn#Hurtbox";
    assert!(text.lines().any(|it| it == line), "{text}");
}

#[test]
fn exit_codes_say_what_is_wrong() {
    let game = Game::new();
    game.draw("hero.png", &HERO).write("hero.tscn", hero("8, 6", "0, 0", ""));
    let path = game.0.folder().display().to_string();
    for (options, code, why) in [
        ("", 0, ""),
        ("--limit 32", 0, ""),
        ("--limit 31", 3, "of 1 hitbox: 1 above the limit"),
        ("--limit 200%", 0, ""),
        ("--limit 199%", 3, "of 1 hitbox: 1 above the limit"),
        ("--limit x", 2, "a limit is a number of pixels, as in 30, or a share of the solid pixels, as in 5%"),
        ("--write-baseline", 2, "--baseline <FILE>"),
        ("--baseline gone.json", 1, "gone.json: there is no such file"),
        ("--top x", 2, "a whole number from 0 to "),
    ] {
        let (exit, _, err) = run(&format!("audit {path} {options}"));
        assert_eq!(exit, code, "{options}: {err}");
        assert!(err.contains(why), "{options}: {err}");
    }
    let empty = Game::new();
    empty.write("readme.txt", "").write("broken.tscn", "[gd_scene format=3]\n[node");
    for (folder, why) in [
        (
            empty.path("").display().to_string(),
            "it has no hitbox that a picture can judge; skipped: file that cannot be read (1)",
        ),
        (empty.path("gone").display().to_string(), "there is no such file"),
        (empty.path("readme.txt").display().to_string(), "it is a file, not a folder"),
    ] {
        let (exit, out, err) = run(&format!("audit {folder}"));
        assert_eq!((exit, out.as_str()), (1, ""), "{err}");
        assert!(err.contains(why), "{err}");
    }
}

/// The states of the rows, by their ids.
fn states(answer: &Value) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().expect("text").to_owned();
    let rows = answer["rows"].as_array().expect("rows");
    let mut states: Vec<_> = rows.iter().map(|row| (text(&row["id"]), text(&row["state"]))).collect();
    states.sort();
    states
}

#[test]
fn a_baseline_tells_what_has_changed() {
    let game = Game::new();
    for name in ["same", "worse", "moved", "art", "gone"] {
        game.draw(&format!("{name}/hero.png"), &HERO).write(&format!("{name}/hero.tscn"), hero("8, 6", "0, 0", ""));
    }
    // Equal rows would be taken for each other.
    game.write("moved/hero.tscn", hero("8, 4", "0, 0", "")).write("gone/hero.tscn", hero("6, 6", "0, 0", ""));
    let baseline = game.path("baseline.json").display().to_string();
    let (code, answer) = game.audit(&format!("--baseline {baseline} --write-baseline --limit 0"));
    assert_eq!((code, states(&answer).iter().all(|(_, state)| state == "ok")), (0, true), "{answer}");
    let text = fs::read_to_string(&baseline).expect("a baseline");
    assert!(text.starts_with("{\"maskscope_baseline\":1,\"hitboxes\":[\n{\"id\":\"art/hero.tscn#Hero\","), "{text}");
    assert_eq!(text.lines().count(), 7);
    let (code, answer) = game.audit(&format!("--baseline {baseline} --limit 0"));
    assert_eq!((code, states(&answer).iter().all(|(_, state)| state == "ok")), (0, true), "{answer}");

    game.write("worse/hero.tscn", hero("8, 8", "0, 0", ""));
    fs::rename(game.path("moved"), game.path("elsewhere")).expect("a folder");
    fs::remove_dir_all(game.path("gone")).expect("a folder");
    let mut art = HERO;
    art[1] = "..####..";
    game.draw("art/hero.png", &art);
    game.draw("new/hero.png", &HERO).write("new/hero.tscn", hero("4, 5", "0, 0", ""));
    game.draw("loose/hero.png", &HERO).write("loose/hero.tscn", hero("8, 7", "0, 0", ""));
    let (code, answer) = game.audit(&format!("--baseline {baseline} --limit 10"));
    let expected = [
        ("art", "art-changed"),
        ("elsewhere", "moved"),
        ("gone", "gone"),
        ("loose", "above-limit"),
        ("new", "new"),
        ("same", "ok"),
        ("worse", "worse"),
    ];
    let expected = expected.map(|(name, state)| (format!("{name}/hero.tscn#Hero"), state.to_owned()));
    assert_eq!((code, states(&answer)), (3, expected.to_vec()));
    let (_, text, err) = run(&format!("audit {} --baseline {baseline} --limit 10", game.0.folder().display()));
    assert!(text.contains("gone     gone/hero.tscn#Hero"), "{text}");
    assert!(err.contains("of 6 hitboxes: 1 above the limit and 1 worse than in the baseline"), "{err}");
}

#[test]
fn polygons_are_fitted_as_far_as_they_are_asked_for() {
    let game = Game::new();
    let polygon = |corners: &str| {
        let scene = hero("4, 4", "0, 0", "").replace("type=\"CollisionShape2D\"", "type=\"CollisionPolygon2D\"");
        scene.replace("shape = SubResource(\"box\")", &format!("polygon = PackedVector2Array({corners})"))
    };
    game.draw("hero.png", &HERO);
    game.write("large.tscn", polygon("-4, -4, 4, -4, 4, 4, -4, 4"));
    game.write("small.tscn", polygon("-3, -3, 3, -3, 3, 3, -3, 3"));
    let state = |options: &str| {
        let (code, answer) = game.audit(options);
        assert_eq!(code, 0, "{options}");
        let gain = |row: &Value| (row["state"].as_str().unwrap_or_default().to_owned(), row["gain"].as_u64());
        answer["rows"].as_array().expect("rows").iter().map(gain).collect::<Vec<_>>()
    };
    let (ok, not) = ("ok".to_owned(), "not-fitted".to_owned());
    assert_eq!(state("--top 0"), [(not.clone(), None), (not.clone(), None)]);
    assert_eq!(state("--top 1"), [(ok.clone(), Some(48)), (not, None)]);
    assert_eq!(state(""), [(ok.clone(), Some(48)), (ok, Some(20))]);
}

#[test]
fn rows_of_one_identity_are_numbered() {
    let game = Game::new();
    let sprite = |left: i32| {
        let path = format!("- - {{x: {left}, y: -2}}\n        - {{x: 2, y: -2}}\n        - {{x: 2, y: 2}}");
        let rect = "rect: {x: 0, y: 0, width: 8, height: 8}";
        format!("    - name: hero\n      {rect}\n      physicsShape:\n      {path}\n        - {{x: {left}, y: 2}}\n")
    };
    let head = "fileFormatVersion: 2\nTextureImporter:\n  spriteMode: 2\n  spriteSheet:\n    sprites:\n";
    game.draw("hero.png", &HERO).write("hero.png.meta", format!("{head}{}{}", sprite(-2), sprite(-1)));
    assert_eq!(game.wrong(), [("hero.png.meta#hero".to_owned(), 0, 0), ("hero.png.meta#hero~2".to_owned(), 0, 4)]);
}

#[cfg(unix)]
#[test]
fn links_in_circles_and_lost_files_are_counted() {
    use std::os::unix::fs::symlink;
    let game = Game::new();
    game.draw("hero.png", &HERO).write("a/hero.tscn", hero("4, 4", "0, 0", "")).draw("a/hero.png", &HERO);
    symlink("..", game.path("a/up")).expect("a link");
    symlink("self.tscn", game.path("self.tscn")).expect("a link");
    symlink("nothing.tscn", game.path("lost.tscn")).expect("a link");
    assert_eq!(game.wrong(), [("a/hero.tscn#Hero".to_owned(), 0, 0)]);
    assert_eq!(
        game.skipped(),
        [("file that vanished, or a link that leads nowhere", 2), ("link to a folder, which is not followed", 1)]
    );
}

#[test]
fn many_other_files_cost_little() {
    let game = Game::new();
    game.draw("hero.png", &HERO).write("hero.tscn", hero("4, 4", "0, 0", ""));
    for folder in 0..20 {
        let folder = game.path(&format!("notes/{folder}"));
        fs::create_dir_all(&folder).expect("a folder");
        (0..100).for_each(|file| fs::write(folder.join(format!("{file}.txt")), "").expect("a file"));
    }
    assert_eq!(game.wrong(), [("hero.tscn#Hero".to_owned(), 0, 0)]);
    assert!(game.skipped().is_empty());
}

/// 4,000 boxes, circles and capsules of pictures of 64 × 64 px: a minute on two cores, in a release build.
#[test]
#[ignore = "takes a minute"]
fn only_by_hand_four_thousand_hitboxes() {
    let game = Game::new();
    let shapes = [
        ("RectangleShape2D", "size = Vector2(40, 30)"),
        ("CircleShape2D", "radius = 20.0"),
        ("CapsuleShape2D", "radius = 12.0\nheight = 50.0"),
    ];
    for number in 0..4_000_usize {
        let at = |row: usize, column: usize| {
            let (x, y) = (column.abs_diff(20 + number % 23), row.abs_diff(22 + number % 19));
            x * x + y * y * (1 + number % 3) < 300 + number % 301
        };
        let row = |row: usize| (0..64).map(|column| if at(row, column) { '#' } else { '.' }).collect::<String>();
        let rows: Vec<String> = (0..64).map(row).collect();
        game.draw(&format!("{number}/hero.png"), &rows.iter().map(String::as_str).collect::<Vec<_>>());
        let (kind, numbers) = shapes[number % 3];
        let scene =
            hero("40, 30", "0, 0", "").replace("RectangleShape2D", kind).replace("size = Vector2(40, 30)", numbers);
        game.write(&format!("{number}/hero.tscn"), scene);
    }
    let start = std::time::Instant::now();
    assert_eq!(game.rows().len(), 4_000);
    let seconds = start.elapsed().as_secs();
    assert!(seconds < 60, "{seconds} s");
}

#[test]
fn the_samples_have_hitboxes() {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples");
    let audit = Audit::of(&samples, Audit::TOP, &Limits::default(), &|_, _, _| {}, &|| false).expect("hitboxes");
    let mut ids: Vec<_> = audit.rows.iter().map(|row| &*row.id).collect();
    ids.sort_unstable();
    assert_eq!(ids, ["ship.png.meta", "ship.tscn#Ship", "tiles.tsx#0/1", "tiles.tsx#1/1"]);
    assert!(audit.rows.iter().all(|row| row.gain().is_some()), "{audit:?}");
}
