//! Faults outside the program: full disks, kills, closed outputs, odd files. Every file stays whole, and a message
//! explains the fault.
#![cfg(unix)]

mod inputs;
mod killed;
#[cfg(target_os = "linux")]
mod memory;
mod outputs;
mod program;
mod reading;
#[cfg(target_os = "linux")]
mod terminal;
#[path = "../support/tools.rs"]
mod tools;
mod writing;
