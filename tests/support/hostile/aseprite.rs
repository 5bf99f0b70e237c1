//! Aseprite files.

use super::{COLOURS, Hostile, Meant, SIZE, clear, colored, drawing, long, refused, rgba, whole, word, zeros, zlib};

pub(super) const LAYER: usize = 0x2004;
pub(super) const CEL: usize = 0x2005;
pub(super) const EXTERNAL_FILES: usize = 0x2008;
pub(super) const TAGS: usize = 0x2018;
pub(super) const PALETTE: usize = 0x2019;
pub(super) const TILESET: usize = 0x2023;

/// The bits of a pixel: a colour's number, grey with alpha, or RGBA.
pub(super) const INDEXED: usize = 8;
pub(super) const GREY: usize = 16;
pub(super) const RGBA: usize = 32;

pub(super) fn chunk(kind: usize, data: &[u8]) -> Vec<u8> {
    [long(data.len() + 6).as_slice(), &word(kind), data].concat()
}

/// Encodes a frame of these chunks that claims to have `declared`.
fn frame_saying(declared: usize, chunks: &[Vec<u8>]) -> Vec<u8> {
    let body = chunks.concat();
    let (length, few) = (long(body.len() + 16), word(declared.min(65_535)));
    [length.as_slice(), &[0xFA, 0xF1], &few, &word(100), &[0; 2], &long(declared), &body].concat()
}

pub(super) fn frame(chunks: &[Vec<u8>]) -> Vec<u8> {
    frame_saying(chunks.len(), chunks)
}

/// Encodes a file that claims to have `declared` frames.
fn file_saying(declared: usize, [width, height]: [usize; 2], bits: usize, frames: &[Vec<u8>]) -> Vec<u8> {
    let mut header =
        [[0; 4].as_slice(), &[0xE0, 0xA5], &word(declared), &word(width), &word(height), &word(bits)].concat();
    header.resize(128, 0);
    [header, frames.concat()].concat()
}

pub(super) fn aseprite(sides: [usize; 2], bits: usize, frames: &[Vec<u8>]) -> Vec<u8> {
    file_saying(frames.len(), sides, bits, frames)
}

/// Encodes a layer at a level of nesting, visible or not; of tiles if `tileset` is the number of a tileset.
fn layer(is_visible: bool, level: usize, tileset: Option<usize>) -> Vec<u8> {
    let kind = if tileset.is_some() { 2 } else { 0 };
    let head = [word(is_visible.into()), word(kind), word(level), [0; 2], [0; 2], [0; 2]].concat();
    let tileset = tileset.map_or(Vec::new(), |number| long(number).to_vec());
    chunk(LAYER, &[head, vec![255, 0, 0, 0, 1, 0, b'L'], tileset].concat())
}

/// The storage of a cel's pixels.
const AS_THEY_ARE: usize = 0;
pub(super) const AS_ANOTHER_FRAMES: usize = 1;
pub(super) const PACKED: usize = 2;
const AS_TILES: usize = 3;

pub(super) fn cel(layer: usize, [x, y]: [usize; 2], stored: usize, data: &[u8]) -> Vec<u8> {
    chunk(CEL, &[word(layer).as_slice(), &word(x), &word(y), &[255], &word(stored), &[0; 7], data].concat())
}

/// Encodes a cel that claims to have these columns and rows.
pub(super) fn packed(layer: usize, [width, height]: [usize; 2], zlib: &[u8]) -> Vec<u8> {
    cel(layer, [0, 0], PACKED, &[&word(width), word(height).as_slice(), zlib].concat())
}

pub(super) fn sides() -> [usize; 2] {
    [SIZE.0.into(), SIZE.1.into()]
}

pub(super) fn drawn() -> Vec<u8> {
    packed(0, sides(), &zlib(&rgba(&clear())))
}

pub(super) fn visible() -> Vec<u8> {
    layer(true, 0, None)
}

/// An Aseprite file of two frames, the second a link to the first, to be damaged.
pub fn animated() -> Vec<u8> {
    let first = frame(&[visible(), drawn()]);
    aseprite(sides(), RGBA, &[first, frame(&[cel(0, [0, 0], AS_ANOTHER_FRAMES, &word(0))])])
}

fn palette_of(count: usize, first: usize, last: usize) -> Vec<u8> {
    let entries: Vec<u8> = COLOURS.iter().flat_map(|[r, g, b, _]| [0, 0, *r, *g, *b, 255]).collect();
    chunk(PALETTE, &[long(count).as_slice(), &long(first), &long(last), &[0; 8], &entries].concat())
}

/// The drawing as colour numbers; 0 is clear.
fn indexed() -> Vec<u8> {
    aseprite(sides(), INDEXED, &[frame(&[palette_of(4, 0, 3), visible(), packed(0, sides(), &zlib(&drawing()))])])
}

fn grey() -> Hostile {
    let level = |n: u8| [n * 80, if n == 0 { 0 } else { 255 }];
    let pixels: Vec<u8> = drawing().iter().flat_map(|&n| level(n)).collect();
    let meant = colored(drawing().iter().map(|&n| [n * 80, n * 80, n * 80, level(n)[1]]).collect(), true);
    let file = aseprite(sides(), GREY, &[frame(&[visible(), packed(0, sides(), &zlib(&pixels))])]);
    whole("Aseprite, grey.aseprite", file, meant)
}

/// Encodes tileset 0: tiles of this size, in one zlib stream.
fn tileset(tiles: usize, [width, height]: [usize; 2], zlib: &[u8]) -> Vec<u8> {
    const WITHIN: usize = 2;
    const ZERO_IS_EMPTY: usize = 4;
    let head = [long(0), long(WITHIN | ZERO_IS_EMPTY), long(tiles)].concat();
    let size = [word(width), word(height), word(1)].concat();
    chunk(TILESET, &[&head, size.as_slice(), &[0; 14], &word(0), &long(zlib.len()), zlib].concat())
}

/// Encodes the numbers of tiles, row by row.
fn tiles(layer: usize, [width, height]: [usize; 2], zlib: &[u8]) -> Vec<u8> {
    let bits = [long(0x1FFF_FFFF), long(0x2000_0000), long(0x4000_0000), long(0x8000_0000)].concat();
    let head = [word(width), word(height), word(32)].concat();
    cel(layer, [0, 0], AS_TILES, &[head, bits, vec![0; 10], zlib.to_vec()].concat())
}

/// The drawing as the second of two tiles.
fn tiled() -> Vec<u8> {
    let pixels = [vec![0; 4 * drawing().len()], rgba(&clear())].concat();
    let chunks = [tileset(2, sides(), &zlib(&pixels)), layer(true, 0, Some(0)), tiles(0, [1, 1], &zlib(&long(1)))];
    aseprite(sides(), RGBA, &[frame(&chunks)])
}

fn whole_files() -> Vec<Hostile> {
    let raw = cel(0, [0, 0], AS_THEY_ARE, &[&word(sides()[0]), word(sides()[1]).as_slice(), &rgba(&clear())].concat());
    let hidden = [visible(), drawn(), layer(false, 0, None), packed(1, [1, 1], &zlib(&[9, 9, 9, 255]))];
    let empty = [visible(), layer(true, 0, None), drawn()];
    vec![
        whole("Aseprite of two frames.aseprite", animated(), Meant { frames: 2, ..clear() }),
        whole("Aseprite by number.aseprite", indexed(), clear()),
        grey(),
        whole("Aseprite, not packed.ase", aseprite(sides(), RGBA, &[frame(&[visible(), raw])]), clear()),
        whole("Aseprite with a hidden layer.aseprite", aseprite(sides(), RGBA, &[frame(&hidden)]), clear()),
        whole("Aseprite with an empty layer.aseprite", aseprite(sides(), RGBA, &[frame(&empty)]), clear()),
        whole("Aseprite of tiles.aseprite", tiled(), clear()),
        whole("Aseprite without layers.aseprite", aseprite(sides(), RGBA, &[frame(&[])]), {
            colored(vec![[0; 4]; drawing().len()], true)
        }),
        whole("Aseprite called PNG.png", animated(), Meant { frames: 2, ..clear() }),
    ]
}

/// Encodes `frames` frames that all link to a cel by number of `side` squared, on a canvas of a single pixel.
fn linked(side: usize, frames: usize) -> Vec<u8> {
    let data = zlib(&vec![1; side * side]);
    let first = frame(&[palette_of(4, 0, 3), visible(), packed(0, [side, side], &data)]);
    let link = frame(&[cel(0, [0, 0], AS_ANOTHER_FRAMES, &word(0))]);
    aseprite([1, 1], INDEXED, &[vec![first], vec![link; frames]].concat())
}

/// Encodes 60 frames of 1,024 × 1,024 that all link to a cel blended by its hue.
fn blended() -> Vec<u8> {
    let mut hue = visible();
    hue[16] = 12;
    let first = frame(&[hue, packed(0, [1_024, 1_024], &zlib(&vec![9; 4 << 20]))]);
    let link = frame(&[cel(0, [0, 0], AS_ANOTHER_FRAMES, &word(0))]);
    aseprite([1_024, 1_024], RGBA, &[vec![first], vec![link; 59]].concat())
}

/// A thousand times a thousand tiles of 1,024 squared on a canvas of a single pixel.
fn many_tiles() -> Vec<u8> {
    let large = tileset(2, [1_024, 1_024], &zlib(&vec![0; 2 << 22]));
    let numbers = zlib(&long(1).repeat(1_000_000));
    aseprite([1, 1], RGBA, &[frame(&[large, layer(true, 0, Some(0)), tiles(0, [1_000, 1_000], &numbers)])])
}

fn bombs() -> Vec<Hostile> {
    let damaged = "it is a damaged Aseprite image";
    let (cut, pixels) = ("Aseprite image that is cut short", "--max-pixels raises");
    let one = |chunks: &[Vec<u8>]| aseprite(sides(), RGBA, &[frame(chunks)]);
    let whole_frame = || frame(&[visible(), drawn()]);
    let many_tags = chunk(TAGS, &[word(65_535).as_slice(), &[0; 8]].concat());
    let external = chunk(EXTERNAL_FILES, &[255; 12]);
    let nothing = || colored(vec![[0; 4]; drawing().len()], true);
    let short_palette = aseprite(sides(), INDEXED, &[frame(&[palette_of(4, 0, 255), visible()])]);
    let on_canvas = |sides| aseprite(sides, RGBA, &[whole_frame()]);
    vec![
        refused("Aseprite of 65,535 squared.aseprite", on_canvas([65_535; 2]), "--max-side raises it"),
        refused("Aseprite of 16,384 squared.aseprite", on_canvas([16_384; 2]), pixels),
        refused("Aseprite of no columns.aseprite", on_canvas([0, 4]), "there is nothing in it"),
        refused("Aseprite of no rows.aseprite", on_canvas([4, 0]), "there is nothing in it"),
        refused("Aseprite of no frames.aseprite", aseprite(sides(), RGBA, &[]), "it has no frames"),
        refused("Aseprite of fewer frames than it says.aseprite", file_saying(9, sides(), RGBA, &[whole_frame()]), cut),
        refused(
            "Aseprite of 65,535 frames of 2,048 squared.aseprite",
            file_saying(65_535, [2_048; 2], RGBA, &[whole_frame()]),
            pixels,
        ),
        refused(
            "Aseprite of 2^32 - 1 chunks.aseprite",
            aseprite(sides(), RGBA, &[frame_saying(0xFFFF_FFFF, &[visible(), drawn()])]),
            cut,
        ),
        refused(
            "Aseprite with a cel of 65,535 squared.aseprite",
            one(&[visible(), packed(0, [65_535; 2], &zeros(1))]),
            pixels,
        ),
        refused(
            "Aseprite with a cel of more than it says.aseprite",
            one(&[visible(), packed(0, [4, 4], &zeros(2_000))]),
            damaged,
        ),
        refused(
            "Aseprite with a cel of less than it says.aseprite",
            one(&[visible(), packed(0, [4, 4], &zlib(&[0; 9]))]),
            damaged,
        ),
        refused("Aseprite with a cel on no layer.aseprite", one(&[drawn()]), damaged),
        refused("Aseprite with two cels in one place.aseprite", one(&[visible(), drawn(), drawn()]), damaged),
        refused(
            "Aseprite with a link to nothing.aseprite",
            one(&[visible(), cel(0, [0, 0], AS_ANOTHER_FRAMES, &word(9))]),
            damaged,
        ),
        refused(
            "Aseprite with a link to itself.aseprite",
            one(&[visible(), cel(0, [0, 0], AS_ANOTHER_FRAMES, &word(0))]),
            damaged,
        ),
        whole("Aseprite with 65,535 tags.aseprite", one(&[visible(), many_tags]), nothing()),
        whole("Aseprite with a palette of 2^32 - 1.aseprite", one(&[palette_of(4, 0, 0xFFFF_FFFF)]), nothing()),
        whole("Aseprite with a palette that is short.aseprite", one(&[palette_of(4, 0, 255)]), nothing()),
        refused("Aseprite by number with a palette that is short.aseprite", short_palette, cut),
        whole("Aseprite with external files that are not there.aseprite", one(&[external]), nothing()),
        refused(
            "Aseprite with layers 65,535 deep.aseprite",
            one(&[visible(), layer(true, 65_535, None), drawn()]),
            damaged,
        ),
        refused("Aseprite with a chunk of no length.aseprite", one(&[vec![0; 6]]), damaged),
        whole("Aseprite with a last chunk of 4 GiB.aseprite", one(&[long(0xFFFF_FFFF).repeat(4)]), nothing()),
        refused("Aseprite with a chunk of 4 GiB.aseprite", one(&[long(0xFFFF_FFFF).repeat(4), drawn()]), cut),
        refused("Aseprite with 30,000 links to a large cel.aseprite", linked(4_096, 30_000), pixels),
        refused("Aseprite with 60 blended cels.aseprite", blended(), "blended ones counted four times"),
        refused("Aseprite with a million large tiles.aseprite", many_tiles(), pixels),
        // Users of Aseprite may delete a tile that is still in use.
        whole(
            "Aseprite with a tile that is not there.aseprite",
            one(&[tileset(1, [2, 2], &zlib(&[9; 16])), layer(true, 0, Some(0)), tiles(0, [1, 1], &zlib(&long(7)))]),
            colored(vec![[0; 4]; drawing().len()], true),
        ),
        refused("Aseprite of 7 bits.aseprite", aseprite(sides(), 7, &[whole_frame()]), damaged),
    ]
}

pub fn files() -> Vec<Hostile> {
    whole_files().into_iter().chain(bombs()).collect()
}
