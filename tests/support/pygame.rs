//! Python with pygame-ce, for tests that compare with it or play games in it.

use std::{env, path::Path, process::Command};

/// Python with pygame-ce: `MASKSCOPE_PYTHON` or `python3`.
#[track_caller]
pub fn python() -> String {
    let python = env::var("MASKSCOPE_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pygame_masks.py");
    let found = Command::new(&python).arg(script).output().is_ok_and(|it| it.status.success());
    assert!(found, "this test needs Python with pygame-ce, which {python} is not: MASKSCOPE_PYTHON names another");
    python
}
