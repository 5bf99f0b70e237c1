//! A link to the scene on its way to the clipboard.

use super::file_action::{Effect, FileAction};
use super::{messages::Offer, session::Session};
use crate::words::thousands;

/// Longer addresses are cut by some programs.
const SHORT: usize = 8_000;
/// Longer ones by most.
const MOST: usize = 32_000;

impl Session {
    /// Copies `link` where it is not too long, and says how long it is.
    pub(super) fn copy_link(&mut self, link: String) -> Option<Effect> {
        const COPIED: &str = "Link copied";
        const LONG: &str = "Link copied, but it is long";
        const TOO_LONG: &str = "The scene is too large for a link";
        let length = link.chars().count();
        let told = thousands(length as u64);
        self.messages.withdraw(&[COPIED, LONG, TOO_LONG].map(str::to_owned));
        let to_file = Offer { label: "Save with art inside…", action: Some(FileAction::SaveWithArt) };
        if length > MOST {
            let detail = format!(
                "The link would be {told} characters long; many programs truncate links over {}. Save a file instead.",
                thousands(MOST as u64)
            );
            self.messages.offer(TOO_LONG.to_owned(), detail, vec![to_file]);
            return None;
        }
        if length > SHORT {
            let detail = format!("It is {told} characters long; some programs truncate such links. A file is safer.");
            self.messages.offer(LONG.to_owned(), detail, vec![to_file, Offer { label: "Leave it", action: None }]);
        } else {
            let detail = format!("It is {told} characters long, and opens this scene with its images.");
            self.messages.done(COPIED.to_owned(), detail);
        }
        Some(Effect::CopyText(link))
    }
}
