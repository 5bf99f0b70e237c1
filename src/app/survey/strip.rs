//! The ratio of visits between two scans, per hit, on a log scale.

use egui::{Align2, Rect, Role, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};

use crate::app::theme::{self, Theme};
use crate::app::write;
use crate::survey::{PROMISED, Ratios, Strip};
use crate::words;

/// The height of title, bars and axis, in points, and of the bars.
pub const HEIGHT: f32 = 72.0;
const TITLE: f32 = 18.0;
const BARS: f32 = 30.0;

/// Shows the strip in `place`, [`HEIGHT`] high.
pub fn show(ui: &Ui, place: Rect, strip: &Strip<'_>) {
    let theme = Theme::of(ui);
    let response = ui.interact(place, ui.scope_id().with("strip"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, format!("{}; {}", strip.title, strip.note)));
    let head = pos2(place.left(), place.top() + TITLE / 2.0);
    let title = ui.painter().text(head, Align2::LEFT_CENTER, &strip.title, theme::note(), theme.t1);
    write::aside(ui, title.right(), place.right(), head.y, &strip.note, theme.t2);
    let bars = Rect::from_min_size(place.min + vec2(0.0, TITLE + 2.0), vec2(place.width(), BARS));
    let Some(scale) = Scale::of(&strip.ratios.histogram, bars) else { return };
    let (from, to) = PROMISED;
    let promised = Rect::from_min_max(pos2(scale.x(from), bars.top()), pos2(scale.x(to), bars.bottom()));
    ui.painter().rect_filled(promised.intersect(bars), 0.0, theme.ctl);
    let most = strip.ratios.histogram.iter().copied().max().unwrap_or(1).max(1) as f32;
    for (bin, &count) in strip.ratios.histogram.iter().enumerate().filter(|(_, count)| **count > 0) {
        let (left, right) = (scale.x(Ratios::start(bin)), scale.x(Ratios::start(bin + 1)));
        let height = ((count as f32 / most).sqrt() * BARS).max(1.0);
        let ink = if Ratios::start(bin) < 1.0 { theme.bar } else { theme.both };
        let bar = pos2(left, bars.bottom() - height)..=pos2((right - 0.5).max(left + 1.0), bars.bottom());
        ui.painter().rect_filled(Rect::from_min_max(*bar.start(), *bar.end()), 0.0, ink);
    }
    ui.painter().hline(bars.x_range(), bars.bottom(), Stroke::new(1.0, theme.edge));
    if let Some(median) = strip.ratios.median {
        ui.painter().vline(scale.x(median), bars.top()..=bars.bottom(), Stroke::new(2.0, theme.t1));
    }
    let mut free = bars.left();
    let axis = |ratio: f64| (scale.x(ratio), format!("{}×", words::number(ratio, 0..=0)));
    let more = (scale.x(1.0) - bars.left() > 80.0).then(|| (bars.left(), "more visits".to_owned()));
    let marks = [1.0, from, to].into_iter().chain((3..8).map(|power| 10_f64.powi(power)));
    for (x, text) in more.into_iter().chain(marks.filter(|ratio| scale.x(*ratio) <= bars.right() + 1.0).map(axis)) {
        let text = ui.painter().layout_no_wrap(text, theme::tag(), theme.t3);
        let left = (x - text.size().x / 2.0).clamp(bars.left(), (bars.right() - text.size().x).max(bars.left()));
        if left >= free {
            free = left + text.size().x + 6.0;
            ui.painter().galley(pos2(left, bars.bottom() + 4.0), text, theme.t3);
        }
    }
}

/// The position of a ratio: from the power of ten below the least to the one above the largest.
struct Scale {
    place: Rect,
    first: f64,
    decades: f64,
}

impl Scale {
    fn of(histogram: &[u64], place: Rect) -> Option<Self> {
        let least = Ratios::start(histogram.iter().position(|count| *count > 0)?).log10().floor();
        let largest = Ratios::start(histogram.len()).log10().ceil();
        let (first, last) = (least.min(0.0), largest.max(2.0));
        Some(Self { place, first, decades: last - first })
    }

    #[expect(clippy::cast_possible_truncation, reason = "a place on the screen")]
    fn x(&self, ratio: f64) -> f32 {
        self.place.left() + self.place.width() * ((ratio.log10() - self.first) / self.decades) as f32
    }
}
