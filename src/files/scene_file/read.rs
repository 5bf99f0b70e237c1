//! From the fields of a scene file to a scene.

use std::{path::PathBuf, sync::Arc};

use super::source::{Open, PixelSource, SpriteReader};
use super::{ActorFile, AnchorFile, FrameFile, ParentFile, ScaleFile, SceneFile, SolidFile, TestedFile};
use crate::files::{FileError, from_json_value, missing};
use maskscope_core::geom::{Number, Point};
use maskscope_core::scan::{Scan, ScanNameError};
use maskscope_core::scene::RouteStep;
use maskscope_core::scene::{self, Actor, Anchor, Convention, Expectation, LayError, Parents};
use maskscope_core::scene::{Placement, Scene, Shown, SolidRule, SolidSource, Sprite};
use maskscope_core::words::printable;

/// Fields of a scene about both sprites together.
pub(crate) struct PairFields {
    pub actors: [Option<Actor>; 2],
    pub convention: Convention,
    pub parents: Parents,
    pub expectation: Option<Expectation>,
    /// The pinned position of B.
    pub pinned: Option<Point>,
}

impl SpriteReader<'_> {
    /// A scan of the list: its name, or a script with its name.
    fn listed_scan(&self, listed: serde_json::Value) -> Result<Scan, FileError> {
        match listed {
            serde_json::Value::String(name) => {
                name.parse().map_err(|error: ScanNameError| self.refused(error.to_string()))
            }
            script => from_json_value(script).map(Scan::Own).map_err(|why| self.refused(format!("its scans: {why}"))),
        }
    }

    /// The scene that `file` describes.
    pub(crate) fn scene(&self, file: SceneFile, images: &mut impl Open<Error = FileError>) -> Result<Scene, FileError> {
        let PairFields { actors: [a, b], convention, parents, expectation, pinned } = self.setting(&file, images)?;
        let absent = |field| self.refused(missing(field));
        let scans: Vec<Scan> = file.scans.into_iter().map(|scan| self.listed_scan(scan)).collect::<Result<_, _>>()?;
        let own = |name: &str| scans.iter().copied().find(|scan| scan.is_own() && scan.strategy() == name);
        let scan = file.scan.map(|name| match own(&name) {
            Some(scan) => Ok(scan),
            None => name.parse::<Scan>().map_err(|error| self.refused(error.to_string())),
        });
        let route = file.path.map(|rows| {
            let steps = rows.iter().map(|[seconds, x, y]| RouteStep { seconds: seconds.0, position: (x.0, y.0) });
            scene::Route::of(steps).map_err(|fault| self.refused(format!("its path: {fault}")))
        });
        let scene = Scene {
            title: file.title,
            about: file.about,
            sprites: [a.ok_or_else(|| absent("a"))?, b.ok_or_else(|| absent("b"))?],
            convention,
            parents,
            route: route.transpose()?,
            pinned,
            scan: scan.transpose()?,
            scans,
            expectation,
            view: file.view.unwrap_or_default(),
        };
        for (slot, actor) in ["a", "b"].into_iter().zip(&scene.sprites) {
            if let Err(LayError::Unbaked(why)) =
                scene.stand(actor, actor.placement, scene.convention).extent(actor.sprite.size())
            {
                return Err(self.refused(format!("{slot}: {why}")));
            }
        }
        Ok(scene)
    }

    /// The fields of `file` about both sprites together.
    pub(crate) fn setting(
        &self,
        file: &SceneFile,
        images: &mut impl Open<Error = FileError>,
    ) -> Result<PairFields, FileError> {
        let SceneFile { rounding, filter, sample_at, expect, pinned, .. } = *file;
        let mut actor =
            |slot, file: &Option<ActorFile>| file.as_ref().map(|file| self.actor(slot, file, images)).transpose();
        let placed_b = |at| self.placed("the pinned B", Some(at), None, None, None, None);
        Ok(PairFields {
            convention: Convention {
                snap: rounding.unwrap_or_default(),
                filter: filter.unwrap_or_default(),
                at: sample_at.unwrap_or_default(),
            },
            parents: self.parents("the scene", file.parent.as_ref())?,
            actors: [actor("a", &file.a)?, actor("b", &file.b)?],
            expectation: expect,
            pinned: pinned.map(placed_b).transpose()?.map(|placed| placed.position),
        })
    }

    fn actor(
        &self,
        slot: &str,
        file: &ActorFile,
        images: &mut impl Open<Error = FileError>,
    ) -> Result<Actor, FileError> {
        let of_logs = [
            ("sprite", file.sprite.is_some()),
            ("png", file.png.is_some()),
            ("kind", file.kind.is_some()),
            ("hit_boxes", file.hit_boxes.is_some()),
            ("made", file.made.is_some()),
            ("step", file.step.is_some()),
            ("own", file.own.is_some()),
            ("last", file.last.is_some()),
            ("next", file.next.is_some()),
            ("end", file.end.is_some()),
        ];
        if let Some((field, _)) = of_logs.iter().find(|(_, is_there)| *is_there) {
            return Err(self.refused(format!("there is no field '{field}' in {slot}")));
        }
        let (placement, parents) = (self.placement(slot, file)?, self.parents(slot, file.parent.as_ref())?);
        let sprite = self.sprite(slot, file, images)?;
        Ok(Actor { placement: file.on_pivot(&sprite, placement), parents, sprite })
    }

    /// Refuses fields that no image could make sense of.
    pub(in crate::files) fn check(&self, slot: &str, file: &ActorFile) -> Result<(), FileError> {
        self.placement(slot, file)?;
        self.parents(slot, file.parent.as_ref())?;
        let source = self.source(slot, file)?;
        let shape = file.shape.as_ref().map_or(Ok(()), TestedFile::check);
        shape.map_err(|why| self.refused(format!("{slot}: {why}")))?;
        let rule = |solid| self.rule(slot, solid, source.path(), |_| Ok(SolidSource::Alpha));
        file.solid.as_ref().map_or(Ok(()), |solid| rule(solid).map(drop))
    }

    /// The sprite that `file` describes: its pixels, and which of them are solid. `images` reads or finds them.
    pub(in crate::files) fn sprite<I: Open>(
        &self,
        slot: &str,
        file: &ActorFile,
        images: &mut I,
    ) -> Result<Sprite, I::Error> {
        let source = self.source(slot, file)?;
        let (name, path) = (source.name(slot), images.origin(&source, file));
        let image = source.path().cloned();
        let name = file.name.as_deref().map_or(name, printable);
        let mut frames = images.frames(source)?;
        if frames.layers.chosen != file.layers {
            Arc::make_mut(&mut frames).layers.chosen.clone_from(&file.layers);
        }
        let sprite = images.sprite(frames, file.grid);
        let mut sprite = sprite.map_err(|why| self.refused(format!("{slot}: {why}")))?;
        (sprite.name, sprite.path) = (name, path);
        if let Some(shape) = &file.shape {
            let refused = |why| self.refused(format!("{slot}: {why}"));
            sprite.hitboxes = shape.hitboxes(sprite.frames()).map_err(refused)?.into();
        }
        if let Some(solid) = &file.solid {
            let mask = |source| images.mask(source, sprite.frames()).map(SolidSource::Image);
            sprite.set_rule(self.rule(slot, solid, image.as_ref(), mask)?);
        }
        let count = sprite.frames().all().len();
        sprite.choose(match &file.frame {
            None => return Ok(sprite),
            Some(FrameFile::Number(frame)) if *frame < count => Shown::Frame(*frame),
            Some(FrameFile::Number(frame)) => {
                let last = count - 1;
                return Err(self.refused(format!("{slot} shows frame {frame}, and the last one is {last}")).into());
            }
            Some(FrameFile::Word(word)) => {
                let unknown =
                    |error| self.refused(format!("{slot} shows a frame by its name, but {} {error}", sprite.name));
                sprite.frames().named(word).map_err(unknown)?
            }
        });
        Ok(sprite)
    }

    /// The rule for solid pixels in `file`, of a sprite from the file `image`. `mask` reads or finds a mask image.
    fn rule<E: From<FileError>>(
        &self,
        slot: &str,
        file: &SolidFile,
        image: Option<&PathBuf>,
        mask: impl FnOnce(PixelSource) -> Result<SolidSource, E>,
    ) -> Result<SolidRule, E> {
        let source = match (&file.key, &file.mask_image, &file.layer) {
            (None, None, None) => SolidSource::Alpha,
            (Some(key), None, None) => SolidSource::Key(*key),
            (None, Some(image), None) => mask(self.image(slot, "mask_image", image, None)?)?,
            (None, None, Some(layer)) => match image {
                Some(path) => mask(PixelSource::Layers(path.clone(), vec![layer.clone()]))?,
                None => {
                    let why = format!("{slot} is solid by a layer, which belongs to an image that is a file");
                    return Err(self.refused(why).into());
                }
            },
            _ => {
                let why = format!("{slot} has several of a key colour, a mask image and a layer; one of them decides");
                return Err(self.refused(why).into());
            }
        };
        Ok(SolidRule { source, threshold: file.threshold, inverted: file.inverted })
    }

    /// The parents of `whose`: the innermost, its parent, and so on.
    pub(in crate::files) fn parents(&self, whose: &str, innermost: Option<&ParentFile>) -> Result<Parents, FileError> {
        let (mut next, mut parents) = (innermost, Vec::new());
        while let Some(ParentFile { position, rotation, scale, parent }) = next {
            let name = format!("{}parent of {whose}", "parent of the ".repeat(parents.len()));
            parents.push(self.placed(&name, *position, None, *rotation, *scale, None)?);
            next = parent.as_deref();
        }
        Parents::new(parents).map_err(|fault| self.refused(format!("{whose}: {fault}")))
    }

    /// The placement of a sprite: its position, its turn, and its filter.
    pub(in crate::files) fn placement(&self, slot: &str, file: &ActorFile) -> Result<Placement, FileError> {
        let placed = self.placed(slot, file.position, file.anchor.as_ref(), file.rotation, file.scale, file.flip)?;
        Ok(Placement { filter: file.filter, ..placed })
    }

    fn placed(
        &self,
        slot: &str,
        position: Option<[Number; 2]>,
        anchor: Option<&AnchorFile>,
        rotation: Option<Number>,
        scale: Option<ScaleFile>,
        flip: Option<[bool; 2]>,
    ) -> Result<Placement, FileError> {
        let placement = Placement {
            position: position.map_or((0.0, 0.0), |[x, y]| (x.0, y.0)),
            anchor: match anchor {
                None => Anchor::TopLeft,
                Some(AnchorFile::Point([x, y])) => Anchor::Custom(x.0, y.0),
                Some(AnchorFile::Word(word)) => match word.as_str() {
                    // The sprite knows its pivot.
                    "top-left" | ActorFile::PIVOT => Anchor::TopLeft,
                    "centred" => Anchor::Centred,
                    _ => {
                        let known = "there are top-left, centred, pivot, and a point";
                        return Err(self.refused(format!("anchor is '{word}'; {known}")));
                    }
                },
            },
            rotation: rotation.map_or(0.0, |turn| turn.0),
            scale: match scale {
                None => (1.0, 1.0),
                Some(ScaleFile::Both(both)) => (both.0, both.0),
                Some(ScaleFile::Each([x, y])) => (x.0, y.0),
            },
            flip: flip.map_or((false, false), |[x, y]| (x, y)),
            filter: None,
        };
        match placement.out_of_range() {
            None => Ok(placement),
            Some((what, range)) => Err(self.refused(format!("the {what} of {slot} is out of range, which is {range}"))),
        }
    }
}

impl ActorFile {
    /// The anchor that an atlas gives each frame.
    const PIVOT: &str = "pivot";

    /// `placement`, with the pivot of the frame that `sprite` shows as its anchor if the file says so.
    pub(in crate::files) fn on_pivot(&self, sprite: &Sprite, placement: Placement) -> Placement {
        match &self.anchor {
            Some(AnchorFile::Word(word)) if word == Self::PIVOT => Placement { anchor: sprite.anchor(), ..placement },
            _ => placement,
        }
    }
}
