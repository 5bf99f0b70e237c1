//! The sprites of a log: what its lines mean by their names, and how they lie.

use std::path::{Path, PathBuf};
use std::{collections::HashMap, sync::Arc};

use super::line::CheckFile;
use super::pictures::{Pictures, Told, identity_of};
use crate::files::scene_file::{ActorFile, Reader};
use crate::files::{FileError, Limits, printable};
use crate::scene::{Actor, Convention, Parents, PlacedPair, Poses, Scene, Stand};

/// The sprites of a log.
#[derive(Debug)]
pub(super) struct LogSprites {
    path: PathBuf,
    folder: PathBuf,
    limits: Limits,
    /// Meanings of a name, each from a line on.
    meanings: HashMap<String, Vec<(u64, Arc<Meaning>)>>,
    pictures: Pictures,
    /// Sprites by a meaning and by the fields that stand in place of its own, or why it cannot be made.
    looks: HashMap<LookKey, Result<Arc<Poses>, String>>,
    /// The cells of all of these.
    cells: u64,
}

/// Identity of a look: that of a sprite line, and of the fields that a check replaces.
type LookKey = (u128, u128);

/// Content of a sprite line.
#[derive(Debug)]
struct Meaning {
    file: ActorFile,
    look: u128,
}

/// A sprite of a check: an instance, what it looks like and where it stands.
struct Found {
    name: String,
    look: Arc<Poses>,
    stand: Stand,
}

impl LogSprites {
    /// All looks are forgotten where they have more cells than this together; images are not.
    const MOST_CELLS: u64 = 128 << 20;

    /// No sprites, in the log `path`, whose names of images are relative to `folder`.
    pub(super) fn new(path: &Path, folder: &Path, limits: Limits) -> Self {
        Self {
            path: path.to_owned(),
            folder: folder.to_owned(),
            limits,
            meanings: HashMap::new(),
            pictures: Pictures::new(limits),
            looks: HashMap::new(),
            cells: 0,
        }
    }

    /// From `line` on, the name of the sprite in `file` means this.
    ///
    /// # Errors
    /// If its fields cannot be understood; the name then means what it meant.
    pub(super) fn define(&mut self, mut file: ActorFile, line: u64) -> Result<(), String> {
        let name = file.sprite.take().unwrap_or_default();
        let reader = reader(&self.path, &self.folder, &self.limits);
        reader.check(&printable(&name), &file).map_err(|error| Told::from(error).0)?;
        let look = identity_of([&*file.look_over(&ActorFile::default()).to_json()]);
        let meanings = self.meanings.entry(name).or_default();
        if meanings.last().is_none_or(|(_, last)| last.file.to_json() != file.to_json()) {
            meanings.push((line, Arc::new(Meaning { file, look })));
        }
        Ok(())
    }

    /// The instances of a check in `line`, A's name and B's, and where they stand.
    ///
    /// # Errors
    /// The reason why they cannot be tested, in words.
    pub(super) fn place(&mut self, check: &CheckFile, line: u64) -> Result<([String; 2], PlacedPair), String> {
        let [a, b] = self.both(check, line)?;
        let placed = |slot, found: Found| found.look.place(found.stand).map_err(|why| format!("{slot}: {why}"));
        let names = [a.name.clone(), b.name.clone()];
        let pair = PlacedPair::new(placed("a", a)?, placed("b", b)?).map_err(|why| format!("b: {why}"))?;
        Ok((names, pair))
    }

    /// The same as a scene.
    ///
    /// # Errors
    /// As [`LogSprites::place`].
    pub(super) fn scene(&mut self, check: &CheckFile, line: u64) -> Result<Scene, String> {
        let found = self.both(check, line)?;
        let Stand { common, convention, .. } = found[0].stand.clone();
        let actor = |Found { name, look, stand }: Found| {
            let mut sprite = look.sprite.clone();
            sprite.name = printable(&name);
            Actor { sprite, placement: stand.placement, parents: stand.parents }
        };
        Ok(Scene { convention, parents: common, ..Scene::of(found.map(actor)) })
    }

    /// Both sprites of a check in `line`, whose looks are made where they are not known.
    fn both(&mut self, check: &CheckFile, line: u64) -> Result<[Found; 2], String> {
        if self.cells > Self::MOST_CELLS {
            (self.looks, self.cells) = (HashMap::new(), 0);
        }
        let snap = check.rounding.clone().map(|name| name.of("rounding")).transpose()?.unwrap_or_default();
        let convention = Convention { snap, ..Convention::default() };
        let reader = reader(&self.path, &self.folder, &self.limits);
        let common = match &check.parent {
            None => Parents::NONE,
            parent => reader.parents("the check", parent.as_ref()).map_err(|error| Told::from(error).0)?,
        };
        let a = self.found("a", &check.a, line, &common, convention)?;
        Ok([a, self.found("b", &check.b, line, &common, convention)?])
    }

    /// The sprite `slot` of a check in `line`, with its own fields `own`.
    fn found(
        &mut self,
        slot: &str,
        own: &ActorFile,
        line: u64,
        common: &Parents,
        convention: Convention,
    ) -> Result<Found, String> {
        let sprite = own.sprite.as_ref().ok_or_else(|| format!("{slot} names no sprite"))?;
        let meanings = self.meanings.get(sprite).map_or(&[][..], Vec::as_slice);
        let meaning = meanings.iter().rfind(|(since, _)| *since < line).map(|(_, meaning)| Arc::clone(meaning));
        let meaning = meaning
            .ok_or_else(|| format!("{slot} is the sprite '{}', which no line before defines", printable(sprite)))?;
        let reader = reader(&self.path, &self.folder, &self.limits);
        let placed = own.placed_over(&meaning.file);
        let stand = || {
            let placement = reader.placement(slot, &placed)?;
            let parents = reader.parents(slot, placed.parent.as_ref())?;
            Ok(Stand { placement, parents, common: common.clone(), convention })
        };
        let stand = stand().map_err(|error: FileError| Told::from(error).0)?;
        let own_look = own.has_look().then(|| identity_of([&*own.look_over(&ActorFile::default()).to_json()]));
        let look = (meaning.look, own_look.unwrap_or(0));
        let look = match self.looks.get(&look) {
            Some(known) => known.clone(),
            None => {
                let made = self.made(slot, &own.look_over(&meaning.file)).map(Arc::new);
                self.cells += made.as_ref().map_or(0, |look| look.sprite.size().area());
                self.looks.insert(look, made.clone());
                made
            }
        }?;
        let name = own.name.as_ref().or(meaning.file.name.as_ref()).unwrap_or(sprite).clone();
        Ok(Found { name, look, stand })
    }

    /// The sprite that `file` describes.
    fn made(&mut self, slot: &str, file: &ActorFile) -> Result<Poses, String> {
        let Self { path, folder, limits, pictures, .. } = self;
        let sprite = reader(path, folder, limits).sprite(slot, file, pictures);
        sprite.map(Poses::new).map_err(|Told(why)| why)
    }
}

const fn reader<'a>(path: &'a Path, folder: &'a Path, limits: &'a Limits) -> Reader<'a> {
    Reader { path, folder: Some(folder), limits, sources: "image, sample, mask and png" }
}
