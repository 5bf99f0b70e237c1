//! Fields of a sprite that stand in place of others: in logs those of a check in place of the sprite's own.

use super::{ActorFile, ParentFile};

impl ActorFile {
    /// Where it stands by these fields, and where one is missing, by that of `under`.
    pub(in crate::files) fn placed_over(&self, under: &Self) -> Self {
        Self {
            position: self.position.or(under.position),
            anchor: self.anchor.as_ref().or(under.anchor.as_ref()).cloned(),
            rotation: self.rotation.or(under.rotation),
            scale: self.scale.or(under.scale),
            flip: self.flip.or(under.flip),
            filter: self.filter.as_ref().or(under.filter.as_ref()).cloned(),
            parent: self.parent.as_ref().or(under.parent.as_ref()).cloned(),
            ..Self::default()
        }
    }

    /// Its pixels and which of them are solid by these fields, and where one is missing, by that of `under`.
    pub(in crate::files) fn look_over(&self, under: &Self) -> Self {
        let picture = if self.has_picture() { self } else { under };
        Self {
            image: picture.image.clone(),
            sheets: picture.sheets.clone(),
            frames: picture.frames.clone(),
            sample: picture.sample.clone(),
            mask: picture.mask.clone(),
            png: picture.png.clone(),
            grid: self.grid.or(under.grid),
            frame: self.frame.as_ref().or(under.frame.as_ref()).cloned(),
            solid: self.solid.as_ref().or(under.solid.as_ref()).cloned(),
            ..Self::default()
        }
    }

    /// Whether any of these fields says something of its pixels.
    pub(in crate::files) const fn has_look(&self) -> bool {
        self.has_picture() || self.grid.is_some() || self.frame.is_some() || self.solid.is_some()
    }

    const fn has_picture(&self) -> bool {
        self.image.is_some() || self.sample.is_some() || self.mask.is_some() || self.png.is_some()
    }

    /// The parent that it stands in.
    pub(in crate::files) const fn parent(&self) -> Option<&ParentFile> {
        self.parent.as_ref()
    }

    /// These fields as JSON, by which equals are known.
    pub(in crate::files) fn to_json(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect("numbers, texts and lists are written")
    }
}
