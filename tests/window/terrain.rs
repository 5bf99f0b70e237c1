//! The ball on the hills: played by keys and buttons, stepped, scrubbed back, by other rules and with other art.

use std::fs;

use egui::{Key, Modifiers, vec2};
use maskscope::{
    cli::{self, Outcome},
    exports::KEYS,
    session::{Ask, Cast, Framing, OpenAs, Slot, StageAction, Tab, TerrainAction, ViewAction},
};
use maskscope_core::scene::terrain::{self as game, Probing};
use serde_json::Value;

use crate::driver::Window;

/// Opens the tab, with the ball at rest after its fall.
fn landed() -> Window {
    let mut window = Window::paused_at(0);
    window.click("Terrain");
    assert_eq!(window.session().view().tab, Tab::Terrain);
    window.wait_until("the ball has landed", |window| {
        let room = window.session().terrain();
        room.shown().is_some_and(|step| step.look.contact.is_some()) && !room.is_moving()
    });
    window
}

fn ball(window: &Window) -> game::Ball {
    window.session().terrain().shown().expect("a step").after.ball
}

fn x(window: &Window) -> f64 {
    ball(window).position.0
}

/// In the smallest window, every speed can be chosen from a list.
#[test]
fn a_small_window_keeps_the_speeds_of_the_ball() {
    let mut window = Window::without_time(vec2(900.0, 600.0));
    window.act(ViewAction::Show(Tab::Terrain));
    window.click("Pace: 60 / s");
    window.click("1/10");
    assert_eq!(window.session().terrain().game.pace, 3);
    assert!(window.shows("Pace: 1/10"));
}

fn middle(window: &Window) -> (f64, f64) {
    let Framing::Free(camera) = window.session().view().game_framing else { panic!("it was zoomed") };
    camera.centre
}

#[test]
fn a_ball_is_played_by_keys_and_replayed_alike_on_the_command_line() {
    let mut window = landed();
    assert_eq!(x(&window), 32.0);
    assert!(window.mentions("The ball is on the ground at 46"), "the answer line says so");
    window.wait_until("both tests are timed", |window| window.session().derived().probe_timings().is_some());
    window.key(Key::ArrowRight);
    window.wait_until("it rests again", |window| !window.session().terrain().is_moving());
    let walked = x(&window) - 32.0;
    assert!(walked >= 8.0 && walked % 8.0 == 0.0, "{walked}");
    window.key(Key::ArrowUp);
    window.wait_until("it jumps", |window| ball(window).jumping);
    window.wait_until("it has landed", |window| !window.session().terrain().is_moving());
    // The saved keys give the same positions on the command line.
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("keys.txt");
    window.export(&KEYS, path.clone());
    window.wait_until("they are saved", |window| window.shows("Keys of the run saved"));
    let run = window.session().terrain().run().expect("a run");
    let steps = run.steps.len().to_string();
    let args = ["maskscope", "terrain", "--json", "--for", &steps, "--keys", path.to_str().expect("UTF-8")];
    let (mut out, mut err) = (Vec::new(), Vec::new());
    assert!(matches!(cli::run(args, &mut out, &mut err), Outcome::Exit(0)), "{}", String::from_utf8_lossy(&err));
    let answer: Value = serde_json::from_slice(&out).expect("JSON");
    let steps_of_answer = answer["steps"].as_array().expect("a list");
    assert_eq!(steps_of_answer.len(), run.steps.len());
    for (row, step) in steps_of_answer.iter().zip(&run.steps) {
        let (x, y) = step.after.ball.position;
        assert_eq!((&row["x"], &row["y"]), (&x.into(), &y.into()), "step {}", step.step);
        assert_eq!(row["pixels_read"], step.look.reads.count, "step {}", step.step);
    }
}

#[test]
fn saved_keys_are_opened_again_and_play_the_same_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("keys.txt");
    let mut window = landed();
    window.harness.key_down(Key::ArrowRight);
    window.wait_until("it has walked", |window| x(window) > 100.0);
    window.harness.key_up(Key::ArrowRight);
    window.key(Key::ArrowUp);
    window.wait_until("it rests", |window| !window.session().terrain().is_moving());
    let (keys, run) = (window.session().terrain().game.keys.clone(), window.session().terrain().run().cloned());
    let run = run.expect("a run");
    assert!(run.steps.iter().any(|step| step.after.ball.velocity_y < 0.0), "it has jumped");
    window.export(&KEYS, path.clone());
    window.wait_until("they are saved", |window| window.shows("Keys of the run saved"));
    let mut other = landed();
    other.ask(Ask::Open(OpenAs::Keys, path.clone()));
    other.wait_until("they are read", |window| window.session().terrain().game.keys == keys);
    let again = other.session().terrain().run().expect("a run");
    assert!(again.steps.iter().zip(&run.steps).all(|(one, other)| one == other));
    fs::write(&path, "0 right down\n5 up up\n").expect("written");
    other.ask(Ask::Open(OpenAs::Keys, path));
    other.wait_until("it says why not", |window| window.shows("keys.txt could not be opened"));
    assert!(other.mentions("Line 2: 'up' is not a key"));
    assert_eq!(other.session().terrain().game.keys, keys, "the old run is kept");
}

#[test]
fn a_tap_that_is_over_before_the_next_step_still_jumps() {
    let mut window = landed();
    let ctx = window.harness.ctx.clone();
    for down in [true, false] {
        let app = window.harness.state_mut().as_mut().expect("the first frame has opened it");
        app.act(&ctx, TerrainAction::Press(game::Key::Jump, down).into());
    }
    window.wait_until("it jumps", |window| ball(window).jumping);
}

#[test]
fn the_past_is_stepped_through_and_a_key_begins_another_future() {
    let mut window = landed();
    let steps = window.session().terrain().game.steps;
    window.click("Zoom in");
    let low = middle(&window).1;
    window.click("To the start");
    assert!(middle(&window).1 < low, "the view follows the ball");
    window.key(Key::F);
    assert_eq!((window.session().view().game_framing, window.session().terrain().game.at), (Framing::Fit, 0));
    assert!(window.mentions("The ball is about to drop"));
    window.click("Step on");
    window.click("Step on");
    assert_eq!((window.session().terrain().game.at, window.session().terrain().game.steps), (2, steps));
    window.key(Key::Comma);
    assert_eq!(window.session().terrain().game.at, 1);
    assert!(!window.session().terrain().is_playing());
    window.key(Key::ArrowRight);
    window.wait_until("it rests", |window| !window.session().terrain().is_moving());
    assert!(x(&window) > 32.0, "it walked from the first step on");
    window.click("Start again");
    window.wait_until("it has landed again", |window| !window.session().terrain().is_moving());
    assert_eq!(x(&window), 32.0);
}

#[test]
fn buttons_hold_keys_while_they_are_held() {
    let mut window = landed();
    window.click("Walk right");
    window.wait_until("it rests", |window| !window.session().terrain().is_moving());
    assert!(x(&window) > 32.0);
    assert!(!window.session().terrain().pressed.right, "it was released");
}

#[test]
fn other_rules_play_the_same_keys_again() {
    let mut window = landed();
    let steps = window.session().terrain().game.steps;
    window.enter("falling", "20");
    let room = window.session().terrain();
    assert_eq!((room.game.rules.falling, room.game.steps), (20.0, steps));
    assert_eq!(room.run().expect("a run").steps[0].before.ball.velocity_y, 20.0);
    window.click("The article's numbers");
    assert_eq!(window.session().terrain().game.rules.falling, 10.0);
    window.click("Swept probe");
    assert_eq!(window.session().terrain().game.rules.probing, Probing::Swept);
    let last = *window.session().terrain().shown().expect("a step");
    assert_eq!(last.look.contact.expect("it still lands").1.fract(), 0.0, "a swept contact is a whole row");
}

#[test]
fn ground_of_an_even_alpha_is_none_by_its_lowest_bit() {
    let mut window = landed();
    let count =
        |window: &Window| window.session().terrain().actors.as_ref().expect("actors").ground.mask.mask().count();
    let all = count(&window);
    window.click("Lowest bit of alpha only");
    assert_eq!(all - count(&window), 22_509, "the last hill is of alpha 254");
    window.click("Lowest bit of alpha only");
    assert_eq!(count(&window), all);
}

#[test]
fn two_loaded_sprites_take_the_roles() {
    let mut window = landed();
    window.click("A on B");
    let room = window.session().terrain();
    assert_eq!(room.game.cast, Cast::Loaded);
    let actors = room.actors.as_ref().expect("the pair that was opened");
    let stage = window.session().stage();
    let [a, b] = Slot::ALL.map(|slot| stage.get(slot).expect("a sprite").raster().mask());
    assert_eq!((actors.ball.mask.mask(), actors.ground.mask.mask()), (a.mask(), b.mask()));
    assert_eq!(room.game.rules.stage, b.mask().size());
    // Thresholds of Inspect apply, and the same steps are played again.
    window.act(StageAction::SetThreshold { slot: Slot::B, threshold: 255 });
    window.act(StageAction::Settle);
    let room = window.session().terrain();
    assert_eq!(room.actors.as_ref().expect("actors").ground.mask.mask().count(), 0);
    assert!(room.run().expect("a run").steps.iter().all(|step| step.look.contact.is_none()));
}

#[test]
fn a_key_with_a_modifier_or_in_a_field_is_not_the_games() {
    let mut window = landed();
    window.key_with(Modifiers::COMMAND, Key::ArrowRight);
    window.follow();
    assert_eq!(x(&window), 32.0);
    window.click("walk");
    window.key(Key::ArrowRight);
    window.follow();
    assert_eq!(x(&window), 32.0, "the field has the focus");
}

#[test]
fn space_jumps_while_the_game_runs_and_p_pauses_it() {
    let mut window = landed();
    window.key(Key::Space);
    window.wait_until("it jumps", |window| ball(window).jumping);
    assert!(window.session().terrain().is_playing());
    window.key(Key::P);
    assert!(!window.session().terrain().is_playing(), "P holds it in the air");
    window.key(Key::P);
    assert!(window.session().terrain().is_playing());
}

#[test]
fn a_stands_on_b_at_speeds_that_fit() {
    let mut window = landed();
    window.click("A on B");
    window.wait_until("some steps are made", |window| {
        window.session().terrain().game.steps > 20 || !window.session().terrain().is_moving()
    });
    let room = window.session().terrain();
    let step = room.shown().expect("a step");
    assert!(step.look.contact.is_some() && room.game.is_fitted, "{step:?}");
    let rules = room.game.rules;
    assert!(rules.walk < 2.0, "{rules:?}");
    window.click("The article's numbers");
    assert!(!window.session().terrain().game.is_fitted);
    window.click("Numbers that fit A on B");
    assert_eq!(window.session().terrain().game.rules, rules);
    window.click("ball and hills");
    window.follow();
    assert_eq!(window.session().terrain().game.rules.walk, 8.0);
}

/// The canvas of Inspect and Replay shows nothing of the ball.
#[test]
fn marks_of_the_ball_stay_in_their_tab() {
    let mut window = Window::paused_at(0);
    window.harness.remove_cursor();
    window.follow();
    let canvas = |window: &mut Window| {
        // The hint over it fades in.
        window.harness.run_steps(60);
        window.picture_of("Canvas", 0.0)
    };
    let before = canvas(&mut window);
    window.act(ViewAction::Show(Tab::Terrain));
    window.wait_until("a step is shown", |window| window.session().terrain().shown().is_some());
    window.key(Key::P);
    window.act(ViewAction::Show(Tab::Inspect));
    assert!(window.session().terrain().shown().is_some());
    assert!(canvas(&mut window) == before, "the canvas has changed");
}
