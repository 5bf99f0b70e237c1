//! XML files of Sparrow and Starling, and TexturePacker's generic XML.
//!
//! ```xml
//! <TextureAtlas imagePath="walk.png">
//!   <SubTexture name="walk_00" x="34" y="1" width="28" height="20" rotated="true"
//!     frameX="-6" frameY="-2" frameWidth="32" frameHeight="32" pivotX="16" pivotY="32"/>
//! </TextureAtlas>
//! ```
//!
//! ```xml
//! <TextureAtlas imagePath="walk.png">
//!   <sprite n="walk_00" x="34" y="1" w="28" h="20" r="y" oX="6" oY="2" oW="32" oH="32" pX="0.5" pY="1"/>
//! </TextureAtlas>
//! ```
//!
//! In the second, the source box has its corner at minus `oX`, `oY`, and the pivot is a share of it.
//!
//! `x`, `y`, `width` and `height`, or in the first version of Sparrow `w` and `h`, are the area on the sheet, turned clockwise if it is; the rest is about the upright
//! frame: `frameX` and `frameY` are the top left of the source box relative to the frame. All other attributes are
//! ignored.

use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

use super::fields::whole;
use super::format::{AtlasFormat, begins_with_all, ends};
use super::layout::{Layout, PackedFrame, Turned};
use crate::files::{Reason, reading::xml_fault};
use maskscope_core::geom::{Cell, IntRect, Size};
use maskscope_core::scene::Frames;

const NAME: &str = "a Starling atlas";

/// Atlases of Sparrow and Starling.
pub(super) const FORMAT: AtlasFormat = AtlasFormat {
    endings: &["xml"],
    known: |text, path| text.starts_with(b"<") && (ends(path, "xml") || begins_with_all(text, &["<TextureAtlas"])),
    is_sure: false,
    read: |file, _| read(file.text()?),
    paired: None,
};

/// Parses `text`.
fn read(text: &str) -> Result<Layout, Reason> {
    let refused = |why: &str| Reason::unreadable(NAME, why);
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
            (b"SubTexture" | b"sprite", _) if layout.entries.len() == Frames::MOST => {
                return Err(refused(&format!("it has more than {} frames", Frames::MOST)));
            }
            (name @ (b"SubTexture" | b"sprite"), _) => {
                let number = layout.entries.len();
                let (read, name) = match name {
                    b"sprite" => (element.generic(), "sprite"),
                    _ => (element.entry(), "SubTexture"),
                };
                layout.push(read.map_err(|why| refused(&format!("its {name} {number}: {why}")))?);
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
        whole(number).ok_or_else(|| format!("{name} is {number}, not a whole number in range"))
    }

    fn size(&self, width: &str, height: &str) -> Result<Size, String> {
        let side = |name: &str| {
            let side = self.pixels(name)?;
            u32::try_from(side).map_err(|_| format!("{name} is {side}"))
        };
        Ok(Size::new(side(width)?, side(height)?))
    }

    /// Refuses attributes that cannot be read, such as one that is there twice.
    fn check(&self) -> Result<(), String> {
        self.0.attributes().find_map(Result::err).map_or(Ok(()), |error| Err(xml_fault(&error.into())))
    }

    /// The frame of TexturePacker's generic XML.
    fn generic(&self) -> Result<PackedFrame, String> {
        self.check()?;
        let turned = match self.text("r")?.as_str() {
            "y" => Turned::Clockwise,
            "" => Turned::Not,
            other => return Err(format!("r is \"{other}\", not y")),
        };
        let on_sheet = IntRect::new(Cell::new(self.pixels("x")?, self.pixels("y")?), self.size("w", "h")?);
        let own = self.size("oW", "oH")?;
        let source = if own.is_empty() { turned.size(on_sheet.size()) } else { own };
        let has_pivot = !self.text("pX")?.is_empty();
        let pivot = (self.number("pX")? * f64::from(source.width), self.number("pY")? * f64::from(source.height));
        Ok(PackedFrame {
            name: self.text("n")?.into(),
            on_sheet,
            turned,
            in_source: Cell::new(self.pixels("oX")?, self.pixels("oY")?),
            source,
            anchor: has_pivot.then_some(pivot),
            ..PackedFrame::default()
        })
    }

    /// The frame of Sparrow and Starling.
    fn entry(&self) -> Result<PackedFrame, String> {
        self.check()?;
        // The first version of Sparrow has initials.
        let is_first = self.text("width")?.is_empty() && self.text("height")?.is_empty();
        let size = if is_first { self.size("w", "h")? } else { self.size("width", "height")? };
        let on_sheet = IntRect::new(Cell::new(self.pixels("x")?, self.pixels("y")?), size);
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
