//! Surveys as files: a chart, or the numbers.

mod chart;
mod csv;

use std::path::Path;

use thiserror::Error;

use crate::{
    palette::Palette,
    survey::{AreaMap, CostSurvey, FrameMatrix, Thresholds},
};

/// A survey that is written.
#[derive(Clone, Copy, Debug)]
pub enum Surveyed<'a> {
    /// How many visits each scan needs at every offset.
    Cost(&'a CostSurvey),
    /// Where each scan is wrong.
    Divergence(&'a CostSurvey),
    /// How many times fewer visits the second scan needs than the first.
    Claim(&'a CostSurvey),
    /// How much is shared at every offset.
    Area(&'a AreaMap),
    /// How much is shared at each pair of thresholds.
    Thresholds(&'a Thresholds),
    /// How much is shared by each pair of frames.
    Frames(&'a FrameMatrix),
}

/// A survey and what is told of it.
#[derive(Clone, Copy, Debug)]
pub struct SurveySheet<'a> {
    /// The survey.
    pub surveyed: Surveyed<'a>,
    /// The names of A and B.
    pub names: [&'a str; 2],
    /// The place in the survey's grid at which the sprites are now, if it has one.
    pub present: Option<(u32, u32)>,
    /// The colours.
    pub palette: &'a Palette,
}

/// A file format for surveys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SurveyFormat {
    /// A chart.
    Png,
    /// The numbers, a line for each place.
    Csv,
}

/// A file name whose extension stands for no format of surveys.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("a survey is written as {}", SurveyFormat::ALL.map(|format| format!(".{}", format.extension())).join(", "))]
pub struct SurveyFormatError;

impl SurveyFormat {
    /// Both formats, in the order in which menus and messages list them.
    pub const ALL: [Self; 2] = [Self::Png, Self::Csv];

    /// The extension of its files.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Png => "png",
            Self::Csv => "csv",
        }
    }

    /// The format that the extension of `path` stands for.
    ///
    /// # Errors
    /// Where there is none, or it stands for none.
    pub fn of_path(path: &Path) -> Result<Self, SurveyFormatError> {
        let extension = path.extension().unwrap_or_default();
        let named = |format: &Self| extension.eq_ignore_ascii_case(format.extension());
        Self::ALL.into_iter().find(named).ok_or(SurveyFormatError)
    }

    /// The survey of `sheet` as the content of a file. A file of a survey that is not complete shows coarse answers.
    pub fn encode(self, sheet: &SurveySheet<'_>) -> Vec<u8> {
        match self {
            Self::Png => chart::chart(sheet).to_png(),
            Self::Csv => csv::csv(&sheet.surveyed).into_bytes(),
        }
    }
}
