//! The fields of an Aseprite file: little-endian numbers, one after the other.

use crate::files::Reason;
use maskscope_core::scene::PictureFormat;

/// The format of such files.
pub(super) const ASEPRITE: PictureFormat = PictureFormat::Aseprite;

/// A file that contradicts itself.
pub(super) fn damaged(detail: &str) -> Reason {
    Reason::damaged(ASEPRITE, detail)
}

/// A file of a kind that is not read here.
pub(super) fn unsupported(detail: &str) -> Reason {
    Reason::unsupported(ASEPRITE, detail)
}

/// The fields that have not been read yet.
pub(super) struct Fields<'a>(pub &'a [u8]);

impl<'a> Fields<'a> {
    /// The next `length` bytes.
    pub(super) fn part(&mut self, length: usize) -> Result<Self, Reason> {
        let (part, rest) = self.0.split_at_checked(length).ok_or(Reason::CutShort(ASEPRITE))?;
        self.0 = rest;
        Ok(Self(part))
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], Reason> {
        let (array, rest) = self.0.split_first_chunk().ok_or(Reason::CutShort(ASEPRITE))?;
        self.0 = rest;
        Ok(*array)
    }

    pub(super) fn byte(&mut self) -> Result<u8, Reason> {
        self.array().map(u8::from_le_bytes)
    }

    /// Two bytes.
    pub(super) fn word(&mut self) -> Result<u16, Reason> {
        self.array().map(u16::from_le_bytes)
    }

    /// Two bytes with a sign.
    pub(super) fn short(&mut self) -> Result<i16, Reason> {
        self.array().map(i16::from_le_bytes)
    }

    /// Four bytes.
    pub(super) fn long(&mut self) -> Result<u32, Reason> {
        self.array().map(u32::from_le_bytes)
    }

    /// A text, its length before it.
    pub(super) fn text(&mut self) -> Result<&'a [u8], Reason> {
        let length = self.word()?;
        self.part(length.into()).map(|part| part.0)
    }
}
