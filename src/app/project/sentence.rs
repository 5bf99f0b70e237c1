//! The audit in a sentence, and the names of shapes in words.

use crate::app::outside;
use crate::app::panels::answer::AnswerLine;
use crate::app::prelude::*;
use crate::app::widgets::PillVerdict;
use crate::session::{AuditedHitbox, HitboxGroup, ProjectAudit, ProjectReport, SavedHitbox};
use maskscope_core::shape::{self, fit::Form};

/// The sentence over the tab.
pub fn answer(project: Option<&ProjectAudit>) -> AnswerLine {
    let (first, second) = match project.map(|project| (project, project.report())) {
        None if outside::HAS_SYSTEM => (
            "Which hitboxes of a project fit their pictures worst?".to_owned(),
            "Every hitbox that a file ties to a picture, worst first, with a better one beside it. Nothing is written \
             before you say so."
                .to_owned(),
        ),
        None => (
            "A page reads no folders".to_owned(),
            "The desktop program audits the hitboxes of a whole project, and saves better ones into its files."
                .to_owned(),
        ),
        Some((project, None)) => (format!("Auditing {}", project.name()), progress(project)),
        Some((project, Some(report))) => of_report(project, report),
    };
    AnswerLine::new(PillVerdict::Unasked, first, second)
}

/// The progress of the audit: `132 of 400 files`.
pub fn progress(project: &ProjectAudit) -> String {
    match project.progress() {
        Some(progress) if progress.total > 0 => words::of(progress.done, progress.total, progress.unit),
        _ => "Looking for files".to_owned(),
    }
}

fn of_report(project: &ProjectAudit, report: &ProjectReport) -> (String, String) {
    let (all, left) = (report.hitboxes.len() as u64, project.left());
    if project.progress().is_some() {
        return (could_be_better(left, all), format!("Checking again: {}.", progress(project)));
    }
    if let Some(saved) = project.saved() {
        let still = words::of(left, all, "hitboxes");
        let second = format!("{still} could still be better. An open editor may write its own copy back.");
        return (of_saved(saved), second);
    }
    let worst = report.of_group(HitboxGroup::CouldBeBetter).next().map(|place| &report.hitboxes[place]);
    (could_be_better(left, all), worst.map(of_worst).unwrap_or_default())
}

/// `8 of 13 hitboxes could fit their picture better`.
fn could_be_better(left: u64, all: u64) -> String {
    match left {
        0 => format!("{} judged, and no shape of the same kind is much better", words::plural(all, "hitbox")),
        _ => format!("{} could fit their picture better", words::of(left, all, "hitboxes")),
    }
}

/// `Saved into spikes.tscn: 2 lines changed, 266 px less wrong`.
fn of_saved(saved: &SavedHitbox) -> String {
    let [before, after] = saved.wrong;
    let lines = words::plural(saved.plan.changed() as u64, "line");
    let less = words::thousands(before.saturating_sub(after));
    format!("Saved into {}: {lines} changed, {less} px less wrong", file_name(&saved.file))
}

/// `Worst is Snake: 1,050 clear px would be hit; the best rectangle leaves 525 px wrong.`
fn of_worst(hitbox: &AuditedHitbox) -> String {
    let AuditedHitbox { name, pixels, wrong, gain, .. } = hitbox;
    let faults: Vec<_> = [(pixels.covered, "clear px would be hit"), (pixels.left_out, "solid px are left out")]
        .into_iter()
        .filter(|(px, _)| *px > 0)
        .map(|(px, what)| format!("{} {what}", words::thousands(px)))
        .collect();
    let left = words::thousands(wrong.saturating_sub(gain.unwrap_or_default()));
    format!("Worst is {name}: {}; the best of its kind leaves {left} px wrong.", faults.join(", "))
}

/// The last part of a path.
pub fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// The kind and the size of the shapes of a frame: `rectangle 48 × 20`, `3 shapes`.
pub fn shapes(shapes: &[shape::Shape]) -> [String; 2] {
    match shapes {
        [one] => {
            let text = one.to_string();
            let (kind, size) = text.split_once(' ').unwrap_or((&text, ""));
            [if kind == "box" { "rectangle" } else { kind }, size].map(str::to_owned)
        }
        _ => [words::plural(shapes.len() as u64, "shape"), String::new()],
    }
}

/// The name of a kind, and its corners.
pub fn kind(form: Form) -> [String; 2] {
    let corners = |most: usize| words::plural(most as u64, "corner");
    let (name, more) = match form {
        Form::Box => ("rectangle", String::new()),
        Form::Circle => ("circle", String::new()),
        Form::Ellipse => ("ellipse", String::new()),
        Form::Capsule => ("capsule", String::new()),
        Form::Convex(most) => ("convex polygon", corners(most)),
        Form::Polygon(most) => ("polygon", corners(most)),
        _ => ("shape", String::new()),
    };
    [name.to_owned(), more]
}

/// The gain as a share of the solid pixels: `63 %`; a dash where no better shape was searched for.
pub fn share(hitbox: &AuditedHitbox) -> String {
    hitbox.gain.map_or_else(|| "–".to_owned(), |gain| words::whole_percent(gain, hitbox.solid))
}
