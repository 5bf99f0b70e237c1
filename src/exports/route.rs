//! The shown path of B.

use super::export::{Content, Export, Target};
use crate::files::route_csv;
use crate::session::{Made, Tab};

/// The shown path of B.
pub const ROUTE: Export = Export {
    name: "Path",
    label: "Save path…",
    sentence: "Writes the path as CSV: it opens here, and maskscope replay takes it.",
    target: Target::Made(Made::Route),
    endings: || vec!["csv"],
    suggestion: |_| "path.csv".to_owned(),
    is_possible: |session| session.view().tab == Tab::Replay && session.route().route().is_some(),
    content: |session| {
        let text = session.route().route().map(|route| route_csv(route)).ok_or("There is no path yet.")?;
        Ok(Content::one(|_| Ok(text.into_bytes())))
    },
};
