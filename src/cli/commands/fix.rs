//! `fix`: a better hitbox, written into the file of a game.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::{Value, json};

use crate::cli::CliError;
use crate::cli::args::{choice, suggested};
use crate::cli::output::{answer, joined, progress, write_json, write_text};
use crate::files::{
    FileError, FixAnswer, FixRequest, FixedShape, HitboxRole, Reason, Undone, fix_hitbox, is_file, shown, undo_fix,
};
use maskscope_core::shape::fit::Form;
use maskscope_core::words::{plural, printable, thousands};

/// Write a better hitbox into the file of a game, in place of the numbers that are there.
///
/// Reads scenes of Godot, sprites of GameMaker, .meta files of Unity and tile sets of Tiled. The shape keeps its kind,
/// and at most its number of corners; only its numbers change, and a copy of the file stays in .maskscope/undo. A file
/// is refused if its numbers are not those of its picture, such as those of a turned node. A better shape covers fewer
/// clear pixels and leaves out fewer solid ones, or differs in the pixels that count in its role.
#[derive(Debug, Args)]
pub(in crate::cli) struct FixArgs {
    /// The file; FILE:NAME for one of several hitboxes in it: a body or a node of Godot, a sprite of Unity, TILE/OBJECT
    /// of Tiled. FILE#ID as audit lists it is the same.
    #[arg(value_name = "FILE[:NAME]")]
    file: PathBuf,
    /// Shape: box, circle, ellipse, capsule, or polygon of at most 8 corners; polygon:12 for another number; as far as
    /// the file can hold it. By default, the kind that it has.
    #[arg(long = "as", value_name = "SHAPE", value_parser = suggested::<Form>(["box", "circle", "ellipse", "capsule", "polygon"]), hide_possible_values = true)]
    form: Option<Form>,
    /// Fit one shape to all frames that share it, instead of the one that the file shows.
    #[arg(long)]
    all_frames: bool,
    /// Purpose of the hitbox. Without it, and without one in maskscope.toml, a shape that covers no clear pixel is
    /// refused: it may be small on purpose.
    #[arg(long, value_name = "ROLE", value_parser = choice::<HitboxRole>())]
    role: Option<HitboxRole>,
    /// Write nothing, and show the difference.
    #[arg(long)]
    dry_run: bool,
    /// Undo the last change of the file by this command, unless the file has changed since.
    #[arg(long, conflicts_with_all = ["form", "all_frames", "role", "dry_run"])]
    undo: bool,
    /// Answer as JSON.
    #[arg(long)]
    json: bool,
}

impl FixArgs {
    pub(in crate::cli) fn run(&self, out: &mut dyn Write) -> Result<(), CliError> {
        let (file, name) = file_and_name(&self.file);
        progress::begin("fix");
        if self.undo {
            if !name.is_empty() {
                return Err(CliError::Usage("--undo takes back a change of a file: name no hitbox".to_owned()));
            }
            let undone = undo_fix(&file).or_else(|error| self.refused(out, &file, &name, error))?;
            return answer(out, self.json, (&undone_json(&file, &undone), &undone_text(&file, &undone)));
        }
        let request =
            FixRequest { form: self.form, is_of_all_frames: self.all_frames, role: self.role, is_dry: self.dry_run };
        let fixed = fix_hitbox(&file, &name, &request).or_else(|error| self.refused(out, &file, &name, error))?;
        if self.json {
            return write_json(out, &fixed_json(&fixed));
        }
        if self.dry_run && fixed.after.is_some() {
            // Its numbers are those of the file.
            return write!(out, "{}", fixed.diff).map_err(CliError::Output);
        }
        write_text(out, &fixed_text(&fixed))
    }

    /// The error, after the JSON about what is refused.
    fn refused<T>(&self, out: &mut dyn Write, file: &Path, name: &str, error: FileError) -> Result<T, CliError> {
        if let (true, Reason::Refused(why)) = (self.json, &error.reason) {
            let hitbox = (!name.is_empty()).then_some(name);
            let refused = json!({ "written": false, "before": null, "after": null, "lines": [], "refused": why });
            write_json(out, &joined([json!({ "file": shown(file), "hitbox": hitbox }), refused]))?;
        }
        Err(error.into())
    }
}

/// The file, and the name of a hitbox in it: what stands behind the first colon or `#` that follows the name of a
/// file.
fn file_and_name(typed: &Path) -> (PathBuf, String) {
    let whole = || (typed.to_owned(), String::new());
    let Some(text) = typed.to_str().filter(|_| !is_file(typed)) else { return whole() };
    let mut named = text.match_indices([':', '#']).map(|(at, _)| (&text[..at], &text[at + 1..]));
    let found = named.find(|(file, _)| is_file(Path::new(file)));
    found.map_or_else(whole, |(file, name)| (file.into(), name.to_owned()))
}

fn shape_json(shape: &FixedShape) -> Value {
    json!({ "shape": shape.shape, "covered": shape.counts.covered, "left_out": shape.counts.left_out })
}

fn fixed_json(fixed: &FixAnswer) -> Value {
    json!({
        "file": shown(&fixed.file),
        "hitbox": fixed.hitbox,
        "written": fixed.is_written,
        "before": shape_json(&fixed.before),
        "after": fixed.after.as_ref().map(shape_json),
        "lines": fixed.lines,
        "refused": null,
    })
}

fn undone_json(file: &Path, undone: &Undone) -> Value {
    json!({
        "file": shown(file),
        "hitbox": null,
        "written": true,
        "before": null,
        "after": null,
        "lines": undone.lines,
        "refused": null,
    })
}

fn undone_text(file: &Path, undone: &Undone) -> String {
    let left = plural(undone.left as u64, "earlier change");
    format!("{}  undone: {}; {left} can be undone\n", shown(file), lines(&undone.lines))
}

fn fixed_text(fixed: &FixAnswer) -> String {
    let FixAnswer { before, after, .. } = fixed;
    let about = format!("{}  {}", shown(&fixed.file), printable(&fixed.hitbox));
    let frames = match fixed.frames {
        (_, 1) => String::new(),
        (1, all) => format!("; fitted to one of {all} frames, --all-frames fits all of them"),
        (count, _) => format!("; in all {count} frames together"),
    };
    let kind = before.shape.name();
    let Some(after) = after else {
        let words =
            if fixed.is_best { format!("already the best {kind}") } else { format!("no better {kind} was found") };
        return format!("{about}: {words}: {} px wrong{frames}\n", thousands(before.wrong));
    };
    let [covered, left_out, was_covered, was_left_out, solid] =
        [after.counts.covered, after.counts.left_out, before.counts.covered, before.counts.left_out, fixed.solid]
            .map(thousands);
    let certainty = if fixed.is_best { "; none is better" } else { "; another may be better" };
    format!(
        "{about}: {} → {}\n\
         covers {covered} clear px (before: {was_covered}), leaves out {left_out} of {solid} solid px (before: \
         {was_left_out}){certainty}{frames}\n\
         written: {}; --undo takes it back\n\
         an editor that has the file open may write its own copy back: reload it there\n",
        before.shape,
        after.shape,
        lines(&fixed.lines)
    )
}

/// `line 7`, `lines 7, 12`.
fn lines(numbers: &[usize]) -> String {
    let listed = numbers.iter().map(usize::to_string).collect::<Vec<_>>().join(", ");
    format!("line{} {listed}", if numbers.len() == 1 { "" } else { "s" })
}
