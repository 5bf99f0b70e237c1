//! Scans and the engine, held against the brute-force truth.

mod engine;
mod scans;
mod strategies;
