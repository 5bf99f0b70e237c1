//! JSON, XML and TOML as values of a type, or the fault as a sentence; and what is a scene.

use base64::DecodeError;
use quick_xml::de::DeError;
use quick_xml::errors::{Error as XmlError, IllFormedError};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_json::de::SliceRead;
use serde_json::error::Category;

use super::explained::{DataFault, Explained, FaultWords};
use maskscope_core::words::thousands;

/// Reads JSON, whose text is `bytes`.
///
/// # Errors
/// The fault, with a position in characters.
pub fn from_json<'de, T: Deserialize<'de>>(bytes: &'de [u8]) -> Result<T, String> {
    read_json(bytes, |parser| T::deserialize(Explained(parser)))
}

/// Reads JSON as [`from_json`] does; `note` hears of each field that is not known.
pub(in crate::files) fn from_json_noting<'de, T: Deserialize<'de>>(
    bytes: &'de [u8],
    note: impl FnMut(serde_ignored::Path<'_>),
) -> Result<T, String> {
    read_json(bytes, |parser| serde_ignored::deserialize(Explained(parser), note))
}

fn read_json<'de, T>(
    bytes: &'de [u8],
    read: impl FnOnce(&mut serde_json::Deserializer<SliceRead<'de>>) -> Result<T, DataFault<serde_json::Error>>,
) -> Result<T, String> {
    let mut parser = serde_json::Deserializer::from_slice(bytes);
    let value = read(&mut parser).map_err(|fault| json_fault(fault, bytes))?;
    let end = parser.end().map_err(|error| DataFault { words: FaultWords::OfParser, parser: Some(error) });
    end.map(|()| value).map_err(|fault| json_fault(fault, bytes))
}

/// Reads JSON that is parsed already.
///
/// # Errors
/// The fault, without a position.
pub(crate) fn from_json_value<T: DeserializeOwned>(value: Value) -> Result<T, String> {
    T::deserialize(Explained(value)).map_err(|fault| json_fault(fault, b""))
}

/// Reads an XML document as a whole.
///
/// # Errors
/// The fault.
pub(in crate::files) fn from_xml<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    let read = T::deserialize(Explained(&mut quick_xml::de::Deserializer::from_str(text)));
    read.map_err(|fault| match fault.parser {
        Some(DeError::InvalidXml(error)) => xml_fault(&error),
        Some(DeError::UnexpectedStart(name)) => {
            format!("<{}> appears where text is expected", String::from_utf8_lossy(&name))
        }
        None | Some(DeError::Custom(_)) => fault.words.to_string(),
        Some(_) => ENDS.to_owned(),
    })
}

/// Reads TOML.
///
/// # Errors
/// The fault, with its line.
pub(in crate::files) fn from_toml<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    let no_toml = |error: toml::de::Error| DataFault {
        words: FaultWords::Sentence(error.message().to_owned()),
        parser: Some(error),
    };
    let read = toml::Deserializer::parse(text).map_err(no_toml).and_then(|toml| T::deserialize(Explained(toml)));
    read.map_err(|DataFault { words, parser }| match parser.and_then(|error| error.span()) {
        Some(span) => {
            let above = text.get(..span.start).unwrap_or_default();
            format!("{words}, on line {}", above.matches('\n').count() + 1)
        }
        None => words.to_string(),
    })
}

/// A fault in JSON, with its position if that is known.
fn json_fault(DataFault { words, parser }: DataFault<serde_json::Error>, bytes: &[u8]) -> String {
    let Some(error) = parser else { return words.to_string() };
    let (line, column) = (error.line(), error.column());
    let text = line.checked_sub(1).and_then(|above| bytes.split(|byte| *byte == b'\n').nth(above));
    let fault = match error.classify() {
        Category::Eof => ENDS.to_owned(),
        Category::Syntax | Category::Io => {
            let word = text.and_then(|text| no_number(text, column));
            word.unwrap_or_else(|| "it cannot be read any further".to_owned())
        }
        Category::Data => words.to_string(),
    };
    let Some(text) = text else { return fault };
    let character = String::from_utf8_lossy(&text[..column.min(text.len())]).chars().count().max(1);
    format!("{fault}, at character {} of line {}", thousands(character as u64), thousands(line as u64))
}

/// Returns the fault that a word of a line, at a column from 1, is not a number, where it is one for other programs.
fn no_number(line: &[u8], column: usize) -> Option<String> {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"+-.".contains(byte);
    let (before, after) = line.split_at_checked(column)?;
    let start = before.iter().rposition(|byte| !is_part(byte)).map_or(0, |at| at + 1);
    let end = after.iter().position(|byte| !is_part(byte)).map_or(line.len(), |at| column + at);
    let word = str::from_utf8(&line[start..end]).ok()?;
    let number: f64 = word.parse().ok()?;
    if word.contains(['n', 'N']) {
        Some(format!("{word} is not a number"))
    } else {
        number.is_infinite().then(|| "a number is too large".to_owned())
    }
}

/// Returns the fault in an XML document that is read element by element.
pub(in crate::files) fn xml_fault(error: &XmlError) -> String {
    match error {
        XmlError::Syntax(_) => "one of its tags is not closed".to_owned(),
        XmlError::IllFormed(IllFormedError::MissingEndTag(name)) => format!("it ends before </{name}>"),
        XmlError::IllFormed(IllFormedError::MismatchedEndTag { expected, found }) => {
            format!("</{expected}> is expected, not </{found}>")
        }
        XmlError::IllFormed(IllFormedError::UnmatchedEndTag(name)) => {
            format!("</{name}> closes a tag that is not open")
        }
        XmlError::InvalidAttr(_) => "an attribute is not written as name=\"value\", or appears twice".to_owned(),
        XmlError::Escape(_) => "an entity, which begins with &, is unknown".to_owned(),
        XmlError::Encoding(_) => "it is not UTF-8 text".to_owned(),
        XmlError::IllFormed(_) | XmlError::Io(_) | XmlError::Namespace(_) => "it is not valid XML".to_owned(),
    }
}

/// Returns the fault in base64, as the rest of a sentence about it.
pub(in crate::files) fn base64_fault(error: &DecodeError) -> String {
    match error {
        DecodeError::InvalidByte(at, _) | DecodeError::InvalidLastSymbol(at, _) => {
            format!("is damaged at character {}", thousands(*at as u64 + 1))
        }
        DecodeError::InvalidLength(_) | DecodeError::InvalidPadding => "is cut short".to_owned(),
    }
}

/// The fault of a text that is cut off.
const ENDS: &str = "it ends too early";

/// The UTF-8 text in `bytes` without the byte order mark that some editors leave before it.
pub(in crate::files) fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes)
}

/// Fields of every version of the format of scenes.
#[derive(Deserialize)]
pub(in crate::files) struct SceneVersion {
    pub maskscope: u64,
}

/// True where `bytes` are a scene, of whatever version.
pub fn is_scene(bytes: &[u8]) -> bool {
    serde_json::from_slice::<SceneVersion>(without_mark(bytes)).is_ok()
}

#[cfg(test)]
mod tests {
    use base64::Engine as _;
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[allow(dead_code, reason = "only what is wrong with it is asked for")]
    struct File {
        number: f64,
        byte: Option<u8>,
        pair: Option<[f64; 2]>,
        inner: Option<Box<File>>,
    }

    #[test]
    fn a_fault_is_reported_without_types_and_with_its_place() {
        for (text, expected) in [
            ("", "it ends too early, at character 1 of line 1"),
            ("x", "it cannot be read any further, at character 1 of line 1"),
            ("{\"number\":\n  \"3, expected\"}", "a number is expected, at character 15 of line 2"),
            ("{\"é\":1}", "there is no field 'é'; there are number, byte, pair, inner, at character 4 of line 1"),
            ("{\"number\":1,\"byte\":256}", "a whole number from 0 to 255 is expected, at character 22 of line 1"),
            ("{\"number\":1,\"byte\":1.5}", "a whole number from 0 to 255 is expected, at character 22 of line 1"),
            ("{\"number\":1,\"pair\":[1]}", "a list of 2 is expected, at character 22 of line 1"),
            ("{\"number\":1,\"inner\":7}", "an object with named fields is expected, at character 21 of line 1"),
            ("{\"byte\":1}", "the field 'number' is missing, at character 10 of line 1"),
            ("{\"byte\":1,\"byte\":1}", "the field 'byte' appears twice, at character 16 of line 1"),
            ("{\"number\":1} {}", "it cannot be read any further, at character 14 of line 1"),
            ("{\"number\":\"\\ud800\"}", "it cannot be read any further, at character 18 of line 1"),
            ("{\"number\":NaN}", "NaN is not a number, at character 11 of line 1"),
            ("{\"number\":-Infinity}", "-Infinity is not a number, at character 12 of line 1"),
            ("{\"number\":1e999}", "a number is too large, at character 15 of line 1"),
            ("{\"number\":null}", "a number is expected, at character 14 of line 1"),
            ("{\"number\":\"a\nb\"}", "it cannot be read any further, at character 1 of line 2"),
        ] {
            assert_eq!(from_json::<File>(text.as_bytes()).expect_err(text), expected);
        }
    }

    #[test]
    fn faults_of_xml_are_reported() {
        for (text, expected) in [
            ("<a></b>", "</a> is expected, not </b>"),
            ("</a>", "</a> closes a tag that is not open"),
            ("<a", "one of its tags is not closed"),
            ("<!--", "one of its tags is not closed"),
        ] {
            let mut reader = quick_xml::Reader::from_str(text);
            let error = loop {
                match reader.read_event() {
                    Ok(quick_xml::events::Event::Eof) => panic!("{text} is right"),
                    Ok(_) => {}
                    Err(error) => break error,
                }
            };
            assert_eq!(xml_fault(&error), expected, "{text}");
        }
        for (text, expected) in [
            ("<a><number>1", "it ends before </number>"),
            ("<a/>", "the field 'number' is missing"),
            ("<a><number>x</number></a>", "a number is expected"),
            ("<a><number>1</number><number>2</number></a>", "the field 'number' appears twice"),
            ("<a><other/></a>", "there is no field 'other'; there are number, byte, pair, inner"),
            ("<a><number>1</a>", "</number> is expected, not </a>"),
            ("", "it ends too early"),
        ] {
            assert_eq!(from_xml::<File>(text).expect_err(text), expected, "{text}");
        }
    }

    #[test]
    fn faults_of_base64_are_reported() {
        for (text, expected) in
            [("A*AA", "is damaged at character 2"), ("AAAAA", "is cut short"), ("AA", "is cut short")]
        {
            let error = base64::prelude::BASE64_STANDARD.decode(text).expect_err(text);
            assert_eq!(base64_fault(&error), expected, "{text}");
        }
    }
}
