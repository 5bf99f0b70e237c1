//! Routes: the same numbers as by hand and by brute force, jumps over thin walls, tables and scenes with routes, and
//! the command line.

use std::{fs, path::Path};

use maskscope::{
    cli::{self, Outcome},
    files::{Limits, Reason, decode_scene, encode_scene, load_path, parse_path, route_csv, sample_sprite},
};
use maskscope_core::{
    geom::{Cell, Offset},
    mask::{overlap_box, truth::Truth},
    replay::{Course, Judge, Judged, MovedScene, Ranked, Skipped, Walk},
    scan::{Columns, Count, Incremental, LastHit, Own, Sample, Scan},
    scene::{self, Actor, Anchor, Convention, Filter, Parents, Placement, RouteStep, SampleAt, Scene, Snap},
    survey::{Budget, Cost, Survey},
};
use serde_json::Value;

/// The route in the table `text`.
fn parse_route(text: &str) -> Result<scene::Route, Reason> {
    parse_path(text).map(|table| match table.course {
        Course::Route(route) => route,
        Course::Moves(moves) => panic!("{text:?} is a table of checks: {moves:?}"),
    })
}

fn route(positions: &[(f64, f64)]) -> scene::Route {
    let steps =
        positions.iter().zip(0_u32..).map(|(&position, n)| RouteStep { seconds: f64::from(n) / 60.0, position });
    scene::Route::of(steps).expect("a route")
}

/// The scene of `a` and `b`, each drawn by rows.
fn drawn(a: &[&str], b: &[&str]) -> Scene {
    let text = serde_json::json!({"maskscope": 1, "a": {"mask": a}, "b": {"mask": b}}).to_string();
    decode_scene(text.as_bytes(), Path::new("drawn.json"), &Limits::default()).expect("a scene")
}

fn ship_and_rock() -> Scene {
    let actor = |name| Actor::new(sample_sprite(name).expect("a sample"), Placement::default());
    Scene::of([actor("ship.png"), actor("rock.png")])
}

fn walked(scene: &Scene, route: &scene::Route, scans: &[Scan]) -> Walk {
    let mut walk = Walk::new(scene, Course::Route(route.clone()), scans);
    assert!(walk.finish(&|| false) && walk.progress().is_complete() && walk.fault.is_none());
    walk
}

fn ranking(walk: &Walk) -> Vec<Ranked> {
    walk.replay.ranking(&walk.replay.pairs)
}

fn hits(walk: &Walk) -> u64 {
    walk.replay.pairs.iter().map(|pair| pair.hits).sum()
}

/// Judges every step of `route`.
fn judged(scene: &Scene, route: &scene::Route, scans: &[Scan]) -> Vec<Judged> {
    let (scene, course, mut judge) = (MovedScene::new(scene), Course::Route(route.clone()), Judge::of_path(scans));
    let step = |number| {
        let check = scene.check(course.clock(), &course.get(number).expect("a step")).expect("it fits");
        judge.judge(&check).expect("times ascend")
    };
    (0..course.len()).map(step).collect()
}

/// A drag across the ship and back, at fractions of pixels.
fn drag() -> scene::Route {
    let positions: Vec<_> = (0..90_u32)
        .map(|n| {
            let turn = f64::from(n) * 0.07;
            (22.0 * turn.sin() - 3.4, 19.5 * (1.7 * turn).cos() + 0.25)
        })
        .collect();
    route(&positions)
}

#[test]
fn a_route_counted_by_hand() {
    // A has one pixel, in the middle of its last row; B covers all of A, then less of it.
    let scene = drawn(&["...", "...", ".#."], &["###", "###", "###"]);
    let route = route(&[(0.0, 0.0), (0.0, 1.0), (2.0, 0.0), (9.0, 9.0)]);
    let scans = [
        Scan::ROWS,
        Scan::Columns(Columns),
        Scan::LastHit(LastHit),
        Scan::Sample(Sample { every: 10.try_into().expect("ten") }),
    ];
    let run = walked(&scene, &route, &scans);
    let judged = judged(&scene, &route, &scans);
    let visits = |step: usize| judged[step].costs.iter().map(|cost| cost.visits).collect::<Vec<_>>();
    // Last hit starts in the middle; the pixel is the sixth cell of the ring around it, clockwise from the top left.
    // Then it is remembered. In the third step the box is A's empty last column; at the fourth no scan runs.
    assert_eq!(visits(0), [8, 6, 7, 1]);
    assert_eq!(visits(1), [5, 4, 1, 1]);
    assert_eq!(visits(2), [3, 3, 3, 1]);
    assert_eq!(visits(3), [0; 0]);
    let areas: Vec<_> = run.replay.steps.iter().map(|step| step.overlap_area).collect();
    assert_eq!((areas, hits(&run), run.tunnels.len()), (vec![1, 1, 0, 0], 2, 0));
    let hint = Some(Cell::new(1, 2));
    assert_eq!(run.memories.iter().map(|memory| memory.hint).collect::<Vec<_>>(), [None, hint, hint, hint]);
    let Cost { visits, is_hit, .. } = run.memories[1].cost;
    assert_eq!((visits, is_hit, run.memories.len()), (1, true, 4));

    let ranking = ranking(&run);
    let ranks: Vec<_> = ranking.iter().map(|scan| (scan.scan, scan.rank, scan.cost.visits, scan.cost.wrong)).collect();
    assert_eq!(
        ranks,
        [(scans[2], 1, 11, 0), (scans[1], 2, 13, 0), (scans[0], 3, 16, 0), (scans[3], 4, 3, 2)],
        "a wrong answer weighs more than any number of visits"
    );
}

#[test]
fn equals_share_a_rank() {
    let run = walked(&drawn(&["#"], &["#"]), &route(&[(0.0, 0.0), (5.0, 0.0)]), &Scan::ALL);
    let ranks: Vec<_> = ranking(&run).iter().filter(|scan| scan.cost.visits == 1).map(|scan| scan.rank).collect();
    assert!(ranks.len() > 10 && ranks.iter().all(|&rank| rank == ranks[0]), "{ranks:?}");
}

#[test]
fn visits_of_unlike_size_are_ranked_apart_and_what_proves_no_miss_comes_last() {
    let names = ["sample:10", "summed-area", "words", "rows", "columns"];
    let own = Scan::Own(Own::new("no", "false"));
    let scans: Vec<_> = names.map(|name| name.parse::<Scan>().expect("a scan")).into_iter().chain([own]).collect();
    let ranks = |a: &[&str], b: &[&str]| {
        let ranking = ranking(&walked(&drawn(a, b), &route(&[(0.0, 0.0)]), &scans));
        ranking.into_iter().map(|ranked| (ranked.scan.to_string(), ranked.rank)).collect::<Vec<_>>()
    };
    let expected = |ranks: [(&str, usize); 6]| ranks.map(|(name, rank)| (name.to_owned(), rank)).to_vec();
    let missed = ranks(&["#...", "....", "...."], &["....", "....", "...#"]);
    let ones = [("rows", 1), ("columns", 1), ("words", 1), ("summed-area", 1)];
    assert_eq!(missed, expected([ones[0], ones[1], ones[2], ones[3], ("own:no", 3), ("sample", 4)]));
    let hit = ranks(&["#...", "....", "...."], &["#...", "....", "...#"]);
    let all = [("sample", 1), ("rows", 1), ("columns", 1), ("words", 1), ("summed-area", 1), ("own:no", 4)];
    assert_eq!(hit, expected(all), "nothing is missed");
}

/// Checks the results of a run against the simplest way to compute them.
fn assert_true(scene: &Scene, route: &scene::Route) {
    let run = walked(scene, route, &Scan::ALL);
    let judged = judged(scene, route, &Scan::ALL);
    let mut hint = None;
    assert_eq!(run.replay.steps.len(), route.steps.len());
    for (number, (judgement, step)) in run.replay.steps.iter().zip(&route.steps).enumerate() {
        let mut there = scene.clone();
        there.sprites[1].placement.position = step.position;
        let laid = there.lay().expect("it fits");
        let truth = Truth::of(laid.a.raster.mask().mask(), laid.b.raster.mask().mask(), laid.offset);
        let area = u64::from(judgement.overlap_area);
        assert_eq!((judgement.at, judgement.offset, area), (step.seconds, laid.offset, truth.area), "step {number}");
        assert_eq!(*judgement, judged[number].step);
        assert_eq!(run.memories[number].hint, hint, "step {number}");
        assert_eq!(judged[number].costs.is_empty(), !judgement.boxes_overlap(), "step {number}");
        let nothing = [Cost::default(); Scan::ALL.len()];
        let costs = if judgement.boxes_overlap() { &judged[number].costs } else { &nothing[..] };
        for (&scan, cost) in run.replay.scans.iter().zip(costs) {
            let [a, b] = laid.masks_for(scan);
            let mut count = Count::default();
            let hit = scan.run(&a, &b, laid.offset, hint, &mut count);
            assert_eq!((u64::from(cost.visits), cost.is_hit), (count.visits, hit.is_some()), "{scan}, step {number}");
            assert!(!scan.is_exact() || scan.solid().is_some() || cost.is_hit == truth.masks_overlap(), "{scan}");
        }
        let [a, b] = laid.masks_for(Scan::LastHit(LastHit));
        let found = Scan::LastHit(LastHit).run(&a, &b, laid.offset, hint, &mut Count::default());
        if let Some((x, y)) = found.and_then(|hit| hit.cell) {
            let shared = overlap_box(a.mask().size(), b.mask().size(), laid.offset).expect("it hits");
            hint = Some(shared.origin() + Cell::new(x.into(), y.into()));
        }
    }
    assert!(hits(&run) > 0 && hint.is_some());
}

#[test]
fn every_step_is_as_brute_force_says() {
    let mut scene = ship_and_rock();
    assert_true(&scene, &drag());
    scene.sprites[1].placement = Placement { anchor: Anchor::Custom(7.5, 8.0), rotation: 30.0, ..Placement::default() };
    for snap in [Snap::Keep, Snap::HalfEven] {
        scene.convention = Convention { snap, filter: Filter::Bilinear, at: SampleAt::Centre };
        assert_true(&scene, &drag());
    }
    scene.sprites[1].placement.flip = (true, false);
    let parent = Placement { rotation: 90.0, scale: (1.5, 1.5), ..Placement::at((4.25, -3.0)) };
    scene.parents = Parents::new([parent]).expect("one");
    assert_true(&scene, &drag());
    scene.sprites[1].parents = Parents::new([parent, Placement { rotation: 20.0, ..parent }]).expect("two");
    assert_true(&scene, &drag());
}

#[test]
fn what_is_remembered_saves_visits() {
    let scene = ship_and_rock();
    let run = walked(&scene, &drag(), &[Scan::LastHit(LastHit)]);
    let without = |step| {
        let laid = run.laid(step).expect("a step");
        let [a, b] = laid.masks_for(Scan::LastHit(LastHit));
        let mut count = Count::default();
        Scan::LastHit(LastHit).run(&a, &b, laid.offset, None, &mut count);
        count.visits
    };
    let hits: Vec<_> = (0..run.replay.steps.len()).filter(|&step| run.replay.steps[step].masks_overlap()).collect();
    let remembered: u64 = hits.iter().map(|&step| u64::from(run.memories[step].cost.visits)).sum();
    let forgotten: u64 = hits.iter().map(|&step| without(step)).sum();
    assert!(remembered < forgotten, "{remembered} and {forgotten}");
    assert!(run.memories[0].hint.is_none());
    assert!(walked(&scene, &drag(), &[Scan::ROWS]).memories.is_empty());
}

#[test]
fn however_it_is_cut_it_comes_to_the_same() {
    let scans = [Scan::LastHit(LastHit), Scan::Incremental(Incremental::Divisor(3.try_into().expect("three")))];
    let (scene, route) = (ship_and_rock(), drag());
    let whole = walked(&scene, &route, &scans);
    let mut cut = Walk::new(&scene, Course::Route(route.clone()), &scans);
    cut.step(Budget::Places(1), &|| true);
    assert_eq!(cut.progress().done(), 0);
    for done in 1.. {
        cut.step(Budget::Places(7), &|| false);
        let len = cut.replay.steps.len();
        assert_eq!((cut.progress().done(), len as u64), ((7 * done).min(90), (7 * done).min(90)));
        assert!(cut.progress().is_known(0, 0) && cut.replay.steps == whole.replay.steps[..len]);
        if cut.progress().is_complete() {
            break;
        }
    }
    assert_eq!(ranking(&cut), ranking(&whole));
    assert_eq!((cut.memories, cut.tunnels), (whole.memories, whole.tunnels));
    assert!(ranking(&walked(&scene, &scene::Route::default(), &Scan::ALL)).iter().all(|scan| scan.rank == 1));
}

#[test]
fn a_fast_step_tunnels_through_a_thin_wall_and_slow_ones_do_not() {
    let wall = drawn(&["....#....", "....#....", "....#...."], &["##"]);
    let fast = route(&[(0.0, 1.0), (6.0, 2.0), (2.0, 2.0), (1.0, 1.0)]);
    let over: Vec<_> = judged(&wall, &fast, &[]).iter().map(|judged| judged.through).collect();
    assert_eq!(over, [None, Some(Offset::new(3, 2)), Some(Offset::new(4, 2)), None]);
    let fast = walked(&wall, &fast, &[]);
    assert_eq!((hits(&fast), fast.tunnels), (0, vec![(1, Cell::new(3, 2)), (2, Cell::new(4, 2))]));
    let slow: Vec<_> = (0..=6).map(|x| (f64::from(x), 1.0)).collect();
    let slow = walked(&wall, &route(&slow), &[]);
    assert_eq!((hits(&slow), slow.tunnels.len()), (2, 0));
    // A step that starts or ends in the wall hits it, and so does not jump over it.
    assert_eq!(walked(&wall, &route(&[(0.0, 1.0), (4.0, 1.0), (7.0, 1.0)]), &[]).tunnels.len(), 0);
    // Beside the wall, no step jumps over anything, however long it is.
    assert_eq!(walked(&wall, &route(&[(-1e9, -1.0), (1e9, -1.0)]), &[]).tunnels.len(), 0);
    assert_eq!(walked(&wall, &route(&[(-1e9, 1.0), (1e9, 1.0)]), &[]).tunnels.len(), 1);
}

#[test]
fn a_step_that_does_not_fit_is_named() {
    let mut scene = ship_and_rock();
    scene.parents = Parents::new([Placement { scale: (100.0, 100.0), ..Placement::default() }]).expect("one");
    let far = Course::Route(route(&[(0.0, 0.0), (1.0, 0.0), (1e9, 0.0)]));
    let mut walk = Walk::new(&scene, far, &[]);
    assert!(walk.finish(&|| false) && walk.replay.steps.len() == 2);
    let fault = walk.fault.expect("too far");
    assert!(fault.step == 2 && fault.to_string().contains("step 2 cannot be placed: "), "{fault}");
}

#[test]
fn tables_are_read() {
    let step = |seconds, x, y| RouteStep { seconds, position: (x, y) };
    let read = |text: &str| parse_route(text).expect("a route").steps;
    let three = [step(0.0, 10.0, -17.0), step(0.5, 12.25, -17.0), step(2.0, 0.0, 0.0)];
    for text in [
        "0,10,-17\n0.5,12.25,-17\n2,0,0",
        "time,x,y\r\n0,10,-17\r\n0.5,12.25,-17\r\n2,0,0\r\n",
        "\u{feff}# of a game\n\n Time ; X ; Y\n0;10;-17\n  # later\n0.5;12.25;-17\n\n2;0;0\n",
        "frame\tx\ty\n0\t10\t-17\n30\t1.225e1\t-17\n120\t+0\t-0",
        "FRAME,X,Y\n0,10,-17\n30,12.25,-17\n120,0,0\n",
    ] {
        assert_eq!(read(text), three, "{text:?}");
    }
    assert_eq!(read("frame,x,y\n1,0,0\n7,0,0")[1].seconds, 7.0 / 60.0);
    let odd = scene::Route::of([step(1.0 / 60.0, 0.1, -1e9), step(1e9 / 3.0, 1e-300, 1e9)]).expect("a route");
    for route in [drag(), odd] {
        assert_eq!(parse_route(&route_csv(&route)).expect("a route"), route);
    }
}

#[test]
fn rows_and_tables_that_cannot_be_read_are_refused_in_words() {
    let cases = [
        ("", "it is not a path: it has no steps"),
        ("\n# nothing\ntime,x,y\n", "it is not a path: it has no steps"),
        ("0,1,2\n1,1", "line 2: it has 2 columns, and a step has three"),
        ("0,1,2,3", "line 1: it has 4 columns, and a step has three: time, x and y; column 4, '3', needs a header"),
        ("0,\"1,5\",2", "line 1: its x, column 2: '1,5' is not a number; decimal commas need semicolons"),
        ("0;1,5;1.234,5", "line 1: its y, column 3: '1.234,5' is not a number"),
        ("0;1;1,234,567", "line 1: its y, column 3: '1,234,567' is not a number"),
        ("note;time;x;y\nhop;0;1", "line 2: it has 3 columns, and the header says that y is column 4"),
        ("y,frame,x\n0,1,\"up\\\"", r"line 2: its x, column 3: 'up\' is not a number"),
        ("# a\n0,1,two", "line 2: its y, column 3: 'two' is not a number"),
        ("0,1,2\n1,,2", "line 2: its x, column 2: '' is not a number"),
        ("t,x,y\n0,1,2", "line 1: 't,x,y' is neither a step nor a header, which is time,x,y or frame,x,y"),
        ("0,1,2\ntime,x,y", "line 2: its time, column 1: 'time' is not a number"),
        ("0,NaN,2", "line 1: the x is not a finite number"),
        ("0,1,-inf", "line 1: the y is not a finite number"),
        ("1e999,1,2", "line 1: the time is not a finite number"),
        ("time,x,y,a_rotation\n0,1,1,NaN", "line 2: the a_rotation is not a finite number"),
        ("time,x,y,b_rotation\n0,1,1,inf", "line 2: the b_rotation is not a finite number"),
        ("time,x,y,b_rotation\n0,1,1,left", "line 2: its b_rotation, column 4: 'left' is not a number"),
        ("0,1,1e9\n1,1,1.0000001e9", "line 2: the y is out of range"),
        ("time,x,y\n2e9,1,1", "line 2: the time is out of range"),
        ("-1,1,1", "line 1: the time is below 0"),
        ("0,1,1\n\n0,1,1", "line 3: the time is not after that of the step before"),
        ("2,1,1\n1,1,1", "line 2: the time is not after"),
        ("\u{1b}[31m,x,y", r"'\u{1b}[31m,x,y'"),
    ];
    for (text, reason) in cases {
        let message = match parse_path(text) {
            Err(why) => why.to_string(),
            Ok(table) => {
                let Skipped { line, reason } = table.skipped.first().expect(text);
                format!("line {line}: {reason}")
            }
        };
        assert!(message.contains(reason), "{text:?}: {message}");
    }
    let long = parse_route(&"x".repeat(1_000_000)).expect_err("no path").to_string();
    assert!(long.len() < 200, "{long}");
    let rows: String = (0..=scene::Route::MOST_STEPS).map(|n| format!("{n},0,0\n")).collect();
    let many = parse_route(&rows).expect_err("too many").to_string();
    assert_eq!(many, "it is not a path: it has more than 1,000,000 steps");

    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        fs::write(&path, bytes).expect("a file");
        path
    };
    let refused = |path: &Path| load_path(path, &Limits::default()).expect_err("no path").to_string();
    assert!(
        refused(&file("log.csv", b"0,1"))
            .ends_with("log.csv: line 1: it has 2 columns, and a step has three: time, x and y")
    );
    assert!(refused(&file("bytes.csv", b"0,1,\xff")).ends_with("it is not UTF-8 text"));
    assert!(refused(&folder.path().join("no.csv")).ends_with("there is no such file"));
    let limits = Limits { max_bytes: 4, ..Limits::default() };
    let large = load_path(&file("large.csv", b"0,1,2\n"), &limits).expect_err("large");
    assert!(matches!(large.reason, Reason::TooManyBytes { bytes: 6, limit: 4 }), "{large}");
}

#[test]
fn tables_are_read_as_spreadsheets_write_them() {
    let expected = parse_route("0,1.5,-2\n1,3,4").expect("a path");
    for text in [
        "time,x,y\r\n0,1.5,-2\r\n1,3,4\r\n",
        "time,x,y\r0,1.5,-2\r1,3,4\r",
        "0,1.5,-2\r\r1,3,4",
        "\u{feff}\"time\",\"x\",\"y\"\n\"0\",\"1.5\",\"-2\"\n\"1\",\"3\",\"4\"",
        "time;x;y\n0;1,5;-2\n1;3;4",
        "\"time\";\"x\";\"y\"\n\"0,0\";\"1,50\";\"-2\"\n\"1\";\"3\";\"4\"",
        "time\tx\ty\n0\t1,5\t-2\n1\t3\t4",
        " Time , X , Y \n 0 , 1.5 , -2 \n 1 , 3 , 4 ",
        "0,1.5,-2,,\n1,3,4,,\n,,,,\n",
        "time,x,y,note\n0,1.5,-2,\"a; b, c\"\n1,3,4,",
        "note;y;x;frame\nhop;-2;1,5;0\n;4;3;60",
    ] {
        assert_eq!(parse_route(text).as_ref().map_err(ToString::to_string), Ok(&expected), "{text:?}");
    }
}

#[test]
fn scenes_hold_routes() {
    let read = |text: &str| decode_scene(text.as_bytes(), Path::new("my.scene.json"), &Limits::default());
    let mut scene = ship_and_rock();
    for route in [drag(), route(&[(10.0, -17.0)])] {
        scene.route = Some(route);
        let text = encode_scene(&scene, None, false);
        let again = read(&text).expect("a scene");
        assert_eq!(again.route, scene.route);
        assert_eq!(encode_scene(&again, None, false), text);
        assert!(text.lines().all(|line| line.len() <= 100), "{text}");
    }
    let whole: Vec<_> = (0..100).map(|x| (f64::from(x), 0.0)).collect();
    scene.route = Some(
        scene::Route::of(whole.iter().map(|&position| RouteStep { seconds: position.0, position })).expect("a route"),
    );
    let text = encode_scene(&scene, None, false);
    assert!(text.contains("  \"path\": [\n    [0, 0, 0], [1, 1, 0], ") && text.lines().count() < 30, "{text}");
    scene.route = Some(scene::Route::default());
    assert!(!encode_scene(&scene, None, false).contains("path"));
    for (route, reason) in [
        ("[]", "its path: it has no steps"),
        ("[[0,1]]", "a list of 3 is expected"),
        ("[[0,1,2],[0,1,2]]", "its path: step 1: the time is not after"),
        ("[[0,1,2],[1,2e9,2]]", "its path: step 1: the x is out of range"),
        ("[[-1,1,2]]", "its path: step 0: the time is below 0"),
    ] {
        let text = format!(r##"{{"maskscope":1,"a":{{"mask":["#"]}},"b":{{"mask":["#"]}},"path":{route}}}"##);
        let message = read(&text).expect_err(route).to_string();
        assert!(message.starts_with("my.scene.json: ") && message.contains(reason), "{message}");
    }
}

/// Runs a command line and returns its exit code, standard output and standard error.
fn run(line: &[&str]) -> (u8, String, String) {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let args = std::iter::once("maskscope").chain(line.iter().copied());
    let Outcome::Exit(code) = cli::run(args, &mut out, &mut err) else { panic!("{line:?} opens the window") };
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (code, text(out), text(err))
}

#[test]
fn replay_ranks_over_the_route_as_the_library_does() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).expect("a file");
        path.to_str().expect("UTF-8").to_owned()
    };
    let mut scene = ship_and_rock();
    scene.sprites[1].placement.position = (10.0, -17.0);
    let still = file("still.json", &encode_scene(&scene, None, false));
    let logged = route(&[(-60.0, 0.0), (10.0, -17.0), (0.0, 0.0), (60.0, 0.0), (-60.0, 0.0)]);
    let csv = file("log.csv", &route_csv(&logged));
    scene.route = Some(drag());
    let moved = file("moved.json", &encode_scene(&scene, None, false));

    let answer = |line: &[&str]| {
        let (code, out, err) = run(line);
        assert_eq!((code, err.as_str()), (0, ""), "{line:?}");
        serde_json::from_str::<Value>(&out).expect("one JSON object")
    };
    let rest = route(&[(10.0, -17.0)]);
    for (line, route) in [
        (&["replay", &still, "--json"][..], &rest),
        (&["replay", &moved, "--json"], &drag()),
        (&["replay", &moved, "--json", "--path", &csv], &logged),
    ] {
        let answer = answer(line);
        let ranking = ranking(&walked(&scene, route, &Scan::ALL));
        let scans = answer["scans"].as_array().expect("a list");
        assert_eq!(scans.len(), Scan::ALL.len());
        for (scan, ranked) in scans.iter().zip(ranking) {
            let fields: Vec<_> = scan.as_object().expect("an object").keys().map(String::as_str).collect();
            assert_eq!(fields, ["name", "rank", "visits", "median_ns", "wrong"]);
            let expected =
                serde_json::json!([ranked.scan.to_string(), ranked.rank, ranked.cost.visits, ranked.cost.wrong]);
            assert_eq!(serde_json::json!([scan["name"], scan["rank"], scan["visits"], scan["wrong"]]), expected);
            assert!(scan["median_ns"].as_f64().is_some_and(|nanos| nanos > 0.0));
        }
        assert_eq!(
            answer.as_object().map(serde_json::Map::len),
            Some(4),
            "the version, the fields of the contract, and the path"
        );
        // JSON has the same facts about the path as the text.
        let run = walked(&scene, route, &Scan::ALL);
        let tunnels =
            run.tunnels.iter().map(|(step, at)| serde_json::json!({"step": step, "at": {"x": at.x, "y": at.y}}));
        let path = serde_json::json!({
            "steps": run.replay.steps.len(), "hits": hits(&run), "tunnelled": tunnels.collect::<Vec<_>>()
        });
        let is_still = line.len() == 3 && line[1] == still;
        assert_eq!(answer["path"], if is_still { Value::Null } else { path });
        assert_eq!(answer["expectation"], Value::Null);
    }

    let (code, text, _) = run(&["replay", &still, "--path", &csv]);
    assert_eq!(code, 0);
    let lines: Vec<_> = text.lines().collect();
    assert!(lines.contains(&"steps      5") && lines.contains(&"hits       2"), "{text}");
    assert!(lines.contains(&"tunnelled  1") && text.contains("before step 4"), "{text}");
    assert!(!run(&["replay", &still]).1.contains("tunnelled"));

    // The expectation applies to the position of B in the scene, wherever the route leads.
    let expecting = |area| {
        let text = fs::read_to_string(&still).expect("a scene");
        let text = text.replacen(
            "\"maskscope\": 1,",
            &format!("\"maskscope\": 1, \"expect\": {{\"overlap_area\": {area}}},"),
            1,
        );
        run(&["replay", &file("expecting.json", &text), "--path", &csv, "--json"])
    };
    assert_eq!((expecting(13).0, expecting(14).0), (0, 3));
    let (code, _, error) = run(&["replay", &still, "--path", &file("bad.csv", "time,x,y\n0,1\n")]);
    assert!(code == 1 && error.contains("bad.csv: line 2: "), "{error}");
    assert_eq!(run(&["replay", &still, "--path", "no.csv"]).0, 1);
    assert_eq!(run(&["replay", &still, "--path"]).0, 2);
    assert_eq!(run(&["replay", "--path", &csv]).0, 2);
}
