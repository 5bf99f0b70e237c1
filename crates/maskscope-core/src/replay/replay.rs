//! The checks of a game so far, judged and counted.

use std::collections::{BTreeSet, HashMap};

use super::judgement::overlap_area;
use super::question::{CALLED_CONTACT, ENOUGH, Questions};
use super::remedy::RemedyTally;
use super::site::question_facts;
use super::suspect::Suspects;
use super::{
    Check, CheckQuestion, Clock, Consequence, DeafArea, Engine, Finer, Incident, Judged, Judgement, Motion, Remedies,
    Site, SiteQuestion, Step, Suspect, Tally, TestedFit, Verdict,
};
use crate::scan::{Reads, Scan, own::KeptScript};
use crate::shape::TOUCH;
use crate::{survey::Cost, words::number};

/// The checks of a game so far: of each some bytes, and counts by pair.
#[derive(Clone, Debug, Default)]
pub struct Replay {
    /// The unit of time of all checks; `None` before the first.
    pub clock: Option<Clock>,
    /// The checks, in the order of the log.
    pub steps: Vec<Step>,
    /// The pairs, in the order in which they were first checked.
    pub pairs: Vec<CheckedPair>,
    /// The pairs of kinds, in the order in which they were first checked.
    pub kinds: Vec<CheckedKinds>,
    /// The lines of the game with their pairs of kinds, in the order in which they first tested.
    pub sites: Vec<Site>,
    /// The wrong checks one after the other, in the order of their first steps.
    pub incidents: Vec<Incident>,
    /// The sprites whose checks are worthless.
    suspects: Suspects,
    /// The steps since whose pair's previous check one has flown through the other.
    pub tunnels: Vec<u32>,
    /// The number of ways that are jumps.
    pub jumps: u64,
    /// The number of checks that only a tolerance lets pass.
    pub tolerated: u64,
    /// The number of checks of sprites far apart, which are counted and not listed.
    pub far: u64,
    /// The runs of the game, each with its first check; only the last may have none.
    pub runs: Vec<GameRun>,
    /// The pictures of the game's screen that the log holds, in its order.
    pub screens: Vec<GameScreen>,
    /// The first areas that the engine does not test against something, at most [`Replay::MOST_SKIPPED`].
    pub deaf: Vec<DeafArea>,
    /// The first lines that were skipped, at most [`Replay::MOST_SKIPPED`].
    pub skipped: Vec<Skipped>,
    /// The number of skipped lines.
    pub skipped_lines: u64,
    /// The scans that run at every check.
    pub scans: Vec<Scan>,
    /// Their scripts stay as long as the replay names them.
    _scripts: Vec<KeptScript>,
    /// The numbers of pairs of kinds, by their names.
    numbers: HashMap<[String; 2], u32>,
    /// The numbers of sites, by their lines and the numbers of their kinds.
    site_numbers: HashMap<(Option<String>, u32), u32>,
    /// The numbers of the incidents that go on, by the numbers of their pairs and sites.
    open: HashMap<(u32, u32), u32>,
    questions: Questions,
}

/// Two instances in the order of the log, and how their checks came out.
#[derive(Clone, Debug, Default)]
pub struct CheckedPair {
    /// A's name and B's.
    pub names: [String; 2],
    /// Its checks: numbers of steps.
    pub steps: Vec<u32>,
    /// Its wrong checks, by their indices from 0.
    pub wrong: Vec<u32>,
    /// The number of checks at which the masks overlap.
    pub hits: u64,
    /// The number of checks at which the game said hit.
    pub game_hits: u64,
    /// The number of times one has flown through the other.
    pub tunnels: u64,
    /// At how many checks the boxes overlap.
    pub boxes_overlap: u64,
    /// The cost of each scan over all its checks, in the order of [`Replay::scans`].
    pub costs: Vec<ScanCost>,
}

/// Two kinds in the order of the log, and how their checks came out, whatever the rules.
#[derive(Clone, Debug, Default)]
pub struct CheckedKinds {
    /// A's kind and B's.
    pub names: [String; 2],
    /// The counts of its checks.
    pub tally: Tally,
    /// The number of times one has flown through the other.
    pub tunnels: u64,
    /// The fit of what the game tested of them to their pixels.
    pub fit: TestedFit,
}

/// A run of the game: the log begins one, and every later header does.
#[derive(Clone, Debug, PartialEq)]
pub struct GameRun {
    /// The number of its first step.
    pub first: usize,
    /// The game's name in the header; empty without one.
    pub game: String,
    /// The engine and its version in the header, as in `arcade 2.6.17`; empty without one.
    pub engine: String,
    /// Frames per second.
    pub fps: f64,
    /// The distance in px within which shapes touch, and the depth.
    pub within: f64,
    /// The screen in the world: left, top, width and height.
    pub view: Option<[f64; 4]>,
}

/// A picture of the game's screen, as it was when the game was stopped. Its pixels stay in the log.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GameScreen {
    /// The frame.
    pub at: f64,
    /// The byte at which its line begins.
    pub place: u64,
}

/// A line that could not be understood or judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// Its number, from 1.
    pub line: u64,
    /// The reason, in words.
    pub reason: String,
}

/// Notes about the lines of a log so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LogNotes {
    /// The number of ignored fields.
    pub unknown_fields: u64,
    /// The newest version that a header names, where that is newer than what is read.
    pub newer: Option<u64>,
    /// The number of visits of the game's own loop that are left out, beyond the most of a log.
    pub unread_visits: u64,
}

/// The cost of a scan over all checks of a pair, or of several.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ScanCost {
    /// The number of its answers that are not those of the masks.
    pub wrong: u64,
    /// Its visits.
    pub visits: u64,
    /// Those of its visits that it makes where the masks do not overlap.
    pub visits_of_misses: u64,
}

/// A scan over all checks of some pairs, and its place among others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ranked {
    /// The scan.
    pub scan: Scan,
    /// Its rank from 1 among those whose visits read as much. Equals share a rank, and the next one after two firsts
    /// is 3.
    pub rank: usize,
    /// Its cost.
    pub cost: ScanCost,
}

/// An entry of a log, judged.
#[derive(Clone, Debug)]
pub enum LogEvent {
    /// A run begins. Its first step is not known yet.
    Run(GameRun),
    /// A check.
    Check(Box<Judged>),
    /// A number of checks that were misses of sprites far apart.
    Far(u64),
    /// A finer check stands in the place of one of boxes.
    Finer(Finer),
    /// A picture of the game's screen.
    Screen(GameScreen),
    /// The engine does not test an area against something that overlaps it.
    Deaf(DeafArea),
    /// A line cannot be understood or judged.
    Skipped(Skipped),
}

impl Replay {
    /// The most skipped lines that are listed, and areas that are not tested.
    pub const MOST_SKIPPED: usize = 1_000;

    /// A replay without checks, in which `scans` run at every one.
    pub fn new(scans: &[Scan]) -> Self {
        Self { scans: scans.to_vec(), _scripts: Scan::keep_scripts(scans.iter().copied()), ..Self::default() }
    }

    /// Keeps what comes next.
    pub fn keep(&mut self, event: LogEvent) {
        match event {
            LogEvent::Run(run) => self.begin(run),
            LogEvent::Far(checks) => self.far += checks,
            LogEvent::Finer(finer) => self.questions.note_finer(finer),
            LogEvent::Screen(screen) => self.screens.push(screen),
            LogEvent::Deaf(deaf) => {
                if self.deaf.len() < Self::MOST_SKIPPED {
                    self.deaf.push(deaf);
                }
            }
            LogEvent::Skipped(skipped) => {
                self.skipped_lines += 1;
                if self.skipped.len() < Self::MOST_SKIPPED {
                    self.skipped.push(skipped);
                }
            }
            LogEvent::Check(judged) => self.take(*judged),
        }
    }

    /// Returns what each scan costs over the checks of `pairs`, in the order of the scans.
    pub fn costs<'a>(&self, pairs: impl IntoIterator<Item = &'a CheckedPair>) -> Vec<ScanCost> {
        let mut all = vec![ScanCost::default(); self.scans.len()];
        for pair in pairs {
            for (all, cost) in all.iter_mut().zip(&pair.costs) {
                all.visits += cost.visits;
                all.visits_of_misses += cost.visits_of_misses;
                all.wrong += cost.wrong;
            }
        }
        all
    }

    /// Returns the scans with their ranks over the checks of `pairs`: those that are right, then those that prove no miss,
    /// then the wrong ones, the fewest wrong answers first; of equals those first whose visits read the least, of these
    /// those with the fewest visits. Scans whose visits read as much are ranked among themselves.
    pub fn ranking<'a>(&self, pairs: impl IntoIterator<Item = &'a CheckedPair>) -> Vec<Ranked> {
        let costs = self.costs(pairs);
        let group = |scan: Scan, cost: &ScanCost| match cost.wrong {
            0 => u8::from(self.is_unproven(scan, cost, &costs)),
            _ => 2,
        };
        let key = |scan: Scan, cost: &ScanCost| (group(scan, cost), cost.wrong, scan.reads(), cost.visits);
        let keyed = self.scans.iter().zip(&costs).map(|(&scan, cost)| (key(scan, cost), scan, *cost));
        let mut sorted: Vec<_> = keyed.collect();
        sorted.sort_by_key(|(key, ..)| *key);
        let ranked = sorted.iter().map(|(key, scan, cost)| {
            let before = sorted.iter().filter(|(other, with, _)| with.reads() == scan.reads() && other < key);
            Ranked { scan: *scan, rank: 1 + before.count(), cost: *cost }
        });
        ranked.collect()
    }

    /// True if some checks are misses, which a scan that is right does not prove: it can miss what is shared, or is a
    /// script that leaves pixels out. `costs` are those of all.
    fn is_unproven(&self, scan: Scan, cost: &ScanCost, costs: &[ScanCost]) -> bool {
        // A scan that never errs reads all of them.
        let exact = self.scans.iter().zip(costs).filter(|(scan, _)| scan.is_exact() && scan.reads() == Reads::Cell);
        let all = exact.map(|(_, cost)| cost.visits_of_misses).min();
        costs.iter().any(|cost| cost.visits_of_misses > 0) && scan.proves_no_miss(cost.visits_of_misses, all)
    }

    /// The number of all checks, those of sprites far apart among them.
    pub fn checks(&self) -> u64 {
        self.steps.len() as u64 + self.far
    }

    /// A time in words: `frame 1,746` or `12.25 s`.
    pub fn when(&self, at: f64) -> String {
        match self.clock {
            Some(Clock::Second) => format!("{} s", number(at, 2..=3)),
            _ => format!("frame {}", number(at, 0..=0)),
        }
    }

    /// From one time to another, in words: `frames 49–63` or `12.25–13.5 s`.
    pub fn span(&self, [first, last]: [f64; 2]) -> String {
        match self.clock {
            _ if first == last => self.when(first),
            Some(Clock::Second) => format!("{}–{}", number(first, 2..=3), self.when(last)),
            _ => format!("frames {}–{}", number(first, 0..=0), number(last, 0..=0)),
        }
    }

    /// The number of the pair of kinds of the step `number`.
    ///
    /// # Panics
    /// If there is no such step.
    pub fn kinds_of(&self, number: u32) -> u32 {
        self.sites[self.steps[number as usize].site as usize].kinds
    }

    /// The number of the pair of kinds of a pair's first check.
    pub fn kinds_of_pair(&self, pair: &CheckedPair) -> usize {
        pair.steps.first().map_or(0, |first| self.kinds_of(*first) as usize)
    }

    /// The engine of the game at the line of a site: by the header, the test or, where no header names any, the file of the line.
    /// `None` where none of them names one that is known.
    pub fn engine(&self, site: &Site) -> Option<Engine> {
        self.engine_at(site.at.as_deref())
    }

    /// The engine of the game, by the same and its first line that tests.
    pub fn engine_of_game(&self) -> Option<Engine> {
        self.engine_at(self.sites.iter().find_map(|site| site.at.as_deref()))
    }

    fn engine_at(&self, line: Option<&str>) -> Option<Engine> {
        let mut named = self.runs.iter().rev().map(|run| &*run.engine).filter(|name| !name.is_empty()).peekable();
        let by_line = named.peek().is_none();
        let by_header = named.find_map(Engine::of_header);
        // Only Arcade makes such checks.
        let by_test = || self.sites.iter().any(Site::tests_hit_boxes).then_some(Engine::Arcade);
        by_header.or_else(by_test).or_else(|| Engine::of_line(line.filter(|_| by_line)?))
    }

    /// The remedies for the wrong checks at the line of a site, over all its checks that ask here, whatever their
    /// kinds; none where the site itself asks something else, or its kinds seem to be meant to touch.
    pub fn remedies(&self, site: &Site) -> Remedies {
        if !self.asks_here(site) || self.seems_contact(site) {
            return Remedies::default();
        }
        let is_of_line = |other: &&Site| {
            // A shape is that of a kind, whatever the line.
            let is_by_line = site.at.is_some() && !site.tests_areas();
            other.at == site.at && (is_by_line || other.kinds == site.kinds) && self.asks_here(other)
        };
        let of_line: Vec<_> = self.sites.iter().filter(is_of_line).collect();
        let mut all = RemedyTally::default();
        of_line.iter().for_each(|site| all.add(&site.remedy));
        all.remedies(of_line.len())
    }

    /// Counts a check among the signs of questions alone, and does not judge it.
    pub fn overhear(&mut self, check: &Check) {
        self.questions.count(&question_facts(check, || overlap_area(check, check.boxes_overlap())));
    }

    /// The checks at these lines of the game ask here, whatever their signs.
    pub fn ask_here(&mut self, lines: impl IntoIterator<Item = String>) {
        self.questions.ask_here(lines.into_iter().collect());
    }

    /// The question that the checks at a site ask.
    pub fn asked(&self, site: &Site) -> &SiteQuestion {
        if site.is_unjudged() { &CALLED_CONTACT } else { self.questions.asked(site.asks) }
    }

    /// True if the kinds of a site are one of `pairs`, whichever of both comes first.
    pub fn is_of_kinds(&self, site: &Site, pairs: &BTreeSet<[String; 2]>) -> bool {
        let [a, b] = self.kinds[site.kinds as usize].names.each_ref();
        pairs.iter().any(|[one, other]| [[a, b], [b, a]].contains(&[one, other]))
    }

    /// True if the wrong checks at a site count: they ask here.
    pub fn asks_here(&self, site: &Site) -> bool {
        self.asked(site).question == CheckQuestion::Here
    }

    /// True if a check counts against the game.
    pub fn disagrees(&self, step: &Step) -> bool {
        step.disagrees() && self.asks_here(&self.sites[step.site as usize])
    }

    /// True if hits at a site seem to be meant: its question is contact; or, where the log gives no facts from which that would
    /// follow, the sprites lie edge to edge after several, and most, of the hits, as on platforms and at walls. That is a sign, no
    /// proof.
    pub fn looks_like_contact(&self, site: &Site) -> bool {
        if self.questions.has_facts(site.asks) {
            return self.asked(site).question == CheckQuestion::Contact;
        }
        site.contact == 0 && site.are_most_hits(self.questions.rests(site.asks))
    }

    /// True if the kinds of a site may be meant to touch, by the checks here or at another line.
    pub fn seems_contact(&self, site: &Site) -> bool {
        let names = |site: &Site| self.kinds[site.kinds as usize].names.each_ref();
        let [a, b] = names(site);
        self.sites.iter().any(|other| self.may_be_contact(other) && [[a, b], [b, a]].contains(&names(other)))
    }

    /// True if a site is contact, or looks like it, or the sprites lie edge to edge at the line that follows most of the hits: what
    /// is pushed out of a wall along x at one line is tested along y at the next.
    fn may_be_contact(&self, site: &Site) -> bool {
        let is_followed = || match self.questions.has_facts(site.asks) {
            true => self.asked(site).question == CheckQuestion::Contact,
            false => site.are_most_hits(self.questions.pushes(site.asks)),
        };
        site.contact > 0 || is_followed()
    }

    /// True if enough is known of the question of the site `number`: several hits show it, or many checks.
    pub fn is_decided(&self, number: u32) -> bool {
        const COMPARED: u64 = 20;
        let site = &self.sites[number as usize];
        site.compared >= COMPARED || self.asked(site).hits >= ENOUGH || !self.questions.has_facts(site.asks)
    }

    /// True if the pair's next check at its site can still belong to the incident `number`.
    pub fn goes_on(&self, number: usize) -> bool {
        let Incident { pair, site, .. } = self.incidents[number];
        self.open.get(&(pair, site)).is_some_and(|open| *open as usize == number)
    }

    /// The number of missed touches that count against the game, and are only one step late.
    pub fn late(&self) -> u64 {
        self.sites.iter().filter(|site| self.asks_here(site)).map(|site| site.late).sum()
    }

    /// The number of missed touches of parts, such as hurtboxes, which do not count.
    pub fn missed_of_parts(&self) -> u64 {
        self.sites.iter().filter(|site| self.asks_here(site)).map(|site| site.of_parts).sum()
    }

    /// The number of checks that count against the game.
    pub fn disagreements(&self) -> u64 {
        self.wrong_apart(CheckQuestion::Here)
    }

    /// The number of checks that would count against the game if those that ask `question` did.
    pub fn wrong_apart(&self, question: CheckQuestion) -> u64 {
        let asking = self.sites.iter().filter(|site| self.asked(site).question == question);
        asking.map(|site| site.tally.total_disagreements()).sum()
    }

    /// The counts of the checks of each pair of kinds that ask here, in the order of the kinds.
    pub fn kinds_here(&self) -> Vec<Tally> {
        let mut all = vec![Tally::default(); self.kinds.len()];
        for site in self.sites.iter().filter(|site| self.asks_here(site)) {
            all[site.kinds as usize].add(&site.tally);
        }
        all
    }

    /// The sprites whose checks are worthless at the lines that ask here, in the order in which they became suspect.
    pub fn suspects(&self) -> Vec<Suspect> {
        self.suspects.at_sites(|site| self.asks_here(&self.sites[site as usize]))
    }

    /// The number of checks of a pair that count against the game.
    pub fn disagreements_of(&self, pair: &CheckedPair) -> u64 {
        let wrong = pair.wrong.iter().map(|&at| &self.steps[pair.steps[at as usize] as usize]);
        wrong.filter(|step| self.disagrees(step)).count() as u64
    }

    /// The number of checks in which both sprites have a picture.
    pub fn compared(&self) -> u64 {
        self.sites.iter().map(|site| site.compared).sum()
    }

    fn begin(&mut self, run: GameRun) {
        let first = self.steps.len();
        self.runs.pop_if(|run| run.first == first);
        self.runs.push(GameRun { first, ..run });
        self.open.clear();
        self.questions.begin();
    }

    fn take(&mut self, Judged { mut step, clock, names, kinds, costs, site, suspicions, judgement, .. }: Judged) {
        self.clock = Some(clock);
        if self.runs.is_empty() {
            self.begin(GameRun::default());
        }
        let kinds = self.number_of(kinds);
        step.site = self.site_of(&site.at, kinds);
        if let Some(names) = names {
            let costs = vec![ScanCost::default(); self.scans.len()];
            self.pairs.push(CheckedPair { names, costs, ..CheckedPair::default() });
        }
        let number = u32::try_from(self.steps.len()).expect("there are at most 10,000,000");
        self.pairs[step.pair as usize].count(number, &step, &costs);
        self.kinds[kinds as usize].count(&step, &judgement);
        self.jumps += u64::from(step.way == Motion::Jump);
        self.tolerated += u64::from(step.outcome == Consequence::Tolerated);
        self.tunnels.extend(step.tunnel().then_some(number));
        self.suspects.count(&step, suspicions);
        let asks = self.questions.count(&site.question);
        let counted = &mut self.sites[step.site as usize];
        counted.asks = asks;
        counted.count(&step, site);
        self.steps.push(step);
        self.go_on(number);
    }

    /// Returns the number of the pair of kinds `names`.
    fn number_of(&mut self, names: [String; 2]) -> u32 {
        if let Some(number) = self.numbers.get(&names) {
            return *number;
        }
        let number = u32::try_from(self.kinds.len()).expect("no more than checks");
        self.kinds.push(CheckedKinds { names: names.clone(), ..CheckedKinds::default() });
        self.numbers.insert(names, number);
        number
    }

    /// Returns the number of the site of the line `at` and of `kinds`.
    fn site_of(&mut self, at: &Option<String>, kinds: u32) -> u32 {
        let next = u32::try_from(self.sites.len()).expect("no more than checks");
        let number = *self.site_numbers.entry((at.clone(), kinds)).or_insert(next);
        if number == next {
            self.sites.push(Site { at: at.clone(), kinds, ..Site::default() });
        }
        number
    }

    /// Begins an incident with the step `number`, goes on with that of its pair at its site, or ends it.
    fn go_on(&mut self, number: u32) {
        let step = self.steps[number as usize];
        let key = (step.pair, step.site);
        let open = self.open.get(&key).map(|&open| &mut self.incidents[open as usize]);
        match open.filter(|open| open.verdict == step.verdict) {
            _ if step.verdict == Verdict::Right => drop(self.open.remove(&key)),
            Some(open) => {
                let worst = self.steps[open.worst as usize];
                open.go_on(number, &step, &worst);
            }
            None => {
                self.open.insert(key, u32::try_from(self.incidents.len()).expect("no more than checks"));
                self.incidents.push(Incident::new(number, &step));
            }
        }
    }
}

impl CheckedPair {
    fn count(&mut self, number: u32, step: &Step, costs: &[Cost]) {
        if step.is_wrong() {
            self.wrong.push(u32::try_from(self.steps.len()).expect("no more than all checks"));
        }
        self.steps.push(number);
        self.hits += u64::from(step.masks_overlap());
        self.game_hits += u64::from(step.game == Some(true));
        self.tunnels += u64::from(step.tunnel());
        self.boxes_overlap += u64::from(step.boxes_overlap());
        for (all, cost) in self.costs.iter_mut().zip(costs) {
            all.visits += u64::from(cost.visits);
            all.visits_of_misses += if step.masks_overlap() { 0 } else { u64::from(cost.visits) };
            all.wrong += u64::from(cost.is_hit != step.masks_overlap() || cost.names_wrong_cell);
        }
    }
}

impl CheckedKinds {
    fn count(&mut self, step: &Step, judgement: &Judgement) {
        self.fit.count(judgement);
        self.tally.count(step);
        self.tunnels += u64::from(step.tunnel());
    }
}

impl GameRun {
    /// Frames per second where no header says.
    pub const USUAL_FPS: f64 = 60.0;
}

impl Default for GameRun {
    fn default() -> Self {
        Self { first: 0, game: String::new(), engine: String::new(), fps: Self::USUAL_FPS, within: TOUCH, view: None }
    }
}
