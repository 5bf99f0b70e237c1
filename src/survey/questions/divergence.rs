//! `divergence`: where scans, pre-checks and engines are wrong.

use super::prelude::*;
use crate::{
    choice::Choice as _,
    scene::Laid,
    survey::{
        cost_sheet::{offsets_json, placements, scan_json, shown_name, wrong},
        witness::Questioned,
    },
    words,
};

/// Where those who say whether masks overlap are wrong: at every offset at which the boxes overlap.
pub type Divergence = CostSurvey<Witness>;

impl Divergence {
    /// A survey of `witnesses` over the sprites of `laid`, of which nothing is done.
    ///
    /// # Errors
    /// Where the sprites have too many offsets.
    pub fn of(laid: &Laid, witnesses: &[Witness]) -> Result<Self, TooMany> {
        Self::asking(&laid.a.raster, &laid.b.raster, witnesses, |witness| Questioned::new(witness, laid))
    }
}

impl Ask for Divergence {
    const INPUTS: &'static [Input] = &[Input::Masks, Input::Angles, Input::Witnesses];

    fn ask(setting: &Setting) -> Result<Self, Refusal> {
        Ok(Self::of(&setting.laid()?, &setting.choices.witnesses)?)
    }

    fn found(&self) -> Found {
        let summaries = self.maps.iter().map(|map| Summary::of(self, map)).collect();
        Arc::new(Judged { survey: self.clone(), summaries })
    }
}

/// What has been found, and of each witness what it comes to.
struct Judged {
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
    survey: SurveyKind::of::<Divergence>(),
    answer: |found, setting| Box::new(View::<Judged> { found: own(found), setting }),
};

impl<'a> Answer for View<'a, Judged> {
    fn headline(&self) -> Headline {
        let mut all = self.found.all();
        let (Some((map, summary)), None) = (all.next(), all.next()) else {
            let wrong = self.found.summaries.iter().filter(|summary| summary.wrong() > 0).count() as u64;
            let all = self.found.summaries.len() as u64;
            let sentence = format!("{} of {} are wrong somewhere", thousands(wrong), thousands(all));
            return Headline { sentence, detail: String::new() };
        };
        let sentence = match summary.wrong() {
            0 => format!("{} is never wrong", map.asked),
            wrong => format!("{} is wrong at {}", map.asked, plural(wrong, "placement")),
        };
        let missed = map.largest_miss.map_or(String::new(), |(offset, area)| {
            format!(" · misses up to {} px, at {}", thousands(area), words::offset(offset))
        });
        let counts =
            format!("{} false hits, {} misses", thousands(summary.false_hits), thousands(summary.false_misses));
        Headline { sentence, detail: counts + &missed }
    }

    fn places(&self) -> Places {
        Places::Offsets(self.found.survey.offsets)
    }

    fn maps(&self, palette: &'static Palette, sight: Sight) -> Vec<Map<'_>> {
        let survey = &self.found.survey;
        let map = |(map, summary): (&'a CostMap<Witness>, &Summary)| {
            let note = match summary.wrong() {
                _ if sight == Sight::Window => String::new(),
                0 => "never wrong".to_owned(),
                wrong => format!("{} wrong", thousands(wrong)),
            };
            let keys = Verdict::ALL.iter().map(|&verdict| (color(verdict, palette), verdict.name().to_owned()));
            let legend = Legend { keys: keys.collect(), ..Legend::default() };
            let title = format!("Answers of {}", map.asked);
            let inside = (sight == Sight::Page).then(|| Box::new(|x, y| survey.overlaps.at(x, y)) as _);
            let color = move |x, y| color(survey.verdict(map, x, y), palette);
            let told = move |x, y| Some(survey.verdict(map, x, y).name().to_owned());
            Map { note, inside, ..Map::new(title, self.places(), color, told, legend) }
        };
        self.found.all().map(map).collect()
    }

    fn table(&self) -> Table<'_> {
        let survey = &self.found.survey;
        cost_sheet::table(survey, |map, x, y| survey.verdict(map, x, y).name().to_owned())
    }

    /// Pre-checks and engines are listed only where they were asked.
    fn json(&self) -> Value {
        let mut json = json!({ "offsets": offsets_json(self.found.survey.offsets), "scans": [] });
        for (map, summary) in self.found.all() {
            let wrong = |name: String| {
                json!({
                    "name": name,
                    "against": "truth",
                    "offsets": summary.all.offsets,
                    "false_hits": summary.false_hits,
                    "false_misses": summary.false_misses,
                })
            };
            let (kind, told) = match map.asked {
                Witness::Scan(scan) => ("scans", scan_json(scan, summary)),
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
            lines: format!("{}\n\n", placements(&self.found.survey.overlaps)),
            headings: vec!["asked", "false hits", "false misses", "wrong", "largest miss", "at"],
            rows: self.found.all().map(row).collect(),
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
