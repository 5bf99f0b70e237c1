//! Sprites of GameMaker, since 2.2: `.yy` files, JSON with commas before closing brackets.
//!
//! ```json
//! { "bboxMode": 2, "collisionKind": 1, "collisionTolerance": 0,
//!   "bbox_left": 16, "bbox_right": 17, "bbox_top": 3, "bbox_bottom": 4, "width": 25, "height": 20,
//!   "frames": [ {"name": "11111111-1111-4111-8111-111111111111",}, ],
//!   "sequence": {"xorigin": 12, "yorigin": 4,}, "resourceType": "GMSprite", "name": "spr_thing", }
//! ```
//!
//! Each frame is an image of its own beside the file. The edges of the bounding box are its first and last columns and rows.
//! Before 2.3, fields have other names, and `sepmasks` says that a precise mask is of each frame. Source: *Sprite Properties* in
//! GameMaker's manual, and files of public repositories.

use std::borrow::Cow;
use std::sync::Arc;

use serde::Deserialize;

use super::fields::{beside, text};
use super::format::{AtlasFile, AtlasFormat, begins_with_all};
use super::layout::{Layout, PackedFrame};
use super::paired::{PairedHitbox, PairedLayout, PairedLayouts};
use crate::files::Reason;
use crate::files::reading::{HitboxCollector, from_json, remark};
use maskscope_core::geom::{Cell, IntRect, Size};
use maskscope_core::scene::{Editor, Frames, MaskRule};
use maskscope_core::shape::{Part, Shape};

const NAME: &str = "a sprite of GameMaker";
const EDITOR: Editor = Editor { name: "GameMaker", tested: Some("collision mask") };

/// The kind of a diamond.
const DIAMOND: i64 = 3;

/// Sprites of GameMaker.
pub(super) const FORMAT: AtlasFormat = AtlasFormat {
    endings: &["yy"],
    known: |text, _| {
        text.starts_with(b"{") && ["\"bboxMode\"", "\"bboxmode\""].iter().any(|field| begins_with_all(text, &[field]))
    },
    is_sure: true,
    read: |file, _| read(file),
    paired: Some(|file, _| paired(file)),
};

/// A sprite whose frames are listed as `F`.
#[derive(Debug, Deserialize)]
pub(super) struct GameMakerSprite<F> {
    #[serde(default)]
    pub name: String,
    width: u32,
    height: u32,
    pub frames: F,
    #[serde(alias = "colkind", rename = "collisionKind")]
    kind: i64,
    #[serde(default, alias = "coltolerance", rename = "collisionTolerance")]
    tolerance: f64,
    #[serde(alias = "bboxmode", rename = "bboxMode")]
    mode: i64,
    /// True before 2.3 if each frame has a precise mask of its own.
    #[serde(default, rename = "sepmasks")]
    has_own_masks: bool,
    bbox_left: i32,
    bbox_right: i32,
    bbox_top: i32,
    bbox_bottom: i32,
    sequence: Option<SequenceFields>,
    /// The origin before 2.3.
    xorig: Option<f64>,
    #[serde(alias = "yorigin")]
    yorig: Option<f64>,
}

#[derive(Debug, Deserialize)]
struct GameMakerFrame {
    #[serde(default)]
    name: String,
    /// The name before 2.3.
    #[serde(default)]
    id: String,
}

#[derive(Debug, Deserialize)]
struct SequenceFields {
    #[serde(default)]
    xorigin: f64,
    #[serde(default)]
    yorigin: f64,
}

fn read(file: AtlasFile<'_>) -> Result<Layout, Reason> {
    let (sprite, frames) = parsed(file)?;
    sprite.laid_out(frames)
}

fn paired(file: AtlasFile<'_>) -> Result<PairedLayouts, Reason> {
    let (sprite, frames) = parsed(file)?;
    sprite.paired(frames)
}

/// The image of each frame, and its name.
pub(super) type NamedImages = Vec<(String, String)>;

fn parsed(file: AtlasFile<'_>) -> Result<(GameMakerSprite<Vec<GameMakerFrame>>, NamedImages), Reason> {
    let text = without_last_commas(text(file.bytes, NAME)?);
    let sprite: GameMakerSprite<Vec<GameMakerFrame>> =
        from_json(text.as_bytes()).map_err(|why| Reason::unreadable(NAME, &why))?;
    let named = |GameMakerFrame { name, id }: &GameMakerFrame| {
        let name = if name.is_empty() { id } else { name };
        (format!("{name}.png"), name.clone())
    };
    let frames = sprite.frames.iter().map(named).collect();
    Ok((sprite, frames))
}

impl<F> GameMakerSprite<F> {
    /// Lays out frames, each an image beside the file and its name, with the collision mask.
    pub(super) fn laid_out(&self, frames: NamedImages) -> Result<Layout, Reason> {
        if frames.is_empty() {
            return Err(Reason::unreadable(NAME, "it has no frames"));
        }
        if frames.len() > Frames::MOST {
            return Err(Reason::unreadable(NAME, &format!("it has more than {} frames", Frames::MOST)));
        }
        let anchor = match (&self.sequence, self.xorig, self.yorig) {
            (Some(sequence), ..) => Some((sequence.xorigin, sequence.yorigin)),
            (None, Some(x), Some(y)) => Some((x, y)),
            _ => None,
        };
        let (mut layout, mut shapes) = (Layout::default(), HitboxCollector::default());
        let source = Size::new(self.width, self.height);
        let (part, count) = (self.part(), frames.len());
        for (number, (image, name)) in frames.into_iter().enumerate() {
            layout.begin(beside(&image)?);
            let on_sheet = IntRect::new(Cell::default(), source);
            layout.push(PackedFrame { name: name.into(), on_sheet, source, anchor, ..PackedFrame::default() });
            match &part {
                Some(part) => shapes.add("collision mask", &self.name, number, part.clone()),
                None => shapes.leave_out("empty bounding box", usize::from(number == 0)),
            }
        }
        self.remarks(count);
        layout.offers = shapes.offers(EDITOR, count);
        for offered in &mut layout.offers.hitboxes {
            Arc::make_mut(offered).mask = self.mask_rule(count);
        }
        Ok(layout)
    }

    /// Its collision mask with the frames, each an image beside the file and its name.
    pub(super) fn paired(&self, frames: NamedImages) -> Result<PairedLayouts, Reason> {
        let mut paired = PairedLayouts::default();
        match self.part() {
            Some(Part::Shape(shape)) => {
                let all = (0..frames.len()).map(|frame| (frame, shape.clone().into())).collect();
                let hitbox = PairedHitbox {
                    name: self.name.clone(),
                    frames: all,
                    // A diamond is drawn by its box.
                    is_free: self.kind != DIAMOND,
                    refusal: self.is_contradictory().then_some("its mode and its bounding box contradict each other"),
                    ..PairedHitbox::default()
                };
                paired.layouts.push(PairedLayout { layout: self.laid_out(frames)?, hitboxes: vec![hitbox] });
            }
            Some(Part::Mask) => paired.leave_out("precise collision mask, which has the pixels of the picture", 1),
            None => paired.leave_out("empty bounding box", 1),
        }
        Ok(paired)
    }

    /// True if its box is that of the full image by its mode, and another by its numbers.
    fn is_contradictory(&self) -> bool {
        self.mode == 1 && self.bounding_box() != [0.0, 0.0, self.width.into(), self.height.into()]
    }

    /// The box, in pixels: left, top, width, height.
    fn bounding_box(&self) -> [f64; 4] {
        let side = |first: i32, last: i32| f64::from(last) - f64::from(first) + 1.0;
        let (width, height) = (side(self.bbox_left, self.bbox_right), side(self.bbox_top, self.bbox_bottom));
        [self.bbox_left.into(), self.bbox_top.into(), width, height]
    }

    /// True if its pixels are tested.
    const fn is_precise(&self) -> bool {
        matches!(self.kind, 0 | 4)
    }

    /// True if its `count` frames have one mask together.
    const fn is_merged(&self, count: usize) -> bool {
        self.kind == 0 && !self.has_own_masks && count > 1
    }

    /// The mask that is tested, where it is, of `count` frames.
    fn mask_rule(&self, count: usize) -> MaskRule {
        if !self.is_precise() {
            return MaskRule::default();
        }
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped")]
        let threshold = self.tolerance.clamp(0.0, 255.0) as u8;
        MaskRule { threshold, is_merged: self.is_merged(count) }
    }

    /// The part that is tested; `None` for an empty box.
    fn part(&self) -> Option<Part> {
        let [x, y, width, height] = self.bounding_box();
        let (rx, ry) = (width / 2.0, height / 2.0);
        let shape = match self.kind {
            _ if self.is_precise() => return Some(Part::Mask),
            _ if width <= 0.0 || height <= 0.0 => return None,
            2 => Shape::Ellipse([x + rx, y + ry, rx, ry]),
            DIAMOND => Shape::Polygon(vec![[x + rx, y], [x + width, y + ry], [x + rx, y + height], [x, y + ry]]),
            _ => Shape::Box([x, y, width, height]),
        };
        Some(shape.into())
    }

    /// Says what a hitbox of `count` frames does not, and where numbers contradict each other.
    fn remarks(&self, count: usize) {
        let [x, y, width, height] = self.bounding_box();
        let (all_width, all_height) = (f64::from(self.width), f64::from(self.height));
        let is_whole = [x, y, width, height] == [0.0, 0.0, all_width, all_height];
        let is_beside = x >= all_width || y >= all_height || x + width <= 0.0 || y + height <= 0.0;
        let is_mask = self.is_precise();
        let (kind, mode) = (self.kind, self.mode);
        let remarks = [
            (
                !(0..=5).contains(&kind),
                format!("its collisionKind is {kind}, which is taken for a rectangle: 0 to 5 are known"),
            ),
            (self.is_contradictory(), "its bboxMode is the full image, but its bounding box is different".to_owned()),
            (
                kind == 0 && mode == 2,
                "its collisionKind is precise, and its bboxMode manual: some decompilers write these for a rectangle"
                    .to_owned(),
            ),
            (!is_mask && is_beside, "no pixel of its picture is in its bounding box".to_owned()),
            (self.is_merged(count), "it is tested as all frames together: its hitbox shows them merged".to_owned()),
            (
                is_mask && self.tolerance > 0.0,
                format!("its collision tolerance is {}: its hitbox takes that as the threshold", self.tolerance),
            ),
            (
                is_mask && mode == 2 && !is_whole,
                "GameMaker tests no pixel outside its bounding box; here its mask has them".to_owned(),
            ),
        ];
        remarks.iter().filter(|(is_so, _)| *is_so).for_each(|(_, what)| remark(what));
    }
}

/// `json` with a space for each comma that a bracket follows.
pub(super) fn without_last_commas(json: &str) -> Cow<'_, str> {
    let (mut last, mut is_text, mut is_escaped) = (None, false, false);
    let mut commas = Vec::new();
    for (at, byte) in json.bytes().enumerate() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if is_text => is_escaped = true,
            b'"' => (is_text, last) = (!is_text, None),
            _ if is_text => {}
            b',' => last = Some(at),
            b'}' | b']' => commas.extend(last.take()),
            _ if byte.is_ascii_whitespace() => {}
            _ => last = None,
        }
    }
    if commas.is_empty() {
        return json.into();
    }
    let mut strict = json.to_owned();
    for at in commas {
        strict.replace_range(at..=at, " ");
    }
    strict.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_before_closing_brackets_are_left_out_and_others_are_not() {
        for (lenient, strict) in [
            (r#"{"a":[1,2,],}"#, r#"{"a":[1,2 ] }"#),
            ("[1 , \n ]", "[1   \n ]"),
            (r#"[",]", "\",}" , ]"#, r#"[",]", "\",}"   ]"#),
            ("[1,,]", "[1, ]"),
            ("[1,2]", "[1,2]"),
        ] {
            assert_eq!(without_last_commas(lenient), strict);
        }
    }
}
