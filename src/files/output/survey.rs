//! Answers of surveys as files: a chart, or the numbers.

use strum::{EnumMessage, EnumProperty, IntoStaticStr, VariantArray};

use super::plate::Chart;
use crate::files::FileFormat;
use maskscope_core::palette::Palette;
use maskscope_core::survey::{Answered, Legend, RampLegend, Swatch};

/// A file format for answers of surveys; its name is the extension of its files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, VariantArray, IntoStaticStr, EnumMessage, EnumProperty)]
#[strum(serialize_all = "kebab-case")]
#[non_exhaustive]
pub enum SurveyFormat {
    /// A chart: the maps, what their colours mean, and the answer in words.
    #[strum(message = "PNG", props(word = "chart", synonyms = "image picture diagram map"))]
    Png,
    /// The numbers, a line for each place.
    #[strum(message = "CSV", props(word = "values", synonyms = "numbers spreadsheet table excel"))]
    Csv,
    /// The numbers as one object, as the command line answers.
    #[strum(message = "JSON", props(word = "data", synonyms = "object"))]
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
                let written = sheet.answered.write_json(&mut json);
                written.expect("memory can be written to, and no key of the object is odd");
                json.push(b'\n');
                json
            }
        }
    }
}

/// An answer and its captions.
#[derive(Clone, Copy, Debug)]
pub struct SurveySheet<'a> {
    /// The question and what was found.
    pub answered: &'a Answered,
    /// The names of A and B.
    pub names: [&'a str; 2],
    /// The colours.
    pub palette: &'static Palette,
}

impl SurveySheet<'_> {
    /// The chart of an answer, as PNG.
    pub(super) fn to_png(self) -> Vec<u8> {
        let Self { answered, names: [a, b], palette } = self;
        let answer = answered.answer();
        let maps = answer.page_maps();
        let headline = answered.headline();
        let mut notes = vec![format!("{a} and {b}"), headline.sentence, headline.detail];
        if let Some(map) = maps.first() {
            notes.push(map.places.axes());
        }
        notes.retain(|note| !note.is_empty());
        // Maps of one kind share their legend: each of its lines stands once.
        let mut keys = Vec::new();
        for key in maps.iter().flat_map(|map| samples(map.legend(palette))) {
            if !keys.contains(&key) {
                keys.push(key);
            }
        }
        let marked = maps.into_iter().map(|map| {
            let now = map.places.now(&answered.setting);
            (map, now)
        });
        let maps = marked.collect();
        let title = answered.question.title.to_owned();
        Chart { title, notes, maps, keys, palette }.to_png()
    }
}

/// The colours of a legend: of a ramp the first, the middle and the last.
fn samples(Legend { ramp, keys, scans }: Legend) -> impl Iterator<Item = (Swatch, String)> {
    let ramp = ramp.into_iter().flat_map(|RampLegend { most, color }| {
        let names = ["1".to_owned(), "between".to_owned(), most];
        [0.0, 0.5, 1.0].into_iter().zip(names).map(move |(share, name)| (color(share).into(), name))
    });
    ramp.chain(keys).chain(scans)
}
