//! `divergence`: where scans, pre-checks and engines are wrong, or answer otherwise than another.

use super::prelude::*;
use std::iter::Empty;

use crate::survey::questions::cost_sheet::{counts, offsets, offsets_json, placements, scan_json, shown_name, wrong};
use crate::survey::{Answered, Choices, Label, Role, Stats, witness::Questioned};
use crate::{choice::Choice as _, scene::Laid, words};

/// The offsets at which scans, pre-checks or engines are wrong about an overlap, or answer otherwise than another, among
/// all at which the boxes overlap.
pub type Divergence = CostSurvey<Witness>;

impl Divergence {
    /// A survey of `witnesses`, compared with one `against` them, over the sprites of `laid`, before its first step.
    pub fn of(laid: &Laid, witnesses: &[Witness], against: Witness) -> Self {
        Self::at(Lattice::new(laid.a.raster.size(), laid.b.raster.size()), laid, witnesses, against)
    }

    /// A survey over the offsets of `lattice`, which must be some of these sprites'.
    pub fn at(lattice: Lattice, laid: &Laid, witnesses: &[Witness], against: Witness) -> Self {
        let questioned = |witness| Questioned::new(witness, laid);
        Self::asking(lattice, [&laid.a.raster, &laid.b.raster], witnesses, questioned, questioned(against))
    }
}

impl Askable for Divergence {
    const INPUTS: &'static [Input] = &[Input::Masks, Input::Part, Input::Angles, Input::Witnesses];

    fn ask(setting: &Setting) -> Result<Self, Refusal> {
        let Choices { witnesses, alternatives, against, .. } = &setting.choices;
        if witnesses.is_empty() {
            return Err(Refusal("no scan, pre-check or engine is chosen".to_owned()));
        }
        Ok(Self::at(setting.lattice(), &setting.laid()?, &[&**witnesses, alternatives].concat(), *against))
    }

    fn publish(&self) -> Publishing {
        let survey = self.clone();
        Publishing::new(async {
            let summaries = Summary::of_each(&survey).await;
            let missed = match survey.maps.first() {
                Some(map) => map.missed.stats(None::<Empty<Option<u32>>>).await,
                None => Stats::default(),
            };
            JudgedAnswers { survey, summaries, missed }
        })
    }
}

/// The answers of witnesses, and what those of each come to.
#[derive(Debug)]
struct JudgedAnswers {
    survey: Divergence,
    /// The summary of each.
    summaries: Vec<Summary>,
    /// The pixels shared at the false misses of the first.
    missed: Stats,
}

/// The answers of witnesses, and the setting that they are about: whom they are compared with.
#[derive(Clone, Copy, Debug)]
pub struct Testimony<'a> {
    found: &'a JudgedAnswers,
    setting: &'a Setting,
}

/// Wrong answers in numbers.
#[derive(Clone, Debug)]
pub struct Errors<'a> {
    /// The pixels shared at the false misses of the one whose answers are shown. Above 65,536 px the median may be a 256th too
    /// low.
    pub missed: &'a Stats,
    /// The numbers of its errors, among others like it.
    pub rows: Vec<Erring>,
    /// At how many placements the masks overlap.
    pub hits: u64,
}

/// The errors of one witness.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Erring {
    /// The witness.
    pub witness: Witness,
    /// The mean of its visits.
    pub mean: Option<f64>,
    /// The number of placements at which it misses what is shared.
    pub false_misses: u64,
    /// The number of placements at which it hits where nothing is shared.
    pub false_hits: u64,
    /// The most pixels that it misses.
    pub largest_miss: u64,
}

/// The question where scans, pre-checks and engines are wrong.
pub(super) static QUESTION: Question = Question {
    name: "divergence",
    title: "Wrong answers",
    sentence: "At which offsets is a scan, a pre-check or an engine wrong, and how much does it miss?",
    about: QuestionAbout::Witnesses,
    is_listed: |_| true,
    survey: |_| SurveyKind::of::<Divergence>(),
    answer,
};

impl<'a> Testimony<'a> {
    /// The answers of each witness, and their sums.
    fn all(&self) -> impl Iterator<Item = (&'a CostMap<Witness>, &'a Summary)> + use<'a> {
        self.found.survey.maps.iter().zip(&self.found.summaries).take(self.setting.choices.witnesses.len())
    }

    /// True if every place is done, and nobody is wrong at any: a map would show nothing.
    fn is_all_right(&self) -> bool {
        let is_judged = self.against() == Witness::Truth;
        is_judged && self.found.survey.progress().is_complete() && self.all().all(|(_, summary)| summary.is_proven())
    }

    fn against(&self) -> Witness {
        self.setting.choices.against
    }

    /// The verdicts on `asked`, in their order: only the truth says who is wrong, and of two that are compared, each has the
    /// colour of a sprite where it alone hits. Right answers keep back.
    fn terms(&self, asked: Witness, summary: &Summary) -> [Term; 5] {
        let right: [Role; 2] = [|palette| palette.right[0], |palette| palette.right[1]];
        let terms = match self.against() {
            Witness::Truth => {
                let (bad, line): (Role, Role) = (|palette| palette.bad, |palette| palette.bad_line);
                let [hits, misses] = [summary.false_hits, summary.false_misses].map(thousands);
                let cells = (summary.wrong_cells > 0).then(|| format!("wrong cell {}", thousands(summary.wrong_cells)));
                [
                    Term::new("hit", right[0]).key("hit, right"),
                    Term::new("miss", right[1]).key("miss, right"),
                    Term::new("false hit", bad).key(format!("false hit {hits}")).hatched(Hatch::Cross, Some(line)),
                    Term::new("false miss", bad).key(format!("false miss {misses}")).hatched(Hatch::Across, Some(line)),
                    Term { key: cells, ..Term::new("wrong cell", bad) }.hatched(Hatch::Down, Some(line)),
                ]
            }
            against => [
                Term::new("both hit", right[0]),
                Term::new("both miss", right[1]),
                Term::new(format!("only {asked} hits"), |palette| palette.a).hatched(Hatch::Cross, None),
                Term::new(format!("only {against} hits"), |palette| palette.b).hatched(Hatch::Across, None),
                // Only the truth says which cells are shared.
                Term { key: None, ..Term::new("", right[0]) },
            ],
        };
        let mut names = Classification::ALL.iter().map(|verdict| verdict.name());
        terms.map(|term| Term { written: names.next().map(Into::into), ..term })
    }

    /// `7,134 offsets: masks overlap at 4,817, only boxes at 2,317`, or where another hits.
    fn placements(&self) -> String {
        let survey = &self.found.survey;
        match self.against() {
            Witness::Truth => placements(survey),
            against => {
                let (all, [hits, misses]) = (offsets(survey.lattice), counts(survey).map(thousands));
                format!("{all}: {against} hits at {hits}, misses at {misses}")
            }
        }
    }

    /// The answers of witnesses in `answered`, if it is of them.
    pub fn of(answered: &'a Answered) -> Option<Self> {
        Some(Self { found: answered.found()?, setting: &answered.setting })
    }

    /// The offset at which the first witness misses the most shared pixels.
    pub fn largest_miss(&self) -> Option<Offset> {
        Some(self.found.survey.maps.first()?.largest_miss?.0)
    }

    /// The first offset, from the top left, at which the first witness hits and nothing is shared.
    pub fn first_false_hit(&self) -> Option<Offset> {
        let survey = &self.found.survey;
        let (map, size) = (survey.maps.first()?, survey.lattice.size());
        let mut places = (0..size.height).flat_map(|y| (0..size.width).map(move |x| (x, y)));
        let (x, y) = places.find(|&(x, y)| survey.verdict(map, x, y) == Classification::FalseHit)?;
        Some(survey.lattice.offset(x, y))
    }

    /// The answers of all witnesses at an offset, and of the one that they are compared with.
    pub fn answers(&self, offset: Offset) -> Vec<(Witness, bool)> {
        let survey = &self.found.survey;
        let Some((x, y)) = survey.found_at(offset) else { return Vec::new() };
        let asked = self.all().map(|(map, _)| (map.asked, map.costs.at(x, y).is_hit));
        let against = Some((self.against(), survey.overlaps.at(x, y))).filter(|&(other, _)| other != Witness::Truth);
        asked.chain(against).collect()
    }

    /// The wrong answers in numbers, where the truth judges.
    pub fn errors(&self) -> Option<Errors<'a>> {
        if self.against() != Witness::Truth {
            return None;
        }
        let survey = &self.found.survey;
        let rows = survey.maps.iter().zip(&self.found.summaries).map(|(map, summary)| Erring {
            witness: map.asked,
            mean: summary.all.spread.map(|spread| spread.mean),
            false_misses: summary.false_misses,
            false_hits: summary.false_hits,
            largest_miss: map.largest_miss.map_or(0, |(_, area)| area),
        });
        let hits = self.found.summaries.first()?.hits.offsets;
        let mut rows: Vec<Erring> = rows.collect();
        // The one that is shown stands among the others, as its parameter does.
        if let [first, others @ ..] = &mut *rows
            && let Witness::Scan(scan) = first.witness
        {
            let all = scan.alternatives();
            let place = |row: &Erring| all.iter().position(|other| row.witness == Witness::Scan(*other));
            if !others.is_empty() && place(first).is_some() {
                rows.sort_by_key(place);
            }
        }
        Some(Errors { missed: &self.found.missed, rows, hits })
    }

    fn headline(&self) -> Headline {
        let mut all = self.all();
        let (Some((map, summary)), None) = (all.next(), all.next()) else {
            let wrong = self.all().filter(|(_, summary)| summary.wrong() > 0).count() as u64;
            let all = self.all().count() as u64;
            let sentence = match self.against() {
                Witness::Truth => format!("{} of {} are wrong somewhere", thousands(wrong), thousands(all)),
                other => {
                    let other = other.printed_name();
                    format!("{} of {} differ from {other} somewhere", thousands(wrong), thousands(all))
                }
            };
            return Headline { sentence, detail: String::new() };
        };
        let (asked, [hits, misses]) =
            (map.asked.display_name(), [summary.false_hits, summary.false_misses].map(thousands));
        if self.against() != Witness::Truth {
            let [asked, other] = [map.asked, self.against()].map(Witness::printed_name);
            return match summary.wrong() {
                0 => Headline {
                    sentence: format!("{asked} and {other} give the same answer everywhere"),
                    detail: format!("both hit at {}", plural(summary.hits.offsets, "placement")),
                },
                wrong => Headline {
                    sentence: format!("{asked} and {other} differ at {}", plural(wrong, "placement")),
                    detail: format!("only {asked} hits at {hits}, only {other} at {misses}"),
                },
            };
        }
        let (all, missed) = (summary.hits.offsets, summary.false_misses);
        let share = percent(missed, all);
        let cells = summary.wrong_cells;
        let sentence = match (missed, summary.false_hits) {
            (0, 0) if cells > 0 => {
                format!("{asked} names a cell that is not shared at {}", of(cells, all, "hits"))
            }
            (0, 0) => format!("{asked}: all {} right", plural(summary.all.offsets, "place")),
            (0, _) => format!("{asked} hits at {} where nothing is shared", plural(summary.false_hits, "placement")),
            (_, 0) => format!("{asked} misses {}, {share}", of(missed, all, "hits")),
            (..) => format!(
                "{asked} misses {}, {share}, and has {}",
                of(missed, all, "hits"),
                plural(summary.false_hits, "false hit")
            ),
        };
        let never = match (missed, summary.false_hits) {
            (0, 0) if all == 0 => Some("no placement has a hit, so nothing is proven".to_owned()),
            (0, 0) => None,
            // Without a hit nothing can be missed.
            (0, _) => (all > 0).then(|| "never a false miss".to_owned()),
            (_, 0) => Some("never a false hit".to_owned()),
            (..) => None,
        };
        let is_also = cells > 0 && missed + summary.false_hits > 0;
        let named = is_also.then(|| format!("names a cell that is not shared at {}", plural(cells, "placement")));
        let largest = map.largest_miss.map(|(offset, area)| {
            format!("the largest false miss {} px, at {}", thousands(area), words::offset(offset))
        });
        Headline { sentence, detail: never.into_iter().chain(named).chain(largest).collect::<Vec<_>>().join(" · ") }
    }

    fn maps(self) -> Vec<Map<'a>> {
        let survey = &self.found.survey;
        let map = |(map, summary): (&'a CostMap<Witness>, &Summary)| {
            let wrong = thousands(summary.wrong());
            let judged = || format!("Answers of {}", map.asked.display_name());
            let (title, note) = match self.against() {
                Witness::Truth if summary.is_proven() => (judged(), "never wrong".to_owned()),
                Witness::Truth => (judged(), format!("{wrong} wrong")),
                other => (format!("{} and {other}", map.asked), format!("{wrong} differ")),
            };
            let largest = map.largest_miss.filter(|_| self.against() == Witness::Truth).and_then(|(offset, area)| {
                let text = format!("largest miss {} px", thousands(area));
                Some(Label { at: survey.lattice.asked(offset)?, text, term: None })
            });
            let terms = self.terms(map.asked, summary).into();
            let value = move |x, y| (survey.verdict(map, x, y) as usize, 0.0);
            Map {
                note,
                labels: largest.into_iter().collect(),
                column: Some(map.asked.to_string()),
                ..cost_sheet::map(survey, title, terms, value)
            }
        };
        let mut overlaps = cost_sheet::overlaps(survey);
        if self.against() != Witness::Truth {
            overlaps.column = Some(self.against().to_string());
        }
        std::iter::once(overlaps).chain(self.all().map(map)).collect()
    }

    /// The answer as JSON. Pre-checks and engines are listed only where they were asked.
    fn json(&self) -> Value {
        let (against, lattice) = (self.against().to_string(), self.found.survey.lattice);
        let mut json = json!({ "offsets": offsets_json(lattice), "step": lattice.step(), "scans": [] });
        for (map, summary) in self.all() {
            let wrong = |name: String| {
                json!({
                    "name": name,
                    "against": against,
                    "offsets": summary.all.offsets,
                    "false_hits": summary.false_hits,
                    "false_misses": summary.false_misses,
                })
            };
            let (kind, entry) = match map.asked {
                Witness::Scan(scan) => ("scans", scan_json(scan, summary)),
                Witness::PreCheck(check) => ("pre_checks", wrong(check.to_string())),
                Witness::Profile(_) | Witness::Truth => ("profiles", wrong(map.asked.to_string())),
            };
            match &mut json[kind] {
                Value::Array(all) => all.push(entry),
                nothing => *nothing = json!([entry]),
            }
        }
        json
    }

    fn text(&self) -> AnswerText {
        // Only a person's own scan can name a wrong one.
        let has_cells = self.all().any(|(map, _)| matches!(map.asked, Witness::Scan(scan) if scan.is_own()));
        let row = |(map, summary): (&CostMap<Witness>, &Summary)| {
            let name = match map.asked {
                Witness::Scan(scan) => shown_name(scan),
                other => other.to_string(),
            };
            let share = percent(summary.wrong(), summary.all.offsets);
            let (area, at) = map.largest_miss.map_or_else(Default::default, |(offset, area)| {
                (format!("{} px", thousands(area)), words::offset(offset))
            });
            let cells = has_cells.then(|| wrong(summary.wrong_cells));
            let counts = [wrong(summary.false_hits), wrong(summary.false_misses)].into_iter().chain(cells);
            [name].into_iter().chain(counts).chain([share, area, at]).collect()
        };
        AnswerText {
            lines: format!("{}\n\n", self.placements()),
            headings: ["asked", "false hits", "false misses"]
                .into_iter()
                .chain(has_cells.then_some("wrong cells"))
                .chain(["wrong", "largest miss", "at"])
                .collect(),
            rows: self.all().map(row).collect(),
        }
    }
}

pub(super) fn answer<'a>(found: &'a Found, setting: &'a Setting) -> Answer<'a> {
    let view = Testimony { found: own(found), setting };
    let survey = &view.found.survey;
    Answer {
        maps: Box::new(move || view.maps()),
        window: view.is_all_right().then(|| Box::new(Vec::new) as _),
        json: Box::new(move || view.json()),
        text: Some(Box::new(move || view.text())),
        placements: view.found.summaries.first().map(Summary::placements),
        ..Answer::new(view.headline(), Places::Offsets(survey.lattice))
    }
}
