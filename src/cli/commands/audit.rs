//! `audit`: the hitboxes of a project, by what a fit of the same kind would gain.

use std::fmt;
use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use crate::cli::CliError;
use crate::cli::args::{LimitArgs, whole};
use crate::cli::output::{
    MOST_LISTED,
    TextColumn::{Left, Right},
    answer, blank, more, progress, table, wrong,
};
use crate::files::{Audit, AuditRow, AuditState, Baseline, GainLimit, HitboxRole, KnownHitbox, PixelCounts};
use maskscope_core::choice::Choice as _;
use maskscope_core::words::{listed, percent, plural, printable, thousands};

/// List the hitboxes of a project by what a fit of the same kind would gain, worst first.
///
/// Reads the scenes of Godot, the sprites by which objects of GameMaker collide, the physics shapes of Unity, the tiles of Tiled
/// and the slices of Aseprite named hit, hurt or body, below a folder. A hitbox is judged by a picture only if the file
/// says that they belong together. The file maskscope.toml in the folder says what hitboxes are for, as in a section
/// hitbox with match = "enemies/**#Hurtbox*" and role = "inside"; roles are fit, inside, outside, feet, terrain and
/// ignore. Exits with 3 if a hitbox is above the limit or worse than in the baseline, and with 1 if there is no hitbox.
#[derive(Debug, Args)]
pub(in crate::cli) struct AuditArgs {
    /// The folder of the project.
    folder: PathBuf,
    /// The largest gain that is accepted: in px, as in 30, or in per cent of the solid pixels, as in 5%. With a baseline
    /// it is for hitboxes that are not in it.
    #[arg(long, value_name = "PX|N%")]
    limit: Option<GainLimit>,
    /// The hitboxes as they were accepted: one with more wrong pixels, by 2 and by 2 %, is worse.
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,
    /// Accept the hitboxes as they are: write them to the baseline.
    #[arg(long, requires = "baseline")]
    write_baseline: bool,
    /// Fit this many polygons and lists of shapes, those with the most wrong pixels, instead of 200; and list this number
    /// of hitboxes, instead of 20.
    #[arg(long, value_name = "N", value_parser = whole(0..=u32::MAX))]
    top: Option<u32>,
    #[command(flatten)]
    limits: LimitArgs,
    /// Answer as JSON.
    #[arg(long)]
    json: bool,
}

impl AuditArgs {
    pub(in crate::cli) fn run(&self, out: &mut dyn Write) -> Result<(), CliError> {
        let limits = self.limits.limits();
        let before = match &self.baseline {
            Some(path) if !self.write_baseline => Some(Baseline::read(path, &limits)?),
            _ => None,
        };
        let top = self.top.map(|top| usize::try_from(top).unwrap_or(usize::MAX));
        let reached = |unit: &'static str, done: u64, total: u64| {
            if done == 0 {
                progress::begin_parts("audit", total, unit);
            }
            progress::reached_of(done, total);
        };
        let mut audit = Audit::of(&self.folder, top.unwrap_or(Audit::TOP), &limits, &reached, &|| false)?;
        let written = self.write_baseline.then(|| Baseline::of(&audit.rows));
        if let (Some(path), Some(written)) = (&self.baseline, &written) {
            progress::begin("audit: writing");
            written.write(path)?;
        }
        audit.compare(self.limit, written.as_ref().or(before.as_ref()));
        let report = AuditReport { audit: &audit, listed: top.unwrap_or(MOST_LISTED) };
        answer(out, self.json, (&report, &report))?;
        let failed: Vec<_> = [
            (audit.count(AuditState::AboveLimit), "above the limit"),
            (audit.count(AuditState::Worse), "worse than in the baseline"),
        ]
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, how)| format!("{} {how}", thousands(count)))
        .collect();
        if failed.is_empty() {
            return Ok(());
        }
        Err(CliError::FoundWrong(format!("of {}: {}", plural(audit.rows.len() as u64, "hitbox"), listed(&failed))))
    }
}

/// The answer.
struct AuditReport<'a> {
    audit: &'a Audit,
    /// The most rows in the text, but for those that fail.
    listed: usize,
}

fn counts_json(PixelCounts { covered, left_out }: PixelCounts) -> Value {
    json!({ "covered": covered, "left_out": left_out })
}

fn row_json(row: &AuditRow) -> Value {
    json!({
        "id": row.id,
        "file": row.file,
        "hitbox": row.hitbox,
        "engine": row.engine,
        "role": row.role.name(),
        "frames": row.frames,
        "solid": row.solid,
        "covered": row.counts.covered,
        "left_out": row.counts.left_out,
        "best": row.best.map(counts_json),
        "gain": row.gain(),
        "worst_frame": row.worst_frame,
        "state": row.state.name(),
        "fixable": row.refusal.is_none(),
        "why": row.refusal,
    })
}

/// A hitbox that is in the baseline alone.
fn gone_json(KnownHitbox { id, covered, left_out, .. }: &KnownHitbox) -> Value {
    let (file, hitbox) = id.split_once('#').unwrap_or((id, ""));
    json!({
        "id": id,
        "file": file,
        "hitbox": hitbox,
        "engine": null,
        "role": null,
        "frames": null,
        "solid": null,
        "covered": covered,
        "left_out": left_out,
        "best": null,
        "gain": null,
        "worst_frame": null,
        "state": AuditState::Gone.name(),
        "fixable": false,
        "why": "it is gone",
    })
}

impl Serialize for AuditReport<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Audit { found, skipped, rows, gone } = self.audit;
        let skipped: Vec<_> =
            skipped.iter().map(|skipped| json!({ "reason": skipped.reason, "files": skipped.files })).collect();
        let rows: Vec<_> = rows.iter().map(row_json).chain(gone.iter().map(gone_json)).collect();
        let judged = self.audit.rows.len();
        json!({ "found": found, "judged": judged, "skipped": skipped, "rows": rows }).serialize(serializer)
    }
}

impl fmt::Display for AuditReport<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Audit { found, skipped, rows, gone } = self.audit;
        let judged = thousands(rows.len() as u64);
        writeln!(f, "{judged} of {} judged, the largest gains first\n", plural(*found, "hitbox"))?;
        let (failed, others): (Vec<_>, Vec<_>) = rows.iter().partition(|row| row.state.is_failed());
        let shown: Vec<_> = failed.into_iter().chain(others.into_iter().take(self.listed)).collect();
        let cells: Vec<_> = shown.iter().map(|row| cells(row)).collect();
        let [covers, leaves_out, gain, share] = ["covers", "leaves out", "gain", "of solid"].map(Right);
        let columns = [Left("hitbox"), covers, leaves_out, gain, share, Left("role"), Left("state"), Left("why")];
        f.write_str(&table(columns, &cells))?;
        more(f, rows.len() as u64, shown.len())?;
        if !gone.is_empty() {
            let names: Vec<_> = gone.iter().map(|hitbox| printable(&hitbox.id)).collect();
            writeln!(f, "gone     {}", listed(&names))?;
        }
        for skipped in skipped {
            let first = if skipped.first.is_empty() { String::new() } else { format!(", as in {}", skipped.first) };
            let (files, reason) = (plural(skipped.files, "file"), skipped.reason);
            writeln!(f, "skipped  {files}: {reason}{}", printable(&first))?;
        }
        self.suggestions(f)
    }
}

impl AuditReport<'_> {
    /// Names the roles that the names of hitboxes suggest, if another role is theirs only because none is chosen.
    fn suggestions(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for role in HitboxRole::ALL {
            let is_so = |row: &&AuditRow| {
                row.role == HitboxRole::Fit && row.note.is_none() && HitboxRole::suggested(&row.hitbox) == Some(*role)
            };
            let mut alike = self.audit.rows.iter().filter(is_so);
            let Some(first) = alike.next() else { continue };
            let (name, count) = (printable(&first.id), plural(1 + alike.count() as u64, "hitbox"));
            writeln!(f, "role     \"{}\" in maskscope.toml may suit {count} by name, as {name}", role.name())?;
        }
        Ok(())
    }
}

/// A row of the table.
fn cells(row: &AuditRow) -> [String; 8] {
    let state = match row.state {
        AuditState::Ok => String::new(),
        state if state.is_failed() => wrong(state.name().to_owned()),
        state => state.name().to_owned(),
    };
    let role = if row.role == HitboxRole::Fit { "" } else { row.role.name() };
    let gain = row.gain();
    [
        printable(&row.id),
        blank(row.counts.covered),
        blank(row.counts.left_out),
        gain.map(thousands).unwrap_or_default(),
        gain.map(|gain| percent(gain, row.solid)).unwrap_or_default(),
        role.to_owned(),
        state,
        row.note.as_deref().map(printable).unwrap_or_default(),
    ]
}
