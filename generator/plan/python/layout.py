"""Layout: expressions as text that black leaves alone.

An `Expr` knows its text on one line (`flat`). `fit` places it after `before` and before
`after`: on one line if that fits in 88 columns, else split as black 26 splits it. Where
black's choice is intricate, the text stays on one long line, and style/ hands just
that declaration to black.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from ...ir import JsonObject
from .code import EMPTY, Code, cat, checked, code, join
from .literals import WIDTH, ident, lit, spaces

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


class Expr:
    """An expression. `flat` is its text on one line."""

    __slots__ = ("flat",)
    flat: Code


class Atom(Expr):
    """A name, a literal, a dotted name: what is never split."""

    __slots__ = ()

    def __init__(self, text: Code) -> None:
        self.flat = checked(text)


class Bracketed(Expr):
    """`opening` + comma-separated items + `closing`; splits at these brackets.

    `is_display` marks a list, tuple, set or dict display, which black never splits
    halfway: with two items or more they stand on a line each. `last` is what stands
    behind the last item: the comma of a tuple of one. `head` is what the opening ends,
    where that has brackets of its own: it splits there where it is too long.
    """

    __slots__ = ("closing", "head", "is_display", "items", "last", "opening")

    def __init__(
        self,
        opening: Code,
        items: Sequence[tuple[Code, Expr]],
        closing: Code,
        is_display: bool = False,
        last: Code = EMPTY,
        head: Bracketed | None = None,
    ) -> None:
        self.head = head
        self.opening = opening
        self.items = items
        self.closing = closing
        self.is_display = is_display
        self.last = last
        self.flat = cat(opening, *_flat_items(items), last, closing)


class Entry(Expr):
    """`(item, item): value` of a dict display; splits at the brackets of its key."""

    __slots__ = ("key", "value")

    def __init__(self, key: Bracketed, value: Atom) -> None:
        self.key = key
        self.value = code(": {}", value.flat)
        self.flat = cat(key.flat, self.value)


class Union(Expr):
    """`A | B | C`; at least two options."""

    __slots__ = ("options",)

    def __init__(self, options: Sequence[Expr]) -> None:
        self.options = options
        self.flat = join(" | ", [option.flat for option in options])


_ATOM = re.compile(r'[\w.-]+|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'')
"""A default without brackets: a name, a number, a string."""

_COMMA = code(",")
_NEXT = code(", ")
_BAR = code("| ")
_OPEN = {"(": code("("), "[": code("["), "{": code("{{")}
_CLOSE = {"(": code(")"), "[": code("]"), "{": code("}}")}


def call(
    func: Code,
    args: Iterable[Expr] = (),
    kwargs: Iterable[tuple[Code, Expr]] = (),
) -> Bracketed:
    """`func(arg, key=value)`."""
    items = [(EMPTY, arg) for arg in args]
    items += [(code("{}=", key), value) for key, value in kwargs]
    return Bracketed(code("{}(", func), items, _CLOSE["("])


def call_of(
    func: Bracketed,
    args: Iterable[Expr],
    kwargs: Iterable[tuple[Code, Expr]] = (),
) -> Bracketed:
    """`base[item](arg, key=value)`: a call of what a subscript gives."""
    items = [(EMPTY, arg) for arg in args]
    items += [(code("{}=", key), value) for key, value in kwargs]
    return Bracketed(cat(func.flat, _OPEN["("]), items, _CLOSE["("], head=func)


def subscript(base: Code, items: Iterable[Expr]) -> Bracketed:
    """`base[item, item]`."""
    return Bracketed(code("{}[", base), [(EMPTY, item) for item in items], _CLOSE["["])


def union(options: Sequence[Expr]) -> Expr:
    """`A | B | C` with equal options written once; the only option itself."""
    found: dict[str, Expr] = {}
    for option in options:
        inner = option.options if isinstance(option, Union) else (option,)
        for one in inner:
            found.setdefault(one.flat, one)
    return Union(list(found.values())) if len(found) > 1 else options[0]


def list_display(items: Iterable[Expr]) -> Bracketed:
    """`[item, item]`."""
    return Bracketed(_OPEN["["], [(EMPTY, item) for item in items], _CLOSE["["], True)


def tuple_display(items: Sequence[Expr]) -> Bracketed:
    """`(item, item)`, with the comma that a tuple of one needs."""
    last = code(",") if len(items) == 1 else EMPTY
    found = [(EMPTY, item) for item in items]
    return Bracketed(_OPEN["("], found, _CLOSE["("], True, last)


def dict_display(members: Iterable[tuple[Code, Expr]]) -> Bracketed:
    """`{key: value}`."""
    return entries_display([(code("{}: ", key), value) for key, value in members])


def entries_display(items: Sequence[tuple[Code, Expr]]) -> Bracketed:
    """`{entry, entry}` of entries that bring their keys: `("key: ", value)`."""
    return Bracketed(_OPEN["{"], items, _CLOSE["{"], True)


def literal_expr(value: object) -> Expr:
    """A JSON value as an expression that can be split; raises as `lit` does."""
    if isinstance(value, (list, tuple)):
        return list_display([literal_expr(item) for item in value])
    if isinstance(value, JsonObject):
        return dict_display([(lit(k), literal_expr(v)) for k, v in value.members])
    if isinstance(value, dict):
        return dict_display([(lit(k), literal_expr(v)) for k, v in value.items()])
    return Atom(lit(value))


def _flat_items(items: Sequence[tuple[Code, Expr]]) -> list[Code]:
    """The pieces of `key value, key value`."""
    pieces: list[Code] = []
    for key, value in items:
        pieces += (_NEXT, key, value.flat)
    return pieces[1:]


def fit(expr: Expr, indent: int, before: Code = EMPTY, after: Code = EMPTY) -> Code:
    """`before expr after` as black leaves it at the level of a statement.

    The first line comes without its indentation, further lines with it. `before` and
    `after` hold no brackets that are open at their end.

    Where even the opening bracket is over the limit, black puts parentheses around the
    whole value if then all its lines fit.
    """
    laid = lay(expr, indent, before, after, inside=False)
    if before.endswith(("= ", "return ")) and _is_over(laid.split("\n", 1)[0], indent):
        apart = parenthesised(expr, indent, before, after)
        if not any(_is_over(line) for line in apart.split("\n")[1:]):
            head = code("{}(", before)
            return apart if fits(head, indent) else laid
    return laid


def _is_over(line: str, indent: int = 0) -> bool:
    return indent + len(line) > WIDTH


def fits(text: Code, indent: int) -> bool:
    """Whether a line is within the limit."""
    return indent + len(text) <= WIDTH


def lay(expr: Expr, indent: int, before: Code, after: Code, *, inside: bool) -> Code:
    """As `fit`, without parentheses of its own; `inside` tells of brackets around it."""
    pieces: list[Code] = []
    _lay(pieces, expr, indent, before, after, inside=inside)
    return cat(*pieces)


def _lay(
    pieces: list[Code],
    expr: Expr,
    indent: int,
    before: Code,
    after: Code,
    *,
    inside: bool,
) -> None:
    flat = expr.flat
    is_short = indent + len(before) + len(flat) + len(after) <= WIDTH
    if not is_short and isinstance(expr, Union) and inside:
        _lay_union(pieces, expr, indent, before, after)
        return
    if not is_short and isinstance(expr, Entry):
        _lay(pieces, expr.key, indent, before, cat(expr.value, after), inside=True)
        return
    if is_short or not isinstance(expr, Bracketed) or not expr.items:
        pieces += (before, flat, after)
        return
    if expr.head is None or fits(cat(before, expr.opening), indent):
        pieces += (before, expr.opening)
    else:
        _lay(pieces, expr.head, indent, before, _OPEN["("], inside=True)
        line = cat(*_flat_items(expr.items), expr.closing, after)
        if indent + len("](") + len(line) <= WIDTH:
            pieces.append(line)
            return
    pieces.append(line_end(indent + 4))
    _lay_items(pieces, expr, indent + 4)
    pieces += (line_end(indent), expr.closing, after)


def _lay_items(pieces: list[Code], expr: Bracketed, indent: int) -> None:
    """Items between split brackets: on one line, or a line each with a comma."""
    items = expr.items
    if len(items) == 1:
        _lay(pieces, items[0][1], indent, items[0][0], expr.last, inside=True)
        return
    around = len(expr.opening) + len(expr.last) + len(expr.closing)
    if not expr.is_display and indent + len(expr.flat) - around <= WIDTH:
        pieces += _flat_items(items)
        return
    pad = EMPTY
    for key, value in items:
        pieces.append(pad)
        _lay(pieces, value, indent, key, _COMMA, inside=True)
        pad = line_end(indent)


def _lay_union(
    pieces: list[Code], expr: Union, indent: int, before: Code, after: Code
) -> None:
    """Options on a line each; only inside brackets."""
    start = before
    *others, last = expr.options
    for option in others:
        _lay(pieces, option, indent, start, EMPTY, inside=True)
        pieces.append(line_end(indent))
        start = _BAR
    _lay(pieces, last, indent, start, after, inside=True)


@cache
def line_end(indent: int) -> Code:
    """A line end, and the indentation of the next line."""
    return code("\n{}", spaces(indent))


def annotated_name(name: Code, annotation: Expr, indent: int, default: Code) -> Code:
    """`name: annotation`, or `name: annotation = default`: a class field.

    A default that has brackets is left for black to split where the line is too long.
    """
    tail = code(" = {}", default) if default else EMPTY
    before = code("{}: ", name)
    line = cat(before, annotation.flat, tail)
    if fits(line, indent) or (default and not _ATOM.fullmatch(default)):
        return line
    head = code("{}{} = (", before, annotation.flat)
    if default and fits(head, indent):
        # black moves the default, not the annotation, when that alone is enough
        inner = spaces(indent + 4)
        if not fits(default, indent + 4):
            return line
        return code("{}\n{}{}\n{})", head, inner, default, spaces(indent))
    if isinstance(annotation, Bracketed):
        return fit(annotation, indent, before, tail)
    if isinstance(annotation, Atom) and not fits(annotation.flat, indent + 4):
        return line
    return parenthesised(annotation, indent, before, tail)


def assignment(target: Code, value: Expr, indent: int) -> Code:
    """`target = value`; `target` has no brackets. Unions get parentheses when split."""
    before = code("{} = ", target)
    line = cat(before, value.flat)
    if fits(line, indent):
        return line
    if not isinstance(value, (Union, Atom)):
        return fit(value, indent, before)
    inner = indent + 4
    if isinstance(value, Atom) and ("(" in value.flat or not fits(value.flat, inner)):
        return line
    return parenthesised(value, indent, before, EMPTY)


def type_alias(name: Code, value: Expr, indent: int) -> Code:
    """`name: TypeAlias = value`.

    Where not even a parenthesis would fit behind it, black puts the annotation into
    parentheses, and keeps those of a union then.
    """
    target = code("{}: TypeAlias", name)
    if fits(code("{} = (", target), indent):
        return assignment(target, value, indent)
    pad, inner = spaces(indent), spaces(indent + 4)
    before = code(") = ")
    if not isinstance(value, Union):
        rest = lay(value, indent, before, EMPTY, inside=False)
    else:
        rest = code("{}({})", before, value.flat)
        if not fits(rest, indent):
            rest = parenthesised(value, indent, before, EMPTY)
    return code("{}: (\n{}TypeAlias\n{}{}", name, inner, pad, rest)


def class_statement(
    name: Code,
    bases: Sequence[Expr],
    indent: int,
    keywords: Sequence[tuple[Code, Expr]] = (),
) -> Code:
    """`class name(base, base, keyword=value):`."""
    opening = code("class {}(", name)
    items = [(EMPTY, base) for base in bases]
    items += [(code("{}=", key), value) for key, value in keywords]
    return fit(Bracketed(opening, items, _CLOSE["("]), indent, EMPTY, code(":"))


def parenthesised(expr: Expr, indent: int, before: Code, after: Code) -> Code:
    """`before (expr) after` with the expression on lines of its own."""
    inner = indent + 4
    body = lay(expr, inner, EMPTY, EMPTY, inside=True)
    return code("{}(\n{}{}\n{}){}", before, spaces(inner), body, spaces(indent), after)


def name(text: str) -> Atom:
    """An identifier as an expression; raises as `ident` does."""
    return Atom(ident(text))
