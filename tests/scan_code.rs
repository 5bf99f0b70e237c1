//! Scans as source code: every language answers as maskscope does, at every placement of the sample pairs.

#[path = "support/pygame.rs"]
mod pygame;
#[path = "support/tools.rs"]
mod tools;

use std::{env, fs, path::Path, process::Command};

use maskscope::files::{CodedScan, SamplePair, ScanLanguage, sample_pairs, sample_sprite};
use maskscope_core::choice::Choice as _;
use maskscope_core::geom::{Offset, Size};
use maskscope_core::scan::{NoProbe, Scan};
use maskscope_core::scene::Sprite;
use tempfile::TempDir;

/// Thresholds of A and B, and the sample pairs that are tested with them: every pair, and one that fades out.
const THRESHOLDS: [([u8; 2], Option<&str>); 2] = [([0, 0], None), ([96, 7], Some("threshold"))];

/// The end of the program in Rust.
const RUST: &str = r#"
fn main() {
    let sizes = std::fs::read_to_string("sizes").expect("sizes");
    let sizes: Vec<i32> = sizes.split(' ').map(|size| size.parse().expect("a number")).collect();
    let [ship, rock] = ["a.rgba", "b.rgba"].map(|name| std::fs::read(name).expect("a picture"));
    let (ship, rock) = (PixelMask::new(&ship, sizes[0], OF_A), PixelMask::new(&rock, sizes[2], OF_B));
    for dy in -sizes[3]..=sizes[1] {
        let answer = |dx| if ship.touches(&rock, dx, dy) { '1' } else { '0' };
        println!("answers {}", (-sizes[2]..=sizes[0]).map(answer).collect::<String>());
    }
}
"#;

/// A language, and how its programs are made and run.
struct Program<'a> {
    language: ScanLanguage,
    /// The name of the file that holds the code.
    file: &'a str,
    /// Text before and after the code, in which `OF_A` and `OF_B` are the thresholds.
    around: [&'a str; 2],
    /// Other files, by name and content.
    beside: &'a [(&'a str, &'a str)],
    /// The command that compiles it; empty if nothing has to be compiled.
    build: &'a [&'a str],
    /// The texts around code that change where it holds both masks, each with what stands in its place.
    with_masks: &'a [(&'a str, &'a str)],
    /// The command that runs it for the sprites in `a.rgba` and `b.rgba`, whose `sizes` are in a file, too.
    run: &'a [&'a str],
}

impl Program<'_> {
    /// Runs every scan with every pair, at each placement at which boxes overlap or touch.
    #[track_caller]
    fn check(&self) {
        for (thresholds, name) in THRESHOLDS {
            let pairs = || sample_pairs().iter().filter(|pair| name.is_none_or(|name| pair.name == name));
            for scan in CodedScan::ALL {
                let code = self.language.code(scan, [("ship.png", thresholds[0]), ("rock.png", thresholds[1])]);
                let folder = self.built(&code, thresholds, self.around.map(str::to_owned));
                for pair in pairs() {
                    self.assert_same(&folder, scan, &sprites_of(pair, thresholds), &pair.name);
                }
                let pair = pairs().next().expect("a pair");
                let sprites = sprites_of(pair, thresholds);
                let [a, b] = sprites.each_ref().map(|sprite| sprite.mask().mask());
                let code = self.language.code_with_masks(scan, [("ship.png", a), ("rock.png", b)]);
                let changed = |text: &str| {
                    self.with_masks.iter().fold(text.to_owned(), |text, (from, to)| text.replace(from, to))
                };
                let around = self.around.map(changed);
                assert!(around.iter().all(|text| !text.contains("OF_A")), "it takes no threshold: {around:?}");
                self.assert_same(&self.built(&code, thresholds, around), scan, &sprites, &pair.name);
            }
        }
    }

    /// The program in `folder` answers at every placement of both sprites as the scan does.
    #[track_caller]
    fn assert_same(&self, folder: &TempDir, scan: CodedScan, sprites: &[Sprite; 2], name: &str) {
        write_pair(folder.path(), sprites);
        let printed = run(folder.path(), self.run);
        let found: Vec<_> = printed.lines().filter_map(|line| line.strip_prefix("answers ")).collect();
        assert_eq!(found, answers(scan.scan(), sprites), "{:?}, {scan:?}, {name}", self.language);
    }

    /// A folder with the program that holds some code.
    #[track_caller]
    fn built(&self, code: &str, [of_a, of_b]: [u8; 2], [before, after]: [String; 2]) -> TempDir {
        let folder = tempfile::tempdir().expect("a folder");
        let text = [&before, code, &after].concat();
        let text = text.replace("OF_A", &of_a.to_string()).replace("OF_B", &of_b.to_string());
        for (name, text) in self.beside.iter().copied().chain([(self.file, &*text)]) {
            fs::write(folder.path().join(name), text).expect("the folder can be written");
        }
        if !self.build.is_empty() {
            run(folder.path(), self.build);
        }
        folder
    }
}

/// The sprites of a sample pair with these thresholds.
fn sprites_of(pair: &SamplePair, thresholds: [u8; 2]) -> [Sprite; 2] {
    let mut sprites = [&pair.a, &pair.b].map(|name| sample_sprite(name).expect("a sample"));
    for (sprite, threshold) in sprites.iter_mut().zip(thresholds) {
        sprite.set_threshold(threshold);
    }
    sprites
}

/// Writes the pixels and the sizes of two sprites.
fn write_pair(folder: &Path, sprites: &[Sprite; 2]) {
    let write = |name: &str, bytes: &[u8]| fs::write(folder.join(name), bytes).expect("the folder can be written");
    for (sprite, name) in sprites.iter().zip(["a.rgba", "b.rgba"]) {
        write(name, sprite.picture().rgba());
    }
    let [a, b] = sprites.each_ref().map(Sprite::size);
    write("sizes", format!("{} {} {} {}", a.width, a.height, b.width, b.height).as_bytes());
}

/// The answers of a scan with B at each offset, from the one at which its bottom right corner touches A's top left one: a line
/// for each row.
fn answers(scan: Scan, sprites: &[Sprite; 2]) -> Vec<String> {
    let [a, b] = sprites.each_ref().map(|sprite| sprite.raster().mask_for(scan));
    let side = |n: u32| i32::try_from(n).expect("small");
    let [Size { width: aw, height: ah }, Size { width: bw, height: bh }] = sprites.each_ref().map(Sprite::size);
    let answer = |x, y| {
        let offset = Offset::new(x, y);
        let is_hit = scan.run(&a, &b, offset, None, &mut NoProbe).is_some();
        assert_eq!(is_hit, a.overlaps(&b, offset), "{scan} at {offset:?}");
        if is_hit { '1' } else { '0' }
    };
    let row = |y| (-side(bw)..=side(aw)).map(|x| answer(x, y)).collect::<String>();
    (-side(bh)..=side(ah)).map(row).collect()
}

/// Runs a command in a folder, and returns what it prints. A program in the folder begins with `./`.
#[track_caller]
fn run(folder: &Path, words: &[&str]) -> String {
    let own = words[0].strip_prefix("./").map(|name| folder.join(name));
    let mut command = Command::new(own.as_deref().unwrap_or(Path::new(words[0])));
    command.args(&words[1..]).current_dir(folder);
    command.env("SDL_VIDEODRIVER", "dummy").env("SDL_AUDIODRIVER", "dummy");
    command.env("ARCADE_HEADLESS", "True").env("ALSOFT_DRIVERS", "null");
    // Engines keep settings there; compilers are found from it.
    if words[0] != "rustc" {
        command.env("HOME", folder);
    }
    let output = command.output().unwrap_or_else(|error| panic!("{words:?}: {error}"));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{words:?}: {} {errors}", output.status);
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// A text that the tests add to code.
fn beside(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/code").join(name);
    // A checkout may have the line ends of Windows.
    fs::read_to_string(path).expect("it is there").replace("\r\n", "\n")
}

#[test]
fn every_language_is_run() {
    let run = [
        ScanLanguage::Pygame,
        ScanLanguage::Arcade,
        ScanLanguage::Godot,
        ScanLanguage::JavaScript,
        ScanLanguage::C,
        ScanLanguage::CSharp,
        ScanLanguage::Lua,
        ScanLanguage::Rust,
    ];
    assert_eq!(ScanLanguage::ALL, run, "each has a test below");
}

#[test]
#[ignore = "needs Python with pygame-ce"]
fn pygame_says_the_same() {
    let python = pygame::python();
    Program {
        language: ScanLanguage::Pygame,
        file: "main.py",
        around: [&beside("touches_things.py"), &beside("touches.py")],
        beside: &[],
        with_masks: &[],
        build: &[],
        run: &[&python, "-Werror", "main.py"],
    }
    .check();
}

#[test]
#[ignore = "needs Python with Arcade"]
fn arcade_says_the_same() {
    let python = env::var("MASKSCOPE_ARCADE").unwrap_or_else(|_| "python3".to_owned());
    Program {
        language: ScanLanguage::Arcade,
        file: "main.py",
        around: ["", &beside("touches_arcade.py")],
        beside: &[],
        with_masks: &[("ship_mask, rock_mask = mask_of(ship, OF_A), mask_of(rock, OF_B)\n", "")],
        build: &[],
        run: &[&python, "main.py"],
    }
    .check();
}

/// Godot 3 runs it: the code has only words that both versions have.
#[test]
#[ignore = "needs godot3-server"]
fn godot_says_the_same() {
    tools::need(&["godot3-server"]);
    Program {
        language: ScanLanguage::Godot,
        file: "main.gd",
        around: ["extends SceneTree\n\n", &beside("touches.gd")],
        beside: &[("project.godot", "")],
        with_masks: &[
            ("mask_of(picture(\"a.rgba\", int(sizes[0]), int(sizes[1])), OF_A)", "ship_mask"),
            ("mask_of(picture(\"b.rgba\", int(sizes[2]), int(sizes[3])), OF_B)", "rock_mask"),
        ],
        build: &[],
        run: &["godot3-server", "-s", "main.gd"],
    }
    .check();
}

#[test]
#[ignore = "needs node"]
fn javascript_says_the_same() {
    tools::need(&["node"]);
    Program {
        language: ScanLanguage::JavaScript,
        file: "main.js",
        around: ["\"use strict\";\n", &beside("touches.js")],
        beside: &[],
        with_masks: &[
            ("const ship = maskOf(picture(\"a.rgba\", aw, ah), OF_A);\n", ""),
            ("const rock = maskOf(picture(\"b.rgba\", bw, bh), OF_B);\n", ""),
        ],
        build: &[],
        run: &["node", "main.js"],
    }
    .check();
}

#[test]
#[ignore = "needs a C compiler"]
fn c_compiles_without_warnings_and_says_the_same() {
    tools::need(&["cc"]);
    Program {
        language: ScanLanguage::C,
        file: "main.c",
        around: ["", &beside("touches.c")],
        beside: &[],
        with_masks: &[
            ("#include <stdio.h>\n", "#include <stdio.h>\n#define MASKS_AS_DATA\n"),
            ("mask_in(\"a.rgba\", aw, ah, OF_A)", "mask_of(ship_rows, ah)"),
            ("mask_in(\"b.rgba\", bw, bh, OF_B)", "mask_of(rock_rows, bh)"),
        ],
        build: &["cc", "-std=c99", "-O2", "-Wall", "-Wextra", "-Werror", "-pedantic", "main.c", "-o", "main"],
        run: &["./main"],
    }
    .check();
}

#[test]
#[ignore = "needs mcs and mono"]
fn csharp_compiles_without_warnings_and_says_the_same() {
    tools::need(&["mcs", "mono"]);
    Program {
        language: ScanLanguage::CSharp,
        file: "main.cs",
        around: ["", &beside("Touches.cs")],
        beside: &[],
        with_masks: &[
            ("new PixelMask(new Texture2D(\"a.rgba\", sizes[0], sizes[1]), OF_A)", "Masks.ship"),
            ("new PixelMask(new Texture2D(\"b.rgba\", sizes[2], sizes[3]), OF_B)", "Masks.rock"),
            ("namespace Microsoft.Xna.Framework\n{\n    public struct", "namespace Xna\n{\n    public struct"),
            ("namespace Microsoft.Xna.Framework.Graphics", "namespace Xna"),
        ],
        build: &["mcs", "-warnaserror", "main.cs", "-out:main.exe"],
        run: &["mono", "main.exe"],
    }
    .check();
}

#[test]
#[ignore = "needs love"]
fn lua_says_the_same() {
    tools::need(&["love"]);
    let conf = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bridges/love/conf.lua"));
    Program {
        language: ScanLanguage::Lua,
        file: "main.lua",
        around: ["", &beside("touches.lua")],
        beside: &[("conf.lua", &conf.expect("it is there"))],
        with_masks: &[
            ("local ship = maskOf(picture(\"a.rgba\", aw, ah), OF_A)\n", ""),
            ("local rock = maskOf(picture(\"b.rgba\", bw, bh), OF_B)\n", ""),
        ],
        build: &[],
        run: &["love", "."],
    }
    .check();
}

#[test]
#[ignore = "needs rustc"]
fn rust_compiles_without_warnings_and_says_the_same() {
    tools::need(&["rustc"]);
    Program {
        language: ScanLanguage::Rust,
        file: "main.rs",
        around: ["", RUST],
        beside: &[],
        with_masks: &[
            ("    let [ship, rock] = [\"a.rgba\", \"b.rgba\"].map(|name| std::fs::read(name).expect(\"a picture\"));\n", ""),
            ("PixelMask::new(&ship, sizes[0], OF_A)", "PixelMask::new(SHIP)"),
            ("PixelMask::new(&rock, sizes[2], OF_B)", "PixelMask::new(ROCK)"),
        ],
        build: &["rustc", "-Dwarnings", "--edition", "2021", "-O", "main.rs"],
        run: &["./main"],
    }
    .check();
}
