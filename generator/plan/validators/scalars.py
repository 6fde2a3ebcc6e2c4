"""Checks of numbers, strings and listed values."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from ...ir import JsonObject
from ..python.code import EMPTY, Code, code, join
from ..python.layout import Atom, Bracketed, literal_expr, tuple_display
from ..python.literals import lit, number, told
from .schemas import stated_types, type_names
from .statements import Found, If, cond

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TypeAlias

    from .conditions import Path, Var
    from .emitter import Emitter
    from .schemas import Layer, Types
    from .statements import Cond, Found, Statement

    Check: TypeAlias = "tuple[Cond, list[Statement]]"

_BOUNDS = (
    ("minimum", code("<")),
    ("exclusiveMinimum", code("<=")),
    ("maximum", code(">")),
    ("exclusiveMaximum", code(">=")),
)
_WORDS = frozenset(name for name, _ in _BOUNDS)
_LOWER = frozenset(("minimum", "exclusiveMinimum"))
_REACHED_BY = {"maximum": code("<="), "exclusiveMaximum": code("<")}
"""The upper bounds, with how a number stands to them that fits; NaN does not."""

_OF_NUMBERS = frozenset((*(name for name, _ in _BOUNDS), "format", "multipleOf"))
_OF_TEXTS = frozenset(("format", "maxLength", "minLength", "pattern"))
_RANGES = {"int32": 31, "int64": 63}
_FINITE = frozenset(("double", "float"))
_FORMATS = {
    "byte": "is_byte",
    "date": "is_date",
    "date-time": "is_date_time",
    "time": "is_time",
    "uuid": "is_uuid",
}
MORE_FORMATS = {
    "duration": "is_duration",
    "email": "is_email",
    "hostname": "is_hostname",
    "idn-email": "is_idn_email",
    "idn-hostname": "is_idn_hostname",
    "ipv4": "is_ipv4",
    "ipv6": "is_ipv6",
    "iri": "is_iri",
    "iri-reference": "is_iri_reference",
    "json-pointer": "is_json_pointer",
    "regex": "is_regex",
    "relative-json-pointer": "is_relative_json_pointer",
    "uri": "is_uri",
    "uri-reference": "is_uri_reference",
    "uri-template": "is_uri_template",
}
"""The formats that are checked where the configuration asks for it."""

OF_ALL_SCRIPTS = frozenset(("idn-email", "idn-hostname"))
"""Those of them that have a module of the runtime for themselves."""

_CHECKS = {**_FORMATS, **MORE_FORMATS}

_LARGE = 2**53
_WIDE = 32
_MANY = 12


def numbers(
    emitter: Emitter, layers: Sequence[Layer], x: Var, path: Path, types: Types
) -> list[Statement]:
    """Checks of a number that is known to be one; the first that fails is reported.

    NaN and the infinities, which Python takes for numbers, are none in JSON.
    """
    bounded = _is_bounded(layers)
    found: list[Check] = []
    for layer in layers:
        if _OF_NUMBERS.isdisjoint(layer.node):
            continue
        for keyword, sign in _BOUNDS:
            bound = _number(layer.node.get(keyword))
            if bound is not None:
                limit = number(_as_compared(bound, types))
                test = cond(code("{} {} {}", x(), sign, limit))
                if bounded and keyword in _REACHED_BY and "fraction" in types:
                    reached = _REACHED_BY[keyword]
                    test = cond(code("not {} {} {}", x(), reached, limit))
                fault = _fault(emitter, x, path, keyword, told(bound), layer, types)
                found.append((test, [fault]))
        step = _number(layer.node.get("multipleOf"))
        if step is not None and step > 0:
            test = _not_multiple(emitter, x, step)
            name = "multipleOf"
            fault = _fault(emitter, x, path, name, told(step), layer, types)
            found.append((test, [fault]))
        kind = layer.node.get("format")
        if kind in _RANGES and kind in emitter.formats:
            low = number(-(2 ** _RANGES[str(kind)]))
            high = number(2 ** _RANGES[str(kind)] - 1)
            test = cond(code("not {} <= {} <= {}", low, x(), high))
            fault = _fault(emitter, x, path, "format", lit(kind), layer, types)
            found.append((test, [fault]))
    if "fraction" in types and not bounded:
        found += _not_finite(emitter, layers, x, path, types)
    return [If(found)] if found else []


def _fault(
    emitter: Emitter,
    x: Var,
    path: Path,
    keyword: str,
    expected: Code,
    layer: Layer,
    types: Types,
) -> Found:
    """A violation by a number; what Python takes for one, but JSON has not, is told so."""
    if "fraction" not in types:
        return emitter.fault(path, keyword, expected, layer.suffix)
    args = (x(), path.code(emitter.use), lit(keyword), expected)
    func = emitter.use("number_fault_at" if path.is_dynamic else "number_fault")
    return Found(func, args, layer.suffix, path.implies(layer.suffix))


def _is_bounded(layers: Sequence[Layer]) -> bool:
    """Whether numbers have a lower and an upper bound, so that none is infinite."""
    known = {word for layer in layers for word in _WORDS & layer.node.keys()}
    return not known.isdisjoint(_LOWER) and not known.isdisjoint(_REACHED_BY)


def _not_finite(
    emitter: Emitter, layers: Sequence[Layer], x: Var, path: Path, types: Types
) -> list[Check]:
    """Checks that what must be a number is one."""
    for layer in layers:
        kind = layer.node.get("format")
        if kind in _FINITE and kind in emitter.formats:
            largest = number(sys.float_info.max)
            test = cond(code("not -{} <= {} <= {}", largest, x(), largest))
            fault = _fault(emitter, x, path, "format", lit(kind), layer, types)
            return [(test, [fault])]
    for layer in layers:
        if "type" in layer.node:
            test = cond(code("not -1e999 < {} < 1e999", x()))
            expected = lit(type_names(stated_types(layer.node)))
            fault = _fault(emitter, x, path, "type", expected, layer, types)
            return [(test, [fault])]
    return []


def _as_compared(bound: int | float, types: Types) -> int | float:
    """A bound as the type that most values of these types have.

    Python compares two floats several times as fast as a float and an integer.
    """
    is_exact = isinstance(bound, int) and abs(bound) < _LARGE
    return float(bound) if is_exact and "fraction" in types else bound


def _not_multiple(emitter: Emitter, x: Var, step: int | float) -> Cond:
    if isinstance(step, float) and step.is_integer() and step < _LARGE:
        step = int(step)
    if isinstance(step, int) and not emitter.is_exact:
        return cond(code("{} % {} != 0", x(), number(step)))
    call = code("{}({}, {})", emitter.use("is_multiple"), x(), number(step))
    return cond(code("not {}", call))


def _number(value: object) -> int | float | None:
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return value
    return None


def texts(
    emitter: Emitter, layers: Sequence[Layer], x: Var, path: Path
) -> list[Statement]:
    """Checks of a string; the first that fails is reported."""
    found: list[Check] = []
    for layer in layers:
        if _OF_TEXTS.isdisjoint(layer.node):
            continue
        for keyword, sign in (("minLength", code("<")), ("maxLength", code(">"))):
            bound = _number(layer.node.get(keyword))
            if bound is not None and not (keyword == "minLength" and bound <= 0):
                test = cond(code("len({}) {} {}", x(), sign, number(bound)))
                fault = emitter.fault(path, keyword, told(bound), layer.suffix)
                found.append((test, [fault]))
        pattern = layer.node.get("pattern")
        if isinstance(pattern, str):
            name = emitter.module.pattern(pattern, path)
            if name is not None:
                test = cond(code("{}.search({}) is None", name, x()))
                shown = _short(pattern)
                word = "pattern"
                fault = emitter.fault(path, word, lit(shown), layer.suffix)
                found.append((test, [fault]))
        kind = layer.node.get("format")
        if kind in _CHECKS and kind in emitter.formats:
            test = cond(code("not {}({})", emitter.use(_CHECKS[str(kind)]), x()))
            fault = emitter.fault(path, "format", lit(kind), layer.suffix)
            found.append((test, [fault]))
    return [If(found)] if found else []


def _short(pattern: str) -> str:
    return pattern if len(pattern) <= 60 else f"{pattern[:57]}..."


def enumeration(
    emitter: Emitter,
    values: Sequence[object],
    is_const: bool,
    x: Var,
    path: Path,
    suffix: str,
    wrong: Callable[[Path, Code], Found] | None = None,
) -> list[Statement]:
    """A check that `x` is one of the values, as JSON compares them.

    `wrong` makes the violation where that is not the keyword's of the schema at `suffix`.
    """
    values = list({lit(value): value for value in values}.values())
    if is_const and len(values) == 1:
        expected = lit(values[0])
        if len(expected) > _WIDE and not isinstance(values[0], str):
            shown = literal_expr(values[0])
            expected = emitter.module.constant(path, shown, _kind(values[0]))
        fault: Statement = emitter.fault(path, "const", expected, suffix)
        return [If([(_differs(emitter, values[0], expected, x), [fault])])]
    keyword = "const" if is_const else "enum"
    if not values:
        return [emitter.fault(path, keyword, code("()"), suffix)]
    parts = [lit(value) for value in values]
    texts_only = all(isinstance(value, str) for value in values)
    if texts_only and len(values) > _MANY:
        items = [(EMPTY, Atom(part)) for part in parts]
        listed = Bracketed(code("{{"), items, code("}}"), True)
        allowed = emitter.module.constant(path, listed)
        test: Cond | None = cond(
            code("type({}) is not str or {} not in {}", x(), x(), allowed), True
        )
    else:
        allowed = code("({})", join(", ", parts))
        if len(parts) == 1:
            allowed = code("({},)", parts[0])
        if len(allowed) > _WIDE:
            shown = tuple_display([literal_expr(value) for value in values])
            kind = code("tuple[object, ...]") if any(map(_kind, values)) else EMPTY
            allowed = emitter.module.constant(path, shown, kind)
        if len(values) == 1:
            test = _differs(emitter, values[0], parts[0], x)
        else:
            test = _not_among(emitter, values, allowed, x)
    if test is None:
        return []
    if wrong is not None:
        return [If([(test, [wrong(path, allowed)])])]
    return [If([(test, [emitter.fault(path, keyword, allowed, suffix)])])]


def _kind(value: object) -> Code:
    """The annotation of a value; empty where type checkers find it by themselves.

    They cannot tell what an empty array or object would hold.
    """
    if isinstance(value, tuple):
        known = value and not any(map(_kind, value))
        return EMPTY if known else code("list[object]")
    if isinstance(value, JsonObject):
        known = value.members and not any(_kind(item) for _, item in value.members)
        return EMPTY if known else code("dict[str, object]")
    return EMPTY


def _not_among(
    emitter: Emitter, values: Sequence[object], allowed: Code, x: Var
) -> Cond:
    if set(map(type, values)) == {bool}:
        return cond(code("type({}) is not bool", x()))
    if all(value is None or isinstance(value, str) for value in values):
        return cond(code("{} not in {}", x(), allowed))
    if all(_is_plain(value) for value in values):
        text = code("type({}) is bool or {} not in {}", x(), x(), allowed)
        return cond(text, True)
    return cond(code("not {}({}, {})", emitter.use("is_among"), x(), allowed))


def _differs(emitter: Emitter, value: object, literal: Code, x: Var) -> Cond:
    if value is None or isinstance(value, bool):
        return cond(code("{} is not {}", x(), literal))
    if isinstance(value, str):
        return cond(code("{} != {}", x(), literal))
    if _is_plain(value):
        return cond(code("type({}) is bool or {} != {}", x(), x(), literal), True)
    return cond(code("not {}({}, ({},))", emitter.use("is_among"), x(), literal))


def _is_plain(value: object) -> bool:
    """Whether Python compares the value as JSON does once booleans are set apart."""
    return value is None or (
        isinstance(value, (str, int, float)) and not isinstance(value, bool)
    )
