//! Tools that tests need and not every machine has. Such a test is marked `#[ignore = "needs …"]`: `cargo test` reports it as
//! ignored, and `cargo test -- --include-ignored` runs it.

#![allow(dead_code, reason = "most tests need only a part of it")]

use std::{env, path::PathBuf, process::Command};

/// Panics with the name of the first of `tools` that is not installed.
#[track_caller]
pub fn need(tools: &[&str]) {
    let path = env::var_os("PATH").unwrap_or_default();
    let is_installed = |tool: &str| env::split_paths(&path).any(|folder| folder.join(tool).is_file());
    for tool in tools {
        assert!(is_installed(tool), "this test needs {tool}");
    }
}

/// The files of Phaser that `MASKSCOPE_PHASER` names, separated as in `PATH`.
#[track_caller]
pub fn phasers() -> Vec<PathBuf> {
    let files = env::var_os("MASKSCOPE_PHASER").expect("MASKSCOPE_PHASER names files of Phaser");
    env::split_paths(&files).collect()
}

/// Panics if this system does not allow mounts of a user's own.
#[track_caller]
pub fn need_mounts() {
    let mounted = Command::new("unshare").args(["--map-root-user", "--mount", "true"]).output();
    assert!(
        mounted.is_ok_and(|mounted| mounted.status.success()),
        "this test needs a system that allows private mounts"
    );
}
