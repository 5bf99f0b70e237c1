//! Options of several commands.

use std::error::Error;
use std::ffi::OsStr;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::{str::FromStr, sync::Arc};

use clap::builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser};
use clap::{Arg, Args, Command};

use crate::cli::CliError;
use crate::files::{FileError, Limits, Reason, check_target, load_script, spare_inputs};
use maskscope_core::geom::{Cell, IntRect, Offset, Point, Rounding, Size};
use maskscope_core::mask::Prepared;
use maskscope_core::scan::{NoProbe, Scan, ScanNameError};
use maskscope_core::scene::{Grid, Scene};
use maskscope_core::{choice::Choice, words::thousands};

/// Reads the name of a variant of `T`.
pub(in crate::cli) fn choice<T: Choice + Send + Sync + 'static>() -> impl TypedValueParser<Value = T> {
    let values = T::ALL.iter().map(|choice| PossibleValue::new(choice.name()).help(choice.sentence()));
    PossibleValuesParser::new(values).try_map(|name| T::named(&name))
}

/// Reads any text that `T` is made from, and suggests `names` where a shell completes.
pub(in crate::cli) fn suggested<T>(names: impl IntoIterator<Item = &'static str>) -> impl TypedValueParser<Value = T>
where
    T: FromStr<Err: Into<Box<dyn Error + Send + Sync>>> + Clone + Send + Sync + 'static,
{
    let names = names.into_iter().map(PossibleValue::new).collect();
    Suggested { read: StringValueParser::new().try_map(|text| T::from_str(&text)), names }
}

/// The names of all scans, for [`suggested`].
pub(in crate::cli) fn scan_names() -> impl Iterator<Item = &'static str> {
    Scan::ALL.into_iter().map(|scan| scan.about().name)
}

#[derive(Clone)]
struct Suggested<P> {
    read: P,
    names: Vec<PossibleValue>,
}

impl<P: TypedValueParser> TypedValueParser for Suggested<P> {
    type Value = P::Value;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<P::Value, clap::Error> {
        self.read.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.names.iter().cloned()))
    }
}

/// Position of B before rounding: the two numbers of `--at X,Y`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(in crate::cli) struct At(pub(in crate::cli) Point);

impl At {
    /// The cell after `rounding`, or a message if it does not fit `i32`.
    pub(in crate::cli) fn round(self, rounding: Rounding) -> Result<Offset, String> {
        let whole = |value: f64| {
            let cell = rounding.round(value);
            // The typed number may have three hundred digits.
            let typed = if value.abs() < 1e15 { value.to_string() } else { format!("{value:e}") };
            cell.ok_or_else(|| format!("--at: {typed} is outside {} to {}", i32::MIN, i32::MAX))
        };
        Ok(Offset::new(whole(self.0.0)?, whole(self.0.1)?))
    }
}

impl FromStr for At {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |text: &str| {
            text.trim().parse().map_err(|_| format!("'{text}' is not a number; a position is X,Y as in -5,3"))
        };
        let (x, y) = text.split_once(',').ok_or("a position is two numbers, X,Y as in -5,3")?;
        Ok(Self((number(x)?, number(y)?)))
    }
}

/// A box of offsets: its top left one, and the number of columns and rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli) struct OffsetBox(pub(in crate::cli) IntRect);

impl FromStr for OffsetBox {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const EXPECTED: &str = "a part is X,Y,WxH as in -20,5,64x48: its first offset, its columns and rows";
        let mut parts = text.split(',');
        let (Some(x), Some(y), Some(size), None) = (parts.next(), parts.next(), parts.next(), parts.next()) else {
            return Err(EXPECTED);
        };
        let offset = |text: &str| text.parse::<i32>().map(i64::from).map_err(|_| EXPECTED);
        let side = |text: &str| text.parse().ok().filter(|&side| side > 0).ok_or(EXPECTED);
        let (width, height) = size.split_once('x').ok_or(EXPECTED)?;
        Ok(Self(IntRect::new(Cell::new(offset(x)?, offset(y)?), Size::new(side(width)?, side(height)?))))
    }
}

/// A grid of frames: `WxH`, and after colons its margin and its spacing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct GridArg(pub(super) Grid);

impl FromStr for GridArg {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const EXPECTED: &str = "a grid is WxH, WxH:MARGIN or WxH:MARGIN:SPACING, the cell and what lies around and between \
            cells, px, as in 32x32:1:2";
        const EMPTY: &str = "a cell of a grid is at least 1 px wide and high";
        let mut parts = text.split(':');
        let number = |text: &str| text.parse::<u32>().map_err(|_| EXPECTED);
        let (width, height) = parts.next().and_then(|size| size.split_once('x')).ok_or(EXPECTED)?;
        let cell = Size::new(number(width)?, number(height)?);
        let [margin, spacing] = [parts.next(), parts.next()].map(|part| part.map_or(Ok(0), number));
        if cell.is_empty() {
            return Err(EMPTY);
        }
        if parts.next().is_some() {
            return Err(EXPECTED);
        }
        Ok(Self(Grid { cell, margin: margin?, spacing: spacing? }))
    }
}

/// Returns a parser of whole numbers in `range`. Its error names the range.
pub(in crate::cli) fn whole<N: Copy + FromStr + Into<u64> + PartialOrd>(
    range: RangeInclusive<N>,
) -> impl Fn(&str) -> Result<N, String> + Clone {
    let [least, most] = [range.start(), range.end()].map(|&end| thousands(end.into()));
    let expected = format!("a whole number from {least} to {most} is expected");
    move |text| text.parse().ok().filter(|number| range.contains(number)).ok_or_else(|| expected.clone())
}

/// Position of B.
#[derive(Debug, Args)]
pub(in crate::cli) struct Placing {
    /// Position of B's top left pixel relative to A's, as whole numbers or decimals; 0,0 by default.
    #[arg(long, value_name = "X,Y", allow_hyphen_values = true)]
    pub(in crate::cli) at: Option<At>,
    /// Rounding of decimals to pixels.
    #[arg(long, value_name = "RULE", value_parser = choice::<Rounding>(), default_value = Rounding::default().name())]
    rounding: Rounding,
}

impl Placing {
    /// B's offset in whole cells.
    pub(in crate::cli) fn offset(&self) -> Result<Offset, CliError> {
        self.at.unwrap_or_default().round(self.rounding).map_err(CliError::Usage)
    }
}

/// The heading of the options about images in the help.
pub(super) const IMAGES: &str = "Images";

/// Limits for images.
#[derive(Clone, Debug, Args)]
pub(in crate::cli) struct LimitArgs {
    /// The longest side of an image, in pixels.
    #[arg(long, help_heading = IMAGES, value_name = "N", value_parser = whole(0..=u32::MAX))]
    #[arg(default_value_t = Limits::default().max_side)]
    max_side: u32,
    /// The most pixels of an image, with all its frames.
    // Tables count the pixels of a mask in 32 bits.
    #[arg(long, help_heading = IMAGES, value_name = "N", value_parser = whole(0..=u64::from(u32::MAX)))]
    #[arg(default_value_t = Limits::default().max_pixels)]
    max_pixels: u64,
    /// The most bytes of an image file.
    #[arg(long, help_heading = IMAGES, value_name = "N", value_parser = whole(0..=u64::MAX))]
    #[arg(default_value_t = Limits::default().max_bytes)]
    max_bytes: u64,
}

impl LimitArgs {
    pub(in crate::cli) const fn limits(&self) -> Limits {
        Limits { max_side: self.max_side, max_pixels: self.max_pixels, max_bytes: self.max_bytes }
    }
}

/// Treatment of an output that is an input, too.
#[derive(Debug, Args)]
pub(in crate::cli) struct Replacing {
    /// Write the output even over a file that this command reads.
    #[arg(long, requires = "output")]
    force: bool,
}

impl Replacing {
    /// Refuses the output `path` as [`Replacing::spare`] does, and if nothing can be written there: checked before long
    /// work.
    pub(in crate::cli) fn check(&self, path: &Path) -> Result<(), FileError> {
        check_target(path)?;
        self.spare(path)
    }

    /// Refuses the output `path` if the command has read that file before, unless `--force` is given.
    pub(in crate::cli) fn spare(&self, path: &Path) -> Result<(), FileError> {
        if self.force { Ok(()) } else { spare_inputs(path) }
    }
}

/// A scan on the command line: the name of one, or the file of a script.
#[derive(Clone, Debug)]
pub(in crate::cli) enum ScanName {
    /// A strategy with its parameters.
    Named(Scan),
    /// A person's own scan: `own:FILE`.
    Script(PathBuf),
}

impl FromStr for ScanName {
    type Err = ScanNameError;

    fn from_str(text: &str) -> Result<Self, ScanNameError> {
        match text.strip_prefix("own:") {
            Some(path) => Ok(Self::Script(path.into())),
            None => text.parse().map(Self::Named),
        }
    }
}

impl ScanName {
    /// The scans of these names, whose scripts compile.
    pub(in crate::cli) fn read(names: &[Self]) -> Result<Vec<Scan>, FileError> {
        let mut scans = Vec::new();
        for name in names {
            let scan = match name {
                Self::Named(scan) => *scan,
                Self::Script(path) => load_script(path, &scans)?.into(),
            };
            scans.push(scan);
        }
        Ok(scans)
    }

    /// Refuses the first script of these names that has failed in a run, with its file and the line.
    pub(in crate::cli) fn refuse_failed(names: &[Self]) -> Result<(), FileError> {
        let failed = names.iter().zip(Self::read(names)?).find_map(|(name, scan)| match name {
            Self::Script(path) => Some((path, scan.own()?.failure()?)),
            Self::Named(_) => None,
        });
        failed.map_or(Ok(()), |(path, failure)| Err(Reason::Refused(failure.to_string()).at(path)))
    }
}

/// Runs the scripts among `scans` at an offset: those that fail say so from then on.
pub(in crate::cli) fn try_scripts(scans: &[Scan], masks: impl Fn(Scan) -> [Arc<Prepared>; 2], offset: Offset) {
    for scan in scans.iter().copied().filter(|scan| scan.is_own()) {
        let [a, b] = masks(scan);
        scan.run(&a, &b, offset, None, &mut NoProbe);
    }
}

/// Scans to run.
#[derive(Debug, Args)]
pub(in crate::cli) struct ScanArgs {
    /// A scan, as in rows, incremental:7px or sample:4, or own:FILE for a script; may be repeated. By default: each
    /// strategy with its defaults.
    #[arg(long = "scan", value_name = "NAME", value_parser = suggested::<ScanName>(scan_names()), hide_possible_values = true)]
    pub(in crate::cli) names: Vec<ScanName>,
}

impl ScanArgs {
    /// The named scans; if none is named, all strategies and the own scans of `scene`.
    pub(in crate::cli) fn scans(&self, scene: &Scene) -> Result<Vec<Scan>, FileError> {
        if self.names.is_empty() { Ok(scene.all_scans().collect()) } else { self.named() }
    }

    /// Refuses the first script among them that has failed in a run, with the line and its file: that of the `scene` for its own
    /// scans.
    pub(in crate::cli) fn refuse_failed(&self, scene: Option<&Path>, scans: &[Scan]) -> Result<(), FileError> {
        ScanName::refuse_failed(&self.names)?;
        scene.map_or(Ok(()), |path| refuse_failed_of_scene(path, scans.iter().copied()))
    }

    /// The named scans.
    pub(in crate::cli) fn named(&self) -> Result<Vec<Scan>, FileError> {
        ScanName::read(&self.names)
    }

    /// True if no scan is named.
    pub(in crate::cli) fn is_empty(&self) -> bool {
        self.names.is_empty()
    }
}

/// Refuses the first of the own scans of the scene at `path` that has failed in a run.
pub(in crate::cli) fn refuse_failed_of_scene(
    path: &Path,
    scans: impl IntoIterator<Item = Scan>,
) -> Result<(), FileError> {
    match scans.into_iter().find_map(|scan| Some((scan, scan.own()?.failure()?))) {
        Some((scan, failure)) => Err(Reason::Refused(format!("its scan {scan}: {failure}")).at(path)),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn placed(text: &str, rounding: Rounding) -> Option<(i32, i32)> {
        let offset = text.parse::<At>().ok()?.round(rounding).ok()?;
        Some((offset.x, offset.y))
    }

    #[test]
    fn whole_numbers_and_decimals() {
        assert_eq!(placed("-5,3", Rounding::HalfUp), Some((-5, 3)));
        assert_eq!(placed("-2147483648,2147483647", Rounding::HalfUp), Some((i32::MIN, i32::MAX)));
        assert_eq!(placed("-2.5,2.5", Rounding::HalfUp), Some((-2, 3)));
        assert_eq!(placed("-2.5,2.5", Rounding::HalfAway), Some((-3, 3)));
        assert_eq!(placed("2147483647.4,0", Rounding::HalfUp), Some((i32::MAX, 0)));
    }

    #[test]
    fn what_is_no_place() {
        for text in ["", "5", "5,", ",5", "5;3", "1,2,3", "a,b", "NaN,0", "inf,0", "2147483648,0", "0,-2147483649"] {
            assert_eq!(placed(text, Rounding::HalfUp), None, "{text}");
        }
    }

    #[test]
    fn a_grid_has_cells_a_margin_and_a_spacing() {
        let grid =
            |text: &str| text.parse().ok().map(|GridArg(Grid { cell, margin, spacing })| (cell, margin, spacing));
        assert_eq!(grid("32x16"), Some((Size::new(32, 16), 0, 0)));
        assert_eq!(grid("32x16:1"), Some((Size::new(32, 16), 1, 0)));
        assert_eq!(grid("32x16:1:2"), Some((Size::new(32, 16), 1, 2)));
        for text in ["", "32", "32x", "0x4", "4x0", "4x4:", "4x4:-1", "4x4:1:2:3", "1.5x4", "4x99999999999"] {
            assert_eq!(grid(text), None, "{text}");
        }
    }

    #[test]
    fn a_part_has_a_corner_and_a_size() {
        let part = IntRect::new(Cell::new(-20, 5), Size::new(64, 48));
        assert_eq!("-20,5,64x48".parse(), Ok(OffsetBox(part)));
        for text in ["", "1,2", "1,2,3", "1,2,3x", "1,2,0x4", "1,2,3x4,5", "1.5,2,3x4", "a,2,3x4", "1,2,-3x4"] {
            assert!(text.parse::<OffsetBox>().is_err(), "{text}");
        }
    }
}
