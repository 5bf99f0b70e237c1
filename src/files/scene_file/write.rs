//! From a scene to the fields of its file.

use std::path::{Path, PathBuf};

use super::{
    ActorFile, AnchorFile, ExpectFile, FrameFile, GridFile, KeyFile, Number, ParentFile, PreCheckFile, ScaleFile,
    SceneFile, SolidFile, VERSION, ViewFile, file_name,
};
use crate::{
    files::samples::sample_of,
    scene::{
        Actor, Anchor, Convention, Grid, Parents, Placement, PreChecking, Scene, Shown, SolidRule, SolidSource, Step,
        Tab,
    },
};

/// `scene` as it is written into a file in `folder`. What is as usual is left out.
pub(super) fn scene(scene: &Scene, folder: Option<&Path>, embed: bool) -> SceneFile {
    let usual = Convention::default();
    let Convention { snap, filter, at } = scene.convention;
    let [a, b] = scene.sprites.each_ref().map(|sprite| actor(sprite, folder, embed));
    let view = &scene.view;
    SceneFile {
        maskscope: VERSION,
        title: scene.title.clone(),
        about: scene.about.clone(),
        a,
        b,
        rounding: (snap != usual.snap).then(|| snap.into()),
        filter: (filter != usual.filter).then(|| filter.into()),
        sample_at: (at != usual.at).then(|| at.into()),
        parent: parents(&scene.parents),
        path: scene.route.as_ref().filter(|route| !route.steps.is_empty()).map(|route| {
            let row = |step: &Step| [step.seconds, step.position.0, step.position.1].map(Number);
            route.steps.iter().map(row).collect()
        }),
        scan: scene.scan.map(|scan| scan.to_string()),
        view: (*view != Default::default()).then(|| ViewFile {
            tab: (view.tab != Tab::default()).then(|| view.tab.into()),
            layers: view.layers.as_ref().map(|layers| layers.iter().map(|layer| (*layer).into()).collect()),
            pre_check: view
                .pre_check
                .map(|PreChecking { check, mode }| PreCheckFile { check: check.into(), mode: mode.into() }),
            count_from_a: view.counts_from_a,
        }),
        expect: scene.expectation.map(|expected| ExpectFile {
            boxes_overlap: expected.boxes_overlap,
            masks_overlap: expected.masks_overlap,
            overlap_area: expected.overlap_area,
        }),
    }
}

fn actor(Actor { sprite, placement, parents }: &Actor, folder: Option<&Path>, embed: bool) -> ActorFile {
    let image = sprite.path.as_deref().and_then(|path| written(path, folder));
    let placed = ActorFile {
        position: position(placement),
        anchor: match placement.anchor {
            Anchor::TopLeft => None,
            Anchor::Centred => Some(AnchorFile::Word("centred".to_owned())),
            Anchor::Custom(x, y) => Some(AnchorFile::Point([Number(x), Number(y)])),
        },
        rotation: rotation(placement),
        scale: scale(placement),
        flip: (placement.flip != (false, false)).then_some(placement.flip.into()),
        filter: placement.filter.map(Into::into),
        parent: self::parents(parents),
        ..ActorFile::default()
    };
    let sample = if embed || sprite.path.is_some() { None } else { sample_of(sprite) };
    let mask_image = match &sprite.rule().source {
        SolidSource::Image(image) => Some(image.path.as_deref().and_then(|path| written(path, folder))),
        _ => None,
    };
    // A path that is not UTF-8 cannot be written: the mask itself says what is solid.
    if embed || image.is_none() && sample.is_none() || mask_image == Some(None) {
        let rows = sprite.mask().mask().to_text().lines().map(str::to_owned).collect();
        return ActorFile { mask: Some(rows), name: Some(sprite.name.clone()), ..placed };
    }
    let usual_name = sprite.path.as_deref().map_or_else(|| sample.unwrap_or_default().to_owned(), file_name);
    ActorFile {
        image,
        sample: sample.map(str::to_owned),
        name: (sprite.name != usual_name).then(|| sprite.name.clone()),
        grid: sprite.grid().map(|Grid { cell, margin, spacing }| GridFile {
            cell: [cell.width, cell.height],
            margin,
            spacing,
        }),
        frame: match sprite.shown() {
            Shown::Frame(0) => None,
            Shown::Frame(frame) => Some(match sprite.frames().name_of(frame) {
                Some(name) => FrameFile::Word(name.into_owned()),
                None => FrameFile::Number(frame),
            }),
            Shown::Merged => Some(FrameFile::Word("merged".to_owned())),
        },
        solid: (*sprite.rule() != SolidRule::default()).then(|| solid(sprite.rule(), mask_image.flatten())),
        ..placed
    }
}

fn solid(rule: &SolidRule, mask_image: Option<String>) -> SolidFile {
    SolidFile {
        threshold: rule.threshold,
        key: match rule.source {
            SolidSource::Key(key) => Some(KeyFile { color: key.color_text(), tolerance: key.tolerance }),
            _ => None,
        },
        mask_image,
        inverted: rule.inverted,
    }
}

/// The innermost parent, which holds the next one.
fn parents(parents: &Parents) -> Option<ParentFile> {
    parents.all().iter().rev().fold(None, |outer, parent| {
        Some(ParentFile {
            position: position(parent),
            rotation: rotation(parent),
            scale: scale(parent),
            parent: outer.map(Box::new),
        })
    })
}

fn position(placement: &Placement) -> Option<[Number; 2]> {
    let (x, y) = placement.position;
    ((x, y) != (0.0, 0.0)).then_some([Number(x), Number(y)])
}

fn rotation(placement: &Placement) -> Option<Number> {
    (placement.rotation != 0.0).then_some(Number(placement.rotation))
}

fn scale(placement: &Placement) -> Option<ScaleFile> {
    let (x, y) = placement.scale;
    ((x, y) != (1.0, 1.0)).then_some(ScaleFile::Each([Number(x), Number(y)]))
}

/// The path of a file as it is written: relative to `folder` where one is given, with `/` between its parts; `None` where
/// it is not UTF-8.
fn written(path: &Path, folder: Option<&Path>) -> Option<String> {
    let absolute = |path: &Path| std::path::absolute(path).ok();
    let path = absolute(path)?;
    let told: PathBuf = match folder {
        Some(folder) => pathdiff::diff_paths(&path, absolute(folder)?).unwrap_or(path),
        None => path,
    };
    told.to_str().map(|text| if cfg!(windows) { text.replace('\\', "/") } else { text.to_owned() })
}
