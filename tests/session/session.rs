//! The session, driven by lists of actions as a window or a script would.

use crate::sprites;
use std::sync::Arc;

use maskscope::session::{
    Action, Ask, CellWatched, Derive, EngineAction, Event, Framing, Hint, Job, Layer, Made, MessageKind, Newer, OpenAs,
    PlaybackAction, PreCheckMode, PreChecking, RaceAction, Raced, RankGrid, RankedTexels, RecordingKey, RouteAction,
    ScanAction, ScanColumn, Session, Slot, Speed, StageAction, Tab, Tabled, Trap, ViewAction, Windowed,
};
use maskscope_core::{
    choice::Choice as _,
    geom::{Cell, Offset, Size},
    mask::truth::Truth,
    scan::{Columns, Scan},
    scene::{Collision, Filter, Picture, PictureFormat, Placement, PreCheck, Profile, Route, RouteStep, Sprite},
};
use sprites::{block, sprite};

/// A session that shows two small sprites, with everything derived.
fn session() -> Session {
    let mut session = Session::default();
    let (a, b) = (sprite("a.png", "####\n#..#\n####"), sprite("b.png", "##\n##"));
    session.apply(Action::Stage(StageAction::ShowPair { a, b, offset: Offset::new(1, 1) }));
    session.run_wanted();
    session
}

fn place(session: &mut Session, slot: Slot, x: i64, y: i64) {
    session.apply(Action::Stage(StageAction::Place { slot, position: Cell::new(x, y) }));
}

fn play(session: &mut Session, action: PlaybackAction) {
    session.apply(Action::Playback(action));
}

fn b_position(session: &Session) -> Cell {
    session.stage().get(Slot::B).expect("B is shown").position()
}

/// Asserts that every derived number equals the brute-force truth.
fn assert_true(session: &Session) {
    let ((a, b), offset) = session.stage().both().zip(session.stage().offset()).expect("both are shown");
    let truth = Truth::of(a.sprite().mask().mask(), b.sprite().mask().mask(), offset);
    let collision = session.derived().collision().expect("both are shown");
    assert_eq!(collision.overlap_box, truth.overlap_box);
    assert_eq!(collision.overlap_area, truth.area);
    assert_eq!(collision.overlap_bounds, truth.bounds);
    for row in session.derived().rows() {
        assert_eq!(row.is_wrong, row.hit.is_some() != truth.masks_overlap(), "{}", row.scan);
        assert!(!(row.is_wrong && row.scan.is_exact()), "{} is exact and wrong", row.scan);
    }
}

#[test]
fn a_hit_at_a_pixel_that_is_not_solid_in_both_is_wrong_though_the_masks_overlap_elsewhere() {
    let row = |scan: &str| {
        let mut session = Session::default();
        let (a, b) = (sprite("a.png", "#..#\n....\n...."), sprite("b.png", "..##\n....\n...."));
        session.apply(Action::Stage(StageAction::ShowPair { a, b, offset: Offset::new(0, 0) }));
        session.apply(Action::Scan(ScanAction::Use(scan.parse().expect("a scan"))));
        session.run_wanted();
        let rows = session.derived().rows();
        let row = rows.iter().find(|row| row.scan.to_string() == scan).expect("it is in the table");
        (row.hit.expect("a hit").cell, row.is_wrong)
    };
    assert_eq!(row("rows"), (Some((3, 0)), false));
    assert_eq!(row("rows:logical"), (Some((0, 0)), true), "one set bit of a word answers for all below it");
    assert_eq!(row("rows:equal-zeros"), (Some((1, 0)), true), "both are clear at this pixel");
    assert_eq!(row("summed-area:4"), (None, false), "somewhere in the rectangle");
}

#[test]
fn everything_follows_every_step_of_a_drag() {
    let mut session = session();
    for x in -3..6 {
        for y in -3..5 {
            place(&mut session, Slot::B, x, y);
            assert!(
                !session.derived().rows_are_stale() && !session.derived().recording_is_stale(),
                "small work is done at once"
            );
            assert_true(&session);
            let row = session.derived().rows().iter().find(|row| row.scan == Scan::ROWS).expect("rows is listed");
            let recording = session.derived().recording().expect("both are shown");
            assert_eq!(recording.count, row.count);
            assert_eq!(recording.visits.len() as u64, row.count.visits);
        }
    }
}

#[test]
fn moving_a_moves_the_offset_the_other_way() {
    let mut session = session();
    place(&mut session, Slot::A, 5, -2);
    assert_eq!(session.stage().offset(), Some(Offset::new(-4, 3)));
    assert_true(&session);
}

#[test]
fn a_drag_is_one_step_to_undo() {
    let mut session = session();
    for x in 2..9 {
        place(&mut session, Slot::B, x, 1);
    }
    session.apply(Action::Stage(StageAction::Settle));
    place(&mut session, Slot::B, 20, 20);
    session.apply(Action::Stage(StageAction::Undo));
    assert_eq!(b_position(&session), Cell::new(8, 1));
    session.apply(Action::Stage(StageAction::Undo));
    assert_eq!(b_position(&session), Cell::new(1, 1));
    assert_true(&session);
    session.apply(Action::Stage(StageAction::Redo));
    assert_eq!(b_position(&session), Cell::new(8, 1));
}

#[test]
fn undo_takes_back_thresholds_images_and_swaps() {
    let mut session = session();
    let solid = |session: &Session, slot| session.stage().get(slot).map(|placed| placed.sprite().solid_count());
    let show = StageAction::Show { slot: Slot::A, sprite: sprite("c.png", "+#") };
    session.apply(Action::Stage(show));
    session.apply(Action::Stage(StageAction::SetThreshold { slot: Slot::A, threshold: 128 }));
    assert_eq!(solid(&session, Slot::A), Some(1));
    assert_true(&session);
    session.apply(Action::Stage(StageAction::Swap));
    assert_eq!(solid(&session, Slot::B), Some(1));
    for expected in [Some(1), Some(2), Some(10)] {
        session.apply(Action::Stage(StageAction::Undo));
        assert_eq!(solid(&session, Slot::A), expected);
    }
    assert_true(&session);
}

#[test]
fn a_change_that_changes_nothing_is_no_step() {
    let mut session = session();
    place(&mut session, Slot::B, 2, 1);
    place(&mut session, Slot::B, 2, 1);
    session.apply(Action::Stage(StageAction::Undo));
    assert_eq!((b_position(&session), session.can_undo_redo()), (Cell::new(1, 1), (false, true)));
    place(&mut session, Slot::B, 1, 1);
    assert_eq!(session.can_undo_redo(), (false, true), "what was undone can still be redone");
}

#[test]
fn positions_stay_where_offsets_fit() {
    let mut session = session();
    place(&mut session, Slot::A, i64::MIN, i64::MAX);
    place(&mut session, Slot::B, i64::MAX, i64::MIN);
    assert_eq!(session.stage().offset(), Some(Offset::new(2_000_000_000, -2_000_000_000)));
    assert!(!session.derived().collision().expect("both are shown").boxes_overlap());
}

#[test]
fn the_opening_scan_plays_once_and_rests() {
    let mut session = session();
    assert!(session.playback().is_playing());
    let total = session.derived().recording().expect("both are shown").count.visits;
    let mut ticks = 0;
    while session.tick(1.0 / 60.0) {
        ticks += 1;
        assert!(ticks < 1_000, "it must come to rest");
    }
    assert_eq!(session.playback().position(), total);
    assert_eq!(session.view().hint(), Some(Hint::Lessons), "there was no action yet");
}

#[test]
fn the_transport_steps_scrubs_and_jumps() {
    let mut session = session();
    place(&mut session, Slot::B, 0, 1);
    let total = session.derived().recording().expect("both are shown").count.visits;
    play(&mut session, PlaybackAction::First);
    assert_eq!(session.current_visit(), None);
    for rank in 0..total {
        play(&mut session, PlaybackAction::StepOn);
        let recorded =
            session.derived().recording().expect("both are shown").visits[usize::try_from(rank).expect("few")];
        assert_eq!(session.current_visit(), Some(recorded));
    }
    play(&mut session, PlaybackAction::StepOn);
    assert_eq!(session.playback().position(), total, "there is nothing after the last visit");
    play(&mut session, PlaybackAction::StepBack);
    assert_eq!(session.playback().position(), total - 1);
    play(&mut session, PlaybackAction::Scrub(u64::MAX));
    assert_eq!(session.playback().position(), total);
    play(&mut session, PlaybackAction::Scrub(0));
    play(&mut session, PlaybackAction::ToTheHit);
    assert_eq!(session.playback().position(), total);
    assert_eq!(
        session.current_visit(),
        session.derived().recording().and_then(|recording| recording.hit).map(|hit| hit.visit)
    );
}

#[test]
fn a_miss_has_no_hit_to_jump_to() {
    let mut session = session();
    place(&mut session, Slot::B, 40, 40);
    assert_eq!(session.derived().recording().map(|recording| recording.count.visits), Some(0));
    play(&mut session, PlaybackAction::Play);
    assert!(!session.playback().is_playing(), "there is nothing to play");
    play(&mut session, PlaybackAction::ToTheHit);
    assert_eq!(session.playback().position(), 0);
}

#[test]
fn at_the_end_stays_at_the_end_while_dragging() {
    let mut session = session();
    play(&mut session, PlaybackAction::Last);
    for x in 0..3 {
        place(&mut session, Slot::B, x, 0);
        let total = session.derived().recording().expect("both are shown").count.visits;
        assert_eq!(session.playback().position(), total);
    }
}

#[test]
fn a_run_of_any_length_plays_in_as_many_seconds_until_a_speed_is_set_by_hand() {
    let mut session = session();
    let seconds = |session: &mut Session| {
        play(session, PlaybackAction::First);
        play(session, PlaybackAction::Play);
        (1..=1_000).find(|_| !session.tick(0.1)).map(|tenths| f64::from(tenths) / 10.0)
    };
    for x in [0, 3] {
        place(&mut session, Slot::B, x, 0);
        for fit in [2, 4, 10] {
            play(&mut session, PlaybackAction::SetFit(fit));
            let (taken, visits) = (seconds(&mut session).expect("it ends"), session.steps());
            let least = f64::from(fit).min(visits as f64);
            assert!((taken - least).abs() < 0.15, "{visits} visits took {taken} s of {fit}");
        }
    }
    let fitted = session.speed().visits_per_second();
    play(&mut session, PlaybackAction::Faster);
    assert_eq!(session.playback().fit, None);
    let by_hand = session.speed().visits_per_second();
    assert!(by_hand > fitted);
    place(&mut session, Slot::B, 0, 0);
    assert_eq!(session.speed().visits_per_second(), by_hand, "the speed no longer depends on the run");
}

#[test]
fn repeat_starts_again() {
    let mut session = session();
    place(&mut session, Slot::B, 0, 1);
    play(&mut session, PlaybackAction::SetRepeat(true));
    play(&mut session, PlaybackAction::SetSpeed(Speed::new(10.0).expect("a number")));
    play(&mut session, PlaybackAction::First);
    play(&mut session, PlaybackAction::Play);
    for _ in 0..1_000 {
        assert!(session.tick(0.05));
    }
    assert!(session.playback().position() < session.derived().recording().expect("both are shown").count.visits);
}

#[test]
fn selecting_a_scan_shows_all_of_it() {
    let mut session = session();
    play(&mut session, PlaybackAction::First);
    session.apply(Action::Scan(ScanAction::Select(Scan::ALL.len() - 1)));
    for (index, scan) in Scan::ALL.into_iter().enumerate() {
        session.apply(Action::Scan(ScanAction::Select(index)));
        let recording = session.derived().recording().expect("both are shown");
        assert_eq!(recording.scan, scan);
        assert_eq!(session.playback().position(), recording.count.visits);
    }
    session.apply(Action::Scan(ScanAction::Select(usize::MAX)));
    assert_eq!(session.scans().selected_index(), Scan::ALL.len() - 1, "there is no such row");
}

#[test]
fn parameters_change_the_selected_scan_only() {
    let mut session = session();
    let index = Scan::ALL.iter().position(|scan| scan.strategy() == "sample").expect("sample is listed");
    session.apply(Action::Scan(ScanAction::Select(index)));
    let every_pixel: Scan = "sample:1".parse().expect("a scan");
    session.apply(Action::Scan(ScanAction::SetParameters(every_pixel)));
    assert_eq!(session.scans().selected(), every_pixel);
    assert_eq!(session.derived().rows()[index].scan, every_pixel);
    session.apply(Action::Scan(ScanAction::SetParameters(Scan::ROWS)));
    assert_eq!(session.scans().selected(), every_pixel, "another strategy is no parameter");
}

#[test]
fn sorting_goes_up_down_and_away() {
    let mut session = session();
    let by_visits = || Action::Scan(ScanAction::SortBy(ScanColumn::Visits));
    for expected in [Some((ScanColumn::Visits, true)), Some((ScanColumn::Visits, false)), None] {
        session.apply(by_visits());
        assert_eq!(session.scans().sort(), expected);
    }
}

#[test]
fn timings_arrive_for_every_row() {
    let session = session();
    assert!(session.wanted().is_empty());
    for row in session.derived().rows() {
        let timing = row.timing.expect("everything wanted has run");
        assert!(timing.min_nanos > 0.0 && timing.min_nanos <= timing.median_nanos, "{}", row.scan);
    }
}

#[test]
fn a_result_for_another_placement_is_dropped() {
    let mut session = session();
    place(&mut session, Slot::B, 0, 1);
    let job = session.wanted().into_iter().next().expect("timings are wanted");
    place(&mut session, Slot::B, 1, 0);
    let late = job.run(&|| false).expect("there is memory").expect("nobody cancelled");
    session.finish(late);
    assert!(session.derived().rows().iter().all(|row| row.timing.is_none()));
}

/// Returns the pixel of A from which the scans may start, the visits of `last-hit`, and whether it hits.
fn last_hit(session: &Session) -> (Option<Cell>, u64, bool) {
    let row = session.derived().rows().iter().find(|row| row.scan.remembers()).expect("listed");
    (session.derived().subject().expect("both are shown").hint, row.count.visits, row.hit.is_some())
}

#[test]
fn while_a_is_dragged_last_hit_starts_from_the_pixel_of_a_that_it_hit() {
    // A has one pixel, at 14,12 of its box, and B is a block whose box includes no corner of A's.
    let row = |y: u32| (0..20).map(|x| if (x, y) == (14, 12) { '#' } else { '.' }).collect::<String>();
    let dot = (0..20).map(row).collect::<Vec<_>>().join("\n");
    let mut session = Session::default();
    let (a, b) = (sprite("a.png", &dot), block("b.png", Size::new(6, 6)));
    session.apply(Action::Stage(StageAction::ShowPair { a, b, offset: Offset::new(10, 10) }));
    let (hint, from_the_middle, hits) = last_hit(&session);
    assert!(hint.is_none() && hits && from_the_middle > 1);
    for x in [1, 0, -1, -2] {
        place(&mut session, Slot::A, x, 0);
        assert_eq!(last_hit(&session), (Some(Cell::new(14, 12)), 1, true), "A at {x}");
    }
    session.apply(StageAction::Settle.into());
    assert_eq!(last_hit(&session).0, None, "at rest the numbers are those of the command line");
}

#[test]
fn a_drag_that_goes_on_after_undo_can_be_undone() {
    let mut session = session();
    place(&mut session, Slot::B, 2, 1);
    place(&mut session, Slot::B, 3, 1);
    session.apply(StageAction::Settle.into());
    place(&mut session, Slot::B, 4, 1);
    session.apply(StageAction::Undo.into());
    assert_eq!(b_position(&session), Cell::new(3, 1));
    place(&mut session, Slot::B, 5, 1);
    session.apply(StageAction::Undo.into());
    assert_eq!(b_position(&session), Cell::new(3, 1), "the new drag is separate from the undone one");
}

/// Two clear sprites, so large that their work is left to a worker.
fn large_session(side: u32) -> Session {
    let mut session = Session::default();
    let rgba = [0; 4].repeat(usize::try_from(side * side).expect("in memory"));
    let clear =
        |name| Sprite::new(name, Picture::new(Size::new(side, side), rgba.clone(), PictureFormat::Png, true), 0);
    session.apply(StageAction::ShowPair { a: clear("a.png"), b: clear("b.png"), offset: Offset::new(0, 0) }.into());
    session
}

/// Does the wanted work of one kind.
fn work<K: Derive>(session: &mut Session) {
    let job = session.wanted().into_iter().find(Job::is::<K>).expect("it is wanted");
    session.finish(job.run(&|| false).expect("there is memory").expect("nobody cancels"));
}

#[test]
fn the_table_can_be_made_scan_by_scan() {
    let (mut whole, mut session) = (large_session(500), large_session(500));
    whole.run_wanted();
    work::<RecordingKey>(&mut session);
    let table = session.wanted().into_iter().find(Job::is::<Tabled>).expect("it is wanted");
    let mut parts = 0;
    let made = loop {
        // Each call leaves time for a single scan.
        let looks = std::cell::Cell::new(0);
        let is_over = || looks.replace(looks.get() + 1) > 0;
        parts += 1;
        if let Some(made) = table.go_on(&is_over).expect("there is memory") {
            break made;
        }
        assert!(table.visits_at_once() <= table.visits());
    };
    session.finish(made);
    let visits = |session: &Session| -> Vec<_> {
        session.derived().rows().iter().map(|row| (row.scan, row.count.visits, row.is_wrong)).collect()
    };
    assert_eq!(visits(&session), visits(&whole));
    assert_eq!((parts, table.visits_at_once()), (visits(&whole).len() - 1, 0), "all but the recorded one ran once");
}

#[test]
fn one_run_of_the_selected_scan_tells_all_that_its_visits_tell() {
    let mut session = large_session(500);
    session.apply(ViewAction::Hover(Some(Cell::new(3, 2))).into());
    session.apply(Action::Race(RaceAction::SetCard(Size::new(50, 50))));
    session.apply(ViewAction::Show(Tab::Race).into());
    let first = session.wanted().into_iter().next().expect("all is missing");
    assert!(first.is::<RecordingKey>());
    session.finish(first.run(&|| false).expect("there is memory").expect("nobody cancels"));
    let derived = session.derived();
    assert_eq!(derived.recording().expect("recorded").count.visits, 250_000);
    assert_eq!(derived.ranks().expect("ranked").rank_of_cell(3, 2), Some(1_003));
    assert_eq!(derived.cell_visits(), Some(&[1_003][..]));
    assert_eq!(derived.lane(Scan::ROWS).expect("raced").visits.len(), 1 << 16);
    assert!(derived.lane(Scan::Columns(Columns)).is_none() && derived.rows().is_empty(), "the other scans have to run");
    work::<Tabled>(&mut session);
    assert_eq!(session.derived().rows()[0].count.visits, 250_000);
}

#[test]
fn another_parameter_of_a_scan_leaves_the_other_rows_as_they_are() {
    let mut session = session();
    let incremental = "incremental:1px".parse().expect("a scan");
    session.apply(ScanAction::Use(incremental).into());
    for row in session.derived().rows() {
        assert_eq!(row.timing.is_none(), row.scan == incremental, "{}", row.scan);
    }
}

#[test]
fn one_run_of_a_long_scan_tells_all_that_is_shown_of_it() {
    let mut session = large_session(1_100);
    session.apply(PlaybackAction::Last.into());
    session.apply(ViewAction::Hover(Some(Cell::new(3, 2))).into());
    work::<RecordingKey>(&mut session);
    let count = session.derived().recording().expect("it has run").count.visits;
    assert!(count > 1_000_000 && session.playback().position() == count);
    let last = session.current_visit().expect("kept");
    assert_eq!((session.derived().visit(count - 1), session.derived().visit(count)), (Some(last), None));
    assert_eq!(session.derived().cell_visits().map(<[u64]>::len), Some(1));
    let again = [Job::is::<RankedTexels>, Job::is::<Windowed>, Job::is::<CellWatched>];
    assert!(!session.wanted().iter().any(|job| again.iter().any(|is_kind| is_kind(job))));
}

#[test]
fn every_long_job_notices_that_it_is_cancelled() {
    let cut_short = |job: &Job| {
        let looks = std::cell::Cell::new(0);
        let result = job.run(&|| {
            looks.set(looks.get() + 1);
            looks.get() > 2
        });
        assert!(matches!(result, Ok(None)) && looks.get() == 3, "{} looks", looks.get());
    };
    // The visits are too many to be kept: the ranks of another grid, a window, the visits of a cell and lanes need
    // another run.
    let mut session = large_session(1_100);
    let grid = |x| RankGrid { origin: Cell::new(x, 0), cells_per_texel: 2, texels: Size::new(40, 40) };
    session.apply(ViewAction::SetRankGrid(Some(grid(0))).into());
    let record = session.wanted().into_iter().find(Job::is::<RecordingKey>).expect("wanted");
    cut_short(&record);
    work::<RecordingKey>(&mut session);
    assert!(session.derived().ranks().is_some());
    session.apply(ViewAction::SetRankGrid(Some(grid(8))).into());
    session.apply(ViewAction::Hover(Some(Cell::new(3, 2))).into());
    session.apply(PlaybackAction::Scrub(600_000).into());
    session.apply(Action::Race(RaceAction::SetCard(Size::new(50, 50))));
    session.apply(ViewAction::Show(Tab::Race).into());
    let wanted = session.wanted();
    for is_kind in
        [Job::is::<RankedTexels>, Job::is::<Windowed>, Job::is::<CellWatched>, Job::is::<Raced>, Job::is::<Tabled>]
    {
        cut_short(wanted.iter().find(|job| is_kind(job)).expect("wanted"));
    }
}

#[test]
fn an_idle_session_wants_nothing() {
    let mut session = session();
    play(&mut session, PlaybackAction::Last);
    assert!(session.wanted().is_empty());
    assert!(!session.tick(1.0));
    assert!(session.wanted().is_empty());
}

#[test]
fn a_long_scan_is_left_to_a_worker_and_scrubs_beyond_its_recording() {
    let mut session = Session::default();
    let size = Size::new(1_200, 1_000);
    let (a, b) = (block("a.png", size), sprite("b.png", &format!("{}\n", ".".repeat(1_200)).repeat(1_000)));
    session.apply(Action::Stage(StageAction::ShowPair { a, b, offset: Offset::new(0, 0) }));
    assert!(session.derived().rows().is_empty() && session.derived().recording().is_none(), "too long for a frame");
    session.run_wanted();
    let total = session.derived().recording().expect("it has run").count.visits;
    assert_eq!(total, size.area());
    assert!(
        (session.derived().recording().expect("it has run").visits.len() as u64) < total,
        "the recording has a limit"
    );
    for position in [1, 262_144, 262_145, 700_001, total - 1, total] {
        play(&mut session, PlaybackAction::Scrub(position));
        session.run_wanted();
        let visit = session.current_visit().expect("a visit has been played");
        let (x, y) = ((position - 1) % 1_200, (position - 1) / 1_200);
        assert_eq!((i64::from(visit.x), i64::from(visit.y)), (x.cast_signed(), y.cast_signed()), "#{position}");
    }
}

#[test]
fn an_image_is_loaded_and_shown_where_the_old_one_stood() {
    let mut session = session();
    session.apply(Action::Event(Event::Loaded(Slot::B, sprite("c.png", "#"))));
    assert_eq!(b_position(&session), Cell::new(1, 1));
    assert_true(&session);
}

#[test]
fn the_sheet_of_an_atlas_that_is_missing_is_asked_for_and_taken() {
    let mut session = session();
    let atlas = std::path::PathBuf::from("hero.json");
    let failed = |atlas| {
        let (title, detail) = ("hero.json could not be opened".to_owned(), "Its sheet hero.png is missing.".to_owned());
        Event::NotOpened { slot: Slot::B, atlas, title, detail }
    };
    let labels = |session: &Session| -> Vec<_> {
        session.messages().iter().flat_map(|message| &message.offers).map(|offer| offer.label).collect()
    };
    session.apply(failed(None).into());
    assert_eq!(labels(&session), ["Open B…"]);
    session.apply(failed(Some(atlas.clone())).into());
    assert_eq!(labels(&session), ["Choose its sheet…", "Open B…"]);
    let offers = &session.messages()[0].offers;
    let [Ask::Choose(sheet)] = &offers[0].asks[..] else { panic!("a dialog") };
    assert_eq!(*sheet, OpenAs::Sheet(Slot::B, atlas));
}

/// Every picture that is read again is a step to undo; the earliest of them are forgotten before they fill the memory.
#[test]
fn pictures_that_are_read_again_and_again_do_not_pile_up() {
    let mut session = session();
    let size = Size::new(1_024, 1_024);
    let bytes = 4 * size.area();
    let picture = |n: u8| Picture::new(size, vec![n; usize::try_from(bytes).expect("4 MB")], PictureFormat::Png, true);
    let sprite = |n: u8| {
        let mut sprite = Sprite::new("a.png", picture(n), 0);
        sprite.path = Some("a.png".into());
        sprite
    };
    session.apply(Event::Loaded(Slot::A, sprite(1)).into());
    let mut pictures = Vec::new();
    for n in 2..102 {
        session.apply(Event::Reloaded(Newer::Image(sprite(n))).into());
        let now = session.stage().get(Slot::A).expect("A").sprite();
        pictures.push((Arc::downgrade(now.frames()), Arc::downgrade(now.mask())));
    }
    let alive = pictures.iter().filter(|(frames, mask)| frames.strong_count() + mask.strong_count() > 0).count();
    assert_eq!(
        alive,
        1 + (32 << 20) / usize::try_from(bytes).expect("4 MB"),
        "the one that is shown, and 32 MB of steps"
    );
    session.apply(StageAction::Undo.into());
    let level = session.stage().get(Slot::A).expect("A").sprite().frames().first().picture.rgba()[0];
    assert_eq!(level, 100, "the one before comes back");
}

#[test]
fn images_that_replace_others_one_by_one_can_both_be_seen() {
    let boxes = |session: &Session| {
        let (a, b) = session.stage().both().expect("two sprites");
        [a, b].map(maskscope::session::Placed::bounding_box)
    };
    let show = |session: &mut Session, slot: Slot, side: u32| {
        session.apply(StageAction::Show { slot, sprite: square(side) }.into());
    };
    for slots in [[Slot::A, Slot::B], [Slot::B, Slot::A]] {
        for side in [1, 8, 63, 64, 65, 300, 4_000] {
            let mut session = Session::default();
            let (a, b) = (square(40), square(40));
            session.apply(StageAction::ShowPair { a, b, offset: Offset::new(10, -21) }.into());
            for slot in slots {
                show(&mut session, slot, side);
                let [a, b] = boxes(&session);
                let shared = a.intersection(b).map_or(0, maskscope_core::geom::IntRect::area);
                assert!(
                    shared > 0 && (side == 1 || 2 * shared <= a.area().min(b.area())),
                    "{slots:?} {side}: {a:?} {b:?}"
                );
            }
            session.apply(StageAction::Undo.into());
            assert_eq!(boxes(&session)[1].origin(), Cell::new(10, -21), "one step, whatever was replaced");
        }
    }
    // Where somebody has put one into the other, or parted them, they stay so.
    for offset in [Offset::new(8, 8), Offset::new(100, 0)] {
        let mut session = Session::default();
        session.apply(StageAction::ShowPair { a: square(64), b: square(16), offset }.into());
        show(&mut session, Slot::B, 20);
        assert_eq!(session.stage().offset(), Some(offset));
    }
}

#[test]
fn a_failure_keeps_the_picture_and_stays_until_read() {
    let mut session = session();
    let before = session.stage().clone();
    let failed = Event::Failed { title: "c.png could not be opened".to_owned(), detail: "Why.".to_owned() };
    session.apply(Action::Event(failed));
    assert_eq!(session.stage(), &before);
    session.tick(1_000.0);
    let [message] = session.messages() else { panic!("one message: {:?}", session.messages()) };
    assert_eq!(message.kind, MessageKind::Error);
    let id = message.id;
    session.apply(Action::Event(Event::Close(id)));
    assert!(session.messages().is_empty());
}

#[test]
fn a_success_goes_by_itself() {
    let mut session = session();
    session.apply(Action::Event(Event::Done { title: "Saved".to_owned(), detail: String::new() }));
    session.tick(3.9);
    assert_eq!(session.messages().len(), 1);
    session.tick(0.2);
    assert!(session.messages().is_empty());
}

#[test]
fn layers_switch_and_hints_are_learnt_once() {
    let mut session = session();
    for &layer in Layer::ALL {
        session.apply(Action::View(ViewAction::ShowLayer(layer, false)));
        assert!(!session.view().layers.has(layer), "{}", layer.name());
    }
    session.apply(Action::View(ViewAction::ShowLayer(Layer::Grid, true)));
    assert!(session.view().layers.has(Layer::Grid) && !session.view().layers.has(Layer::Boxes));
    session.apply(Action::View(ViewAction::Learnt(Hint::Lessons)));
    assert_eq!(session.view().hint(), Some(Hint::Drag));
    place(&mut session, Slot::B, 2, 2);
    assert_eq!(session.view().hint(), Some(Hint::Play));
    session.apply(Action::View(ViewAction::Learnt(Hint::Play)));
    session.apply(Action::View(ViewAction::Learnt(Hint::Drop)));
    assert_eq!(session.view().hint(), None);
}

#[test]
fn a_new_image_is_framed_whole() {
    let mut session = session();
    let camera = maskscope::session::Camera { centre: (0.0, 0.0), zoom: maskscope::session::Zoom::ONE };
    session.apply(Action::View(ViewAction::Frame(Framing::Free(camera))));
    session.apply(Action::Stage(StageAction::Show { slot: Slot::A, sprite: sprite("c.png", "#") }));
    assert_eq!(session.view().framing, Framing::Fit);
}

fn pre_check(session: &mut Session, check: PreCheck, mode: PreCheckMode) {
    session.apply(Action::Scan(ScanAction::SetPreCheck(Some(PreChecking { check, mode }))));
    session.run_wanted();
}

/// Two full squares that share only a corner pixel, which circles and ellipses miss.
fn corner_session() -> Session {
    let mut session = Session::default();
    let full = "##########\n".repeat(10);
    let (a, b) = (sprite("a.png", full.trim_end()), sprite("b.png", full.trim_end()));
    session.apply(Action::Stage(StageAction::ShowPair { a, b, offset: Offset::new(9, 9) }));
    session.run_wanted();
    session
}

#[test]
fn a_pre_check_before_the_scans_spares_them_the_look_and_errs_for_all() {
    let mut session = corner_session();
    assert!(session.derived().rows().iter().all(|row| row.hit.is_some() && row.count.visits > 0));
    pre_check(&mut session, PreCheck::Circle, PreCheckMode::Before);
    assert!(session.derived().rows().iter().all(|row| row.hit.is_none() && row.count.visits == 0 && row.is_wrong));
    assert_eq!(session.derived().recording().map(|recording| recording.count.visits), Some(0));
    assert!(session.derived().collision().is_some_and(Collision::masks_overlap), "the truth stays");

    pre_check(&mut session, PreCheck::Circle, PreCheckMode::Show);
    assert!(session.derived().rows().iter().all(|row| row.hit.is_some() && !row.is_wrong));
    pre_check(&mut session, PreCheck::TightBox, PreCheckMode::Before);
    assert!(session.derived().rows().iter().all(|row| row.hit.is_some() && row.count.visits > 0));
    session.apply(Action::Scan(ScanAction::SetPreCheck(None)));
    session.run_wanted();
    assert_true(&session);
}

#[test]
fn a_pre_check_in_place_of_the_scans_answers_for_all() {
    let mut session = session();
    place(&mut session, Slot::B, 90, 90);
    pre_check(&mut session, PreCheck::BoxAlways, PreCheckMode::Instead);
    assert!(session.derived().rows().iter().all(|row| row.hit.is_some() && row.count.visits == 0 && row.is_wrong));
    assert_eq!(session.derived().recording().and_then(|recording| recording.hit), None, "no pixel was read");
    pre_check(&mut session, PreCheck::Box, PreCheckMode::Instead);
    assert!(session.derived().rows().iter().all(|row| row.hit.is_none() && !row.is_wrong));
}

#[test]
fn engines_are_asked_only_while_somebody_watches() {
    let mut session = session();
    assert!(session.derived().engine_rows().is_empty());
    session.apply(Action::Engine(EngineAction::Watch(true)));
    let answers: Vec<_> =
        session.derived().engine_rows().iter().map(|row| (row.profile, row.first_hit.is_some())).collect();
    assert_eq!(answers, Profile::ALL.iter().map(|profile| (*profile, true)).collect::<Vec<_>>());

    session.apply(Action::Engine(EngineAction::Select(Some(Profile::Xna))));
    assert_eq!(session.engines().marked(), Some(Profile::Xna));
    session.apply(Action::Engine(EngineAction::Point(Some(Profile::Flash))));
    assert_eq!(session.engines().marked(), Some(Profile::Flash));
    session.apply(Action::Engine(EngineAction::Watch(false)));
    assert_eq!(session.engines().marked(), None);
}

#[test]
fn every_trap_that_has_a_switch_goes_on_and_off() {
    let mut session = session();
    for &trap in Trap::ALL {
        let Some(on) = trap.switch(true) else {
            assert_eq!((trap, trap.is_on(session.scans())), (Trap::ClampOffByOne, None));
            continue;
        };
        assert_eq!(trap.is_on(session.scans()), Some(false), "{trap:?}");
        session.apply(Action::Scan(on));
        assert_eq!(trap.is_on(session.scans()), Some(true), "{trap:?}");
        session.apply(trap.switch(false).map(Action::Scan).expect("a switch has two sides"));
        assert_eq!(trap.is_on(session.scans()), Some(false), "{trap:?}");
    }
    session.run_wanted();
    assert_true(&session);
}

fn square(side: u32) -> Sprite {
    block("square.png", Size::new(side, side))
}

/// Opens the shown scene, with B at (x, 0), as if it had been read from `path`.
fn open_scene(session: &mut Session, path: &str, x: f64) {
    let mut scene = session.scene().expect("two sprites");
    scene.sprites[1].placement.position = (x, 0.0);
    scene.route = Some(Route { steps: vec![RouteStep { seconds: 0.0, position: (x, 0.0) }] });
    session.apply(Event::SceneLoaded(Box::new(scene), Some(path.into())).into());
}

/// Returns the path to which the open scene would be saved; `None` if saving has to ask.
fn target(session: &Session) -> Option<String> {
    session.scene_path().map(|path| path.to_string_lossy().into_owned())
}

#[test]
fn a_scene_is_saved_where_it_came_from_whatever_was_opened_and_undone_since() {
    let path_of = |session: &Session| session.route().route().map(|path| path.steps[0].position.0);
    let mut session = session();
    assert_eq!(target(&session), None);
    open_scene(&mut session, "one.json", 1.0);
    open_scene(&mut session, "two.json", 2.0);
    assert_eq!((target(&session).as_deref(), path_of(&session)), (Some("two.json"), Some(2.0)));
    session.apply(StageAction::Undo.into());
    assert_eq!((target(&session).as_deref(), path_of(&session)), (Some("one.json"), Some(1.0)));
    assert_eq!(b_position(&session), Cell::new(1, 0));
    session.apply(StageAction::Undo.into());
    assert_eq!((target(&session), path_of(&session)), (None, None));
    for (expected, x) in [("one.json", 1.0), ("two.json", 2.0)] {
        session.apply(StageAction::Redo.into());
        assert_eq!((target(&session).as_deref(), path_of(&session)), (Some(expected), Some(x)));
    }

    // After it is saved elsewhere, its path stays, even when an earlier edit is undone.
    place(&mut session, Slot::B, 5, 0);
    session.apply(Event::Saved(Made::Scene, "three.json".into()).into());
    session.apply(StageAction::Undo.into());
    assert_eq!(target(&session).as_deref(), Some("three.json"));

    // The scene is being written while another one is opened.
    session.apply(Event::Saving(Made::Scene, "four.json".into()).into());
    open_scene(&mut session, "five.json", 7.0);
    session.apply(Event::Saved(Made::Scene, "four.json".into()).into());
    assert_eq!(target(&session).as_deref(), Some("five.json"));
    session.apply(StageAction::Undo.into());
    assert_eq!(target(&session).as_deref(), Some("four.json"));

    // Other images are another scene.
    let pair = StageAction::ShowPair { a: square(3), b: square(2), offset: Offset::new(1, 1) };
    session.apply(pair.into());
    assert_eq!(target(&session), None);
    session.apply(StageAction::Undo.into());
    assert_eq!(target(&session).as_deref(), Some("four.json"));
    session.apply(Event::Loaded(Slot::A, square(4)).into());
    assert_eq!(target(&session), None);
}

#[test]
fn a_route_that_was_forgotten_comes_back() {
    let mut session = session();
    let route = Route { steps: [0.0, 1.0].map(|x| RouteStep { seconds: x, position: (x, 0.0) }).to_vec() };
    session.apply(RouteAction::Add(route.clone()).into());
    session.apply(RouteAction::Forget.into());
    assert!(session.route().route().is_none());
    session.apply(StageAction::Undo.into());
    assert_eq!(session.route().route().map(|route| (**route).clone()), Some(route));
    session.apply(StageAction::Undo.into());
    assert!(session.route().route().is_none());
    assert_eq!(b_position(&session), Cell::new(1, 1), "its position before the route");
}

#[test]
fn the_first_images_cannot_be_undone() {
    let mut session = Session::default();
    for slot in Slot::ALL {
        session.apply(Event::Loaded(slot, square(3)).into());
    }
    assert_eq!(session.can_undo_redo(), (false, false));
    session.apply(Event::Loaded(Slot::B, square(2)).into());
    session.apply(StageAction::Undo.into());
    assert!(session.stage().both().is_some());
    assert_eq!(session.can_undo_redo(), (false, true));
}

#[test]
fn a_filter_that_cannot_read_a_sprite_is_refused_and_nothing_changes() {
    let mut session = session();
    let pose = |session: &mut Session, rotation, filter| {
        let placement = Placement { rotation, filter: Some(filter), ..Placement::at((1.0, 1.0)) };
        session.apply(StageAction::Pose { slot: Slot::B, placement }.into());
        session.apply(StageAction::Settle.into());
    };
    pose(&mut session, 45.0, Filter::PygameRotozoom);
    let before = session.stage().clone();
    let turned = before.get(Slot::B).expect("B is shown");
    assert_eq!((turned.raster().size(), turned.position()), (Size::new(4, 4), Cell::new(0, 0)));
    pose(&mut session, 45.0, Filter::PygameScale);
    assert!(*session.stage() == before);
    let [message] = session.messages() else { panic!("one message: {:?}", session.messages()) };
    assert_eq!(message.title, "pygame.scale cannot read B");
    assert!(message.detail.contains("pygame.scale cannot turn"), "{}", message.detail);
    // A move by whole cells keeps the surface as it is.
    place(&mut session, Slot::B, 5, 5);
    let moved = session.stage().get(Slot::B).expect("B is shown");
    assert!(Arc::ptr_eq(moved.raster().mask(), turned.raster().mask()) && moved.position() == Cell::new(5, 5));
    session.apply(StageAction::Undo.into());
    session.apply(StageAction::Undo.into());
    assert_eq!(session.stage().get(Slot::B).expect("B is shown").placement().filter, None);
}
