//! Shapes of PhysicsEditor for Cocos, as a property list.
//!
//! ```xml
//! <plist version="1.0"><dict><key>bodies</key><dict><key>blob</key><dict>
//!   <key>anchorpoint</key><string>{ 0.5,0.5 }</string>
//!   <key>fixtures</key><array>
//!     <dict><key>fixture_type</key><string>CIRCLE</string>
//!       <key>circle</key><dict><key>radius</key><real>12</real><key>position</key><string>{ -6,-6 }</string></dict></dict>
//!     <dict><key>fixture_type</key><string>POLYGON</string>
//!       <key>polygons</key><array><array><string>{ 2,16 }</string> … </array></array></dict>
//!   </array></dict></dict></dict></plist>
//! ```
//!
//! Numbers are pixels, upwards; the anchor is a share of the image, from its lower left corner. Each exporter of PhysicsEditor
//! counts from another point: those for Box2D and Chipmunk from the anchor, that for Cocos2d-x from the middle of the image,
//! that for Cocos2d from its lower left corner. Source: the loaders that come with PhysicsEditor, and their examples.

use super::fields::text;
use super::format::{AtlasFile, AtlasFormat, begins_with_all};
use super::layout::Layout;
use super::physics_editor::Bodies;
use super::plist::{PlistValue, parse};
use super::sheets::Sheets;
use crate::files::Reason;
use maskscope_core::geom::{Point, Size};
use maskscope_core::shape::Shape;

const NAME: &str = "a property list of PhysicsEditor";

/// Shapes for Cocos.
pub(super) const FORMAT: AtlasFormat = AtlasFormat {
    endings: &["plist"],
    known: |text, _| text.starts_with(b"<") && begins_with_all(text, &["<plist", "<key>bodies</key>"]),
    is_sure: true,
    read,
    paired: None,
};

fn read(file: AtlasFile<'_>, sheets: &mut Sheets<'_>) -> Result<Layout, Reason> {
    let list = parse(text(file.bytes, NAME)?).map_err(|why| Reason::unreadable(NAME, &why))?;
    let mut bodies = Bodies::default();
    for (name, body) in list.get("bodies").into_iter().flat_map(PlistValue::entries) {
        let [x, y] = body.get("anchorpoint").and_then(PlistValue::numbers).unwrap_or([0.5, 0.5]);
        let anchor = (x, 1.0 - y);
        let Some(frame) = bodies.begin(name, Some(anchor), sheets)? else { continue };
        let (x, y) = origin(body, anchor, bodies.size());
        let placed = |value: &PlistValue| value.numbers().map(|[right, up]| [x + right, y - up]);
        for fixture in body.get("fixtures").into_iter().flat_map(PlistValue::list) {
            let circle = fixture.get("circle").map(|circle| {
                let [x, y] = circle.get("position").and_then(placed)?;
                let [radius] = circle.get("radius").and_then(PlistValue::numbers)?;
                Some(Shape::Circle([x, y, radius]))
            });
            let piece =
                |piece: &PlistValue| Some(Shape::Polygon(piece.list().iter().map(placed).collect::<Option<_>>()?));
            let pieces = fixture.get("polygons").into_iter().flat_map(PlistValue::list).map(piece);
            for shape in circle.into_iter().chain(pieces) {
                match shape {
                    Some(shape) => bodies.shapes.add("body", name, frame, shape),
                    None => bodies.shapes.leave_out("damaged shape", 1),
                }
            }
        }
    }
    bodies.layout(NAME)
}

/// The point from which the shapes of a body count, in pixels from the top left of its image; `anchor` is a share of that.
fn origin(body: &PlistValue, anchor: Point, size: Size) -> Point {
    let (width, height) = (f64::from(size.width), f64::from(size.height));
    let (is_cocos2d_x, is_cocos2d) = (body.get("is_dynamic").is_some(), body.get("is_static").is_some());
    let (x, y) = if is_cocos2d_x {
        (0.5, 0.5)
    } else if is_cocos2d {
        (0.0, 1.0)
    } else {
        anchor
    };
    (x * width, y * height)
}
