//! Images that stand in the text of a scene or of a log: `data:image/png;base64,iVBORw0KGgo…`.
//!
//! The bytes say what kind of image it is, whatever the URL says. Other encodings than base64 are refused; padding may be missing.

use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use base64::{Engine as _, alphabet};

use super::parsers::base64_fault;
use maskscope_core::words::printable;
use maskscope_core::words::thousands;

/// The most characters of an image's type in messages.
const MOST_CHARACTERS: usize = 40;

/// Base64 with or without padding.
const LENIENT: GeneralPurpose = GeneralPurpose::new(
    &alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// The text after `data:`, in upper or lower case; `None` for the name of a file.
fn rest(text: &str) -> Option<&str> {
    let (scheme, rest) = text.split_at_checked(5)?;
    scheme.eq_ignore_ascii_case("data:").then_some(rest)
}

/// True if `text` holds an image itself, and does not name a file.
pub(in crate::files) fn is_data(text: &str) -> bool {
    rest(text).is_some()
}

/// The bytes in `text`.
///
/// # Errors
/// The reason why it holds no bytes, as the end of a sentence.
pub(in crate::files) fn bytes(text: &str) -> Result<Vec<u8>, String> {
    let (kind, data) = rest(text).and_then(|rest| rest.split_once(',')).ok_or("which has no comma before its data")?;
    let is_base64 = kind.rsplit(';').next().is_some_and(|last| last.eq_ignore_ascii_case("base64"));
    if !is_base64 || !kind.contains(';') {
        return Err("which is not in base64".to_owned());
    }
    LENIENT.decode(data).map_err(|error| format!("whose base64 {}", base64_fault(&error)))
}

/// `bytes` of a `kind`, such as `image/png`, as a text.
pub(in crate::files) fn of(kind: &str, bytes: &[u8]) -> String {
    let mut text = format!("data:{kind};base64,");
    LENIENT.encode_string(bytes, &mut text);
    text
}

/// Its name in messages, which never print it whole: `data:image/png, 1,234 bytes`.
pub(in crate::files) fn shown(text: &str) -> String {
    let rest = rest(text).unwrap_or_default();
    let (kind, data) = rest.split_once(',').unwrap_or((rest, ""));
    let kind = kind.split(';').next().unwrap_or_default();
    let start: String = kind.chars().take(MOST_CHARACTERS).collect();
    let dots = if start.len() < kind.len() { "…" } else { "" };
    let bytes = 3 * data.trim_end_matches('=').len() as u64 / 4;
    format!("data:{}{dots}, {} bytes", printable(&start), thousands(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        for length in 0..40_u8 {
            let all: Vec<u8> = (0..length).map(|n| n.wrapping_mul(91)).collect();
            let text = of("image/png", &all);
            assert_eq!(bytes(&text), Ok(all.clone()));
            assert_eq!(bytes(text.trim_end_matches('=')), Ok(all), "without padding");
            assert_eq!(shown(&text), format!("data:image/png, {length} bytes"));
        }
    }

    #[test]
    fn names_of_files_hold_nothing_and_other_encodings_are_refused() {
        for name in ["", "data", "date:image/png;base64,AAAA", "./data:image/png;base64,AAAA", "dät:", "é"] {
            assert!(!is_data(name), "{name}");
        }
        for (text, why) in [
            ("data:", "which has no comma before its data"),
            ("data:image/png;base64", "which has no comma before its data"),
            ("data:image/png,AAAA", "which is not in base64"),
            ("data:base64,AAAA", "which is not in base64"),
            ("data:;base64,A*AA", "whose base64 is damaged at character 2"),
        ] {
            assert!(is_data(text));
            assert_eq!(bytes(text), Err(why.to_owned()), "{text}");
        }
        assert_eq!(bytes("DATA:;BASE64,AAAA"), Ok(vec![0; 3]));
    }

    #[test]
    fn messages_never_print_it_whole() {
        let long = of(&"x\u{1b}".repeat(500), &[7; 1_234_567]);
        assert_eq!(shown(&long), format!("data:{}…, 1,234,567 bytes", r"x\u{1b}".repeat(20)));
        assert_eq!(shown("data:"), "data:, 0 bytes");
    }
}
