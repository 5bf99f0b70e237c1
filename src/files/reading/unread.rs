//! Formats that are known, but not read: a message names each, and what to open instead. One line for each.

use super::{mask_text::starts_with_text, parsers::without_mark};
use crate::files::Reason;

/// The bytes of a text in which words are looked for.
const START: usize = 4_096;

/// Content that identifies a format.
enum By {
    /// These bytes at this place.
    Bytes(usize, &'static [u8]),
    /// Text that has all of these words in its first 4,096 bytes.
    Words(&'static [&'static str]),
}
use By::{Bytes, Words};

/// Formats of images, with the names that people give them.
const IMAGES: &[(By, &str)] = &[
    (Bytes(0, b"8BPS"), "PSD (Photoshop)"),
    (Bytes(0, b"gimp xcf"), "XCF (GIMP)"),
    (Bytes(38, b"application/x-krita"), "KRA (Krita)"),
    (Bytes(38, b"image/openraster"), "OpenRaster"),
    (Bytes(0, b"\xFF\x0A"), "JPEG XL"),
    (Bytes(4, b"JXL \r\n\x87\n"), "JPEG XL"),
    (Bytes(4, b"jP  \r\n\x87\n"), "JPEG 2000"),
    (Bytes(0, b"\xFF\x4F\xFF\x51"), "JPEG 2000"),
    (Bytes(4, b"ftypavi"), "AVIF"),
    (Bytes(4, b"ftyphei"), "HEIC"),
    (Bytes(4, b"ftypmif1"), "HEIC"),
    (Bytes(0, b"\xABKTX 11\xBB\r\n\x1A\n"), "KTX"),
    (Bytes(0, b"\xABKTX 20\xBB\r\n\x1A\n"), "KTX2"),
    (Bytes(0, b"DDS "), "DDS"),
    (Bytes(0, b"PVR\x03"), "PVR"),
    (Bytes(0, b"\x13\xAB\xA1\x5C"), "ASTC"),
    (Bytes(0, b"GST2"), "Godot texture"),
    (Bytes(0, b"GDST"), "Godot texture"),
    (Bytes(0, b"icns"), "ICNS (Apple icon)"),
    (Bytes(0, b"\0\0\x01\0"), "ICO (Windows icon)"),
    (Bytes(0, b"\0\0\x02\0"), "CUR (Windows cursor)"),
    (Bytes(0, b"\x01\xDA\0"), "SGI"),
    (Bytes(0, b"\x01\xDA\x01"), "SGI"),
    (Bytes(0, b"\x0A\x05\x01"), "PCX"),
    (Bytes(0, b"\x0A\x03\x01"), "PCX"),
    (Bytes(0, b"\x0A\x02\x01"), "PCX"),
    (Bytes(0, b"\x0A\0\x01"), "PCX"),
    (Bytes(8, b"ILBM"), "ILBM (Amiga)"),
    (Bytes(0, b"v/1\x01"), "OpenEXR"),
    (Bytes(0, b"#?RADIANCE"), "Radiance HDR"),
    (Bytes(0, b"farbfeld"), "farbfeld"),
    (Bytes(0, b"%PDF"), "PDF"),
    (Words(&["<svg"]), "SVG (vector)"),
    (Words(&["/* XPM */"]), "XPM"),
];

/// Formats of files of engines and editors, and what to open instead.
const OTHERS: &[(By, &str, &str)] = &[
    (Words(&["images {", "image:"]), "a Defold atlas", "open the images that it names"),
    (Words(&["\"resourceType\"", "\"GM"]), "a GameMaker resource", "of a sprite, open the PNG files in its folder"),
    (Words(&["\"$GM"]), "a GameMaker resource", "of a sprite, open the PNG files in its folder"),
    (Words(&["\"modelName\"", "\"GM"]), "a GameMaker resource", "of a sprite, open the PNG files in its folder"),
    (Words(&["\"rigidBodies\"", "\"imagePath\""]), "a file of Physics Body Editor", "open the images that it names"),
    (
        Words(&["\"shape\"", "\"density\"", "\"categoryBits\""]),
        "a file of PhysicsEditor for Phaser 2",
        "export the shapes again for Phaser 3",
    ),
    (Bytes(0, b"PYED"), "a project of PhysicsEditor", "export the shapes for Phaser 3 or for Cocos2d-x"),
    (Words(&["fileFormatVersion:", "guid:"]), "a Unity .meta file", "open the image beside it that it is named after"),
    (Words(&["%TAG !u! tag:unity3d.com"]), "a Unity asset", "open the images that it refers to"),
    (
        Bytes(0, b"RSRC"),
        "a binary scene or resource of Godot",
        "save it as .tscn or .tres, or open the images that it names",
    ),
    (Words(&["[remap]", "importer="]), "a Godot import file", "open the image beside it that it is named after"),
    (Words(&["<plist"]), "a property list (.plist), as of Cocos", SHEET),
    (Bytes(0, b"bplist"), "a property list (.plist), as of Cocos", SHEET),
    (Words(&["\"skeleton\"", "\"spine\""]), "a Spine skeleton", "open the .atlas file beside it"),
    (Words(&["\"__header__\"", "LDtk"]), "an LDtk project", "open the images of its tile sets"),
    (Words(&["\"piskel\""]), "a Piskel drawing", "export it as PNG or GIF"),
    (Words(&["<spriter_data"]), "a Spriter project", "open the images that it names"),
    (Words(&["version https://git-lfs"]), "a Git LFS pointer, not the file itself", "fetch the file: git lfs pull"),
    (Words(&["<!DOCTYPE html"]), "a web page", "download the file that it shows"),
    (Words(&["<html"]), "a web page", "download the file that it shows"),
    (Bytes(0, b"PK\x03\x04"), "a ZIP archive", "unpack it first"),
];

/// Advice to open something else instead of a sheet's description that is not read.
const SHEET: &str = "open its image, or export the sheet again as JSON, for Starling or for libGDX";

/// The reason why `bytes` are not read, where their format is known, beside the formats that are `read`; `None` for an
/// unknown one.
pub(in crate::files) fn unread(bytes: &[u8], read: &'static str) -> Option<Reason> {
    let text = without_mark(bytes);
    let text = starts_with_text(bytes).then(|| text.get(..START).unwrap_or(text));
    let has = |word: &str| text.is_some_and(|text| text.windows(word.len()).any(|part| part == word.as_bytes()));
    let is = |by: &By| match by {
        Bytes(at, expected) => bytes.get(*at..).is_some_and(|rest| rest.starts_with(expected)),
        Words(words) => words.iter().all(|word| has(word)),
    };
    let image = IMAGES.iter().find(|(by, _)| is(by)).map(|(_, name)| Reason::UnreadFormat(name, read));
    let other = || OTHERS.iter().find(|(by, ..)| is(by));
    image.or_else(|| other().map(|(_, what, instead)| Reason::UnreadFile { what, instead }))
}
