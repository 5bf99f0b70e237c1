//! Fuzzes the reading of copies of a session.

#![no_main]

#[path = "../../tests/support/properties/mod.rs"]
mod properties;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| properties::copy::check(bytes));
