"""What the text of a call says of its operands: the variables and attributes that they name."""

import ast
import functools
import re
import sys

from .static import MISSING, attribute, is_object, item, variables

# Backslashes of strings: `ast` warns about some of them, in the name of the game.
_ESCAPES = re.compile(r"\\[ -~]")
# Before Python 3.11 a call is known by its line alone: it must be the only one of these there.
_HOOKED = {"colliderect", "collidelist", "collidelistall", "collidedict", "collidedictall", "collidepoint", "collideobjects"}
_HOOKED |= {"collideobjectsall", "overlap", "overlap_area", "blit", "blits", "fblits"}
_COMPREHENSIONS = ("<listcomp>", "<genexpr>", "<setcomp>", "<dictcomp>", "<lambda>")


class Operand:
    """An expression as its first variable and the steps from there: attributes, items, and calls, where it ends."""

    __slots__ = ("before", "names", "node", "root", "steps")

    def __init__(self, node, function=None):
        self.node = node
        self.steps = []
        while isinstance(node, (ast.Attribute, ast.Subscript, ast.Call)):
            self.steps.append(node)
            node = node.func if isinstance(node, ast.Call) else node.value
        self.steps.reverse()
        self.root = node.id if isinstance(node, ast.Name) else None
        self.names = {it.id for it in ast.walk(self.node) if isinstance(it, ast.Name)} if self.root else set()
        assigned = _assigned(node, function) if function is not None else None
        self.before = None if assigned is None else Operand(assigned)  # what its variable was assigned, once
        if self.before is not None:
            self.names |= self.before.names

    def walk(self, scope):
        """The value of the variable, and of each step that can be read; with each the role of what follows."""
        value = scope(self.root) if self.root else MISSING
        if self.before is not None:
            path = self.before.walk(scope)
            if path[-1][0] is value and len(path) == len(self.before.steps) + 1 and value is not MISSING:
                whole = Operand(ast.Constant(None))
                whole.root, whole.steps = self.before.root, self.before.steps + self.steps
                return whole.walk(scope)
        path = [(value, 0)]
        for number, step in enumerate(self.steps, 1):
            if isinstance(step, ast.Attribute):
                value = attribute(value, step.attr, MISSING) if is_object(value) else MISSING
            elif isinstance(step, ast.Subscript):
                value = item(value, _key(step.slice, scope), MISSING)
            else:
                value = MISSING
            if value is MISSING:
                break
            path.append((value, number))
        return path

    def role(self, number, scope):
        """The text behind a number of steps, with the items that variables stand for."""
        text = ""
        for step in self.steps[number:]:
            if isinstance(step, ast.Attribute):
                text += f".{step.attr}"
            elif isinstance(step, ast.Subscript):
                key = _key(step.slice, scope)
                text += f"[{_text(step.slice) if key is None else repr(key)}]"
            else:
                text += f"({', '.join(map(_text, step.args))})"
        return text.lstrip(".")


def _key(node, scope):
    if type(node).__name__ == "Index":  # Python 3.8 and older
        node = node.value
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Constant):
        return -node.operand.value
    key = node.value if isinstance(node, ast.Constant) else scope(node.id) if isinstance(node, ast.Name) else None
    return key if type(key) in (int, str) else None


@functools.lru_cache(maxsize=4_096)
def _text(node):
    text = ast.unparse(node)
    return text if len(text) <= 40 else "…"


class Site:
    """A call in a file of the game, or in one of pygame's: the operands of its receiver and its arguments."""

    __slots__ = ("choices", "code", "names", "operands", "searched")

    def __init__(self, code, operands, choices):
        self.code = code  # kept, so that its id means no other
        self.operands = operands
        self.choices = choices  # for each operand, what it may be: a variable that takes the items of a tuple in the text
        self.names = frozenset().union(*(it.names for it in operands), *(it.names for many in choices for it in many))
        self.searched = 0  # how often something was searched here in vain


_NO_OPERAND = Operand(ast.Constant(None))


class Sites:
    """The calls that the game makes."""

    def __init__(self):
        self._files = {}
        self._sites = {}  # by the ids of their codes and the places in them

    def of(self, frame):
        """The call that `frame` is making."""
        key = (id(frame.f_code), frame.f_lasti)
        site = self._sites.get(key)
        if site is None:
            try:
                operands, choices = self._read(frame)
            except (OSError, SyntaxError, ValueError, RecursionError):
                operands, choices = [], []
            if len(self._sites) >= 20_000:
                self._sites.clear()
            site = self._sites[key] = Site(frame.f_code, [*operands, _NO_OPERAND, _NO_OPERAND][: max(2, len(operands))], choices)
        return site

    def _read(self, frame):
        code, line = frame.f_code, frame.f_lineno
        calls = self._calls(code.co_filename).get(line, ())
        if sys.version_info >= (3, 11):
            *_, place = zip(range(frame.f_lasti // 2 + 1), code.co_positions())
            _, end, _, column = place[1]
            calls = [it for it in calls if (it[0].end_lineno, it[0].end_col_offset) == (end, column)]
        elif len(calls) > 1:
            calls = [it for it in calls if isinstance(it[0].func, ast.Attribute) and it[0].func.attr in _HOOKED]
        if len(calls) != 1:
            return [], []
        call, function = calls[0]
        receiver = call.func if isinstance(call.func, ast.Attribute) else _assigned(call.func, function)
        receiver = receiver.value if isinstance(receiver, ast.Attribute) else ast.Constant(None)
        nodes = (receiver, *call.args)
        return [_operand(node, function) for node in nodes], [_choices(node, function) for node in nodes]

    def _calls(self, path):
        """The calls in a file by their lines, each with the function or module in which it stands."""
        calls = self._files.get(path)
        if calls is None:
            calls = self._files[path] = {}
            with open(path, "rb") as file:
                source = file.read()
            tree = ast.parse(_ESCAPES.sub("__", source.decode("utf-8-sig")))
            _collect(tree, tree, calls)
        return calls


def _collect(tree, function, calls):
    rest = [(tree, function)]
    while rest:
        node, function = rest.pop()
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.Call):
                for line in range(child.lineno, child.end_lineno + 1):
                    calls.setdefault(line, []).append((child, function))
            rest.append((child, child if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)) else function))


def _operand(node, function):
    """An operand; a variable that is assigned once in its function stands for what it was assigned."""
    assigned = _assigned(node, function)
    return Operand(assigned) if assigned is not None else Operand(node, function)


def _assigned(node, function):
    if not isinstance(node, ast.Name):
        return None
    stores = [it for it in ast.walk(function) if isinstance(it, ast.Name) and it.id == node.id and isinstance(it.ctx, ast.Store)]
    values = [
        it.value
        for it in ast.walk(function)
        if isinstance(it, ast.Assign) and len(it.targets) == 1 and stores and it.targets[0] is stores[0]
    ]
    return values[0] if len(stores) == 1 and values and isinstance(values[0], (ast.Attribute, ast.Subscript, ast.Call)) else None


def _choices(node, function):
    loops = [it for it in ast.walk(function) if isinstance(it, (ast.For, ast.comprehension)) and isinstance(it.iter, (ast.Tuple, ast.List))]
    named = [it for it in loops if isinstance(node, ast.Name) and isinstance(it.target, ast.Name) and it.target.id == node.id]
    return [Operand(item) for item in named[0].iter.elts] if len(named) == 1 else []


def scope_of(frame, names):
    """A function that returns the value of a variable as a call in `frame` sees it."""
    found, own = variables(frame, names), set(frame.f_code.co_varnames)
    while frame.f_code.co_name in _COMPREHENSIONS and frame.f_back is not None:
        frame = frame.f_back  # it sees those of its function
        found = {**variables(frame, names), **found}
        own.update(frame.f_code.co_varnames, frame.f_code.co_cellvars)
    module = frame.f_globals

    def scope(name):
        if name in found:
            return found[name]
        return MISSING if name in own else module.get(name, MISSING)

    return scope
