//! Numbers that tell contents apart: files are called by what is in them.

use std::hash::Hasher as _;

use siphasher::sip128::{Hasher128 as _, SipHasher13};

/// A number of 128 bits that tells `parts`, one after the other, from any other content that there is.
pub(super) fn number<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> u128 {
    let mut hasher = SipHasher13::new();
    for part in parts {
        hasher.write(&(part.len() as u64).to_le_bytes());
        hasher.write(part);
    }
    hasher.finish128().into()
}

/// The number as it stands in files and in their names.
pub(super) fn written(number: u128) -> String {
    format!("{number:032x}")
}

/// Whether a file's `name` begins with such a number.
pub(super) fn begins(name: &str) -> bool {
    name.get(..32).is_some_and(|start| start.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stay_the_same_and_tell_parts_apart() {
        assert_eq!(written(number([b"ab".as_slice(), b"c"])), STAYS);
        assert_ne!(number([b"ab".as_slice(), b"c"]), number([b"a".as_slice(), b"bc"]));
        assert!(begins(STAYS) && begins(&format!("{STAYS}-7.png")) && !begins("session.json") && !begins("é"));
    }

    /// As copies of earlier versions have it.
    const STAYS: &str = "8ebef3ffc2725aa286199dfeb83d72f3";
}
