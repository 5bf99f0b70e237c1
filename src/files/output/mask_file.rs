//! Masks as files.

use serde::Serialize;
use strum::{Display, EnumMessage, EnumProperty, IntoStaticStr, VariantArray};

use super::mask_code;
use crate::files::{FileFormat, Reason};
use maskscope_core::mask::{Mask, Packed};
use maskscope_core::memory::{SMALLER_IMAGE, ask};
use maskscope_core::{choice::Choice as _, geom::Size};

/// The longest line that a plain PBM may have.
const PBM_LINE: usize = 70;

/// A file format for masks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, VariantArray, IntoStaticStr, EnumMessage, EnumProperty, Display)]
#[non_exhaustive]
pub enum MaskFormat {
    /// PNG, 1 bit per pixel: set is white, clear is transparent black.
    #[strum(to_string = "png", message = "PNG", props(word = "1 bit", synonyms = "image picture"))]
    Png,
    /// Portable bitmap, binary (P4): 1, which viewers draw black, is set.
    #[strum(to_string = "pbm", message = "PBM", props(word = "binary", synonyms = "bitmap p4"))]
    Pbm,
    /// Portable bitmap, plain (P1), in lines of at most 70 characters.
    #[strum(
        to_string = "pbm-ascii",
        message = "PBM, plain",
        props(word = "0 and 1", synonyms = "bitmap p1 ascii text")
    )]
    PbmAscii,
    /// A line per row: # is set, . is clear.
    #[strum(to_string = "txt", message = "Text", props(word = "rows", synonyms = "ascii # ."))]
    Text,
    /// Width, height and rows of # and . in an object.
    #[strum(to_string = "json", message = "JSON", props(word = "rows", synonyms = "data array"))]
    Json,
    /// Phaelax's packing: continuous bits, least significant first, in little-endian 32-bit words, without a header.
    #[strum(to_string = "u32", message = "Raw words", props(word = "32 bit", synonyms = "binary bits packed array"))]
    U32,
    /// C99: static names, for one file to include.
    #[strum(to_string = "c", message = "C array", props(word = "C99", synonyms = "code cpp c++ bits"))]
    C,
    /// Rust.
    #[strum(to_string = "rs", message = "Rust", props(word = "static", synonyms = "code array bits"))]
    Rust,
    /// JavaScript: an ES module.
    #[strum(
        to_string = "js",
        message = "JavaScript",
        props(word = "module", synonyms = "code array typescript phaser bits")
    )]
    JavaScript,
    /// Python, which also makes a mask for pygame.
    #[strum(to_string = "py", message = "Python", props(word = "pygame", synonyms = "code list tuple array bits"))]
    Pygame,
    /// GDScript for Godot 4, which also makes a BitMap.
    #[strum(to_string = "gd", message = "Godot", props(word = "BitMap", synonyms = "code gdscript array bits"))]
    GdScript,
    /// The BASIC of AppGameKit, Phaelax's own language.
    #[strum(to_string = "agc", message = "AppGameKit", props(word = "BASIC", synonyms = "code agk array bits"))]
    Agk,
}

impl FileFormat for MaskFormat {
    const CONTENT: &'static str = "a mask";

    fn extension(self) -> &'static str {
        match self {
            Self::PbmAscii => Self::Pbm.name(),
            _ => self.name(),
        }
    }
}

impl MaskFormat {
    /// `mask` as the content of a file. `name`, mostly the file's own without its extension, is what code calls it;
    /// the other formats hold no name.
    ///
    /// # Errors
    /// An error for a mask without pixels in a format that has no such images: PNG and PBM.
    pub fn encode(self, mask: &Mask, name: &str) -> Result<Vec<u8>, Reason> {
        if mask.size().is_empty() && matches!(self, Self::Png | Self::Pbm | Self::PbmAscii) {
            return Err(Reason::Refused(format!("a {} file cannot hold a mask of {}", self.name(), mask.size())));
        }
        ask(self.most_bytes(mask), SMALLER_IMAGE, format_args!("a mask of {} as {self}", mask.size()))?;
        let code = |template| mask_code::code(template, mask, name).into_bytes();
        Ok(match self {
            Self::Png => png(mask),
            Self::Pbm => pbm(mask),
            Self::PbmAscii => pbm_ascii(mask).into_bytes(),
            Self::Text => mask.to_text().into_bytes(),
            Self::Json => json(mask),
            Self::U32 => Packed::new(mask).words().iter().flat_map(|word| word.to_le_bytes()).collect(),
            Self::C => code(mask_code::C),
            Self::Rust => code(mask_code::RUST),
            Self::JavaScript => code(mask_code::JAVASCRIPT),
            Self::Pygame => code(mask_code::PYGAME),
            Self::GdScript => code(mask_code::GDSCRIPT),
            Self::Agk => code(mask_code::AGK),
        })
    }

    /// The number of bytes it takes at most to make the file, beside the mask.
    fn most_bytes(self, mask: &Mask) -> u64 {
        let pixels = mask.size().area();
        match self {
            Self::Png | Self::Pbm | Self::U32 => pixels / 2,
            Self::Text => pixels + u64::from(mask.height()),
            // Texts that grow by doubling.
            Self::PbmAscii | Self::Json => 3 * pixels,
            // Lines of eight words, and at last the whole text three times.
            Self::C | Self::Rust | Self::JavaScript | Self::Pygame | Self::GdScript => 2 * pixels,
            // Lines of a word and a long name.
            Self::Agk => 8 * pixels,
        }
    }
}

/// Rows of 8 pixels a byte, the leftmost in the highest bit, each padded to a whole byte: PNG's and PBM's packing.
fn packed_rows(mask: &Mask) -> Vec<u8> {
    let bytes_per_row = usize::try_from(mask.width().div_ceil(8)).expect("u32 fits in usize");
    let row = |y| mask.row(y).iter().flat_map(|word| word.to_le_bytes()).map(u8::reverse_bits).take(bytes_per_row);
    (0..mask.height()).flat_map(row).collect()
}

fn png(mask: &Mask) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, mask.width(), mask.height());
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::One);
    encoder.set_palette(&[0, 0, 0, 255, 255, 255][..]);
    // The second colour is opaque, as are all that have no entry here.
    encoder.set_trns(&[0][..]);
    let written = encoder.write_header().and_then(|mut writer| writer.write_image_data(&packed_rows(mask)));
    written.expect("a mask with pixels, written to memory");
    bytes
}

fn pbm(mask: &Mask) -> Vec<u8> {
    let Size { width, height } = mask.size();
    let mut bytes = format!("P4\n{width} {height}\n").into_bytes();
    bytes.extend(packed_rows(mask));
    bytes
}

fn pbm_ascii(mask: &Mask) -> String {
    let Size { width, height } = mask.size();
    let mut text = format!("P1\n{width} {height}\n");
    for y in 0..height {
        let bits: Vec<char> = (0..width).map(|x| if mask.get(x, y) { '1' } else { '0' }).collect();
        for line in bits.chunks(PBM_LINE) {
            text.extend(line);
            text.push('\n');
        }
    }
    text
}

fn json(mask: &Mask) -> Vec<u8> {
    #[derive(Serialize)]
    struct WrittenMask<'a> {
        width: u32,
        height: u32,
        rows: Vec<&'a str>,
    }
    let Size { width, height } = mask.size();
    let text = mask.to_text();
    serde_json::to_vec(&WrittenMask { width, height, rows: text.lines().collect() }).expect("numbers and strings")
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn encoded(format: MaskFormat, mask: &str) -> Vec<u8> {
        format.encode(&mask.parse().expect("a mask"), "").expect("a mask with pixels")
    }

    #[test]
    fn each_format_byte_by_byte() {
        let mask = "#........#\n.#........";
        assert_eq!(encoded(MaskFormat::Text, mask), b"#........#\n.#........\n");
        assert_eq!(encoded(MaskFormat::Pbm, mask), b"P4\n10 2\n\x80\x40\x40\x00");
        assert_eq!(encoded(MaskFormat::PbmAscii, mask), b"P1\n10 2\n1000000001\n0100000000\n");
        assert_eq!(encoded(MaskFormat::Json, mask), br##"{"width":10,"height":2,"rows":["#........#",".#........"]}"##);
        assert_eq!(encoded(MaskFormat::U32, mask), [0x01, 0x0A, 0, 0]);
    }

    #[test]
    fn plain_pbm_keeps_to_70_characters_a_line() {
        let mask = !Mask::new(Size::new(141, 2));
        let text = pbm_ascii(&mask);
        let lengths: Vec<usize> = text.lines().skip(2).map(str::len).collect();
        assert_eq!(lengths, [70, 70, 1, 70, 70, 1]);
    }

    #[test]
    fn a_mask_without_pixels_is_refused_where_images_have_some() {
        let refused = |format: &MaskFormat| format.encode(&Mask::new(Size::new(0, 3)), "").is_err();
        let refusing: Vec<_> = MaskFormat::ALL.iter().copied().filter(refused).collect();
        assert_eq!(refusing, [MaskFormat::Png, MaskFormat::Pbm, MaskFormat::PbmAscii]);
    }

    #[test]
    fn names_and_extensions_lead_to_their_format() {
        for &format in MaskFormat::ALL {
            assert_eq!(MaskFormat::named(format.name()), Ok(format));
            let by_extension = MaskFormat::of_path(Path::new("mask").with_extension(format.extension()).as_path());
            assert_eq!(by_extension.map(MaskFormat::extension), Ok(format.extension()));
        }
        assert_eq!(MaskFormat::of_path(Path::new("A.PNG")), Ok(MaskFormat::Png));
        let error = MaskFormat::of_path(Path::new("png")).expect_err("a name without extension");
        let expected = "a mask is written as .png, .pbm, .txt, .json, .u32, .c, .rs, .js, .py, .gd, .agc";
        assert_eq!(error.to_string(), expected);
    }
}
