//! Too little memory: the window says so, and shows what it showed before. The limit holds for a whole process, so it is one of
//! its own.
#![cfg(feature = "window")]

#[allow(dead_code, reason = "other tests use the rest")]
#[path = "window/driver.rs"]
mod driver;
#[allow(dead_code, reason = "other tests use the rest")]
#[path = "support/raster.rs"]
mod raster;

use std::{fs, path::Path};

use maskscope::{
    geom::Cell,
    memory::give_at_most,
    session::{Slot, StageAction},
};

use driver::Window;

/// Less than the image takes.
const MOST: u64 = 300 << 20;

/// An image of 8,192 × 8,192 px, which takes 336 MB to decode.
fn write_huge(path: &Path) {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 8_192, 8_192);
    encoder.set_depth(png::BitDepth::One);
    let rows = vec![0xFF; 1 << 23];
    encoder.write_header().and_then(|mut writer| writer.write_image_data(&rows)).expect("a PNG in memory");
    fs::write(path, bytes).expect("a file");
}

#[test]
fn what_takes_more_memory_than_is_left_is_told_and_the_old_picture_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("huge.png");
    write_huge(&path);
    give_at_most(MOST);
    let mut window = Window::paused_at(499);
    let before = window.session().stage().clone();

    window.drop_files([path]);
    window.wait_until("it is refused", |window| window.mentions("335,544,320 bytes of memory, more than is left"));
    assert!(window.mentions("huge.png"));
    assert_eq!(window.session().stage(), &before);

    window.act(StageAction::Nudge { slot: Slot::B, by: Cell::new(1, 0) });
    assert_ne!(window.session().stage(), &before, "it works on");
}
