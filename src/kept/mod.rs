//! A saved session, in a folder of its own.
//!
//! `session.json` is a scene whose images lie beside it, in files that are called by their contents. So do the paths of B. Each is
//! written once, so that a sprite that is moved writes one small file:
//!
//! ```text
//! {"maskscope":1,"sum":"…",                                the number of all that follows this line
//! "a":{"image":"0f3a….png","frames":…},"b":…,              what is shown, as in any scene
//! "session":{"saved":…,"look":…}}                          what a scene does not say
//! ```

mod images;

use std::path::{Path, PathBuf};
use std::{collections::BTreeMap, sync::Arc};

use serde::{Deserialize, Serialize};

use crate::files::scene_file::{
    Images, PairFields, SceneFile, SpriteReader, WrittenPath, contents, parse, scene_file, stage_file,
};
use crate::files::{FileError, Limits, Reason, parse_path, read_whole, route_csv, write_whole};
use crate::files::{absolute, from_json_value, is_file, make_folder, missing, names_in, remove};
use crate::session::{Document, Drags, Family, Filed, KeptLog, OpenScene, Placed, Saved, Slot, Stage};
use images::{KeptImages, MaskFile, write_images};
use maskscope_core::replay::Course;
use maskscope_core::scene::{Route, Scene, SolidSource, Sprite, terrain::KeyList};

/// The file that is written last: what else is in the folder is there for it.
pub const RECORD: &str = "session.json";

/// Content of a saved session beside the shown scene.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct SessionFile {
    active: Slot,
    /// The file of the open scene, and what it holds.
    path: Option<WrittenPath>,
    in_file: Option<SceneFile>,
    /// The stage when the scene was opened or saved.
    saved: SceneFile,
    masks: Vec<MaskFile>,
    routes: RoutesFile,
    /// Keys of the ball that are in a file.
    filed_keys: KeyList,
    look: Document,
    /// The log, and its file.
    log: Option<(WrittenPath, KeptLog)>,
}

/// Paths of B by the names of their files.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct RoutesFile {
    all: Vec<String>,
    chosen: usize,
    at: usize,
    plays: bool,
    clock: f64,
    filed: Vec<String>,
    saved: Option<String>,
    in_file: Option<String>,
}

/// Writes `kept` into `folder`, which is made if it is missing: first what is new of its images and paths, then
/// `session.json`. What that no longer needs is removed.
///
/// # Errors
/// Where that cannot be written; what was kept there before then stays whole.
pub fn write_kept(kept: &Document, folder: &Path) -> Result<(), FileError> {
    make_folder(folder)?;
    let Document { stage, route: player, saved: (scene, filed), log, .. } = kept;
    let in_file = scene.in_file.as_deref();
    let placed = [stage, &scene.saved.stage].into_iter().flat_map(|stage| Slot::ALL.map(|slot| stage.get(slot)));
    let sprites: Vec<&Sprite> = placed.flatten().map(Placed::sprite).collect();
    let sprites = sprites.into_iter().chain(in_file.into_iter().flat_map(|scene| &scene.sprites).map(|it| &it.sprite));
    let mut used = Vec::new();
    let mut masks = BTreeMap::new();
    for sprite in sprites {
        used.extend(write_images(sprite, folder)?);
        if let SolidSource::Image(mask) = &sprite.rule().source {
            masks.insert(contents::image_of_mask(mask), mask);
        }
    }
    let mut route = |route: &Arc<Route>| write_route(route, folder, &mut used);
    let routes = RoutesFile {
        all: player.routes().iter().map(&mut route).collect::<Result<_, _>>()?,
        chosen: player.chosen(),
        at: player.at(),
        plays: player.plays(),
        clock: player.clock(),
        filed: filed.routes.iter().map(&mut route).collect::<Result<_, _>>()?,
        saved: scene.saved.route.as_ref().map(&mut route).transpose()?,
        in_file: in_file.and_then(|scene| scene.route.clone()).map(|it| route(&Arc::new(it))).transpose()?,
    };
    let masks = masks.into_iter().map(|(image, mask)| MaskFile {
        image,
        size: mask.size(),
        name: mask.name.clone(),
        file: mask.path.as_deref().map(WrittenPath::from),
        layer: mask.layer.clone(),
    });
    let session = SessionFile {
        active: stage.active,
        path: scene.path.as_deref().map(WrittenPath::from),
        in_file: in_file.map(|scene| {
            let mut file = scene_file(scene, Images::Beside);
            file.path = None;
            file
        }),
        saved: written(&scene.saved.stage),
        masks: masks.collect(),
        routes,
        filed_keys: filed.keys.clone(),
        look: kept.clone(),
        log: log.clone().map(|log| (absolute(&log.path).as_deref().unwrap_or(&log.path).into(), log)),
    };
    let mut file = written(stage);
    (file.title, file.about) = (scene.title.clone(), scene.about.clone());
    file.session = Some(serde_json::to_value(session).expect("its names are texts"));
    let text = serde_json::to_string(&file).expect("names, numbers and lists can be written");
    let (first, rest) = text.split_once(',').expect("a version, and more");
    let text = format!("{first},\"sum\":\"{}\",\n{rest}", contents::name_of(rest));
    write_whole(&folder.join(RECORD), text.as_bytes())?;
    remove_unused(folder, &used);
    Ok(())
}

fn written(stage: &Stage) -> SceneFile {
    let actors = Slot::ALL.map(|slot| stage.get(slot).map(Placed::actor));
    let [a, b] = actors.each_ref().map(Option::as_ref);
    let pinned = stage.pinned().map(|pinned| pinned.placement().position);
    let common = stage.parents(Family::Common);
    stage_file([a, b], pinned, stage.convention, common, stage.expectation, Images::Beside)
}

/// Writes `route` into `folder`, unless it is there; returns its name, which is then one of `used`.
fn write_route(route: &Route, folder: &Path, used: &mut Vec<String>) -> Result<String, FileError> {
    let text = route_csv(route);
    let name = contents::name_of(&text) + ".csv";
    used.push(name.clone());
    let path = folder.join(&name);
    if !is_file(&path) {
        write_whole(&path, text.as_bytes())?;
    }
    Ok(name)
}

/// Removes what [`write_kept`] has put into `folder`; other files stay.
///
/// # Errors
/// If the system does not let `session.json` be removed. Other files that cannot be removed stay.
pub fn remove_kept(folder: &Path) -> Result<(), FileError> {
    let record = folder.join(RECORD);
    // First: without it, the rest is nothing.
    if is_file(&record) {
        remove(&record)?;
    }
    remove_unused(folder, &[]);
    Ok(())
}

/// Removes the files that are called by their contents and are not `used`. What cannot be removed now is removed the next
/// time.
fn remove_unused(folder: &Path, used: &[String]) {
    for name in names_in(folder).iter().filter(|name| contents::begins(name) && !used.contains(name)) {
        remove(&folder.join(name)).ok();
    }
}

/// Reads the session that is saved in `folder`.
///
/// # Errors
/// Where something is missing, damaged, or of a newer version.
pub fn read_kept(folder: &Path, limits: &Limits) -> Result<Document, FileError> {
    let path = folder.join(RECORD);
    let bytes = read_whole(&path, limits)?;
    decode_kept(&bytes, folder, limits)
}

/// Reads a saved session, whose `session.json` is in memory, and its images and paths in `folder`.
///
/// # Errors
/// As [`read_kept`].
pub fn decode_kept(bytes: &[u8], folder: &Path, limits: &Limits) -> Result<Document, FileError> {
    let path = folder.join(RECORD);
    whole(bytes, &path, folder, limits).map_err(|error| match error.reason {
        Reason::Scene(why) => Reason::kept(&why).at(&error.path),
        _ => error,
    })
}

fn whole(bytes: &[u8], path: &Path, folder: &Path, limits: &Limits) -> Result<Document, FileError> {
    let mut file = parse(bytes).map_err(|reason| reason.at(path))?;
    let reader = SpriteReader::of(path, Some(folder), limits);
    let rest = bytes.split(|byte| *byte == b'\n').next().map_or(0, |line| line.len() + 1);
    let rest = bytes.get(rest..).unwrap_or_default();
    if file.sum.take().is_some_and(|sum| sum != contents::name_of(&String::from_utf8_lossy(rest))) {
        return Err(reader.refused("it has changed since it was written"));
    }
    let session = file.session.take().ok_or_else(|| reader.refused(missing("session")))?;
    let session: SessionFile = from_json_value(session).map_err(|why| reader.refused(why))?;
    let mut images = KeptImages::new(limits, session.masks);
    let RoutesFile { all, chosen, at, plays, clock, filed, saved, in_file } = session.routes;
    let mut known = BTreeMap::new();
    let mut route = |name: String| read_route(name, folder, limits, &mut known);
    let all = all.into_iter().map(&mut route).collect::<Result<_, _>>()?;
    let filed = filed.into_iter().map(&mut route).collect::<Result<_, _>>()?;
    let (saved, in_file) = (saved.map(&mut route).transpose()?, in_file.map(&mut route).transpose()?);
    let mut stage = |file: &SceneFile| {
        let PairFields { actors, convention, parents, expectation, pinned } = reader.setting(file, &mut images)?;
        let stage = Stage::of(actors, convention, parents);
        let mut stage = stage.map_err(|why| reader.refused(format!("its sprites cannot be placed: {why}")))?;
        stage.expectation = expectation;
        stage.pin_at(pinned);
        Ok::<_, FileError>(stage)
    };
    let mut shown = stage(&file)?;
    shown.active = session.active;
    let saved = Saved { stage: stage(&session.saved)?, route: saved };
    let scene = session.in_file.map(|file| reader.scene(file, &mut images)).transpose()?;
    let in_file = scene.map(|scene| Arc::new(Scene { route: in_file.map(Arc::unwrap_or_clone), ..scene }));
    let path = session.path.map(PathBuf::from);
    let route = Drags::at_step(all, chosen, at, plays, clock);
    let scene = OpenScene { title: file.title, about: file.about, path, saved, ..OpenScene::default() };
    let scene = scene.with_file(in_file);
    Ok(Document {
        stage: shown,
        route,
        saved: (scene, Filed { routes: filed, keys: session.filed_keys }),
        log: session.log.map(|(path, mut log)| {
            log.path = path.into();
            log
        }),
        ..session.look.cut_to_range()
    })
}

/// Reads the path of B in the file `name`, unless it is among the `known` ones.
fn read_route(
    name: String,
    folder: &Path,
    limits: &Limits,
    known: &mut BTreeMap<String, Arc<Route>>,
) -> Result<Arc<Route>, FileError> {
    if let Some(route) = known.get(&name) {
        return Ok(Arc::clone(route));
    }
    let path = folder.join(&name);
    let bytes = read_whole(&path, limits)?;
    let text = String::from_utf8(bytes).map_err(|_| Reason::NoText.at(&path))?;
    if contents::name_of(&text) + ".csv" != name {
        return Err(Reason::kept("it is damaged").at(&path));
    }
    let Course::Route(route) = parse_path(&text).map_err(|reason| reason.at(&path))?.course else {
        return Err(Reason::kept("it is damaged").at(&path));
    };
    let route = Arc::new(route);
    known.insert(name, Arc::clone(&route));
    Ok(route)
}
