//! Handmade work: the shown path of B, and the keys that moved the ball on the hills.

use super::export::{Export, ExportContent, Target};
use crate::files::{FormatKind, keys_text, route_csv};
use crate::session::{Made, Tab};

/// The shown path of B.
pub const ROUTE: Export = Export {
    name: "Path",
    group: "path",
    label: "Save path…",
    sentence: "Writes the path as CSV: it opens here, and maskscope replay takes it.",
    target: Target::Made(Made::Route),
    is_mask: false,
    kinds: || vec![FormatKind::only("csv", "CSV", "x and y", "frame route table")],
    suggestion: |_| "path.csv".to_owned(),
    is_possible: |session| session.view().tab == Tab::Replay && session.route().route().is_some(),
    content: |session, _| {
        let text = session.route().route().map(|route| route_csv(route)).ok_or("There is no path yet.")?;
        Ok(ExportContent::one(|_| Ok(text.into_bytes())))
    },
};

/// The keys of the run so far.
pub const KEYS: Export = Export {
    name: "Keys of the run",
    group: "keys",
    label: "Save keys of the run…",
    sentence: "Writes the keys that moved the ball as text: it opens here, and maskscope terrain replays it.",
    target: Target::Made(Made::Keys),
    is_mask: false,
    kinds: || vec![FormatKind::only("txt", "Text", "keys", "run input")],
    suggestion: |_| "keys.txt".to_owned(),
    is_possible: |session| session.view().tab == Tab::Terrain && session.terrain().game.steps > 0,
    content: |session, _| {
        let room = session.terrain();
        if room.game.steps == 0 {
            return Err("The ball has not moved yet.".to_owned());
        }
        let text = keys_text(&room.game.keys, &room.game.rules, room.game.steps);
        Ok(ExportContent::one(|_| Ok(text.into_bytes())))
    },
};
