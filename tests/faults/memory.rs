//! Too little memory: a message names what does not fit, its size in bytes, and what takes less.

use std::fs;

use image::{Rgba, RgbaImage};

use super::program::{folder, run, shell};

/// Returns the exit code and the message of a command that may use at most this many megabytes of address space.
fn last_line(megabytes: u32, line: &str) -> (Option<i32>, String) {
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
        assert_eq!(last_line(megabytes, line), (Some(1), format!("maskscope: {message}\n")), "{line}");
    }
}

/// A file of 64 kB takes 64 MB of memory at most: whatever it says of itself is counted before it is copied. The program
/// itself takes some 20 MB more.
#[test]
fn small_files_take_little_memory() {
    let folder = folder();
    let write = |name: &str, text: String| {
        assert!(text.len() <= 66_000, "{name} has {} bytes", text.len());
        fs::write(folder.path().join(name), text).expect("a file");
    };
    RgbaImage::from_pixel(256, 256, Rgba([9, 9, 9, 255])).save(folder.path().join("s.png")).expect("a picture");
    let image = r#"<image source="s.png" width="256" height="256"/>"#;
    let set = |name: &str, tiles: &str| {
        format!(r#"<tileset name="{name}" tilewidth="1" tileheight="1">{image}{tiles}</tileset>"#)
    };
    let ellipse = r#"<object name="NAME" x="1" y="1" width="2" height="1" rotation="3"><ellipse/></object>"#;
    let objects = format!(r#"<tile id="1"><objectgroup>{}</objectgroup></tile>"#, ellipse.repeat(700));
    let tile = |n: u32| {
        let object = ellipse.replace("NAME", &n.to_string());
        format!(r#"<tile id="{n}"><objectgroup>{object}</objectgroup></tile>"#)
    };
    let long = "n".repeat(60_000);
    let json = |name: &str| {
        format!(
            r#"{{"name":"{name}","tilewidth":1,"tileheight":1,"image":"s.png","imagewidth":256,"imageheight":256,"tiles":[]}}"#
        )
    };
    let frame = r#"{"frame":{"x":0,"y":0,"w":1,"h":1}}"#;
    let slice = r#"{"name":"a","keys":[{"frame":0,"bounds":{"x":0,"y":0,"w":1,"h":1}}]}"#;
    write("short.tsx", set("n", ""));
    write("name.tsx", set(&long[..250], ""));
    write("long.tsx", set(&long[..10_000], ""));
    write("longer.tsx", set(&long, ""));
    write("longer.tsj", json(&long));
    write("objects.tsx", set("n", &objects));
    write("tiles.tsx", set("n", &(0..400).map(tile).collect::<String>()));
    write(
        "slices.json",
        format!(
            r#"{{"frames":[{}],"meta":{{"image":"s.png","slices":[{}]}}}}"#,
            [frame; 700].join(","),
            [slice; 500].join(",")
        ),
    );
    write("deep.json", "{\"a\":".repeat(12_000));
    let refusal = "the names of its frames take";
    for (name, last_line) in [
        ("short.tsx", ""),
        ("name.tsx", ""),
        ("long.tsx", refusal),
        ("longer.tsx", refusal),
        ("longer.tsj", refusal),
        ("objects.tsx", ""),
        ("tiles.tsx", ""),
        ("slices.json", ""),
        ("deep.json", "it is not JSON"),
    ] {
        let script = format!("ulimit -c 0; ulimit -d {}; exec \"$0\" check {name} s.png", (64 + 20) << 10);
        let ran = run(shell(&script).current_dir(folder.path()));
        assert_eq!(ran.code, Some(i32::from(!last_line.is_empty())), "{name}: {}", ran.err);
        assert!(ran.err.contains(last_line), "{name}: {}", ran.err);
    }
}
