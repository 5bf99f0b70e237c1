//! `order`: the visit order of a scan, as text or as a file.

use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::{slice, str::FromStr, sync::Arc};

use clap::Args;

use crate::cli::args::{PairArgs, Replacing, ScanName, names, scan_names, set_by_scenes, suggested, try_scripts};
use crate::cli::{CliError, output::progress};
use crate::files::{self, FileFormat as _, OrderFormat, Plate, Ran, shown, write_whole_with};
use maskscope_core::geom::{Cell, Offset, Size};
use maskscope_core::mask::{Mask, Prepared};
use maskscope_core::palette::Palette;
use maskscope_core::scan::{NoProbe, Scan};
use maskscope_core::words::{located, plural, thousands};

/// The widest grid of ranks shown by default, in columns.
const WIDEST_GRID: u32 = 32;

/// Show or save the order in which a scan visits pixels, for two images or for a box without a hit.
///
/// Positions are relative to the top left of the overlap box.
#[derive(Debug, Args)]
pub(in crate::cli) struct OrderArgs {
    #[command(flatten)]
    pair: PairArgs,
    /// Instead of images: A is the black and B the white cells of a checkerboard, so that exact scans visit everything.
    #[arg(long, value_name = "WxH", conflicts_with_all = ["a", "b", "scene"], conflicts_with_all = set_by_scenes())]
    size: Option<BoardSize>,
    /// The scan, as in rows, incremental:7px or sample:4, or own:FILE for a script.
    #[arg(long, value_name = "NAME", value_parser = suggested::<ScanName>(scan_names()), hide_possible_values = true)]
    scan: ScanName,
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

impl OrderArgs {
    pub(in crate::cli) fn run(&self, out: &mut dyn Write) -> Result<(), CliError> {
        let output = self.output.as_deref().map(|path| format_of(path).map(|format| (path, format))).transpose()?;
        let scan = ScanName::read(slice::from_ref(&self.scan))?[0];
        let subject = self.subject(scan)?;
        let OrderSubject { a, b, offset, at, .. } = &subject;
        scan.room(a, b)?;
        let masks = |_| [a, b].map(Arc::clone);
        try_scripts(&[scan], masks, *offset);
        ScanName::refuse_failed(slice::from_ref(&self.scan))?;
        let order = files::VisitOrder { scan, a, b, offset: *offset, at: *at };
        let mut ran = None;
        if let Some((path, format)) = output {
            self.replacing.check(path)?;
            let palette = if self.dark { &Palette::DARK } else { &Palette::LIGHT };
            let names = subject.names.as_ref().map(|names| names.each_ref().map(String::as_str));
            let plate = Plate { order, names, palette };
            begin(&order, format);
            write_whole_with(path, |file| format.write(&plate, file).map(|has_run| ran = Some(has_run)))?;
        }
        if self.json {
            begin(&order, OrderFormat::Json);
            let mut out = BufWriter::new(out);
            return order.write_json(&mut out).and_then(|_| out.flush()).map_err(CliError::Output);
        }
        let text = match (output, ran) {
            (Some((path, _)), Some(ran)) => format!("{}  {}\n", shown(path), summary(&order, ran)),
            _ => description(&order),
        };
        out.write_all(text.as_bytes()).map_err(CliError::Output)
    }

    /// The masks to scan.
    fn subject(&self, scan: Scan) -> Result<OrderSubject, CliError> {
        if let Some(BoardSize(size)) = self.size {
            let refused = |reason| CliError::Usage(format!("--size: {reason}"));
            self.pair.reading.limits().check(size).map_err(refused)?;
            let [a, b] = Mask::checkerboard(size).map(|mask| Arc::new(Prepared::new(mask)));
            return Ok(OrderSubject { a, b, offset: Offset::default(), at: Cell::ORIGIN, names: None });
        }
        if self.pair.is_missing() {
            return Err(CliError::Usage("give two images, or --scene, or --size <WxH>".to_owned()));
        }
        let (scene, laid) = self.pair.lay()?;
        let [a, b] = laid.masks_for(scan);
        Ok(OrderSubject { a, b, offset: laid.offset, at: laid.a.origin, names: Some(names(&scene)) })
    }
}

/// The format of an order written to `path`.
fn format_of(path: &Path) -> Result<OrderFormat, CliError> {
    OrderFormat::of_path(path).map_err(|error| CliError::Usage(format!("{}: {error}", shown(path))))
}

/// Two masks to scan, with B's offset.
struct OrderSubject {
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
struct BoardSize(Size);

impl FromStr for BoardSize {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let expected = "a size is WxH as in 30x24, each side from 1 to 1,000,000";
        let (width, height) = text.split_once('x').ok_or(expected)?;
        let side = |text: &str| text.parse().ok().filter(|side| (1..=1_000_000).contains(side)).ok_or(expected);
        Ok(Self(Size::new(side(width)?, side(height)?)))
    }
}

/// Begins the progress of writing `order`: of its visits if they are listed, else of what `format` draws.
fn begin(order: &files::VisitOrder<'_>, format: OrderFormat) {
    if format != OrderFormat::Json {
        return progress::begin("order");
    }
    let (visits, shared) = (order.visits_of_a_miss(), order.overlap_box().unwrap_or_default());
    // `[1234,567,1,1],`
    let megabytes = visits * (8 + digits(shared.width) + digits(shared.height)) / 1_000_000;
    progress::begin_parts("order", visits, format!("visits, about {} MB", thousands(megabytes)));
}

/// The number of digits `n` has.
fn digits(n: u32) -> u64 {
    n.checked_ilog10().map_or(1, |zeros| 1 + u64::from(zeros))
}

/// The order in a line.
fn summary(order: &files::VisitOrder<'_>, Ran { is_hit, count }: Ran) -> String {
    let scan = order.scan.printed_name();
    match order.overlap_box() {
        None => format!("{scan}: boxes apart, no visits"),
        Some(shared) => {
            let verdict = if is_hit { "hit" } else { "miss" };
            let visits = plural(count.visits, "visit");
            format!("{scan}: {verdict} after {visits} of the box {}", located(shared))
        }
    }
}

/// The order in a line and, if it fits the screen, as a grid of ranks.
fn description(order: &files::VisitOrder<'_>) -> String {
    let is_narrow = order.overlap_box().is_some_and(|shared| shared.width <= WIDEST_GRID);
    let (grid, ran) = if is_narrow { order.text() } else { (String::new(), order.watched(NoProbe).1) };
    let summary = summary(order, ran);
    match order.overlap_box() {
        None => format!("{summary}\n"),
        Some(_) if is_narrow => format!("{summary}\n\n{grid}"),
        Some(_) => format!("{summary}\nThe grid is too wide to show: -o FILE.txt writes it.\n"),
    }
}
