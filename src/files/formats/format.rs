//! A format of images: how a file of it is known, and what reads it.

use std::path::Path;

use crate::files::{Limits, Reason};
use maskscope_core::scene::{Frames, PictureFormat};

/// A format of images.
pub(in crate::files) struct Format {
    /// Usual name.
    pub name: &'static str,
    /// Endings of its files, without the dot.
    pub endings: &'static [&'static str],
    /// The format of the pictures in a file, by its content, or by its name where that has no signature; `None` for a file of
    /// another format.
    pub known: fn(&[u8], &Path) -> Option<PictureFormat>,
    /// The first frames of a file, at most this many; of a single one, the default image. A still image is one frame.
    pub read: fn(&[u8], &Limits, usize) -> Result<Frames, Reason>,
    /// The end of the message about a kind that is not read; empty if all are.
    pub kinds: &'static str,
    /// A file without what stands beside its pixels, where that is known.
    pub bare: fn(&[u8]) -> Option<Vec<u8>>,
}
