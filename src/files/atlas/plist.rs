//! Property lists of Apple, as XML: dictionaries, lists and values.

use quick_xml::Reader;
use quick_xml::events::Event;

use super::fields::check_values;
use crate::files::reading::xml_fault;

/// A value.
#[derive(Debug, PartialEq)]
pub(super) enum PlistValue {
    Dict(Vec<(String, PlistValue)>),
    Array(Vec<PlistValue>),
    /// Text or a number, as it is written; `true` and `false` by their names; empty for other values without text.
    Text(String),
}

impl PlistValue {
    /// The first value of the key `name`.
    pub(super) fn get(&self, name: &str) -> Option<&Self> {
        self.entries().find(|(key, _)| key == name).map(|(_, value)| value)
    }

    /// The entries of a dictionary; none of another value.
    pub(super) fn entries(&self) -> impl Iterator<Item = &(String, Self)> {
        if let Self::Dict(entries) = self { entries.iter() } else { [].iter() }
    }

    /// The values of a list; none of another value.
    pub(super) fn list(&self) -> &[Self] {
        if let Self::Array(list) = self { list } else { &[] }
    }

    /// The text of a value; empty for a dictionary or a list.
    pub(super) fn text(&self) -> &str {
        if let Self::Text(text) = self { text } else { "" }
    }

    /// True for `<true/>`, and for a text that means it.
    pub(super) fn is_true(&self) -> bool {
        matches!(self.text(), "true" | "YES" | "1")
    }

    /// The numbers of a text such as `{ 0.5, -3 }`; `None` if it has another number of them.
    pub(super) fn numbers<const N: usize>(&self) -> Option<[f64; N]> {
        let Self::Text(text) = self else { return None };
        let parts = text.split(['{', '}', ',']).map(str::trim).filter(|part| !part.is_empty());
        parts.map(|part| part.parse().ok()).collect::<Option<Vec<f64>>>()?.try_into().ok()
    }
}

/// Parses `text`, or returns its fault.
pub(super) fn parse(text: &str) -> Result<PlistValue, String> {
    let mut reader = Reader::from_str(text);
    reader.config_mut().expand_empty_elements = true;
    // Values that have begun, with the key for the next one.
    let mut open: Vec<(PlistValue, String)> = Vec::new();
    let (mut count, mut words, mut root) = (0, String::new(), None);
    loop {
        let closed = match reader.read_event().map_err(|error| xml_fault(&error))? {
            Event::Start(element) => {
                count += 1;
                check_values(count, open.len())?;
                words.clear();
                match element.local_name().as_ref() {
                    b"dict" => open.push((PlistValue::Dict(Vec::new()), String::new())),
                    b"array" => open.push((PlistValue::Array(Vec::new()), String::new())),
                    _ => {}
                }
                continue;
            }
            Event::Text(part) => {
                words += &part.decode().map_err(|_| "it is not UTF-8 text".to_owned())?;
                continue;
            }
            Event::End(element) => match element.local_name().as_ref() {
                b"plist" => continue,
                b"key" => {
                    if let Some((_, key)) = open.last_mut() {
                        *key = std::mem::take(&mut words);
                    }
                    continue;
                }
                b"dict" | b"array" => open.pop().map(|(value, _)| value),
                name @ (b"true" | b"false") => Some(PlistValue::Text(String::from_utf8_lossy(name).into_owned())),
                _ => Some(PlistValue::Text(std::mem::take(&mut words).trim().to_owned())),
            },
            Event::Eof => {
                return root.filter(|_| open.is_empty()).ok_or("it ends before its last value does".to_owned());
            }
            _ => continue,
        };
        match (open.last_mut(), closed) {
            (Some((PlistValue::Dict(entries), key)), Some(value)) => entries.push((std::mem::take(key), value)),
            (Some((PlistValue::Array(list), _)), Some(value)) => list.push(value),
            (None, value) => root = root.or(value),
            (Some((PlistValue::Text(_), _)), _) | (_, None) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_nested() {
        let list = parse(
            "<?xml version=\"1.0\"?><plist><dict><key>a</key><array><real>1.5</real><true/><string>{ 2, -3 }</string></array></dict></plist>",
        );
        let list = list.expect("a list");
        let all = list.get("a").expect("a").list();
        assert_eq!((all.len(), all[0].numbers(), all[2].numbers()), (3, Some([1.5]), Some([2.0, -3.0])));
        assert_eq!((all[1].numbers::<1>(), all[2].numbers::<1>()), (None, None));
        assert_eq!([&all[0], &all[1]].map(PlistValue::is_true), [false, true]);
        for broken in ["", "<plist><dict>", "<plist><dict></array></plist>", &"<array>".repeat(40)] {
            assert!(parse(broken).is_err(), "{broken}");
        }
    }
}
