//! Questions: what the checks at a site ask, by facts about them in the log.
//!
//! Only a test of two things where they are drawn can be wrong about what a player sees. A look-ahead asks about a place where
//! nothing is drawn yet; a broad phase leaves the answer to a finer test; a hit of bodies that are pushed apart at once is
//! meant. Such checks are counted by the question of their site, and not as wrong.
//!
//! - `facts`: what is known about a check; `frame`: the checks of one frame, which answer each other.
//! - `elsewhere`, `broad_phase`, `contact`: the signs of one question each, in the order in which they are asked.
//! - `aftermath`: what follows the hits. A game that does nothing after a hit may know better than its boxes.

mod aftermath;
mod broad_phase;
mod contact;
mod elsewhere;
mod facts;
mod frame;
#[cfg(test)]
mod tests;

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::OnceLock;

use strum::IntoStaticStr;

use crate::words::{of, plural, printable};

use self::aftermath::{Aftermath, PairTracks};
use self::broad_phase::BroadPhase;
use self::contact::{ContactSigns, Hits, OpenHits};
use self::elsewhere::ElsewhereSigns;
pub(super) use self::facts::ENOUGH;
use self::facts::TestKind;
pub use self::facts::{Finer, QuestionFacts};
use self::frame::{FrameCheck, FrameChecks, InstancePair, bits};

/// The question that the checks at a site ask.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum CheckQuestion {
    /// Do two things collide where they are drawn?
    #[default]
    Here,
    /// Would they collide at another place? A look-ahead asks so.
    Elsewhere,
    /// Is a finer test worth its cost, or the same one, made again?
    BroadPhase,
    /// Has one to be pushed out of the other?
    Contact,
}

impl CheckQuestion {
    /// Those whose checks are not counted as wrong.
    pub const APART: [Self; 3] = [Self::Elsewhere, Self::BroadPhase, Self::Contact];

    /// Its name in files.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// The question of a site, and the signs from which it follows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SiteQuestion {
    /// The question.
    pub question: CheckQuestion,
    /// False for contact by a hit or two alone, which may be chance, by other kinds at the line or other lines of the kinds, or by
    /// hits after which nothing follows.
    pub is_sure: bool,
    /// The line of the finer test, or of the same one that is made again, where it is a broad phase; `None` where the game knows
    /// better without a test.
    pub by: Option<String>,
    /// The number of the game's hits about which the log gives facts.
    pub hits: u64,
    /// The number of these after which the things were pushed apart.
    pub answered: u64,
    /// True if the hits last, and nothing follows from them.
    pub is_idle: bool,
    /// The number of checks of a rectangle that was made for the test.
    pub made: u64,
    /// The number of these at which that lay elsewhere than its owner.
    pub away: u64,
    /// The side whose rectangle mostly lay elsewhere: A, 0, or B, 1; `None` where masks were tested around their places.
    pub who: Option<usize>,
}

/// The question of a site whose checks the log calls contact, without saying what touched.
pub(super) static CALLED_CONTACT: SiteQuestion = SiteQuestion {
    question: CheckQuestion::Contact,
    is_sure: true,
    by: None,
    hits: 0,
    answered: 0,
    is_idle: false,
    made: 0,
    away: 0,
    who: None,
};

impl SiteQuestion {
    /// Its signs in words, of a site of these kinds; empty of one that asks here: `asks where Player is not drawn`.
    pub fn words(&self, kinds: &[String; 2]) -> String {
        let Self { question, is_sure, by, hits, answered, is_idle, who, .. } = self;
        match (question, who) {
            (CheckQuestion::Here, _) => String::new(),
            (CheckQuestion::Elsewhere, Some(who)) => format!("asks where {} is not drawn", printable(&kinds[*who])),
            (CheckQuestion::Elsewhere, None) => "asks around the places where both are drawn".to_owned(),
            (CheckQuestion::BroadPhase, _) => match by {
                Some(line) => format!("broad phase of {}", printable(line)),
                None => "broad phase: only hits that share pixels end anything".to_owned(),
            },
            (CheckQuestion::Contact, _) => {
                let may_be = if *is_sure { "" } else { "may be " };
                match hits {
                    1.. if *is_idle && *answered == 0 => {
                        format!("{may_be}contact: nothing follows from {}", plural(*hits, "hit"))
                    }
                    0 => format!("{may_be}contact, as others at this line"),
                    _ => format!("{may_be}contact: {} answered", of(*answered, *hits, "hits")),
                }
            }
        }
    }
}

/// The questions of all sites of a log.
#[derive(Clone, Debug, Default)]
pub(super) struct Questions {
    counted: Counted,
    /// The numbers of sites, by their lines and kinds.
    numbers: HashMap<(Option<String>, [String; 2]), u32>,
    /// The numbers of instances, by their names.
    instances: HashMap<String, u32>,
    /// The frame that has not ended.
    frame: FrameChecks,
    open: OpenHits,
    tracks: PairTracks,
    /// The lines whose checks ask here, whatever their signs.
    here: BTreeSet<String>,
    /// The questions as they are now, once one is asked for.
    asked: OnceLock<Vec<SiteQuestion>>,
}

/// The signs that are counted.
#[derive(Clone, Debug, Default)]
struct Counted {
    sites: Vec<SiteSigns>,
    broad_phase: BroadPhase,
}

/// The signs of a site.
#[derive(Clone, Debug, Default)]
struct SiteSigns {
    at: Option<String>,
    /// The kinds, whichever of both is tested against the other.
    kinds: [String; 2],
    /// True if every check is of boxes.
    is_of_boxes: bool,
    /// True if any is of masks or circles.
    is_fine: bool,
    elsewhere: ElsewhereSigns,
    contact: ContactSigns,
    aftermath: Aftermath,
}

impl Questions {
    /// A run of the game begins: frames may start again.
    pub(super) fn begin(&mut self) {
        self.end_frame();
        self.open = OpenHits::default();
        self.tracks = PairTracks::default();
    }

    /// Counts a check; returns the number of its site.
    pub(super) fn count(&mut self, facts: &QuestionFacts) -> u32 {
        self.asked.take();
        let pair = self.pair_of(&facts.names);
        let site = self.site_of(facts);
        let signs = &mut self.counted.sites[site as usize];
        signs.is_of_boxes &= facts.test == TestKind::Box;
        signs.is_fine |= facts.test.is_fine();
        signs.elsewhere.count(facts);
        self.tracks.count(&mut signs.aftermath, site, pair, facts);
        self.open.count(&mut self.counted.sites, site, pair, facts);
        if facts.sides.is_none() {
            // It may be of an earlier frame, written once the two came near each other.
            return site;
        }
        if self.frame.at != Some(facts.time) {
            self.end_frame();
            self.frame.at = Some(facts.time);
        }
        self.frame.checks.push(FrameCheck {
            site,
            pair,
            test: facts.test,
            is_hit: facts.hit == Some(true),
            tested: facts.tested().map(|both| pair.in_order(both).map(bits)),
            shift: facts.shift_of_masks(),
            is_answered: facts.is_put_back(),
        });
        site
    }

    /// Notes that a finer check stands in the place of one of boxes.
    pub(super) fn note_finer(&mut self, Finer { at, names, line }: Finer) {
        self.asked.take();
        if self.frame.at != Some(at) {
            self.end_frame();
            self.frame.at = Some(at);
        }
        let pair = self.pair_of(&names);
        self.frame.replaced.push((line, pair));
    }

    /// The checks at these lines ask here, whatever their signs; those at all others by their signs.
    pub(super) fn ask_here(&mut self, lines: BTreeSet<String>) {
        self.here = lines;
        self.asked.take();
    }

    /// The question of the site `number`.
    ///
    /// # Panics
    /// If there is no such site.
    pub(super) fn asked(&self, number: u32) -> &SiteQuestion {
        let all = self.asked.get_or_init(|| {
            let mut counted = self.counted.clone();
            counted.end_frame(&self.frame);
            counted.asked(&self.here)
        });
        &all[number as usize]
    }

    /// The number of the game's hits at the site `number` after which the pair's next check there found both edge to edge.
    pub(super) fn rests(&self, number: u32) -> u64 {
        self.counted.sites[number as usize].contact.rests
    }

    /// The number of these, and of those after which the pair's next check at another line did.
    pub(super) fn pushes(&self, number: u32) -> u64 {
        self.counted.sites[number as usize].contact.pushes
    }

    /// True if the log gives facts about checks at the site `number`.
    pub(super) fn has_facts(&self, number: u32) -> bool {
        self.counted.sites[number as usize].elsewhere.checks > 0
    }

    fn end_frame(&mut self) {
        self.counted.end_frame(&self.frame);
        self.frame.clear();
    }

    /// The numbers of two instances, the lower one first.
    fn pair_of(&mut self, names: &[String; 2]) -> InstancePair {
        let mut number = |name: &String| {
            let next = u32::try_from(self.instances.len()).expect("no more than two a check");
            match self.instances.get(name) {
                Some(known) => *known,
                None => {
                    self.instances.insert(name.clone(), next);
                    next
                }
            }
        };
        let [a, b] = [number(&names[0]), number(&names[1])];
        InstancePair::new(a, b)
    }

    fn site_of(&mut self, facts: &QuestionFacts) -> u32 {
        let next = u32::try_from(self.counted.sites.len()).expect("no more than checks");
        let key = (facts.line.clone(), facts.kinds.clone());
        let number = *self.numbers.entry(key).or_insert(next);
        if number == next {
            let mut kinds = facts.kinds.clone();
            kinds.sort();
            let at = facts.line.clone();
            self.counted.sites.push(SiteSigns { at, kinds, is_of_boxes: true, ..SiteSigns::default() });
        }
        number
    }
}

impl SiteSigns {
    /// True if nothing follows from the hits of boxes, and they look like contact: the hits of other kinds at the line are answered;
    /// one mostly moves along an edge of the other, and is held by it, here or at another line; or both have always lain so.
    fn may_be_contact(&self, is_held: bool, is_like_line: bool) -> bool {
        let Self { aftermath, .. } = self;
        let is_nothing = !self.is_fine && aftermath.is_nothing();
        is_nothing && (is_like_line || is_held && aftermath.is_steady() || aftermath.is_unmoved())
    }
}

impl Counted {
    /// Counts what the checks of a frame say about each other.
    fn end_frame(&mut self, frame: &FrameChecks) {
        if frame.is_empty() {
            return;
        }
        for (site, is_shifted) in frame.shifted_masks() {
            self.sites[site as usize].elsewhere.count_masks(is_shifted);
        }
        for site in frame.answered_masks() {
            self.sites[site as usize].contact.answered += 1;
        }
        self.broad_phase.end_frame(frame, &self.sites);
    }

    fn asked(&self, here: &BTreeSet<String>) -> Vec<SiteQuestion> {
        let mut all: Vec<SiteQuestion> =
            (0..).zip(&self.sites).map(|(number, site)| self.asked_at(number, site)).collect();
        self.follow_others(&mut all);
        self.leave_to_repeated(&mut all);
        for (asked, site) in all.iter_mut().zip(&self.sites) {
            if site.at.as_ref().is_some_and(|at| here.contains(at)) {
                *asked = SiteQuestion { question: CheckQuestion::Here, is_sure: true, by: None, ..asked.clone() };
            }
        }
        all
    }

    /// The question of a site by its own signs.
    fn asked_at(&self, number: u32, site: &SiteSigns) -> SiteQuestion {
        let SiteSigns { elsewhere, contact, aftermath, .. } = site;
        if elsewhere.checks == 0 {
            // The log gives no facts.
            return SiteQuestion { is_sure: true, ..SiteQuestion::default() };
        }
        let finer = || self.broad_phase.finer_test(number, &self.sites);
        let (question, by) = match () {
            () if elsewhere.is_it() => (CheckQuestion::Elsewhere, None),
            () => match finer().filter(|_| site.is_of_boxes) {
                Some(line) => (CheckQuestion::BroadPhase, Some(line)),
                None if contact.is_it() => (CheckQuestion::Contact, None),
                None if !site.is_fine && aftermath.is_finer() => (CheckQuestion::BroadPhase, None),
                None => (CheckQuestion::Here, None),
            },
        };
        let (&ElsewhereSigns { made, away, .. }, who) = (elsewhere, elsewhere.who());
        let &ContactSigns { hits, answered, .. } = contact;
        SiteQuestion { question, is_sure: true, by, hits, answered, is_idle: aftermath.is_nothing(), made, away, who }
    }

    /// Sites with few hits, all answered, ask what the sites of their kinds or the others of their line ask, and sites without
    /// hits what others of their line do: what follows a hit is written once for all kinds. Without hits, or without others,
    /// that is not sure; nor is it where some hits, or most of the other kinds' hits, are answered of kinds that another line
    /// pushes apart, as at a platform that is solid from above; nor where nothing follows from the hits, and they look like
    /// contact otherwise.
    fn follow_others(&self, all: &mut [SiteQuestion]) {
        let (mut of_kinds, mut of_line) = (HashMap::<_, Hits>::new(), HashMap::<_, Hits>::new());
        for (asked, site) in all.iter().zip(&self.sites) {
            if matches!(asked.question, CheckQuestion::Here | CheckQuestion::Contact) {
                let hits = Hits { all: asked.hits, answered: asked.answered };
                *of_kinds.entry(&site.kinds).or_default() += hits;
                *of_line.entry(&site.at).or_default() += hits;
            }
        }
        let is_contact = |asked: &SiteQuestion| asked.question == CheckQuestion::Contact;
        let pushed = all.iter().zip(&self.sites).filter(|(asked, _)| is_contact(asked)).map(|(_, site)| &site.kinds);
        let pushed: HashSet<_> = pushed.collect();
        let mut resting = HashMap::<_, u64>::new();
        for site in self.sites.iter().filter(|site| site.aftermath.is_rest()) {
            *resting.entry(&site.kinds).or_default() += 1;
        }
        for (asked, site) in all.iter_mut().zip(&self.sites) {
            if asked.question != CheckQuestion::Here || site.elsewhere.checks == 0 {
                continue;
            } else if !site.contact.has_few_hits() {
                let own = Hits { all: asked.hits, answered: asked.answered };
                let (line, is_pushed) = (of_line[&site.at], pushed.contains(&site.kinds));
                let rests = resting.get(&site.kinds).copied().unwrap_or(0);
                let is_held_elsewhere = is_pushed || rests > u64::from(site.aftermath.is_rest());
                let is_like = |line: Hits| site.at.is_some() && line.are_contact();
                if is_held_elsewhere && asked.answered > 0
                    || is_pushed && is_like(line)
                    || site.may_be_contact(is_pushed || rests > 0, is_like(line.without(own)))
                {
                    (asked.question, asked.is_sure) = (CheckQuestion::Contact, false);
                }
                continue;
            }
            let own = Hits { all: asked.hits, answered: asked.answered };
            let (kinds, line) = (of_kinds[&site.kinds], of_line[&site.at].without(own));
            let has_hits = asked.hits > 0;
            let is_like_others = site.at.is_some() && line.are_contact() || has_hits && kinds.are_contact();
            if is_like_others || has_hits && kinds.all == kinds.answered {
                (asked.question, asked.is_sure) = (CheckQuestion::Contact, is_like_others && has_hits);
            }
        }
    }

    /// Sites of boxes that ask here leave their answers to one that asks here, too, and finds the same again.
    fn leave_to_repeated(&self, all: &mut [SiteQuestion]) {
        let asks_here = |(asked, site): (&SiteQuestion, &SiteSigns)| {
            asked.question == CheckQuestion::Here && site.is_of_boxes && site.elsewhere.checks > 0
        };
        let are_here: Vec<bool> = all.iter().zip(&self.sites).map(asks_here).collect();
        for (number, asked) in (0_u32..).zip(all).filter(|(number, _)| are_here[*number as usize]) {
            if let Some(line) = self.broad_phase.repeated_test(number, &self.sites, |site| are_here[site as usize]) {
                (asked.question, asked.by) = (CheckQuestion::BroadPhase, Some(line));
            }
        }
    }
}
