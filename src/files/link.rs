//! Links: addresses that open something, or only what is behind their `#`.
//!
//! | behind the address | opens |
//! | --- | --- |
//! | `#scene=eJx…` | a scene that reads nothing from the disk: its JSON, packed by zlib (RFC 1950), in base64url without padding |
//! | `#lesson=row-by-row` | a lesson |
//! | `#sample=ship-rock` | a pair of built-in sprites |
//!
//! Where in the world the address leads plays no part: nothing is fetched, and nothing is sent.

use std::io::{ErrorKind, Read as _, Write as _};
use std::path::Path;

use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use base64::{Engine as _, alphabet};
use flate2::{Compression, read::ZlibDecoder, write::ZlibEncoder};

use super::scene_file::{decode_linked, encode_small};
use super::{FileError, Limits, Reason, lesson_names, sample_pairs};
use maskscope_core::words::printable;
use maskscope_core::{scene::Scene, words::thousands};

/// Name of links in errors.
const NAME: &str = "link";

/// The most bytes that the scene of a link unpacks to: a small link could unpack to a thousand times its length.
const MOST_BYTES: u64 = 16 << 20;

/// Base64url, with or without padding, and cut anywhere: where the end is missing, what is packed says so.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &alphabet::URL_SAFE,
    GeneralPurposeConfig::new()
        .with_encode_padding(false)
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true),
);

/// Content of a link.
#[derive(Clone, Debug)]
pub enum Link {
    /// A scene.
    Scene(Box<Scene>),
    /// The lesson of this place in the list.
    Lesson(usize),
    /// The built-in pair of this place in the list.
    Sample(usize),
}

/// Kind of a link, before its value.
#[derive(Clone, Copy)]
enum LinkKind {
    Scene,
    Lesson,
    Sample,
}

impl LinkKind {
    const ALL: [(&str, Self); 3] = [("scene=", Self::Scene), ("lesson=", Self::Lesson), ("sample=", Self::Sample)];

    /// The part after the first `#` of `text`: its kind and its value.
    fn of(text: &str) -> Option<(Self, &str)> {
        let (_, behind) = text.split_once('#')?;
        Self::ALL.into_iter().find_map(|(key, kind)| Some((kind, behind.strip_prefix(key)?.trim_end())))
    }
}

/// True if `text` is meant as a link, well-formed or not.
pub fn holds_link(text: &str) -> bool {
    LinkKind::of(text).is_some()
}

/// Returns the address of a page without the part from its `#` on, where links have theirs.
pub fn without_link(address: &str) -> &str {
    address.split('#').next().unwrap_or_default().trim()
}

/// Reads the link `text`: a whole address, or only the part from `#` on. Line breaks and spaces in it do not matter.
///
/// # Errors
/// If it is not a link, is damaged, or unpacks to too much; where what it holds is not a scene, names a file, or has images
/// that cannot be read or are beyond `limits` together.
pub fn read_link(text: &str, limits: &Limits) -> Result<Link, FileError> {
    let name = Path::new(NAME);
    let refused = |why: String| Reason::Refused(why).at(name);
    let none = || refused("there is no #scene=, #lesson= or #sample= in it".to_owned());
    let (kind, value) = LinkKind::of(text).ok_or_else(none)?;
    match kind {
        LinkKind::Scene => {
            let scene = unpacked(value, limits).map_err(refused)?;
            decode_linked(&scene, name, limits).map(|scene| Link::Scene(Box::new(scene)))
        }
        LinkKind::Lesson => lesson_names().position(|name| name == value).map(Link::Lesson).ok_or_else(|| {
            let known = lesson_names().collect::<Vec<_>>().join(", ");
            refused(format!("there is no lesson '{}'; there are {known}", short(value)))
        }),
        LinkKind::Sample => {
            sample_pairs().iter().position(|pair| pair.name == value).map(Link::Sample).ok_or_else(|| {
                let known = sample_pairs().iter().map(|pair| &*pair.name).collect::<Vec<_>>().join(", ");
                refused(format!("there is no pair '{}'; there are {known}", short(value)))
            })
        }
    }
}

/// The beginning of a name, as messages print it.
fn short(name: &str) -> String {
    printable(&name.chars().take(40).collect::<String>())
}

/// The text of the scene that is packed in `value`.
fn unpacked(value: &str, limits: &Limits) -> Result<Vec<u8>, String> {
    let damaged = || "the link is damaged; copy it again".to_owned();
    let mut packed: String = value.split_ascii_whitespace().collect();
    if packed.len() % 4 == 1 {
        // A single letter is not a whole byte.
        packed.pop();
    }
    let packed = BASE64.decode(packed).map_err(|_| damaged())?;
    let most = MOST_BYTES.min(limits.max_bytes);
    let (mut scene, mut unpacking) = (Vec::new(), ZlibDecoder::new(&*packed).take(most + 1));
    match unpacking.read_to_end(&mut scene) {
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => {
            Err("its end is missing: some programs cut long addresses".to_owned())
        }
        Err(_) => Err(damaged()),
        Ok(length) if length as u64 > most => Err(format!("its scene unpacks to more than {} bytes", thousands(most))),
        Ok(_) if unpacking.get_ref().total_in() < packed.len() as u64 => Err(damaged()),
        Ok(_) => Ok(scene),
    }
}

/// A link to `scene`, without an address before its `#`: its images are in it, and it reads files as
/// [`encode_scene_with_art`](super::encode_scene_with_art) does.
pub fn write_link(scene: &Scene) -> String {
    let mut packing = ZlibEncoder::new(Vec::new(), Compression::best());
    packing.write_all(encode_small(scene).as_bytes()).expect("memory can be written to");
    let mut link = "#scene=".to_owned();
    BASE64.encode_string(packing.finish().expect("memory can be written to"), &mut link);
    link
}
