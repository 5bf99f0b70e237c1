//! The bits of a scan, in the order they are read in.

use super::{
    huffman::{Fault, Table},
    segment::marker,
};

/// The scan ends, or a marker stands in it, before all of it was read.
const SHORT: Fault = "a scan ends before its last block";

/// The bits of a scan, up to the next marker.
///
/// ```text
/// 12 34 FF 00 56 FF D3 …   the zero behind FF is stuffing; FF D3 is a marker
/// └──┴──┴─────┘            four bytes to read
/// ```
pub(super) struct Bits<'a> {
    bytes: &'a [u8],
    /// The next bits, the first of them on top, zeros behind the last.
    window: u64,
    /// How many there are in it.
    held: u32,
}

impl<'a> Bits<'a> {
    /// `bytes` follow the header of a scan.
    pub(super) const fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, window: 0, held: 0 }
    }

    /// Fills the window with more than 56 bits, if there are as many.
    fn fill(&mut self) {
        while self.held <= 56 {
            let (byte, length) = match *self.bytes {
                [0xFF, 0, ..] => (0xFF, 2),
                [0xFF, ..] | [] => return,
                [byte, ..] => (byte, 1),
            };
            self.bytes = &self.bytes[length..];
            self.window |= u64::from(byte) << (56 - self.held);
            self.held += 8;
        }
    }

    /// The next `count` bits, up to 16, as a number.
    pub(super) fn take(&mut self, count: u32) -> Result<u32, Fault> {
        if self.held < count {
            self.fill();
        }
        if self.held < count {
            return Err(SHORT);
        }
        // Two steps: all 64 bits cannot be shifted out at once.
        let number = u32::try_from(self.window >> 32 >> (32 - count)).expect("at most 32 bits");
        self.window <<= count;
        self.held -= count;
        Ok(number)
    }

    /// The next symbol by `table`.
    pub(super) fn symbol(&mut self, table: &Table) -> Result<u8, Fault> {
        if self.held < 16 {
            self.fill();
        }
        let Some((symbol, length)) = table.find(self.window) else {
            return Err(if self.held < 16 { SHORT } else { "a scan has a code that its table lacks" });
        };
        self.take(length).map(|_| symbol)
    }

    /// Passes the restart marker of this `number`, counted from 0, and drops the bits that pad the byte before it.
    pub(super) fn restart(&mut self, number: usize) -> Result<(), Fault> {
        self.fill();
        let is_padding = self.held < 8;
        let fill = self.bytes.iter().take_while(|byte| **byte == 0xFF).count();
        let expected = *marker::RESTARTS.start() + u8::try_from(number % 8).expect("below 8");
        match self.bytes[fill..] {
            [found, ..] if is_padding && fill > 0 && found == expected => {
                *self = Self::new(&self.bytes[fill + 1..]);
                Ok(())
            }
            _ => Err("a restart marker is misplaced"),
        }
    }
}
