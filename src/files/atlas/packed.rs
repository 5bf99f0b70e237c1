//! A frame of an atlas, as its file describes it.

use std::{sync::Arc, time::Duration};

use crate::files::Reason;
use maskscope_core::geom::{Cell, IntRect, Point, Size};
use maskscope_core::scene::Turned;
use maskscope_core::words::printable;

/// One frame.
#[derive(Debug, Default)]
pub(super) struct PackedFrame {
    pub name: Arc<str>,
    /// The number that tells it from others of its name.
    pub index: Option<u32>,
    /// Area on the sheet, turned if the frame is.
    pub on_sheet: IntRect,
    pub turned: Turned,
    /// Its top left pixel in its source box, upright.
    pub in_source: Cell,
    /// The size of its source box.
    pub source: Size,
    /// The point that stands at its position, in pixels from the top left of the source box.
    pub anchor: Option<Point>,
    /// Duration; zero if the file does not give one.
    pub duration: Duration,
    /// The reason why it is left out, if it cannot be restored.
    pub fault: Option<Box<Reason>>,
}

impl PackedFrame {
    /// The area in its source box, upright.
    pub(super) fn area(&self) -> IntRect {
        IntRect::new(self.in_source, self.turned.size(self.on_sheet.size()))
    }

    /// Its name, or its number `n`, for messages.
    pub(super) fn label(&self, n: usize) -> String {
        match (&*self.name, self.index) {
            ("", _) => n.to_string(),
            (name, Some(index)) => format!("\"{}:{index}\"", printable(name)),
            (name, None) => format!("\"{}\"", printable(name)),
        }
    }
}
