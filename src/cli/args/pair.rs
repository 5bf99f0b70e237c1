//! The two sprites of a command: from two images, or from a scene.

use std::path::{Path, PathBuf};

use clap::Args;

use super::options::Placing;
use super::reading::{ReadingArgs, read_scene, set_by_scenes};
use crate::cli::CliError;
use crate::files::{FileError, Reason, shown};
use maskscope_core::geom::Cell;
use maskscope_core::scene::{Actor, Laid, LayError, Scene};

/// Two images with B's position, or a scene.
#[derive(Debug, Args)]
pub(in crate::cli) struct PairArgs {
    /// The image of sprite A.
    #[arg(requires = "b")]
    a: Option<PathBuf>,
    /// The image of sprite B.
    b: Option<PathBuf>,
    /// A scene file instead of both images: its sprites, turned, animated and placed as in the scene.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["a", "b"], conflicts_with_all = set_by_scenes())]
    scene: Option<PathBuf>,
    #[command(flatten)]
    pub(in crate::cli) placing: Placing,
    #[command(flatten)]
    pub(in crate::cli) reading: ReadingArgs,
}

impl PairArgs {
    /// The named scene.
    pub(in crate::cli) fn scene(&self) -> Option<&Path> {
        self.scene.as_deref()
    }

    /// True if neither two images nor a scene are named.
    pub(in crate::cli) const fn is_missing(&self) -> bool {
        self.scene.is_none() && (self.a.is_none() || self.b.is_none())
    }

    /// True if no image and no scene is named.
    pub(in crate::cli) const fn is_absent(&self) -> bool {
        self.scene.is_none() && self.a.is_none() && self.b.is_none()
    }

    /// The error that the pair can be read, but not surveyed: it names the scene or both images, and the reason.
    pub(in crate::cli) fn unsurveyed(&self, why: &str) -> CliError {
        let path = self.scene.as_ref().or(self.a.as_ref()).map_or(Path::new(""), PathBuf::as_path);
        let with = self.b.clone().filter(|b| b != path);
        let with = with.map(|with| format!(" with {}", shown(&with))).unwrap_or_default();
        Reason::Refused(format!("it cannot be surveyed{with}: {why}")).at(path).into()
    }

    /// The requested scene, and its sprites in the world.
    pub(in crate::cli) fn lay(&self) -> Result<(Scene, Laid), CliError> {
        self.lay_changed(|_| Ok(()))
    }

    /// Same as [`lay`](Self::lay), after `change`.
    pub(in crate::cli) fn lay_changed(
        &self,
        change: impl FnOnce(&mut Scene) -> Result<(), CliError>,
    ) -> Result<(Scene, Laid), CliError> {
        match (&self.scene, &self.a, &self.b) {
            (Some(path), ..) => {
                let mut scene = read_scene(path, &self.reading.limits())?;
                change(&mut scene)?;
                let laid = lay(&scene, [path; 2])?;
                Ok((scene, laid))
            }
            (None, Some(a), Some(b)) if a == b && a == Path::new("-") => {
                Err(CliError::Usage("standard input is one image: A and B cannot both be -".to_owned()))
            }
            (None, Some(a), Some(b)) => {
                let offset = self.placing.offset()?;
                let [sprite_a, sprite_b] = [self.reading.load(a, 0)?, self.reading.load(b, 1)?];
                let corner = Cell::new(offset.x.into(), offset.y.into());
                let placed_a = Actor::drawn(sprite_a, Cell::ORIGIN).map_err(|why| unplaced("A", a, &why))?;
                let placed_b = Actor::drawn(sprite_b, corner).map_err(|why| unplaced("B", b, &why))?;
                let mut scene = Scene::of([placed_a, placed_b]);
                change(&mut scene)?;
                let laid = lay(&scene, [a, b])?;
                Ok((scene, laid))
            }
            _ => Err(CliError::Usage(TWO_OR_SCENE.to_owned())),
        }
    }
}

/// The message about images that are missing.
pub(super) const TWO_OR_SCENE: &str = "give two images, or --scene";

/// The sprites of a scene in the world. An error names the sprite and its file: that of A or that of B.
pub(in crate::cli) fn lay(scene: &Scene, [a, b]: [&Path; 2]) -> Result<Laid, FileError> {
    scene.lay().map_err(|why| {
        let (sprite, path) = if scene.pose_a().is_err() { ("A", a) } else { ("B", b) };
        unplaced(sprite, path, &why)
    })
}

fn unplaced(sprite: &str, path: &Path, why: &LayError) -> FileError {
    Reason::Scene(format!("sprite {sprite} cannot be placed: {why}")).at(path)
}

/// The names of the sprites: their files, without folders.
pub(in crate::cli) fn names(scene: &Scene) -> [String; 2] {
    scene.sprites.each_ref().map(|Actor { sprite, .. }| match &sprite.path {
        Some(path) => shown(path.file_name().map_or(path, Path::new)),
        None => sprite.name.clone(),
    })
}
