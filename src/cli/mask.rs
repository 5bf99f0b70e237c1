use std::{fmt, io::Write, path::PathBuf};

use clap::Args;
use serde::Serialize;

use super::{
    CliError, answer,
    options::{Placing, Reading},
};
use crate::{
    files::{MaskFormat, shown, write_whole},
    geom::Size,
    mask,
    words::thousands,
};

/// Write the mask of an image, or, with two images, the overlap of both masks, to a file.
#[derive(Debug, Args)]
pub(super) struct Mask {
    /// The image, or sprite A.
    a: PathBuf,
    /// The image of sprite B: then the overlap of both is written, as large as their boxes' overlap.
    b: Option<PathBuf>,
    /// The file to write; its extension tells the format.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// The format: png, pbm, pbm-ascii, txt, json or u32; or code: c, rs, js, py, gd or agc.
    #[arg(long, value_name = "NAME")]
    format: Option<MaskFormat>,
    /// Write solid pixels as clear and clear ones as solid.
    #[arg(long)]
    invert: bool,
    #[command(flatten)]
    placing: Placing,
    #[command(flatten)]
    reading: Reading,
    /// Answer as JSON.
    #[arg(long)]
    json: bool,
}

impl Mask {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<(), CliError> {
        let format = self.format.map_or_else(|| MaskFormat::of_path(&self.output), Ok);
        let format = format.map_err(|error| CliError::Usage(format!("{}: {error}", shown(&self.output))))?;
        let mask = self.mask()?;
        let name = self.output.file_stem().unwrap_or_default().to_string_lossy();
        let bytes = format.encode(&mask, &name).map_err(|reason| reason.at(&self.output))?;
        write_whole(&self.output, &bytes)?;
        answer(out, self.json, &Written::new(self, format, &mask))
    }

    /// The mask that is asked for.
    fn mask(&self) -> Result<mask::Mask, CliError> {
        if self.b.is_none() && self.placing.at.is_some() {
            return Err(CliError::Usage("--at places B: it needs two images".to_owned()));
        }
        let offset = self.placing.offset()?;
        let a = self.reading.load_a(&self.a)?;
        let mask = match &self.b {
            None => a.mask().mask().clone(),
            Some(b) => {
                let b = self.reading.load_b(b)?;
                let overlap = a.mask().mask().overlap(b.mask().mask(), offset);
                overlap.unwrap_or_else(|| mask::Mask::new(Size::default()))
            }
        };
        Ok(if self.invert { mask.inverted() } else { mask })
    }
}

/// What was written.
#[derive(Debug, Serialize)]
struct Written {
    path: String,
    format: &'static str,
    width: u32,
    height: u32,
    set_bits: u64,
    /// The path as text for people.
    #[serde(skip)]
    name: String,
}

impl Written {
    fn new(asked: &Mask, format: MaskFormat, mask: &mask::Mask) -> Self {
        Self {
            path: asked.output.to_string_lossy().into_owned(),
            format: format.name(),
            width: mask.width(),
            height: mask.height(),
            set_bits: mask.count(),
            name: shown(&asked.output),
        }
    }
}

impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = Size::new(self.width, self.height);
        let solid = thousands(self.set_bits);
        writeln!(f, "{}  {}  {size}, {solid} px solid", self.name, self.format)
    }
}
