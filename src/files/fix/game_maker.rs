//! Sprites of GameMaker: the four edges of the bounding box, which are its first and last columns and rows, and its mode, which
//! becomes manual.

use super::edits::ByteEdit;
use super::format::{FixFormat, FixSource, FixableShape, all_frames, read_one};
use super::json::JsonPlace;
use super::numbers::replaced;
use maskscope_core::geom::Affine;
use maskscope_core::shape::Shape;

/// Sprites of GameMaker.
pub(super) const FORMAT: FixFormat = FixFormat {
    is_known: |text, _| {
        text.trim_start().starts_with('{') && MODES.iter().any(|name| text.contains(&format!("\"{name}\"")))
    },
    read: read_one,
    find,
};

/// Names of the mode of the bounding box and of the kind of the mask, since 2.3 and before.
const MODES: [&str; 2] = ["bboxMode", "bboxmode"];
const KINDS: [&str; 2] = ["collisionKind", "colkind"];

const EDGES: [&str; 4] = ["bbox_left", "bbox_top", "bbox_right", "bbox_bottom"];

/// The modes in which the box is that of the whole image, and in which a person has set it.
const WHOLE: f64 = 1.0;
const MANUAL: f64 = 2.0;

fn find<'a>(source: &FixSource<'a>) -> Result<FixableShape<'a>, String> {
    let FixSource { text, name, .. } = *source;
    let frames = source.frames()?;
    let place = JsonPlace::of(text).ok_or("it is not JSON as GameMaker writes it")?;
    let numbered = |names: &[&str]| {
        let found = names.iter().find_map(|name| place.field(name));
        let missing = || format!("it has no {}", names[0]);
        let found = found.ok_or_else(missing)?;
        let number = found.number(text).ok_or_else(|| format!("its {} is not a number", names[0]))?;
        Ok::<_, String>((found.range.clone(), number))
    };
    let title = place.field("name").and_then(|name| name.quoted(text)).unwrap_or_default().to_owned();
    if !name.is_empty() && name != title {
        return Err(source.unknown(&[title]));
    }
    let (kind, mode) = (numbered(&KINDS)?.1, numbered(&MODES)?);
    let in_box: fn([f64; 4]) -> Shape = match kind {
        1.0 | 5.0 => Shape::Box,
        2.0 => ellipse,
        3.0 => diamond,
        0.0 | 4.0 => return Err("its mask is precise: GameMaker tests pixels, and no shape".to_owned()),
        _ => return Err(format!("its collisionKind is {kind}, which is unknown")),
    };
    let [left, top, right, bottom] = [0, 1, 2, 3].map(|edge| numbered(&EDGES[edge..=edge]));
    let edges = [left?, top?, right?, bottom?];
    let [left, top, right, bottom] = edges.each_ref().map(|(_, number)| *number);
    let (width, height) = (right - left + 1.0, bottom - top + 1.0);
    if width <= 0.0 || height <= 0.0 {
        return Err("its bounding box is empty".to_owned());
    }
    let size = frames.first().picture.size();
    let is_whole = [left, top, width, height] == [0.0, 0.0, size.width.into(), size.height.into()];
    if mode.1 == WHOLE && !is_whole {
        return Err("its bboxMode is the full image, and its bounding box is different".to_owned());
    }
    let edits = move |shape: &Shape| -> Result<Vec<ByteEdit>, String> {
        let ((left, top), (right, bottom)) = shape.placed(&Affine::IDENTITY).bounds();
        let new = [left, top, right - 1.0, bottom - 1.0];
        let is_of_kind = is_alike(&in_box([left, top, right - left, bottom - top]), shape);
        if !is_of_kind || new.iter().any(|edge| edge.fract() != 0.0) {
            return Err(format!("sprites of GameMaker have a bounding box of whole pixels, and no {shape}"));
        }
        let mut all: Vec<ByteEdit> = Vec::new();
        for ((range, _), edge) in edges.iter().zip(new) {
            all.extend(replaced(text, range.clone(), &[edge]).ok_or("its bounding box is not of numbers")?);
        }
        if !all.is_empty() {
            all.extend(replaced(text, mode.0.clone(), &[MANUAL]).ok_or("its mode is not a number")?);
        }
        Ok(all)
    };
    Ok(FixableShape {
        title,
        id: String::new(),
        frames,
        frame: 0,
        shared: all_frames(frames),
        shape: in_box([left, top, width, height]),
        others: Vec::new(),
        is_upright: false,
        in_box: Some(in_box).filter(|_| ![1.0, 5.0].contains(&kind)),
        is_terrain: false,
        edits: Box::new(edits),
    })
}

/// True for shapes of one kind.
fn is_alike(one: &Shape, other: &Shape) -> bool {
    match (one, other) {
        (Shape::Polygon(one), Shape::Polygon(other)) => one == other,
        _ => one.name() == other.name(),
    }
}

const fn ellipse([x, y, width, height]: [f64; 4]) -> Shape {
    let (rx, ry) = (width / 2.0, height / 2.0);
    Shape::Ellipse([x + rx, y + ry, rx, ry])
}

fn diamond([x, y, width, height]: [f64; 4]) -> Shape {
    let (rx, ry) = (width / 2.0, height / 2.0);
    Shape::Polygon(vec![[x + rx, y], [x + width, y + ry], [x + rx, y + height], [x, y + ry]])
}
