//! [`fix_hitbox`]: a file is read, its shape judged, a better one written into it, and read back before it gets to the disk.

use std::path::{Path, PathBuf};

use super::edits::{ByteEdit, are_others_equal, changed_lines, diff, edited};
use super::format::{FixFormat, FixSource, FixableShape};
use super::judge::{FixRequest, FixedShape, JudgedShape, judged};
use super::list::format_of;
use super::undo::UndoCopies;
use crate::files::atlas::PairedSprite;
use crate::files::audit::{HitboxRole, ROLES, RoleRules};
use crate::files::disk::{absolute, is_file, is_link, read_whole, write_whole};
use crate::files::reading::without_mark;
use crate::files::{FileError, Limits, Reason, Seen, shown};
use maskscope_core::shape::{Hitbox, Part, Shape};

/// A judged hitbox of a file, and what was written.
#[derive(Clone, Debug)]
pub struct FixAnswer {
    /// The file.
    pub file: PathBuf,
    /// The name of the hitbox.
    pub hitbox: String,
    /// True if the file was written.
    pub is_written: bool,
    /// The shape that it had.
    pub before: FixedShape,
    /// The better one; `None` if there is no better one, as far as was searched.
    pub after: Option<FixedShape>,
    /// True if no shape of its kind is better than the best of these.
    pub is_best: bool,
    /// Solid pixels of the frames to which it was fitted.
    pub solid: u64,
    /// The frame in whose pixels the shapes are, from 0.
    pub frame: usize,
    /// The number of these frames, and of all that share the shape.
    pub frames: (usize, usize),
    /// The numbers of the lines that differ, from 1.
    pub lines: Vec<usize>,
    /// The difference, as `diff -u` shows it; empty without a better shape.
    pub diff: String,
}

/// The distance within which a shape that is read back is the one that was written, in pixels.
const NEAR: f64 = 0.01;

/// Writes a better shape into the file `path`, in place of the one called `name`, which may be empty for the only one.
///
/// Nothing is written if no better shape was found, and if the request says so.
///
/// # Errors
/// If the file cannot be read or written, if it is in no format whose shapes are written, if it has no such shape, if its numbers
/// are not those of the picture, or if the shape may be small on purpose.
pub fn fix_hitbox(path: &Path, name: &str, request: &FixRequest) -> Result<FixAnswer, FileError> {
    let refused = |why: String| Reason::Refused(why).at(path);
    if is_link(path) {
        return Err(refused("it is a symbolic link, and only a file itself is written".to_owned()));
    }
    let (seen, limits) = (Seen::default(), Limits::default());
    seen.note(path);
    let bytes = read_whole(path, &limits)?;
    if is_aseprite(&bytes) {
        let why = "it is a binary file of Aseprite, which is not written: fit shows the numbers for its slice";
        return Err(refused(why.to_owned()));
    }
    let text = str::from_utf8(without_mark(&bytes)).ok();
    let known = text.and_then(|text| Some((text, format_of(text, path)?)));
    let Some((text, format)) = known else {
        let why = "it is not a file whose hitboxes are written: scenes of Godot, sprites of GameMaker, .meta files of Unity \
            and tile sets of Tiled are";
        return Err(refused(why.to_owned()));
    };
    let file = FixedFile { path, format, name, mark: &bytes[..bytes.len() - text.len()], limits };
    let sprites = (format.read)(&bytes, path, &limits)?;
    let found = file.found(text, &sprites).map_err(refused)?;
    if !is_read(&found) {
        return Err(refused("its hitbox is read in another way than it is written".to_owned()));
    }
    let request = FixRequest {
        role: request.role.map_or_else(|| said_role(path, &found.id), |role| Ok(Some(role)))?,
        ..*request
    };
    let JudgedShape { before, after, is_best, solid, frames } = judged(&found, &request).map_err(refused)?;
    let mut answer = FixAnswer {
        file: path.to_owned(),
        hitbox: found.title.clone(),
        is_written: false,
        before,
        after: None,
        is_best,
        solid,
        frame: found.frame,
        frames: (frames, found.shared.len()),
        lines: Vec::new(),
        diff: String::new(),
    };
    let Some(after) = after else { return Ok(answer) };
    let edits = (found.edits)(&after.shape).map_err(refused)?;
    if edits.is_empty() {
        return Ok(answer);
    }
    let new = file.written(text, &edits, &found, &after.shape)?;
    let written = [file.mark, new.as_bytes()].concat();
    (answer.lines, answer.diff) = (changed_lines(text, &new), diff(&shown(path), text, &new));
    answer.after = Some(after);
    if !request.is_dry {
        let copies = UndoCopies::of(path);
        let number = copies.keep(&bytes, &written)?;
        seen.guard(|| write_whole(path, &written)).map_err(|error| {
            copies.forget(number);
            match error.reason {
                Reason::Changed(_) => refused("it has changed since it was read".to_owned()),
                _ => error,
            }
        })?;
        answer.is_written = true;
    }
    Ok(answer)
}

/// A file that is changed.
struct FixedFile<'a> {
    path: &'a Path,
    format: &'static FixFormat,
    /// The name of the shape.
    name: &'a str,
    /// The bytes in front of its text.
    mark: &'a [u8],
    limits: Limits,
}

impl FixedFile<'_> {
    fn found<'b>(&self, text: &'b str, sprites: &'b [PairedSprite]) -> Result<FixableShape<'b>, String>
    where
        Self: 'b,
    {
        let Self { path, name, .. } = *self;
        (self.format.find)(&FixSource { text, path, sprites, name })
    }

    /// The text with its edits, once it has been read back: it has the shape, and every other byte and shape as before.
    fn written(
        &self,
        text: &str,
        edits: &[ByteEdit],
        found: &FixableShape<'_>,
        shape: &Shape,
    ) -> Result<String, FileError> {
        let refused = |why: &str| Reason::Refused(format!("nothing was written: {why}")).at(self.path);
        let new = edited(text, edits).filter(|new| are_others_equal(text, new, edits));
        let new = new.ok_or_else(|| refused("other bytes would have changed"))?;
        let read = (self.format.read)(&[self.mark, new.as_bytes()].concat(), self.path, &self.limits)?;
        let again = self.found(&new, &read).map_err(|why| refused(&format!("read back, {why}")))?;
        let is_same = again.frames.all().len() == found.frames.all().len() && again.frame == found.frame;
        let has_others = again.others == found.others && again.title == found.title;
        if !is_same || !has_others || !is_near(&again.shape, shape) || !is_read(&again) {
            return Err(refused("its shape was read back as another one"));
        }
        drop(again);
        Ok(new)
    }
}

/// The role of the hitbox `id` of the file `path` in the nearest `maskscope.toml` above it; `None` if it says nothing.
fn said_role(path: &Path, id: &str) -> Result<Option<HitboxRole>, FileError> {
    let full = absolute(path).unwrap_or_else(|| path.to_owned());
    let Some(folder) = full.ancestors().skip(1).find(|folder| is_file(&folder.join(ROLES))) else { return Ok(None) };
    let inner = full.strip_prefix(folder).unwrap_or(&full).iter();
    let inner: Vec<_> = inner.map(|name| name.to_string_lossy()).collect();
    Ok(RoleRules::of(folder)?.role(&inner.join("/"), id).map(|(role, _)| role))
}

/// True if the ordinary reader finds a shape in its frame.
fn is_read(FixableShape { shape, frame, frames, .. }: &FixableShape<'_>) -> bool {
    let hitboxes = frames.offers.hitboxes.iter();
    let hitboxes = hitboxes.filter_map(|offered| offered.frames.get(frame).or(offered.otherwise.as_ref()));
    let mut parts = hitboxes.flat_map(Hitbox::parts);
    parts.any(|part| matches!(part, Part::Shape(other) if is_near(shape, other)))
}

/// True for shapes whose numbers are equal but for rounding; a circle may be an ellipse.
fn is_near(one: &Shape, other: &Shape) -> bool {
    let numbers = |shape: &Shape| match shape {
        Shape::Box(all) => all.to_vec(),
        Shape::Circle([x, y, radius]) => vec![*x, *y, *radius, *radius],
        Shape::Ellipse(all) => all.to_vec(),
        &Shape::Capsule([x1, y1, x2, y2, radius]) => {
            let (from, to) = if (y1, x1) <= (y2, x2) { ((x1, y1), (x2, y2)) } else { ((x2, y2), (x1, y1)) };
            vec![from.0, from.1, to.0, to.1, radius]
        }
        Shape::Polygon(corners) => corners.as_flattened().to_vec(),
    };
    let (one, other) = (numbers(one), numbers(other));
    one.len() == other.len() && one.iter().zip(&other).all(|(one, other)| (one - other).abs() <= NEAR)
}

fn is_aseprite(bytes: &[u8]) -> bool {
    bytes.get(4..6) == Some(&[0xe0, 0xa5][..])
}
