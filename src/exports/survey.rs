//! What is known of the survey that is shown.

use super::{Content, Export, Files, NEEDS_TWO, names, stems};
use crate::{
    files::{FileFormat as _, SurveyFormat, SurveySheet},
    palette::Palette,
    session::Session,
};

/// The survey that is shown, as a picture or as its numbers.
pub struct SurveyFile;

impl Export for SurveyFile {
    fn name(&self) -> String {
        "Survey".to_owned()
    }

    fn sentence(&self) -> &'static str {
        "Writes the survey that is shown as a picture, PNG, or its numbers, CSV or JSON."
    }

    fn endings(&self) -> Vec<&'static str> {
        SurveyFormat::extensions()
    }

    fn suggestion(&self, session: &Session) -> String {
        format!("{}-survey.png", stems(session))
    }

    fn is_possible(&self, session: &Session) -> bool {
        session.derived().answered().is_some() && session.stage().both().is_some()
    }

    fn content(&self, session: &Session) -> Result<Content, String> {
        let (answered, names) = session.derived().answered().zip(names(session)).ok_or(NEEDS_TWO)?;
        Ok(Content::Files(Box::new(move |path| {
            let format = SurveyFormat::of_path(path).map_err(|error| error.to_string())?;
            let [a, b] = &names;
            Ok(Files::One(format.encode(&SurveySheet { answered: &answered, names: [a, b], palette: &Palette::LIGHT })))
        })))
    }
}
