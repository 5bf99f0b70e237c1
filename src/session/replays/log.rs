//! The log of a running game: which pair and which check of it are shown, and how it goes on.

use std::{collections::HashMap, path::PathBuf, sync::Arc};

use serde::{Deserialize, Serialize};

use super::action::{DroppedInput, FoundCheck, LogAction, LogSource, StagedCheck, WantedCheck};
use super::incidents::{IgnoredKinds, Incidents, LineMarks};
use super::player::{Played, Player, PlayerAction};
use super::stopping::{GameOrder, PausedGame, StoppableGame};
use maskscope_core::replay::{
    Check, CheckedPair, GameRun, GameScreen, LogEvent, LogNotes, Moves, Replay, Skipped, Step, StopRules,
};
use maskscope_core::scene::{Picture, Scene};
use maskscope_core::{scan::Scan, words::name_of};

/// The log that is open, and what is shown of it.
#[derive(Debug, Default)]
pub struct LogPlayer {
    /// The file; `-` for standard input.
    pub path: PathBuf,
    /// The checks, where they come from a table that moves the sprites of a scene.
    pub table: Option<Arc<LogTable>>,
    /// Its number among all logs that were opened.
    pub number: u64,
    /// Its checks, judged.
    pub replay: Replay,
    /// Its incidents, ranked.
    pub incidents: Incidents,
    /// Notes about its lines.
    pub notes: LogNotes,
    /// The state of its file.
    pub source: LogSource,
    /// The pair that is shown, by its number.
    pub pair: usize,
    /// The check that is shown, and its playback.
    player: Player,
    /// It shows the latest check whenever one comes.
    pub is_live: bool,
    /// Only the latest check of the pair that is shown, not of all pairs.
    pub is_pinned: bool,
    /// It was opened to be followed while its game runs.
    pub is_followed: bool,
    /// Its game, if that was started so that it can be stopped.
    pub game: Option<StoppableGame>,
    /// The game's screen lies under the sprites, too.
    pub is_screen_spread: bool,
    /// The picture of the game's screen that was read last, by the byte at which its line begins; it may be unreadable.
    screen: Option<(u64, Option<Arc<Picture>>)>,
    /// The part of its file that could not be kept, and the reason.
    pub dropped: Option<DroppedInput>,
    /// Somebody has chosen a pair or a check.
    is_chosen: bool,
    pub(in crate::session) staged: Option<StagedCheck>,
    /// The stage shows the check as an earlier run left it, which is still to be found: whether a sprite was moved since.
    pub(in crate::session) continued: Option<bool>,
    /// The steps whose pictures are asked for, and the checks that were found.
    pictured: Vec<usize>,
    moments: HashMap<usize, Option<Arc<FoundCheck>>>,
}

/// A log as a run leaves it to the next one.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct KeptLog {
    /// Written apart: it need not be UTF-8.
    #[serde(skip)]
    pub path: PathBuf,
    /// Its checks are the rows of a table that moves the sprites on the stage.
    pub(in crate::session) is_table: bool,
    pair: usize,
    player: Player,
    is_live: bool,
    is_pinned: bool,
    is_muted: bool,
    pub(in crate::session) marks: LineMarks,
    pub(in crate::session) ignored_kinds: IgnoredKinds,
    /// The sprites on the stage are those of its check.
    pub(in crate::session) is_on_stage: bool,
    /// True if a sprite was moved since the check was put on the stage; `None` before that.
    is_moved: Option<bool>,
}

impl KeptLog {
    /// True if it can be read again: nobody has kept standard input, or the scene whose sprites a table moves once others stand
    /// on the stage.
    pub(in crate::session) fn is_readable(&self) -> bool {
        self.path.as_os_str() != "-" && (!self.is_table || self.is_on_stage)
    }
}

/// A table of checks, and whose sprites it moves.
#[derive(Debug)]
pub struct LogTable {
    /// The checks.
    pub moves: Moves,
    /// The rows that could not be read.
    pub skipped: Vec<Skipped>,
    /// Both sprites.
    pub scene: Scene,
}

impl LogPlayer {
    /// The most checks kept for small pictures, beyond those that are shown.
    const MOST_MOMENTS: usize = 256;

    pub(in crate::session) fn new(number: u64, path: PathBuf, scans: &[Scan], is_live: bool) -> Self {
        Self { number, path, replay: Replay::new(scans), is_live, is_followed: is_live, ..Self::default() }
    }

    /// The log as it is continued.
    pub(in crate::session) fn kept(&self, is_on_stage: bool) -> KeptLog {
        let on_stage = self.staged().filter(|staged| self.is_staged() && staged.found.is_ok());
        let is_moved = on_stage.map(|staged| staged.is_moved).or(self.continued);
        // What is live shows the latest check, whichever that is.
        let is_anywhere = self.is_live && is_moved.is_none();
        let (pair, player) = if is_anywhere { <_>::default() } else { (self.pair, self.player.clone()) };
        KeptLog {
            path: self.path.clone(),
            is_table: self.table.is_some(),
            pair,
            player,
            is_live: self.is_live,
            is_pinned: self.is_pinned,
            is_muted: self.incidents.is_muted,
            marks: self.incidents.marks.clone(),
            ignored_kinds: self.incidents.ignored_kinds.clone(),
            is_on_stage,
            is_moved,
        }
    }

    /// True if an earlier run has shown its checks, and none is read yet.
    pub(in crate::session) fn is_continued(&self) -> bool {
        self.is_chosen && self.replay.steps.is_empty()
    }

    /// Continues where an earlier run ended: that check is shown once it is read.
    pub(in crate::session) fn continue_with(&mut self, kept: KeptLog) {
        let KeptLog { pair, player, is_live, is_pinned, is_muted, marks, ignored_kinds, is_moved, .. } = kept;
        (self.pair, self.player, self.continued) = (pair, player, is_moved);
        (self.is_live, self.is_pinned, self.is_chosen) = (is_live, is_pinned, true);
        (self.incidents.is_muted, self.incidents.marks, self.incidents.ignored_kinds) =
            (is_muted, marks, ignored_kinds);
        self.replay.ask_here(self.incidents.lines_here());
    }

    /// Lets these lines of the game count otherwise, and leaves out these pairs of kinds.
    pub(in crate::session) fn mark(&mut self, marks: LineMarks, ignored_kinds: IgnoredKinds) {
        (self.incidents.marks, self.incidents.ignored_kinds) = (marks, ignored_kinds);
        self.replay.ask_here(self.incidents.lines_here());
        self.incidents.rank(&self.replay);
    }

    /// True if just these steps were asked for last.
    pub fn asks_for(&self, steps: &[usize]) -> bool {
        self.pictured == steps
    }

    /// The check of a step for a small picture; `None` until it is found.
    pub fn moment(&self, step: usize) -> Option<&Check> {
        self.moments.get(&step)?.as_deref().map(|found| &found.check)
    }

    /// The name of its file.
    pub fn name(&self) -> String {
        if self.path.as_os_str() == "-" { "standard input".to_owned() } else { name_of(&self.path) }
    }

    /// Its checks as they are played.
    pub fn played(&self) -> Played<'_> {
        let Player { at, plays, .. } = self.player;
        self.played_at(self.pair, at, plays)
    }

    /// The same at the check whose sprites stand on the canvas: the one before for as long as those of the shown one are
    /// looked up.
    pub fn on_canvas(&self) -> Played<'_> {
        let place = self.staged.as_ref().and_then(|staged| self.place_of(staged.step));
        let (pair, at) = place.unwrap_or((self.pair, self.player.at));
        self.played_at(pair, at, self.player.plays)
    }

    fn played_at(&self, pair: usize, at: usize, plays: bool) -> Played<'_> {
        let count = self.replay.pairs.get(pair).map_or(0, |pair| pair.steps.len());
        Played { replay: &self.replay, pair, at, plays, count, is_live: self.is_live, is_drag: false }
    }

    /// The pair of the step `number`, and its place among the checks of that pair.
    fn place_of(&self, number: usize) -> Option<(usize, usize)> {
        let pair = self.replay.steps.get(number)?.pair as usize;
        Some((pair, self.replay.pairs[pair].steps.partition_point(|&step| (step as usize) < number)))
    }

    /// The check that is shown, and the number of its step.
    pub fn step(&self) -> Option<(usize, &Step)> {
        self.played().step()
    }

    /// The check whose sprites stand on the canvas, or the reason why they do not.
    pub const fn staged(&self) -> Option<&StagedCheck> {
        self.staged.as_ref()
    }

    /// True if it is the shown check, whose sprites are no longer looked up.
    pub fn is_staged(&self) -> bool {
        self.step().is_some_and(|(number, _)| self.staged.as_ref().is_some_and(|staged| staged.step == number))
    }

    /// The number of checks of the shown pair after the one that is shown.
    pub fn behind(&self) -> usize {
        self.played().count().saturating_sub(self.player.at + 1)
    }

    /// The checks that are still to be found: the shown one, then those of small pictures.
    pub(in crate::session) fn wanted(&self) -> Vec<WantedCheck> {
        let shown = self.step().map(|(step, _)| step).filter(|_| !self.is_staged());
        let is_at_rest = !self.is_live && !self.player.plays;
        let nearby = self.played().nearby().map(|(_, step)| step).filter(|_| is_at_rest);
        let missing = self.pictured.iter().copied().chain(nearby).filter(|step| !self.moments.contains_key(step));
        let wanted = shown.map(|step| (step, true)).into_iter().chain(missing.map(|step| (step, false)));
        let in_its_line = |(step, is_shown): (usize, bool)| {
            let &Step { line, place, .. } = self.replay.steps.get(step)?;
            Some(WantedCheck { step, line: line.into(), place, is_shown })
        };
        wanted.filter_map(in_its_line).collect()
    }

    /// The numbers of the pairs: those with the most wrong checks first, then those with the most checks.
    pub fn ranked_pairs(&self) -> Vec<usize> {
        let mut numbers: Vec<_> = (0..self.replay.pairs.len()).collect();
        let key = |pair: &CheckedPair| (self.wrong_checks(pair).count(), pair.steps.len());
        numbers.sort_by_cached_key(|&number| std::cmp::Reverse(key(&self.replay.pairs[number])));
        numbers
    }

    /// The checks of a pair that count against the game, or at which one flew through the other, by their places among
    /// its checks.
    fn wrong_checks<'a>(&'a self, pair: &'a CheckedPair) -> impl Iterator<Item = usize> + 'a {
        let counts = move |at: &usize| {
            let step = &self.replay.steps[pair.steps[*at] as usize];
            step.tunnel() || self.replay.disagrees(step)
        };
        pair.wrong.iter().map(|&at| at as usize).filter(counts)
    }

    /// The step that shows best what the checks at the site `number` are: the worst of the wrong ones, whether or not
    /// they count; else the first hit of the game, else the first check. `None` if there is no such site.
    pub fn example_of(&self, number: usize) -> Option<usize> {
        let steps = || self.replay.steps.iter().enumerate().filter(move |(_, step)| step.site as usize == number);
        let px = |(_, step): &(usize, &Step)| step.measure().unwrap_or(-1.0);
        let wrong = steps().filter(|(_, step)| step.disagrees());
        // Of equals, the first.
        let worst = wrong.rev().max_by(|one, other| px(one).total_cmp(&px(other)));
        let hit = || steps().find(|(_, step)| step.game == Some(true));
        worst.or_else(hit).or_else(|| steps().next()).map(|(step, _)| step)
    }

    /// The game as it waits; `None` while it runs, and without one that can be stopped.
    pub fn paused(&self) -> Option<&PausedGame> {
        self.game.as_ref()?.paused()
    }

    /// The wrong check that has stopped the game, by its step; `None` before it is read.
    pub fn stopped_step(&self) -> Option<usize> {
        let line = self.paused()?.cause.as_ref()?.line?;
        let steps = &self.replay.steps;
        let step = steps.partition_point(|step| u64::from(step.line) < line);
        steps.get(step).filter(|found| u64::from(found.line) == line).map(|_| step)
    }

    /// The rules by which the game stops; `None` if it cannot be stopped.
    pub fn stop_rules(&self) -> Option<StopRules> {
        Some(self.game.as_ref()?.rules_with(&self.incidents))
    }

    /// Takes the orders for the game, the oldest first.
    pub(in crate::session) fn take_orders(&mut self) -> Vec<GameOrder> {
        self.game.as_mut().map(StoppableGame::take_orders).unwrap_or_default()
    }

    /// The picture of the game's screen in the frame of the shown check, or where the game waits, if the log has one.
    pub fn screen_of_shown(&self) -> Option<GameScreen> {
        let screens = &self.replay.screens;
        let is_in = |screen: &&GameScreen, at: f64| screen.at.total_cmp(&at).is_eq();
        let of_step = self.step().and_then(|(_, step)| {
            // It follows the checks of its frame.
            let next = screens.partition_point(|screen| screen.place < step.place);
            screens.get(next).filter(|screen| is_in(screen, step.at))
        });
        let of_stop = || screens.last().filter(|screen| self.paused().is_some_and(|paused| is_in(screen, paused.at())));
        of_step.or_else(|| of_stop().filter(|_| self.is_live)).copied()
    }

    /// The byte at which the line of that picture begins, where it is still to be read.
    pub(in crate::session) fn wanted_screen(&self) -> Option<u64> {
        let place = self.screen_of_shown()?.place;
        self.screen.as_ref().is_none_or(|(known, _)| *known != place).then_some(place)
    }

    /// The game's screen in the frame of the shown check, and its pixels, once they are read.
    pub fn screen(&self) -> Option<(GameScreen, &Arc<Picture>)> {
        let shown = self.screen_of_shown()?;
        let (place, picture) = self.screen.as_ref()?;
        Some((shown, picture.as_ref().filter(|_| *place == shown.place)?))
    }

    /// The run of the game to which a step belongs.
    pub fn run_of(&self, step: usize) -> Option<&GameRun> {
        self.replay.runs.iter().rfind(|run| run.first <= step)
    }

    fn go(&mut self, at: usize) {
        let count = self.played().count();
        self.player.go(at, count);
    }

    /// Shows the pair and the check of the step `number`.
    fn show(&mut self, number: usize) {
        if let Some(place) = self.place_of(number) {
            (self.pair, self.player.at) = place;
        }
    }

    /// Somebody shows something: it is live no longer.
    fn choose(&mut self) {
        (self.is_live, self.player.plays, self.is_chosen) = (false, false, true);
        self.continued = None;
    }

    /// Its sprites stand elsewhere now, or others stand there.
    pub(in crate::session) fn unstage(&mut self) {
        (self.staged, self.continued) = (None, None);
    }

    fn observe(&mut self, events: Vec<LogEvent>) {
        events.into_iter().for_each(|event| self.replay.keep(event));
        self.incidents.rank(&self.replay);
        self.keep_up();
    }

    /// Shows the latest check while it is live, once the check of an earlier run is found.
    pub(in crate::session) fn keep_up(&mut self) {
        if self.is_live && self.continued.is_none() {
            self.show_latest();
        }
    }

    /// Shows what a person has come for, if anything is wrong: the worst incident. Else what is live stays so.
    fn show_worst(&mut self) {
        let worst = self.incidents.ranked().first().map(|&number| self.replay.incidents[number].worst);
        let found = worst.or(self.replay.tunnels.first().copied());
        if let Some(step) = found.or((!self.is_live).then_some(0)) {
            self.is_live = false;
            self.show(step as usize);
        }
    }

    /// Shows what has stopped the game while that waits, else the latest check.
    fn show_latest(&mut self) {
        if let Some(step) = self.stopped_step() {
            self.show(step);
        } else if self.is_pinned || self.stays_at_pair() {
            self.go(usize::MAX);
        } else {
            self.show(self.replay.steps.len().saturating_sub(1));
        }
    }

    /// True if the game runs a single frame, or waits in one that has checked the shown pair, or no pair as far as is read.
    fn stays_at_pair(&self) -> bool {
        let steps = &self.replay.steps;
        let of_pair = self.replay.pairs.get(self.pair).and_then(|pair| pair.steps.last());
        let of_pair = of_pair.map(|&step| steps[step as usize].at);
        let ends_before = |at: f64| steps.last().is_some_and(|step| step.at < at);
        let is_stepping = self.game.as_ref().is_some_and(StoppableGame::is_stepping);
        let frame = self.paused().map(PausedGame::at);
        is_stepping || frame.is_some_and(|frame| ends_before(frame) || of_pair.is_some_and(|at| at >= frame))
    }

    /// Shows another check; `wrong` is the step of the wrong one that is looked for.
    pub(in crate::session) fn play(&mut self, action: PlayerAction, wrong: Option<usize>) {
        match action {
            PlayerAction::GoWrong { .. } => {
                let Some(number) = wrong else { return };
                self.choose();
                self.show(number);
            }
            PlayerAction::Go(at) => {
                self.choose();
                self.go(at);
            }
            PlayerAction::Play(plays) => {
                self.choose();
                let mut player = self.player.clone();
                let played = self.played();
                player.play(plays, played.count(), |at| Some(played.step_at(at)?.at));
                self.player = player;
            }
        }
    }

    pub(in crate::session) fn apply(&mut self, action: LogAction) {
        match action {
            LogAction::Observed(events, notes) => {
                self.notes = *notes;
                self.observe(events);
            }
            LogAction::Dropped(dropped) => self.dropped = Some(dropped),
            LogAction::Found(WantedCheck { step, .. }, found) => {
                if self.moments.len() >= Self::MOST_MOMENTS {
                    let nearby: Vec<_> = self.played().nearby().map(|(_, step)| step).collect();
                    self.moments.retain(|step, _| self.pictured.contains(step) || nearby.contains(step));
                }
                self.moments.insert(step, found.ok());
            }
            LogAction::Picture(steps) => self.pictured = steps,
            LogAction::Show(step) => {
                self.choose();
                self.show(step);
            }
            LogAction::Mute(is_muted) => {
                self.incidents.is_muted = is_muted;
                self.incidents.rank(&self.replay);
            }
            LogAction::Pin(is_pinned) => {
                self.is_pinned = is_pinned;
                self.keep_up();
            }
            LogAction::Restarted => {
                let (path, scans, is_live) = (std::mem::take(&mut self.path), self.replay.scans.clone(), self.is_live);
                let Self { number, is_chosen, is_pinned, .. } = *self;
                let (incidents, game) = (self.incidents.cleared(), self.game.take());
                let is_followed = self.is_followed;
                let new = Self::new(number, path, &scans, is_live);
                *self = Self { is_chosen, is_pinned, is_followed, incidents, game, ..new };
                self.replay.ask_here(self.incidents.lines_here());
            }
            LogAction::Became(source) => {
                let is_first = self.source == LogSource::Reading && source.is_read();
                let rests = source == LogSource::Resting;
                self.source = source;
                if is_first && self.step().is_none() {
                    // It is shorter than an earlier run left it, or another one.
                    (self.pair, self.player, self.continued, self.is_chosen) = <_>::default();
                    self.keep_up();
                }
                if is_first && (rests || !self.is_live) && !self.is_chosen {
                    self.show_worst();
                }
            }
            LogAction::Choose(pair) if pair < self.replay.pairs.len() => {
                self.choose();
                let wrong = self.wrong_checks(&self.replay.pairs[pair]).next();
                (self.pair, self.player.at) = (pair, wrong.unwrap_or(0));
            }
            LogAction::GoLive => self.go_live(),
            LogAction::CanStop(rules) => self.game = Some(StoppableGame::new(*rules)),
            LogAction::FoundScreen(place, picture) => self.screen = Some((place, picture)),
            LogAction::SpreadScreen(is_spread) => self.is_screen_spread = is_spread,
            LogAction::Game(event) => {
                let Some(game) = &mut self.game else { return };
                let stops = game.stops;
                game.note(event);
                if game.stops > stops {
                    self.go_live();
                }
            }
            LogAction::Order(order) => {
                if self.game.as_mut().is_some_and(|game| game.order(order)) {
                    self.go_live();
                }
            }
            LogAction::StopAtWrong(is_on) => self.stop_by(|rules| rules.is_on = is_on),
            LogAction::StopAtMissed(with_missed) => self.stop_by(|rules| rules.with_missed = with_missed),
            LogAction::StopFrom(px) => self.stop_by(|rules| rules.from_px = px),
            LogAction::Choose(_)
            | LogAction::Open { .. }
            | LogAction::OpenTable { .. }
            | LogAction::Mark(..)
            | LogAction::IgnoreKinds { .. }
            | LogAction::Close => {}
        }
    }

    /// Changes the rules by which the game stops, if it can be stopped.
    fn stop_by(&mut self, change: impl FnOnce(&mut StopRules)) {
        if let Some(game) = &mut self.game {
            change(&mut game.rules);
        }
    }

    /// Shows the latest check whenever one comes.
    fn go_live(&mut self) {
        (self.is_live, self.player.plays, self.continued) = (true, false, None);
        self.show_latest();
    }

    /// Lets `seconds` pass; returns whether it plays.
    pub(in crate::session) fn tick(&mut self, seconds: f64) -> bool {
        if self.step().is_none() {
            return false;
        }
        let mut player = self.player.clone();
        let played = self.played();
        player.tick(seconds * played.per_second(), played.count(), |at| Some(played.step_at(at)?.at));
        self.player = player;
        self.player.plays
    }
}
