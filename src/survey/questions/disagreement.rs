//! `disagreement`: where two ways to read the same pair of sprites differ in whether they overlap.

use std::io::Write;

use serde::Serialize;

use crate::{
    geom::Size,
    palette::{Palette, Rgb},
    scene::{Actor, Placement, Posed, Scene, Snap, TooLarge},
    survey::{
        About, Ask, Budget, Column, GridJson, Headline, Input, Legend, Map, Places, Plane, Progress, Question, Reader,
        Refusal, Setting, Sight, Square, Survey, Table, Text, TooMany, Variation, sheet::write_json,
    },
    words::thousands,
};

/// Where two ways to read the same pair of sprites differ in whether they overlap, while B turns or moves by fractions of
/// a cell.
#[derive(Clone, Debug)]
pub struct Disagreement {
    scene: Scene,
    readers: [Reader; 2],
    /// A as each of them lays it on the world's grid.
    a: [Posed; 2],
    variation: Variation,
    progress: Progress,
    answers: Plane<Option<[bool; 2]>>,
}

impl Disagreement {
    /// A survey of the sprites of `scene`, of which nothing is done.
    ///
    /// # Errors
    /// Where A would be too large.
    pub fn new(scene: &Scene, readers: [Reader; 2], variation: Variation) -> Result<Self, DisagreementError> {
        let size = TooMany::check(variation.size())?;
        let pose = |reader| posed(scene, &scene.sprites[0].placement, 0, reader).map_err(DisagreementError::TooLarge);
        Ok(Self {
            scene: scene.clone(),
            readers,
            a: [pose(readers[0])?, pose(readers[1])?],
            variation,
            progress: Progress::of(size),
            answers: Plane::new(size, None),
        })
    }

    /// Who is asked.
    pub const fn readers(&self) -> [Reader; 2] {
        self.readers
    }

    /// What is done to B.
    pub const fn variation(&self) -> Variation {
        self.variation
    }

    /// Whether the sprites overlap, as each reader says; `None` where B would be too large, and while nothing is done.
    pub const fn answers(&self) -> &Plane<Option<[bool; 2]>> {
        &self.answers
    }

    /// Where B is at column `x` and row `y`.
    pub fn placement(&self, x: u32, y: u32) -> Placement {
        self.variation.placement(&self.scene.sprites[1].placement, x, y)
    }

    /// What both say at a column and row of a map, which may have several rows for one.
    fn at(&self, x: u32, y: u32) -> Option<[bool; 2]> {
        self.answers.at(x, y.min(self.answers.size().height.saturating_sub(1)))
    }

    /// `31°: hit and miss`.
    fn told(&self, x: u32, y: u32) -> String {
        let place = self.variation.told(x, y);
        self.at(x, y).map_or_else(
            || format!("{place}: B is too large"),
            |[one, other]| format!("{place}: {} and {}", said(one), said(other)),
        )
    }

    /// The places that are done and at which the readers differ, in the order in which they were asked about.
    pub fn differences(&self) -> impl Iterator<Item = (u32, u32)> {
        let places = self.progress.places().map(|Square { x, y, .. }| (x, y));
        places.filter(|&(x, y)| self.answers.at(x, y).is_some_and(|[one, other]| one != other))
    }
}

/// Why two readers cannot be compared.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum DisagreementError {
    /// There are too many places.
    #[error(transparent)]
    TooMany(#[from] TooMany),
    /// A would be too large.
    #[error("a sprite does not fit: {0}")]
    TooLarge(TooLarge),
}

/// Sprite `which` of `scene` at `placement`, laid on the world's grid as `reader` wants it.
fn posed(scene: &Scene, placement: &Placement, which: usize, reader: Reader) -> Result<Posed, TooLarge> {
    let convention = match reader {
        Reader::World(convention) => convention,
        Reader::Engine(_) => scene.convention,
    };
    let Actor { sprite, .. } = &scene.sprites[which];
    let world_from_parent = scene.parent.parent_from_source(Size::default(), Snap::Keep);
    let parent_from_source = placement.parent_from_source(sprite.size(), convention.snap);
    Posed::new(sprite.raster(), parent_from_source, world_from_parent, convention)
}

impl Survey for Disagreement {
    fn progress(&self) -> Progress {
        self.progress
    }

    fn step(&mut self, budget: Budget, cancelled: &dyn Fn() -> bool) {
        let Self { ref scene, readers, ref a, variation, .. } = *self;
        let ask = |Square { x, y, .. }: Square| {
            let placement = variation.placement(&scene.sprites[1].placement, x, y);
            let says = |which: usize| {
                let b = posed(scene, &placement, 1, readers[which]).ok()?;
                Some(readers[which].says(&a[which], &b))
            };
            Some([says(0)?, says(1)?])
        };
        self.progress.advance(budget, cancelled, ask, |place, answer| self.answers.paint(place, answer));
    }
}

impl Ask for Disagreement {
    const INPUTS: &'static [Input] = &[Input::Scene, Input::Readers];
    type Found = Self;

    fn ask(setting: &Setting) -> Result<Self, Refusal> {
        Ok(Self::new(&setting.scene, setting.choices.readers, setting.choices.variation)?)
    }

    fn found(&self) -> Self {
        self.clone()
    }
}

/// Where two ways to read the sprites differ.
pub struct DisagreementQuestion;

/// On the command line at most this many differences are shown.
const SHOWN: usize = 20;

/// What each reader says at each place: 0 both miss, 1 only the first hits, 2 only the second, 3 both; null where B would
/// be too large.
#[derive(Debug, Serialize)]
struct DisagreementJson<'a> {
    readers: [String; 2],
    variation: &'static str,
    differences: u64,
    #[serde(flatten)]
    grid: GridJson<'a, Option<u8>>,
}

impl Question for DisagreementQuestion {
    type Survey = Disagreement;
    const NAME: &'static str = "disagreement";
    const TITLE: &'static str = "Conventions";
    const SENTENCE: &'static str = "At which angles or fractions of a cell do two conventions or engines disagree about whether the sprites overlap?";
    const ABOUT: About = About::Readers;

    fn headline(found: &Disagreement, _: &Setting) -> Headline {
        let (differences, places) = (found.differences().count() as u64, found.variation.plural());
        let all = thousands(found.progress.done());
        let sentence = match differences {
            0 => format!("They agree at all {all} {places}"),
            _ => format!("They disagree at {} of {all} {places}", thousands(differences)),
        };
        let [one, other] = found.readers;
        Headline { sentence, detail: format!("{one} and {other}") }
    }

    fn places(found: &Disagreement) -> Places {
        Places::Variation(found.variation, found.scene.sprites[1].placement)
    }

    fn maps<'a>(found: &'a Disagreement, _: &'a Setting, palette: &'static Palette, _: Sight) -> Vec<Map<'a>> {
        let titles = [found.readers[0].title(), found.readers[1].title(), "Where they differ".to_owned()];
        let map = |(which, title): (usize, String)| {
            let what = move |x, y| found.at(x, y).map(|says| says.get(which).copied().unwrap_or(says[0] != says[1]));
            let marked = if which < 2 { palette.both } else { palette.bad };
            let color = move |x, y| match what(x, y) {
                None => palette.panel,
                Some(true) => marked,
                Some(false) => palette.ctl,
            };
            let keys: Vec<(Rgb, String)> = match which {
                2 => vec![(palette.bad, "one hits, one misses".to_owned()), (palette.ctl, "alike".to_owned())],
                _ => vec![(palette.both, "hit".to_owned()), (palette.ctl, "miss".to_owned())],
            };
            Map {
                title,
                note: String::new(),
                places: Self::places(found),
                color: Box::new(color),
                inside: None,
                told: Box::new(|x, y| Some(found.told(x, y))),
                legend: Legend { ramp: None, keys },
            }
        };
        titles.into_iter().enumerate().map(map).collect()
    }

    fn table<'a>(found: &'a Disagreement, _: &'a Setting) -> Table<'a> {
        let says = |which: usize| {
            let name = ["first", "second"][which];
            Column::new(&name, move |x, y| found.at(x, y).map_or(String::new(), |says| said(says[which]).to_owned()))
        };
        Table::new(Self::places(found), vec![says(0), says(1)])
    }

    fn json(found: &Disagreement, _: &Setting, out: &mut dyn Write) -> serde_json::Result<()> {
        let says = |[one, other]: [bool; 2]| u8::from(one) + 2 * u8::from(other);
        let values = Plane::from_fn(found.variation.size(), |x, y| found.answers.at(x, y).map(says));
        let json = DisagreementJson {
            readers: found.readers.map(|reader| reader.to_string()),
            variation: found.variation.plural(),
            differences: found.differences().count() as u64,
            grid: GridJson::new(Self::places(found).first(), &values),
        };
        write_json(&json, out)
    }

    fn text(found: &Disagreement, setting: &Setting) -> Text {
        let Headline { sentence, .. } = Self::headline(found, setting);
        let mut differences: Vec<_> = found.differences().collect();
        differences.sort_unstable_by_key(|&(x, y)| (y, x));
        let mut lines = format!("{sentence}.\n");
        if differences.len() > SHOWN {
            lines += &format!("The first {SHOWN}; -o FILE.csv writes all of them.\n");
        }
        if differences.is_empty() {
            return Text { lines, ..Text::default() };
        }
        let [one, other] = found.readers;
        let row = |&(x, y): &(u32, u32)| {
            let says = found.at(x, y).unwrap_or_default();
            vec![found.variation.told(x, y), said(says[0]).to_owned(), said(says[1]).to_owned()]
        };
        Text {
            lines: lines + &format!("\nfirst: {one}; second: {other}\n\n"),
            headings: vec!["B", "first", "second"],
            rows: differences.iter().take(SHOWN).map(row).collect(),
        }
    }
}

fn said(is_hit: bool) -> &'static str {
    if is_hit { "hit" } else { "miss" }
}
