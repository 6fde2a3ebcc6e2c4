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
from ...values import dataclass
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
        self.flat = cat(opening, _flat_items(items), last, closing)


class Union(Expr):
    """`A | B | C`; at least two options."""

    __slots__ = ("options",)

    def __init__(self, options: Sequence[Expr]) -> None:
        self.options = options
        self.flat = join(" | ", [option.flat for option in options])


_ATOM = re.compile(r'[\w.-]+|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'')
"""A default without brackets: a name, a number, a string."""

_LAST_COMMA = re.compile(r",\n *[\])}]")
"""A comma after the last of several lines between brackets."""

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


def call_of(func: Bracketed, args: Iterable[Expr]) -> Bracketed:
    """`base[item](arg)`: a call of what a subscript gives."""
    items = [(EMPTY, arg) for arg in args]
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


def tuple_display(items: Sequence[Expr]) -> Expr:
    """`(item, item)`, with the comma that a tuple of one needs."""
    last = code(",") if len(items) == 1 else EMPTY
    found = [(EMPTY, item) for item in items]
    return Bracketed(_OPEN["("], found, _CLOSE["("], True, last)


def dict_display(members: Iterable[tuple[Code, Expr]]) -> Bracketed:
    """`{key: value}`."""
    items = [(code("{}: ", key), value) for key, value in members]
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


def _flat_items(items: Sequence[tuple[Code, Expr]]) -> Code:
    return join(
        ", ",
        [cat(key, value.flat) if key else value.flat for key, value in items],
    )


def fit(expr: Expr, indent: int, before: Code = EMPTY, after: Code = EMPTY) -> Code:
    """`before expr after` as black leaves it at the level of a statement.

    The first line comes without its indentation, further lines with it. `before` and
    `after` hold no brackets that are open at their end.

    Where even the opening bracket is over the limit, black puts parentheses around the
    whole value if then all its lines fit.
    """
    laid = _lay(expr, indent, before, after, inside=False)
    if before.endswith(("= ", "return ")) and _is_over(laid.split("\n", 1)[0], indent):
        apart = _parenthesised(expr, indent, before, after)
        if not any(_is_over(line) for line in apart.split("\n")[1:]):
            head = code("{}(", before)
            return apart if _fits(head, indent) else laid
    return laid


def _is_over(line: str, indent: int = 0) -> bool:
    return indent + len(line) > WIDTH


def _fits(text: Code, indent: int) -> bool:
    return indent + len(text) <= WIDTH


def _lay(expr: Expr, indent: int, before: Code, after: Code, *, inside: bool) -> Code:
    flat = expr.flat
    is_short = indent + len(before) + len(flat) + len(after) <= WIDTH
    if not is_short and isinstance(expr, Union) and inside:
        return _lay_union(expr, indent, before, after)
    if is_short or not isinstance(expr, Bracketed) or not expr.items:
        return cat(before, flat, after)
    head = cat(before, expr.opening)
    if expr.head is not None and not _fits(head, indent):
        head = _lay(expr.head, indent, before, _OPEN["("], inside=True)
        line = cat(_flat_items(expr.items), expr.closing, after)
        if indent + len("](") + len(line) <= WIDTH:
            return cat(head, line)
    body = _lay_items(expr, indent + 4)
    pad, inner = _line_end(indent), _line_end(indent + 4)
    return cat(head, inner, body, pad, expr.closing, after)


def _lay_items(expr: Bracketed, indent: int) -> Code:
    """Items between split brackets: on one line, or a line each with a comma."""
    items = expr.items
    if len(items) == 1:
        return _lay(items[0][1], indent, items[0][0], expr.last, inside=True)
    flat = _flat_items(items)
    if not expr.is_display and _fits(flat, indent):
        return flat
    comma = code(",")
    lines = [_lay(value, indent, key, comma, inside=True) for key, value in items]
    return _lines(lines, indent)


def _lay_union(expr: Union, indent: int, before: Code, after: Code) -> Code:
    """Options on a line each; only inside brackets."""
    bar = code("| ")
    last = len(expr.options) - 1
    lines = [
        _lay(
            option,
            indent,
            bar if place else before,
            after if place == last else EMPTY,
            inside=True,
        )
        for place, option in enumerate(expr.options)
    ]
    return _lines(lines, indent)


@cache
def _line_end(indent: int) -> Code:
    """A line end, and the indentation of the next line."""
    return code("\n{}", spaces(indent))


def _lines(lines: Sequence[Code], indent: int) -> Code:
    pad = _line_end(indent)
    parts = [part for line in lines for part in (pad, line)]
    return cat(*parts[1:])


def annotated_name(name: Code, annotation: Expr, indent: int, default: Code) -> Code:
    """`name: annotation`, or `name: annotation = default`: a class field.

    A default that has brackets is left for black to split where the line is too long.
    """
    tail = code(" = {}", default) if default else EMPTY
    before = code("{}: ", name)
    line = cat(before, annotation.flat, tail)
    if _fits(line, indent) or (default and not _ATOM.fullmatch(default)):
        return line
    head = code("{}{} = (", before, annotation.flat)
    if default and _fits(head, indent):
        # black moves the default, not the annotation, when that alone is enough
        inner = spaces(indent + 4)
        if not _fits(default, indent + 4):
            return line
        return code("{}\n{}{}\n{})", head, inner, default, spaces(indent))
    if isinstance(annotation, Bracketed):
        return fit(annotation, indent, before, tail)
    if isinstance(annotation, Atom) and not _fits(annotation.flat, indent + 4):
        return line
    return _parenthesised(annotation, indent, before, tail)


def assignment(target: Code, value: Expr, indent: int) -> Code:
    """`target = value`; `target` has no brackets. Unions get parentheses when split."""
    before = code("{} = ", target)
    line = cat(before, value.flat)
    if _fits(line, indent):
        return line
    if not isinstance(value, (Union, Atom)):
        return fit(value, indent, before)
    inner = indent + 4
    if isinstance(value, Atom) and ("(" in value.flat or not _fits(value.flat, inner)):
        return line
    return _parenthesised(value, indent, before, EMPTY)


def type_alias(name: Code, value: Expr, indent: int) -> Code:
    """`name: TypeAlias = value`.

    Where not even a parenthesis would fit behind it, black puts the annotation into
    parentheses, and keeps those of a union then.
    """
    target = code("{}: TypeAlias", name)
    if _fits(code("{} = (", target), indent):
        return assignment(target, value, indent)
    pad, inner = spaces(indent), spaces(indent + 4)
    before = code(") = ")
    if not isinstance(value, Union):
        rest = _lay(value, indent, before, EMPTY, inside=False)
    else:
        rest = code("{}({})", before, value.flat)
        if not _fits(rest, indent):
            rest = _parenthesised(value, indent, before, EMPTY)
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


@dataclass(frozen=True, slots=True)
class Param:
    """A parameter: `name: annotation = default`; `prefix` is `*` or `**` for the rest."""

    name: Code
    annotation: Expr | None = None
    default: Code = EMPTY
    prefix: Code = EMPTY


@dataclass(frozen=True, slots=True)
class Signature:
    """`def name(self, *, keyword: type = default) -> returns:` and what follows the colon.

    `first` are positional parameters, `keyword` keyword-only ones, `rest` is `**name`.
    `head` is `def` or `async def`; `suffix` stands after the colon (` ...`).
    """

    name: Code
    first: tuple[Param, ...] = ()
    keyword: tuple[Param, ...] = ()
    rest: Param | None = None
    returns: Expr | None = None
    is_async: bool = False
    suffix: Code = EMPTY


def signature(sig: Signature, indent: int) -> Code:
    """The `def` line, split as black splits it. Ends with the colon and the suffix."""
    start = code("async def") if sig.is_async else code("def")
    head = code("{} {}(", start, sig.name)
    items = [_param(param) for param in sig.first]
    if sig.keyword:
        items.append((code("*"), Atom(EMPTY), EMPTY))
        items += [_param(param) for param in sig.keyword]
    if sig.rest is not None:
        items.append(_param(sig.rest))
    returns = code(" -> {}", sig.returns.flat) if sig.returns else EMPTY
    tail = code("){}:{}", returns, sig.suffix)
    flat = join(", ", [cat(a, e.flat, d) for a, e, d in items])
    line = cat(head, flat, tail)
    if _fits(line, indent):
        return line
    if not items:
        ending = code(":{}", sig.suffix)
        tail = _lay_only_returns(sig.returns, indent, ending) if sig.returns else tail
        return cat(head, tail)
    inner = indent + 4
    one_line = len(items) > 1 and _fits(flat, inner)
    if sig.returns and not _fits(tail, indent):
        tail = _lay_returns(sig.returns, indent, code(":{}", sig.suffix))
        first = indent + len(head) + len(flat) + tail.find("\n")
        if one_line and ",\n" in tail and first <= WIDTH:
            return cat(head, flat, tail)
    if one_line:
        body = flat
    else:
        body = _lines([_lay_param(item, inner) for item in items], inner)
    return code("{}\n{}{}\n{}{}", head, spaces(inner), body, spaces(indent), tail)


def _lay_returns(returns: Expr, indent: int, after: Code) -> Code:
    """`) -> returns:` split, from the closing parenthesis on."""
    if isinstance(returns, Bracketed):
        return _lay(returns, indent, code(") -> "), after, inside=True)
    return _lay_only_returns(returns, indent, after)


def _lay_only_returns(returns: Expr, indent: int, after: Code) -> Code:
    """The same of a function without parameters.

    black puts the type in parentheses. Where a comma then stands before a closing
    bracket it takes another turn: that is left to it.
    """
    before = code(") -> ")
    laid = _parenthesised(returns, indent, before, after)
    is_too_long = isinstance(returns, Atom) and not _fits(returns.flat, indent + 4)
    if is_too_long or _LAST_COMMA.search(laid):
        return cat(before, returns.flat, after)
    return laid


def _parenthesised(expr: Expr, indent: int, before: Code, after: Code) -> Code:
    """`before (expr) after` with the expression on lines of its own."""
    inner = indent + 4
    body = _lay(expr, inner, EMPTY, EMPTY, inside=True)
    return code("{}(\n{}{}\n{}){}", before, spaces(inner), body, spaces(indent), after)


def _param(param: Param) -> tuple[Code, Expr, Code]:
    """A parameter as text before its annotation, the annotation, text after it."""
    if param.annotation is None:
        default = code("={}", param.default) if param.default else EMPTY
        return cat(param.prefix, param.name, default), Atom(EMPTY), EMPTY
    default = code(" = {}", param.default) if param.default else EMPTY
    return code("{}{}: ", param.prefix, param.name), param.annotation, default


def _lay_param(item: tuple[Code, Expr, Code], indent: int) -> Code:
    before, annotation, default = item
    after = code("{},", default)
    line = cat(before, annotation.flat, after)
    if _fits(line, indent):
        return line
    if not isinstance(annotation, Union):
        return _lay(annotation, indent, before, after, inside=True)
    return _parenthesised(annotation, indent, before, after)


def name(text: str) -> Atom:
    """An identifier as an expression; raises as `ident` does."""
    return Atom(ident(text))
