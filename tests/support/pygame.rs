//! Python with pygame-ce, for tests that compare with it or play games in it.

use std::{env, path::Path, process::Command};

use crate::tools;

/// Python with pygame-ce, if it is installed: `MASKSCOPE_PYTHON` or `python3`.
pub fn python() -> Option<String> {
    let python = env::var("MASKSCOPE_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    if !Path::new(&python).is_file() && !tools::are_installed(&[&python]) {
        return None;
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pygame_masks.py");
    let found = Command::new(&python).arg(script).output().is_ok_and(|it| it.status.success());
    (found || tools::skip(&format!("{python} has no pygame-ce"))).then_some(python)
}
