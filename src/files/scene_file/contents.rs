//! Names of files by what is in them: equal contents have one name, others have others.

use std::hash::Hasher as _;

use siphasher::sip128::{Hasher128 as _, SipHasher13};

use maskscope_core::scene::{Frames, MaskImage};

/// A number of 128 bits that tells `parts`, one after the other, from any other content that there is.
fn number<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> u128 {
    let mut hasher = SipHasher13::new();
    for part in parts {
        hasher.write(&(part.len() as u64).to_le_bytes());
        hasher.write(part);
    }
    hasher.finish128().into()
}

/// The number of `text`, as it stands in files and in their names.
pub(crate) fn name_of(text: &str) -> String {
    written(number([text.as_bytes()]))
}

fn written(number: u128) -> String {
    format!("{number:032x}")
}

/// True if a file's `name` begins with such a number.
pub(crate) fn begins(name: &str) -> bool {
    name.get(..32).is_some_and(|start| start.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

/// The name of the image that has the pixels of `frames`. They are read once.
pub(crate) fn image_of(frames: &Frames) -> String {
    let find = || {
        let sizes = frames.all().iter().map(|frame| frame.picture.size());
        let sizes: Vec<u8> = sizes.flat_map(|size| [size.width, size.height]).flat_map(u32::to_le_bytes).collect();
        number([&*sizes].into_iter().chain(frames.all().iter().map(|frame| frame.picture.rgba())))
    };
    format!("{}.png", written(frames.identity.or_find(find)))
}

/// The name of the image that has the levels of `mask`. Another name or path of its file makes it another one.
pub(crate) fn image_of_mask(mask: &MaskImage) -> String {
    let find = || {
        let (width, height) = (mask.size().width.to_le_bytes(), mask.size().height.to_le_bytes());
        let path = mask.path.as_ref().map_or(&[][..], |path| path.as_os_str().as_encoded_bytes());
        number([&width, &height, mask.levels(), mask.name.as_bytes(), path])
    };
    format!("{}.png", written(mask.identity.or_find(find)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stay_the_same_and_tell_parts_apart() {
        let stays = written(number([b"ab".as_slice(), b"c"]));
        assert_eq!(stays, "8ebef3ffc2725aa286199dfeb83d72f3");
        assert_ne!(number([b"ab".as_slice(), b"c"]), number([b"a".as_slice(), b"bc"]));
        assert!(begins(&stays) && begins(&format!("{stays}.png")) && !begins("session.json") && !begins("é"));
    }
}
