//! Surveys: questions over many placements, their pictures, and the effect of a click on them.

use std::fs;

use egui::{Key, Modifiers, Role, vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use maskscope::{
    cli::{self, Outcome},
    files::MaskFormat,
    session::{Published, ScanAction, Slot, SurveyAction, Tab},
};
use maskscope_core::{
    geom::Size,
    mask::Mask,
    scene::Profile,
    survey::{Among, AreaSurvey, CostAnswer, QUESTIONS, Witness, question},
    words,
};
use serde_json::Value;

use crate::driver::Window;

/// Opens the window with the survey of the opening pair, complete.
fn surveyed(name: &str) -> Window {
    let mut window = Window::paused_at(0);
    window.click("Survey");
    window.act(SurveyAction::Choose(question(name).expect("a question")));
    window.wait_until("the survey is complete", |window| {
        window.session().derived().published().is_some_and(Published::is_complete)
    });
    window.follow();
    window
}

fn answer(args: &[&str]) -> Value {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let args = std::iter::once("maskscope").chain(args.iter().copied());
    assert!(matches!(cli::run(args, &mut out, &mut err), Outcome::Exit(0)), "{}", String::from_utf8_lossy(&err));
    serde_json::from_slice(&out).expect("JSON")
}

fn sample(name: &str) -> String {
    format!("{}/samples/{name}", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn the_cost_of_every_scan_is_that_of_the_command_line() {
    let mut window = surveyed("cost");
    let cost_answer = answer(&["survey", "cost", &sample("ship.png"), &sample("rock.png"), "--json"]);
    let published = window.session().derived().published().expect("known");
    let cost = published.found::<CostAnswer>().expect("a cost survey");
    for ((map, summary), scan) in
        cost.survey.maps.iter().zip(&cost.summaries).zip(cost_answer["scans"].as_array().expect("a list"))
    {
        assert_eq!(scan["name"], map.asked.to_string());
        assert_eq!(scan["all"]["total"], summary.all.total, "{}", map.asked);
        assert_eq!(scan["hits"]["offsets"], summary.hits.offsets, "{}", map.asked);
        let median = summary.hits.spread.expect("it hits somewhere").median;
        assert_eq!(scan["hits"]["median"], median, "{}", map.asked);
    }
    let fewest = "Fewest visits: summed-area, 1 for a typical hit, 3 for a miss";
    assert!(window.shows("Placements: 7,134") && window.shows("hits: 4,800"));
    assert!(window.mentions("sample:10 ≈, typical hit 3, typical miss 3, worst 12"), "a row for each scan");
    assert!(
        window.mentions("wrong at 795") && window.mentions("center-out, typical hit 4, typical miss 110, worst 675")
    );
    for scan in ["center-out", "combined", "sample"] {
        window.act(ScanAction::Use(scan.parse().expect("a scan")));
        assert!(window.mentions(fewest), "whatever scan is chosen");
    }
}

#[test]
fn the_page_of_costs_concludes_and_its_cards_choose() {
    let mut window = surveyed("cost");
    assert!(window.mentions("fewest visits, summed-area, 1, typical hit · miss 3, alone at 34 %, ties at 45 %"));
    let card = "fewest, one px per visit, last-hit, 1, typical hit · miss 110, alone at 23 %, ties at 42 % of hits";
    window.click(card);
    assert_eq!(window.session().scans().selected().strategy(), "last-hit");
    window.harness.get_by_role_and_label(Role::Image, "Visits of last-hit");
    assert!(
        window.shows("summed-area: 1 visit here") || window.mentions("visits here"),
        "the visits at the present place"
    );
    assert!(!window.mentions("hilbert, typical hit"));
    window.click("4 more: columns, blocks, hilbert, channels");
    assert!(window.mentions("hilbert, typical hit 75"));
    window.click("How the visits spread");
    assert!(!window.mentions("typical hit 75") && window.shows("hilbert"));
    window.click("How the visits spread");
    assert!(window.mentions("fastest, measuring, …, mean of a test, nothing is said before all are"));
    assert!(
        window.mentions("Times are being measured: ")
            && !window.mentions("best choice")
            && !window.mentions("the fastest here")
    );
    window.wait_until("all scans are timed", |window| window.session().derived().survey_times().is_complete());
    window.follow();
    assert!(!window.mentions("measur") && window.mentions("tables first") || window.mentions("nothing to prepare"));
    let times = window.session().derived().survey_times();
    let costs = window.session().derived().published().and_then(Published::found::<CostAnswer>).expect("costs");
    let advice = costs.advice(&times);
    assert!(window.shows(&advice.sentence) && window.shows(&advice.detail), "{advice:?}");
    let fastest = costs.ranking.fastest(Among::All, &times);
    let names = costs.named(&fastest);
    assert!(advice.sentence.starts_with(&names) && window.mentions(&format!("fastest, {names}, ")), "{advice:?}");
    let rows = fastest.iter().filter(|at| {
        let name = costs.survey.maps[**at].asked.display_name();
        let begin = format!("{name}, typical hit");
        let row = window.harness.query_all_by_label_contains(&begin).next();
        row.and_then(|row| row.accesskit_node().label()).is_some_and(|label| label.contains(", the fastest"))
    });
    assert_eq!(rows.count(), fastest.len(), "the table marks them");
}

#[test]
fn a_scan_is_shown_where_it_loses() {
    let mut window = Window::paused_at(0);
    window.act(ScanAction::Use("edge-in".parse().expect("a scan")));
    window.click("Show where it loses");
    assert_eq!(window.session().view().tab, Tab::Survey);
    assert_eq!(window.session().surveys().question.name, "cost");
    window.wait_until("the place is known", |window| window.session().surveys().pointed.is_some());
    window.follow();
    let cost = window.session().derived().published().and_then(Published::found::<CostAnswer>).expect("costs");
    let scan = window.session().scans().selected();
    let (offset, loss) = cost.survey.map_of(scan).and_then(|map| map.largest_loss).expect("it hits somewhere");
    assert!(loss > 0);
    let title = format!("The pair at {}", words::offset(offset));
    assert!(window.mentions(&title), "it stays although the pointer is not on a picture");
    let headline = format!("edge-in loses most at {}: ", words::offset(offset));
    assert!(window.mentions(&headline), "the headline is about the loss");

    let picture = window.harness.get_by_role_and_label(Role::Image, "Visits of edge-in").rect();
    window.point_at(picture.center());
    assert!(!window.mentions(&title));
    window.point_at(picture.left_top() - vec2(0.0, 170.0));
    assert_eq!(window.session().surveys().pointed, None, "now it follows the pointer");
    assert!(!window.mentions(&headline));
    window.key_with(Modifiers::COMMAND, Key::Z);
    assert_eq!(window.session().view().tab, Tab::Inspect, "undo leads back");
}

#[test]
fn a_scan_that_can_miss_is_shown_where_it_misses_most() {
    let mut window = Window::paused_at(0);
    window.click("sample:10 misses it");
    window.click("Show its misses");
    assert_eq!(window.session().surveys().question.name, "divergence");
    assert_eq!(window.session().surveys().witness, Witness::Scan(window.session().scans().selected()));
    window.wait_until("the place is known", |window| window.session().surveys().pointed.is_some());
    window.follow();
    let answer_of_sample =
        answer(&["survey", "divergence", &sample("ship.png"), &sample("rock.png"), "--scan", "sample", "--json"]);
    let wrong = answer_of_sample["scans"][0]["false_misses"].as_u64().expect("a number");
    assert!(window.mentions(&format!("sample:10 misses {wrong} of 4,800 hits, 16.6 %")));
    assert!(window.mentions("sample:10: miss, "), "it points at a miss");
    let other = window.harness.query_all_by_label_contains("sample:4: ");
    let mut rows = other.filter(|node| node.accesskit_node().role() == Role::Row);
    rows.next().expect("a row of another parameter").click();
    drop(rows);
    window.follow();
    assert_eq!(window.session().surveys().witness, Witness::Scan("sample:4".parse().expect("a scan")));
}

#[test]
fn where_no_answer_is_wrong_there_is_no_picture_of_it() {
    let mut window = surveyed("divergence");
    let has_picture = |window: &Window, of: &str| window.shows(&format!("Answers of {of}"));
    assert!(has_picture(&window, "sample:10"));
    window.act(SurveyAction::Judge(Witness::Scan("sample:1".parse().expect("a scan"))));
    window.wait_until("the survey is complete", |window| {
        window.session().derived().published().is_some_and(Published::is_complete)
    });
    window.follow();
    assert!(window.shows("sample:1: all 7,134 places right"));
    assert!(!has_picture(&window, "sample:1"));
}

#[test]
fn a_click_on_the_picture_puts_b_there_and_shows_the_scan() {
    let mut window = surveyed("cost");
    let picture = window.harness.get_by_role_and_label(Role::Image, "Visits of rows").rect();
    let at = picture.left_top() + vec2(picture.width() * 0.5, picture.height() * 0.5);
    window.point_at(at);
    assert!(window.session().surveys().pointed.is_some());
    assert!(window.mentions("The pair at"));
    assert!(window.mentions(": click place B there"), "the status line");
    let old = window.position(Slot::B);
    window.click_at(at);
    assert_eq!(window.session().view().tab, Tab::Inspect);
    let offset = window.session().stage().offset().expect("two sprites");
    // The middle of 87 by 82 offsets that begin at -47,-40.
    assert!((-6..=-2).contains(&offset.x) && (-1..=3).contains(&offset.y), "{offset:?}");
    window.key_with(Modifiers::COMMAND, Key::Z);
    assert_eq!(window.position(Slot::B), old);
}

#[test]
fn every_question_has_a_picture() {
    let pictures = [
        ("cost", "Visits of rows"),
        ("winners", "Fewest visits"),
        ("difference", "Who needs fewer visits, and how much"),
        ("divergence", "Answers of sample:10"),
        ("claim", "Who needs fewer visits, and how much"),
        ("thresholds", "Thresholds"),
        ("hitbox", "Polygon, 12 corners against pixels"),
        ("area", "Shared pixels"),
        ("frames", "Frame by frame"),
        ("defeat", "Visits of rows"),
        ("disagreement", "Where they differ"),
    ];
    for question in QUESTIONS {
        let window = surveyed(question.name);
        let known = pictures.iter().find(|(name, _)| *name == question.name);
        // The others have a picture by their own title.
        window.harness.get_by_role_and_label(Role::Image, known.map_or(question.title, |(_, picture)| picture));
    }
}

#[test]
fn two_engines_differ_where_the_command_line_says_so() {
    let mut window = surveyed("difference");
    for (list, choice) in [("First: rows", "pygame"), ("Second: columns", "sfml")] {
        window.click(list);
        window.click(choice);
    }
    window.wait_until("the survey is complete", |window| {
        window.session().derived().published().is_some_and(Published::is_complete)
    });
    window.follow();
    window.harness.get_by_role_and_label(Role::Image, "pygame and sfml");
    let [ship, rock] = ["ship.png", "rock.png"].map(sample);
    let divergence =
        answer(&["survey", "divergence", &ship, &rock, "--profile", "pygame", "--against", "sfml", "--json"]);
    let [hits, misses] =
        ["false_hits", "false_misses"].map(|kind| divergence["profiles"][0][kind].as_u64().expect("a count"));
    assert!(hits > 0 && misses > 0);
    assert!(window.mentions(&format!("pygame and sfml differ at {} placements", hits + misses)));
    assert!(window.mentions(&format!("only pygame hits at {hits}, only sfml at {misses}")));
    let picture = window.harness.get_by_role_and_label(Role::Image, "pygame and sfml").rect();
    window.point_at(picture.center());
    assert!(window.mentions("pygame: hit; sfml: hit"), "what both say under the pointer");
    let truth = SurveyAction::Compare([Witness::Profile(Profile::Pygame), Witness::Truth]);
    window.act(truth);
    window.wait_until("pygame is held against the truth", |window| window.mentions("Answers of pygame"));
}

#[test]
fn what_is_wrong_is_compared_with_nothing() {
    let mut window = surveyed("difference");
    let witness = |name: &str| Witness::Scan(name.parse().expect("a scan"));
    window.act(SurveyAction::Compare([witness("rows"), witness("sample:10")]));
    window.wait_until("sample:10 is judged", |window| {
        window.session().derived().published().is_some_and(Published::is_complete)
            && window.mentions("sample:10 is wrong at 795 of 4,800 hits: its visits are not compared")
    });
    window.follow();
    assert!(!window.mentions("sample:10 up to 2×: ") && !window.mentions("sample:10, most in favour"));
}

#[test]
fn a_pair_that_overlaps_is_shown_where_it_would_be_clear() {
    let mut window = surveyed("area");
    let map = || {
        let published = window.session().derived().published().expect("known");
        published.found::<AreaSurvey>().expect("areas").clone()
    };
    let map = map();
    let offset = window.session().stage().offset().expect("two sprites");
    let by = map.push_out(offset).expect("the opening pair overlaps");
    assert!(window.mentions("is clear of A"), "for the present offset");
    window.act(maskscope::session::StageAction::Nudge { slot: Slot::B, by });
    window.follow();
    assert!(!window.mentions("is clear of A"), "there is no overlap any more");
    let picture = window.harness.get_by_role_and_label(Role::Image, "Shared pixels").rect();
    window.point_at(picture.center());
    assert!(window.mentions("is clear of A"), "for the offset under the pointer");
}

#[test]
fn the_pair_follows_the_pointer_where_places_are_no_offsets() {
    let mut window = surveyed("thresholds");
    assert!(window.mentions("The pair at offset 10,−17; 13 px shared"), "as it is now");
    let picture = window.harness.get_by_role_and_label(Role::Image, "Thresholds").rect();
    window.point_at(picture.right_bottom() - vec2(1.0, 1.0));
    assert!(window.mentions("alpha > 255, > 255: click set both thresholds"));
    assert!(window.mentions("The pair at alpha > 255, > 255; 0 px shared"));
    assert_eq!(window.session().stage().get(Slot::A).expect("A").sprite().threshold(), 0, "it is only looked at");
}

#[test]
fn art_that_defeats_a_scan_is_shown() {
    let mut window = surveyed("defeat");
    window.click("Show art that defeats it");
    assert_eq!(window.session().view().tab, Tab::Inspect);
    window.wait_until("it has been counted", |window| !window.session().derived().rows_are_stale());
    let row = window.session().derived().rows()[0];
    let cells = window.session().derived().collision().expect("two sprites").box_overlap().area();
    assert_eq!((row.count.visits, row.hit.is_some()), (cells, true), "rows finds it with its last visit");
}

/// Art that is not opaque is taken as it is: the scan finds nothing in it.
#[test]
fn art_that_a_scan_does_not_see_is_shown() {
    let mut window = surveyed("defeat");
    window.act(ScanAction::Use("channels:0.5".parse().expect("a scan")));
    window.wait_until("it is defeated", |window| window.mentions("channels:0.5 finds nothing, and 720 px are shared."));
    window.click("Show art that defeats it");
    window.wait_until("it has been counted", |window| !window.session().derived().rows_are_stale());
    let session = window.session();
    let row = session.derived().rows().iter().find(|row| row.scan == session.scans().selected()).expect("a row");
    let shared = session.derived().collision().expect("two sprites").overlap_area;
    assert_eq!((row.scan.to_string().as_str(), row.hit.is_some(), shared), ("channels:0.5", false, 720));
}

#[test]
fn a_survey_follows_the_art() {
    let mut window = surveyed("area");
    let most = |window: &Window| {
        let map = window.session().derived().published()?.found::<AreaSurvey>()?;
        map.areas.values().max()
    };
    let before = most(&window);
    window.act(maskscope::session::StageAction::SetThreshold { slot: Slot::A, threshold: 254 });
    window.wait_until("it is asked again", |window| {
        window.session().derived().published().is_some_and(Published::is_complete) && most(window) != before
    });
    // The position of B does not matter for a survey of every offset.
    window.act(maskscope::session::StageAction::Nudge { slot: Slot::B, by: maskscope_core::geom::Cell::new(3, 3) });
    assert!(window.session().derived().published().is_some_and(Published::is_complete));
}

#[test]
fn conventions_disagree_where_the_command_line_says_so() {
    let mut window = Window::open();
    window.choose("Scene", "Turned and grown");
    window.choose("Find", "Compare engine rules…");
    window.wait_until("every angle is asked", |window| {
        window.session().derived().published().is_some_and(Published::is_complete)
    });
    window.follow();
    assert!(window.mentions("360 angles"));
    window.click("fractions");
    window.wait_until("every fraction is asked", |window| {
        window.mentions("256 fractions") && window.session().derived().published().is_some_and(Published::is_complete)
    });
    let picture = window.harness.get_by_role_and_label(Role::Image, "Compare engine rules").rect();
    window.click_at(picture.left_top() + vec2(85.0, 105.0));
    let placement = *window.session().stage().get(Slot::B).expect("a sprite").placement();
    assert_ne!(placement.position.0.fract(), 0.0, "B is at the fraction that was clicked");
    window.click("Close");
    window.follow();
    assert!(window.session().derived().published().is_none(), "the survey is no longer shown");
}

#[test]
fn of_too_many_offsets_some_are_asked_about_and_those_near_b_in_full() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.png");
    let dot = Mask::from_fn(Size::new(1_030, 1_025), |x, y| (x, y) == (500, 500));
    fs::write(&path, MaskFormat::Png.encode(&dot, "dot").expect("a mask")).expect("written");
    let mut window = Window::with_images(&path, &path);
    window.wait_until("both are open", |window| window.session().stage().both().is_some());
    window.act(SurveyAction::Choose(question("area").expect("a question")));
    window.click("Survey");
    let which = "every 2nd px of 2,059 × 2,049";
    window.wait_until("some are asked about", |window| window.shows(which));
    window.follow();
    assert!(!window.shows("All offsets") && window.mentions(&format!("{which} · ")), "the headline says so, too");
    window.click("Look here in full");
    let is_full = |window: &Window| window.shows("512 × 512 of 2,059 × 2,049 offsets");
    window.wait_until("every one near B is", |window| {
        is_full(window) && window.session().derived().published().is_some_and(Published::is_complete)
    });
    assert!(!window.shows("Look here in full"));
    let areas =
        window.session().derived().published().and_then(|published| published.found::<AreaSurvey>()).expect("areas");
    let offset = window.session().stage().offset().expect("two sprites");
    assert!(areas.lattice.asked(offset).is_some() && areas.areas.size() == Size::new(512, 512));
    window.click("All offsets");
    window.wait_until("all are asked about again", |window| window.shows(which));
}

#[test]
fn a_better_shape_is_one_click_away() {
    let mut window = surveyed("hitbox");
    let answer = answer(&[
        "survey",
        "hitbox",
        &sample("ship.png"),
        &sample("rock.png"),
        "--shape-b",
        "circle",
        "--candidates",
        "--json",
    ]);
    let circle = answer["shapes"].as_array().expect("a list").iter().find(|shape| shape["name"] == "best-circle");
    let circle = circle.expect("a circle");
    assert!(window.mentions("The polygon of 12 corners fits best"));
    assert!(window.mentions("circle, best, unfair"));
    let (_, row) = window.row("circle");
    window.click_at(row);
    window.follow();
    assert!(window.mentions("Circle, best against pixels"));
    let surveys = window.session().surveys();
    assert!(surveys.is_pinned && surveys.pointed.is_some(), "the worst unfair hit is pointed at");
    let count = |name: &str| circle[name].as_u64().expect("a count");
    assert!(window.shows(&format!("pixels touch: {}", words::thousands(count("hits") + count("forgiven")))));
    assert!(window.shows(&format!("shapes hit: {}", words::thousands(count("hits") + count("unfair")))));
    // The page stays while the same is asked about the new shape.
    window.harness.get_by_label("Take it for B").click();
    window.harness.run_steps(2);
    while window.session().derived().answered().is_none() {
        assert!(window.shows("Asking again; below are the answers before the change."));
        assert!(window.mentions("circle, best, unfair") && !window.shows("Asking…"));
        window.harness.step();
    }
    window.follow();
    let hitbox = |window: &Window| {
        let sprite = window.session().stage().get(Slot::B).expect("B").sprite().clone();
        serde_json::to_value(sprite.hitbox()).expect("JSON")
    };
    assert_eq!(hitbox(&window), circle["b"]);
    window.key_with(Modifiers::COMMAND, Key::Z);
    assert_eq!(hitbox(&window), Value::Null, "one step takes it back");
}

#[test]
fn where_no_placement_hits_the_page_says_why_and_names_no_winner() {
    let mut window = Window::paused_at(0);
    window.act(maskscope::session::StageAction::SetThreshold { slot: Slot::A, threshold: 255 });
    window.click("Survey");
    window.act(SurveyAction::Choose(question("cost").expect("a question")));
    window.wait_until("the survey is complete", |window| {
        window.session().derived().published().is_some_and(Published::is_complete)
    });
    window.follow();
    assert!(window.shows("No placement has a hit: the mask of A has no solid pixel"));
    assert!(window.mentions("So no scan can win, and none is proven right. Lower \"solid if alpha >\" of A, now 255"));
    assert!(window.mentions("fewest visits, no winner, –, typical hit, a miss: 1 visit"));
    assert!(window.mentions("fewest, one px per visit, no winner, –, typical hit, a miss: "));
    assert!(window.mentions(" visits, all alike"), "each of them reads every cell");
    assert!(window.mentions("fastest, no winner, –, mean of a test"));
    let derived = window.session().derived();
    assert_eq!(derived.survey_times().progress(), [0, 0], "nothing is timed");
    assert!(!window.shows("Export…"));
    window.click("Open in Inspect");
    assert_eq!(window.session().view().tab, Tab::Inspect);
}
