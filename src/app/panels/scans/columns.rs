//! Where the columns of the table lie.

use egui::{Rect, Ui, pos2};

use crate::app::panels::layout::PADDING;
use crate::app::theme;
use crate::session::{ScanColumn, Session};
use crate::words;

/// From this width of the panel on there is room for times, and from this for their spread, in points.
const TIMES: f32 = 300.0;
const SPREADS: f32 = 440.0;
/// Widths: of the longest name and of times, spreads and ratios.
const NAME: f32 = 84.0;
const TIME: f32 = 48.0;
const SPREAD: f32 = 48.0;
const RATIO: f32 = 52.0;
/// Free space before a column.
const GAP: f32 = 8.0;

/// The columns, by their distance from the left edge of the table in points.
#[derive(Clone, Copy, Debug)]
pub(super) struct Columns {
    /// Middle of the key.
    pub key: f32,
    /// Left edge of the name.
    pub name: f32,
    /// Middle of the verdict.
    pub verdict: f32,
    /// Right edge of the visits.
    pub visits: f32,
    /// Left and right edge of the bar.
    pub bar: (f32, f32),
    /// Right edge of the time, where there is room for it.
    pub time: Option<f32>,
    /// Right edge of the spread, where there is room for it.
    pub spread: Option<f32>,
    /// Right edge of the ratio, where there is room for it.
    pub ratio: Option<f32>,
}

impl Columns {
    /// The columns for the room that `ui` has. They depend on the sprites, not on where they stand.
    pub fn new(ui: &Ui, session: &Session) -> Self {
        let width = ui.available_width();
        let has_spread = width >= SPREADS;
        let name = if has_spread { 28.0 } else { 24.0 };
        let verdict = name + NAME + 12.0;
        let visits = verdict + 10.0 + most_visits_width(ui, session);
        let end = width - PADDING;
        let has_times = width >= TIMES;
        let ratio = has_times.then_some(end);
        let spread = has_spread.then_some(end - RATIO);
        let time = has_times.then_some(spread.map_or(end - RATIO, |spread| spread - SPREAD));
        let bar_end = time.map_or(end, |time| time - TIME - GAP);
        Self { key: 16.0, name, verdict, visits, bar: (visits + GAP, bar_end), time, spread, ratio }
    }

    /// Where the bar lies in the rectangle of a row.
    pub fn bar_in(&self, row: Rect) -> Rect {
        row.with_min_x(row.left() + self.bar.0).with_max_x(row.left() + self.bar.1)
    }

    /// The columns that are shown and can be sorted by.
    pub fn sortable(&self) -> impl Iterator<Item = ScanColumn> {
        let shown = self.time.is_some();
        [ScanColumn::Strategy, ScanColumn::Visits]
            .into_iter()
            .chain([ScanColumn::Time, ScanColumn::Fewer].into_iter().filter(move |_| shown))
    }

    /// Where the name of a column stands, in the rectangle of the header.
    pub fn header(&self, column: ScanColumn, rect: Rect) -> Rect {
        let time = self.time.unwrap_or_default();
        let (left, right) = match column {
            ScanColumn::Strategy => (self.name, self.verdict - 10.0),
            ScanColumn::Visits => (self.verdict - 8.0, self.visits),
            ScanColumn::Time => (time - TIME, time),
            ScanColumn::Fewer => {
                let ratio = self.ratio.unwrap_or_default();
                (ratio - RATIO + 4.0, ratio)
            }
        };
        Rect::from_min_max(pos2(rect.left() + left, rect.top()), pos2(rect.left() + right, rect.bottom()))
    }
}

/// Room for the most visits that this pair can take at any placement.
fn most_visits_width(ui: &Ui, session: &Session) -> f32 {
    let most = session.stage().both().map_or(0, |(a, b)| {
        let (a, b) = (a.raster().size(), b.raster().size());
        u64::from(a.width.min(b.width)) * u64::from(a.height.min(b.height))
    });
    // From a million on, counts are shortened and need no more room than this.
    let text = words::thousands(most.clamp(999, 999_999));
    ui.painter().layout_no_wrap(text, theme::mono(), egui::Color32::PLACEHOLDER).size().x
}
