//! Numbers that are the same every time, for tests of random actions.

/// Knuth's linear congruential generator; only the upper half of its state is used.
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns a number from 0 to `sides - 1`.
    pub fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }

    /// Returns a position in a list of `sides` entries.
    pub fn below(&mut self, sides: usize) -> usize {
        usize::try_from(self.roll(sides as u64)).expect("less than a length")
    }

    /// Returns one of `things`.
    pub fn pick<T: Clone>(&mut self, things: &[T]) -> T {
        things[self.below(things.len())].clone()
    }
}
