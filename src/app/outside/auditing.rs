//! The audit of a project on a thread: reads the folder and its hitboxes, and says it in the words of the session.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use web_time::Instant;

use super::outcome::{failed, without_option};
use crate::app::request::Request;
use crate::files::{
    Audit, AuditRow, AuditState, BASELINE_FILE, Baseline, FileError, FixAnswer, FixRequest, HitboxLook, HitboxRole,
    KindLook, Limits, PixelCounts, fix_hitbox, is_file,
};
use crate::session::{
    AuditProgress, AuditedHitbox, BaselineNote, DetailedFrame, DetailedKind, HitboxDetail, HitboxPicture,
    PlannedChange, PlannedLine, ProjectAction, ProjectAudit, ProjectReport, ProjectWanted, SavePlan, SkippedHitboxes,
    WrongPixels,
};
use maskscope_core::choice::Choice as _;
use maskscope_core::shape::fit::Form;
use maskscope_core::words;

/// The time between two words about how far an audit has come.
const PACE: Duration = Duration::from_millis(50);

/// Work about a project under way. It ends when this is dropped.
pub struct Auditing {
    pub wanted: ProjectWanted,
    pub is_stopped: Arc<AtomicBool>,
}

impl Drop for Auditing {
    fn drop(&mut self) {
        self.is_stopped.store(true, Ordering::Relaxed);
    }
}

/// A hitbox of a project on the disk.
#[derive(Clone)]
pub struct HitboxPlace {
    pub folder: PathBuf,
    pub path: PathBuf,
    /// Its identity in the report.
    pub id: String,
    /// The number of its frames.
    frames: u64,
    limits: Limits,
}

impl HitboxPlace {
    pub fn of(project: &ProjectAudit, hitbox: &AuditedHitbox, limits: Limits) -> Self {
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
    pub fn fix(&self, form: Option<Form>, is_dry: bool) -> Result<FixAnswer, FileError> {
        let request = FixRequest { form, is_of_all_frames: self.frames > 1, role: None, is_dry };
        fix_hitbox(&self.path, self.name(), &request)
    }
}

/// The reason for a refusal in a sentence, without options of the command line.
pub fn in_window(error: &FileError) -> String {
    let text = without_option(&error.reason);
    match text.split_once("; --") {
        Some((why, _)) => words::sentence(&format!("{why}: choose its role by Intended…")),
        None => words::sentence(&text),
    }
}

/// Audits a folder, and compares it with its baseline.
pub fn report(
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
        Err(error) => Err(words::sentence(&format!("{BASELINE_FILE}: {}", error.reason))),
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
        engines: words::listed(&engines.into_iter().collect::<Vec<_>>()),
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

/// Reads a hitbox, tells it, and fits shapes of each kind to it.
pub fn detail(
    place: &HitboxPlace,
    is_stopped: &AtomicBool,
    tell: impl FnOnce(HitboxDetail),
) -> Result<HitboxDetail, String> {
    let look = place.look().map_err(|error| in_window(&error))?;
    let frames = look.frames().map(|(number, picture, mask)| DetailedFrame {
        number,
        picture: Arc::clone(picture),
        mask: Arc::new(mask.clone()),
    });
    let read = HitboxDetail { frames: frames.collect(), now: kind(look.now()), kinds: None };
    tell(read.clone());
    let kinds = look.kinds(&|| is_stopped.load(Ordering::Relaxed));
    Ok(HitboxDetail { kinds: Some(kinds.into_iter().map(kind).collect()), ..read })
}

/// The frame with the most wrong pixels, with the shapes on it.
pub fn picture(place: &HitboxPlace) -> Option<HitboxPicture> {
    let look = place.look().ok()?;
    let now = look.now();
    let wrong = |at: &usize| now.counts.get(*at).map_or(0, |counts| counts.covered + counts.left_out);
    let worst = (0..now.shapes.len()).rev().max_by_key(wrong)?;
    let (_, picture, _) = look.frames().nth(worst)?;
    Some(HitboxPicture { picture: Arc::clone(picture), shapes: now.shapes.get(worst)?.clone() })
}

/// The lines that saving a shape of a form would change, and the wrong pixels before and after; or why it changes none.
pub fn plan(place: &HitboxPlace, form: Option<Form>) -> Result<(SavePlan, [u64; 2]), String> {
    let answer = place.fix(form, true).map_err(|error| in_window(&error))?;
    let Some(after) = answer.after else {
        let words = if answer.is_best { "already the best" } else { "no better one was found for this" };
        return Err(words::sentence(&format!("{words} {}", answer.before.shape.name().replace("box", "rectangle"))));
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
