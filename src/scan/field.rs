//! What can be set of a strategy: in the window, and in its name.

use std::{num::NonZeroU32, ops::RangeInclusive};

/// The largest parameter that can be typed: more than any overlap is wide.
const MOST: u32 = 65_535;

/// A parameter as a control shows it, and the strategies `S` that other values give.
pub enum Field<S> {
    /// One of a few, side by side.
    Choice {
        /// What is chosen, in a sentence.
        help: &'static str,
        /// What each gives, and its name; the present one is among them.
        options: Vec<(S, &'static str)>,
    },
    /// On or off.
    Switch {
        /// What is switched.
        name: &'static str,
        /// What it does, in a sentence.
        help: &'static str,
        /// Whether it is on now.
        is_on: bool,
        /// What switching gives.
        switched: S,
    },
    /// A number.
    Number {
        /// What it is.
        name: &'static str,
        /// What it counts; empty for a plain number.
        unit: &'static str,
        /// What it does, in a sentence.
        help: &'static str,
        /// What it is now.
        value: u32,
        /// What it may be.
        range: RangeInclusive<u32>,
        /// What another number gives.
        with: Box<dyn Fn(u32) -> S>,
    },
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

    /// What `text` gives in a name: the name of an option or of a switch, or a number.
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

    /// What stands in the name of `strategy`, whose field this is: `:4`, `:revisit`, or nothing.
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

/// A number of digits only that is not zero.
pub(super) fn count(text: &str) -> Option<NonZeroU32> {
    text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}
