//! Images of every format, odd and hostile ones included: the right pixels, or a message.

use std::{fs, io::Cursor, path::Path};

use image::{DynamicImage, GrayImage, ImageBuffer, ImageFormat, Luma, Rgb, RgbImage, Rgba, RgbaImage};
use jpeg_encoder::{ColorType, Encoder, SamplingFactor};
use maskscope::files::{Limits, Reason, decode, image_endings, image_formats, load, load_frames};
use maskscope_core::{
    choice::Choice as _,
    geom::Size,
    scene::{Picture, PictureFormat},
};

/// Returns 5 × 4 pixels of few colours, some of them clear; every format with transparency stores them without loss.
fn sprite() -> RgbaImage {
    ImageBuffer::from_fn(5, 4, |x, y| match (x + 2 * y) % 3 {
        0 => Rgba([0, 0, 0, 0]),
        1 => Rgba([200, 40, 10, 255]),
        _ => Rgba([10, 90, 250, 255]),
    })
}

fn encoded(image: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    image.write_to(&mut bytes, format).expect("an image in memory");
    bytes.into_inner()
}

/// The formats that store the sprite without loss, by the extensions that are read.
fn lossless() -> impl Iterator<Item = (ImageFormat, &'static str)> {
    let known = image_endings().filter_map(|ending| Some((ImageFormat::from_extension(ending)?, ending)));
    known.filter(|(format, _)| !matches!(format, ImageFormat::Jpeg | ImageFormat::Pnm))
}

/// The same format by the name of a picture's.
fn format_of(picture: &Picture) -> Option<ImageFormat> {
    ImageFormat::from_extension(picture.format.name().to_lowercase())
}

fn decoded(bytes: &[u8], name: &str) -> Result<Picture, Reason> {
    decode(bytes, Path::new(name), &Limits::default()).map_err(|error| error.reason)
}

fn message(bytes: &[u8], name: &str) -> String {
    decode(bytes, Path::new(name), &Limits::default()).expect_err("not an image").to_string()
}

/// Counts the opaque pixels.
fn opaque(picture: &Picture) -> u64 {
    picture.rgba().chunks(4).filter(|pixel| pixel[3] == 255).count() as u64
}

#[test]
fn every_format_gives_the_same_pixels() {
    let sprite = sprite();
    for (format, name) in lossless() {
        let bytes = encoded(&sprite.clone().into(), format);
        let picture = decoded(&bytes, &format!("sprite.{name}")).expect(name);
        assert_eq!((format_of(&picture), picture.size(), picture.has_alpha), (Some(format), Size::new(5, 4), true));
        let alphas = |rgba: &[u8]| rgba.chunks(4).map(|pixel| pixel[3]).collect::<Vec<_>>();
        assert_eq!(alphas(picture.rgba()), alphas(&sprite), "{name}");
        let solid = |rgba: &[u8]| rgba.chunks(4).filter(|pixel| pixel[3] > 0).map(<[u8]>::to_vec).collect::<Vec<_>>();
        assert_eq!(solid(picture.rgba()), solid(&sprite), "{name}");
    }
}

#[test]
fn the_content_decides_and_not_the_extension() {
    for (format, name) in lossless().filter(|(format, _)| *format != ImageFormat::Tga) {
        let bytes = encoded(&sprite().into(), format);
        for wrong in ["sprite.jpg", "sprite", "sprite.tga", "sprite.txt"] {
            assert_eq!(format_of(&decoded(&bytes, wrong).expect(name)), Some(format), "as {wrong}");
        }
    }
    let tga = encoded(&sprite().into(), ImageFormat::Tga);
    assert_eq!(decoded(&tga, "SPRITE.TGA").expect("by its extension").format, PictureFormat::Tga);
    assert!(matches!(decoded(&tga, "sprite.png"), Err(Reason::UnknownFormat(_))));
}

#[test]
fn images_without_alpha_are_solid_and_say_so() {
    let photo = DynamicImage::from(RgbImage::from_pixel(5, 4, Rgb([120, 130, 140])));
    for format in [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::Gif, ImageFormat::Bmp, ImageFormat::Tiff] {
        let picture = decoded(&encoded(&photo, format), "photo").expect("an image");
        assert!(!picture.has_alpha, "{format:?}");
        assert_eq!(opaque(&picture), 20, "{format:?}");
    }
    let grey = decoded(&encoded(&GrayImage::new(3, 2).into(), ImageFormat::Png), "grey").expect("an image");
    assert_eq!((grey.has_alpha, grey.pixel(2, 1)), (false, Some([0, 0, 0, 255])));
}

#[test]
fn sixteen_bits_become_eight_by_one_rule() {
    let alphas: [u16; 6] = [0, 128, 129, 385, 386, 65_535];
    let deep = ImageBuffer::from_fn(6, 1, |x, _| Rgba([0, 0, 0, alphas[usize::try_from(x).expect("small")]]));
    for format in [ImageFormat::Png, ImageFormat::Tiff] {
        let picture = decoded(&encoded(&DynamicImage::ImageRgba16(deep.clone()), format), "deep").expect("an image");
        let eight: Vec<u8> = picture.rgba().chunks(4).map(|pixel| pixel[3]).collect();
        assert_eq!(eight, [0, 0, 1, 1, 2, 255], "{format:?}");
    }
    let grey: ImageBuffer<Luma<u16>, _> = ImageBuffer::from_pixel(2, 2, Luma([65_535]));
    let picture = decoded(&encoded(&DynamicImage::ImageLuma16(grey), ImageFormat::Png), "deep").expect("an image");
    assert_eq!(picture.pixel(0, 0), Some([255; 4]));
}

#[test]
fn the_first_frame_of_an_animation_counts() {
    let mut bytes = Vec::new();
    let mut encoder = image::codecs::gif::GifEncoder::new(&mut bytes);
    let frames = [sprite(), RgbaImage::new(5, 4)].map(image::Frame::new);
    encoder.encode_frames(frames).expect("an animation in memory");
    drop(encoder);
    let picture = decoded(&bytes, "animation").expect("an image");
    assert_eq!(opaque(&picture), sprite().pixels().filter(|pixel| pixel[3] == 255).count() as u64);
}

/// Encodes a chunk of a PNG.
fn chunk(kind: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let crc = kind.iter().chain(data).fold(u32::MAX, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| if crc & 1 == 1 { crc >> 1 ^ 0xEDB8_8320 } else { crc >> 1 })
    });
    let length = u32::try_from(data.len()).expect("short").to_be_bytes();
    [&length, kind.as_slice(), data, &(!crc).to_be_bytes()].concat()
}

/// Encodes the header of a PNG of `width` by `height` pixels, 8 bits and type `colour`, with no pixels after it.
fn png_header(width: u32, height: u32, colour: u8) -> Vec<u8> {
    let header = [width.to_be_bytes().as_slice(), &height.to_be_bytes(), &[8, colour, 0, 0, 0]].concat();
    [b"\x89PNG\r\n\x1a\n".as_slice(), &chunk(b"IHDR", &header)].concat()
}

#[test]
fn sizes_beyond_the_limits_are_refused_before_decoding() {
    let bomb = |width, height| [png_header(width, height, 6), chunk(b"IDAT", &[]), chunk(b"IEND", &[])].concat();
    assert_eq!(
        message(&bomb(16_385, 1), "bomb.png"),
        "bomb.png: it is 16385 × 1 px, the limit for a side is 16,384; --max-side raises it"
    );
    assert_eq!(
        message(&bomb(16_384, 16_384), "bomb.png"),
        "bomb.png: it is 16384 × 16384, 268,435,456 px, the limit is 67,108,864; --max-pixels raises it"
    );
    let limits = Limits { max_side: 4, ..Limits::default() };
    let bytes = encoded(&sprite().into(), ImageFormat::Png);
    assert!(matches!(
        decode(&bytes, Path::new("a"), &limits).map_err(|e| e.reason),
        Err(Reason::TooLong { limit: 4, .. })
    ));
    let limits = Limits { max_pixels: 20, max_side: 5, ..Limits::default() };
    assert!(decode(&bytes, Path::new("a"), &limits).is_ok(), "limits are inclusive");
}

#[test]
fn images_without_pixels_are_refused() {
    let (screen, frame) = (b"GIF89a\0\0\0\0\0\0\0", b"\x2C\0\0\0\0\x01\0\x01\0\0\x02\x02\x4C\x01\0\x3B");
    let gif = [screen.as_slice(), frame].concat();
    assert_eq!(message(&gif, "nothing.gif"), "nothing.gif: it is a GIF image of 0 × 0 px: there is nothing in it");
    let png = [png_header(0, 3, 6), chunk(b"IDAT", &[]), chunk(b"IEND", &[])].concat();
    assert!(matches!(decoded(&png, "nothing.png"), Err(Reason::Damaged { .. } | Reason::NoPixels { .. })));
}

#[test]
fn a_decoder_that_panics_is_a_damaged_image() {
    // A palette must have three bytes for each colour; this one, of four bytes, once made the decoder panic.
    let one_pixel = b"\x78\x01\x01\x02\x00\xFD\xFF\x00\x00\x00\x02\x00\x01";
    let image = |palette: &[u8]| {
        [png_header(1, 1, 3), chunk(b"PLTE", palette), chunk(b"IDAT", one_pixel), chunk(b"IEND", &[])].concat()
    };
    assert_eq!(decoded(&image(&[1, 2, 3]), "palette.png").expect("an image").pixel(0, 0), Some([1, 2, 3, 255]));
    assert!(matches!(decoded(&image(&[1, 2, 3, 4]), "palette.png"), Err(Reason::Damaged { .. })));

    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("palette.png"), image(&[1, 2, 3, 4])).expect("a file");
    let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_maskscope"));
    let output = program.current_dir(&folder).args(["check", "palette.png", "palette.png"]).output().expect("it runs");
    assert_eq!(output.status.code(), Some(1));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(errors, "maskscope: palette.png: it is a damaged PNG image: its decoder failed\n");
}

#[test]
fn the_guide_names_every_format() {
    let Ok(guide) = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/files.md")) else { return };
    for name in image_formats().replace(" and", ",").split(", ") {
        assert!(guide.contains(name), "{name}");
    }
}

#[test]
fn what_is_no_image_says_what_it_is() {
    assert_eq!(message(b"", "ship.png"), "ship.png: it is empty: 0 bytes");
    for (text, name) in [("Dear reader,\nthis", "ship.png"), ("BM für Anfänger", "ship.bmp"), ("text", "ship.tga")] {
        let expected = format!("{name}: this is a text file, not an image; {} are read", image_formats());
        assert_eq!(message(text.as_bytes(), name), expected);
    }
    assert!(message(&[0, 1, 2, 3], "ship.png").starts_with("ship.png: it is not in an image format that is read here"));
    assert!(message(b"\0\0\x01\0\x01\0\x10\x10", "ship.ico").contains("ICO"));
}

/// Whatever stands in a PNG beside its pixels, damaged or not, or is missing behind them: the picture is the same.
#[test]
fn parts_of_a_png_that_are_not_the_picture_never_cost_it() {
    let whole = encoded(&sprite().into(), ImageFormat::Png);
    let pixels = decoded(&whole, "a.png").expect("an image").rgba().to_vec();
    let (head, rest) = whole.split_at(8 + 25);
    let end = rest.len() - 12;
    let kinds: [&[u8; 4]; 18] = [
        b"gAMA", b"cHRM", b"sRGB", b"iCCP", b"tEXt", b"zTXt", b"iTXt", b"pHYs", b"tIME", b"bKGD", b"sBIT", b"eXIf",
        b"cICP", b"fcTL", b"fdAT", b"PLTE", b"hIST", b"prVt",
    ];
    let same = |bytes: &[u8], what: &str| {
        let read = decoded(bytes, "a.png").map(|picture| picture.rgba() == pixels).map_err(|why| why.to_string());
        assert_eq!(read, Ok(true), "{what}");
    };
    for kind in kinds {
        for data in [&[][..], &[0], &[9; 5], b"k\0\0garbage", &[255; 90]] {
            let good = chunk(kind, data);
            let mut bad = good.clone();
            *bad.last_mut().expect("a checksum") ^= 1;
            let what = format!("{} with {} bytes", String::from_utf8_lossy(kind), data.len());
            for part in [good, bad] {
                same(&[head, &part, rest].concat(), &what);
                same(&[head, &rest[..end], &part, &rest[end..]].concat(), &format!("{what}, behind the pixels"));
                // Nor if the file ends within it.
                for length in 0..part.len() {
                    same(&[head, &rest[..end], &part[..length]].concat(), &format!("{what}, cut at {length}"));
                }
            }
        }
    }
    // But a file that ends within its pixels is refused.
    for length in 0..whole.len() - 12 {
        assert!(decoded(&whole[..length], "a.png").is_err(), "{length} bytes");
    }
}

#[test]
fn parts_of_a_webp_that_are_not_the_picture_never_cost_it() {
    let plain = encoded(&sprite().into(), ImageFormat::WebP);
    let pixels = decoded(&plain, "a.webp").expect("an image").rgba().to_vec();
    let part = |kind: &[u8; 4], data: &[u8]| {
        let length = u32::try_from(data.len()).expect("short").to_le_bytes();
        [kind.as_slice(), &length, data, &[0][..data.len() % 2]].concat()
    };
    let (icc, alpha, exif, xmp) = (0x20, 0x10, 0x08, 0x04);
    let header = part(b"VP8X", &[icc | alpha | exif | xmp, 0, 0, 0, 4, 0, 0, 3, 0, 0]);
    let [icc, exif, xmp] = [b"ICCP", b"EXIF", b"XMP "].map(|kind| part(kind, &[7; 9]));
    let of = |parts: &[&[u8]]| {
        let chunks = parts.concat();
        let length = u32::try_from(chunks.len() + 4).expect("short").to_le_bytes();
        [b"RIFF".as_slice(), &length, b"WEBP", &chunks].concat()
    };
    let same = |bytes: &[u8], what: &str| {
        let read = decoded(bytes, "a.webp").map(|picture| picture.rgba() == pixels).map_err(|why| why.to_string());
        assert_eq!(read, Ok(true), "{what}");
    };
    let image = &plain[12..];
    same(&of(&[&header, image]), "all announced and none there");
    let whole = of(&[&header, &icc, image, &exif, &xmp]);
    same(&whole, "all there");
    for cut in 1..=exif.len() + xmp.len() {
        same(&whole[..whole.len() - cut], &format!("{cut} bytes cut"));
    }
    assert!(decoded(&whole[..whole.len() - exif.len() - xmp.len() - 2], "a.webp").is_err(), "within the pixels");
}

#[test]
fn formats_that_are_not_read_are_named() {
    let image = |name: &str| format!("it is an image in {name} format; PNG, GIF");
    for (bytes, refusal) in [
        (b"8BPS\0\x01".as_slice(), image("PSD (Photoshop)")),
        (b"<?xml version='1.0'?>\n<svg/>", image("SVG (vector)")),
        (b"\0\0\0\x0CJXL \r\n\x87\n", image("JPEG XL")),
        (b"\xFF\x0A\x10\x20", image("JPEG XL")),
        (b"\xABKTX 20\xBB\r\n\x1A\n", image("KTX2")),
        (b"\0\0\0\x0CjP  \r\n\x87\n", image("JPEG 2000")),
        (b"icns\0\0\0\x10", image("ICNS (Apple icon)")),
        (b"\x0A\x05\x01\x08\0\0", image("PCX")),
        (b"\x01\xDA\x01\x01\0\x03", image("SGI")),
        (
            b"images {\n  image: \"/art/hero.png\"\n}\n",
            "it is a Defold atlas, which is not read; open the images".into(),
        ),
        (
            b"{\n  \"resourceType\": \"GMSprite\",\n  \"a\": 1,}",
            "it is a GameMaker resource, which is not read; for a sprite".into(),
        ),
        (b"{\"$GMSprite\":\"\",\"%Name\":\"spr\",}", "it is a GameMaker resource".into()),
        (b"{\"id\": \"0\", \"modelName\": \"GMObject\"}", "it is a GameMaker resource".into()),
        (
            b"{\"rigidBodies\":[{\"name\":\"a\",\"imagePath\":\"a.png\"}]}",
            "it is a file of Physics Body Editor, which is not read; open the images".into(),
        ),
        (
            b"{\"a\": [{\"density\": 2, \"filter\": {\"categoryBits\": 1}, \"shape\": [1, 2]}]}",
            "it is a file of PhysicsEditor for Phaser 2, which is not read; export".into(),
        ),
        (b"PYED\0\0\0\x04\0\0\0\x16", "it is a project of PhysicsEditor, which is not read; export".into()),
        (
            b"fileFormatVersion: 2\nguid: 0123\nfolderAsset: yes\n",
            "it is a Unity .meta file, which is not read; open the".into(),
        ),
        (b"%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n", "it is a Unity asset".into()),
        (b"RSRC\0\0\0\0", "it is a binary scene or resource of Godot, which is not read; save it as .tscn".into()),
        (b"<?xml version=\"1.0\"?>\n<plist version=\"1.0\"><dict/></plist>", "it is a property list (.plist)".into()),
        (b"version https://git-lfs.github.com/spec/v1\n", "it is a Git LFS pointer, not the file itself".into()),
        (b"Dear reader,\n", "this is a text file, not an image; PNG, GIF".into()),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        // Whatever it is called.
        for name in ["a.atlas", "a.png", "a.yy", "a.xml", "a", "a.plist"] {
            let path = folder.path().join(name);
            fs::write(&path, bytes).expect("a file");
            let refused = load_frames(&path, &Limits::default()).expect_err(&refusal).reason.to_string();
            // By its extension it is an atlas of libGDX, if nothing else.
            let is_atlas = refusal.starts_with("this is") && name == "a.atlas";
            let expected = if is_atlas { "it is not a libGDX atlas" } else { &refusal };
            assert!(refused.starts_with(expected), "{name}: {refused}, not {refusal}");
        }
    }
}

#[test]
fn files_that_cannot_be_read_say_why() {
    let folder = tempfile::tempdir().expect("a folder");
    let failure = |path: &Path| load(path, &Limits::default()).expect_err("no image").to_string();
    let missing = folder.path().join("missing.png");
    assert_eq!(failure(&missing), format!("{}: there is no such file", missing.display()));
    assert_eq!(failure(folder.path()), format!("{}: it is a directory", folder.path().display()));

    let file = folder.path().join("sprite.png");
    let bytes = encoded(&sprite().into(), ImageFormat::Png);
    fs::write(&file, &bytes).expect("a file");
    assert!(load(&file, &Limits::default()).is_ok());
    let limits = Limits { max_bytes: bytes.len() as u64 - 1, ..Limits::default() };
    let failure = load(&file, &limits).expect_err("too many bytes").to_string();
    assert!(failure.contains("--max-bytes"), "{failure}");
}

#[cfg(unix)]
#[test]
fn a_named_pipe_is_refused_and_not_waited_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let pipe = folder.path().join("pipe.png");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.is_ok_and(|made| made.success()), "every Unix has mkfifo");
    let failure = load(&pipe, &Limits::default()).expect_err("not a file");
    assert!(matches!(failure.reason, Reason::NotRegular));
}

/// Returns an image of every format, JPEG included.
fn corpus() -> Vec<(String, Vec<u8>)> {
    let byte = |n: u32| u8::try_from(n % 256).expect("a byte");
    let noise = ImageBuffer::from_fn(9, 9, |x, y| Rgba([byte(x * 29), byte(y * 31), byte(x * y), byte(255 * (x % 2))]));
    let mut corpus: Vec<_> = lossless()
        .flat_map(|(format, extension)| [sprite(), noise.clone()].map(|image| (format, extension, image)))
        .map(|(format, extension, image)| (format!("image.{extension}"), encoded(&image.into(), format)))
        .collect();
    let photo = DynamicImage::from(noise).into_rgb8();
    corpus.push(("image.jpg".to_owned(), encoded(&photo.into(), ImageFormat::Jpeg)));
    corpus
}

#[test]
fn an_image_cut_short_is_refused_or_whole() {
    for (name, bytes) in corpus() {
        let whole = decoded(&bytes, &name).expect("an image");
        for length in 0..bytes.len() {
            if let Ok(picture) = decoded(&bytes[..length], &name) {
                assert!(picture == whole, "{name}: the first {length} of {} bytes give other pixels", bytes.len());
            }
        }
    }
}

#[test]
fn a_damaged_byte_never_ends_the_program() {
    for (name, bytes) in corpus() {
        for place in 0..bytes.len() {
            for flip in [0x01, 0x80, 0xFF] {
                let mut damaged = bytes.clone();
                damaged[place] ^= flip;
                let limits = Limits { max_side: 1_000, max_pixels: 100_000, ..Limits::default() };
                // Either result is fine, as long as nothing panics.
                let _ = decode(&damaged, Path::new(&name), &limits);
            }
        }
    }
}

/// The sides, neither of them a multiple of 8.
const JPEG_SIZE: (u16, u16) = (43, 29);

/// Returns samples with details everywhere.
fn jpeg_samples(channels: usize) -> Vec<u8> {
    let samples = usize::from(JPEG_SIZE.0) * usize::from(JPEG_SIZE.1) * channels;
    (0..samples).map(|n| u8::try_from(n * n % 241 / (1 + n / 700 % 3)).expect("a byte")).collect()
}

/// Encodes a JPEG with the settings that `set` makes.
fn jpeg(colour: ColorType, set: impl Fn(&mut Encoder<&mut Vec<u8>>)) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, 90);
    set(&mut encoder);
    let channels = match colour {
        ColorType::Luma => 1,
        ColorType::Cmyk => 4,
        _ => 3,
    };
    encoder.encode(&jpeg_samples(channels), JPEG_SIZE.0, JPEG_SIZE.1, colour).expect("a JPEG in memory");
    bytes
}

/// Returns one JPEG for each way to lay out scans.
fn kinds_of_jpeg() -> Vec<(&'static str, Vec<u8>)> {
    let sampled = |factor| move |encoder: &mut Encoder<&mut Vec<u8>>| encoder.set_sampling_factor(factor);
    vec![
        ("grey", jpeg(ColorType::Luma, |_| ())),
        ("three channels alike", jpeg(ColorType::Rgb, sampled(SamplingFactor::F_1_1))),
        ("a quarter of the colours", jpeg(ColorType::Rgb, sampled(SamplingFactor::F_2_2))),
        ("half of them, upright", jpeg(ColorType::Rgb, sampled(SamplingFactor::F_1_2))),
        ("inks", jpeg(ColorType::Cmyk, |_| ())),
        ("its own tables", jpeg(ColorType::Rgb, |encoder| encoder.set_optimized_huffman_tables(true))),
        ("a restart after every third unit", jpeg(ColorType::Rgb, |encoder| encoder.set_restart_interval(3))),
        ("restarts in grey", jpeg(ColorType::Luma, |encoder| encoder.set_restart_interval(1))),
        ("four scans", jpeg(ColorType::Rgb, |encoder| encoder.set_progressive(true))),
        (
            "many scans with restarts",
            jpeg(ColorType::Rgb, |encoder| {
                encoder.set_progressive_scans(20);
                encoder.set_restart_interval(2);
            }),
        ),
        // Written by libjpeg in ten scans, the only ones here that refine earlier ones.
        ("scans that refine", include_bytes!("../support/seeds/image/refined.jpg").to_vec()),
    ]
}

#[test]
fn each_kind_of_jpeg_is_read() {
    for (kind, bytes) in kinds_of_jpeg() {
        assert!(decoded(&bytes, "it.jpg").is_ok(), "{kind}");
    }
}

#[test]
fn a_jpeg_that_is_cut_short_is_refused_wherever_it_ends() {
    for (kind, bytes) in kinds_of_jpeg() {
        for length in 3..bytes.len() - 1 {
            let error = decoded(&bytes[..length], "it.jpg").expect_err(&format!("{kind}, cut at {length}"));
            assert!(matches!(error, Reason::CutShort(PictureFormat::Jpeg)), "{kind}, cut at {length}: {error}");
        }
        assert!(decoded(&[bytes, vec![0; 512]].concat(), "it.jpg").is_ok(), "{kind}, filled up with zeros");
    }
}

#[test]
fn kinds_of_jpeg_that_are_not_decoded_are_not_called_damaged() {
    for (marker, kind) in [(0xC3, "lossless"), (0xC5, "hierarchical"), (0xC9, "arithmetic coding")] {
        let mut bytes = jpeg(ColorType::Luma, |_| ());
        let frame = bytes.windows(2).position(|pair| pair == [0xFF, 0xC0]).expect("a frame");
        bytes[frame + 1] = marker;
        let error = decoded(&bytes, "it.jpg").expect_err("not decoded");
        let expected =
            format!("it is a JPEG image of a kind that is not read here: {kind}; read are baseline and progressive");
        assert_eq!(error.to_string(), expected);
    }
}
