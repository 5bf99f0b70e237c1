//! Scans as source code: text that an author pastes into a game, with the engine's own pictures.
//!
//! `tests/scan_code.rs` runs it at every placement of the sample pairs. To add a language: write
//! `scan_code/<language>.rs` with its `SOURCE`, its variant of [`ScanLanguage`], and its arms of `source` and `extension`.
//!
//! A file has two texts: a test of one pixel after another, and one that reads many at once. Each serves two scans, whose
//! loops are in another order. What differs from scan to scan and from sprite to sprite stands in braces.

mod arcade;
mod c;
mod csharp;
mod godot;
mod javascript;
mod lua;
mod pygame;
mod rust;
mod source;

use strum::{EnumMessage, EnumProperty, IntoStaticStr, VariantArray};

use self::source::CodeSource;
use crate::files::FileFormat;
use crate::files::output::identifier::{camel_case, sprite_identifier};
use maskscope_core::mask::Mask;
use maskscope_core::scan::{Columns, Reads, Scan, Stripes, Words};

/// The language in which a scan is written, mostly for an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, VariantArray, IntoStaticStr, EnumMessage, EnumProperty)]
#[non_exhaustive]
pub enum ScanLanguage {
    /// Python for pygame, with its own masks.
    #[strum(
        to_string = "pygame",
        message = "pygame",
        props(word = "mask", engine = "mask", synonyms = "python code scan collide overlap")
    )]
    Pygame,
    /// Python for Arcade, with a number for each row of a texture.
    #[strum(
        to_string = "arcade",
        message = "Arcade",
        props(word = "Python", engine = "Python", synonyms = "code scan collide overlap")
    )]
    Arcade,
    /// GDScript for Godot 4, with masks of images. Godot 3 runs it, too.
    #[strum(
        to_string = "godot",
        message = "Godot 4",
        props(word = "script", engine = "GDScript", synonyms = "gdscript code scan collide overlap")
    )]
    Godot,
    /// JavaScript for Phaser, or for any canvas.
    #[strum(
        to_string = "javascript",
        message = "JavaScript",
        props(word = "Phaser", engine = "Phaser", synonyms = "js canvas html code scan collide overlap")
    )]
    JavaScript,
    /// C99, with nothing but the standard library.
    #[strum(
        to_string = "c",
        message = "C",
        props(word = "C99", engine = "C99", synonyms = "cpp c++ sdl raylib code scan collide overlap")
    )]
    C,
    /// C# for MonoGame and XNA.
    #[strum(
        to_string = "csharp",
        message = "C#",
        props(word = "XNA", engine = "MonoGame", synonyms = "monogame code scan collide overlap")
    )]
    CSharp,
    /// Lua for LÖVE.
    #[strum(
        to_string = "lua",
        message = "Lua",
        props(word = "LÖVE", engine = "LÖVE", synonyms = "love love2d code scan collide overlap")
    )]
    Lua,
    /// Rust, with nothing but the standard library.
    #[strum(
        to_string = "rust",
        message = "Rust",
        props(word = "std", engine = "std", synonyms = "bevy macroquad code scan collide overlap")
    )]
    Rust,
}

impl FileFormat for ScanLanguage {
    const CONTENT: &'static str = "a scan";

    fn extension(self) -> &'static str {
        match self {
            Self::Pygame | Self::Arcade => "py",
            Self::Godot => "gd",
            Self::JavaScript => "js",
            Self::C => "c",
            Self::CSharp => "cs",
            Self::Lua => "lua",
            Self::Rust => "rs",
        }
    }
}

impl ScanLanguage {
    /// The engine, library or version that its code is for.
    pub fn engine(self) -> &'static str {
        self.get_str("engine").unwrap_or_default()
    }

    /// The mark that begins a comment.
    pub const fn comment(self) -> &'static str {
        self.source().comment
    }

    /// True if the engine has a test that is this scan.
    pub fn has_own(self, scan: CodedScan) -> bool {
        self == Self::Pygame && scan.reads_words()
    }

    /// True if it is interpreted: a test then takes longer than one in compiled code.
    pub const fn is_interpreted(self) -> bool {
        matches!(self, Self::Pygame | Self::Arcade | Self::Godot | Self::JavaScript | Self::Lua)
    }

    /// The use of its code, in sentences.
    pub const fn usage(self) -> &'static str {
        self.source().usage
    }

    /// The code of a scan for sprites called so, mostly by their files, each solid where alpha is above its threshold. The
    /// text ends with a line break.
    pub fn code(self, scan: CodedScan, [(a, of_a), (b, of_b)]: [(&str, u8); 2]) -> String {
        self.filled(scan, [(a, of_a), (b, of_b)], None)
    }

    /// The code of a scan for sprites called so, with their masks in it as data.
    pub fn code_with_masks(self, scan: CodedScan, [(a, of_a), (b, of_b)]: [(&str, &Mask); 2]) -> String {
        self.filled(scan, [(a, 0), (b, 0)], Some([of_a, of_b]))
    }

    fn filled(self, scan: CodedScan, [(a, of_a), (b, of_b)]: [(&str, u8); 2], masks: Option<[&Mask; 2]>) -> String {
        let CodeSource { cells, words, loops, mask, .. } = self.source();
        let (a, mut b) = (sprite_identifier(a), sprite_identifier(b));
        if a == b {
            b.push_str("_2");
        }
        let (template, [rows, columns]) = if scan.reads_words() { (words, loops[1]) } else { (cells, loops[0]) };
        let by_rows = matches!(scan, CodedScan::Rows | CodedScan::Words);
        let [outer, inner] = if by_rows { [rows, columns] } else { [columns, rows] };
        let order = if by_rows { "row by row" } else { "column by column" };
        let data = masks.map(|[of_a, of_b]| [data(*mask, &a, of_a), data(*mask, &b, of_b)].concat());
        let [height_a, height_b] = masks.map_or([0; 2], |masks| masks.map(|mask| mask.size().height));
        let kept = if data.is_some() { "data" } else { "picture" };
        let code = of_part(template.trim_start(), kept) + data.as_deref().unwrap_or_default();
        code.replace("{outer}", outer)
            .replace("{inner}", inner)
            .replace("{order}", order)
            .replace("{a}", &a)
            .replace("{b}", &b)
            .replace("{camel_a}", &camel_case(&a))
            .replace("{camel_b}", &camel_case(&b))
            .replace("{of_a}", &of_a.to_string())
            .replace("{of_b}", &of_b.to_string())
            .replace("{upper_a}", &a.to_uppercase())
            .replace("{upper_b}", &b.to_uppercase())
            .replace("{height_a}", &height_a.to_string())
            .replace("{height_b}", &height_b.to_string())
            // This file may have been checked out with the line ends of Windows.
            .replace("\r\n", "\n")
    }

    const fn source(self) -> &'static CodeSource {
        match self {
            Self::Pygame => &pygame::SOURCE,
            Self::Arcade => &arcade::SOURCE,
            Self::Godot => &godot::SOURCE,
            Self::JavaScript => &javascript::SOURCE,
            Self::C => &c::SOURCE,
            Self::CSharp => &csharp::SOURCE,
            Self::Lua => &lua::SOURCE,
            Self::Rust => &rust::SOURCE,
        }
    }
}

/// A template without its markers, and without what stands between others than those of the `kept` part.
fn of_part(template: &str, kept: &str) -> String {
    let mut part = None;
    let mut code = String::with_capacity(template.len());
    for line in template.split_inclusive('\n') {
        match line.trim_end() {
            "{picture}" => part = Some("picture"),
            "{data}" => part = Some("data"),
            "{/picture}" | "{/data}" => part = None,
            _ if part.is_none_or(|part| part == kept) => code.push_str(line),
            _ => {}
        }
    }
    code
}

/// The mask of the sprite called `name` as code, a text of `#` and `.` for each of its rows.
fn data([before, after]: [&str; 2], name: &str, mask: &Mask) -> String {
    let rows: String = mask.to_text().lines().map(|row| format!("    \"{row}\",\n")).collect();
    let name = |text: &str| {
        let text = text.replace("{a}", name).replace("{camel_a}", &camel_case(name));
        text.replace("{upper_a}", &name.to_uppercase())
    };
    format!("\n{}\n{rows}{}\n", name(before), name(after))
}

/// A scan that has code in every language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CodedScan {
    /// One pixel after another, row by row.
    Rows,
    /// One pixel after another, column by column.
    Columns,
    /// A word of pixels at once, row by row.
    Words,
    /// A word of pixels at once, stripe by stripe.
    Stripes,
}

impl CodedScan {
    /// Every one of them.
    pub const ALL: [Self; 4] = [Self::Rows, Self::Columns, Self::Words, Self::Stripes];

    /// The one that is `scan`; `None` if that has no code.
    pub fn of(scan: Scan) -> Option<Self> {
        Self::ALL.into_iter().find(|coded| coded.scan() == scan)
    }

    /// The one that is most like `scan`: it reads one pixel per visit, or several.
    pub fn nearest(scan: Scan) -> Self {
        let by_pixels = || if scan.reads() == Reads::Cell { Self::Rows } else { Self::Words };
        Self::of(scan).unwrap_or_else(by_pixels)
    }

    /// The scan that the code is.
    pub const fn scan(self) -> Scan {
        match self {
            Self::Rows => Scan::ROWS,
            Self::Columns => Scan::Columns(Columns),
            Self::Words => Scan::Words(Words),
            Self::Stripes => Scan::Stripes(Stripes::W64),
        }
    }

    const fn reads_words(self) -> bool {
        matches!(self, Self::Words | Self::Stripes)
    }
}

#[cfg(test)]
mod tests {
    use maskscope_core::choice::Choice as _;

    use super::*;

    #[test]
    fn every_code_is_whole_and_fits_the_sheet() {
        for &language in ScanLanguage::ALL {
            for scan in CodedScan::ALL {
                let code = language.code(scan, [("Ship.png", 0), ("art/rock.png", 127)]);
                assert!(code.starts_with(language.comment()) && code.ends_with('\n'), "{code}");
                let mask: Mask = ".#\n##\n..".parse().expect("a mask");
                let with_masks = language.code_with_masks(scan, [("Ship.png", &mask), ("art/rock.png", &mask)]);
                let rows = "    \".#\",\n    \"##\",\n    \"..\",\n";
                assert_eq!(with_masks.matches(rows).count(), 2, "{with_masks}");
                let places = ["{outer}", "{inner}", "{order}", "{a}", "{b}", "{camel_", "{of_", "{upper_", "{height_"];
                let marks = ["{picture}", "{/picture}", "{data}", "{/data}"];
                for text in [&code, &with_masks] {
                    assert!(!places.iter().chain(&marks).any(|place| text.contains(*place)), "{text}");
                    assert!(!text.contains("\n\n\n"), "{text}");
                }
                assert!(!with_masks.contains("rgba") && !with_masks.contains("texture"), "{with_masks}");
                // A tab is four columns wide there.
                let width = |line: &str| line.replace('\t', "    ").chars().count();
                let wide = code.lines().find(|line| width(line) > 62);
                assert_eq!(wide, None, "{language:?}, {scan:?}");
                assert!(code.contains("127") && code.contains("rock") && !code.contains("Ship"), "{code}");
            }
        }
    }

    #[test]
    fn two_sprites_of_one_name_have_two_names() {
        let code = ScanLanguage::Pygame.code(CodedScan::Stripes, [("coin.png", 3), ("coin.png", 4)]);
        assert!(code.contains("\ncoin.mask = pygame.mask.from_surface(coin.image, 3)\n"), "{code}");
        assert!(code.contains("\ncoin_2.mask = pygame.mask.from_surface(coin_2.image, 4)\n"), "{code}");
    }

    #[test]
    fn every_scan_has_code_or_one_that_is_near() {
        for scan in Scan::ALL {
            let nearest = CodedScan::nearest(scan);
            assert_eq!(nearest.scan().reads() == Reads::Cell, scan.reads() == Reads::Cell, "{scan}");
            assert!(CodedScan::of(scan).is_none_or(|own| own == nearest), "{scan}");
        }
        assert_eq!(CodedScan::ALL.map(|coded| CodedScan::of(coded.scan())), CodedScan::ALL.map(Some));
    }
}
