//! The number of cases of a property.

use proptest::prelude::ProptestConfig;

/// This many cases, times `PROPTEST_CASES / 256` where that is set. One that fails is printed, and written nowhere.
pub fn cases(number: u32) -> ProptestConfig {
    let usual = ProptestConfig { failure_persistence: None, ..ProptestConfig::default() };
    ProptestConfig { cases: number * usual.cases / 256, ..usual }
}
