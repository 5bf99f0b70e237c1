//! `survey`: a question asked over many placements.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use super::comparisons::ComparisonArgs;
use crate::cli::CliError;
use crate::cli::args::{OffsetBox, PairArgs, Replacing, ScanArgs, ShapeArgs, names, whole};
use crate::cli::output::{
    EscapedJson,
    TextColumn::{self, Left, Right},
    progress, table, write_text, wrong,
};
use crate::files::{FileFormat as _, SurveyFormat, SurveySheet, encode_scene_with_art, shown, write_whole};
use maskscope_core::survey::{
    Answered, Choices, CostAnswer, Defeat, DefeatAnswer, DefeatSurvey, Found, Input, Lattice, Places, QUESTIONS,
    Question, QuestionAbout, Reader, Round, RunningRound, Setting, SurveyKind, Variation, Witness, question,
};
use maskscope_core::{geom::IntRect, palette::Palette, scan::Scan};

/// Ask about many placements: what each scan costs, where it is wrong, how many pixels are shared.
#[derive(Debug, Args)]
pub(in crate::cli) struct SurveyArgs {
    /// The question.
    #[arg(value_parser = questions())]
    kind: &'static Question,
    #[command(flatten)]
    pair: PairArgs,
    #[command(flatten)]
    scans: ScanArgs,
    /// Only these offsets: the first one, and how many columns and rows. Where a survey of all offsets tests only every
    /// 2nd, 4th …, a part tests every one.
    #[arg(long, value_name = "X,Y,WxH", allow_hyphen_values = true)]
    part: Option<OffsetBox>,
    #[command(flatten)]
    others: ComparisonArgs,
    /// For divergence: what the answers are compared with, an engine as in pygame, a scan, a pre-check, or truth.
    #[arg(long, value_name = "NAME")]
    against: Option<Witness>,
    /// For disagreement: an engine, or a convention as in half-up or keep,bilinear,corner; give it twice.
    #[arg(long = "reader", value_name = "NAME")]
    readers: Vec<Reader>,
    /// For disagreement: move B by steps of 1/N of a cell instead of turning it.
    #[arg(long, value_name = "N", value_parser = whole(1..=2048_u32))]
    fractions: Option<u32>,
    #[command(flatten)]
    shapes: ShapeArgs,
    /// For hitbox: try other shapes instead of B's, or of A's.
    #[arg(long, value_name = "SPRITE", num_args = 0..=1, default_missing_value = "b", value_parser = ["a", "b"])]
    candidates: Option<String>,
    /// For cost: also time the scans, at up to 16 hits and 16 misses. Times differ from run to run.
    #[arg(long)]
    time: bool,
    /// The file to write: .png draws a chart, .csv has a line for each place, .json is the answer of --json; defeat
    /// writes its art as a scene to .scene.json.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    replacing: Replacing,
    /// Draw on a dark background.
    #[arg(long, requires = "output")]
    dark: bool,
    /// Answer as JSON.
    #[arg(long)]
    json: bool,
}

/// Reads the name of a question.
fn questions() -> impl TypedValueParser<Value = &'static Question> {
    let values = QUESTIONS.map(|question| PossibleValue::new(question.name).help(question.sentence));
    PossibleValuesParser::new(values)
        .try_map(|name| question(&name).ok_or_else(|| format!("there is no question '{name}'")))
}

/// Times the scans of a survey of costs, and adds that to what was `found`.
fn time(found: &mut Found, setting: &Setting) {
    let Some(costs) = Arc::get_mut(found).and_then(|found| found.downcast_mut::<CostAnswer>()) else { return };
    let places: Vec<usize> = (0..costs.samples().count()).collect();
    let round = |place: &usize| costs.go_on_timing(&mut RunningRound::default(), &setting.pair, *place, &|| false);
    let rounds: Vec<Round> =
        progress::through("survey cost: timing", "placements", &places).filter_map(round).collect();
    costs.times = Some(costs.timed(&rounds.iter().collect::<Vec<_>>()));
}

/// The end of the name of a file that holds a scene.
const SCENE: &str = ".scene.json";

impl SurveyArgs {
    pub(in crate::cli) fn run(&self, out: &mut dyn Write) -> Result<(), CliError> {
        let choices = self.choices()?;
        if let Some(path) = &self.output {
            let or_scene = if self.kind.about == QuestionAbout::Scan { ", its art as .scene.json" } else { "" };
            let unwritten = |error| CliError::Usage(format!("{}: {error}{or_scene}", shown(path)));
            SurveyFormat::of_path(path).map_err(unwritten)?;
        }
        let survey = (self.kind.survey)(&choices);
        let setting = Arc::new(self.setting(choices)?);
        self.check_part(survey, &setting)?;
        self.output.as_ref().map_or(Ok(()), |path| self.replacing.check(path))?;
        let refused = |refusal: maskscope_core::survey::Refusal| self.pair.unsurveyed(&refusal.to_string());
        let mut running = survey.start(&setting).map_err(refused)?;
        progress::finish(format!("survey {}", self.kind.name), "placements", &mut *running);
        progress::begin(format!("survey {}: writing", self.kind.name));
        self.scans.refuse_failed(self.pair.scene(), &setting.choices.scans)?;
        let mut found = running.found();
        if self.time {
            time(&mut found, &setting);
        }
        let answered = Answered { question: self.kind, setting, found };
        self.write(&answered)?;
        if self.json {
            let written = answered.write_json(&mut EscapedJson::new(out)).map_err(io::Error::from);
            written.and_then(|()| writeln!(out)).map_err(CliError::Output)
        } else {
            let text = answered.answer().text();
            let column = |(at, name): (usize, &'static str)| if at == 0 { Left(name) } else { Right(name) };
            let columns: Vec<TextColumn> = text.headings.iter().copied().enumerate().map(column).collect();
            let marked = |row: Vec<String>| {
                let cells = row.into_iter().zip(&text.headings);
                cells.map(|(cell, heading)| if *heading == "wrong" { wrong(cell) } else { cell }).collect::<Vec<_>>()
            };
            let rows: Vec<_> = text.rows.into_iter().map(marked).collect();
            let rows = if columns.is_empty() { String::new() } else { table(&columns, &rows) };
            write_text(out, &format_args!("{}{rows}", text.lines))
        }
    }

    /// Returns the choices of the question: what it is about must be named, and nothing else may be.
    fn choices(&self) -> Result<Choices, CliError> {
        let (name, about) = (self.kind.name, self.kind.about);
        let wrong = |why: String| Err(CliError::Usage(why));
        if !self.scans.is_empty()
            && matches!(
                about,
                QuestionAbout::Sprites | QuestionAbout::TheseTwo(_) | QuestionAbout::Readers | QuestionAbout::Hitboxes
            )
        {
            return wrong(format!("--scan: the survey {name} takes no scans"));
        }
        if !self.others.witnesses().is_empty() && about != QuestionAbout::Witnesses {
            return wrong(format!("--pre-check, --profile: the survey {name} takes neither"));
        }
        if self.against.is_some() && about != QuestionAbout::Witnesses {
            return wrong(format!("--against: the survey {name} takes none"));
        }
        if (!self.readers.is_empty() || self.fractions.is_some()) && about != QuestionAbout::Readers {
            return wrong(format!("--reader, --fractions: the survey {name} takes neither"));
        }
        if (!self.shapes.is_empty() || self.candidates.is_some()) && about != QuestionAbout::Hitboxes {
            return wrong(format!("--shape, --candidates: the survey {name} takes neither"));
        }
        if self.time && name != "cost" {
            return wrong(format!("--time: the survey {name} times nothing"));
        }
        let named = &*self.scans.named()?;
        let scans = match &about {
            QuestionAbout::TheseTwo(scans) => &scans[..],
            _ if named.is_empty() => &Scan::ALL,
            _ => named,
        };
        if about == QuestionAbout::Hitboxes && self.shapes.is_empty() && self.pair.scene().is_none() {
            return wrong(format!(
                "--shape, --shape-a or --shape-b: the survey {name} needs a shape, as in --shape-b circle"
            ));
        }
        match (about, named.len()) {
            (QuestionAbout::Scan, 1) | (QuestionAbout::Two, 2) => {}
            (QuestionAbout::Scan, _) => return wrong(format!("--scan: the survey {name} takes one scan")),
            (QuestionAbout::Two, _) => return wrong(format!("--scan: the survey {name} takes two scans")),
            _ => {}
        }
        let readers = match self.readers[..] {
            [one, other] => [one, other],
            [] => Choices::READERS,
            _ => return wrong("--reader: two are compared".to_owned()),
        };
        let first = scans.first().copied().unwrap_or(Scan::ROWS);
        Ok(Choices {
            scans: scans.to_vec(),
            scan: first,
            witnesses: self.asked(scans),
            alternatives: Vec::new(),
            against: match (about, scans) {
                (QuestionAbout::Two | QuestionAbout::TheseTwo(_), &[_, other]) => Witness::Scan(other),
                _ => self.against.unwrap_or(Witness::Truth),
            },
            readers,
            variation: self.fractions.map_or(Variation::Angles, Variation::Fractions),
            candidates: self.candidates.as_ref().map(|sprite| usize::from(sprite == "b")),
            candidate: None,
            part: self.part.map(|OffsetBox(part)| part),
        })
    }

    /// Refuses a part if the question is not about offsets, and if it contains no offset of the survey.
    fn check_part(&self, survey: SurveyKind, setting: &Setting) -> Result<(), CliError> {
        let Some(OffsetBox(part)) = self.part else { return Ok(()) };
        if !survey.depends_on(Input::Part) {
            return Err(CliError::Usage(format!("--part: the survey {} has no offsets", self.kind.name)));
        }
        let all = setting.lattice().all();
        let is_asked = IntRect::new(all.first(), all.size()).intersection(part).is_some();
        let axes = || Places::Offsets(Lattice::whole(all)).axes();
        if is_asked {
            Ok(())
        } else {
            Err(CliError::Usage(format!("--part: the boxes overlap nowhere in it, but at {}", axes())))
        }
    }

    /// The scans that are named, then pre-checks and engines; all scans if none are named.
    fn asked(&self, scans: &[Scan]) -> Vec<Witness> {
        let others = self.others.witnesses();
        let scans = if self.scans.is_empty() && !others.is_empty() { &[] } else { scans };
        scans.iter().copied().map(Witness::Scan).chain(others).collect()
    }

    /// Returns the sprites that the question is about. Art that defeats a scan needs no images, and then has its usual size.
    fn setting(&self, mut choices: Choices) -> Result<Setting, CliError> {
        if self.pair.is_absent() && self.kind.about == QuestionAbout::Scan {
            if self.pair.placing.at.is_some() {
                return Err(CliError::Usage(format!(
                    "--at: without images the survey {} places nothing",
                    self.kind.name
                )));
            }
            let defeat = Defeat::of(choices.scan, DefeatSurvey::SIZE);
            let defeat = defeat.map_err(|error| CliError::Usage(error.to_string()))?;
            let scene = defeat.scene();
            let laid = scene.lay().map_err(|error| CliError::Usage(error.to_string()))?;
            return Ok(Setting::new(scene, laid, choices));
        }
        let (scene, laid) = self.pair.lay_changed(|scene| self.shapes.give(scene, &self.pair.reading.limits()))?;
        if self.scans.is_empty() && matches!(self.kind.about, QuestionAbout::Scans | QuestionAbout::Witnesses) {
            choices.scans = scene.all_scans().collect();
            choices.witnesses = self.asked(&choices.scans);
        }
        Ok(Setting::new(scene, laid, choices))
    }

    /// Writes the file that is asked for, if any.
    fn write(&self, answered: &Answered) -> Result<(), CliError> {
        let Some(path) = &self.output else { return Ok(()) };
        let is_scene = shown(path).to_ascii_lowercase().ends_with(SCENE);
        if let Some(scene) = answered.found::<DefeatAnswer>().map(DefeatAnswer::scene).filter(|_| is_scene) {
            return Ok(write_whole(path, encode_scene_with_art(scene).as_bytes())?);
        }
        let names = names(&answered.setting.scene);
        let palette = if self.dark { &Palette::DARK } else { &Palette::LIGHT };
        let sheet = SurveySheet { answered, names: [&names[0], &names[1]], palette };
        let format = SurveyFormat::of_path(path).map_err(|error| CliError::Usage(error.to_string()))?;
        Ok(write_whole(path, &format.encode(&sheet))?)
    }
}
