//! `hitbox`: where the shapes that sprites are tested as answer otherwise than the masks, and which would do better.

use super::prelude::*;
use crate::choice::Choice as _;
use crate::scene::Fairness;
use crate::shape::{Part, Shape};
use crate::survey::{Candidate, Contender, HitboxSurvey, Role};
use crate::words::{capitalised, listed, number};

/// The question how fair the shapes are.
pub(super) static QUESTION: Question = Question {
    name: "hitbox",
    title: "Hitbox",
    sentence: "At which offsets do the shapes hit where no pixel does, or miss where pixels touch, and which shape is fairer?",
    about: QuestionAbout::Hitboxes,
    is_listed: |_| true,
    survey: |_| SurveyKind::of::<HitboxSurvey>(),
    answer,
};

impl Contender {
    /// The name in a table: `its own: circle r 20`, `circle, best`.
    pub fn title(&self, at: usize) -> String {
        let own = || format!("its own: {}", self.hitboxes[at]);
        self.candidate.map_or_else(own, |candidate| candidate.title().to_owned())
    }

    /// The cost of testing the hitbox of sprite `at`: `4 compares`, `8 edges`.
    pub fn cost(&self, at: usize) -> String {
        let cost = |part: &Part| match part {
            Part::Mask => "pixels".to_owned(),
            Part::Shape(Shape::Box(_)) => "4 compares".to_owned(),
            Part::Shape(Shape::Circle(_)) => "1 distance".to_owned(),
            Part::Shape(Shape::Ellipse(_)) => "1 distance, scaled".to_owned(),
            Part::Shape(Shape::Capsule(_)) => "1 distance to a line".to_owned(),
            Part::Shape(Shape::Polygon(corners)) => plural(corners.len() as u64, "edge"),
        };
        match self.hitboxes[at].parts() {
            [part] => cost(part),
            parts => plural(parts.len() as u64, "shape"),
        }
    }

    /// The shares of unfair hits and of forgiven touches.
    pub fn shares(&self) -> [String; 2] {
        [self.unfair(), self.forgiven()].map(|(part, all)| percent(part, all))
    }

    /// The gap between the masks at the worst unfair hit, and the depth of the deepest forgiven touch: `3.6 px`.
    pub fn extremes(&self) -> [String; 2] {
        let length = |(_, length)| format!("{} px", number(length, 1..=1));
        [self.worst_unfair, self.deepest_forgiven].map(|found| found.map_or_else(|| "–".to_owned(), length))
    }

    /// The noun for the hitbox of sprite `at` in a sentence: `circle`, `tight box`, `polygon of 8 corners`.
    fn noun(&self, at: usize) -> String {
        match self.hitboxes[at].parts() {
            _ if self.candidate == Some(Candidate::TightBox) => "tight box".to_owned(),
            _ if self.candidate == Some(Candidate::InsetBox) => "smaller box".to_owned(),
            [Part::Shape(Shape::Polygon(corners))] => format!("polygon of {} corners", corners.len()),
            [Part::Shape(shape)] => shape.name().to_owned(),
            [Part::Mask] => "mask".to_owned(),
            parts => format!("list of {} shapes", parts.len()),
        }
    }
}

impl HitboxSurvey {
    /// The contender that is shown, and its place: that of `candidate`, or the fairest.
    pub fn shown(&self, candidate: Option<Candidate>) -> Option<(usize, &Contender)> {
        let mut all = self.contenders.iter().enumerate();
        all.find(|(_, contender)| contender.candidate == candidate).or_else(|| self.fairest())
    }

    /// The contender that differs from the masks at the fewest offsets, of equals the first, and its place.
    pub fn fairest(&self) -> Option<(usize, &Contender)> {
        self.contenders.iter().enumerate().min_by_key(|(_, contender)| contender.differences())
    }

    fn headline(&self, setting: &Setting) -> Headline {
        let choices = &setting.choices;
        let at = tried(setting);
        let Some(((_, shown), (_, fairest))) = self.shown(choices.candidate).zip(self.fairest()) else {
            return Headline { sentence: "Looking for shapes…".to_owned(), detail: String::new() };
        };
        let [unfair, forgiven] = fairest.shares();
        let boxed = self.contenders.iter().find(|other| other.candidate == Some(Candidate::Box));
        let of_box = boxed.filter(|_| fairest.candidate != Some(Candidate::Box));
        let of_box = of_box.map(|other| format!("; the box is unfair at {} of its hits", other.shares()[0]));
        let differences = fairest.differences();
        let mut best: Vec<String> = Vec::new();
        for contender in self.contenders.iter().filter(|contender| contender.differences() == differences) {
            let noun = contender.noun(at);
            if !best.contains(&noun) {
                best.push(noun);
            }
        }
        let sentence = match self.contenders.len() {
            _ if self.is_fitting() => "Looking for shapes…".to_owned(),
            _ if best.len() > 1 => {
                let differ = plural(differences, "placement");
                format!("The {} fit best: each differs at {differ}", listed(&best))
            }
            1 => format!("Unfair at {unfair} of the hits, {forgiven} of the touches forgiven"),
            _ => format!(
                "The {} fits best: {unfair} unfair, {forgiven} forgiven{}",
                fairest.noun(at),
                of_box.unwrap_or_default()
            ),
        };
        let other = &shown.hitboxes[1 - at];
        let letter = ["B", "A"][at];
        let [_, forgiven] = shown.shares();
        let noun = shown.noun(at);
        let noun = noun.split(" of ").next().unwrap_or_default();
        let apart = match shown.worst_unfair {
            Some((_, apart)) => format!("hits with the pixels up to {} px apart", number(apart, 1..=1)),
            None => "never hits without them".to_owned(),
        };
        let detail =
            format!("{letter} tests as {other}. The {noun} shown lets {forgiven} of the touches pass and {apart}.");
        Headline { sentence, detail }
    }

    /// The verdicts on a contender, by its place in the list.
    fn map(&self, (at, contender): (usize, &Contender), of: usize) -> Map<'_> {
        let term = |verdict: Fairness, role: Role| {
            let name = verdict.title();
            Term::new(name, role).key(format!("{name} {}", thousands(contender.count(verdict)))).written(verdict.name())
        };
        let terms = [
            term(Fairness::Hits, |palette| palette.right[0]),
            term(Fairness::Unfair, |palette| palette.bad).hatched(Hatch::Cross, Some(|palette| palette.bad_line)),
            term(Fairness::Forgiven, |palette| palette.t2).hatched(Hatch::Across, Some(|palette| palette.panel)),
            term(Fairness::Misses, |palette| palette.right[1]),
        ];
        // Misses stand last in the legend.
        let value = move |x, y| ((self.verdict(at, x, y) as usize + 3) % 4, 0.0);
        let title = match contender.candidate {
            Some(candidate) => format!("{} against pixels", candidate.title()),
            None => format!("{} against pixels", contender.hitboxes[of]),
        };
        let column = Some(name(contender).to_owned());
        Map { column, ..Map::new(capitalised(&title), Places::Offsets(self.lattice), terms, value) }
    }
}

fn answer<'a>(found: &'a Found, setting: &'a Setting) -> Answer<'a> {
    let survey: &HitboxSurvey = own(found);
    let places = Places::Offsets(survey.lattice);
    let of = tried(setting);
    Answer {
        maps: Box::new(move || survey.contenders.iter().enumerate().map(|each| survey.map(each, of)).collect()),
        window: Some(Box::new(move || {
            survey.shown(setting.choices.candidate).map(|shown| survey.map(shown, of)).into_iter().collect()
        })),
        json: Box::new(move || json(survey)),
        text: Some(Box::new(move || text(survey, of))),
        ..Answer::new(survey.headline(setting), places)
    }
}

/// The sprite whose shapes are named, A or B: that for which others are tried, else B, unless only A has one.
fn tried(setting: &Setting) -> usize {
    let has_shape = |at: usize| setting.scene.sprites[at].sprite.hitbox().is_some();
    setting.choices.candidates.unwrap_or(usize::from(has_shape(1) || !has_shape(0)))
}

/// The name of a contender in JSON and CSV.
fn name(contender: &Contender) -> &'static str {
    contender.candidate.map_or("own", Candidate::name)
}

fn json(survey: &HitboxSurvey) -> Value {
    let contender = |contender: &Contender| {
        json!({
            "name": name(contender),
            "a": contender.hitboxes[0],
            "b": contender.hitboxes[1],
            "hits": contender.count(Fairness::Hits),
            "misses": contender.count(Fairness::Misses),
            "unfair": contender.count(Fairness::Unfair),
            "forgiven": contender.count(Fairness::Forgiven),
            "worst_unfair": contender.worst_unfair.map(|(_, apart)| apart),
            "deepest_forgiven": contender.deepest_forgiven.map(|(_, depth)| depth),
        })
    };
    json!({
        "offsets": cost_sheet::offsets_json(survey.lattice),
        "step": survey.lattice.step(),
        "shapes": survey.contenders.iter().map(contender).collect::<Vec<_>>(),
    })
}

fn text(survey: &HitboxSurvey, of: usize) -> AnswerText {
    let touches = survey.contenders.first().map_or(0, |contender| contender.forgiven().1);
    let row = |contender: &Contender| {
        let ([unfair, forgiven], [worst, deepest]) = (contender.shares(), contender.extremes());
        let differs = thousands(contender.differences());
        vec![contender.title(of), unfair, worst, forgiven, deepest, differs, contender.cost(of)]
    };
    let [letter, other] = if of == 0 { ["A", "B"] } else { ["B", "A"] };
    let against = survey.contenders.first().map_or_else(String::new, |own| own.hitboxes[1 - of].to_string());
    AnswerText {
        lines: format!(
            "{}, masks overlap at {} of them; shapes in place of {letter} against {other}'s {against}\n\n",
            cost_sheet::offsets(survey.lattice),
            thousands(touches)
        ),
        headings: vec!["tests as", "unfair", "worst", "forgiven", "deepest", "differs at", "a test costs"],
        rows: survey.contenders.iter().map(row).collect(),
    }
}
