//! The log of a running game in the window.

use std::time::{Duration, SystemTime};
use std::{collections::HashSet, fs, io::Cursor, path::PathBuf};

use base64::prelude::*;
use egui::{Key, Modifiers, Shape, vec2};
use maskscope::files::{Limits, decode_scene, sample_sprite};
use maskscope::session::{
    Ask, LogAction, LogPlayer, LogSource, OpenAs, PlayerAction, Slot, StageAction, Tab, ViewAction,
};
use maskscope_core::replay::{Site, Verdict};
use serde_json::{Value, json};

use crate::{driver::Window, menus::copied_by};

/// Writes a log of a ship and two rocks: `rock 1` passes above the ship, where the game takes boxes for masks; `rock 2`
/// jumps through it.
pub fn log(folder: &tempfile::TempDir) -> PathBuf {
    let path = folder.path().join("game.jsonl");
    let mut text =
        String::from("{\"sprite\":\"ship\",\"sample\":\"ship.png\"}\n{\"sprite\":\"rock\",\"sample\":\"rock.png\"}\n");
    for frame in 0..60 {
        let x = 40 - 2 * frame;
        let check = |name: &str, x: i64, y: i64, hit: bool| {
            format!(
                "{{\"frame\":{frame},\"a\":{{\"sprite\":\"ship\",\"position\":[100,50]}},\"b\":{{\"sprite\":\"rock\",\
                 \"name\":\"{name}\",\"position\":[{},{}]}},\"hit\":{hit},\"rule\":\"box\"}}\n",
                100 + x,
                50 + y
            )
        };
        text += &check("rock 1", x, -39, (-48..40).contains(&x));
        let side = if frame < 30 { -70 } else { 70 };
        text += &check("rock 2", side + 35 * (frame - if frame < 30 { 29 } else { 30 }), 0, false);
    }
    fs::write(&path, text).expect("the folder can be written");
    path
}

/// Opens a window into which that log was dropped.
fn dropped(folder: &tempfile::TempDir) -> Window {
    drop_into(Window::paused_at(0), folder)
}

/// Drops that log into a window, and waits until the worst check of its worst incident is shown.
pub fn drop_into(mut window: Window, folder: &tempfile::TempDir) -> Window {
    window.drop_files([log(folder)]);
    window.wait_until("the log is read", |window| {
        window.session().log().is_some_and(|log| log.source.is_read() && log.is_staged())
    });
    window.follow();
    window
}

#[test]
fn a_log_that_is_dropped_opens_on_its_worst_incident() {
    let folder = tempfile::tempdir().expect("a folder");
    let window = dropped(&folder);
    assert_eq!(window.session().view().tab, Tab::Replay);
    let log = window.session().log().expect("it is open");
    let (_, step) = log.step().expect("a check");
    assert!(step.disagrees() && step.verdict == Verdict::UnfairHit, "{step:?}");
    let [first, ..] = log.incidents.ranked() else { panic!("there are incidents") };
    let incident = &log.replay.incidents[*first];
    assert_eq!(&log.replay.steps[incident.worst as usize], step, "the worst check of the worst");
    let count = format!("in {} incidents", log.incidents.ranked().len());
    for label in ["WRONG", "of 120 checks are wrong", &count, "Unfair hit, ", "HIT: The game, by box", "Copy as test"] {
        assert!(window.mentions(label), "{label}");
    }
    assert!(window.mentions("The game says hit by box; no pixel is shared, the closest are"));
    assert!(window.mentions("Flew through: ship × rock 2, frame 30, 140 px step"));
    assert!(window.mentions("No other kinds: ") && !window.mentions("None: "));
    // The canvas shows the sprites at their logged positions.
    let corner = window.position(Slot::A);
    assert_eq!((corner.x, corner.y), (100, 50));
}

#[test]
fn keys_and_buttons_go_from_check_to_check() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = dropped(&folder);
    let at =
        |window: &Window| window.session().log().and_then(|log| log.step()).map(|(number, step)| (number, step.at));
    let first = at(&window);
    window.key(Key::N);
    assert_ne!(at(&window), first, "the next incident");
    window.key_with(Modifiers::SHIFT, Key::N);
    assert_eq!(at(&window), first);
    let frame = first.map(|(_, frame)| frame);
    window.click("Step on");
    assert_eq!(at(&window).map(|(_, frame)| frame), frame.map(|frame| frame + 1.0));
    window.key(Key::Comma);
    assert_eq!(at(&window), first);
    window.click("To the end");
    assert_eq!(at(&window).map(|(_, frame)| frame), Some(59.0));
    assert!(window.session().log().expect("a log").is_live);
    window.key(Key::Comma);
    assert!(!window.session().log().expect("a log").is_live);
    window.key(Key::End);
    assert!(window.session().log().expect("a log").is_live);
    window.key(Key::Home);
    assert_eq!(at(&window).map(|(_, frame)| frame), Some(0.0));
    window.click("Play");
    window.wait_until("it has played to the end", |window| at(window).map(|(_, frame)| frame) == Some(59.0));
    // This rock jumps through the ship.
    window.click("Flew through: ship × rock 2, frame 30, 140 px step");
    window.follow();
    assert_eq!(at(&window).map(|(_, frame)| frame), Some(30.0));
    window.wait_until("its sprites are found", |window| window.mentions("One has flown through the other"));
    window.click("Pairs 1");
    assert!(window.mentions("ship × rock, 120 checks, ") && window.mentions("ship × rock 2, 60 checks, 0 wrong"));
}

#[test]
fn a_check_is_taken_to_inspect_and_moved_and_undone() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = dropped(&folder);
    let names =
        |window: &Window| window.session().stage().both().map(|(a, b)| [a, b].map(|it| it.sprite().name.clone()));
    window.click("Open in Inspect");
    assert_eq!(window.session().view().tab, Tab::Inspect);
    assert_eq!(names(&window), Some(["ship".to_owned(), "rock 1".to_owned()]));
    let apart = window.session().log().and_then(|log| log.step()?.1.measure()).expect("an unfair hit");
    window.wait_until("the closest pixels are known", |window| window.session().derived().contact().is_some());
    window.follow();
    let label = format!("the closest pixels are {apart:.1} px apart");
    assert!(window.mentions(&label), "Inspect measures as the log is judged: {label}");
    window.click("Replay");
    window.key(Key::ArrowDown);
    window.follow();
    assert!(window.mentions("A sprite was moved by hand"));
    window.key(Key::Period);
    window.wait_until("the next check is shown", |window| {
        window.session().log().and_then(|log| log.staged()).is_some_and(|staged| !staged.is_moved)
    });
    window.click("Close");
    assert!(window.session().log().is_none());
    assert!(window.mentions("Run it unchanged"), "the ways to begin");
    while window.session().can_undo_redo().0 {
        window.act(StageAction::Undo);
    }
    assert_eq!(names(&window), Some(["ship.png".to_owned(), "rock.png".to_owned()]), "the sprites from before the log");
}

/// A log with a shape, a rule, and a line of the game.
const WITH_SHAPE: &str = r##"{"sprite":"bar","mask":["#..#"]}
{"sprite":"gem","sample":"gem.png"}
{"frame":7,"a":{"sprite":"bar","shape":{"box":[0,0,4,1]}},"b":{"sprite":"gem","position":[3,0],"shape":{"circle":[3,0,1]}},"hit":true,"rule":"circle","at":"game.py:120"}
"##;

#[test]
fn a_copied_test_keeps_the_rule_the_pictures_and_the_shapes() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.jsonl");
    fs::write(&path, WITH_SHAPE).expect("written");
    let mut window = Window::paused_at(0);
    window.act(LogAction::Open { path, is_live: false });
    window.wait_until("the check is found", |window| window.session().shows_stage());
    window.follow();
    let text = copied_by(&mut window, "Copy as test").expect("a scene");
    assert!(window.shows("copied") && !window.shows("Copy as test"), "in its own place");
    let scene = decode_scene(text.as_bytes(), "test.scene.json".as_ref(), &Limits::default()).expect("a scene");
    assert_eq!(scene.title, "bar × gem, frame 7");
    assert!(scene.about.contains("hit by circle") && scene.about.ends_with("game.py:120"), "{}", scene.about);
    let hitboxes = scene.sprites.each_ref().map(|actor| serde_json::to_string(&actor.sprite.hitbox()).expect("JSON"));
    assert_eq!(hitboxes, [r#"{"box":[0,0,4,1]}"#, r#"{"circle":[0,0,1]}"#]);
    let gem = &scene.sprites[1].sprite;
    let drawn = sample_sprite("gem.png").expect("a sample");
    assert!(gem.picture() == drawn.picture(), "the picture, not its mask alone");
    assert_eq!(scene.expectation.and_then(|expected| expected.masks_overlap), Some(false));
}

#[test]
fn a_log_that_is_followed_opens_on_what_is_wrong_or_stays_live() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.jsonl");
    let check = |frame: u32, hit: bool| {
        format!(r#"{{"frame":{frame},"a":{{"sprite":"bar"}},"b":{{"sprite":"bar","name":"b"}},"hit":{hit}}}"#) + "\n"
    };
    let bar = "{\"sprite\":\"bar\",\"mask\":[\"####\"]}\n";
    // The game still writes, or has ended.
    for (is_right, rests, shown) in [(true, true, 3.0), (false, true, 2.0), (false, false, 3.0)] {
        fs::write(&path, [bar, &check(1, true), &check(2, is_right), &check(3, true)].concat()).expect("written");
        let changed = SystemTime::now() - Duration::from_secs(if rests { 60 } else { 0 });
        let file = fs::File::options().write(true).open(&path).expect("it is there");
        file.set_modified(changed).expect("a time");
        drop(file);
        let mut window = Window::paused_at(0);
        window.act(LogAction::Open { path: path.clone(), is_live: true });
        window.wait_until("it is read", |window| {
            window.session().log().is_some_and(|log| log.source.is_read() && log.replay.steps.len() == 3)
        });
        if shown < 3.0 {
            window.wait_until("the worst is shown", |window| window.session().log().is_some_and(|log| !log.is_live));
        }
        let log = window.session().log().expect("it is open");
        assert_eq!((log.is_live, log.step().map(|(_, step)| step.at)), (shown > 2.0, Some(shown)));
        window.click("Close");
    }
}

#[test]
fn a_log_that_says_nothing_right_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.jsonl");
    fs::write(&path, "{\"maskscope_log\":2}\n{\"frame\":1}\n{\"frame\":1,\"a\":{\"sprite\":\"x\"},\"b\":{\"sprite\":\"y\"},\"hp\":3}\n")
        .expect("written");
    let mut window = Window::paused_at(0);
    window.act(LogAction::Open { path: path.clone(), is_live: true });
    window.wait_until("the log is read", |window| {
        window.session().log().is_some_and(|log| log.source.is_read() && log.notes.unknown_fields == 1)
    });
    window.follow();
    for label in ["2 lines skipped", "1 unknown field ignored", "No check yet", "version 2, read as version 1"] {
        assert!(window.mentions(label), "{label}");
    }
    assert!(window.shows("Waiting for game.jsonl"));
    fs::remove_file(&path).expect("it can be removed");
    window.wait_until("it says that the log is deleted", |window| window.mentions("game.jsonl: deleted"));
}

#[test]
fn a_table_of_checks_moves_the_sprites_of_the_window() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("checks.csv");
    fs::write(&path, "hit,frame,bx,by,ax,ay\n0,1,200,0,0,0\n0,2,15,-12,5,5\n1,3,15,-12,5,5\n1,4,0,0,90,0\n")
        .expect("written");
    let mut window = Window::paused_at(0);
    window.ask(Ask::Open(OpenAs::Route, path));
    window.wait_until("its first wrong check is shown", |window| {
        window.session().log().is_some_and(|log| log.source == LogSource::Ended && log.is_staged())
    });
    window.follow();
    let log = window.session().log().expect("it is open");
    let wrong: Vec<_> = log.replay.steps.iter().filter(|step| step.disagrees()).map(|step| step.at).collect();
    assert_eq!((wrong, log.step().map(|(_, step)| step.at)), (vec![2.0, 4.0], Some(4.0)), "the unfair hit first");
    for label in ["checks.csv: a table", "2 of 4 checks are wrong, in 2 incidents", "Missed touch: ship.png × rock.png"]
    {
        assert!(window.mentions(label), "{label}");
    }
    let corner = |window: &Window, slot| (window.position(slot).x, window.position(slot).y);
    assert_eq!([Slot::A, Slot::B].map(|slot| corner(&window, slot)), [(90, 0), (0, 0)]);
    window.key(Key::N);
    window.wait_until("the other is shown", |window| window.session().log().is_some_and(LogPlayer::is_staged));
    window.follow();
    assert_eq!([Slot::A, Slot::B].map(|slot| corner(&window, slot)), [(5, 5), (15, -12)]);
    window.act(LogAction::Close);
    window.act(StageAction::Undo);
    assert_eq!([Slot::A, Slot::B].map(|slot| corner(&window, slot)), [(0, 0), (10, -17)], "as before the table");
}

#[test]
fn sprites_of_before_never_show_beside_the_headline_of_a_log() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = dropped(&folder);
    let names =
        |window: &Window| window.session().stage().both().map(|(a, b)| [a, b].map(|it| it.sprite().name.clone()));
    window.click("Open in Inspect");
    window.key_with(Modifiers::COMMAND, Key::Z);
    assert_eq!(window.session().view().tab, Tab::Inspect, "where the step was taken back");
    assert_eq!(names(&window), Some(["ship.png".to_owned(), "rock.png".to_owned()]));
    window.act(ViewAction::Show(Tab::Replay));
    window.wait_until("the check is back", |window| window.session().shows_stage());
    assert_eq!(names(&window), Some(["ship".to_owned(), "rock 1".to_owned()]));
}

#[test]
fn missed_touches_are_muted_by_their_eye() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.jsonl");
    let sprites = "{\"sprite\":\"a\",\"mask\":[\"##\"]}\n";
    let check = |frame: u32, x: i32, hit: bool| {
        format!(
            "{{\"frame\":{frame},\"a\":{{\"sprite\":\"a\"}},\"b\":{{\"sprite\":\"a\",\"name\":\"b\",\"position\":[{x},0]}},\"hit\":{hit}}}\n"
        )
    };
    fs::write(&path, [sprites, &check(1, 1, false), &check(2, 9, true), &check(3, 0, true)].concat()).expect("written");
    let mut window = Window::paused_at(0);
    window.act(LogAction::Open { path, is_live: false });
    window.wait_until("it is read", |window| window.mentions("2 of 3 checks are wrong"));
    window.click("Missed touches count");
    assert!(window.mentions("1 of 3 checks is wrong, in 1 incident, missed touches left out"));
}

#[test]
fn pairs_of_kinds_say_how_well_the_tested_shapes_fit() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.jsonl");
    let mut text = "{\"sprite\":\"dot\",\"mask\":[\"#\"]}\n{\"sprite\":\"crate\",\"mask\":[\"#\"]}\n".to_owned();
    text += &format!("{{\"sprite\":\"ball\",\"mask\":{:?}}}\n", ["######"; 6]);
    let mut check = |a: &str, shape: &str, [x, y]: [i32; 2], hit: &str| {
        text += &format!(
            "{{\"frame\":1,\"a\":{{\"sprite\":\"{a}\"{shape}}},\"b\":{{\"sprite\":\"dot\",\"position\":[{x},{y}],\
             \"shape\":{{\"box\":[{x},{y},1,1]}}}}{hit}}}\n"
        );
    };
    // It reaches 3 px past its pixel, so it hits there at 1, 2 and 3; at 4 it touches.
    for x in 0..6 {
        check("crate", r#","shape":{"box":[-3,0,7,1]}"#, [x, 0], &format!(r#","hit":{}"#, x < 4));
    }
    // It leaves what lies 1 and 2 px deep in the pixels; the game says nothing at the deeper one, and contradicts it at the other.
    for (at, hit) in [([0, 2], r#","hit":true"#), ([1, 1], ""), ([3, 2], r#","hit":true"#), ([9, 2], r#","hit":false"#)]
    {
        check("ball", r#","shape":{"circle":[3,3,1]}"#, at, hit);
    }
    text += r#"{"frame":1,"a":{"sprite":"dot"},"b":{"sprite":"dot","name":"other"},"hit":true}"#;
    fs::write(&path, text + "\n").expect("written");
    let mut window = Window::paused_at(0);
    window.act(LogAction::Open { path, is_live: false });
    window.wait_until("it is read", |window| window.mentions("4 of 11 checks are wrong"));
    window.click("Pairs 3");
    for label in [
        "unfair 75.0 %, missed 0 %. What the game tests hits in 4 checks, without a shared pixel in 3, up to 3 px apart. \
         Pixels are shared in 1 check; it misses 0.",
        "unfair 0 %, missed 66.7 %. What the game tests hits in 1 check, without a shared pixel in 0. Pixels are shared in \
         3 checks; it misses 2, up to 2 px deep.",
    ] {
        assert!(window.mentions(label), "{label}");
    }
    assert!(!window.mentions("unfair 0 %, missed 0 %"), "where the game tests the pixels, there are no shapes");
}

#[test]
fn a_log_that_is_not_there_yet_is_waited_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = Window::paused_at(0);
    window.act(LogAction::Open { path: folder.path().join("live.jsonl"), is_live: true });
    window.wait_until("it waits", |window| window.shows("Waiting for live.jsonl"));
    window.wait_until("it has looked", |window| window.mentions("No file live.jsonl in it yet"));
    for label in ["WAITING", "The folder is there", "No check yet"] {
        assert!(window.mentions(label), "{label}");
    }
    for other in ["Masks overlap", "ship.png", "rock.png", "Zoom in"] {
        assert!(!window.mentions(other), "nothing about other sprites: {other}");
    }
    window.key(Key::Escape);
    assert!(window.session().log().is_none(), "Esc waits no longer");
}

#[test]
fn an_example_and_a_chosen_game_are_replayed() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = Window::paused_at(0);
    window.act(ViewAction::Show(Tab::Replay));
    for label in ["Choose a game…", "Copy a bridge", "Open…"] {
        assert!(window.shows(label), "{label}");
    }
    window.click("Frame 51 of the example: a hit, 10.8 px from any pixel");
    window.wait_until("it is judged", |window| window.mentions("30 of 150 checks are wrong, in 1 incident"));
    window.act(PlayerAction::Go(51));
    window.wait_until("the picture's frame is shown", |window| window.mentions("10.8 px apart"));
    window.click("Close");
    window.click("See an example");
    window.wait_until("it is judged", |window| window.mentions("30 of 150 checks are wrong, in 1 incident"));
    window.click("Close");
    window.ask(Ask::Open(OpenAs::Game { stops: false }, folder.path().join("game.py")));
    window.wait_until("it is waited for", |window| window.shows("Waiting for game.jsonl"));
    window.wait_until("it has not started", |window| window.mentions("game.py has failed"));
    assert!(window.mentions("This window starts no programs."));
}

#[test]
fn the_line_that_starts_a_game_is_that_of_its_engine() {
    let mut window = Window::paused_at(0);
    window.act(ViewAction::Show(Tab::Replay));
    assert_eq!(copied_by(&mut window, "Copy the line").as_deref(), Some("maskscope run game.py"));
    window.click("Godot 4: maskscope run my_project");
    assert_eq!(copied_by(&mut window, "Copy the line").as_deref(), Some("maskscope run my_project"));
}

#[test]
fn a_narrow_window_shows_pairs_and_checks_beside_the_canvas() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = Window::without_time(vec2(900.0, 600.0));
    window.drop_files([log(&folder)]);
    window.wait_until("the log is read", |window| window.session().log().is_some_and(LogPlayer::is_staged));
    window.follow();
    for label in ["incidents", "HIT: The game, by box", "Remedies…", "Next incident"] {
        assert!(window.mentions(label), "{label}");
    }
}

#[test]
fn a_log_is_live_only_while_the_game_writes_and_its_numbers_say_what_they_count() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = dropped(&folder);
    window.act(PlayerAction::Go(9));
    assert!(window.mentions("game.jsonl: paused, 50 newer checks"), "it was just written");
    assert!(window.mentions("check 10 of 60 in this pair") && window.mentions("incident 1 of "));
    assert!(window.mentions("in incident"));
    // As if the game had ended a minute ago.
    let path = log(&folder);
    let file = fs::File::options().append(true).open(&path).expect("it is there");
    std::io::Write::write_all(&mut &file, b"{\"frame\":60,\"far\":2880}\n").expect("it can be written");
    file.set_modified(SystemTime::now() - Duration::from_secs(60)).expect("a time");
    drop(file);
    window.wait_until("it rests", |window| window.session().log().is_some_and(|log| log.source == LogSource::Resting));
    window.follow();
    assert!(window.mentions("game.jsonl: read to its end"));
    assert!(window.mentions("of 3,000 checks are wrong") && window.shows("2,880 of 3,000 checks far apart"));
    window.click("Latest check");
    assert!(window.mentions("game.jsonl: read to its end"), "still nothing is written");
}

/// Opens a window on a log in which `level.py:88` makes a player fall into a tile and stand on it, and `level.py:90` hits beside
/// the pixels once.
fn with_lines(folder: &tempfile::TempDir) -> Window {
    let check = |frame: u32, y: u32, line: u32| {
        let hit = y > 10;
        format!(
            "{{\"frame\":{frame},\"hit\":{hit},\"rule\":\"box\",\"at\":\"level.py:{line}\",\"shown\":{},\
             \"a\":{{\"sprite\":\"player\",\"position\":[0,{y}],\"shape\":{{\"box\":[0,{y},10,10]}}}},\
             \"b\":{{\"sprite\":\"tile\",\"position\":[0,20],\"shape\":{{\"box\":[0,20,10,10]}}}}}}\n",
            line == 88
        )
    };
    let rows = format!("[\"#.........\"{}]", ",\"..........\"".repeat(9));
    let sprite = |name: &str| format!("{{\"sprite\":\"{name}\",\"mask\":{rows}}}\n");
    let falls = [(1, 14), (2, 10), (3, 13), (4, 10), (5, 20), (6, 10)].map(|(frame, y)| check(frame, y, 88)).concat();
    let path = folder.path().join("game.jsonl");
    fs::write(&path, [sprite("player"), sprite("tile"), falls, check(7, 12, 90)].concat()).expect("written");
    let mut window = Window::paused_at(0);
    window.drop_files([path]);
    window.wait_until("the log is read", |window| {
        window.session().log().is_some_and(|log| log.source == LogSource::Following && log.is_staged())
    });
    window.follow();
    window
}

/// Code is that of the engine that the log names; where it names none, nothing is guessed until a person chooses.
#[test]
fn remedies_speak_the_engine_of_the_log() {
    let folder = tempfile::tempdir().expect("a folder");
    for (header, at, expected) in [
        ("", "game.py:7", Some("collided=pygame.sprite.collide_mask")),
        ("", "res://ship.gd:7", Some("and masks_overlap(a, b)")),
        ("", "main.lua:7", Some("and masksOverlap(a, b) then")),
        ("", "Main.cs:7", Some("&& MasksOverlap(a, b)")),
        ("", "game.js:7", Some("&& masksOverlap(a, b)")),
        ("phaser 3.90.0", "game.js:7", Some("(a, b) => masksOverlap(a, b)")),
        ("", "game.cpp:7", None),
        ("arcade 3.3.3", "game.py:7", None),
    ] {
        let disc = r#####"{"sprite":"disc","mask":[".##.","####","####",".##."]}"#####;
        let side = |n: u32| {
            format!(r#"{{"sprite":"disc","name":"{n}","position":[{n},{n}],"shape":{{"box":[{n},{n},4,4]}}}}"#)
        };
        let check = format!(r#"{{"frame":1,"a":{},"b":{},"hit":true,"rule":"box","at":"{at}"}}"#, side(0), side(3));
        let path = folder.path().join("game.jsonl");
        let header = format!(r#"{{"maskscope_log":1,"engine":"{header}"}}"#);
        fs::write(&path, format!("{header}\n{disc}\n{check}\n")).expect("written");
        let mut window = Window::paused_at(0);
        window.drop_files([path]);
        window.wait_until("the log is read", |window| window.session().log().is_some_and(LogPlayer::is_staged));
        window.follow();
        assert_eq!(window.mentions("Copy the line"), expected.is_some(), "{at}");
        for code in ["collide_mask", "masks_overlap(a, b)", "asksOverlap(a, b)"] {
            assert_eq!(window.mentions(code), expected.is_some_and(|expected| expected.contains(code)), "{at}: {code}");
        }
        assert!(expected.is_none_or(|expected| window.mentions(expected)), "{at}");
    }
}

#[test]
fn the_words_are_about_the_check_on_the_canvas_while_another_is_looked_up() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = dropped(&folder);
    let mut areas = HashSet::new();
    for at in 0..60 {
        let ctx = window.harness.ctx.clone();
        let app = window.harness.state_mut().as_mut().expect("it is open");
        app.act(&ctx, PlayerAction::Go(at).into());
        window.wait_until("it is looked up", |window| {
            let area = window.session().collision().expect("both stand there").overlap_area;
            let words =
                if area == 0 { "MISS: The pixels".to_owned() } else { format!("HIT: The pixels share {area} px") };
            assert!(window.mentions(&words), "{words}");
            window.session().log().is_some_and(LogPlayer::is_staged)
        });
        areas.insert(window.session().collision().map(|collision| collision.overlap_area));
    }
    assert!(areas.len() > 3, "other checks are shown: {areas:?}");
}

#[test]
fn a_line_of_the_game_is_ignored_or_taken_for_contact_and_undone() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = with_lines(&folder);
    let counts = |window: &Window| {
        let log = window.session().log().expect("a log");
        [log.incidents.wrong, log.incidents.ranked().len() as u64, log.incidents.contact().len() as u64]
    };
    assert_eq!(counts(&window), [3, 3, 0]);
    assert!(window.mentions("3 of 7 checks are wrong") && window.mentions("2 at level.py:88 look like contact"));
    assert!(window.mentions("never drawn"));
    window.click("Unfair hit: player × tile, 6.0 px, frame 1");
    window.follow();
    window.click("This is contact");
    assert_eq!(counts(&window), [1, 1, 2]);
    assert!(window.mentions("Contact, 2") && window.mentions("level.py:88 is contact"));
    assert!(!window.mentions("look like contact"), "what is taken is not offered");
    window.key_with(Modifiers::COMMAND, Key::Z);
    assert_eq!(counts(&window), [3, 3, 0]);
    // Another line tests the same kinds: it may be contact, too, and has no cure.
    window.click("Unfair hit: player × tile, 8.0 px, frame 7, never drawn");
    window.follow();
    assert!(!window.mentions("Copy the line"));
    window.click("This is contact");
    assert_eq!(counts(&window), [2, 2, 1]);
    window.key_with(Modifiers::COMMAND, Key::Z);
    window.click("Unfair hit: player × tile, 6.0 px, frame 1");
    window.follow();
    window.click("Ignore this line");
    assert_eq!(counts(&window), [1, 1, 0]);
    assert!(window.mentions("1 of 1 checks is wrong, in 1 incident; 6 ignored"));
    let kept = window.session().document();
    window.click("Count it again");
    assert_eq!(counts(&window), [3, 3, 0]);
    window.key_with(Modifiers::COMMAND, Key::Z);
    assert_eq!(counts(&window), [1, 1, 0]);
    assert!(format!("{kept:?}").contains(r#"marks: {"level.py:88": Ignored}"#), "it is kept with the session");
}

/// All witnesses are about the check of the log, also where the stage is not.
#[test]
fn a_move_by_hand_changes_no_witness() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = dropped(&folder);
    let is_measured = |window: &Window| window.session().derived().contact().is_some();
    window.wait_until("the closest pixels are known", is_measured);
    window.follow();
    assert!(window.mentions("MISS: The pixels, ") && window.mentions("of its box"));
    window.key(Key::ArrowDown);
    window.wait_until("the closest pixels are known again", is_measured);
    window.follow();
    assert!(window.mentions("A sprite was moved by hand"));
    assert!(window.shows("MISS: The pixels share nothing") && !window.mentions("of its box"));
}

/// True if a text is painted: what a person reads, and no screen reader.
fn paints(window: &Window, text: &str) -> bool {
    fn holds(shape: &Shape, text: &str) -> bool {
        match shape {
            Shape::Vec(all) => all.iter().any(|shape| holds(shape, text)),
            Shape::Text(shown) => shown.galley.text() == text,
            _ => false,
        }
    }
    window.harness.output().shapes.iter().any(|clipped| holds(&clipped.shape, text))
}

/// Opens a window on the log of these lines, with the worst check of its worst incident.
pub fn opened(folder: &tempfile::TempDir, lines: &[Value]) -> Window {
    let path = folder.path().join("game.jsonl");
    let lines: Vec<_> = lines.iter().map(Value::to_string).collect();
    fs::write(&path, lines.join("\n") + "\n").expect("it can be written");
    let mut window = Window::paused_at(0);
    window.drop_files([path]);
    window.wait_until("the log is read", |window| {
        window.session().log().is_some_and(|log| log.source == LogSource::Following && log.is_staged())
    });
    window.follow();
    window
}

/// A check by boxes of a side, A at 0,0; no two are of one pair.
fn by_boxes(frame: u32, sprite: &str, side: u32, [x, y]: [u32; 2]) -> Value {
    let of = |letter: &str, [x, y]: [u32; 2]| {
        let (name, shape) = (format!("{letter}{frame}"), json!({"box": [x, y, side, side]}));
        json!({"sprite": sprite, "name": name, "kind": sprite, "position": [x, y], "shape": shape})
    };
    json!({"frame": frame, "a": of("a", [0, 0]), "b": of("b", [x, y]), "hit": true, "rule": "box", "at": "game.py:7"})
}

/// Three hits beside the pixels 1 px deep and one that is 5 px deep; a touch that is 1 px deep, and four of 4 px.
#[test]
fn remedies_say_what_each_would_leave() {
    let folder = tempfile::tempdir().expect("a folder");
    let corner: Vec<_> = (0..10).map(|row| if row == 0 { "#........." } else { ".........." }).collect();
    let mut lines = vec![
        json!({"sprite": "disc", "mask": [".##.", "####", "####", ".##."]}),
        json!({"sprite": "corner", "mask": corner}),
    ];
    let discs = [[3, 3], [3, 3], [3, 3], [3, 0], [0, 0], [0, 0], [0, 0], [0, 0]];
    lines.extend((1..).zip(discs).map(|(frame, at)| by_boxes(frame, "disc", 4, at)));
    lines.push(by_boxes(10, "corner", 10, [5, 5]));
    let mut window = opened(&folder, &lines);
    for text in ["Test masks", "leaves 0 of 4", "Or boxes 1 px smaller", "leaves 2 of 4"] {
        assert!(paints(&window, text), "{text}");
    }
    assert!(window.shows("1 unfair, 1 missed; 4 denied hits not carried on, as no way is known."));
    assert!(window.shows("Counted over the 2 pairs of kinds at this line that ask here."));
    window.click("All sizes…");
    for size in [
        "0 px smaller: 4 unfair, 0 missed",
        "1 px smaller: 1 unfair, 1 missed",
        "2 px smaller: 1 unfair, 5 missed",
        "3 px smaller: 0 unfair, 5 missed",
    ] {
        assert!(window.shows(size), "{size}");
    }
}

#[test]
fn remedies_say_what_boxes_do_not_decide() {
    let path = "tests/support/cases/23-cure-of-mixed-tests/mixed.jsonl";
    let mut window = Window::paused_at(0);
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(path);
    window.act(LogAction::Open { path, is_live: false });
    window.wait_until("it is read", |window| {
        window.session().log().is_some_and(|log| log.source.is_read() && log.is_staged())
    });
    let replay = &window.session().log().expect("it is open").replay;
    let is_curable = |site: &Site| site.at.as_deref() == Some("game.py:10") && !replay.remedies(site).is_empty();
    let site = replay.sites.iter().position(is_curable).expect("the line has remedies");
    let is_there = |step: u32| usize::try_from(step) == Ok(site);
    let step = replay.steps.iter().position(|step| is_there(step.site)).expect("a check at that line");
    window.act(LogAction::Show(step));
    let words = "2 unfair, 4 missed, 8 that boxes do not decide; 4 denied hits carried on straight; \
        after a hit the game goes on differently.";
    window.wait_until("it is shown", |window| window.shows(words));
    assert!(paints(&window, "leaves 14 of 28"));
}

/// A picture with these solid pixels, as PNG in base64.
fn png(rows: &[&str]) -> String {
    let side = |length: usize| u32::try_from(length).expect("small");
    let alpha = |letter: char| [200, 90, 30, if letter == '#' { 255 } else { 0 }];
    let rgba: Vec<u8> = rows.iter().flat_map(|row| row.chars().flat_map(alpha)).collect();
    let image = image::RgbaImage::from_raw(side(rows[0].len()), side(rows.len()), rgba).expect("its size");
    let mut bytes = Cursor::new(Vec::new());
    image.write_to(&mut bytes, image::ImageFormat::Png).expect("a PNG");
    BASE64_STANDARD.encode(bytes.into_inner())
}

/// A mask of the picture before it was mirrored decides two checks, and both wrongly.
#[test]
fn masks_that_are_old_are_to_be_made_again_and_suspect() {
    let folder = tempfile::tempdir().expect("a folder");
    let late = json!({
        "sprite": "late", "png": png(&[".###", "...#", "...#", "...#"]), "mask": ["###.", "#...", "#...", "#..."],
    });
    let check = |frame: u32, [x, y]: [u32; 2], hit: bool| {
        json!({
            "frame": frame, "a": {"sprite": "late", "kind": "Hook"}, "b": {"sprite": "dot", "position": [x, y]},
            "hit": hit, "rule": "mask", "at": "game.py:1",
        })
    };
    let dot = json!({"sprite": "dot", "mask": ["#"]});
    let window = opened(&folder, &[dot, late, check(1, [0, 3], true), check(2, [3, 1], false)]);
    for text in ["Make the masks again", "leaves 0 of 2"] {
        assert!(paints(&window, text), "{text}");
    }
    assert!(window.shows("Make the mask again whenever the picture changes or turns."));
    assert!(window.shows("Suspect mask: late, unlike picture, line 3, 2 checks"));
}

/// The pixels of three hits are 3, 5 and 4 px apart; A fills 1 of 20 px, and B 1 of 12.
#[test]
fn a_check_says_its_place_in_the_incident_and_what_fills_the_boxes() {
    let folder = tempfile::tempdir().expect("a folder");
    let check = |frame: u32, x: u32| {
        let b = json!({"sprite": "rock", "position": [x, 1]});
        json!({"frame": frame, "a": {"sprite": "ship"}, "b": b, "hit": true, "rule": "box"})
    };
    let ship = json!({"sprite": "ship", "mask": [".....", "#....", ".....", "....."]});
    let rock = json!({"sprite": "rock", "mask": ["...#", "....", "...."]});
    let mut window = opened(&folder, &[ship, rock, check(1, 0), check(2, 2), check(3, 1)]);
    assert!(window.shows("3 of 3 checks are wrong, in 1 incident"));
    assert!(window.shows("ship × rock, frames 1–3: hit by box, the pixels up to 5.0 px apart"));
    assert!(window.shows("game.jsonl: paused, 1 newer check"));
    let filled = ". rock fills 8.3\u{a0}% of its box, ship fills 5.0\u{a0}% of its box.";
    assert!(window.mentions(filled));
    assert!(window.shows("Frame 2, worst of 3 in incident"));
    window.click("Step on");
    assert!(window.shows("Frame 3, 3 of 3 in incident"));
    window.key(Key::Comma);
    window.key(Key::Comma);
    assert!(window.shows("Frame 1, 1 of 3 in incident"));
}
