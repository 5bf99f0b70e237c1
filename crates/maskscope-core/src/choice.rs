//! Named choices: closed lists whose order, names and help are declared once, at the enum.
//!
//! An enum derives [`strum`]'s `VariantArray` (the order of menus and messages), `IntoStaticStr` (the names) and
//! `EnumMessage` (a title if the window shows another text than the name, and the doc comment of each variant, which is
//! its help). [`Choice`] gives all of these short names. No variant can be forgotten in any of them.
//!
//! ```
//! use maskscope_core::{choice::Choice, geom::Rounding};
//!
//! assert_eq!(Rounding::ALL.len(), 5);
//! assert_eq!(Rounding::HalfEven.name(), "half-even");
//! assert_eq!(Rounding::HalfEven.sentence(), "Halves to the even neighbour, as C# and Delphi.");
//! assert_eq!(Rounding::named("floor"), Ok(Rounding::Floor));
//! assert!(Rounding::named("nearest").is_err());
//! ```

use strum::{EnumMessage, VariantArray};
use thiserror::Error;

/// A name that no variant has.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("'{name}' is not one of {known}")]
pub struct UnknownName {
    /// The unknown name.
    pub name: String,
    /// The known names, separated by commas.
    pub known: String,
}

/// An enum without fields whose variants have names.
pub trait Choice: Copy + Into<&'static str> + EnumMessage + VariantArray {
    /// Every variant, in the order in which menus and messages list them.
    const ALL: &'static [Self] = Self::VARIANTS;

    /// The name in files and on the command line.
    fn name(self) -> &'static str {
        self.into()
    }

    /// Title in the window: the `message` of the variant, or its name if it has no message.
    fn title(self) -> &'static str {
        self.get_message().unwrap_or_else(|| self.name())
    }

    /// Help: the first paragraph of the variant's doc comment, as one line.
    fn sentence(self) -> String {
        let paragraph = self.get_documentation().unwrap_or_default().split("\n\n").next().unwrap_or_default();
        paragraph.trim().replace('\n', " ")
    }

    /// Returns the variant called `name`.
    ///
    /// # Errors
    /// Returns an error that lists the known names if no variant has this name.
    fn named(name: &str) -> Result<Self, UnknownName> {
        let unknown = || {
            let known: Vec<_> = Self::ALL.iter().map(|choice| choice.name()).collect();
            UnknownName { name: name.to_owned(), known: known.join(", ") }
        };
        Self::ALL.iter().copied().find(|choice| choice.name() == name).ok_or_else(unknown)
    }
}

impl<T: Copy + Into<&'static str> + EnumMessage + VariantArray> Choice for T {}

/// Implements serde for choices by their names.
#[cfg(feature = "scenes")]
macro_rules! written_by_name {
    ($($choice:ty),* $(,)?) => {$(
        impl serde::Serialize for $choice {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str($crate::choice::Choice::name(*self))
            }
        }

        impl<'de> serde::Deserialize<'de> for $choice {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let name: String = serde::Deserialize::deserialize(deserializer)?;
                $crate::choice::Choice::named(&name).map_err(serde::de::Error::custom)
            }
        }
    )*};
}
#[cfg(feature = "scenes")]
pub(crate) use written_by_name;
