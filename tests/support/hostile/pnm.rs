//! PNM: PBM, PGM, PPM and PAM, as text and packed.

use super::{Expected, Hostile, Meant, SIZE, clear, colored, drawing, file, opaque, png::packed, refused, rgba, whole};

fn header(kind: &str, most: &str) -> Vec<u8> {
    format!("{kind}\n# as GIMP writes it\n{} {}\n{most}", SIZE.0, SIZE.1).into_bytes()
}

fn with(kind: &str, most: &str, data: &[u8]) -> Vec<u8> {
    [&header(kind, most), data].concat()
}

/// Encodes numbers as text.
fn text(numbers: &[u16]) -> Vec<u8> {
    numbers.iter().flat_map(|n| format!("{n}\n").into_bytes()).collect()
}

/// Encodes a PAM of these samples.
fn pam(depth: u8, most: u16, tuple: &str, data: &[u8]) -> Vec<u8> {
    let (width, height) = SIZE;
    let head = format!("P7\nWIDTH {width}\nHEIGHT {height}\nDEPTH {depth}\nMAXVAL {most}\nTUPLTYPE {tuple}\nENDHDR\n");
    [head.as_bytes(), data].concat()
}

/// Returns the drawing as a mask: all but its clear pixels are ones.
fn ones() -> Vec<u16> {
    drawing().iter().map(|&n| u16::from(n > 0)).collect()
}

fn mask() -> Meant {
    colored(ones().iter().map(|&one| if one == 1 { [255; 4] } else { [0; 4] }).collect(), true)
}

/// Returns levels from 0 to 3 as 8 bits show them.
fn greys() -> Meant {
    colored(drawing().iter().map(|n| [n * 85, n * 85, n * 85, 255]).collect(), false)
}

/// A PBM, to be damaged.
pub fn still() -> Vec<u8> {
    let rows: Vec<u8> = ones().chunks(SIZE.0.into()).flat_map(|row| packed(row, 1)).collect();
    with("P4", "", &rows)
}

fn whole_files() -> Vec<Hostile> {
    let numbers: Vec<u16> = drawing().iter().map(|&n| n.into()).collect();
    let rgb: Vec<u8> = opaque().pixels.iter().flat_map(|[r, g, b, _]| [*r, *g, *b]).collect();
    let deep: Vec<u8> = rgb.iter().flat_map(|&level| (u16::from(level) * 257).to_be_bytes()).collect();
    let closely: Vec<u8> = ones().iter().map(|&one| if one == 1 { b'1' } else { b'0' }).collect();
    let levels: Vec<u16> = rgb.iter().map(|&level| level.into()).collect();
    let grey_alpha: Vec<u8> = clear().pixels.iter().flat_map(|[r, _, _, a]| [*r, *a]).collect();
    let grey_clear = colored(clear().pixels.iter().map(|[r, _, _, a]| [*r, *r, *r, *a]).collect(), true);
    vec![
        whole("PBM as text.pbm", with("P1", "", &text(&ones())), mask()),
        whole("PBM as text without spaces.pbm", with("P1", "", &closely), mask()),
        whole("PBM.pbm", still(), mask()),
        whole("PBM called PNG.png", still(), mask()),
        whole("PGM as text.pgm", with("P2", "3\n", &text(&numbers)), greys()),
        whole("PGM.pgm", with("P5", "3\n", &drawing()), greys()),
        whole("PPM as text.ppm", with("P3", "255\n", &text(&levels)), opaque()),
        whole("PPM.ppm", with("P6", "255\n", &rgb), opaque()),
        whole("PPM of 16 bits.ppm", with("P6", "65535\n", &deep), opaque()),
        whole("PAM, RGBA.pam", pam(4, 255, "RGB_ALPHA", &rgba(&clear())), clear()),
        whole("PAM, grey and alpha.pam", pam(2, 255, "GRAYSCALE_ALPHA", &grey_alpha), grey_clear),
        whole("PAM, RGB.pam", pam(3, 255, "RGB", &rgb), opaque()),
    ]
}

fn bombs() -> Vec<Hostile> {
    let sized = |width: &str, height: &str| format!("P5\n{width} {height}\n255\n12345678").into_bytes();
    vec![
        refused("PGM of 2^32 - 1 squared.pgm", sized("4294967295", "4294967295"), "it is "),
        refused("PGM of 10^30 columns.pgm", sized("1000000000000000000000000000000", "1"), "PGM"),
        refused("PGM of 20,000 columns.pgm", sized("20000", "1"), "--max-side raises it"),
        refused("PGM of 16,384 squared.pgm", sized("16384", "16384"), "--max-pixels raises it"),
        refused("PGM of 8,192 squared without its pixels.pgm", sized("8192", "8192"), "cut short"),
        refused("PGM of no columns.pgm", sized("0", "4"), "PGM"),
        refused("PGM of no rows.pgm", sized("4", "0"), "PGM"),
        refused("PGM of no levels.pgm", with("P5", "0\n", &drawing()), "PGM"),
        refused("PGM of 17 bits.pgm", with("P5", "65536\n", &drawing().repeat(3)), "PGM"),
        refused("PBM of other digits.pbm", with("P1", "", &text(&[7; 77])), "PBM"),
        refused("PBM as text, cut short.pbm", with("P1", "", &text(&ones()[1..])), "PBM"),
        refused("PPM as text, cut short.ppm", with("P3", "255\n", &text(&[1; 230])), "PPM"),
        refused("PPM with negative levels.ppm", with("P3", "255\n", &b"-1 ".repeat(231)), "PPM"),
        refused("PAM of an unknown kind.pam", pam(5, 255, "SMELL", &[1; 999]), "of a kind that is not read here"),
        refused("PAM without an end of its header.pam", b"P7\nWIDTH 4\nHEIGHT 4\n".to_vec(), "PAM"),
        refused("words that begin as PBM.txt", b"P1800 is a car of the sixties, and no picture.".to_vec(), "text"),
        file("PBM with levels.pbm", with("P4", "255\n", &[0; 40]), Expected::Either),
    ]
}

pub fn files() -> Vec<Hostile> {
    whole_files().into_iter().chain(bombs()).collect()
}
