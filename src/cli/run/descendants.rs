//! The processes that a game has started, found by their parents. Signals go to each of them, not to a group: a game in a group
//! of its own could neither read its terminal nor get Ctrl C from it.

use std::{thread, time::Duration};

/// The time from one look at a program that runs to the next.
pub(super) const PAUSE: Duration = Duration::from_millis(20);

/// Processes below another, as they were when they were looked for. Where the system has no table of processes in files, none
/// is known.
#[derive(Default)]
pub(super) struct Descendants(Vec<Process>);

/// A process: its number, which the system gives to another one later, and the time at which it began.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Process {
    id: u32,
    parent: u32,
    began: u64,
}

impl Descendants {
    /// Adds the processes that are below `ancestor` now.
    pub(super) fn find(&mut self, ancestor: u32) {
        let all = processes();
        let mut found = vec![ancestor];
        let mut next = 0;
        while let Some(&parent) = found.get(next) {
            let children = all.iter().filter(|it| it.parent == parent && !found.contains(&it.id));
            let children: Vec<_> = children.copied().collect();
            found.extend(children.iter().map(|it| it.id));
            self.0.extend(children);
            next += 1;
        }
    }

    /// Asks those that run to end, and kills them once that `is_urgent`.
    pub(super) fn end(&mut self, is_urgent: impl Fn() -> bool) {
        if !is_urgent() {
            self.send(ask);
        }
        while !self.0.is_empty() && !is_urgent() {
            thread::sleep(PAUSE);
            self.look_again();
        }
        self.send(kill);
    }

    /// Leaves only those that run.
    fn look_again(&mut self) {
        self.0.retain(|it| process(it.id).is_some_and(|now| now.began == it.began));
    }

    fn send(&mut self, send: impl Fn(u32)) {
        self.look_again();
        self.0.iter().for_each(|it| send(it.id));
    }
}

/// Asks a process to end. On Windows the console has done that.
pub(super) fn ask(process: u32) {
    #[cfg(unix)]
    send(process, rustix::process::Signal::TERM);
    #[cfg(not(unix))]
    let _ = process;
}

/// Sends a process Ctrl C. On Windows the console has done that.
pub(super) fn interrupt(process: u32) {
    #[cfg(unix)]
    send(process, rustix::process::Signal::INT);
    #[cfg(not(unix))]
    let _ = process;
}

fn kill(process: u32) {
    #[cfg(unix)]
    send(process, rustix::process::Signal::KILL);
    #[cfg(not(unix))]
    let _ = process;
}

#[cfg(unix)]
fn send(process: u32, signal: rustix::process::Signal) {
    use rustix::process::{Pid, kill_process};
    if let Some(process) = i32::try_from(process).ok().and_then(Pid::from_raw) {
        // One that has ended by now needs none.
        kill_process(process, signal).ok();
    }
}

#[cfg(target_os = "linux")]
fn processes() -> Vec<Process> {
    let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.filter_map(|entry| process(entry.file_name().to_str()?.parse().ok()?)).collect()
}

#[cfg(not(target_os = "linux"))]
const fn processes() -> Vec<Process> {
    Vec::new()
}

/// A process that runs; `None` once it has ended.
#[cfg(target_os = "linux")]
fn process(id: u32) -> Option<Process> {
    use std::io::Read as _;
    let mut stat = Vec::new();
    let path = format!("/proc/{id}/stat");
    crate::files::open_regular(path.as_ref()).ok()?.read_to_end(&mut stat).ok()?;
    // The name, in parentheses, may hold anything.
    let text = String::from_utf8_lossy(&stat);
    let fields: Vec<_> = text.rsplit_once(')')?.1.split_whitespace().collect();
    let (state, parent, began) = (*fields.first()?, fields.get(1)?.parse().ok()?, fields.get(19)?.parse().ok()?);
    (!["Z", "X"].contains(&state)).then_some(Process { id, parent, began })
}

#[cfg(not(target_os = "linux"))]
const fn process(_: u32) -> Option<Process> {
    None
}
