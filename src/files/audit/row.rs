//! [`AuditRow`]: a hitbox of a project, judged.

use super::counts::PixelCounts;
use super::role::HitboxRole;

/// The verdict on a hitbox.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AuditState {
    /// As good as it has to be.
    #[default]
    Ok,
    /// A fit of the same kind would gain more than the limit.
    AboveLimit,
    /// It has more wrong pixels than in the baseline.
    Worse,
    /// It is not in the baseline.
    New,
    /// The baseline has the same pixels and the same shape elsewhere, where they no longer are.
    Moved,
    /// The picture has other pixels than in the baseline, and the shape has not changed.
    ArtChanged,
    /// It is in the baseline alone.
    Gone,
    /// No best shape is known.
    NotFitted,
}

impl AuditState {
    /// Its name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::AboveLimit => "above-limit",
            Self::Worse => "worse",
            Self::New => "new",
            Self::Moved => "moved",
            Self::ArtChanged => "art-changed",
            Self::Gone => "gone",
            Self::NotFitted => "not-fitted",
        }
    }

    /// True if an audit fails by it.
    pub const fn is_failed(self) -> bool {
        matches!(self, Self::AboveLimit | Self::Worse)
    }
}

/// A hitbox of a project, judged by all frames that it is tested in.
#[derive(Clone, Debug, PartialEq)]
pub struct AuditRow {
    /// The path of the file from the folder, and after `#` what tells the hitbox from others of the file.
    pub id: String,
    /// The path of the file from the folder, with slashes.
    pub file: String,
    /// Name for people.
    pub hitbox: String,
    /// The engine or the editor of the file.
    pub engine: &'static str,
    /// The purpose, which decides what is wrong.
    pub role: HitboxRole,
    /// The reason for the role in `maskscope.toml`.
    pub note: Option<String>,
    /// The number of frames with solid pixels.
    pub frames: u64,
    /// Solid pixels of all frames.
    pub solid: u64,
    /// Its wrong pixels.
    pub counts: PixelCounts,
    /// The wrong pixels of the best shape of the same kind; `None` if none was fitted.
    pub best: Option<PixelCounts>,
    /// The number of the frame with the most wrong pixels, from 0.
    pub worst_frame: u64,
    /// The verdict.
    pub state: AuditState,
    /// The reason why the file's numbers cannot be replaced; `None` if they can.
    pub refusal: Option<&'static str>,
    /// Hash of the solid pixels.
    pub pixels: String,
    /// Hash of the shapes.
    pub shape: String,
}

impl AuditRow {
    /// Its wrong pixels, by its role.
    pub const fn wrong(&self) -> u64 {
        self.role.wrong(self.counts)
    }

    /// The wrong pixels that the best shape of the same kind does not have; `None` if none was fitted.
    pub fn gain(&self) -> Option<u64> {
        self.best.map(|best| self.wrong().saturating_sub(self.role.wrong(best)))
    }

    /// True if a picture judges it.
    pub fn is_judged(&self) -> bool {
        self.role.is_judged()
    }
}
