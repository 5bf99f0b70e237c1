//! The worker: long work of the session, on a thread of its own.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::{thread, time::Duration};

use egui::Context;

use crate::app::rest::Rest;
use crate::session::{Job, JobResult, Session};
use maskscope_core::memory::OutOfMemory;

/// Does one job at a time, the most urgent one; drops a job that is no longer wanted.
pub struct Worker {
    jobs: Sender<(Job, Arc<AtomicBool>)>,
    results: Receiver<Result<Option<JobResult>, OutOfMemory>>,
    /// Held while a result is sent and the frame that takes it is asked for: taken in between, it would ask a window
    /// at rest for one frame more.
    delivery: Arc<Mutex<()>>,
    running: Option<(Job, Arc<AtomicBool>)>,
}

impl Worker {
    /// Starts the thread. `ctx` is asked for a frame when a job has ended.
    pub fn start(ctx: Context) -> std::io::Result<Self> {
        let (jobs, todo) = channel::<(Job, Arc<AtomicBool>)>();
        let (done, results) = channel();
        let delivery = Arc::<Mutex<()>>::default();
        let delivering = Arc::clone(&delivery);
        thread::Builder::new().name("maskscope-worker".to_owned()).spawn(move || {
            for (job, cancel) in todo {
                let result = job.run(&|| cancel.load(Ordering::Relaxed));
                let _whole = delivering.lock().unwrap_or_else(PoisonError::into_inner);
                if done.send(result).is_err() {
                    return;
                }
                ctx.request_repaint();
            }
        })?;
        Ok(Self { jobs, results, delivery, running: None })
    }

    /// Hands results to the session and starts what it wants next, timings only after a `rest`; answers when to ask again
    /// because that will have lasted long enough.
    ///
    /// A timing makes way for all other work, and for a rest that ends: both would disturb it.
    pub fn drive(&mut self, session: &mut Session, rest: &Rest) -> Option<Duration> {
        let arrived: Vec<_> = {
            let _whole = self.delivery.lock().unwrap_or_else(PoisonError::into_inner);
            self.results.try_iter().collect()
        };
        for result in arrived {
            let job = self.running.take();
            match (result, job) {
                (Ok(result), _) => result.map_or((), |result| session.finish(result)),
                (Err(refused), Some((job, _))) => session.refuse(job, refused),
                (Err(_), None) => {}
            }
        }
        let wanted = session.wanted();
        let has_other_work = wanted.iter().any(|job| !job.is_timing());
        let wait = |job: &Job| match job.is_timing() {
            true => rest.wait(job.round()).filter(|_| !has_other_work),
            false => Some(Duration::ZERO),
        };
        if let Some((job, cancel)) = &self.running {
            if !wanted.contains(job) || wait(job) != Some(Duration::ZERO) {
                cancel.store(true, Ordering::Relaxed);
            }
            return None;
        }
        let waiting = wanted.into_iter().filter_map(|job| Some((wait(&job)?, job)));
        let (wait, job) = waiting.min_by_key(|(wait, _)| *wait)?;
        if !wait.is_zero() {
            return Some(wait);
        }
        let cancel = Arc::new(AtomicBool::new(false));
        self.running = Some((job.clone(), Arc::clone(&cancel)));
        // The thread lives as long as this sender.
        let _ = self.jobs.send((job, cancel));
        None
    }
}
