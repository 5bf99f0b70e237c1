//! [`Baseline`]: the hitboxes of a project as they were accepted.
//!
//! ```json
//! {"maskscope_baseline":1,"hitboxes":[
//! {"id":"player.tscn#Player","pixels":"5d41…","shape":"7b52…","covered":24,"left_out":3}
//! ]}
//! ```

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::counts::PixelCounts;
use super::limit::GainLimit;
use super::row::{AuditRow, AuditState};
use crate::files::reading::{from_json, without_mark};
use crate::files::{FileError, Limits, Reason, read_whole, write_whole};

/// The name of the file in the folder of a project, where the window writes it.
pub const BASELINE_FILE: &str = "maskscope.baseline.json";
/// The version of its fields.
const VERSION: u32 = 1;
/// A row is worse if it has at least so much more wrong pixels, and per cent of them.
const MORE: u64 = 2;
const MORE_PERCENT: u64 = 2;

#[derive(Deserialize)]
struct BaselineFile {
    maskscope_baseline: u32,
    #[serde(default)]
    hitboxes: Vec<KnownHitbox>,
}

/// A hitbox as it was accepted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KnownHitbox {
    /// Identity, as in [`AuditRow`].
    pub id: String,
    /// Hash of the solid pixels.
    pub pixels: String,
    /// Hash of the shapes.
    pub shape: String,
    /// Clear pixels that it covered.
    pub covered: u64,
    /// Solid pixels that it left out.
    pub left_out: u64,
}

/// The hitboxes of a project as they were accepted, by their identities.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Baseline(BTreeMap<String, KnownHitbox>);

impl Baseline {
    /// The hitboxes of these rows.
    pub fn of(rows: &[AuditRow]) -> Self {
        let known = |row: &AuditRow| {
            let (PixelCounts { covered, left_out }, id) = (row.counts, row.id.clone());
            let hitbox = KnownHitbox { pixels: row.pixels.clone(), shape: row.shape.clone(), covered, left_out, id };
            (row.id.clone(), hitbox)
        };
        Self(rows.iter().map(known).collect())
    }

    /// Reads a baseline.
    ///
    /// # Errors
    /// If the file cannot be read, or is not a baseline of this version.
    pub fn read(path: &Path, limits: &Limits) -> Result<Self, FileError> {
        let bytes = read_whole(path, limits)?;
        Self::parsed(&bytes).map_err(|reason| reason.at(path))
    }

    fn parsed(bytes: &[u8]) -> Result<Self, Reason> {
        let bytes = without_mark(bytes);
        let file: BaselineFile = from_json(bytes).map_err(|why| Reason::unreadable("a baseline", &why))?;
        if file.maskscope_baseline != VERSION {
            let why = format!("its version is {}, and {VERSION} is read", file.maskscope_baseline);
            return Err(Reason::unreadable("a baseline", &why));
        }
        Ok(Self(file.hitboxes.into_iter().map(|hitbox| (hitbox.id.clone(), hitbox)).collect()))
    }

    /// Writes it, a hitbox a line.
    ///
    /// # Errors
    /// As [`write_whole`].
    pub fn write(&self, path: &Path) -> Result<(), FileError> {
        write_whole(path, self.text().as_bytes())
    }

    fn text(&self) -> String {
        let line = |hitbox: &KnownHitbox| serde_json::to_string(hitbox).unwrap_or_default();
        let lines: Vec<_> = self.0.values().map(line).collect();
        format!("{{\"maskscope_baseline\":{VERSION},\"hitboxes\":[\n{}\n]}}\n", lines.join(",\n"))
    }

    /// Sets the states of `rows` by what is known of them and by a limit for new ones. Returns the hitboxes that are gone.
    pub(super) fn compare(&self, rows: &mut [AuditRow], limit: Option<GainLimit>) -> Vec<KnownHitbox> {
        let (states, gone) = self.states(rows, limit);
        for (row, state) in rows.iter_mut().zip(states) {
            row.state = if state == AuditState::Ok { row.plain_state() } else { state };
        }
        gone
    }

    /// The states of rows, and the hitboxes that are gone.
    fn states(&self, rows: &[AuditRow], limit: Option<GainLimit>) -> (Vec<AuditState>, Vec<KnownHitbox>) {
        let ids: HashSet<&str> = rows.iter().map(|row| &*row.id).collect();
        let gone: Vec<_> = self.0.values().filter(|hitbox| !ids.contains(&*hitbox.id)).collect();
        // The first of several is the last in its list.
        let mut by_content: HashMap<(&str, &str), Vec<&str>> = HashMap::new();
        for hitbox in gone.iter().rev() {
            by_content.entry((&*hitbox.pixels, &*hitbox.shape)).or_default().push(&hitbox.id);
        }
        let mut moved: HashSet<&str> = HashSet::new();
        let mut states = Vec::new();
        for row in rows {
            states.push(match self.0.get(&row.id) {
                _ if !row.is_judged() => AuditState::Ok,
                Some(known) => known.state_of(row),
                None => match by_content.get_mut(&(&*row.pixels, &*row.shape)).and_then(Vec::pop) {
                    Some(id) => {
                        moved.insert(id);
                        AuditState::Moved
                    }
                    None if row.is_above(limit) => AuditState::AboveLimit,
                    None => AuditState::New,
                },
            });
        }
        (states, gone.into_iter().filter(|hitbox| !moved.contains(&*hitbox.id)).cloned().collect())
    }
}

impl KnownHitbox {
    /// The state of the same hitbox as it is now.
    fn state_of(&self, row: &AuditRow) -> AuditState {
        let before = row.role.wrong(PixelCounts { covered: self.covered, left_out: self.left_out });
        let more = row.wrong().saturating_sub(before);
        if more >= MORE && 100 * more >= MORE_PERCENT * before {
            AuditState::Worse
        } else if row.pixels != self.pixels && row.shape == self.shape {
            AuditState::ArtChanged
        } else {
            AuditState::Ok
        }
    }
}

impl AuditRow {
    /// True if a fit of the same kind would gain more than a limit.
    pub(super) fn is_above(&self, limit: Option<GainLimit>) -> bool {
        let is_below = |(limit, gain): (GainLimit, u64)| limit.is_below(gain, self.solid);
        self.is_judged() && limit.zip(self.gain()).is_some_and(is_below)
    }

    /// The state of a row that is as good as it has to be.
    pub(super) fn plain_state(&self) -> AuditState {
        if self.is_judged() && self.best.is_none() { AuditState::NotFitted } else { AuditState::Ok }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::HitboxRole;

    /// A row of a picture of 100 solid pixels.
    fn row(id: &str, [pixels, shape]: [&str; 2], covered: u64, gain: Option<u64>) -> AuditRow {
        let counts = PixelCounts { covered, left_out: 0 };
        AuditRow {
            id: id.to_owned(),
            file: id.to_owned(),
            hitbox: id.to_owned(),
            engine: "Godot",
            role: HitboxRole::Fit,
            note: None,
            frames: 1,
            solid: 100,
            counts,
            best: gain.map(|gain| PixelCounts { covered: covered - gain, left_out: 0 }),
            worst_frame: 0,
            state: AuditState::Ok,
            refusal: None,
            pixels: pixels.to_owned(),
            shape: shape.to_owned(),
        }
    }

    /// The states of rows beside a baseline of others, and the hitboxes that are gone.
    fn compared(
        before: &[AuditRow],
        mut rows: Vec<AuditRow>,
        limit: Option<GainLimit>,
    ) -> (Vec<&'static str>, Vec<String>) {
        let gone = Baseline::of(before).compare(&mut rows, limit);
        (rows.iter().map(|row| row.state.name()).collect(), gone.into_iter().map(|hitbox| hitbox.id).collect())
    }

    #[test]
    fn each_state_has_its_reason() {
        let before = ["a", "b", "c", "d", "e", "f"].map(|id| row(id, [id, id], 50, Some(10)));
        let after = vec![
            row("a", ["a", "a"], 51, Some(11)),
            row("b", ["b", "x"], 52, Some(12)),
            row("c", ["x", "c"], 50, Some(10)),
            row("elsewhere/d", ["d", "d"], 50, Some(10)),
            row("e", ["e", "e"], 50, None),
            row("g", ["g", "g"], 50, Some(10)),
            row("h", ["h", "h"], 50, Some(11)),
        ];
        let limit = Some(GainLimit::Pixels(10));
        let states = ["ok", "worse", "art-changed", "moved", "not-fitted", "new", "above-limit"];
        assert_eq!(compared(&before, after, limit), (states.to_vec(), vec!["f".to_owned()]));
    }

    #[test]
    fn a_row_is_worse_by_two_pixels_and_two_per_cent() {
        for (before, after, state) in
            [(0, 1, "ok"), (0, 2, "worse"), (100, 102, "worse"), (101, 103, "ok"), (1_000, 1_019, "ok"), (9, 3, "ok")]
        {
            let [before, after] = [before, after].map(|covered| row("a", ["a", "a"], covered, Some(0)));
            assert_eq!(compared(&[before], vec![after], None).0, [state]);
        }
    }

    #[test]
    fn terrain_is_never_wrong() {
        let terrain = |covered| AuditRow { role: HitboxRole::Terrain, ..row("a", ["a", "a"], covered, None) };
        assert_eq!(compared(&[terrain(0)], vec![terrain(99)], Some(GainLimit::Pixels(0))).0, ["ok"]);
    }

    #[test]
    fn a_baseline_is_read_as_it_is_written() {
        let baseline = Baseline::of(&["b", "a\\"].map(|id| row(id, ["p", "s"], 3, None)));
        let text = baseline.text();
        let line = r#"{"id":"a\\","pixels":"p","shape":"s","covered":3,"left_out":0}"#;
        assert_eq!(text.lines().nth(1), Some(&*format!("{line},")));
        assert_eq!(Baseline::parsed(text.as_bytes()).ok(), Some(baseline));
        for (text, why) in [
            ("{", "it is not a baseline that can be read: "),
            (r#"{"maskscope_baseline":2}"#, "its version is 2, and 1 is read"),
            (r#"{"hitboxes":[]}"#, "maskscope_baseline"),
        ] {
            let refused = Baseline::parsed(text.as_bytes()).expect_err(text).to_string();
            assert!(refused.contains(why), "{refused}");
        }
    }
}
