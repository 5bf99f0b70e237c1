//! The saved copy of a session comes back as it was.

use std::{collections::BTreeMap, fs, path::Path};

use maskscope::{
    files::{Limits, encode_scene},
    kept::{read_kept, write_kept},
    session::{Document, Session, Slot, Tab},
};
use maskscope_core::scene::{Scene, Shown, SolidSource};

/// Returns a folder that is removed after the test: in memory if the system allows that, because flushing disks takes
/// long.
pub fn folder() -> tempfile::TempDir {
    let memory = Path::new("/dev/shm");
    let folder = if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() };
    folder.expect("a folder")
}

/// Returns a fresh session that continues with `kept`.
fn continued(kept: &Document) -> Session {
    let mut session = Session::default();
    session.continue_with(kept.clone());
    session
}

/// Returns the files in `folder`, by their names.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entry = |entry: std::io::Result<fs::DirEntry>| {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        (name, fs::read(&path).expect("a file"))
    };
    fs::read_dir(folder).expect("a folder").map(entry).collect()
}

/// Writes `session` into `folder` and reads it again: once as the same program would, once as the next one does.
pub fn assert_comes_back(session: &Session, folder: &Path) {
    let kept = session.document();
    assert_eq!(continued(&kept).document(), kept, "from memory");
    write_kept(&kept, folder).expect("it can be written");
    let read = read_kept(folder, &Limits::default()).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((read.names(), read.is_unsaved()), (kept.names(), kept.is_unsaved()));
    let mut again = continued(&read);
    assert_eq!(again.document(), read, "from the disk");
    // The copy that comes back gives the same bytes, so nothing in the files is lost.
    let second = self::folder();
    write_kept(&again.document(), second.path()).expect("it can be written");
    assert_eq!(names(folder), names(second.path()));
    for ((name, one), other) in files(folder).into_iter().zip(files(second.path()).into_values()) {
        assert!(one == other, "{name}:\n{}\n{}", String::from_utf8_lossy(&one), String::from_utf8_lossy(&other));
    }
    // The copy of a session in a lesson has the sprites from before the lesson.
    if session.lessons().open().is_none() {
        // Of what plays by itself, the frame is kept that was shown before.
        let plays = Slot::ALL.iter().any(|slot| session.animation().plays(*slot));
        let at_rest = plays.then(|| continued(&kept));
        assert_same(at_rest.as_ref().unwrap_or(session), &mut again);
    }
}

fn names(folder: &Path) -> Vec<String> {
    files(folder).into_keys().collect()
}

/// Asserts that both sessions give the same answers.
fn assert_same(one: &Session, other: &mut Session) {
    assert_eq!(one.derived().collision(), other.derived().collision());
    assert_eq!(one.has_unsaved_changes(), other.has_unsaved_changes());
    assert_eq!(
        (one.scene_path(), one.offered_cut().is_some() && other.offered_cut().is_some()),
        (other.scene_path(), false)
    );
    let text = |scene: &Scene| encode_scene(scene, None, false);
    let scene = |session: &Session| session.scene().map(|scene| text(&Scene { route: None, ..scene }));
    assert_eq!(scene(one), scene(other));
    assert_eq!(one.scene_in_file().map(|scene| text(scene)), other.scene_in_file().map(|scene| text(scene)));
    assert_eq!(one.stage().active, other.stage().active);
    for slot in Slot::ALL {
        assert_same_sprite(one, other, slot);
    }
    assert_same_view(one, other);
    let (path, again) = (one.route(), other.route());
    if let Some(recorded) = path.recorded() {
        assert_eq!(again.routes().last().map(|route| &**route), Some(recorded), "as if its gesture had ended");
    } else {
        assert_eq!((path.routes(), path.chosen(), path.at()), (again.routes(), again.chosen(), again.at()));
        assert_eq!(path.plays(), again.plays());
    }
    let (ball, again) = (one.terrain(), other.terrain());
    let (game, game_again) = (&ball.game, &again.game);
    assert_eq!((&game.keys, game.cast, game.pace), (&game_again.keys, game_again.cast, game_again.pace));
    assert_eq!((game.lowest_bit, ball.is_playing()), (game_again.lowest_bit, again.is_playing()));
    if one.view().tab == Tab::Terrain && ball.actors.is_some() && !other.terrain().lacks_own() {
        assert_eq!((ball.run(), game.at), (again.run(), game_again.at));
    }
    // The last hit, where some scans begin, is not saved, nor what is shown in place of a script that fails.
    if !one.derived().recording_is_stale()
        && !other.derived().recording_is_stale()
        && one.derived().recording().is_some_and(|recording| recording.scan == one.scans().selected())
        && !one.scans().selected().remembers()
    {
        assert_eq!(one.playback().position(), other.playback().position());
    }
}

fn assert_same_sprite(one: &Session, other: &Session, slot: Slot) {
    let (Some(placed), Some(again)) = (one.stage().get(slot), other.stage().get(slot)) else {
        return assert_eq!(one.stage().get(slot).is_some(), other.stage().get(slot).is_some());
    };
    assert_eq!((placed.placement(), placed.parents()), (again.placement(), again.parents()));
    assert!(*placed.raster().mask().mask() == *again.raster().mask().mask(), "another mask");
    assert!(placed.raster().picture() == again.raster().picture(), "another picture");
    assert_eq!(placed.position(), again.position());
    let (sprite, again) = (placed.sprite(), again.sprite());
    assert_eq!((&sprite.name, &sprite.path, sprite.grid()), (&again.name, &again.path, again.grid()));
    assert_eq!(sprite.shown(), again.shown());
    assert!(sprite.file_frames() == again.file_frames(), "other frames");
    assert!(sprite.frame_masks() == again.frame_masks(), "other masks of frames");
    assert!(*sprite.frame_raster(Shown::Merged).mask().mask() == *again.frame_raster(Shown::Merged).mask().mask());
    let (rule, again) = (sprite.rule(), again.rule());
    assert_eq!((rule.threshold, rule.inverted), (again.threshold, again.inverted));
    match (&rule.source, &again.source) {
        (SolidSource::Image(one), SolidSource::Image(other)) => {
            assert_eq!((&one.name, &one.path, one.size()), (&other.name, &other.path, other.size()));
            assert!(one.levels() == other.levels(), "another mask image");
        }
        (one, other) => assert_eq!(one, other),
    }
}

fn assert_same_view(one: &Session, other: &Session) {
    let (view, again) = (one.view(), other.view());
    assert_eq!((view.tab, view.layers, view.framing), (again.tab, again.layers, again.framing));
    assert_eq!((view.packing, view.counts_from_a), (again.packing, again.counts_from_a));
    assert_eq!((view.watches_health, one.chosen_parent()), (again.watches_health, other.chosen_parent()));
    let (scans, again) = (one.scans(), other.scans());
    assert_eq!((scans.scans(), scans.selected_index()), (again.scans(), again.selected_index()));
    assert_eq!((scans.sort(), scans.pre_check), (again.sort(), again.pre_check));
    // A speed may follow from the length of the run, which one of both may not know yet.
    assert!(one.steps() != other.steps() || one.speed() == other.speed(), "{:?}, {:?}", one.speed(), other.speed());
    assert_eq!(one.race().order, other.race().order);
    assert_eq!(one.playback().repeat, other.playback().repeat);
    let (engines, again) = (one.engines(), other.engines());
    assert_eq!((engines.compared, engines.selected), (again.compared, again.selected));
    let (surveys, again) = (one.surveys(), other.surveys());
    assert_eq!((surveys.question, surveys.pair, surveys.witness), (again.question, again.pair, again.witness));
    assert_eq!((surveys.readers, surveys.variation), (again.readers, again.variation));
    for slot in Slot::ALL {
        let (frames, again) = (one.animation(), other.animation());
        assert_eq!((frames.plays(slot), frames.tag(slot)), (again.plays(slot), again.tag(slot)));
    }
}
