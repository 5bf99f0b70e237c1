//! The layout of a scene file: JSON that is pleasant to read.

use serde::Serialize;
use serde_json::{Map, Value};

/// JSON with a field a line, but lists of numbers and small objects in one; lists of lists fill their lines. Fields without
/// a value are left out.
pub(super) fn pretty(value: &impl Serialize) -> String {
    let value = serde_json::to_value(value).unwrap_or(Value::Null);
    let mut text = String::new();
    put(&value, 0, &mut text);
    text.push('\n');
    text
}

/// JSON without spaces. Fields without a value are left out.
pub(super) fn compact(value: &impl Serialize) -> String {
    let mut value = serde_json::to_value(value).unwrap_or(Value::Null);
    leave_out_empty(&mut value);
    value.to_string()
}

fn leave_out_empty(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.retain(|_, value| !value.is_null());
            fields.values_mut().for_each(leave_out_empty);
        }
        Value::Array(values) => values.iter_mut().for_each(leave_out_empty),
        _ => {}
    }
}

/// Objects that fit into this many characters stand on one line.
const LINE: usize = 100;

fn put(value: &Value, depth: usize, out: &mut String) {
    let inline = one_line(value);
    let is_short = inline.len() + 2 * depth <= LINE && depth > 0;
    let indent = "  ".repeat(depth + 1);
    match value {
        Value::Object(fields) if !is_short => {
            let fields = given(fields).map(|(name, value)| {
                let mut line = format!("{indent}{}: ", Value::from(name.as_str()));
                put(value, depth + 1, &mut line);
                line
            });
            let fields: Vec<_> = fields.collect();
            *out += &format!("{{\n{}\n{}}}", fields.join(",\n"), "  ".repeat(depth));
        }
        Value::Array(values) if !is_short && values.iter().all(Value::is_array) => {
            *out += &format!("[\n{}\n{}]", filled(values, &indent), "  ".repeat(depth));
        }
        Value::Array(values) if !is_short || values.len() > 4 && values.iter().all(Value::is_string) => {
            let values: Vec<_> = values.iter().map(|value| format!("{indent}{value}")).collect();
            *out += &format!("[\n{}\n{}]", values.join(",\n"), "  ".repeat(depth));
        }
        _ => out.push_str(&inline),
    }
}

/// The values one after the other, in lines that begin with `indent`.
fn filled(values: &[Value], indent: &str) -> String {
    let mut lines = vec![indent.to_owned()];
    for (number, value) in values.iter().enumerate() {
        let text = one_line(value) + if number + 1 < values.len() { "," } else { "" };
        match lines.last_mut() {
            Some(line) if line.len() == indent.len() => line.push_str(&text),
            Some(line) if line.len() + 1 + text.len() <= LINE => *line += &format!(" {text}"),
            _ => lines.push(format!("{indent}{text}")),
        }
    }
    lines.join("\n")
}

/// The fields that have a value.
fn given(fields: &Map<String, Value>) -> impl Iterator<Item = (&String, &Value)> {
    fields.iter().filter(|(_, value)| !value.is_null())
}

fn one_line(value: &Value) -> String {
    match value {
        Value::Object(fields) => {
            let fields: Vec<_> = given(fields)
                .map(|(name, value)| format!("{}: {}", Value::from(name.as_str()), one_line(value)))
                .collect();
            format!("{{ {} }}", fields.join(", "))
        }
        Value::Array(values) => {
            let values: Vec<_> = values.iter().map(one_line).collect();
            format!("[{}]", values.join(", "))
        }
        value => value.to_string(),
    }
}
