//! Scans and the engine compared with the brute-force truth.

#[cfg(target_os = "linux")]
mod bounds;
#[path = "../support/cases.rs"]
mod cases;
mod engine;
mod own;
mod scans;
