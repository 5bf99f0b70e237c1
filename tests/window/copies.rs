//! Each window keeps a copy of its work: the newest one is continued, and the others are offered.

use std::{
    fs,
    io::Write as _,
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

use maskscope::{
    files::Limits,
    kept::{read_kept, write_kept},
    session::{
        Ask, Document, Event, LeftCopy, LogAction, LogSource, Offer, OpenAs, PlaybackAction, PlayerAction, Session,
        Slot, StageAction, Tab, ViewAction,
    },
};
use maskscope_core::geom::{Cell, Offset};
use tempfile::TempDir;

use crate::{driver::Window, logs};

fn sample(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("samples").join(name)
}

/// Returns a home folder, and the path of the settings in it.
fn home() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let settings = folder.path().join("settings.json");
    (folder, settings)
}

/// Returns the folders in `folder`, sorted.
fn folders(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let mut all: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).filter(|path| path.is_dir()).collect();
    all.sort();
    all
}

fn copies(home: &TempDir) -> Vec<PathBuf> {
    folders(&home.path().join("copies"))
}

/// True if some copy has the sprites at the window's positions.
fn is_kept(window: &Window, home: &TempDir) -> bool {
    let kept = |folder: &PathBuf| read_kept(folder, &Limits::default()).ok();
    copies(home).iter().filter_map(kept).any(|kept| session_of(kept).stage().offset() == offset(window))
}

/// Returns a session that continues with the kept one.
fn session_of(kept: Document) -> Session {
    let mut session = Session::default();
    session.continue_with(kept);
    session
}

/// Records a path of B, which no file holds, and waits until it is kept.
fn work(window: &mut Window, home: &TempDir, by: Cell) {
    window.act(PlaybackAction::Pause);
    window.act(ViewAction::Show(Tab::Replay));
    window.act(StageAction::Nudge { slot: Slot::B, by });
    window.act(StageAction::Settle);
    window.wait_until("it is kept", |window| is_kept(window, home));
}

/// Returns everything that `session` keeps, as it is in a copy, whose files are named by their content.
fn written(session: &Session) -> Vec<String> {
    let folder = tempfile::tempdir().expect("a folder");
    write_kept(&session.document(), folder.path()).expect("written");
    let text = fs::read_to_string(folder.path().join("session.json")).expect("a file");
    // The first line is only a checksum of the others.
    text.lines().skip(1).flat_map(|line| line.split_inclusive(',')).map(str::to_owned).collect()
}

fn offset(window: &Window) -> Option<Offset> {
    window.session().stage().offset()
}

const CONTINUED: &str = "From last time";
const LEFT: &str = "Unsaved work from another window";

/// Returns the names of the offered copies in the message; empty if there is no such message.
fn offered(window: &Window) -> &str {
    let mut offers = window.session().messages().iter().filter(|message| message.title == LEFT);
    let names = offers.next().map_or("", |message| &message.detail);
    assert!(offers.next().is_none(), "there is one message");
    names
}

/// Opens a window with two images and nothing unsaved.
fn with_images(settings: &Path) -> Window {
    let mut window = Window::remembering_with_images(settings, &sample("moon.png"), &sample("star.png"));
    window.wait_until("both are read", |window| window.session().stage().both().is_some());
    window
}

/// The names of the built-in images.
const BUILT_IN: &str = "ship.png, rock.png.";

#[test]
fn the_last_session_comes_back_after_quitting_and_after_a_crash() {
    for quits in [true, false] {
        let (home, settings) = home();
        let mut window = Window::remembering(&settings);
        assert!(!window.shows(CONTINUED), "there was no session");
        window.act(PlaybackAction::Scrub(7));
        window.act(ViewAction::Show(Tab::Survey));
        window.act(ViewAction::CountFromA(true));
        window.act(StageAction::Nudge { slot: Slot::B, by: Cell::new(-3, 5) });
        let kept = written(window.session());
        // At once: the last action is not written yet.
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
        assert!(window.shows(CONTINUED) && window.shows("Start fresh"));
        assert_eq!(window.session().messages().len(), 0);
        window.quit();
        assert_eq!(copies(&home).len(), 1, "it continued in the same copy");
    }
}

/// True if there is a message of this title.
fn has_message(window: &Window, title: &str) -> bool {
    window.session().messages().iter().any(|message| message.title == title)
}

/// Returns the pair, the step and the place of the shown check of a log, and whether a sprite was moved, once it is found.
fn shown_check(window: &Window) -> Option<(usize, usize, Option<Offset>, bool)> {
    let log = window.session().log().filter(|log| !matches!(log.source, LogSource::Reading | LogSource::Awaited))?;
    Some((log.pair, log.step()?.0, offset(window), log.staged().filter(|_| log.is_staged())?.is_moved))
}

#[test]
fn a_log_comes_back_at_the_same_check_and_is_followed_again() {
    let ((_home, settings), folder) = (home(), tempfile::tempdir().expect("a folder"));
    let mut window = logs::drop_into(Window::remembering(&settings), &folder);
    window.act(LogAction::Choose(1));
    window.act(PlayerAction::Go(17));
    window.wait_until("it is found", |window| shown_check(window).is_some());
    window.act(LogAction::Pin(true));
    window.act(StageAction::Nudge { slot: Slot::B, by: Cell::new(1, 2) });
    let (shown, kept) = (shown_check(&window), written(window.session()));
    assert!(matches!(shown, Some((1, 35, _, true))), "{shown:?}");
    window.quit();

    let mut window = Window::remembering(&settings);
    assert_eq!(written(window.session()), kept, "before it is read");
    window.wait_until("it is read", |window| shown_check(window).is_some());
    assert_eq!((shown_check(&window), written(window.session())), (shown, kept));
    window.follow();
    assert!(window.shows(CONTINUED) && window.session().messages().is_empty());
    let path = folder.path().join("game.jsonl");
    let text = fs::read_to_string(&path).expect("a log");
    let last = text.lines().next_back().expect("a check").to_owned();
    // A file that is written over is short for a moment, and would be another log.
    let mut file = fs::OpenOptions::new().append(true).open(&path).expect("it is ours");
    file.write_all(format!("{last}\n").as_bytes()).expect("it can be written");
    let checks = |window: &Window| window.session().log().map(|log| log.replay.steps.len());
    window.wait_until("it is followed", |window| checks(window) == Some(121));
    window.quit();

    // A fresh start closes it, and one step brings it back.
    let mut window = Window::remembering(&settings);
    window.click("Start fresh");
    assert!(window.session().log().is_none());
    window.act(StageAction::Undo);
    window.wait_until("it is back", |window| shown_check(window) == shown);
    window.quit();

    fs::remove_file(&path).expect("it is ours");
    let mut window = Window::remembering(&settings);
    window.wait_until("it says so", |window| has_message(window, "There is no file game.jsonl any more"));
    window.follow();
    assert!(window.shows("No file game.jsonl in it yet: looking"));
    let whole = path.with_extension("new");
    fs::write(&whole, text).expect("it can be written");
    fs::rename(whole, &path).expect("it is whole at once");
    window.wait_until("it is back", |window| shown_check(window) == shown);
}

#[test]
fn a_live_log_comes_back_live() {
    let ((_home, settings), folder) = (home(), tempfile::tempdir().expect("a folder"));
    let mut window = logs::drop_into(Window::remembering(&settings), &folder);
    window.act(LogAction::GoLive);
    window.wait_until("it is found", |window| shown_check(window).is_some());
    let shown = shown_check(&window);
    window.quit();
    let mut window = Window::remembering(&settings);
    window.wait_until("it is read", |window| shown_check(window) == shown);
    assert!(window.session().log().is_some_and(|log| log.is_live));
}

#[test]
fn a_table_of_checks_comes_back_at_the_same_check() {
    let ((_home, settings), folder) = (home(), tempfile::tempdir().expect("a folder"));
    let path = folder.path().join("checks.csv");
    let rows: String = (0..20).map(|frame| format!("{frame},0,0,{},-17,1\n", 20 - frame)).collect();
    fs::write(&path, format!("frame,ax,ay,bx,by,hit\n{rows}")).expect("the folder can be written");
    let mut window = Window::remembering(&settings);
    window.ask(Ask::Open(OpenAs::Route, path.clone()));
    window.wait_until("it is read", |window| shown_check(window).is_some());
    window.act(PlayerAction::Go(5));
    window.wait_until("it is found", |window| shown_check(window).is_some());
    let shown = shown_check(&window);
    window.act(ViewAction::Show(Tab::Survey));
    window.quit();
    let mut window = Window::remembering(&settings);
    window.wait_until("it is read", |window| window.session().log().is_some_and(|log| log.step().is_some()));
    assert_eq!(window.session().view().tab, Tab::Survey);
    window.act(ViewAction::Show(Tab::Replay));
    window.wait_until("it is found", |window| shown_check(window) == shown);
    window.quit();
    fs::remove_file(&path).expect("it is ours");
    let mut window = Window::remembering(&settings);
    window.wait_until("it says so", |window| has_message(window, "checks.csv could not be opened"));
}

#[test]
fn the_line_goes_with_the_first_change() {
    let (_home, settings) = home();
    Window::remembering(&settings).quit();
    let mut window = Window::remembering(&settings);
    window.follow();
    assert!(window.shows(CONTINUED));
    window.act(StageAction::Nudge { slot: Slot::B, by: Cell::new(1, 0) });
    assert!(!window.shows(CONTINUED));
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
    assert!(!window.shows(CONTINUED) && window.session().route().route().is_none());
    window.act(StageAction::Undo);
    assert_eq!(offset(&window), Some(Offset::new(11, -15)));
    window.act(StageAction::Redo);
    window.wait_until("it is kept", |window| is_kept(window, &home));
    window.quit();

    let mut window = Window::remembering(&settings);
    assert_eq!(offset(&window), Some(Offset::new(10, -17)), "the last session is the fresh one");
    assert_eq!(offered(&window), BUILT_IN);
    window.follow();
    window.click("Restore");
    window.wait_until("it is restored", |window| written(window.session()) == worked);
    assert_eq!(offered(&window), "");
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
    let mut first = with_images(&settings);
    first.wait_until("it is kept", |window| is_kept(window, &home));
    let second = with_images(&settings);
    assert_eq!((offered(&first), offered(&second)), (BUILT_IN, BUILT_IN));
    second.quit();
    first.quit();

    let mut window = Window::remembering(&settings);
    assert_eq!(window.session().stage().get(Slot::A).expect("a sprite").sprite().name, "moon.png");
    assert_eq!(offered(&window), BUILT_IN);
    window.follow();
    window.click("Discard");
    window.wait_until("it has gone", |_| copies(&home).len() == 1);
    window.quit();
    assert_eq!(offered(&Window::remembering(&settings)), "");
}

#[test]
fn a_message_that_is_only_closed_comes_back() {
    let (home, settings) = home();
    let mut crashed = Window::remembering(&settings);
    work(&mut crashed, &home, Cell::new(1, 2));
    drop(crashed);
    for _ in 0..2 {
        let mut window = with_images(&settings);
        assert_eq!(offered(&window), BUILT_IN);
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
        let (one, other) = (Some(Offset::new(11, -15)), Some(Offset::new(13, -13)));
        let (last, before) = if first_ends_last {
            second.quit();
            first.quit();
            (one, other)
        } else {
            first.quit();
            second.quit();
            (other, one)
        };

        let mut window = Window::remembering(&settings);
        assert_eq!((offset(&window), offered(&window)), (last, BUILT_IN));
        let next = Window::remembering(&settings);
        assert_eq!((offset(&next), offered(&next)), (before, ""), "the newest copy that no window holds");
        // This window can neither restore nor discard a session that is open in another one.
        for (answer, refusal) in
            [("Restore", "The copy could not be restored"), ("Discard", "The copy could not be discarded")]
        {
            let offer = window.session().messages().iter().find(|message| message.title == LEFT).expect("an offer");
            let offer = offer.offers.iter().find(|offer| offer.label == answer).expect("an answer").clone();
            window.ask(offer.asks[0].clone());
            window.wait_until("it is refused", |window| window.shows(refusal));
            assert_eq!((offset(&window), copies(&home).len()), (last, 2));
            window.act(Event::CopiesFound(left(&offer)));
        }
    }
}

/// Returns the copy that `offer` is about.
fn left(offer: &Offer) -> Vec<LeftCopy> {
    match &offer.asks[..] {
        [Ask::Restore(copy) | Ask::Discard(copy)] => vec![copy.clone()],
        _ => Vec::new(),
    }
}

#[test]
fn restoring_a_copy_keeps_the_unsaved_work_of_this_window() {
    let (home, settings) = home();
    let (mut first, mut second) = (Window::remembering(&settings), Window::remembering(&settings));
    work(&mut first, &home, Cell::new(1, 2));
    work(&mut second, &home, Cell::new(3, 4));
    drop((first, second));

    let mut window = Window::remembering(&settings);
    let (mine, kept) = (offset(&window), written(window.session()));
    window.follow();
    window.click("Restore");
    window.wait_until("it is restored", |window| offset(window) != mine);
    let theirs = offset(&window);
    window.act(StageAction::Undo);
    assert_eq!(offset(&window), mine, "one step undoes it");
    window.act(StageAction::Redo);
    window.quit();
    assert_eq!(copies(&home).len(), 2);

    let mut window = Window::remembering(&settings);
    assert_eq!((offset(&window), offered(&window)), (theirs, BUILT_IN));
    window.follow();
    window.click("Restore");
    window.wait_until("it is restored", |window| written(window.session()) == kept);
}

/// The only copy is damaged.
#[test]
fn a_damaged_copy_is_reported_offered_and_stays_until_it_is_discarded() {
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
        assert!(window.shows("The last session could not be continued") && window.mentions("session.json"));
        assert_eq!(offered(&window), BUILT_IN);
        window.click("Restore");
        window.wait_until("it fails", |window| window.shows("The copy could not be restored"));
        assert_eq!(offered(&window), BUILT_IN, "it is offered again");
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
        assert_eq!(offered(&with_images(&settings)), "no images.");
    }
}

#[test]
fn beyond_eight_copies_the_message_says_how_many_more_there_are() {
    let (home, settings) = home();
    let mut all = Vec::new();
    for number in 1..=11 {
        let mut window = with_images(&settings);
        work(&mut window, &home, Cell::new(number, 0));
        all.push(offset(&window));
    }
    let mut window = Window::remembering(&settings);
    assert_eq!(offset(&window), all[10], "the newest is continued, the others are offered");
    let eight = ["moon.png, star.png"; 8].join("; ").replacen("; ", ". Next: ", 1);
    assert_eq!(offered(&window), format!("{eight}; and 2 more."));
    window.follow();
    window.click("Discard");
    window.wait_until("it has gone", |_| copies(&home).len() == 10);
    assert_eq!(offered(&window), format!("{eight}; and 1 more."));
    window.follow();
    window.click("Restore");
    window.wait_until("the next one is restored", |window| offset(window) == all[8]);
    assert_eq!((offered(&window), copies(&home).len()), (&*format!("{eight}."), 10));
}

#[test]
fn copies_that_hold_nothing_of_their_own_go_when_a_newer_session_has_ended() {
    let (home, settings) = home();
    for _ in 0..3 {
        with_images(&settings).quit();
    }
    let window = Window::remembering(&settings);
    assert_eq!((copies(&home).len(), offered(&window)), (1, ""));
}

/// A read-only file is not written, not even by root.
#[test]
fn a_copy_that_cannot_be_written_is_continued() {
    let (home, settings) = home();
    let mut window = Window::remembering(&settings);
    work(&mut window, &home, Cell::new(1, 2));
    window.quit();
    for name in ["session.json", "copy.json"] {
        let file = copies(&home)[0].join(name);
        let mut permissions = fs::metadata(&file).expect("a file").permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&file, permissions).expect("set");
    }
    let mut window = Window::remembering(&settings);
    assert_eq!((offset(&window), window.session().messages().len()), (Some(Offset::new(11, -15)), 0));
    window.act(StageAction::Nudge { slot: Slot::B, by: Cell::new(1, 0) });
    window.wait_until("it is reported", |window| window.shows("No copy of your work is kept"));
    drop(window);
    assert_eq!(copies(&home).len(), 1, "no other copy is made");
}

#[test]
fn what_others_have_put_among_the_copies_stays() {
    let (home, settings) = home();
    let mine = home.path().join("copies").join("mine");
    fs::create_dir_all(&mine).expect("made");
    fs::write(mine.join("dear.png"), "mine").expect("written");
    let mut window = Window::remembering(&settings);
    work(&mut window, &home, Cell::new(1, 2));
    fs::write(copies(&home)[0].join("notes.txt"), "mine").expect("written");
    drop(window);
    let mut window = with_images(&settings);
    window.follow();
    window.click("Discard");
    window.wait_until("it has gone", |_| !copies(&home)[0].join("session.json").exists());
    window.quit();
    drop(Window::remembering(&settings));
    assert_eq!(fs::read_to_string(mine.join("dear.png")).expect("a file"), "mine");
    assert_eq!(fs::read_to_string(copies(&home)[0].join("notes.txt")).expect("a file"), "mine");
}

/// Windows does not remove a folder in which a file is open.
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
        // A file that is being written may no longer have what was read a moment before.
        let mut tries = (0..9).filter_map(|_| read_kept(&copy, &Limits::default()).ok());
        let kept = tries.next().expect("it is whole at any time");
        let kept = session_of(kept).stage().offset();
        let at = states.iter().rposition(|(_, state)| *state == kept).expect("an earlier state");
        // A state is replaced when the next one begins.
        let age = states.get(at + 1).map_or(Duration::ZERO, |(next, _)| now.duration_since(*next).expect("later"));
        // Twice the time that is promised: the machine may have other work.
        assert!(age < Duration::from_secs(2), "{age:?} old");
    }
    assert!(states.len() > 20);
}

/// The scene that a stranger's link brings: the built-in moon and star.
fn linked() -> Event {
    let pair = maskscope::files::sample_pairs().iter().find(|pair| pair.a != "ship.png").expect("another pair");
    let mut session = Session::default();
    let sprite = |name: &str| maskscope::files::sample_sprite(name).expect("a sample");
    session.apply(StageAction::ShowPair { a: sprite(&pair.a), b: sprite(&pair.b), offset: pair.offset }.into());
    Event::SceneLoaded(Box::new(session.scene().expect("two sprites")), None)
}

/// The offsets of B in all copies that hold unsaved work.
fn unsaved(home: &TempDir) -> Vec<Option<Offset>> {
    let kept = copies(home).into_iter().filter_map(|folder| read_kept(&folder, &Limits::default()).ok());
    kept.filter(Document::is_unsaved).map(|kept| session_of(kept).stage().offset()).collect()
}

#[test]
fn work_that_a_link_replaces_stays_in_a_copy_of_its_own_and_undo_goes_on_with_that() {
    let (home, settings) = home();
    let mut window = Window::remembering(&settings);
    work(&mut window, &home, Cell::new(3, 0));
    let (before, own) = (offset(&window), copies(&home));
    window.act(linked());
    assert_ne!(offset(&window), before);
    assert_eq!(unsaved(&home), [before], "it is there before anything else is written");
    window.wait_until("the link is kept, too", |_| copies(&home).len() == 2);
    assert_eq!(unsaved(&home), [before]);
    window.act(StageAction::Undo);
    assert_eq!(offset(&window), before);
    window.wait_until("one copy is left", |_| copies(&home) == own);
    window.act(StageAction::Redo);
    window.act(StageAction::Nudge { slot: Slot::B, by: Cell::new(1, 1) });
    let edited = offset(&window);
    window.act(StageAction::Undo);
    window.act(StageAction::Undo);
    window.act(StageAction::Redo);
    window.act(StageAction::Redo);
    assert_eq!(offset(&window), edited);
    window.wait_until("both are kept", |_| copies(&home).len() == 2 && unsaved(&home).len() == 2);
    // A crash.
    drop(window);
    let mut window = Window::remembering(&settings);
    assert_eq!(offset(&window), edited, "the newest is continued");
    window.follow();
    assert_eq!(offered(&window), BUILT_IN);
    window.click("Restore");
    window.wait_until("the work is back", |window| offset(window) == before);
}

#[test]
fn a_dropped_scene_or_image_replaces_no_unsaved_work_either() {
    for (files, are_opened) in [(vec!["moon.png"], 1), (vec!["moon.png", "star.png"], 2)] {
        let (home, settings) = home();
        let mut window = Window::remembering(&settings);
        work(&mut window, &home, Cell::new(2, 2));
        let before = offset(&window);
        window.drop_files(files.iter().map(|name| sample(name)));
        window.wait_until("they are shown", |window| {
            let shown = |slot| window.session().stage().get(slot).map(|placed| placed.sprite().name.clone());
            let names: Vec<_> = Slot::ALL.into_iter().filter_map(shown).collect();
            files.iter().filter(|file| names.iter().any(|name| name == *file)).count() == are_opened
        });
        assert!(unsaved(&home).contains(&before), "{files:?}: {:?}", unsaved(&home));
    }
}

#[test]
fn work_that_was_saved_is_not_left() {
    let (home, settings) = home();
    let mut window = Window::remembering(&settings);
    window.act(linked());
    window.act(linked());
    window.wait_until("it is kept", |window| is_kept(window, &home));
    assert_eq!(copies(&home).len(), 1, "nobody has made anything");
}

#[test]
fn frames_that_play_by_themselves_are_not_written_again_and_again() {
    use maskscope::session::AnimationAction;
    let (home, settings) = home();
    let spinner = sample("spinner.gif");
    let mut window = Window::remembering_with_images(&settings, &spinner, &sample("star.png"));
    window.wait_until("both are read", |window| window.session().stage().both().is_some());
    window.act(StageAction::Nudge { slot: Slot::B, by: Cell::new(1, 0) });
    window.act(PlaybackAction::Pause);
    window.act(AnimationAction::Play(Slot::A, true));
    window.wait_until("it is kept", |window| is_kept(window, &home));
    std::thread::sleep(Duration::from_millis(700));
    window.follow();
    let record = copies(&home)[0].join("session.json");
    let text = || fs::read_to_string(&record).expect("a file");
    let before = text();
    let at = || fs::metadata(&record).and_then(|file| file.modified()).expect("a file");
    let (first, shown) = (at(), |window: &Window| window.session().stage().get(Slot::A).map(|it| it.sprite().shown()));
    let (mut seen, end) = (vec![shown(&window)], std::time::Instant::now() + Duration::from_millis(1_500));
    while std::time::Instant::now() < end {
        window.follow();
        std::thread::sleep(Duration::from_millis(50));
        seen.push(shown(&window));
    }
    seen.dedup();
    assert!(seen.len() > 3, "it plays: {seen:?}");
    assert_eq!(text().lines().skip(1).collect::<Vec<_>>(), before.lines().skip(1).collect::<Vec<_>>());
    assert_eq!(at(), first, "it was written again");
    window.act(AnimationAction::Play(Slot::A, false));
    let stopped = shown(&window);
    let kept = || read_kept(&copies(&home)[0], &Limits::default()).map(session_of);
    window.wait_until("the shown frame is kept", |_| {
        kept().is_ok_and(|session| session.stage().get(Slot::A).map(|it| it.sprite().shown()) == stopped)
    });
}

/// Opens a window on a session with a script that never ends, after `starts` starts that have died.
fn after_dead_starts(settings: &Path, starts: u32) -> Window {
    let mut window = Window::remembering(settings);
    window.act(maskscope::session::ScanAction::Add(maskscope_core::scan::Own::new("endless", "loop { }")));
    window.quit();
    let copies = settings.with_file_name("copies");
    let mark = folders(&copies)[0].join("copy.json");
    let text = fs::read_to_string(&mark).expect("a mark");
    assert!(text.contains("\"starts\":0"), "the window was shown: {text}");
    fs::write(&mark, text.replace("\"starts\":0", &format!("\"starts\":{starts}"))).expect("written");
    Window::remembering(settings)
}

const DIED: &str = "The last start of this session did not finish";

#[test]
fn a_start_after_one_that_died_runs_no_scripts_until_it_is_asked_to() {
    let (_home, settings) = home();
    let mut window = after_dead_starts(&settings, 1);
    window.follow();
    assert!(has_message(&window, DIED) && window.mentions("Its script is not run."));
    let own = window.session().scans().own().next().expect("it is there");
    assert!(own.is_held());
    window.wait_until("its row says so", |window| {
        window
            .session()
            .derived()
            .failure(maskscope_core::scan::Scan::Own(own))
            .is_some_and(|failure| failure.message == "not run")
    });
    window.click("Run them");
    assert!(!own.is_held());
    window.wait_until("it is stopped", |window| {
        window
            .session()
            .derived()
            .failure(maskscope_core::scan::Scan::Own(own))
            .is_some_and(|failure| failure.to_string().starts_with("stopped after"))
    });
    assert!(!has_message(&window, DIED));
    window.quit();
    let mut window = Window::remembering(&settings);
    window.follow();
    assert!(!has_message(&window, DIED), "the start before came to its end");
}

#[test]
fn after_two_dead_starts_the_samples_are_shown_and_the_session_is_offered() {
    let (_home, settings) = home();
    let mut window = after_dead_starts(&settings, 2);
    window.follow();
    assert_eq!(window.session().scans().own().count(), 0, "the samples are shown");
    assert_eq!(offered(&window), BUILT_IN);
    window.click("Restore");
    window.wait_until("it is restored", |window| window.session().scans().own().count() == 1);
}

#[test]
fn a_file_that_this_session_has_written_before_it_was_killed_is_known_again() {
    let (home, settings) = home();
    let scene = home.path().join("pair.scene.json");
    let mut window = Window::remembering(&settings);
    window.export(&maskscope::exports::SCENE, scene.clone());
    window.wait_until("it is saved", |window| window.session().scene_path() == Some(&*scene));
    window.wait_until("it is kept", |window| is_kept(window, &home));
    window.act(StageAction::Nudge { slot: Slot::B, by: Cell::new(1, 0) });
    window.wait_until("it is kept", |window| is_kept(window, &home));
    let record = copies(&home)[0].join("session.json");
    let before = fs::read(&record).expect("a copy");
    let old = fs::read(&scene).expect("the scene");
    window.key_with(egui::Modifiers::COMMAND, egui::Key::S);
    window.wait_until("it is saved", |_| fs::read(&scene).is_ok_and(|text| text != old));
    drop(window);
    // As if it had been killed before the copy was written again.
    fs::write(&record, before).expect("written");
    let mut window = Window::remembering(&settings);
    window.follow();
    window.act(StageAction::Nudge { slot: Slot::B, by: Cell::new(1, 0) });
    let now = fs::read(&scene).expect("the scene");
    window.key_with(egui::Modifiers::COMMAND, egui::Key::S);
    window.wait_until("it is saved again", |window| {
        assert!(!has_message(window, "pair.scene.json was not saved"));
        fs::read(&scene).is_ok_and(|text| text != now) && !window.session().has_unsaved_changes()
    });
    // What another program writes there is not.
    drop(window);
    fs::write(&scene, old).expect("written");
    let window = &mut Window::remembering(&settings);
    window.wait_until("it says so", |window| {
        let titles = ["pair.scene.json was read again", "pair.scene.json has changed on the disk"];
        titles.iter().any(|title| has_message(window, title))
    });
}

#[test]
fn closing_asks_where_unsaved_work_could_not_be_kept() {
    const AT_RISK: &str = "Closing would lose what is in no file";
    let (home, settings) = home();
    fs::write(home.path().join("copies"), "a file where a folder should be").expect("written");
    let mut window = Window::remembering(&settings);
    let requests_close = |window: &mut Window| {
        let viewport = window.harness.input_mut().viewports.entry(egui::ViewportId::ROOT).or_default();
        viewport.events.push(egui::ViewportEvent::Close);
        window.harness.step();
        let commands = &window.harness.output().viewport_output[&egui::ViewportId::ROOT].commands;
        !commands.contains(&egui::ViewportCommand::CancelClose)
    };
    assert!(requests_close(&mut window), "nobody has made anything");
    window.act(PlaybackAction::Pause);
    window.act(StageAction::Nudge { slot: Slot::B, by: Cell::new(1, 0) });
    assert!(!requests_close(&mut window));
    window.follow();
    assert!(has_message(&window, AT_RISK) && window.shows("Save as…"));
    assert!(!requests_close(&mut window), "it asks again");
    window.follow();
    window.click("Close anyway");
    assert!(requests_close(&mut window), "that was answered");
}
