//! Scans and the engine compared with the brute-force truth.

mod engine;
mod scans;
mod strategies;
