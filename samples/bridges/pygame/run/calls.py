"""What the text of a call says of its operands: the variables and attributes that they name."""

import ast
import functools
import re
import sys

import pygame

from .bridge.sides import RECTS
from .static import MISSING, NUMBERS, is_object, item, part_of, variables

# Backslashes of strings: `ast` warns about some of them, in the name of the game.
_ESCAPES = re.compile(r"\\[ -~]")
# Before Python 3.11 a call is known by its line alone: it must be the only one of these there.
_HOOKED = re.compile("collide(rect|list|dict|objects)(all)?|collidepoint|overlap(_area)?|f?blits?")
_OF_RECTS = {*dir(pygame.Rect), *dir(pygame.Vector2)}
COMPREHENSIONS = ("<listcomp>", "<genexpr>", "<setcomp>", "<dictcomp>", "<lambda>")


class Operand:
    """An expression as its first variable and the steps from there: attributes, items, calls."""

    def __init__(self, node, function=None, variable=None, path=None):
        self.node = node
        self.key = _key_of(node, function, variable, path)  # what it is, wherever it is written
        self.variable = variable  # to which it is assigned
        self.vain = 0  # how often it has told no owner; below 0 once it has told one
        self.steps = []
        while isinstance(node, (ast.Attribute, ast.Subscript, ast.Call)):
            self.steps.append(node)
            node = node.func if isinstance(node, ast.Call) else node.value
        self.steps.reverse()
        self.root = node.id if isinstance(node, ast.Name) else None
        self.names = dict.fromkeys(it.id for it in ast.walk(self.node) if isinstance(it, ast.Name))
        if function is not None:
            # What a variable in it was assigned, once, names others.
            made = (_assigned(ast.Name(name), function) for name in [*self.names])
            self.names |= {key: None for it in made if it for key in Operand(it).names}
        assigned = _assigned(node, function) if function is not None else None
        self.before = assigned and Operand(assigned)  # what its variable was assigned, once
        if self.before:
            self.names |= self.before.names
        # What it is made of, by its text and by what is assigned to the variables in that.
        chains = _chains(self.node, function) if function is not None else ()
        self.terms = [Operand(it) for it in {ast.dump(it): it for it in chains}.values()]
        for term in self.terms:
            self.names |= term.names

    def walk(self, scope):
        """The values of the variable and of each step that can be read, with their numbers."""
        value = scope(self.root) if self.root else MISSING
        if self.before:
            path = self.before.walk(scope)
            is_whole = len(path) == len(self.before.steps) + 1
            if path[-1][0] is value and is_whole and value is not MISSING:
                whole = Operand(ast.Constant(None))
                whole.root, whole.steps = self.before.root, self.before.steps + self.steps
                return whole.walk(scope)
        path = [(value, 0)]
        for number, step in enumerate(self.steps, 1):
            if isinstance(step, ast.Attribute):
                value = part_of(value, step.attr)
            elif isinstance(step, ast.Subscript):
                value = item(value, _key(step.slice, scope), MISSING)
            else:
                value = MISSING
            if value is MISSING:
                break
            path.append((value, number))
        return path

    def is_deeper(self, number):
        """True if the text behind a number of steps names an attribute of something that it names, too.

        The object before that is no owner then: `self.rocks[here()].rect` is the rock's, and
        `self.body().right` belongs to `self`.
        """
        names = self.steps[number:]
        while names and (isinstance(names[-1], ast.Call) or getattr(names[-1], "attr", None) in _OF_RECTS):
            names = names[: -2 if isinstance(names[-1], ast.Call) else -1]
        return len(names) > 1 and isinstance(names[-1], ast.Attribute)

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


def _key_of(node, function, variable, path):
    """By what an expression is known: by its text where that is of globals, by its variable, or alone."""
    if path is None:
        return node
    names = {variable or it.id for it in ast.walk(node) if isinstance(it, ast.Name)}
    if isinstance(function, ast.Module) or names and not names & _locals(function):
        return path, variable or _text(node)
    return (path, function, variable) if variable else node


@functools.lru_cache(maxsize=64)
def _locals(function):
    """The names of a function's parameters and of the variables that it assigns."""
    nodes = _nodes(function)
    stores = {it.id for it in nodes if isinstance(it, ast.Name) and isinstance(it.ctx, ast.Store)}
    globals_ = {name for it in nodes if isinstance(it, ast.Global) for name in it.names}
    return stores.union(it.arg for it in nodes if isinstance(it, ast.arg)) - globals_


def _chains(node, function, depth=3):
    """The names in a text with the attributes and items behind each: `me.x` and `dx` of `me.x + dx`."""
    root = node
    while isinstance(root, (ast.Attribute, ast.Subscript)):
        root = root.value
    if not isinstance(root, ast.Name):
        is_less = isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub)  # a camera, or a margin
        parts = [node.left] if is_less else ast.iter_child_nodes(node)
        return [it for part in parts for it in _chains(part, function, depth)]
    found = [node]
    for value in _values(root, function) if root is node and depth else ():
        found += _chains(value, function, depth - 1)
    return found


@functools.lru_cache(maxsize=4_096)
def _operand(node):
    return Operand(node)


def _key(node, scope):
    is_negative = isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub)
    node = node.operand if is_negative else node
    key = getattr(node, "value", None)
    if isinstance(node, (ast.Name, ast.Attribute)):
        path = _operand(node).walk(scope)
        key = path[-1][0] if len(path) == len(_operand(node).steps) + 1 else None
    return -key if is_negative and type(key) is int else key if type(key) in (int, str) else None


@functools.lru_cache(maxsize=4_096)
def _text(node):
    text = ast.unparse(node)
    return text if len(text) <= 40 else "…"


def scroll(place, owner, scope):
    """What the text of a place adds to numbers of its owner: two numbers, or None if not all is known."""
    parts, added = place.elts if isinstance(place, (ast.Tuple, ast.List)) else [place], []
    for part in parts:
        terms = [(sign, _numbers(term, owner, scope)) for term, sign in _terms(part)]
        if any(found is None for _, found in terms) or all(found for _, found in terms):
            return None
        found = [[sign * number for number in found] for sign, found in terms if found]
        added += map(sum, zip(*found, [0] * (3 - len(parts))))
    return added if len(added) == 2 else None


def _terms(node, sign=1):
    """The terms of a sum, each with its sign."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub)):
        other = sign if isinstance(node.op, ast.Add) else -sign
        return _terms(node.left, sign) + _terms(node.right, other)
    is_rounded = isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("int", "round")
    return _terms(node.args[0], sign) if is_rounded and node.args else [(node, sign)]


def _numbers(term, owner, scope):
    """One or two numbers that a term is; none if they are of the owner, None if they are unknown."""
    if isinstance(term, ast.Constant):
        return [0]  # a margin
    operand = Operand(term)
    path = operand.walk(scope)
    value, steps = path[-1]
    objects = [it for it, _ in path if it is not MISSING and is_object(it)]
    if objects and objects[-1] is owner:
        return []
    for step in operand.steps[steps:]:  # of a rectangle or a vector
        is_read, key = type(value) in (*RECTS, pygame.Vector2), getattr(step, "slice", None)
        if is_read and isinstance(key, ast.Constant) and key.value in range(len(value)):
            value = value[key.value]
        else:
            value = getattr(value, step.attr, None) if is_read and isinstance(step, ast.Attribute) else None
    found = [*value] if type(value) in (tuple, list, pygame.Vector2) else [value]
    return found if all(type(it) in NUMBERS for it in found) else None


class Site:
    """A call in a file: the operands of its receiver and its arguments."""

    def __init__(self, code, operands, choices, keywords, called):
        self.code = code  # kept, so that its id means no other
        self.called = called  # the name of what is called
        self.count = len(operands)
        self.keywords = keywords  # operands by their names
        self.operands = operands + [Operand(ast.Constant(None))] * (2 - len(operands))
        self.choices = choices  # what the first argument may be: the items of a tuple in the text
        its = (*operands, *choices, *keywords.values())
        self.names = {"self"}.union(*(it.names for it in its))
        self.searched = 0  # how often something was searched here in vain

    def given(self, code, name):
        """What is given here for a parameter of the function that is called, or None."""
        names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        if name not in names or code.co_name != self.called:
            return None
        number = names.index(name) + (names[0] not in ("self", "cls"))  # behind the receiver
        its = self.operands[:self.count][1:]
        is_plain = not any(isinstance(it.node, ast.Starred) for it in its)
        found = self.operands[number] if is_plain and number < self.count else None
        return self.keywords.get(name, found)


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
                found = self._read(frame)
            except (OSError, SyntaxError, ValueError, RecursionError):
                found = ([], [], {}, None)
            if len(self._sites) >= 20_000:
                self._sites.clear()
            site = self._sites[key] = Site(frame.f_code, *found)
        return site

    def _read(self, frame):
        code, line = frame.f_code, frame.f_lineno
        calls = self._calls(code.co_filename).get(line, ())
        if sys.version_info >= (3, 11):
            *_, place = zip(range(frame.f_lasti // 2 + 1), code.co_positions())
            _, end, _, column = place[1]
            place = (end, column)
            calls = [it for it in calls if (it[0].end_lineno, it[0].end_col_offset) == place]
        elif len(calls) > 1:
            calls = [it for it in calls if _HOOKED.fullmatch(getattr(it[0].func, "attr", ""))]
        if len(calls) != 1:
            return [], [], {}, None
        call, function = calls[0]
        receiver = _assigned(call.func, function) or call.func
        receiver = receiver.value if isinstance(receiver, ast.Attribute) else ast.Constant(None)
        nodes = (receiver, *call.args, *(it.value for it in call.keywords))
        operands = [
            Operand(_assigned(it, function) or it, function, getattr(it, "id", None), code.co_filename)
            for it in nodes
        ]
        count = 1 + len(call.args)
        keywords = dict(zip((it.arg for it in call.keywords), operands[count:]))
        choices = _choices(nodes[1], function) if call.args else []
        called = getattr(call.func, "attr", None) or getattr(call.func, "id", None)
        return operands[:count], choices, keywords, called

    def _calls(self, path):
        """The calls in a file by their lines, each with the function in which it stands."""
        calls = self._files.get(path)
        if calls is None:
            calls = self._files[path] = {}
            with open(path, "rb") as file:
                source = file.read()
            tree = ast.parse(_ESCAPES.sub("__", source.decode("utf-8-sig")))
            rest = [(tree, tree)]
            while rest:
                node, function = rest.pop()
                for child in ast.iter_child_nodes(node):
                    if isinstance(child, ast.Call):
                        for line in range(child.lineno, child.end_lineno + 1):
                            calls.setdefault(line, []).append((child, function))
                    is_function = isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef))
                    rest.append((child, child if is_function else function))
        return calls


def _is_name(node, name):
    return isinstance(node, ast.Name) and node.id == name.id


@functools.lru_cache(maxsize=64)
def _nodes(function):
    return [*ast.walk(function)]


def _assigned(name, function):
    """What a variable is assigned in its function, if that is one thing."""
    if not isinstance(name, ast.Name):
        return None
    nodes = _nodes(function)
    stores = [it for it in nodes if _is_name(it, name) and isinstance(it.ctx, ast.Store)]
    assigns = [it for it in nodes if isinstance(it, ast.Assign) and it.targets[0] in stores]
    is_one = len(assigns) == len(stores) and len({ast.dump(it.value) for it in assigns}) == 1
    value = assigns[0].value if is_one else None
    return value if isinstance(value, (ast.Attribute, ast.Subscript, ast.Call)) else None


def _values(name, function):
    """All that a variable is assigned in its function, sums by `+=` included."""
    nodes = [it for it in _nodes(function) if isinstance(it, (ast.Assign, ast.AugAssign))]
    stores = [(it.targets[0] if isinstance(it, ast.Assign) else it.target, it.value) for it in nodes]
    found = [value for target, value in stores if _is_name(target, name)]
    for target, value in stores:  # `x, y = ...`
        if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
            found += (it for to, it in zip(target.elts, value.elts) if _is_name(to, name))
    return found


def _choices(name, function):
    """The items of the tuple in the text that a variable takes in a loop."""
    if not isinstance(name, ast.Name):
        return []
    loops = [it for it in ast.walk(function) if isinstance(it, (ast.For, ast.comprehension))]
    tuples = [it.iter for it in loops if _is_name(it.target, name)]
    is_one = len(tuples) == 1 and isinstance(tuples[0], (ast.Tuple, ast.List))
    return [Operand(item) for item in tuples[0].elts] if is_one else []


def scope_of(frame, names):
    """A function that returns the value of a variable as a call in `frame` sees it."""
    found, own = variables(frame, names), set(frame.f_code.co_varnames)
    while frame.f_code.co_name in COMPREHENSIONS and frame.f_back is not None:
        frame = frame.f_back  # it sees those of its function
        found = {**variables(frame, names), **found}
        own.update(frame.f_code.co_varnames, frame.f_code.co_cellvars)
    module = frame.f_globals

    def scope(name):
        if name in found:
            return found[name]
        return MISSING if name in own else module.get(name, MISSING)

    return scope
