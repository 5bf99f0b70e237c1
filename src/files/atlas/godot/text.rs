//! The text form of scenes and resources of Godot: sections of fields, whose values are written as in its scripts.
//!
//! ```text
//! [sub_resource type="RectangleShape2D" id=1]
//! extents = Vector2( 8, 6 )
//! ```

use std::ops::Range;

use crate::files::atlas::fields::{DEEPEST, MOST_VALUES};

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::files) enum GodotValue {
    Number(f64),
    /// Text, and words such as `true`.
    Text(String),
    List(Vec<GodotValue>),
    /// Keys that are not text have an empty name.
    Dict(Vec<(String, GodotValue)>),
    /// `Vector2( 8, 6 )`.
    Call(String, Vec<GodotValue>),
}

impl GodotValue {
    /// The number; `None` for another value.
    pub(super) const fn number(&self) -> Option<f64> {
        if let Self::Number(number) = self { Some(*number) } else { None }
    }

    /// The numbers of a call or a list; `None` if it has others.
    pub(super) fn numbers(&self) -> Option<Vec<f64>> {
        match self {
            Self::Call(_, all) | Self::List(all) => all.iter().map(Self::number).collect(),
            _ => None,
        }
    }

    /// The values of a list; none of another value, but for the list in a list of one type.
    pub(super) fn list(&self) -> &[Self] {
        match self {
            Self::List(all) => all,
            Self::Call(_, all) => all.first().map_or(&[], Self::list),
            _ => &[],
        }
    }

    /// Text, or a number as text; empty for another value.
    pub(super) fn text(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Number(number) => number.to_string(),
            _ => String::new(),
        }
    }
}

/// A section: its first word, the attributes behind it, and its fields.
#[derive(Clone, Debug, Default)]
pub(in crate::files) struct GodotSection {
    pub kind: String,
    pub attributes: Vec<(String, GodotValue)>,
    pub fields: Vec<(String, GodotValue)>,
    /// The place of its header in the text, with its brackets.
    pub header: Range<usize>,
    /// The places of the values of its fields, in the same order.
    places: Vec<Range<usize>>,
}

impl GodotSection {
    /// The attribute `name` as text; empty if it is missing.
    pub(in crate::files) fn attribute(&self, name: &str) -> String {
        of(&self.attributes, name).map(GodotValue::text).unwrap_or_default()
    }

    /// The field `name`.
    pub(super) fn field(&self, name: &str) -> Option<&GodotValue> {
        of(&self.fields, name)
    }

    /// The place of the value of the field `name` in the text.
    pub(in crate::files) fn place(&self, name: &str) -> Option<Range<usize>> {
        let at = self.fields.iter().position(|(key, _)| key == name)?;
        self.places.get(at).cloned()
    }

    /// The two numbers of the field `name`.
    pub(super) fn pair(&self, name: &str) -> Option<(f64, f64)> {
        let numbers = self.field(name)?.numbers()?;
        if let [x, y] = numbers[..] { Some((x, y)) } else { None }
    }

    /// The number of the field `name`, or what it is if it is left out.
    pub(super) fn number(&self, name: &str, otherwise: f64) -> f64 {
        self.field(name).and_then(GodotValue::number).unwrap_or(otherwise)
    }

    /// True if the field `name` is true, or is left out and `otherwise` is.
    pub(super) fn is(&self, name: &str, otherwise: bool) -> bool {
        self.field(name).map_or(otherwise, |value| value.text() == "true")
    }
}

/// The first value of the key `name`.
pub(super) fn of<'a>(all: &'a [(String, GodotValue)], name: &str) -> Option<&'a GodotValue> {
    all.iter().find(|(key, _)| key == name).map(|(_, value)| value)
}

/// Parses `text`, and keeps the fields called as one of `wanted`; or returns the fault.
pub(super) fn parse(text: &str, wanted: &[&str]) -> Result<Vec<GodotSection>, String> {
    let mut text = GodotReader { text, at: 0, count: 0, is_kept: true };
    let mut sections: Vec<GodotSection> = Vec::new();
    loop {
        text.skip_space();
        match text.peek() {
            None => return Ok(sections),
            Some(b'[') => {
                let start = text.at;
                text.at += 1;
                let section = text.header()?;
                sections.push(GodotSection { header: start..text.at, ..section });
                text.take()?;
            }
            Some(_) => {
                let (name, rest) = text.rest().split_once('=').ok_or_else(|| text.fault("a field without a value"))?;
                text.at = text.text.len() - rest.len();
                let name = name.trim().trim_matches('"');
                text.is_kept = wanted.contains(&name);
                text.skip_space();
                let start = text.at;
                let value = text.value(0)?;
                let section = sections.last_mut().ok_or_else(|| text.fault("a field before the first section"))?;
                if text.is_kept {
                    section.fields.push((name.to_owned(), value));
                    section.places.push(start..text.at);
                }
                text.is_kept = true;
            }
        }
    }
}

/// The text, and how far it is read.
struct GodotReader<'a> {
    text: &'a str,
    at: usize,
    /// Values that are kept.
    count: usize,
    /// False while values are skipped.
    is_kept: bool,
}

impl<'a> GodotReader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn fault(&self, what: &str) -> String {
        let line = self.text.as_bytes()[..self.at].iter().filter(|byte| **byte == b'\n').count() + 1;
        format!("{what}, on line {line}")
    }

    /// Skips white space and comments.
    fn skip_space(&mut self) {
        loop {
            let rest = self.rest();
            let trimmed = rest.trim_ascii_start();
            self.at += rest.len() - trimmed.len();
            if !trimmed.starts_with(';') {
                return;
            }
            self.at += trimmed.find('\n').unwrap_or(trimmed.len());
        }
    }

    /// Counts a value that is kept.
    fn take(&mut self) -> Result<(), String> {
        self.count += usize::from(self.is_kept);
        if self.count > MOST_VALUES { Err(self.fault("it has too many values")) } else { Ok(()) }
    }

    /// A word; empty where another character is.
    fn word(&mut self) -> &'a str {
        let rest = self.rest();
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && !"_+-./@".contains(c)).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    /// The content between the brackets of a header.
    fn header(&mut self) -> Result<GodotSection, String> {
        let mut section = GodotSection { kind: self.word().to_owned(), ..GodotSection::default() };
        loop {
            self.skip_space();
            if self.peek() == Some(b']') {
                self.at += 1;
                return Ok(section);
            }
            let name = self.word().to_owned();
            self.skip_space();
            if name.is_empty() || self.peek() != Some(b'=') {
                return Err(self.fault("a section that is not closed"));
            }
            self.at += 1;
            let value = self.value(0)?;
            section.attributes.push((name, value));
        }
    }

    fn value(&mut self, depth: usize) -> Result<GodotValue, String> {
        if depth > DEEPEST {
            return Err(self.fault("its values are nested too deeply"));
        }
        self.take()?;
        self.skip_space();
        match self.peek() {
            // The names of Godot 4, and paths.
            Some(b'&' | b'^' | b'@') => {
                self.at += 1;
                self.quoted()
            }
            Some(b'"') => self.quoted(),
            Some(b'[') => Ok(GodotValue::List(self.values(b']', depth)?.into_iter().map(|(_, value)| value).collect())),
            Some(b'{') => Ok(GodotValue::Dict(self.values(b'}', depth)?)),
            _ => self.named(depth),
        }
    }

    /// A number, a word, or a call.
    fn named(&mut self, depth: usize) -> Result<GodotValue, String> {
        let word = self.word();
        if word.is_empty() {
            return Err(self.fault("a value is missing"));
        }
        // A list of one type: `Array[Vector2]([…])`.
        if self.peek() == Some(b'[') {
            self.values(b']', depth)?;
        }
        if self.peek() == Some(b'(') {
            let all = self.values(b')', depth)?;
            return Ok(GodotValue::Call(word.to_owned(), all.into_iter().map(|(_, value)| value).collect()));
        }
        let number = word.parse().ok().filter(|number: &f64| number.is_finite());
        Ok(number.map_or_else(|| GodotValue::Text(word.to_owned()), GodotValue::Number))
    }

    fn quoted(&mut self) -> Result<GodotValue, String> {
        let rest = self.rest().strip_prefix('"').ok_or_else(|| self.fault("a value is missing"))?;
        let (mut text, mut is_escaped) = (String::new(), false);
        for (at, c) in rest.char_indices() {
            match c {
                '"' if !is_escaped => {
                    self.at += at + 2;
                    return Ok(GodotValue::Text(text));
                }
                '\\' if !is_escaped => is_escaped = true,
                _ => {
                    is_escaped = false;
                    if self.is_kept {
                        text.push(c);
                    }
                }
            }
        }
        Err(self.fault("a text that is not closed"))
    }

    /// Values up to the bracket `end`, with their keys in front of colons.
    fn values(&mut self, end: u8, depth: usize) -> Result<Vec<(String, GodotValue)>, String> {
        self.at += 1;
        let mut all = Vec::new();
        loop {
            self.skip_space();
            match self.peek() {
                Some(byte) if byte == end => {
                    self.at += 1;
                    return Ok(all);
                }
                Some(b',') => self.at += 1,
                None => return Err(self.fault("a bracket that is not closed")),
                Some(_) => {
                    let mut entry = (String::new(), self.value(depth + 1)?);
                    self.skip_space();
                    if self.peek() == Some(b':') {
                        self.at += 1;
                        entry = (entry.1.text(), self.value(depth + 1)?);
                    }
                    if self.is_kept {
                        all.push(entry);
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_have_attributes_and_fields() {
        let text = "[gd_scene load_steps=2 format=3]\n; a note\n[node name=\"A \\\"b\\\"\" type=\"Node2D\" groups=[\"x\"]]\n\
            position = Vector2( -1.5, 2e1 )\nlist = Array[int]([1, 2])\nskipped = { \"a\": [1, &\"b\"] }\n\
            all = [{\n\"name\": &\"run\",\n\"n\": true\n}]\n";
        let sections = parse(text, &["position", "list", "all"]).expect("it is read");
        let [scene, node] = &sections[..] else { panic!("two sections") };
        assert_eq!(&text[scene.header.clone()], "[gd_scene load_steps=2 format=3]");
        assert_eq!(node.place("position").map(|place| &text[place]), Some("Vector2( -1.5, 2e1 )"));
        assert_eq!((scene.attribute("format"), node.attribute("name")), ("3".to_owned(), "A \"b\"".to_owned()));
        assert_eq!((node.pair("position"), node.fields.len()), (Some((-1.5, 20.0)), 3));
        let list = node.field("list").expect("it is wanted").list();
        assert_eq!(list, [GodotValue::Number(1.0), GodotValue::Number(2.0)]);
        let GodotValue::Dict(all) = &node.field("all").expect("it is wanted").list()[0] else { panic!("a dictionary") };
        assert_eq!(of(all, "name"), Some(&GodotValue::Text("run".to_owned())));
    }

    #[test]
    fn faults_name_their_line() {
        let nested = format!("[a]\nb = {}", "[".repeat(1_000));
        for (text, fault) in [
            ("[a", "a section that is not closed, on line 1"),
            ("[a]\nb", "a field without a value, on line 2"),
            ("b = 1", "a field before the first section, on line 1"),
            ("[a]\nb = \"c", "a text that is not closed, on line 2"),
            ("[a]\n\nb = [1, ", "a bracket that is not closed, on line 3"),
            ("[a]\nb = ,", "a value is missing, on line 2"),
            (&nested, "its values are nested too deeply, on line 2"),
        ] {
            assert_eq!(parse(text, &["b"]).err().as_deref(), Some(fault), "{text}");
        }
    }
}
