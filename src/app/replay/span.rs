//! The part of the time the lanes show.

use std::ops::RangeInclusive;

/// The shown part of a log's time: all of it, or a part chosen by the wheel.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Span {
    part: Option<(f64, f64)>,
    /// The last point reached.
    reached: Option<f64>,
}

impl Span {
    /// The part that is shown of `all`.
    pub fn of(self, all: RangeInclusive<f64>) -> (f64, f64) {
        let (first, last) = (*all.start(), all.end().max(all.start() + 1.0));
        match self.part {
            Some((from, to)) if to > first && from < last => (from.max(first), to.min(last)),
            _ => (first, last),
        }
    }

    /// Shows a part that is `factor` times as long about `middle`, which stays where it is.
    pub fn zoom(&mut self, all: RangeInclusive<f64>, middle: f64, factor: f64) {
        let (from, to) = self.of(all.clone());
        let (from, to) = (middle + (from - middle) * factor, middle + (to - middle) * factor);
        let whole = all.end() - all.start();
        // Ten units of the game's clock at least: fewer would be all bars.
        self.part = (to - from < whole && to - from >= 10.0_f64.min(whole))
            .then_some((from, to))
            .or(self.part.filter(|_| factor < 1.0));
    }

    /// Moves by `units` of the game's clock.
    pub fn shift(&mut self, all: RangeInclusive<f64>, units: f64) {
        if let Some((from, to)) = &mut self.part {
            let by = units.clamp((all.start() - *from).min(0.0), (all.end() - *to).max(0.0));
            (*from, *to) = (*from + by, *to + by);
        }
    }

    /// Moves so that `at` is shown, if that is another time than before: a person may look elsewhere meanwhile.
    pub fn reach(&mut self, at: f64) {
        if self.reached.replace(at) == Some(at) {
            return;
        }
        if let Some((from, to)) = &mut self.part
            && !(*from..=*to).contains(&at)
        {
            let half = (*to - *from) / 2.0;
            (*from, *to) = (at - half, at + half);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_stays_where_it_is() {
        let mut span = Span::default();
        span.zoom(0.0..=1_000.0, 250.0, 0.5);
        assert_eq!(span.of(0.0..=1_000.0), (125.0, 625.0));
        span.zoom(0.0..=1_000.0, 250.0, 4.0);
        assert_eq!(span.of(0.0..=1_000.0), (0.0, 1_000.0), "no more than all");
    }

    #[test]
    fn what_is_shown_is_reached() {
        let mut span = Span::default();
        span.zoom(0.0..=1_000.0, 0.0, 0.1);
        span.reach(500.0);
        assert_eq!(span.of(0.0..=1_000.0), (450.0, 550.0));
        span.shift(0.0..=1_000.0, 1e9);
        assert_eq!(span.of(0.0..=1_000.0), (900.0, 1_000.0));
        span.reach(500.0);
        assert_eq!(span.of(0.0..=1_000.0), (900.0, 1_000.0), "nothing else is to be shown");
        span.reach(501.0);
        assert_eq!(span.of(0.0..=1_000.0), (451.0, 551.0));
    }
}
