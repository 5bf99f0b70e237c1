//! Scans and the engine compared with the brute-force truth.

mod broken;
mod engine;
mod own;
mod scans;
mod strategies;
