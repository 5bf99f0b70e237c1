//! Too little memory is a message: for every command in little address space, with images as large as they may be, and for a
//! session that is given little at once. The window's own is in `tests/window/shortage.rs`.
#![cfg(target_os = "linux")]

use std::{fs, path::Path, process::Command};

use maskscope::{
    geom::{Offset, Size},
    memory::give_at_most,
    scan::Scan,
    scene::{Picture, Placement, Sprite, Tab},
    session::{Published, Session, Slot, StageAction, ViewAction},
};

/// A side of an image that has as many pixels as one may have.
const SIDE: u32 = 8_192;

/// How a command ended: by 0, or by 1 with its message. Anything else is a fault.
fn ended(folder: &Path, megabytes: u32, line: &str) -> Result<Option<String>, String> {
    let script = format!("ulimit -c 0; ulimit -v {}; exec \"$0\" {line}", megabytes << 10);
    let program = env!("CARGO_BIN_EXE_maskscope");
    let mut shell = Command::new("sh");
    shell.current_dir(folder).env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").args(["-c", &script, program]);
    let output = shell.output().expect("a shell");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let is_message = said.starts_with("maskscope: ") && said.lines().count() == 1 && said.contains(" bytes");
    match output.status.code() {
        Some(0) if said.is_empty() => Ok(None),
        Some(1) if is_message && said.contains("memory") && said.contains("less") => Ok(Some(said)),
        _ => Err(format!("{line} with {megabytes} MB: {}, {said}", output.status)),
    }
}

/// Fails where a command ends in another way with any of the limits; leaves nothing behind.
fn assert_all_end_well(folder: &Path, limits: &[u32], lines: &[&str]) {
    let mut faults = Vec::new();
    for line in lines {
        for &megabytes in limits {
            let ended = ended(folder, megabytes, line);
            eprintln!("{megabytes:>5} MB  {line}: {ended:?}");
            faults.extend(ended.err());
            let made = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
            for path in made.filter(|path| path.to_string_lossy().contains("out.")) {
                fs::remove_file(path).expect("it was made now");
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    let left = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").file_name());
    let torn: Vec<_> = left.filter(|name| name.to_string_lossy().starts_with(".maskscope")).collect();
    assert!(torn.is_empty(), "{torn:?}");
}

/// One bit for each pixel, all of them set.
fn write_bits(folder: &Path) {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, SIDE, SIDE);
    encoder.set_depth(png::BitDepth::One);
    let rows = vec![0xFF; 1 << 23];
    encoder.write_header().and_then(|mut writer| writer.write_image_data(&rows)).expect("a PNG in memory");
    fs::write(folder.join("bits.png"), bytes).expect("a file");
}

/// 64 frames of 1,024 × 1,024, each of them changed in one pixel.
fn write_frames(folder: &Path) {
    let mut bytes = Vec::new();
    let mut encoder = gif::Encoder::new(&mut bytes, 1_024, 1_024, &[0, 0, 0, 255, 255, 255]).expect("a GIF");
    for _ in 0..64 {
        let frame = gif::Frame { width: 1, height: 1, buffer: vec![1].into(), ..gif::Frame::default() };
        encoder.write_frame(&frame).expect("a frame in memory");
    }
    drop(encoder);
    fs::write(folder.join("frames.gif"), bytes).expect("a file");
}

fn write_small(folder: &Path) {
    image::RgbaImage::new(1_024, 1_024).save(folder.join("small.png")).expect("a PNG");
}

#[test]
fn commands_that_lack_memory_end_with_a_message() {
    let folder = tempfile::tempdir().expect("a folder");
    write_bits(folder.path());
    write_frames(folder.path());
    write_small(folder.path());
    let lines = [
        "mask bits.png -o out.png",
        "check bits.png bits.png",
        "check small.png small.png --mask-image bits.png",
        "mask frames.gif --all-frames -o out.png",
        "survey cost small.png small.png",
        "survey winners small.png small.png -o out.png",
        "scans",
    ];
    assert_all_end_well(folder.path(), &[150, 200, 300], &lines);
}

#[test]
fn what_lacks_memory_is_named_with_its_bytes() {
    let folder = tempfile::tempdir().expect("a folder");
    write_bits(folder.path());
    let said = ended(folder.path(), 300, "mask bits.png -o out.png").expect("a message");
    assert_eq!(
        said.as_deref(),
        Some(
            "maskscope: bits.png: decoding 8192 × 8192 px takes 335,544,320 bytes of memory, more than is left; a smaller image takes less\n"
        )
    );
    let said = ended(folder.path(), 250, "order --size 8192x8192 --scan rows -o out.txt").expect("a message");
    assert_eq!(
        said.as_deref(),
        Some(
            "maskscope: a map of the ranks of 8192 × 8192 cells takes 268,435,456 bytes of memory, more than is left; a smaller image takes less\n"
        )
    );
    assert!(!folder.path().join("out.txt").exists());
}

/// Commands with images as large as they may be, in every format that is written here, from little memory to plenty.
#[test]
#[ignore = "it takes an hour and 4 GB of disk: run it by hand, with --release"]
fn every_command_ends_well_in_any_memory() {
    let folder = tempfile::tempdir().expect("a folder");
    let (rgb, rgba) = (image::DynamicImage::new_rgb8(SIDE, SIDE), image::DynamicImage::new_rgba8(SIDE, SIDE));
    let checked =
        image::RgbaImage::from_fn(SIDE, SIDE, |x, y| image::Rgba([9, 9, 9, if (x + y) % 2 == 0 { 255 } else { 0 }]));
    checked.save(folder.path().join("checked.png")).expect("a PNG");
    for name in ["rgb.png", "rgb.jpg", "rgb.webp", "rgb.bmp", "rgb.ppm", "rgb.tif"] {
        rgb.save(folder.path().join(name)).expect(name);
    }
    for name in ["rgba.png", "rgba.webp", "rgba.tga", "rgba.qoi", "rgba.tif", "rgba.gif"] {
        rgba.save(folder.path().join(name)).expect(name);
    }
    let mut encoder = jpeg_encoder::Encoder::new_file(folder.path().join("slow.jpg"), 50).expect("a file");
    encoder.set_progressive(true);
    encoder.encode(rgb.as_bytes(), 8_192, 8_192, jpeg_encoder::ColorType::Rgb).expect("a JPEG");
    fs::write(folder.path().join("mask.txt"), ("#.".repeat(4_096) + "\n").repeat(8_192)).expect("a file");
    fs::write(folder.path().join("keys.txt"), "0 right down\n").expect("a file");
    let path: String = (0..1_000_000).map(|step| format!("{step},{},{}\n", step % 900, step % 700)).collect();
    fs::write(folder.path().join("path.csv"), path).expect("a file");
    fs::write(
        folder.path().join("large.scene.json"),
        r#"{"maskscope":1,"a":{"image":"checked.png"},"b":{"image":"checked.png","rotation":10,"position":[5,5]}}"#,
    )
    .expect("a file");
    write_bits(folder.path());
    write_frames(folder.path());
    write_small(folder.path());
    let written = fs::read_dir(folder.path()).expect("a folder").map(|entry| entry.expect("an entry").file_name());
    let images = written
        .map(|name| name.to_string_lossy().into_owned())
        .filter(|name| !name.contains("path") && !name.contains("keys") && !name.contains("scene"));
    let mut lines: Vec<String> = images.map(|name| format!("mask {name} -o out.png")).collect();
    let formats = ["png", "pbm", "pbm-ascii", "txt", "json", "u32", "c", "rs", "js", "py", "gd", "agc"];
    lines.extend(formats.map(|format| format!("mask checked.png -o out.x --format {format}")));
    lines.extend(
        ["png", "svg", "gif", "apng", "txt"].map(|end| format!("order --size 8192x8192 --scan rows -o out.{end}")),
    );
    let scans = Scan::ALL.map(|scan| format!("check checked.png checked.png --at 1,0 --scan {scan}"));
    lines.extend(scans);
    lines.extend(
        ["area", "cost --scan words", "divergence --scan words", "winners --scan rows --scan x", "claim"]
            .map(|kind| format!("survey {kind} small.png small.png -o out.png")),
    );
    lines.extend(
        ["thresholds", "frames", "disagreement"]
            .map(|kind| format!("survey {kind} checked.png checked.png -o out.csv")),
    );
    lines.extend([
        "check checked.png checked.png --key '#090909' --profile pygame --scan words".to_owned(),
        "check bits.png bits.png --mask-image checked.png --scan words".to_owned(),
        "check frames.gif frames.gif --frame merged --scan words".to_owned(),
        "time checked.png checked.png --at 1,0 --scan summed-area".to_owned(),
        "terrain --keys keys.txt --ground checked.png --steps 36000 --json".to_owned(),
        "check --scene large.scene.json --scan words".to_owned(),
        "mask --scene large.scene.json --of b -o out.png".to_owned(),
        "replay large.scene.json --path path.csv".to_owned(),
    ]);
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    assert_all_end_well(folder.path(), &[150, 200, 300, 500, 1_000, 2_000], &lines);
}

/// A session with two clear sprites of `side` px.
fn session(side: u32) -> Session {
    let sprite = || {
        let size = Size::new(side, side);
        let rgba = vec![0; usize::try_from(4 * size.area()).expect("small")];
        Sprite::new("clear", Picture::new(size, rgba, "PNG", true), 0)
    };
    let mut session = Session::default();
    let [a, b] = [sprite(), sprite()];
    session.apply(StageAction::ShowPair { a, b, offset: Offset::default() }.into());
    session
}

fn said(session: &Session) -> Vec<(String, String)> {
    session.messages().iter().map(|message| (message.title.clone(), message.detail.clone())).collect()
}

#[test]
fn a_session_that_lacks_memory_says_so_and_stays_as_it_was() {
    // The answers of a scan take 17 MB, and so does a sprite of 2,048 × 2,048 px.
    give_at_most(12 << 20);
    let mut session = session(1_024);
    session.run_wanted();
    assert_eq!(said(&session), []);

    session.apply(ViewAction::Show(Tab::Survey).into());
    session.run_wanted();
    let refusal = session.derived().published().and_then(Published::refusal).expect("too little memory");
    assert!(refusal.starts_with("A survey of 2047 × 2047 placements takes 16,7"), "{refusal}");

    let stage = session.stage().clone();
    let placed = stage.get(Slot::B).expect("it is shown");
    let placement = Placement { scale: (2.0, 2.0), ..*placed.placement() };
    session.apply(StageAction::Pose { slot: Slot::B, placement }.into());
    assert_eq!(session.stage(), &stage);
    let (title, detail) = said(&session).pop().expect("a message");
    assert_eq!(title, "There is too little memory for this");
    assert!(
        detail.starts_with("Nothing was changed: a sprite turned or scaled to 2048 × 2048 px takes 33,5"),
        "{detail}"
    );
}
