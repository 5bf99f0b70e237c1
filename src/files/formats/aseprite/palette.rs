//! The colours of an Aseprite file that stores numbers of colours: each frame may change them for those that follow.

use std::sync::Arc;

use super::fields::Fields;
use crate::files::Reason;

/// Colours by number; clear behind the last.
pub(super) type Colors = [[u8; 4]; 256];

/// The palette as the chunks read so far leave it.
pub(super) struct IndexedPalette {
    pub colors: Arc<Colors>,
    count: u32,
    /// True if it came in a chunk that knows alpha: older ones are not read any more then.
    has_alpha: bool,
}

impl IndexedPalette {
    /// `count` colours, all black; 0 means 256.
    pub(super) fn new(count: u16) -> Self {
        let mut palette = Self { colors: Arc::new([[0; 4]; 256]), count: 0, has_alpha: false };
        palette.resize(if count == 0 { 256 } else { count.into() });
        palette
    }

    pub(super) fn read(&mut self, chunk: &mut Fields<'_>) -> Result<(), Reason> {
        const NAMED: u16 = 1;
        let count = chunk.long()?;
        if count > 0 {
            self.resize(count);
        }
        let (first, last) = (chunk.long()?, chunk.long()?);
        chunk.part(8)?;
        for index in first..=last {
            let flags = chunk.word()?;
            let color = [chunk.byte()?, chunk.byte()?, chunk.byte()?, chunk.byte()?];
            self.set(index, color);
            // Behind the last name is nothing that could be missing.
            if flags & NAMED != 0 && index < last {
                chunk.text()?;
            }
        }
        self.has_alpha = true;
        Ok(())
    }

    /// Reads a palette as files had it before there was alpha in it.
    pub(super) fn read_old(&mut self, chunk: &mut Fields<'_>, level: fn(u8) -> u8) -> Result<(), Reason> {
        let mut index = 0;
        for _ in 0..chunk.word()? {
            index += u32::from(chunk.byte()?);
            let count = match chunk.byte()? {
                0 => 256,
                count => u32::from(count),
            };
            for _ in 0..count {
                let [red, green, blue] = [chunk.byte()?, chunk.byte()?, chunk.byte()?].map(level);
                if !self.has_alpha {
                    self.set(index, [red, green, blue, 255]);
                }
                index += 1;
            }
        }
        Ok(())
    }

    /// Makes it `count` colours long: those that are added are black.
    fn resize(&mut self, count: u32) {
        for (n, color) in (0..).zip(Arc::make_mut(&mut self.colors)) {
            if n >= count {
                *color = [0; 4];
            } else if n >= self.count {
                *color = [0, 0, 0, 255];
            }
        }
        self.count = count;
    }

    fn set(&mut self, index: u32, color: [u8; 4]) {
        if index >= self.count {
            self.resize(index.saturating_add(1));
        }
        let colors = Arc::make_mut(&mut self.colors);
        if let Some(place) = usize::try_from(index).ok().and_then(|index| colors.get_mut(index)) {
            *place = color;
        }
    }
}
