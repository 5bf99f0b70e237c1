//! Whether a process that still holds its copy can go on.

use std::path::Path;

use crate::files::{Limits, read_whole};

/// Whether the process `id` is stopped, or is writing down its memory after a crash. This is known on Linux only, and only of
/// processes of the same machine; a process that computes without end counts as alive.
pub fn is_hanging(id: u32) -> bool {
    if !cfg!(target_os = "linux") {
        return false;
    }
    let limits = Limits { max_bytes: 64 << 10, ..Limits::default() };
    let status = read_whole(Path::new(&format!("/proc/{id}/status")), &limits);
    status.is_ok_and(|status| says_hanging(&String::from_utf8_lossy(&status)))
}

/// The same of what proc(5) says of it.
fn says_hanging(status: &str) -> bool {
    let field = |name: &str| status.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':')).map(str::trim);
    let is_stopped = field("State").is_some_and(|state| state.starts_with(['T', 't', 'Z', 'X']));
    is_stopped || field("CoreDumping") == Some("1")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_is_known_by_its_state() {
        let status =
            |state: &str, dumping: u8| format!("Name:\tT T\nState:\t{state}\nTgid:\t7\nCoreDumping:\t{dumping}\n");
        for state in ["R (running)", "S (sleeping)", "D (disk sleep)"] {
            assert!(!says_hanging(&status(state, 0)), "{state}");
            assert!(says_hanging(&status(state, 1)), "{state}");
        }
        for state in ["T (stopped)", "t (tracing stop)", "Z (zombie)"] {
            assert!(says_hanging(&status(state, 0)), "{state}");
        }
        assert!(!says_hanging(""));
        assert!(!is_hanging(std::process::id()));
    }
}
