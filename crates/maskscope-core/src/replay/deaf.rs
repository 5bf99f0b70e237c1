//! Areas of Godot that overlap something, and that the engine does not test against it.

use strum::{IntoStaticStr, VariantArray};

/// An area and another thing that overlap by their boxes, and that the engine does not test against each other.
#[derive(Clone, Debug, PartialEq)]
pub struct DeafArea {
    /// The line of the log that says so first, from 1.
    pub line: u64,
    /// The frame.
    pub at: f64,
    /// The reason.
    pub reason: DeafReason,
    /// The node of the area, behind the file of its scene: `player.tscn Hurtbox`.
    pub area: String,
    /// The node of the other.
    pub other: String,
}

/// The reason why the engine does not test two things.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum DeafReason {
    /// One became monitorable, or no longer is, after both came near.
    LateMonitorable,
    /// A static body was moved onto an area at rest.
    MovedStatic,
    /// The area is not monitorable, and the other is a static body.
    UnmonitorableStatic,
    /// Both have concave shapes.
    Concave,
}

impl DeafReason {
    /// Its name in files.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// The reason of this name; `None` if there is no such.
    pub fn of(name: &str) -> Option<Self> {
        Self::VARIANTS.iter().copied().find(|reason| reason.name() == name)
    }

    /// The cause, as a clause about both.
    pub const fn why(self) -> &'static str {
        match self {
            Self::LateMonitorable => "monitorable has changed since they came near, and the engine keeps its old value",
            Self::MovedStatic => "a static body was moved onto an area at rest",
            Self::UnmonitorableStatic => "an area that is not monitorable never meets a static body",
            Self::Concave => "two concave shapes never meet",
        }
    }

    /// The change that makes the engine test them, in a sentence.
    pub const fn cure(self) -> &'static str {
        match self {
            Self::LateMonitorable => {
                "Set monitorable before they come near, or leave it on and let the connected function decide."
            }
            Self::MovedStatic => "Make the body that moves an AnimatableBody2D.",
            Self::UnmonitorableStatic => "Turn on monitorable of the area.",
            Self::Concave => "Give one of them convex shapes: a CollisionPolygon2D whose build mode is Solids.",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_are_known_by_the_names_of_logs() {
        let names = ["late-monitorable", "moved-static", "unmonitorable-static", "concave"];
        assert!(names.iter().all(|name| DeafReason::of(name).is_some_and(|reason| reason.name() == *name)));
        assert_eq!((DeafReason::of("late"), DeafReason::VARIANTS.len()), (None, names.len()));
    }

    #[test]
    fn each_reason_names_its_cause_and_the_change() {
        for (reason, why, cure) in [
            (DeafReason::LateMonitorable, "monitorable has changed", "Set monitorable before"),
            (DeafReason::MovedStatic, "a static body was moved", "AnimatableBody2D"),
            (DeafReason::UnmonitorableStatic, "never meets a static body", "Turn on monitorable"),
            (DeafReason::Concave, "two concave shapes never meet", "convex shapes"),
        ] {
            assert!(reason.why().contains(why) && reason.cure().contains(cure), "{reason:?}");
        }
    }
}
