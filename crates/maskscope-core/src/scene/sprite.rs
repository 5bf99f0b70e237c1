//! An image with a name, its frames, and a rule for solid pixels.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::{path::PathBuf, time::Duration};

use super::{
    Anchor, Drawn, Frames, Grid, GridError, Hitboxes, MaskRule, OfferedHitboxes, Picture, Placement, Raster, Shown,
    SolidRule,
};
use crate::mask::{Mask, Prepared};
use crate::{geom::Size, shape::Hitbox};

/// An image with a name, its frames, and a rule for its solid pixels. Cheap to clone: images and masks are shared.
#[derive(Clone, Debug)]
pub struct Sprite {
    /// Name in the window and in messages: the file's name.
    pub name: String,
    /// Source file; `None` for a built-in sample and for an image inside a scene.
    pub path: Option<PathBuf>,
    /// Shapes that its game tests in place of its pixels.
    pub hitboxes: Arc<Hitboxes>,
    /// Frames of the file.
    file_frames: Arc<Frames>,
    /// Grid that cuts the frames from the file's first, if any.
    grid: Option<Grid>,
    frames: Arc<Frames>,
    /// Grid that the file's image suggests, once it has been searched for.
    suggested: Arc<OnceLock<Option<Grid>>>,
    shown: Shown,
    /// True once somebody has chosen that frame, which may be the first.
    is_chosen: bool,
    rule: SolidRule,
    raster: Raster,
    /// Frames by this rule, each made once, when first shown.
    rasters: Arc<Mutex<Vec<(Shown, Raster)>>>,
}

impl Sprite {
    /// Its name without the extension of a file: `ship`.
    pub fn stem(&self) -> &str {
        self.name.rsplit_once('.').map_or(&self.name, |(stem, _)| stem)
    }

    /// A still sprite whose pixels are solid iff `alpha > threshold`; all of them if the image has no alpha channel.
    pub fn new(name: impl Into<String>, picture: Picture, threshold: u8) -> Self {
        Self::animated(name, Frames::from(picture), SolidRule::above(threshold))
    }

    /// A sprite of several frames; the one is shown that its file shows.
    pub fn animated(name: impl Into<String>, frames: impl Into<Arc<Frames>>, rule: SolidRule) -> Self {
        let frames = frames.into();
        let at = frames.drawn.frame.min(frames.all().len() - 1);
        let raster = Raster::new((at, &frames.all()[at]), &rule);
        Self {
            name: name.into(),
            path: None,
            hitboxes: Arc::default(),
            file_frames: Arc::clone(&frames),
            grid: None,
            frames,
            suggested: Arc::default(),
            shown: Shown::Frame(at),
            is_chosen: false,
            rule,
            raster,
            rasters: Arc::default(),
        }
    }

    /// The files of its pixels; empty for a built-in image, or one inside a scene.
    pub fn files(&self) -> impl Iterator<Item = &PathBuf> {
        let sheets = self.path.iter().flat_map(|_| &self.file_frames.sheets);
        self.path.iter().chain(sheets)
    }

    /// All frames.
    pub const fn frames(&self) -> &Arc<Frames> {
        &self.frames
    }

    /// The frames of the file, before a grid cuts its image.
    pub const fn file_frames(&self) -> &Arc<Frames> {
        &self.file_frames
    }

    /// The image of the file, before a grid cuts it: the first of its frames.
    pub fn sheet(&self) -> &Arc<Picture> {
        &self.file_frames.first().picture
    }

    /// True if these are its frames, before a grid cuts them.
    pub fn is_of(&self, frames: &Frames) -> bool {
        *self.file_frames == *frames
    }

    /// Takes over the hitboxes and layers of the file from `frames`, if the pictures are the same: a saved session has only these.
    pub fn learn(&mut self, frames: &Frames) {
        let mut learnt = Frames::clone(&self.file_frames);
        (learnt.offers, learnt.layers, learnt.drawn) = (frames.offers.clone(), frames.layers.clone(), frames.drawn);
        if learnt != *frames {
            return;
        }
        let are_shown = Arc::ptr_eq(&self.frames, &self.file_frames);
        self.file_frames = Arc::new(learnt);
        if are_shown {
            self.frames = Arc::clone(&self.file_frames);
        }
    }

    /// The grid that cuts the frames from the file's image, if any.
    pub const fn grid(&self) -> Option<Grid> {
        self.grid
    }

    /// The grid that clear columns and rows of the file's image suggest; `None` if it has several frames or looks like
    /// a single sprite. Every pixel is searched, once.
    pub fn suggested_grid(&self) -> Option<Grid> {
        let is_still = self.file_frames.all().len() == 1;
        *self.suggested.get_or_init(|| is_still.then(|| Grid::recognised(self.sheet())).flatten())
    }

    /// Searches every pixel for all that is shown of a sprite at once, each part only once: called on another thread,
    /// it spares the first picture of a large sprite the wait.
    pub fn examine(&self) {
        self.suggested_grid();
        self.raster().histogram();
        self.mask().count();
        self.mask().bounds();
    }

    /// Cuts the file's image into frames by a grid, or takes the frames of the file; the first is shown.
    ///
    /// # Errors
    /// If the grid cuts nothing; the sprite then stays as it is.
    pub fn set_grid(&mut self, grid: Option<Grid>) -> Result<(), GridError> {
        self.frames = match grid {
            Some(grid) => Arc::new(grid.cut(self.sheet())?),
            None => Arc::clone(&self.file_frames),
        };
        self.grid = grid;
        self.rasters = Arc::default();
        self.show(Shown::default());
        self.is_chosen = false;
        Ok(())
    }

    /// The tested frame.
    pub const fn shown(&self) -> Shown {
        self.shown
    }

    /// Shapes that its game tests in place of the tested frame's pixels; `None` if it is tested as its mask.
    pub fn hitbox(&self) -> Option<&Hitbox> {
        self.hitboxes.of(self.shown)
    }

    /// The rule for solid pixels.
    pub const fn rule(&self) -> &SolidRule {
        &self.rule
    }

    /// The pixels of the tested frame.
    pub const fn raster(&self) -> &Raster {
        &self.raster
    }

    /// The image of that frame.
    pub fn picture(&self) -> &Arc<Picture> {
        self.raster.picture()
    }

    /// The anchor of that frame in the atlas, or of the first of all merged; the top left corner without one.
    pub fn anchor(&self) -> Anchor {
        self.anchor_of(self.shown)
    }

    /// The placement in which its file draws it, at 0,0.
    pub fn placement(&self) -> Placement {
        let Drawn { rotation, scale, flip, .. } = self.file_frames.drawn;
        Placement { anchor: self.anchor(), rotation, scale, flip, ..Placement::default() }
    }

    fn anchor_of(&self, shown: Shown) -> Anchor {
        let frame = if let Shown::Frame(frame) = shown { self.frames.all().get(frame) } else { None };
        frame.unwrap_or(self.frames.first()).whole_anchor()
    }

    /// `placement`, which is that of the tested frame, changed for the frame `shown`: if the one stands on the anchor
    /// of its atlas, so does the other.
    #[must_use]
    pub fn placement_of(&self, shown: Shown, placement: Placement) -> Placement {
        let follows = placement.anchor == self.anchor();
        Placement { anchor: if follows { self.anchor_of(shown) } else { placement.anchor }, ..placement }
    }

    /// Columns and rows of that frame.
    pub fn size(&self) -> Size {
        self.raster.size()
    }

    /// The number of its solid pixels.
    pub fn solid_count(&self) -> u64 {
        self.raster.solid_count()
    }

    /// Pixels with a level above this are solid.
    pub const fn threshold(&self) -> u8 {
        self.rule.threshold
    }

    /// Duration of the frame while frames play; zero for a still one.
    pub fn duration(&self) -> Duration {
        match self.shown {
            Shown::Frame(frame) => self.frames.all().get(frame).map_or(Duration::ZERO, |frame| frame.duration),
            Shown::Merged => Duration::ZERO,
        }
    }

    /// Shows a frame that somebody has chosen: hitboxes that mean all frames merged leave it.
    pub fn choose(&mut self, shown: Shown) {
        self.show(shown);
        self.is_chosen = true;
    }

    /// Shows another frame, at most the last.
    pub fn show(&mut self, shown: Shown) {
        self.shown = match shown {
            Shown::Frame(frame) => Shown::Frame(frame.min(self.frames.all().len() - 1)),
            Shown::Merged => Shown::Merged,
        };
        self.raster = self.frame_raster(self.shown);
    }

    /// A frame by the sprite's rule.
    pub fn frame_raster(&self, shown: Shown) -> Raster {
        let mut kept = self.rasters.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, raster)) = kept.iter().find(|(frame, _)| *frame == shown) {
            return raster.clone();
        }
        let raster = match shown {
            Shown::Frame(n) => match self.frames.all().get(n) {
                Some(frame) => Raster::new((n, frame), &self.rule).beside(&self.raster),
                None => self.raster.clone(),
            },
            Shown::Merged => Raster::merged(&self.frames, &self.rule).beside(&self.raster),
        };
        kept.push((shown, raster.clone()));
        raster
    }

    /// Sets the rule for solid pixels.
    pub fn set_rule(&mut self, rule: SolidRule) {
        if rule == self.rule {
            return;
        }
        let only_threshold = SolidRule { threshold: self.rule.threshold, ..rule.clone() } == self.rule;
        self.rule = rule;
        self.rasters = Arc::default();
        self.raster = if only_threshold {
            self.raster.with_threshold(self.rule.threshold)
        } else {
            self.frame_raster(self.shown)
        };
    }

    /// Makes pixels solid iff their level is above `threshold`.
    pub fn set_threshold(&mut self, threshold: u8) {
        self.set_rule(SolidRule { threshold, ..self.rule.clone() });
    }

    /// Tests it as `hitboxes`, and by the mask that these mean if they were drawn in an editor.
    pub fn test_as(&mut self, hitboxes: Hitboxes) {
        if let Some(offered) = &hitboxes.offered {
            self.follow(offered.mask);
        }
        self.hitboxes = hitboxes.into();
    }

    /// Tests it as the first of the hitboxes in its file that were drawn to be tested, if there are any.
    pub fn test_as_drawn(&mut self) {
        let offered = &self.file_frames.offers.hitboxes;
        let drawn = offered.iter().find(|offered| offered.editor.tested.is_some() && offered.is_paired);
        if let Some(hitboxes) = drawn.map(OfferedHitboxes::taken) {
            self.test_as(hitboxes);
        }
    }

    /// Gives it the mask of `rule`, but for a threshold other than 0 and a frame that were chosen before.
    fn follow(&mut self, rule: MaskRule) {
        if self.threshold() == 0 {
            self.set_threshold(rule.threshold);
        }
        if rule.is_merged && !self.is_chosen {
            self.show(Shown::Merged);
        }
    }

    /// The frame's mask, ready for scans. The same `Arc` as long as the mask has not changed.
    pub const fn mask(&self) -> &Arc<Prepared> {
        self.raster.mask()
    }

    /// The masks of all frames, in their order.
    pub fn frame_masks(&self) -> Vec<Mask> {
        let frames = 0..self.frames.all().len();
        frames.map(|frame| self.frame_raster(Shown::Frame(frame)).mask().mask().clone()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::PictureFormat;
    use crate::scene::{ColorKey, Frame, MaskImage, SolidSource};

    fn frames(texts: &[&str]) -> Frames {
        let picture = |text: &&str| {
            let mask: Mask = text.parse().expect("a mask");
            let alpha = |x, y| if mask.get(x, y) { 255 } else { 0 };
            let cells = (0..mask.height()).flat_map(|y| (0..mask.width()).map(move |x| (x, y)));
            let rgba = cells.flat_map(|(x, y)| [10, 20, 30, alpha(x, y)]).collect();
            let picture = Arc::new(Picture::new(mask.size(), rgba, PictureFormat::Png, true));
            Frame::new(picture)
        };
        Frames::new(texts.iter().map(picture).collect())
    }

    fn text(sprite: &Sprite) -> String {
        sprite.mask().mask().to_text().trim_end().to_owned()
    }

    #[test]
    fn without_an_alpha_channel_everything_is_solid_at_every_threshold() {
        let picture = Picture::new(Size::new(3, 2), [10, 20, 30, 255].repeat(6), PictureFormat::Jpeg, false);
        for threshold in [0, 128, 255] {
            let sprite = Sprite::new("a.jpg", picture.clone(), threshold);
            assert_eq!((sprite.solid_count(), sprite.mask().mask().count()), (6, 6), "threshold {threshold}");
        }
    }

    #[test]
    fn every_frame_has_a_mask_and_all_have_one_together() {
        let mut sprite =
            Sprite::animated("walk.gif", frames(&["#..\n#..", ".#.\n...", "..\n.#\n#."]), SolidRule::above(0));
        assert_eq!(text(&sprite), "#..\n#..");
        sprite.show(Shown::Frame(1));
        assert_eq!(text(&sprite), ".#.\n...");
        sprite.show(Shown::Merged);
        assert_eq!(text(&sprite), "##.\n##.\n#..", "as large as the largest frame in either direction");
        sprite.show(Shown::Frame(9));
        assert_eq!(sprite.shown(), Shown::Frame(2), "the last");
        assert_eq!(sprite.frame_masks().len(), 3);
    }

    #[test]
    fn a_key_colour_is_clear_within_its_tolerance() {
        let rgba = [[255, 0, 255, 255], [250, 5, 255, 255], [0, 0, 0, 255], [255, 0, 255, 0]].concat();
        let picture = Picture::new(Size::new(4, 1), rgba, PictureFormat::Bmp, false);
        let mut sprite = Sprite::new("a.bmp", picture, 0);
        let key = |tolerance| SolidSource::Key(ColorKey { color: [255, 0, 255], tolerance });
        sprite.set_rule(SolidRule { source: key(0), ..SolidRule::default() });
        assert_eq!(text(&sprite), ".##.");
        sprite.set_rule(SolidRule { source: key(5), ..SolidRule::default() });
        assert_eq!(text(&sprite), "..#.");
        sprite.set_rule(SolidRule { source: key(5), inverted: true, ..SolidRule::default() });
        assert_eq!(text(&sprite), "##.#");
    }

    #[test]
    fn another_image_says_what_is_solid() {
        let picture = Picture::new(Size::new(3, 1), [9, 9, 9, 0].repeat(3), PictureFormat::Png, true);
        let mut sprite = Sprite::new("a.png", picture, 127);
        let image = |rgba: [[u8; 4]; 3], has_alpha| {
            let picture = Picture::new(Size::new(3, 1), rgba.concat(), PictureFormat::Png, has_alpha);
            SolidSource::Image(Arc::new(MaskImage::new("mask.png".to_owned(), None, &picture)))
        };
        let by_brightness = image([[0, 0, 0, 255], [255, 255, 255, 255], [0, 255, 0, 255]], true);
        sprite.set_rule(SolidRule { source: by_brightness, threshold: 127, inverted: false });
        assert_eq!(text(&sprite), ".##", "green is bright");
        let by_alpha = image([[255, 255, 255, 0], [0, 0, 0, 255], [255, 255, 255, 127]], true);
        sprite.set_rule(SolidRule { source: by_alpha, threshold: 127, inverted: false });
        assert_eq!(text(&sprite), ".#.");
    }
}
