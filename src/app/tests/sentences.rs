//! Sentences and requests of panels.

use super::*;
use maskscope_core::mask::Mask;
use maskscope_core::scene::Sprite;
use maskscope_core::shape::{Hitbox, Part, Shape};

#[test]
fn a_row_says_all_it_shows() {
    let harness = opened();
    harness.get_by_label("rows, hit, 499 visits, 1 times fewer");
    harness.get_by_label("words, hit, 17 visits, 29 times fewer");
    harness.get_by_label("sample:10, approximate, wrong: miss, 9 visits");
    harness.get_by_label("Masks overlap: 13 of 720 px, 1.8 %");
}

#[test]
fn a_wrong_scan_shouts_and_is_a_click_away() {
    let mut harness = opened();
    harness.get_by_label("sample:10 misses it").click();
    harness.run();
    assert_eq!(harness.state().session.scans().selected().strategy(), "sample");
    assert!(harness.query_by_label("every").is_none(), "the bar stands there");
    harness.get_by_label_contains("sample:10, approximate").hover();
    harness.run();
    harness.get_by_label("every").focus();
    harness.run();
    harness.get_by_label("every").type_text("1");
    press(&mut harness, Modifiers::NONE, Key::Enter);
    assert!(harness.query_by_label_contains("misses it").is_none());
}

#[test]
fn the_table_sorts_by_its_header() {
    let mut harness = opened();
    let top_of = |harness: &Harness<'_, State>, name| harness.get_by_label_contains(name).rect().top();
    assert!(top_of(&harness, "rows, hit") < top_of(&harness, "words, hit"));
    harness.get_by_role_and_label(egui::Role::ColumnHeader, "visits").click();
    harness.run();
    assert!(top_of(&harness, "rows, hit") > top_of(&harness, "words, hit"));
    harness.get_by_label("visits, smallest first");
}

#[test]
fn every_answer_has_its_words() {
    for (offset, sentence) in [
        ((10, -17), "Masks overlap: 13 of 720 px, 1.8 %"),
        ((39, 41), "Boxes overlap 1 × 1, masks share nothing"),
        ((40, 0), "Boxes touch: nothing to test"),
        ((52, 0), "Boxes 12 px apart: nothing to test"),
    ] {
        harness(middle(), State::new(session("ship.png", "rock.png", offset))).get_by_label(sentence);
    }
    let mut clear = opening_scene();
    clear.apply(Action::Stage(StageAction::SetThreshold { slot: Slot::B, threshold: 255 }));
    let harness = harness(middle(), State::new(clear));
    harness.get_by_label("Mask of B has no solid pixel");
    harness.get_by_label("It can never be hit. Lower the threshold of 255: the largest alpha is 255.");
}

#[test]
fn what_leaves_a_mask_empty_is_named() {
    let by = |source, inverted| {
        let mut session = opening_scene();
        let rule = SolidRule { source, threshold: 0, inverted };
        session.apply(StageAction::SetRule { slot: Slot::A, rule }.into());
        harness(middle(), State::new(session))
    };
    let key = SolidSource::Key(ColorKey { color: [0, 16, 255], tolerance: 255 });
    by(key, false).get_by_label("It can never be hit. Every pixel has the key colour #0010ff, tolerance 255.");
    let size = Size::new(40, 42);
    let black = Picture::new(size, [0, 0, 0, 255].repeat(40 * 42), PictureFormat::Png, true);
    let image = MaskImage::new("black.png".to_owned(), None, &black);
    by(SolidSource::Image(Arc::new(image)), false)
        .get_by_label("It can never be hit. The mask image black.png has no level above 0.");
}

#[test]
fn the_missing_image_is_asked_for_by_its_key() {
    for (slot, key) in [(Slot::A, "Ctrl O"), (Slot::B, "Ctrl Shift O")] {
        let mut session = Session::default();
        session.apply(Event::Loaded(slot.other(), sample("ship.png")).into());
        let harness = harness(middle(), State::new(session));
        harness.get_by_label(&format!("Drop one on the canvas, or press {key}."));
    }
}

#[test]
fn many_messages_leave_the_window_usable() {
    let mut state = State::new(opening_scene());
    for number in 0..12 {
        let (title, detail) = (format!("{number}.png could not be opened"), "There is no such file.".to_owned());
        state.session.apply(Action::Event(Event::Failed { title, detail }));
    }
    let mut harness = harness(middle(), state);
    harness.get_by_label("11.png could not be opened");
    assert!(harness.query_by_label("7.png could not be opened").is_none());
    harness.get_by_label("and 8 earlier");
    harness.get_by_label("Close all").click();
    harness.run();
    assert!(harness.state().session.messages().is_empty());
}

#[test]
fn times_appear_once_measured() {
    let mut harness = opened();
    assert!(harness.query_by_label_contains("ns, 1 times fewer").is_none());
    harness.state_mut().session.run_wanted();
    harness.run();
    harness.get_by_label_contains("s, 1 times fewer");
}

#[test]
fn messages_are_closed_and_work_is_cancelled() {
    let mut state = State::new(opening_scene());
    let (title, detail) = ("ship.png is not an image".to_owned(), "This is a text file.".to_owned());
    state.session.apply(Action::Event(Event::Failed { title, detail }));
    state.work.push("Survey".to_owned());
    let mut harness = harness(middle(), state);
    harness.get_by_label("Cancel").click();
    harness.run();
    harness.get_by_label("Close the message").click();
    harness.run();
    assert_eq!(asked(&mut harness), ["CancelWork(0)", "Session(Event(Close(0)))"]);
}

#[test]
fn an_empty_window_offers_what_can_be_done() {
    let mut harness = harness(middle(), State::new(Session::default()));
    harness.get_by_label("No images");
    press(&mut harness, Modifiers::NONE, Key::Space);
    harness.get_by_label("Open B…").click();
    harness.run();
    assert_eq!(asked(&mut harness), ["Ask(Choose(Image(B)))"]);
}

#[test]
fn the_pixel_under_the_pointer_is_described() {
    let mut session = opening_scene();
    session.apply(ViewAction::Hover(Some(Cell::new(25, 14))).into());
    let state = State { hovered: session.view().hovered, ..State::new(session) };
    let mut harness = harness(middle(), state);
    harness.get_by_label("Pixel").click();
    harness.run();
    harness.get_by_label("comes up as #436");
    harness.get_by_label_contains("B 15,31, index 1,503, word and bit 46:31, alpha 0, transparent");
    press(&mut harness, Modifiers::NONE, Key::End);
    harness.get_by_label("visited as #436");
}

#[test]
fn a_small_window_keeps_everything_within_reach() {
    let mut harness = harness(vec2(900.0, 600.0), State::new(opening_scene()));
    harness.get_by_label("Outlines").click();
    harness.run();
    assert_eq!(asked(&mut harness), ["Session(View(ShowLayer(Outlines, false)))"]);
    harness.get_by_label("File").click();
    harness.run();
    harness.get_by_label("Help");
    harness.get_by_label("Scene");
}

/// Selects the scan called `scan` and shows it after `visits` visits.
fn watch(session: &mut Session, scan: &str, visits: u64) {
    let place =
        session.scans().scans().iter().position(|listed| listed.to_string() == scan).expect("a scan of the list");
    session.apply(Action::Scan(ScanAction::Select(place)));
    session.apply(Action::Playback(PlaybackAction::Scrub(visits)));
    assert!(session.run_all_but_timing());
}

fn watched(scan: &str, visits: u64) -> State {
    let mut session = opening_scene();
    watch(&mut session, scan, visits);
    State::new(session)
}

#[test]
fn the_code_shows_the_line_and_its_values() {
    let high = || vec2(1_280.0, 1_000.0);
    let window = harness(high(), watched("rows", 372));
    window.get_by_label("for y in 0..h y 12");
    window.get_by_label("a = (ay+y)*A.w + ax+x 501 15:21");
    window.get_by_label("now: if p and q: return hit no");

    let window = harness(high(), watched("summed-area", 23));
    window.get_by_label("look(x, y, w, h) 15,0 15 × 24");
    window.get_by_label("now: if p + q > w*h: return hit yes 363 > 360");
    window.get_by_label_contains("accepted: they must share a pixel");
}

#[test]
fn where_not_all_lines_fit_the_current_one_is_in_view() {
    let mut window = harness(vec2(1_280.0, 445.0), watched("rows", 372));
    window.get_by_label("Code").click();
    window.run_steps(4);
    let line = |start: &str| window.get_by_label_contains(start).rect();
    let tabs = window.get_by_label("Engines").rect();
    let (first, current) = (line("for y in 0..h"), line("now: if p and q: return hit no"));
    assert!(first.top() < tabs.bottom(), "it has scrolled: {first:?}");
    assert!(tabs.bottom() <= current.top() && current.bottom() <= 445.0 - 108.0, "{current:?}");
}

#[test]
fn what_is_about_the_scan_is_shown_with_its_parameters() {
    let state = watched("edge-in", 58);
    let here = state.session.here().expect("it is known").line;
    let mut window = harness(middle(), state);
    window.get_by_role_and_label(egui::Role::Heading, "edge-in");
    window.get_by_label("Idea: Reads the border of the box clockwise, then the next ring, until the middle.");
    window.get_by_label("Good when: shared pixels lie at the box's border");
    window.get_by_label("Bad when: they lie deep inside; a miss reads every cell.");
    assert!(here.ends_with(", reads 58 of 720 cells, 8.1 %"), "{here}");
    window.get_by_label(&format!("Here: {here}"));
    window.get_by_label("Show where it loses").click();
    window.run();
    assert_eq!(asked(&mut window), ["Session(Survey(ShowWorst))"]);

    let mut window = {
        let mut session = opening_scene();
        session.apply(ScanAction::Use("sample:3".parse().expect("a scan")).into());
        assert!(session.run_all_but_timing());
        harness(middle(), State::new(session))
    };
    window.get_by_label_contains("Idea: Reads every third cell");
    window.get_by_label("Show its misses");
    window.get_by_label("Code").click();
    window.run();
    assert!(window.query_by_label_contains("Idea: ").is_none(), "another tab is open");

    let mut window = harness(middle(), watched("channels", 1));
    window.get_by_label("Show where it loses").click();
    window.run();
    assert!(asked(&mut window).is_empty(), "it is off");
}

#[test]
fn tabs_show_words_and_overlap() {
    let state = State { hovered: Some(Cell::new(27, 11)), ..watched("center-out", 130) };
    let mut window = harness(vec2(1_920.0, 1_400.0), state);
    window.get_by_label("Words").click();
    window.run();
    window.get_by_label("A: word 14, bit 19   0x0003FFC0");
    window.get_by_label("B: word 42, bit 17   0xFFFC0000");
    window.get_by_label("padded rows, 64 bits").click();
    window.run();
    assert_eq!(asked(&mut window), ["Session(View(SetPacking(PaddedRows)))"]);
    window.get_by_label_contains("A: word 11, bit 27");
    window.get_by_label("Overlap").click();
    window.run();
    window.get_by_label_contains("normal on B 0.");
    window.get_by_label("smallest push-out 1,−1 (1.4 px)");
}

#[test]
fn a_miss_says_how_near_the_masks_are() {
    let state = State::new(session("ship.png", "rock.png", (39, 41)));
    harness(middle(), state).get_by_label_contains("the closest pixels are ");
}

/// Two full squares that share one corner pixel: what circles and ellipses miss.
fn corner_scene() -> Session {
    let square = || {
        let picture = Picture::new(Size::new(10, 10), vec![255; 400], PictureFormat::Png, true);
        Sprite::new("square.png", picture, 0)
    };
    let mut session = Session::default();
    let pair = StageAction::ShowPair { a: square(), b: square(), offset: Offset::new(9, 9) };
    session.apply(Action::Stage(pair));
    assert!(session.run_all_but_timing());
    session
}

#[test]
fn an_unsafe_pre_check_shouts_where_it_errs() {
    let mut harness = harness(middle(), State::new(corner_scene()));
    set_pre_check(&mut harness, "circle");
    harness.get_by_label("circle misses, but the masks overlap");
    harness.get_by_label("pre-check circle misses it");
    harness.get_by_label("rows, wrong: miss, 0 visits");
    harness.get_by_label("Pre-check: circle").click();
    harness.run();
    harness.get_by_label("show").click();
    harness.run();
    assert!(harness.query_by_label("pre-check circle misses it").is_none(), "shown only, it decides nothing");
    harness.get_by_label("rows, hit, 1 visit, 1 times fewer");
    press(&mut harness, Modifiers::NONE, Key::Escape);
    harness.get_by_label("Remove the pre-check").click();
    harness.run();
    assert!(harness.query_by_label("Pre-check: circle").is_none());
}

/// Sets a pre-check by the menu of the scans.
fn set_pre_check(harness: &mut Harness<'_, State>, name: &str) {
    harness.get_by_label("Menu of the scans").click();
    harness.run();
    harness.get_by_label_contains("Pre-check").hover();
    harness.run_steps(30);
    harness.get_by_label(name).click();
    harness.run();
    press(harness, Modifiers::NONE, Key::Escape);
}

#[test]
fn the_always_true_box_hits_instead_of_the_scans() {
    let mut harness = harness(middle(), State::new(session("moon.png", "star.png", (90, 90))));
    set_pre_check(&mut harness, "box-always");
    harness.get_by_label("Pre-check: box-always").click();
    harness.run();
    harness.get_by_label("instead").click();
    harness.run();
    harness.get_by_label("pre-check box-always reports a hit");
    harness.get_by_label("rows, wrong: hit, 0 visits");
}

#[test]
fn engines_are_compared_and_marked() {
    let mut harness = harness(vec2(1_280.0, 1_400.0), State::new(corner_scene()));
    assert!(!harness.state().session.engines().is_watched, "not shown, no engine is asked");
    harness.get_by_label("Engines").click();
    harness.run_steps(8);
    harness.get_by_label("solid if: alpha > 127, alpha > 0, different");
    harness.get_by_label("answer: hit, hit, the same");
    harness.get_by_label("First engine: pygame").click();
    harness.run();
    harness.get_by_role_and_label(egui::Role::Button, "SFML").click();
    harness.run();
    harness.get_by_label("first hit: miss, 9,10, different");
    harness.get_by_label("SFML, miss, differs from the truth").click();
    harness.run();
    assert_eq!(harness.state().session.engines().selected, Some(maskscope_core::scene::Profile::Sfml));
}

/// A sprite that is opaque where `text` has a `#`.
fn drawn(text: &str) -> Sprite {
    let mask: Mask = text.parse().expect("a mask");
    let cells = (0..mask.height()).flat_map(|y| (0..mask.width()).map(move |x| (x, y)));
    let rgba = cells.flat_map(|(x, y)| [9, 9, 9, if mask.get(x, y) { 255 } else { 0 }]).collect();
    Sprite::new("drawn", Picture::new(mask.size(), rgba, PictureFormat::Png, true), 0)
}

/// Two such sprites, B at an offset.
fn drawn_pair([a, b]: [&str; 2], (x, y): (i32, i32)) -> Session {
    let mut session = Session::default();
    let (a, b, offset) = (drawn(a), drawn(b), Offset::new(x, y));
    session.apply(Action::Stage(StageAction::ShowPair { a, b, offset }));
    assert!(session.run_all_but_timing());
    session
}

#[test]
fn two_empty_masks_are_named_together() {
    let mut session = opening_scene();
    for slot in Slot::ALL {
        session.apply(StageAction::SetThreshold { slot, threshold: 255 }.into());
    }
    assert!(session.run_all_but_timing());
    let both = harness(middle(), State::new(session));
    both.get_by_label("Neither mask has a solid pixel");
    both.get_by_label("They can never hit. Lower the thresholds.");
    let mut session = drawn_pair(["##\n##", "#"], (0, 0));
    let rule = SolidRule { inverted: true, ..SolidRule::default() };
    session.apply(StageAction::SetRule { slot: Slot::A, rule }.into());
    assert!(session.run_all_but_timing());
    let first = harness(middle(), State::new(session));
    first.get_by_label("Mask of A has no solid pixel");
    first.get_by_label("It can never be hit. Every alpha is above the threshold of 0, inverted.");
}

/// Tests a sprite as these shapes.
fn test_as(session: &mut Session, slot: Slot, shapes: &[Shape]) {
    let hitbox = Hitbox::new(shapes.iter().cloned().map(Part::Shape).collect()).expect("shapes");
    let hitboxes = session.hitboxes_with(slot, Some(hitbox)).expect("a sprite");
    session.apply(StageAction::SetHitboxes { slot, hitboxes }.into());
    assert!(session.run_all_but_timing());
}

const DOT: &str = "#...\n....\n....\n....";
const FULL: &str = "####\n####\n####\n####";

#[test]
fn several_shapes_are_judged_in_the_plural() {
    let (whole, inner) = (Shape::Box([0.0, 0.0, 4.0, 4.0]), Shape::Box([1.0, 1.0, 2.0, 2.0]));
    for (mask, (x, y), shape, [sentence, detail]) in [
        (
            DOT,
            (3, 3),
            &whole,
            [
                "Shapes hit, masks share nothing",
                "An unfair hit, 4.2 px apart: the box of A and the box of B reach past their pixels and share 1 px.",
            ],
        ),
        (
            FULL,
            (3, 2),
            &inner,
            [
                "Shapes miss, masks overlap: 2 px",
                "A forgiven touch: the box of A and the box of B leave these pixels out.",
            ],
        ),
        (
            FULL,
            (4, 0),
            &whole,
            ["Boxes touch: nothing to test", "Shapes only touch: engines differ in what they answer."],
        ),
    ] {
        let mut session = drawn_pair([mask; 2], (x, y));
        Slot::ALL.into_iter().for_each(|slot| test_as(&mut session, slot, std::slice::from_ref(shape)));
        let window = harness(middle(), State::new(session));
        window.get_by_label(sentence);
        window.get_by_label(detail);
    }
    let mut session = drawn_pair([DOT; 2], (3, 3));
    test_as(&mut session, Slot::B, &[Shape::Box([-3.0, -3.0, 1.0, 1.0]), Shape::Box([0.0, 0.0, 1.0, 1.0])]);
    let detail = "An unfair hit, 4.2 px apart: the shapes of B reach past their pixels and share 1 px with A.";
    harness(middle(), State::new(session)).get_by_label(detail);
}

#[test]
fn what_shapes_change_is_said_with_its_cure() {
    let triangle = Shape::Polygon(vec![[-3.0, -3.0], [1.0, -3.0], [-3.0, 1.0]]);
    for (slots, mask, shape, [title, here, closest, remedy]) in [
        (
            &[Slot::B][..],
            DOT,
            triangle,
            [
                "What the polygon of B changes",
                "Here: hit by shapes, miss by masks",
                "Closest pixels: 4.2 px apart",
                "Remedy: more points, or test by mask",
            ],
        ),
        (
            &[Slot::B],
            DOT,
            Shape::Box([-3.0, -3.0, 7.0, 7.0]),
            [
                "What the box of B changes",
                "Here: hit by shapes, miss by masks",
                "Closest pixels: 4.2 px apart",
                "Remedy: a smaller box, a polygon, or test by mask",
            ],
        ),
        (
            &[Slot::B],
            FULL,
            Shape::Box([2.0, 2.0, 1.0, 1.0]),
            [
                "What the box of B changes",
                "Here: miss by shapes, hit by masks",
                "Closest pixels: shared",
                "Remedy: a larger box, a polygon, or test by mask",
            ],
        ),
        (
            &Slot::ALL,
            FULL,
            Shape::Box([2.0, 2.0, 1.0, 1.0]),
            [
                "What the shapes change",
                "Here: miss by shapes, hit by masks",
                "Closest pixels: shared",
                "Remedy: larger shapes, or test by mask",
            ],
        ),
        (
            &[Slot::B],
            FULL,
            Shape::Box([0.0, 0.0, 4.0, 4.0]),
            [
                "What the box of B changes",
                "Here: hit by shapes and by masks",
                "Closest pixels: shared",
                "Remedy: none is needed here",
            ],
        ),
    ] {
        let mut session = drawn_pair([mask; 2], (3, 3));
        slots.iter().for_each(|slot| test_as(&mut session, *slot, std::slice::from_ref(&shape)));
        let mut window = harness(vec2(1_920.0, 1_400.0), State::new(session));
        window.get_by_label("Overlap").click();
        window.run();
        window.get_by_role_and_label(egui::Role::Heading, title);
        for label in [here, closest, remedy] {
            window.get_by_label(label);
        }
    }
}

#[test]
fn a_pixel_that_no_visit_reads_is_not_one_outside() {
    for (x, y, expected) in [
        (9, 0, "outside the intersection"),
        (10, 0, "comes up as #1"),
        (39, 23, "never visited"),
        (40, 23, "outside the intersection"),
        (39, 24, "outside the intersection"),
    ] {
        let mut session = opening_scene();
        session.apply(ViewAction::Hover(Some(Cell::new(x, y))).into());
        assert!(session.run_all_but_timing());
        let state = State { hovered: session.view().hovered, ..State::new(session) };
        let mut window = harness(middle(), state);
        window.get_by_label("Pixel").click();
        window.run();
        window.get_by_label(expected);
    }
}

const ROWS: &str = "for y in 0..h { for x in 0..w { if visit(x, y) { return true } } }";

#[test]
fn a_script_is_judged_at_all_placements() {
    let narrow = format!("if w * h == 1 {{ visit(1, 0); }}\n{ROWS}");
    let apart = "the boxes do not overlap: nothing is visited";
    for (pair, at, script, expected) in [
        ([".#\n..", "##\n##"], (0, 0), ROWS, "never wrong at all 9 placements"),
        ([".#\n..", "##\n##"], (9, 9), ROWS, "never wrong at all 9 placements"),
        ([".#\n..", "##\n##"], (0, 0), "false", "wrong at 4 of 9 placements"),
        (["#.", "#"], (0, 0), "false", "wrong at 1 of 2 placements"),
        (["..\n..", "##\n##"], (0, 0), ROWS, "nothing proven: no hit at any of 9 placements"),
        (
            ["##\n##", "##\n##"],
            (0, 0),
            narrow.as_str(),
            "at other placements line 1: visit(1, 0) is outside the box of 1 × 1",
        ),
    ] {
        let mut session = drawn_pair(pair, at);
        let own = session.scans().written(script);
        session.apply(ScanAction::Add(own).into());
        session.run_wanted();
        let verdict = session.derived().judgement(own).expect("it is judged").verdict.as_ref();
        let here = verdict.map_or_else(|| apart.to_owned(), |verdict| verdict.finding.to_string());
        assert_eq!(here == apart, at == (9, 9), "{here}");
        let mut window = harness(middle(), State::new(session));
        window.get_by_label("Code").click();
        window.run_steps(8);
        window.get_by_label(&format!("{here}; {expected}"));
    }
}
