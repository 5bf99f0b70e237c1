//! Settings of a strategy, for the window and for its name.

use std::{fmt, num::NonZeroU32, ops::RangeInclusive};

/// The largest parameter that can be typed: greater than the width of any overlap.
const MOST: u32 = 65_535;

/// A parameter as a control shows it, and the strategies `S` for its other values.
pub enum Field<S> {
    /// One of a few, side by side.
    Choice {
        /// Help in a sentence.
        help: &'static str,
        /// Strategy and name of each option; the present one is among them.
        options: Vec<(S, &'static str)>,
    },
    /// On or off.
    Switch {
        /// Name of the switch.
        name: &'static str,
        /// Help in a sentence.
        help: &'static str,
        /// True if it is on now.
        is_on: bool,
        /// The strategy after switching.
        switched: S,
    },
    /// A number.
    Number {
        /// Name of the number.
        name: &'static str,
        /// Unit; empty for a plain number.
        unit: &'static str,
        /// Help in a sentence.
        help: &'static str,
        /// Present value.
        value: u32,
        /// Allowed values.
        range: RangeInclusive<u32>,
        /// Strategy for another number.
        with: Box<dyn Fn(u32) -> S + Send + Sync>,
    },
}

impl<S: fmt::Debug> fmt::Debug for Field<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Choice { options, .. } => f.debug_struct("Choice").field("options", options).finish_non_exhaustive(),
            Self::Switch { name, is_on, .. } => {
                f.debug_struct("Switch").field("name", name).field("is_on", is_on).finish_non_exhaustive()
            }
            Self::Number { name, value, range, .. } => {
                let mut shown = f.debug_struct("Number");
                shown.field("name", name).field("value", value).field("range", range).finish_non_exhaustive()
            }
        }
    }
}

impl<S: 'static> Field<S> {
    /// A number from 1 on.
    pub(super) fn count(
        name: &'static str,
        unit: &'static str,
        help: &'static str,
        value: NonZeroU32,
        with: fn(NonZeroU32) -> S,
    ) -> Self {
        let with = Box::new(move |n| with(NonZeroU32::new(n).unwrap_or(NonZeroU32::MIN)));
        Self::Number { name, unit, help, value: value.get(), range: 1..=MOST, with }
    }

    /// The strategy for `text` in a name: the name of an option or of a switch, or a number.
    pub(super) fn read(&self, text: &str) -> Option<S>
    where
        S: Copy,
    {
        match self {
            Self::Choice { options, .. } => options.iter().find(|(_, name)| *name == text).map(|(option, _)| *option),
            Self::Switch { name, is_on, switched, .. } => (*name == text && !is_on).then_some(*switched),
            Self::Number { range, with, .. } => {
                count(text).map(NonZeroU32::get).filter(|n| n >= range.start()).map(with)
            }
        }
    }

    /// The part of the name of `strategy` for this field: `:4`, `:revisit`, or an empty text.
    pub(super) fn written(&self, strategy: &S) -> String
    where
        S: PartialEq,
    {
        match self {
            Self::Choice { options, .. } => {
                let chosen = options.iter().find(|(option, _)| option == strategy);
                chosen.map_or_else(String::new, |(_, name)| format!(":{name}"))
            }
            Self::Switch { name, is_on: true, .. } => format!(":{name}"),
            Self::Switch { is_on: false, .. } => String::new(),
            Self::Number { value, .. } => format!(":{value}"),
        }
    }

    /// The same field over another type.
    pub(super) fn map<T: 'static>(self, into: fn(S) -> T) -> Field<T> {
        match self {
            Self::Choice { help, options } => Field::Choice {
                help,
                options: options.into_iter().map(|(option, name)| (into(option), name)).collect(),
            },
            Self::Switch { name, help, is_on, switched } => {
                Field::Switch { name, help, is_on, switched: into(switched) }
            }
            Self::Number { name, unit, help, value, range, with } => {
                Field::Number { name, unit, help, value, range, with: Box::new(move |n| into(with(n))) }
            }
        }
    }
}

/// The number in a text of digits only; `None` for zero.
pub(super) fn count(text: &str) -> Option<NonZeroU32> {
    text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}
