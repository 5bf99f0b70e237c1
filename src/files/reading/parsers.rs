//! JSON text: where it begins, and what is a scene; and faults that parsers find, in sentences.

use base64::DecodeError;
use quick_xml::de::DeError;
use quick_xml::errors::{Error as XmlError, IllFormedError};
use serde::Deserialize;
use serde_json::error::Category;

use maskscope_core::words::thousands;

/// Returns the fault in JSON, whose text is `bytes`, with a position in characters.
pub fn json_fault(error: &serde_json::Error, bytes: &[u8]) -> String {
    let (line, column) = (error.line(), error.column());
    let text = line.checked_sub(1).and_then(|above| bytes.split(|byte| *byte == b'\n').nth(above));
    let fault = match error.classify() {
        Category::Eof => ENDS.to_owned(),
        Category::Syntax | Category::Io => {
            let word = text.and_then(|text| no_number(text, column));
            word.unwrap_or_else(|| "it cannot be read any further".to_owned())
        }
        Category::Data => {
            let fault = error.to_string();
            data_fault(fault.strip_suffix(&format!(" at line {line} column {column}")).unwrap_or(&fault))
        }
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

/// Returns the fault in an XML document that is read as a whole.
pub(in crate::files) fn document_fault(error: &DeError) -> String {
    match error {
        DeError::Custom(fault) => data_fault(fault),
        DeError::InvalidXml(error) => xml_fault(error),
        DeError::UnexpectedStart(name) => {
            format!("<{}> appears where text is expected", String::from_utf8_lossy(name))
        }
        _ => ENDS.to_owned(),
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

/// Returns a fault in data, without the types of the program; `fault` is the parser's message without its position.
fn data_fault(fault: &str) -> String {
    // What is found may quote the file, what is expected is the program's own.
    let (found, expected) = fault.rsplit_once(", expected ").unwrap_or((fault, ""));
    let found = found.strip_suffix(", there are no fields").unwrap_or(found);
    let named = |kind| found.strip_prefix(kind)?.strip_prefix(" `")?.strip_suffix('`');
    let known = || match expected.trim_start_matches("one of ").replace('`', "").replace(" or ", ", ") {
        known if known.is_empty() => known,
        known => format!("; there are {known}"),
    };
    if let Some(name) = named("unknown field") {
        format!("there is no field '{name}'{}", known())
    } else if let Some(name) = named("unknown variant") {
        format!("there is no '{name}'{}", known())
    } else if let Some(name) = named("missing field") {
        missing(name)
    } else if let Some(name) = named("duplicate field") {
        format!("the field '{name}' appears twice")
    } else if found.starts_with("invalid ") && !expected.is_empty() {
        format!("{} is expected", type_name(expected))
    } else if fault.starts_with("data did not match any variant") {
        "something else is expected".to_owned()
    } else {
        fault.to_owned()
    }
}

/// Returns the fault that the field `name` is not there.
pub(crate) fn missing(name: &str) -> String {
    format!("the field '{name}' is missing")
}

/// Returns the name of a type that is expected, as people call it.
fn type_name(name: &str) -> String {
    let whole = |most: u64| format!("a whole number from 0 to {}", thousands(most));
    match name {
        "f32" | "f64" => "a number".to_owned(),
        "u8" => whole(u8::MAX.into()),
        "u16" => whole(u16::MAX.into()),
        "u32" => whole(u32::MAX.into()),
        "u64" | "usize" => "a whole number from 0".to_owned(),
        "i8" | "i16" | "i32" | "i64" | "isize" => "a whole number in range".to_owned(),
        "a boolean" => "true or false".to_owned(),
        "a string" => "a text".to_owned(),
        "a sequence" => "a list".to_owned(),
        "a map" => "an object".to_owned(),
        "enum" => "an object with one named field".to_owned(),
        _ if name.starts_with("struct ") => "an object with named fields".to_owned(),
        _ => name.replace("an array of length", "a list of"),
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
            let error = serde_json::from_str::<File>(text).expect_err(text);
            assert_eq!(json_fault(&error, text.as_bytes()), expected);
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
            assert_eq!(document_fault(&quick_xml::de::from_str::<File>(text).expect_err(text)), expected, "{text}");
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
