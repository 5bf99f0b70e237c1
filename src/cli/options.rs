//! Options that several commands share.

use std::path::Path;

use clap::{Args, value_parser};

use super::{CliError, at::At, choice::choice};
use crate::{
    choice::Choice,
    files::{FileError, Limits, load_frames, shown, spare_inputs},
    geom::{Offset, Rounding},
    scan::Scan,
    scene::{Shown, SolidRule, Sprite},
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
    /// The frame of both images: its number from 0, its name in the atlas, as in walk, or walk:2 with the index of libGDX, a tag
    /// of Aseprite, whose first frame it is, or merged: all frames as one.
    #[arg(long, value_name = "N|NAME")]
    frame: Option<String>,
    /// The same for A alone.
    #[arg(long, value_name = "N|NAME")]
    frame_a: Option<String>,
    /// The same for B alone.
    #[arg(long, value_name = "N|NAME")]
    frame_b: Option<String>,
    #[command(flatten)]
    limits: LimitArgs,
}

impl Reading {
    /// The image at `path` as sprite A.
    pub(super) fn load_a(&self, path: &Path) -> Result<Sprite, CliError> {
        self.load(path, self.threshold_a, ("--frame-a", &self.frame_a))
    }

    /// The image at `path` as sprite B.
    pub(super) fn load_b(&self, path: &Path) -> Result<Sprite, CliError> {
        self.load(path, self.threshold_b, ("--frame-b", &self.frame_b))
    }

    /// What is solid in A and in B: where alpha is above these.
    pub(super) fn thresholds(&self) -> [u8; 2] {
        [self.threshold_a, self.threshold_b].map(|own| own.unwrap_or(self.threshold))
    }

    fn load(
        &self,
        path: &Path,
        threshold: Option<u8>,
        (option, frame): (&str, &Option<String>),
    ) -> Result<Sprite, CliError> {
        // As the window reads it: of an animation, an atlas or a still image the first frame is tested.
        let frames = load_frames(path, &self.limits())?;
        let rule = SolidRule::above(threshold.unwrap_or(self.threshold));
        let mut sprite = Sprite::animated(shown(path), frames, rule);
        sprite.path = Some(path.to_owned());
        let named = frame.as_ref().map(|frame| (option, frame)).or(self.frame.as_ref().map(|frame| ("--frame", frame)));
        if let Some((option, frame)) = named {
            let refused = |why| CliError::Usage(format!("{option} {frame}: {why}"));
            sprite.show(frame_of(&sprite, frame).map_err(refused)?);
        }
        Ok(sprite)
    }

    /// How large images may be.
    pub(super) fn limits(&self) -> Limits {
        self.limits.limits()
    }
}

/// The frame that `text` stands for: a number, or a name.
fn frame_of(sprite: &Sprite, text: &str) -> Result<Shown, String> {
    // 007 may be a name.
    let number = text.parse::<usize>().ok().filter(|number| number.to_string() == text);
    let last = sprite.frames().all().len() - 1;
    match (number, sprite.frames().named(text)) {
        (Some(number), _) if number <= last => Ok(Shown::Frame(number)),
        (_, Ok(shown)) => Ok(shown),
        (Some(_), _) => Err(format!("the last frame of {} is {last}", sprite.name)),
        (None, Err(unknown)) => Err(format!("{} {unknown}", sprite.name)),
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

/// What becomes of an output that is an input, too.
#[derive(Debug, Args)]
pub(super) struct Replacing {
    /// Write the output even over a file that this command reads.
    #[arg(long)]
    force: bool,
}

impl Replacing {
    /// Refuses the output `path` where the command has read that file before, unless that is what is asked for.
    pub(super) fn check(&self, path: &Path) -> Result<(), FileError> {
        if self.force { Ok(()) } else { spare_inputs(path) }
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
