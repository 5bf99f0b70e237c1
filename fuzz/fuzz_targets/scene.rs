//! Fuzzes the reading of scenes.

#![no_main]

#[path = "../../tests/support/properties/mod.rs"]
mod properties;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| properties::scene::check(bytes));
