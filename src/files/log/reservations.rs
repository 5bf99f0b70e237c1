//! Limits of a conclusion about the checks of a game, in words.

use std::{cmp::Reverse, collections::BTreeMap};

use crate::files::pair_names;
use maskscope_core::replay::{CheckQuestion, Replay, Site};
use maskscope_core::words::{printable, thousands};

/// The most kinds that a sentence names.
const MOST_NAMED: usize = 3;

/// Returns what the number of wrong checks at the sites that count does not cover, each as a clause: `none could be compared by
/// pixels: no picture of Player, Enemy was seen`, `21,807 ask about elsewhere`, `44 at level.py:88 look like contact`, `12 are only
/// one step late`.
pub fn reservations(replay: &Replay, counts: impl Fn(&Site) -> bool) -> Vec<String> {
    let sites: Vec<_> = replay.sites.iter().filter(|site| counts(site)).collect();
    let (here, apart): (Vec<_>, Vec<_>) = sites.iter().copied().partition(|site| replay.asks_here(site));
    let uncompared = if here.is_empty() && !apart.is_empty() {
        Some("none asks about here".to_owned())
    } else {
        uncompared(replay, &here)
    };
    [uncompared]
        .into_iter()
        .chain(asks_otherwise(replay, &apart))
        .chain([contact(replay, &here)])
        .chain(missed(&here))
        .flatten()
        .collect()
}

/// Clauses for the checks that ask another question.
fn asks_otherwise(replay: &Replay, apart: &[&Site]) -> Vec<Option<String>> {
    let clause = |question: CheckQuestion, is_sure: bool| {
        let asking = apart.iter().map(|site| (site, replay.asked(site)));
        let asking = asking.filter(|(_, asked)| (asked.question, asked.is_sure) == (question, is_sure));
        let checks: u64 = asking.map(|(site, _)| site.tally.checks).sum();
        let one_or_many = |one, many| if checks == 1 { one } else { many };
        let words = match question {
            CheckQuestion::Here => return None,
            CheckQuestion::Elsewhere => one_or_many("asks about elsewhere", "ask about elsewhere"),
            CheckQuestion::BroadPhase => one_or_many("is broad phase", "are broad phase"),
            CheckQuestion::Contact if is_sure => one_or_many("is contact", "are contact"),
            CheckQuestion::Contact => "may be contact",
        };
        (checks > 0).then(|| format!("{} {words}", thousands(checks)))
    };
    CheckQuestion::APART
        .into_iter()
        .map(|question| clause(question, true))
        .chain([clause(CheckQuestion::Contact, false)])
        .collect()
}

/// Clause for a log in which few checks have pictures of both sprites.
fn uncompared(replay: &Replay, sites: &[&Site]) -> Option<String> {
    let written: u64 = sites.iter().map(|site| site.tally.checks).sum();
    let compared: u64 = sites.iter().map(|site| site.compared).sum();
    if replay.checks() == 0 || 10 * compared >= written && compared > 0 {
        return None;
    }
    let few = match compared {
        0 => "none".to_owned(),
        _ if written < replay.checks() => {
            format!("only {} of {} not far apart", thousands(compared), thousands(written))
        }
        _ => format!("only {}", thousands(compared)),
    };
    let why = if written == 0 { ": all were far apart".to_owned() } else { unpictured(replay, sites) };
    Some(format!("{few} could be compared by pixels{why}"))
}

/// `: no picture of Player, Enemy was seen`, those with the most checks first; empty if every kind has one somewhere.
fn unpictured(replay: &Replay, sites: &[&Site]) -> String {
    // Checks, and those without a picture, by the name of the kind.
    let mut kinds: BTreeMap<&str, [u64; 2]> = BTreeMap::new();
    for site in sites {
        let names = &replay.kinds[site.kinds as usize].names;
        for (name, unpictured) in names.iter().zip(site.unpictured) {
            let [checks, without] = kinds.entry(name).or_default();
            (*checks, *without) = (*checks + site.tally.checks, *without + unpictured);
        }
    }
    let mut kinds: Vec<_> = kinds.into_iter().filter(|(_, [checks, without])| checks == without).collect();
    kinds.sort_by_key(|(_, [checks, _])| Reverse(*checks));
    let named: Vec<_> = kinds.iter().take(MOST_NAMED).map(|(name, _)| printable(name)).collect();
    match kinds.len().saturating_sub(MOST_NAMED) {
        _ if kinds.is_empty() => String::new(),
        0 => format!(": no picture of {} was seen", named.join(", ")),
        more => format!(": no picture of {} and {more} more was seen", named.join(", ")),
    }
}

/// Clauses for missed touches that have a cause of their own, or do not count: `12 are only one step late`.
fn missed(sites: &[&Site]) -> [Option<String>; 2] {
    let count = |of: fn(&Site) -> u64| sites.iter().map(|site| of(site)).sum::<u64>();
    let clause = |count: u64, one: &str, many: &str| {
        (count > 0).then(|| format!("{} {}", thousands(count), if count == 1 { one } else { many }))
    };
    [
        clause(count(|site| site.late), "is only one step late", "are only one step late"),
        clause(
            count(|site| site.of_parts),
            "missed touch of a part does not count",
            "missed touches of parts do not count",
        ),
    ]
}

/// Wrong checks that may be meant.
fn contact(replay: &Replay, sites: &[&Site]) -> Option<String> {
    let alike = sites.iter().filter(|site| replay.looks_like_contact(site) && site.tally.total_disagreements() > 0);
    let alike: Vec<_> = alike.collect();
    let wrong: u64 = alike.iter().map(|site| site.tally.total_disagreements()).sum();
    let first = alike.first()?;
    let place = match &first.at {
        Some(at) if alike.iter().all(|site| site.at == first.at) => format!("at {}", printable(at)),
        None if alike.len() == 1 => format!("of {}", pair_names(&replay.kinds[first.kinds as usize].names)),
        _ => format!("at {} places", alike.len()),
    };
    let look = if wrong == 1 { "looks" } else { "look" };
    Some(format!("{} {place} {look} like contact", thousands(wrong)))
}
