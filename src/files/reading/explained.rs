//! [`Explained`]: a parser for serde whose faults are sentences for people.
//!
//! The message of a parser names types of Rust. Here nothing of it is read: a type asks a parser for what it needs by the
//! method that it calls, as `deserialize_u8`, and serde reports unknown, missing and repeated fields by calls of their own.
//! [`Explained`] stands before a parser and [`Heard`] before a type, wherever one calls the other, and both write down what was
//! asked for and what was reported. The error of the parser passes through them as it is, for its position.

use std::fmt::{self, Display, Formatter};

use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error, Expected, MapAccess, SeqAccess, VariantAccess, Visitor,
};

/// The fault of data, and the parser's error, which has its position.
#[derive(Debug)]
pub(super) struct DataFault<E> {
    pub words: FaultWords,
    pub parser: Option<E>,
}

/// The words of a fault.
#[derive(Debug)]
pub(super) enum FaultWords {
    /// None but those of the parser.
    OfParser,
    /// A value that the type expects, until it is known what it asked for.
    Expected(String),
    /// A sentence without its full stop.
    Sentence(String),
}

/// A parser, or a part of one, as a type sees it.
pub(super) struct Explained<T>(pub T);

/// A visitor or a seed of a type, as a parser sees it: the parser's errors cannot hold its faults, so their words are kept.
struct Heard<'w, T> {
    inner: T,
    words: &'w mut Option<FaultWords>,
}

impl Display for FaultWords {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::OfParser => f.write_str("something else is expected"),
            Self::Expected(expected) => write!(f, "{expected} is expected"),
            Self::Sentence(fault) => f.write_str(fault),
        }
    }
}

impl<E> Display for DataFault<E> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.words.fmt(f)
    }
}

impl<E: Error> std::error::Error for DataFault<E> {}

impl<E: Error> Error for DataFault<E> {
    fn custom<T: Display>(fault: T) -> Self {
        FaultWords::Sentence(fault.to_string()).into()
    }

    fn invalid_type(_: serde::de::Unexpected<'_>, expected: &dyn Expected) -> Self {
        FaultWords::Expected(expected.to_string()).into()
    }

    fn invalid_value(_: serde::de::Unexpected<'_>, expected: &dyn Expected) -> Self {
        FaultWords::Expected(expected.to_string()).into()
    }

    fn invalid_length(_: usize, expected: &dyn Expected) -> Self {
        FaultWords::Expected(expected.to_string()).into()
    }

    fn unknown_variant(name: &str, known: &'static [&'static str]) -> Self {
        FaultWords::Sentence(format!("there is no '{name}'{}", list(known))).into()
    }

    fn unknown_field(name: &str, known: &'static [&'static str]) -> Self {
        FaultWords::Sentence(format!("there is no field '{name}'{}", list(known))).into()
    }

    fn missing_field(name: &'static str) -> Self {
        FaultWords::Sentence(missing(name)).into()
    }

    fn duplicate_field(name: &'static str) -> Self {
        FaultWords::Sentence(format!("the field '{name}' appears twice")).into()
    }
}

impl<E> From<FaultWords> for DataFault<E> {
    fn from(words: FaultWords) -> Self {
        Self { words, parser: None }
    }
}

/// Returns the fault that the field `name` is not there.
pub(crate) fn missing(name: &str) -> String {
    format!("the field '{name}' is missing")
}

const STRUCT: &str = "an object with named fields";
const ENUM: &str = "an object with one named field";

/// The names that are known, behind one that is not.
fn list(known: &[&str]) -> String {
    match known {
        [] => String::new(),
        [one] => format!("; there is {one}"),
        all => format!("; there are {}", all.join(", ")),
    }
}

/// Calls a parser for `inner`, which asks for what is `expected`; `None` leaves that to the type.
fn asked<I, T, E>(
    inner: I,
    expected: Option<fmt::Arguments<'_>>,
    read: impl FnOnce(Heard<'_, I>) -> Result<T, E>,
) -> Result<T, DataFault<E>> {
    let mut words = None;
    let read = read(Heard { inner, words: &mut words });
    let is_expected = |expected: &dyn Display| FaultWords::Sentence(format!("{expected} is expected"));
    read.map_err(|error| {
        let words = match (words.unwrap_or(FaultWords::OfParser), expected) {
            (FaultWords::Sentence(fault), _) => FaultWords::Sentence(fault),
            (_, Some(expected)) => is_expected(&expected),
            (FaultWords::Expected(expected), None) => is_expected(&expected),
            (FaultWords::OfParser, None) => FaultWords::OfParser,
        };
        DataFault { words, parser: Some(error) }
    })
}

/// Defines methods of a deserializer by what each asks for.
macro_rules! asked {
    ($($method:ident($($name:ident: $kind:ty),*) $($expected:literal)?;)*) => {$(
        fn $method<V: Visitor<'de>>(self, $($name: $kind,)* visitor: V) -> Result<V::Value, Self::Error> {
            asked(visitor, asked!(@$($expected)?), |heard| self.0.$method($($name,)* heard))
        }
    )*};
    (@) => { None };
    (@$expected:literal) => { Some(format_args!($expected)) };
}

impl<'de, D: Deserializer<'de>> Deserializer<'de> for Explained<D> {
    type Error = DataFault<D::Error>;

    asked! {
        deserialize_any();
        deserialize_ignored_any();
        deserialize_identifier();
        deserialize_option();
        deserialize_newtype_struct(name: &'static str);
        deserialize_bool() "true or false";
        deserialize_i8() "a whole number in range";
        deserialize_i16() "a whole number in range";
        deserialize_i32() "a whole number in range";
        deserialize_i64() "a whole number in range";
        deserialize_i128() "a whole number in range";
        deserialize_u8() "a whole number from 0 to 255";
        deserialize_u16() "a whole number from 0 to 65,535";
        deserialize_u32() "a whole number from 0 to 4,294,967,295";
        deserialize_u64() "a whole number from 0";
        deserialize_u128() "a whole number from 0";
        deserialize_f32() "a number";
        deserialize_f64() "a number";
        deserialize_char() "a character";
        deserialize_str() "a text";
        deserialize_string() "a text";
        deserialize_bytes() "a list of bytes";
        deserialize_byte_buf() "a list of bytes";
        deserialize_unit() "nothing";
        deserialize_unit_struct(name: &'static str) "nothing";
        deserialize_seq() "a list";
        deserialize_tuple(len: usize) "a list of {len}";
        deserialize_tuple_struct(name: &'static str, len: usize) "a list of {len}";
        deserialize_map() "an object";
        deserialize_struct(name: &'static str, fields: &'static [&'static str]) "{STRUCT}";
        deserialize_enum(name: &'static str, variants: &'static [&'static str]) "{ENUM}";
    }

    fn is_human_readable(&self) -> bool {
        self.0.is_human_readable()
    }
}

/// Keeps the words of a fault for [`asked`], and returns an error of the parser.
fn heard<T, E: Error>(read: Result<T, DataFault<E>>, kept: &mut Option<FaultWords>) -> Result<T, E> {
    read.map_err(|DataFault { words, parser }| {
        *kept = Some(words);
        parser.unwrap_or_else(|| E::custom(""))
    })
}

/// Defines methods of a visitor by what each is given.
macro_rules! given {
    ($($method:ident($($kind:ty)?);)*) => {$(given! { @one $method $($kind)? })*};
    (@one $method:ident) => {
        fn $method<E: Error>(self) -> Result<Self::Value, E> {
            heard(self.inner.$method(), self.words)
        }
    };
    (@one $method:ident $kind:ty) => {
        fn $method<E: Error>(self, value: $kind) -> Result<Self::Value, E> {
            heard(self.inner.$method(value), self.words)
        }
    };
}

impl<'de, V: Visitor<'de>> Visitor<'de> for Heard<'_, V> {
    type Value = V::Value;

    fn expecting(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.inner.expecting(f)
    }

    given! {
        visit_bool(bool);
        visit_i8(i8);
        visit_i16(i16);
        visit_i32(i32);
        visit_i64(i64);
        visit_i128(i128);
        visit_u8(u8);
        visit_u16(u16);
        visit_u32(u32);
        visit_u64(u64);
        visit_u128(u128);
        visit_f32(f32);
        visit_f64(f64);
        visit_char(char);
        visit_str(&str);
        visit_borrowed_str(&'de str);
        visit_string(String);
        visit_bytes(&[u8]);
        visit_borrowed_bytes(&'de [u8]);
        visit_byte_buf(Vec<u8>);
        visit_none();
        visit_unit();
    }

    fn visit_some<D: Deserializer<'de>>(self, value: D) -> Result<Self::Value, D::Error> {
        heard(self.inner.visit_some(Explained(value)), self.words)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, value: D) -> Result<Self::Value, D::Error> {
        heard(self.inner.visit_newtype_struct(Explained(value)), self.words)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Self::Value, A::Error> {
        heard(self.inner.visit_seq(Explained(list)), self.words)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
        heard(self.inner.visit_map(Explained(map)), self.words)
    }

    fn visit_enum<A: EnumAccess<'de>>(self, variant: A) -> Result<Self::Value, A::Error> {
        heard(self.inner.visit_enum(Explained(variant)), self.words)
    }
}

impl<'de, S: DeserializeSeed<'de>> DeserializeSeed<'de> for Heard<'_, S> {
    type Value = S::Value;

    fn deserialize<D: Deserializer<'de>>(self, value: D) -> Result<Self::Value, D::Error> {
        heard(self.inner.deserialize(Explained(value)), self.words)
    }
}

impl<'de, A: SeqAccess<'de>> SeqAccess<'de> for Explained<A> {
    type Error = DataFault<A::Error>;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Self::Error> {
        asked(seed, None, |heard| self.0.next_element_seed(heard))
    }

    fn size_hint(&self) -> Option<usize> {
        self.0.size_hint()
    }
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Explained<A> {
    type Error = DataFault<A::Error>;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Self::Error> {
        asked(seed, None, |heard| self.0.next_key_seed(heard))
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Self::Error> {
        asked(seed, None, |heard| self.0.next_value_seed(heard))
    }

    fn size_hint(&self) -> Option<usize> {
        self.0.size_hint()
    }
}

impl<'de, A: EnumAccess<'de>> EnumAccess<'de> for Explained<A> {
    type Error = DataFault<A::Error>;
    type Variant = Explained<A::Variant>;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self::Variant), Self::Error> {
        let (value, variant) = asked(seed, None, |heard| self.0.variant_seed(heard))?;
        Ok((value, Explained(variant)))
    }
}

impl<'de, A: VariantAccess<'de>> VariantAccess<'de> for Explained<A> {
    type Error = DataFault<A::Error>;

    fn unit_variant(self) -> Result<(), Self::Error> {
        asked((), Some(format_args!("a name alone")), |_| self.0.unit_variant())
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, Self::Error> {
        asked(seed, Some(format_args!("{ENUM}")), |heard| self.0.newtype_variant_seed(heard))
    }

    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, Self::Error> {
        asked(visitor, Some(format_args!("a list of {len}")), |heard| self.0.tuple_variant(len, heard))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Self::Error> {
        asked(visitor, Some(format_args!("{STRUCT}")), |heard| self.0.struct_variant(fields, heard))
    }
}
