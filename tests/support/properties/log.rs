//! Properties of any bytes read as the log of a running game.

use maskscope::files::Log;
use maskscope_core::replay::{Judge, Judgement, LogEntry, Replay, Step, Verdict};
use maskscope_core::scan::Scan;
use maskscope_core::words::printable;

use super::{LIMITS, in_plain_words, panics::none_of_ours, samples};

/// The most cells of a sprite in a check; others are left out, because judging them is slow.
const MOST_CELLS: u64 = 1 << 16;

/// Asserts that `bytes` give the same result in pieces of any length. Every check is found again at its place, time
/// never falls within a pair of a run, counts add up, and each skipped line has a reason.
pub fn check(bytes: &[u8]) {
    let (mut log, replay) = read(bytes, bytes.len().max(1));
    for length in [1, 7, 1 + bytes.len() / 2] {
        let (other, pieces) = read(bytes, length);
        assert_eq!(pieces.steps, replay.steps, "in pieces of {length}");
        assert_eq!((&pieces.skipped, pieces.skipped_lines), (&replay.skipped, replay.skipped_lines));
        assert_eq!((&other.notes, other.lines()), (&log.notes, log.lines()));
        assert_eq!(pieces.runs, replay.runs);
    }
    replay.steps.iter().for_each(|step| found_again(&mut log, step, bytes));
    let runs: Vec<_> = replay.runs.iter().map(|run| run.first).chain([replay.steps.len()]).collect();
    assert!(runs.is_sorted() && (replay.steps.is_empty() || runs[0] == 0), "{runs:?}");
    for run in runs.windows(2) {
        let steps = &replay.steps[run[0]..run[1]];
        for pair in 0..replay.pairs.len() {
            assert!(steps.iter().filter(|step| step.pair as usize == pair).is_sorted_by_key(|step| step.at));
        }
    }
    assert!(replay.steps.is_sorted_by(|one, next| one.line < next.line && one.place < next.place));
    added_up(&replay);
    assert!(replay.skipped.is_sorted_by(|one, next| one.line < next.line));
    assert_eq!(replay.skipped.len(), replay.skipped_lines.try_into().unwrap_or(usize::MAX).min(Replay::MOST_SKIPPED));
    for skipped in &replay.skipped {
        let reason = &skipped.reason;
        assert!(!reason.trim().is_empty() && printable(reason) == *reason, "{reason:?}");
        assert!(skipped.line <= log.lines());
        in_plain_words(reason, bytes);
    }
}

/// Reads and judges `bytes` as a log, in pieces of `length`.
fn read(bytes: &[u8], length: usize) -> (Log, Replay) {
    let scans = [Scan::ROWS, Scan::ALL[Scan::ALL.len() - 1]];
    let mut log = Log::new(&samples().join("any.jsonl"), LIMITS);
    let (mut judge, mut replay) = (Judge::new(&scans), Replay::new(&scans));
    let mut observe = |entry: LogEntry| {
        let is_small = |check: &maskscope_core::replay::Check| {
            check.pair.sprites.iter().all(|placed| placed.extent.size().area() <= MOST_CELLS)
        };
        if !matches!(&entry, LogEntry::Check(check) if !is_small(check)) {
            replay.keep(judge.observe(entry));
        }
    };
    none_of_ours(|| {
        bytes.chunks(length).for_each(|piece| log.read(piece, &mut observe));
        log.end(&mut observe);
    });
    (log, replay)
}

/// Asserts that the line of `step` is at its place, and gives the same result again.
fn found_again(log: &mut Log, step: &Step, bytes: &[u8]) {
    let (before, rest) = bytes.split_at(usize::try_from(step.place).expect("within the log"));
    assert!(before.is_empty() || before.ends_with(b"\n"));
    assert_eq!(before.iter().filter(|byte| **byte == b'\n').count() as u64 + 1, u64::from(step.line));
    let line = rest.split(|byte| *byte == b'\n').next().expect("at least an empty one");
    let (check, scene) =
        none_of_ours(|| log.again(step.line.into(), line)).unwrap_or_else(|why| panic!("{why}: {step:?}"));
    let judgement = Judgement::of(&check);
    assert_eq!((check.line, check.at, check.pair.offset), (step.line.into(), step.at, step.offset));
    assert_eq!((judgement.overlap_area.unwrap_or(0), judgement.verdict), (step.overlap_area.into(), step.verdict));
    assert_eq!((judgement.tested, judgement.why(&check).is_some()), (step.tested, step.verdict != Verdict::Right));
    assert_eq!((judgement.boxes_overlap, check.game.map(|game| game.hit)), (step.boxes_overlap(), step.game));
    let laid = scene.lay().unwrap_or_else(|why| panic!("{why}: {step:?}"));
    assert_eq!((laid.offset, laid.collision().overlap_area), (step.offset, step.overlap_area.into()));
}

/// Asserts that the counts of the pairs and of the lines of the game are those of their steps.
fn added_up(replay: &Replay) {
    for (number, site) in replay.sites.iter().enumerate() {
        let own = || replay.steps.iter().filter(|step| step.site as usize == number);
        assert_eq!(site.tally.checks, own().count() as u64);
        assert_eq!(site.tally.total_disagreements(), own().filter(|step| step.disagrees()).count() as u64);
        assert!(site.compared <= site.tally.checks && replay.asked(site).answered <= site.tally.game_hits);
    }
    for (number, pair) in replay.pairs.iter().enumerate() {
        let own = || replay.steps.iter().enumerate().filter(|(_, step)| step.pair as usize == number);
        let count = |counts: fn(&Step) -> bool| own().filter(|(_, step)| counts(step)).count() as u64;
        assert!(own().map(|(number, _)| number).eq(pair.steps.iter().map(|step| *step as usize)));
        assert!(!pair.steps.is_empty() && pair.costs.len() == replay.scans.len());
        assert_eq!(
            [pair.hits, pair.game_hits, replay.disagreements_of(pair), pair.tunnels, pair.boxes_overlap],
            [
                count(Step::masks_overlap),
                count(|step| step.game == Some(true)),
                own().filter(|(_, step)| replay.disagrees(step)).count() as u64,
                count(Step::tunnel),
                count(Step::boxes_overlap),
            ]
        );
        assert_eq!(pair.costs[0].wrong, 0, "rows never err");
    }
    let all: usize = replay.pairs.iter().map(|pair| pair.steps.len()).sum();
    assert_eq!(all, replay.steps.len());
}
