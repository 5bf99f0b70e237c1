//! `mask`: the mask of an image, or the overlap of two, as a file.

use std::path::{Path, PathBuf};
use std::{borrow::Cow, io::Write};

use clap::Args;
use serde_json::{Value, json};
use strum::{EnumMessage, IntoStaticStr, VariantArray};

use crate::cli::CliError;
use crate::cli::args::{Placing, ReadingArgs, Replacing, choice, lay, read_scene, set_by_scenes};
use crate::cli::output::{answer, progress};
use crate::files::{FileError, FileFormat as _, MaskFormat, numbered, shown, write_series, write_whole};
use maskscope_core::geom::{Offset, Size};
use maskscope_core::mask::{self, Borders, Health, Islands};
use maskscope_core::{choice::Choice as _, scene::Sprite, words::thousands};

/// Write the mask of an image, or, with two images or a scene, the overlap of both masks, to a file.
#[derive(Debug, Args)]
pub(in crate::cli) struct MaskArgs {
    /// The image, or sprite A.
    #[arg(required_unless_present = "scene")]
    a: Option<PathBuf>,
    /// The image of sprite B: writes the overlap of both, as large as the overlap box.
    b: Option<PathBuf>,
    /// A scene file instead of images: its sprites on the world's grid.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["a", "b", "all_frames"])]
    #[arg(conflicts_with_all = set_by_scenes())]
    scene: Option<PathBuf>,
    /// Mask of the scene; by default the overlap.
    #[arg(long, value_name = "WHICH", value_parser = choice::<Of>())]
    of: Option<Of>,
    /// The file to write; its extension decides the format. A single - is standard output, and needs --format.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Format, instead of that of the extension.
    #[arg(long, value_name = "NAME", value_parser = choice::<MaskFormat>())]
    format: Option<MaskFormat>,
    /// Write the masks of all frames, one file each: the frame number, padded to the width of the last, goes before the
    /// extension.
    #[arg(long, conflicts_with_all = ["b", "frame", "frame_a", "frame_b"])]
    all_frames: bool,
    /// Exchange solid and clear pixels.
    #[arg(long, conflicts_with_all = ["inverted", "inverted_a"])]
    invert: bool,
    #[command(flatten)]
    replacing: Replacing,
    #[command(flatten)]
    placing: Placing,
    #[command(flatten)]
    reading: ReadingArgs,
    /// Answer as JSON.
    #[arg(long)]
    json: bool,
}

/// A mask of a scene.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, VariantArray, IntoStaticStr, EnumMessage)]
#[strum(serialize_all = "kebab-case")]
enum Of {
    /// Mask of A, turned, scaled and nested as in the scene.
    A,
    /// Mask of B.
    B,
    /// The overlap, as large as the overlap box.
    #[default]
    Overlap,
}

impl MaskArgs {
    pub(in crate::cli) fn run(&self, out: &mut dyn Write) -> Result<(), CliError> {
        let format = self.format.map_or_else(|| MaskFormat::of_path(&self.output), Ok);
        let format = format.map_err(|error| CliError::Usage(format!("{}: {error}", shown(&self.output))))?;
        if self.output == Path::new("-") {
            if self.json || self.all_frames {
                let why = "-o -: standard output takes one mask, without --json and --all-frames";
                return Err(CliError::Usage(why.to_owned()));
            }
            return out.write_all(&self.encoded(format, Path::new("mask"), &self.mask()?)?).map_err(CliError::Output);
        }
        if self.all_frames {
            let masks = self.a()?.frame_masks();
            let files: Vec<_> = numbered(&self.output, masks.len()).zip(masks).collect();
            files.iter().try_for_each(|(path, _)| self.replacing.spare(path))?;
            // All are encoded before the first is written: a format that cannot hold one writes none.
            let encoded = |(path, mask): &(PathBuf, mask::Mask)| {
                self.encoded(format, path, mask).map(|bytes| (path.clone(), bytes))
            };
            let encoded: Vec<_> = progress::through("mask", "frames", &files).map(encoded).collect::<Result<_, _>>()?;
            progress::begin("mask: writing");
            write_series(&encoded)?;
            let files = progress::through("mask: looking for gaps", "frames", &files);
            let written = files.map(|(path, mask)| written(path, format, &self.inverted(mask)));
            let (files, lines): (Vec<_>, String) = written.unzip();
            return answer(out, self.json, (&json!({ "files": files }), &lines));
        }
        let mask = self.mask()?;
        self.replacing.spare(&self.output)?;
        progress::begin("mask: writing");
        write_whole(&self.output, &self.encoded(format, &self.output, &mask)?)?;
        let (json, line) = written(&self.output, format, &self.inverted(&mask));
        answer(out, self.json, (&json, &line))
    }

    fn encoded(&self, format: MaskFormat, path: &Path, mask: &mask::Mask) -> Result<Vec<u8>, FileError> {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        format.encode(&self.inverted(mask), &name).map_err(|reason| reason.at(path))
    }

    fn inverted<'a>(&self, mask: &'a mask::Mask) -> Cow<'a, mask::Mask> {
        if self.invert { Cow::Owned(!mask) } else { Cow::Borrowed(mask) }
    }

    /// The requested mask, before it is inverted.
    fn mask(&self) -> Result<mask::Mask, CliError> {
        if self.of.is_some() && self.scene.is_none() {
            return Err(CliError::Usage("--of names a mask of a scene: it needs --scene".to_owned()));
        }
        if let Some(path) = &self.scene {
            let laid = lay(&read_scene(path, &self.reading.limits())?, [path; 2])?;
            let [a, b] = [&laid.a, &laid.b].map(|posed| posed.raster.mask().mask());
            return Ok(match self.of.unwrap_or_default() {
                Of::A => a.clone(),
                Of::B => b.clone(),
                Of::Overlap => overlap(a, b, laid.offset),
            });
        }
        let a = self.a()?;
        let Some(b) = &self.b else { return Ok(a.mask().mask().clone()) };
        let b = self.reading.load(b, 1)?;
        Ok(overlap(a.mask().mask(), b.mask().mask(), self.placing.offset()?))
    }

    /// The image, or sprite A.
    fn a(&self) -> Result<Sprite, CliError> {
        if self.b.is_none() {
            if self.placing.at.is_some() {
                return Err(CliError::Usage("--at places B: it needs two images".to_owned()));
            }
            self.reading.check_without_b()?;
        }
        let path = self.a.as_ref().ok_or_else(|| CliError::Usage("give an image, or --scene".to_owned()))?;
        self.reading.load(path, 0)
    }
}

/// The overlap of `a` and `b`, whose top left is at `offset` relative to A's; empty if their boxes do not overlap.
fn overlap(a: &mask::Mask, b: &mask::Mask, offset: Offset) -> mask::Mask {
    a.overlap_mask(b, offset).unwrap_or_else(|| mask::Mask::new(Size::default()))
}

/// A written file, as JSON and as a line for people.
fn written(path: &Path, format: MaskFormat, mask: &mask::Mask) -> (Value, String) {
    let (name, size, set_bits) = (format.name(), mask.size(), mask.count());
    let json = json!({
        "path": path.to_string_lossy(),
        "format": name,
        "width": size.width,
        "height": size.height,
        "set_bits": set_bits,
        "health": health(mask),
    });
    (json, format!("{}  {name}  {size}, {} px solid\n", shown(path), thousands(set_bits)))
}

/// Possible faults of a mask: the borders it touches, its groups of solid and of clear pixels, and the number of thin
/// ones.
fn health(mask: &mask::Mask) -> Value {
    let Some(Health { borders, islands, holes, thin, .. }) = Health::of(mask, &|| false) else { return Value::Null };
    let Borders { left, top, right, bottom } = borders;
    let Islands { count, smallest, largest, single } = islands;
    json!({
        "borders": { "left": left, "top": top, "right": right, "bottom": bottom },
        "islands": { "count": count, "smallest": smallest, "largest": largest, "single": single },
        "holes": holes,
        "thin": thin,
    })
}
