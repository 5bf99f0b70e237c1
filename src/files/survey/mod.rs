//! Answers of surveys as files: a chart, or the numbers.

mod chart;

use std::path::Path;

use strum::{EnumMessage, IntoStaticStr, VariantArray};
use thiserror::Error;

use crate::{choice::Choice as _, palette::Palette, survey::Answer};

/// An answer and what is told of it.
#[derive(Clone, Copy, Debug)]
pub struct SurveySheet<'a> {
    /// The answer.
    pub answer: &'a Answer,
    /// The names of A and B.
    pub names: [&'a str; 2],
    /// The colours.
    pub palette: &'static Palette,
}

/// A file format for answers of surveys; its name is the extension of its files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, VariantArray, IntoStaticStr, EnumMessage)]
#[strum(serialize_all = "kebab-case")]
pub enum SurveyFormat {
    /// A chart.
    Png,
    /// The numbers, a line for each place.
    Csv,
    /// The numbers as one object, as the command line answers.
    Json,
}

/// A file name whose extension stands for no format of surveys.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("a survey is written as {}", SurveyFormat::extensions().map(|name| format!(".{name}")).join(", "))]
pub struct SurveyFormatError;

impl SurveyFormat {
    /// The extensions of every format, in the order in which menus and messages list them.
    pub fn extensions() -> [&'static str; 3] {
        [Self::Png, Self::Csv, Self::Json].map(Self::name)
    }

    /// The format that the extension of `path` stands for.
    ///
    /// # Errors
    /// Where it has no extension, or one that stands for no format.
    pub fn of_path(path: &Path) -> Result<Self, SurveyFormatError> {
        let extension = path.extension().unwrap_or_default();
        let named = |format: &Self| extension.eq_ignore_ascii_case(format.name());
        Self::ALL.iter().copied().find(named).ok_or(SurveyFormatError)
    }

    /// The answer of `sheet` as the content of a file. While a survey is not complete, coarse answers stand in it.
    pub fn encode(self, sheet: &SurveySheet<'_>) -> Vec<u8> {
        match self {
            Self::Png => chart::chart(sheet).to_png(),
            Self::Csv => sheet.answer.table().to_csv().into_bytes(),
            Self::Json => {
                let mut json = Vec::new();
                sheet.answer.write_json(&mut json).expect("memory can be written to, and no key of the object is odd");
                json.push(b'\n');
                json
            }
        }
    }
}
