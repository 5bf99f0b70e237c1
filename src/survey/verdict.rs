/// Whether something says that masks overlap, held against the truth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// It says so, and they do.
    Hit,
    /// It says no, and they do not.
    Miss,
    /// It says so, and they do not.
    FalseHit,
    /// It says no, and they do.
    FalseMiss,
}

impl Verdict {
    /// Every verdict, in the order in which legends list them.
    pub const ALL: [Self; 4] = [Self::Hit, Self::Miss, Self::FalseHit, Self::FalseMiss];

    /// What `says` comes to where the masks overlap iff `overlap`.
    pub const fn of(says: bool, overlap: bool) -> Self {
        match (says, overlap) {
            (true, true) => Self::Hit,
            (false, false) => Self::Miss,
            (true, false) => Self::FalseHit,
            (false, true) => Self::FalseMiss,
        }
    }

    /// True where it is not as it should be.
    pub const fn is_wrong(self) -> bool {
        matches!(self, Self::FalseHit | Self::FalseMiss)
    }

    /// What tables and legends call it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Hit => "hit",
            Self::Miss => "miss",
            Self::FalseHit => "false hit",
            Self::FalseMiss => "false miss",
        }
    }
}
