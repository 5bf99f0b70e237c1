//! Options for images and their solid pixels, which scenes set in their own fields.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Arg, Args, Command, Id};

use super::options::{GridArg, IMAGES, LimitArgs, Placing, whole};
use crate::cli::{CliError, output::progress};
use crate::files::{
    FileError, Limits, load_frames_on, load_layers, load_mask_image, load_scene, load_series, numbered_files,
    read_frames, sample_frames, shown,
};
use maskscope_core::scene::{ColorKey, Frames, Grid, LayerNameError, Scene, Shown, SolidRule, SolidSource, Sprite};

/// Options that contradict a scene, which sets them itself: all but the limits.
pub(in crate::cli) fn set_by_scenes() -> Vec<Id> {
    let options = ReadingArgs::augment_args(Placing::augment_args(Command::default()));
    options.get_arguments().map(Arg::get_id).filter(|id| !id.as_str().starts_with("max_")).cloned().collect()
}

/// Options for images and their solid pixels. An option for A or B alone replaces that for both.
#[derive(Debug, Args)]
pub(in crate::cli) struct ReadingArgs {
    /// Pixels of both images are solid if alpha is above this.
    #[arg(long, allow_negative_numbers = true, help_heading = IMAGES, value_name = "0-255", default_value_t = SolidRule::default().threshold, value_parser = whole(0..=u8::MAX))]
    threshold: u8,
    /// Same, for A only.
    #[arg(long, allow_negative_numbers = true, help_heading = IMAGES, value_name = "0-255", value_parser = whole(0..=u8::MAX))]
    threshold_a: Option<u8>,
    /// Same, for B only.
    #[arg(long, allow_negative_numbers = true, help_heading = IMAGES, value_name = "0-255", value_parser = whole(0..=u8::MAX))]
    threshold_b: Option<u8>,
    /// The clear colour of both images, as in '#ff00ff'; '#ff00ff:5' with a tolerance of 5 in each channel.
    #[arg(long, help_heading = IMAGES, value_name = "#RRGGBB[:TOLERANCE]", conflicts_with = "mask_image")]
    key: Option<ColorKey>,
    /// Same, for A only.
    #[arg(long, help_heading = IMAGES, value_name = "#RRGGBB[:TOLERANCE]", conflicts_with = "mask_image_a")]
    key_a: Option<ColorKey>,
    /// Same, for B only.
    #[arg(long, help_heading = IMAGES, value_name = "#RRGGBB[:TOLERANCE]", conflicts_with = "mask_image_b")]
    key_b: Option<ColorKey>,
    /// The image of the solid pixels of both: those with its alpha, or without alpha its brightness, above the
    /// threshold. It is as large as the image, or as the sheet that the image's frames are cut from.
    #[arg(long, help_heading = IMAGES, value_name = "FILE")]
    mask_image: Option<PathBuf>,
    /// Same, for A only.
    #[arg(long, help_heading = IMAGES, value_name = "FILE")]
    mask_image_a: Option<PathBuf>,
    /// Same, for B only.
    #[arg(long, help_heading = IMAGES, value_name = "FILE")]
    mask_image_b: Option<PathBuf>,
    /// Exchange solid and clear in both images.
    #[arg(long, help_heading = IMAGES)]
    inverted: bool,
    /// Same, for A only.
    #[arg(long, help_heading = IMAGES)]
    inverted_a: bool,
    /// Same, for B only.
    #[arg(long, help_heading = IMAGES)]
    inverted_b: bool,
    /// The frame of both images: N (from 0), an atlas name (walk, or walk:2 in libGDX), an Aseprite tag (its first frame), or
    /// merged (all frames as one).
    #[arg(long, help_heading = IMAGES, value_name = "N|NAME")]
    frame: Option<String>,
    /// Same, for A only.
    #[arg(long, help_heading = IMAGES, value_name = "N|NAME")]
    frame_a: Option<String>,
    /// Same, for B only.
    #[arg(long, help_heading = IMAGES, value_name = "N|NAME")]
    frame_b: Option<String>,
    /// The sheet of both atlases, in place of one that is missing. An image named like the atlas is found without this.
    #[arg(long, help_heading = IMAGES, value_name = "FILE")]
    sheet: Option<PathBuf>,
    /// Same, for A only.
    #[arg(long, help_heading = IMAGES, value_name = "FILE")]
    sheet_a: Option<PathBuf>,
    /// Same, for B only.
    #[arg(long, help_heading = IMAGES, value_name = "FILE")]
    sheet_b: Option<PathBuf>,
    /// Cut both images into frames of this size in pixels, row by row, with a margin around and a spacing between them.
    #[arg(long, help_heading = IMAGES, value_name = "WxH[:MARGIN[:SPACING]]")]
    grid: Option<GridArg>,
    /// Same, for A only.
    #[arg(long, help_heading = IMAGES, value_name = "WxH[:MARGIN[:SPACING]]")]
    grid_a: Option<GridArg>,
    /// Same, for B only.
    #[arg(long, help_heading = IMAGES, value_name = "WxH[:MARGIN[:SPACING]]")]
    grid_b: Option<GridArg>,
    /// Take only this layer or group of an Aseprite file; may be repeated.
    #[arg(long, help_heading = IMAGES, value_name = "NAME")]
    layer: Vec<String>,
    /// Same, for A only.
    #[arg(long, help_heading = IMAGES, value_name = "NAME")]
    layer_a: Vec<String>,
    /// Same, for B only.
    #[arg(long, help_heading = IMAGES, value_name = "NAME")]
    layer_b: Vec<String>,
    /// Leave out this layer or group of an Aseprite file, such as its backdrop; may be repeated.
    #[arg(long, help_heading = IMAGES, value_name = "NAME")]
    hide_layer: Vec<String>,
    /// Same, for A only.
    #[arg(long, help_heading = IMAGES, value_name = "NAME")]
    hide_layer_a: Vec<String>,
    /// Same, for B only.
    #[arg(long, help_heading = IMAGES, value_name = "NAME")]
    hide_layer_b: Vec<String>,
    #[command(flatten)]
    limits: LimitArgs,
}

/// Options of one image alone.
struct ImageOptions<'a> {
    threshold: Option<u8>,
    key: Option<ColorKey>,
    mask_image: Option<&'a Path>,
    inverted: bool,
    /// The option and its value.
    frame: Option<(&'static str, &'a String)>,
    sheet: Option<&'a Path>,
    /// The option and its value.
    grid: Option<(&'static str, Grid)>,
    layers: &'a [String],
    hidden_layers: &'a [String],
}

impl ReadingArgs {
    /// The options of A alone, 0, or of B alone, 1.
    fn own(&self, at: usize) -> ImageOptions<'_> {
        ImageOptions {
            threshold: [self.threshold_a, self.threshold_b][at],
            key: [self.key_a, self.key_b][at],
            mask_image: [&self.mask_image_a, &self.mask_image_b][at].as_deref(),
            inverted: [self.inverted_a, self.inverted_b][at],
            frame: [&self.frame_a, &self.frame_b][at].as_ref().map(|frame| (["--frame-a", "--frame-b"][at], frame)),
            sheet: [&self.sheet_a, &self.sheet_b][at].as_deref(),
            grid: [self.grid_a, self.grid_b][at].map(|GridArg(grid)| (["--grid-a", "--grid-b"][at], grid)),
            layers: [&self.layer_a, &self.layer_b][at],
            hidden_layers: [&self.hide_layer_a, &self.hide_layer_b][at],
        }
    }

    /// Refuses options of B alone: for commands on one image.
    pub(in crate::cli) fn check_without_b(&self) -> Result<(), CliError> {
        let ImageOptions { threshold, key, mask_image, inverted, frame, sheet, grid, layers, hidden_layers } =
            self.own(1);
        let has_layers = !layers.is_empty() || !hidden_layers.is_empty();
        let has_name = frame.is_some() || sheet.is_some() || grid.is_some() || has_layers;
        if threshold.is_some() || key.is_some() || mask_image.is_some() || inverted || has_name {
            return Err(CliError::Usage("options that end in -b are about B: they need two images".to_owned()));
        }
        Ok(())
    }

    /// The image at `path` as sprite A, 0, or B, 1.
    pub(in crate::cli) fn load(&self, path: &Path, at: usize) -> Result<Sprite, CliError> {
        begin_reading(path);
        // As in the window: the first frame of an animation, an atlas or a still image is tested.
        let own = self.own(at);
        let frames = match numbered_files(path) {
            Some(files) => load_series(&files, &self.limits())?,
            None if path == Path::new("-") => read_frames(io::stdin().lock(), &self.limits())?,
            None => load_frames_on(own.sheet.or(self.sheet.as_deref()), path, &self.limits())?,
        };
        let frames = self.with_layers(frames, path, &own)?;
        let mut sprite = self.sprite(shown(path), frames, &own)?;
        sprite.path = Some(path.to_owned());
        Ok(sprite)
    }

    /// The built-in image `name` as sprite A, 0, or B, 1.
    pub(in crate::cli) fn sample(&self, name: &str, at: usize) -> Result<Sprite, CliError> {
        let (frames, own) = (sample_frames(name).expect("it is in the list of samples"), self.own(at));
        self.sprite(name.to_owned(), self.with_layers(frames, Path::new(name), &own)?, &own)
    }

    /// The `frames` from the file `path`, or those of the chosen layers.
    fn with_layers(&self, mut frames: Frames, path: &Path, own: &ImageOptions<'_>) -> Result<Frames, CliError> {
        let refused = |option: &str, why: &LayerNameError| CliError::Usage(format!("{option}: {}: {why}", shown(path)));
        let chosen = if own.layers.is_empty() { &self.layer } else { own.layers };
        if !chosen.is_empty() {
            frames.layers.check(chosen).map_err(|why| refused("--layer", &why))?;
            frames = load_layers(chosen, path, &self.limits())?;
        }
        let hidden = if own.hidden_layers.is_empty() { &self.hide_layer } else { own.hidden_layers };
        if !hidden.is_empty() {
            let left = frames.layers.without(hidden).map_err(|why| refused("--hide-layer", &why))?;
            frames = load_layers(&left, path, &self.limits())?;
        }
        Ok(frames)
    }

    fn sprite(&self, name: String, frames: Frames, own: &ImageOptions<'_>) -> Result<Sprite, CliError> {
        let rule = SolidRule {
            source: self.source(own, &frames)?,
            threshold: own.threshold.unwrap_or(self.threshold),
            inverted: own.inverted || self.inverted,
        };
        let mut sprite = Sprite::animated(name, frames, rule);
        if let Some((option, grid)) = own.grid.or(self.grid.map(|GridArg(grid)| ("--grid", grid))) {
            let refused = |name: &str, why: &str| CliError::Usage(format!("{option}: {name}: {why}"));
            if sprite.frames().all().len() > 1 {
                return Err(refused(&sprite.name, "it has frames of its own"));
            }
            let cut = sprite.set_grid(Some(grid));
            cut.map_err(|why| refused(&sprite.name, &why.to_string()))?;
        }
        if let Some((option, frame)) = own.frame.or(self.frame.as_ref().map(|frame| ("--frame", frame))) {
            let refused = |why| CliError::Usage(format!("{option} {frame}: {why}"));
            sprite.choose(frame_of(&sprite, frame).map_err(refused)?);
        }
        Ok(sprite)
    }

    /// The source of solid pixels: the option of one image alone, or that of both.
    fn source(&self, own: &ImageOptions<'_>, frames: &Frames) -> Result<SolidSource, CliError> {
        let solid = match (own.key, own.mask_image) {
            (None, None) => (self.key, self.mask_image.as_deref()),
            own => own,
        };
        Ok(match solid {
            (_, Some(path)) => {
                begin_reading(path);
                SolidSource::Image(Arc::new(load_mask_image(path, frames, &self.limits())?))
            }
            (Some(key), None) => SolidSource::Key(key),
            (None, None) => SolidSource::Alpha,
        })
    }

    /// The limits for images.
    pub(in crate::cli) fn limits(&self) -> Limits {
        self.limits.limits()
    }
}

/// The scene in the file `path`.
pub(in crate::cli) fn read_scene(path: &Path, limits: &Limits) -> Result<Scene, FileError> {
    begin_reading(path);
    load_scene(path, limits)
}

fn begin_reading(path: &Path) {
    progress::begin(format!("reading {}", shown(path.file_name().map_or(path, Path::new))));
}

/// The frame for `text`: a number, or a name.
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
