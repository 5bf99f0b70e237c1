//! GIF.

use std::borrow::Cow;

use gif::{DisposalMethod, Encoder, Frame};

use super::{COLOURS, Expected, Hostile, Meant, SIZE, clear, colored, drawing, file, opaque, refused, whole, word};

const CLEAR: u8 = 0;

fn palette() -> Vec<u8> {
    COLOURS.iter().flat_map(|[r, g, b, _]| [*r, *g, *b]).collect()
}

/// Returns the drawing as a frame; without a clear colour, its clear pixels are magenta.
fn drawn(has_clear: bool) -> Frame<'static> {
    Frame {
        width: SIZE.0.into(),
        height: SIZE.1.into(),
        transparent: has_clear.then_some(CLEAR),
        buffer: Cow::Owned(drawing()),
        ..Frame::default()
    }
}

/// Returns one pixel of a colour.
fn pixel(left: u16, top: u16, colour: u8) -> Frame<'static> {
    Frame { left, top, width: 1, height: 1, buffer: Cow::Owned(vec![colour]), ..Frame::default() }
}

fn gif(width: u16, height: u16, frames: &[Frame<'_>]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, width, height, &palette()).expect("a GIF in memory");
    for frame in frames {
        encoder.write_frame(frame).expect("a frame in memory");
    }
    drop(encoder);
    bytes
}

/// Encodes a GIF with a canvas of the drawing's size.
fn on_canvas(frames: &[Frame<'_>]) -> Vec<u8> {
    gif(SIZE.0.into(), SIZE.1.into(), frames)
}

/// A GIF of three frames, to be damaged.
pub fn animated() -> Vec<u8> {
    let disposed = Frame { dispose: DisposalMethod::Previous, ..pixel(3, 3, 1) };
    on_canvas(&[drawn(true), disposed, Frame { dispose: DisposalMethod::Background, ..pixel(5, 2, 2) }])
}

/// Returns the drawing, moved; the part beyond the canvas is lost.
fn moved(left: usize, top: usize) -> Meant {
    let (width, height) = (usize::from(SIZE.0), usize::from(SIZE.1));
    let mut pixels = vec![[0; 4]; width * height];
    for (n, colour) in clear().pixels.into_iter().enumerate() {
        let (x, y) = (n % width + left, n / width + top);
        if x < width && y < height {
            pixels[y * width + x] = colour;
        }
    }
    colored(pixels, true)
}

fn whole_files() -> Vec<Hostile> {
    let outside = Frame { left: 4, top: 2, ..drawn(true) };
    let interlaced = || {
        // Rows 0, then 4, then 2 and 6, then the odd ones.
        let rows: Vec<_> = drawing().chunks(SIZE.0.into()).map(<[u8]>::to_vec).collect();
        let buffer = [0, 4, 2, 6, 1, 3, 5].into_iter().flat_map(|row: usize| rows[row].clone()).collect();
        on_canvas(&[Frame { interlaced: true, buffer: Cow::Owned(buffer), ..drawn(true) }])
    };
    let own_palette = Frame { palette: Some(palette()), ..drawn(true) };
    vec![
        whole("GIF.gif", on_canvas(&[drawn(true)]), clear()),
        whole("GIF without a clear colour.gif", on_canvas(&[drawn(false)]), opaque()),
        whole("GIF, interlaced.gif", interlaced(), clear()),
        whole("GIF with a palette of its frame.gif", on_canvas(&[own_palette]), clear()),
        whole("GIF of three frames.gif", animated(), Meant { frames: 3, ..clear() }),
        whole("GIF whose frame reaches out.gif", on_canvas(&[outside]), moved(4, 2)),
        whole("GIF whose frame is outside.gif", on_canvas(&[pixel(40, 40, 1)]), moved(99, 99)),
        whole("GIF whose frame is smaller.gif", on_canvas(&[pixel(0, 0, 1)]), {
            let mut meant = moved(99, 99);
            meant.pixels[0] = COLOURS[1];
            meant
        }),
        whole("GIF called PNG.png", on_canvas(&[drawn(true)]), clear()),
    ]
}

/// Encodes the header of a GIF without a palette.
fn screen(width: usize, height: usize) -> Vec<u8> {
    [b"GIF89a".as_slice(), &word(width), &word(height), &[0, 0, 0]].concat()
}

/// Encodes a frame that claims this size and ends its data at once.
fn bare_frame(width: usize, height: usize) -> Vec<u8> {
    [b"\x2C\0\0\0\0".as_slice(), &word(width), &word(height), b"\x80\0\0\0\xFF\xFF\xFF\x02\x02\x44\x01\0"].concat()
}

/// Encodes a real frame of these columns and rows, repeated.
fn repeated(side: u16, frames: usize) -> Vec<u8> {
    let black =
        Frame { width: side, height: side, buffer: vec![0; usize::from(side).pow(2)].into(), ..Frame::default() };
    let one = gif(side, side, &[black]);
    let header = gif(side, side, &[]).len() - 1;
    [&one[..header], &one[header..one.len() - 1].repeat(frames), &[0x3B]].concat()
}

fn bombs() -> Vec<Hostile> {
    let raised = "--max-pixels raises it";
    let tiny = [screen(2_048, 2_048), bare_frame(1, 1).repeat(2_000), vec![0x3B]].concat();
    let hidden = [screen(1, 1), bare_frame(8_192, 8_192).repeat(500), vec![0x3B]].concat();
    let bare = |width, height| [screen(width, height), bare_frame(1, 1), vec![0x3B]].concat();
    let only = |width, height| [screen(1, 1), bare_frame(width, height), vec![0x3B]].concat();
    vec![
        refused("GIF of 2,000 frames of 2,048 squared.gif", repeated(2_048, 2_000), raised),
        refused("GIF of 2,000 pixels on 2,048 squared.gif", tiny, raised),
        refused("GIF of 500 frames larger than its canvas.gif", hidden, raised),
        refused("GIF of 70,000 frames.gif", repeated(1, 70_000), "at most 65,536 are read"),
        refused("GIF of 65,535 squared.gif", bare(65_535, 65_535), "--max-side raises it"),
        refused("GIF of 16,384 squared.gif", bare(16_384, 16_384), raised),
        refused("GIF whose frame is of 65,535 squared.gif", only(65_535, 65_535), "--max-side raises it"),
        refused("GIF of no columns.gif", bare(0, 5), "there is nothing in it"),
        refused("GIF of no rows.gif", bare(5, 0), "there is nothing in it"),
        refused("GIF whose frame has no pixels.gif", only(0, 0), "GIF"),
        refused("GIF without frames.gif", [screen(4, 4), vec![0x3B]].concat(), "GIF"),
        refused(
            "GIF without its end.gif",
            {
                let mut gif = animated();
                gif.pop();
                gif
            },
            "GIF image that is cut short",
        ),
        refused("GIF of fewer pixels than it says.gif", only(4, 4), "GIF"),
        file("GIF with bytes behind its end.gif", [animated(), b"more".repeat(1_000)].concat(), Expected::Either),
        file("GIF with a comment of 4 MB.gif", commented(), Expected::Either),
    ]
}

/// A comment in 16,000 parts before the drawing.
fn commented() -> Vec<u8> {
    let gif = animated();
    let header = on_canvas(&[]).len() - 1;
    let part = [vec![255], vec![b'a'; 255]].concat();
    [&gif[..header], b"\x21\xFE", &part.repeat(16_000), &[0], &gif[header..]].concat()
}

pub fn files() -> Vec<Hostile> {
    whole_files().into_iter().chain(bombs()).collect()
}
