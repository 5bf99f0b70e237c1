//! Masks as this program exports them: each format written by its rules.

use super::{Hostile, Meant, SIZE, colored, drawing, png, refused, whole, zlib};

/// The drawing as a mask.
fn mask() -> Meant {
    colored(drawing().iter().map(|&n| if n > 0 { [255; 4] } else { [0; 4] }).collect(), true)
}

/// The drawing in rows of `#` and `.`.
fn rows() -> Vec<String> {
    let row = |row: &[u8]| row.iter().map(|&n| if n > 0 { '#' } else { '.' }).collect();
    drawing().chunks(SIZE.0.into()).map(row).collect()
}

fn json(width: u8, rows: &[String]) -> Vec<u8> {
    let rows: Vec<String> = rows.iter().map(|row| format!("\"{row}\"")).collect();
    format!("{{\"width\":{width},\"height\":{},\"rows\":[{}]}}", SIZE.1, rows.join(",")).into_bytes()
}

/// Encodes 1 bit per pixel and a palette of transparent black and white.
fn indexed() -> Vec<u8> {
    const PALETTE: u8 = 3;
    let bits: Vec<u16> = drawing().iter().map(|&n| u16::from(n > 0)).collect();
    let rows = bits.chunks(SIZE.0.into()).flat_map(|row| [vec![0], png::packed(row, 1)].concat());
    let before = [png::chunk(b"PLTE", &[0, 0, 0, 255, 255, 255]), png::chunk(b"tRNS", &[0])].concat();
    let header = png::header(SIZE.0.into(), SIZE.1.into(), 1, PALETTE, false);
    png::png(&header, &before, &zlib(&rows.collect::<Vec<u8>>()))
}

pub fn files() -> Vec<Hostile> {
    let (rows, text) = (rows(), rows().join("\n"));
    let mut short = rows.clone();
    short[3].pop();
    vec![
        whole("exported mask.png", indexed(), mask()),
        whole("mask in text.txt", format!("{text}\n").into_bytes(), mask()),
        whole("mask in text without its last line end.txt", text.clone().into_bytes(), mask()),
        whole("mask in text from Windows.txt", format!("\u{feff}{}\r\n", rows.join("\r\n")).into_bytes(), mask()),
        whole("mask in text called PNG.png", text.clone().into_bytes(), mask()),
        whole("mask in JSON.json", json(SIZE.0, &rows), mask()),
        whole(
            "mask in JSON, in lines.json",
            String::from_utf8(json(SIZE.0, &rows)).expect("ASCII").replace(',', ",\n\t").into_bytes(),
            mask(),
        ),
        refused("mask in text, ragged.txt", short.join("\n").into_bytes(), "row 3 is 10 wide, but row 0 is 11"),
        refused("mask in text with a 0.txt", text.replacen('#', "0", 1).into_bytes(), "row 0 holds '0'"),
        refused("mask in text of 16,385 columns.txt", vec![b'#'; 16_385], "--max-side raises it"),
        refused("mask in text of empty rows.txt", vec![b'\n'; 9_000_000], "there is nothing in it"),
        refused("mask in JSON, ragged.json", json(SIZE.0, &short), "row 3 is 10 wide, but row 0 is 11"),
        refused("mask in JSON, wider than it says.json", json(10, &rows), "it says 10 × 7, and its rows are 11 × 7"),
        refused("mask in JSON, cut short.json", json(SIZE.0, &rows)[..60].to_vec(), "it is not JSON"),
        refused("mask in JSON of empty rows.json", json(1, &vec![String::new(); 3_000_000]), "there is nothing in it"),
    ]
}
