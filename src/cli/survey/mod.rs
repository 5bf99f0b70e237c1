//! `survey`: a question asked over many placements.

mod claim;
mod costs;
mod grid;

use std::{
    io::Write,
    path::{Path, PathBuf},
};

use clap::{Args, ValueEnum};

use super::{CliError, answer, options::ScanArgs, pair::PairArgs};
use crate::{
    files::{SurveyFormat, SurveySheet, Surveyed, shown, write_whole},
    palette::Palette,
    scan::Scan,
    scene::{Actor, Laid, Scene, Shown},
    survey::{AreaMap, Claim, CostSurvey, FrameMatrix, Offsets, Survey as _, Thresholds, TooMany},
};

/// Ask about many placements: what each scan costs, where it is wrong, how much is shared.
#[derive(Debug, Args)]
pub(super) struct Survey {
    /// What is asked.
    #[arg(value_enum)]
    kind: Kind,
    #[command(flatten)]
    pair: PairArgs,
    #[command(flatten)]
    scans: ScanArgs,
    /// The file to write: .png draws a chart, .csv has a line for each place.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Draw on a dark ground.
    #[arg(long, requires = "output")]
    dark: bool,
    /// Answer as JSON.
    #[arg(long)]
    json: bool,
}

/// What a survey asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// How many visits each scan needs at every offset.
    Cost,
    /// Where each scan is wrong.
    Divergence,
    /// How much the masks share at every offset.
    Area,
    /// How much they share at each pair of thresholds.
    Thresholds,
    /// How much each frame of A shares with each frame of B.
    Frames,
    /// PlayMyCode's claim: how many times fewer visits combined needs than columns.
    Claim,
}

impl Kind {
    /// True where scans can be chosen.
    const fn asks_scans(self) -> bool {
        matches!(self, Self::Cost | Self::Divergence)
    }

    /// The name on the command line.
    fn name(self) -> String {
        self.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
    }
}

impl Survey {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<(), CliError> {
        if self.scans.are_named() && !self.kind.asks_scans() {
            return Err(CliError::Usage(format!(
                "--scan: the survey {} asks no scans of your choice",
                self.kind.name()
            )));
        }
        if let Some(path) = &self.output {
            let unwritten = |error| CliError::Usage(format!("{}: {error}", shown(path)));
            SurveyFormat::of_path(path).map_err(unwritten)?;
        }
        let (scene, laid) = self.pair.lay()?;
        match self.kind {
            Kind::Cost => {
                let survey = self.costs(&laid, self.scans.scans())?;
                self.write(&scene, Surveyed::Cost(&survey), place(survey.offsets(), &laid))?;
                answer(out, self.json, &costs::Costs::new(&survey))
            }
            Kind::Divergence => {
                let survey = self.costs(&laid, self.scans.scans())?;
                self.write(&scene, Surveyed::Divergence(&survey), place(survey.offsets(), &laid))?;
                answer(out, self.json, &costs::Divergences::new(&survey))
            }
            Kind::Claim => {
                let survey = self.costs(&laid, &Claim::SCANS)?;
                self.write(&scene, Surveyed::Claim(&survey), place(survey.offsets(), &laid))?;
                answer(out, self.json, &claim::Claimed::new(&survey))
            }
            Kind::Area => {
                let map = AreaMap::new(laid.a.raster.mask(), laid.b.raster.mask());
                let mut map = map.map_err(|error| self.too_many(error))?;
                map.finish(&|| false);
                self.write(&scene, Surveyed::Area(&map), place(map.offsets(), &laid))?;
                answer(out, self.json, &grid::Grid::of_areas(&map, laid.offset))
            }
            Kind::Thresholds => {
                let thresholds = Thresholds::of(&laid.a.raster, &laid.b.raster, laid.offset, &|| false);
                let thresholds = thresholds.expect("nobody cancels it");
                let [a, b] = scene.sprites.each_ref().map(|actor| actor.sprite.threshold());
                self.write(&scene, Surveyed::Thresholds(&thresholds), Some((a.into(), b.into())))?;
                answer(out, self.json, &grid::Grid::of_thresholds(&thresholds, [a, b]))
            }
            Kind::Frames => {
                let matrix = FrameMatrix::new(&scene);
                let mut matrix = matrix.map_err(|error| self.pair.unsurveyed(&error.to_string()))?;
                matrix.finish(&|| false);
                self.write(&scene, Surveyed::Frames(&matrix), shown_frames(&scene))?;
                answer(out, self.json, &grid::Grid::of_frames(&matrix))
            }
        }
    }

    /// What each scan costs at every offset.
    fn costs(&self, laid: &Laid, scans: &[Scan]) -> Result<CostSurvey, CliError> {
        let survey = CostSurvey::new(&laid.a.raster, &laid.b.raster, scans);
        let mut survey = survey.map_err(|error| self.too_many(error))?;
        survey.finish(&|| false);
        Ok(survey)
    }

    fn too_many(&self, error: TooMany) -> CliError {
        self.pair.unsurveyed(&error.to_string())
    }

    /// Writes the file that is asked for, if any.
    fn write(&self, scene: &Scene, surveyed: Surveyed<'_>, present: Option<(u32, u32)>) -> Result<(), CliError> {
        let Some(path) = &self.output else { return Ok(()) };
        let names = scene.sprites.each_ref().map(|Actor { sprite, .. }| match &sprite.path {
            Some(path) => shown(path.file_name().map_or(path, Path::new)),
            None => sprite.name.clone(),
        });
        let palette = if self.dark { &Palette::DARK } else { &Palette::LIGHT };
        let sheet = SurveySheet { surveyed, names: [&names[0], &names[1]], present, palette };
        let format = SurveyFormat::of_path(path).map_err(|error| CliError::Usage(error.to_string()))?;
        Ok(write_whole(path, &format.encode(&sheet))?)
    }
}

/// The place of the present offset, where the boxes overlap.
fn place(offsets: Offsets, laid: &Laid) -> Option<(u32, u32)> {
    offsets.place(laid.offset)
}

/// The frames that a scene shows; none while one shows all of them at once.
fn shown_frames(scene: &Scene) -> Option<(u32, u32)> {
    let frame = |actor: &Actor| match actor.sprite.shown() {
        Shown::Frame(frame) => u32::try_from(frame).ok(),
        Shown::Merged => None,
    };
    frame(&scene.sprites[0]).zip(frame(&scene.sprites[1]))
}
