"""Rules across fields: read, checked against the schemas, and put into the model."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..cel import CelError, CelSyntaxError, show_path
from ..cel.facts import is_plain, quoted
from ..cel.types import (
    Bool,
    CelType,
    Field,
    Map,
    Object,
    can_be_null,
    members,
    union_of,
    without_null,
)
from ..diagnostics import Sink, diagnostic
from ..ir import VALIDATIONS, Assertions, Id, Operation, Rule
from ..load.document import Document
from ..rules.checked import checked, is_transition, path_leads
from ..rules.doubts import Doubt, Quadratic, doubts
from ..rules.exchange import (
    Body,
    bodies_of,
    exchange_of,
    held_for,
    scope_of,
    seen_requests,
    self_of,
)
from ..rules.types import SchemaTypes
from .assertions import AssertionTable
from .rule_texts import RuleTexts
from .ruled import REQUIRES
from .view import Part, escape


class Rules:
    """Takes in the rules of one document. A rule that cannot be used is left out, with an
    error that says where and why.
    """

    def __init__(self, document: Document, table: AssertionTable, sink: Sink) -> None:
        self._document = document
        self._table = table
        self._sink = sink
        self._texts = RuleTexts(document, sink)
        self._types = SchemaTypes(table.found)

    def of_schemas(self) -> None:
        """Give the assertions of schemas their rules."""
        for schema in self._table.ruled:
            node = self._document.node(schema)
            rules = tuple(self._of_schema(node, schema))
            entry = self._table.found.get(schema)
            if rules and entry is not None:
                keywords = (*entry.keywords, (VALIDATIONS, rules))
                self._table.found[schema] = Assertions(schema, keywords)

    def of_operation(self, operation: Operation, part: Part) -> tuple[Rule, ...]:
        """The rules that an operation states; `part` is its node."""
        assert isinstance(part.node, dict)
        found: list[Rule] = []
        for rule in self._texts.of(part.node, part.id, "exchange"):
            if rule.when == "both":
                reason = (
                    "a rule of an operation is of its request, response or exchange"
                )
                self._misplaced(rule, reason)
                continue
            bodies = bodies_of(operation, rule.when)
            if not bodies:
                body = "request" if rule.when == "request" else "whole answer"
                self._misplaced(rule, f"the operation has no {body} that is JSON")
                continue
            held = held_for(operation, rule, self._types)
            scope: Mapping[str, CelType]
            if rule.when == "exchange":
                scope = scope_of(exchange_of(operation), self._types) or {}
            else:
                scope = self_of((held or bodies)[0], self._types)
            if self._fits(rule, scope):
                found.append(rule)
                if rule.when == "exchange":
                    sent = bodies_of(operation, "request")
                    media = seen_requests(operation, self._types)
                    seen = tuple(body for body in sent if body.media in media)
                    if seen != sent:
                        bodies, held = sent + bodies, seen + held
                self._tell_others(rule, bodies, held)
        return tuple(found)

    def _tell_others(
        self, rule: Rule, bodies: tuple[Body, ...], held: tuple[Body, ...]
    ) -> None:
        """Report the bodies that a rule of an operation is not asked of."""
        others = ", ".join(str(body) for body in bodies if body not in held)
        if others:
            span = self._document.locate(rule.origin)
            asked = ", ".join(map(str, held))
            self._sink.add(diagnostic("W292", span, held=asked, others=others))

    def _of_schema(self, node: dict[str, Any], schema: Id) -> Iterator[Rule]:
        for rule in self._texts.of(node, schema, "both"):
            if rule.when == "exchange":
                reason = "a rule of a schema sees one value, not a whole exchange"
                self._misplaced(rule, reason)
            elif self._fits(rule, {"self": self._types.of_rules(schema, rule.when)}):
                yield rule
        scope = {"self": self._types.of_rules(schema)}
        for name, other, place in self._texts.required(node, schema):
            needed = self._requirement(name, other, place, scope["self"])
            if needed is not None and self._fits(needed, scope):
                yield needed

    def _fits(self, rule: Rule, scope: Mapping[str, CelType]) -> bool:
        """Whether a rule can be used; what is wrong with it is reported."""
        try:
            if is_transition(rule):
                self._sink.add(diagnostic("W290", self._document.locate(rule.origin)))
                return False
            found = checked(rule, scope)
        except CelError as error:
            self._unusable(rule, error)
            return False
        if not path_leads(rule, scope):
            node = self._document.node(rule.origin)
            name = "path" if "path" in node else "fieldPath"
            span = self._document.locate(f"{rule.origin}/{name}")
            self._sink.add(diagnostic("E293", span, path=rule.path))
            return False
        for doubt in doubts(found):
            self._doubt(rule, doubt)
        return True

    def _doubt(self, rule: Rule, doubt: Doubt) -> None:
        """Report what is odd about a rule."""
        span = self._document.locate_within(f"{rule.origin}/rule", doubt.offset)
        if isinstance(doubt, Quadratic):
            self._sink.add(diagnostic("W294", span, bound=doubt.size))
            return
        what = "requests" if doubt.word == "readOnly" else "answers"
        name = f"{doubt.name!a}"
        told = diagnostic("W293", span, what=what, name=name, word=doubt.word)
        self._sink.add(told)

    def _unusable(self, rule: Rule, error: CelError) -> None:
        """Report what is wrong with an expression, at its place in the text."""
        span = self._document.locate_within(f"{rule.origin}/rule", error.offset)
        code, usual = "E292", "correct the expression, or the schema"
        if isinstance(error, CelSyntaxError):
            code, usual = "E291", "correct the expression"
        advice = error.hint or usual
        self._sink.add(diagnostic(code, span, reason=error.message, advice=advice))

    def _requirement(
        self, name: str, other: str, place: Id, kind: CelType
    ) -> Rule | None:
        """The rule of one pair of `x-requires`: a property only together with another.

        One that is null counts as absent, and a boolean is there when it is true.
        """
        own, needs = _field(kind, name), _field(kind, other)
        if own is None or needs is None:
            missing = name if own is None else other
            self._no_requirement(place, f"the schema has no property {missing}")
            return None
        if name == other:
            self._no_requirement(place, f"{name} cannot be what {name} itself needs")
            return None
        is_switch = without_null(needs.type) == Bool()
        lacking = _lacking(name, own)
        present = [] if needs.is_required else [_has(other)]
        if is_switch:
            present.append(f"{_name(other)} == true")
        elif _may_be_null(needs):
            present.append(f"{_name(other)} != null")
        needed = " && ".join(present)
        if not needed:  # what must always be there is no condition
            return None
        if lacking and present[1:]:
            needed = f"({needed})"
        beside = f"`{other}: true`" if is_switch else f"`{other}`"
        return Rule(
            rule=" || ".join([*lacking, needed]),
            message=f"is only allowed together with {beside}",
            origin=place,
            path=f"/{escape(name)}",
        )

    def _no_requirement(self, place: Id, reason: str) -> None:
        span = self._document.locate(place)
        self._sink.add(diagnostic("E290", span, keyword=REQUIRES, reason=reason))

    def _misplaced(self, rule: Rule, reason: str) -> None:
        span = self._document.locate(rule.origin)
        self._sink.add(diagnostic("E294", span, reason=reason))


def _lacking(name: str, field: Field) -> list[str]:
    """The ways of a property not to be there, null among them."""
    has = _has(name)
    lacks = f"!{has}" if has.startswith("has(") else f"!({has})"
    found = [] if field.is_required else [lacks]
    return [*found, f"{_name(name)} == null"] if _may_be_null(field) else found


def _may_be_null(field: Field) -> bool:
    return field.is_nullable or can_be_null(field.type)


def _field(kind: CelType, name: str) -> Field | None:
    """A property as all objects of a type have it; None where one of them has it not."""
    found: list[Field] = []
    for one in members(kind):
        if isinstance(one, Map):
            found.append(Field(one.value))
        elif isinstance(one, Object) and name in one.fields:
            found.append(one.fields[name])
        else:
            return None
    is_required = bool(found) and all(field.is_required for field in found)
    is_nullable = any(field.is_nullable for field in found)
    kinds = union_of(field.type for field in found)
    return Field(kinds, is_required, is_nullable) if found else None


def _name(name: str) -> str:
    """A property of `self` in CEL, whatever its name is."""
    return show_path(("self", name))


def _has(name: str) -> str:
    """The question whether `self` has a property."""
    return f"has({_name(name)})" if is_plain(name) else f"{quoted(name)} in self"
