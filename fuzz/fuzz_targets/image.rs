//! Fuzzes the reading of images.

#![no_main]

#[path = "../../tests/support/properties/mod.rs"]
mod properties;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| properties::image::check(bytes));
