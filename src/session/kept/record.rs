//! What is kept, as it is written down: everything but pixels and paths of B, which stand in tables beside it.

use std::{path::PathBuf, sync::Arc};

use serde::{Deserialize, Serialize};

use super::{
    super::{
        animation::Animation,
        drags::{Drags, Routes},
        engines::Engines,
        playback::Playback,
        race::Race,
        saved::{Filed, Saved},
        scans::ScanList,
        scenes::OpenScene,
        slot::Slot,
        snapshot::Look,
        stage::{Family, Placed, Stage},
        surveys::Surveys,
        terrain::KeptGame,
        view::View,
    },
    Kept,
    path::WrittenPath,
};
use crate::{
    scan::Scan,
    scene::{
        Actor, ColorKey, Convention, Expectation, Frames, Grid, MaskImage, Parents, Placement, Route, Scene, SceneView,
        Shown, SolidRule, SolidSource, Sprite, terrain::KeyList,
    },
};

/// What a [`Record`] shows by its place in one of these lists.
#[derive(Clone, Debug, Default)]
pub struct Parts {
    /// Images with their frames.
    pub frames: Vec<Arc<Frames>>,
    /// Images that say what is solid in others.
    pub masks: Vec<Arc<MaskImage>>,
    /// Paths of B.
    pub routes: Vec<Arc<Route>>,
}

/// What is kept, as it is written down beside its [`Parts`].
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Record {
    stage: WrittenStage,
    route: WrittenPlayer,
    scene: WrittenOpenScene,
    filed: WrittenFiled,
    scans: ScanList,
    playback: Playback,
    race: Race,
    view: View,
    engines: Engines,
    animation: Animation,
    surveys: Surveys,
    terrain: KeptGame,
}

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct WrittenStage {
    a: Option<WrittenActor>,
    b: Option<WrittenActor>,
    active: Slot,
    convention: Convention,
    parents: Parents,
    expectation: Option<Expectation>,
}

#[derive(Debug, Serialize, Deserialize)]
struct WrittenActor {
    sprite: WrittenSprite,
    #[serde(default)]
    placement: Placement,
    #[serde(default)]
    parents: Parents,
}

#[derive(Debug, Serialize, Deserialize)]
struct WrittenSprite {
    name: String,
    #[serde(default)]
    path: Option<WrittenPath>,
    /// The place of its frames among the parts.
    frames: usize,
    #[serde(default)]
    grid: Option<Grid>,
    #[serde(default)]
    shown: Shown,
    #[serde(default)]
    solid: WrittenSource,
    #[serde(default)]
    threshold: u8,
    #[serde(default)]
    inverted: bool,
}

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum WrittenSource {
    #[default]
    Alpha,
    Key(ColorKey),
    /// The place of the mask image among the parts.
    Image(usize),
}

/// Paths of B by their places among the parts.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct WrittenRoutes {
    all: Vec<usize>,
    chosen: usize,
}

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct WrittenPlayer {
    routes: WrittenRoutes,
    at: usize,
    plays: bool,
    clock: f64,
}

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct WrittenOpenScene {
    title: String,
    about: String,
    path: Option<WrittenPath>,
    in_file: Option<WrittenScene>,
    saved: WrittenStage,
    /// The place of the path that was saved.
    saved_route: Option<usize>,
}

/// What is in files of its own.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct WrittenFiled {
    routes: Vec<usize>,
    keys: KeyList,
}

#[derive(Debug, Serialize, Deserialize)]
struct WrittenScene {
    title: String,
    about: String,
    sprites: [WrittenActor; 2],
    convention: Convention,
    parents: Parents,
    route: Option<usize>,
    scan: Option<Scan>,
    expectation: Option<Expectation>,
    view: SceneView,
}

impl Kept {
    /// What is kept, to be written down.
    pub fn record(&self) -> (Record, Parts) {
        let mut parts = Parts::default();
        let Look { route, scans, playback, race, view, engines, animation, surveys, terrain } = self.look.clone();
        let record = Record {
            stage: parts.write_stage(&self.stage),
            route: WrittenPlayer {
                routes: parts.write_routes(route.kept()),
                at: route.at(),
                plays: route.plays(),
                clock: route.clock(),
            },
            scene: parts.write_open_scene(&self.scene),
            filed: WrittenFiled {
                routes: self.filed.routes.iter().map(|route| place(&mut parts.routes, route)).collect(),
                keys: self.filed.keys.clone(),
            },
            scans,
            playback,
            race,
            view,
            engines,
            animation,
            surveys,
            terrain,
        };
        (record, parts)
    }
}

/// Part of a [`Record`], which is put into a list once.
trait Part {
    /// Whether two parts are known to be equal. Equal ones of which that is not known yet stand in the list twice.
    fn is_known_as(&self, other: &Self) -> bool;
}

impl Part for Frames {
    fn is_known_as(&self, other: &Self) -> bool {
        self.identity.is_known_as(&other.identity)
    }
}

impl Part for MaskImage {
    fn is_known_as(&self, other: &Self) -> bool {
        self.identity.is_known_as(&other.identity)
    }
}

impl Part for Route {
    fn is_known_as(&self, other: &Self) -> bool {
        self == other
    }
}

/// The place of `part` in the list `all`, at whose end it is put if it is new.
fn place<T: Part>(all: &mut Vec<Arc<T>>, part: &Arc<T>) -> usize {
    all.iter().position(|known| Arc::ptr_eq(known, part) || known.is_known_as(part)).unwrap_or_else(|| {
        all.push(Arc::clone(part));
        all.len() - 1
    })
}

impl Parts {
    fn write_stage(&mut self, stage: &Stage) -> WrittenStage {
        let mut actor = |slot| stage.get(slot).map(Placed::actor).map(|actor| self.write_actor(&actor));
        WrittenStage {
            a: actor(Slot::A),
            b: actor(Slot::B),
            active: stage.active,
            convention: stage.convention(),
            parents: stage.parents(Family::Common).clone(),
            expectation: stage.expectation(),
        }
    }

    fn write_actor(&mut self, Actor { sprite, placement, parents }: &Actor) -> WrittenActor {
        let SolidRule { source, threshold, inverted } = sprite.rule();
        let sprite = WrittenSprite {
            name: sprite.name.clone(),
            path: sprite.path.as_deref().map(WrittenPath::from),
            frames: place(&mut self.frames, sprite.file_frames()),
            grid: sprite.grid(),
            shown: sprite.shown(),
            solid: match source {
                SolidSource::Alpha => WrittenSource::Alpha,
                SolidSource::Key(key) => WrittenSource::Key(*key),
                SolidSource::Image(image) => WrittenSource::Image(place(&mut self.masks, image)),
            },
            threshold: *threshold,
            inverted: *inverted,
        };
        WrittenActor { sprite, placement: *placement, parents: parents.clone() }
    }

    fn write_routes(&mut self, routes: &Routes) -> WrittenRoutes {
        let all = routes.all().iter().map(|route| place(&mut self.routes, route)).collect();
        WrittenRoutes { all, chosen: routes.place() }
    }

    fn write_open_scene(&mut self, scene: &OpenScene) -> WrittenOpenScene {
        WrittenOpenScene {
            title: scene.title.clone(),
            about: scene.about.clone(),
            path: scene.path.as_deref().map(WrittenPath::from),
            in_file: scene.in_file.as_ref().map(|scene| self.write_scene(scene)),
            saved: self.write_stage(&scene.saved.stage),
            saved_route: scene.saved.route.as_ref().map(|route| place(&mut self.routes, route)),
        }
    }

    fn write_scene(&mut self, scene: &Scene) -> WrittenScene {
        let route = scene.route.as_ref().map(|route| place(&mut self.routes, &Arc::new(route.clone())));
        WrittenScene {
            title: scene.title.clone(),
            about: scene.about.clone(),
            sprites: scene.sprites.each_ref().map(|actor| self.write_actor(actor)),
            convention: scene.convention,
            parents: scene.parents.clone(),
            route,
            scan: scene.scan,
            expectation: scene.expectation,
            view: scene.view.clone(),
        }
    }
}

impl Record {
    /// What was kept beside these `parts`.
    ///
    /// # Errors
    /// Where that cannot be: a sentence that says why.
    pub fn read(self, parts: &Parts) -> Result<Kept, String> {
        let mut reader = Reader { parts, cut: Vec::new() };
        let WrittenPlayer { routes, at, plays, clock } = self.route;
        let view = View { framing: self.view.framing.cut_to_range(), ..self.view };
        Ok(Kept {
            stage: reader.stage(self.stage)?,
            look: Look {
                route: Drags::at_step(reader.routes(&routes)?, at, plays, clock),
                scans: self.scans,
                playback: self.playback,
                race: self.race,
                view,
                engines: self.engines,
                animation: self.animation,
                surveys: Surveys { variation: self.surveys.variation.cut_to_range(), ..self.surveys },
                terrain: self.terrain.cut_to_range(),
            },
            scene: reader.open_scene(self.scene)?,
            filed: Filed { routes: reader.all_routes(&self.filed.routes)?, keys: self.filed.keys },
        })
    }
}

/// Puts what was written down together again.
struct Reader<'a> {
    parts: &'a Parts,
    /// What has been cut already, from these frames by this grid: equal sprites share their pixels.
    cut: Vec<(&'a Arc<Frames>, Option<Grid>, Sprite)>,
}

/// The part at a `place`.
fn part<'a, T>(all: &'a [Arc<T>], place: usize, what: &str) -> Result<&'a Arc<T>, String> {
    all.get(place).ok_or_else(|| format!("it names {what} {place}, and there are {}", all.len()))
}

impl Reader<'_> {
    fn stage(&mut self, written: WrittenStage) -> Result<Stage, String> {
        let mut actor = |actor: Option<WrittenActor>| actor.map(|actor| self.actor(actor)).transpose();
        let actors = [actor(written.a)?, actor(written.b)?];
        let stage = Stage::of(actors, written.convention, written.parents);
        let mut stage = stage.map_err(|refusal| format!("its sprites cannot be placed: {refusal}"))?;
        (stage.active, stage.expectation) = (written.active, written.expectation);
        Ok(stage)
    }

    fn actor(&mut self, WrittenActor { sprite, placement, parents }: WrittenActor) -> Result<Actor, String> {
        let sprite = self.sprite(sprite)?;
        match placement.out_of_range() {
            None => Ok(Actor { sprite, placement, parents }),
            Some((what, range)) => Err(format!("the {what} of {} is out of range, which is {range}", sprite.name)),
        }
    }

    fn sprite(&mut self, written: WrittenSprite) -> Result<Sprite, String> {
        let frames = part(&self.parts.frames, written.frames, "image")?;
        let is_it = |known: &Arc<Frames>, grid: Option<Grid>| Arc::ptr_eq(known, frames) && grid == written.grid;
        let known = self.cut.iter().find(|(known, grid, _)| is_it(known, *grid)).map(|(.., sprite)| sprite.clone());
        let mut sprite = match known {
            Some(sprite) => sprite,
            None => {
                let mut sprite = Sprite::animated(String::new(), Arc::clone(frames), SolidRule::default());
                if written.grid.is_some() {
                    sprite.set_grid(written.grid).map_err(|why| format!("the grid of {}: {why}", written.name))?;
                }
                self.cut.push((frames, written.grid, sprite.clone()));
                sprite
            }
        };
        let source = match written.solid {
            WrittenSource::Alpha => SolidSource::Alpha,
            WrittenSource::Key(key) => SolidSource::Key(key),
            WrittenSource::Image(place) => {
                SolidSource::Image(Arc::clone(part(&self.parts.masks, place, "mask image")?))
            }
        };
        sprite.name = written.name;
        sprite.path = written.path.map(PathBuf::from);
        sprite.set_rule(SolidRule { source, threshold: written.threshold, inverted: written.inverted });
        sprite.show(written.shown);
        Ok(sprite)
    }

    fn route(&self, place: usize) -> Result<Arc<Route>, String> {
        part(&self.parts.routes, place, "path").cloned()
    }

    fn all_routes(&self, places: &[usize]) -> Result<Vec<Arc<Route>>, String> {
        places.iter().map(|place| self.route(*place)).collect()
    }

    fn routes(&self, written: &WrittenRoutes) -> Result<Routes, String> {
        Ok(Routes::of(self.all_routes(&written.all)?, written.chosen))
    }

    fn open_scene(&mut self, written: WrittenOpenScene) -> Result<OpenScene, String> {
        Ok(OpenScene {
            title: written.title,
            about: written.about,
            path: written.path.map(PathBuf::from),
            in_file: written.in_file.map(|scene| self.scene(scene)).transpose()?.map(Arc::new),
            saved: Saved {
                stage: self.stage(written.saved)?,
                route: written.saved_route.map(|place| self.route(place)).transpose()?,
            },
        })
    }

    fn scene(&mut self, written: WrittenScene) -> Result<Scene, String> {
        let [a, b] = written.sprites;
        let route = written.route.map(|place| self.route(place)).transpose()?;
        Ok(Scene {
            title: written.title,
            about: written.about,
            sprites: [self.actor(a)?, self.actor(b)?],
            convention: written.convention,
            parents: written.parents,
            route: route.map(Arc::unwrap_or_clone),
            scan: written.scan,
            expectation: written.expectation,
            view: written.view,
        })
    }
}
