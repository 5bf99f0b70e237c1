//! Aseprite files in all their variety: each kind of layer, cel, colour and chunk, once where it matters and once where
//! it does not. The expected pictures follow from the specification of the format and, for opacities, from Aseprite's
//! rule for products.

use super::{
    COLOURS, Hostile, Meant, SIZE,
    aseprite::{
        AS_ANOTHER_FRAMES, EXTERNAL_FILES, GREY, INDEXED, LAYER, PACKED, PALETTE, RGBA, TAGS, TILESET, aseprite, cel,
        chunk, drawn, frame, packed, sides, visible,
    },
    clear, colored, drawing, long, refused, rgba, whole, word, zlib,
};

/// Flags of the file.
const WITH_OPACITIES: u8 = 1;
const GROUPS_FIRST: u8 = 2;
const WITH_IDS: u8 = 4;

/// Flags of a layer.
const VISIBLE: usize = 1;
const BACKGROUND: usize = 8;
const REFERENCE: usize = 64;

/// Kinds of layers.
const OF_PIXELS: usize = 0;
const GROUP: usize = 1;
const OF_TILES: usize = 2;

const MULTIPLY: usize = 1;

/// A layer and its fields.
#[derive(Clone, Copy)]
struct Layer {
    flags: usize,
    kind: usize,
    level: usize,
    mode: usize,
    opacity: u8,
}

const PLAIN: Layer = Layer { flags: VISIBLE, kind: OF_PIXELS, level: 0, mode: 0, opacity: 255 };
/// A hidden layer, which would cover everything if it were drawn.
const HIDDEN: Layer = Layer { flags: 0, ..PLAIN };
const AROUND: Layer = Layer { kind: GROUP, ..PLAIN };
const WITHIN: Layer = Layer { level: 1, ..PLAIN };

impl Layer {
    fn chunk(self) -> Vec<u8> {
        let head = [self.flags, self.kind, self.level, 0, 0, self.mode].map(word).concat();
        let tileset = if self.kind == OF_TILES { long(0).to_vec() } else { Vec::new() };
        chunk(LAYER, &[head, vec![self.opacity, 0, 0, 0, 1, 0, b'L'], tileset].concat())
    }
}

/// Encodes a file of one frame with this byte `at` a position of the header.
fn with_header(bits: usize, at: usize, byte: u8, chunks: &[Vec<u8>]) -> Vec<u8> {
    let mut file = aseprite(sides(), bits, &[frame(chunks)]);
    file[at] = byte;
    file
}

/// Encodes a file of RGBA with these flags.
fn flagged(flags: u8, chunks: &[Vec<u8>]) -> Vec<u8> {
    with_header(RGBA, 14, flags, chunks)
}

/// Encodes the drawing on layer `number`.
fn drawn_on(number: usize) -> Vec<u8> {
    packed(number, sides(), &zlib(&rgba(&clear())))
}

/// Encodes a layer full of one colour.
fn filled(number: usize, color: [u8; 4]) -> Vec<u8> {
    packed(number, sides(), &zlib(&color.repeat(drawing().len())))
}

/// Returns the product of two shares of 255, as Aseprite rounds it.
fn times(one: u8, other: u8) -> u8 {
    let product = u32::from(one) * u32::from(other) + 128;
    u8::try_from((product / 256 + product) / 256).expect("at most 255")
}

/// Returns the drawing with `opacity` parts of 255 of its alpha.
fn faint(opacity: u8) -> Meant {
    colored(clear().pixels.iter().map(|[r, g, b, a]| [*r, *g, *b, times(*a, opacity)]).collect(), true)
}

/// The drawing over white.
fn on_white() -> Meant {
    colored(clear().pixels.iter().map(|pixel| if pixel[3] == 0 { [255; 4] } else { *pixel }).collect(), true)
}

/// Returns files with chunks before the drawing that do not change its pixels.
fn passed_over() -> Vec<Hostile> {
    let profile = |kind: usize, flags: usize, more: &[u8]| {
        chunk(0x2007, &[&word(kind), word(flags).as_slice(), &long(0x0002_3333), &[0; 8], more].concat())
    };
    let tag = |direction: u8| {
        let tag = [&word(0), word(0).as_slice(), &[direction], &word(3), &[0; 10], &word(4), b"walk"].concat();
        chunk(TAGS, &[&word(1), [0; 8].as_slice(), &tag].concat())
    };
    let slice = [long(1), long(3), long(0)].concat();
    let slice = [slice, word(1).to_vec(), b"s".to_vec(), long(1).repeat(11)].concat();
    let file = [&long(1), [0; 8].as_slice(), &long(7), &[0; 8], &word(5), b"a.ase"].concat();
    let user_data = [long(7).as_slice(), &word(2), b"hi", &[1, 2, 3, 4], &long(8), &long(0)].concat();
    let mask = [word(0), word(0), word(8), word(1)].concat();
    let mut others = vec![
        ("a gamma of its own".to_owned(), profile(1, 1, &[])),
        ("a gamma and no profile".to_owned(), profile(0, 1, &[])),
        ("an embedded profile".to_owned(), profile(2, 0, &[&long(5), b"ICC!!".as_slice()].concat())),
        ("an unknown profile".to_owned(), profile(9, 0, &[])),
        ("a slice".to_owned(), chunk(0x2022, &slice)),
        ("an external file".to_owned(), chunk(EXTERNAL_FILES, &file)),
        ("user data".to_owned(), chunk(0x2020, &user_data)),
        ("a selection".to_owned(), chunk(0x2016, &[mask, vec![0; 8], vec![0, 0, 0xFF]].concat())),
        ("a path".to_owned(), chunk(0x2017, &[])),
        ("an unknown chunk".to_owned(), chunk(0x2099, &[9; 33])),
    ];
    others.extend([0, 1, 2, 3, 4, 255].map(|direction| (format!("a tag of direction {direction}"), tag(direction))));
    let file = |(name, other)| {
        let chunks = [other, visible(), drawn()];
        whole(format!("Aseprite with {name}.aseprite"), aseprite(sides(), RGBA, &[frame(&chunks)]), clear())
    };
    others.into_iter().map(file).collect()
}

fn layers() -> Vec<Hostile> {
    let black = |number| filled(number, [0, 0, 0, 255]);
    let one = |name: &str, flags, chunks: &[Vec<u8>], meant| {
        whole(format!("Aseprite, {name}.aseprite"), flagged(flags, chunks), meant)
    };
    let half = |layer| Layer { opacity: 128, ..layer };
    let hidden_group = Layer { flags: 0, ..AROUND };
    let unknown = Layer { kind: 7, flags: 0, ..PLAIN };
    let reference = Layer { flags: VISIBLE | REFERENCE, ..PLAIN };
    let background = Layer { flags: VISIBLE | BACKGROUND, opacity: 3, mode: MULTIPLY, ..PLAIN };
    let multiplied = Layer { mode: MULTIPLY, ..AROUND };
    let id = [chunk(LAYER, &[&half(PLAIN).chunk()[6..], &[7; 16][..]].concat()), drawn()];
    // Its cel asks to be drawn higher by `z_index` layers.
    let raised = |z_index: usize| {
        let data = [&word(sides()[0]), word(sides()[1]).as_slice(), &zlib(&rgba(&on_white()))].concat();
        let mut cel = cel(0, [0, 0], PACKED, &data);
        cel[6 + 9..6 + 11].copy_from_slice(&word(z_index));
        [PLAIN.chunk(), PLAIN.chunk(), cel, black(1)]
    };
    let extra = chunk(0x2006, &[long(1).as_slice(), &long(9 << 16).repeat(4), &[0; 16]].concat());
    let all_black = || colored(vec![[0, 0, 0, 255]; drawing().len()], true);
    vec![
        one("a reference layer", 1, &[PLAIN.chunk(), reference.chunk(), drawn(), black(1)], clear()),
        one("a hidden layer", 1, &[PLAIN.chunk(), HIDDEN.chunk(), drawn(), black(1)], clear()),
        one("a hidden group", 1, &[PLAIN.chunk(), hidden_group.chunk(), WITHIN.chunk(), drawn(), black(2)], clear()),
        one("a hidden layer of an unknown kind", 1, &[PLAIN.chunk(), unknown.chunk(), drawn(), black(1)], clear()),
        one("a cel on a group", 1, &[PLAIN.chunk(), AROUND.chunk(), drawn(), black(1)], clear()),
        one("half a layer", WITH_OPACITIES, &[half(PLAIN).chunk(), drawn()], faint(128)),
        one("half a layer with an id", WITH_OPACITIES | WITH_IDS, &id, faint(128)),
        one("no opacities", 0, &[Layer { opacity: 0, ..PLAIN }.chunk(), drawn()], clear()),
        one(
            "a background that is not faint",
            1,
            &[background.chunk(), filled(0, [255; 4]), PLAIN.chunk(), drawn_on(1)],
            on_white(),
        ),
        one(
            "a group of no opacity",
            1,
            &[Layer { opacity: 0, mode: 99, ..AROUND }.chunk(), WITHIN.chunk(), drawn_on(1)],
            clear(),
        ),
        one("half a group", WITH_OPACITIES | GROUPS_FIRST, &[half(AROUND).chunk(), WITHIN.chunk(), drawn_on(1)], {
            faint(128)
        }),
        one(
            "half a layer in half a group in half a group",
            WITH_OPACITIES | GROUPS_FIRST,
            &[
                half(AROUND).chunk(),
                Layer { level: 1, ..half(AROUND) }.chunk(),
                Layer { level: 2, ..half(PLAIN) }.chunk(),
                drawn_on(2),
            ],
            faint(times(times(128, 128), 128)),
        ),
        one(
            "a group multiplied with white",
            WITH_OPACITIES | GROUPS_FIRST,
            &[PLAIN.chunk(), multiplied.chunk(), WITHIN.chunk(), filled(0, [255; 4]), drawn_on(2)],
            on_white(),
        ),
        one("a cel in its place", 1, &raised(0), all_black()),
        one("a cel drawn higher", 1, &raised(1), on_white()),
        one("a cel drawn lower", 1, &raised(65_535), all_black()),
        one("a cel with finer bounds", 1, &[visible(), drawn(), extra], clear()),
    ]
}

/// Returns files of colours by number, with number 0 clear if nothing else is set.
fn colours() -> Vec<Hostile> {
    let palette = |count: usize, colours: &[[u8; 4]]| {
        let entries: Vec<u8> = colours.iter().flat_map(|color| [&[0, 0], color.as_slice()].concat()).collect();
        chunk(
            PALETTE,
            &[long(count), long(0), long(count - 1)]
                .concat()
                .into_iter()
                .chain([0; 8])
                .chain(entries)
                .collect::<Vec<_>>(),
        )
    };
    let old = |kind: usize, level: fn(u8) -> u8| {
        let levels: Vec<u8> = COLOURS.iter().flat_map(|[r, g, b, _]| [*r, *g, *b]).map(level).collect();
        chunk(kind, &[word(1).as_slice(), &[0, 4], &levels].concat())
    };
    let numbers = packed(0, sides(), &zlib(&drawing()));
    let file = |palettes: &[Vec<u8>], layer: Layer, clear_number: u8| {
        with_header(INDEXED, 28, clear_number, &[palettes, &[layer.chunk(), numbers.clone()]].concat())
    };
    let solid = COLOURS.map(|[r, g, b, _]| [r, g, b, 255]);
    let by_number = |colours: [[u8; 4]; 4]| colored(drawing().iter().map(|n| colours[usize::from(*n)]).collect(), true);
    // Each level has six bits, and its upper bits are repeated below.
    let coarse =
        by_number(COLOURS.map(|[r, g, b, a]| [r >> 2 << 2 | r >> 6, g >> 2 << 2 | g >> 6, b >> 2 << 2 | b >> 6, a]));
    let background = Layer { flags: VISIBLE | BACKGROUND, ..PLAIN };
    let named = |name: &str, bytes, meant| whole(format!("Aseprite by number, {name}.aseprite"), bytes, meant);
    let mut later = aseprite(
        sides(),
        INDEXED,
        &[
            frame(&[palette(4, &solid), PLAIN.chunk(), numbers.clone()]),
            frame(&[palette(4, &[[9, 9, 9, 0]; 4]), cel(0, [0, 0], AS_ANOTHER_FRAMES, &word(0))]),
        ],
    );
    later[28] = 0;
    let three_clear = by_number([solid[0], solid[1], solid[2], [0; 4]]);
    vec![
        named("no clear number in the palette", file(&[palette(4, &solid)], PLAIN, 255), by_number(solid)),
        named("a number that the palette lacks", file(&[palette(3, &solid[..3])], PLAIN, 255), three_clear.clone()),
        named("a clear number that the palette lacks", file(&[palette(3, &solid[..3])], PLAIN, 3), three_clear),
        named("a faint colour", file(&[palette(4, &[solid[0], [1, 2, 3, 77], solid[2], solid[3]])], PLAIN, 0), {
            by_number([[0; 4], [1, 2, 3, 77], solid[2], solid[3]])
        }),
        named("an old palette", file(&[old(0x0004, |level| level)], PLAIN, 0), clear()),
        named("an old palette of 6 bits", file(&[old(0x0011, |level| level >> 2)], PLAIN, 0), coarse.clone()),
        named(
            "an old palette of 6 bits, as Aseprite writes it",
            file(&[old(0x000B, |level| level >> 2)], PLAIN, 0),
            coarse,
        ),
        named("an old and a new palette", file(&[palette(4, &solid), old(0x0004, |_| 9)], PLAIN, 0), clear()),
        named("no palette", file(&[], PLAIN, 0), by_number([[0; 4], [0, 0, 0, 255], [0, 0, 0, 255], [0, 0, 0, 255]])),
        named("a background", file(&[palette(4, &solid)], background, 0), by_number(solid)),
        named("another palette later", later, Meant { frames: 2, ..clear() }),
    ]
}

/// Returns seven columns and rows of the drawing, because only square tiles can be turned.
fn square() -> Vec<Vec<[u8; 4]>> {
    clear().pixels.chunks(SIZE.0.into()).map(|row| row[..usize::from(SIZE.1)].to_vec()).collect()
}

/// Returns the square under a tile with these flips: left to right, top to bottom, and about the diagonal.
fn flipped([across, down, diagonally]: [bool; 3]) -> Meant {
    let (pixels, last) = (square(), usize::from(SIZE.1) - 1);
    let seen = |x: usize, y: usize| {
        let (x, y) = (if across { last - x } else { x }, if down { last - y } else { y });
        if diagonally { pixels[x][y] } else { pixels[y][x] }
    };
    let pixels = (0..=last).flat_map(|y| (0..=last).map(move |x| (x, y))).map(|(x, y)| seen(x, y)).collect();
    Meant { width: SIZE.1.into(), pixels, ..clear() }
}

/// Encodes a tileset of `tile`s, and one cell of it.
fn tiles(bits: usize, flags: usize, tile: &[u8], number: usize, bits_of_tile: usize, before: Vec<Vec<u8>>) -> Vec<u8> {
    const WITHIN: usize = 2;
    let side = usize::from(SIZE.1);
    let per_tile = side * side * bits / 8;
    let head = [long(0), long(flags), long(tile.len() / per_tile)].concat();
    let packed = zlib(tile);
    let pixels = if flags & WITHIN == 0 { long(1).repeat(2) } else { [long(packed.len()).to_vec(), packed].concat() };
    let set = chunk(TILESET, &[head, [word(side), word(side), word(1)].concat(), vec![0; 16], pixels].concat());
    let masks = [long(0x1FFF_FFFF), long(0x2000_0000), long(0x4000_0000), long(0x8000_0000)].concat();
    let data = [[word(1), word(1), word(bits_of_tile)].concat(), masks, vec![0; 10], zlib(&long(number))].concat();
    let layer = Layer { kind: OF_TILES, ..PLAIN }.chunk();
    let chunks = [before, vec![set, layer, cel(0, [0, 0], 3, &data)]].concat();
    aseprite([side; 2], bits, &[frame(&chunks)])
}

fn tilemaps() -> Vec<Hostile> {
    /// Flags of a tileset.
    const ELSEWHERE: usize = 1;
    const WITHIN: usize = 2;
    const ZERO_IS_EMPTY: usize = 4;
    let pixels = square().concat().concat();
    let two = [[99; 4].repeat(pixels.len() / 4), pixels.clone()].concat();
    let new = |number| tiles(RGBA, WITHIN | ZERO_IS_EMPTY, &two, number, 32, Vec::new());
    let nothing = || Meant { width: SIZE.1.into(), pixels: vec![[0; 4]; pixels.len() / 4], ..clear() };
    let named = |name: &str, bytes, meant| whole(format!("Aseprite of tiles, {name}.aseprite"), bytes, meant);
    let mut files: Vec<_> = (0..8_usize)
        .map(|n| {
            let flips = [n & 1 != 0, n & 2 != 0, n & 4 != 0];
            named(&format!("flipped {n}"), new(n << 29 | 1), flipped(flips))
        })
        .collect();
    let straight = || flipped([false; 3]);
    let greys: Vec<u8> = square().concat().iter().flat_map(|[r, _, _, a]| [*r, *a]).collect();
    let grey = straight().pixels.iter().map(|[r, _, _, a]| [*r, *r, *r, *a]).collect();
    let number = |pixel: &[u8; 4]| u8::try_from(COLOURS.iter().position(|color| color == pixel).expect("a colour"));
    let numbers: Vec<u8> = square().concat().iter().map(|pixel| number(pixel).expect("four")).collect();
    let entries: Vec<u8> = COLOURS.iter().flat_map(|[r, g, b, _]| [0, 0, *r, *g, *b, 255]).collect();
    let palette = chunk(PALETTE, &[long(4).as_slice(), &long(0), &long(3), &[0; 8], &entries].concat());
    let unread = "of a kind that is not read here";
    files.extend([
        named("an empty one", new(0), nothing()),
        named("one that is not in its set", new(7), nothing()),
        named("the first of an old set", tiles(RGBA, WITHIN, &pixels, 0, 32, Vec::new()), straight()),
        named("an empty one of an old set", tiles(RGBA, WITHIN, &pixels, 0xFFFF_FFFF, 32, Vec::new()), nothing()),
        named("grey", tiles(GREY, WITHIN, &greys, 0, 32, Vec::new()), Meant { pixels: grey, ..straight() }),
        named("by number", tiles(INDEXED, WITHIN, &numbers, 0, 32, vec![palette]), straight()),
        refused("Aseprite of tiles elsewhere.aseprite", tiles(RGBA, ELSEWHERE, &[], 1, 32, Vec::new()), {
            "of a kind that is not read here: its tiles are in another file"
        }),
        refused("Aseprite of tiles of 16 bits.aseprite", tiles(RGBA, WITHIN, &pixels, 0, 16, Vec::new()), unread),
    ]);
    files
}

/// Returns whole files in other shapes than Aseprite writes today.
fn shapes() -> Vec<Hostile> {
    let plain = || aseprite(sides(), RGBA, &[frame(&[visible(), drawn()])]);
    let mut brace = plain();
    brace[0] = b'{';
    let mut longer = frame(&[visible(), drawn(), vec![9; 5]]);
    longer[6] = 2;
    longer[12] = 2;
    let link = |to: usize| frame(&[cel(0, [0, 0], AS_ANOTHER_FRAMES, &word(to))]);
    let chain = [frame(&[visible(), drawn()]), link(0), link(1), link(2)];
    let forward = [frame(&[visible(), cel(0, [0, 0], AS_ANOTHER_FRAMES, &word(1))]), frame(&[drawn()])];
    let tall =
        [&word(sides()[0]), word(2 * sides()[1]).as_slice(), &zlib(&[[9; 4].repeat(77), rgba(&clear())].concat())]
            .concat();
    let high = cel(0, [0, 65_536 - sides()[1]], PACKED, &tall);
    vec![
        whole("Aseprite whose length begins with a brace.aseprite", brace, clear()),
        whole("Aseprite with bytes behind a frame.aseprite", aseprite(sides(), RGBA, &[longer, link(0)]), {
            Meant { frames: 2, ..clear() }
        }),
        whole("Aseprite of links to links.aseprite", aseprite(sides(), RGBA, &chain), Meant { frames: 4, ..clear() }),
        whole("Aseprite of a link forward.aseprite", aseprite(sides(), RGBA, &forward), Meant { frames: 2, ..clear() }),
        whole(
            "Aseprite with a cel above its canvas.aseprite",
            aseprite(sides(), RGBA, &[frame(&[visible(), high])]),
            clear(),
        ),
    ]
}

/// Returns whole files of a kind that is not supported.
fn unread() -> Vec<Hostile> {
    let unread = "it is an Aseprite image of a kind that is not read here";
    let one =
        |name: &str, chunks: &[Vec<u8>]| refused(format!("Aseprite, {name}.aseprite"), flagged(1, chunks), unread);
    vec![
        one("a layer of an unknown kind", &[Layer { kind: 7, ..PLAIN }.chunk(), drawn()]),
        one("a layer blended by an unknown mode", &[Layer { mode: 99, ..PLAIN }.chunk(), drawn()]),
        one("a cel of an unknown kind", &[visible(), cel(0, [0, 0], 9, &[])]),
    ]
}

pub fn files() -> Vec<Hostile> {
    [passed_over(), layers(), colours(), tilemaps(), shapes(), unread()].into_iter().flatten().collect()
}
