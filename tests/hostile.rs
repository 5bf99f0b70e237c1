//! Every file of a corpus, odd and hostile ones included, gives the right picture or a sentence that names the file and
//! the reason: in the library and on the command line, in time and in little memory.

#[path = "support/hostile/mod.rs"]
mod hostile;

use std::{
    fs,
    path::Path,
    process::{Command, Output},
    thread,
    time::{Duration, Instant},
};

use hostile::{Expected, Hostile, Meant, corpus};
use maskscope::files::{FileError, Limits, load, load_frames};
use maskscope_core::scene::{Frames, Picture};
use serde_json::Value;
use tempfile::TempDir;

/// The longest time a file may take, decoders not being fully optimised in tests.
const PATIENCE: Duration = Duration::from_secs(60);

/// The folder of the written corpus, and the corpus.
fn written() -> (TempDir, Vec<Hostile>) {
    let folder = tempfile::tempdir().expect("a folder");
    let corpus = corpus();
    corpus.iter().for_each(|file| file.write(folder.path()));
    (folder, corpus)
}

/// Finds the fault of each file, in two threads; panics if there are any.
fn judge(corpus: &[Hostile], fault: impl Fn(&Hostile) -> Option<String> + Sync) {
    let judged = |files: &[Hostile]| -> Vec<String> {
        let of_file = |file: &Hostile| {
            let start = Instant::now();
            let fault = fault(file);
            let slow = (start.elapsed() > PATIENCE).then(|| format!("it takes {:?}", start.elapsed()));
            fault.or(slow).map(|fault| format!("{}: {fault}", file.name))
        };
        files.iter().filter_map(of_file).collect()
    };
    let (one, other) = corpus.split_at(corpus.len() / 2);
    let faults = thread::scope(|scope| {
        let other = scope.spawn(|| judged(other));
        [judged(one), other.join().expect("no panic")].concat()
    });
    assert!(faults.is_empty(), "{} of {} files:\n{}", faults.len(), corpus.len(), faults.join("\n"));
}

/// Describes the first difference between `picture` and the picture that is `meant`.
fn difference(picture: &Picture, meant: &Meant) -> Option<String> {
    let size = (picture.size().width, picture.size().height);
    if size != (meant.width, meant.height()) || picture.has_alpha != meant.has_alpha {
        return Some(format!("it is {size:?}, and has alpha: {}", picture.has_alpha));
    }
    let is_near = |seen: &[u8; 4], meant_pixel: &[u8; 4]| {
        let mut colours = seen[..3].iter().zip(&meant_pixel[..3]);
        seen[3] == meant_pixel[3]
            && (seen[3] == 0 || colours.all(|(one, other)| one.abs_diff(*other) <= meant.tolerance))
    };
    let seen = picture.rgba().as_chunks().0;
    let place = seen.iter().zip(&meant.pixels).position(|(seen, meant)| !is_near(seen, meant))?;
    Some(format!("pixel {place} is {:?}, not {:?}", seen[place], meant.pixels[place]))
}

/// Describes the fault of the sentence that refuses `file`, if it has one.
fn misworded(message: &str, file: &Hostile, why: &str) -> Option<String> {
    let reason = message.split_once(&format!("{}: ", file.name)).map(|(_, reason)| reason);
    let is_right = reason.is_some_and(|reason| reason.contains(why));
    (!is_right).then(|| format!("it is refused: {message}"))
}

fn fault_of_frames(file: &Hostile, read: Result<Frames, FileError>) -> Option<String> {
    match (read, &file.expected) {
        (Ok(frames), Expected::Picture(meant)) => {
            let count = frames.all().len();
            let miscounted = (count != meant.frames).then(|| format!("it has {count} frames"));
            miscounted.or_else(|| difference(&frames.first().picture, meant))
        }
        (Ok(frames), Expected::Refusal(_)) => Some(format!("it is read: {:?}", frames.first().picture)),
        (Err(error), Expected::Picture(_)) => Some(error.to_string()),
        (Err(error), Expected::Refusal(why)) => misworded(&error.to_string(), file, why),
        (_, Expected::Either) => None,
    }
}

#[test]
fn every_file_is_read_right_or_refused() {
    let (folder, corpus) = written();
    let limits = Limits::default();
    judge(&corpus, |file| fault_of_frames(file, load_frames(&folder.path().join(&file.name), &limits)));
}

#[test]
fn the_first_image_alone_is_read_or_refused() {
    let (folder, mut corpus) = written();
    // An atlas is not an image.
    corpus.retain(|file| file.beside.is_empty());
    judge(&corpus, |file| {
        let read = load(&folder.path().join(&file.name), &Limits::default());
        let message = read.err()?.to_string();
        match &file.expected {
            Expected::Picture(_) => Some(message),
            Expected::Refusal(_) | Expected::Either => {
                misworded(&message, file, "it ").and_then(|_| misworded(&message, file, "this is a text file"))
            }
        }
    });
}

/// Writes the corpus into the folder `KEEP_CORPUS`, for other readers of images.
#[test]
#[ignore = "writes what KEEP_CORPUS names, and checks nothing"]
fn only_by_hand_the_corpus_is_kept() {
    let folder = std::env::var_os("KEEP_CORPUS").expect("KEEP_CORPUS names a folder");
    let folder = Path::new(&folder);
    fs::create_dir_all(folder).expect("a folder");
    let mut table = "file\twidth\theight\tframes\tsolid\n".to_owned();
    for file in corpus() {
        file.write(folder);
        if let Expected::Picture(meant) = &file.expected {
            let numbers = [meant.width.into(), meant.height().into(), meant.frames as u64, meant.solid()];
            let numbers = numbers.map(|number| number.to_string()).join("\t");
            table.push_str(&format!("{}\t{numbers}\n", file.name));
        }
    }
    fs::write(folder.join("table.tsv"), table).expect("a file");
}

/// Runs the program and returns its output.
fn answered(folder: &Path, arguments: &[&str]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_maskscope"));
    program.current_dir(folder).args(arguments).output().expect("it runs")
}

/// The sentence on standard error if the program has failed properly; otherwise a description of the fault.
fn refusal(output: &Output) -> Result<String, String> {
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    let is_one_line = message.starts_with("maskscope: ") && message.lines().count() == 1;
    if output.status.code() == Some(1) && is_one_line && output.stdout.is_empty() {
        Ok(message)
    } else {
        Err(format!("{}: {message}", output.status))
    }
}

fn fault_of_check(file: &Hostile, output: &Output) -> Option<String> {
    if output.status.success() {
        let answer: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let found = ["width", "height", "set_bits"].map(|field| answer["a"][field].as_u64().expect("a number"));
        return match &file.expected {
            Expected::Picture(meant) => {
                let expected = [meant.width.into(), meant.height().into(), meant.solid()];
                let is_right =
                    found == expected && answer["overlap_area"] == meant.solid() && answer["b"] == answer["a"];
                (!is_right).then(|| format!("check says {answer}"))
            }
            Expected::Refusal(_) => Some(format!("check says {answer}")),
            Expected::Either => None,
        };
    }
    match (refusal(output), &file.expected) {
        (Ok(message), Expected::Refusal(why)) => misworded(&message, file, why),
        (Ok(message), Expected::Either) => misworded(&message, file, "it "),
        (Ok(message) | Err(message), _) => Some(message),
    }
}

#[test]
fn check_gives_the_right_numbers_or_says_why_not() {
    let (folder, corpus) = written();
    judge(&corpus, |file| {
        let output = answered(folder.path(), &["check", &file.name, &file.name, "--json"]);
        fault_of_check(file, &output)
    });
    assert_little_memory();
}

#[test]
fn mask_writes_what_is_solid_or_says_why_not() {
    let (folder, corpus) = written();
    judge(&corpus, |file| {
        let target = format!("{}.mask.txt", file.name);
        let output = answered(folder.path(), &["mask", &file.name, "-o", &target]);
        let mask = fs::read_to_string(folder.path().join(&target)).ok();
        match (&file.expected, mask) {
            (Expected::Picture(meant), Some(mask)) => {
                let solid = |pixel: &[u8; 4]| if pixel[3] > 0 || !meant.has_alpha { '#' } else { '.' };
                let meant: String = meant.pixels.iter().map(solid).collect();
                (mask.replace('\n', "") != meant).then_some(mask)
            }
            (Expected::Refusal(why), None) => {
                refusal(&output).map_or_else(Some, |message| misworded(&message, file, why))
            }
            (Expected::Either, None) => refusal(&output).err(),
            (Expected::Either, Some(_)) => None,
            (_, mask) => Some(format!("{}: {mask:?}", output.status)),
        }
    });
    assert_little_memory();
}

/// Asserts that neither this process nor one that it has started has used more memory than any file may.
#[cfg(unix)]
fn assert_little_memory() {
    use nix::sys::resource::{UsageWho, getrusage};
    const LIMIT: i64 = 3 << 29;
    // Linux counts KiB, macOS bytes.
    let unit = if cfg!(target_os = "macos") { 1 } else { 1_024 };
    for who in [UsageWho::RUSAGE_SELF, UsageWho::RUSAGE_CHILDREN] {
        let peak = unit * getrusage(who).expect("it is counted").max_rss();
        eprintln!("{who:?}: {} MiB at most", peak >> 20);
        assert!(peak < LIMIT, "{who:?}: {peak} bytes");
    }
}

#[cfg(not(unix))]
fn assert_little_memory() {}

/// Files with the largest number of pixels that the limits allow; no file or decoder has to be the largest of its kind.
mod at_the_limit {
    use std::io::Write as _;

    use image::{ExtendedColorType, ImageEncoder, codecs};

    use super::*;

    const SIDE: u32 = 8_192;

    /// Writes pixels in a format.
    type Write = fn(&mut Vec<u8>, &[u8], ExtendedColorType) -> image::ImageResult<()>;

    const FORMATS: [(&str, ExtendedColorType, Write); 12] = [
        ("RGBA of 16 bits.png", ExtendedColorType::Rgba16, png),
        ("RGBA.png", ExtendedColorType::Rgba8, png),
        ("RGB of 16 bits.png", ExtendedColorType::Rgb16, png),
        ("RGBA.webp", ExtendedColorType::Rgba8, |out, pixels, colour| {
            codecs::webp::WebPEncoder::new_lossless(out).write_image(pixels, SIDE, SIDE, colour)
        }),
        ("RGB.webp", ExtendedColorType::Rgb8, |out, pixels, colour| {
            codecs::webp::WebPEncoder::new_lossless(out).write_image(pixels, SIDE, SIDE, colour)
        }),
        ("RGBA.bmp", ExtendedColorType::Rgba8, |out, pixels, colour| {
            codecs::bmp::BmpEncoder::new(out).write_image(pixels, SIDE, SIDE, colour)
        }),
        ("RGBA.tga", ExtendedColorType::Rgba8, |out, pixels, colour| {
            codecs::tga::TgaEncoder::new(out).write_image(pixels, SIDE, SIDE, colour)
        }),
        ("RGBA.qoi", ExtendedColorType::Rgba8, |out, pixels, colour| {
            codecs::qoi::QoiEncoder::new(out).write_image(pixels, SIDE, SIDE, colour)
        }),
        ("RGBA.tif", ExtendedColorType::Rgba8, tiff),
        ("RGBA of 16 bits.tif", ExtendedColorType::Rgba16, tiff),
        ("RGB.jpg", ExtendedColorType::Rgb8, |out, pixels, colour| {
            codecs::jpeg::JpegEncoder::new(out).write_image(pixels, SIDE, SIDE, colour)
        }),
        ("RGB, progressive.jpg", ExtendedColorType::Rgb8, |out, pixels, _| {
            let mut encoder = jpeg_encoder::Encoder::new(out, 50);
            encoder.set_progressive(true);
            encoder.set_sampling_factor(jpeg_encoder::SamplingFactor::F_1_1);
            let side = u16::try_from(SIDE).expect("16 bits");
            encoder.encode(pixels, side, side, jpeg_encoder::ColorType::Rgb).expect("a JPEG");
            Ok(())
        }),
    ];

    fn png(out: &mut Vec<u8>, pixels: &[u8], colour: ExtendedColorType) -> image::ImageResult<()> {
        codecs::png::PngEncoder::new(out).write_image(pixels, SIDE, SIDE, colour)
    }

    fn tiff(out: &mut Vec<u8>, pixels: &[u8], colour: ExtendedColorType) -> image::ImageResult<()> {
        codecs::tiff::TiffEncoder::new(std::io::Cursor::new(out)).write_image(pixels, SIDE, SIDE, colour)
    }

    /// Bytes that are 0, but for a few runs.
    fn pixels(colour: ExtendedColorType) -> Vec<u8> {
        let bytes = u64::from(SIDE).pow(2) * u64::from(colour.bits_per_pixel()) / 8;
        let byte = |n: u64| if n % 4_099 < 16 { u8::try_from(n * n % 251).expect("a byte") } else { 0 };
        (0..bytes).map(byte).collect()
    }

    /// Runs the scan *rows* with `name` as A and as B under GNU time, which measures one process alone; returns the
    /// output and the measurement.
    fn measured(folder: &Path, name: &str) -> (Output, String) {
        let mut program = Command::new("/usr/bin/time");
        program.current_dir(folder).args(["-f", "%e s, %U s of it computing, %M KiB", env!("CARGO_BIN_EXE_maskscope")]);
        let output = program.args(["check", name, name, "--scan", "rows"]).output().expect("GNU time");
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        (output, message)
    }

    #[test]
    #[ignore = "takes minutes, and needs GNU time"]
    fn only_by_hand_pixels_as_many_as_may_be_are_read_in_time_and_in_little_memory() {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, colour, write) in FORMATS {
            let mut bytes = Vec::new();
            write(&mut bytes, &pixels(colour), colour).expect("an image in memory");
            fs::write(folder.path().join(name), &bytes).expect("a file");
            let (output, message) = measured(folder.path(), name);
            let _ = writeln!(std::io::stderr(), "{name}, {} MB: {}", bytes.len() / 1_000_000, message.trim());
            assert!(output.status.success() || message.contains("--max-"), "{name}: {message}");
            let peak =
                message.rsplit_once(", ").and_then(|(_, peak)| peak.trim().strip_suffix(" KiB")?.parse::<u64>().ok());
            assert!(peak.expect("a number") < 3 << 19, "{name}: {message}");
            fs::remove_file(folder.path().join(name)).expect("it is there");
        }
    }
}
