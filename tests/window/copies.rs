//! What becomes of the work: the last session comes back, and what a run has left behind is offered.

use std::{
    fs,
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

use maskscope::{
    files::{Limits, read_kept, write_kept},
    geom::{Cell, Offset},
    session::{Kept, PlaybackAction, Session, Slot, StageAction, Tab, ViewAction},
};
use tempfile::TempDir;

use crate::driver::Window;

fn sample(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("samples").join(name)
}

/// A home, and the file of the settings in it.
fn home() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let settings = folder.path().join("settings.json");
    (folder, settings)
}

/// The folders below `folder`, sorted.
fn folders(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let mut all: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).filter(|path| path.is_dir()).collect();
    all.sort();
    all
}

fn copies(home: &TempDir) -> Vec<PathBuf> {
    folders(&home.path().join("copies"))
}

/// Whether some copy holds the sprites where the window shows them.
fn is_kept(window: &Window, home: &TempDir) -> bool {
    let kept = |folder: &PathBuf| read_kept(folder, &Limits::default()).ok();
    copies(home).iter().filter_map(kept).any(|kept| session_of(kept).stage().offset() == offset(window))
}

/// The session that goes on from what was kept.
fn session_of(kept: Kept) -> Session {
    let mut session = Session::default();
    session.continue_with(kept);
    session
}

/// Records a path of B, which is in no file, and waits until it is kept.
fn work(window: &mut Window, home: &TempDir, by: Cell) {
    window.act(PlaybackAction::Pause);
    window.act(ViewAction::Show(Tab::Replay));
    window.act(StageAction::Nudge { slot: Slot::B, by });
    window.act(StageAction::Settle);
    window.wait_until("it is kept", |window| is_kept(window, home));
}

/// All that `session` keeps, as a copy has it: its files are called by what is in them.
fn written(session: &Session) -> Vec<String> {
    let folder = tempfile::tempdir().expect("a folder");
    write_kept(&session.kept(), folder.path()).expect("written");
    let text = fs::read_to_string(folder.path().join("session.json")).expect("a file");
    // The first line only sums up the others.
    text.lines().skip(1).flat_map(|line| line.split_inclusive(',')).map(str::to_owned).collect()
}

fn offset(window: &Window) -> Option<Offset> {
    window.session().stage().offset()
}

const CONTINUED: &str = "Continued from last time";
const LEFT: &str = "There is unsaved work from ";

/// The number of copies that are offered, as far as they are shown.
fn offered(window: &Window) -> usize {
    window.session().messages().iter().filter(|message| message.title.starts_with(LEFT)).count()
}

/// Lets the window rest for more than two seconds of its own time.
fn rest(window: &mut Window) {
    window.harness.run_steps(130);
    // The mark is set beside the frames.
    std::thread::sleep(Duration::from_millis(100));
}

#[test]
fn the_last_session_comes_back_after_quitting_and_after_a_crash() {
    for quits in [true, false] {
        let (home, settings) = home();
        let mut window = Window::remembering(&settings);
        assert!(!window.says(CONTINUED), "there was none");
        window.act(PlaybackAction::Scrub(7));
        window.act(ViewAction::Show(Tab::Survey));
        window.act(ViewAction::CountFromA(true));
        window.act(StageAction::Nudge { slot: Slot::B, by: Cell::new(-3, 5) });
        let kept = written(window.session());
        // At once: what was done last is not written yet.
        if quits {
            window.quit();
        } else {
            drop(window);
        }

        let mut window = Window::remembering(&settings);
        let differ: Vec<_> = written(window.session()).into_iter().filter(|part| !kept.contains(part)).collect();
        assert_eq!(differ, Vec::<String>::new());
        assert_eq!(written(window.session()), kept);
        window.follow();
        assert!(window.says(CONTINUED) && window.says("Start fresh"));
        assert_eq!(window.session().messages().len(), 0);
        rest(&mut window);
        window.quit();
        assert_eq!(copies(&home).len(), 1, "it went on in the same copy");
    }
}

#[test]
fn the_line_goes_with_the_first_change() {
    let (_home, settings) = home();
    Window::remembering(&settings).quit();
    let mut window = Window::remembering(&settings);
    window.follow();
    assert!(window.says(CONTINUED));
    window.act(StageAction::Nudge { slot: Slot::B, by: Cell::new(1, 0) });
    assert!(!window.says(CONTINUED));
}

#[test]
fn a_fresh_start_keeps_unsaved_work_and_is_undone_by_one_step() {
    let (home, settings) = home();
    let mut window = Window::remembering(&settings);
    work(&mut window, &home, Cell::new(1, 2));
    window.quit();

    let mut window = Window::remembering(&settings);
    let worked = written(window.session());
    window.follow();
    window.click("Start fresh");
    assert_eq!((offset(&window), window.session().view().tab), (Some(Offset::new(10, -17)), Tab::Inspect));
    assert!(!window.says(CONTINUED) && window.session().route().route().is_none());
    window.act(StageAction::Undo);
    assert_eq!(offset(&window), Some(Offset::new(11, -15)));
    window.act(StageAction::Redo);
    window.wait_until("it is kept", |window| is_kept(window, &home));
    window.quit();

    let mut window = Window::remembering(&settings);
    assert_eq!(offset(&window), Some(Offset::new(10, -17)), "the last session is the fresh one");
    assert_eq!(offered(&window), 1);
    window.follow();
    window.click("Open");
    window.wait_until("it is opened", |window| written(window.session()) == worked);
}

#[test]
fn a_fresh_start_after_saved_work_leaves_nothing_behind() {
    let (home, settings) = home();
    Window::remembering(&settings).quit();
    let mut window = Window::remembering(&settings);
    window.follow();
    window.click("Start fresh");
    window.quit();
    assert_eq!(copies(&home).len(), 1);
}

#[test]
fn what_a_crash_left_behind_is_announced_at_every_start_until_it_is_discarded() {
    let (home, settings) = home();
    let mut crashed = Window::remembering(&settings);
    work(&mut crashed, &home, Cell::new(1, 2));
    drop(crashed);

    // With images, twice, and once more while another window is open.
    let images = || Window::remembering_with_images(&settings, &sample("moon.png"), &sample("star.png"));
    let mut first = images();
    first.wait_until("both are read", |window| window.session().stage().both().is_some());
    let title = &first.session().messages()[0].title;
    assert!(title.starts_with(LEFT) && title.ends_with(" (ship.png, rock.png)"), "{title}");
    first.wait_until("it is kept", |window| is_kept(window, &home));
    let second = images();
    assert_eq!((offered(&first), offered(&second)), (1, 1));
    second.quit();
    first.quit();

    let mut window = Window::remembering(&settings);
    assert_eq!(window.session().stage().get(Slot::A).expect("a sprite").sprite().name, "moon.png");
    assert_eq!(offered(&window), 1);
    window.follow();
    window.click("Discard");
    window.wait_until("it has gone", |_| copies(&home).len() == 1);
    window.quit();
    assert_eq!(offered(&Window::remembering(&settings)), 0);
}

#[test]
fn a_message_that_is_only_closed_comes_back() {
    let (home, settings) = home();
    let mut crashed = Window::remembering(&settings);
    work(&mut crashed, &home, Cell::new(1, 2));
    drop(crashed);
    for _ in 0..2 {
        let mut window = Window::remembering_with_images(&settings, &sample("moon.png"), &sample("star.png"));
        window.wait_until("both are read", |window| window.session().stage().both().is_some());
        window.follow();
        window.click("Close the message");
        assert_eq!(window.session().messages().len(), 0);
        window.quit();
    }
}

#[test]
fn two_windows_have_a_copy_each_and_the_one_that_ended_last_is_continued() {
    for first_ends_last in [true, false] {
        let (home, settings) = home();
        let (mut first, mut second) = (Window::remembering(&settings), Window::remembering(&settings));
        work(&mut first, &home, Cell::new(1, 2));
        work(&mut second, &home, Cell::new(3, 4));
        assert_eq!(copies(&home).len(), 2);
        let ended_last = if first_ends_last {
            second.quit();
            // It rests, and then it crashes.
            drop(first);
            Offset::new(11, -15)
        } else {
            first.quit();
            drop(second);
            Offset::new(13, -13)
        };

        let window = Window::remembering(&settings);
        assert_eq!((offset(&window), offered(&window)), (Some(ended_last), 1));
        let mut other = Window::remembering(&settings);
        assert_eq!(offset(&other), Some(Offset::new(10, -17)), "the last session is open already");
        assert_eq!(offered(&other), 1);
        other.follow();
        other.click("Open");
        other.wait_until("it is opened", |window| offset(window) != Some(Offset::new(10, -17)));
        assert_ne!(offset(&other), Some(ended_last));
    }
}

#[test]
fn opening_a_copy_keeps_the_unsaved_work_of_this_window() {
    let (home, settings) = home();
    let (mut first, mut second) = (Window::remembering(&settings), Window::remembering(&settings));
    work(&mut first, &home, Cell::new(1, 2));
    work(&mut second, &home, Cell::new(3, 4));
    drop((first, second));

    let mut window = Window::remembering(&settings);
    let (mine, kept) = (offset(&window), written(window.session()));
    window.follow();
    window.click("Open");
    window.wait_until("it is opened", |window| offset(window) != mine);
    let theirs = offset(&window);
    window.act(StageAction::Undo);
    assert_eq!(offset(&window), mine, "one step back");
    window.act(StageAction::Redo);
    window.quit();
    assert_eq!(copies(&home).len(), 2);

    let mut window = Window::remembering(&settings);
    assert_eq!((offset(&window), offered(&window)), (theirs, 1));
    window.follow();
    window.click("Open");
    window.wait_until("it is opened", |window| written(window.session()) == kept);
}

#[test]
fn a_copy_with_which_the_last_start_failed_is_only_offered() {
    let (home, settings) = home();
    let mut window = Window::remembering(&settings);
    work(&mut window, &home, Cell::new(1, 2));
    window.quit();

    // It does not get as far as two seconds.
    drop(Window::remembering(&settings));
    let mut window = Window::remembering(&settings);
    assert_eq!((offset(&window), offered(&window)), (Some(Offset::new(10, -17)), 1));
    assert!(window.session().messages()[0].detail.starts_with("The last attempt"));
    window.follow();
    window.click("Open");
    window.wait_until("it is opened", |window| offset(window) == Some(Offset::new(11, -15)));
    rest(&mut window);
    drop(window);

    let mut window = Window::remembering(&settings);
    assert_eq!((offset(&window), offered(&window)), (Some(Offset::new(11, -15)), 0), "it has rested");
    rest(&mut window);
    drop(window);
    assert_eq!(offset(&Window::remembering(&settings)), Some(Offset::new(11, -15)));
}

/// What is in the only copy is damaged.
#[test]
fn a_damaged_copy_is_told_of_offered_and_stays_until_it_is_discarded() {
    for damage in ["", "{", "{\"maskscope\": 1}", "null", "\u{0}"] {
        let (home, settings) = home();
        let mut window = Window::remembering(&settings);
        work(&mut window, &home, Cell::new(1, 2));
        window.quit();
        let copy = copies(&home).remove(0);
        fs::write(copy.join("session.json"), damage).expect("written");

        let mut window = Window::remembering(&settings);
        assert_eq!(offset(&window), Some(Offset::new(10, -17)), "the window works");
        window.follow();
        assert!(window.says("The last session could not be continued") && window.mentions("session.json"));
        assert_eq!(offered(&window), 1);
        window.click("Open");
        window.wait_until("it fails", |window| window.says("The copy could not be opened"));
        assert_eq!(offered(&window), 1, "it is offered again");
        window.follow();
        window.click("Discard");
        window.wait_until("it has gone", |_| !copy.exists());
    }
}

#[test]
fn a_damaged_mark_hides_no_work() {
    for damage in ["", "{", "7", "{\"unsaved\": 3}"] {
        let (home, settings) = home();
        let mut crashed = Window::remembering(&settings);
        work(&mut crashed, &home, Cell::new(1, 2));
        drop(crashed);
        fs::write(copies(&home)[0].join("copy.json"), damage).expect("written");
        let window = Window::remembering_with_images(&settings, &sample("moon.png"), &sample("star.png"));
        assert_eq!(offered(&window), 1);
    }
}

#[test]
fn copies_do_not_pile_up_and_the_oldest_are_moved_away() {
    let (home, settings) = home();
    let mut all = Vec::new();
    let images = || {
        let mut window = Window::remembering_with_images(&settings, &sample("moon.png"), &sample("star.png"));
        window.wait_until("both are read", |window| window.session().stage().both().is_some());
        window
    };
    for number in 1..=9 {
        let mut window = images();
        work(&mut window, &home, Cell::new(number, 0));
        all.push(offset(&window));
    }
    let is_told = |window: &Window| {
        window.session().messages().iter().any(|message| message.title == "Older unsaved work was moved")
    };
    let window = Window::remembering(&settings);
    assert_eq!((offset(&window), offered(&window)), (all[8], 8), "the newest is continued, the others are announced");
    assert!(!is_told(&window));
    drop(window);
    let window = images();
    assert_eq!(offered(&window), 8);
    assert!(is_told(&window));
    let away = folders(&home.path().join("kept"));
    assert_eq!(away.len(), 1);
    let oldest = read_kept(&away[0], &Limits::default()).expect("it is whole");
    assert_eq!(session_of(oldest).stage().offset(), all[0]);
    drop(window);

    // Brought back in place of another one, it is announced again.
    let back = home.path().join("copies").join(away[0].file_name().expect("a name"));
    fs::remove_dir_all(&copies(&home)[3]).expect("it is there");
    fs::rename(&away[0], &back).expect("moved");
    assert_eq!(offered(&images()), 8);
    assert!(back.exists());
}

#[test]
fn copies_that_hold_nothing_of_their_own_go_when_a_newer_session_has_ended() {
    let (home, settings) = home();
    for _ in 0..3 {
        let mut window = Window::remembering_with_images(&settings, &sample("moon.png"), &sample("star.png"));
        window.wait_until("both are read", |window| window.session().stage().both().is_some());
        window.quit();
    }
    let window = Window::remembering(&settings);
    assert_eq!((copies(&home).len(), offered(&window)), (1, 0));
}

#[test]
fn what_others_have_put_among_the_copies_stays() {
    let (home, settings) = home();
    let mine = home.path().join("copies").join("mine");
    fs::create_dir_all(&mine).expect("made");
    fs::write(mine.join("dear.png"), "mine").expect("written");
    let long_ago = SystemTime::now() - Duration::from_secs(1_000);
    // Windows opens no folder as a file.
    if cfg!(unix) {
        fs::File::open(&mine).and_then(|folder| folder.set_modified(long_ago)).expect("set");
    }
    let mut window = Window::remembering(&settings);
    work(&mut window, &home, Cell::new(1, 2));
    fs::write(copies(&home)[0].join("notes.txt"), "mine").expect("written");
    drop(window);
    let mut window = Window::remembering_with_images(&settings, &sample("moon.png"), &sample("star.png"));
    window.wait_until("both are read", |window| window.session().stage().both().is_some());
    window.follow();
    window.click("Discard");
    window.wait_until("it has gone", |_| !copies(&home)[0].join("session.json").exists());
    window.quit();
    drop(Window::remembering(&settings));
    assert_eq!(fs::read_to_string(mine.join("dear.png")).expect("a file"), "mine");
    assert_eq!(fs::read_to_string(copies(&home)[0].join("notes.txt")).expect("a file"), "mine");
}

/// Windows removes no folder in which a file is open.
#[cfg(unix)]
#[test]
fn a_copy_that_is_taken_away_is_made_again() {
    let (home, settings) = home();
    let mut window = Window::remembering(&settings);
    work(&mut window, &home, Cell::new(1, 2));
    fs::remove_dir_all(home.path().join("copies")).expect("it is there");
    work(&mut window, &home, Cell::new(3, 4));
}

#[test]
fn the_scene_that_an_earlier_version_left_behind_is_continued_and_kept() {
    let (home, settings) = home();
    let scene = fs::read_to_string(sample("scenes/hills-hit.scene.json")).expect("a sample");
    let scene = scene.replace("\"image\": \"../", &format!("\"image\": \"{}/", sample("").display()));
    let old = home.path().join("autosave.scene.json");
    fs::write(&old, &scene).expect("written");
    fs::write(home.path().join("autosave.lock"), "").expect("written");
    fs::write(home.path().join("autosave2.scene.json"), "{").expect("written");

    let mut window = Window::remembering(&settings);
    window.follow();
    assert!(window.says(CONTINUED) && window.says("What was open last could not be restored"));
    assert_eq!(window.session().stage().get(Slot::B).map(|placed| &*placed.sprite().name), Some("ball.png"));
    window.quit();
    assert_eq!(fs::read_to_string(home.path().join("kept/autosave.scene.json")).expect("moved"), scene);
    assert_eq!(fs::read_to_string(home.path().join("autosave2.scene-damaged.json")).expect("set aside"), "{");
    assert!(!old.exists());
    let window = Window::remembering(&settings);
    assert_eq!(window.session().messages().len(), 0, "once is enough");
}

#[test]
fn during_a_long_drag_the_copy_is_never_older_than_a_second() {
    let (home, settings) = home();
    let mut window = Window::remembering(&settings);
    work(&mut window, &home, Cell::new(1, 0));
    let copy = copies(&home).remove(0);
    let start = SystemTime::now();
    let mut states = vec![(SystemTime::now(), offset(&window))];
    while start.elapsed().is_ok_and(|passed| passed < Duration::from_secs(4)) {
        window.act(StageAction::Nudge { slot: Slot::B, by: Cell::new(1, 1) });
        states.push((SystemTime::now(), offset(&window)));
        let now = SystemTime::now();
        // What is written at this moment may no longer have what was read a moment before.
        let mut tries = (0..9).filter_map(|_| read_kept(&copy, &Limits::default()).ok());
        let kept = tries.next().expect("it is whole at any time");
        let kept = session_of(kept).stage().offset();
        let at = states.iter().rposition(|(_, state)| *state == kept).expect("a state that was there");
        // It stopped being the present one when the next one came.
        let age = states.get(at + 1).map_or(Duration::ZERO, |(next, _)| now.duration_since(*next).expect("later"));
        assert!(age < Duration::from_secs(1), "{age:?} old");
    }
    assert!(states.len() > 20);
}
