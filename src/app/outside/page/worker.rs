//! Long work of the session, in slices between frames.

use std::time::Duration;

use egui::Context;

use super::{scripts::Scripts, slice};
use crate::app::rest::Rest;
use crate::session::{Job, Session};
use maskscope_core::scan::own::elsewhere;

/// The most visits at once while the pointer's button is held: more would hold up the frames of a drag.
const MOST_VISITS_OF_A_DRAG: u64 = 1 << 20;

/// Does one job at a time, the most urgent one; drops a job that is no longer wanted.
pub struct Worker {
    /// Jobs that are not done, and hold what they have found so far.
    begun: Vec<Job>,
    /// Those that lack the run of a script: they go on once no script is running.
    lacking: Vec<Job>,
    scripts: Scripts,
    ctx: Context,
    /// The time of the last frame with input, or in which something played, in seconds.
    used_at: f64,
}

impl Worker {
    /// Nothing is begun. `ctx` is asked for a frame where there is more to do.
    #[expect(clippy::unnecessary_wraps, reason = "on a system a thread is started")]
    pub fn start(ctx: Context) -> std::io::Result<Self> {
        Ok(Self { begun: Vec::new(), lacking: Vec::new(), scripts: Scripts::open(ctx.clone()), ctx, used_at: 0.0 })
    }

    /// Does what the session wants next for as long as a slice, timings only after a `rest`; answers when to ask again
    /// because that will have lasted long enough. Scripts that a log needs wait for those of the session.
    pub fn drive(&mut self, session: &mut Session, rest: &Rest) -> Option<Duration> {
        let of_log = elsewhere::take_request();
        let next = self.drive_jobs(session, rest);
        if let Some(request) = of_log.filter(|_| self.scripts.is_idle()) {
            self.scripts.send(request);
        }
        next
    }

    fn drive_jobs(&mut self, session: &mut Session, rest: &Rest) -> Option<Duration> {
        let (now, has_input) = self.ctx.input(|input| (input.time, !input.raw.events.is_empty()));
        if has_input || rest.is_held() || session.is_playing() {
            self.used_at = now;
        }
        let is_over = slice(now - self.used_at);
        if self.scripts.is_idle() {
            self.begun.append(&mut self.lacking);
        }
        loop {
            let mut wanted = session.wanted();
            let has_other_work = wanted.iter().any(|job| !job.is_timing());
            for jobs in [&mut self.begun, &mut self.lacking] {
                jobs.retain(|job| wanted.contains(job));
            }
            wanted.retain(|job| !self.lacking.contains(job));
            if rest.is_held() {
                wanted.retain(|job| job.visits_at_once() <= MOST_VISITS_OF_A_DRAG);
            }
            let wait = |job: &Job| match job.is_timing() {
                true => rest.wait(job.round()).filter(|_| !has_other_work),
                false => Some(Duration::ZERO),
            };
            let waiting = wanted.into_iter().filter_map(|job| Some((wait(&job)?, job)));
            let (wait, next) = waiting.min_by_key(|(wait, _)| *wait)?;
            if !wait.is_zero() {
                return Some(wait);
            }
            let begun = self.begun.iter().position(|begun| *begun == next);
            let job = begun.map_or(next, |at| self.begun.swap_remove(at));
            match job.go_on(&is_over) {
                Ok(Some(result)) => session.finish(result),
                Ok(None) if elsewhere::lacks_runs() => {
                    if let Some(request) = elsewhere::take_request().filter(|_| self.scripts.is_idle()) {
                        self.scripts.send(request);
                    }
                    self.lacking.push(job);
                }
                Ok(None) => self.begun.push(job),
                Err(refused) => session.refuse(job, refused),
            }
            if is_over() {
                self.ctx.request_repaint();
                return None;
            }
        }
    }
}
