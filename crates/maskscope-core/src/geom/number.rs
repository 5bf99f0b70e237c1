//! [`Number`]: a number in a file.

use serde::{Deserialize, Serialize, Serializer};

/// A number that is written without a fraction where it has none.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(transparent)]
pub struct Number(pub f64);

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let is_whole = self.0 == self.0.trunc() && self.0.abs() < 1e15;
        #[expect(clippy::cast_possible_truncation, reason = "whole and small: just checked")]
        if is_whole { serializer.serialize_i64(self.0 as i64) } else { serializer.serialize_f64(self.0) }
    }
}
