//! Errors of a script, in words and with the line.

use std::fmt;

use rhai::{EvalAltResult, ParseError, ParseErrorType, Position};
use serde::{Deserialize, Serialize};

use crate::words::on_one_line;

/// Stage at which a script failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FailureStage {
    /// It does not compile.
    Compiling,
    /// It made an error, or ends with no answer.
    Running,
    /// It did not end within its bounds.
    Stopped,
    /// It was ended because nobody waits for it any more, or is not known yet: its result means nothing.
    Abandoned,
}

/// Error of a script.
///
/// Written as `line 2: visit(30, 4) is outside the box of 30 × 24` or `stopped after 2 s without an end (line 1)`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// Stage at which it failed.
    pub stage: FailureStage,
    /// Line of the script, from 1; `None` if the error belongs to no line.
    pub line: Option<usize>,
    /// Column in that line, from 1, where that is known.
    pub column: Option<usize>,
    /// The cell outside the overlap box that was asked for, local to it: the first of several.
    pub outside: Option<(i64, i64)>,
    /// The error in words, without the line.
    pub message: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.stage, self.line) {
            (FailureStage::Stopped, Some(line)) => write!(f, "{} (line {line})", self.message),
            (_, Some(line)) => write!(f, "line {line}: {}", self.message),
            (_, None) => f.write_str(&self.message),
        }
    }
}

impl std::error::Error for Failure {}

impl Failure {
    /// True if the script did not end within its bounds.
    pub const fn is_stopped(&self) -> bool {
        matches!(self.stage, FailureStage::Stopped)
    }

    /// Error at a stage, in words; of no line.
    pub(super) fn new(stage: FailureStage, message: impl AsRef<str>) -> Self {
        Self { stage, line: None, column: None, outside: None, message: on_one_line(message.as_ref()) }
    }

    /// Error of `line` that a compiler finds.
    pub(in crate::scan) fn compiling(line: usize, message: impl AsRef<str>) -> Self {
        Self { line: Some(line), ..Self::new(FailureStage::Compiling, message) }
    }

    /// Error of a script at which the interpreter failed: it is not run again.
    pub(super) fn of_interpreter() -> Self {
        Self::new(FailureStage::Stopped, "stopped: the interpreter failed at this script")
    }

    /// Error of a script that does not compile.
    pub(super) fn of_parsing(error: &ParseError) -> Self {
        Self::new(FailureStage::Compiling, of_syntax(&error.0)).at(error.1)
    }

    /// The same error at a place of the script, unless it has one.
    pub(super) fn at(self, place: Position) -> Self {
        let is_there = self.line.is_none_or(|line| Some(line) == place.line());
        let column = self.column.or_else(|| place.position().filter(|_| is_there));
        Self { line: self.line.or_else(|| place.line()), column, ..self }
    }

    /// Error of a script while it runs; `stopped` is that for which it was ended, if it was.
    pub(super) fn of_running(error: &EvalAltResult, stopped: Option<Self>) -> Self {
        let (error, place) = innermost(error);
        stopped.unwrap_or_else(|| Self::new(FailureStage::Running, of_run(error))).at(place)
    }
}

/// The error inside calls of functions, and its place.
fn innermost(error: &EvalAltResult) -> (&EvalAltResult, Position) {
    match error {
        EvalAltResult::ErrorInFunctionCall(_, _, inner, position) => {
            let (error, of_inner) = innermost(inner);
            (error, of_inner.or_else(*position))
        }
        _ => (error, error.position()),
    }
}

/// The calls that a script can make, by name.
const CALLS: [(&str, &str); 3] =
    [("visit", "visit(x, y)"), ("visit_row", "visit_row(x, y, n)"), ("counts", "counts(x, y, width, height)")];

/// An error while a script runs, in words.
fn of_run(error: &EvalAltResult) -> String {
    match error {
        EvalAltResult::ErrorVariableNotFound(name, _) => format!("'{name}' is not defined"),
        EvalAltResult::ErrorForbiddenVariable(name, _) | EvalAltResult::ErrorAssignmentToConstant(name, _) => {
            defined_again(name)
        }
        EvalAltResult::ErrorFunctionNotFound(signature, _) => {
            let signature = signature.replace("&str | ImmutableString | String", "string");
            let name = signature.split([' ', '(']).next().unwrap_or_default();
            match CALLS.iter().find(|(call, _)| *call == name) {
                Some((_, call)) => format!("{call} takes whole numbers, not {}", signature[name.len()..].trim()),
                None => format!("there is no function {signature}"),
            }
        }
        EvalAltResult::ErrorStackOverflow(_) => "functions call each other too deeply".to_owned(),
        EvalAltResult::ErrorTooManyVariables(_) => "there are too many variables".to_owned(),
        EvalAltResult::ErrorDataTooLarge(what, _) => format!("too large: {}", lower(what)),
        EvalAltResult::ErrorArithmetic(what, _) => lower(what),
        EvalAltResult::ErrorArrayBounds(length, index, _) => {
            format!("index {index} is outside an array of {length}")
        }
        EvalAltResult::ErrorFor(_) => "a 'for' needs a range or an array".to_owned(),
        EvalAltResult::ErrorMismatchDataType(expected, found, _) => {
            format!("{} is expected, not {}", kind(expected), kind(found))
        }
        EvalAltResult::ErrorRuntime(value, _) => format!("throws {value}"),
        EvalAltResult::ErrorParsing(kind, _) => of_syntax(kind),
        other => {
            let mut bare = other.to_string();
            if let Some(at) = bare.rfind(" (line ") {
                bare.truncate(at);
            }
            lower(&bare)
        }
    }
}

/// A syntax error in words.
fn of_syntax(error: &ParseErrorType) -> String {
    match error {
        ParseErrorType::MissingToken(token, use_) => {
            match use_.strip_prefix("to separate the arguments to function call ") {
                Some(name) => format!("'{token}' is missing between the arguments of {}", name.trim_matches('\'')),
                None if use_.is_empty() => format!("'{token}' is missing"),
                None => format!("'{token}' is missing {}", lower(use_).replace("this", "the")),
            }
        }
        ParseErrorType::ForbiddenVariable(name) => defined_again(name),
        ParseErrorType::UnexpectedEOF => "the script ends in the middle of a statement".to_owned(),
        ParseErrorType::AssignmentToConstant(name) => defined_again(name),
        ParseErrorType::Reserved(word) => format!("'{word}' cannot be used here"),
        ParseErrorType::ExprExpected(what) => format!("{what} is expected"),
        ParseErrorType::ExprTooDeep => "this is nested too deeply".to_owned(),
        ParseErrorType::BadInput(error) => {
            let text = lower(&error.to_string());
            let word = text.strip_prefix("reserved keyword ").and_then(|rest| rest.strip_suffix(" is disabled"));
            word.map_or(text.clone(), |word| format!("{word} cannot be used here"))
        }
        other => lower(&other.to_string()),
    }
}

/// The error of a script that defines or changes a name of its surroundings.
pub(super) fn defined_again(name: &str) -> String {
    format!("{name} cannot be defined again")
}

/// A type of a script in plain words.
fn kind(name: &str) -> &str {
    match name {
        "i64" | "int" => "a whole number",
        "f64" | "float" => "a decimal",
        "bool" => "true or false",
        "()" => "nothing",
        "array" => "an array",
        "string" => "a text",
        other => other,
    }
}

/// `text` as a part of a sentence: with a small first letter.
fn lower(text: &str) -> String {
    let mut letters = text.chars();
    let is_word = letters.clone().nth(1).is_some_and(char::is_lowercase);
    match letters.next() {
        Some(first) if is_word => first.to_lowercase().chain(letters).collect(),
        _ => text.to_owned(),
    }
}
