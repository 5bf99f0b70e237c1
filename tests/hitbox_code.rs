//! Hitboxes as source code: the engines answer as maskscope's own shapes do.

#[path = "support/dice.rs"]
mod dice;
#[path = "support/pygame.rs"]
mod pygame;
#[path = "support/tools.rs"]
mod tools;

use std::f64::consts::SQRT_2;
use std::{env, fs, path::Path, process::Command};

use dice::Dice;
use maskscope::files::HitboxFormat;
use maskscope_core::choice::Choice as _;
use maskscope_core::geom::{Affine, Size};
use maskscope_core::shape::{Contact, Hitbox, Part, Shape};
use tempfile::TempDir;

/// The sizes of the images of A and B; those of A are odd.
const SIZES: [Size; 2] = [Size::new(47, 39), Size::new(30, 32)];
/// The number of placements of each kind of shape.
const PLACEMENTS: usize = 500;
/// The number of different hitboxes of each kind, for A and for B.
const HITBOXES: usize = 25;

/// A kind of hitbox.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Box,
    Circle,
    Ellipse,
    Capsule,
    Convex,
    Concave,
    Two,
}

impl Kind {
    const ALL: [Self; 7] =
        [Self::Box, Self::Circle, Self::Ellipse, Self::Capsule, Self::Convex, Self::Concave, Self::Two];
    const SINGLE: [Self; 6] = [Self::Box, Self::Circle, Self::Ellipse, Self::Capsule, Self::Convex, Self::Concave];

    /// A shape of this kind, inside an image of this size.
    fn shape(self, dice: &mut Dice, size: Size) -> Shape {
        let (width, height) = (f64::from(size.width), f64::from(size.height));
        // Tenths, and every second time whole numbers.
        let unit = dice.pick(&[1.0, 10.0]);
        let corners = 3 + dice.below(9);
        let mut from =
            |low: f64, high: f64| (low * unit + (dice.roll(1000) as f64 / 1000.0 * (high - low) * unit)).round() / unit;
        let (rx, ry) = (from(3.0, width / 2.0), from(3.0, height / 2.0));
        let (x, y) = (from(rx, width - rx), from(ry, height - ry));
        match self {
            Self::Box => Shape::Box([x - rx, y - ry, rx + 3.0, ry + 2.0]),
            Self::Circle => Shape::Circle([x, y, rx.min(ry)]),
            Self::Ellipse => Shape::Ellipse([x, y, rx, ry]),
            // From there to the same place of the image turned by 180°.
            Self::Capsule => Shape::Capsule([x, y, width - x, height - y, rx.min(ry)]),
            Self::Convex | Self::Concave => {
                let parts: Vec<f64> = (0..corners).map(|_| from(1.0, 4.0)).collect();
                let whole: f64 = parts.iter().sum();
                let mut turn = from(0.0, 6.0);
                let corner = |part: &f64| {
                    turn += part / whole * std::f64::consts::TAU;
                    let radius = if self == Self::Convex { 1.0 } else { from(2.0, 9.0) / 9.0 };
                    [x + rx * radius * turn.cos(), y + ry * radius * turn.sin()]
                };
                Shape::Polygon(parts.iter().map(corner).collect())
            }
            Self::Two => unreachable!("two shapes are no shape"),
        }
    }

    fn hitbox(self, dice: &mut Dice, size: Size) -> Hitbox {
        let kinds =
            if self == Self::Two { vec![dice.pick(&Self::SINGLE), dice.pick(&Self::SINGLE)] } else { vec![self] };
        let shapes = kinds.into_iter().map(|kind| Part::from(kind.shape(dice, size))).collect();
        Hitbox::new(shapes).expect("shapes that cross nowhere")
    }
}

/// An engine, as far as its answers may differ.
struct Engine {
    format: HitboxFormat,
    /// The kinds whose code may meet that of a kind; none of a kind that the engine has not.
    partners: fn(Kind) -> &'static [Kind],
    /// Positions are multiples of this, in pixels.
    grid: f64,
    /// The least depth of an overlap that the engine has to see.
    depth: fn(&Shape) -> f64,
    /// The distance from which on the engine must not see any.
    distance: fn(&Shape) -> f64,
}

/// Numbers are written to a thousandth of a pixel, which moves a corner by less than this.
const ROUNDED: f64 = 0.001;

/// The largest distance from an ellipse to its polygon, which lies inside.
const INSIDE: f64 = 0.1;

/// Two placed sprites.
struct Placement {
    kind: Kind,
    /// The numbers of their hitboxes.
    numbers: [usize; 2],
    /// The top left of both images.
    at: [[f64; 2]; 2],
    is_hit: bool,
    contact: Contact,
}

/// Hitboxes of A and B by turns, and places for them.
#[derive(Default)]
struct Game {
    hitboxes: Vec<Hitbox>,
    placements: Vec<Placement>,
}

impl Engine {
    fn game(&self) -> Game {
        let dice = &mut Dice::new(7);
        let mut game = Game::default();
        for kind in Kind::ALL.into_iter().filter(|kind| !(self.partners)(*kind).is_empty()) {
            for _ in 0..HITBOXES {
                game.hitboxes.push(kind.hitbox(dice, SIZES[0]));
                let partner = dice.pick((self.partners)(kind));
                game.hitboxes.push(partner.hitbox(dice, SIZES[1]));
            }
            let end = game.placements.len() + PLACEMENTS;
            while game.placements.len() < end {
                // Every second one within two pixels of touching.
                let most = if game.placements.len() % 2 == 0 { f64::INFINITY } else { 2.0 };
                let placement = self.placement(kind, &game.hitboxes, most, dice);
                game.placements.extend(placement);
            }
        }
        game
    }

    /// Two of the last hitboxes somewhere, at most `most` pixels deep or away, unless they touch as far as the engine knows.
    fn placement(&self, kind: Kind, hitboxes: &[Hitbox], most: f64, dice: &mut Dice) -> Option<Placement> {
        let first = hitboxes.len() - 2 * HITBOXES;
        let numbers = [0, 1].map(|side| first + 2 * dice.below(HITBOXES) + side);
        let mut within = |low: f64, high: f64| {
            let steps = dice.roll(1 << 30) as f64 / f64::from(1 << 30) * (high - low) / self.grid;
            (low / self.grid).floor().mul_add(self.grid, steps.floor() * self.grid)
        };
        let placed = |side: usize, [x, y]: [f64; 2]| {
            hitboxes[numbers[side]].placed(&Affine::translation((x, y)), || unreachable!("no part is a mask"))
        };
        let first = [within(-50.0, 90.0), within(-50.0, 90.0)];
        let ends = [placed(0, first), placed(1, [0.0; 2])].map(|hitbox| hitbox.bounds().expect("shapes"));
        // Their boxes overlap, or nearly.
        let [((left, top), (right, bottom)), (low, high)] = ends;
        let at = [
            first,
            [within(left - high.0 - 3.0, right - low.0 + 3.0), within(top - high.1 - 3.0, bottom - low.1 + 3.0)],
        ];
        let contact = placed(0, at[0]).contact(&placed(1, at[1]));
        let both = |of: fn(&Shape) -> f64| -> f64 {
            let largest = |number: usize| shapes(&hitboxes[number]).map(of).fold(0.0, f64::max);
            numbers.map(largest).iter().sum::<f64>() + 2.0 * ROUNDED
        };
        let is_hit = match contact {
            Contact::Overlaps { depth } => (depth > both(self.depth) && depth < most).then_some(true),
            Contact::Touches => None,
            Contact::OverlapsFar { .. } => panic!("a few parts are not too many"),
            Contact::Apart { distance } => (distance > both(self.distance) && distance < most).then_some(false),
        };
        is_hit.map(|is_hit| Placement { kind, numbers, at, is_hit, contact })
    }
}

fn shapes(hitbox: &Hitbox) -> impl Iterator<Item = &Shape> {
    hitbox.parts().iter().filter_map(|part| match part {
        Part::Shape(shape) => Some(shape),
        Part::Mask => None,
    })
}

impl Game {
    /// The code of the hitboxes, for images called `h0.png`, `h1.png` and so on.
    fn code(&self, format: HitboxFormat) -> Vec<String> {
        let code = |(number, hitbox): (usize, &Hitbox)| {
            format.code(hitbox, &format!("h{number}.png"), SIZES[number % 2]).expect("shapes have code")
        };
        self.hitboxes.iter().enumerate().map(code).collect()
    }

    /// A line for each placement: number, x and y of A, then of B.
    fn lines(&self) -> String {
        let line = |Placement { numbers: [a, b], at: [[ax, ay], [bx, by]], .. }: &Placement| {
            format!("{a} {ax} {ay} {b} {bx} {by}\n")
        };
        self.placements.iter().map(line).collect()
    }

    /// Asserts the answers in what an engine printed: `answers`, then a digit for each placement.
    #[track_caller]
    fn assert_answers(&self, printed: &str) {
        let answers = printed.rsplit("answers ").next().unwrap_or_default();
        let found: Vec<bool> = answers.chars().take_while(char::is_ascii_digit).map(|digit| digit == '1').collect();
        assert_eq!(found.len(), self.placements.len(), "{answers}");
        let mut wrong = Vec::new();
        for kind in Kind::ALL {
            if !self.placements.iter().any(|placement| placement.kind == kind) {
                continue;
            }
            let answered = self.placements.iter().zip(&found).filter(|(placement, _)| placement.kind == kind);
            let hits = answered.clone().filter(|(_, answer)| **answer).count();
            assert!((PLACEMENTS / 5..PLACEMENTS * 4 / 5).contains(&hits), "{kind:?}: {hits} hits");
            let differs = |(placement, answer): &(&Placement, &bool)| placement.is_hit != **answer;
            for (Placement { numbers, at: [at, to], contact, .. }, _) in answered.filter(differs) {
                let [a, b] = numbers.map(|number| &self.hitboxes[number]);
                wrong.push(format!("{kind:?}: {a:?} at {at:?}, {b:?} at {to:?}: {contact:?}"));
            }
        }
        assert!(wrong.is_empty(), "{} are wrong:\n{}", wrong.len(), wrong.join("\n"));
    }
}

/// A folder with these files.
fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        fs::write(folder.path().join(name), text).expect("the folder can be written");
    }
    folder
}

/// Runs a command in a folder, and returns what it prints.
#[track_caller]
fn run(folder: &Path, words: &[&str]) -> String {
    let mut command = Command::new(words[0]);
    command.args(&words[1..]).current_dir(folder);
    command.env("SDL_VIDEODRIVER", "dummy").env("SDL_AUDIODRIVER", "dummy").env("HOME", folder);
    command.env("ARCADE_HEADLESS", "True").env("ALSOFT_DRIVERS", "null");
    let output = command.output().expect("it starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{words:?}: {} {errors}", output.status);
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// The code of tests, which stands beside the masks as code.
fn beside(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/code").join(name);
    // A checkout may have the line ends of Windows.
    fs::read_to_string(path).expect("it is there").replace("\r\n", "\n")
}

const fn any(_: Kind) -> &'static [Kind] {
    &Kind::ALL
}

/// The polygon of a round shape lies inside it.
fn polygon_depth(shape: &Shape) -> f64 {
    if matches!(shape, Shape::Circle(_) | Shape::Ellipse(_) | Shape::Capsule(_)) { INSIDE } else { 0.0 }
}

#[test]
#[ignore = "needs Python with pygame-ce"]
fn pygame_answers_as_the_shapes_do() {
    let python = pygame::python();
    let depth = |shape: &Shape| if matches!(shape, Shape::Ellipse(_)) { INSIDE } else { 0.0 };
    let game = Engine { format: HitboxFormat::Pygame, partners: any, grid: 1.0, depth, distance: |_| 0.0 }.game();
    let code = game.code(HitboxFormat::Pygame).concat() + beside("hitboxes.py").as_str();
    let folder = folder(&[("game.py", &code), ("placements", &game.lines())]);
    game.assert_answers(&run(folder.path(), &[&python, "-Werror", "game.py"]));
}

/// Arcade tests one convex polygon of a sprite. Each sprite reports the points as its hit box, in a texture or set by itself.
#[test]
#[ignore = "needs Python with Arcade"]
fn arcade_answers_as_the_shapes_do() {
    let python = env::var("MASKSCOPE_ARCADE").unwrap_or_else(|_| "python3".to_owned());
    const CONVEX: [Kind; 5] = [Kind::Box, Kind::Circle, Kind::Ellipse, Kind::Capsule, Kind::Convex];
    let partners = |kind| if CONVEX.contains(&kind) { &CONVEX[..] } else { &[] };
    let engine = Engine { format: HitboxFormat::Arcade, partners, grid: 0.25, depth: polygon_depth, distance: |_| 0.0 };
    let game = engine.game();
    let code = game.code(engine.format).concat() + beside("hitboxes_arcade.py").as_str();
    let folder = folder(&[("game.py", &code), ("placements", &game.lines())]);
    game.assert_answers(&run(folder.path(), &[&python, "game.py"]));
}

#[test]
#[ignore = "needs chromium, and MASKSCOPE_PHASER, files of Phaser 3 and 4"]
fn phaser_answers_as_the_shapes_do() {
    tools::need(&["chromium"]);
    /// Arcade takes one box or circle, and rounds the radius.
    fn rounding(shape: &Shape) -> f64 {
        if let Shape::Circle([.., radius]) = shape { radius.round() - radius } else { 0.0 }
    }
    let engine = Engine {
        format: HitboxFormat::Phaser,
        partners: |kind| match kind {
            Kind::Box | Kind::Circle => &[Kind::Box, Kind::Circle],
            _ => &[Kind::Ellipse, Kind::Capsule, Kind::Convex, Kind::Concave, Kind::Two],
        },
        grid: 0.25,
        depth: |shape| polygon_depth(shape).max(-rounding(shape)),
        distance: |shape| rounding(shape).max(0.0),
    };
    let game = engine.game();
    for phaser in tools::phasers() {
        let page = beside("hitboxes.html")
            .replace("PHASER", &phaser.display().to_string())
            .replace("CODE", &game.code(engine.format).concat());
        let folder = folder(&[("game.html", &page.replace("PLACEMENTS", &game.lines()))]);
        let profile = format!("--user-data-dir={}", folder.path().display());
        let page = format!("file://{}/game.html", folder.path().display());
        let options = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", &profile];
        let quiet = ["--disable-background-networking", "--disable-component-update", "--disable-sync"];
        let shown = ["--allow-file-access-from-files", "--virtual-time-budget=10000", "--dump-dom", &page];
        game.assert_answers(&run(folder.path(), &[&["chromium"], &options[..], &quiet, &shown].concat()));
    }
}

#[test]
#[ignore = "needs godot3-server"]
fn godot_answers_as_the_shapes_do() {
    tools::need(&["godot3-server"]);
    let engine =
        Engine { format: HitboxFormat::Godot3, partners: any, grid: 0.25, depth: polygon_depth, distance: |_| 0.0 };
    let game = engine.game();
    let folder = folder(&[("project.godot", ""), ("game.gd", &beside("hitboxes.gd")), ("placements", &game.lines())]);
    for (number, code) in game.code(engine.format).iter().enumerate() {
        let (shapes, nodes) = code.split_once("; For the end").expect("two parts");
        let root = "[node name=\"Root\" type=\"Area2D\"]";
        let scene = format!("[gd_scene format=2]\n\n{shapes}\n{root}\n\n; For the end{nodes}");
        fs::write(folder.path().join(format!("h{number}.tscn")), scene).expect("the folder can be written");
    }
    game.assert_answers(&run(folder.path(), &["godot3-server", "-s", "game.gd"]));
}

#[test]
#[ignore = "needs love"]
fn love_answers_as_the_shapes_do() {
    tools::need(&["love"]);
    let engine = Engine {
        format: HitboxFormat::Love,
        partners: any,
        grid: 0.25,
        depth: |shape| if matches!(shape, Shape::Ellipse(_)) { INSIDE } else { 0.0 },
        // Polygons have a skin of 0.01 m along the normals of their edges: 0.3 px by default, and more at sharp corners.
        distance: |shape| match shape {
            Shape::Circle(_) => 0.0,
            // Between two corners, along the diagonal.
            Shape::Box(_) => 0.3 * SQRT_2,
            Shape::Ellipse(_) | Shape::Capsule(_) | Shape::Polygon(_) => 0.6,
        },
    };
    let game = engine.game();
    let conf = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bridges/love/conf.lua"));
    let conf = conf.expect("it is there");
    let folder = folder(&[("conf.lua", &conf), ("main.lua", &beside("hitboxes.lua")), ("placements", &game.lines())]);
    for (number, code) in game.code(engine.format).iter().enumerate() {
        let code = format!("{code}return h{number}_hitbox\n");
        fs::write(folder.path().join(format!("h{number}.lua")), code).expect("the folder can be written");
    }
    game.assert_answers(&run(folder.path(), &["love", "."]));
}

/// A hitbox of all kinds of shapes in each language, for a person to read.
const SHIP: [(HitboxFormat, &str); 6] = [
    (HitboxFormat::Pygame, "ship_hitbox.py"),
    (HitboxFormat::Arcade, "ship_hitbox_arcade.py"),
    (HitboxFormat::Phaser, "ship_hitbox.js"),
    (HitboxFormat::Godot, "ship_hitbox.tscn"),
    (HitboxFormat::Love, "ship_hitbox.lua"),
    (HitboxFormat::Json, "ship_hitbox.json"),
];

fn hitbox(json: &str) -> Hitbox {
    serde_json::from_str(json).expect("a hitbox")
}

#[test]
fn each_language_letter_by_letter() {
    let polygon = r#"{"polygon":[[0,0],[10,0],[10,8],[5,2.125],[0,8]]}"#;
    let ship = format!(
        r#"[{{"box":[4,6,32,30]}},{{"box":[4.5,6,8,9]}},{{"circle":[24,20,18.5]}},{{"ellipse":[24,20,12,6]}},{polygon}]"#
    );
    for (format, file) in SHIP {
        let ship = if format == HitboxFormat::Arcade { polygon } else { &ship };
        let code = format.code(&hitbox(ship), "Ship.png", Size::new(48, 40)).expect("shapes have code");
        if env::var_os("UPDATE_SNAPSHOTS").is_some() {
            fs::write(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/code").join(file), &code).expect("written");
        }
        assert_eq!(code, beside(file), "{file}");
    }
}

/// Engines that have no capsule get a list or a polygon, and the code says so.
#[test]
fn a_capsule_is_written_as_the_engine_has_it() {
    let code = |format: HitboxFormat, json: &str| {
        format.code(&hitbox(json), "ship.png", Size::new(48, 40)).expect("a capsule has code")
    };
    let lying = r#"{"capsule":[10,8,22,8,6]}"#;
    for (format, words) in [
        (HitboxFormat::Pygame, "([(10, 8), (22, 8)], 6),  # capsule: ends, radius\n"),
        (HitboxFormat::Arcade, "capsule 12 × 24, as a polygon of 20 corners: at most 0.1 px inside it"),
        (HitboxFormat::Phaser, "// capsule 12 × 24, as a polygon of 20 corners: at most 0.1 px inside it\n"),
        (HitboxFormat::Love, "-- capsule 12 × 24, as two circles and the polygon between them\n"),
        (HitboxFormat::Love, "love.physics.newPolygonShape(10, 2, 22, 2, 22, 14, 10, 14)"),
        (HitboxFormat::Godot, "[sub_resource type=\"CapsuleShape2D\" id=1001]\nradius = 6\nheight = 24\n"),
        (HitboxFormat::Godot3, "[sub_resource type=\"CapsuleShape2D\" id=1001]\nradius = 6\nheight = 12\n"),
        (
            HitboxFormat::Godot,
            "[node name=\"ship_hitbox\" type=\"CollisionShape2D\" parent=\".\"]\n\
             position = Vector2( -8, -12 )\nrotation = 1.570796\nshape = SubResource( 1001 )\n",
        ),
    ] {
        let code = code(format, lying);
        assert!(code.contains(words), "{words} in {code}");
    }
    for (ends, rotation) in [([24, 4, 24, 30], None), ([24, 30, 24, 4], None), ([9, 9, 5, 13], Some("0.785398"))] {
        let [x1, y1, x2, y2] = ends;
        let code = code(HitboxFormat::Godot3, &format!(r#"{{"capsule":[{x1},{y1},{x2},{y2},3]}}"#));
        assert_eq!(code.split_once("rotation = ").and_then(|(_, rest)| rest.lines().next()), rotation, "{code}");
    }
    let circle = code(HitboxFormat::Godot, r#"{"capsule":[9,9,9,9,4]}"#);
    assert!(circle.contains("[sub_resource type=\"CircleShape2D\" id=1001]\nradius = 4\n"), "{circle}");
    assert_eq!(code(HitboxFormat::Json, lying), format!("{lying}\n"));
}

#[test]
fn a_mask_and_a_flat_shape_have_no_code() {
    let refusal = |format: HitboxFormat, json: &str| {
        format.code(&hitbox(json), "ship.png", Size::new(48, 40)).map_err(|why| why.to_string())
    };
    for format in HitboxFormat::ALL.iter().copied().filter(|format| *format != HitboxFormat::Json) {
        let title = format.title();
        let mask = format!("a mask cannot be written as code for {title}: give the sprite a shape");
        assert_eq!(refusal(format, r#"[{"box":[0,0,4,4]},"mask"]"#), Err(mask));
        let flat = format!("a box 5 × 0 has no area, and cannot be written as code for {title}");
        assert_eq!(refusal(format, r#"{"box":[2,2,5,0]}"#), Err(flat));
    }
    let several = "several shapes cannot be written as code for Arcade, where a sprite has one polygon".to_owned();
    assert_eq!(refusal(HitboxFormat::Arcade, r#"[{"box":[0,0,4,4]},{"circle":[9,9,4]}]"#), Err(several));
    for json in [r#""mask""#, r#"{"box":[2,2,5,0]}"#] {
        assert_eq!(refusal(HitboxFormat::Json, json), Ok(format!("{json}\n")));
    }
}

/// Godot 3 counts from the middle of a box.
#[test]
fn boxes_and_circles_are_those_of_godot() {
    let code = |format: HitboxFormat, json: &str| {
        format.code(&hitbox(json), "ship.png", Size::new(48, 40)).expect("a shape has code")
    };
    for (format, json, resource) in [
        (HitboxFormat::Godot, r#"{"box":[4,6,32,31]}"#, "\"RectangleShape2D\" id=1001]\nsize = Vector2( 32, 31 )\n"),
        (
            HitboxFormat::Godot3,
            r#"{"box":[4,6,32,31]}"#,
            "\"RectangleShape2D\" id=1001]\nextents = Vector2( 16, 15.5 )\n",
        ),
        (HitboxFormat::Godot, r#"{"circle":[20,21.5,6]}"#, "\"CircleShape2D\" id=1001]\nradius = 6\n"),
    ] {
        let code = code(format, json);
        let node =
            "type=\"CollisionShape2D\" parent=\".\"]\nposition = Vector2( -4, 1.5 )\nshape = SubResource( 1001 )\n";
        assert!(code.contains(resource) && code.contains(node), "{code}");
    }
}

/// Numbers and corners that an engine has not, by their pixels.
#[test]
fn losses_are_named_with_their_pixels() {
    let losses = |format: HitboxFormat, json: &str| format.losses(&hitbox(json));
    for format in HitboxFormat::ALL {
        assert!(losses(*format, r#"{"box":[4,6,32,30]}"#).is_empty(), "{}", format.title());
    }
    let circle = r#"{"circle":[20,21.5,6]}"#;
    assert!(losses(HitboxFormat::Godot, circle).is_empty() && losses(HitboxFormat::Phaser, circle).is_empty());
    let [polygon] = &losses(HitboxFormat::Arcade, circle)[..] else { panic!("one loss") };
    assert!(polygon.starts_with("circle r 6 becomes a polygon of ") && polygon.ends_with(" px differ"), "{polygon}");
    let odd = r#"{"circle":[20,20,5.6]}"#;
    let [rounded] = &losses(HitboxFormat::Phaser, odd)[..] else { panic!("one loss") };
    assert!(rounded.starts_with("circle r 5.6 becomes circle r 6: "), "{rounded}");
    let fine = r#"{"box":[0.00049,0,8,8]}"#;
    assert_eq!(losses(HitboxFormat::Love, fine), ["the numbers of box 8 × 8 are rounded to a thousandth: 0 px differ"]);
    assert!(losses(HitboxFormat::Json, fine).is_empty() && losses(HitboxFormat::Json, circle).is_empty());
}

/// A name becomes an identifier, and ends no comment.
#[test]
fn names_of_sprites_cannot_end_the_comment() {
    for (name, found) in
        [("2nd ship.png", "sprite_2nd_ship_hitbox = ["), ("船.png", "sprite_hitbox = ["), ("a\nb", "a_b_hitbox = [")]
    {
        let code = HitboxFormat::Pygame.code(&hitbox(r#"{"box":[0,0,4,4]}"#), name, Size::new(4, 4)).expect("a box");
        assert!(code.contains(found) && code.lines().count() == 7, "{code}");
    }
}
