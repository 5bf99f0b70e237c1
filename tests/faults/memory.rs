//! Too little memory: a message names what does not fit, its size in bytes, and what takes less.

use std::fs;

use super::program::{folder, run, shell};

/// Returns the exit code and the message of a command that may use at most this many megabytes of address space.
fn said(megabytes: u32, line: &str) -> (Option<i32>, String) {
    let folder = folder();
    // An image of 8,192 × 8,192 px, one bit each.
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 8_192, 8_192);
    encoder.set_depth(png::BitDepth::One);
    let rows = vec![0xFF; 1 << 23];
    encoder.write_header().and_then(|mut writer| writer.write_image_data(&rows)).expect("a PNG in memory");
    fs::write(folder.path().join("bits.png"), bytes).expect("a file");

    let script = format!("ulimit -c 0; ulimit -v {}; exec \"$0\" {line}", megabytes << 10);
    let ran = run(shell(&script).current_dir(folder.path()));
    assert!(!folder.path().join("out.txt").exists());
    (ran.code, ran.err)
}

#[test]
fn what_lacks_memory_is_named_with_its_bytes() {
    for (megabytes, line, message) in [
        (
            300,
            "mask bits.png -o out.txt",
            "bits.png: decoding 8192 × 8192 px takes 335,544,320 bytes of memory, more than is left; a smaller image takes less",
        ),
        (
            300,
            "order --size 8192x8192 --scan rows -o out.txt",
            "out.txt: it cannot be written: a grid of the ranks of 67,108,864 cells takes 1,140,850,688 bytes of memory, more than is left; a file .json takes less",
        ),
        (
            300,
            "order --size 8192x8192 --scan summed-area -o out.txt",
            "summed-area of 8192 × 8192 and 8192 × 8192 takes 537,001,992 bytes of memory, more than is left; a smaller image takes less, other scans (--scan) take none",
        ),
    ] {
        assert_eq!(said(megabytes, line), (Some(1), format!("maskscope: {message}\n")), "{line}");
    }
}
