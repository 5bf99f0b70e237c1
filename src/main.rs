//! The maskscope program.

fn main() {}
