//! `divergence`: where scans, pre-checks and engines are wrong, or answer otherwise than another.

use super::prelude::*;
use crate::{
    choice::Choice as _,
    scene::Laid,
    survey::{
        cost_sheet::{counts, offsets, offsets_json, placements, scan_json, shown_name, with_step, wrong},
        witness::Questioned,
    },
    words,
};

/// Where those who say whether masks overlap are wrong, or answer otherwise than another: at every offset at which the
/// boxes overlap.
pub type Divergence = CostSurvey<Witness>;

impl Divergence {
    /// A survey of `witnesses`, compared with one `against` them, over the sprites of `laid`, of which nothing is done.
    pub fn of(laid: &Laid, witnesses: &[Witness], against: Witness) -> Self {
        Self::at(Lattice::new(laid.a.raster.size(), laid.b.raster.size()), laid, witnesses, against)
    }

    /// The same over the offsets of `lattice`, which must be some of these sprites'.
    pub fn at(lattice: Lattice, laid: &Laid, witnesses: &[Witness], against: Witness) -> Self {
        let questioned = |witness| Questioned::new(witness, laid);
        Self::asking(lattice, [&laid.a.raster, &laid.b.raster], witnesses, questioned, questioned(against))
    }
}

impl Ask for Divergence {
    const INPUTS: &'static [Input] = &[Input::Masks, Input::Part, Input::Angles, Input::Witnesses];

    fn ask(setting: &Setting) -> Result<Self, Refusal> {
        Ok(Self::at(setting.lattice(), &setting.laid()?, &setting.choices.witnesses, setting.choices.against))
    }

    fn found(&self) -> Found {
        let summaries = self.maps.iter().map(|map| Summary::of(self, map)).collect();
        Arc::new(Judged { survey: self.clone(), summaries })
    }
}

/// What has been found, and of each witness what it comes to.
pub(super) struct Judged {
    survey: Divergence,
    summaries: Vec<Summary>,
}

impl Judged {
    /// What each witness says, and what that comes to.
    fn all(&self) -> impl Iterator<Item = (&CostMap<Witness>, &Summary)> {
        self.survey.maps.iter().zip(&self.summaries)
    }
}

/// Where scans, pre-checks and engines are wrong.
pub(super) static QUESTION: Question = Question {
    name: "divergence",
    title: "Wrong answers",
    sentence: "At which offsets is a scan, a pre-check or an engine wrong, and how much does it miss?",
    about: About::Witnesses,
    survey: |_| SurveyKind::of::<Divergence>(),
    answer: |found, setting| Box::new(View::<Judged> { found: own(found), setting }),
};

impl View<'_, Judged> {
    fn against(&self) -> Witness {
        self.setting.choices.against
    }

    /// What a verdict on `asked` is called: nobody but the truth says who is wrong.
    fn called(&self, verdict: Verdict, asked: Witness) -> String {
        match (self.against(), verdict) {
            (Witness::Truth, verdict) => verdict.name().to_owned(),
            (_, Verdict::Hit) => "both hit".to_owned(),
            (_, Verdict::Miss) => "both miss".to_owned(),
            (_, Verdict::FalseHit) => format!("only {asked} hits"),
            (against, Verdict::FalseMiss) => format!("only {against} hits"),
        }
    }

    /// Of two that are compared, each has the colour of a sprite where it alone hits.
    fn color(&self, verdict: Verdict, palette: &Palette) -> Rgb {
        let is_judged = self.against() == Witness::Truth;
        match verdict {
            Verdict::Hit if is_judged => palette.both,
            // Where both say the same, the colour keeps back.
            Verdict::Hit => mix(palette.ctl, palette.both, 90),
            Verdict::Miss => palette.ctl,
            Verdict::FalseHit if is_judged => palette.cost.at(0.75),
            Verdict::FalseMiss if is_judged => palette.bad,
            Verdict::FalseHit => palette.a,
            Verdict::FalseMiss => palette.b,
        }
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
}

impl<'a> Answer for View<'a, Judged> {
    fn headline(&self) -> Headline {
        let mut all = self.found.all();
        let (Some((map, summary)), None) = (all.next(), all.next()) else {
            let wrong = self.found.summaries.iter().filter(|summary| summary.wrong() > 0).count() as u64;
            let all = self.found.summaries.len() as u64;
            let sentence = match self.against() {
                Witness::Truth => format!("{} of {} are wrong somewhere", thousands(wrong), thousands(all)),
                other => format!("{} of {} differ from {other} somewhere", thousands(wrong), thousands(all)),
            };
            return Headline { sentence, detail: String::new() };
        };
        let (asked, [hits, misses]) = (map.asked, [summary.false_hits, summary.false_misses].map(thousands));
        if self.against() != Witness::Truth {
            let other = self.against();
            return match summary.wrong() {
                0 => Headline {
                    sentence: format!("{asked} and {other} answer alike everywhere"),
                    detail: format!("both hit at {}", plural(summary.hits.offsets, "placement")),
                },
                wrong => Headline {
                    sentence: format!("{asked} and {other} differ at {}", plural(wrong, "placement")),
                    detail: format!("only {asked} hits at {hits}, only {other} at {misses}"),
                },
            };
        }
        let sentence = match summary.wrong() {
            0 => format!("{asked} is never wrong"),
            wrong => format!("{asked} is wrong at {}", plural(wrong, "placement")),
        };
        let missed = map.largest_miss.map_or(String::new(), |(offset, area)| {
            format!(" · misses up to {} px, at {}", thousands(area), words::offset(offset))
        });
        Headline { sentence, detail: format!("{hits} false hits, {misses} misses{missed}") }
    }

    fn places(&self) -> Places {
        Places::Offsets(self.found.survey.lattice)
    }

    fn maps(&self, palette: &'static Palette, sight: Sight) -> Vec<Map<'_>> {
        let survey = &self.found.survey;
        let map = |(map, summary): (&'a CostMap<Witness>, &Summary)| {
            let note = match summary.wrong() {
                _ if sight == Sight::Window => String::new(),
                wrong if self.against() != Witness::Truth => format!("{} differ", thousands(wrong)),
                0 => "never wrong".to_owned(),
                wrong => format!("{} wrong", thousands(wrong)),
            };
            let key = |&verdict: &Verdict| (self.color(verdict, palette), self.called(verdict, map.asked));
            let keys = Verdict::ALL.iter().map(key);
            let legend = Legend { keys: keys.collect(), ..Legend::default() };
            let title = match self.against() {
                Witness::Truth => format!("Answers of {}", map.asked),
                other => format!("{} and {other}", map.asked),
            };
            let inside = (sight == Sight::Page).then(|| Box::new(|x, y| survey.overlaps.at(x, y)) as _);
            let color = move |x, y| self.color(survey.verdict(map, x, y), palette);
            let told = move |x, y| Some(self.called(survey.verdict(map, x, y), map.asked));
            Map { note, inside, ..Map::new(title, self.places(), color, told, legend) }
        };
        self.found.all().map(map).collect()
    }

    fn largest_miss(&self) -> Option<Offset> {
        Some(self.found.survey.maps.first()?.largest_miss?.0)
    }

    fn first_false_hit(&self) -> Option<Offset> {
        let survey = &self.found.survey;
        let (map, size) = (survey.maps.first()?, survey.lattice.size());
        let mut places = (0..size.height).flat_map(|y| (0..size.width).map(move |x| (x, y)));
        let (x, y) = places.find(|&(x, y)| survey.verdict(map, x, y) == Verdict::FalseHit)?;
        Some(survey.lattice.offset(x, y))
    }

    fn says(&self, offset: Offset) -> Vec<(Witness, bool)> {
        let survey = &self.found.survey;
        let Some((x, y)) = survey.lattice.asked(offset) else { return Vec::new() };
        let asked = survey.maps.iter().map(|map| (map.asked, map.costs.at(x, y).is_hit));
        let against = Some((self.against(), survey.overlaps.at(x, y))).filter(|&(other, _)| other != Witness::Truth);
        asked.chain(against).collect()
    }

    fn table(&self) -> Table<'_> {
        let survey = &self.found.survey;
        let mut table = cost_sheet::table(survey, |map, x, y| survey.verdict(map, x, y).name().to_owned());
        if self.against() != Witness::Truth {
            table.columns[0].name = self.against().to_string();
        }
        table
    }

    /// Pre-checks and engines are listed only where they were asked.
    fn json(&self) -> Value {
        let (against, lattice) = (self.against().to_string(), self.found.survey.lattice);
        let mut json = with_step(json!({ "offsets": offsets_json(lattice), "scans": [] }), lattice);
        for (map, summary) in self.found.all() {
            let wrong = |name: String| {
                json!({
                    "name": name,
                    "against": against,
                    "offsets": summary.all.offsets,
                    "false_hits": summary.false_hits,
                    "false_misses": summary.false_misses,
                })
            };
            let (kind, told) = match map.asked {
                Witness::Scan(scan) => ("scans", scan_json(scan, summary)),
                Witness::PreCheck(check) => ("pre_checks", wrong(check.to_string())),
                Witness::Profile(_) | Witness::Truth => ("profiles", wrong(map.asked.to_string())),
            };
            match &mut json[kind] {
                Value::Array(all) => all.push(told),
                nothing => *nothing = json!([told]),
            }
        }
        json
    }

    fn text(&self) -> Text {
        let row = |(map, summary): (&CostMap<Witness>, &Summary)| {
            let name = match map.asked {
                Witness::Scan(scan) => shown_name(scan),
                other => other.to_string(),
            };
            let share = percent(summary.wrong(), summary.all.offsets);
            let (area, at) = map.largest_miss.map_or_else(Default::default, |(offset, area)| {
                (format!("{} px", thousands(area)), words::offset(offset))
            });
            vec![name, wrong(summary.false_hits), wrong(summary.false_misses), share, area, at]
        };
        Text {
            lines: format!("{}\n\n", self.placements()),
            headings: vec!["asked", "false hits", "false misses", "wrong", "largest miss", "at"],
            rows: self.found.all().map(row).collect(),
        }
    }
}
