//! The parameters of the selected scan.

use std::num::NonZeroU32;

use egui::{RichText, Ui};

use crate::app::panels::padded;
use crate::app::request::Request;
use crate::app::theme::{self, Theme};
use crate::app::widgets::{NumberField, segmented};
use crate::scan::{Channels, Misreading, Scan, Step, StripeWidth, Tolerance};
use crate::session::{ScanAction, Session};

/// The largest parameter that can be typed: more than any overlap is wide.
const MOST: u32 = 65_535;
/// Width of a field, in points.
const FIELD: f32 = 64.0;

/// Shows a line of fields, or nothing for a scan without parameters.
pub(super) fn show(ui: &mut Ui, session: &Session, out: &mut Vec<Request>) {
    let old = session.scans().selected();
    // The slips of `rows` are switched on among the traps; here they are only switched off again.
    if old.about().parameters.is_empty() || old == Scan::Rows {
        return;
    }
    let new = padded(ui, 4, 4, |ui| {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 8.0;
            ui.label(RichText::new(old.strategy()).font(theme::note()).color(Theme::of(ui).t3));
            fields(ui, old)
        })
        .inner
    });
    if new != old {
        out.push(ScanAction::SetParameters(new).into());
    }
}

fn fields(ui: &mut Ui, scan: Scan) -> Scan {
    match scan {
        Scan::Incremental(step) => Scan::Incremental(step_fields(ui, step)),
        Scan::EdgeIn { increment } => Scan::EdgeIn { increment: increment_field(ui, increment) },
        Scan::CenterOut { increment } => Scan::CenterOut { increment: increment_field(ui, increment) },
        Scan::Sample { every } => {
            let tip = "Distance between neighbouring samples; 1 tests every cell.";
            Scan::Sample { every: number(ui, "every", "px", every, tip) }
        }
        Scan::Cross { revisit } => Scan::Cross { revisit: revisit_box(ui, revisit) },
        Scan::X { revisit } => Scan::X { revisit: revisit_box(ui, revisit) },
        Scan::SummedArea { granularity } => {
            let tip = "Rectangles of at most so many px a side are not split: above 1, false hits.";
            Scan::SummedArea { granularity: number(ui, "granularity", "px", granularity, tip) }
        }
        Scan::Channels(channels) => Scan::Channels(channel_fields(ui, channels)),
        Scan::Stripes(mut width) => {
            let choices = [(StripeWidth::W64, "64"), (StripeWidth::W32, "32")];
            segmented(ui, &mut width, &choices).on_hover_text("Columns in a stripe; 32 is pygame on Windows.");
            Scan::Stripes(width)
        }
        Scan::Rows | Scan::Misread(_) => misreading_choice(ui, scan),
        Scan::Columns | Scan::Combined | Scan::Words | Scan::Blocks | Scan::Hilbert | Scan::LastHit => scan,
    }
}

/// The test as it is meant, or with a slip of the articles.
fn misreading_choice(ui: &mut Ui, mut scan: Scan) -> Scan {
    let slips = Misreading::ALL.map(|slip| (Scan::Misread(slip), slip.name()));
    let choices: Vec<_> = std::iter::once((Scan::Rows, "meant")).chain(slips).collect();
    let tip = "As the article means it, or with a slip that sees pixels that are not there: two clear pixels are equal; \
               && read as a logical operator lets one set bit answer for all below it in its word.";
    segmented(ui, &mut scan, &choices).on_hover_text(tip);
    scan
}

fn revisit_box(ui: &mut Ui, mut revisit: bool) -> bool {
    ui.checkbox(&mut revisit, "revisit").on_hover_text("The sweep that follows looks at the shape's cells again.");
    revisit
}

/// Which reading, from which alpha on, and over which area.
fn channel_fields(ui: &mut Ui, mut channels: Channels) -> Channels {
    segmented(ui, &mut channels.as_written, &[(false, "meant"), (true, "written")])
        .on_hover_text(
            "As the article means it, or as its code tests: then alphas are compared bit by bit, so that without a tolerance \
             every even alpha is missed, and a match that lies only in the first pixel is lost.",
        );
    let mut percent = channels.tolerance.map_or(0, |tolerance| nearest_percent(tolerance.share()));
    let field = NumberField::new("tolerance", &mut percent, 0..=100_u32).unit(" %").width(FIELD);
    if ui.add(field).on_hover_text("How much of full alpha counts; 0 leaves it to the thresholds.").changed() {
        channels.tolerance = Tolerance::new(f64::from(percent) / 100.0);
    }
    ui.checkbox(&mut channels.union, "union").on_hover_text("Searches both boxes, not only their intersection.");
    channels
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share from 0 to 1")]
fn nearest_percent(share: f64) -> u32 {
    (100.0 * share).round() as u32
}

fn increment_field(ui: &mut Ui, increment: NonZeroU32) -> NonZeroU32 {
    let tip = "Takes every so manieth cell of the spiral, then again from the next one.";
    number(ui, "increment", "", increment, tip)
}

/// The number, and whether it divides the sides or is a distance itself.
fn step_fields(ui: &mut Ui, step: Step) -> Step {
    let (value, mut is_fixed) = match step {
        Step::Divisor(divisor) => (divisor, false),
        Step::Cells(cells) => (cells, true),
    };
    segmented(ui, &mut is_fixed, &[(false, "divisor"), (true, "fixed")])
        .on_hover_text("A share of each side, or the same distance along both.");
    if is_fixed {
        Step::Cells(number(ui, "step", "px", value, "Distance between the cells of one sweep."))
    } else {
        Step::Divisor(number(ui, "divisor", "", value, "Each side divided by this is the distance between cells."))
    }
}

fn number(ui: &mut Ui, name: &str, unit: &str, value: NonZeroU32, tip: &str) -> NonZeroU32 {
    let unit = if unit.is_empty() { String::new() } else { format!(" {unit}") };
    let mut number = value.get();
    let field = NumberField::new(name, &mut number, 1..=MOST).unit(&unit).width(FIELD);
    ui.add(field).on_hover_text(tip);
    NonZeroU32::new(number).unwrap_or(value)
}
