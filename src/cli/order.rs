//! `order`: the visit order of a scan, as text or as a file.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::{str::FromStr, sync::Arc};

use clap::Args;

use super::pair::{PairArgs, names};
use super::{CliError, options::Replacing, progress, reading::SAID_BY_SCENES, write_json};
use crate::files::{self, FileFormat as _, OrderFormat, Plate, shown, write_whole_with};
use crate::geom::{Cell, Offset, Size};
use crate::mask::{Mask, Prepared};
use crate::palette::Palette;
use crate::scan::{Count, Scan};
use crate::words::{located, thousands};

/// The widest grid of ranks shown by default, in columns.
const WIDEST_GRID: u32 = 32;

/// Show or save the order in which a scan visits pixels, for two images or for a box without a hit.
///
/// Positions are relative to the top left of the overlap box.
#[derive(Debug, Args)]
pub(super) struct Order {
    #[command(flatten)]
    pair: PairArgs,
    /// Instead of images: A is the black and B the white cells of a checkerboard, so that exact scans visit everything.
    #[arg(long, value_name = "WxH", conflicts_with_all = ["a", "b", "scene"], conflicts_with_all = SAID_BY_SCENES)]
    size: Option<Board>,
    /// The scan, as in rows, incremental:7px or sample:4.
    #[arg(long, value_name = "NAME")]
    scan: Scan,
    /// The file to write: .png and .svg draw a plate, .gif and .apng its animation, .txt is a grid of ranks from 0,
    /// .json the answer of --json.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    replacing: Replacing,
    /// Draw on a dark background.
    #[arg(long, requires = "output")]
    dark: bool,
    /// Answer as JSON.
    #[arg(long)]
    json: bool,
}

impl Order {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<(), CliError> {
        let output = self.output.as_deref().map(|path| format_of(path).map(|format| (path, format))).transpose()?;
        let subject = self.subject()?;
        let Subject { a, b, offset, at, .. } = &subject;
        self.scan.room(a, b)?;
        let order = files::Order { scan: self.scan, a, b, offset: *offset, at: *at };
        if let Some((path, format)) = output {
            self.replacing.check(path)?;
            let palette = if self.dark { &Palette::DARK } else { &Palette::LIGHT };
            let names = subject.names.as_ref().map(|names| names.each_ref().map(String::as_str));
            let plate = Plate { order, names, palette };
            begin(&order, format == OrderFormat::Json);
            write_whole_with(path, |file| format.write(&plate, &mut CountingVisits { out: file, visits: 0 }))?;
        }
        if self.json {
            begin(&order, true);
            let mut out = BufWriter::new(CountingVisits { out, visits: 0 });
            write_json(&mut out, &order)?;
            return out.flush().map_err(CliError::Output);
        }
        let text = match output {
            None => description(&order),
            Some((path, _)) => format!("{}  {}\n", shown(path), summary(&order)),
        };
        out.write_all(text.as_bytes()).map_err(CliError::Output)
    }

    /// The masks to scan.
    fn subject(&self) -> Result<Subject, CliError> {
        if let Some(Board(size)) = self.size {
            let refused = |reason| CliError::Usage(format!("--size: {reason}"));
            self.pair.reading.limits().check(size).map_err(refused)?;
            let [a, b] = Mask::checkerboard(size).map(|mask| Arc::new(Prepared::new(mask)));
            return Ok(Subject { a, b, offset: Offset::default(), at: Cell::ORIGIN, names: None });
        }
        if self.pair.is_missing() {
            return Err(CliError::Usage("give two images, or --scene, or --size <WxH>".to_owned()));
        }
        let (scene, laid) = self.pair.lay()?;
        let [a, b] = laid.masks_for(self.scan);
        Ok(Subject { a, b, offset: laid.offset, at: laid.a.origin, names: Some(names(&scene)) })
    }
}

/// The format of an order written to `path`.
fn format_of(path: &Path) -> Result<OrderFormat, CliError> {
    OrderFormat::of_path(path).map_err(|error| CliError::Usage(format!("{}: {error}", shown(path))))
}

/// Two masks to scan, with B's offset.
struct Subject {
    a: Arc<Prepared>,
    b: Arc<Prepared>,
    offset: Offset,
    /// The world cell of A's top left.
    at: Cell,
    /// Names of two sprites; `None` for a checkerboard.
    names: Option<[String; 2]>,
}

/// Size of a checkerboard: `30x24`, neither side zero or beyond the largest image.
#[derive(Clone, Copy, Debug)]
struct Board(Size);

impl FromStr for Board {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let expected = "a size is WxH as in 30x24, each side from 1 to 1,000,000";
        let (width, height) = text.split_once('x').ok_or(expected)?;
        let side = |text: &str| text.parse().ok().filter(|side| (1..=1_000_000).contains(side)).ok_or(expected);
        Ok(Self(Size::new(side(width)?, side(height)?)))
    }
}

/// Begins the progress of writing `order`: of its visits if they are listed.
fn begin(order: &files::Order<'_>, lists_visits: bool) {
    progress::begin("order");
    if let Some(shared) = order.overlap_box().filter(|_| lists_visits) {
        let mut count = Count::default();
        order.run(&mut count);
        // `[1234,567,1,1],`
        let megabytes = count.visits * (8 + digits(shared.width) + digits(shared.height)) / 1_000_000;
        progress::begin_parts("order", count.visits, format!("visits, about {} MB", thousands(megabytes)));
    }
}

/// The number of digits `n` has.
fn digits(n: u32) -> u64 {
    n.checked_ilog10().map_or(1, |zeros| 1 + u64::from(zeros))
}

/// An order as JSON on its way to `out`, with its visits counted as progress: each has a bracket, and their list has
/// one.
struct CountingVisits<'a> {
    out: &'a mut dyn Write,
    visits: u64,
}

impl Write for CountingVisits<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.visits += bytes[..written].iter().filter(|byte| **byte == b'[').count() as u64;
        progress::reached(self.visits);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// The order in a line.
fn summary(order: &files::Order<'_>) -> String {
    let mut count = Count::default();
    let hit = order.run(&mut count).is_some();
    let visits = thousands(count.visits);
    match order.overlap_box() {
        None => format!("{}: boxes apart, no visits", order.scan),
        Some(shared) => {
            let verdict = if hit { "hit" } else { "miss" };
            format!("{}: {verdict} after {visits} visits of the box {}", order.scan, located(shared))
        }
    }
}

/// The order in a line and, if it fits the screen, as a grid of ranks.
fn description(order: &files::Order<'_>) -> String {
    let summary = summary(order);
    match order.overlap_box() {
        None => format!("{summary}\n"),
        Some(shared) if shared.width <= WIDEST_GRID => format!("{summary}\n\n{}", order.to_text()),
        Some(_) => format!("{summary}\nThe grid is too wide to show: -o FILE.txt writes it.\n"),
    }
}
