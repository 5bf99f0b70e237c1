//! The sprites of a log: what its lines mean by their names, and how they lie.

use std::path::{Path, PathBuf};
use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use super::line::{CheckFile, KindFile};
use super::look::LoggedLook;
use super::pictures::{OpenFault, Pictures, identity_of};
use crate::files::reading::drawn;
use crate::files::scene_file::{ActorFile, ElsewhereFile, ElsewhereMask, SpriteReader, TestedFile};
use crate::files::{FileError, Limits};
use maskscope_core::geom::Number;
use maskscope_core::geom::{Affine, Cell, Point};
use maskscope_core::mask::Mask;
use maskscope_core::replay::{CheckedSprite, MaskFaults, SidePlaces, Tested};
use maskscope_core::scene::{
    Actor, Convention, Frames, LayError, Parents, PictureFormat, PlacedPair, PlacedSprite, Placement,
};
use maskscope_core::scene::{Scene, SolidRule, Sprite, Stand};
use maskscope_core::words::printable;

/// The sprites of a log.
#[derive(Debug)]
pub(super) struct LogSprites {
    path: PathBuf,
    limits: Limits,
    /// Meanings of a name, each from a line on.
    meanings: HashMap<String, Vec<(u64, Arc<Meaning>)>>,
    /// Facts about all sprites of a kind.
    kinds: HashMap<String, KindFile>,
    pictures: Pictures,
    /// Sprites by a meaning and by the fields that stand in place of its own, or why it cannot be made.
    looks: HashMap<LookKey, Result<Arc<LoggedLook>, String>>,
    /// The size of all of these, in cells.
    cells: u64,
    /// The number of looks with hit boxes of Arcade.
    hit_boxes: usize,
    /// The prints of the pictures so far, by kind.
    prints: HashMap<String, HashSet<u128>>,
    /// The number of all of these.
    printed: usize,
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
struct CheckSprite {
    name: String,
    sprite: String,
    kind: String,
    look: Arc<LoggedLook>,
    stand: Stand,
    /// The tested shape or mask, if the check names one.
    shape: Option<TestedFile>,
    /// Its places around the check, if the check says something of them.
    places: Option<Box<SidePlaces>>,
    /// The way in px by which its picture is ahead of what is tested.
    ahead: Point,
}

impl LogSprites {
    /// All looks are forgotten where they have more cells than this together; images are not.
    const MOST_CELLS: u64 = 128 << 20;

    /// The most prints of pictures that are kept.
    const MOST_PRINTS: usize = 1 << 18;

    /// The most looks to which polygons are fitted in place of Arcade's hit boxes: each may take a tenth of a second.
    const MOST_FITTED: usize = 32;

    /// No sprites, in the log `path`, to whose folder names of images are relative.
    pub(super) fn new(path: &Path, limits: Limits) -> Self {
        Self {
            path: path.to_owned(),
            limits,
            meanings: HashMap::new(),
            kinds: HashMap::new(),
            pictures: Pictures::new(limits),
            looks: HashMap::new(),
            cells: 0,
            hit_boxes: 0,
            prints: HashMap::new(),
            printed: 0,
        }
    }

    /// From `line` on, the name of the sprite in `file` means this.
    ///
    /// # Errors
    /// If its fields cannot be understood; the name then means what it meant.
    pub(super) fn define(&mut self, mut file: ActorFile, line: u64) -> Result<(), String> {
        let name = file.sprite.take().unwrap_or_default();
        let shown = printable(&name);
        let reader = reader(&self.path, &self.limits);
        let checked = match file.picture_and_mask() {
            Some([picture, mask]) => reader.check(&shown, &picture).and_then(|()| reader.check(&shown, &mask)),
            None if file.has_picture() => reader.check(&shown, &file),
            None => Ok(()),
        };
        let stands = || reader.placement(&shown, &file).and_then(|_| reader.parents(&shown, file.parent.as_ref()));
        checked.and_then(|()| stands().map(drop)).map_err(|error| OpenFault::from(error).0)?;
        let look = identity_of([&*file.look_over(&ActorFile::default()).to_json()]);
        let meanings = self.meanings.entry(name).or_default();
        if meanings.last().is_none_or(|(_, last)| last.file.to_json() != file.to_json()) {
            meanings.push((line, Arc::new(Meaning { file, look })));
        }
        Ok(())
    }

    /// From now on this holds for all sprites of a kind.
    pub(super) fn define_kind(&mut self, file: KindFile) {
        self.kinds.insert(file.kind.clone(), file);
    }

    /// True if one of both sprites is of a kind that is meant to be touched.
    pub(super) fn is_contact(&self, subjects: &[CheckedSprite; 2]) -> bool {
        subjects.iter().any(|subject| self.kinds.get(&subject.kind).is_some_and(|kind| kind.contact))
    }

    /// The instances of a check in `line`: A's name and B's, where they stand, and further facts about them.
    ///
    /// # Errors
    /// The reason why they cannot be tested, in words.
    pub(super) fn place(
        &mut self,
        check: &CheckFile,
        line: u64,
    ) -> Result<([String; 2], PlacedPair, [CheckedSprite; 2]), String> {
        let [a, b] = self.both(check, line)?;
        let were_pictures = [self.was_picture(&a), self.was_picture(&b)];
        let names = [a.name.clone(), b.name.clone()];
        let ((a, a_subject), (b, b_subject)) = (a.placed("a")?, b.placed("b")?);
        let pair = PlacedPair::new(a, b).map_err(|why| format!("b: {why}"))?;
        let mut subjects = [a_subject, b_subject];
        // A mask that the game tests is not a witness against itself.
        let is_otherwise_tested = check.rule.as_ref().is_some_and(|rule| rule != "mask")
            || subjects.iter().any(|subject| !matches!(subject.tested, Tested::Pixels));
        for (subject, was_picture) in subjects.iter_mut().zip(were_pictures) {
            subject.faults.was_picture = was_picture;
            subject.is_pictured |= is_otherwise_tested && !subject.is_unseen;
            subject.is_probe = self.kinds.get(&subject.kind).is_some_and(|kind| kind.probe);
        }
        Ok((names, pair, subjects))
    }

    /// Notes the picture of a sprite; returns whether its mask is that of an earlier picture of its kind, or of this one
    /// mirrored or turned.
    fn was_picture(&mut self, CheckSprite { kind, look, shape, .. }: &CheckSprite) -> bool {
        if let Some(print) = look.print.filter(|_| self.printed < Self::MOST_PRINTS) {
            match self.prints.get_mut(kind) {
                Some(known) => self.printed += usize::from(known.insert(print)),
                None => {
                    self.prints.insert(kind.clone(), HashSet::from([print]));
                    self.printed += 1;
                }
            }
        }
        let is_own = !matches!(shape, Some(TestedFile::Elsewhere(ElsewhereFile { mask: ElsewhereMask::Rows(_), .. })));
        is_own && self.prints.get(kind).is_some_and(|known| look.mask_prints.iter().any(|print| known.contains(print)))
    }

    /// The same as a scene.
    ///
    /// # Errors
    /// As [`LogSprites::place`].
    pub(super) fn scene(&mut self, check: &CheckFile, line: u64) -> Result<Scene, String> {
        let found = self.both(check, line)?;
        let Stand { common, convention, .. } = found[0].stand.clone();
        let actor = |CheckSprite { name, look, stand, .. }: CheckSprite| {
            let mut sprite = Sprite::clone(&look.seen);
            sprite.name = printable(&name);
            Actor { sprite, placement: stand.placement, parents: stand.parents }
        };
        Ok(Scene { convention, parents: common, ..Scene::of(found.map(actor)) })
    }

    /// Both sprites of a check in `line`, whose looks are made where they are not known.
    fn both(&mut self, check: &CheckFile, line: u64) -> Result<[CheckSprite; 2], String> {
        if self.cells > Self::MOST_CELLS {
            (self.looks, self.cells) = (HashMap::new(), 0);
        }
        let convention = Convention { snap: check.rounding.unwrap_or_default(), ..Convention::default() };
        let reader = reader(&self.path, &self.limits);
        let common = match &check.parent {
            None => Parents::NONE,
            parent => reader.parents("the check", parent.as_ref()).map_err(|error| OpenFault::from(error).0)?,
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
    ) -> Result<CheckSprite, String> {
        let sprite = own.sprite.as_ref().ok_or_else(|| format!("{slot} names no sprite"))?;
        let meanings = self.meanings.get(sprite).map_or(&[][..], Vec::as_slice);
        let meaning = meanings.iter().rfind(|(since, _)| *since < line).map(|(_, meaning)| Arc::clone(meaning));
        let meaning = meaning
            .ok_or_else(|| format!("{slot} is the sprite '{}', which no line before defines", printable(sprite)))?;
        let reader = reader(&self.path, &self.limits);
        let placed = own.placed_over(&meaning.file);
        let stand = || {
            let placement = reader.placement(slot, &placed)?;
            let parents = reader.parents(slot, placed.parent.as_ref())?;
            Ok(Stand { placement, parents, common: common.clone(), convention })
        };
        let mut stand = stand().map_err(|error: FileError| OpenFault::from(error).0)?;
        let own_look = own.has_look().then(|| identity_of([&*looking(own, &ActorFile::default()).to_json()]));
        let look = (meaning.look, own_look.unwrap_or(0));
        let look = match self.looks.get(&look) {
            Some(known) => known.clone(),
            None => {
                let made = self.made(slot, &looking(own, &meaning.file)).map(Arc::new);
                self.cells += made.as_ref().map_or(LoggedLook::CELLS_OF_ITSELF, |look| look.cells());
                self.looks.insert(look, made.clone());
                made
            }
        }?;
        stand.placement = placed.on_pivot(&look.seen, stand.placement);
        let name = own.name.as_ref().or(meaning.file.name.as_ref()).unwrap_or(sprite).clone();
        let before_number = || sprite.split('~').next().unwrap_or(sprite).to_owned();
        let kind = own.kind.as_ref().or(meaning.file.kind.as_ref()).cloned().unwrap_or_else(before_number);
        let places = places(own).map_err(|fault| format!("{slot}: {fault}"))?;
        let ahead = own.step.map_or((0.0, 0.0), |[Number(x), Number(y)]| (x, y));
        Ok(CheckSprite { name, sprite: sprite.clone(), kind, look, stand, shape: own.shape.clone(), places, ahead })
    }

    /// The look that `file` describes.
    fn made(&mut self, slot: &str, file: &ActorFile) -> Result<LoggedLook, String> {
        let Self { path, limits, pictures, hit_boxes, .. } = self;
        let reader = reader(path, limits);
        let mut sprite = |file: &ActorFile| reader.sprite(slot, file, pictures).map_err(|OpenFault(why)| why);
        match file.picture_and_mask() {
            Some([picture, mask]) => Ok(LoggedLook::new(sprite(&picture)?, Some(sprite(&mask)?))),
            None if file.has_picture() => {
                let look = LoggedLook::new(sprite(file)?, None);
                let Some(other) = file.hit_boxes.clone() else { return Ok(look) };
                *hit_boxes += 1;
                Ok(look.with_hit_boxes(other, *hit_boxes <= Self::MOST_FITTED))
            }
            None => Ok(LoggedLook::unseen(sprite(&file.unseen())?)),
        }
    }
}

impl CheckSprite {
    /// The sprite where it stands.
    fn placed(self, slot: &str) -> Result<(PlacedSprite, CheckedSprite), String> {
        let Self { sprite, kind, look, stand, shape, places, ahead, .. } = self;
        let refused = |why: LayError| format!("{slot}: {why}");
        let placed = |sprite: &Arc<Sprite>| PlacedSprite::new(Arc::clone(sprite), stand.clone()).map_err(refused);
        let (seen, mut mask) = (placed(&look.seen)?, look.mask.as_ref().map(placed).transpose()?);
        let own_mask = || mask.as_ref().unwrap_or(&seen);
        let is_by_rows =
            matches!(shape, Some(TestedFile::Elsewhere(ElsewhereFile { mask: ElsewhereMask::Rows(_), .. })));
        let mask_in_place = || (Arc::clone(own_mask().posed().raster.mask()), own_mask().extent.origin());
        let tested = match shape {
            Some(TestedFile::Hitbox(shapes)) => Tested::Shapes(shapes.placed(&Affine::IDENTITY, mask_in_place)),
            Some(TestedFile::Frames(_)) => {
                return Err(format!("{slot}: a check tests one frame, so its shape is not given by frame"));
            }
            Some(TestedFile::Elsewhere(ElsewhereFile { mask: ElsewhereMask::Own(_), at })) => {
                let own = look.mask.as_ref().unwrap_or(&look.seen);
                Tested::Mask(Box::new(moved_to(own, &stand, own_mask().extent.origin(), at).map_err(refused)?))
            }
            Some(TestedFile::Elsewhere(ElsewhereFile { mask: ElsewhereMask::Rows(rows), at })) => {
                let rows: Mask = rows.join("\n").parse().map_err(|why| format!("{slot}: its tested mask: {why}"))?;
                let frames = Arc::new(Frames::from(drawn(&rows, PictureFormat::Mask)));
                let sprite = Arc::new(Sprite::animated(String::new(), frames, SolidRule::default()));
                let stand = Stand { placement: Placement::default(), parents: Parents::NONE, ..stand };
                Tested::Mask(Box::new(moved_to(&sprite, &stand, Cell::ORIGIN, at).map_err(refused)?))
            }
            None => match (seen.hitbox(), mask.take()) {
                (Some(shapes), own) => {
                    mask = own;
                    Tested::Shapes(shapes)
                }
                (None, Some(mask)) => Tested::Mask(Box::new(mask)),
                (None, None) => Tested::Pixels,
            },
        };
        let mask = mask.filter(|_| matches!(tested, Tested::Shapes(_))).map(Box::new);
        let LoggedLook { is_unseen, is_picture: is_pictured, faults, .. } = *look;
        let faults = MaskFaults { differs: faults.differs || is_by_rows, ..faults };
        let (hit_boxes, is_probe) = (look.hit_boxes.clone(), false);
        let subject = CheckedSprite {
            sprite,
            kind,
            is_unseen,
            is_pictured,
            is_probe,
            tested,
            mask,
            faults,
            hit_boxes,
            ahead,
            places,
        };
        Ok((seen, subject))
    }
}

/// The places of a side by its `own` fields; `None` where it says nothing of them.
///
/// # Errors
/// If a rectangle has a negative size.
fn places(own: &ActorFile) -> Result<Option<Box<SidePlaces>>, String> {
    let ActorFile { made, own, last, next, end, .. } = own;
    if made.is_none() && end.is_none() && [own, last, next].iter().all(|place| place.is_none()) {
        return Ok(None);
    }
    let rect = |name: &str, sides: &Option<[Number; 4]>| match sides.map(|sides| sides.map(|Number(n)| n)) {
        Some([_, _, width, height]) if width < 0.0 || height < 0.0 => Err(format!("{name} has a negative size")),
        sides => Ok(sides),
    };
    Ok(Some(Box::new(SidePlaces {
        is_made: made.unwrap_or_default(),
        own: rect("own", own)?,
        last: rect("last", last)?,
        next: rect("next", next)?,
        end: rect("end", &end.flatten())?,
        is_gone: matches!(end, Some(None)),
    })))
}

/// The look of a check's `own` fields over those of its sprite line. Its shape is not part of it: that lies in the world.
fn looking(own: &ActorFile, line: &ActorFile) -> ActorFile {
    let mut file = own.look_over(line);
    file.shape.clone_from(&line.shape);
    file
}

/// A sprite whose top left, which would lie on the cell `origin`, lies at `at`.
fn moved_to(sprite: &Arc<Sprite>, stand: &Stand, origin: Cell, at: [Number; 2]) -> Result<PlacedSprite, LayError> {
    let mut stand = stand.clone();
    let [Number(x), Number(y)] = at;
    let (left, top) = origin.point();
    stand.placement.position.0 += x - left;
    stand.placement.position.1 += y - top;
    PlacedSprite::new(Arc::clone(sprite), stand)
}

fn reader<'a>(path: &'a Path, limits: &'a Limits) -> SpriteReader<'a> {
    SpriteReader { path, folder: path.parent().or(Some(Path::new(""))), limits, sources: "image, sample, mask and png" }
}
