//! A log scale that ends with a round number.

/// Position of visits between 1 and a round number, on a log scale: the scale of the colours of cost maps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LogScale {
    /// The number at its end.
    pub top: u64,
}

impl LogScale {
    /// The scale from 1 to the next of 1, 2, 5, 10, 20, 50 … that is not below `largest`; to 2 at least.
    pub fn up_to(largest: u32) -> Self {
        let rounds = (0..).map(|power| 10_u64.pow(power)).flat_map(|ten| [ten, 2 * ten, 5 * ten]);
        Self { top: rounds.skip(1).find(|&round| round >= largest.into()).unwrap_or(u64::MAX) }
    }

    /// The position of `visits` along the scale, 0 to 1.
    #[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "a colour needs few bits")]
    pub fn share(self, visits: u32) -> f32 {
        (f64::from(visits.max(1)).ln() / (self.top as f64).ln()) as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scale_ends_with_a_round_number() {
        let tops = [0, 1, 2, 3, 10, 11, 673, 1_640, u32::MAX].map(|largest| LogScale::up_to(largest).top);
        assert_eq!(tops, [2, 2, 2, 5, 10, 20, 1_000, 2_000, 5_000_000_000]);
    }

    #[test]
    fn a_scale_is_logarithmic() {
        let scale = LogScale::up_to(100);
        assert_eq!([0, 1, 10, 100].map(|visits| scale.share(visits)), [0.0, 0.0, 0.5, 1.0]);
    }
}
