//! [`Audit`]: all hitboxes of a folder, worst first.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

use super::baseline::{Baseline, KnownHitbox};
use super::fingerprint;
use super::folder::{ProjectEngine, ProjectFiles};
use super::judge::TestedFrames;
use super::limit::GainLimit;
use super::parallel::in_parallel;
use super::role::HitboxRole;
use super::row::{AuditRow, AuditState};
use super::rules::RoleRules;
use super::sprites::{UsedSprites, sprites_in};
use crate::files::atlas::{PairedHitbox, PairedSprite};
use crate::files::{FileError, Limits, Reason, is_file, take_remarks};
use maskscope_core::mask::Mask;

/// The hitboxes of a folder, judged.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Audit {
    /// The number of hitboxes that were found, whether they could be judged or not.
    pub found: u64,
    /// Files with something that could not be judged, by the reason.
    pub skipped: Vec<SkippedFiles>,
    /// The hitboxes that were judged: the largest gains as a share of the solid pixels first, then those that were not fitted, by
    /// their wrong pixels.
    pub rows: Vec<AuditRow>,
    /// Hitboxes that are in the baseline alone.
    pub gone: Vec<KnownHitbox>,
}

/// Files with something that could not be judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkippedFiles {
    /// The reason, as a phrase about one thing.
    pub reason: &'static str,
    /// The number of files.
    pub files: u64,
    /// The path of the first of them from the folder; empty if it is not known.
    pub first: String,
}

/// The files with something that could not be judged, and the number of hitboxes in them.
#[derive(Default)]
struct SkipTally {
    by_reason: BTreeMap<&'static str, (u64, String)>,
    hitboxes: u64,
}

impl SkipTally {
    /// Counts a number of files, the first of them `first`, with that many hitboxes.
    fn add(&mut self, reason: &'static str, files: u64, first: &str, hitboxes: u64) {
        if files > 0 {
            self.by_reason.entry(reason).or_insert_with(|| (0, first.to_owned())).0 += files;
            self.hitboxes += hitboxes;
        }
    }

    fn files(self) -> Vec<SkippedFiles> {
        let skipped = |(reason, (files, first))| SkippedFiles { reason, files, first };
        self.by_reason.into_iter().map(skipped).collect()
    }
}

/// The hitboxes of a file, and the reasons for what could not be judged, with the numbers of hitboxes.
#[derive(Default)]
struct FileRows {
    rows: Vec<PendingRow>,
    skipped: BTreeMap<&'static str, u64>,
}

/// A row, and what is still to be fitted for it.
struct PendingRow {
    row: AuditRow,
    slow: Option<TestedFrames>,
}

/// Settings by which all files of a folder are read.
struct ProjectReader<'a> {
    folder: &'a Path,
    limits: &'a Limits,
    rules: RoleRules,
    used: UsedSprites,
    is_stopped: &'a (dyn Fn() -> bool + Sync),
}

impl Audit {
    /// The most hitboxes whose search is slow, polygons and lists of shapes, that are fitted if no other number is asked for.
    pub const TOP: usize = 200;

    /// Judges the hitboxes of the files in `folder` and below it. Of those whose search is slow, the `top` are fitted that have
    /// the most wrong pixels. `reached` receives what is done, how many parts of it, and of how many. It is given up once
    /// `is_stopped`: what it returns then is not whole.
    ///
    /// # Errors
    /// If the folder or its `maskscope.toml` cannot be read, or if no hitbox can be judged.
    pub fn of(
        folder: &Path,
        top: usize,
        limits: &Limits,
        reached: &(dyn Fn(&'static str, u64, u64) + Sync),
        is_stopped: &(dyn Fn() -> bool + Sync),
    ) -> Result<Self, FileError> {
        let files = ProjectFiles::of(folder)?;
        let (rules, used) = (RoleRules::of(folder)?, UsedSprites::of(&files.objects));
        let reader = ProjectReader { folder, limits, rules, used, is_stopped };
        let count = files.sprites.len() as u64;
        reached("files", 0, count);
        let read = |(path, engine): &(PathBuf, ProjectEngine)| reader.rows(path, *engine);
        let read = in_parallel(&files.sprites, read, |done| reached("files", done, count));
        let (mut skipped, mut rows) = (SkipTally::default(), Vec::new());
        skipped.add("link to a folder, which is not followed", files.links, "", 0);
        skipped.add("folder that cannot be read", files.unread, "", 0);
        for ((path, _), file) in files.sprites.iter().zip(read) {
            for (reason, hitboxes) in file.skipped {
                skipped.add(reason, 1, &reader.name(path), hitboxes);
            }
            rows.extend(file.rows);
        }
        fit_slow(&mut rows, top, reached, is_stopped);
        let mut rows: Vec<_> = rows.into_iter().map(|pending| pending.row).collect();
        tell_apart(&mut rows);
        sort(&mut rows);
        let found = rows.len() as u64 + skipped.hitboxes;
        let audit = Self { found, skipped: skipped.files(), rows, gone: Vec::new() };
        if audit.rows.is_empty() {
            return Err(Reason::Refused(audit.nothing()).at(folder));
        }
        Ok(audit)
    }

    /// The reason why there is no row, as a sentence about the folder.
    fn nothing(&self) -> String {
        let reasons = self.skipped.iter().map(|skipped| format!("{} ({})", skipped.reason, skipped.files));
        let reasons: Vec<_> = reasons.collect();
        let reasons = if reasons.is_empty() { String::new() } else { format!("; skipped: {}", reasons.join(", ")) };
        format!("it has no hitbox that a picture can judge{reasons}")
    }

    /// Sets the states of its rows by a limit, and beside a baseline.
    pub fn compare(&mut self, limit: Option<GainLimit>, baseline: Option<&Baseline>) {
        if let Some(baseline) = baseline {
            self.gone = baseline.compare(&mut self.rows, limit);
            return;
        }
        for row in &mut self.rows {
            row.state = if row.is_above(limit) { AuditState::AboveLimit } else { row.plain_state() };
        }
    }

    /// The number of rows in a state.
    pub fn count(&self, state: AuditState) -> u64 {
        self.rows.iter().filter(|row| row.state == state).count() as u64
    }
}

impl ProjectReader<'_> {
    fn name(&self, path: &Path) -> String {
        name_in(self.folder, path)
    }

    /// The hitboxes of a file.
    fn rows(&self, path: &Path, engine: ProjectEngine) -> FileRows {
        let mut rows = FileRows::default();
        if (self.is_stopped)() {
            return rows;
        }
        match sprites_in(path, engine, &self.used, self.limits) {
            Ok(sprites) => {
                rows.skipped = sprites.left_out;
                for sprite in &sprites.sprites {
                    self.add(&mut rows, sprite, path, engine);
                }
            }
            Err(error) => {
                let reason = match error.reason {
                    _ if !is_file(path) => "file that vanished, or a link that leads nowhere",
                    Reason::NotFound | Reason::NoSheet(_) | Reason::Held { .. } => "picture that is missing",
                    _ => "file that cannot be read",
                };
                rows.skipped.insert(reason, 0);
            }
        }
        // Nobody reads what is remarked on hundreds of files, on whichever thread.
        take_remarks();
        rows
    }

    /// Adds the hitboxes of a sprite.
    fn add(&self, rows: &mut FileRows, sprite: &PairedSprite, path: &Path, engine: ProjectEngine) {
        let file = self.name(path);
        let mut masks: BTreeMap<usize, Mask> = BTreeMap::new();
        for hitbox in &sprite.hitboxes {
            let (role, note) = role_of(&self.rules, &file, hitbox);
            if role == HitboxRole::Ignore {
                *rows.skipped.entry("hitbox that maskscope.toml ignores").or_default() += 1;
                continue;
            }
            for frame in hitbox.frames.keys() {
                masks.entry(*frame).or_insert_with(|| sprite.mask(*frame));
            }
            let frames = hitbox.frames.iter().map(|(frame, hitbox)| (*frame, hitbox, masks[frame].clone()));
            let frames = TestedFrames::new(frames, role, hitbox.is_free);
            let is_clear = frames.frames.is_empty();
            match pending(frames, (&file, hitbox, engine), self.is_stopped) {
                Some(mut pending) => {
                    pending.row.note = note.map(str::to_owned);
                    rows.rows.push(pending);
                }
                None if is_clear => *rows.skipped.entry("picture without a solid pixel").or_default() += 1,
                None => *rows.skipped.entry("shape that reaches too far").or_default() += 1,
            }
        }
    }
}

/// The path of a file from the folder, with slashes.
pub(super) fn name_in(folder: &Path, path: &Path) -> String {
    let parts = path.strip_prefix(folder).unwrap_or(path).components();
    parts.map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/")
}

/// The role of a hitbox of a file, and the reason that is given for it.
pub(super) fn role_of<'a>(rules: &'a RoleRules, file: &str, hitbox: &PairedHitbox) -> (HitboxRole, Option<&'a str>) {
    let otherwise = if hitbox.is_terrain { HitboxRole::Terrain } else { HitboxRole::Fit };
    rules.role(file, &hitbox.id).unwrap_or((otherwise, None))
}

/// The identity of a hitbox of a file, before those of others that are the same are numbered.
pub(super) fn id_of(file: &str, hitbox: &PairedHitbox) -> String {
    if hitbox.id.is_empty() { file.to_owned() } else { format!("{file}#{}", hitbox.id) }
}

/// The row of a hitbox; `None` without a solid pixel, and for shapes that reach too far.
fn pending(
    frames: TestedFrames,
    (file, hitbox, engine): (&str, &PairedHitbox, ProjectEngine),
    is_stopped: &dyn Fn() -> bool,
) -> Option<PendingRow> {
    let measured = frames.measured()?;
    let mut row = AuditRow {
        id: id_of(file, hitbox),
        file: file.to_owned(),
        hitbox: hitbox.name.clone(),
        engine: engine.name(),
        role: frames.role,
        note: None,
        frames: frames.frames.len() as u64,
        solid: measured.solid,
        counts: measured.counts,
        best: None,
        worst_frame: measured.worst_frame as u64,
        state: AuditState::default(),
        refusal: hitbox.refusal,
        pixels: fingerprint::of_pixels(&frames.frames),
        shape: fingerprint::of_shapes(&frames.frames),
    };
    if !row.is_judged() {
        return Some(PendingRow { row, slow: None });
    }
    if frames.is_slow() && row.wrong() > 0 {
        return Some(PendingRow { row, slow: Some(frames) });
    }
    row.best = if row.wrong() == 0 { Some(row.counts) } else { frames.best(row.counts, is_stopped) };
    Some(PendingRow { row, slow: None })
}

/// Fits those of the `rows` whose search is slow and that have the most wrong pixels.
fn fit_slow(
    rows: &mut [PendingRow],
    top: usize,
    reached: &(dyn Fn(&'static str, u64, u64) + Sync),
    is_stopped: &(dyn Fn() -> bool + Sync),
) {
    let mut slow: Vec<_> = rows.iter_mut().filter(|pending| pending.slow.is_some()).collect();
    slow.sort_by(|one, other| {
        let key = |pending: &PendingRow| Reverse(pending.row.wrong());
        key(one).cmp(&key(other)).then_with(|| one.row.id.cmp(&other.row.id))
    });
    slow.truncate(top);
    let count = slow.len() as u64;
    reached("polygons", 0, count);
    let fit = |pending: &&mut PendingRow| {
        let frames = pending.slow.as_ref().filter(|_| !is_stopped())?;
        frames.best(pending.row.counts, is_stopped)
    };
    let best = in_parallel(&slow, fit, |done| reached("polygons", done, count));
    for (pending, best) in slow.into_iter().zip(best) {
        pending.row.best = best;
    }
}

/// Numbers identities from the second on of those that are the same.
#[derive(Default)]
pub(super) struct IdentityCounts(HashMap<String, u64>);

impl IdentityCounts {
    /// The next identity, with its number.
    pub(super) fn next(&mut self, id: String) -> String {
        let count = self.0.entry(id.clone()).or_default();
        *count += 1;
        if *count > 1 { format!("{id}~{count}") } else { id }
    }
}

fn tell_apart(rows: &mut [AuditRow]) {
    let mut seen = IdentityCounts::default();
    for row in rows {
        row.id = seen.next(std::mem::take(&mut row.id));
    }
}

/// Sorts rows: the largest gains as a share of the solid pixels first, then those without a fit, then terrain.
fn sort(rows: &mut [AuditRow]) {
    let group = |row: &AuditRow| (!row.is_judged(), row.best.is_none());
    rows.sort_by(|one, other| {
        let [gain, other_gain] = [one, other].map(|row| u128::from(row.gain().unwrap_or_default()));
        // One share is larger where its gain times the other's solid pixels is.
        let by_share = (other_gain * u128::from(one.solid)).cmp(&(gain * u128::from(other.solid)));
        let by_wrong = || Reverse(one.wrong()).cmp(&Reverse(other.wrong()));
        let by_group = group(one).cmp(&group(other));
        by_group.then(by_share).then_with(by_wrong).then_with(|| one.id.cmp(&other.id))
    });
}
