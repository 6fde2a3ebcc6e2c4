"""Functions for the rules across fields of a schema, and of an exchange as a whole.

Rules speak of values that have the right structure, so they are asked only where nothing
else was found. They stand in functions of their own, whose argument is `Any` to type
checkers: what the structure makes sure of, the rules have been checked for by `lower`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING

from ...ir import VALIDATIONS, Assertions, Rule
from ...rules.checked import checked
from ...rules.exchange import bodies_of, exchange_of, held_for, scope_of, scopes_of
from ...rules.types import SchemaTypes
from ...values import dataclass
from ..python.code import Code, code, join
from ..python.literals import WIDTH, docstring, ident, lit
from .conditions import Path, Var, is_type
from .patterns import Untranslatable, matcher
from .printer import Printer
from .rule_code import expression
from .statements import (
    Block,
    Call,
    For,
    Found,
    Guard,
    If,
    Line,
    cond,
    taken,
    when,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ...cel import CelType
    from ...ir import Api, Id, Operation, RuleWhen
    from ...name.names import OperationName
    from ..python.one_way import Way
    from .emitter import Emitter
    from .rule_code import RuleCode
    from .schemas import Node, Types
    from .statements import Cond, Statement

_LINE_BREAK = re.compile(r"\s*\n\s*")
_KINDS: tuple[tuple[RuleWhen, str], ...] = (
    ("request", "request"),
    ("response", "responses"),
)
ABOUT = "Violations of the rules across fields, or None where all hold."


def needs(api: Api) -> tuple[bool, tuple[str, ...]]:
    """Whether any rule of an API needs the runtime's `rules.py`, and their patterns."""
    patterns: list[str] = []
    has_helpers = False
    for rule, scope in _all(api):
        has_helpers |= bool(_made(rule, scope, patterns).helpers)
    return has_helpers, tuple(patterns)


def unsafe_patterns(api: Api) -> Iterator[tuple[Rule, str]]:
    """The rules with a pattern that cannot be checked safely, and why it cannot."""
    for rule, scope in _all(api):
        patterns: list[str] = []
        _made(rule, scope, patterns)
        for pattern in patterns:
            try:
                matcher(pattern)
            except Untranslatable as error:
                yield rule, f"of its pattern {pattern}, {error}"


def _all(api: Api) -> Iterator[tuple[Rule, Mapping[str, CelType]]]:
    """Each rule of an API, with the types of what it sees."""
    types = SchemaTypes(api.assertions)
    for schema in api.assertions:
        for rule in _stated(types.node(schema)):
            yield rule, {"self": types.of_rules(schema, rule.when)}
    for operation in (*api.operations, *api.webhooks, *api.callbacks):
        for rule in operation.rules:
            for scope in scopes_of(operation, rule, types):
                yield rule, scope


def _made(rule: Rule, scope: Mapping[str, CelType], patterns: list[str]) -> RuleCode:
    """A rule as Python that nobody will see; its patterns are added to those known."""

    def name_of(pattern: str) -> Code:
        patterns.append(pattern)
        return ident("pattern")

    names = {name: ident(name) for name in scope}
    return expression(checked(rule, scope), names, name_of)


@dataclass(frozen=True, slots=True)
class ExchangeEntry:
    """A public function for rules that see a request and its response.

    `request` and `response` are the functions that check the two of them, empty where
    there are none; `is_optional` says that the request may have no body.
    """

    name: str
    about: str
    request: str
    response: str
    is_optional: bool
    rules: tuple[Rule, ...]
    scope: Mapping[str, CelType]


def exchange_entry(
    operation: Operation, name: OperationName, types: SchemaTypes
) -> ExchangeEntry | None:
    """The function for the exchanges of an operation; None where no rule sees them."""
    rules = tuple(rule for rule in operation.rules if rule.when == "exchange")
    exchange = exchange_of(operation)
    scope, sent, got = scope_of(exchange, types), exchange.request, exchange.response
    if not rules or scope is None or got is None or not name.exchange_validator:
        return None
    held = held_for(operation, rules[0], types)
    statuses = " or ".join(dict.fromkeys(body.status for body in held))
    call = f"`{operation.method.upper()} {operation.path}`"
    return ExchangeEntry(
        name=name.exchange_validator,
        about=f"Check a {statuses} answer to {call} together with its request.",
        request=name.request_validators.get(sent.media, "") if sent else "",
        response=name.response_validators.get((got.status, got.media), ""),
        is_optional=exchange.is_optional,
        rules=rules,
        scope=scope,
    )


def _stated(node: Node) -> tuple[Rule, ...]:
    value = node.get(VALIDATIONS)
    return value if isinstance(value, tuple) else ()


def with_rules(
    emitter: Emitter, schema: Id, x: Var, body: list[Statement]
) -> list[Statement]:
    """The checks of a value, and those of the rules of its schema after them."""
    layers = emitter.schemas.layers(schema)
    ruled = [layer.schema for layer in layers if VALIDATIONS in layer.node]
    if not ruled:
        return body
    known = emitter.schemas.types(schema)
    if any(isinstance(item, Guard) and item.found is None for item in body):
        known -= {"null"}
    checks: list[Statement] = [item for item in body if not isinstance(item, Guard)]
    found = list(body)
    for own in ruled:
        for way, rules in _by_way(emitter.schemas.rules(own)):
            name = _of_schema(emitter, own, way, rules)
            types = SchemaTypes(emitter.schemas.assertions)
            about = _about(known, types.ruled(own), x, emitter)
            asked = [about] if about is not None else []
            if checks:
                asked.append(_sound(emitter, checks))
            found += _asked(Call(name, (x(),)), asked)
            checks = found
    return found


def _by_way(rules: Iterable[Rule]) -> Iterator[tuple[Way, tuple[Rule, ...]]]:
    """The rules that hold either way, then those for one way alone."""
    groups: dict[Way, list[Rule]] = {"": []}
    for rule in rules:
        way: Way = ""
        if rule.when == "request" or rule.when == "response":
            way = rule.when
        groups.setdefault(way, []).append(rule)
    for way, group in groups.items():
        if group:
            yield way, tuple(group)


def _of_schema(emitter: Emitter, own: Id, way: Way, rules: tuple[Rule, ...]) -> Code:
    """The function of some rules of a schema, written once in a module."""
    known = emitter.module.rules.get((own, way))
    if known is None:
        types = SchemaTypes(emitter.schemas.assertions)
        scope = {"self": types.of_rules(own, rules[0].when)}
        names = {"self": code("value")}
        known = _function(emitter, own, rules, scope, names, way)
        emitter.module.rules[(own, way)] = known
    return known


def _about(known: Types, ruled: Types, x: Var, emitter: Emitter) -> Cond | None:
    """The condition that a value has a type that rules are about; None if it must."""
    return None if known <= ruled else is_type(known & ruled, x, emitter)


def _sound(emitter: Emitter, checks: Iterable[Statement]) -> Cond:
    """The condition that the structure of a value is right, after these checks of it.

    What they have found may be that rules below are broken, which hides none above.
    """
    if not any(map(_calls, checks)):
        return cond(code("not found"))
    return cond(code("not found or {}(found)", emitter.use("only_rules")), loose=True)


def _calls(item: Statement) -> bool:
    """Whether a statement takes over what a function finds."""
    if isinstance(item, If):
        bodies = [*(body for _, body in item.arms), item.orelse]
        return any(test.call is not None for test, _ in item.arms) or any(
            map(_calls, chain.from_iterable(bodies))
        )
    if isinstance(item, (Block, For)):
        return any(map(_calls, item.body))
    return False


def _asked(call: Call, conditions: Sequence[Cond]) -> list[Statement]:
    """A call of a function of rules under conditions, the innermost first."""
    asked: list[Statement] = [
        If([(taken(call), [Line(code("found += errors"))])], result=call)
    ]
    for condition in conditions:
        asked = when(condition, asked)
    return asked


def _function(
    emitter: Emitter,
    schema: Id,
    rules: Iterable[Rule],
    scope: Mapping[str, CelType],
    names: Mapping[str, Code],
    way: Way = "",
) -> Code:
    """A function that asks rules, made here; `names` are its arguments, by variable.

    They are the rules of a schema for values that go one `way`, or either; where the
    schema is empty, of an exchange.
    """
    name = emitter.module.rules_name(schema, way)
    emitter.use("Violation")
    emitter.module.imports.add("typing", "Any")
    printer = Printer(None, direct=False)
    arguments = [code("{}: Any", item) for item in dict.fromkeys(names.values())]
    _head(printer, name, arguments, ABOUT)
    printer.add(code("found: list[Violation] = []"), 4)
    printer.body([_rule(emitter, rule, scope, names) for rule in rules], 4)
    printer.add(code("return found or None"), 4)
    emitter.module.add_after(printer)
    return name


def exchange_function(emitter: Emitter, entry: ExchangeEntry) -> Printer:
    """The function of the rules that see a request and its response.

    It checks each of them first, so that it can be called with anything.
    """
    emitter.use("Violation")
    request, response = code("request"), code("response")
    checks = [code("None"), code("None")]
    if entry.request:
        checks[0] = code("{}({})", ident(entry.request), request)
        if entry.is_optional:
            checks[0] = code("None if {} is None else {}", request, checks[0])
    if entry.response:
        checks[1] = code("{}({})", ident(entry.response), response)
    names = {"request": request, "response": response}
    rules = _function(emitter, "", entry.rules, entry.scope, names)
    printer = Printer(None, direct=False)
    arguments = [code("{}: object", item) for item in names.values()]
    _head(printer, ident(entry.name), arguments, entry.about)
    exchanged = emitter.use("exchanged")
    printer.call(code("found ="), Call(exchanged, tuple(checks)), 4)
    sound = code("not found or {}(found)", emitter.use("only_rules"))
    asked = _asked(Call(rules, (request, response)), [cond(sound, loose=True)])
    printer.body(asked, 4)
    printer.add(code("return found or None"), 4)
    return printer


def _head(printer: Printer, name: Code, arguments: Sequence[Code], about: str) -> None:
    """The `def` line and the docstring, as black would split them."""
    flat = join(", ", arguments)
    line = code("def {}({}) -> list[Violation] | None:", name, flat)
    if len(line) <= WIDTH:
        printer.add(line, 0)
    else:
        printer.add(code("def {}(", name), 0)
        printer.add(flat if arguments[1:] else code("{},", flat), 4)
        printer.add(code(") -> list[Violation] | None:"), 0)
    printer.add(docstring(about, 4), 4)


def _rule(
    emitter: Emitter,
    rule: Rule,
    scope: Mapping[str, CelType],
    names: Mapping[str, Code],
) -> Statement:
    made = expression(
        checked(rule, scope),
        names,
        lambda text: _pattern(emitter, text, rule),
        is_exact=emitter.is_exact,
    )
    for helper in sorted(made.helpers):
        emitter.use(helper)
    place = emitter.schemas.origins.of(rule.origin)
    args = [lit(text) for text in (rule.path, rule.message, place, _shown(rule))]
    if rule.code:
        args.append(lit(rule.code))
    return If([(made.broken, [Found(emitter.use("broken"), tuple(args))])])


def _shown(rule: Rule) -> str:
    """The text of a rule on one line, unless it has comments, which end with theirs."""
    text = rule.rule.strip()
    return text if "//" in text else _LINE_BREAK.sub(" ", text)


def _pattern(emitter: Emitter, text: str, rule: Rule) -> Code:
    """The constant for a pattern in a rule; one that is not safe was told (E291)."""
    tokens = tuple(token for token in rule.path.split("/")[1:] if token.isalnum())
    return emitter.module.pattern(text, Path(tokens)) or ident("pattern")


@dataclass(frozen=True, slots=True)
class RuledBody:
    """A body for which an operation has rules, beside those of its `schema`.

    `own` is the id of a schema with both; bodies with the same schema and rules share
    one. `kind` and `key` are those of the part: `request` with a media type, `responses`
    with a status and a media type.
    """

    kind: str
    key: str | tuple[str, str]
    own: Id
    schema: Id
    rules: tuple[Rule, ...]


def ruled_bodies(operation: Operation, types: SchemaTypes) -> Iterator[RuledBody]:
    """The bodies of an operation that rules of it are about."""
    for direction, kind in _KINDS:
        stated = tuple(rule for rule in operation.rules if rule.when == direction)
        if not stated:
            continue
        held = [(rule, held_for(operation, rule, types)) for rule in stated]
        known: list[RuledBody] = []
        for body in bodies_of(operation, direction):
            when = body.way or "both"
            rules = tuple(
                replace(rule, when=when) for rule, bodies in held if body in bodies
            )
            if not rules:
                continue
            key = (body.status, body.media) if body.status else body.media
            own = f"{operation.id}/{VALIDATIONS}/{direction}"
            if known:
                own = f"{own}/{len(known) + 1}"
            for other in known:
                if other.rules == rules and types.same(other.schema, body.schema):
                    own = other.own
                    break
            known.append(RuledBody(kind, key, own, body.schema, rules))
        yield from known


def operation_assertions(api: Api) -> dict[Id, Assertions]:
    """Their schemas by id: what the document says of the body, and the rules."""
    types = SchemaTypes(api.assertions)
    found: dict[Id, Assertions] = {}
    for operation in (*api.operations, *api.webhooks, *api.callbacks):
        for body in ruled_bodies(operation, types) if operation.rules else ():
            keywords = (("$ref", body.schema), (VALIDATIONS, body.rules))
            found.setdefault(body.own, Assertions(body.own, keywords))
    return found
