//! The answer line of the race: which scan needs the fewest visits, and which ones are wrong.

use crate::app::panels::answer::{Answer, wrong_sentence};
use crate::app::widgets::Verdict;
use crate::scan::Scan;
use crate::scene::Collision;
use crate::session::{ScanRow, Session, Slot};
use crate::words;

/// The answer, and the question below it.
pub fn of(session: &Session) -> Answer {
    let collision = session.derived().collision();
    let is_hit = collision.is_some_and(Collision::masks_overlap);
    let size = collision.map(Collision::box_overlap).unwrap_or_default();
    let rows = session.derived().rows();
    let [a, b] = [Slot::A, Slot::B].map(|slot| session.stage().get(slot).map_or("", |placed| placed.sprite().stem()));
    let detail = format!(
        "{}, one question: do the masks of {a} and {b} share a pixel in these {size} cells?",
        words::plural(rows.len() as u64, "scan")
    );
    Answer::new(if is_hit { Verdict::Hit } else { Verdict::Miss }, sentence(session, is_hit), detail)
}

/// `words and stripes are first with 17 visits; 7 of 16 finished`, and at the end how many fewer than rows.
fn sentence(session: &Session, is_hit: bool) -> String {
    let (rows, race) = (session.derived().rows(), session.race());
    if race.has_ended(rows) {
        return conclusion(rows, is_hit);
    }
    let stopped = rows.iter().filter(|row| row.has_stopped(race.steps())).count();
    let placings = race.placings(rows);
    let first: Vec<&ScanRow> =
        rows.iter().zip(placings).filter(|(_, place)| *place == Some(1)).map(|it| it.0).collect();
    let names: Vec<_> = first.iter().map(|row| row.scan.display_name()).collect();
    let found = match (&first[..], is_hit) {
        ([], true) => "No scan has found it yet".to_owned(),
        ([], false) => "No scan has finished yet".to_owned(),
        ([row, rest @ ..], _) => {
            let verb = if rest.is_empty() { "is" } else { "are" };
            format!("{} {verb} first with {}", words::listed(&names), words::plural(row.count.visits, "visit"))
        }
    };
    format!("{found}; {stopped} of {} finished", rows.len())
}

/// `words and stripes need 17 visits, 29× fewer than rows; sample:10 misses it`.
fn conclusion(rows: &[ScanRow], is_hit: bool) -> String {
    let right: Vec<_> = rows.iter().filter(|row| !row.is_wrong).collect();
    let wrong: Vec<_> = rows.iter().filter(|row| row.is_wrong).collect();
    let mistakes = match *wrong {
        [] => String::new(),
        [row] => format!("; {}", wrong_sentence(row, is_hit)),
        _ => format!("; {} scans are wrong", wrong.len()),
    };
    let Some(fewest) = right.iter().map(|row| row.count.visits).min() else { return "Every scan is wrong".to_owned() };
    let best: Vec<_> = right.iter().filter(|row| row.count.visits == fewest).collect();
    let names: Vec<_> = best.iter().map(|row| row.scan.display_name()).collect();
    let who = match &*names {
        _ if names.len() == rows.len() && names.len() > 1 => format!("All {} scans", names.len()),
        names => words::listed(names),
    };
    let verb = if names.len() == 1 { "needs" } else { "need" };
    let baseline = right.iter().find(|row| row.scan == Scan::ROWS && row.count.visits > fewest);
    let fewer = baseline
        .map_or_else(String::new, |rows| format!(", {}× fewer than rows", words::ratio(rows.count.visits, fewest)));
    format!("{who} {verb} {}{fewer}{mistakes}", words::plural(fewest, "visit"))
}
