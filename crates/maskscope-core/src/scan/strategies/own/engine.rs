//! The interpreter: compiles scripts, and runs them within bounds.
//!
//! Each thread has an interpreter of its own, which keeps the last scripts compiled. A script cannot be suspended, so its
//! visits are recorded, and shown to a probe afterwards.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::ops::Range;
use std::rc::Rc;
use std::sync::{Arc, atomic::AtomicU32};

use rhai::packages::{CorePackage, LogicPackage, Package as _};
use rhai::{AST, Array, Dynamic, Engine, EvalAltResult, NativeCallContext, Position, Scope};

use super::bounds::{
    DEEPEST_CALL, DEEPEST_FUNCTION, DEEPEST_SCRIPT, LONGEST_STRING, MOST_ELEMENTS, MOST_FUNCTIONS, MOST_VARIABLES,
};
use super::compiling::{NAMES, compile};
use super::failure::{Failure, FailureStage};
use super::world::{ScriptBox, VisitValues, World};
use crate::panics::caught;
use crate::scan::probe::VisitOutcome;
use crate::scan::visit::{Hit, Visit};

/// The number of scripts that stay compiled.
const KEPT: usize = 16;

/// A run of a script.
#[derive(Clone, Debug)]
pub struct ScriptRun {
    /// The visits it made.
    pub visits: Vec<Visit>,
    /// Their outcomes, one for each, if it reads counts of rectangles; otherwise empty.
    pub outcomes: Vec<VisitOutcome>,
    /// The lines, from 1, that made them.
    pub lines: Vec<u16>,
    /// The number of operations of the interpreter.
    pub operations: u64,
    /// The variables at the visits that were watched.
    pub(super) values: Vec<VisitValues>,
    /// The hit, or `None` for a miss; the error if it did not answer.
    pub end: ScriptAnswer,
}

impl ScriptRun {
    /// A run that did not begin.
    pub(super) const fn failed(why: Failure) -> Self {
        let end = Err(why);
        Self { visits: Vec::new(), outcomes: Vec::new(), lines: Vec::new(), operations: 0, values: Vec::new(), end }
    }
}

/// The hit, or `None` for a miss; the error of a script that did not answer.
type ScriptAnswer = Result<Option<Hit>, Failure>;

/// Compiles a script.
///
/// # Errors
/// If it has an error that can be found without running it.
pub(super) fn check(text: &str) -> Result<(), Failure> {
    interpreted(|interpreter| interpreter.compiled(text).map(|_| ()))
}

/// A run to be made: all that its result depends on, besides the script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ScriptTask {
    pub place: ScriptBox,
    /// The ranks of the visits whose variables are kept; after the last, the run ends.
    pub watched: Range<usize>,
}

/// Runs a script. It ends when `abandoned` changes.
pub(super) fn run(text: &str, task: ScriptTask, abandoned: &Arc<AtomicU32>) -> ScriptRun {
    let world = || World::of(task.place, Arc::clone(abandoned)).watching(task.watched);
    let (end, world) = match interpreted(|interpreter| interpreter.run(text, world)) {
        Ok(ran) => ran,
        Err(failure) => return ScriptRun::failed(failure),
    };
    let World { visits, lines, operations, values, .. } = world;
    let outcomes = if world.reads_counts { world.outcomes } else { Vec::new() };
    ScriptRun { visits, outcomes, lines, operations, values, end }
}

thread_local! {
    static INTERPRETER: RefCell<Interpreter> = RefCell::new(Interpreter::new());
}

/// The result of this thread's interpreter. Where it panics, in silence, a new one takes its place.
///
/// # Errors
/// Those of `work`, or that it panics.
fn interpreted<T>(work: impl FnOnce(&mut Interpreter) -> Result<T, Failure>) -> Result<T, Failure> {
    INTERPRETER.with_borrow_mut(|interpreter| {
        caught(|| work(interpreter)).unwrap_or_else(|_| {
            *interpreter = Interpreter::new();
            Err(Failure::of_interpreter())
        })
    })
}

/// The engine with the world that its functions act on.
struct Interpreter {
    engine: Engine,
    world: Rc<RefCell<World>>,
    /// The last scripts, the latest at the end.
    compiled: VecDeque<(String, Result<Rc<AST>, Failure>)>,
}

impl Interpreter {
    fn new() -> Self {
        let world = Rc::new(RefCell::new(World::empty()));
        let mut engine = Engine::new_raw();
        CorePackage::new().register_into_engine(&mut engine);
        LogicPackage::new().register_into_engine(&mut engine);
        // What functions as values hold is not counted, and methods that call them work between two counted operations.
        engine.set_allow_anonymous_fn(false);
        for symbol in ["Fn", "curry", "call", "is_shared", "eval", "#{"] {
            engine.disable_symbol(symbol);
        }
        // These pass every bound, and cannot be disabled as symbols: ours stand in front of the package's.
        engine.register_fn("sleep", |context: NativeCallContext<'_>, _: i64| missing(&context));
        engine.register_fn("sleep", |context: NativeCallContext<'_>, _: f64| missing(&context));
        engine.register_fn("parse_json", |context: NativeCallContext<'_>, _: &str| missing(&context));
        engine
            .set_max_array_size(MOST_ELEMENTS)
            .set_max_string_size(LONGEST_STRING)
            .set_max_call_levels(DEEPEST_CALL)
            .set_max_variables(MOST_VARIABLES)
            .set_max_functions(MOST_FUNCTIONS)
            .set_max_expr_depths(DEEPEST_SCRIPT, DEEPEST_FUNCTION)
            .set_max_strings_interned(256);
        add_calls(&mut engine, &world);
        add_arrays(&mut engine);
        add_names(&mut engine, &world);
        let of_progress = Rc::clone(&world);
        engine.on_progress(move |operations| {
            let mut world = of_progress.borrow_mut();
            world.stopped = Some(world.progress(operations).err()?);
            Some(Dynamic::UNIT)
        });
        Self { engine, world, compiled: VecDeque::new() }
    }

    fn compiled(&mut self, text: &str) -> Result<Rc<AST>, Failure> {
        if let Some(at) = self.compiled.iter().position(|(known, _)| known == text) {
            return self.compiled[at].1.clone();
        }
        let result = compile(&self.engine, text).map(Rc::new);
        if self.compiled.len() == KEPT {
            self.compiled.pop_front();
        }
        self.compiled.push_back((text.to_owned(), result.clone()));
        result
    }

    /// Runs a script in a `world`; returns its answer, and the world as it has left it.
    ///
    /// # Errors
    /// If it does not compile.
    fn run(&mut self, text: &str, world: impl FnOnce() -> World) -> Result<(ScriptAnswer, World), Failure> {
        let ast = self.compiled(text)?;
        *self.world.borrow_mut() = world();
        let result = self.engine.eval_ast_with_scope::<Dynamic>(&mut Scope::new(), &ast);
        let mut world = self.world.replace(World::empty());
        let stopped = world.stopped.take();
        let answer = match result {
            Ok(value) => ending(&world, &value),
            Err(error) => Err(Failure::of_running(&error, stopped)),
        };
        Ok((answer, world))
    }
}

/// The error of a script that calls a function as if there were none.
fn missing(context: &NativeCallContext<'_>) -> Result<(), Box<EvalAltResult>> {
    Err(Box::new(EvalAltResult::ErrorFunctionNotFound(context.fn_name().to_owned(), context.call_position())))
}

/// Adds the functions that visit cells.
fn add_calls(engine: &mut Engine, world: &Rc<RefCell<World>>) {
    let of_visit = Rc::clone(world);
    engine.register_fn("visit", move |context: NativeCallContext<'_>, x: i64, y: i64| {
        let mut world = of_visit.borrow_mut();
        let result = world.visit(x, y, line(&context));
        ended(&mut world, result, &context)
    });
    let of_row = Rc::clone(world);
    engine.register_fn("visit_row", move |context: NativeCallContext<'_>, x: i64, y: i64, n: i64| {
        let mut world = of_row.borrow_mut();
        let result = world.visit_row(x, y, n, line(&context));
        ended(&mut world, result, &context)
    });
    let of_counts = Rc::clone(world);
    engine.register_fn("counts", move |context: NativeCallContext<'_>, x: i64, y: i64, width: i64, height: i64| {
        let mut world = of_counts.borrow_mut();
        let result = world.counts([x, y, width, height], line(&context));
        let count = |n: u64| Dynamic::from(n.cast_signed());
        ended(&mut world, result, &context).map(|(a, b)| vec![count(a), count(b)])
    });
}

/// Adds the functions of arrays. Rhai's own call functions by value, by name or by text.
fn add_arrays(engine: &mut Engine) {
    engine.register_fn("len", |array: &mut Array| array.len().cast_signed());
    engine.register_get("len", |array: &mut Array| array.len().cast_signed());
    engine.register_fn("pop", |array: &mut Array| array.pop().unwrap_or_default());
    engine.register_fn("push", |context: NativeCallContext<'_>, array: &mut Array, value: Dynamic| {
        array.push(value);
        if elements(array) <= MOST_ELEMENTS {
            return Ok(());
        }
        let place = context.call_position();
        Err(Box::new(EvalAltResult::ErrorDataTooLarge("Size of array".to_owned(), place)))
    });
}

/// The elements of an array, those of arrays in it included.
fn elements(array: &Array) -> usize {
    array.iter().map(|value| 1 + value.as_array_ref().map_or(0, |inner| elements(&inner))).sum()
}

/// The line of a call.
fn line(context: &NativeCallContext<'_>) -> usize {
    context.call_position().line().unwrap_or(0)
}

/// The result of a call; an error ends the script, and `try` does not catch it.
fn ended<T>(
    world: &mut World,
    result: Result<T, Failure>,
    context: &NativeCallContext<'_>,
) -> Result<T, Box<EvalAltResult>> {
    result.map_err(|failure| {
        world.stopped = Some(failure.at(context.call_position()));
        Box::new(EvalAltResult::ErrorTerminated(Dynamic::UNIT, context.call_position()))
    })
}

/// Adds the names of the box, which no script can define again.
#[expect(deprecated, reason = "these two calls are marked as volatile, not as going away")]
fn add_names(engine: &mut Engine, world: &Rc<RefCell<World>>) {
    let world = Rc::clone(world);
    engine.on_var(move |name, index, context| {
        let mut world = world.borrow_mut();
        if world.is_watched() {
            world.look_at(context.scope());
        }
        // Variables of the script have an index. Those of loops and of caught errors are not asked about as they are defined.
        match index {
            0 => Ok(world.value(name).map(Dynamic::from)),
            _ if NAMES.contains(&name) => {
                Err(Box::new(EvalAltResult::ErrorForbiddenVariable(name.to_owned(), Position::NONE)))
            }
            _ => Ok(None),
        }
    });
    engine.on_def_var(|_, variable, _| Ok(!NAMES.contains(&variable.name())));
}

/// The answer that a script ends with.
fn ending(world: &World, value: &Dynamic) -> ScriptAnswer {
    let failed = |message: String| Err(Failure::new(FailureStage::Running, message));
    if value.is_unit() {
        return Ok(None);
    }
    if let Ok(is_hit) = value.as_bool() {
        return match (is_hit, world.last_hit()) {
            (false, _) => Ok(None),
            (true, Some(hit)) => Ok(Some(hit)),
            (true, None) => failed("true without a visit".to_owned()),
        };
    }
    let cell = value.as_array_ref().ok().and_then(|array| match &array[..] {
        [x, y] => Some((x.as_int().ok()?, y.as_int().ok()?)),
        _ => None,
    });
    let Some((x, y)) = cell else {
        return failed(format!("ends with {value}, not true, false or [x, y]"));
    };
    match world.hit_at(x, y) {
        Some(hit) => Ok(Some(hit)),
        None => failed(format!("ends with [{x}, {y}], outside the box of {}", world.size())),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Names of the functions that a script can call, one a line: what a new version of the interpreter adds has to be looked at.
    const FUNCTIONS: &str = include_str!("../../../../../../tests/support/script_functions.txt");

    #[test]
    fn a_script_can_call_these_functions_and_no_others() {
        let engine = Interpreter::new().engine;
        let names = engine.collect_fn_metadata(None, |info| Some(info.metadata.name.to_string()), true);
        let names: BTreeSet<&str> = names.iter().map(String::as_str).collect();
        assert_eq!(names.into_iter().collect::<Vec<_>>(), FUNCTIONS.lines().collect::<Vec<_>>());
    }

    #[test]
    fn a_panic_of_the_interpreter_is_an_error_of_the_script() {
        let failure = interpreted(|_| -> Result<(), Failure> { panic!("not shown") }).expect_err("it panics");
        assert_eq!(failure.to_string(), "stopped: the interpreter failed at this script");
        assert!(failure.is_stopped(), "no survey runs it again");
        assert_eq!(check("visit(0, 0)"), Ok(()), "another interpreter takes its place");
    }
}
