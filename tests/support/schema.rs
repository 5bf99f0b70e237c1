//! The JSON Schema of the answers: whether an answer is valid, which fields it has, and which the schema describes.

use std::collections::BTreeSet;

use serde_json::Value;

/// A JSON Schema that uses a few keywords: any other is a panic, so that none goes unchecked.
pub struct Schema(Value);

/// A field that a definition describes.
pub struct Field<'a> {
    /// Its name with those of the objects around it, as in `scans[].name`.
    pub name: String,
    /// Its schema.
    pub schema: &'a Value,
    /// True if every object has it.
    pub is_required: bool,
}

/// A place in an answer: a definition of the schema, and a path from there, as in `scans[].name`.
#[derive(Clone, Copy)]
struct Place<'a> {
    definition: &'a str,
    path: &'a str,
}

impl Place<'_> {
    fn field(self, name: &str) -> String {
        if self.path.is_empty() { name.to_owned() } else { format!("{}.{name}", self.path) }
    }

    fn wrong(self, value: &Value, why: &str) -> String {
        let value: String = value.to_string().chars().take(100).collect();
        format!("{} {}: {value} {why}", self.definition, self.path)
    }
}

/// The name of the definition that a reference names.
pub fn referred(schema: &Value) -> Option<&str> {
    schema["$ref"].as_str().and_then(|path| path.strip_prefix("#/$defs/"))
}

/// The strings of a list.
fn strings(list: &Value) -> impl Iterator<Item = &str> {
    list.as_array().into_iter().flatten().filter_map(Value::as_str)
}

/// The fields and the entries of an object; none of any other value.
fn entries(object: &Value) -> impl Iterator<Item = (&str, &Value)> {
    object.as_object().into_iter().flatten().map(|(name, value)| (name.as_str(), value))
}

impl Schema {
    /// The schema of this text.
    pub fn new(text: &str) -> Self {
        Self(serde_json::from_str(text).expect("JSON"))
    }

    /// The definition called `name`.
    pub fn definition(&self, name: &str) -> &Value {
        self.0["$defs"].get(name).unwrap_or_else(|| panic!("the schema defines no {name}"))
    }

    /// The names of all definitions.
    pub fn definitions(&self) -> impl Iterator<Item = &str> {
        entries(&self.0["$defs"]).map(|(name, _)| name)
    }

    /// The names of the definitions that are whole answers.
    pub fn answers(&self) -> Vec<&str> {
        self.0["anyOf"].as_array().expect("a list").iter().filter_map(referred).collect()
    }

    /// The fields that a definition describes, in order. Those of another definition are listed there.
    pub fn fields<'a>(&'a self, definition: &str) -> Vec<Field<'a>> {
        let mut fields = Vec::new();
        collect(self.definition(definition), Place { definition, path: "" }, &mut fields);
        fields
    }

    /// Returns the fields of `answer`, each as `definition name`.
    ///
    /// # Errors
    /// If the answer is not valid by the definition, or by the whole schema: says where, and by which keyword.
    pub fn check(&self, definition: &str, answer: &Value) -> Result<BTreeSet<String>, String> {
        let mut seen = BTreeSet::new();
        self.valid(&self.0, Place { definition: "answer", path: "" }, answer, &mut BTreeSet::new())?;
        self.valid(self.definition(definition), Place { definition, path: "" }, answer, &mut seen)?;
        Ok(seen)
    }

    fn valid(
        &self,
        schema: &Value,
        place: Place<'_>,
        value: &Value,
        seen: &mut BTreeSet<String>,
    ) -> Result<(), String> {
        for (keyword, operand) in entries(schema) {
            let items = value.as_array();
            let holds = match keyword {
                "$schema" | "$defs" | "title" | "description" => true,
                "$ref" => {
                    let definition = referred(schema).expect("a reference to a definition");
                    self.valid(self.definition(definition), Place { definition, path: "" }, value, seen)?;
                    true
                }
                "anyOf" => {
                    self.any(operand, place, value, seen)?;
                    true
                }
                "properties" => {
                    for (name, property) in entries(operand) {
                        let Some(value) = value.get(name) else { continue };
                        let path = &*place.field(name);
                        seen.insert(format!("{} {path}", place.definition));
                        self.valid(property, Place { path, ..place }, value, seen)?;
                    }
                    true
                }
                "items" => {
                    let path = &*format!("{}[]", place.path);
                    for item in items.into_iter().flatten() {
                        self.valid(operand, Place { path, ..place }, item, seen)?;
                    }
                    true
                }
                "additionalProperties" => {
                    assert_eq!(operand, false, "only what is described is allowed");
                    entries(value).all(|(name, _)| schema["properties"].get(name).is_some())
                }
                "type" => operand.as_str().into_iter().chain(strings(operand)).any(|name| has_type(value, name)),
                "required" => strings(operand).all(|name| value.get(name).is_some()),
                "const" => value == operand,
                "enum" => operand.as_array().is_some_and(|values| values.contains(value)),
                "minimum" => value.as_f64().is_none_or(|number| Some(number) >= operand.as_f64()),
                "maximum" => value.as_f64().is_none_or(|number| Some(number) <= operand.as_f64()),
                "minItems" => items.is_none_or(|items| Some(items.len() as u64) >= operand.as_u64()),
                "maxItems" => items.is_none_or(|items| Some(items.len() as u64) <= operand.as_u64()),
                other => panic!("{} {}: the keyword {other} is not checked", place.definition, place.path),
            };
            if !holds {
                return Err(place.wrong(value, &format!("against {keyword} {operand}")));
            }
        }
        Ok(())
    }

    /// Checks `value` by each of the schemas `any` until it is valid by one.
    fn any(&self, any: &Value, place: Place<'_>, value: &Value, seen: &mut BTreeSet<String>) -> Result<(), String> {
        let mut whys = Vec::new();
        for schema in any.as_array().expect("a list") {
            let mut fields = BTreeSet::new();
            match self.valid(schema, place, value, &mut fields) {
                Ok(()) => {
                    seen.extend(fields);
                    return Ok(());
                }
                Err(why) => whys.push(why),
            }
        }
        Err(place.wrong(value, &format!("fits none of:\n  {}", whys.join("\n  "))))
    }
}

/// Lists the fields that `schema` describes at `place`.
fn collect<'a>(schema: &'a Value, place: Place<'_>, fields: &mut Vec<Field<'a>>) {
    for (name, property) in entries(&schema["properties"]) {
        let name_from_top = place.field(name);
        let is_required = strings(&schema["required"]).any(|required| required == name);
        fields.push(Field { name: name_from_top.clone(), schema: property, is_required });
        collect(property, Place { path: &name_from_top, ..place }, fields);
    }
    for alternative in schema["anyOf"].as_array().into_iter().flatten() {
        collect(alternative, place, fields);
    }
    if let Some(items) = schema.get("items") {
        collect(items, Place { path: &format!("{}[]", place.path), ..place }, fields);
    }
}

/// True if `value` has the type that a schema calls `name`.
fn has_type(value: &Value, name: &str) -> bool {
    match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "number" => value.is_number(),
        "integer" => value.is_i64() || value.is_u64(),
        "null" => value.is_null(),
        other => panic!("there is no type {other}"),
    }
}
