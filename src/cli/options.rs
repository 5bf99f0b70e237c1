//! Options that several commands share.

use std::path::Path;

use clap::{Args, value_parser};

use super::{CliError, at::At, choice::choice};
use crate::{
    choice::Choice,
    files::{Limits, load_frames, shown},
    geom::{Offset, Rounding},
    scan::Scan,
    scene::{SolidRule, Sprite},
};

/// Where B is.
#[derive(Debug, Args)]
pub(super) struct Placing {
    /// B's top left pixel seen from A's, as whole numbers or decimals; 0,0 where it is not given.
    #[arg(long, value_name = "X,Y", allow_hyphen_values = true)]
    pub(super) at: Option<At>,
    /// How decimals become pixels.
    #[arg(long, value_name = "RULE", value_parser = choice::<Rounding>(), default_value = Rounding::default().name())]
    rounding: Rounding,
}

impl Placing {
    /// B's offset in whole cells.
    pub(super) fn offset(&self) -> Result<Offset, CliError> {
        self.at.unwrap_or_default().round(self.rounding).map_err(CliError::Usage)
    }
}

/// How images are read and what is solid in them.
#[derive(Debug, Args)]
pub(super) struct Reading {
    /// Pixels of both images are solid where alpha is above this.
    #[arg(long, value_name = "0-255", default_value_t)]
    threshold: u8,
    /// The same for A alone.
    #[arg(long, value_name = "0-255")]
    threshold_a: Option<u8>,
    /// The same for B alone.
    #[arg(long, value_name = "0-255")]
    threshold_b: Option<u8>,
    #[command(flatten)]
    limits: LimitArgs,
}

impl Reading {
    /// The image at `path` as sprite A.
    pub(super) fn load_a(&self, path: &Path) -> Result<Sprite, CliError> {
        self.load(path, self.threshold_a)
    }

    /// The image at `path` as sprite B.
    pub(super) fn load_b(&self, path: &Path) -> Result<Sprite, CliError> {
        self.load(path, self.threshold_b)
    }

    /// What is solid in A and in B: where alpha is above these.
    pub(super) fn thresholds(&self) -> [u8; 2] {
        [self.threshold_a, self.threshold_b].map(|own| own.unwrap_or(self.threshold))
    }

    fn load(&self, path: &Path, threshold: Option<u8>) -> Result<Sprite, CliError> {
        // As the window reads it: of an animation, an atlas or a still image the first frame is tested.
        let frames = load_frames(path, &self.limits())?;
        let rule = SolidRule::above(threshold.unwrap_or(self.threshold));
        let mut sprite = Sprite::animated(shown(path), frames, rule);
        sprite.path = Some(path.to_owned());
        Ok(sprite)
    }

    /// How large images may be.
    pub(super) fn limits(&self) -> Limits {
        self.limits.limits()
    }
}

/// How large images may be.
#[derive(Debug, Args)]
pub(super) struct LimitArgs {
    /// The longest side of an image, in pixels.
    #[arg(long, value_name = "N", default_value_t = Limits::default().max_side)]
    max_side: u32,
    /// The most pixels of an image, all its frames together.
    // Tables count the pixels of a mask in 32 bits.
    #[arg(
        long,
        value_name = "N",
        default_value_t = Limits::default().max_pixels,
        value_parser = value_parser!(u64).range(..=u64::from(u32::MAX)),
    )]
    max_pixels: u64,
    /// The most bytes of an image file.
    #[arg(long, value_name = "N", default_value_t = Limits::default().max_bytes)]
    max_bytes: u64,
}

impl LimitArgs {
    pub(super) const fn limits(&self) -> Limits {
        Limits { max_side: self.max_side, max_pixels: self.max_pixels, max_bytes: self.max_bytes }
    }
}

/// Which scans.
#[derive(Debug, Args)]
pub(super) struct ScanArgs {
    /// A scan, as in rows, incremental:7px or sample:4; may be repeated. Without it: each with its defaults.
    #[arg(long = "scan", value_name = "NAME")]
    named: Vec<Scan>,
}

impl ScanArgs {
    /// True where scans are named.
    pub(super) const fn are_named(&self) -> bool {
        !self.named.is_empty()
    }

    /// The scans that are named.
    pub(super) fn named(&self) -> &[Scan] {
        &self.named
    }

    /// The scans that are asked for.
    pub(super) fn scans(&self) -> &[Scan] {
        if self.named.is_empty() { &Scan::ALL } else { &self.named }
    }
}
