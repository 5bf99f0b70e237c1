//! The shown survey, as far as it is finished.

use super::export::{Export, ExportContent, NEEDS_TWO, Target, format_of, names, stems};
use crate::files::{FileFormat as _, SurveyFormat, SurveySheet};
use maskscope_core::palette::Palette;

/// The shown survey, as a picture or as its numbers.
pub const SURVEY: Export = Export {
    name: "Survey",
    group: "survey",
    label: "Export survey…",
    sentence: "Writes the survey as a picture, PNG, or its numbers, CSV or JSON.",
    target: Target::File,
    is_mask: false,
    kinds: SurveyFormat::kinds,
    suggestion: |session| format!("{}-survey.png", stems(session)),
    is_possible: |session| session.derived().answered().is_some() && session.stage().both().is_some(),
    content: |session, options| {
        let (answered, names) = session.derived().answered().zip(names(session)).ok_or(NEEDS_TWO)?;
        Ok(ExportContent::one(move |path| {
            let sheet = SurveySheet {
                answered: &answered,
                names: names.each_ref().map(String::as_str),
                palette: &Palette::LIGHT,
            };
            Ok(format_of::<SurveyFormat>(path, options)?.encode(&sheet))
        }))
    },
};
