//! Compiling of a script, and what is refused although it is Rhai: names of its surroundings, and calls of many arguments.

use rhai::{AST, ASTNode, Engine, Expr, Position, Stmt};

use super::bounds::{LONGEST_TEXT, MOST_ARGUMENTS};
use super::failure::{Failure, FailureStage, defined_again};

/// Names that a script cannot define again.
pub(super) const NAMES: [&str; 11] =
    ["w", "h", "a_x", "a_y", "b_x", "b_y", "hint_x", "hint_y", "visit", "visit_row", "counts"];

/// The lines of a script without their comments.
pub(super) fn code(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(|line| line.split("//").next().unwrap_or_default())
}

/// Compiles a script.
///
/// # Errors
/// If it is too long, is not Rhai, defines a name of its surroundings or calls with too many arguments.
pub(super) fn compile(engine: &Engine, text: &str) -> Result<AST, Failure> {
    if text.len() > LONGEST_TEXT {
        return Err(Failure::compiling(1, "a script has at most 16 KiB"));
    }
    if code(text).all(|line| line.trim().is_empty()) {
        return Err(Failure::new(FailureStage::Compiling, "the script is empty"));
    }
    let ast = engine.compile(text).map_err(|error| Failure::of_parsing(&error, text))?;
    for function in ast.iter_functions() {
        let mut names = [function.name].into_iter().chain(function.params.iter().copied());
        if let Some(name) = names.find(|name| NAMES.contains(name)) {
            let start = format!("fn {}", function.name);
            let line = text.lines().position(|line| line.contains(&start)).map_or(1, |at| at + 1);
            return Err(Failure::compiling(line, defined_again(name)));
        }
    }
    let mut refused = None;
    ast.walk(&mut |path| {
        refused = path.last().and_then(refusal);
        refused.is_none()
    });
    refused.map_or(Ok(ast), |(message, place)| Err(Failure::new(FailureStage::Compiling, message).at(place)))
}

/// The reason for which a part of a script is refused, and its place.
fn refusal(node: &ASTNode<'_>) -> Option<(String, Position)> {
    match node {
        ASTNode::Stmt(Stmt::FnCall(call, place))
        | ASTNode::Expr(Expr::FnCall(call, place) | Expr::MethodCall(call, place))
            if call.args.len() > MOST_ARGUMENTS =>
        {
            Some((format!("a call has at most {MOST_ARGUMENTS} arguments"), *place))
        }
        // The interpreter asks about names that `let` defines, and about no others.
        ASTNode::Stmt(Stmt::For(parts, _)) => {
            let (element, index, _) = &**parts;
            let mut defined = [Some(element), index.as_ref()].into_iter().flatten();
            let again = defined.find(|it| NAMES.contains(&&*it.name))?;
            Some((defined_again(&again.name), again.pos))
        }
        ASTNode::Stmt(Stmt::TryCatch(parts, _)) => match &parts.expr {
            Expr::Variable(caught, _, place) if NAMES.contains(&&*caught.1) => Some((defined_again(&caught.1), *place)),
            _ => None,
        },
        _ => None,
    }
}
