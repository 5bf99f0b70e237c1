//! Options of several commands.

use std::path::Path;

use clap::{Args, value_parser};

use super::{CliError, at::At, choice::choice};
use crate::files::{FileError, Limits, check_target, spare_inputs};
use crate::geom::{Offset, Rounding};
use crate::{choice::Choice, scan::Scan};

/// Position of B.
#[derive(Debug, Args)]
pub(super) struct Placing {
    /// Position of B's top left pixel relative to A's, as whole numbers or decimals; 0,0 by default.
    #[arg(long, value_name = "X,Y", allow_hyphen_values = true)]
    pub(super) at: Option<At>,
    /// Rounding of decimals to pixels.
    #[arg(long, value_name = "RULE", value_parser = choice::<Rounding>(), default_value = Rounding::default().name())]
    rounding: Rounding,
}

impl Placing {
    /// B's offset in whole cells.
    pub(super) fn offset(&self) -> Result<Offset, CliError> {
        self.at.unwrap_or_default().round(self.rounding).map_err(CliError::Usage)
    }
}

/// The heading of the options about images in the help.
pub(super) const IMAGES: &str = "Images";

/// Limits for images.
#[derive(Debug, Args)]
pub(super) struct LimitArgs {
    /// The longest side of an image, in pixels.
    #[arg(long, help_heading = IMAGES, value_name = "N", default_value_t = Limits::default().max_side)]
    max_side: u32,
    /// The most pixels of an image, with all its frames.
    // Tables count the pixels of a mask in 32 bits.
    #[arg(
        long,
        help_heading = IMAGES,
        value_name = "N",
        default_value_t = Limits::default().max_pixels,
        value_parser = value_parser!(u64).range(..=u64::from(u32::MAX)),
    )]
    max_pixels: u64,
    /// The most bytes of an image file.
    #[arg(long, help_heading = IMAGES, value_name = "N", default_value_t = Limits::default().max_bytes)]
    max_bytes: u64,
}

impl LimitArgs {
    pub(super) const fn limits(&self) -> Limits {
        Limits { max_side: self.max_side, max_pixels: self.max_pixels, max_bytes: self.max_bytes }
    }
}

/// Treatment of an output that is an input, too.
#[derive(Debug, Args)]
pub(super) struct Replacing {
    /// Write the output even over a file that this command reads.
    #[arg(long, requires = "output")]
    force: bool,
}

impl Replacing {
    /// Refuses the output `path` as [`Replacing::spare`] does, and if nothing can be written there: checked before long
    /// work.
    pub(super) fn check(&self, path: &Path) -> Result<(), FileError> {
        check_target(path)?;
        self.spare(path)
    }

    /// Refuses the output `path` if the command has read that file before, unless `--force` is given.
    pub(super) fn spare(&self, path: &Path) -> Result<(), FileError> {
        if self.force { Ok(()) } else { spare_inputs(path) }
    }
}

/// Scans to run.
#[derive(Debug, Args)]
pub(super) struct ScanArgs {
    /// A scan, as in rows, incremental:7px or sample:4; may be repeated. By default: each strategy with its defaults.
    #[arg(long = "scan", value_name = "NAME")]
    named: Vec<Scan>,
}

impl ScanArgs {
    /// True if scans are named.
    pub(super) const fn are_named(&self) -> bool {
        !self.named.is_empty()
    }

    /// The named scans.
    pub(super) fn named(&self) -> &[Scan] {
        &self.named
    }

    /// The requested scans.
    pub(super) fn scans(&self) -> &[Scan] {
        if self.named.is_empty() { &Scan::ALL } else { &self.named }
    }
}
