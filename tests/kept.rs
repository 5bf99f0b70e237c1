//! The saved copy of a session survives on the disk, or an error says why it does not.

#[allow(dead_code, reason = "other tests pick")]
#[path = "support/dice.rs"]
mod dice;
#[path = "support/properties/mod.rs"]
mod properties;

use std::{
    collections::BTreeMap,
    env, fs,
    io::{BufRead, BufReader, Write as _},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::Arc,
};

use dice::Dice;
use maskscope::{
    files::{Limits, load_frames, load_layers, load_mask_layer, sample_frames, sample_scenes, sample_sprite},
    kept::{decode_kept, read_kept, write_kept},
    session::{
        Action, AnimationAction, Ask, Camera, Document, Event, Family, Framing, Made, Newer, PlaybackAction,
        PlayerAction, RouteAction, ScanAction, Session, Slot, StageAction, SurveyAction, Tab, TerrainAction,
        ViewAction, Zoom,
    },
};
use maskscope_core::{
    geom::{Cell, Offset, Size},
    mask::Packing,
    scan::Scan,
    scene::{
        Frame, Frames, Grid, Layer, MaskImage, Picture, PictureFormat, Placement, PreCheck, PreCheckMode, PreChecking,
        Route, RouteStep, Shown, SolidRule, SolidSource, Sprite,
        terrain::{Key, KeyEvent, KeyList, Rules},
    },
};
use serde_json::{Value, json};

fn limits() -> Limits {
    Limits::default()
}

fn sprite(name: &str) -> Sprite {
    sample_sprite(name).expect("a sample")
}

fn pair() -> StageAction {
    StageAction::ShowPair { a: sprite("ship.png"), b: sprite("rock.png"), offset: Offset::new(10, -17) }
}

fn nudge() -> StageAction {
    StageAction::Nudge { slot: Slot::B, by: Cell::new(1, 0) }
}

fn session(actions: impl IntoIterator<Item = Action>) -> Session {
    let mut session = Session::default();
    actions.into_iter().for_each(|action| session.apply(action));
    session
}

fn route() -> Route {
    let step = |n: u32| RouteStep { seconds: f64::from(n) / 7.0, position: (f64::from(n) / 3.0, -1e-7) };
    Route::of((0..40).map(step)).expect("a route")
}

/// Returns a session with unsaved work of every kind.
fn full() -> Session {
    let torch = Sprite::animated("torch", sample_frames("torch.aseprite").expect("a sample"), SolidRule::above(3));
    let mut sheet = sprite("walker.png");
    sheet.path = Some("/art/walker.png".into());
    let size = sheet.size();
    let picture = Picture::new(
        size,
        [9, 9, 9, 255].repeat(usize::try_from(size.area()).expect("small")),
        PictureFormat::Png,
        true,
    );
    let mask = Arc::new(MaskImage::new("mask.png".to_owned(), Some("/art/mask.png".into()), &picture));
    let mut keys = KeyList::default();
    keys.push(KeyEvent { step: 3, key: Key::Right, down: true }).expect("the first");
    keys.push(KeyEvent { step: 40, key: Key::Jump, down: true }).expect("a later one");
    let turned = Placement { rotation: 30.5, scale: (1.5, -0.5), ..Placement::at((0.1, 1.0 / 3.0)) };
    let scene = sample_scenes()[0].decode();
    session([
        Event::SceneLoaded(Box::new(scene), Some("/scenes/turned.scene.json".into())).into(),
        StageAction::Show { slot: Slot::A, sprite: sheet }.into(),
        StageAction::Cut { slot: Slot::A, grid: Some(Grid { cell: Size::new(16, 16), margin: 0, spacing: 0 }) }.into(),
        StageAction::SetRule {
            slot: Slot::A,
            rule: SolidRule { source: SolidSource::Image(mask), threshold: 7, inverted: true },
        }
        .into(),
        StageAction::Show { slot: Slot::B, sprite: torch }.into(),
        Event::Saving(Made::Scene, "/scenes/own.scene.json".into()).into(),
        Event::Saved(Made::Scene, "/scenes/own.scene.json".into()).into(),
        StageAction::ShowFrame { slot: Slot::B, shown: Shown::Frame(2) }.into(),
        StageAction::Pose { slot: Slot::B, placement: turned }.into(),
        StageAction::SetParents { family: Family::Common, parents: vec![turned] }.into(),
        StageAction::SetParents { family: Family::Own(Slot::A), parents: vec![turned, Placement::default()] }.into(),
        RouteAction::Add(route()).into(),
        RouteAction::Add(Route::of_one((3.0, 4.0))).into(),
        RouteAction::Choose(0).into(),
        PlayerAction::Go(9).into(),
        TerrainAction::SetKeys(keys).into(),
        TerrainAction::SetRules(Rules { gravity: 1.0 / 3.0, ..Rules::default() }).into(),
        ScanAction::Use("incremental:7px".parse().expect("a scan")).into(),
        ScanAction::SetPreCheck(Some(PreChecking { check: PreCheck::Box, mode: PreCheckMode::Instead })).into(),
        AnimationAction::Within(Slot::B, Some(0)).into(),
        ViewAction::ShowLayer(Layer::Outlines, false).into(),
        ViewAction::SetPacking(Packing::PaddedRows).into(),
        ViewAction::Frame(Framing::Free(Camera { centre: (0.1, -7.25), zoom: Zoom::In(9) })).into(),
        ViewAction::CountFromA(true).into(),
        ViewAction::Show(Tab::Replay).into(),
        PlaybackAction::Pause.into(),
    ])
}

fn written_as(document: &Document) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    write_kept(document, folder.path()).expect("it can be written");
    folder
}

fn written(session: &Session) -> (tempfile::TempDir, Document) {
    let kept = session.document();
    (written_as(&kept), kept)
}

fn record(folder: &Path) -> PathBuf {
    folder.join("session.json")
}

/// Returns the files in `folder` by their names.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    entries
        .map(|path| {
            (path.file_name().expect("a name").to_string_lossy().into_owned(), fs::read(&path).expect("a file"))
        })
        .collect()
}

/// Asserts that `read` either explains its error or equals the original; true if it was refused.
fn refused_or_same(read: Result<Document, maskscope::files::FileError>, original: &[u8]) -> bool {
    match read {
        Err(error) => {
            properties::explained(&error, &[]);
            true
        }
        Ok(kept) => {
            let again = tempfile::tempdir().expect("a folder");
            write_kept(&kept, again.path()).expect("it can be written");
            assert!(fs::read(record(again.path())).expect("it is there") == original, "other content was read");
            false
        }
    }
}

/// Actions, and whether they leave work that no file holds.
#[test]
fn what_is_in_no_file_is_unsaved() {
    let scene = || Event::SceneLoaded(Box::new(sample_scenes()[1].decode()), Some("/own.scene.json".into()));
    let opened = |slot, name: &str| {
        let mut sprite = sprite(name);
        sprite.path = Some(Path::new("/art").join(name));
        Action::from(Event::Loaded(slot, sprite))
    };
    let both = |a, b| vec![opened(Slot::A, a), opened(Slot::B, b)];
    let (bees, gems) = (|| both("bee.png", "bee.png"), || both("gem.png", "gem.png"));
    let rule = |slot| Action::from(StageAction::SetThreshold { slot, threshold: 99 });
    let undo = || Action::from(StageAction::Undo);
    let keys = || {
        let mut keys = KeyList::default();
        keys.push(KeyEvent { step: 3, key: Key::Right, down: true }).expect("the first");
        keys
    };
    let save = || {
        [Event::Saving(Made::Scene, "/own.scene.json".into()), Event::Saved(Made::Scene, "/own.scene.json".into())]
            .map(Action::from)
    };
    let file =
        |made: Made, path: &str| [Event::Saving(made, path.into()), Event::Saved(made, path.into())].map(Action::from);
    let cases: [(&str, Vec<Vec<Action>>, bool); 27] = [
        ("nothing", vec![], false),
        ("a sample pair", vec![vec![pair().into()]], false),
        ("a moved sprite", vec![vec![pair().into(), nudge().into()]], true),
        ("moved and back", vec![vec![pair().into(), nudge().into(), undo()]], false),
        (
            "changes of the view",
            vec![vec![
                pair().into(),
                ViewAction::Show(Tab::Race).into(),
                ViewAction::CountFromA(true).into(),
                StageAction::Activate(Slot::A).into(),
            ]],
            false,
        ),
        ("one image", vec![vec![opened(Slot::A, "bee.png")]], false),
        ("two images", vec![vec![opened(Slot::A, "bee.png"), opened(Slot::B, "gem.png")]], false),
        ("a rule", vec![vec![opened(Slot::A, "bee.png"), rule(Slot::A)]], true),
        ("another image beside a rule", vec![vec![pair().into(), rule(Slot::A), opened(Slot::B, "gem.png")]], true),
        ("another image over a rule", vec![vec![pair().into(), rule(Slot::A), opened(Slot::A, "gem.png")]], false),
        ("that replacement undone", vec![vec![pair().into(), rule(Slot::A), opened(Slot::A, "gem.png"), undo()]], true),
        ("another pair", vec![vec![pair().into(), rule(Slot::A), pair().into()]], false),
        ("other images, one after the other", vec![bees(), gems()], false),
        ("other images after a drag", vec![bees(), vec![nudge().into()], gems()], true),
        ("that drag undone", vec![bees(), vec![nudge().into()], gems(), vec![undo(), undo(), undo()]], false),
        ("a path", vec![vec![pair().into(), RouteAction::Add(route()).into()]], true),
        (
            "a path from a file",
            vec![vec![pair().into(), Event::RouteLoaded(Route::of_one((10.0, -17.0)), Vec::new()).into()]],
            false,
        ),
        (
            "a path in a file",
            vec![
                vec![pair().into(), RouteAction::Add(Route::of_one((10.0, -17.0))).into()],
                file(Made::Route, "/p.csv").into(),
            ],
            false,
        ),
        ("keys", vec![vec![pair().into(), TerrainAction::SetKeys(keys()).into()]], true),
        ("keys from a file", vec![vec![pair().into(), Event::KeysLoaded(keys()).into()]], false),
        (
            "keys in a file",
            vec![vec![pair().into(), TerrainAction::SetKeys(keys()).into()], file(Made::Keys, "/k.txt").into()],
            false,
        ),
        ("a scene", vec![vec![scene().into()]], false),
        ("a changed scene", vec![vec![scene().into(), nudge().into()]], true),
        ("a saved scene", vec![vec![scene().into(), nudge().into()], save().into()], false),
        ("saved and undone", vec![vec![scene().into(), nudge().into()], save().into(), vec![undo()]], true),
        ("a saved path", vec![vec![scene().into(), RouteAction::Add(route()).into()], save().into()], false),
        (
            "two paths, but a scene holds only one",
            vec![
                vec![
                    scene().into(),
                    RouteAction::Add(Route::of_one((1.0, 2.0))).into(),
                    RouteAction::Add(route()).into(),
                ],
                save().into(),
            ],
            true,
        ),
    ];
    for (what, actions, expected) in cases {
        let session = session(actions.into_iter().flatten());
        assert_eq!(session.has_unsaved_changes(), expected, "{what}");
        let (folder, kept) = written(&session);
        let read = read_kept(folder.path(), &limits()).expect("it is read");
        let mut again = Session::default();
        again.continue_with(read.clone());
        assert_eq!([kept.is_unsaved(), read.is_unsaved(), again.has_unsaved_changes()], [expected; 3], "{what}");
    }
}

#[test]
fn every_truncation_is_refused() {
    let (folder, _) = written(&full());
    let whole = fs::read(record(folder.path())).expect("it is there");
    for length in 0..whole.len() {
        let read = decode_kept(&whole[..length], folder.path(), &limits());
        assert!(refused_or_same(read, &whole), "{length} bytes of {}", whole.len());
    }
    assert!(!refused_or_same(decode_kept(&whole, folder.path(), &limits()), &whole));
}

#[test]
fn flipped_bits_are_refused_or_mean_nothing() {
    let (folder, _) = written(&full());
    let whole = fs::read(record(folder.path())).expect("it is there");
    let mut dice = Dice::new(7);
    let mut refused = 0;
    for at in 0..whole.len() {
        let mut damaged = whole.clone();
        damaged[at] ^= 1 << dice.roll(8);
        refused += usize::from(refused_or_same(decode_kept(&damaged, folder.path(), &limits()), &whole));
    }
    assert!(refused + 8 >= whole.len(), "only {refused} of {} are refused", whole.len());
}

#[test]
fn damaged_missing_and_wrong_images_are_refused() {
    let (folder, _) = written(&full());
    let mut all = files(folder.path());
    let whole = all.remove("session.json").expect("it is there");
    assert!(all.len() >= 5, "images, a mask image and paths: {:?}", all.keys());
    let mut dice = Dice::new(8);
    let names: Vec<_> = all.keys().cloned().collect();
    for (name, bytes) in &all {
        let path = folder.path().join(name);
        let read = || read_kept(folder.path(), &limits());
        fs::remove_file(&path).expect("it can be removed");
        assert!(refused_or_same(read(), &whole), "without {name}");
        for _ in 0..20 {
            let mut damaged = bytes.clone();
            match dice.roll(3) {
                0 => damaged.truncate(dice.below(bytes.len())),
                _ => damaged[dice.below(bytes.len())] ^= 1 << dice.roll(8),
            }
            fs::write(&path, &damaged).expect("it can be written");
            refused_or_same(read(), &whole);
        }
        for other in names.iter().filter(|other| *other != name) {
            fs::write(&path, &all[other]).expect("it can be written");
            assert!(refused_or_same(read(), &whole), "{other} as {name}");
        }
        fs::write(&path, bytes).expect("it can be written");
        assert!(!refused_or_same(read(), &whole));
    }
}

#[test]
fn other_versions_are_reported() {
    let folder = tempfile::tempdir().expect("a folder");
    let read = |text: &str| decode_kept(text.as_bytes(), folder.path(), &limits());
    for (text, words) in [
        ("{\"maskscope\":2,\"what\":[]}", "it is of version 2, and this program reads versions up to 1; a newer"),
        ("{\"maskscope\":0}", "there is no version 0"),
        ("{\"session\":{}}", "the field 'maskscope' is missing"),
        ("{\"maskscope\":1}", "the field 'session' is missing"),
        ("", "it ends too early"),
    ] {
        let error = read(text).expect_err(text).to_string();
        assert!(error.contains(words) && error.contains("not a whole copy of a session"), "{error}");
    }
    // Missing fields are as in a fresh window.
    let kept = read("{\"maskscope\":1,\"session\":{}}").expect("it is read");
    let fresh = Session::default().document();
    assert_eq!((kept.names(), kept.is_unsaved()), (fresh.names(), fresh.is_unsaved()));
    assert_eq!(kept, fresh);
}

#[test]
fn the_seeds_are_read() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/support");
    let seeds = fs::read_dir(here.join("seeds/copy")).expect("seeds").map(|seed| seed.expect("a seed").path());
    for seed in seeds {
        let bytes = fs::read(&seed).expect("a seed");
        let kept = decode_kept(&bytes, &here.join("copy"), &limits());
        kept.unwrap_or_else(|error| panic!("{}: {error}", seed.display()));
    }
}

/// The variable that names the folder into which a process of its own writes, until it is killed.
const ENDLESS: &str = "MASKSCOPE_TEST_ENDLESS";

/// Returns the document of a round; every third has other images.
fn document_of(round: usize) -> Document {
    let mut session = full();
    let name = ["ship.png", "rock.png", "walker.png"][round / 3 % 3];
    session.apply(StageAction::Show { slot: Slot::B, sprite: sprite(name) }.into());
    let by = Cell::new(i64::try_from(round).expect("a few"), 0);
    session.apply(StageAction::Nudge { slot: Slot::B, by }.into());
    session.document()
}

/// After a kill at any moment the copy is one of the last two documents, whole.
#[test]
fn a_kill_leaves_one_of_the_last_two_documents() {
    if let Some(folder) = env::var_os(ENDLESS) {
        for round in 0.. {
            write_kept(&document_of(round), folder.as_ref()).expect("it can be written");
            writeln!(std::io::stdout(), "written {round}").expect("a pipe");
        }
    }
    let mut dice = Dice::new(7);
    for _ in 0..12 {
        let folder = tempfile::tempdir().expect("a folder");
        let mut child = Command::new(env::current_exe().expect("this program"))
            .args(["--nocapture", "--exact", "kept::a_kill_leaves_one_of_the_last_two_documents"])
            .env(ENDLESS, folder.path())
            .stdout(Stdio::piped())
            .spawn()
            .expect("it starts");
        let lines = BufReader::new(child.stdout.take().expect("a pipe")).lines().map_while(Result::ok);
        let mut rounds = lines.filter_map(|line| line.strip_prefix("written ")?.parse::<usize>().ok());
        let seen = rounds.nth(dice.below(4)).expect("it writes");
        std::thread::sleep(std::time::Duration::from_micros(dice.roll(20_000)));
        child.kill().expect("it runs");
        let last = rounds.last().unwrap_or(seen);
        child.wait().expect("it has ended");

        read_kept(folder.path(), &limits()).expect("it is whole");
        let left = fs::read(record(folder.path())).expect("it is there");
        let is_left = |round| fs::read(record(written_as(&document_of(round)).path())).expect("it is there") == left;
        assert!(is_left(last) || is_left(last + 1), "neither {last} nor the next");
    }
}

#[test]
fn a_nudge_writes_one_small_file() {
    let noise = |seed| {
        let mut dice = Dice::new(seed);
        let rgba = (0..512 * 512 * 4).map(|_| u8::try_from(dice.roll(256)).expect("a byte")).collect();
        Sprite::new("noise.png", Picture::new(Size::new(512, 512), rgba, PictureFormat::Png, true), 127)
    };
    let mut session = session([StageAction::ShowPair { a: noise(1), b: noise(2), offset: Offset::new(3, 4) }.into()]);
    let (folder, _) = written(&session);
    let times = || {
        let entries = fs::read_dir(folder.path()).expect("a folder").map(|entry| entry.expect("an entry"));
        let time =
            |entry: fs::DirEntry| (entry.file_name(), entry.metadata().expect("data").modified().expect("a time"));
        entries.map(time).filter(|(name, _)| name != "session.json").collect::<BTreeMap<_, _>>()
    };
    let before = times();
    assert_eq!(before.len(), 2, "two images");
    session.apply(nudge().into());
    write_kept(&session.document(), folder.path()).expect("it can be written");
    assert_eq!(times(), before, "images are written once");
    let size = fs::metadata(record(folder.path())).expect("data").len();
    assert!(size < 8_000, "{size} bytes");
    // Images that are no longer needed are removed.
    session.apply(pair().into());
    write_kept(&session.document(), folder.path()).expect("it can be written");
    let after = times();
    assert!(after.len() == 2 && after.keys().all(|name| !before.contains_key(name)), "{after:?}");
}

#[test]
fn frames_of_every_shape_come_back() {
    let frame = |(width, height): (u32, u32)| {
        let size = Size::new(width, height);
        let rgba = (0..4 * size.area()).map(|n| u8::try_from(n % 251).expect("a byte")).collect();
        Frame {
            name: format!("{size}").into(),
            index: Some(width),
            anchor: Some((0.25, -7.5)),
            ..Frame::new(Arc::new(Picture::new(size, rgba, PictureFormat::Gif, false)))
        }
    };
    let shapes = [(3, 4), (0, 0), (64, 1), (3, 1), (65, 63), (1, 65), (0, 5), (5, 0)];
    for shapes in [&shapes[..], &shapes[..1], &shapes[1..2]] {
        let mut frames = Frames::new(shapes.iter().map(|shape| frame(*shape)).collect());
        frames.sheets = vec!["/art/sheet.png".into()];
        let original = Sprite::animated("many.gif", frames, SolidRule::default());
        let session = session([StageAction::Show { slot: Slot::A, sprite: original.clone() }.into()]);
        let (folder, kept) = written(&session);
        let read = read_kept(folder.path(), &limits()).expect("it is read");
        assert_eq!(read.names(), kept.names());
        let mut again = Session::default();
        again.continue_with(read);
        let frames = again.stage().get(Slot::A).expect("one sprite").sprite().file_frames();
        assert!(frames == original.file_frames(), "{shapes:?}");
    }
}

/// Returns `session.json` in `folder`, changed and without its checksum, which would reveal the change.
fn changed(folder: &Path, change: impl FnOnce(&mut Value)) -> Vec<u8> {
    let mut json: Value = serde_json::from_slice(&fs::read(record(folder)).expect("it is there")).expect("JSON");
    json["sum"] = Value::Null;
    change(&mut json);
    json.to_string().into_bytes()
}

#[test]
fn sprites_cut_from_one_sheet_by_two_grids_stay_different() {
    let grid = |side| Some(Grid { cell: Size::new(side, side), margin: 0, spacing: 0 });
    let actions = Slot::ALL.into_iter().zip([16, 8]).flat_map(|(slot, side)| {
        let sprite = sprite("walker.png");
        [StageAction::Show { slot, sprite }, StageAction::Cut { slot, grid: grid(side) }].map(Action::from)
    });
    let (folder, _) = written(&session(actions));
    assert_eq!(files(folder.path()).len(), 2, "equal images are one file");
    let mut again = Session::default();
    again.continue_with(read_kept(folder.path(), &limits()).expect("it is read"));
    let [a, b] = Slot::ALL.map(|slot| again.stage().get(slot).expect("a sprite").sprite().clone());
    assert!(Arc::ptr_eq(a.file_frames(), b.file_frames()), "they share the sheet");
    assert_eq!([a.grid(), b.grid()], [grid(16), grid(8)]);
    assert_eq!([a, b].map(|sprite| sprite.frames().first().picture.size()), [16, 8].map(|side| Size::new(side, side)));
}

#[test]
fn numbers_beyond_their_ranges_are_cut() {
    let (folder, _) = written(&full());
    let far = changed(folder.path(), |json| {
        let look = &mut json["session"]["look"];
        look["view"]["framing"] = json!({ "free": { "centre": [1e300, 0], "zoom": { "in": u32::MAX } } });
        look["surveys"]["variation"] = json!({ "fractions": u32::MAX });
        look["terrain"]["pace"] = json!(usize::MAX);
        look["terrain"]["steps"] = json!(usize::MAX);
    });
    let kept = decode_kept(&far, folder.path(), &limits()).expect("it is read");
    let mut again = Session::default();
    again.continue_with(kept);
    let own =
        session([ViewAction::Frame(again.view().framing).into(), SurveyAction::Vary(again.surveys().variation).into()]);
    assert_eq!((own.view().framing, own.surveys().variation), (again.view().framing, again.surveys().variation));
    assert!(again.terrain().game.pace < 5);
}

/// A saved session has the pictures of a file, and not what else the file holds: that is read again, and is no change.
#[test]
fn layers_and_offered_hitboxes_come_back_with_the_file() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |name: &str, chosen: Option<&[String]>| {
        let path = root.join(name);
        let frames = match chosen {
            Some(chosen) => load_layers(chosen, &path, &limits()),
            None => load_frames(&path, &limits()),
        };
        let mut sprite = Sprite::animated(name, frames.expect("an image"), SolidRule::default());
        sprite.path = Some(path);
        sprite
    };
    let flame = ["flame".to_owned()];
    let torch = || read("samples/torch.aseprite", Some(&flame));
    let slices = || read("tests/support/short_slice.aseprite", None);
    let (folder, _) = written(&session([
        StageAction::Show { slot: Slot::A, sprite: torch() }.into(),
        StageAction::Show { slot: Slot::B, sprite: slices() }.into(),
    ]));
    let mut again = Session::default();
    again.continue_with(read_kept(folder.path(), &limits()).expect("it is read"));
    let was_unsaved = again.has_unsaved_changes();
    for newer in [torch(), slices()] {
        again.apply(Event::ChangedSince(Newer::Image(newer)).into());
    }
    assert_eq!(again.messages().len(), 0, "nothing has changed");
    assert_eq!(again.has_unsaved_changes(), was_unsaved);
    let frames = |slot| again.stage().get(slot).expect("a sprite").sprite().file_frames();
    assert_eq!(frames(Slot::A).layers, torch().file_frames().layers);
    assert_eq!(frames(Slot::A).layers.chosen.as_deref(), Some(&flame[..]));
    assert!(!frames(Slot::B).offers.hitboxes.is_empty());
    assert_eq!(frames(Slot::B).offers, slices().file_frames().offers);
    again.apply(Event::ChangedSince(Newer::Image(read("samples/torch.aseprite", None))).into());
    assert_eq!(again.messages().len(), 1, "other pictures are offered");
}

#[test]
fn a_layer_stays_the_mask() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/torch.aseprite");
    let mask = || Arc::new(load_mask_layer("flame", &path, &limits()).expect("a layer"));
    let rule = SolidRule { source: SolidSource::Image(mask()), ..SolidRule::default() };
    let mut sprite = Sprite::animated("torch", load_frames(&path, &limits()).expect("an image"), rule);
    sprite.path = Some(path.clone());
    let solid = sprite.mask().mask().count();
    let (folder, _) = written(&session([StageAction::Show { slot: Slot::A, sprite }.into()]));
    let mut again = Session::default();
    again.continue_with(read_kept(folder.path(), &limits()).expect("it is read"));
    again.apply(Event::ChangedSince(Newer::Mask(mask())).into());
    assert_eq!(again.messages().len(), 0, "nothing has changed");
    let sprite = again.stage().get(Slot::A).expect("a sprite").sprite();
    let SolidSource::Image(image) = &sprite.rule().source else { panic!("{:?}", sprite.rule()) };
    assert_eq!((image.layer.as_deref(), image.path.as_ref()), (Some("flame"), Some(&path)));
    assert_eq!(sprite.mask().mask().count(), solid);
}

#[test]
fn what_frames_cannot_be_is_refused() {
    let torch = Sprite::animated("torch", sample_frames("torch.aseprite").expect("a sample"), SolidRule::default());
    let (folder, _) = written(&session([StageAction::Show { slot: Slot::A, sprite: torch }.into()]));
    let read = |change: &dyn Fn(&mut Value)| decode_kept(&changed(folder.path(), change), folder.path(), &limits());
    assert!(read(&|_| {}).is_ok());
    let size = |width: u32, height: u32| json!({ "width": width, "height": height });
    let cut = |x: i64, sheet: u32| {
        let part = json!({ "x": x, "y": 0, "width": 1, "height": 1 });
        json!({ "sheet": size(sheet, 9), "on_sheet": part, "turned": "not", "in_source": { "x": 0, "y": 0 }, "source": size(24, 40) })
    };
    type Change<'a> = (&'a str, &'a dyn Fn(&mut Value));
    let cases: [Change; 8] = [
        ("missing", &|frames| *frames = Value::Null),
        ("no frames", &|frames| frames["all"] = json!([])),
        ("fewer pixels", &|frames| frames["all"][0]["size"] = size(4_096, 4_096)),
        ("px together", &|frames| {
            [0, 1, 2].into_iter().for_each(|n| frames["all"][n]["size"] = size(3_000_000_000, 3_000_000_000));
        }),
        ("damaged", &|frames| frames["all"][0]["size"] = size(1, 1)),
        ("outside its sheet", &|frames| frames["all"][0]["cut"] = cut(9, 9)),
        ("outside its sheet", &|frames| frames["all"][0]["cut"] = cut(i64::MIN, 9)),
        ("whole number", &|frames| frames["all"][0]["size"]["width"] = json!(-1)),
    ];
    for (words, change) in cases {
        let error = read(&|json| change(&mut json["a"]["frames"])).expect_err(words);
        properties::explained(&error, &[]);
        assert!(error.to_string().contains(words), "{words}: {error}");
    }
    // A cut inside the sheet is accepted.
    read(&|json| json["a"]["frames"]["all"][0]["cut"] = cut(8, 9)).expect("it is read");
    for tag in [json!({ "start": 2, "end": 1 }), json!({ "start": 0, "end": 0 }), json!({ "start": 99, "end": 100 })] {
        read(&|json| json["a"]["frames"]["tags"] = json!([{ "name": "x", "frames": tag }]))
            .expect("it has no such tag");
    }
}

#[cfg(unix)]
#[test]
fn a_path_that_is_not_utf_8_comes_back() {
    use std::os::unix::ffi::OsStringExt as _;
    let mut ship = sprite("ship.png");
    let path = PathBuf::from(std::ffi::OsString::from_vec(b"/art/\xff\n\".png".to_vec()));
    ship.path = Some(path.clone());
    let (folder, _) = written(&session([StageAction::Show { slot: Slot::A, sprite: ship }.into()]));
    let mut again = Session::default();
    again.continue_with(read_kept(folder.path(), &limits()).expect("it is read"));
    assert_eq!(again.stage().get(Slot::A).expect("one sprite").sprite().path, Some(path));
}

#[test]
fn where_nothing_can_be_written_the_old_copy_stays() {
    let (folder, _) = written(&full());
    let before = files(folder.path());
    let error = write_kept(&full().document(), &record(folder.path()).join("below")).expect_err("that is a file");
    properties::explained(&error, &[]);
    assert_eq!(files(folder.path()), before);
}

#[test]
fn an_image_that_has_changed_since_is_offered() {
    let loaded = |name: &str, path: &str| {
        let mut sprite = sprite(name);
        sprite.path = Some(path.into());
        sprite
    };
    let open = |slot, path| Action::from(Event::Loaded(slot, loaded("bee.png", path)));
    let mut session = session([open(Slot::A, "/art/one.png"), open(Slot::B, "/art/one.png"), nudge().into()]);
    assert!(session.take_to_compare().is_empty(), "it was just read");
    let kept = session.document();
    session.continue_with(kept);
    assert_eq!([(); 2].map(|()| session.take_to_compare().len()), [1, 0], "each file once, and only the first time");
    let shown =
        |session: &Session| Slot::ALL.map(|slot| session.stage().get(slot).map(|placed| placed.sprite().size()));
    let (bee, gem) = (Some(sprite("bee.png").size()), Some(sprite("gem.png").size()));
    // Equal content, and the content of other files, needs no message.
    for newer in [loaded("bee.png", "/art/one.png"), loaded("gem.png", "/art/two.png")] {
        session.apply(Event::ChangedSince(Newer::Image(newer)).into());
        assert!(session.messages().is_empty());
    }
    for _ in 0..2 {
        session.apply(Event::ChangedSince(Newer::Image(loaded("gem.png", "/art/one.png"))).into());
    }
    let [message] = session.messages() else { panic!("one message: {:?}", session.messages()) };
    assert_eq!(message.title, "one.png has changed since last time");
    let [reload, keep] = &message.offers[..] else { panic!("two answers") };
    assert!((reload.label, keep.label) == ("Reload", "Keep") && keep.asks.is_empty());
    assert!(matches!(&reload.asks[..], [Ask::Reload(path)] if path == Path::new("/art/one.png")));
    assert_eq!(shown(&session), [bee; 2], "the offer is still open");
    session.apply(Event::Reloaded(Newer::Image(loaded("gem.png", "/art/one.png"))).into());
    assert_eq!(shown(&session), [gem; 2]);
    session.apply(StageAction::Undo.into());
    assert_eq!(shown(&session), [bee; 2], "one step brings back both");
}

/// Measures the time for large images: `cargo test --release --test suite -- --ignored how_long --nocapture`.
#[test]
#[ignore = "measures, and checks nothing"]
fn only_by_hand_how_long_large_images_take() {
    let side = 4096_u32;
    let low = |n: u32| u8::try_from(n % 256).expect("a byte");
    let art = |x: u32, y: u32| {
        let is_inside = f64::from(x).hypot(f64::from(y)) < 4_000.0;
        if is_inside { [low(x / 16), low(y / 16), low((x ^ y) / 32), 255] } else { [0; 4] }
    };
    let mut dice = Dice::new(1);
    let mut noise = |_, _| [0; 4].map(|_: u8| u8::try_from(dice.roll(256)).expect("a byte"));
    let image = |pixel: &mut dyn FnMut(u32, u32) -> [u8; 4], name: &str| {
        let rgba = (0..side).flat_map(|y| (0..side).map(move |x| (x, y))).flat_map(|(x, y)| pixel(x, y)).collect();
        Sprite::new(name, Picture::new(Size::new(side, side), rgba, PictureFormat::Png, true), 127)
    };
    for (kind, sprites) in [
        ("art", [image(&mut |x, y| art(x, y), "a"), image(&mut |x, y| art(y, x / 2), "b")]),
        ("noise", [image(&mut noise, "a"), image(&mut noise, "b")]),
    ] {
        let [a, b] = sprites;
        let mut session = session([StageAction::ShowPair { a, b, offset: Offset::new(3, 4) }.into()]);
        let folder = tempfile::tempdir().expect("a folder");
        let time = |what: &str, act: &mut dyn FnMut()| {
            let start = std::time::Instant::now();
            act();
            eprintln!("{kind}: {what} {:.0} ms", start.elapsed().as_secs_f64() * 1e3);
        };
        time("kept", &mut || drop(session.document()));
        time("compared", &mut || assert!(session.document() == session.document()));
        time("first written", &mut || write_kept(&session.document(), folder.path()).expect("written"));
        session.apply(nudge().into());
        time("nudged and written", &mut || write_kept(&session.document(), folder.path()).expect("written"));
        time("read", &mut || drop(read_kept(folder.path(), &limits()).expect("read")));
        for (name, bytes) in files(folder.path()) {
            eprintln!("{kind}: {} bytes {name}", bytes.len());
        }
    }
}

/// Writes the seeds again after an extension of the format: `cargo test --test suite -- --ignored seeds_are_written`.
#[test]
#[ignore = "writes the seeds, and checks nothing"]
fn only_by_hand_seeds_are_written() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/support");
    fs::create_dir_all(here.join("seeds/copy")).expect("a folder");
    fs::create_dir_all(here.join("copy")).expect("a folder");
    let pristine = session([pair().into()]);
    let mut ball = session([pair().into(), ViewAction::Show(Tab::Terrain).into()]);
    ball.apply(TerrainAction::Bring(Box::new([sprite("ball.png"), sprite("hills.png")])).into());
    ball.apply(TerrainAction::Press(Key::Right, true).into());
    for _ in 0..30 {
        ball.tick(0.1);
    }
    for (name, session) in [("full", full()), ("pristine", pristine), ("ball", ball)] {
        let (folder, _) = written(&session);
        for (file, bytes) in files(folder.path()) {
            if file == "session.json" {
                // Without a checksum, changes to the seed are not refused at once.
                let text = String::from_utf8(bytes).expect("text");
                let (_, rest) = text.split_once('\n').expect("two lines");
                let seed = format!("{{\"maskscope\":1,\n{rest}");
                fs::write(here.join("seeds/copy").join(format!("{name}.json")), seed).expect("a seed");
            } else {
                fs::write(here.join("copy").join(file), bytes).expect("an image");
            }
        }
    }
}

#[test]
fn what_is_read_stays_selected_by_its_name() {
    let mut session = session([pair().into(), ScanAction::Use(Scan::ALL[9]).into()]);
    session.apply(nudge().into());
    let (folder, _) = written(&session);
    let mut again = Session::default();
    again.continue_with(read_kept(folder.path(), &limits()).expect("it is read"));
    assert_eq!(again.scans().selected(), Scan::ALL[9]);
}

#[test]
fn the_pinned_b_comes_back() {
    let actions = [pair(), StageAction::Pin(true), nudge()].map(Action::from);
    let (folder, _) = written(&session(actions));
    let mut again = Session::default();
    again.continue_with(read_kept(folder.path(), &limits()).expect("it was written"));
    let stage = again.stage();
    let places = [stage.get(Slot::B), stage.pinned()].map(|placed| placed.expect("it stands there").position());
    assert_eq!(places, [Cell::new(11, -17), Cell::new(10, -17)]);
}
