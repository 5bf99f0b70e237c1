//! Masks as source code give the same pixels in their own language as here.

use crate::tools;
use std::{fs, path::Path, process::Command};

use maskscope::files::FileFormat as _;
use maskscope::files::{MaskFormat, sample_sprite};
use maskscope_core::{choice::Choice as _, geom::Size, mask::Mask};

const CODE: [(MaskFormat, &str); 6] = [
    (MaskFormat::C, include_str!("../code/gem.c")),
    (MaskFormat::Rust, include_str!("../code/gem.rs")),
    (MaskFormat::JavaScript, include_str!("../code/gem.js")),
    (MaskFormat::Pygame, include_str!("../code/gem.py")),
    (MaskFormat::GdScript, include_str!("../code/gem.gd")),
    (MaskFormat::Agk, include_str!("../code/gem.agc")),
];

/// A mask with a possible file name, and the names of its functions in the manner of C and of JavaScript.
struct Named {
    name: &'static str,
    snake: &'static str,
    camel: &'static str,
    mask: Mask,
}

/// Returns masks with widths around the ends of words; some have no pixels, some are clear or full. Their names include
/// keywords, numbers and text without letters.
fn masks() -> Vec<Named> {
    let sizes = [(0, 3), (3, 0), (1, 1), (1, 1), (31, 2), (32, 1), (33, 3), (63, 2), (64, 4), (65, 5), (7, 40)];
    let names = [
        ("", "mask", "mask"),
        ("int", "int", "int"),
        ("2nd", "mask_2nd", "mask2nd"),
        ("Class", "class", "class"),
        ("fn", "fn", "fn"),
        ("ship-2 (left)", "ship_2_left", "ship2Left"),
        ("__if__", "if", "if"),
        ("Größe", "gr_e", "grE"),
        ("*/hull\"\"\"\n", "hull", "hull"),
        ("pygame", "pygame", "pygame"),
        ("x", "x", "x"),
    ];
    let named = |((name, snake, camel), (width, height))| {
        let speckled = |x, y| name != "Class" && (width == 64 || (x * 7 + y * 13 + x * y) % 5 < 2);
        Named { name, snake, camel, mask: Mask::from_fn(Size::new(width, height), speckled) }
    };
    names.into_iter().zip(sizes).map(named).collect()
}

fn encoded(format: MaskFormat, named: &Named) -> String {
    let bytes = format.encode(&named.mask, named.name).expect("code holds every mask");
    String::from_utf8(bytes).expect("text")
}

/// Returns the text that a program prints when it looks up all pixels of all masks, and those around them.
fn printed() -> String {
    let framed = |mask: &Mask| {
        let size = Size::new(mask.width() + 2, mask.height() + 2);
        Mask::from_fn(size, |x, y| x > 0 && y > 0 && mask.get(x - 1, y - 1)).to_text()
    };
    masks().iter().map(|named| framed(&named.mask)).collect()
}

/// Writes each mask as `m0`, `m1` and so on, and a `main` beside them. It has two texts for each mask, first `import`
/// and later `print`, with the mask's `FILE` and `NAME`, and then `end`.
fn write_program(folder: &Path, format: MaskFormat, import: &str, [start, print, end]: [&str; 3]) {
    let masks = masks();
    let write = |name: &str, code: &str| {
        fs::write(folder.join(name).with_extension(format.extension()), code).expect("the folder can be written");
    };
    for (n, named) in masks.iter().enumerate() {
        write(&format!("m{n}"), &encoded(format, named));
    }
    let for_all = |text: &str| -> String {
        let of_mask = |(n, named): (usize, &Named)| {
            let text = text.replace("FILE", &format!("m{n}")).replace("NAME", &named.snake.to_uppercase());
            text.replace("name", named.snake).replace("camel", named.camel)
        };
        masks.iter().enumerate().map(of_mask).collect()
    };
    write("main", &[&for_all(import), start, &for_all(print), end].concat());
}

/// Runs a program in `folder` and returns its output.
fn run(folder: &Path, program: impl AsRef<Path>, arguments: &[&str]) -> String {
    let output = Command::new(program.as_ref()).args(arguments).current_dir(folder).output();
    let output = output.unwrap_or_else(|error| panic!("{}: {error}", program.as_ref().display()));
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

#[test]
fn each_language_letter_by_letter() {
    let gem = sample_sprite("gem.png").expect("a sample");
    for (format, expected) in CODE {
        let code = format.encode(gem.mask().mask(), "gem").expect("code holds every mask");
        // A checkout may have the line ends of Windows.
        assert_eq!(String::from_utf8_lossy(&code), expected.replace("\r\n", "\n"), "{}", format.name());
    }
}

#[test]
fn names_become_identifiers_and_lines_stay_short() {
    for (format, _) in CODE {
        for named in masks() {
            let code = encoded(format, &named);
            let name = if format == MaskFormat::JavaScript { named.camel } else { named.snake };
            let test = if format == MaskFormat::JavaScript { "IsSet(" } else { "_is_set(" };
            assert!(code.contains(&format!(" {name}{test}")), "{code}");
            assert!(code.is_ascii() && code.lines().all(|line| line.len() <= 120), "{code}");
            assert!(!code.contains("{name}") && !code.contains("{camel}") && code.ends_with('\n'), "{code}");
        }
    }
}

#[test]
fn agk_assigns_each_word_of_its_array_in_order() {
    for named in masks() {
        let code = encoded(MaskFormat::Agk, &named);
        let assigned: Vec<&str> = code.lines().filter(|line| line.contains("] = ")).collect();
        for (n, line) in assigned.iter().enumerate() {
            let start = format!("\t{}_words[{n}] = 0x", named.snake);
            assert!(line.strip_prefix(&start).is_some_and(|word| word.len() == 8), "{line}");
        }
        assert!(code.contains(&format!("_words as integer[{}]\n", assigned.len() - 1)), "{code}");
    }
}

#[test]
#[ignore = "needs a C compiler"]
fn c_compiles_without_warnings_and_says_the_same() {
    const FLAGS: [&str; 5] = ["-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic"];
    const PRINT: &str = r"
    for (int y = -1; y <= name_height; y++) {
        for (int x = -1; x <= name_width; x++) {
            putchar(name_is_set(x, y) ? '#' : '.');
        }
        putchar('\n');
    }
";
    tools::need(&["cc"]);
    let folder = folder();
    let main = ["#include <stdio.h>\nint main(void)\n{\n", PRINT, "    return 0;\n}\n"];
    write_program(folder.path(), MaskFormat::C, "#include \"FILE.c\"\n", main);
    run(folder.path(), "cc", &[&FLAGS[..], &["main.c", "-o", "main"]].concat());
    assert_eq!(run(folder.path(), folder.path().join("main"), &[]), printed());
    run(folder.path(), "cc", &[&FLAGS[..], &["-fsyntax-only", "m0.c", "m2.c", "m8.c"]].concat());
}

#[test]
#[ignore = "needs rustc"]
fn rust_compiles_without_warnings_and_says_the_same() {
    const PRINT: &str = "
    for y in -1..=FILE::NAME_HEIGHT {
        for x in -1..=FILE::NAME_WIDTH {
            print!(\"{}\", if FILE::name_is_set(x, y) { '#' } else { '.' });
        }
        println!();
    }
";
    tools::need(&["rustc"]);
    let folder = folder();
    write_program(folder.path(), MaskFormat::Rust, "mod FILE;\n", ["fn main() {\n", PRINT, "}\n"]);
    for edition in ["2015", "2024"] {
        run(folder.path(), "rustc", &["-Dwarnings", "--edition", edition, "main.rs"]);
        assert_eq!(run(folder.path(), folder.path().join("main"), &[]), printed(), "edition {edition}");
    }
}

#[test]
fn javascript_says_the_same() {
    const PRINT: &str = "
for (let y = -1; y <= NAME_HEIGHT; y++) {
    let row = '';
    for (let x = -1; x <= NAME_WIDTH; x++) row += camelIsSet(x, y) ? '#' : '.';
    console.log(row);
}
";
    tools::need(&["node"]);
    let folder = folder();
    fs::write(folder.path().join("package.json"), r#"{"type": "module"}"#).expect("the folder can be written");
    let import = "import { NAME_WIDTH, NAME_HEIGHT, camelIsSet } from './FILE.js';\n";
    write_program(folder.path(), MaskFormat::JavaScript, import, ["", PRINT, ""]);
    assert_eq!(run(folder.path(), "node", &["main.js"]), printed());
}

#[test]
#[ignore = "needs python3"]
fn python_says_the_same_and_so_does_its_mask_where_pygame_is() {
    const PRINT: &str = r"
for y in range(-1, NAME_HEIGHT + 1):
    print(''.join('.#'[name_is_set(x, y)] for x in range(-1, NAME_WIDTH + 1)))
if pygame:
    mask = name_mask()
    assert mask.get_size() == (NAME_WIDTH, NAME_HEIGHT)
    cells = [(x, y) for y in range(NAME_HEIGHT) for x in range(NAME_WIDTH)]
    assert all(mask.get_at(cell) == name_is_set(*cell) for cell in cells)
";
    tools::need(&["python3"]);
    let folder = folder();
    let start = "
import os
os.environ['PYGAME_HIDE_SUPPORT_PROMPT'] = '1'
try:
    import pygame.mask as pygame
except ImportError:
    pygame = None
";
    write_program(folder.path(), MaskFormat::Pygame, "from FILE import *\n", [start, PRINT, ""]);
    assert_eq!(run(folder.path(), "python3", &["-Werror", "main.py"]), printed());
}
