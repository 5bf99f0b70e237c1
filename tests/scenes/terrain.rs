//! The ball on the hills: key presses replayed and compared with tables worked out by hand from the article's rules,
//! the pitfalls, the key files, and the command line.

use std::{fs, path::Path};

use maskscope::{
    cli::{self, Outcome},
    files::{Limits, load_keys, parse_keys, sample_sprite},
};
use maskscope_core::{
    geom::{Cell, Point, Size},
    mask::{Mask, Prepared, Solid},
    scene::terrain::{
        Clamp, Happening, Key, KeyEvent, KeyList, LOWEST_BIT, NotAscending, Playfield, Probing, Rules, Run, StepRecord,
    },
};
use serde_json::{Value, json};

/// The side in pixels of a character of a drawn ground, and of the ball: one step of walking.
const TILE: u32 = 8;

/// A ground of one tile for each character.
fn tiles(text: &str) -> Prepared {
    let drawn: Mask = text.parse().expect("a mask");
    let size = Size::new(drawn.width() * TILE, drawn.height() * TILE);
    Prepared::new(Mask::from_fn(size, |x, y| drawn.get(x / TILE, y / TILE)))
}

/// A ground of 64 columns whose rows are solid as `solid` decides.
fn rows(height: u32, solid: impl Fn(u32) -> bool) -> Prepared {
    Prepared::new(Mask::from_fn(Size::new(64, height), |_, y| solid(y)))
}

/// A ball of one tile; its probe is in the middle of a tile's column if x is a multiple of 8.
fn ball() -> Prepared {
    tiles("#")
}

/// Runs `steps` steps on `ground` with the `keys` of a key file, by the article's rules after `change`.
fn run_by(ground: &Prepared, keys: &str, steps: u32, change: impl FnOnce(&mut Rules)) -> Run {
    let ball = ball();
    let playfield = Playfield::new(&ball, ground);
    let mut rules = playfield.rules();
    change(&mut rules);
    Run::of(rules, &playfield, &parse_keys(keys).expect("keys"), steps)
}

fn run_from(start: Point, ground: &Prepared, keys: &str, steps: u32) -> Run {
    run_by(ground, keys, steps, |rules| rules.start = start)
}

/// Returns x, y, the probe's y, the contact's y and the number of pixels read for each step.
fn table(run: &Run) -> Vec<(f64, f64, f64, Option<f64>, u32)> {
    let row = |step: &StepRecord| {
        let (x, y) = step.after.ball.position;
        (x, y, step.look.probe.1, step.look.contact.map(|(_, y)| y), step.look.reads.count)
    };
    run.steps.iter().map(row).collect()
}

/// Returns y, velocity and whether the ball jumps, after each step.
fn flight(run: &Run) -> Vec<(f64, f64, bool)> {
    run.steps.iter().map(|step| step.after.ball).map(|ball| (ball.position.1, ball.velocity_y, ball.jumping)).collect()
}

#[test]
fn the_rules_are_the_articles() {
    let Rules { walk, gravity, jump, falling, start, stage, clamp, probing } = Rules::default();
    assert_eq!((walk, gravity, jump, falling), (8.0, 2.5, 45.0, 10.0));
    assert_eq!((start, stage), ((32.0, 10.0), Size::new(640, 480)));
    assert_eq!((clamp, probing), (Clamp::Beyond, Probing::EndPoint));
}

#[test]
fn a_ball_drops_and_stands_and_its_contact_keeps_its_fraction() {
    let run = run_by(&rows(48, |y| y >= 32), "", 4, |_| {});
    // The bottom is 18 at first. 30.5 is looked up in row 31, and 45.5 in row 46; 31.5, in row 32, is the last that is
    // solid.
    assert_eq!(
        table(&run),
        [
            (32.0, 22.5, 30.5, None, 1),
            (32.0, 23.5, 45.5, Some(31.5), 16),
            (32.0, 23.5, 41.5, Some(31.5), 12),
            (32.0, 23.5, 41.5, Some(31.5), 12),
        ]
    );
    let standing = (23.5, 10.0, false);
    assert_eq!(flight(&run), [(22.5, 12.5, true), standing, standing, standing]);
    let read: Vec<Cell> = run.steps[1].look.reads.cells().collect();
    assert_eq!(read, (31..=46).rev().map(|y| Cell::new(36, y)).collect::<Vec<_>>(), "upwards, including the clear one");
    let visits: Vec<_> = run.steps[1].look.reads.visits().map(|visit| (visit.x, visit.y, visit.cells())).collect();
    assert_eq!((visits.len(), visits[0], visits[15]), (16, (36, 46, 1), (36, 31, 1)));
    assert_eq!(run.happening(1), Some(Happening::Lands));
}

#[test]
fn the_full_test_rounds_halves_up_along_both_axes() {
    let (ball, ground) = (ball(), rows(48, |y| y >= 32));
    let field = Playfield::new(&ball, &ground);
    // At row 25 the last row of the ball is in the ground; at row 24 no row is.
    let shared = |x, y| field.shared((x, y));
    assert_eq!([24.0, 24.49, 24.5, 25.0].map(|y| shared(0.0, y)), [0, 0, 8, 8]);
    assert_eq!([-1.0, -0.51, -0.5, 0.0].map(|x| shared(x, 25.0)), [7, 7, 8, 8]);
}

#[test]
fn stairs_are_walked_up_and_down_between_the_edges_of_the_stage() {
    let stairs = tiles("........\n........\n....##..\n..####..\n########\n########");
    let keys = "1 right down\n8 right up\n8 left down";
    assert_eq!(
        table(&run_from((8.0, 23.5), &stairs, keys, 14)),
        [
            (8.0, 24.0, 44.0, Some(32.0), 14),
            (16.0, 16.0, 42.0, Some(24.0), 20), // up a stair
            (24.0, 16.0, 34.0, Some(24.0), 12),
            (32.0, 8.0, 34.0, Some(16.0), 20), // up the next
            (40.0, 8.0, 26.0, Some(16.0), 12),
            (48.0, 18.0, 26.0, None, 1),       // off the top: two stairs take two steps
            (48.0, 24.0, 36.0, Some(32.0), 6), // at the right edge: 48 + 8 + 8 is not below 64
            (48.0, 24.0, 42.0, Some(32.0), 12),
            (40.0, 8.0, 42.0, Some(16.0), 28), // two stairs up at once, to the left
            (32.0, 8.0, 26.0, Some(16.0), 12),
            (24.0, 16.0, 26.0, Some(24.0), 4), // down a stair
            (16.0, 16.0, 34.0, Some(24.0), 12),
            (8.0, 24.0, 34.0, Some(32.0), 4),
            (8.0, 24.0, 42.0, Some(32.0), 12), // at the left edge: 8 - 8 is not above 0
        ]
    );
}

#[test]
fn left_goes_before_right_unless_the_edge_is_near() {
    let flat = rows(48, |y| y >= 32);
    let xs = |keys| -> Vec<f64> {
        let run = run_from((24.0, 23.5), &flat, keys, 6);
        run.steps.iter().map(|step| step.after.ball.position.0).collect()
    };
    assert_eq!(xs("0 left down\n0 right down"), [16.0, 8.0, 16.0, 8.0, 16.0, 8.0]);
    assert_eq!(xs("0 left down\n0 left up\n2 right down\n3 right up"), [24.0, 24.0, 32.0, 32.0, 32.0, 32.0]);
}

#[test]
fn a_jump_rises_thirteen_steps_and_lands_in_the_twenty_seventh() {
    let flat = rows(240, |y| y >= 200);
    // The key is held from step 1 on. Pressing it again in the air and releasing it have no effect, and holding it does
    // not repeat the jump.
    let run = run_from((32.0, 192.0), &flat, "1 jump down\n5 jump up\n6 jump down", 30);
    let ys: Vec<f64> = run.steps[1..].iter().map(|step| step.after.ball.position.1).collect();
    assert_eq!(
        ys,
        [
            159.0, 129.0, 101.5, 76.5, 54.0, 34.0, 16.5, 1.5, -11.0, -21.0, -28.5, -33.5, -36.0, // up
            -36.0, -33.5, -28.5, -21.0, -11.0, 1.5, 16.5, 34.0, 54.0, 76.5, 101.5, 129.0, 159.0, // down
            191.5, 191.5, 191.5 // landed, and standing
        ]
    );
    let velocities: Vec<f64> = run.steps[1..5].iter().map(|step| step.after.ball.velocity_y).collect();
    assert_eq!(velocities, [-32.5, -30.0, -27.5, -25.0], "10 - 45, and 2.5 more with each step, the first included");
    assert_eq!(table(&run)[27], (32.0, 191.5, 199.5, Some(199.5), 2), "199.5 is looked up in row 200");
    assert_eq!(flight(&run)[26..29], [(159.0, 30.0, true), (191.5, 10.0, false), (191.5, 10.0, false)]);
    assert_eq!((run.happening(1), run.happening(27)), (Some(Happening::Jumps), Some(Happening::Lands)));
    assert_eq!(run.happening(28), None);
}

#[test]
fn off_an_edge_it_falls_at_constant_ten_and_may_jump_in_mid_air() {
    let cliff = tiles("....\n....\n##..\n##..\n##..\n##..\n##..\n##..\n##..\n##..\n##..\n####\n####");
    let run = run_from((8.0, 7.5), &cliff, "1 right down\n5 jump down", 8);
    assert_eq!(
        flight(&run),
        [
            (8.0, 10.0, false),
            (18.0, 10.0, false), // over the edge
            (28.0, 10.0, false),
            (38.0, 10.0, false),
            (48.0, 10.0, false),
            (15.5, -32.5, true), // a jump from nothing
            (-14.5, -30.0, true),
            (-42.0, -27.5, true),
        ]
    );
    assert_eq!((run.happening(1), run.happening(5)), (Some(Happening::Falls), Some(Happening::Jumps)));
}

#[test]
fn a_thin_platform_is_tunnelled_through_but_not_by_the_swept_probe() {
    // The bottom moves from 18 through 30.5, 45.5, 63 and 83 to 105.5.
    let platform = rows(240, |y| (90..96).contains(&y));
    let article = run_by(&platform, "", 6, |_| {});
    let bottoms: Vec<f64> = flight(&article).iter().map(|(y, ..)| y + 8.0).collect();
    assert_eq!(bottoms, [30.5, 45.5, 63.0, 83.0, 105.5, 130.5]);
    let tunnelled: Vec<_> = article.steps.iter().map(|step| step.tunnelled).collect();
    assert_eq!(tunnelled, [None, None, None, None, Some(Cell::new(36, 90)), None]);
    assert_eq!(article.happening(4), Some(Happening::Tunnels));

    let swept = run_by(&platform, "", 6, |rules| rules.probing = Probing::Swept);
    assert_eq!(
        table(&swept),
        [
            (32.0, 22.5, 30.5, None, 14), // rows 18 to 31
            (32.0, 37.5, 45.5, None, 17), // rows 30 to 46
            (32.0, 55.0, 63.0, None, 19),
            (32.0, 75.0, 83.0, None, 21),
            (32.0, 82.0, 105.5, Some(90.0), 8), // rows 83 to 90
            (32.0, 82.0, 100.0, Some(90.0), 1),
        ]
    );
    assert!(swept.steps.iter().all(|step| step.tunnelled.is_none()));
    assert_eq!(swept.steps[4].look.reads.cells().last(), Some(Cell::new(36, 90)));
}

#[test]
fn eleven_rows_carry_a_standing_ball_and_ten_do_not() {
    for (thick, carried) in [(10, false), (11, true)] {
        let run = run_by(&rows(240, |y| (104..104 + thick).contains(&y)), "", 6, |_| {});
        assert_eq!(run.steps[4].look.contact, Some((36.0, 103.5)), "105.5 is inside");
        assert_eq!(run.steps[5].look.contact.is_some(), carried, "113.5 is looked up in row 114, the eleventh");
        assert_eq!(run.steps[5].tunnelled.is_some(), !carried);
    }
}

#[test]
fn an_upward_step_of_the_swept_probe_reads_its_end_point_alone() {
    let swept = |rules: &mut Rules| (rules.start, rules.probing) = ((32.0, 192.0), Probing::Swept);
    let run = run_by(&rows(240, |y| y >= 200), "1 jump down", 3, swept);
    assert_eq!(
        table(&run),
        [(32.0, 192.0, 212.5, Some(200.0), 1), (32.0, 159.5, 167.5, None, 1), (32.0, 129.5, 137.5, None, 1)]
    );
    assert_eq!(run.steps[1].look.reads.first, Cell::new(36, 168));
}

#[test]
fn the_swept_probe_climbs_nothing() {
    let stairs = tiles("....\n..##\n####\n####\n####");
    let swept = |rules: &mut Rules| (rules.start, rules.probing) = ((0.0, 8.0), Probing::Swept);
    let run = run_by(&stairs, "0 right down", 2, swept);
    assert_eq!(run.steps[1].after.ball.position, (16.0, 8.0), "row 16 is solid, and the first that is read");
    assert_eq!(run.steps[1].shared_after, 64, "the ball is inside the stair");
}

#[test]
fn the_clamp_as_written_lets_a_probe_on_the_bottom_edge_through() {
    let floor = rows(48, |y| y >= 46);
    let start = |clamp| move |rules: &mut Rules| (rules.start, rules.clamp) = ((32.0, 27.5), clamp);
    // 27.5 + 8 + 12.5 is 48, the height.
    let written = run_by(&floor, "", 2, start(Clamp::Beyond));
    assert_eq!(table(&written), [(32.0, 40.0, 48.0, None, 1), (32.0, 38.0, 47.0, Some(46.0), 3)]);
    assert_eq!(written.steps[0].tunnelled, Some(Cell::new(36, 46)));
    let meant = run_by(&floor, "", 2, start(Clamp::AtOrBeyond));
    assert_eq!(table(&meant), [(32.0, 38.0, 47.0, Some(46.0), 3), (32.0, 38.0, 47.0, Some(46.0), 3)]);
}

#[test]
fn without_a_floor_it_falls_for_ever_and_reads_the_last_row() {
    let run = run_by(&rows(48, |_| false), "", 600, |_| {});
    let last = &run.steps[599];
    assert_eq!((last.look.probe, last.look.reads.count, last.look.contact), ((36.0, 47.0), 1, None));
    // 10 + the sum of 10 + 2.5 n for n from 1 to 600.
    assert_eq!(last.after.ball.position.1, 10.0 + 6_000.0 + 1.25 * 600.0 * 601.0);
    assert!(!last.disagrees());
}

#[test]
fn the_lowest_bit_of_alpha_misses_a_ground_of_alpha_254() {
    let ground = |alpha: u8, solid: Solid| Prepared::new(Mask::from_alpha(Size::new(64, 48), &[alpha; 64 * 48], solid));
    let stands = |alpha, solid| run_by(&ground(alpha, solid), "", 1, |_| {}).steps[0].look.contact.is_some();
    assert!(stands(254, Solid::Above(0)) && !stands(254, LOWEST_BIT));
    assert!(stands(1, LOWEST_BIT) && stands(255, LOWEST_BIT) && !stands(0, LOWEST_BIT));
}

#[test]
fn one_point_stands_for_the_whole_ball_and_the_full_test_tells_where_it_should_not() {
    // The cliff is 20 columns wide. At x = 16 the middle of the ball, column 20, is beyond the edge, but four of its
    // columns are not.
    let cliff = Prepared::new(Mask::from_fn(Size::new(64, 64), |x, y| x < 20 && y >= 16));
    let run = run_from((8.0, 7.5), &cliff, "1 right down\n2 right up", 2);
    assert!(!run.steps[0].disagrees() && run.steps[0].look.contact.is_some());
    assert_eq!(
        (run.steps[0].shared_at_tried, run.steps[0].shared_after),
        (64, 0),
        "it stands on the ground, not in it"
    );
    assert_eq!((run.steps[1].tried, run.steps[1].look.contact), ((16.0, 18.0), None));
    assert_eq!((run.steps[1].shared_at_tried, run.steps[1].shared_after), (32, 32));
    assert!(run.steps[1].disagrees());
}

/// Applies the rules once more, in one loop and without caches: position, velocity, jumping, contact and pixels read.
fn by_the_book(
    ball: Size,
    ground: &Mask,
    keys: &[KeyEvent],
    steps: u32,
) -> Vec<(Point, f64, bool, Option<Point>, u32)> {
    let (width, height) = (f64::from(ball.width), f64::from(ball.height));
    let stage = (f64::from(ground.width()), f64::from(ground.height()));
    let (mut x, mut y, mut velocity, mut jumping, mut left, mut right) = (32.0, 10.0, 10.0, true, false, false);
    let mut jump_is_held = false;
    #[expect(clippy::cast_possible_truncation, reason = "small numbers")]
    let solid = |(x, y): Point| ground.get_cell(Cell::new((x + 0.5).floor() as i64, (y + 0.5).floor() as i64));
    let mut steps_by_the_book = Vec::new();
    for step in 0..steps {
        for event in keys.iter().filter(|event| event.step == step) {
            match event.key {
                Key::Left => left = event.down,
                Key::Right => right = event.down,
                Key::Jump => {
                    if event.down && !jump_is_held && !jumping {
                        (velocity, jumping) = (velocity - 45.0, true);
                    }
                    jump_is_held = event.down;
                }
            }
        }
        if left && x - 8.0 > 0.0 {
            x -= 8.0;
        } else if right && x + width + 8.0 < stage.0 {
            x += 8.0;
        }
        if jumping {
            velocity += 2.5;
        }
        let mut probe = (x + width / 2.0, y + height + velocity);
        if probe.1 > stage.1 {
            probe.1 = stage.1 - 1.0;
        }
        let (mut contact, mut read) = (None, 1);
        while solid(probe) {
            contact = Some(probe);
            probe.1 -= 1.0;
            read += 1;
        }
        match contact {
            None => y += velocity,
            Some(contact) => (y, jumping, velocity) = (contact.1 - height, false, 10.0),
        }
        steps_by_the_book.push(((x, y), velocity, jumping, contact, read));
    }
    steps_by_the_book
}

#[test]
fn on_the_hills_it_moves_by_the_book() {
    let [ball, hills] = ["ball.png", "hills.png"].map(|name| sample_sprite(name).expect("a sample"));
    let playfield = Playfield::new(ball.mask(), hills.mask());
    let mut seed = 1_u32;
    let mut below = |n: u32| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 16) % n
    };
    let mut text = String::new();
    let mut step = 0;
    while step < 3_000 {
        step += below(12);
        let (key, way) = (["left", "right", "right", "jump", "jump"], ["down", "down", "up"]);
        text += &format!("{step} {} {}\n", key[below(5) as usize], way[below(3) as usize]);
    }
    let keys = parse_keys(&text).expect("keys");
    let run = Run::of(playfield.rules(), &playfield, &keys, 3_000);
    let moved: Vec<_> = run
        .steps
        .iter()
        .map(|step| {
            let ball = step.after.ball;
            (ball.position, ball.velocity_y, ball.jumping, step.look.contact, step.look.reads.count)
        })
        .collect();
    assert_eq!(moved, by_the_book(ball.size(), hills.mask().mask(), keys.events(), 3_000));
    let happened = |what| (0..3_000).filter(|&step| run.happening(step) == Some(what)).count();
    let all = [Happening::Jumps, Happening::Falls, Happening::Lands, Happening::Tunnels].map(happened);
    assert!(all.iter().all(|&times| times > 0), "each happens: {all:?}");
    assert!(run.steps.iter().any(StepRecord::disagrees));

    assert_eq!(run, Run::of(playfield.rules(), &playfield, &keys, 3_000), "the same keys give the same run");
    let mut resumed = Run { rules: run.rules, steps: run.steps[..1_234].to_vec() };
    for step in 1_234..3_000 {
        resumed.push(&playfield, keys.of_step(step));
    }
    assert_eq!(resumed, run, "a run can resume at any step");
}

/// A key that is held does not repeat: it goes down once, until it has gone up.
#[test]
fn a_key_that_is_held_does_not_go_down_again() {
    let [ball, hills] = ["ball.png", "hills.png"].map(|name| sample_sprite(name).expect("a sample"));
    let playfield = Playfield::new(ball.mask(), hills.mask());
    let run = |keys: &str| Run::of(playfield.rules(), &playfield, &parse_keys(keys).expect("keys"), 300);
    let jumps = |keys: &str| {
        let run = run(keys);
        (0..300).filter(|&step| run.happening(step) == Some(Happening::Jumps)).collect::<Vec<_>>()
    };
    assert_eq!(jumps("100 jump down\n200 jump down\n"), [100], "no repetition");
    assert_eq!(jumps("100 jump down\n150 jump up\n200 jump down\n"), [100, 200]);
    assert_eq!(jumps("100 jump down\n150 jump up\n151 jump up\n200 jump down\n"), [100, 200]);
    for key in ["left", "right"] {
        let once = run(&format!("100 {key} down\n140 {key} up\n"));
        let again = run(&format!("100 {key} down\n120 {key} down\n140 {key} up\n150 {key} up\n"));
        assert_eq!(again, once, "{key}");
    }
}

#[test]
fn key_files_say_where_they_are_wrong() {
    let keys =
        parse_keys("\u{feff}# remark\n\n 0 right down\r\n0  jump down # both at once\n12 right up\n").expect("keys");
    let event = |step, key, down| KeyEvent { step, key, down };
    let [walk, jump] = [event(0, Key::Right, true), event(0, Key::Jump, true)];
    assert_eq!(keys.events(), [walk, jump, event(12, Key::Right, false)]);
    assert_eq!((keys.of_step(0), keys.of_step(1)), (&[walk, jump][..], &[][..]));
    let old_mac = parse_keys("# remark\r0 right down\r12 right up\r").expect("keys");
    assert_eq!(old_mac.events(), [walk, event(12, Key::Right, false)]);
    assert!(parse_keys("").is_ok_and(|keys| keys.events().is_empty()));

    let mut cut = keys;
    cut.truncate(12);
    assert_eq!(cut.events(), [walk, jump]);
    assert_eq!(cut.push(event(3, Key::Left, true)), Ok(()));
    assert_eq!(cut.push(event(2, Key::Left, true)), Err(NotAscending { step: 2, after: 3 }));

    let refusal = |text| parse_keys(text).expect_err("it is wrong").to_string();
    for (text, fault) in [
        ("0 right", "line 1: it has 2 words, and a change has three: STEP left|right|jump down|up"),
        ("\n0 right down now", "line 2: it has 4 words, and a change has three: STEP left|right|jump down|up"),
        ("# a\n-1 right down", "line 2: '-1' is not a step: a whole number from 0"),
        ("1.5 right down", "line 1: '1.5' is not a step: a whole number from 0"),
        ("99999999999 right down", "line 1: '99999999999' is not a step: a whole number from 0"),
        ("0 up down", "line 1: 'up' is not a key: left, right or jump"),
        ("0 left Down", "line 1: 'Down' is neither down nor up"),
        ("5 left down\n4 left up", "line 2: step 4 comes after step 5: steps must ascend"),
    ] {
        assert_eq!(refusal(text), fault);
    }
}

/// Runs a command and returns its exit code, standard output and standard error.
fn ran(words: &[&str]) -> (u8, String, String) {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let Outcome::Exit(code) = cli::run(["maskscope", "terrain"].iter().chain(words), &mut out, &mut err) else {
        panic!("{words:?} opens the window")
    };
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (code, text(out), text(err))
}

/// Writes `mask` as an image whose solid pixels have this `alpha`.
fn save(path: &Path, mask: &Mask, alpha: u8) {
    let pixel = |x, y| image::Rgba([0, 0, 0, if mask.get(x, y) { alpha } else { 0 }]);
    image::RgbaImage::from_fn(mask.width(), mask.height(), pixel).save(path).expect("a file");
}

#[test]
fn the_command_answers_with_the_state_after_each_step() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    let (keys, ball_file, ground_file) = (at("keys.txt"), at("ball.png"), at("ground.png"));
    fs::write(&keys, "1 jump down\n").expect("a file");
    save(Path::new(&ball_file), ball().mask(), 255);
    save(Path::new(&ground_file), rows(48, |y| y >= 32).mask(), 90);
    let words = ["--keys", &keys, "--ball", &ball_file, "--ground", &ground_file, "--for", "3", "--json"];
    let (code, out, err) = ran(&words);
    assert_eq!((code, err.as_str()), (0, ""));
    assert_eq!(
        serde_json::from_str::<Value>(&out).expect("JSON"),
        json!({"maskscope_answer": 1, "steps": [
            {"step": 0, "x": 32.0, "y": 22.5, "velocity_y": 12.5, "jumping": true, "probe": {"x": 36.0, "y": 30.5},
             "contact": null, "pixels_read": 1},
            {"step": 1, "x": 32.0, "y": 23.5, "velocity_y": 10.0, "jumping": false, "probe": {"x": 36.0, "y": 45.5},
             "contact": {"x": 36.0, "y": 31.5}, "pixels_read": 16},
            {"step": 2, "x": 32.0, "y": 23.5, "velocity_y": 10.0, "jumping": false, "probe": {"x": 36.0, "y": 41.5},
             "contact": {"x": 36.0, "y": 31.5}, "pixels_read": 12},
        ]})
    );
    let contact = |more: &[&str]| {
        let (code, out, err) = ran(&[&words[..], more].concat());
        assert_eq!((code, err.as_str()), (0, ""));
        let answer: Value = serde_json::from_str(&out).expect("JSON");
        answer["steps"][1]["contact"].clone()
    };
    assert_eq!(contact(&["--swept"]), json!({"x": 36.0, "y": 32.0}));
    assert_eq!(contact(&["--threshold", "90"]), Value::Null, "nothing of the ground is above 90");
    assert_eq!(contact(&["--threshold-b", "90"]), Value::Null);
    assert_eq!(contact(&["--threshold-a", "90"]), json!({"x": 36.0, "y": 31.5}));
}

#[test]
fn the_built_in_ball_drops_on_the_built_in_hills() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("keys.txt");
    fs::write(&file, "").expect("a file");
    let keys = file.to_str().expect("UTF-8");
    let (code, out, _) = ran(&["--keys", keys, "--json"]);
    let answer: Value = serde_json::from_str(&out).expect("JSON");
    let steps = answer["steps"].as_array().expect("steps");
    assert_eq!((code, steps.len()), (0, 600));
    // The bottom moves from 38 to 353 in twelve steps; 395.5 is in the ground, which begins at row 360.
    assert_eq!(steps[11]["y"], json!(325.0));
    assert_eq!(steps[12]["probe"], json!({"x": 46.0, "y": 395.5}));
    assert_eq!((&steps[12]["contact"], &steps[12]["y"]), (&json!({"x": 46.0, "y": 359.5}), &json!(331.5)));
    assert_eq!(steps[599]["y"], json!(331.5));

    let (code, text, err) = ran(&["--keys", keys, "--for", "20"]);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(text.starts_with("steps        20\ncontact      8\ntunnelled    0\ndisagree     0\n"), "{text}");
    assert!(text.contains("  12  lands  32  331.5        10\n"), "{text}");
    assert_eq!(
        ran(&["--keys", keys, "--for", "0", "--json"]),
        (0, "{\"maskscope_answer\":1,\"steps\":[]}\n".to_owned(), String::new())
    );
}

#[test]
fn what_cannot_be_read_ends_in_1_and_a_wrong_line_in_2() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("keys.txt");
    fs::write(&path, "0 right down\n1 fly up\n").expect("a file");
    let keys = path.to_str().expect("UTF-8");
    let wrong = format!("{keys}: line 2: 'fly' is not a key: left, right or jump");
    assert_eq!(ran(&["--keys", keys]), (1, String::new(), format!("maskscope: {wrong}\n")));
    assert_eq!(load_keys(&path, &Limits::default()).expect_err("it is wrong").to_string(), wrong);
    let (code, _, err) = ran(&["--keys", "nothing.txt"]);
    assert_eq!((code, err.as_str()), (1, "maskscope: nothing.txt: there is no such file\n"));
    fs::write(&path, [0xff, 0xfe]).expect("a file");
    assert!(ran(&["--keys", keys]).2.contains("it is not UTF-8 text"));

    fs::write(&path, "").expect("a file");
    assert_eq!(ran(&["--keys", keys, "--ball", "nothing.png"]).0, 1);
    assert_eq!(ran(&["--keys", keys, "--ground", keys]).0, 1, "no image");
    assert_eq!(ran(&["--keys", keys, "--max-bytes", "0", "--ball", "samples/ball.png"]).0, 1);
    for wrong in [&[][..], &["--keys", keys, "--for", "-1"], &["--keys", keys, "--for", "1000001"], &["hills.png"]] {
        assert_eq!(ran(wrong).0, 2, "{wrong:?}");
    }
}

/// Of most pairs of sprites, one starts on the other as its ground, and stays there.
#[test]
fn fitted_rules_let_any_sprite_stand_on_any_other() {
    let names: Vec<_> =
        maskscope::files::sample_pairs().iter().flat_map(|pair| [pair.a.clone(), pair.b.clone()]).collect();
    let sprites: Vec<_> = names.iter().filter_map(|name| sample_sprite(name)).collect();
    let mut stood = 0;
    for ball in &sprites {
        for ground in &sprites {
            let field = Playfield::new(ball.raster().mask(), ground.raster().mask());
            let rules = field.fitted();
            let run = Run::of(rules, &field, &KeyList::default(), 120);
            let names = format!("{} on {}: {rules:?}", ball.name, ground.name);
            assert!(rules.walk <= Rules::default().walk.max(f64::from(ball.size().height) / 28.0 * 8.0), "{names}");
            let last = run.steps.last().expect("120 steps").after.ball.position;
            if run.steps[0].look.contact.is_some() {
                assert!((last.1 - rules.start.1).abs() < 2.0 && last.0 == rules.start.0, "{names}");
                stood += 1;
            }
        }
    }
    let all = sprites.len() * sprites.len();
    assert!(stood * 10 >= all * 9, "{stood} of {all} stand");
}
