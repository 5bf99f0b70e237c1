use std::{
    io::Write,
    path::{Path, PathBuf},
    str::FromStr,
    sync::Arc,
};

use clap::Args;

use super::{
    CliError,
    options::{Placing, Reading},
    write_json,
};
use crate::{
    files::{self, shown, write_whole},
    geom::{Offset, Size},
    mask::{Mask, Prepared},
    scan::{Count, Scan},
    words::{located, thousands},
};

/// Up to so many columns the grid of ranks is shown without being asked for.
const WIDEST_GRID: u32 = 32;

/// Show or write the visit order of a scan: of two images, or of a box in which nothing is found.
#[derive(Debug, Args)]
pub(super) struct Order {
    /// The image of sprite A.
    #[arg(required_unless_present = "size", requires = "b")]
    a: Option<PathBuf>,
    /// The image of sprite B.
    b: Option<PathBuf>,
    /// In place of images: A is the black and B the white cells of a checkerboard, so that exact scans visit everything.
    #[arg(long, value_name = "WxH", conflicts_with_all = ["a", "b"])]
    size: Option<Board>,
    /// The scan, as in rows, incremental:7px or sample:4.
    #[arg(long, value_name = "NAME")]
    scan: Scan,
    /// The file to write: .txt is a grid of ranks, .json what --json answers.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    placing: Placing,
    #[command(flatten)]
    reading: Reading,
    /// Answer as JSON.
    #[arg(long)]
    json: bool,
}

impl Order {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<(), CliError> {
        let output = self.output.as_deref().map(Output::of).transpose()?;
        let (a, b, offset) = self.masks()?;
        let order = files::Order { scan: self.scan, a: &a, b: &b, offset };
        if let Some(output) = output {
            output.write(&order)?;
        }
        if self.json {
            return write_json(out, &order);
        }
        let text = match output {
            None => description(&order),
            Some(Output { path, .. }) => format!("{}  {}\n", shown(path), summary(&order)),
        };
        out.write_all(text.as_bytes()).map_err(CliError::Output)
    }

    /// The masks to scan, and where B is.
    fn masks(&self) -> Result<(Arc<Prepared>, Arc<Prepared>, Offset), CliError> {
        if let Some(Board(size)) = self.size {
            if self.placing.at.is_some() {
                return Err(CliError::Usage("--at places B: it has no meaning with --size".to_owned()));
            }
            let refused = |reason| CliError::Usage(format!("--size: {reason}"));
            self.reading.limits().check(size).map_err(refused)?;
            let black = Mask::from_fn(size, |x, y| (x + y).is_multiple_of(2));
            let white = black.inverted();
            let prepared = |mask: Mask| Arc::new(Prepared::new(mask));
            return Ok((prepared(black), prepared(white), Offset::default()));
        }
        let (Some(a), Some(b)) = (&self.a, &self.b) else {
            return Err(CliError::Usage("two images are needed, or --size".to_owned()));
        };
        let offset = self.placing.offset()?;
        let (a, b) = (self.reading.load_a(a)?, self.reading.load_b(b)?);
        Ok((a.mask_for(self.scan), b.mask_for(self.scan), offset))
    }
}

/// A file to write the order to.
#[derive(Clone, Copy, Debug)]
struct Output<'a> {
    path: &'a Path,
    format: Format,
}

#[derive(Clone, Copy, Debug)]
enum Format {
    Text,
    Json,
}

impl<'a> Output<'a> {
    fn of(path: &'a Path) -> Result<Self, CliError> {
        let format = match path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase().as_str() {
            "txt" => Format::Text,
            "json" => Format::Json,
            _ => return Err(CliError::Usage(format!("{}: an order is written as .txt or .json", shown(path)))),
        };
        Ok(Self { path, format })
    }

    fn write(&self, order: &files::Order<'_>) -> Result<(), CliError> {
        let mut bytes = Vec::new();
        match self.format {
            Format::Text => bytes.extend(order.to_text().into_bytes()),
            Format::Json => write_json(&mut bytes, order)?,
        }
        Ok(write_whole(self.path, &bytes)?)
    }
}

/// A checkerboard's size: `30x24`, neither side zero.
#[derive(Clone, Copy, Debug)]
struct Board(Size);

impl FromStr for Board {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let expected = "a size is WxH as in 30x24, neither side zero";
        let (width, height) = text.split_once('x').ok_or(expected)?;
        let side = |text: &str| text.parse().map_err(|_| expected);
        let size = Size::new(side(width)?, side(height)?);
        if size.is_empty() { Err(expected) } else { Ok(Self(size)) }
    }
}

/// The order in a line.
fn summary(order: &files::Order<'_>) -> String {
    let mut count = Count::default();
    let hit = order.run(&mut count);
    let visits = thousands(count.visits);
    match order.overlap_box() {
        None => format!("{}: boxes apart, no visits", order.scan),
        Some(shared) => {
            let verdict = if hit { "hit" } else { "miss" };
            format!("{}: {verdict} after {visits} visits of the box {}", order.scan, located(shared))
        }
    }
}

/// The order in a line and, where it fits a screen, as a grid of ranks.
fn description(order: &files::Order<'_>) -> String {
    let summary = summary(order);
    match order.overlap_box() {
        None => format!("{summary}\n"),
        Some(shared) if shared.width <= WIDEST_GRID => format!("{summary}\n\n{}", order.to_text()),
        Some(_) => format!("{summary}\nThe grid is too wide to show: -o FILE.txt writes it.\n"),
    }
}
