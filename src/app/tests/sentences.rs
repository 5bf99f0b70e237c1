//! Sentences and requests of panels.

use super::*;

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
        maskscope_core::scene::Sprite::new("square.png", picture, 0)
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
