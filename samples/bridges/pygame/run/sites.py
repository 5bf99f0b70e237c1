"""The objects to which rectangles, masks and pictures belong, found by the text of the call that names them."""

import ast
import functools
import linecache

import pygame

# Expressions that can be evaluated again without harm.
_PLAIN = (ast.Name, ast.Attribute, ast.Subscript, ast.Constant, ast.Load, ast.UnaryOp, ast.USub, ast.Index)

# Modules whose calls are not the game's.
_OWN = ("pygame.sprite", "pygame")


class Words:
    """What a call says of one of its operands: the objects that it may belong to, and what it is called."""

    __slots__ = ("called", "name", "owners", "settled", "trusted")

    def __init__(self, owners=(), called="rect"):
        self.owners = owners  # names of variables or compiled expressions, the most likely first
        self.name = owners[0] if owners and isinstance(owners[0], str) else None
        self.called = called
        self.trusted = set()  # classes whose objects were found to hold what this operand is
        self.settled = set()  # those of which nothing else is to be noted: it is a mask, or made new for each call


class Site:
    """A call in the game's files."""

    __slots__ = ("argument", "code", "index", "is_games", "place", "receiver", "vain", "words")

    def __init__(self, frame, words):
        self.code = frame.f_code  # kept, so that its id means no other
        self.index = frame.f_lasti  # of the call in it
        self.is_games = not _is_own(frame)
        self.place = (self.code.co_filename, frame.f_lineno)
        self.words = words  # of the receiver, and of each argument
        self.receiver, self.argument = (*words, Words(), Words())[:2]
        self.vain = 0  # how often something was looked for here in vain


_places = {}  # by the ids of codes, which are slow to compare, and places in them: those codes, files and lines


def place_of(frame):
    """The line of the game that makes a call: the file and the number."""
    while frame.f_back is not None and _is_own(frame):
        frame = frame.f_back
    code = frame.f_code
    at = (id(code), frame.f_lasti)
    place = _places.get(at)
    if place is None:
        place = _places[at] = (code, (code.co_filename, frame.f_lineno))
    return place[1]


def _is_own(frame):
    return frame.f_globals.get("__name__") in _OWN


class Sites:
    """The calls in the game's files."""

    def __init__(self):
        self._files = {}
        self._sites = {}  # by the ids of their codes and the places in them

    def of(self, frame, method):
        """The call of `method` that `frame` is making."""
        place = (id(frame.f_code), frame.f_lasti)
        site = self._sites.get(place)
        if site is None:
            try:
                words = self._read(frame, method)
            except (SyntaxError, ValueError, RecursionError):
                words = ()
            site = self._sites[place] = Site(frame, words)
        return site

    def _read(self, frame, method):
        line = frame.f_lineno
        functions = self._calls(frame.f_code.co_filename, frame.f_globals)
        for call, function in functions.get(method, ()):
            if call.lineno <= line <= call.end_lineno:
                operands = [call.func.value, *call.args]
                return [_words(operand, function) for operand in operands]
        return ()

    def _calls(self, path, module):
        """All calls of methods in a file, by the method's name: each with the function or module in which it stands."""
        calls = self._files.get(path)
        if calls is None:
            calls = self._files[path] = {}
            source = "".join(linecache.getlines(path, module))
            tree = ast.parse(source)
            _collect(tree, tree, calls)
        return calls


def _collect(node, function, calls):
    for child in ast.iter_child_nodes(node):
        is_function = isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda))
        if isinstance(child, ast.Call) and isinstance(child.func, ast.Attribute):
            calls.setdefault(child.func.attr, []).append((child, function))
        _collect(child, child if is_function else function, calls)


def _words(operand, function):
    """What the text of an operand says. A variable says what it was assigned."""
    called = operand
    while isinstance(called, (ast.Call, ast.Subscript)):
        called = called.func if isinstance(called, ast.Call) else called.value
    name = called.attr if isinstance(called, ast.Attribute) else called.id if isinstance(called, ast.Name) else "rect"
    chains = _chains(operand)
    if isinstance(operand, ast.Name):
        for value in _assigned(operand, function):
            chains += _chains(value)
    return Words(tuple(map(_compiled, chains)), name)


def _chains(operand, is_operand=True):
    """The objects that an expression names: for `a.b.rect` first `a.b`, then `a`."""
    if isinstance(operand, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.Lambda)):
        return []  # its variables are not the function's
    if not _is_plain(operand):
        return [chain for child in ast.iter_child_nodes(operand) for chain in _chains(child, is_operand=False)]
    # An attribute that is an operand is the rectangle itself, and may be a property: it is not asked again.
    chains = [] if is_operand and not isinstance(operand, ast.Name) else [operand]
    while isinstance(operand, (ast.Attribute, ast.Subscript)):
        operand = operand.value
        chains.append(operand)
    return chains


def _assigned(name, function):
    """The last value that a function assigns to a variable before it is used."""
    found = [
        node.value
        for node in ast.walk(function)
        if isinstance(node, ast.Assign)
        and node.lineno <= name.lineno
        and any(isinstance(target, ast.Name) and target.id == name.id for target in node.targets)
    ]
    return found[-1:]


def _is_plain(node):
    return isinstance(node, (ast.Name, ast.Attribute, ast.Subscript)) and all(
        isinstance(part, _PLAIN) for part in ast.walk(node)
    )


def _compiled(node):
    return node.id if isinstance(node, ast.Name) else compile(ast.Expression(node), "<maskscope>", "eval")


def owners(words, frame):
    """The objects of the game that an operand may belong to."""
    names, module = frame.f_locals, frame.f_globals
    for owner in words.owners:
        if isinstance(owner, str):
            found = names.get(owner, module.get(owner))
        else:
            try:
                found = eval(owner, module, names)
            except Exception:
                continue
        if is_object(found):
            yield found


def is_object(found):
    """True for an object of a class that the game made, and for sprites."""
    return _is_class_of_game(type(found))


@functools.lru_cache(maxsize=None)
def _is_class_of_game(cls):
    if cls.__module__ == "builtins" or issubclass(cls, (type, pygame.Surface, pygame.mask.Mask)):
        return False
    if issubclass(cls, pygame.sprite.Sprite):
        return True
    return cls.__module__.partition(".")[0] != "pygame"
