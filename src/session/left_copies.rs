//! The offer of copies that other windows have left.

use super::file_action::{FileAction, LeftCopy};
use super::{messages::Offer, session::Session};

const TITLE: &str = "Unsaved work from another window";
/// The most copies that the message names.
const MOST: usize = 8;

impl Session {
    /// Offers `copies`, after those that are offered already.
    pub(super) fn copies_found(&mut self, copies: Vec<LeftCopy>) {
        self.left_copies.retain(|left| !copies.contains(left));
        self.left_copies.extend(copies);
        self.offer_copies();
    }

    /// Offers the other copies, if there are any: this one is restored or discarded.
    pub(super) fn copy_answered(&mut self, copy: &LeftCopy) {
        self.left_copies.retain(|left| left != copy);
        self.offer_copies();
    }

    /// Offers the first copy, in one message that names the others.
    fn offer_copies(&mut self) {
        self.messages.withdraw(&[TITLE.to_owned()]);
        if let Some(first) = self.left_copies.first().cloned() {
            let offers = vec![
                Offer { label: "Restore", action: Some(FileAction::RestoreCopy(first.clone())) },
                Offer { label: "Discard", action: Some(FileAction::DiscardCopy(first)) },
            ];
            self.messages.offer(TITLE.to_owned(), names(&self.left_copies), offers);
        }
    }
}

/// The names of the first copy, and then those of the others.
fn names(copies: &[LeftCopy]) -> String {
    let name = |copy: &LeftCopy| if copy.names.is_empty() { "no images".to_owned() } else { copy.names.clone() };
    let named: Vec<_> = copies.iter().take(MOST).map(name).collect();
    match (&named[..], copies.len() - named.len()) {
        ([], _) => String::new(),
        ([one], _) => format!("{one}."),
        ([first, others @ ..], 0) => format!("{first}. Next: {}.", others.join("; ")),
        ([first, others @ ..], more) => format!("{first}. Next: {}; and {more} more.", others.join("; ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn copies(count: usize) -> Vec<LeftCopy> {
        let copy = |number| LeftCopy { folder: format!("copies/{number}").into(), names: format!("{number}.png") };
        (1..=count).map(copy).collect()
    }

    #[test]
    fn one_message_names_eight_copies_and_counts_the_others() {
        let mut session = Session::default();
        session.apply(FileAction::CopiesFound(Vec::new()).into());
        assert!(session.messages().is_empty());
        session.apply(FileAction::CopiesFound(copies(11)).into());
        let details = [
            "1.png. Next: 2.png; 3.png; 4.png; 5.png; 6.png; 7.png; 8.png; and 3 more.",
            "2.png. Next: 3.png; 4.png; 5.png; 6.png; 7.png; 8.png; 9.png; and 2 more.",
        ];
        for (detail, label) in details.into_iter().zip(["Discard", "Restore"]) {
            let [message] = session.messages() else { panic!("one message") };
            assert_eq!((&*message.title, &*message.detail), (TITLE, detail));
            let offer = message.offers.iter().find(|offer| offer.label == label).expect("an answer");
            session.apply(offer.action.clone().expect("something to do").into());
        }
        for left in copies(11).drain(2..) {
            session.apply(FileAction::DiscardCopy(left).into());
        }
        assert!(session.messages().is_empty());
        session.apply(FileAction::CopiesFound(copies(1)).into());
        assert_eq!(session.messages()[0].detail, "1.png.");
    }
}
