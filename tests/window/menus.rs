//! The menus that a right click opens, and the effects of their items.

use egui::{Key, Modifiers, OutputCommand, PointerButton, Pos2, vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use maskscope::session::{PlaybackAction, Published, Slot, StageAction, Tab, ViewAction};
use maskscope_core::geom::Cell;

use crate::driver::{SHEETS, Window};
use crate::logs::drop_into;

fn right_click(window: &mut Window, at: Pos2) {
    window.press(at, PointerButton::Secondary);
    window.release(at, PointerButton::Secondary);
}

/// Clicks an item, and returns the text that it has put on the clipboard.
pub fn copied_by(window: &mut Window, item: &str) -> Option<String> {
    window.harness.get_by_label(item).click();
    let mut copied = None;
    for _ in 0..4 {
        window.harness.step();
        let commands = &window.harness.output().platform_output.commands;
        let texts = commands.iter().filter_map(|command| match command {
            OutputCommand::CopyText(text) => Some(text.clone()),
            _ => None,
        });
        copied = texts.reduce(|_, last| last).or(copied);
    }
    copied
}

fn overlap(window: &Window) -> u64 {
    window.session().derived().collision().expect("two sprites").overlap_area
}

#[test]
fn a_sprite_is_pushed_out_flipped_and_turned_by_its_menu() {
    let mut window = Window::paused_at(499);
    let beside = window.pixel(Slot::B, 40, 20);
    window.wait_until("the push-out is known", |window| window.session().derived().contact().is_some());
    right_click(&mut window, beside);
    assert!(window.shows("Flip upside down"));
    let way = window.harness.get_by_label("Push out of A").accesskit_node().value();
    assert_eq!(way.as_deref(), Some("1,−1"), "the push-out is beside its name");
    window.click("Push out of A");
    assert_eq!((window.position(Slot::B), overlap(&window)), (Cell::new(11, -18), 0));
    let beside = window.pixel(Slot::B, 40, 20);
    right_click(&mut window, beside);
    let row = window.harness.get_by_label("Push out of A");
    assert!(row.accesskit_node().is_disabled(), "there is no overlap any more");
    window.click("Flip left to right");
    let placement = |window: &Window| *window.session().stage().get(Slot::B).expect("B").placement();
    assert_eq!(placement(&window).flip, (true, false));
    let before = window.session().stage().get(Slot::B).expect("B").bounding_box();
    for _ in 0..4 {
        let middle = window.harness.get_by_role_and_label(egui::Role::Image, "Sprite B").rect().center();
        right_click(&mut window, middle - vec2(0.0, 40.0));
        window.click("Turn by 90°");
    }
    let after = window.session().stage().get(Slot::B).expect("B").bounding_box();
    assert_eq!((placement(&window).rotation, after), (0.0, before), "four quarters are a whole turn");
    for _ in 0..6 {
        window.key_with(Modifiers::COMMAND, Key::Z);
    }
    assert_eq!((window.position(Slot::B), placement(&window).flip), (Cell::new(10, -17), (false, false)));
}

#[test]
fn a_is_pushed_the_other_way() {
    let mut window = Window::paused_at(499);
    window.wait_until("the push-out is known", |window| window.session().derived().contact().is_some());
    let of_a = window.pixel(Slot::A, 15, 38);
    right_click(&mut window, of_a);
    window.click("Push out of B");
    assert_eq!((window.position(Slot::A), overlap(&window)), (Cell::new(-1, 1), 0));
}

#[test]
fn a_sprite_is_moved_to_where_is_typed_and_put_back() {
    let mut window = Window::paused_at(499);
    let beside = window.pixel(Slot::B, 40, 20);
    right_click(&mut window, beside);
    window.click("Move to…");
    // The first field has the focus, and all of its text is selected.
    window.harness.get_by_label("x to move B to").type_text("25");
    window.key(Key::Enter);
    window.enter("y to move B to", "-3");
    assert_eq!(window.position(Slot::B), Cell::new(25, -3));
    window.key(Key::Enter);
    assert!(!window.shows("Move B"), "Enter closes it");
    let empty = window.harness.get_by_label("Canvas").rect().left_bottom() + vec2(30.0, -10.0);
    right_click(&mut window, empty);
    window.click("Reset placement");
    assert_eq!((window.position(Slot::A), window.position(Slot::B)), (Cell::ORIGIN, Cell::ORIGIN));
    window.key_with(Modifiers::COMMAND, Key::Z);
    assert_eq!(window.position(Slot::B), Cell::new(25, -3), "one step");
}

#[test]
fn a_cell_is_gone_to_and_copied() {
    let mut window = Window::paused_at(499);
    let shared = window.pixel(Slot::A, 24, 12);
    right_click(&mut window, shared);
    assert!(window.shows("Copy cell") && window.shows("Export overlap mask…"));
    window.click("Go to visit #375");
    assert_eq!(window.played(), 375);
    right_click(&mut window, shared);
    assert_eq!(copied_by(&mut window, "Copy cell").as_deref(), Some("24,12"));
    assert!(window.shows("Cell copied"));
    window.act(StageAction::Swap);
}

#[test]
fn a_row_is_played_and_timed_again() {
    let mut window = Window::paused_at(499);
    let time = |window: &Window| window.session().derived().rows()[4].timing;
    window.wait_until("it is timed", |window| time(window).is_some());
    let (_, at) = window.row("edge-in");
    right_click(&mut window, at);
    assert_eq!(window.session().scans().selected_index(), 4, "the row of the menu is selected");
    window.harness.get_by_label("Time it again").click();
    window.wait_until("the time is forgotten", |window| time(window).is_none());
    window.wait_until("it is timed again", |window| time(window).is_some());
    right_click(&mut window, at);
    let plays = window.harness.query_all_by_label("Play").map(|node| node.rect());
    let item = plays.min_by(|one, other| one.top().total_cmp(&other.top())).expect("the item");
    window.click_at(item.center());
    assert!(window.session().playback().is_playing() && window.played() < 58);
}

/// Opens the menu of whatever has this name, and closes it again; returns whether it offers `item`.
fn offers(window: &mut Window, name: &str, item: &str) -> bool {
    let at = window.harness.get_by_label_contains(name).rect().center();
    right_click(window, at);
    let offers = window.harness.query_by_label("Menu").is_some() && window.shows(item);
    window.key(Key::Escape);
    offers
}

#[test]
fn checks_of_a_replay_have_a_menu_wherever_they_are_listed() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = drop_into(Window::paused_at(0), &folder);
    let at = |window: &Window| window.session().log().and_then(|log| log.step()).map(|(number, _)| number);
    let worst = at(&window);
    assert!(offers(&mut window, "Check of the pair", "Copy as test"));
    assert_eq!(at(&window), worst, "the menu of the lanes scrubs nothing");
    assert!(offers(&mut window, "Flew through: ship × rock 2", "Copy as test"));
    assert_ne!(at(&window), worst, "a row that is asked about is shown");
    window.click("Pairs 1");
    assert!(offers(&mut window, "ship × rock 2, 60 checks", "Copy as test"));
}

#[test]
fn time_lines_swatches_cards_and_surveys_have_menus() {
    let mut window = Window::paused_at(250);
    assert!(offers(&mut window, "Tight bounds", "Channels: red, green"), "a swatch has those of the other layers");
    assert!(offers(&mut window, "visits of rows", "To the hit") && window.played() == 250, "nothing is scrubbed");
    window.act(ViewAction::Show(Tab::Race));
    window.act(PlaybackAction::Scrub(96));
    let_cards_slide(&mut window);
    assert!(offers(&mut window, "edge-in, 1st", "Copy as command"));
    assert_eq!((window.session().scans().selected_index(), window.session().view().tab), (4, Tab::Race));
    assert!(offers(&mut window, "steps of the race", "Repeat") && window.session().race().steps() == 96);
    window.act(ViewAction::Show(Tab::Terrain));
    assert!(offers(&mut window, "Step of the ball", "Open keys for the ball…"));
    assert!(offers(&mut window, "Canvas", "Open keys for the ball…"));
    window.act(ViewAction::Show(Tab::Survey));
    window.wait_until("the survey is complete", |window| {
        window.session().derived().published().is_some_and(Published::is_complete)
    });
    window.follow();
    assert!(offers(&mut window, "fewest, one px per visit, ", "Copy as command"));
    assert_eq!(window.session().scans().selected().strategy(), "last-hit", "the menu is about the scan of its card");
    let images = window.harness.get_all_by_role(egui::Role::Image).map(|image| image.rect());
    let map = images.max_by(|one, other| one.area().total_cmp(&other.area())).expect("a map").center();
    right_click(&mut window, map);
    assert!(window.shows("Export survey…"));
}

#[test]
fn keys_open_the_menu_of_what_is_under_the_pointer_or_has_the_focus() {
    let mut window = Window::paused_at(499);
    window.point_at(window.pixel(Slot::A, 24, 12));
    window.key_with(Modifiers::SHIFT, Key::F10);
    assert!(window.shows("Copy cell"));
    window.key(Key::Escape);
    assert!(!window.shows("Copy cell"));
    // A row opens its own menu while it has the focus.
    window.point_at(Pos2::new(5.0, 5.0));
    let rows = window.harness.query_all_by_role(egui::Role::Row);
    rows.into_iter().next().expect("a row").focus();
    window.follow();
    window.key(Key::Menu);
    assert!(window.shows("Copy as command"));
    window.key(Key::Escape);
    window.key(Key::Escape);
    window.key(Key::Menu);
    assert!(window.shows("Push out of A"), "elsewhere it is the menu of the active sprite");
}

#[test]
fn an_item_under_the_pointer_says_what_it_does_and_takes_enter() {
    let mut window = Window::paused_at(499);
    let beside = window.pixel(Slot::B, 40, 20);
    right_click(&mut window, beside);
    let item = window.harness.get_by_label("Flip upside down").rect().center();
    window.point_at(item);
    assert!(window.shows("Flip upside down: Mirrors it upside down, in place, Enter do it, Esc close"));
    window.key(Key::Enter);
    assert!(window.session().stage().get(Slot::B).expect("B").placement().flip.1);
    assert!(!window.shows("Flip upside down"), "the menu is closed");
}

/// Shows the frames in which the cards of scans that have finished slide to their places.
fn let_cards_slide(window: &mut Window) {
    (0..8).for_each(|_| window.follow());
}

#[test]
fn the_race_says_what_is_possible_under_the_pointer() {
    let mut window = Window::open();
    window.click("Race");
    window.act(PlaybackAction::Scrub(96));
    let_cards_slide(&mut window);
    let card = window.harness.get_by_label_contains("edge-in, 1st").rect();
    window.point_at(card.center());
    assert!(window.shows("edge-in: click show it in Inspect, right click menu"));
    window.point_at(card.left_top() - vec2(4.0, 4.0));
    assert!(window.shows("Space play"), "between two cards");
    window.click_at(card.center());
    assert!(window.shows("edge-in"), "the scan of the card in Inspect");
}

/// Every menu stays in the window, above the status line, and does not cover the current visit.
#[test]
fn menus_open_clear_of_the_status_line_and_of_the_current_visit() {
    let mut window = Window::paused_at(250);
    let canvas = window.harness.get_by_label("Canvas").rect();
    for (x, y) in [(0.1, 0.15), (0.5, 0.3), (0.55, 0.6), (0.97, 0.5), (0.6, 0.97), (0.97, 0.97), (0.4, 0.4)] {
        let at = canvas.min + vec2(x, y) * canvas.size();
        right_click(&mut window, at);
        let rows = window.harness.get_by_label("Menu").children_recursive();
        let rows = rows.filter(|node| node.accesskit_node().role() == egui::Role::Button).map(|node| node.rect());
        let menu = rows.reduce(egui::Rect::union).expect("rows").expand(5.0);
        assert!(menu.bottom() <= canvas.bottom() + 0.5 && menu.right() <= 1280.0, "{menu:?} at {at:?}");
        let overlap = window.session().derived().collision().and_then(|it| it.overlap_box).expect("an overlap");
        let (cell, visit) = (window.cell_size(Slot::A), window.session().current_visit().expect("a visit"));
        let from_a = overlap.origin() - window.position(Slot::A);
        let place = |n: i64| u16::try_from(n).expect("small");
        let of_a = window.pixel(Slot::A, place(from_a.x + i64::from(visit.x)), place(from_a.y + i64::from(visit.y)));
        assert!(!menu.expand(cell / 2.0).contains(of_a), "{menu:?} hides the visit at {of_a:?}");
        window.key(Key::Escape);
    }
    window.act(PlaybackAction::First);
}

/// The command that a row copies prints the window's own numbers, whatever the names of the files are.
#[cfg(unix)]
#[test]
fn a_copied_command_prints_what_the_window_shows() {
    use maskscope::files::sample_sprite;
    let folder = tempfile::tempdir().expect("a folder");
    let ship = sample_sprite("ship.png").expect("a sample");
    let rock = sample_sprite("rock.png").expect("a sample");
    let names = [
        "plain.png",
        "it's \"a\" $HOME `id` \\ !.png",
        "a b;c&d|e>f<g(h).png",
        "*?[x]{a,b}~#%=.png",
        "ünï \u{a0}.png",
        "--at.png",
        "-",
        "~",
    ];
    for (n, name) in names.into_iter().enumerate() {
        let other = names[(n + 1) % names.len()];
        let mut window = Window::paused_at(0);
        let sprites = [(Slot::A, name, &ship, 90), (Slot::B, other, &rock, 3)];
        for (slot, name, sprite, threshold) in sprites {
            let picture = sprite.picture();
            let size = picture.size();
            let image = image::RgbaImage::from_raw(size.width, size.height, picture.rgba().to_vec()).expect("its size");
            image.save_with_format(folder.path().join(name), image::ImageFormat::Png).expect("written");
            let mut sprite = sprite.clone();
            sprite.path = Some(name.into());
            sprite.name = name.to_owned();
            window.act(StageAction::Show { slot, sprite });
            window.act(StageAction::SetThreshold { slot, threshold });
        }
        window.act(StageAction::Place { slot: Slot::B, position: Cell::new(9, -16) });
        let (_, at) = window.row("sample:10");
        right_click(&mut window, at);
        let command = copied_by(&mut window, "Copy as command").expect("a command");
        let script = format!("{} --json", command.replacen("maskscope", "\"$MASKSCOPE\"", 1));
        let mut shell = std::process::Command::new("sh");
        shell.args(["-c", &script]).current_dir(folder.path()).env("MASKSCOPE", env!("CARGO_BIN_EXE_maskscope"));
        let answer = shell.output().expect("a shell");
        assert!(answer.status.success(), "{command}: {}", String::from_utf8_lossy(&answer.stderr));
        let printed: serde_json::Value = serde_json::from_slice(&answer.stdout).expect("JSON");
        let scans = printed["scans"].as_array().expect("a list");
        let row = window.session().derived().rows()[8];
        assert_eq!(printed["overlap_area"], overlap(&window), "{command}");
        assert_eq!((scans.len(), &scans[0]["name"]), (1, &"sample".into()), "{command}");
        assert_eq!((&scans[0]["visits"], &scans[0]["hit"]), (&row.count.visits.into(), &row.hit.is_some().into()));
    }
}

#[test]
fn where_there_is_no_command_the_window_says_why() {
    let mut window = Window::paused_at(499);
    let (_, at) = window.row("rows");
    right_click(&mut window, at);
    assert_eq!(copied_by(&mut window, "Copy as command"), None);
    window.follow();
    assert!(window.shows("No command was copied") && window.mentions("save the scene with Ctrl S"));
}

#[test]
fn undo_and_redo_name_what_they_undo() {
    let mut window = Window::paused_at(499);
    let names = |window: &mut Window| {
        window.click("Edit");
        let named = |verb: &str| {
            let mut rows = window.harness.query_all_by_label_contains(verb);
            rows.next().and_then(|row| row.accesskit_node().label()).expect("a row")
        };
        let names = [named("Undo"), named("Redo")];
        window.key(Key::Escape);
        names
    };
    assert_eq!(names(&mut window), ["Undo", "Redo"]);
    for (item, deed) in [
        ("Push out of A", "move"),
        ("Flip left to right", "flip"),
        ("Turn by 90°", "turn"),
        ("Swap A and B", "swap"),
        ("Reset placement", "reset"),
    ] {
        window.wait_until("the push-out is known", |window| window.session().derived().contact().is_some());
        window.choose("Edit", item);
        assert_eq!(names(&mut window)[0], format!("Undo {deed}"));
    }
    window.act(StageAction::SetThreshold { slot: Slot::A, threshold: 9 });
    assert_eq!(names(&mut window), ["Undo threshold", "Redo"]);
    window.key_with(Modifiers::COMMAND, Key::Z);
    window.key_with(Modifiers::COMMAND, Key::Z);
    assert_eq!(names(&mut window), ["Undo swap", "Redo reset"]);
}

/// A way to close a sheet, and its name.
type Way<'a> = (&'a str, &'a dyn Fn(&mut Window));

/// Every sheet has a button that closes it, and Escape and Enter close or answer it.
#[test]
fn every_sheet_is_closed_by_its_button_by_escape_and_by_enter() {
    for (menu, item) in SHEETS {
        let mut window = Window::paused_at(499);
        let mut ways: Vec<Way<'_>> = vec![
            ("its button", &|window| window.click("Close")),
            ("Escape", &|window| {
                window.key(Key::Escape);
                window.key(Key::Escape);
            }),
        ];
        // Without a path there is nothing to open.
        if item != "Open B by path…" {
            ways.push(("Enter", &|window| {
                window.key(Key::Enter);
                window.key(Key::Enter);
            }));
        }
        for (way, close) in ways {
            window.choose(menu, item);
            assert!(window.shows("Close"), "{item} opens");
            close(&mut window);
            assert!(!window.shows("Close"), "{item} is closed by {way}");
        }
    }
}

/// However fast the text is typed, everything after Ctrl K reaches the palette and nothing else.
#[test]
fn what_is_typed_right_after_the_key_of_the_palette_is_not_lost() {
    use egui::Event;
    let press = |key, modifiers| Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers };
    for at_once in [0, 1, 2, 4] {
        let mut window = Window::paused_at(250);
        window.act(StageAction::Activate(Slot::A));
        let letters = [("b", Key::B), ("y", Key::Y), (" ", Key::Space), ("p", Key::P), ("0", Key::Num0)];
        window.harness.event(press(Key::K, Modifiers::COMMAND));
        for (at, (text, key)) in letters.into_iter().enumerate() {
            if at >= at_once {
                window.harness.step();
            }
            window.harness.event(press(key, Modifiers::NONE));
            window.harness.event(Event::Text(text.to_owned()));
        }
        window.follow();
        let field = window.harness.get_by_role(egui::Role::TextInput).accesskit_node().value();
        assert_eq!(field.as_deref(), Some("by p0"), "{at_once} letters in one frame with Ctrl K");
        assert_eq!(window.played(), 250, "no letter was a command");
        assert!(window.session().view().layers.has(maskscope::session::Layer::Boxes));
    }
}

/// The menu may open in the very frame in which the pointer reaches the cell, before the visits of the cell are known.
#[test]
fn a_menu_that_opens_at_once_tells_the_visit_of_its_own_cell() {
    let mut window = Window::paused_at(499);
    let elsewhere = window.pixel(Slot::A, 12, 2);
    window.point_at(elsewhere);
    let at = window.pixel(Slot::A, 25, 14);
    let events = &mut window.harness.input_mut().events;
    events.push(egui::Event::PointerMoved(at));
    for pressed in [true, false] {
        let (pos, button, modifiers) = (at, PointerButton::Secondary, Modifiers::NONE);
        events.push(egui::Event::PointerButton { pos, button, pressed, modifiers });
    }
    window.follow();
    // Fourteen rows of 30 cells are above, and 15 cells before it.
    assert!(window.shows("Go to visit #436"));
}
