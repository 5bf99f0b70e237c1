//! Fuzzes the reading of atlases.

#![no_main]

#[path = "../../tests/support/properties/mod.rs"]
mod properties;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| properties::atlas::check(bytes));
