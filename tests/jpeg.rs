//! A JPEG is the whole picture or none: decoders fill what its scans lack with grey.

use std::path::Path;

use jpeg_encoder::{ColorType, Encoder, SamplingFactor};
use maskscope::files::{Limits, decode};

/// No side is a multiple of 8, and none of 16.
const SIZE: (u16, u16) = (43, 29);

/// A picture with details everywhere.
fn samples(channels: usize) -> Vec<u8> {
    let samples = usize::from(SIZE.0) * usize::from(SIZE.1) * channels;
    (0..samples).map(|n| u8::try_from(n * n % 241 / (1 + n / 700 % 3)).expect("a byte")).collect()
}

/// A JPEG that `set` has set up.
fn encoded(colour: ColorType, set: impl Fn(&mut Encoder<&mut Vec<u8>>)) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, 90);
    set(&mut encoder);
    let channels = match colour {
        ColorType::Luma => 1,
        ColorType::Cmyk => 4,
        _ => 3,
    };
    encoder.encode(&samples(channels), SIZE.0, SIZE.1, colour).expect("a JPEG in memory");
    bytes
}

/// One of each way to lay out scans.
fn kinds() -> Vec<(&'static str, Vec<u8>)> {
    let sampled = |factor| move |encoder: &mut Encoder<&mut Vec<u8>>| encoder.set_sampling_factor(factor);
    vec![
        ("grey", encoded(ColorType::Luma, |_| ())),
        ("three channels alike", encoded(ColorType::Rgb, sampled(SamplingFactor::F_1_1))),
        ("a quarter of the colours", encoded(ColorType::Rgb, sampled(SamplingFactor::F_2_2))),
        ("half of them, upright", encoded(ColorType::Rgb, sampled(SamplingFactor::F_1_2))),
        ("inks", encoded(ColorType::Cmyk, |_| ())),
        ("its own tables", encoded(ColorType::Rgb, |encoder| encoder.set_optimized_huffman_tables(true))),
        ("a restart after every third unit", encoded(ColorType::Rgb, |encoder| encoder.set_restart_interval(3))),
        ("restarts in grey", encoded(ColorType::Luma, |encoder| encoder.set_restart_interval(1))),
        ("four scans", encoded(ColorType::Rgb, |encoder| encoder.set_progressive(true))),
        (
            "many scans with restarts",
            encoded(ColorType::Rgb, |encoder| {
                encoder.set_progressive_scans(20);
                encoder.set_restart_interval(2);
            }),
        ),
        // By libjpeg, in ten scans: of all only these refine what earlier ones began.
        ("scans that refine", include_bytes!("support/seeds/image/refined.jpg").to_vec()),
    ]
}

fn read(bytes: &[u8]) -> Result<(), String> {
    decode(bytes, Path::new("it.jpg"), &Limits::default()).map(drop).map_err(|error| error.to_string())
}

/// Where the data of each scan begins and ends.
fn scans(bytes: &[u8]) -> Vec<(usize, usize)> {
    let mut scans = Vec::new();
    let mut at = 2;
    while bytes[at + 1] != 0xD9 {
        let length = usize::from(u16::from_be_bytes([bytes[at + 2], bytes[at + 3]]));
        let is_scan = bytes[at + 1] == 0xDA;
        at += 2 + length;
        if is_scan {
            let is_end = |pair: &[u8]| pair[0] == 0xFF && pair[1] != 0 && !(0xD0..=0xD7).contains(&pair[1]);
            let end = at + bytes[at..].windows(2).position(is_end).expect("another marker");
            scans.push((at, end));
            at = end;
        }
    }
    scans
}

#[test]
fn each_kind_is_read() {
    for (kind, bytes) in kinds() {
        assert_eq!(read(&bytes), Ok(()), "{kind}");
    }
}

#[test]
fn scans_that_lack_data_are_refused_wherever_it_ends() {
    let mut cuts = 0;
    for (kind, bytes) in kinds() {
        for (scan, (start, end)) in scans(&bytes).into_iter().enumerate() {
            for cut in start..end {
                let lacking = [&bytes[..cut], &bytes[end..]].concat();
                // Half of a stuffed byte makes a marker of what comes next.
                if bytes[cut - 1] == 0xFF && bytes[end] == 0xFF && cut > start {
                    continue;
                }
                let error =
                    read(&lacking).expect_err(&format!("{kind}, scan {scan}, cut at {cut} of {start} to {end}"));
                assert!(error.starts_with("it.jpg: it is a damaged JPEG image: "), "{kind}: {error}");
                cuts += 1;
            }
        }
    }
    assert!(cuts > 10_000, "{cuts} cuts");
}

#[test]
fn a_restart_that_is_lost_is_missed() {
    let bytes = encoded(ColorType::Rgb, |encoder| encoder.set_restart_interval(3));
    let is_restart = |at: &usize| bytes[*at] == 0xFF && (0xD0..=0xD7).contains(&bytes[at + 1]);
    let [first, second, ..] = (0..bytes.len() - 1).filter(is_restart).collect::<Vec<_>>()[..] else {
        panic!("at least two")
    };
    let without = [&bytes[..first], &bytes[second..]].concat();
    let error = read(&without).expect_err("one is missing");
    assert!(error.contains("a restart marker is misplaced"), "{error}");
}

#[test]
fn a_code_that_is_none_is_refused() {
    let bytes = encoded(ColorType::Luma, |_| ());
    let (start, end) = scans(&bytes)[0];
    for at in start..end - 8 {
        // No code consists of ones alone.
        let ones = [0xFF, 0].repeat(8);
        let error = read(&[&bytes[..at], &ones, &bytes[at + 1..]].concat());
        assert!(error.is_err() || bytes[at - 1] == 0xFF, "ones at {at}");
    }
}

#[test]
fn a_channel_without_a_scan_is_missed() {
    let bytes = encoded(ColorType::Rgb, |encoder| encoder.set_progressive(true));
    let scans = scans(&bytes);
    // The first scan holds the means of all channels.
    let (start, end) = scans[0];
    let header = bytes[..start].windows(2).rposition(|pair| pair == [0xFF, 0xDA]).expect("its header");
    let error = read(&[&bytes[..header], &bytes[end..]].concat()).expect_err("no means");
    assert!(error.contains("a channel has no scan"), "{error}");
}

#[test]
fn kinds_that_are_not_decoded_are_not_called_damaged() {
    for (marker, kind) in [(0xC3, "lossless"), (0xC5, "hierarchical"), (0xC9, "arithmetic coding")] {
        let mut bytes = encoded(ColorType::Luma, |_| ());
        let frame = bytes.windows(2).position(|pair| pair == [0xFF, 0xC0]).expect("a frame");
        bytes[frame + 1] = marker;
        let error = read(&bytes).expect_err("not decoded");
        let expected = format!(
            "it.jpg: it is a JPEG image of a kind that is not read here: {kind}; read are baseline and progressive"
        );
        assert_eq!(error, expected);
    }
}
