//! [`Rule`]: the cells in which a fitted shape may differ from its mask.

/// The cells in which a fitted shape may differ from its mask.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rule {
    /// Any.
    #[default]
    Fewest,
    /// No clear cell is covered.
    Inside,
    /// No solid cell is left out.
    Outside,
}
