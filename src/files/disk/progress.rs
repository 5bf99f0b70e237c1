//! Progress of reading and writing files, for whoever listens.

use std::io::{self, BufRead, Cursor, Read, Seek, SeekFrom, Write};
use std::sync::OnceLock;

/// Receives how many parts of how many are done.
static LISTENER: OnceLock<fn(u64, u64)> = OnceLock::new();
/// Bytes that are read or written between two reports.
const PIECE: usize = 1 << 18;

/// Calls `listener` with how many parts of how many are done while a file is read or written.
pub fn listen_to_progress(listener: fn(u64, u64)) {
    // The first one stays.
    LISTENER.set(listener).ok();
}

/// Reports that `done` of `total` parts are done.
pub(in crate::files) fn report(done: u64, total: u64) {
    if let Some(listener) = LISTENER.get() {
        listener(done, total);
    }
}

/// Writes `bytes` to `out`, and reports it.
#[cfg_attr(target_family = "wasm", expect(dead_code, reason = "a page hands its files over"))]
pub(in crate::files) fn write_all(out: &mut dyn Write, bytes: &[u8]) -> io::Result<()> {
    for (piece, done) in bytes.chunks(PIECE).zip((0_u64..).step_by(PIECE)) {
        out.write_all(piece)?;
        report(done + piece.len() as u64, bytes.len() as u64);
    }
    Ok(())
}

/// The bytes of a file for a decoder, which reports how far it has read.
#[derive(Debug)]
pub(in crate::files) struct WatchedBytes<'a> {
    bytes: Cursor<&'a [u8]>,
    reported: u64,
}

impl<'a> WatchedBytes<'a> {
    pub(in crate::files) const fn new(bytes: &'a [u8]) -> Self {
        Self { bytes: Cursor::new(bytes), reported: 0 }
    }

    fn report(&mut self) {
        let done = self.bytes.position();
        if done >= self.reported + PIECE as u64 {
            self.reported = done;
            report(done, self.bytes.get_ref().len() as u64);
        }
    }
}

impl Read for WatchedBytes<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let length = self.bytes.read(out)?;
        self.report();
        Ok(length)
    }
}

impl BufRead for WatchedBytes<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.bytes.fill_buf()
    }

    fn consume(&mut self, length: usize) {
        self.bytes.consume(length);
        self.report();
    }
}

impl Seek for WatchedBytes<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.bytes.seek(to)
    }
}
