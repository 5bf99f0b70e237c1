//! Consequences of a change, of time that passes, and of work that is done.

use crate::session::derived::{Job, JobResult, PlaceRead, ProbedStep, Published, Recording, Requested, Subject};
use crate::session::stage::{Slot, StageAction};
use crate::session::{animation::AnimationAction, playback::RunLength, session::Session, view::Hint};
use maskscope_core::{memory::OutOfMemory, scan::Scan, scene::Tab, words::sentence};

impl Session {
    /// Updates what is derived, as far as that is cheap, and lets playback follow.
    pub(in crate::session) fn follow(&mut self) {
        if self.view.tab == Tab::Terrain {
            self.terrain.follow(&self.stage);
        }
        self.list_loop();
        let previewed = self.view.previewed.map(Scan::Own);
        self.scripts = Scan::keep_scripts(self.surveys.scans().chain(previewed));
        self.derived.follow(self.requested());
        if self.take_fit() {
            self.derived.follow(self.requested());
        }
        let complete = self.derived.answered().filter(|_| self.derived.published().is_some_and(Published::is_complete));
        if complete.is_some_and(|answered| self.surveys.find(&answered)) {
            self.derived.follow(self.requested());
        }
        for refused in self.derived.take_refused() {
            self.messages.error("There is too little memory for this".to_owned(), sentence(&refused.to_string()));
        }
        self.playback.follow(self.derived.recording().map(Recording::length));
        self.check_lesson();
        self.race.transport.follow(self.race_steps().map(|steps| RunLength { visits: steps, ends_in_hit: false }));
    }

    /// The requests for derived values.
    fn requested(&self) -> Requested {
        let tab = self.view.tab;
        let shown = Requested::of(&self.stage, &self.scans, &self.view, self.derived.hint());
        let answered = self.derived.answered().filter(|_| tab == Tab::Survey);
        Requested {
            read: shown.subject.as_deref().zip(answered).and_then(|(now, answered)| {
                let (scan, offset) = self.surveys.read(now.offset, &answered)?;
                Some(PlaceRead { subject: Subject { offset, ..now.clone() }, scan })
            }),
            position: self.playback.position(),
            fitted: self.fitted(),
            hidden: self.lessons.hidden(),
            engines: self.engines.is_watched,
            card: self.race.card.filter(|_| tab == Tab::Race),
            probed: ProbedStep::of(&self.terrain).filter(|_| tab == Tab::Terrain),
            survey: self.surveys.asked(tab, &self.stage, &self.scans, self.route.route()),
            ..shown
        }
    }

    /// Moves time on by `seconds`: playback advances, finished messages go. Returns whether anything moves.
    pub fn tick(&mut self, seconds: f64) -> bool {
        if self.view.tab == Tab::Terrain {
            let was_moving = self.terrain.is_moving();
            let ball_moves = self.terrain.tick(seconds);
            if was_moving != ball_moves {
                // What is at rest can be timed.
                self.follow();
            }
            self.check_lesson();
            let frames_move = self.play_frames(seconds);
            return self.messages.tick(seconds) || frames_move || ball_moves;
        }
        let (was_playing, length) = (self.transport().is_playing(), self.run_length());
        self.transport_mut().tick(seconds, length);
        if was_playing {
            if self.playback.position() > 0 && self.playback.asked_to_play {
                self.view.learnt(Hint::Play);
            }
            self.follow();
        }
        let frames_move = self.play_frames(seconds);
        let player_moves = self.tick_player(seconds);
        let flash_moves = self.flash.tick(seconds);
        let messages_move = self.messages.tick(seconds);
        // What waits for its run to be known does not move.
        let transport_moves = self.transport().is_playing() && length.is_some();
        transport_moves || frames_move || player_moves || flash_moves || messages_move
    }

    /// Shows the frames that are due; returns whether any play. Playing is not a step to undo.
    fn play_frames(&mut self, seconds: f64) -> bool {
        let mut plays = false;
        for slot in Slot::ALL {
            let Some(placed) = self.stage.get(slot).filter(|_| self.animation.plays(slot)) else { continue };
            plays |= self.animation.range(slot, placed).len() > 1;
            if let Some(shown) = self.animation.tick(slot, placed, seconds)
                && self.stage.apply(StageAction::ShowFrame { slot, shown }).is_err()
            {
                self.animation.apply(AnimationAction::Play(slot, false));
            }
        }
        if plays {
            self.follow();
        }
        plays
    }

    /// The work whose results are missing, most urgent first.
    pub fn wanted(&self) -> Vec<Job> {
        self.derived.wanted()
    }

    /// Takes a finished job's result; one that was made for an earlier state is dropped.
    pub fn finish(&mut self, result: JobResult) {
        self.derived.finish(result);
        self.follow();
    }

    /// Takes note that there is too little memory for a job, and says so. What was there before stays.
    pub fn refuse(&mut self, job: Job, refused: OutOfMemory) {
        self.derived.refuse(job, refused);
        self.follow();
    }

    /// Runs all wanted work here and now: for scripts and tests.
    pub fn run_wanted(&mut self) {
        _ = self.run_each(|_| true);
    }

    /// The same without timing, which takes long and finds other numbers each time. False if a job was refused or cancelled.
    #[must_use]
    pub fn run_all_but_timing(&mut self) -> bool {
        self.run_each(|job| !job.is_timing())
    }

    fn run_each(&mut self, is_run: impl Fn(&Job) -> bool) -> bool {
        let mut are_done = true;
        while let Some(job) = self.wanted().into_iter().find(&is_run) {
            match job.run(&|| false) {
                Ok(Some(result)) => self.finish(result),
                Ok(None) => return false,
                Err(refused) => {
                    self.refuse(job, refused);
                    are_done = false;
                }
            }
        }
        are_done
    }
}
