//! From a scene to the fields of its file.

use std::path::{Component, Path, PathBuf};

use super::art::{self, Art};
use super::strip::Strip;
use super::{
    ActorFile, AnchorFile, FrameFile, ParentFile, ScaleFile, SceneFile, SolidFile, TestedFile, VERSION, file_name,
};
use crate::files::scene_file::contents::{image_of, image_of_mask};
use crate::files::{disk::absolute, samples::sample_of};
use maskscope_core::geom::{Number, Point};
use maskscope_core::mask::Mask;
use maskscope_core::scene::{Actor, Anchor, Convention, Expectation, Parents, Picture, PictureFormat, Placement};
use maskscope_core::scene::{RouteStep, Scene, SceneView, Shown, SolidRule, SolidSource, Sprite};

/// Form in which the images of a scene are written.
#[derive(Clone, Copy)]
pub(crate) enum Images<'a> {
    /// By their paths, relative to a folder or absolute; what is in no file, with its bytes.
    Named(Option<&'a Path>),
    /// Only the masks of what is shown.
    Masks,
    /// With their bytes.
    Inside,
    /// With as few bytes as possible.
    Smallest,
    /// By their names in the folder of a saved session.
    Beside,
}

/// The written pixels of a sprite.
enum WrittenPixels {
    /// The name of a file.
    File(String),
    Sample(&'static str),
    /// The rows of the mask that it was made of.
    Rows(Vec<String>),
    Held(Art),
    /// The name of an image in which the frames follow each other.
    Beside(String, Strip),
}

/// `scene` as it is written. What is as usual is left out.
pub(crate) fn scene(scene: &Scene, images: Images<'_>) -> SceneFile {
    let Scene { sprites: [a, b], convention, parents, expectation, .. } = scene;
    SceneFile {
        title: scene.title.clone(),
        about: scene.about.clone(),
        path: scene.route.as_ref().filter(|route| !route.steps.is_empty()).map(|route| {
            let row = |step: &RouteStep| [step.seconds, step.position.0, step.position.1].map(Number);
            route.steps.iter().map(row).collect()
        }),
        scan: scene.scan.map(|scan| scan.to_string()),
        scans: scene.scans.iter().filter_map(|scan| serde_json::to_value(scan).ok()).collect(),
        view: Some(scene.view.clone()).filter(|view| *view != SceneView::default()),
        ..stage([Some(a), Some(b)], scene.pinned, *convention, parents, *expectation, images)
    }
}

/// The content of a stage, as written in a scene without anything else; `pinned` is the position where B is pinned, in its innermost
/// parent.
pub(crate) fn stage(
    actors: [Option<&Actor>; 2],
    pinned: Option<Point>,
    convention: Convention,
    parents: &Parents,
    expectation: Option<Expectation>,
    images: Images<'_>,
) -> SceneFile {
    let usual = Convention::default();
    let Convention { snap, filter, at } = convention;
    let [a, b] = actors.map(|sprite| sprite.map(|sprite| actor(sprite, images)));
    SceneFile {
        maskscope: VERSION,
        a,
        b,
        rounding: (snap != usual.snap).then_some(snap),
        filter: (filter != usual.filter).then_some(filter),
        sample_at: (at != usual.at).then_some(at),
        parent: self::parents(parents),
        expect: expectation,
        pinned: pinned.map(|(x, y)| [x, y].map(Number)),
        ..SceneFile::default()
    }
}

fn actor(Actor { sprite, placement, parents }: &Actor, images: Images<'_>) -> ActorFile {
    let placed = ActorFile {
        shape: TestedFile::of(sprite),
        position: position(placement),
        anchor: match placement.anchor {
            Anchor::TopLeft => None,
            Anchor::Centred => Some(AnchorFile::Word("centred".to_owned())),
            Anchor::Custom(x, y) => Some(AnchorFile::Point([Number(x), Number(y)])),
        },
        rotation: rotation(placement),
        scale: scale(placement),
        flip: (placement.flip != (false, false)).then_some(placement.flip.into()),
        filter: placement.filter,
        parent: self::parents(parents),
        ..ActorFile::default()
    };
    let Some((look, mask_image)) = look(sprite, images) else {
        let rows = rows(sprite.mask().mask());
        let shape = sprite.hitbox().cloned().map(TestedFile::Hitbox);
        return ActorFile { mask: Some(rows), name: Some(sprite.name.clone()), shape, ..placed };
    };
    let usual_name = match (&look, &sprite.path) {
        (WrittenPixels::Sample(name), _) => Some((*name).to_owned()),
        (WrittenPixels::File(_), Some(path)) => Some(file_name(path)),
        _ => None,
    };
    // What reads the pixels alone knows no frame that a scene of an engine shows.
    let usual = if let WrittenPixels::File(_) = look { sprite.frames().drawn.frame } else { 0 };
    let frame = match sprite.shown() {
        Shown::Frame(frame) if frame == usual => None,
        Shown::Frame(frame) => Some(match sprite.frames().name_of(frame) {
            Some(name) => FrameFile::Word(name.into_owned()),
            None => FrameFile::Number(frame),
        }),
        Shown::Merged => Some(FrameFile::Word("merged".to_owned())),
    };
    let layers = || sprite.file_frames().layers.chosen.clone();
    let looks = match look {
        WrittenPixels::File(image) => ActorFile { image: Some(image), layers: layers(), ..placed },
        WrittenPixels::Sample(name) => ActorFile { sample: Some(name.to_owned()), ..placed },
        WrittenPixels::Rows(rows) => ActorFile { mask: Some(rows), ..placed },
        WrittenPixels::Held(Art { image, sheets, strip, .. }) => {
            ActorFile { image: Some(image), sheets, frames: strip, ..placed }
        }
        WrittenPixels::Beside(image, strip) => ActorFile {
            image: Some(image),
            frames: Some(strip),
            layers: layers(),
            file: sprite.path.as_deref().map(Into::into),
            ..placed
        },
    };
    ActorFile {
        name: usual_name.is_none_or(|usual| usual != sprite.name).then(|| sprite.name.clone()),
        grid: sprite.grid(),
        frame,
        solid: (*sprite.rule() != SolidRule::default()).then(|| solid(sprite.rule(), mask_image)),
        ..looks
    }
}

/// The written pixels of `sprite`, and its mask image; `None` if only the mask of the shown frame can be written.
fn look(sprite: &Sprite, images: Images<'_>) -> Option<(WrittenPixels, Option<String>)> {
    let mask = match &sprite.rule().source {
        SolidSource::Image(image) => Some(&**image),
        _ => None,
    };
    let is_smallest = matches!(images, Images::Smallest);
    let with_mask = |look| {
        let Some(mask) = mask else { return Some((look, None)) };
        let image = match (images, mask.path.as_deref()) {
            // A path that is not UTF-8 cannot be written.
            // The rule names it.
            (Images::Named(_), _) if mask.layer.is_some() => return Some((look, None)),
            (Images::Named(folder), Some(path)) => written(path, folder)?,
            (Images::Beside, _) => image_of_mask(mask),
            _ if mask.size().is_empty() => return None,
            _ => art::mask_image(mask, is_smallest),
        };
        Some((look, Some(image)))
    };
    match (images, sprite.path.as_deref()) {
        (Images::Masks, _) => return None,
        (Images::Beside, _) => {
            let frames = sprite.file_frames();
            return with_mask(WrittenPixels::Beside(image_of(frames), Strip::of(frames)));
        }
        (Images::Named(folder), Some(path)) => return with_mask(WrittenPixels::File(written(path, folder)?)),
        (Images::Inside, Some(_)) => {}
        (Images::Smallest, _) | (_, None) => {
            if let Some(name) = sample_of(sprite) {
                return with_mask(WrittenPixels::Sample(name));
            }
        }
    }
    let is_still = sprite.file_frames().all().len() == 1;
    if sprite.path.is_none() && is_still && sprite.sheet().format == PictureFormat::Mask {
        return with_mask(WrittenPixels::Rows(drawn_rows(sprite.sheet())?));
    }
    let art = Art::of(sprite, mask, is_smallest)?;
    let mask_image = art.mask_image.clone();
    Some((WrittenPixels::Held(art), mask_image))
}

/// The rows of the mask that `picture` was made of; `None` where it has other colours.
fn drawn_rows(picture: &Picture) -> Option<Vec<String>> {
    let is_drawn = picture.rgba().as_chunks().0.iter().all(|pixel| [[0; 4], [255; 4]].contains(pixel));
    let is_solid = |x, y| picture.pixel(x, y) == Some([255; 4]);
    is_drawn.then(|| rows(&Mask::from_fn(picture.size(), is_solid)))
}

fn rows(mask: &Mask) -> Vec<String> {
    mask.to_text().lines().map(str::to_owned).collect()
}

fn solid(rule: &SolidRule, mask_image: Option<String>) -> SolidFile {
    let layer = match &rule.source {
        SolidSource::Image(image) if mask_image.is_none() => image.layer.clone(),
        _ => None,
    };
    SolidFile {
        threshold: rule.threshold,
        key: match rule.source {
            SolidSource::Key(key) => Some(key),
            _ => None,
        },
        mask_image,
        layer,
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
    let path = absolute(path)?;
    let named: PathBuf = match folder {
        Some(folder) => relative(&path, &absolute(folder)?),
        None => path,
    };
    named.to_str().map(|text| if cfg!(windows) { text.replace('\\', "/") } else { text.to_owned() })
}

/// The way to the file `path` from `folder`, both absolute; `path` itself if none is known: on another disk of Windows, or
/// where `folder` leads up.
fn relative(path: &Path, folder: &Path) -> PathBuf {
    let shared = path.components().zip(folder.components()).take_while(|(one, other)| one == other).count();
    let above = folder.components().skip(shared);
    if shared == 0 || above.clone().any(|part| part == Component::ParentDir) {
        return path.to_owned();
    }
    above.map(|_| Component::ParentDir).chain(path.components().skip(shared)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn paths_are_relative_to_a_folder() {
        for (path, folder, expected) in [
            ("/art/ship.png", "/art", "ship.png"),
            ("/art/ship.png", "/art/scenes/old", "../../ship.png"),
            ("/ship.png", "/art", "../ship.png"),
            ("/art", "/art", ""),
            ("/art/ship.png", "/art/scenes/../old", "/art/ship.png"),
        ] {
            assert_eq!(relative(path.as_ref(), folder.as_ref()), Path::new(expected), "{path} from {folder}");
        }
    }
}
