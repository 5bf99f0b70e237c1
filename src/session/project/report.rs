//! [`ProjectReport`]: the hitboxes that an audit of a folder has found, worst first.

/// Wrong pixels of a shape.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WrongPixels {
    /// Clear pixels that it covers.
    pub covered: u64,
    /// Solid pixels that it leaves out.
    pub left_out: u64,
}

/// A part of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum HitboxGroup {
    /// A better shape of its kind saves at least 5 % of the solid pixels.
    CouldBeBetter,
    /// No better shape was searched for.
    NotFitted,
    /// It is meant to differ from its picture.
    Intended,
    /// No shape of its kind is much better.
    Fine,
}

/// A hitbox of a project, judged by all frames that it is tested in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditedHitbox {
    /// The path of its file from the folder, and after `#` what tells it from others of the file.
    pub id: String,
    /// The path of its file from the folder, with slashes.
    pub file: String,
    /// Name for people.
    pub name: String,
    /// Its role, as in `maskscope.toml`.
    pub role: &'static str,
    /// True if it is not meant to be as its picture.
    pub is_intended: bool,
    /// The reason for its role.
    pub note: Option<String>,
    /// The number of its frames.
    pub frames: u64,
    /// Solid pixels of all frames.
    pub solid: u64,
    /// Its wrong pixels.
    pub pixels: WrongPixels,
    /// The wrong pixels of the best shape of its kind, if one was searched for.
    pub best: Option<WrongPixels>,
    /// Wrong pixels that count in its role.
    pub wrong: u64,
    /// Those of them that the best shape of its kind does not have.
    pub gain: Option<u64>,
    /// True if it has more wrong pixels than in the baseline.
    pub is_worse: bool,
}

/// The least gain, in per cent of the solid pixels, of a hitbox that could be better.
const LEAST_GAIN: u64 = 5;

impl AuditedHitbox {
    /// The part of the list that it stands in.
    pub const fn group(&self) -> HitboxGroup {
        match self.gain {
            Some(gain) if gain > 0 && 100 * gain >= LEAST_GAIN * self.solid => HitboxGroup::CouldBeBetter,
            _ if self.is_intended => HitboxGroup::Intended,
            None if self.wrong > 0 => HitboxGroup::NotFitted,
            _ => HitboxGroup::Fine,
        }
    }
}

/// Files with something that could not be judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkippedHitboxes {
    /// The reason, as a phrase about one thing.
    pub reason: &'static str,
    /// The number of files.
    pub files: u64,
    /// The path of the first of them from the folder; may be empty.
    pub first: String,
}

/// The audit beside the baseline of the folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BaselineNote {
    /// The number of hitboxes with more wrong pixels than before.
    pub worse: u64,
    /// The number of hitboxes that are not in it.
    pub new: u64,
}

/// The hitboxes of a folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProjectReport {
    /// The engines and editors of its files: `Godot, Tiled`.
    pub engines: String,
    /// Those that were judged, the largest gains first.
    pub hitboxes: Vec<AuditedHitbox>,
    /// The number of hitboxes that belong to no picture, or were left out for another reason.
    pub unpaired: u64,
    /// The things that could not be judged, by the reason.
    pub skipped: Vec<SkippedHitboxes>,
    /// The audit beside its baseline, if the folder has one; in words if that cannot be read.
    pub baseline: Option<Result<BaselineNote, String>>,
}

impl ProjectReport {
    /// The places of the hitboxes of a group.
    pub fn of_group(&self, group: HitboxGroup) -> impl Iterator<Item = usize> {
        let hitboxes = self.hitboxes.iter().enumerate();
        hitboxes.filter(move |(_, hitbox)| hitbox.group() == group).map(|(place, _)| place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hitbox_could_be_better_from_five_per_cent_of_its_solid_pixels() {
        let hitbox = |gain, wrong, is_intended| AuditedHitbox {
            id: String::new(),
            file: String::new(),
            name: String::new(),
            role: "fit",
            is_intended,
            note: None,
            frames: 1,
            solid: 100,
            pixels: WrongPixels::default(),
            best: None,
            wrong,
            gain,
            is_worse: false,
        };
        for (gain, wrong, is_intended, group) in [
            (Some(5), 9, false, HitboxGroup::CouldBeBetter),
            (Some(5), 9, true, HitboxGroup::CouldBeBetter),
            (Some(4), 9, false, HitboxGroup::Fine),
            (Some(4), 9, true, HitboxGroup::Intended),
            (None, 9, false, HitboxGroup::NotFitted),
            (None, 0, false, HitboxGroup::Fine),
            (None, 0, true, HitboxGroup::Intended),
        ] {
            assert_eq!(hitbox(gain, wrong, is_intended).group(), group, "{gain:?} of {wrong}, {is_intended}");
        }
    }
}
