//! Shapes of PhysicsEditor for Phaser and Matter, as JSON.
//!
//! ```json
//! { "generator_info": "Shape definitions generated with PhysicsEditor.",
//!   "blob": { "type": "fromPhysicsEditor", "label": "blob", "fixtures": [
//!     {"label": "low", "circle": {"x": 18, "y": 30, "radius": 12}},
//!     {"label": "high", "vertices": [[{"x": 26, "y": 8}, {"x": 42, "y": 8}, {"x": 34, "y": 26}]]} ] } }
//! ```
//!
//! Numbers are pixels from the top left of an image beside the file, which is called as the body. A concave polygon is cut into
//! convex ones. Source: the exporter for Phaser 3 in PhysicsEditor's manual.

use serde::Deserialize;
use serde_json::{Map, Value};

use super::fields::{beside, text};
use super::format::{AtlasFile, AtlasFormat, begins_with_all};
use super::layout::{Layout, PackedFrame};
use super::sheets::Sheets;
use crate::files::reading::{HitboxCollector, from_json};
use crate::files::{Reason, image_endings};
use maskscope_core::geom::{Cell, IntRect, Point, Size};
use maskscope_core::scene::{Editor, Frames};
use maskscope_core::shape::Shape;

const NAME: &str = "a shape file of PhysicsEditor";
const EDITOR: Editor = Editor { name: "PhysicsEditor", tested: Some("collision shape") };

/// Shapes for Phaser and Matter.
pub(super) const FORMAT: AtlasFormat = AtlasFormat {
    endings: &["json"],
    known: |text, _| {
        text.starts_with(b"{")
            && (begins_with_all(text, &["\"fromPhysicsEditor\""])
                || begins_with_all(text, &["\"generator_info\"", "PhysicsEditor"]))
    },
    is_sure: true,
    read,
    paired: None,
};

#[derive(Debug, Deserialize)]
struct BodyFields {
    fixtures: Vec<FixtureFields>,
}

#[derive(Debug, Deserialize)]
struct FixtureFields {
    circle: Option<CircleFields>,
    #[serde(default)]
    vertices: Vec<Vec<VertexFields>>,
}

#[derive(Debug, Deserialize)]
struct CircleFields {
    x: f64,
    y: f64,
    radius: f64,
}

#[derive(Debug, Deserialize)]
struct VertexFields {
    x: f64,
    y: f64,
}

fn read(file: AtlasFile<'_>, sheets: &mut Sheets<'_>) -> Result<Layout, Reason> {
    let text = text(file.bytes, NAME)?;
    let all: Map<String, Value> = from_json(text.as_bytes()).map_err(|why| Reason::unreadable(NAME, &why))?;
    let mut bodies = Bodies::default();
    for (name, body) in all {
        let body = match serde_json::from_value::<BodyFields>(body) {
            Ok(body) => body,
            Err(_) if name == "generator_info" => continue,
            Err(_) => {
                bodies.shapes.leave_out("damaged body", 1);
                continue;
            }
        };
        let Some(frame) = bodies.begin(&name, None, sheets)? else { continue };
        for fixture in body.fixtures {
            let circle = fixture.circle.map(|CircleFields { x, y, radius }| Shape::Circle([x, y, radius]));
            let corners = |piece: Vec<VertexFields>| piece.into_iter().map(|VertexFields { x, y }| [x, y]).collect();
            let pieces = fixture.vertices.into_iter().map(|piece| Shape::Polygon(corners(piece)));
            circle.into_iter().chain(pieces).for_each(|shape| bodies.shapes.add("body", &name, frame, shape));
        }
    }
    bodies.layout(NAME)
}

/// The bodies of a file, each with the image that is called like it as a frame.
#[derive(Default)]
pub(super) struct Bodies {
    layout: Layout,
    pub shapes: HitboxCollector,
    missing: Option<Reason>,
}

impl Bodies {
    /// Begins a body whose anchor is a share of its image, from the left and from the top, and returns its frame; `None` if
    /// there is no such image, which is left out.
    pub(super) fn begin(
        &mut self,
        name: &str,
        anchor: Option<Point>,
        sheets: &mut Sheets<'_>,
    ) -> Result<Option<usize>, Reason> {
        let frame = self.layout.entries.len();
        if frame == Frames::MOST {
            return Err(Reason::unreadable(NAME, &format!("it has more than {} bodies", Frames::MOST)));
        }
        let has_ending = image_endings().any(|ending| name.to_lowercase().ends_with(&format!(".{ending}")));
        let image = beside(&if has_ending { name.to_owned() } else { format!("{name}.png") })?;
        let size = match sheets.size(&image) {
            Ok(size) => size,
            Err(reason @ Reason::NoSheet(_)) => {
                self.shapes.leave_out("missing image", 1);
                self.missing.get_or_insert(reason);
                return Ok(None);
            }
            Err(other) => return Err(other),
        };
        let anchor = anchor.map(|(x, y)| (x * f64::from(size.width), y * f64::from(size.height)));
        self.layout.begin(image);
        let on_sheet = IntRect::new(Cell::default(), size);
        self.layout.push(PackedFrame { name: name.into(), on_sheet, source: size, anchor, ..PackedFrame::default() });
        Ok(Some(frame))
    }

    /// Width and height of the frame that was begun last.
    pub(super) fn size(&self) -> Size {
        self.layout.entries.last().map(|entry| entry.source).unwrap_or_default()
    }

    /// All of them: at least one.
    pub(super) fn layout(mut self, name: &'static str) -> Result<Layout, Reason> {
        if self.layout.entries.is_empty() {
            return Err(self.missing.unwrap_or_else(|| Reason::unreadable(name, "it has no bodies")));
        }
        self.layout.offers = self.shapes.offers(EDITOR, self.layout.entries.len());
        Ok(self.layout)
    }
}
