//! The real program in a real window, driven with mouse and keys on a private screen.
#![cfg(all(feature = "window", target_os = "linux"))]

#[path = "support/desktop.rs"]
mod desktop;
#[path = "support/dice.rs"]
mod dice;
#[path = "desktop/left_behind.rs"]
mod left_behind;
#[path = "desktop/lessons.rs"]
mod lessons;
#[path = "desktop/live.rs"]
mod live;

use std::time::{Duration, Instant};
use std::{fs, path::PathBuf, process::Command, thread::sleep};

use desktop::Desktop;
use image::{Rgba, RgbaImage};

/// The answer line, the table's first rows and the transport's words, in pixels: left, top, width, height.
const ANSWER: [u32; 4] = [250, 46, 500, 34];
const TABLE: [u32; 4] = [1_070, 88, 40, 20];
const PLAYED: [u32; 4] = [330, 706, 40, 20];
/// The step counter: left, top, width and height.
const COUNTER: [u32; 4] = [396, 704, 180, 24];
/// The sky over the ball.
const SKY: Rgba<u8> = Rgba([0x33, 0xBB, 0xFF, 255]);
/// The colour of the pill at the left of the answer line for a hit.
const HIT: Rgba<u8> = Rgba([0xF5, 0x82, 0xC5, 255]);

/// A block of one colour, in a file.
fn block(folder: &tempfile::TempDir, name: &str, color: [u8; 4]) -> PathBuf {
    let path = folder.path().join(name);
    RgbaImage::from_pixel(32, 32, Rgba(color)).save(&path).expect("the folder can be written");
    path
}

fn text(path: &std::path::Path) -> &str {
    path.to_str().expect("UTF-8")
}

/// A part of the window.
fn part(desktop: &Desktop, [left, top, width, height]: [u32; 4]) -> RgbaImage {
    image::imageops::crop_imm(&desktop.screenshot(), left, top, width, height).to_image()
}

fn is_hit(desktop: &Desktop) -> bool {
    part(desktop, ANSWER).pixels().any(|pixel| *pixel == HIT)
}

/// The smallest box around all pixels of a colour on the canvas: left, top, right, bottom.
fn extent(desktop: &Desktop, color: [u8; 4]) -> Option<[u32; 4]> {
    let picture = desktop.screenshot();
    let found = picture
        .enumerate_pixels()
        .filter(|(x, y, pixel)| (260..936).contains(x) && (104..692).contains(y) && pixel.0 == color);
    found.fold(None, |extent: Option<[u32; 4]>, (x, y, _)| {
        let [left, top, right, bottom] = extent.unwrap_or([x, y, x, y]);
        Some([left.min(x), top.min(y), right.max(x), bottom.max(y)])
    })
}

const TEAL: [u8; 4] = [0, 128, 120, 255];
const BROWN: [u8; 4] = [120, 80, 30, 255];

#[test]
#[ignore = "needs Xvfb, xdotool and import"]
fn a_sprite_is_dragged_across_the_other_and_the_answer_follows() {
    let folder = tempfile::tempdir().expect("a folder");
    let (a, b) = (block(&folder, "teal.png", TEAL), block(&folder, "brown.png", BROWN));
    let mut desktop = Desktop::start(&[text(&a), text(&b), "--at", "0,0"]);
    desktop.wait_until("the blocks overlap", |desktop| is_hit(desktop));

    for _ in 0..5 {
        desktop.key("minus");
    }
    // A cell is now some ten pixels wide. The overlap shows as bits; only the rest of a sprite shows its picture.
    let free_of_a = |desktop: &Desktop| extent(desktop, TEAL).map_or(0, |[left, _, right, _]| right + 1 - left);
    desktop.drag((600, 400), (780, 400));
    let half = 165..185;
    desktop.wait_until("half of A is free", |desktop| half.contains(&free_of_a(desktop)));
    assert!(is_hit(&desktop));
    let [before, ..] = extent(&desktop, BROWN).expect("B shows");

    let (answer, rows) = (part(&desktop, ANSWER), part(&desktop, TABLE));
    desktop.drag((770, 400), (950, 400));
    desktop.wait_until("all of A is free", |desktop| !is_hit(desktop) && free_of_a(desktop) > 250);
    assert!(extent(&desktop, BROWN).is_some_and(|[left, ..]| left > before), "B followed the pointer");
    assert_ne!(part(&desktop, ANSWER), answer, "the answer line followed");
    assert_ne!(part(&desktop, TABLE), rows, "the table followed");

    desktop.key("ctrl+z");
    desktop.wait_until("one drag is undone", |desktop| half.contains(&free_of_a(desktop)));
    desktop.key("ctrl+z");
    desktop.wait_until("both are undone", |desktop| is_hit(desktop) && free_of_a(desktop) == 0);
}

#[test]
#[ignore = "needs Xvfb, xdotool and import"]
fn a_command_and_a_path_are_typed() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut desktop = Desktop::start(&[]);
    desktop.wait_until("a hit shows", |desktop| is_hit(desktop));
    desktop.key("ctrl+k");
    // The palette dims what lies below it, the colour of the hit included.
    desktop.wait_until("the palette shows", |desktop| !is_hit(desktop));
    desktop.type_text("open b by path");
    desktop.key("Return");
    desktop.wait_until("the field for the path shows", |desktop| {
        let edge = part(desktop, [396, 96, 8, 32]);
        edge.pixels().filter(|pixel| pixel.0 == [0xF0, 0xF2, 0xF5, 255]).count() > 20
    });
    desktop.type_text(text(&block(&folder, "brown.png", BROWN)));
    desktop.key("Return");
    desktop.wait_until("it shows", |desktop| extent(desktop, BROWN).is_some());
}

#[test]
#[ignore = "needs Xvfb, xdotool and import"]
fn images_are_chosen_in_a_dialog_and_a_mask_is_exported_by_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut desktop = Desktop::start(&[]);
    for (name, color, key) in [("teal.png", TEAL, "ctrl+o"), ("brown.png", BROWN, "ctrl+shift+o")] {
        desktop.choose_file(&block(&folder, name, color));
        desktop.key(key);
        desktop.wait_until("the dialog has been asked", |desktop| {
            desktop.dialog_arguments().is_some_and(|arguments| arguments.contains(&"--file-selection".to_owned()))
        });
        desktop.wait_until("it shows", |desktop| extent(desktop, color).is_some());
    }

    let mask = folder.path().join("mask.png");
    desktop.choose_file(&mask);
    desktop.key("ctrl+e");
    desktop.wait_until("the mask is written", |desktop| {
        // The sheet begins with the mask of B as PNG; it takes a moment to show.
        desktop.key("Return");
        sleep(Duration::from_millis(300));
        mask.is_file()
    });
    let filters = |desktop: &Desktop| {
        let arguments = desktop.dialog_arguments().unwrap_or_default();
        arguments.into_iter().filter(|argument| argument.contains("*.")).collect::<Vec<_>>()
    };
    assert_eq!(filters(&desktop), ["PNG | *.png"], "a dialog does not say which of several was chosen");
    let mask = image::open(&mask).expect("a whole picture").into_luma8();
    assert_eq!(mask.dimensions(), (32, 32));
    assert!(mask.pixels().all(|pixel| pixel.0 == [255]));
}

#[test]
#[ignore = "needs Xvfb, xdotool and import"]
fn a_scan_is_played_stepped_scrubbed_and_brought_to_its_hit() {
    let mut desktop = Desktop::start(&[]);
    let mut last = part(&desktop, PLAYED);
    desktop.wait_until("the opening scan plays", |desktop| part(desktop, PLAYED) != last);
    // The keys pause the scan, because they move its position.
    let mut changes = |desktop: &mut Desktop, what: &str, act: &dyn Fn(&Desktop)| {
        last = part(desktop, PLAYED);
        act(desktop);
        desktop.wait_until(what, |desktop| part(desktop, PLAYED) != last);
        part(desktop, PLAYED)
    };
    let end = changes(&mut desktop, "End shows the end", &|desktop| desktop.key("End"));
    let before = changes(&mut desktop, "a comma steps back", &|desktop| desktop.key("comma"));
    let start = changes(&mut desktop, "Home shows the start", &|desktop| desktop.key("Home"));
    assert!(end != before && before != start);
    changes(&mut desktop, "the scrubber is dragged", &|desktop| desktop.drag((60, 751), (1_200, 751)));
    desktop.wait_until("it is dragged to the end", |desktop| part(desktop, PLAYED) == end);
    changes(&mut desktop, "a step back", &|desktop| desktop.key("comma"));
    let hit = changes(&mut desktop, "the button goes to the hit", &|desktop| desktop.click(265, 715));
    assert!(hit == end, "the hit is the end");
    changes(&mut desktop, "Home shows the start", &|desktop| desktop.key("Home"));
    changes(&mut desktop, "space plays", &|desktop| desktop.key("space"));
}

#[test]
#[ignore = "needs Xvfb, xdotool and import"]
fn at_rest_it_needs_no_processor() {
    let mut desktop = Desktop::start(&[]);
    desktop.key("End");
    // Wait until all timings are measured.
    let mut used = desktop.cpu_seconds();
    desktop.wait_until("it comes to rest", |desktop| {
        sleep(Duration::from_millis(500));
        let now = desktop.cpu_seconds();
        let is_at_rest = now - used < 0.02;
        used = now;
        is_at_rest
    });
    sleep(Duration::from_secs(2));
    let used = desktop.cpu_seconds() - used;
    assert!(used < 0.2, "{used} s of two seconds");
}

#[test]
#[ignore = "needs Xvfb, xdotool and import"]
fn a_broken_file_leaves_a_window_with_a_message() {
    let folder = tempfile::tempdir().expect("a folder");
    let broken = folder.path().join("broken.png");
    fs::write(&broken, "not a picture").expect("written");
    let mut desktop = Desktop::start(&[text(&broken)]);
    let red = Rgba([0xFF, 0x80, 0x78, 255]);
    desktop.wait_until("a message shows", |desktop| {
        part(desktop, [400, 500, 530, 210]).pixels().filter(|pixel| **pixel == red).count() > 200
    });
    assert!(desktop.is_running());
}

#[test]
#[ignore = "needs Xvfb, xdotool and import"]
fn a_sprite_is_scaled_by_its_corner_and_the_saved_scene_holds_on_the_command_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let (a, b) = (block(&folder, "teal.png", TEAL), block(&folder, "brown.png", BROWN));
    let mut desktop = Desktop::start(&[text(&a), text(&b), "--at", "0,0"]);
    desktop.wait_until("the blocks overlap", |desktop| is_hit(desktop));
    // Zoom out until one fits beside the other.
    for _ in 0..5 {
        desktop.key("minus");
    }
    desktop.drag((600, 400), (696, 400));
    // The mark at B's upper right corner, in B's colour.
    let mark = |desktop: &Desktop| part(desktop, [819, 271, 6, 6]).pixels().any(|pixel| pixel.0 == [240, 163, 42, 255]);
    desktop.wait_until("its mark shows", |desktop| mark(desktop));
    desktop.drag((822, 274), (678, 274));
    desktop.wait_until("it has gone", |desktop| !mark(desktop));

    let scene = folder.path().join("scaled.scene.json");
    desktop.choose_file(&scene);
    desktop.key("ctrl+s");
    desktop.wait_until("the scene is written", |_| scene.exists());
    let written = fs::read_to_string(&scene).expect("a file");
    assert!(written.contains("\"scale\": [0.") && written.contains("\"image\": \"brown.png\""), "{written}");
    let output = without_screen(&["replay", text(&scene)]);
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(0), "{printed}");
    assert!(printed.starts_with("HELD"), "{printed}");
}

#[test]
#[ignore = "needs Xvfb, xdotool and import"]
fn a_ball_is_played_by_keys_stepped_and_scrubbed_back_and_two_images_take_the_roles() {
    let folder = tempfile::tempdir().expect("a folder");
    let (a, b) = (block(&folder, "teal.png", TEAL), folder.path().join("ground.png"));
    let ground = RgbaImage::from_fn(320, 240, |_, y| if y < 200 { Rgba([0; 4]) } else { Rgba(BROWN) });
    ground.save(&b).expect("the folder can be written");
    let mut desktop = Desktop::start(&[text(&a), text(&b)]);
    desktop.wait_until("both show", |desktop| extent(desktop, BROWN).is_some());
    desktop.key("ctrl+6");
    desktop.wait_until("the sky shows", |desktop| {
        part(desktop, [100, 100, 700, 100]).pixels().filter(|pixel| **pixel == SKY).count() > 10_000
    });
    // A on B, without the probe, whose loupe shows pixels of A, too.
    desktop.click(1_100, 60);
    desktop.click(144, 97);
    let ball = |desktop: &Desktop| {
        let picture = desktop.screenshot();
        let found =
            picture.enumerate_pixels().filter(|(x, y, pixel)| *x < 930 && (90..680).contains(y) && pixel.0 == TEAL);
        found.map(|(x, y, _)| (x, y)).min()
    };
    let mut last = None;
    desktop.wait_until("A has fallen onto B", |desktop| {
        sleep(Duration::from_millis(200));
        let now = ball(desktop);
        let rests = now.is_some() && now == last;
        last = now;
        rests
    });
    let start = last.expect("it shows");
    desktop.hold("Right");
    desktop.wait_until("it walks to the right", |desktop| ball(desktop).is_some_and(|(x, _)| x > start.0 + 40));
    desktop.let_go("Right");
    let walked = ball(&desktop).expect("it shows");
    // Held, since a single jump may be over before a slow machine takes a picture of it.
    desktop.hold("Up");
    let mut held = Instant::now();
    desktop.wait_until("it jumps", |desktop| {
        if held.elapsed() > Duration::from_secs(3) {
            // A key can get lost on a busy machine.
            desktop.let_go("Up");
            desktop.hold("Up");
            held = Instant::now();
        }
        // On so low a stage, the ball leaves the view at the top.
        ball(desktop).is_none_or(|(_, y)| y + 20 < walked.1)
    });
    desktop.let_go("Up");
    desktop.wait_until("it lands", |desktop| ball(desktop).is_some_and(|(_, y)| y == walked.1));

    let landed = ball(&desktop).expect("it shows");
    desktop.key("Home");
    desktop.wait_until("Home shows the start", |desktop| ball(desktop).is_some_and(|(x, _)| x < landed.0));
    // The ball stands before it walks; the counter shows the step.
    let counter = |desktop: &Desktop| part(desktop, COUNTER);
    let start = counter(&desktop);
    desktop.key("period");
    desktop.wait_until("a full stop steps on", |desktop| counter(desktop) != start);
    desktop.key("comma");
    desktop.wait_until("a comma steps back", |desktop| counter(desktop) == start);
    desktop.drag((13, 755), (1_200, 755));
    desktop.wait_until("the bar is dragged to the end", |desktop| ball(desktop) == Some(landed));

    let keys = folder.path().join("keys.txt");
    desktop.choose_file(&keys);
    desktop.key("ctrl+k");
    desktop.type_text("Save keys");
    desktop.key("Return");
    desktop.wait_until("the keys are written", |_| keys.exists());
    let output = without_screen(&["terrain", "--keys", text(&keys), "--ball", text(&a), "--ground", text(&b)]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let written = fs::read_to_string(&keys).expect("a file");
    assert!(
        written.contains("right down") && written.contains("right up") && written.contains("jump down"),
        "{written}"
    );
}

/// Runs the program without a screen to show a window on.
fn without_screen(arguments: &[&str]) -> std::process::Output {
    Command::new(env!("CARGO_BIN_EXE_maskscope"))
        .args(arguments)
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("WAYLAND_SOCKET")
        .output()
        .expect("the program was built with this test")
}

#[test]
fn without_a_screen_it_says_so_in_a_sentence() {
    let output = without_screen(&[]);
    assert_eq!(output.status.code(), Some(1));
    let printed = String::from_utf8_lossy(&output.stderr);
    assert!(printed.starts_with("maskscope: no window could be opened") && printed.lines().count() == 1, "{printed}");
}

#[test]
fn commands_need_no_screen() {
    let sample = |name: &str| format!("{}/samples/{name}", env!("CARGO_MANIFEST_DIR"));
    let output = without_screen(&["check", &sample("ship.png"), &sample("rock.png"), "--at", "10,-17"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(String::from_utf8_lossy(&output.stdout).contains("masks overlap: 13 of 720 px"));
}
