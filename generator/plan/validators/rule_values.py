"""The parts of a rule as Python: lookups, calls, choices, macros and displays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...cel.nodes import (
    Binary,
    Call,
    Choice,
    Expr,
    Has,
    Ident,
    Index,
    ListDisplay,
    Literal,
    Logic,
    Macro,
    MapDisplay,
    Minus,
    Not,
    Select,
)
from ...cel.patterns import ecma_of
from ...cel.types import Bool, List, members
from ..python.code import EMPTY, Code, code, join
from ..python.literals import ident, lit
from . import rule_comparisons, rule_numbers
from .rule_pieces import (
    ATOM,
    CHOICE,
    OR,
    SIGN,
    Piece,
    called,
    compared,
    negated,
    wrapped,
)

if TYPE_CHECKING:
    from .rule_code import Writer

_RELATIONS = frozenset(("==", "!=", "<", "<=", ">", ">=", "in"))
_METHODS = {"endsWith": "endswith", "startsWith": "startswith"}


def value(writer: Writer, expr: Expr) -> Piece:
    """An expression with the value of a part of a rule."""
    match expr:
        case Literal():
            return literal(expr)
        case Ident(name):
            return Piece(writer.name(name))
        case Select(operand, name):
            return _item(writer.value(operand), lit(name))
        case Index():
            return _index(writer, expr)
        case ListDisplay(items):
            return _display(code("["), [writer.value(x) for x in items], code("]"))
        case MapDisplay():
            return _map(writer, expr)
        case Minus():
            return rule_numbers.minus(writer, expr)
        case Binary(operator) if operator not in _RELATIONS:
            return rule_numbers.arithmetic(writer, expr)
        case Macro(name) if name in ("filter", "map"):
            return _comprehension(writer, expr)
        case Call(name) if name in ("double", "int", "size", "string"):
            return rule_numbers.converted(writer, expr)
        case Choice(condition, then, otherwise) if writer.types[expr.id] != Bool():
            parts = writer.value(then), writer.value(otherwise)
            return _choice(writer.test(condition, True), *parts)
    return writer.test(expr, True)


def test(writer: Writer, expr: Expr, wanted: bool) -> Piece:
    """A condition: whether a part of a rule that is a bool has the wanted value."""
    match expr:
        case Literal(known):
            return Piece(lit(known is wanted))
        case Not(operand):
            return writer.test(operand, not wanted)
        case Logic(operator, operands):
            every = (operator == "&&") == wanted
            return writer.logic([(part, wanted) for part in operands], every)
        case Has(operand, name):
            sign = code("in") if wanted else code("not in")
            return compared(Piece(lit(name)), sign, writer.value(operand))
        case Choice():
            return _decision(writer, expr, wanted)
        case Binary(operator) if operator in _RELATIONS:
            return rule_comparisons.relation(writer, expr, wanted)
        case Macro():
            return _quantified(writer, expr, wanted)
        case Call():
            return _text_test(writer, expr, wanted)
    found = writer.value(expr)
    return found if wanted else negated(found)


def literal(expr: Literal) -> Piece:
    """A literal; a number below zero has a sign."""
    text = lit(expr.value)
    return Piece(text, SIGN if text[0] == "-" else ATOM)


def _item(base: Piece, key: Code, fails: bool = False) -> Piece:
    text = code("{}[{}]", wrapped(base, ATOM), key)
    return Piece(text, ATOM, fails or base.fails)


def _index(writer: Writer, expr: Index) -> Piece:
    base = writer.value(expr.operand)
    key = expr.index
    fails = expr.id in writer.failing
    found = writer.value(key)
    is_list = isinstance(members(writer.types[expr.operand.id])[0], List)
    if is_list and not (isinstance(key, Literal) and found.level == ATOM):
        return called(writer.use("cel_item"), base, found, fails=True)
    return _item(base, found.text, fails or found.fails)


def _display(
    opening: Code, items: list[Piece], closing: Code, last: Code = EMPTY
) -> Piece:
    inner = join(", ", [item.text for item in items])
    text = code("{}{}{}{}", opening, inner, last, closing)
    return Piece(text, ATOM, any(item.fails for item in items))


def items(writer: Writer, expr: Expr) -> Piece:
    """A list in which something is looked for; a display becomes a tuple."""
    if not isinstance(expr, ListDisplay):
        return writer.value(expr)
    parts = [writer.value(item) for item in expr.items]
    last = code(",") if len(parts) == 1 else EMPTY
    return _display(code("("), parts, code(")"), last)


def _map(writer: Writer, expr: MapDisplay) -> Piece:
    parts = [(writer.value(key), writer.value(item)) for key, item in expr.entries]
    entries = [
        Piece(code("{}: {}", key.text, item.text), ATOM, item.fails)
        for key, item in parts
    ]
    return _display(code("{{"), entries, code("}}"))


def _choice(condition: Piece, then: Piece, otherwise: Piece) -> Piece:
    parts = wrapped(then, OR), wrapped(condition, OR), otherwise.text
    fails = condition.fails or then.fails or otherwise.fails
    return Piece(code("{} if {} else {}", *parts), CHOICE, fails)


def _decision(writer: Writer, expr: Choice, wanted: bool) -> Piece:
    """A choice between conditions; with a literal it is an `and` or an `or`."""
    condition = writer.test(expr.test, True)
    if not condition.fails:
        for part, other, known in (
            (expr.then, expr.otherwise, True),
            (expr.otherwise, expr.then, False),
        ):
            if isinstance(part, Literal):
                decides = (part.value is True) == wanted
                first = (expr.test, known if decides else not known)
                return writer.logic([first, (other, wanted)], not decides)
    then = writer.test(expr.then, wanted)
    otherwise = writer.test(expr.otherwise, wanted)
    return _choice(condition, then, otherwise)


def _quantified(writer: Writer, expr: Macro, wanted: bool) -> Piece:
    """`all`, `exists` and `exists_one`."""
    source = writer.value(expr.operand)
    name = writer.bind(expr)
    body = writer.test(expr.body, True)
    every = (expr.name == "all") == wanted
    part = body if wanted or body.fails else writer.test(expr.body, False)
    writer.release(expr)
    items = wrapped(source, OR)
    if expr.name == "exists_one":
        count = code("sum({} for {} in {})", wrapped(body, OR), name, items)
        sign = code("==") if wanted else code("!=")
        found = Piece(count, ATOM, source.fails or body.fails)
        return compared(found, sign, Piece(code("1")))
    if body.fails:
        helper = writer.use("cel_all" if expr.name == "all" else "cel_exists")
        function = Piece(code("lambda {}: {}", name, body.text))
        found = called(helper, function, source, fails=True)
        return found if wanted else negated(found)
    func = code("all") if every else code("any")
    text = code("{}({} for {} in {})", func, part.text, name, items)
    return Piece(text, ATOM, source.fails)


def _comprehension(writer: Writer, expr: Macro) -> Piece:
    """`filter` and `map`."""
    source = writer.value(expr.operand)
    name = writer.bind(expr)
    chosen = expr.body if expr.name == "filter" else expr.condition
    made = Piece(name) if expr.name == "filter" else writer.value(expr.body)
    tail = EMPTY
    fails = source.fails or made.fails
    if chosen is not None:
        condition = writer.test(chosen, True)
        tail = code(" if {}", wrapped(condition, OR))
        fails = fails or condition.fails
    writer.release(expr)
    parts = made.text, name, wrapped(source, OR), tail
    return Piece(code("[{} for {} in {}{}]", *parts), ATOM, fails)


def _text_test(writer: Writer, expr: Call, wanted: bool) -> Piece:
    """`contains`, `startsWith`, `endsWith` and `matches`."""
    args = expr.args if expr.target is None else (expr.target, *expr.args)
    text = writer.value(args[0])
    if expr.function == "matches":
        assert isinstance(args[1], Literal)
        constant = writer.pattern(ecma_of(str(args[1].value)))
        found = called(code("{}.search", constant), text)
        sign = code("is not") if wanted else code("is")
        return compared(found, sign, Piece(code("None")))
    other = writer.value(args[1])
    if expr.function == "contains":
        return compared(other, code("in") if wanted else code("not in"), text)
    method = ident(_METHODS[expr.function])
    found = called(code("{}.{}", wrapped(text, ATOM), method), other)
    found = Piece(found.text, ATOM, found.fails or text.fails)
    return found if wanted else negated(found)
