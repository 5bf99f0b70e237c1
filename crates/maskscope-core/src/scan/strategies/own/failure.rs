//! Errors of a script, in words and with the line.

use std::fmt;

use rhai::{EvalAltResult, ParseError, ParseErrorType, Position};
use serde::{Deserialize, Serialize};

use crate::words::{is_typing_error, on_one_line};

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

    /// Error of the script `text`, which does not compile.
    pub(super) fn of_parsing(error: &ParseError, text: &str) -> Self {
        let line = error.1.line().and_then(|line| text.lines().nth(line - 1));
        let message = line.and_then(|line| of_other_language(line, error.1.position()));
        Self::new(FailureStage::Compiling, message.unwrap_or_else(|| of_syntax(&error.0))).at(error.1)
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

/// The calls that a script can make, by name, with the number of their arguments in words.
const CALLS: [(&str, &str, &str); 3] =
    [("visit", "two", "x, y"), ("visit_row", "three", "x, y, n"), ("counts", "four", "x, y, width, height")];

/// True for a line such as `for (let y = 0; y < h; y++) {`.
fn is_loop_of_c(line: &str) -> bool {
    let parts = line.trim_start().strip_prefix("for").map(str::trim_start);
    parts.and_then(|parts| parts.strip_prefix('(')).is_some_and(|parts| parts.contains(';'))
}

/// The error of a line that C and JavaScript write so, at a column from 1; `None` for others.
fn of_other_language(line: &str, column: Option<usize>) -> Option<String> {
    if is_loop_of_c(line) {
        return Some("a loop here is: for y in 0..h {".to_owned());
    }
    let rest: String = line.chars().skip(column?.checked_sub(1)?).collect();
    let sign = ["++", "--"].into_iter().find(|sign| rest.starts_with(sign))?;
    Some(format!("there is no {sign} here: write n {}= 1", &sign[..1]))
}

/// The error of a call that there is not, by what the interpreter says of it: `visit (i64, string)`.
fn of_call(signature: &str) -> String {
    let (name, types) = signature.split_once(" (").unwrap_or((signature, ")"));
    if let Some((_, count, arguments)) = CALLS.iter().find(|(call, ..)| *call == name) {
        return format!("{name} takes {count} whole numbers: {arguments}");
    }
    if let Some((meant, _, arguments)) = CALLS.iter().find(|(call, ..)| is_typing_error(name, call)) {
        return format!("there is no {name}; you may mean {meant}({arguments})");
    }
    let is_word = name.starts_with(|c: char| c.is_alphanumeric() || c == '_');
    let types: Vec<&str> = types.trim_end_matches(')').split(", ").map(kind).collect();
    match types[..] {
        [left, right] if !is_word => format!("{name} takes two numbers, not {left} and {right}"),
        _ => format!("there is no function {signature}"),
    }
}

/// An error while a script runs, in words.
fn of_run(error: &EvalAltResult) -> String {
    match error {
        EvalAltResult::ErrorVariableNotFound(name, _) => format!("'{name}' is not defined"),
        EvalAltResult::ErrorForbiddenVariable(name, _) | EvalAltResult::ErrorAssignmentToConstant(name, _) => {
            defined_again(name)
        }
        EvalAltResult::ErrorFunctionNotFound(signature, _) => {
            of_call(&signature.replace("&str | ImmutableString | String", "string"))
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
