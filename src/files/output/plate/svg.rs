//! A pen that writes SVG.

use std::fmt::Write;

use base64::{Engine, prelude::BASE64_STANDARD};

use super::pen::{DASH, Pen, Text, TextAnchor};
use crate::files::output::small_png::plain;
use maskscope_core::geom::{IntRect, Size};
use maskscope_core::palette::Rgb;

/// The elements drawn so far.
#[derive(Debug, Default)]
pub(super) struct Svg(String);

impl Svg {
    /// The document of a page of `size` px; `title` is its text for screen readers.
    pub fn finish(self, Size { width, height }: Size, title: &str) -> String {
        let fonts = "Hack, 'DejaVu Sans Mono', Menlo, Consolas, monospace";
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" font-family=\"{fonts}\" shape-rendering=\"crispEdges\" role=\"img\">\n\
             <title>{}</title>\n{}</svg>\n",
            escaped(title),
            self.0
        )
    }

    /// Writes a border inside the edge of an area, `more` being further attributes.
    fn border(&mut self, IntRect { x, y, width, height }: IntRect, thickness: u32, color: Rgb, more: &str) {
        let (stroke, half) = (hex(color), f64::from(thickness) / 2.0);
        let (width, height) = (width.saturating_sub(thickness), height.saturating_sub(thickness));
        self.element(format_args!(
            "<path d=\"M{x} {y}m{half} {half}h{width}v{height}h-{width}z\" fill=\"none\" stroke=\"{stroke}\" \
             stroke-width=\"{thickness}\"{more}/>"
        ));
    }

    /// Writes a line of the document.
    fn element(&mut self, element: std::fmt::Arguments<'_>) {
        writeln!(self.0, "{element}").expect("writing to a string");
    }
}

impl Pen for Svg {
    fn fill(&mut self, area: IntRect, color: Rgb) {
        self.element(format_args!("<rect {} fill=\"{}\"/>", place(area), hex(color)));
    }

    fn tint(&mut self, area: IntRect, color: Rgb, opacity: f32) {
        self.element(format_args!("<rect {} fill=\"{}\" fill-opacity=\"{opacity}\"/>", place(area), hex(color)));
    }

    fn frame(&mut self, area: IntRect, thickness: u32, color: Rgb) {
        self.border(area, thickness, color, "");
    }

    fn dashed_frame(&mut self, area: IntRect, thickness: u32, color: Rgb) {
        self.border(area, thickness, color, &format!(" stroke-dasharray=\"{DASH}\""));
    }

    fn cross(&mut self, (x, y): (f32, f32), reach: f32, color: Rgb) {
        let (stroke, across) = (hex(color), 2.0 * reach);
        self.element(format_args!(
            "<path d=\"M{x} {y}m-{reach} -{reach}l{across} {across}m0-{across}l-{across} {across}\" stroke=\"{stroke}\" \
             stroke-width=\"2\" shape-rendering=\"auto\"/>"
        ));
    }

    fn diamond(&mut self, (x, y): (f32, f32), radius: f32, color: Rgb) {
        self.element(format_args!(
            "<path d=\"M{x} {y}m-{radius} 0l{radius}-{radius} {radius} {radius}-{radius} {radius}z\" fill=\"{}\" \
             shape-rendering=\"auto\"/>",
            hex(color)
        ));
    }

    fn text(&mut self, text: &Text) {
        let Text { x, baseline, size, .. } = text;
        let anchor = match text.anchor {
            TextAnchor::Start => "",
            TextAnchor::Middle => " text-anchor=\"middle\"",
            TextAnchor::End => " text-anchor=\"end\"",
        };
        let (fill, content) = (hex(text.color), escaped(&text.content));
        self.element(format_args!(
            "<text x=\"{x:.1}\" y=\"{baseline:.1}\" font-size=\"{size}\"{anchor} fill=\"{fill}\">{content}</text>"
        ));
    }

    /// A picture of one pixel per square: thousands of elements would make a document that is slow to show.
    fn squares(&mut self, area: IntRect, side: u32, color: &dyn Fn(u32, u32) -> Option<Rgb>) {
        let size = Size::new(area.width / side, area.height / side);
        let cells = (0..size.height).flat_map(|y| (0..size.width).map(move |x| (x, y)));
        let rgba: Vec<u8> =
            cells.flat_map(|(x, y)| color(x, y).map_or([0; 4], |[r, g, b]| [r, g, b, u8::MAX])).collect();
        let data = BASE64_STANDARD.encode(plain(size, png::ColorType::Rgba, &rgba, png::Filter::NoFilter));
        self.element(format_args!(
            "<image {} preserveAspectRatio=\"none\" style=\"image-rendering:pixelated\" href=\"data:image/png;base64,{data}\"/>",
            place(area)
        ));
    }
}

/// An area as attributes.
fn place(IntRect { x, y, width, height }: IntRect) -> String {
    format!("x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"")
}

/// A colour as in style sheets: `#rrggbb`.
fn hex([r, g, b]: Rgb) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

/// `text` as the content of an element; what XML cannot hold becomes the replacement character.
fn escaped(text: &str) -> String {
    let is_allowed = |c: char| !c.is_control() && !matches!(c, '\u{FFFE}' | '\u{FFFF}');
    text.chars().fold(String::with_capacity(text.len()), |mut escaped, c| {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            c if is_allowed(c) => escaped.push(c),
            _ => escaped.push(char::REPLACEMENT_CHARACTER),
        }
        escaped
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_break_the_document() {
        assert_eq!(escaped("a<b>&\"c\u{1b}\u{FFFE}"), "a&lt;b&gt;&amp;\"c\u{FFFD}\u{FFFD}");
    }
}
