//! The window and the command line write the same number in the same way.

use std::path::Path;

use image::{Rgba, RgbaImage};
use maskscope::cli;
use maskscope::session::{Slot, StageAction};
use maskscope_core::geom::Cell;

use crate::driver::Window;

/// Writes two images of 60 × 60 pixels, with `shared` solid pixels from the top left, row by row.
fn images(folder: &Path, shared: u32) -> [std::path::PathBuf; 2] {
    ["a.png", "b.png"].map(|name| {
        let alpha = |x, y| if y * 60 + x < shared { 255 } else { 0 };
        let path = folder.join(name);
        RgbaImage::from_fn(60, 60, |x, y| Rgba([255, 255, 255, alpha(x, y)])).save(&path).expect("a file");
        path
    })
}

/// Returns the output of `check` for both at the same position.
fn checked(a: &Path, b: &Path) -> String {
    let arguments = ["maskscope".as_ref(), "check".as_ref(), a.as_os_str(), b.as_os_str(), "--at=0,0".as_ref()];
    let (mut out, mut err) = (Vec::new(), Vec::new());
    cli::run(arguments.map(ToOwned::to_owned), &mut out, &mut err);
    String::from_utf8(out).expect("UTF-8")
}

#[test]
fn a_share_is_written_alike_and_never_rounded_to_nothing_or_to_all() {
    let folder = tempfile::tempdir().expect("a folder");
    for (shared, expected) in [
        (1, "1 of 3,600 px, <0.1 %"),
        (2, "2 of 3,600 px, 0.1 %"),
        (1_800, "1,800 of 3,600 px, 50.0 %"),
        (3_599, "3,599 of 3,600 px, 99.9 %"),
    ] {
        let [a, b] = images(folder.path(), shared);
        let mut window = Window::with_images(&a, &b);
        window.wait_until("both are read", |window| window.session().stage().both().is_some());
        window.act(StageAction::Place { slot: Slot::B, position: Cell::ORIGIN });
        window.follow();
        assert!(window.shows(&format!("Masks overlap: {expected}")), "{expected}");
        let printed = checked(&a, &b);
        assert!(printed.contains(&format!("masks overlap: {expected}, within ")), "{printed}");
    }
}
