//! Pens that draw a plate.

use maskscope_core::{geom::IntRect, palette::Rgb};

/// The width of a character of Hack, in sizes of the type.
pub(super) const ADVANCE: f32 = 0.602;

/// The length of a dash, in px.
pub(super) const DASH: u32 = 4;

/// A line of text in Hack.
#[derive(Clone, Debug)]
pub(super) struct Text {
    pub content: String,
    /// Position of [`anchor`](Self::anchor), in px from the left.
    pub x: f32,
    /// The foot of its letters, in px from the top.
    pub baseline: f32,
    /// Height of the type, in px.
    pub size: f32,
    pub anchor: TextAnchor,
    pub color: Rgb,
}

/// Point of a text at its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TextAnchor {
    Start,
    Middle,
    End,
}

impl TextAnchor {
    /// The share of the text left of its position, 0 to 1.
    pub fn share_before(self) -> f32 {
        match self {
            Self::Start => 0.0,
            Self::Middle => 0.5,
            Self::End => 1.0,
        }
    }
}

impl Text {
    /// Its width, in px.
    pub fn width(&self) -> f32 {
        width(self.content.chars().count(), self.size)
    }
}

/// The width of `characters` in type of `size`, in px.
#[expect(clippy::cast_precision_loss, reason = "a line has few characters")]
pub(super) fn width(characters: usize, size: f32) -> f32 {
    characters as f32 * size * ADVANCE
}

/// Draws on a page. Areas are in px from its top left; what lies beyond the page is not seen.
pub(super) trait Pen {
    /// Covers `area`.
    fn fill(&mut self, area: IntRect, color: Rgb);

    /// Covers `area`, letting what is under it shine through: `opacity` is 0 to 1.
    fn tint(&mut self, area: IntRect, color: Rgb, opacity: f32);

    /// A border `thickness` px wide, inside the edge of `area`.
    fn frame(&mut self, area: IntRect, thickness: u32, color: Rgb);

    /// A border in dashes of [`DASH`] px, with gaps of the same length.
    fn dashed_frame(&mut self, area: IntRect, thickness: u32, color: Rgb);

    /// Two slanted lines, 2 px wide, that cross in the middle of a square and end in its corners, `reach` px away in both
    /// directions.
    fn cross(&mut self, centre: (f32, f32), reach: f32, color: Rgb);

    /// A square on its corner, `radius` px from the centre to each of them.
    fn diamond(&mut self, centre: (f32, f32), radius: f32, color: Rgb);

    /// A line of text.
    fn text(&mut self, text: &Text);

    /// A grid of squares of `side` px that fills `area`, each in the colour that `color` gives it by column and row;
    /// without one, it is left as it was.
    fn squares(&mut self, area: IntRect, side: u32, color: &dyn Fn(u32, u32) -> Option<Rgb>);
}

/// Draws a line of text with its anchor at `(x, baseline)`, in px.
pub(super) fn text(
    pen: &mut impl Pen,
    content: &str,
    (x, baseline): (i64, u32),
    anchor: TextAnchor,
    size: f32,
    color: Rgb,
) {
    #[expect(clippy::cast_precision_loss, reason = "a place on the page in px")]
    pen.text(&Text { content: content.to_owned(), x: x as f32, baseline: baseline as f32, size, anchor, color });
}
