//! The rows of the list, from top to bottom.

use std::collections::HashSet;

use super::super::incident;
use crate::session::LogPlayer;
use maskscope_core::replay::{CheckQuestion, SuspectKind, Verdict};

/// A verdict with more incidents than this is shown with a row for each pair of kinds.
const FOLD_ABOVE: usize = 8;
/// A pair of kinds with fewer incidents than this has none: they stand in the list.
const LEAST_FOLDED: usize = 4;

/// A row of the list.
pub(super) enum ListRow {
    /// A title, with the number of rows below it.
    Title(Title, usize),
    Incident(usize),
    /// Several incidents of a pair of kinds, which a click shows or hides.
    Fold {
        key: (Title, u32),
        incidents: Vec<usize>,
        is_open: bool,
    },
    /// The place of a suspect.
    Suspect(usize),
    /// A step at which one flew through the other.
    Flight(usize),
    /// The place of an area that the engine does not test.
    Deaf(usize),
    /// The names of the titles without rows, in a sentence.
    None(String),
}

/// The title of a part of the list.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Title {
    Verdict(Verdict),
    Contact,
    Suspects,
    Flights,
    Deaf,
}

impl Title {
    /// Its name, what it means, and its sign; verdicts have marks.
    pub(super) fn about(self) -> (String, &'static str, &'static str) {
        match self {
            Self::Verdict(verdict) => (incident::title(verdict), incident::meaning(verdict), ""),
            Self::Contact => (
                "Contact".to_owned(),
                "Sprites that are meant to touch. Their boxes decide, not the pixels: not wrong.",
                "=",
            ),
            Self::Suspects => {
                ("Suspect mask".to_owned(), "Sprites whose checks are worthless, whatever the game answers.", "?")
            }
            Self::Flights => (
                "Flew through".to_owned(),
                "They do not meet at either check, but did in between. Counted separately from what is wrong.",
                "↗",
            ),
            Self::Deaf => (
                "Never tested".to_owned(),
                "Areas that overlap something by their boxes, and that the engine does not test against it. Point at one for what to change.",
                "!",
            ),
        }
    }
}

/// The pairs of kinds whose incidents are shown, each under its title.
pub(super) type OpenGroups = HashSet<(Title, u32)>;

/// Returns the rows: the verdicts with incidents, what stands apart, then the titles without rows.
pub(super) fn items(log: &LogPlayer, open: &OpenGroups) -> Vec<ListRow> {
    let (mut items, mut without) = (Vec::new(), Vec::new());
    let mut part = |title: Title, rows: Vec<ListRow>, count: usize| {
        if rows.is_empty() {
            without.push(title);
            return;
        }
        items.push(ListRow::Title(title, count));
        items.extend(rows);
    };
    for verdict in Verdict::WRONG {
        // One can be muted, and is listed all the same.
        let of_verdict = |&&number: &&usize| log.replay.incidents[number].verdict == verdict;
        let incidents: Vec<_> = log.incidents.ranked().iter().filter(of_verdict).copied().collect();
        let count = incidents.len();
        let title = Title::Verdict(verdict);
        let rows = match count > FOLD_ABOVE {
            true => folded(log, title, incidents, open, LEAST_FOLDED),
            false => incidents.into_iter().map(ListRow::Incident).collect(),
        };
        part(title, rows, count);
    }
    let contact = log.incidents.contact().to_vec();
    let count = contact.len();
    // Contact is not among the titles without rows: it has a row of its own below.
    if count > 0 {
        part(Title::Contact, folded(log, Title::Contact, contact, open, 1), count);
    }
    let suspects = SuspectKind::all(&log.incidents.suspects).len();
    let suspects: Vec<_> = (0..suspects).map(ListRow::Suspect).collect();
    let replay = &log.replay;
    let is_elsewhere = |step: u32| {
        let site = &replay.sites[replay.steps[step as usize].site as usize];
        replay.asked(site).question == CheckQuestion::Elsewhere
    };
    let flights = replay.tunnels.iter().filter(|step| !is_elsewhere(**step));
    let flights: Vec<_> = flights.map(|&step| ListRow::Flight(step as usize)).collect();
    for (title, rows) in [(Title::Suspects, suspects), (Title::Flights, flights)] {
        let count = rows.len();
        part(title, rows, count);
    }
    let deaf: Vec<_> = (0..replay.deaf.len()).map(ListRow::Deaf).collect();
    let count = deaf.len();
    // Only Godot has such: they are not among the titles without rows.
    if count > 0 {
        part(Title::Deaf, deaf, count);
    }
    if !without.is_empty() {
        let names: Vec<_> = without.iter().map(|title| title.about().0.to_lowercase()).collect();
        items.push(ListRow::None(format!("No other kinds: {}", names.join(", "))));
    }
    items
}

/// Returns the incidents of a part; those of a pair of kinds in one row, from `least` on.
fn folded(log: &LogPlayer, title: Title, incidents: Vec<usize>, open: &OpenGroups, least: usize) -> Vec<ListRow> {
    let kinds = |number: usize| log.replay.kinds_of(log.replay.incidents[number].first);
    let mut groups: Vec<(u32, Vec<usize>)> = Vec::new();
    for number in incidents {
        let kinds = kinds(number);
        match groups.iter_mut().find(|(of, _)| *of == kinds) {
            Some((_, group)) => group.push(number),
            None => groups.push((kinds, vec![number])),
        }
    }
    let mut items = Vec::new();
    for (kinds, incidents) in groups {
        if incidents.len() < least {
            items.extend(incidents.into_iter().map(ListRow::Incident));
            continue;
        }
        let is_open = open.contains(&(title, kinds));
        let shown = if is_open { incidents.clone() } else { Vec::new() };
        items.push(ListRow::Fold { key: (title, kinds), incidents, is_open });
        items.extend(shown.into_iter().map(ListRow::Incident));
    }
    items
}
