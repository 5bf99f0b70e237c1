//! All frames of an image, each as it is displayed and with its duration, or a message.

use std::{
    borrow::Cow,
    fs,
    io::{Cursor, Write},
    path::Path,
    time::Duration,
};

use image::{DynamicImage, ImageFormat, RgbaImage};
use maskscope::files::{FileError, Limits, Reason, decode, decode_frames, load_frames, load_layers};
use maskscope_core::{
    geom::Size,
    scene::{Frames, Picture, PictureFormat},
};

/// The colours of the digits 1 to 5.
const COLOURS: [[u8; 3]; 5] = [[200, 40, 10], [10, 90, 250], [30, 160, 60], [250, 210, 40], [90, 20, 120]];

/// The treatment of a part after it was shown.
#[derive(Clone, Copy, PartialEq)]
enum Disposal {
    Keep,
    Clear,
    Restore,
}
use Disposal::{Clear, Keep, Restore};

/// A part of the canvas, as rows of digits; a dot is clear.
struct Part<'a> {
    at: (u8, u8),
    rows: &'a [&'a str],
    disposal: Disposal,
    /// True if it replaces the pixels below instead of covering them.
    replaces: bool,
    centiseconds: u16,
}

fn part<'a>(at: (u8, u8), rows: &'a [&'a str], disposal: Disposal) -> Part<'a> {
    Part { at, rows, disposal, replaces: false, centiseconds: 10 }
}

impl Part<'_> {
    fn width(&self) -> u8 {
        u8::try_from(self.rows[0].len()).expect("small")
    }

    fn height(&self) -> u8 {
        u8::try_from(self.rows.len()).expect("small")
    }

    /// The digits; 0 for a dot.
    fn indices(&self) -> Vec<u8> {
        self.rows.iter().flat_map(|row| row.bytes()).map(|digit| if digit == b'.' { 0 } else { digit - b'0' }).collect()
    }

    fn rgba(&self) -> Vec<u8> {
        let pixel = |index: u8| match usize::from(index).checked_sub(1) {
            Some(n) => [COLOURS[n][0], COLOURS[n][1], COLOURS[n][2], 255],
            None => [0; 4],
        };
        self.indices().into_iter().flat_map(pixel).collect()
    }
}

fn gif(width: u8, height: u8, parts: &[Part<'_>]) -> Vec<u8> {
    let palette: Vec<u8> = [[0; 3]].into_iter().chain(COLOURS).flatten().collect();
    let mut bytes = Vec::new();
    let mut encoder = gif::Encoder::new(&mut bytes, width.into(), height.into(), &palette).expect("a GIF");
    for part in parts {
        let indices = part.indices();
        let frame = gif::Frame {
            left: part.at.0.into(),
            top: part.at.1.into(),
            width: part.width().into(),
            height: part.height().into(),
            delay: part.centiseconds,
            transparent: indices.contains(&0).then_some(0),
            dispose: match part.disposal {
                Keep => gif::DisposalMethod::Keep,
                Clear => gif::DisposalMethod::Background,
                Restore => gif::DisposalMethod::Previous,
            },
            buffer: Cow::Owned(indices),
            ..gif::Frame::default()
        };
        encoder.write_frame(&frame).expect("a frame");
    }
    drop(encoder);
    bytes
}

/// Encodes an animated PNG; `default` is an additional image for viewers without animation.
fn apng(width: u8, height: u8, default: Option<&[&str]>, parts: &[Part<'_>]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width.into(), height.into());
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_animated(u32::try_from(parts.len()).expect("few"), 0).expect("frames");
    encoder.set_sep_def_img(default.is_some()).expect("animated");
    let mut writer = encoder.write_header().expect("a PNG");
    if let Some(rows) = default {
        writer.write_image_data(&part((0, 0), rows, Keep).rgba()).expect("an image");
    }
    for part in parts {
        writer.set_frame_dimension(part.width().into(), part.height().into()).expect("a size");
        writer.set_frame_position(part.at.0.into(), part.at.1.into()).expect("a place");
        writer.set_frame_delay(part.centiseconds, 100).expect("a delay");
        writer.set_blend_op(if part.replaces { png::BlendOp::Source } else { png::BlendOp::Over }).expect("a blend");
        let disposal = match part.disposal {
            Keep => png::DisposeOp::None,
            Clear => png::DisposeOp::Background,
            Restore => png::DisposeOp::Previous,
        };
        writer.set_dispose_op(disposal).expect("a disposal");
        writer.write_image_data(&part.rgba()).expect("a frame");
    }
    writer.finish().expect("a PNG");
    bytes
}

/// Encodes a chunk of a WebP.
fn chunk(kind: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let length = u32::try_from(data.len()).expect("short").to_le_bytes();
    [kind.as_slice(), &length, data, &vec![0; data.len() % 2]].concat()
}

/// Encodes an animated WebP of lossless frames; the `image` crate writes each of them.
fn webp(width: u8, height: u8, parts: &[Part<'_>]) -> Vec<u8> {
    const ANIMATED_WITH_ALPHA: u8 = 0x12;
    let mut chunks = b"WEBP".to_vec();
    chunks.extend(chunk(b"VP8X", &[ANIMATED_WITH_ALPHA, 0, 0, 0, width - 1, 0, 0, height - 1, 0, 0]));
    chunks.extend(chunk(b"ANIM", &[0; 6]));
    for part in parts {
        let image = RgbaImage::from_raw(part.width().into(), part.height().into(), part.rgba()).expect("its pixels");
        let mut still = Cursor::new(Vec::new());
        DynamicImage::from(image).write_to(&mut still, ImageFormat::WebP).expect("a WebP");
        assert!(part.at.0 % 2 == 0 && part.at.1 % 2 == 0, "a WebP stores half of each coordinate");
        let place = [part.at.0 / 2, 0, 0, part.at.1 / 2, 0, 0, part.width() - 1, 0, 0, part.height() - 1, 0, 0];
        let millis = u32::from(part.centiseconds * 10).to_le_bytes();
        let flags = u8::from(part.disposal == Clear) | u8::from(part.replaces) << 1;
        chunks.extend(chunk(b"ANMF", &[&place, &millis[..3], &[flags], &still.get_ref()[12..]].concat()));
    }
    chunk(b"RIFF", &chunks)
}

fn frames(bytes: &[u8]) -> Result<Frames, FileError> {
    decode_frames(bytes, Path::new("film"), &Limits::default())
}

/// Returns the rows of a picture as the digits of its colours.
fn grid(picture: &Picture) -> Vec<String> {
    let digit = |pixel: &[u8; 4]| match pixel {
        [_, _, _, 0] => '.',
        [r, g, b, 255] => {
            COLOURS.iter().zip('1'..).find(|(colour, _)| **colour == [*r, *g, *b]).map_or('?', |(_, n)| n)
        }
        _ => '?',
    };
    let digits: Vec<char> = picture.rgba().as_chunks().0.iter().map(digit).collect();
    digits.chunks(picture.size().width as usize).map(|row| row.iter().collect()).collect()
}

/// Returns the picture of each frame.
fn seen(bytes: &[u8]) -> Vec<Vec<String>> {
    frames(bytes).expect("an animation").all().iter().map(|frame| grid(&frame.picture)).collect()
}

#[test]
fn gif_and_apng_dispose_of_each_part_in_its_own_area() {
    let parts = [
        part((0, 0), &["11", "11"], Keep),
        part((2, 0), &["22", ".2"], Clear),
        part((2, 0), &["33", "3."], Restore),
        part((0, 0), &["4"], Keep),
        part((0, 0), &["....5.", "......"], Keep),
    ];
    let expected =
        [["11....", "11...."], ["1122..", "11.2.."], ["1133..", "113..."], ["41....", "11...."], ["41..5.", "11...."]];
    assert_eq!(seen(&gif(6, 2, &parts)), expected);
    assert_eq!(seen(&apng(6, 2, Some(&["555555", "555555"]), &parts)), expected);
}

#[test]
fn webp_disposes_of_each_part_in_its_own_area() {
    let parts = [
        part((0, 0), &["11", "11"], Keep),
        part((2, 0), &["22", ".2"], Clear),
        part((0, 0), &["....5.", "......"], Keep),
        Part { replaces: true, ..part((0, 0), &[".4"], Keep) },
    ];
    let expected = [["11....", "11...."], ["1122..", "11.2.."], ["11..5.", "11...."], [".4..5.", "11...."]];
    assert_eq!(seen(&webp(6, 2, &parts)), expected);
}

#[test]
fn a_part_of_a_webp_lies_at_its_column_and_row() {
    let parts = [part((0, 0), &["1", "1"], Keep), part((2, 4), &["23"], Clear), part((4, 2), &["4", "5"], Keep)];
    let expected = [
        ["1.....", "1.....", "......", "......", "......"],
        ["1.....", "1.....", "......", "......", "..23.."],
        ["1.....", "1.....", "....4.", "....5.", "......"],
    ];
    assert_eq!(seen(&webp(6, 5, &parts)), expected);
}

#[test]
fn a_part_of_an_apng_replaces_or_is_drawn_over() {
    let first = || part((0, 0), &["111", "111"], Keep);
    let second = |replaces| Part { replaces, ..part((1, 0), &[".2"], Keep) };
    assert_eq!(seen(&apng(3, 2, None, &[first(), second(false)]))[1], ["112", "111"]);
    assert_eq!(seen(&apng(3, 2, None, &[first(), second(true)]))[1], ["1.2", "111"]);
}

#[test]
fn the_default_image_of_an_apng_is_a_frame_only_where_it_says_so() {
    let parts = [part((0, 0), &["22"], Keep), part((0, 0), &["33"], Keep)];
    let apart = apng(2, 1, Some(&["11"]), &parts);
    assert_eq!(seen(&apart), [["22"], ["33"]]);
    let default = decode(&apart, Path::new("film"), &Limits::default()).expect("an image");
    assert_eq!(grid(&default), ["11"]);
    assert_eq!(seen(&apng(2, 1, None, &parts)), [["22"], ["33"]]);

    let mut damaged = apart;
    let data = damaged.windows(4).position(|kind| kind == b"IDAT").expect("a default image") + 4;
    damaged[data] ^= 0xFF;
    assert!(frames(&damaged).is_err(), "a damaged default image counts");
}

#[test]
fn an_apng_of_sixteen_bits_is_rounded_as_a_png_is() {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 2, 1);
    encoder.set_color(png::ColorType::GrayscaleAlpha);
    encoder.set_depth(png::BitDepth::Sixteen);
    encoder.set_animated(1, 0).expect("frames");
    let mut writer = encoder.write_header().expect("a PNG");
    let samples = [0x1234_u16, 128, 385, 65_535];
    writer.write_image_data(&samples.map(u16::to_be_bytes).concat()).expect("a frame");
    writer.finish().expect("a PNG");
    let frames = frames(&bytes).expect("an animation");
    assert_eq!(frames.all()[0].picture.rgba(), [18, 18, 18, 0, 1, 1, 1, 255]);
    let still = decode(&bytes, Path::new("film"), &Limits::default()).expect("an image");
    assert_eq!(frames.all()[0].picture.rgba(), still.rgba());
}

#[test]
fn durations_are_what_the_file_says() {
    let parts = [0, 1, 7, 250].map(|centiseconds| Part { centiseconds, ..part((0, 0), &["12"], Keep) });
    for bytes in [gif(2, 1, &parts), apng(2, 1, None, &parts), webp(2, 1, &parts)] {
        let frames = frames(&bytes).expect("an animation");
        let millis: Vec<u128> = frames.all().iter().map(|frame| frame.duration.as_millis()).collect();
        assert_eq!(millis, [0, 10, 70, 2_500]);
        assert!(frames.tags.is_empty() && frames.all().iter().all(|frame| frame.name.is_empty()));
    }
}

#[test]
fn a_part_that_reaches_out_of_a_gif_is_cut() {
    let parts =
        [part((0, 0), &["1111", "1111"], Keep), part((2, 1), &["222", "333"], Clear), part((9, 9), &["4"], Keep)];
    assert_eq!(seen(&gif(4, 2, &parts)), [["1111", "1111"], ["1111", "1122"], ["1111", "11.."]]);
}

#[test]
fn all_frames_have_alpha_or_none() {
    let alpha = |bytes: &[u8]| {
        let frames = frames(bytes).expect("an animation");
        frames.all().iter().map(|frame| frame.picture.has_alpha).collect::<Vec<_>>()
    };
    let (solid, hole) = (|disposal| part((0, 0), &["12"], disposal), || part((0, 0), &["2."], Keep));
    assert_eq!(alpha(&gif(2, 1, &[solid(Keep), solid(Keep)])), [false, false]);
    assert_eq!(alpha(&gif(2, 1, &[solid(Keep), hole()])), [false, false], "nothing shows through");
    assert_eq!(alpha(&gif(2, 1, &[solid(Clear), hole()])), [true, true]);
    assert_eq!(alpha(&apng(2, 1, None, &[solid(Keep), solid(Keep)])), [true, true], "an alpha channel suffices");
}

#[test]
fn a_still_image_is_one_frame() {
    let rows = part((0, 0), &["12.", ".34"], Keep);
    let image = DynamicImage::from(RgbaImage::from_raw(3, 2, rows.rgba()).expect("its pixels"));
    for format in [ImageFormat::Png, ImageFormat::Gif, ImageFormat::WebP, ImageFormat::Bmp, ImageFormat::Qoi] {
        let mut bytes = Cursor::new(Vec::new());
        image.write_to(&mut bytes, format).expect("an image");
        let frames = frames(bytes.get_ref()).expect("an image");
        let still = decode(bytes.get_ref(), Path::new("film"), &Limits::default()).expect("an image");
        assert_eq!(frames.all().len(), 1, "{format:?}");
        assert_eq!((&*frames.all()[0].picture, frames.all()[0].duration), (&still, Duration::ZERO), "{format:?}");
    }
}

#[test]
fn the_picture_of_an_animation_is_its_first_frame() {
    for (name, bytes) in films() {
        let picture = decode(&bytes, Path::new("film"), &Limits::default()).expect("an image");
        // The default image of an APNG need not be one of its frames.
        if grid(&picture) != ["5555", "5555"] || name != "APNG" {
            let frames = frames(&bytes).expect("an animation");
            assert_eq!(picture.rgba(), frames.first().picture.rgba(), "{name}");
        }
    }
}

/// Returns an animation of three frames of 4 × 2 in each format.
fn films() -> Vec<(&'static str, Vec<u8>)> {
    let parts =
        [part((0, 0), &["1122", "1122"], Keep), part((0, 0), &["33", "3."], Clear), part((2, 0), &["4.", ".5"], Keep)];
    let default: &[&str] = &["5555", "5555"];
    vec![
        ("GIF", gif(4, 2, &parts)),
        ("APNG", apng(4, 2, None, &parts)),
        ("APNG", apng(4, 2, Some(default), &parts)),
        ("WebP", webp(4, 2, &parts)),
        ("Aseprite", {
            let cels =
                [layer(true, 0, false), cel(0, &parts[0], (4, 2)), layer(true, 0, false), cel(1, &parts[1], (2, 2))];
            let mut bytes = aseprite(4, 2, &cels);
            let frame = bytes.split_off(128);
            bytes[6] = 3;
            [bytes, frame.repeat(3)].concat()
        }),
    ]
}

#[test]
fn the_limit_is_on_the_pixels_of_all_frames() {
    for (name, bytes) in films() {
        let decoded =
            |max_pixels| decode_frames(&bytes, Path::new("film"), &Limits { max_pixels, ..Limits::default() });
        assert_eq!(decoded(24).expect("limits are inclusive").all().len(), 3, "{name}");
        assert_eq!(
            decoded(23).expect_err("too many").to_string(),
            "film: its 3 frames have 24 px together, the limit is 23; --max-pixels raises it"
        );
        assert!(matches!(decoded(7).map_err(|error| error.reason), Err(Reason::TooManyPixels { .. })), "{name}");
    }
}

#[test]
fn too_many_frames_are_refused_however_small() {
    let pixel = || part((0, 0), &["1"], Keep);
    let most: Vec<Part<'_>> = std::iter::repeat_with(pixel).take(Frames::MOST + 1).collect();
    assert_eq!(
        frames(&gif(1, 1, &most)).expect_err("too many").to_string(),
        "film: it has 65,537 frames, at most 65,536 are read"
    );
}

#[test]
fn an_animation_cut_short_is_refused_or_whole() {
    for (name, bytes) in films() {
        let whole = frames(&bytes).expect("an animation");
        assert_eq!((whole.all().len(), whole.all()[0].picture.size()), (3, Size::new(4, 2)));
        assert!(whole.all().iter().all(|frame| frame.picture.format.to_string() == name));
        let mut refused = 0;
        for length in 0..bytes.len() {
            match frames(&bytes[..length]) {
                Ok(frames) => assert!(frames == whole, "{name}: {length} of {} bytes give other frames", bytes.len()),
                Err(_) => refused += 1,
            }
        }
        assert!(refused > bytes.len() - 20, "{name}: only {refused} of {} lengths are refused", bytes.len());
    }
    let (_, gif) = films().swap_remove(0);
    assert!(matches!(
        frames(&gif[..gif.len() - 1]).map_err(|error| error.reason),
        Err(Reason::CutShort(PictureFormat::Gif))
    ));
}

#[test]
fn a_damaged_byte_of_an_animation_never_ends_the_program() {
    for (_, bytes) in films() {
        for place in 0..bytes.len() {
            for flip in [0x01, 0x02, 0x80, 0xFF] {
                let mut damaged = bytes.clone();
                damaged[place] ^= flip;
                let limits = Limits { max_side: 1_000, max_pixels: 100_000, ..Limits::default() };
                // Either result is fine, as long as nothing panics.
                let _ = decode_frames(&damaged, Path::new("film"), &limits);
            }
        }
    }
}

/// Encodes an Aseprite file of RGBA with these chunks in its only frame.
fn aseprite(width: u16, height: u16, chunks: &[(u16, Vec<u8>)]) -> Vec<u8> {
    aseprite_of(1, width, height, chunks)
}

/// Encodes an Aseprite file of RGBA with these chunks in the first of `frames` frames.
pub fn aseprite_of(frames: u16, width: u16, height: u16, chunks: &[(u16, Vec<u8>)]) -> Vec<u8> {
    let mut frame = Vec::new();
    for (kind, data) in chunks {
        let length = u32::try_from(data.len() + 6).expect("short").to_le_bytes();
        frame.extend([&length, kind.to_le_bytes().as_slice(), data].concat());
    }
    let count = u16::try_from(chunks.len()).expect("few").to_le_bytes();
    let length = u32::try_from(frame.len() + 16).expect("short").to_le_bytes();
    let frame_header = [&length, [0xFA, 0xF1].as_slice(), &count, &100_u16.to_le_bytes(), &[0; 6]].concat();
    let size = [width.to_le_bytes(), height.to_le_bytes()].concat();
    let mut header = [[0; 4].as_slice(), &[0xE0, 0xA5], &frames.to_le_bytes(), &size, &[32, 0, 1, 0, 0, 0]].concat();
    header.resize(128, 0);
    let empty = [&16_u32.to_le_bytes(), [0xFA, 0xF1].as_slice(), &[0; 10]].concat();
    [header, frame_header, frame, empty.repeat(usize::from(frames) - 1)].concat()
}

/// Encodes a layer: visible or hidden, at a level of nesting, a group or a plain layer.
pub fn layer(is_visible: bool, level: u8, is_group: bool) -> (u16, Vec<u8>) {
    let head = [u8::from(is_visible), 0, u8::from(is_group), 0, level, 0, 0, 0, 0, 0, 0, 0, 255, 0, 0, 0];
    (0x2004, [head.as_slice(), &[1, 0, b'L']].concat())
}

/// Encodes a compressed cel on `layer` that claims `declared` columns and rows.
fn cel(layer: u8, part: &Part<'_>, declared: (u16, u16)) -> (u16, Vec<u8>) {
    let mut packed = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::default());
    packed.write_all(&part.rgba()).expect("in memory");
    let head = [layer, 0, part.at.0, 0, part.at.1, 0, 255, 2, 0, 0, 0, 0, 0, 0, 0, 0];
    let declared = [declared.0.to_le_bytes(), declared.1.to_le_bytes()].concat();
    (0x2005, [head.as_slice(), &declared, &packed.finish().expect("in memory")].concat())
}

#[test]
fn the_visible_layers_of_an_aseprite_file_are_put_together() {
    let (low, high) = (part((0, 0), &["111", "111"], Keep), part((1, 1), &["2."], Keep));
    let hidden = part((0, 0), &["333", "333"], Keep);
    let bytes = aseprite(
        4,
        3,
        &[
            layer(true, 0, false),
            layer(false, 0, true),
            layer(true, 1, false),
            layer(true, 0, false),
            cel(0, &low, (3, 2)),
            cel(2, &hidden, (3, 2)),
            cel(3, &high, (2, 1)),
        ],
    );
    assert_eq!(seen(&bytes), [["111.", "121.", "...."]]);
    let first = decode(&bytes, Path::new("film.png"), &Limits::default()).expect("by its content");
    assert_eq!((grid(&first), first.format), (seen(&bytes).swap_remove(0), PictureFormat::Aseprite));
}

#[test]
fn chosen_layers_of_an_aseprite_file_are_drawn_alone() {
    let named = |name: &str, (kind, mut data): (u16, Vec<u8>)| {
        data.truncate(16);
        data.extend(u16::try_from(name.len()).expect("short").to_le_bytes());
        (kind, [data, name.as_bytes().to_vec()].concat())
    };
    let (low, high) = (part((0, 0), &["111", "111"], Keep), part((1, 1), &["2."], Keep));
    let (arm, hand) = (part((0, 0), &["333", "333"], Keep), part((0, 2), &["4"], Keep));
    let chunks = [
        named("base", layer(true, 0, false)),
        named("rig", layer(false, 0, true)),
        named("arm", layer(true, 1, false)),
        named("hand", layer(false, 1, false)),
        named("top", layer(true, 0, false)),
        cel(0, &low, (3, 2)),
        cel(2, &arm, (3, 2)),
        cel(3, &hand, (1, 1)),
        cel(4, &high, (2, 1)),
    ];
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("rig.aseprite");
    fs::write(&path, aseprite(4, 3, &chunks)).expect("the folder can be written");
    let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
    let chosen = |chosen: &[&str]| load_layers(&names(chosen), &path, &Limits::default());
    let grids = |frames: &Frames| frames.all().iter().map(|frame| grid(&frame.picture)).collect::<Vec<_>>();
    for (layers, expected) in [
        (&["base"][..], ["111.", "111.", "...."]),
        (&["top"], ["....", ".2..", "...."]),
        (&["base", "top"], ["111.", "121.", "...."]),
        // Hidden in the file, or in a group that is.
        (&["hand"], ["....", "....", "4..."]),
        (&["arm", "top"], ["333.", "323.", "...."]),
        // A group is as the file shows it, without what is hidden in it.
        (&["rig"], ["333.", "333.", "...."]),
        (&[], ["....", "....", "...."]),
    ] {
        assert_eq!(grids(&chosen(layers).expect("layers of the file")), [expected], "{layers:?}");
    }
    let (whole, rig) = (load_frames(&path, &Limits::default()).expect("a file"), chosen(&["rig"]).expect("a group"));
    assert_eq!([whole.layers.shown(), rig.layers.shown()], [names(&["base", "top"]), names(&["arm"])]);
    assert_eq!([whole.layers.chosen.clone(), rig.layers.chosen], [None, Some(names(&["rig"]))]);
    assert_eq!(whole.layers.without(&names(&["base"])), Ok(names(&["top"])));
    let refused = chosen(&["leg"]).expect_err("no such layer").to_string();
    assert!(refused.ends_with("rig.aseprite: it has no layer 'leg'; it has base, rig and 3 more"), "{refused}");
    fs::write(&path, &films()[0].1).expect("the folder can be written");
    let refused = chosen(&["base"]).expect_err("no layers").to_string();
    assert!(refused.ends_with("rig.aseprite: it has no layers"), "{refused}");
}

#[test]
fn an_aseprite_file_has_durations_and_tags() {
    let torch = include_bytes!("../../samples/torch.aseprite");
    let frames = frames(torch).expect("an animation");
    let millis: Vec<u128> = frames.all().iter().map(|frame| frame.duration.as_millis()).collect();
    assert_eq!(millis, [90, 90, 90, 90, 90, 90, 120, 140, 180, 600]);
    let tags: Vec<_> = frames.tags.iter().map(|tag| (tag.name.as_str(), tag.frames.clone())).collect();
    assert_eq!(tags, [("burn", 0..6), ("fade", 6..10)]);
    let count = |n: usize, wanted: fn(&[u8; 4]) -> bool| {
        let picture: &Picture = &frames.all()[n].picture;
        assert_eq!((picture.size(), picture.has_alpha), (Size::new(24, 40), true));
        picture.rgba().as_chunks().0.iter().filter(|pixel| wanted(pixel)).count()
    };
    assert_eq!(count(0, |[r, g, b, _]| [*r, *g, *b] == [255, 0, 255]), 0, "the sketch is hidden");
    assert!(count(0, |pixel| (1..=60).contains(&pixel[3])) > 100, "the glow is faint, more so by its layer's opacity");
    assert!(count(0, |pixel| *pixel == [0xFF, 0xF7, 0xD2, 255]) > 20, "the flame is bright");
    assert_eq!(count(9, |pixel| (1..=254).contains(&pixel[3])), 0, "the glow is gone");
    assert!(count(9, |pixel| pixel[3] == 255) > 100, "the handle stays: a link to the first frame");
}

#[test]
fn what_an_aseprite_file_says_of_other_things_is_passed_over() {
    let pixels = part((0, 0), &["12", "3."], Keep);
    let plain = [layer(true, 0, false), cel(0, &pixels, (2, 2))];
    let profile =
        |kind: u8, flags: u8, more: &[u8]| (0x2007, [&[kind, 0, flags, 0, 0, 0, 1, 0], &[0; 8][..], more].concat());
    let ping_pong_reverse = [&[1, 0], &[0; 8][..], &[0, 0, 0, 0, 3], &[0; 12], &[1, 0, b't']].concat();
    for other in [profile(1, 1, &[]), profile(2, 0, &[0; 4]), (0x2018, ping_pong_reverse), (0x20FF, vec![1, 2, 3])] {
        let bytes = aseprite(2, 2, &[[other.clone()].as_slice(), &plain].concat());
        assert_eq!(seen(&bytes), [["12", "3."]], "{other:?}");
        let tags = frames(&bytes).expect("an animation").tags;
        assert_eq!(tags.len(), usize::from(other.0 == 0x2018));
    }
}

#[test]
fn a_cel_may_be_drawn_above_higher_layers() {
    let (low, high) = (part((0, 0), &["11"], Keep), part((0, 0), &["2."], Keep));
    let drawn = |z_index: u8| {
        let (kind, mut raised) = cel(0, &low, (2, 1));
        raised[9] = z_index;
        seen(&aseprite(2, 1, &[layer(true, 0, false), layer(true, 0, false), (kind, raised), cel(1, &high, (2, 1))]))
    };
    assert_eq!((drawn(0), drawn(1)), (vec![vec!["21".to_owned()]], vec![vec!["11".to_owned()]]));
}

#[test]
fn tiles_of_an_aseprite_file_are_mirrored_and_turned() {
    const FLIPS: [u32; 3] = [1 << 31, 1 << 30, 1 << 29];
    let zlib = |bytes: &[u8]| {
        let mut packed = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::default());
        packed.write_all(bytes).expect("in memory");
        packed.finish().expect("in memory")
    };
    // The first of the two tiles is empty.
    let tile = part((0, 0), &["12", "3."], Keep);
    let pixels = zlib(&[&[0; 16], tile.rgba().as_slice()].concat());
    let head = [0, 0, 0, 0, 6, 0, 0, 0, 2, 0, 0, 0, 2, 0, 2, 0];
    let set = [head.as_slice(), &[0; 18], &[0; 4], &pixels].concat();
    let (kind, mut of_tiles) = layer(true, 0, false);
    of_tiles[2] = 2;
    let drawn = |tiles: &[u32]| {
        let count = u8::try_from(tiles.len()).expect("few");
        let masks = [0x1FFF_FFFF, FLIPS[0], FLIPS[1], FLIPS[2]].map(u32::to_le_bytes).concat();
        let numbers: Vec<u8> = tiles.iter().flat_map(|tile| tile.to_le_bytes()).collect();
        let head = [0, 0, 0, 0, 0, 0, 255, 3, 0, 0, 0, 0, 0, 0, 0, 0, count, 0, 1, 0, 32, 0];
        let cel = [head.as_slice(), &masks, &[0; 10], &zlib(&numbers)].concat();
        let layer = (kind, [of_tiles.as_slice(), &[0; 4]].concat());
        seen(&aseprite(2 * u16::from(count), 2, &[(0x2023, set.clone()), layer, (0x2005, cel)])).swap_remove(0)
    };
    assert_eq!(drawn(&[0, 1, u32::MAX]), ["..12..", "..3..."]);
    let [across, down, diagonally] = FLIPS;
    assert_eq!(drawn(&[1 | across, 1 | down, 1 | diagonally]), ["213.13", ".3122."]);
    // A quarter turn clockwise moves the bottom left pixel to the top left.
    assert_eq!(drawn(&[1 | across | diagonally]), ["31", ".2"]);
}

#[test]
fn an_aseprite_file_that_contradicts_itself_is_refused() {
    let refusal = |chunks: &[(u16, Vec<u8>)]| frames(&aseprite(4, 3, chunks)).expect_err("refused").to_string();
    let pixels = || part((0, 0), &["11", "11"], Keep);
    let cel_refusal = |width, height| refusal(&[layer(true, 0, false), cel(0, &pixels(), (width, height))]);
    let miscounted = "film: it is a damaged Aseprite image: it has another number of packed pixels than it says";
    assert_eq!(cel_refusal(3, 3), miscounted);
    assert_eq!(cel_refusal(1, 1), miscounted);
    assert!(cel_refusal(65_535, 65_535).contains("--max-pixels"));
    assert_eq!(
        refusal(&[layer(true, 0, false), cel(1, &pixels(), (2, 2))]),
        "film: it is a damaged Aseprite image: a cel is on layer 1 of 1"
    );
    let (kind, mut deep) = layer(true, 0, false);
    deep[4..6].copy_from_slice(&1_000_u16.to_le_bytes());
    assert!(refusal(&[(kind, deep)]).ends_with("nested too deeply"));
    assert!(frames(&aseprite(0, 3, &[])).expect_err("refused").to_string().ends_with("there is nothing in it"));
}
