"""Rules across fields, asked of values that are made up."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from ..cel.nodes import Call, Literal, children
from ..cel.patterns import ecma_of
from ..ir import VALIDATIONS
from ..rules.checked import checked
from ..rules.evaluate import holds
from ..rules.types import SchemaTypes
from ..values import dataclass
from .patterns import Unreadable, matches, samples

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..cel import Checked
    from ..cel.nodes import Expr
    from ..ir import Id, Rule
    from .checker import Way
    from .nodes import Nodes


@dataclass(frozen=True, slots=True)
class Asked:
    """A rule of a schema, and the JSON types of the values that it is about."""

    rule: Rule
    checked: Checked
    about: frozenset[str]

    def holds(self, value: object) -> bool:
        """Whether the rule holds for a value with the right structure, or says nothing."""
        if _type_of(value) not in self.about:
            return True
        return holds(self.checked, {"self": value}, _matches)

    @property
    def names(self) -> tuple[str, ...]:
        """The properties of the object that the rule names, the one to blame first."""
        first = self.rule.path.split("/")[1:2]
        blamed = [token.replace("~1", "/").replace("~0", "~") for token in first]
        named = [str(path[1]) for path in self.checked.paths if len(path) > 1]
        return tuple(dict.fromkeys((*blamed, *named)))

    @property
    def constants(self) -> tuple[object, ...]:
        """The constants in the rule, the numbers beside them, and texts of its patterns."""
        found: list[object] = []
        waiting: list[Expr] = [self.checked.expr]
        while waiting:
            node = waiting.pop()
            waiting += children(node)
            if isinstance(node, Call) and node.function == "matches":
                found += _texts_of(node.args[-1])
            if isinstance(node, Literal):
                found.append(node.value)
                if type(node.value) is int:
                    found += [node.value + 1, node.value - 1]
        return tuple(found)


def asked(nodes: Nodes, schema: Id, way: Way) -> Iterator[Asked]:
    """The rules of a schema for values that go one way."""
    types = SchemaTypes(nodes.assertions)
    wanted = ("both", "request" if way == "request" else "response")
    rules = nodes.of(schema).get(VALIDATIONS)
    for rule in rules if isinstance(rules, tuple) else ():
        if rule.when in wanted:
            scope = {"self": types.of_rules(schema, rule.when)}
            yield Asked(rule, checked(rule, scope), types.ruled(schema))


def _texts_of(pattern: Expr) -> list[object]:
    """A text that a pattern matches, if one is found."""
    if not isinstance(pattern, Literal):
        return []
    try:
        return list(islice(samples(ecma_of(str(pattern.value)), 0), 1))
    except Unreadable:
        return []


def _type_of(value: object) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int | float):
        is_whole = isinstance(value, int) or value.is_integer()
        return "integer" if is_whole else "fraction"
    if isinstance(value, str):
        return "string"
    return "object" if isinstance(value, dict) else "array"


def _matches(pattern: str, text: str) -> bool:
    """Whether a pattern matches; no for one that cannot be followed in bounded time."""
    try:
        return matches(pattern, text)
    except Unreadable:
        return False
