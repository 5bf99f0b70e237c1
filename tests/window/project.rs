//! The tab *Project*: the hitboxes of a small project are audited, compared, saved and undone, as a person would.

use std::{
    fs,
    path::{Path, PathBuf},
};

use egui::accesskit::Toggled;
use egui::{HoveredFile, Key, Modifiers, Role, vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use maskscope::files::{Audit, Limits};
use maskscope::session::{ProjectAction, ProjectAudit, Slot, Tab, ViewAction, WrongPixels};

use crate::{
    driver::Window,
    small_project::{HERO, SmallProject, hero},
    texts::seen_texts,
};

/// 24 solid pixels at the left of 8 × 8.
const WALL: [&str; 8] =
    ["###.....", "###.....", "###.....", "###.....", "###.....", "###.....", "###.....", "###....."];

/// A project of Godot: `Hero`, whose box covers 32 clear pixels of 48, `Wall`, whose box is right, and a sword without a sprite.
pub fn project() -> SmallProject {
    let project = SmallProject::new();
    project.write("project.godot", "config_version=5\n").draw("hero.png", &HERO).draw("wall.png", &WALL);
    let sword = "[node name=\"Sword\" type=\"Area2D\" parent=\".\"]\n\
                 [node name=\"Shape\" type=\"CollisionShape2D\" parent=\"Sword\"]\nshape = SubResource(\"blade\")\n";
    project.write("hero.tscn", hero("8, 6", "0, 0", sword));
    let wall = hero("3, 8", "-2.5, 0", "").replace("hero.png", "wall.png").replace("\"Hero\"", "\"Wall\"");
    project.write("walls/wall.tscn", wall);
    project
}

/// Opens a window into which that project was dropped, once the worst hitbox is shown with the lines that saving changes.
fn dropped(project: &SmallProject) -> Window {
    drop_into(Window::paused_at(0), project)
}

/// Drops a project into a window, and waits until all about its worst hitbox is known.
pub fn drop_into(mut window: Window, project: &SmallProject) -> Window {
    window.drop_files([project.folder().to_owned()]);
    window.wait_until("the folder is audited", |window| {
        window.session().project().is_some_and(|project| project.report().is_some())
    });
    settle(&mut window);
    window
}

/// A folder may be dropped anywhere; a file on one of two halves.
#[test]
fn what_hovers_says_what_a_drop_does() {
    let project = project();
    let mut window = Window::paused_at(0);
    let mut hover = |path: PathBuf| {
        window.harness.input_mut().hovered_files = vec![HoveredFile { path: Some(path), mime: String::new() }];
        window.harness.step();
        let texts = seen_texts(&window);
        ["drop as A", "drop as B", "drop to audit its hitboxes"].map(|it| texts.iter().any(|text| text == it))
    };
    assert_eq!(hover(project.folder().join("hero.png")), [true, true, false]);
    assert_eq!(hover(project.folder().to_owned()), [false, false, true]);
}

/// Waits until everything about the shown hitbox is known.
fn settle(window: &mut Window) {
    window.follow();
    window.wait_until("nothing is left to find", |window| window.session().wanted_of_project().is_empty());
    window.follow();
}

fn opened(window: &Window) -> &ProjectAudit {
    window.session().project().expect("it is open")
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).expect("a file")
}

/// The names of the rows of the list that are selected.
fn selected(window: &Window) -> Vec<String> {
    let rows = window.harness.query_all_by_role(Role::Row);
    let selected = rows.filter(|row| row.accesskit_node().toggled() == Some(Toggled::True));
    selected.map(|row| row.accesskit_node().label().unwrap_or_default()).collect()
}

#[test]
fn a_folder_that_is_dropped_is_audited_and_its_worst_hitbox_is_shown() {
    let project = project();
    let window = dropped(&project);
    assert_eq!(window.session().view().tab, Tab::Project);
    for label in [
        "1 of 2 hitboxes could fit their picture better",
        "Worst is Hero: 32 clear px would be hit; the best of its kind leaves 0 px wrong.",
        "Now: rectangle 8 × 6, 32 clear px, 0 left out",
        "Better: rectangle 4 × 4, 0 clear px, 0 left out",
        "Not paired with a picture, 1",
        "Line 4 goes: size = Vector2(8, 6)",
        "Line 4 is new: size = Vector2(4, 4)",
        "hero.tscn: 1 line changes, nothing else",
    ] {
        assert!(window.mentions(label), "{label}");
    }
    let audit =
        Audit::of(project.folder(), Audit::TOP, &Limits::default(), &|_, _, _| {}, &|| false).expect("an audit");
    let shown = &opened(&window).report().expect("a report").hitboxes;
    assert_eq!(shown.len(), audit.rows.len());
    for (shown, row) in shown.iter().zip(&audit.rows) {
        let pixels = WrongPixels { covered: row.counts.covered, left_out: row.counts.left_out };
        assert_eq!((&shown.id, shown.pixels, shown.gain), (&row.id, pixels, row.gain()));
    }
    let detail = opened(&window).detail().expect("it is read").expect("it can be read");
    assert_eq!(detail.now.total(), shown[0].pixels);
    assert_eq!(opened(&window).better().map(maskscope::session::DetailedKind::total), shown[0].best);
}

#[test]
fn the_better_shape_is_saved_and_undone_in_the_file() {
    let project = project();
    let path = project.path("hero.tscn");
    let before = text(&path);
    let mut window = dropped(&project);
    window.click("Save into hero.tscn");
    window.wait_until("it is saved", |window| opened(window).saved().is_some());
    window.follow();
    assert_eq!(text(&path), before.replace("Vector2(8, 6)", "Vector2(4, 4)"));
    for label in
        ["Saved into hero.tscn: 1 line changed, 32 px less wrong", "Now, in the file: rectangle 4 × 4", "saved"]
    {
        assert!(window.mentions(label), "{label}");
    }
    assert_eq!(opened(&window).left(), 0);
    window.key_with(Modifiers::COMMAND, Key::Z);
    window.wait_until("it is undone", |window| opened(window).saved().is_none());
    settle(&mut window);
    assert_eq!(text(&path), before);
    window.key(Key::S);
    window.wait_until("it is saved", |window| opened(window).saved().is_some());
    window.follow();
    assert_ne!(text(&path), before);
    window.click("Check again");
    window.wait_until("it is audited again", |window| opened(window).progress().is_none());
    settle(&mut window);
    assert!(window.mentions("2 hitboxes judged, and no shape of the same kind is much better"));
}

#[test]
fn a_file_that_has_changed_since_is_not_written_over() {
    let project = project();
    let path = project.path("hero.tscn");
    let mut window = dropped(&project);
    let changed = text(&path).replace("Vector2(8, 6)", "Vector2(8, 7)");
    project.write("hero.tscn", &changed);
    window.click("Save into hero.tscn");
    window.wait_until("it says so", |window| window.mentions("hero.tscn was not saved"));
    assert!(window.mentions("It has changed since it was read: check again."));
    assert_eq!(text(&path), changed);
}

#[test]
fn what_cannot_be_saved_says_why() {
    let project = project();
    let mut window = dropped(&project);
    let circle = |window: &Window| {
        let rows = window.harness.query_all_by_role(Role::Row);
        let labels = rows.filter_map(|row| row.accesskit_node().label());
        labels.into_iter().find(|label| label.starts_with("circle ")).expect("another kind")
    };
    window.click(&circle(&window));
    settle(&mut window);
    assert!(window.mentions("hero.tscn: Its shape is a RectangleShape2D, and stays one."));
    window.click("Save into hero.tscn");
    assert!(opened(&window).saved().is_none());
}

#[test]
fn the_keys_and_the_groups_choose_a_hitbox() {
    let project = project();
    let mut window = dropped(&project);
    assert!(selected(&window).iter().any(|row| row.starts_with("Hero, ")), "{:?}", selected(&window));
    window.key(Key::ArrowDown);
    assert!(selected(&window).iter().any(|row| row.starts_with("Hero, ")), "the list ends");
    window.click("Fine, 1");
    window.key(Key::ArrowDown);
    settle(&mut window);
    assert!(selected(&window).iter().any(|row| row.starts_with("Wall, ")), "{:?}", selected(&window));
    assert!(window.mentions("wall.tscn: Already the best rectangle"));
    window.key(Key::ArrowUp);
    assert!(selected(&window).iter().any(|row| row.starts_with("Hero, ")));
    window.click("Not paired with a picture, 1");
    assert!(window.mentions("shape of a body without a sprite: 1 file"));
}

#[test]
fn a_role_is_written_and_counts() {
    let project = project();
    let mut window = dropped(&project);
    window.key(Key::I);
    window.click("Terrain: part of the ground");
    window.wait_until("the role counts", |window| {
        let report = opened(window).report();
        report.is_some_and(|report| report.hitboxes.iter().any(|hitbox| hitbox.role == "terrain"))
    });
    let roles = text(&project.path("maskscope.toml"));
    assert_eq!(roles, "[[hitbox]]\nmatch = \"hero.tscn#Hero\"\nrole = \"terrain\"\n");
    settle(&mut window);
    assert!(window.mentions("Intended, 1"));
}

#[test]
fn a_baseline_is_written_and_compared() {
    let project = project();
    let mut window = dropped(&project);
    window.click("Write the baseline");
    window.wait_until("it is compared", |window| window.mentions("Nothing is worse than the baseline."));
    project.draw("wall.png", &HERO);
    window.click("Check again");
    window
        .wait_until("the art has left its hitbox", |window| window.mentions("One hitbox is worse than the baseline."));
    window.follow();
    assert!(window.mentions(", worse than the baseline"));
}

#[test]
fn an_animation_shows_its_worst_frame_and_the_numbers_of_all() {
    let project = SmallProject::new();
    let sheet: Vec<String> = HERO.iter().zip(WALL).map(|(hero, wall)| format!("{hero}{wall}")).collect();
    let animation = "[sub_resource type=\"Animation\" id=\"run\"]\ntracks/0/path = NodePath(\"Sprite:frame\")\n\
                     tracks/0/keys = {\n\"values\": [0, 1]\n}\n[node name=\"Hero\"";
    let scene = hero("8, 6", "0, 0", "").replace("ExtResource(\"1\")", "ExtResource(\"1\")\nhframes = 2");
    project.draw("hero.png", &sheet.iter().map(String::as_str).collect::<Vec<_>>());
    project.write("hero.tscn", scene.replace("[node name=\"Hero\"", animation));
    let mut window = dropped(&project);
    // In the second frame, the box covers 30 clear pixels and leaves out 6 solid ones.
    assert!(window.shows("Frame 2 of 2"));
    assert!(window.mentions("62 px clear, would be hit in 2 frames") && window.mentions("6 px solid, left out"));
    assert_below(&window);
    window.click("Previous frame of the hitbox");
    assert!(window.shows("Frame 1 of 2"));
    let sum = |pixels: WrongPixels| pixels.covered + pixels.left_out;
    let hitbox = opened(&window).hitbox().expect("it is shown");
    assert_eq!((sum(hitbox.pixels), hitbox.frames), (68, 2));
    assert_eq!(opened(&window).better().map(|better| sum(better.total())), hitbox.best.map(sum));
}

#[test]
fn a_folder_without_hitboxes_says_so_and_leaves_the_tab_empty() {
    let project = SmallProject::new();
    project.draw("hero.png", &HERO);
    let mut window = Window::paused_at(0);
    window.drop_files([project.folder().to_owned()]);
    window.wait_until("it says so", |window| window.mentions("could not be audited"));
    assert!(window.mentions("It has no hitbox that a picture can judge."));
    assert!(window.session().project().is_none());
    assert!(window.shows("Choose a folder…"));
}

#[test]
fn the_empty_tab_says_how_to_begin() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = Window::paused_at(0);
    window.key_with(Modifiers::COMMAND, Key::Num5);
    assert_eq!(window.session().view().tab, Tab::Project);
    assert!(window.mentions("Which hitboxes of a project fit their pictures worst?"));
    window.click("Choose a folder…");
    let missing: PathBuf = folder.path().join("missing");
    window.enter("File path", missing.to_str().expect("text"));
    window.wait_until("it says so", |window| window.mentions("It is not a folder that can be read"));
    let project = project();
    window.harness.get_by_label("File path").focus();
    window.key_with(Modifiers::COMMAND, Key::A);
    window.harness.get_by_label("File path").type_text(project.folder().to_str().expect("text"));
    window.key(Key::Enter);
    window.wait_until("it is open", |window| window.session().project().is_some());
}

#[test]
fn an_audit_is_stopped_and_closed() {
    let project = project();
    let mut window = dropped(&project);
    window.act(ProjectAction::CheckAgain);
    window.act(ProjectAction::Stop);
    assert!(opened(&window).progress().is_none() && opened(&window).report().is_some());
    window.act(ProjectAction::Open(project.folder().to_owned()));
    window.act(ProjectAction::Stop);
    assert!(window.session().project().is_none_or(|project| project.report().is_some()));
    window.act(ProjectAction::Close);
    assert!(window.shows("Choose a folder…"));
}

#[test]
fn the_file_opens_in_inspect() {
    let project = project();
    let mut window = dropped(&project);
    window.click("Open in Inspect");
    window.wait_until("it is shown", |window| {
        let sprite = window.session().stage().get(Slot::A);
        sprite.is_some_and(|placed| placed.sprite().path.as_deref() == Some(&*project.path("hero.tscn")))
    });
    assert_eq!(window.session().view().tab, Tab::Inspect);
}

#[test]
fn an_audited_project_rests() {
    let project = project();
    let mut window = dropped(&project);
    crate::idle::rests("an audited project", &mut window);
    window.act(ViewAction::Show(Tab::Inspect));
    crate::idle::rests("Inspect beside an audited project", &mut window);
}

#[test]
fn a_narrow_window_has_a_list_of_kinds() {
    let project = project();
    let mut window = drop_into(Window::start(vec2(900.0, 600.0), 1.0 / 60.0, None, None), &project);
    window.click("Better shape");
    window.click("circle");
    settle(&mut window);
    assert!(window.mentions("Better: circle r "));
    assert_below(&window);
}

/// The button that saves lies below the numbers of both pictures.
fn assert_below(window: &Window) {
    let rect = |label: &str| {
        let found = window.harness.query_all_by_label_contains(label).map(|node| node.rect());
        found.reduce(egui::Rect::union).expect("it is shown")
    };
    let [numbers, button] = [rect("solid, left out"), rect("Save into hero.tscn")];
    assert!(numbers.bottom() < button.top(), "{numbers} is not above {button}");
}
