//! Our side of the comparison with pygame-ce, SciPy and OpenCV: it answers `benches/peers.py` on standard input, so that
//! both sides take turns in one run. Run `python3 benches/peers.py`; on its own this program does nothing.
//!
//! ```text
//! mask NAME WIDTH HEIGHT, then a byte per pixel    remember a mask
//! rgba NAME WIDTH HEIGHT, then four                remember an image
//! levels                                           the processor's instruction sets
//! ask  WHAT LEVEL A B X Y                          the answer, or its digest
//! time WHAT LEVEL A B X Y RUNS                     thread CPU time of RUNS runs, in nanoseconds
//! ```

#[path = "support/clock.rs"]
mod clock;

use std::{
    collections::HashMap,
    hint::black_box,
    io::{self, BufRead, Read, Write},
};

use clock::thread_nanos;
use maskscope_core::{
    geom::{Cell, IntRect, Offset, Point, Rounding, Size},
    mask::{
        Level, Mask, Prepared, Solid,
        engine::{self, AreaMap},
    },
};

/// The masks and images received, by name.
#[derive(Default)]
struct Known {
    masks: HashMap<String, Prepared>,
    images: HashMap<String, (Size, Vec<u8>)>,
}

/// Functions that turn answers into numbers.
struct Numbers {
    map: fn(&AreaMap) -> u64,
    mask: fn(&Mask) -> u64,
    masks: fn(&[Mask]) -> u64,
    cells: fn(&[Cell]) -> u64,
}

/// Digests of whole answers, which are compared with the peer's.
const IN_FULL: Numbers = Numbers {
    map: digest,
    mask: digest_of_mask,
    masks: |masks| masks.iter().fold(0_u64, |sum, mask| sum.wrapping_add(digest_of_mask(mask))),
    cells: |cells| digest_of(cells.iter().map(|cell| place(*cell))),
};

/// Numbers that take no time to read.
const IN_PART: Numbers = Numbers {
    map: first,
    mask: |mask| mask.width().into(),
    masks: |masks| masks.first().map_or(0, |mask| mask.width().into()),
    cells: |cells| cells.first().map_or(0, |cell| place(*cell)),
};

/// A question about known masks or images.
struct Question<'a> {
    what: &'a str,
    level: Level,
    a: &'a str,
    b: &'a str,
    offset: Offset,
}

fn main() -> io::Result<()> {
    let mut known = Known::default();
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    let mut line = String::new();
    while input.read_line(&mut line)? > 0 {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            [kind @ ("mask" | "rgba"), name, width, height] => {
                let size = Size::new(number(width)?, number(height)?);
                let mut bytes = vec![0; number::<usize>(width)? * number::<usize>(height)? * pixel_bytes(kind)];
                input.read_exact(&mut bytes)?;
                known.remember(name, size, bytes, *kind == "rgba");
                writeln!(output, "ok")?;
            }
            ["levels"] => {
                writeln!(output, "{}", Level::all().iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))?;
            }
            ["ask", question @ ..] => {
                let mut ask = known.asker(&read_question(question)?, &IN_FULL).ok_or_else(unknown)?;
                writeln!(output, "{}", ask(1))?;
            }
            ["time", question @ .., runs] => {
                let mut ask = known.asker(&read_question(question)?, &IN_PART).ok_or_else(unknown)?;
                let runs = number(runs)?;
                let start = thread_nanos();
                black_box(ask(runs));
                writeln!(output, "{}", thread_nanos() - start)?;
            }
            _ => writeln!(output, "?")?,
        }
        output.flush()?;
        line.clear();
    }
    Ok(())
}

fn unknown() -> io::Error {
    io::Error::other("no such question")
}

fn number<T: std::str::FromStr>(text: &str) -> io::Result<T> {
    text.parse().map_err(|_| io::Error::other(format!("{text} is not a number")))
}

fn pixel_bytes(kind: &str) -> usize {
    if kind == "rgba" { 4 } else { 1 }
}

fn read_question<'a>(words: &[&'a str]) -> io::Result<Question<'a>> {
    let [what, level, a, b, x, y] = *words else { return Err(unknown()) };
    let level = Level::all().into_iter().find(|known| known.to_string() == level).ok_or_else(unknown)?;
    Ok(Question { what, level, a, b, offset: Offset::new(number(x)?, number(y)?) })
}

impl Known {
    fn remember(&mut self, name: &str, size: Size, bytes: Vec<u8>, is_image: bool) {
        if is_image {
            self.images.insert(name.to_owned(), (size, bytes));
        } else {
            let mask = Prepared::new(Mask::from_alpha(size, &bytes, Solid::Above(0)));
            self.masks.insert(name.to_owned(), mask);
        }
    }

    /// A function that answers the question a given number of times and returns the last answer as a number. `None` if
    /// the question or a name in it is unknown.
    fn asker(&self, question: &Question<'_>, numbers: &'static Numbers) -> Option<Box<dyn FnMut(u64) -> u64 + '_>> {
        let &Question { level, offset, .. } = question;
        if question.what == "from_rgba" {
            let (size, bytes) = self.images.get(question.a)?;
            return Some(repeated(move || Mask::from_rgba(*size, black_box(bytes), Solid::Above(127)).count()));
        }
        let (a, b) = (self.masks.get(question.a)?, self.masks.get(question.b)?);
        Some(match question.what {
            "overlaps" => {
                repeated(move || engine::overlaps(level, black_box(a), black_box(b), black_box(offset)).into())
            }
            "overlap_area" => {
                repeated(move || engine::overlap_area(level, black_box(a), black_box(b), black_box(offset)))
            }
            "overlap_bounds" => repeated(move || {
                let bounds = engine::overlap_bounds(level, black_box(a), black_box(b), black_box(offset));
                bounds.map_or(0, IntRect::area)
            }),
            "area_map" => repeated(move || {
                let map = AreaMap::at(level, black_box(a), black_box(b), &|| false);
                map.map_or(0, |map| (numbers.map)(&map))
            }),
            "area_query" => {
                let map = AreaMap::at(level, a, b, &|| false)?;
                repeated(move || black_box(&map).area(black_box(offset)).into())
            }
            what => return of_masks(what, a.mask(), b.mask(), offset, numbers),
        })
    }
}

/// The same for questions about masks without tables.
fn of_masks<'a>(
    what: &str,
    a: &'a Mask,
    b: &'a Mask,
    offset: Offset,
    numbers: &'static Numbers,
) -> Option<Box<dyn FnMut(u64) -> u64 + 'a>> {
    let mask = numbers.mask;
    Some(match what {
        "mask_overlap" => repeated(move || black_box(a).overlap(black_box(b), black_box(offset)).map_or(0, place)),
        "mask_area" => repeated(move || black_box(a).overlap_area(black_box(b), black_box(offset))),
        "mask_shared" => repeated(move || {
            let shared = black_box(a).overlap_mask(black_box(b), black_box(offset));
            shared.map_or(0, |shared| mask(&shared))
        }),
        "mask_scale" => {
            let size = Size::new(u32::try_from(offset.x).ok()?, u32::try_from(offset.y).ok()?);
            repeated(move || mask(&black_box(a).scaled(black_box(size))))
        }
        "mask_invert" => repeated(move || mask(&!black_box::<&Mask>(a))),
        "mask_and" => repeated(move || mask(&(black_box(a) & black_box(b)))),
        "mask_or" => repeated(move || mask(&(black_box(a) | black_box(b)))),
        "mask_without" => repeated(move || mask(&(black_box(a) & &!black_box::<&Mask>(b)))),
        "mask_centroid" => repeated(move || black_box(a).centroid().map_or(0, cell_of)),
        "mask_components" => repeated(move || (numbers.masks)(&black_box(a).components())),
        "mask_outline" => repeated(move || (numbers.cells)(&black_box(a).outline())),
        _ => return None,
    })
}

/// A checksum of a map.
fn digest(map: &AreaMap) -> u64 {
    digest_of(map.areas.iter().map(|&area| u64::from(area)))
}

/// A checksum of the pixels in the tight bounds of a mask, row by row.
fn digest_of_mask(mask: &Mask) -> u64 {
    let Some(bounds) = mask.bounds() else { return 0 };
    let part = mask.cut_out(bounds);
    let pixels = (0..part.height()).flat_map(|y| (0..part.width()).map(move |x| (x, y)));
    digest_of(pixels.map(|(x, y)| u64::from(part.get(x, y))))
}

/// A checksum of numbers: the sum of each one times its position, wrapping.
fn digest_of(numbers: impl Iterator<Item = u64>) -> u64 {
    numbers.zip(1_u64..).fold(0_u64, |sum, (number, position)| sum.wrapping_add(number.wrapping_mul(position)))
}

/// A cell as a number above 0, for masks of at most 4096 columns.
fn place(cell: Cell) -> u64 {
    u64::try_from(4096 * cell.y + cell.x + 1).unwrap_or(0)
}

/// The cell whose centre is at a point or less than a pixel above it or to its left, as a number.
fn cell_of((x, y): Point) -> u64 {
    let floor = |n: f64| Rounding::Floor.round(n - 0.5).map(i64::from);
    floor(x).zip(floor(y)).map_or(0, |(x, y)| place(Cell::new(x, y)))
}

fn first(map: &AreaMap) -> u64 {
    map.areas.first().copied().unwrap_or(0).into()
}

fn repeated<'a>(mut once: impl FnMut() -> u64 + 'a) -> Box<dyn FnMut(u64) -> u64 + 'a> {
    Box::new(move |runs| {
        let mut last = 0;
        for _ in 0..runs {
            last = black_box(once());
        }
        last
    })
}
