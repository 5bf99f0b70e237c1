//! [`Hitboxes`]: what a game tests in place of a sprite's pixels, frame by frame. [`TestsAs`]: the kinds to choose from.

use std::{borrow::Cow, collections::BTreeMap, sync::Arc};

use strum::{EnumMessage, IntoStaticStr, VariantArray};
use thiserror::Error;

use super::{Frames, OfferedHitboxes, PreCheck, Shown, UnknownFrame};
use crate::mask::Prepared;
use crate::shape::{Hitbox, Part, Shape, fit::Form};

/// The shapes that a game tests in place of a sprite's pixels: of some frames, and of all others.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Hitboxes {
    /// Hitboxes of single frames, counted from 0.
    pub frames: BTreeMap<usize, Hitbox>,
    /// The hitbox of every other frame; `None` for its mask.
    pub otherwise: Option<Hitbox>,
    /// The hitboxes in the sprite's file that these began as; `None` for others.
    pub offered: Option<Arc<OfferedHitboxes>>,
}

/// A frame that can have no hitbox of its own, in a clause about the sprite.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum HitboxFrameError {
    /// The number is beyond the last frame.
    #[error("has no frame {frame}: the last one is {last}")]
    Beyond {
        /// The number, from 0.
        frame: usize,
        /// The last frame, from 0.
        last: usize,
    },
    /// No frame has this name.
    #[error(transparent)]
    Unknown(#[from] UnknownFrame),
    /// The merged frames have the hitbox of all frames without one of their own.
    #[error("has no shape of its own for merged frames: `else` is theirs")]
    Merged,
}

impl Hitboxes {
    /// The hitbox of a frame; `None` if it is tested as its mask.
    pub fn of(&self, shown: Shown) -> Option<&Hitbox> {
        let own = if let Shown::Frame(frame) = shown { self.frames.get(&frame) } else { None };
        own.or(self.otherwise.as_ref())
    }

    /// The hitboxes with another one for a frame that has one of its own, and otherwise for all frames that have none.
    #[must_use]
    pub fn with(&self, shown: Shown, hitbox: Option<Hitbox>) -> Self {
        let mut changed = self.clone();
        match (shown, hitbox) {
            (Shown::Frame(frame), Some(hitbox)) if self.frames.contains_key(&frame) => {
                changed.frames.insert(frame, hitbox);
            }
            (Shown::Frame(frame), None) if self.frames.contains_key(&frame) => {
                changed.frames.remove(&frame);
            }
            (_, hitbox) => changed.otherwise = hitbox,
        }
        changed
    }

    /// True if a shape has changed since the hitboxes were taken from a file.
    pub fn are_edited(&self) -> bool {
        let is_same = |offered: &Arc<OfferedHitboxes>| *self == offered.taken();
        !self.offered.as_ref().is_none_or(is_same)
    }

    /// The hitboxes of the frames called so: by number from 0, or by name as in [`Frames::named`].
    ///
    /// # Errors
    /// If there is no such frame.
    pub fn named<'a>(
        frames: &Frames,
        named: impl IntoIterator<Item = (&'a str, &'a Hitbox)>,
    ) -> Result<BTreeMap<usize, Hitbox>, HitboxFrameError> {
        let last = frames.all().len() - 1;
        let index = |name: &str| match name.parse() {
            Ok(frame) if frame <= last => Ok(frame),
            Ok(frame) => Err(HitboxFrameError::Beyond { frame, last }),
            Err(_) => match frames.named(name)? {
                Shown::Frame(frame) => Ok(frame),
                Shown::Merged => Err(HitboxFrameError::Merged),
            },
        };
        named.into_iter().map(|(name, hitbox)| Ok((index(name)?, hitbox.clone()))).collect()
    }

    /// The hitboxes of single frames, by the names of the frames, or by number where one has no name.
    pub fn by_name<'a>(&'a self, frames: &'a Frames) -> impl Iterator<Item = (Cow<'a, str>, &'a Hitbox)> {
        let name = |frame: usize| {
            let known = frames.name_of(frame).filter(|name| name.parse::<usize>().is_err());
            known.unwrap_or_else(|| frame.to_string().into())
        };
        self.frames.iter().map(move |(&frame, hitbox)| (name(frame), hitbox))
    }
}

impl OfferedHitboxes {
    /// True if `name` is its title, or the name in it.
    pub fn is_called(&self, name: &str) -> bool {
        self.title == name || self.quoted() == Some(name)
    }

    /// True if the name in its title ends in `/` and `name`: `Hull` in `Ship/Hull`.
    pub fn ends_in(&self, name: &str) -> bool {
        let before = self.quoted().and_then(|quoted| quoted.strip_suffix(name));
        !name.is_empty() && before.is_some_and(|before| before.ends_with('/'))
    }

    /// The name in its title.
    fn quoted(&self) -> Option<&str> {
        self.title.split_once('"').and_then(|(_, rest)| rest.strip_suffix('"'))
    }

    /// The hitboxes that a sprite has once these are taken.
    pub fn taken(self: &Arc<Self>) -> Hitboxes {
        let (frames, otherwise) = (self.frames.clone(), self.otherwise.clone());
        Hitboxes { frames, otherwise, offered: Some(Arc::clone(self)) }
    }
}

impl From<Hitbox> for Arc<Hitboxes> {
    fn from(hitbox: Hitbox) -> Self {
        Self::new(hitbox.into())
    }
}

impl From<Hitbox> for Hitboxes {
    fn from(hitbox: Hitbox) -> Self {
        Self { otherwise: Some(hitbox), ..Self::default() }
    }
}

/// A kind of hitbox: what a game tests in place of a sprite.
#[derive(Clone, Copy, Debug, PartialEq, Eq, VariantArray, IntoStaticStr, EnumMessage)]
pub enum TestsAs {
    /// Tests the sprite's own pixels.
    #[strum(serialize = "mask")]
    Mask,
    /// Tests the whole box of the image.
    #[strum(serialize = "box")]
    Box,
    /// Tests the smallest box around the solid pixels.
    #[strum(serialize = "tight box")]
    TightBox,
    /// Tests a circle with half the longer side as radius.
    #[strum(serialize = "circle")]
    Circle,
    /// Tests the ellipse that fills the box.
    #[strum(serialize = "ellipse")]
    Ellipse,
    /// Tests the capsule that fills the box.
    #[strum(serialize = "capsule")]
    Capsule,
    /// Tests a polygon of eight corners, fitted to the solid pixels.
    #[strum(serialize = "polygon")]
    Polygon,
}

impl TestsAs {
    /// The corners of a polygon that is fitted.
    pub const CORNERS: usize = 8;

    /// The kind of a hitbox of a sprite with this mask; `None` for several parts.
    pub fn of(hitbox: Option<&Hitbox>, mask: &Prepared) -> Option<Self> {
        let Some(hitbox) = hitbox else { return Some(Self::Mask) };
        match hitbox.parts() {
            [Part::Mask] => Some(Self::Mask),
            [Part::Shape(shape)] => Some(match shape {
                Shape::Box(_) => {
                    let is_of = |check: PreCheck| check.shape(mask).as_ref() == Some(shape);
                    if is_of(PreCheck::TightBox) && !is_of(PreCheck::Box) { Self::TightBox } else { Self::Box }
                }
                Shape::Circle(_) => Self::Circle,
                Shape::Ellipse(_) => Self::Ellipse,
                Shape::Capsule(_) => Self::Capsule,
                Shape::Polygon(_) => Self::Polygon,
            }),
            _ => None,
        }
    }

    /// The shape that it has by rule; of a polygon the corners of the tight box. `None` for the mask, and for a sprite that
    /// has no such box.
    pub fn shape(self, mask: &Prepared) -> Option<Shape> {
        match self {
            Self::Mask => None,
            Self::Box => PreCheck::Box.shape(mask),
            Self::TightBox => PreCheck::TightBox.shape(mask),
            Self::Circle => PreCheck::Circle.shape(mask),
            Self::Ellipse => PreCheck::Ellipse.shape(mask),
            Self::Capsule => match PreCheck::Box.shape(mask)? {
                Shape::Box([x, y, w, h]) => {
                    let radius = w.min(h) / 2.0;
                    Some(Shape::Capsule([x + radius, y + radius, x + w - radius, y + h - radius, radius]))
                }
                _ => None,
            },
            Self::Polygon => match PreCheck::TightBox.shape(mask)? {
                Shape::Box([x, y, w, h]) => Some(Shape::Polygon(vec![[x, y], [x + w, y], [x + w, y + h], [x, y + h]])),
                _ => None,
            },
        }
    }

    /// The form to fit, a polygon with the corners of `shape`, at least 8 of them; `None` for the mask.
    pub fn form(self, shape: Option<&Shape>) -> Option<Form> {
        match self {
            Self::Mask => None,
            Self::Box | Self::TightBox => Some(Form::Box),
            Self::Circle => Some(Form::Circle),
            Self::Ellipse => Some(Form::Ellipse),
            Self::Capsule => Some(Form::Capsule),
            Self::Polygon => {
                let corners = if let Some(Shape::Polygon(corners)) = shape { corners.len() } else { 0 };
                Some(Form::Polygon(corners.max(Self::CORNERS)))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_is_for_the_frame_that_has_its_own() {
        let hitbox = |json: &str| serde_json::from_str::<Hitbox>(json).expect("a hitbox");
        let (one, two, three) = (hitbox(r#"{"box":[0,0,1,1]}"#), hitbox(r#"{"box":[0,0,2,2]}"#), hitbox(r#""mask""#));
        let all = Hitboxes { frames: [(1, one.clone())].into(), otherwise: Some(two.clone()), offered: None };
        let of = |all: &Hitboxes| [0, 1, 2].map(|frame| all.of(Shown::Frame(frame)).cloned());
        assert_eq!(of(&all), [&two, &one, &two].map(|it| Some(it.clone())));
        assert_eq!(all.of(Shown::Merged), Some(&two));
        let changed = all.with(Shown::Frame(1), Some(three.clone()));
        assert_eq!(of(&changed), [&two, &three, &two].map(|it| Some(it.clone())));
        let changed = all.with(Shown::Frame(0), None);
        assert_eq!(of(&changed), [None, Some(one), None]);
        assert_eq!(of(&all.with(Shown::Frame(1), None)), [&two, &two, &two].map(|it| Some(it.clone())));
    }
}
