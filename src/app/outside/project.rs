//! The audit of a project: the folder is read on threads of its own, and what a person saves is written.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use web_time::Instant;

use super::Outside;
use super::outcome::{failed, without_option};
use super::system::is_folder;
use crate::app::request::Request;
use crate::exports::name_of;
use crate::files::{
    Audit, AuditRow, AuditState, BASELINE_FILE, Baseline, FileError, FixAnswer, FixRequest, HitboxLook, HitboxRole,
    KindLook, Limits, PixelCounts, fix_hitbox, is_file, set_role, undo_fix,
};
use crate::session::{
    AuditProgress, AuditedHitbox, BaselineNote, DetailedFrame, DetailedKind, Event, HitboxDetail, HitboxPicture,
    PlannedChange, PlannedLine, ProjectAction, ProjectAudit, ProjectReport, ProjectWanted, SavePlan, SavedHitbox,
    Session, SkippedHitboxes, WrongPixels,
};
use maskscope_core::choice::Choice as _;
use maskscope_core::shape::fit::Form;
use maskscope_core::words::{listed, sentence};

/// The most things that are found out at once.
const MOST: usize = 3;
/// The time between two words about how far an audit has come.
const PACE: Duration = Duration::from_millis(50);

/// Work about a project under way. It ends when this is dropped.
pub struct Auditing {
    wanted: ProjectWanted,
    is_stopped: Arc<AtomicBool>,
}

impl Drop for Auditing {
    fn drop(&mut self) {
        self.is_stopped.store(true, Ordering::Relaxed);
    }
}

/// A hitbox of a project on the disk.
#[derive(Clone)]
struct HitboxPlace {
    folder: PathBuf,
    path: PathBuf,
    /// Its identity in the report.
    id: String,
    /// The number of its frames.
    frames: u64,
    limits: Limits,
}

impl HitboxPlace {
    fn of(project: &ProjectAudit, hitbox: &AuditedHitbox, limits: Limits) -> Self {
        let (folder, path) = (project.folder.clone(), project.path_of(&hitbox.file));
        Self { folder, path, id: hitbox.id.clone(), frames: hitbox.frames, limits }
    }

    /// Its name in its file.
    fn name(&self) -> &str {
        self.id.split_once('#').map_or("", |(_, name)| name)
    }

    fn look(&self) -> Result<HitboxLook, FileError> {
        HitboxLook::of(&self.folder, &self.path, &self.id, &self.limits)
    }

    /// Asks for a better shape of a form, over all frames.
    fn fix(&self, form: Option<Form>, is_dry: bool) -> Result<FixAnswer, FileError> {
        let request = FixRequest { form, is_of_all_frames: self.frames > 1, role: None, is_dry };
        fix_hitbox(&self.path, self.name(), &request)
    }
}

impl Outside {
    /// Audits the folder of the project that is open in `session`, and finds what is wanted of its hitboxes.
    pub fn audit(&mut self, session: &Session) {
        let wanted = session.wanted_of_project();
        // What nobody waits for any more ends.
        self.auditing.retain(|work| wanted.contains(&work.wanted));
        let Some(project) = session.project() else { return };
        for wanted in wanted {
            if self.auditing.len() >= MOST || self.auditing.iter().any(|work| work.wanted == wanted) {
                continue;
            }
            let is_stopped = Arc::<AtomicBool>::default();
            self.find(project, wanted.clone(), &is_stopped);
            self.auditing.push(Auditing { wanted, is_stopped });
        }
    }

    /// Finds something out on a thread of its own.
    fn find(&mut self, project: &ProjectAudit, wanted: ProjectWanted, is_stopped: &Arc<AtomicBool>) {
        let (limits, is_stopped) = (self.limits, Arc::clone(is_stopped));
        let place = |at: usize| Some(HitboxPlace::of(project, project.report()?.hitboxes.get(at)?, limits));
        match wanted {
            ProjectWanted::Report(run, folder) => {
                let tell = self.threads.answer();
                self.threads.spawn(None, move || report(run, &folder, &limits, &is_stopped, tell));
            }
            ProjectWanted::Detail(_, at, _) => {
                let Some(place) = place(at) else { return };
                self.threads.spawn(None, move || {
                    let found = detail(&place, &is_stopped);
                    // What is given up is not whole.
                    if is_stopped.load(Ordering::Relaxed) {
                        return Vec::new();
                    }
                    vec![ProjectAction::FoundDetail(wanted, found.map(Arc::new)).into()]
                });
            }
            ProjectWanted::Plan(_, at, _, form) => {
                let Some(place) = place(at) else { return };
                self.threads.spawn(None, move || {
                    let found = plan(&place, form).map(|(plan, _)| Arc::new(plan));
                    vec![ProjectAction::FoundPlan(wanted, found).into()]
                });
            }
            ProjectWanted::Picture(_, at) => {
                let Some(place) = place(at) else { return };
                self.threads.spawn(None, move || {
                    vec![ProjectAction::FoundPicture(wanted, picture(&place).map(Arc::new)).into()]
                });
            }
        }
    }

    /// Opens a folder; if its path was typed, the outcome is for the field for paths.
    pub(super) fn open_project(&mut self, folder: PathBuf, is_typed: bool) {
        let folder = if is_file(&folder) { folder.parent().map(Path::to_owned).unwrap_or_default() } else { folder };
        let opened: Request = if is_folder(&folder) {
            ProjectAction::Open(folder).into()
        } else {
            let title = format!("{} could not be opened", name_of(&folder));
            Event::failed(title, "It is not a folder that can be read: name the folder of a project.").into()
        };
        self.threads.answer()(Request::outcome(is_typed, vec![opened]));
    }

    /// The shown hitbox of the project.
    fn shown_hitbox(&self, session: &Session) -> Option<HitboxPlace> {
        let project = session.project()?;
        Some(HitboxPlace::of(project, project.hitbox()?, self.limits))
    }

    /// Writes the better shape of the shown hitbox into its file: the lines that were shown, or none.
    pub fn save_hitbox(&mut self, session: &Session) {
        let Some(place) = self.shown_hitbox(session) else { return };
        let Some((project, hitbox)) = session.project().and_then(|project| Some((project, project.hitbox()?))) else {
            return;
        };
        let (Some(Ok(detail)), Some(Ok(shown))) = (project.detail(), project.plan()) else { return };
        let (detail, shown) = (Arc::clone(detail), Arc::clone(shown));
        let (id, file, form) = (hitbox.id.clone(), hitbox.file.clone(), project.form());
        self.threads.spawn_writer(None, move |mut turn| {
            if !turn.comes() {
                return Vec::new();
            }
            let refused = |why: String| vec![not_saved(&place.path, why).into()];
            let wrong = match plan(&place, form) {
                Ok((plan, wrong)) if plan.diff == shown.diff => wrong,
                Ok(_) => return refused("It has changed since it was read: check again.".to_owned()),
                Err(why) => return refused(why),
            };
            match place.fix(form, false) {
                Ok(answer) if answer.is_written => {
                    vec![ProjectAction::Saved(Box::new(SavedHitbox { id, file, detail, plan: shown, wrong })).into()]
                }
                Ok(_) => refused("No better shape was found.".to_owned()),
                Err(error) => refused(in_window(&error)),
            }
        });
    }

    /// Undoes the last change of the file of the shown hitbox.
    pub fn undo_saved(&mut self, session: &Session) {
        let undoable = session.project().and_then(ProjectAudit::undoable);
        let Some((saved, place)) = undoable.zip(self.shown_hitbox(session)) else { return };
        let file = saved.file.clone();
        self.threads.spawn_writer(None, move |mut turn| match turn.comes().then(|| undo_fix(&place.path)) {
            None => Vec::new(),
            Some(Ok(_)) => vec![ProjectAction::Undone(file).into()],
            Some(Err(error)) => {
                let title = format!("{} stays as it is", name_of(&place.path));
                vec![Event::failed(title, in_window(&error)).into()]
            }
        });
    }

    /// Says in `maskscope.toml` what the shown hitbox is for, and audits again.
    pub fn intend(&mut self, role: HitboxRole, session: &Session) {
        let Some(place) = self.shown_hitbox(session) else { return };
        self.threads.spawn_writer(None, move |mut turn| {
            match turn.comes().then(|| set_role(&place.folder, &place.id, role)) {
                None => Vec::new(),
                Some(Ok(())) => vec![ProjectAction::CheckAgain.into()],
                Some(Err(error)) => vec![failed("was not written", &error, "The role is as before.").into()],
            }
        });
    }

    /// Accepts the hitboxes of the project as they are, and audits again.
    pub fn write_baseline(&mut self, session: &Session) {
        let Some(folder) = session.project().map(|project| project.folder.clone()) else { return };
        let limits = self.limits;
        self.threads.spawn_writer(Some("Writing the baseline".to_owned()), move |mut turn| {
            let written = Audit::of(&folder, Audit::TOP, &limits, &|_, _, _| {}, &|| false).and_then(|audit| {
                let is_wanted = turn.comes();
                if is_wanted { Baseline::of(&audit.rows).write(&folder.join(BASELINE_FILE)) } else { Ok(()) }
            });
            match written {
                Ok(()) => vec![ProjectAction::CheckAgain.into()],
                Err(error) => vec![failed("was not written", &error, "The baseline is as before.").into()],
            }
        });
    }
}

fn not_saved(path: &Path, why: String) -> Event {
    Event::failed(format!("{} was not saved", name_of(path)), why)
}

/// The reason for a refusal in a sentence, without options of the command line.
fn in_window(error: &FileError) -> String {
    let text = without_option(&error.reason);
    match text.split_once("; --") {
        Some((why, _)) => sentence(&format!("{why}: choose its role by Intended…")),
        None => sentence(&text),
    }
}

/// Audits a folder, and compares it with its baseline.
fn report(
    run: u64,
    folder: &Path,
    limits: &Limits,
    is_stopped: &AtomicBool,
    tell: impl Fn(Vec<Request>) + Send,
) -> Vec<Request> {
    let last = Mutex::new((tell, None::<Instant>));
    let reached = |unit: &'static str, done: u64, total: u64| {
        let mut last = last.lock().unwrap_or_else(PoisonError::into_inner);
        if done == total || last.1.is_none_or(|at| at.elapsed() >= PACE) {
            last.1 = Some(Instant::now());
            (last.0)(vec![ProjectAction::Reached(run, AuditProgress { unit, done, total }).into()]);
        }
    };
    let audit = Audit::of(folder, Audit::TOP, limits, &reached, &|| is_stopped.load(Ordering::Relaxed));
    match audit {
        _ if is_stopped.load(Ordering::Relaxed) => Vec::new(),
        Ok(mut audit) => {
            let baseline = baseline(folder, limits, &mut audit);
            vec![ProjectAction::Audited(run, Some(Arc::new(reported(audit, baseline)))).into()]
        }
        Err(error) => {
            vec![ProjectAction::Audited(run, None).into(), failed("could not be audited", &error, "").into()]
        }
    }
}

/// Compares an audit with the baseline in its folder, if there is one.
fn baseline(folder: &Path, limits: &Limits, audit: &mut Audit) -> Option<Result<BaselineNote, String>> {
    let path = folder.join(BASELINE_FILE);
    if !is_file(&path) {
        return None;
    }
    Some(match Baseline::read(&path, limits) {
        Ok(baseline) => {
            audit.compare(None, Some(&baseline));
            Ok(BaselineNote { worse: audit.count(AuditState::Worse), new: audit.count(AuditState::New) })
        }
        Err(error) => Err(sentence(&format!("{BASELINE_FILE}: {}", error.reason))),
    })
}

fn reported(audit: Audit, baseline: Option<Result<BaselineNote, String>>) -> ProjectReport {
    let engines: BTreeSet<_> = audit.rows.iter().map(|row| row.engine.to_owned()).collect();
    let skipped = audit.skipped.into_iter().map(|skipped| SkippedHitboxes {
        reason: skipped.reason,
        files: skipped.files,
        first: skipped.first,
    });
    ProjectReport {
        engines: listed(&engines.into_iter().collect::<Vec<_>>()),
        unpaired: audit.found - audit.rows.len() as u64,
        skipped: skipped.collect(),
        hitboxes: audit.rows.into_iter().map(hitbox).collect(),
        baseline,
    }
}

fn hitbox(row: AuditRow) -> AuditedHitbox {
    AuditedHitbox {
        role: row.role.name(),
        is_intended: row.role != HitboxRole::Fit,
        frames: row.frames,
        solid: row.solid,
        pixels: pixels(row.counts),
        best: row.best.map(pixels),
        wrong: row.wrong(),
        gain: row.gain(),
        is_worse: row.state == AuditState::Worse,
        id: row.id,
        file: row.file,
        name: row.hitbox,
        note: row.note,
    }
}

const fn pixels(PixelCounts { covered, left_out }: PixelCounts) -> WrongPixels {
    WrongPixels { covered, left_out }
}

fn kind(KindLook { form, shapes, counts }: KindLook) -> DetailedKind {
    let shapes = shapes.into_iter().map(Arc::from).collect();
    DetailedKind { form, shapes, pixels: counts.into_iter().map(pixels).collect() }
}

/// Reads a hitbox, and fits shapes of each kind to it.
fn detail(place: &HitboxPlace, is_stopped: &AtomicBool) -> Result<HitboxDetail, String> {
    let look = place.look().map_err(|error| in_window(&error))?;
    let kinds = look.kinds(&|| is_stopped.load(Ordering::Relaxed));
    let frames = look.frames().map(|(number, picture, mask)| DetailedFrame {
        number,
        picture: Arc::clone(picture),
        mask: Arc::new(mask.clone()),
    });
    Ok(HitboxDetail { frames: frames.collect(), now: kind(look.now()), kinds: kinds.into_iter().map(kind).collect() })
}

/// The frame with the most wrong pixels, with the shapes on it.
fn picture(place: &HitboxPlace) -> Option<HitboxPicture> {
    let look = place.look().ok()?;
    let now = look.now();
    let wrong = |at: &usize| now.counts.get(*at).map_or(0, |counts| counts.covered + counts.left_out);
    let worst = (0..now.shapes.len()).rev().max_by_key(wrong)?;
    let (_, picture, _) = look.frames().nth(worst)?;
    Some(HitboxPicture { picture: Arc::clone(picture), shapes: now.shapes.get(worst)?.clone() })
}

/// The lines that saving a shape of a form would change, and the wrong pixels before and after; or why it changes none.
fn plan(place: &HitboxPlace, form: Option<Form>) -> Result<(SavePlan, [u64; 2]), String> {
    let answer = place.fix(form, true).map_err(|error| in_window(&error))?;
    let Some(after) = answer.after else {
        let words = if answer.is_best { "already the best" } else { "no better one was found for this" };
        return Err(sentence(&format!("{words} {}", answer.before.shape.name().replace("box", "rectangle"))));
    };
    let look = place.look().map_err(|error| in_window(&error))?;
    let plan = SavePlan {
        kind: kind(look.of_shape(&after.shape, answer.frame)),
        lines: lines(&answer.diff),
        diff: answer.diff,
    };
    Ok((plan, [answer.before.wrong, after.wrong]))
}

/// The changed lines of a difference, each run of them behind the line before it.
fn lines(diff: &str) -> Vec<PlannedLine> {
    let (mut old, mut new) = (0, 0);
    let mut before: Option<PlannedLine> = None;
    let mut lines = Vec::new();
    for line in diff.lines().skip_while(|line| !line.starts_with("@@")) {
        if let Some(starts) = line.strip_prefix("@@ -") {
            let mut numbers = starts.split([',', ' ', '+', '@']).filter_map(|number| number.parse::<usize>().ok());
            // Start and length of the old lines, then those of the new ones.
            (old, new) = (numbers.next().unwrap_or(1), numbers.nth(1).unwrap_or(1));
            before = None;
            continue;
        }
        let (sign, text) = line.split_at_checked(1).unwrap_or((" ", ""));
        let (number, change) = match sign {
            "-" => (old, PlannedChange::Gone),
            "+" => (new, PlannedChange::New),
            _ => (new, PlannedChange::Kept),
        };
        old += usize::from(change != PlannedChange::New);
        new += usize::from(change != PlannedChange::Gone);
        let line = PlannedLine { number, text: text.to_owned(), change };
        if change == PlannedChange::Kept {
            before = Some(line);
        } else {
            lines.extend(before.take());
            lines.push(line);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lines_of_a_difference_have_their_numbers() {
        let diff =
            "--- a.tscn\n+++ a.tscn\n@@ -3,5 +3,5 @@\n c\n d\n-e\n+E\n f\n g\n@@ -12,3 +12,4 @@\n l\n+new\n m\n n\n";
        let shown: Vec<_> = lines(diff).into_iter().map(|line| (line.number, line.text, line.change)).collect();
        use PlannedChange::{Gone, Kept, New};
        let expected = [(4, "d", Kept), (5, "e", Gone), (5, "E", New), (12, "l", Kept), (13, "new", New)];
        assert_eq!(shown, expected.map(|(number, text, change)| (number, text.to_owned(), change)));
    }
}
