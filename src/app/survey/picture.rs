//! A picture of many texels, painted in slices: no frame waits for the whole.

use std::{ops::Range, sync::Arc};

use egui::{Context, TextureHandle, TextureOptions};

use crate::app::paint::raster::PaintRaster;
use maskscope_core::survey::Found;

/// Input of a picture. It holds the answer, so that no later one can have the same address.
pub struct TextureKey {
    pub found: Found,
    pub title: String,
    /// Columns and rows of texels.
    pub texels: [usize; 2],
    pub is_dark: bool,
}

impl TextureKey {
    /// True if a picture painted from `other` may be seen until it is painted over.
    fn follows(&self, other: &Self) -> bool {
        (&self.title, self.texels, self.is_dark) == (&other.title, other.texels, other.is_dark)
    }
}

/// A texture that is painted again when its key changes, some rows in each frame. Until then the rows show the answer before,
/// and of another question or size nothing.
#[derive(Default)]
pub struct MapPicture {
    kept: Option<(TextureKey, TextureHandle)>,
    /// The row of texels to be painted next, and how many are left. A new answer begins at the next one, too: however fast
    /// answers follow each other, every row is painted in its turn.
    next: usize,
    left: usize,
}

impl MapPicture {
    /// The texture for `key`, in which up to `rows` more rows are painted by `paint`. `None` for an empty picture.
    pub fn get(
        &mut self,
        ctx: &Context,
        key: TextureKey,
        rows: usize,
        paint: impl FnOnce(Range<usize>) -> PaintRaster,
    ) -> Option<&TextureHandle> {
        let [width, height] = key.texels;
        if width == 0 || height == 0 {
            self.kept = None;
            return None;
        }
        let texture = match self.kept.take() {
            Some((before, texture)) if key.follows(&before) => {
                if !Arc::ptr_eq(&key.found, &before.found) {
                    self.left = height;
                }
                texture
            }
            before => {
                (self.next, self.left) = (0, height);
                let clear = PaintRaster::new(width, height).into_image();
                if let Some((_, mut texture)) = before {
                    texture.set(clear, TextureOptions::NEAREST);
                    texture
                } else {
                    ctx.load_texture("picture of a survey", clear, TextureOptions::NEAREST)
                }
            }
        };
        let (_, texture) = self.kept.insert((key, texture));
        if self.left > 0 {
            let end = (self.next + rows.clamp(1, self.left)).min(height);
            let slice = paint(self.next..end).into_image();
            texture.set_partial([0, self.next], slice, TextureOptions::NEAREST);
            self.left -= end - self.next;
            self.next = end % height;
        }
        if self.left > 0 {
            ctx.request_repaint();
        }
        Some(texture)
    }
}

#[cfg(test)]
mod tests {
    use std::{cell::RefCell, mem::take};

    use super::*;

    /// Rows that a picture is asked to paint, frame by frame.
    struct Frames {
        ctx: Context,
        picture: MapPicture,
        painted: RefCell<Vec<usize>>,
    }

    impl Frames {
        fn new() -> Self {
            Self { ctx: Context::default(), picture: MapPicture::default(), painted: RefCell::default() }
        }

        /// The rows of a picture of `height` rows that the next frame paints, up to three.
        fn next(&mut self, found: &Found, title: &str, height: usize) -> Vec<usize> {
            let key =
                TextureKey { found: Arc::clone(found), title: title.to_owned(), texels: [2, height], is_dark: true };
            self.picture.get(&self.ctx, key, 3, |rows| {
                self.painted.borrow_mut().extend(rows.clone());
                PaintRaster::new(2, rows.len())
            });
            take(&mut self.painted.borrow_mut())
        }
    }

    fn answer(number: u64) -> Found {
        Arc::new(number)
    }

    #[test]
    fn a_picture_is_painted_in_slices_once() {
        let (mut frames, found) = (Frames::new(), answer(0));
        let rows: Vec<_> = (0..5).map(|_| frames.next(&found, "Overlap area", 7)).collect();
        assert_eq!(rows, [vec![0, 1, 2], vec![3, 4, 5], vec![6], vec![], vec![]]);
        assert!(frames.next(&found, "Overlap area", 0).is_empty() && frames.picture.kept.is_none());
    }

    #[test]
    fn a_new_answer_is_painted_from_where_the_last_one_was_left() {
        let mut frames = Frames::new();
        // Each is gone before the next is made, which may then lie where it lay.
        let rows: Vec<_> = (0..5).map(|number| frames.next(&answer(number), "Overlap area", 7)).collect();
        assert_eq!(rows, [vec![0, 1, 2], vec![3, 4, 5], vec![6], vec![0, 1, 2], vec![3, 4, 5]]);
        let found = answer(5);
        let rows: Vec<_> = (0..4).map(|_| frames.next(&found, "Overlap area", 7)).collect();
        assert_eq!(rows, [vec![6], vec![0, 1, 2], vec![3, 4, 5], vec![]]);
    }

    #[test]
    fn another_question_or_size_begins_at_the_top_of_a_clear_picture() {
        let (mut frames, found) = (Frames::new(), answer(0));
        assert_eq!(frames.next(&found, "Overlap area", 7), [0, 1, 2]);
        for (title, height) in [("Fewest visits", 7), ("Fewest visits", 8), ("Overlap area", 8)] {
            assert_eq!(frames.next(&found, title, height), [0, 1, 2]);
            let (_, texture) = frames.picture.kept.as_ref().expect("a picture");
            let mut all = frames.ctx.tex_manager().write().take_delta();
            let deltas = all.set.remove(&texture.id()).expect("a slice");
            all.clear();
            let painted: Vec<_> = deltas.iter().map(|delta| (delta.pos, delta.image.size())).collect();
            assert_eq!(painted.last(), Some(&(Some([0, 0]), [2, 3])), "three rows");
            assert_eq!(
                painted.iter().rev().find(|(at, _)| at.is_none()),
                Some(&(None, [2, height])),
                "on a clear picture"
            );
        }
    }
}
