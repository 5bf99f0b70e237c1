//! `divergence`: where scans, pre-checks and engines are wrong.

use serde_json::{Value, json};

use crate::{
    choice::Choice as _,
    geom::Offset,
    palette::{Palette, Rgb},
    scene::Laid,
    survey::{
        About, Answer, Ask, Budget, Column, Cost, Headline, Input, Legend, Map, Offsets, Places, Plane, Progress,
        Question, Refusal, Setting, Sight, Square, Summary, Survey, SurveyKind, Table, Text, TooMany, Verdict, Witness,
        cost_sheet::{offsets_json, placements, scan_json, shown_name, wrong},
        own,
        truth::Truth,
        witness::Questioned,
    },
    words::{percent, plural, point, thousands},
};

/// Where those who say whether masks overlap are wrong: at every offset at which the boxes overlap.
#[derive(Clone, Debug)]
pub struct Divergence {
    truth: Truth,
    offsets: Offsets,
    progress: Progress,
    /// Whether the masks overlap, at the places that are done.
    overlaps: Plane<bool>,
    judged: Vec<Judged>,
}

/// What one witness says at every offset, compared with the truth.
#[derive(Clone, Debug)]
pub struct Judged {
    witness: Witness,
    questioned: Questioned,
    costs: Plane<Cost>,
    verdicts: Plane<Verdict>,
    largest_miss: Option<(Offset, u64)>,
    false_hits: u64,
    false_misses: u64,
}

impl Divergence {
    /// A survey of `witnesses` over the sprites of `laid`, of which nothing is done.
    ///
    /// The truth is what the masks share by the sprites' own rules.
    ///
    /// # Errors
    /// Where the sprites have too many offsets.
    pub fn new(laid: &Laid, witnesses: &[Witness]) -> Result<Self, TooMany> {
        let offsets = TooMany::offsets(laid.a.raster.size(), laid.b.raster.size())?;
        let judged = |&witness: &Witness| Judged {
            witness,
            questioned: Questioned::new(witness, laid),
            costs: Plane::new(offsets.size(), Cost::default()),
            verdicts: Plane::new(offsets.size(), Verdict::Miss),
            largest_miss: None,
            false_hits: 0,
            false_misses: 0,
        };
        Ok(Self {
            truth: Truth::of([laid.a.raster.mask(), laid.b.raster.mask()]),
            offsets,
            progress: Progress::of(offsets.size()),
            overlaps: Plane::new(offsets.size(), false),
            judged: witnesses.iter().map(judged).collect(),
        })
    }

    /// The offsets.
    pub const fn offsets(&self) -> Offsets {
        self.offsets
    }

    /// What each witness says, in the order in which they were named.
    pub fn judged(&self) -> &[Judged] {
        &self.judged
    }

    /// What the visits of `judged` and its answers come to, at the places that are done.
    fn summary(&self, judged: &Judged) -> Summary {
        let places = self.progress.places();
        Summary::of_answers(places.map(|Square { x, y, .. }| (judged.costs.at(x, y).visits, judged.verdicts.at(x, y))))
    }
}

impl Judged {
    /// Who was asked.
    pub const fn witness(&self) -> Witness {
        self.witness
    }

    /// What was said at every offset, compared with the truth.
    pub const fn verdicts(&self) -> &Plane<Verdict> {
        &self.verdicts
    }

    /// The largest area that the masks share where the witness says they do not, so far, and the offset: of equals the
    /// uppermost, of those the left one.
    pub const fn largest_miss(&self) -> Option<(Offset, u64)> {
        self.largest_miss
    }

    /// How many hits were claimed where nothing is shared, so far.
    pub const fn false_hits(&self) -> u64 {
        self.false_hits
    }

    /// How many hits were missed, so far.
    pub const fn false_misses(&self) -> u64 {
        self.false_misses
    }

    /// How many answers are wrong, so far.
    pub const fn wrong(&self) -> u64 {
        self.false_hits + self.false_misses
    }

    /// Takes what is said at `place`, which is `offset`.
    fn take(&mut self, place: Square, offset: Offset, cost: Cost, overlap: bool, truth: &Truth) {
        let verdict = Verdict::of(cost.is_hit, overlap);
        self.costs.paint(place, cost);
        self.verdicts.paint(place, verdict);
        self.false_hits += u64::from(verdict == Verdict::FalseHit);
        if verdict == Verdict::FalseMiss {
            self.false_misses += 1;
            let missed = truth.area(offset);
            let is_larger =
                |(at, area): (Offset, u64)| missed > area || missed == area && (offset.y, offset.x) < (at.y, at.x);
            if self.largest_miss.is_none_or(is_larger) {
                self.largest_miss = Some((offset, missed));
            }
        }
    }
}

impl Survey for Divergence {
    fn progress(&self) -> Progress {
        self.progress
    }

    fn step(&mut self, budget: Budget, cancelled: &dyn Fn() -> bool) {
        let Some(hits) = self.truth.hits(cancelled) else { return };
        let (offsets, judged) = (self.offsets, &self.judged);
        let ask = |Square { x, y, .. }: Square| {
            let offset = offsets.offset(x, y);
            judged.iter().map(|judged| judged.questioned.says(offset)).collect::<Vec<Cost>>()
        };
        let mut answers = Vec::new();
        self.progress.advance(budget, cancelled, ask, |place, answer| answers.push((place, answer)));
        for (place, costs) in answers {
            let offset = offsets.offset(place.x, place.y);
            let overlap = hits.overlaps(offset);
            self.overlaps.paint(place, overlap);
            for (judged, cost) in self.judged.iter_mut().zip(costs) {
                judged.take(place, offset, cost, overlap, &self.truth);
            }
        }
    }
}

impl Ask for Divergence {
    const INPUTS: &'static [Input] = &[Input::Masks, Input::Angles, Input::Witnesses];

    fn ask(setting: &Setting) -> Result<Self, Refusal> {
        Ok(Self::new(&setting.laid()?, &setting.choices.witnesses)?)
    }
}

/// Where scans, pre-checks and engines are wrong.
pub(super) static QUESTION: Question = Question {
    name: "divergence",
    title: "Wrong answers",
    sentence: "At which offsets is a scan, a pre-check or an engine wrong, and how much does it miss?",
    about: About::Witnesses,
    survey: SurveyKind::of::<Divergence>(),
    answer: |found, _| Box::new(DivergenceAnswer { found: own(found) }),
};

struct DivergenceAnswer<'a> {
    found: &'a Divergence,
}

impl<'a> Answer for DivergenceAnswer<'a> {
    fn headline(&self) -> Headline {
        let [judged] = self.found.judged() else {
            let wrong = self.found.judged().iter().filter(|judged| judged.wrong() > 0).count() as u64;
            let all = self.found.judged().len() as u64;
            let sentence = format!("{} of {} are wrong somewhere", thousands(wrong), thousands(all));
            return Headline { sentence, detail: String::new() };
        };
        let sentence = match judged.wrong() {
            0 => format!("{} is never wrong", judged.witness),
            wrong => format!("{} is wrong at {}", judged.witness, plural(wrong, "placement")),
        };
        let missed = judged.largest_miss.map_or(String::new(), |(offset, area)| {
            format!(" · misses up to {} px, at {}", thousands(area), point(offset.cell()))
        });
        let counts = format!("{} false hits, {} misses", thousands(judged.false_hits), thousands(judged.false_misses));
        Headline { sentence, detail: counts + &missed }
    }

    fn places(&self) -> Places {
        Places::Offsets(self.found.offsets)
    }

    fn maps(&self, palette: &'static Palette, sight: Sight) -> Vec<Map<'_>> {
        let found = self.found;
        let map = |judged: &'a Judged| {
            let note = match judged.wrong() {
                _ if sight == Sight::Window => String::new(),
                0 => "never wrong".to_owned(),
                wrong => format!("{} wrong", thousands(wrong)),
            };
            let keys = Verdict::ALL.iter().map(|&verdict| (color(verdict, palette), verdict.name().to_owned()));
            let legend = Legend { keys: keys.collect(), ..Legend::default() };
            let title = format!("Answers of {}", judged.witness);
            let inside = (sight == Sight::Page).then(|| Box::new(move |x, y| found.overlaps.at(x, y)) as _);
            let color = move |x, y| color(judged.verdicts.at(x, y), palette);
            let told = move |x, y| Some(judged.verdicts.at(x, y).name().to_owned());
            Map { note, inside, ..Map::new(title, self.places(), color, told, legend) }
        };
        self.found.judged.iter().map(map).collect()
    }

    fn table(&self) -> Table<'_> {
        let overlap = Column::new(&"masks_overlap", |x, y| self.found.overlaps.at(x, y).to_string());
        let of_witnesses = self
            .found
            .judged
            .iter()
            .map(|judged| Column::new(&judged.witness, |x, y| judged.verdicts.at(x, y).name().to_owned()));
        Table::new(self.places(), std::iter::once(overlap).chain(of_witnesses).collect())
    }

    /// Pre-checks and engines are listed only where they were asked.
    fn json(&self) -> Value {
        let mut json = json!({ "offsets": offsets_json(self.found.offsets), "scans": [] });
        for judged in &self.found.judged {
            let wrong = |name: String| {
                json!({
                    "name": name,
                    "against": "truth",
                    "offsets": self.found.progress.done(),
                    "false_hits": judged.false_hits,
                    "false_misses": judged.false_misses,
                })
            };
            let (kind, told) = match judged.witness {
                Witness::Scan(scan) => ("scans", scan_json(scan, &self.found.summary(judged))),
                Witness::PreCheck(check) => ("pre_checks", wrong(check.to_string())),
                Witness::Profile(profile) => ("profiles", wrong(profile.to_string())),
            };
            match &mut json[kind] {
                Value::Array(all) => all.push(told),
                nothing => *nothing = json!([told]),
            }
        }
        json
    }

    fn text(&self) -> Text {
        let row = |judged: &Judged| {
            let name = match judged.witness {
                Witness::Scan(scan) => shown_name(scan),
                other => other.to_string(),
            };
            let share = percent(judged.wrong(), self.found.progress.done());
            let (area, at) = judged.largest_miss.map_or_else(Default::default, |(offset, area)| {
                (format!("{} px", thousands(area)), point(offset.cell()))
            });
            vec![name, wrong(judged.false_hits), wrong(judged.false_misses), share, area, at]
        };
        Text {
            lines: format!("{}\n\n", placements(&self.found.overlaps)),
            headings: vec!["asked", "false hits", "false misses", "wrong", "largest miss", "at"],
            rows: self.found.judged.iter().map(row).collect(),
        }
    }
}

fn color(verdict: Verdict, palette: &Palette) -> Rgb {
    match verdict {
        Verdict::Hit => palette.both,
        Verdict::Miss => palette.ctl,
        Verdict::FalseHit => palette.cost.at(0.75),
        Verdict::FalseMiss => palette.bad,
    }
}
