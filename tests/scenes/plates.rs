//! Plates show the visit order of the scan: as SVG, as pixels, and as animations.

use std::{env, fs, io::Cursor, path::Path};

use image::{AnimationDecoder, RgbaImage, codecs::gif::GifDecoder, codecs::png::PngDecoder};
use maskscope::{
    exports::{Chosen, ExportContent, ExportRef, Files, RACE, RACE_PICTURE},
    files::{Plate, VisitOrder, sample_sprite},
    session::{RaceAction, RaceOrder, Session, StageAction},
};
use maskscope_core::{
    geom::{Cell, Offset, Size},
    mask::{Mask, Prepared},
    palette::{Palette, Rgb},
    scan::{Count, RankMap, Scan},
};

use crate::marked::assert_marked;

/// The px from the page's edge to the grid, and the side of a cell of a 9 × 7 board.
const MARGIN: u32 = 24;
const CELL: u32 = 48;
/// The number of frames in an animation in addition to those that show visits.
const ENDS: u64 = 2;

/// The black and the white cells of a checkerboard.
struct Board(Prepared, Prepared);

impl Board {
    fn new(width: u32, height: u32) -> Self {
        let black = Mask::from_fn(Size::new(width, height), |x, y| (x + y).is_multiple_of(2));
        let white = !&black;
        Self(black.into(), white.into())
    }

    fn plate(&self, scan: Scan) -> Plate<'_> {
        let order = VisitOrder { scan, a: &self.0, b: &self.1, offset: Offset::default(), at: Cell::ORIGIN };
        Plate { order, names: None, palette: &Palette::LIGHT }
    }
}

/// Returns the scans that visit cells, each of them once.
fn cell_by_cell(board: &Board) -> Vec<Scan> {
    let is_one = |scan: &Scan| {
        let mut count = Count::default();
        board.plate(*scan).order.run(&mut count);
        count.cells == count.visits
    };
    let scans: Vec<Scan> = Scan::ALL.into_iter().filter(is_one).collect();
    assert!(scans.len() > 8, "most scans read cells");
    scans
}

fn ranks(plate: &Plate<'_>) -> RankMap {
    let mut ranks = RankMap::of_cells(plate.order.a.mask().size());
    plate.order.run(&mut ranks);
    ranks
}

/// Returns the rank colour of the cell `(x, y)`, or the ground's if the cell has no rank.
fn color_of(plate: &Plate<'_>, ranks: &RankMap, x: u32, y: u32) -> Rgb {
    let mut count = Count::default();
    plate.order.run(&mut count);
    match ranks.rank_of_cell(x.into(), y.into()) {
        Some(RankMap::NEVER) | None => plate.palette.ctl,
        Some(rank) => plate.palette.rank.of_rank(rank.into(), count.visits),
    }
}

/// An element of an SVG, without its content.
#[derive(Debug)]
struct Element<'a> {
    name: &'a str,
    attributes: Vec<(&'a str, &'a str)>,
    /// The text after its tag.
    text: &'a str,
}

impl Element<'_> {
    fn number(&self, attribute: &str) -> u32 {
        let (_, value) = self.attributes.iter().find(|(name, _)| *name == attribute).expect("an attribute");
        let whole = value.split_once('.').map_or(*value, |(whole, _)| whole);
        whole.parse().expect("a number")
    }

    fn has(&self, name: &str, value: &str) -> bool {
        self.attributes.contains(&(name, value))
    }
}

/// Returns the elements of `svg`; asserts that all are closed and all attributes quoted.
fn elements(svg: &str) -> Vec<Element<'_>> {
    let (mut found, mut open) = (Vec::new(), Vec::new());
    for (tag, text) in svg.split('<').skip(1).map(|part| part.split_once('>').expect("the end of a tag")) {
        assert!(!text.contains('>'), "{text:?} is escaped");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "tags close in turn");
            continue;
        }
        let (name, rest) = tag.trim_end_matches('/').split_once(' ').unwrap_or((tag, ""));
        if !tag.ends_with('/') {
            open.push(name);
        }
        let mut attributes = rest.trim().split('"');
        let mut pairs = Vec::new();
        while let (Some(name), Some(value)) = (attributes.next(), attributes.next()) {
            pairs.push((name.trim().strip_suffix('=').expect("name=\"value\""), value));
        }
        found.push(Element { name, attributes: pairs, text });
    }
    assert_eq!(open, [""; 0], "every element is closed");
    found
}

/// Returns the px from the page's top to the grid, which is the first area after the page itself.
fn top_of_grid(elements: &[Element<'_>]) -> u32 {
    elements.iter().filter(|element| element.name == "rect").nth(1).expect("the grid").number("y")
}

fn decoded(png: &[u8]) -> RgbaImage {
    image::load_from_memory(png).expect("a PNG").into_rgba8()
}

fn rgb(picture: &RgbaImage, x: u32, y: u32) -> Rgb {
    let [r, g, b, _] = picture.get_pixel(x, y).0;
    [r, g, b]
}

/// Returns the pictures of an animation, each complete, with its time in ms.
fn frames<'a>(decoder: impl AnimationDecoder<'a>) -> Vec<(RgbaImage, u32)> {
    let frames = decoder.into_frames().collect_frames().expect("frames");
    let time = |frame: &image::Frame| {
        let (numerator, denominator) = frame.delay().numer_denom_ms();
        numerator / denominator
    };
    frames.into_iter().map(|frame| (time(&frame), frame.into_buffer())).map(|(time, picture)| (picture, time)).collect()
}

fn gif_frames(plate: &Plate<'_>) -> Vec<(RgbaImage, u32)> {
    frames(GifDecoder::new(Cursor::new(plate.to_gif())).expect("a GIF"))
}

fn apng_frames(plate: &Plate<'_>) -> Vec<(RgbaImage, u32)> {
    let decoder = PngDecoder::new(Cursor::new(plate.to_apng())).expect("a PNG");
    frames(decoder.apng().expect("an animated PNG"))
}

#[test]
fn the_numbers_of_a_plate_are_the_ranks_from_1() {
    let board = Board::new(9, 7);
    for scan in cell_by_cell(&board) {
        let plate = board.plate(scan);
        let (svg, ranks) = (plate.to_svg(), ranks(&plate));
        let elements = elements(&svg);
        let top = top_of_grid(&elements);
        let numbers = elements.iter().filter(|element| element.has("text-anchor", "middle"));
        let mut seen = 0;
        for number in numbers {
            let (x, y) = ((number.number("x") - MARGIN) / CELL, (number.number("y") - top) / CELL);
            let rank: u32 = number.text.parse().expect("a number");
            assert_eq!(ranks.rank_of_cell(x.into(), y.into()), Some(rank - 1), "{scan} at {x},{y}");
            seen += 1;
        }
        let visited = ranks.ranks.iter().filter(|rank| **rank != RankMap::NEVER).count();
        assert_eq!(seen, visited, "{scan}");
    }
}

#[test]
fn each_cell_has_the_colour_of_its_rank() {
    for (width, height, cell) in [(256, 256, 3), (100, 60, 8), (1, 1000, 1)] {
        let board = Board::new(width, height);
        let plate = board.plate(Scan::ROWS);
        let (picture, ranks) = (decoded(&plate.to_png()), ranks(&plate));
        let svg = plate.to_svg();
        let elements = elements(&svg);
        let top = top_of_grid(&elements);
        assert_eq!((picture.width(), picture.height()), (elements[0].number("width"), elements[0].number("height")));
        let cells_per_pixel = height.div_ceil(840);
        for (x, y) in [(0, 0), (width - 1, 0), (width / 2, height / 2), (0, height - 2), (width - 1, height - 2)] {
            let (x, y) = (x / cells_per_pixel * cells_per_pixel, y / cells_per_pixel * cells_per_pixel);
            let middle = |cells: u32| cells / cells_per_pixel * cell + (cell - 1) / 2;
            let found = rgb(&picture, MARGIN + middle(x), top + middle(y));
            assert_eq!(found, color_of(&plate, &ranks, x, y), "{width} × {height} at {x},{y}");
        }
    }
}

#[test]
fn odd_sizes_make_plates_of_every_scan() {
    for (width, height) in [(1, 1), (1, 9), (9, 1), (65, 7)] {
        let board = Board::new(width, height);
        for scan in Scan::ALL {
            let plate = board.plate(scan);
            let svg = plate.to_svg();
            let (page, picture) = (&elements(&svg)[0], decoded(&plate.to_png()));
            assert_eq!((page.number("width"), page.number("height")), picture.dimensions(), "{scan}");
            assert!(svg.contains(&format!(">{} · {width} × {height}<", scan.display_name())), "{scan}");
        }
    }
}

#[test]
fn an_animation_starts_empty_and_ends_with_the_plate() {
    let board = Board::new(9, 7);
    for scan in ["edge-in", "summed-area", "words"].map(|name| name.parse().expect("a scan")) {
        let plate = board.plate(scan);
        let mut count = Count::default();
        plate.order.run(&mut count);
        let still = decoded(&plate.to_png());
        let top = top_of_grid(&elements(&plate.to_svg()));
        for animation in [gif_frames(&plate), apng_frames(&plate)] {
            assert_eq!(animation.len() as u64, count.visits + ENDS, "{scan}");
            let ((first, _), (last, hold)) = (&animation[0], &animation[animation.len() - 1]);
            assert!(last == &still, "{scan} ends with the plate");
            assert_eq!(*hold, 2_000, "the last frame stays");
            for (x, y) in (0..9).flat_map(|x| (0..7).map(move |y| (x, y))) {
                let middle = |cells: u32| cells * CELL + CELL / 2;
                assert_eq!(rgb(first, MARGIN + middle(x), top + middle(y)), plate.palette.ctl, "{scan} at {x},{y}");
            }
        }
    }
}

#[test]
fn long_animations_take_several_visits_a_frame() {
    let board = Board::new(100, 100);
    let plate = board.plate("columns".parse().expect("a scan"));
    for animation in [gif_frames(&plate), apng_frames(&plate)] {
        assert_eq!(animation.len() as u64, 240 + ENDS);
        let steps: u32 = animation.iter().map(|(_, time)| time).sum::<u32>() - 2_000;
        assert!((4_000..=8_000).contains(&steps), "{steps} ms");
    }
}

#[test]
fn a_plate_of_sprites_tells_the_hit_and_what_was_left_out() {
    let (a, b) = (sample_sprite("ship.png").expect("a sample"), sample_sprite("rock.png").expect("a sample"));
    let names = Some(["ship & co.png", "rock.png"]);
    let order =
        VisitOrder { scan: Scan::ROWS, a: a.mask(), b: b.mask(), offset: Offset::new(10, -17), at: Cell::ORIGIN };
    let plate = Plate { order, names, palette: &Palette::DARK };
    let svg = plate.to_svg();
    let texts: Vec<&str> = elements(&svg).iter().map(|element| element.text).collect();
    let assert_text = |text: &str| assert!(texts.contains(&text), "{text:?} in {texts:?}");
    assert_text("ship &amp; co.png and rock.png at 10,−17");
    assert_text("499 visits · hit at 28,16 as #499 · 221 of 720 cells never visited");
    assert_text("only A");
    assert_text("first hit");
}

#[test]
fn where_the_boxes_are_apart_the_plate_says_so() {
    let board = Board::new(4, 4);
    let mut plate = board.plate(Scan::ROWS);
    plate.order.offset = Offset::new(4, 0);
    assert!(plate.to_svg().contains("boxes apart"));
    assert_eq!(gif_frames(&plate).len() as u64, ENDS);
}

#[test]
fn a_large_box_makes_a_small_picture() {
    let board = Board::new(4096, 4096);
    let plate = board.plate(Scan::ROWS);
    let png = plate.to_png();
    let picture = decoded(&png);
    assert!(picture.width().max(picture.height()) <= 2_000);
    assert!(png.len() < 100_000, "{} bytes", png.len());
    assert!(plate.to_svg().len() < 100_000);
}

/// The plates in the guide; `UPDATE_SNAPSHOTS=1` draws them again.
#[test]
fn the_samples_are_what_the_program_draws() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/orders");
    let board = Board::new(9, 7);
    for scan in Scan::ALL {
        // A sample of every tenth pixel would read a single pixel of so small a box.
        let shown = if scan.strategy() == "sample" { "sample:3".parse().expect("a scan") } else { scan };
        let path = folder.join(&*scan.strategy()).with_extension("svg");
        let svg = board.plate(shown).to_svg();
        if env::var_os("UPDATE_SNAPSHOTS").is_some() {
            fs::write(&path, &svg).expect("a folder to write to");
        }
        // A checkout may have the line ends of Windows.
        let stored = fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
        assert!(stored == svg, "{} is out of date: UPDATE_SNAPSHOTS=1 cargo test --test scenes plates", path.display());
    }
}

/// The race in the README, as the window exports it; `UPDATE_SNAPSHOTS=1` draws it again.
#[test]
fn the_race_is_what_the_window_exports() {
    let mut session = Session::default();
    let sprite = |name| sample_sprite(name).expect("a sample");
    let (a, b, offset) = (sprite("ship.png"), sprite("rock.png"), Offset::new(10, -17));
    session.apply(StageAction::ShowPair { a, b, offset }.into());
    session.apply(RaceAction::SetOrder(RaceOrder::ByVisits).into());
    assert!(session.run_all_but_timing());
    let written = |export: ExportRef, ending: &str| match Chosen::suggested(export, &session).content(&session) {
        Ok(ExportContent::Files(make)) => match make(&Path::new("race").with_extension(ending)) {
            Ok(Files::One(bytes)) => bytes,
            _ => panic!("one file"),
        },
        _ => panic!("a race"),
    };
    let gif = written(&RACE, "gif");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/pictures/race.gif");
    if env::var_os("UPDATE_SNAPSHOTS").is_some() {
        fs::write(&path, &gif).expect("a folder to write to");
    }
    let stored = fs::read(&path).unwrap_or_default();
    assert!(stored == gif, "{} is out of date: UPDATE_SNAPSHOTS=1 cargo test --test scenes plates", path.display());

    let decoder = PngDecoder::new(Cursor::new(written(&RACE, "apng"))).expect("a PNG");
    let pictures = frames(decoder.apng().expect("an animated PNG"));
    let last = &pictures.last().expect("a frame").0;
    assert!(last == &decoded(&written(&RACE_PICTURE, "png")), "the race ends with its picture");
    let moving: u32 = pictures[1..pictures.len() - 1].iter().map(|(_, time)| time).sum();
    assert!((11_000..=12_000).contains(&moving), "{moving} ms: twelve seconds, less the last step");
}

/// Returns the guide's list of the strategies: their plates.
fn listed() -> String {
    let mut text = "<table>\n".to_owned();
    for row in Scan::ALL.chunks(8) {
        text += "<tr valign=\"top\">\n";
        for scan in row {
            let about = scan.about();
            let (name, source) = (about.name, about.source.short);
            text += &format!("<td><img src=\"../samples/orders/{name}.svg\" width=\"100\" alt=\"{name}\"><br>\n");
            text += &format!("<b>{name}</b><br>{source}</td>\n");
        }
        text += "</tr>\n";
    }
    text + "</table>\n"
}

/// The list between its marks in the guide; `UPDATE_SNAPSHOTS=1` writes it again.
#[test]
fn the_guide_lists_every_strategy() {
    assert_marked("docs/scans.md", "strategies", &listed(), "scenes plates");
}
