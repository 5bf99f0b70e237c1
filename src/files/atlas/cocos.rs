//! Sheets of Cocos, as property lists in the formats 0 to 3, which Zwoptex began and TexturePacker writes.
//!
//! ```xml
//! <plist version="1.0"><dict>
//!   <key>frames</key><dict><key>walk_00.png</key><dict>
//!     <key>frame</key><string>{{34,1},{20,28}}</string>
//!     <key>offset</key><string>{-6,2}</string>
//!     <key>rotated</key><true/>
//!     <key>sourceColorRect</key><dict/>
//!     <key>sourceSize</key><string>{32,32}</string>
//!   </dict></dict>
//!   <key>metadata</key><dict><key>format</key><integer>2</integer>
//!     <key>textureFileName</key><string>walk.png</string></dict>
//! </dict></plist>
//! ```
//!
//! | format | area | turned | middle | source box |
//! | --- | --- | --- | --- | --- |
//! | 0 | `x`, `y`, `width`, `height` | never | `offsetX`, `offsetY` | `originalWidth`, `originalHeight` |
//! | 1 | `frame` | never | `offset` | `sourceSize` |
//! | 2 | `frame` | `rotated` | `offset` | `sourceSize` |
//! | 3 | corner of `textureRect`, `spriteSize` | `textureRotated` | `spriteOffset` | `spriteSourceSize` |
//!
//! Sizes are those before a frame was turned clockwise. The offset leads from the middle of the source box to the middle of the
//! frame, upwards. Where it leads between two pixels, `sourceColorRect` or `spriteColorRect` decides, the frame's area in its
//! source box; without one, the pixel further left and up. Without `metadata` the format is 0; without the name of an image, it is
//! the one that is called like the list. Source: `CCSpriteFrameCache` of cocos2d, and files of public repositories.

use std::path::Path;

use super::fields::{side, text, whole};
use super::format::{AtlasFile, AtlasFormat, begins_with_all};
use super::layout::{Layout, PackedFrame, Turned};
use super::plist::{PlistValue, parse};
use super::sheets::{Sheets, own_image};
use crate::files::Reason;
use maskscope_core::geom::{Cell, IntRect, Size};
use maskscope_core::scene::Frames;

const NAME: &str = "a sheet of Cocos";

/// Sheets of Cocos.
pub(super) const FORMAT: AtlasFormat = AtlasFormat {
    endings: &["plist"],
    known: |text, _| text.starts_with(b"<") && begins_with_all(text, &["<plist", "<key>frames</key>"]),
    is_sure: true,
    read,
    paired: None,
};

fn read(file: AtlasFile<'_>, _: &mut Sheets<'_>) -> Result<Layout, Reason> {
    let refused = |why: &str| Reason::unreadable(NAME, why);
    let list = parse(text(file.bytes, NAME)?).map_err(|why| refused(&why))?;
    let metadata = list.get("metadata");
    let entry: fn(&PlistValue) -> Option<CocosFrame> =
        match metadata.and_then(|metadata| metadata.get("format")).map_or("0", PlistValue::text) {
            "0" => CocosFrame::of_format_0,
            "1" => |frame| CocosFrame::of_format_2(frame).map(|frame| CocosFrame { is_turned: false, ..frame }),
            "2" => CocosFrame::of_format_2,
            "3" => CocosFrame::of_format_3,
            other => return Err(refused(&format!("its format is {other}: 0 to 3 are read"))),
        };
    let mut layout = Layout::default();
    layout.begin(metadata.and_then(image).unwrap_or_else(|| own_image(file.path)));
    for (number, (name, frame)) in list.get("frames").into_iter().flat_map(PlistValue::entries).enumerate() {
        if number == Frames::MOST {
            return Err(refused(&format!("it has more than {} frames", Frames::MOST)));
        }
        match entry(frame).and_then(|frame| frame.packed(name)) {
            Some(packed) => layout.push(packed),
            None => layout.push_faulty(
                name,
                Reason::frame(number, name, "has a field that is missing or not a whole number of pixels"),
            ),
        }
    }
    if layout.entries.is_empty() { Err(refused("it has no frames")) } else { Ok(layout) }
}

/// The image that the metadata name, also without its extension, or in their `target`; `None` for none.
fn image(metadata: &PlistValue) -> Option<String> {
    let word = |field: &str| {
        let target = metadata.get("target").and_then(|target| target.get(field));
        metadata.get(field).or(target).map(PlistValue::text).filter(|word| !word.is_empty())
    };
    let name = word("realTextureFileName").or_else(|| word("textureFileName"))?;
    let ending = word("textureFileExtension").map_or("", |ending| ending.trim_start_matches('.'));
    let is_whole = ending.is_empty() || Path::new(name).extension().is_some();
    Some(if is_whole { name.to_owned() } else { format!("{name}.{ending}") })
}

/// A frame, as its file has it.
struct CocosFrame {
    /// Its corner on the sheet.
    corner: [f64; 2],
    /// Its size before it was turned.
    size: [f64; 2],
    is_turned: bool,
    /// The way from the middle of the source box to that of the frame, upwards.
    offset: [f64; 2],
    source: [f64; 2],
    /// Its area in the source box, if that is given.
    in_source: Option<[f64; 4]>,
}

/// The numbers of a field.
fn numbers<const N: usize>(frame: &PlistValue, field: &str) -> Option<[f64; N]> {
    frame.get(field).and_then(PlistValue::numbers)
}

impl CocosFrame {
    fn of_format_0(frame: &PlistValue) -> Option<Self> {
        let number = |field: &str| numbers(frame, field).map(|[number]| number);
        let or_0 = |field: &str| number(field).unwrap_or(0.0);
        Some(Self {
            corner: [number("x")?, number("y")?],
            size: [number("width")?, number("height")?],
            is_turned: false,
            offset: [or_0("offsetX"), or_0("offsetY")],
            source: [or_0("originalWidth").abs(), or_0("originalHeight").abs()],
            in_source: None,
        })
    }

    fn of_format_2(frame: &PlistValue) -> Option<Self> {
        let [x, y, width, height] = numbers(frame, "frame")?;
        Some(Self {
            corner: [x, y],
            size: [width, height],
            is_turned: frame.get("rotated").is_some_and(PlistValue::is_true),
            offset: numbers(frame, "offset")?,
            source: numbers(frame, "sourceSize")?,
            in_source: numbers(frame, "sourceColorRect"),
        })
    }

    fn of_format_3(frame: &PlistValue) -> Option<Self> {
        let [x, y, ..]: [f64; 4] = numbers(frame, "textureRect")?;
        Some(Self {
            corner: [x, y],
            size: numbers(frame, "spriteSize")?,
            is_turned: frame.get("textureRotated").is_some_and(PlistValue::is_true),
            offset: numbers(frame, "spriteOffset")?,
            source: numbers(frame, "spriteSourceSize")?,
            in_source: numbers(frame, "spriteColorRect"),
        })
    }

    /// The frame in whole pixels; `None` if a number is not one of them.
    fn packed(&self, name: &str) -> Option<PackedFrame> {
        let [x, y] = self.corner.map(whole);
        let [width, height] = self.size.map(side);
        let size = Size::new(width?, height?);
        let turned = if self.is_turned { Turned::Clockwise } else { Turned::Not };
        let source = match self.source.map(side) {
            [Some(0), _] | [_, Some(0)] => size,
            [width, height] => Size::new(width?, height?),
        };
        let exact = [0, 1].map(|axis| {
            let upwards = [1.0, -1.0][axis];
            let sides = [f64::from([source.width, source.height][axis]), self.size[axis]];
            (sides[0] - sides[1]) / 2.0 + upwards * self.offset[axis]
        });
        let [left, top] = [0, 1].map(|axis| {
            let given = self.in_source.map(|area| area[axis]).filter(|given| (given - exact[axis]).abs() <= 0.5);
            whole(given.unwrap_or_else(|| (exact[axis] - 0.5).ceil()))
        });
        Some(PackedFrame {
            name: name.into(),
            on_sheet: IntRect::new(Cell::new(x?, y?), turned.size(size)),
            turned,
            in_source: Cell::new(left?, top?),
            source,
            ..PackedFrame::default()
        })
    }
}
