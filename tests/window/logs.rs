//! The log of a running game in the window.

use std::{fs, path::PathBuf};

use egui::{Key, Modifiers, Role, vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use maskscope::session::{FileAction, LogAction, LogSource, Slot, StageAction, Tab};

use crate::driver::Window;

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
        text += &check("rock 2", if frame < 30 { -70 } else { 70 }, 0, false);
    }
    fs::write(&path, text).expect("the folder can be written");
    path
}

/// Opens a window into which that log was dropped.
fn dropped(folder: &tempfile::TempDir) -> Window {
    drop_into(Window::paused_at(0), folder)
}

/// Drops that log into a window, and waits until its first wrong check is shown.
pub fn drop_into(mut window: Window, folder: &tempfile::TempDir) -> Window {
    window.drop_files([log(folder)]);
    window.wait_until("the log is read", |window| {
        window.session().log().is_some_and(|log| log.source == LogSource::Following && log.staged().is_some())
    });
    window.follow();
    window
}

#[test]
fn a_log_that_is_dropped_shows_its_first_wrong_check() {
    let folder = tempfile::tempdir().expect("a folder");
    let window = dropped(&folder);
    assert_eq!(window.session().view().tab, Tab::Replay);
    let log = window.session().log().expect("it is open");
    let (_, step) = log.step().expect("a check");
    assert!(step.disagrees() && step.at == 1.0, "{step:?}");
    for said in
        ["WRONG", "Pairs", "ship × rock 1, 60 checks", "frame 1, check 2 of 60", "the game, 0 visits", "Copy as test"]
    {
        assert!(window.mentions(said), "{said}");
    }
    assert!(window.mentions("The game says hit by box; the boxes overlap 2 × 2, no pixel is shared."));
    // The canvas shows the sprites at their logged positions.
    assert_eq!(
        [Slot::A, Slot::B].map(|slot| window.position(slot)).map(|cell| (cell.x, cell.y)),
        [(100, 50), (138, 11)]
    );
}

#[test]
fn keys_and_buttons_go_from_check_to_check() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = dropped(&folder);
    let at =
        |window: &Window| window.session().log().and_then(|log| log.step()).map(|(number, step)| (number, step.at));
    let first = at(&window);
    window.key(Key::N);
    assert!(at(&window) > first);
    window.key_with(Modifiers::SHIFT, Key::N);
    assert_eq!(at(&window), first);
    window.click("Next check");
    assert_eq!(at(&window).map(|(_, frame)| frame), Some(2.0));
    window.key(Key::Comma);
    window.click("Last check");
    assert_eq!(at(&window).map(|(_, frame)| frame), Some(59.0));
    assert!(!window.session().log().expect("a log").is_live);
    window.key(Key::End);
    assert!(window.session().log().expect("a log").is_live);
    window.key(Key::Home);
    assert_eq!(at(&window).map(|(_, frame)| frame), Some(0.0));
    window.click("Play the checks");
    window.wait_until("it has played to the end", |window| at(window).map(|(_, frame)| frame) == Some(59.0));
    // This rock jumps through the ship.
    window.click("ship × rock 2, 60 checks, 1 wrong");
    window.follow();
    assert_eq!(at(&window).map(|(_, frame)| frame), Some(30.0));
    assert!(window.mentions("One passed through the other since the previous check"));
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
    assert!(window.mentions("3  Follow a running game"), "the three ways to begin");
    while window.session().can_undo_redo().0 {
        window.act(StageAction::Undo);
    }
    assert_eq!(names(&window), Some(["ship.png".to_owned(), "rock.png".to_owned()]), "the sprites from before the log");
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
        window.session().log().is_some_and(|log| log.source == LogSource::Following && log.unknown_fields == 1)
    });
    window.follow();
    for said in ["2 lines skipped", "1 unknown field ignored", "no checks yet", "version 2, read as version 1"] {
        assert!(window.mentions(said), "{said}");
    }
    fs::remove_file(&path).expect("it can be removed");
    window.wait_until("it says that the log is deleted", |window| window.mentions("game.jsonl: deleted"));
    window.click("Stop following");
    window.wait_until("it is no longer followed", |window| window.mentions("game.jsonl: not followed"));
}

#[test]
fn a_table_of_checks_moves_the_sprites_of_the_window() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("checks.csv");
    fs::write(&path, "hit,frame,bx,by,ax,ay\n0,1,200,0,0,0\n0,2,15,-12,5,5\n1,3,15,-12,5,5\n1,4,0,0,90,0\n")
        .expect("written");
    let mut window = Window::paused_at(0);
    window.act(FileAction::OpenRoute(path));
    window.wait_until("its first wrong check is shown", |window| {
        window.session().log().is_some_and(|log| log.source == LogSource::Ended && log.staged().is_some())
    });
    window.follow();
    let log = window.session().log().expect("it is open");
    let wrong: Vec<_> = log.replay.steps.iter().filter(|step| step.disagrees()).map(|step| step.at).collect();
    assert_eq!((wrong, log.step().map(|(_, step)| step.at)), (vec![2.0, 4.0], Some(2.0)));
    for said in
        ["checks.csv: a table", "ship.png × rock.png, 4 checks, 2 wrong", "The game says miss, the masks say hit"]
    {
        assert!(window.mentions(said), "{said}");
    }
    let corner = |window: &Window, slot| (window.position(slot).x, window.position(slot).y);
    assert_eq!([Slot::A, Slot::B].map(|slot| corner(&window, slot)), [(5, 5), (15, -12)]);
    window.key(Key::N);
    window.wait_until("the other is shown", |window| window.session().log().is_some_and(|log| log.staged().is_some()));
    window.follow();
    assert_eq!([Slot::A, Slot::B].map(|slot| corner(&window, slot)), [(90, 0), (0, 0)]);
    window.act(LogAction::Close);
    window.act(StageAction::Undo);
    assert_eq!([Slot::A, Slot::B].map(|slot| corner(&window, slot)), [(0, 0), (10, -17)], "as before the table");
}

#[test]
fn the_row_of_the_wrong_check_that_is_shown_is_in_view() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = dropped(&folder);
    let row = |window: &Window| {
        let (_, step) = window.session().log().and_then(|log| log.step()).expect("a check");
        let name = format!("frame {}: ", step.at);
        let rows = window.harness.query_all_by_role(Role::Row);
        let rows: Vec<_> =
            rows.filter(|row| row.accesskit_node().label().is_some_and(|it| it.starts_with(&name))).collect();
        rows.first().map(egui_kittest::Node::rect)
    };
    let first = row(&window).expect("the first is in view");
    for _ in 0..30 {
        window.key(Key::N);
    }
    window.follow();
    let last = row(&window).expect("the shown one is in view");
    assert!(last.top() > first.top(), "{first} {last}");
}

#[test]
fn a_narrow_window_shows_pairs_and_checks_beside_the_canvas() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = Window::without_time(vec2(900.0, 600.0));
    window.drop_files([log(&folder)]);
    window.wait_until("the log is read", |window| window.session().log().is_some_and(|log| log.staged().is_some()));
    window.follow();
    for said in ["ship × rock 1, 60 checks", "Check", "Wrong"] {
        assert!(window.mentions(said), "{said}");
    }
}
