//! [`HitboxLook`]: a hitbox of a project on its frames, and shapes of every kind that fit them.

use std::path::Path;
use std::sync::Arc;

use super::counts::PixelCounts;
use super::folder::{FileKind, ProjectEngine};
use super::judge::TestedFrames;
use super::report::{IdentityCounts, id_of, name_in, role_of};
use super::role::HitboxRole;
use super::rules::RoleRules;
use super::sprites::sprites_of;
use crate::files::{FileError, Limits, Reason, take_remarks};
use maskscope_core::mask::Mask;
use maskscope_core::scene::Picture;
use maskscope_core::shape::Shape;
use maskscope_core::shape::fit::Form;

/// The kinds that a hitbox is compared with, beside its own.
const KINDS: [Form; 4] = [Form::Box, Form::Capsule, Form::Circle, Form::Polygon(8)];

/// A hitbox of a project on the frames that it is tested in.
#[derive(Debug)]
pub struct HitboxLook {
    tested: TestedFrames,
    pictures: Vec<Arc<Picture>>,
}

/// Shapes of a kind on all frames.
#[derive(Clone, Debug, PartialEq)]
pub struct KindLook {
    /// The kind; `None` for shapes of several.
    pub form: Option<Form>,
    /// The shapes of each frame, in its pixels.
    pub shapes: Vec<Vec<Shape>>,
    /// Their wrong pixels in each frame.
    pub counts: Vec<PixelCounts>,
}

impl HitboxLook {
    /// Reads the hitbox of an identity in the file `path` of a project again.
    ///
    /// # Errors
    /// If the file or the roles of the folder cannot be read, or if no such hitbox is there any more.
    pub fn of(folder: &Path, path: &Path, id: &str, limits: &Limits) -> Result<Self, FileError> {
        let gone = || Reason::Refused("it no longer has this hitbox: check again".to_owned()).at(path);
        let Some(FileKind::Sprites(engine)) = FileKind::of(path) else { return Err(gone()) };
        let (rules, file) = (RoleRules::of(folder)?, name_in(folder, path));
        let sprites = sprites_of(path, engine == ProjectEngine::Aseprite, limits)?.sprites;
        take_remarks();
        let mut seen = IdentityCounts::default();
        for sprite in &sprites {
            for hitbox in &sprite.hitboxes {
                let (role, _) = role_of(&rules, &file, hitbox);
                if role == HitboxRole::Ignore {
                    continue;
                }
                let frames = hitbox.frames.iter().map(|(frame, hitbox)| (*frame, hitbox, sprite.mask(*frame)));
                let tested = TestedFrames::new(frames, role, hitbox.is_free);
                if tested.measured().is_none() || seen.next(id_of(&file, hitbox)) != id {
                    continue;
                }
                let all = sprite.frames.all();
                let picture = |number: usize| Arc::clone(&all[number.min(all.len() - 1)].picture);
                let pictures = tested.frames.iter().map(|frame| picture(frame.number)).collect();
                return Ok(Self { tested, pictures });
            }
        }
        Err(gone())
    }

    /// The frames: the number in the file from 0, the picture, and the solid pixels that count.
    pub fn frames(&self) -> impl Iterator<Item = (usize, &Arc<Picture>, &Mask)> {
        let frames = self.tested.frames.iter().zip(&self.pictures);
        frames.map(|(frame, picture)| (frame.number, picture, &frame.mask))
    }

    /// The shapes in the file.
    pub fn now(&self) -> KindLook {
        let shapes: Vec<_> = self.tested.frames.iter().map(|frame| frame.shapes.clone()).collect();
        let form = self.tested.form.or_else(|| form_of(&shapes));
        self.look(form, shapes).unwrap_or_else(|| KindLook { form, shapes: Vec::new(), counts: Vec::new() })
    }

    /// The best shapes of its own kind, which are no worse than those in the file, and then those of other kinds, as far as
    /// they could be found.
    pub fn kinds(&self, is_cancelled: &dyn Fn() -> bool) -> Vec<KindLook> {
        let (now, own) = (self.now(), self.tested.form);
        let is_other = |form: &Form| own.is_none_or(|own| !are_alike(own, *form));
        let forms = own.into_iter().chain(KINDS.into_iter().filter(is_other));
        let fitted = |form| self.look(Some(form), self.tested.fitted(form, is_cancelled)?);
        let mut kinds: Vec<_> = forms.filter_map(fitted).collect();
        if let Some(first) = kinds.first_mut().filter(|first| first.form == own && own.is_some())
            && self.wrong(first) >= self.wrong(&now)
        {
            *first = now;
        }
        kinds
    }

    /// A shape that all frames share, in the pixels of the first; where the frames have places, it moves with them.
    pub fn of_shape(&self, shape: &Shape, frame: usize) -> KindLook {
        let shapes = self.tested.moved(shape, frame);
        let form = form_of(&shapes);
        self.look(form, shapes).unwrap_or_else(|| KindLook { form, shapes: Vec::new(), counts: Vec::new() })
    }

    fn look(&self, form: Option<Form>, shapes: Vec<Vec<Shape>>) -> Option<KindLook> {
        let counts = self.tested.counted(&shapes)?;
        Some(KindLook { form, shapes, counts })
    }

    fn wrong(&self, kind: &KindLook) -> u64 {
        self.tested.role.wrong(kind.counts.iter().copied().fold(PixelCounts::default(), PixelCounts::and))
    }
}

/// The form of the shapes of the first frame, if they are of one.
fn form_of(shapes: &[Vec<Shape>]) -> Option<Form> {
    let parts = shapes.first()?.iter().cloned().map(Into::into).collect();
    Form::of(&maskscope_core::shape::Hitbox::new(parts).ok()?)
}

/// True for polygons of any number of corners, and for equal forms.
fn are_alike(one: Form, other: Form) -> bool {
    let is_polygon = |form: Form| matches!(form, Form::Polygon(_) | Form::Convex(_));
    one == other || is_polygon(one) && is_polygon(other)
}
