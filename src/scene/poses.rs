//! Poses of a sprite: its pixels on the world's grid, kept for the next time that it is turned and scaled alike.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use super::bake::Call;
use super::resample::Pixels;
use super::{Filter, SampleAt};
use crate::geom::{Affine, Size};

/// The latest poses of a sprite, whatever frames and thresholds they show: a raster `R` each, and its cells.
#[derive(Debug)]
pub(super) struct Poses<R>(Mutex<VecDeque<(PoseKey, R, u64)>>);

/// The way in which pixels are laid on the world's grid, wherever that is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Pose {
    /// The surface that an engine's call makes.
    Baked(Filter, Call),
    /// Read on a grid of `size` whose corner is the origin of `map`.
    Resampled {
        /// Map from the pixels to the grid.
        map: Affine,
        /// Columns and rows of the grid.
        size: Size,
        /// Filter.
        filter: Filter,
        /// Point of a cell that is read.
        at: SampleAt,
    },
}

/// All that a posed raster depends on.
#[derive(Debug)]
pub(super) struct PoseKey {
    /// The pixels themselves: others that look the same have poses of their own.
    pub pixels: Arc<Pixels>,
    /// The threshold, and whether it is inverted.
    pub solid: (u8, bool),
    /// The way in which they are laid.
    pub pose: Pose,
}

impl PartialEq for PoseKey {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.pixels, &other.pixels) && (self.solid, self.pose) == (other.solid, other.pose)
    }
}

impl<R> Default for Poses<R> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<R: Clone> Poses<R> {
    /// The most poses kept.
    const MOST: usize = 256;
    /// The most cells of all kept poses together, unless there is only one.
    const MOST_CELLS: u64 = 4 << 20;

    /// The raster for `key`, made by `make` with the number of its cells if it is not kept; others need not wait for that.
    ///
    /// # Errors
    /// As `make`.
    pub fn get<E>(&self, key: PoseKey, make: impl FnOnce() -> Result<(R, u64), E>) -> Result<R, E> {
        let lately = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, raster, _)) = lately().iter().find(|(kept, ..)| *kept == key) {
            return Ok(raster.clone());
        }
        let (raster, cells) = make()?;
        let mut lately = lately();
        lately.push_front((key, raster.clone(), cells));
        let mut left = Self::MOST_CELLS;
        let has_room = |(.., cells): &&(PoseKey, R, u64)| {
            let after = left.checked_sub(*cells);
            left = after.unwrap_or(0);
            after.is_some()
        };
        let kept = lately.iter().take(Self::MOST).take_while(has_room).count();
        lately.truncate(kept.max(1));
        Ok(raster)
    }
}
