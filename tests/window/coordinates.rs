//! Every position that the window shows is a world cell, the same as on the command line; if the view counts from A,
//! all are shifted by A's position. Exceptions are listed with their reasons.

use std::{fs, path::Path};

use egui::{Pos2, Rect, Shape, vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use maskscope::{
    cli::{self, Outcome},
    exports::table_text,
    files::{Limits, load_scene},
    session::{Event, PlaybackAction, PlayerAction, ScanAction, Slot, StageAction, SurveyAction, Tab, ViewAction},
};
use maskscope_core::{choice::Choice as _, geom::Cell, scene::Profile, survey::QUESTIONS};
use serde_json::Value;

use crate::driver::Window;

/// Scenes in which A is not at 0,0.
const SCENES: [(&str, &str); 3] = [
    (
        "moved",
        r#"{"maskscope":1,"a":{"sample":"ship.png","position":[37,-23]},"b":{"sample":"rock.png","position":[47,-40]},
            "path":[[0,-30,-23],[1,90,-23],[2,47,-40],[3,48,-40]]}"#,
    ),
    (
        "turned",
        r#"{"maskscope":1,"a":{"sample":"ship.png","position":[17,-9],"rotation":20},
            "b":{"sample":"rock.png","position":[20,4],"rotation":-35,"anchor":"centred"},
            "parent":{"position":[-31,12],"rotation":30,"scale":[1.5,0.75]}}"#,
    ),
    (
        "frames",
        r#"{"maskscope":1,"a":{"sample":"torch.aseprite","position":[-13,71],"frame":2},
            "b":{"sample":"spinner.gif","position":[-12,72],"frame":1}}"#,
    ),
];

/// True if a row or line counts from elsewhere, and so stays when the view counts from A.
fn counts_from_elsewhere(label: &str) -> bool {
    let is_row_of_a_sprite = (label.starts_with("A ") || label.starts_with("B ")) && label.contains(", index ");
    let is_line = ["origin in A, in B", "normal on B", "smallest push-out"].iter().any(|name| label.starts_with(name));
    // A parent shows the scene's own numbers: its position in the space around it.
    let is_parent = label.starts_with("Parent");
    // A variable of the code, counted from the box.
    is_row_of_a_sprite || is_line || is_parent || label.contains("look(")
}

/// Returns the JSON of `line`.
fn answer(line: &str, scene: &Path) -> Value {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let words = ["maskscope"].into_iter().chain(line.split(' ')).map(|word| match word {
        "FILE" => scene.as_os_str().to_owned(),
        word => word.into(),
    });
    assert!(matches!(cli::run(words, &mut out, &mut err), Outcome::Exit(0)), "{}", String::from_utf8_lossy(&err));
    serde_json::from_slice(&out).expect("JSON")
}

/// Returns the answer of `check` about a scene, with all engines.
fn checked(scene: &Path) -> Value {
    let engines: Vec<_> = Profile::ALL.iter().map(|profile| format!("--profile {}", profile.name())).collect();
    answer(&format!("check --scene FILE --json {}", engines.join(" ")), scene)
}

/// Writes a point of JSON as the window does.
fn written(point: &Value) -> String {
    let part = |axis: &str| point[axis].to_string().trim_end_matches(".0").replace('-', "−");
    format!("{},{}", part("x"), part("y"))
}

/// Opens a large window with a scene and the answers of engines.
fn showing(scene: &Path) -> Window {
    let mut window = Window::start(vec2(1_920.0, 1_700.0), 1.0 / 60.0, None, None);
    let read = load_scene(scene, &Limits::default()).expect("a scene");
    window.act(Event::SceneLoaded(Box::new(read), Some(scene.to_owned())));
    window.act(ScanAction::Use("blocks".parse().expect("a scan")));
    window.click("Engines");
    window.wait_until("the tab is open", |window| window.session().engines().is_watched);
    window.act(PlaybackAction::Last);
    wait(&mut window);
    window
}

fn wait(window: &mut Window) {
    window.wait_until("all is known", |window| {
        let derived = window.session().derived();
        let asks_nothing = window.session().view().tab != Tab::Survey && window.session().view().tab != Tab::Replay;
        let engines = window.session().engines().is_watched;
        (!engines || !derived.engine_rows().is_empty())
            && !derived.rows_are_stale()
            && !derived.recording_is_stale()
            && derived.contact().is_some()
            && (asks_nothing || derived.published().is_some_and(|all| all.is_complete() || all.refusal().is_some()))
    });
    window.follow();
}

/// A text on the screen: its points, and the text around them.
#[derive(Debug)]
struct Painted {
    at: Pos2,
    frame: String,
    points: Vec<(f64, f64)>,
}

/// Returns all painted texts with a point in them.
fn painted(window: &Window) -> Vec<Painted> {
    fn walk(shape: &Shape, found: &mut Vec<(Pos2, String)>) {
        match shape {
            Shape::Vec(shapes) => shapes.iter().for_each(|shape| walk(shape, found)),
            Shape::Text(text) => found.push((text.pos, text.galley.text().to_owned())),
            _ => {}
        }
    }
    let mut texts = Vec::new();
    window.harness.output().shapes.iter().for_each(|clipped| walk(&clipped.shape, &mut texts));
    let texts = texts.into_iter().map(|(at, text)| {
        let (frame, points) = points(&text);
        Painted { at, frame, points }
    });
    texts.filter(|painted| !painted.points.is_empty()).collect()
}

/// Returns all labels with a point in them.
fn shown(window: &Window) -> Vec<Painted> {
    let labels = window.harness.query_all_by_label_contains(",");
    let texts = labels.map(|node| {
        let (frame, points) = points(&spoken(&node));
        Painted { at: room(&node).center(), frame, points }
    });
    texts.filter(|painted| !painted.points.is_empty()).collect()
}

/// Returns what a screen reader reads out: the name of a control, or the text of a label.
fn spoken(node: &egui_kittest::Node<'_>) -> String {
    let node = node.accesskit_node();
    node.label().or_else(|| node.value()).unwrap_or_default()
}

/// Returns the place of a node; a popup that is about to show has no place yet.
fn room(node: &egui_kittest::Node<'_>) -> Rect {
    if node.accesskit_node().bounding_box().is_some() { node.rect() } else { Rect::NOTHING }
}

/// Returns the text with `·` in place of each point, and the points. Thousands are not points.
fn points(text: &str) -> (String, Vec<(f64, f64)>) {
    let (mut frame, mut points) = (String::new(), Vec::new());
    let is_part = |c: char| c.is_ascii_digit() || matches!(c, '−' | '.' | ',');
    let mut rest = text;
    while !rest.is_empty() {
        let length = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        let token = rest[..length].trim_end_matches([',', '.']);
        match point(token) {
            Some(found) => {
                points.push(found);
                frame.push('·');
            }
            None => frame.push_str(token),
        }
        rest = &rest[token.len()..];
        if let Some(next) = rest.chars().next() {
            frame.push(next);
            rest = &rest[next.len_utf8()..];
        }
    }
    (frame, points)
}

fn point(token: &str) -> Option<(f64, f64)> {
    let (x, y) = token.split_once(',')?;
    let are_thousands = !x.is_empty() && x.len() <= 3 && y.split(',').all(|part| part.len() == 3);
    let number = |text: &str| text.replace('−', "-").parse::<f64>().ok();
    number(x).zip(number(y)).filter(|_| !are_thousands)
}

/// Asserts that all points count in the world and, with the switch on, from A; returns the number of shifted points.
#[track_caller]
fn shifted(window: &mut Window, panel: &str) -> usize {
    let corner = window.position(Slot::A);
    window.act(ViewAction::CountFromA(false));
    let in_world = [painted(window), shown(window)];
    window.act(ViewAction::CountFromA(true));
    let from_a = [painted(window), shown(window)];
    let in_a_parent = window.shows("Gilbert's counted in: the common parent's space");
    let rooms: Vec<Rect> = {
        let all = window.harness.query_all_by_label_contains(",");
        let is_gilberts = |shown: &str| in_a_parent && shown.starts_with("Gilbert's ");
        let named = all.filter(|node| counts_from_elsewhere(&spoken(node)) || is_gilberts(&spoken(node)));
        named.map(|node| room(&node)).collect()
    };
    window.act(ViewAction::CountFromA(false));
    let mut count = 0;
    for (before, after) in in_world.iter().zip(&from_a) {
        assert_eq!(before.len(), after.len(), "{panel}: {before:#?} {after:#?}");
        for (before, after) in before.iter().zip(after) {
            let moved = before.points.iter().map(|(x, y)| (x - corner.x as f64, y - corner.y as f64));
            let is_moved = moved.zip(&after.points).all(|(one, other)| (one.0 - other.0).hypot(one.1 - other.1) < 0.02);
            let stays = before.points == after.points
                && (["offset ·", "moved by ·"].iter().any(|shown| before.frame.contains(shown))
                    || rooms.iter().any(|room| room.contains(before.at)));
            assert!(is_moved || stays, "{panel}: counted neither from A nor from elsewhere: {before:?} {after:?}");
            count += usize::from(is_moved && before.points != after.points);
        }
    }
    count
}

fn scene_file(folder: &Path, (name, text): (&str, &str)) -> std::path::PathBuf {
    let path = folder.join(format!("{name}.scene.json"));
    fs::write(&path, text).expect("a file");
    path
}

#[test]
fn every_panel_says_the_cells_that_the_command_line_answers() {
    let folder = tempfile::tempdir().expect("a folder");
    for scene in SCENES {
        let path = scene_file(folder.path(), scene);
        let answer = checked(&path);
        let mut window = showing(&path);
        let (name, text) = scene;
        assert!(answer["masks_overlap"] == true, "{name}: {answer}");

        let at = |slot: Slot| written(&answer[slot.letter().to_lowercase()]["at"]);
        for slot in Slot::ALL {
            let Cell { x, y } = window.position(slot);
            assert_eq!(format!("{x},{y}").replace('-', "−"), at(slot), "{name}");
        }
        let bounds = &answer["overlap_bounds"];
        let size = format!("{} × {}", bounds["width"], bounds["height"]);
        for engine in answer["profiles"].as_array().expect("a list") {
            let profile = Profile::named(engine["name"].as_str().expect("a name")).expect("an engine");
            let verdict = match &engine["first_hit"] {
                Value::Null => "miss".to_owned(),
                hit => format!("hit at {}", written(hit)),
            };
            assert!(window.mentions(&format!("{}, {verdict}", profile.about().title)), "{name}: {engine}");
        }
        window.click("Overlap");
        assert!(window.shows(&format!("bounds {size} at {}", written(bounds))), "{name}: {bounds}");
        for counts_from_a in [false, true] {
            window.act(ViewAction::CountFromA(counts_from_a));
            let table = table_text(window.session());
            for (row, scan) in table.lines().skip(1).zip(answer["scans"].as_array().expect("a list")) {
                let cells: Vec<_> = row.split('\t').collect();
                let part = |axis: &str| scan["first_hit"][axis].as_i64().map_or(String::new(), |n| n.to_string());
                assert_eq!(cells[4..6], [part("x"), part("y")], "{name}: files count in the world: {row}");
            }
        }
        window.act(ViewAction::CountFromA(false));
        let first = |scan: &str| {
            let all = answer["scans"].as_array().expect("a list");
            written(&all.iter().find(|row| row["name"] == scan).expect("a scan")["first_hit"])
        };
        assert!(window.mentions(&format!("at {}:", first("blocks"))), "{name}: the last visit in the transport");
        window.act(ViewAction::Show(Tab::Race));
        window.act(PlaybackAction::Last);
        for scan in ["rows", "columns", "hilbert"] {
            assert!(window.mentions(&format!("hit at {}", first(scan))), "{name}: {scan}");
        }

        // The fields show the numbers of the scene.
        window.act(ViewAction::Show(Tab::Inspect));
        let written: Value = serde_json::from_str(text).expect("JSON");
        for slot in Slot::ALL {
            window.act(StageAction::Activate(slot));
            let letter = slot.letter();
            for (axis, place) in [("x", 0), ("y", 1)] {
                let shown = window.harness.get_by_label(&format!("{axis} of {letter}")).value();
                let expected = written[letter.to_lowercase()]["position"][place].to_string().replace('-', "−");
                assert_eq!(shown, Some(expected.clone()), "{name}: {axis} of {letter}");
                if name == "turned" {
                    window.act(ViewAction::CountFromA(true));
                    let shown = window.harness.get_by_label(&format!("{axis} of {letter}")).value();
                    assert_eq!(shown, Some(expected), "the parent's space is not the world");
                    window.act(ViewAction::CountFromA(false));
                }
            }
        }
    }
}

#[test]
fn everything_is_shifted_by_as_position_once_places_are_counted_from_a() {
    let folder = tempfile::tempdir().expect("a folder");
    for scene in SCENES {
        let mut window = showing(&scene_file(folder.path(), scene));
        let corner = window.position(Slot::A);
        assert!(corner.x != 0 && corner.y != 0);
        let pixel =
            window.harness.get_by_label("Sprite B").rect().intersect(window.harness.get_by_label("Sprite A").rect());
        window.point_at(pixel.center());
        // Loupe, inspector, first hit, transport, and eight engines, both painted and as labels.
        let inspected = shifted(&mut window, "Inspect");
        window.click("Pixel");
        assert!(shifted(&mut window, "Inspect, pixel") >= 2);
        window.click("Overlap");
        let overlap = shifted(&mut window, "Inspect, overlap");
        assert!(inspected >= 16 && overlap >= 7, "{}: {inspected}, {overlap}", scene.0);
        window.act(ViewAction::Show(Tab::Race));
        window.act(PlaybackAction::Last);
        let raced = shifted(&mut window, "Race");
        assert!(raced >= 10, "{}: {raced}", scene.0);
    }
}

#[test]
fn surveys_count_offsets_and_say_so() {
    let folder = tempfile::tempdir().expect("a folder");
    // Its sprites are small, so that each question is answered at once.
    let mut window = showing(&scene_file(folder.path(), SCENES[2]));
    window.act(ViewAction::Show(Tab::Survey));
    for question in QUESTIONS {
        window.act(SurveyAction::Choose(question));
        wait(&mut window);
        assert_eq!(shifted(&mut window, question.title), 0, "{}: nothing in a survey is a world cell", question.title);
    }
    assert!(window.mentions("offset 1,1"), "B relative to A");
}

#[test]
fn a_path_says_where_b_jumps_as_the_command_line_does() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = scene_file(folder.path(), SCENES[0]);
    let replay = answer("replay FILE --json", &path);
    let mut window = showing(&path);
    window.act(ViewAction::Show(Tab::Replay));
    let jumped = written(&replay["path"]["tunnelled"][0]["at"]);
    window.act(PlayerAction::Go(1));
    wait(&mut window);
    assert!(window.mentions(&format!("masks overlap with B at {jumped} on the way")), "{replay}");
    let jumps = shifted(&mut window, "Path, a jump");
    assert!(jumps >= 2, "{jumps}: {:#?} {:#?}", painted(&window), shown(&window));
    window.act(PlayerAction::Go(3));
    wait(&mut window);
    assert!(window.mentions("last-hit starts from 65,−7"), "28,16 of A");
    assert!(shifted(&mut window, "Path, a hint") >= 2);
}

#[test]
fn touching_boxes_meet_where_the_rulers_say() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = showing(&scene_file(folder.path(), SCENES[0]));
    let places = [
        ((77, -20), "edges meet at x 77", "edges meet at x 40"),
        ((40, 19), "edges meet at y 19", "edges meet at y 42"),
        ((77, 19), "corners meet at 77,19", "corners meet at 40,42"),
    ];
    for ((x, y), in_world, from_a) in places {
        window.act(StageAction::Place { slot: Slot::B, position: Cell::new(x, y) });
        assert!(window.mentions(in_world), "{in_world}");
        window.act(ViewAction::CountFromA(true));
        assert!(window.mentions(from_a), "{from_a}");
        window.act(ViewAction::CountFromA(false));
    }
}

#[test]
fn the_rulers_count_from_where_the_view_says() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = showing(&scene_file(folder.path(), SCENES[0]));
    for counts_from_a in [false, true] {
        window.act(ViewAction::CountFromA(counts_from_a));
        let whole = window.harness.get_by_label("Canvas").rect();
        let (corner, cell) = (window.pixel(Slot::A, 0, 0), window.cell_size(Slot::A));
        let zero = if counts_from_a { Cell::ORIGIN } else { window.position(Slot::A) };
        let mut found = [0, 0];
        let mut is_shown = false;
        for clipped in &window.harness.output().shapes {
            let Shape::Text(text) = &clipped.shape else { continue };
            let shown = text.galley.text();
            let local = text.pos - whole.min;
            is_shown |= shown == "from A" && local.x < 20.0 && local.y.abs() < 4.0;
            let Ok(number) = shown.replace('−', "-").parse::<i64>() else { continue };
            // The numbers are three points after their ticks: on the top ruler, or turned on the left one.
            let axis = match text.angle == 0.0 {
                true if (-2.0..4.0).contains(&local.y) && local.x > 20.0 => 0,
                false if (0.0..20.0).contains(&local.x) => 1,
                _ => continue,
            };
            let (at, first, zero) =
                if axis == 0 { (text.pos.x, corner.x, zero.x) } else { (text.pos.y, corner.y, zero.y) };
            let cells = (at - 3.0 - (first - cell / 2.0)) / cell;
            assert!((cells - (number - zero) as f32).abs() < 0.2, "{shown} is {cells} cells after A's corner");
            found[axis] += 1;
        }
        assert!(found.iter().all(|found| *found >= 3), "{found:?}");
        assert_eq!(is_shown, counts_from_a);
        let counted = if counts_from_a { "count from A's top left pixel" } else { "count the cells of the world" };
        assert!(window.mentions(counted));
    }
}

#[test]
fn the_view_menu_and_the_list_of_commands_switch_it() {
    let mut window = Window::without_time(vec2(1_280.0, 800.0));
    window.choose("View", "Measure from A's corner");
    assert!(window.session().view().counts_from_a);
    window.key_with(egui::Modifiers::COMMAND, egui::Key::K);
    window.harness.event(egui::Event::Text("measure from".to_owned()));
    window.follow();
    window.key(egui::Key::Enter);
    assert!(!window.session().view().counts_from_a);
}
