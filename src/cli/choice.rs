//! Named choices as arguments: clap lists them, with their help, from their one declaration.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use crate::choice::Choice;

/// Reads the name of a variant of `T`.
pub(super) fn choice<T: Choice + Send + Sync + 'static>() -> impl TypedValueParser<Value = T> {
    let values = T::ALL.iter().map(|choice| PossibleValue::new(choice.name()).help(choice.sentence()));
    PossibleValuesParser::new(values).try_map(|name| T::named(&name))
}
