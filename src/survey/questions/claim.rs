//! `claim`: PlayMyCode's claim, how many times fewer visits `combined` needs than `columns`.

use super::prelude::*;

/// PlayMyCode's claim, checked for these sprites.
pub(super) static QUESTION: Question = Question {
    name: "claim",
    title: "Claim: 20 to 100×",
    sentence: "Is PlayMyCode's claim true here: 20 to 100 times fewer visits than the linear scan?",
    about: About::TheseScans(&Claim::SCANS),
    is_listed: |_| false,
    survey: |_| SurveyKind::of::<CostSurvey>(),
    answer: |found, _| Box::new(ClaimAnswer { found: own(found) }),
};

struct ClaimAnswer<'a> {
    found: &'a CostAnswer,
}

impl Answer for ClaimAnswer<'_> {
    fn headline(&self) -> Headline {
        self.found.claim_headline()
    }

    fn places(&self) -> Places {
        Places::Offsets(self.found.survey.lattice)
    }

    fn maps(&self, palette: &'static Palette, _: Sight) -> Vec<Map<'_>> {
        let (Some([linear, clever]), Some(claim)) = (two(self.found), &self.found.claim) else { return Vec::new() };
        let top = claim.max().unwrap_or(1.0).max(2.0);
        let overlaps = |x, y| self.found.survey.overlaps.at(x, y);
        let color = move |x, y| match (overlaps(x, y), ratio(linear, clever, x, y)) {
            (false, _) => palette.ctl,
            (true, ratio) if ratio < 1.0 => palette.bad,
            #[expect(clippy::cast_possible_truncation, reason = "a colour needs few bits")]
            (true, ratio) => palette.cost.at((ratio.ln() / top.ln()).clamp(0.0, 1.0) as f32),
        };
        let told = move |x, y| overlaps(x, y).then(|| format!("{:.1}× fewer", ratio(linear, clever, x, y)));
        let ramp = RampLegend {
            least: "1×".to_owned(),
            most: format!("{top:.0}×"),
            color: Box::new(|share| palette.cost.at(share)),
        };
        let keys = vec![(palette.bad.into(), "more visits".to_owned()), (palette.ctl.into(), "masks apart".to_owned())];
        let title = "columns ÷ combined, visits".to_owned();
        vec![cost_sheet::map(
            &self.found.survey,
            title,
            color,
            told,
            Legend { ramp: Some(ramp), keys, ..Legend::default() },
        )]
    }

    fn table(&self) -> Table<'_> {
        let survey = &self.found.survey;
        let mut columns = Vec::new();
        if let Some([linear, clever]) = two(self.found) {
            let visits = |map: &CostMap, x, y| map.costs.at(x, y).visits.to_string();
            columns.extend([linear, clever].map(|map| Column::new(&map.asked, move |x, y| visits(map, x, y))));
            columns.push(Column::new(&"ratio", move |x, y| format!("{:.3}", ratio(linear, clever, x, y))));
        }
        let omits = |x, y| !survey.overlaps.at(x, y);
        Table { omits: Some(Box::new(omits)), ..Table::new(self.places(), columns) }
    }

    fn json(&self) -> Value {
        let number = |number: fn(&Claim) -> Option<f64>| self.found.claim.as_ref().and_then(number);
        let offsets = self.found.claim.as_ref().map_or(0, Claim::offsets);
        let (median, mean, max) = (number(Claim::median), number(Claim::mean), number(Claim::max));
        let json = json!({ "offsets": offsets, "median": median, "mean": mean, "max": max });
        cost_sheet::with_step(json, self.found.survey.lattice)
    }

    fn text(&self) -> Text {
        let Some(claim) = &self.found.claim else { return Text::default() };
        let lines = format!("{}\n\n{}\n", cost_sheet::placements(&self.found.survey), claim.sentence());
        let Some(mean) = claim.mean() else { return Text { lines, ..Text::default() } };
        let row = |Bar { name, count, .. }: Bar| vec![name, thousands(count), percent(count, claim.offsets())];
        Text {
            lines: format!("{lines}{}; {mean:.1}× in the mean\n\n", claim.detail()),
            headings: vec!["fewer visits", "hits", "share"],
            rows: bands(claim).into_iter().map(row).collect(),
        }
    }

    fn bars(&self) -> Option<Bars> {
        let claim = self.found.claim.as_ref()?;
        Some(Bars {
            title: "How many times fewer".to_owned(),
            note: "of all placements that hit".to_owned(),
            bars: bands(claim),
            all: claim.offsets(),
        })
    }

    fn costs(&self) -> Option<&CostAnswer> {
        Some(self.found)
    }
}

/// The maps of the scans that the claim compares.
fn two(found: &CostAnswer) -> Option<[&CostMap; 2]> {
    let [linear, clever] = Claim::SCANS.map(|scan| found.survey.map_of(scan));
    Some([linear?, clever?])
}

fn ratio(linear: &CostMap, clever: &CostMap, x: u32, y: u32) -> f64 {
    Claim::ratio(linear.costs.at(x, y), clever.costs.at(x, y))
}

/// How many hits have which ratio; those that the article promises stand out.
fn bands(claim: &Claim) -> Vec<Bar> {
    let bar = |(band, count): (usize, u64)| {
        let from = Claim::BANDS[band];
        let name = match Claim::BANDS.get(band + 1) {
            Some(_) if from == 0.0 => "more visits".to_owned(),
            Some(to) => format!("{from:.0} to {to:.0}×"),
            None => format!("{from:.0}× and above"),
        };
        Bar { name, count, is_marked: from >= Claim::PROMISED.0 }
    };
    claim.bands().into_iter().enumerate().map(bar).collect()
}
