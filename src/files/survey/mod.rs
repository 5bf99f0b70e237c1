//! Answers of surveys as files: a chart, or the numbers.

mod chart;

use strum::{EnumMessage, IntoStaticStr, VariantArray};

pub use chart::SurveySheet;

use super::FileFormat;

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

impl FileFormat for SurveyFormat {
    const CONTENT: &'static str = "a survey";
}

impl SurveyFormat {
    /// The answer of `sheet` as the content of a file. While a survey is not complete, coarse answers stand in it.
    pub fn encode(self, sheet: &SurveySheet<'_>) -> Vec<u8> {
        match self {
            Self::Png => sheet.to_png(),
            Self::Csv => sheet.answered.answer().csv().into_bytes(),
            Self::Json => {
                let mut json = Vec::new();
                sheet
                    .answered
                    .write_json(&mut json)
                    .expect("memory can be written to, and no key of the object is odd");
                json.push(b'\n');
                json
            }
        }
    }
}
