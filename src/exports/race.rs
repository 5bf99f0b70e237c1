//! The race of all scans: as an animation, or at its current step.

use super::export::{Export, ExportContent, Options, Target, format_of, names, stems};
use crate::files::{FileFormat as _, FormatKind, RaceFormat, RaceLane, RacePlate, VisitOrder};
use crate::session::{RaceOrder, ScanRow, Session, Standing, Tab, standings};
use maskscope_core::choice::Choice as _;
use maskscope_core::{palette::Palette, words::place};

/// The whole race, all scans in lockstep.
pub const RACE: Export = Export {
    name: "Race",
    group: "race",
    label: "Export race…",
    sentence: "Writes all scans side by side, in lockstep, as an animation.",
    target: Target::File,
    is_mask: false,
    kinds: || kinds(false),
    suggestion: |session| format!("{}-race.gif", stems(session)),
    is_possible,
    content,
};

/// The race at its current step.
pub const RACE_PICTURE: Export = Export {
    name: "Picture of race",
    group: "race",
    label: "Export picture of race…",
    sentence: "Writes all scans side by side, at the current step.",
    target: Target::File,
    is_mask: false,
    kinds: || kinds(true),
    suggestion: |session| format!("{}-race.png", stems(session)),
    is_possible,
    content,
};

/// The formats of pictures, or of animations.
fn kinds(are_still: bool) -> Vec<FormatKind> {
    RaceFormat::kinds().into_iter().filter(|kind| (kind.name == RaceFormat::Png.name()) == are_still).collect()
}

fn is_possible(session: &Session) -> bool {
    !session.derived().rows().is_empty() && !session.derived().rows_are_stale()
}

fn content(session: &Session, options: Options) -> Result<ExportContent, String> {
    let derived = session.derived();
    let subject = derived.subject().filter(|_| is_possible(session));
    let (subject, names) = subject.zip(names(session)).ok_or("The boxes do not overlap, so nothing is visited.")?;
    let (rows, race) = (derived.rows().to_vec(), session.race().clone());
    let overlap_area = session.collision().map_or(0, |found| found.overlap_area);
    let masks: Vec<_> = rows.iter().map(|row| subject.masks_for(row.scan)).collect();
    let (offset, at) = (subject.offset, session.corner_of_a());
    // Nothing has raced before it is shown.
    let steps = if session.view().tab == Tab::Race { race.steps() } else { u64::MAX };
    Ok(ExportContent::one(move |path| {
        let format = format_of::<RaceFormat>(path, options)?;
        let standings = standings(&rows, u64::MAX, race.order);
        let lane = |listed: usize| {
            let (ScanRow { scan, hit, count, is_wrong, .. }, [a, b]) = (rows[listed], &masks[listed]);
            let standing = standings[listed].map(standing_in_words).unwrap_or_default();
            RaceLane { order: VisitOrder { scan, a, b, offset, at }, hit, count, is_wrong, standing }
        };
        let lanes = race.sorted(&rows).into_iter().map(lane).collect();
        let names = names.each_ref().map(String::as_str);
        let places = match race.order {
            RaceOrder::ByTime => "Places by time.",
            RaceOrder::Listed | RaceOrder::ByVisits => "Places among scans whose visits read alike.",
        };
        let plate = RacePlate { lanes, names, places, overlap_area, palette: &Palette::DARK };
        Ok(format.encode(&plate, steps))
    }))
}

/// The place of a scan that has stopped, or why it has none where the picture says so.
fn standing_in_words(standing: Standing) -> String {
    match standing {
        Standing::Place(at) => place(at as u64),
        Standing::Wrong => "wrong".to_owned(),
        Standing::Unproven => "unproven".to_owned(),
        Standing::ReadsAll | Standing::Alone | Standing::Script | Standing::Untimed => String::new(),
    }
}
