//! The route of B: recorded, played, scrubbed, kept in a scene, and replayed on the command line.

use std::fs;

use egui::{PointerButton, vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use maskscope::{
    cli::{self, Outcome},
    exports::{ROUTE, SCENE},
    session::{Ask, Layer, OpenAs, PlayerAction, Published, Slot, StageAction, Tab, ViewAction},
};
use serde_json::Value;

use crate::driver::Window;

fn is_known(window: &Window) -> bool {
    let published = window.session().derived().published();
    published.is_some_and(Published::is_complete) && window.session().walk().is_some()
}

/// A window in which B was dragged across A, with its path judged.
fn dragged() -> Window {
    let mut window = Window::paused_at(0);
    window.click("Replay");
    assert_eq!(window.session().view().tab, Tab::Replay);
    window.click("Drag rock.png over ship.png");
    let grip = window.pixel(Slot::B, 24, 20);
    let cell = window.cell_size(Slot::B);
    window.drag(grip, grip + cell * vec2(-12.0, 14.0), PointerButton::Primary);
    window.wait_until("the path is known", is_known);
    window.follow();
    window
}

#[test]
fn a_drag_is_recorded_ranked_and_replayed_alike_on_the_command_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("route.scene.json");
    let mut window = dragged();
    let route = window.session().route().route().expect("a route").clone();
    assert!(route.steps.len() >= 4, "{route:?}");
    assert_eq!(
        (route.steps[0].position, route.steps.last().map(|step| step.position)),
        ((10.0, -17.0), Some((-2.0, -3.0)))
    );

    window.export(&SCENE, path.clone());
    window.wait_until("the scene is written", |window| path.exists() && window.shows("Scene saved"));
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let args = ["maskscope", "replay", "--json", path.to_str().expect("UTF-8")];
    assert!(matches!(cli::run(args, &mut out, &mut err), Outcome::Exit(0)), "{}", String::from_utf8_lossy(&err));
    let replay: Value = serde_json::from_slice(&out).expect("JSON");
    let played = window.session().played().expect("a path");
    let ranking = played.replay.ranking(played.pair());
    let scans = replay["scans"].as_array().expect("a list");
    assert_eq!((scans.len(), played.count()), (ranking.len(), route.steps.len()));
    for (scan, ranked) in scans.iter().zip(&ranking) {
        assert_eq!(scan["name"], ranked.scan.to_string());
        assert_eq!(scan["rank"], ranked.rank, "{}", ranked.scan);
        assert_eq!(scan["visits"], ranked.cost.visits, "{}", ranked.scan);
        assert_eq!(scan["wrong"], ranked.cost.wrong, "{}", ranked.scan);
    }
}

#[test]
fn a_route_is_scrubbed_and_played_and_forgotten() {
    let mut window = dragged();
    window.click("To the start");
    assert_eq!(window.session().route().at(), 0);
    assert_eq!(window.session().stage().get(Slot::B).expect("B").placement().position, (10.0, -17.0));
    window.click("Step on");
    assert_eq!(window.session().route().at(), 1);
    window.click("Play");
    let last = window.session().route().route().expect("a route").steps.len() - 1;
    window.wait_until("it has come to the end", |window| window.session().route().at() == last);
    assert_eq!(window.session().stage().get(Slot::B).expect("B").placement().position, (-2.0, -3.0));
    assert!(window.mentions("last-hit starts from"));
    assert!(window.mentions("rows, "), "a row for each scan");
    window.click("Discard path");
    assert!(window.session().route().route().is_none());
}

#[test]
fn two_drags_are_two_routes_to_choose_from_and_are_saved_as_csv() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("path.csv");
    let mut window = dragged();
    let grip = window.pixel(Slot::B, 24, 20);
    let cell = window.cell_size(Slot::B);
    window.drag(grip, grip + cell * vec2(20.0, 0.0), PointerButton::Primary);
    window.wait_until("the second path is known", is_known);
    window.follow();
    let ends = |window: &Window| {
        let steps = &window.session().route().route().expect("a route").steps;
        (steps[0].position, steps[steps.len() - 1].position)
    };
    assert_eq!(ends(&window), ((-2.0, -3.0), (18.0, -3.0)));
    window.click("Path shown");
    let first = window.session().route().routes()[0].steps.len();
    window.click(&format!("Path 1, {first} checks"));
    assert_eq!(ends(&window), ((10.0, -17.0), (-2.0, -3.0)));
    assert_eq!(window.session().stage().get(Slot::B).expect("B").placement().position, (10.0, -17.0));

    window.export(&ROUTE, path.clone());
    window.wait_until("it is written", |window| path.exists() && window.shows("Path saved"));
    let saved = window.session().route().route().expect("a route").clone();
    window.ask(Ask::Open(OpenAs::Route, path));
    window.wait_until("it is read", |window| window.session().route().routes().len() == 3);
    assert_eq!(window.session().route().route(), Some(&saved));
    window.click("Discard path");
    window.act(StageAction::Undo);
    assert_eq!((window.session().route().routes().len(), window.session().route().chosen()), (3, 2));
}

#[test]
fn a_route_comes_from_the_log_of_a_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("log.csv");
    // Between two frames the rock jumps over the whole ship.
    fs::write(&path, "frame,x,y\n0,-60,0\n1,60,0\n").expect("written");
    let mut window = Window::paused_at(0);
    window.click("Replay");
    window.ask(Ask::Open(OpenAs::Route, path.clone()));
    window.wait_until("it is read", is_known);
    window.follow();
    assert!(window.mentions("0 s, check 1 of 2"));
    window.act(PlayerAction::Go(1));
    window.follow();
    assert!(window.mentions("B jumped over A"));

    fs::write(&path, "frame,x,y\n0,ten,0\n").expect("written");
    window.ask(Ask::Open(OpenAs::Route, path));
    window.wait_until("it is refused", |window| window.mentions("log.csv could not be opened"));
    assert!(window.session().route().route().is_some(), "the old one is kept");
}

#[test]
fn the_steps_around_the_shown_one_have_outlines() {
    let mut window = dragged();
    window.act(PlayerAction::Go(2));
    window.harness.remove_cursor();
    window.follow();
    let shown = window.harness.render().expect("a picture");
    window.act(ViewAction::ShowLayer(Layer::NearbyFrames, false));
    window.follow();
    let hidden = window.harness.render().expect("a picture");
    // The swatch of the layer is much smaller.
    let changed = shown.pixels().zip(hidden.pixels()).filter(|(one, other)| one != other).count();
    assert!(changed > 2_000, "{changed} pixels");
}

#[test]
fn a_drag_without_a_jump_has_none_to_go_to() {
    let window = dragged();
    assert!(window.session().played().is_some_and(|played| played.replay.tunnels.is_empty()));
    assert!(window.harness.get_by_label("Next jump").accesskit_node().is_disabled());
}
