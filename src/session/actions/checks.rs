//! Effects of a replay on the rest: the sprites of a log come on the stage, B follows a drag, and its transport stands in place
//! of others.

use std::path::PathBuf;
use std::sync::{Arc, LazyLock};

use crate::session::replays::{
    FoundCheck, GameOrder, IgnoredKinds, Incidents, KeptLog, LineMarks, LogAction, LogPlayer, LogSource, LogTable,
    Played, PlayerAction, StagedCheck, WantedCheck,
};
use crate::session::stage::StageAction;
use crate::session::view::{Framing, Hint, ViewAction};
use crate::session::{animation::Animation, history::Reach, playback::PlaybackAction, session::Session};
use maskscope_core::replay::{Replay, Walk};
use maskscope_core::scan::{Scan, verdict::ScanVerdict};
use maskscope_core::scene::{Layer, Tab};

/// A replay without a judged check.
static NOTHING: LazyLock<Replay> = LazyLock::new(Replay::default);

impl Session {
    /// The log of a running game, if one is open.
    pub const fn log(&self) -> Option<&LogPlayer> {
        self.log.as_ref()
    }

    /// The checks that are to be found in their lines: the one that comes on the stage, then those of small pictures.
    pub fn wanted_checks(&self) -> Vec<WantedCheck> {
        let log = self.log.as_ref().filter(|_| self.view.tab == Tab::Replay);
        log.map(LogPlayer::wanted).unwrap_or_default()
    }

    /// The picture of the game's screen that is to be read, by the byte at which its line begins.
    pub fn wanted_screen(&self) -> Option<u64> {
        let is_shown = self.view.tab == Tab::Replay && self.view.layers.has(Layer::Screen);
        self.log.as_ref().filter(|_| is_shown)?.wanted_screen()
    }

    /// Takes the orders for the game that can be stopped, the oldest first.
    pub fn take_orders(&mut self) -> Vec<GameOrder> {
        self.log.as_mut().map(LogPlayer::take_orders).unwrap_or_default()
    }

    /// False while the Replay tab has a log, and the sprites on the stage are not those of its check: they are others', which
    /// never show there.
    pub fn shows_stage(&self) -> bool {
        let is_of_check =
            |log: &LogPlayer| self.stage_is_of_log && log.staged.as_ref().is_some_and(|staged| staged.found.is_ok());
        self.view.tab != Tab::Replay || self.log.as_ref().is_none_or(is_of_check)
    }

    /// The check whose sprites stand on the stage, where nobody has moved them since.
    pub fn check_on_stage(&self) -> Option<&FoundCheck> {
        let staged = self.log.as_ref().filter(|_| self.stage_is_of_log)?.staged.as_ref()?;
        staged.found.as_deref().ok().filter(|_| !staged.is_moved)
    }

    /// The verdict on the selected scan, where that is a person's own, or the loop of a game.
    pub fn verdict(&self) -> Option<&ScanVerdict> {
        match self.scans.selected() {
            Scan::Own(own) => self.derived.judgement(own)?.verdict.as_ref(),
            Scan::Recorded(_) => self.check_on_stage()?.game_loop.as_ref().map(|(_, verdict)| verdict),
            _ => None,
        }
    }

    /// Lists the recorded loop of the check on the stage, and plays it.
    pub(in crate::session) fn list_loop(&mut self) {
        let recorded = self.check_on_stage().and_then(|found| found.game_loop.as_ref());
        let recorded = recorded.map(|(kept, _)| kept.scan());
        if self.scans.list_loop(recorded) && recorded.is_some() {
            self.playback.begin(true);
        }
    }

    /// The checks that are played, while their tab is shown.
    pub(in crate::session) fn played_on_show(&self) -> Option<Played<'_>> {
        self.played().filter(|_| self.view.tab == Tab::Replay)
    }

    /// The transport of checks: one stands in place of a visit. What it has no meaning for changes nothing.
    pub(super) fn play_checks(&mut self, action: PlaybackAction) {
        let Some(played) = self.played_on_show() else { return };
        let (at, plays) = (played.at(), played.plays());
        let action = match action {
            PlaybackAction::Toggle => PlayerAction::Play(!plays),
            PlaybackAction::StepBack => PlayerAction::Go(at.saturating_sub(1)),
            PlaybackAction::StepOn => PlayerAction::Go(at + 1),
            PlaybackAction::First => PlayerAction::Go(0),
            PlaybackAction::Last if self.log.as_ref().is_some_and(|log| log.source != LogSource::Ended) => {
                return self.apply_to_log(LogAction::GoLive);
            }
            PlaybackAction::Last => PlayerAction::Go(usize::MAX),
            _ => return,
        };
        self.apply_to_player(action);
    }

    pub(super) fn apply_to_log(&mut self, action: LogAction) {
        match action {
            LogAction::Open { path, is_live } => {
                self.awaited_table = None;
                self.log = Some(self.new_log(path, is_live));
                self.apply(ViewAction::Show(Tab::Replay).into());
            }
            LogAction::OpenTable { path, moves, skipped } => {
                let Some(scene) = self.scene() else { return };
                let kept = self.awaited_table.take().filter(|kept| kept.path == path);
                let mut log = self.new_log(path, false);
                log.table = Some(Arc::new(LogTable { moves: Arc::unwrap_or_clone(moves), skipped, scene }));
                let is_continued = kept.map(|kept| log.continue_with(kept)).is_some();
                self.log = Some(log);
                if !is_continued {
                    self.apply(ViewAction::Show(Tab::Replay).into());
                }
            }
            LogAction::Mark(line, mark) => {
                let Some(log) = &self.log else { return };
                let mut marks = log.incidents.marks.clone();
                match mark {
                    Some(mark) => _ = marks.insert(line, mark),
                    None => _ = marks.remove(&line),
                }
                if marks != log.incidents.marks {
                    let ignored_kinds = log.incidents.ignored_kinds.clone();
                    self.record_step(self.now(), Reach::Marks, "marking", None);
                    self.mark_lines(marks, ignored_kinds);
                }
            }
            LogAction::IgnoreKinds { mut kinds, is_ignored } => {
                let Some(log) = &self.log else { return };
                let (marks, mut ignored) = (log.incidents.marks.clone(), log.incidents.ignored_kinds.clone());
                kinds.sort();
                let is_changed = if is_ignored { ignored.insert(kinds) } else { ignored.remove(&kinds) };
                if is_changed {
                    self.record_step(self.now(), Reach::Marks, "marking", None);
                    self.mark_lines(marks, ignored);
                }
            }
            LogAction::Close => (self.log, self.awaited_table) = (None, None),
            LogAction::Found(WantedCheck { step, is_shown: true, .. }, found) => {
                self.stage_check(StagedCheck { step, found, is_moved: false });
            }
            action => {
                let Some(log) = &mut self.log else { return };
                if matches!(action, LogAction::Became(LogSource::Awaited)) && log.is_continued() {
                    let detail = "Its checks come back as soon as the file does.".to_owned();
                    self.messages.error(format!("There is no file {} any more", log.name()), detail);
                }
                log.apply(action);
            }
        }
    }

    /// Lets these lines of the game count otherwise, and leaves out these pairs of kinds.
    pub(super) fn mark_lines(&mut self, marks: LineMarks, ignored_kinds: IgnoredKinds) {
        if let Some(log) = &mut self.log {
            log.mark(marks, ignored_kinds);
        }
    }

    fn new_log(&mut self, path: PathBuf, is_live: bool) -> LogPlayer {
        self.logs += 1;
        LogPlayer::new(self.logs, path, &self.scans.each_once(), is_live)
    }

    /// Puts the sprites of a check on the stage. Only the first time that is a step to undo: it brings back what was there.
    fn stage_check(&mut self, staged: StagedCheck) {
        let Some(log) = self.log.as_mut() else { return };
        if let Some(is_moved) = log.continued.take() {
            log.staged = Some(StagedCheck { is_moved, ..staged });
            return log.keep_up();
        }
        let before = log.staged.replace(staged.clone());
        let Ok(found) = staged.found else { return };
        let pair = |step: usize| log.replay.steps.get(step).map(|step| step.pair);
        let is_same_pair = before.is_some_and(|before| pair(before.step) == pair(staged.step));
        let action = StageAction::ShowScene(Box::new(found.scene.clone()));
        if !self.stage_is_of_log {
            if self.open(action.clone()) {
                self.leave_scene(action);
                self.stage_is_of_log = true;
            }
            return;
        }
        let number = self.stage.scene;
        self.derived.forget_hit();
        if let Err(refusal) = self.stage.apply(action) {
            self.tell(&refusal);
            return;
        }
        self.stage.scene = number;
        self.scenes.opened[number].saved = self.saved();
        self.animation = Animation::default();
        self.flash.clear();
        if !is_same_pair {
            self.view.apply(ViewAction::Frame(Framing::Fit));
        }
    }

    /// A sprite was moved by hand.
    pub(super) fn leave_check(&mut self) {
        let Some(log) = &mut self.log else { return };
        log.continued = log.continued.map(|_| true);
        if let Some(staged) = &mut log.staged {
            staged.is_moved = true;
        }
    }

    /// The log as the next run continues it.
    pub(super) fn kept_log(&self) -> Option<KeptLog> {
        let open = self.log.as_ref().map(|log| log.kept(self.stage_is_of_log));
        open.or_else(|| self.awaited_table.clone())
    }

    /// Continues with the log of an earlier run, in place of the one that is open.
    pub(super) fn continue_log(&mut self, kept: Option<KeptLog>) {
        self.stage_is_of_log = kept.as_ref().is_some_and(|kept| kept.is_on_stage);
        (self.log, self.awaited_table) = (None, None);
        match kept.filter(KeptLog::is_readable) {
            Some(table) if table.is_table => self.awaited_table = Some(table),
            Some(kept) => {
                let mut log = self.new_log(kept.path.clone(), false);
                log.continue_with(kept);
                self.log = Some(log);
            }
            None => {}
        }
    }

    /// The checks that the Replay tab plays: those of the log, where one is open, else those of the drag, if there is one.
    pub fn played(&self) -> Option<Played<'_>> {
        if let Some(log) = &self.log {
            return Some(log.played());
        }
        let replay = self.walk().map_or(&*NOTHING, |walk| &walk.replay);
        self.route.played(replay)
    }

    /// The played checks, at the one whose sprites are on the canvas.
    pub fn on_canvas(&self) -> Option<Played<'_>> {
        self.log.as_ref().map(LogPlayer::on_canvas).or_else(|| self.played())
    }

    /// The drag as far as it is judged.
    pub fn walk(&self) -> Option<&Walk> {
        self.derived.published()?.found()
    }

    pub(super) fn apply_to_player(&mut self, action: PlayerAction) {
        let wrong = match action {
            PlayerAction::GoWrong { on } => self.played().and_then(|played| {
                let none = Incidents::default();
                self.log.as_ref().map_or(&none, |log| &log.incidents).beside_shown(played, on)
            }),
            _ => None,
        };
        if let PlayerAction::Play(true) = action {
            self.view.learnt(Hint::Play);
        }
        if let Some(log) = &mut self.log {
            log.play(action, wrong);
        } else {
            self.change_route(|route| route.play(action, wrong));
        }
    }

    /// Lets `seconds` pass for what the Replay tab plays; returns whether it moves.
    pub(super) fn tick_player(&mut self, seconds: f64) -> bool {
        if self.route.tick(seconds) {
            self.follow_route();
            self.follow();
        }
        let log = self.log.as_mut().filter(|_| self.view.tab == Tab::Replay);
        log.is_some_and(|log| log.tick(seconds)) | self.route.is_moving()
    }
}
