//! The words above the cards: the first of those that read one pixel per visit, or by time, and the others.

use crate::app::paint::signs::visit_unit;
use crate::app::paint::write;
use crate::app::panels::answer::wrong_sentence;
use crate::app::prelude::*;
use crate::session::{RaceOrder, ScanRow, Standing};
use maskscope_core::scan::{Reads, Scan};

/// The right scans whose visits read alike, and the first among them.
struct Alike<'a> {
    reads: Reads,
    /// All of them, also those that still search.
    all: Vec<&'a ScanRow>,
    first: Vec<&'a ScanRow>,
}

/// The scans as they race, looked at once for both sentences.
struct RaceSoFar<'a> {
    session: &'a Session,
    rows: &'a [ScanRow],
    standings: Vec<Option<Standing>>,
    alike: Vec<Alike<'a>>,
    has_ended: bool,
}

impl<'a> RaceSoFar<'a> {
    fn of(session: &'a Session) -> Self {
        let (rows, race) = (session.derived().rows(), session.race());
        let standings = race.standings(rows);
        let alike = alike(session, &standings);
        Self { session, rows, standings, alike, has_ended: race.has_ended(rows) }
    }

    /// The scans whose standing is such, in the order of the list.
    fn of_standing(&self, is: impl Fn(Standing) -> bool) -> impl Iterator<Item = &'a ScanRow> {
        self.rows.iter().zip(&self.standings).filter(move |it| it.1.is_some_and(&is)).map(|it| it.0)
    }
}

/// The two lines above the cards: the first of those that read one pixel per visit, or by time, and the others.
pub(super) fn sentences(session: &Session, is_hit: bool) -> [String; 2] {
    let so_far = RaceSoFar::of(session);
    [sentence(&so_far, is_hit), detail(&so_far)]
}

/// `edge-in is first of the 11 that read one px: 58 visits, 8.6× fewer than rows`; by time also who is wrong.
fn sentence(so_far: &RaceSoFar<'_>, is_hit: bool) -> String {
    let RaceSoFar { session, rows, has_ended, .. } = *so_far;
    let is_by_time = session.race().order == RaceOrder::ByTime;
    let found = if is_by_time { by_time(so_far) } else { by_visits(so_far) };
    match (has_ended, is_by_time) {
        (true, true) => concluded(found, rows, is_hit),
        (true, false) => settled(found, rows),
        (false, _) => found.unwrap_or_else(|| {
            let unit = so_far.alike.first().filter(|_| !is_by_time).map(|alike| visit_unit(alike.reads));
            let scan = unit.map_or_else(|| "No scan".to_owned(), |unit| format!("No scan that reads {unit}"));
            format!("{scan} has {} yet", if is_hit { "found it" } else { "finished" })
        }),
    }
}

/// The sentence at the end: what was found of those that have a place.
fn settled(found: Option<String>, rows: &[ScanRow]) -> String {
    match found {
        _ if rows.iter().all(|row| row.is_wrong) => "Every scan is wrong".to_owned(),
        // Those that are right miss it, and could miss another shared pixel.
        None => "No scan listed proves the miss".to_owned(),
        Some(found) => found,
    }
}

/// The sentence at the end, with the scans that are wrong.
pub(super) fn concluded(found: Option<String>, rows: &[ScanRow], is_hit: bool) -> String {
    let found = settled(found, rows);
    match wrong(rows, u64::MAX, is_hit) {
        Some(wrong) if rows.iter().any(|row| !row.is_wrong) => format!("{found}; {wrong}"),
        _ => found,
    }
}

/// The scans that have given a wrong answer after `steps` steps, in words: `sample:10 misses it`.
fn wrong(rows: &[ScanRow], steps: u64, is_hit: bool) -> Option<String> {
    let wrong: Vec<_> = rows.iter().filter(|row| row.is_wrong && row.has_stopped(steps)).collect();
    match *wrong {
        [] => None,
        [row] => Some(wrong_sentence(row, is_hit)),
        _ => Some(format!("{} scans are wrong", wrong.len())),
    }
}

/// The second row: scans that read more a visit, and those that prove nothing; without either the question.
fn detail(so_far: &RaceSoFar<'_>) -> String {
    let RaceSoFar { session, rows, .. } = *so_far;
    let race = session.race();
    let [a, b] = [Slot::A, Slot::B].map(|slot| session.stage().get(slot).map_or("", |placed| placed.sprite().stem()));
    let unproven: Vec<_> = so_far.of_standing(|standing| standing == Standing::Unproven).collect();
    let proves_nothing = match *unproven {
        [] => String::new(),
        [row] if looks_at_all(session, row) => {
            format!(" {} can miss a shared pixel and proves nothing.", row.scan.display_name())
        }
        [row] => format!(
            " {} stops after {} and proves nothing.",
            row.scan.display_name(),
            words::thousands(row.count.visits)
        ),
        _ if unproven.iter().any(|row| looks_at_all(session, row)) => {
            format!(" {} scans can miss a shared pixel and prove nothing.", unproven.len())
        }
        _ => format!(" {} scans do not look at every pixel and prove nothing.", unproven.len()),
    };
    if race.order == RaceOrder::ByTime {
        let is_script = |standing| standing == Standing::Script;
        let scripts = if so_far.of_standing(is_script).next().is_some() { " Scripts are not timed." } else { "" };
        return format!(
            "The time of one answer for {a} and {b}, tables made before; visits are not compared.{scripts}{proves_nothing}"
        );
    }
    let (is_hit, size) = session
        .derived()
        .collision()
        .map_or((false, Size::default()), |found| (found.masks_overlap(), found.box_overlap()));
    let wrong = wrong(rows, race.steps(), is_hit).map_or_else(String::new, |wrong| format!(" {wrong}."));
    let others = so_far.alike.get(1..).unwrap_or_default();
    if others.iter().any(|alike| !alike.first.is_empty()) {
        let others: Vec<_> = others.iter().map(larger).collect();
        let only = if proves_nothing.is_empty() { " Compare only equal signs." } else { "" };
        return format!("Larger visits: {}.{only}{wrong}{proves_nothing}", others.join(", "));
    }
    let scans = words::plural(rows.len() as u64, "scan");
    let question = format!("{scans}, one question: do the masks of {a} and {b} share a pixel in these {size} cells?");
    format!("{question}{wrong}{proves_nothing}")
}

/// True if a scan has looked at the number of cells that the boxes share.
pub(super) fn looks_at_all(session: &Session, row: &ScanRow) -> bool {
    row.count.cells >= session.derived().collision().map_or(0, |found| found.box_overlap().area())
}

/// `words and stripes 17 (up to 64 px)`, `blocks searching`.
fn larger(Alike { reads, all, first }: &Alike<'_>) -> String {
    match first.first() {
        Some(row) => format!("{} {} ({})", names(first), words::thousands(row.count.visits), visit_unit(*reads)),
        None => format!("{} searching", names(all)),
    }
}

/// The right scans by their signs, the smallest unit first; the first of each, once they have stopped.
fn alike<'a>(session: &'a Session, standings: &[Option<Standing>]) -> Vec<Alike<'a>> {
    let (rows, race) = (session.derived().rows(), session.race());
    let mut all: Vec<Alike<'_>> = Vec::new();
    for at in race.sorted(rows) {
        let (row, standing) = (&rows[at], standings[at]);
        if row.is_wrong || standing == Some(Standing::Unproven) {
            continue;
        }
        let reads = row.scan.reads();
        let place = all.iter().position(|alike| alike.reads == reads).unwrap_or(all.len());
        if place == all.len() {
            all.push(Alike { reads, all: Vec::new(), first: Vec::new() });
        }
        all[place].all.push(row);
        if matches!(standing, Some(Standing::Place(1) | Standing::Alone)) {
            all[place].first.push(row);
        }
    }
    all.sort_by_key(|alike| alike.reads);
    all
}

/// The first of those that read one pixel per visit, or, where no such scan races, the least; `None` until one of them has
/// finished.
fn by_visits(so_far: &RaceSoFar<'_>) -> Option<String> {
    let RaceSoFar { rows, has_ended, .. } = *so_far;
    if has_ended && rows.iter().all(|row| row.count.visits == 0) {
        return Some(format!("All {} scans need 0 visits", rows.len()));
    }
    let reads_all = so_far.of_standing(|standing| standing == Standing::ReadsAll).next();
    if let Some(row) = reads_all.filter(|_| has_ended) {
        let cells = words::thousands(row.count.cells);
        return Some(format!("No pixel is shared: a scan that reads one px per visit must read all {cells}"));
    }
    let Alike { reads, all, first } = so_far.alike.first()?;
    let unit = visit_unit(*reads);
    let fewest = first.first()?.count.visits;
    let visits = words::plural(fewest, "visit");
    let names = names(first);
    Some(match (all.len(), first.len()) {
        (1, _) => format!("{names} is the only one that reads {unit}: {visits}"),
        (many, equal) if many == equal && has_ended => format!("All {many} scans that read {unit} need {visits}"),
        (many, equal) => {
            let is = if equal == 1 { "is" } else { "are" };
            let of = if has_ended { format!("the {many}") } else { "those".to_owned() };
            let baseline = all.iter().find(|row| row.scan == Scan::ROWS && row.count.visits > fewest && has_ended);
            let fewer = baseline.map_or_else(String::new, |rows| {
                format!(", {}× fewer than rows", words::ratio(rows.count.visits, fewest))
            });
            format!("{names} {is} first of {of} that read {unit}: {visits}{fewer}")
        }
    })
}

/// The fastest scan: at the end of all, before that among those that have finished; `None` where none has a place.
fn by_time(so_far: &RaceSoFar<'_>) -> Option<String> {
    let RaceSoFar { rows, ref standings, has_ended, .. } = *so_far;
    let place =
        |standing: &Option<Standing>| if let Some(Standing::Place(place)) = standing { Some(*place) } else { None };
    let placed = rows.iter().zip(standings).filter_map(|(row, standing)| Some((place(standing)?, row)));
    let Some((_, first)) = placed.min_by_key(|(place, _)| *place) else {
        let untimed = so_far.of_standing(|standing| standing == Standing::Untimed);
        return match untimed.filter(|row| row.timing.is_none()).count() {
            0 if has_ended && so_far.of_standing(|standing| standing == Standing::Script).next().is_some() => {
                Some("No scan is timed".to_owned())
            }
            0 => None,
            _ => Some("The scans are being timed".to_owned()),
        };
    };
    let timing = first.timing?;
    let (name, time) = (first.scan.display_name(), write::median(&timing));
    if !has_ended {
        return Some(format!("{name} is the fastest of those that have finished: {time}"));
    }
    let mut placed = so_far.of_standing(|standing| matches!(standing, Standing::Place(_)));
    let rows = placed.find(|row| row.scan == Scan::ROWS);
    let faster =
        rows.and_then(|rows| rows.timing).map(|rows| 1.0 / timing.ratio_to(&rows)).filter(|ratio| *ratio > 1.0);
    let faster = faster.map_or_else(String::new, |ratio| {
        format!(", {}× faster than rows", words::number(ratio, if ratio < 9.95 { 1..=1 } else { 0..=0 }))
    });
    Some(format!("{name} answers first: {time}{faster}"))
}

fn names(rows: &[&ScanRow]) -> String {
    words::listed(&rows.iter().map(|row| row.scan.display_name()).collect::<Vec<_>>())
}
