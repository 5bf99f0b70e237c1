//! Poses of a sprite: its pixels on the world's grid, kept for the next time that it is turned and scaled alike.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use super::{bake::Call, resample::SourcePixels};
use crate::geom::{Affine, Size};
use crate::scene::{Filter, SampleAt};

/// Poses of a sprite, whatever frames and thresholds they show.
#[derive(Debug)]
pub(in crate::scene) struct Poses<R>(Mutex<KeptPoses<R>>);

/// The kept poses, the latest first: a raster `R` each, and its cells.
#[derive(Debug)]
struct KeptPoses<R> {
    poses: VecDeque<(PoseKey, R, u64)>,
    cells: u64,
    /// The number of poses that were left out because others came.
    dropped: usize,
}

/// The way in which pixels are laid on the world's grid, wherever that is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::scene) enum Pose {
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
pub(in crate::scene) struct PoseKey {
    /// The pixels themselves: others that look the same have poses of their own.
    pub pixels: Arc<SourcePixels>,
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
        Self(Mutex::new(KeptPoses { poses: VecDeque::new(), cells: 0, dropped: 0 }))
    }
}

impl<R: Clone> Poses<R> {
    /// The raster for `key`, made by `make` with the number of its cells if it is not kept; others need not wait for that.
    ///
    /// # Errors
    /// As `make`.
    pub fn get<E>(&self, key: PoseKey, make: impl FnOnce() -> Result<(R, u64), E>) -> Result<R, E> {
        let kept = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, raster, _)) = kept().poses.iter().find(|(kept, ..)| *kept == key) {
            return Ok(raster.clone());
        }
        let (raster, cells) = make()?;
        kept().keep((key, raster.clone(), cells));
        Ok(raster)
    }
}

impl<R> KeptPoses<R> {
    /// The most poses kept.
    const MOST: usize = 256;
    /// The most cells of all kept poses together, unless there is only one.
    const MOST_CELLS: u64 = 4 << 20;
    /// The number of dropped poses from one that is the oldest to the next; the others are the latest.
    const OLDEST: usize = 8;

    /// Keeps a pose, and drops others for it.
    ///
    /// A sprite that spins through more poses than are kept would never meet one again if always the oldest were dropped. So
    /// the latest mostly is, and the others wait for the next turn; poses that are of no more use are dropped all the same.
    fn keep(&mut self, pose: (PoseKey, R, u64)) {
        self.cells += pose.2;
        self.poses.push_front(pose);
        while self.poses.len() > 1 && (self.poses.len() > Self::MOST || self.cells > Self::MOST_CELLS) {
            self.dropped += 1;
            let oldest = self.poses.len() - 1;
            let at = if self.dropped.is_multiple_of(Self::OLDEST) { oldest } else { 1 };
            self.cells -= self.poses.remove(at).map_or(0, |(.., cells)| cells);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{Picture, PictureFormat, Raster, Sprite};

    /// Returns how many of the poses were kept: numbers stand for angles in hundredths of a degree, of a square of `side`.
    fn hits(raster: &Raster, side: u32, poses: impl Iterator<Item = u32>) -> usize {
        let is_kept = |angle: &u32| {
            let (map, size) = (Affine::rotation(f64::from(*angle) / 100.0), Size::new(side, side));
            let mut is_kept = true;
            let pose = Pose::Resampled { map, size, filter: Filter::Nearest, at: SampleAt::Centre };
            let made = raster.posed(pose, || {
                is_kept = false;
                Ok::<_, ()>(())
            });
            assert_eq!(made.map(|raster| raster.size()), Ok(size));
            is_kept
        };
        poses.filter(is_kept).count()
    }

    fn raster() -> Raster {
        let picture = Picture::new(Size::new(2, 2), vec![255; 16], PictureFormat::Png, true);
        Sprite::new("dot", picture, 0).raster().clone()
    }

    /// Turns through `poses` of a square of `side`, ten times; the hits of the last nine.
    fn spun(poses: u32, side: u32) -> usize {
        let raster = raster();
        assert_eq!(hits(&raster, side, 0..poses), 0);
        (0..9).map(|_| hits(&raster, side, 0..poses)).sum()
    }

    #[test]
    fn a_spin_through_more_poses_than_are_kept_meets_most_of_them_again() {
        assert_eq!(spun(256, 4), 9 * 256);
        for (poses, least) in [(257, 245), (360, 220), (720, 150)] {
            let hits = spun(poses, 4);
            assert!((9 * least..=9 * 256).contains(&hits), "{hits} of 9 × {poses}");
        }
        // 16 squares of 512 px are all the cells that are kept.
        assert_eq!(spun(16, 512), 9 * 16);
        let hits = spun(24, 512);
        assert!((9 * 9..=9 * 16).contains(&hits), "{hits} of 9 × 24");
    }

    #[test]
    fn other_poses_take_the_place_of_those_of_no_more_use() {
        let raster = raster();
        hits(&raster, 4, 0..256);
        let again: Vec<_> = (0..12).map(|_| hits(&raster, 4, 1000..1100)).collect();
        assert!(again[11] >= 70 && again.is_sorted(), "{again:?}");
        assert_eq!(hits(&raster, 3000, [0, 0, 100].into_iter()), 1, "a single one is kept, however large");
    }
}
