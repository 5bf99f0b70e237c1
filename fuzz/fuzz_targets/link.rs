//! Fuzzes the reading of links.

#![no_main]

#[path = "../../tests/support/properties/mod.rs"]
mod properties;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| properties::link::check(bytes));
