//! XML files of Sparrow and Starling.
//!
//! ```xml
//! <TextureAtlas imagePath="walk.png">
//!   <SubTexture name="walk_00" x="34" y="1" width="28" height="20" rotated="true"
//!     frameX="-6" frameY="-2" frameWidth="32" frameHeight="32" pivotX="16" pivotY="32"/>
//! </TextureAtlas>
//! ```
//!
//! `x`, `y`, `width` and `height` are the area on the sheet, turned clockwise if it is; the rest is about the upright
//! frame: `frameX` and `frameY` are the top left of the source box relative to the frame. All other attributes are
//! ignored.

use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

use super::layout::{Layout, PackedFrame, Turned};
use crate::files::{Reason, reading::xml_fault};
use crate::geom::{Cell, IntRect, Size};
use crate::scene::Frames;

const FORMAT: &str = "a Starling atlas";

/// True where the root of `text`, which begins as XML, seems to be that of an atlas.
pub(super) fn is_named(text: &[u8]) -> bool {
    let root = b"<TextureAtlas";
    text.get(..4_096).unwrap_or(text).windows(root.len()).any(|part| part == root)
}

/// Parses `text`.
pub(super) fn read(text: &str) -> Result<Layout, Reason> {
    let refused = |why: &str| Reason::unreadable(FORMAT, why);
    let mut reader = Reader::from_str(text);
    let (mut layout, mut depth) = (Layout::default(), 0_usize);
    loop {
        let event = reader.read_event().map_err(|error| refused(&xml_fault(&error)))?;
        let element = match &event {
            Event::Start(element) | Event::Empty(element) => element,
            Event::End(_) => {
                depth -= 1;
                continue;
            }
            Event::Eof if depth > 0 => return Err(refused("it ends before its last element does")),
            Event::Eof => break,
            _ => continue,
        };
        let element = Element(element);
        match (element.0.local_name().as_ref(), depth) {
            (b"TextureAtlas", 0) => layout.begin(element.text("imagePath").map_err(|why| refused(&why))?),
            (name, 0) => {
                let name = String::from_utf8_lossy(name);
                return Err(refused(&format!("its root is {name}, not TextureAtlas")));
            }
            (b"SubTexture", _) if layout.entries.len() == Frames::MOST => {
                return Err(refused(&format!("it has more than {} frames", Frames::MOST)));
            }
            (b"SubTexture", _) => {
                let number = layout.entries.len();
                let entry = element.entry().map_err(|why| refused(&format!("its SubTexture {number}: {why}")))?;
                layout.push(entry);
            }
            _ => {}
        }
        depth += usize::from(matches!(event, Event::Start(_)));
    }
    if layout.pages.iter().any(|page| page.image.is_empty()) {
        return Err(refused("it has no imagePath"));
    }
    if layout.entries.is_empty() {
        return Err(refused("it has no frames"));
    }
    share_anchors(&mut layout.entries);
    Ok(layout)
}

/// Adobe Animate writes the pivot of a series, such as `walk0000`, `walk0001`, with its first frame alone; as in Starling it counts
/// for all of them.
fn share_anchors(entries: &mut [PackedFrame]) {
    let series = |name: &str| name.trim_end_matches(|letter: char| letter.is_ascii_digit()).to_owned();
    let mut last = None;
    for entry in entries {
        let name = series(&entry.name);
        match (&last, entry.anchor) {
            (_, Some(anchor)) if *name != *entry.name => last = Some((name, anchor)),
            (Some((known, anchor)), None) if *known == name && *name != *entry.name => entry.anchor = Some(*anchor),
            _ => {}
        }
    }
}

/// An element and its attributes.
struct Element<'a>(&'a BytesStart<'a>);

impl Element<'_> {
    /// The text of an attribute; empty if it is missing.
    fn text(&self, name: &str) -> Result<String, String> {
        let attribute = self.0.try_get_attribute(name).map_err(|error| xml_fault(&error.into()))?;
        let value = attribute.map(|attribute| attribute.normalized_value(XmlVersion::Implicit1_0)).transpose();
        value
            .map(|value| value.unwrap_or_default().into_owned())
            .map_err(|error| format!("{name}: {}", xml_fault(&error)))
    }

    /// A number; 0 if it is missing.
    fn number(&self, name: &str) -> Result<f64, String> {
        let text = self.text(name)?;
        let number =
            if text.is_empty() { Some(0.0) } else { text.trim().parse().ok().filter(|it: &f64| it.is_finite()) };
        number.ok_or_else(|| format!("{name} is \"{text}\", not a number"))
    }

    /// A number of pixels; some tools write it with a point.
    fn pixels(&self, name: &str) -> Result<i64, String> {
        let number = self.number(name)?;
        let is_whole = number.trunc() == number && number.abs() <= f64::from(i32::MAX);
        #[expect(clippy::cast_possible_truncation, reason = "whole and in range: just checked")]
        if is_whole { Ok(number as i64) } else { Err(format!("{name} is {number}, not a whole number in range")) }
    }

    fn size(&self, width: &str, height: &str) -> Result<Size, String> {
        let side = |name: &str| {
            let side = self.pixels(name)?;
            u32::try_from(side).map_err(|_| format!("{name} is {side}"))
        };
        Ok(Size::new(side(width)?, side(height)?))
    }

    fn entry(&self) -> Result<PackedFrame, String> {
        // Such as one that is there twice.
        self.0.attributes().find_map(Result::err).map_or(Ok(()), |error| Err(error.to_string()))?;
        let on_sheet = IntRect::new(Cell::new(self.pixels("x")?, self.pixels("y")?), self.size("width", "height")?);
        let turned = match self.text("rotated")?.as_str() {
            "true" => Turned::Clockwise,
            "false" | "" => Turned::Not,
            other => return Err(format!("rotated is \"{other}\", neither true nor false")),
        };
        let pivot = (self.number("pivotX")?, self.number("pivotY")?);
        let mut entry = PackedFrame {
            name: self.text("name")?.into(),
            on_sheet,
            turned,
            anchor: (pivot != (0.0, 0.0)).then_some(pivot),
            ..PackedFrame::default()
        };
        let frame = self.size("frameWidth", "frameHeight")?;
        if frame.is_empty() {
            entry.source = entry.area().size();
        } else {
            entry.source = frame;
            entry.in_source = Cell::new(-self.pixels("frameX")?, -self.pixels("frameY")?);
        }
        Ok(entry)
    }
}
