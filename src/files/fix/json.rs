//! [`JsonPlace`]: where values stand in a text of JSON, which may have commas before closing brackets.

use std::ops::Range;

/// The most brackets in one another.
const DEEPEST: usize = 64;

/// A value by its place.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct JsonPlace {
    pub range: Range<usize>,
    pub content: JsonContent,
}

/// The places inside a value.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum JsonContent {
    /// A number, a word or a text.
    Plain,
    List(Vec<JsonPlace>),
    /// Keys, without quotes, and their values.
    Fields(Vec<(String, JsonPlace)>),
}

impl JsonPlace {
    /// The places in a text; `None` if it is damaged or nested too deeply.
    pub(super) fn of(text: &str) -> Option<Self> {
        let mut reader = JsonScanner { text, at: 0 };
        let value = reader.value(0)?;
        reader.skip_space();
        (reader.at == text.len()).then_some(value)
    }

    /// The value of a key; `None` if it is missing, twice there, or if this is no object.
    pub(super) fn field(&self, name: &str) -> Option<&Self> {
        let JsonContent::Fields(fields) = &self.content else { return None };
        let mut found = fields.iter().filter(|(key, _)| key == name).map(|(_, value)| value);
        found.next().filter(|_| found.next().is_none())
    }

    /// The values of a list; none of another value.
    pub(super) fn list(&self) -> &[Self] {
        if let JsonContent::List(all) = &self.content { all } else { &[] }
    }

    /// Its number in `text`; `None` of another value.
    pub(super) fn number(&self, text: &str) -> Option<f64> {
        text.get(self.range.clone())?.parse().ok()
    }

    /// Its text in `text`, without quotes; escapes stay as they are. `None` of another value.
    pub(super) fn quoted<'a>(&self, text: &'a str) -> Option<&'a str> {
        text.get(self.range.clone())?.strip_prefix('"')?.strip_suffix('"')
    }
}

/// A text, and how far it is read.
struct JsonScanner<'a> {
    text: &'a str,
    at: usize,
}

impl JsonScanner<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip_space(&mut self) {
        while self.peek().is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    fn value(&mut self, depth: usize) -> Option<JsonPlace> {
        if depth > DEEPEST {
            return None;
        }
        self.skip_space();
        let start = self.at;
        let content = match self.peek()? {
            b'{' => JsonContent::Fields(self.fields(depth)?),
            b'[' => JsonContent::List(self.values(depth)?),
            b'"' => {
                self.skip_text()?;
                JsonContent::Plain
            }
            _ => {
                let is_part = |byte: u8| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte);
                while self.peek().is_some_and(is_part) {
                    self.at += 1;
                }
                JsonContent::Plain
            }
        };
        (self.at > start).then_some(JsonPlace { range: start..self.at, content })
    }

    /// Skips a text with its quotes.
    fn skip_text(&mut self) -> Option<()> {
        let mut is_escaped = false;
        let rest = self.text.as_bytes().get(self.at..)?.strip_prefix(b"\"")?;
        for (length, byte) in rest.iter().enumerate() {
            match byte {
                _ if is_escaped => is_escaped = false,
                b'\\' => is_escaped = true,
                b'"' => {
                    self.at += length + 2;
                    return Some(());
                }
                _ => {}
            }
        }
        None
    }

    fn values(&mut self, depth: usize) -> Option<Vec<JsonPlace>> {
        let mut all = Vec::new();
        self.at += 1;
        loop {
            self.skip_space();
            if self.peek()? == b']' {
                self.at += 1;
                return Some(all);
            }
            all.push(self.value(depth + 1)?);
            self.end_entry(b']')?;
        }
    }

    fn fields(&mut self, depth: usize) -> Option<Vec<(String, JsonPlace)>> {
        let mut all = Vec::new();
        self.at += 1;
        loop {
            self.skip_space();
            if self.peek()? == b'}' {
                self.at += 1;
                return Some(all);
            }
            let start = self.at;
            self.skip_text()?;
            let name = self.text.get(start + 1..self.at - 1)?.to_owned();
            self.skip_space();
            if self.peek()? != b':' {
                return None;
            }
            self.at += 1;
            all.push((name, self.value(depth + 1)?));
            self.end_entry(b'}')?;
        }
    }

    /// Skips the comma behind an entry; `None` where something else than a comma or the end follows.
    fn end_entry(&mut self, end: u8) -> Option<()> {
        self.skip_space();
        match self.peek()? {
            b',' => self.at += 1,
            byte if byte == end => {}
            _ => return None,
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_those_of_the_text() {
        let text = "{ \"a\": 1.5, \"b\" :[ 2,{\"c\":\"x\\\"}\",},], \"d\":null,}\n";
        let place = JsonPlace::of(text).expect("it is JSON");
        let at = |place: &JsonPlace| text[place.range.clone()].to_owned();
        let [a, b, d] = ["a", "b", "d"].map(|name| place.field(name).expect(name));
        assert_eq!((at(a), a.number(text), at(d)), ("1.5".to_owned(), Some(1.5), "null".to_owned()));
        let [two, object] = b.list() else { panic!("two values") };
        assert_eq!((two.number(text), two.quoted(text)), (Some(2.0), None));
        assert_eq!(object.field("c").and_then(|c| c.quoted(text)), Some("x\\\"}"));
        assert_eq!((place.field("e"), a.list()), (None, &[][..]));
        assert_eq!(JsonPlace::of("{\"a\":1,\"a\":2}").expect("it is JSON").field("a"), None, "twice there");
    }

    #[test]
    fn what_is_damaged_has_no_places() {
        let deep = "[".repeat(1_000);
        for text in ["", "{", "[1", "{\"a\" 1}", "{a:1}", "[1 2]", "\"a", "[1] 2", "{\"a\":}", &deep] {
            assert_eq!(JsonPlace::of(text), None, "{text}");
        }
    }
}
