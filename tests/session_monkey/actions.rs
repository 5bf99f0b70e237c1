//! The actions of a monkey: any action of any room, at any time.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use maskscope::{
    files::{Limits, Log, parse_path},
    lessons::lessons,
    session::{
        Action, AnimationAction, AuditProgress, AuditedHitbox, Camera, Cast, DetailedFrame, DetailedKind, DroppedInput,
        EngineAction, Event, Family, FoundCheck, Framing, GameEvent, GameOrder, Hint, HitboxDetail, HitboxGroup, Layer,
        LeftCopy, LessonAction, LineMark, LogAction, LogSource, Made, Newer, ParentRef, PausedGame, PlannedChange,
        PlannedLine, PlaybackAction, PlayerAction, ProjectAction, ProjectAudit, ProjectReport, ProjectWanted,
        RaceAction, RaceOrder, RankGrid, RouteAction, SavePlan, SavedHitbox, ScanAction, ScanColumn, Session, Slot,
        Speed, StageAction, StopCause, SurveyAction, Surveys, Tab, TerrainAction, ViewAction, WantedCheck, WrongPixels,
        Zoom,
    },
};
use maskscope_core::{
    choice::Choice as _,
    geom::{Cell, IntRect, Size},
    mask::{Mask, Packing},
    replay::{Course, Judge, LogEvent as ReplayEvent, LogNotes, MovedScene, Moves, RunTo, StopRules, Verdict},
    scan::Own,
    scene::{
        Convention, Grid, Picture, PictureFormat, Placement, Profile,
        terrain::{Clamp, Key, Probing, Rules},
    },
    shape::{Shape, fit::Form},
    survey::{Candidate, QUESTIONS, Reader, Variation},
};

use crate::{
    dice::Dice,
    props::{
        cell, coin, convention, expectation, hitboxes, keys, mask_image, maybe, number, offset, parents, path_of_file,
        placement, point, pre_checking, route, rule, scan, scene, shown, size, slot, sprite, threshold,
    },
};

/// Returns the next action. Many of them are about the sprites and their positions.
pub fn any(dice: &mut Dice, session: &Session) -> Action {
    match dice.roll(25) {
        0..=8 => stage(dice, session).into(),
        9 => scans(dice, session).into(),
        10 | 11 => playback(dice).into(),
        12 => race(dice).into(),
        13 => view(dice).into(),
        14 => engines(dice).into(),
        15 => animation(dice).into(),
        16 => survey(dice, session).into(),
        17 => route_action(dice).into(),
        18 => terrain(dice).into(),
        19 => lesson(dice, session).into(),
        20 => log(dice).into(),
        21 => player(dice).into(),
        22 => project(dice, session).into(),
        _ => file(dice, session).into(),
    }
}

/// Returns the size of the frame in `slot`, for masks that have to fit it.
fn size_in(session: &Session, slot: Slot) -> Size {
    session.stage().get(slot).map_or(Size::new(3, 3), |placed| placed.sprite().size())
}

fn stage(dice: &mut Dice, session: &Session) -> StageAction {
    let slot = slot(dice);
    match dice.roll(40) {
        0..=7 => StageAction::Place { slot, position: cell(dice) },
        8..=11 => StageAction::Nudge { slot, by: if coin(dice) { Cell::new(1, 0) } else { cell(dice) } },
        12 | 13 => StageAction::Move { slot, position: point(dice) },
        14..=16 => StageAction::Pose { slot, placement: placement(dice) },
        17 => StageAction::SetConvention(if coin(dice) { Convention::default() } else { convention(dice) }),
        18 => set_parents(dice, session),
        19 | 20 => StageAction::SetThreshold { slot, threshold: threshold(dice) },
        21 => StageAction::SetRule { slot, rule: rule(dice, size_in(session, slot)) },
        22 if coin(dice) => StageAction::SetHitboxes { slot, hitboxes: hitboxes(dice) },
        22 if coin(dice) => {
            let form = dice.pick(&[Form::Box, Form::Circle, Form::Ellipse, Form::Capsule, Form::Polygon(8)]);
            StageAction::Fit(maybe(dice, 3, |_| (slot, form)))
        }
        22 => StageAction::Cut { slot, grid: maybe(dice, 3, grid) },
        23 => StageAction::ShowFrame { slot, shown: shown(dice) },
        24 | 25 => StageAction::Show { slot, sprite: sprite(dice) },
        26 => StageAction::ShowBeside { sprite: sprite(dice), offset: dice.pick(&[None, Some((3.5, -2.0))]) },
        27 => StageAction::Reload { slots: vec![slot], newer: newer(dice, size_in(session, slot)) },
        28 | 29 => StageAction::ShowPair { a: sprite(dice), b: sprite(dice), offset: offset(dice) },
        30 => StageAction::ShowScene(Box::new(scene(dice))),
        31 if coin(dice) => StageAction::Expect(maybe(dice, 3, expectation)),
        31 if coin(dice) => StageAction::ResetPlacement,
        31 if coin(dice) => StageAction::Swap,
        31 if coin(dice) => StageAction::SwapPinned,
        31 => StageAction::Pin(dice.roll(4) > 0),
        32 => StageAction::Activate(slot),
        33 => StageAction::Settle,
        34 => dice.pick(&[StageAction::Grasp, StageAction::Cancel]),
        35..=37 => StageAction::Undo,
        _ => StageAction::Redo,
    }
}

fn set_parents(dice: &mut Dice, session: &Session) -> StageAction {
    let family = family(dice);
    let parents = match far_too_large(dice, session) {
        Some(parent) => vec![parent],
        None => parents(dice),
    };
    StageAction::SetParents { family, parents }
}

fn family(dice: &mut Dice) -> Family {
    if coin(dice) { Family::Common } else { Family::Own(slot(dice)) }
}

/// Returns a parent too large for the world, if the sprites are not tiny.
fn far_too_large(dice: &mut Dice, session: &Session) -> Option<Placement> {
    let is_large = Slot::ALL.iter().filter_map(|slot| session.stage().get(*slot)).any(|placed| {
        placed.raster().size().area() > 100_000 && session.stage().parents(Family::Common).all().is_empty()
    });
    let huge = Placement { scale: (100.0, 100.0), ..Default::default() };
    (is_large && coin(dice)).then_some(huge)
}

fn grid(dice: &mut Dice) -> Grid {
    let side = |dice: &mut Dice| dice.pick(&[0, 1, 2, 3, 8, 64, 65, u32::MAX]);
    Grid {
        cell: Size::new(side(dice), side(dice)),
        margin: dice.pick(&[0, 0, 1, u32::MAX]),
        spacing: dice.pick(&[0, 0, 2, u32::MAX]),
    }
}

/// Scripts: two that are right, one that is wrong, one that fails, and one that does not compile.
const SCRIPTS: &[&str] = &[
    "for y in 0..h { for x in 0..w { if visit(x, h - 1 - y) { return true } } }",
    "for y in 0..h { if visit_row(0, y, min(w, 64)) { return true } }",
    "visit(0, 0)",
    "visit(w, 0)",
    "visit(",
];

fn scans(dice: &mut Dice, session: &Session) -> ScanAction {
    let columns = [ScanColumn::Strategy, ScanColumn::Visits, ScanColumn::Time];
    match dice.roll(9) {
        0 => ScanAction::Select(dice.pick(&[0, 1, 9, 15, 16, usize::MAX])),
        1 => ScanAction::SetParameters(scan(dice)),
        2 => ScanAction::Use(scan(dice)),
        3 if coin(dice) => ScanAction::TimeAgain,
        3 => ScanAction::SetPreCheck(maybe(dice, 2, pre_checking)),
        4 if coin(dice) => ScanAction::Duplicate,
        4 => ScanAction::Remove,
        5 if coin(dice) => {
            let name = dice.pick(&["", "// name: zigzag\n"]);
            ScanAction::Add(session.scans().written(&format!("{name}{}", dice.pick(SCRIPTS))))
        }
        // As the window asks for it: no other scan of the table has its name.
        5..=7 => session.scans().rewritten(dice.pick(SCRIPTS)).map_or(ScanAction::TimeAgain, ScanAction::Rewrite),
        _ => ScanAction::SortBy(dice.pick(&columns)),
    }
}

fn playback(dice: &mut Dice) -> PlaybackAction {
    let speed = Speed::new(number(dice)).unwrap_or(Speed::new(1.0).expect("a number"));
    match dice.roll(14) {
        0 => PlaybackAction::Play,
        1 => PlaybackAction::Pause,
        2 => PlaybackAction::Toggle,
        3 => PlaybackAction::StepOn,
        4 => PlaybackAction::StepBack,
        5 => PlaybackAction::First,
        6 => PlaybackAction::Last,
        7 => PlaybackAction::ToTheHit,
        8 => PlaybackAction::Scrub(dice.pick(&[0, 1, 63, 4_225, u64::MAX])),
        9 => PlaybackAction::SetSpeed(speed),
        10 => PlaybackAction::Faster,
        11 => PlaybackAction::Slower,
        12 => PlaybackAction::SetFit(dice.pick(&[0, 1, 4, u32::MAX])),
        _ => PlaybackAction::SetRepeat(coin(dice)),
    }
}

fn race(dice: &mut Dice) -> RaceAction {
    match dice.roll(2) {
        0 => RaceAction::SetOrder(dice.pick(&[RaceOrder::Listed, RaceOrder::ByVisits, RaceOrder::ByTime])),
        _ => RaceAction::SetCard(size(dice)),
    }
}

fn view(dice: &mut Dice) -> ViewAction {
    match dice.roll(16) {
        0 => ViewAction::ShowLayer(dice.pick(Layer::ALL), coin(dice)),
        1..=4 => ViewAction::Show(dice.pick(Tab::ALL)),
        5 => ViewAction::Frame(if coin(dice) { Framing::Fit } else { Framing::Free(camera(dice)) }),
        6 => ViewAction::SetRankGrid(maybe(dice, 2, rank_grid)),
        7 => ViewAction::Hover(maybe(dice, 4, cell)),
        8 if dice.roll(3) == 0 => ViewAction::ForgetHints,
        8 => ViewAction::Learnt(dice.pick(Hint::ALL)),
        9 if coin(dice) => ViewAction::Greet(coin(dice)),
        9 => ViewAction::SetPacking(dice.pick(&[Packing::Continuous, Packing::PaddedRows])),
        10 => ViewAction::Pick(maybe(dice, 2, slot)),
        11 => {
            let parent =
                |dice: &mut Dice| ParentRef { family: family(dice), index: dice.pick(&[0, 1, 16, usize::MAX]) };
            ViewAction::ChooseParent(maybe(dice, 3, parent))
        }
        12 => ViewAction::WatchHealth(coin(dice)),
        13 => ViewAction::WatchPushOut(coin(dice)),
        14 => ViewAction::Preview(maybe(dice, 2, |dice| Own::new("yours", dice.pick(SCRIPTS)))),
        _ => ViewAction::CountFromA(coin(dice)),
    }
}

fn camera(dice: &mut Dice) -> Camera {
    Camera { centre: point(dice), zoom: dice.pick(&[Zoom::ONE, Zoom::In(Zoom::LARGEST), Zoom::Out(Zoom::SMALLEST)]) }
}

fn rank_grid(dice: &mut Dice) -> RankGrid {
    let cells_per_texel = dice.pick(&[1, 2, 64]);
    RankGrid { origin: cell(dice), cells_per_texel, texels: size(dice) }
}

fn engines(dice: &mut Dice) -> EngineAction {
    let profile = |dice: &mut Dice| dice.pick(Profile::ALL);
    match dice.roll(4) {
        0 => EngineAction::Compare([profile(dice), profile(dice)]),
        1 => EngineAction::Select(maybe(dice, 2, profile)),
        2 => EngineAction::Point(maybe(dice, 2, profile)),
        _ => EngineAction::Watch(coin(dice)),
    }
}

fn animation(dice: &mut Dice) -> AnimationAction {
    let slot = slot(dice);
    match dice.roll(2) {
        0 => AnimationAction::Play(slot, coin(dice)),
        _ => AnimationAction::Within(slot, dice.pick(&[None, Some(0), Some(1), Some(usize::MAX)])),
    }
}

fn survey(dice: &mut Dice, session: &Session) -> SurveyAction {
    let reader = |dice: &mut Dice| match dice.roll(2) {
        0 => Reader::World(convention(dice)),
        _ => Reader::Engine(dice.pick(Profile::ALL)),
    };
    match dice.roll(9) {
        0 => SurveyAction::Choose(dice.pick(&QUESTIONS)),
        1 => SurveyAction::Compare([(); 2].map(|()| dice.pick(&Surveys::rivals(session.scans().scans())))),
        2 if coin(dice) => SurveyAction::Try(slot(dice), maybe(dice, 2, |dice| dice.pick(Candidate::ALL))),
        2 => SurveyAction::Judge(dice.pick(&Surveys::witnesses(session.scans().scans()))),
        3 => SurveyAction::Read([reader(dice), reader(dice)]),
        4 => SurveyAction::Vary(maybe(dice, 2, phases).unwrap_or(Variation::Angles)),
        5 => SurveyAction::WatchConventions(dice.roll(4) == 0),
        6 => SurveyAction::Point(maybe(dice, 2, |dice| (dice.pick(&[0, 9, u32::MAX]), dice.pick(&[0, u32::MAX])))),
        7 => SurveyAction::LookAt(maybe(dice, 2, |dice| IntRect {
            x: dice.pick(&[-9, 0, i64::MAX / 2]),
            y: dice.pick(&[-9, 40]),
            width: dice.pick(&[1, 20, u32::MAX]),
            height: dice.pick(&[0, 20]),
        })),
        _ => SurveyAction::ShowWorst,
    }
}

fn phases(dice: &mut Dice) -> Variation {
    Variation::Fractions(dice.pick(&[0, 1, 8, u32::MAX]))
}

fn route_action(dice: &mut Dice) -> RouteAction {
    match dice.roll(2) {
        0 => maybe(dice, 3, route).map_or(RouteAction::Forget, RouteAction::Add),
        _ => RouteAction::Choose(dice.pick(&[0, 1, 4, usize::MAX])),
    }
}

fn player(dice: &mut Dice) -> PlayerAction {
    match dice.roll(4) {
        0 | 1 => PlayerAction::Go(dice.pick(&[0, 1, 4, usize::MAX])),
        2 => PlayerAction::GoWrong { on: coin(dice) },
        _ => PlayerAction::Play(coin(dice)),
    }
}

fn project(dice: &mut Dice, session: &Session) -> ProjectAction {
    let run = session.project().map_or(0, ProjectAudit::run);
    let place = dice.pick(&[0, 1, 2, usize::MAX]);
    // Half of what is found was asked for.
    let wanted = session.wanted_of_project();
    let asked = |dice: &mut Dice, other: ProjectWanted| if wanted.is_empty() { other } else { dice.pick(&wanted) };
    let why = || "because of one thing".to_owned();
    match dice.roll(24) {
        0 | 1 => ProjectAction::Open(path_of_file(dice)),
        2 => ProjectAction::CheckAgain,
        3 => ProjectAction::Stop,
        4 if coin(dice) => ProjectAction::Close,
        4 => ProjectAction::Reached(run, AuditProgress { unit: "files", done: dice.roll(3), total: 2 }),
        5..=7 => ProjectAction::Audited(run, maybe(dice, 5, |dice| Arc::new(report(dice)))),
        8 => ProjectAction::Choose(place),
        9 => ProjectAction::ChooseNext { on: coin(dice) },
        10 => ProjectAction::ChooseKind(dice.pick(&[None, Some(Form::Circle)])),
        11 => ProjectAction::ShowFrame(place),
        12 => {
            let groups = [HitboxGroup::CouldBeBetter, HitboxGroup::NotFitted, HitboxGroup::Intended, HitboxGroup::Fine];
            ProjectAction::ShowGroup(dice.pick(&groups), coin(dice))
        }
        13 => ProjectAction::Picture(vec![0, 2, usize::MAX]),
        14 => ProjectAction::FoundPicture(asked(dice, ProjectWanted::Picture(run, place)), None),
        15..=17 => {
            let found = if coin(dice) { Ok(Arc::new(detail())) } else { Err(why()) };
            ProjectAction::FoundDetail(asked(dice, ProjectWanted::Detail(run, place, 0)), found)
        }
        18..=20 => {
            let found = if coin(dice) { Ok(Arc::new(plan())) } else { Err(why()) };
            ProjectAction::FoundPlan(asked(dice, ProjectWanted::Plan(run, place, 0, None)), found)
        }
        21 | 22 => {
            let (id, file) = (dice.pick(&["a#0", "a#1", "b#2"]).to_owned(), dice.pick(&["a", "b"]).to_owned());
            let (detail, plan) = (Arc::new(detail()), Arc::new(plan()));
            ProjectAction::Saved(Box::new(SavedHitbox { id, file, detail, plan, wrong: [9, 4] }))
        }
        _ => ProjectAction::Undone(dice.pick(&["a", "b"]).to_owned()),
    }
}

/// Returns a report of some hitboxes, called `a#0` and so on.
fn report(dice: &mut Dice) -> ProjectReport {
    let hitbox = |dice: &mut Dice, number: u64| AuditedHitbox {
        id: format!("{}#{number}", if number < 2 { "a" } else { "b" }),
        file: if number < 2 { "a" } else { "b" }.to_owned(),
        name: number.to_string(),
        role: "fit",
        is_intended: coin(dice),
        note: None,
        frames: 1,
        solid: 4,
        pixels: WrongPixels { covered: dice.roll(9), left_out: dice.roll(9) },
        best: None,
        wrong: dice.roll(9),
        gain: maybe(dice, 2, |dice| dice.roll(3)),
        is_worse: coin(dice),
    };
    let hitboxes = (0..dice.roll(4)).map(|number| hitbox(dice, number)).collect();
    ProjectReport { engines: "Godot".to_owned(), hitboxes, ..ProjectReport::default() }
}

fn kind() -> DetailedKind {
    let pixels = vec![WrongPixels { covered: 1, left_out: 0 }];
    DetailedKind { form: Some(Form::Circle), shapes: vec![[Shape::Circle([1.0, 1.0, 1.0])].into()], pixels }
}

fn detail() -> HitboxDetail {
    let picture = Arc::new(Picture::new(Size::new(2, 2), vec![255; 16], PictureFormat::Png, true));
    let frame = DetailedFrame { number: 0, picture, mask: Arc::new(Mask::from_fn(Size::new(2, 2), |_, _| true)) };
    HitboxDetail { frames: vec![frame], now: kind(), kinds: Some(vec![kind()]) }
}

fn plan() -> SavePlan {
    let line = PlannedLine { number: 1, text: "radius = 2.0".to_owned(), change: PlannedChange::New };
    SavePlan { kind: kind(), lines: vec![line], diff: String::new() }
}

fn terrain(dice: &mut Dice) -> TerrainAction {
    match dice.roll(13) {
        0 => TerrainAction::Bring(Box::new([sprite(dice), sprite(dice)])),
        1 => TerrainAction::SetCast(dice.pick(&[Cast::Own, Cast::Loaded])),
        2 => TerrainAction::SetRules(rules(dice)),
        3 => TerrainAction::SetLowestBit(coin(dice)),
        4..=8 => TerrainAction::Press(dice.pick(Key::ALL), coin(dice)),
        9 => TerrainAction::Go(dice.pick(&[0, 1, 30, usize::MAX])),
        10 => TerrainAction::SetKeys(keys(dice)),
        11 => TerrainAction::SetPace(dice.pick(&[0, 1, 4, usize::MAX])),
        _ if coin(dice) => TerrainAction::Fit,
        _ => TerrainAction::Restart,
    }
}

fn lesson(dice: &mut Dice, session: &Session) -> LessonAction {
    match dice.roll(8) {
        0 | 1 => LessonAction::Open(dice.pick(lessons()), dice.pick(&[0, 0, 2, usize::MAX])),
        2 => LessonAction::Next,
        3 => LessonAction::Skip,
        4 => LessonAction::Back,
        5 => LessonAction::Guess(session.choices().map_or(7, |choices| dice.pick(&choices))),
        6 => LessonAction::Close,
        _ => LessonAction::Recall(session.lessons().progress().clone()),
    }
}

fn log(dice: &mut Dice) -> LogAction {
    match dice.roll(30) {
        0 => LogAction::Open { path: path_of_file(dice), is_live: coin(dice) },
        1 => LogAction::OpenTable { path: path_of_file(dice), moves: Arc::new(moves()), skipped: Vec::new() },
        2..=6 => {
            let newer = maybe(dice, 2, |dice| 2 + dice.roll(3));
            LogAction::Observed(
                events(dice),
                Box::new(LogNotes { unknown_fields: dice.roll(9), newer, unread_visits: 0 }),
            )
        }
        7 if coin(dice) => LogAction::Restarted,
        7 => LogAction::Close,
        8 => {
            let failed = LogSource::Failed("Because of one thing.".to_owned());
            LogAction::Became(dice.pick(&[
                LogSource::Following,
                LogSource::Resting,
                LogSource::Gone,
                LogSource::Awaited,
                failed,
            ]))
        }
        9..=12 => {
            let step = dice.pick(&[0, 1, 3, usize::MAX]);
            let wanted = WantedCheck { step, line: 1, place: 0, is_shown: dice.roll(4) > 0 };
            LogAction::Found(wanted, found(dice))
        }
        13 => LogAction::Choose(dice.pick(&[0, 1, usize::MAX])),
        14 => LogAction::Show(dice.pick(&[0, 2, usize::MAX])),
        15 => LogAction::Mute(coin(dice)),
        16 => LogAction::Pin(coin(dice)),
        17 if coin(dice) => LogAction::Picture(vec![0, 1, usize::MAX]),
        17 => LogAction::Dropped(DroppedInput { bytes: dice.roll(9), why: "the disk is full".to_owned() }),
        18 => {
            let line = dice.pick(&["game.py:1", "game.py:2"]).to_owned();
            let marks = [LineMark::Ignored, LineMark::Contact, LineMark::Here];
            LogAction::Mark(line, maybe(dice, 2, |dice| dice.pick(&marks)))
        }
        19 => LogAction::CanStop(Box::new(StopRules { is_on: coin(dice), ..StopRules::default() })),
        20 | 21 => LogAction::Game(game_event(dice)),
        22 => {
            let orders = [GameOrder::Pause, GameOrder::NextFrame, GameOrder::GoOn(RunTo::NextIncident)];
            LogAction::Order(dice.pick(&orders))
        }
        23 => {
            let kinds = ["a".to_owned(), dice.pick(&["a", "b"]).to_owned()];
            LogAction::IgnoreKinds { kinds, is_ignored: coin(dice) }
        }
        24 => LogAction::StopAtWrong(coin(dice)),
        25 => LogAction::StopAtMissed(coin(dice)),
        26 => LogAction::StopFrom(dice.pick(&[0.0, 5.0, f64::MAX])),
        27 => LogAction::FoundScreen(dice.pick(&[0, 3, u64::MAX]), None),
        28 => LogAction::SpreadScreen(coin(dice)),
        _ => LogAction::GoLive,
    }
}

/// Returns an event of one of two processes of a game.
fn game_event(dice: &mut Dice) -> GameEvent {
    let pid = dice.pick(&[1, 2]);
    match dice.roll(4) {
        0 => GameEvent::Began(pid),
        1 => GameEvent::Runs { pid, steps: coin(dice) },
        2 => GameEvent::Left { pid, was_paused: coin(dice), why: maybe(dice, 2, |_| "no answer".to_owned()) },
        _ => {
            let cause = |dice: &mut Dice| StopCause {
                line: Some(dice.pick(&[1, 2, u64::MAX])),
                place: "a × b".to_owned(),
                verdict: Verdict::UnfairHit,
                passed: 0,
            };
            GameEvent::Paused(PausedGame { pid, frame: dice.pick(&[0, 3, u64::MAX]), cause: maybe(dice, 2, cause) })
        }
    }
}

/// Returns a check of a scene that moves, or an error.
fn found(dice: &mut Dice) -> Result<Arc<FoundCheck>, String> {
    let (scene, moves) = (scene(dice), moves());
    let check = MovedScene::new(&scene).check(moves.clock, &moves.moves[0]).map_err(|_| "it is gone".to_owned())?;
    Ok(Arc::new(FoundCheck::new(check, scene, true)))
}

/// Returns a table of two checks.
fn moves() -> Moves {
    match parse_path("frame,ax,ay,x,y,hit\n0,0,0,1,0,1\n1,0,0,2,0,0\n").map(|table| table.course) {
        Ok(Course::Moves(moves)) => moves,
        read => panic!("{read:?}"),
    }
}

/// Returns a few checks of two pairs, as a reader of logs reports them.
fn events(dice: &mut Dice) -> Vec<ReplayEvent> {
    let (mut judge, mut events) = (Judge::new(&[]), Vec::new());
    let mut text = "{\"sprite\":\"a\",\"mask\":[\"#.#\"]}\n".to_owned();
    for frame in 0..dice.roll(6) {
        let (x, name) = (dice.roll(7), dice.pick(&["b", "c"]));
        let hit = coin(dice);
        text += &format!(
            "{{\"frame\":{frame},\"a\":{{\"sprite\":\"a\"}},\"b\":{{\"sprite\":\"a\",\"name\":\"{name}\",\"position\":[{x},0]}},\"hit\":{hit}}}\n"
        );
    }
    if coin(dice) {
        text += "nonsense\n{\"maskscope_log\":1,\"fps\":30}\n";
    }
    Log::new(Path::new("game.jsonl"), Limits::default())
        .read(text.as_bytes(), |entry| events.push(judge.observe(entry)));
    events
}

fn rules(dice: &mut Dice) -> Rules {
    Rules {
        walk: number(dice),
        gravity: number(dice),
        jump: number(dice),
        falling: number(dice),
        start: point(dice),
        stage: size(dice),
        clamp: dice.pick(&[Clamp::Beyond, Clamp::AtOrBeyond]),
        probing: dice.pick(&[Probing::EndPoint, Probing::Swept]),
    }
}

/// Returns the newer content of a file: an image, or a mask image of `size`.
fn newer(dice: &mut Dice, size: Size) -> Newer {
    if coin(dice) { Newer::Image(sprite(dice)) } else { Newer::Mask(mask_image(dice, size)) }
}

fn file(dice: &mut Dice, session: &Session) -> Event {
    let slot = slot(dice);
    let message = |dice: &mut Dice| {
        let words = dice.pick(&["one thing", "another"]);
        (words.to_owned(), format!("Because of {words}."))
    };
    match dice.roll(21) {
        0 => Event::Linked(dice.pick(&[0, 8_000, 8_001, 32_000, 32_001])),
        2 => Event::LoadedBeside(sprite(dice), dice.pick(&[None, Some((3.5, -2.0))])),
        1 if coin(dice) => Event::LayersLoaded(slot, sprite(dice)),
        1 => Event::Loaded(slot, sprite(dice)),
        3 => Event::RouteLoaded(route(dice), Vec::new()),
        4 => Event::SceneLoaded(Box::new(scene(dice)), maybe(dice, 2, |_| PathBuf::from("/art/x.scene.json"))),
        // The image may have been requested for an earlier sprite.
        8 if coin(dice) => Event::MaskImageLoaded(slot, mask_image(dice, Size::new(2, 9))),
        8 => Event::MaskImageLoaded(slot, mask_image(dice, size_in(session, slot))),
        7 => Event::Reloaded(newer(dice, size_in(session, slot))),
        11 => Event::Gone(path_of_file(dice)),
        12 if coin(dice) => {
            let (title, detail) = message(dice);
            Event::NotOpened { slot, atlas: maybe(dice, 2, path_of_file), title, detail }
        }
        12 => {
            let (title, detail) = message(dice);
            Event::Failed { title, detail }
        }
        13 => {
            let (title, detail) = message(dice);
            Event::Done { title, detail }
        }
        15 => Event::KeysLoaded(keys(dice)),
        16 => Event::NotReloaded(path_of_file(dice), "It is empty.".to_owned()),
        17 => Event::SceneChanged(Box::new(scene(dice)), PathBuf::from("/art/x.scene.json")),
        18 => Event::DeclineCut(slot),
        5 => Event::Saving(dice.pick(&[Made::Scene, Made::Route, Made::Keys]), path_of_file(dice)),
        6 => Event::Saved(dice.pick(&[Made::Scene, Made::Route, Made::Keys]), path_of_file(dice)),
        19 => Event::NotSaved { path: path_of_file(dice), when: maybe(dice, 2, |_| "2 minutes ago".to_owned()) },
        14 if coin(dice) => {
            let files: Vec<_> = (0..2 + dice.roll(3)).map(|_| path_of_file(dice)).collect();
            Event::Given { slot, frames: files.clone(), files }
        }
        14 if coin(dice) => Event::Numbered(slot, (0..dice.roll(4)).map(|_| path_of_file(dice)).collect()),
        14 => Event::CopiesFound(vec![left_copy(dice)]),
        9 if coin(dice) => Event::WorkAtRisk("it is full".to_owned()),
        9 => Event::CopyAnswered(left_copy(dice)),
        10 => Event::ChangedSince(newer(dice, size_in(session, slot))),
        _ => Event::Close(session.messages().first().map_or(u64::MAX, |message| message.id)),
    }
}

fn left_copy(dice: &mut Dice) -> LeftCopy {
    LeftCopy { folder: path_of_file(dice), names: "ship.png, rock.png".to_owned() }
}
