//! [`XmlTag`]: where tags and their attributes stand in a text of XML.

use std::ops::Range;

/// A tag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct XmlTag<'a> {
    pub name: &'a str,
    /// Names of the attributes, and the places of their values, without quotes.
    pub attributes: Vec<(&'a str, Range<usize>)>,
    pub kind: XmlTagKind,
}

/// A kind of tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum XmlTagKind {
    /// `<a>`.
    Start,
    /// `</a>`.
    End,
    /// `<a/>`.
    Empty,
}

impl<'a> XmlTag<'a> {
    /// The tags of a text, in their order; `None` if it is damaged.
    pub(super) fn all(text: &'a str) -> Option<Vec<Self>> {
        let (mut tags, mut at) = (Vec::new(), 0);
        while let Some(start) = text[at..].find('<').map(|start| at + start) {
            let rest = &text[start..];
            let other = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>"), ("<!", ">")];
            at = match other.into_iter().find(|(begin, _)| rest.starts_with(begin)) {
                Some((begin, end)) => start + begin.len() + rest[begin.len()..].find(end)? + end.len(),
                None => {
                    let end = start + end_of_tag(rest)?;
                    tags.push(Self::of(text, start + 1..end)?);
                    end + 1
                }
            };
        }
        Some(tags)
    }

    /// The tag between its brackets.
    fn of(text: &'a str, range: Range<usize>) -> Option<Self> {
        let inner = &text[range.clone()];
        let (kind, inner, before) = if let Some(inner) = inner.strip_prefix('/') {
            (XmlTagKind::End, inner, 1)
        } else if let Some(inner) = inner.strip_suffix('/') {
            (XmlTagKind::Empty, inner, 0)
        } else {
            (XmlTagKind::Start, inner, 0)
        };
        let end = inner.find(|c: char| c.is_ascii_whitespace()).unwrap_or(inner.len());
        let (name, mut rest) = inner.split_at(end);
        let mut attributes = Vec::new();
        loop {
            rest = rest.trim_ascii_start();
            if rest.is_empty() {
                return Some(Self { name, attributes, kind });
            }
            let (key, value) = rest.split_once('=')?;
            let value = value.trim_ascii_start();
            let quote = value.chars().next().filter(|quote| ['"', '\''].contains(quote))?;
            let length = value[1..].find(quote)?;
            let start = range.start + before + inner.len() - value.len() + 1;
            attributes.push((key.trim_ascii_end(), start..start + length));
            rest = &value[length + 2..];
        }
    }

    /// The place of the value of an attribute.
    pub(super) fn attribute(&self, name: &str) -> Option<Range<usize>> {
        self.attributes.iter().find(|(key, _)| *key == name).map(|(_, place)| place.clone())
    }
}

/// The place of the bracket that ends a tag, which is in no quotes.
fn end_of_tag(text: &str) -> Option<usize> {
    let mut open = None;
    for (at, byte) in text.bytes().enumerate() {
        match (open, byte) {
            (Some(quote), byte) if quote == byte => open = None,
            (Some(_), _) => {}
            (None, b'"' | b'\'') => open = Some(byte),
            (None, b'>') => return Some(at),
            (None, _) => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_have_attributes_with_their_places() {
        let text = "<?xml version=\"1.0\"?>\n<!-- <no> -->\n<a x = '1' y=\"a>'b\"><b/>\r\n<é z=\"\" /></a>";
        let tags = XmlTag::all(text).expect("it is XML");
        let shown = |tag: &XmlTag<'_>| {
            let all = tag.attributes.iter().map(|(name, place)| format!("{name}={}", &text[place.clone()]));
            format!("{} {:?} {}", tag.name, tag.kind, all.collect::<Vec<_>>().join(" "))
        };
        let shown: Vec<_> = tags.iter().map(shown).collect();
        assert_eq!(shown, ["a Start x=1 y=a>'b", "b Empty ", "é Empty z=", "a End "]);
        assert_eq!(tags[0].attribute("x").map(|place| &text[place]), Some("1"));
        assert_eq!(tags[0].attribute("z"), None);
    }

    #[test]
    fn what_is_damaged_has_no_tags() {
        for text in ["<a", "<a x>", "<a x=1>", "<!-- ", "<a x=\"1>", "<a x='1'", "<?x"] {
            assert_eq!(XmlTag::all(text), None, "{text}");
        }
        assert_eq!(XmlTag::all("no tags"), Some(Vec::new()));
    }
}
