"""What the table of `kinds` is made of: rules for members, kinds of objects."""

from __future__ import annotations

from dataclasses import field
from typing import Literal, TypeAlias

from ..values import dataclass

Form: TypeAlias = Literal["leaf", "one", "map", "list", "texts", "types", "textmap"]
"""How a member holds its content.

leaf: no structure of ours in it; one, map, list: one or several objects of a kind;
texts: an array of strings; types: a string or an array of strings; textmap: an object
whose values are strings.
"""


@dataclass(frozen=True, slots=True)
class Rule:
    """What may stand in a member. `soft` members are dropped with a warning if wrong."""

    accepts: frozenset[type]
    expected: str
    form: Form = "leaf"
    kind: str = ""
    soft: bool = False
    values: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Kind:
    """An object of the specification.

    `free` is the rule for members with names of the author's choice; where it is None,
    unknown names draw a warning. `refs` says that `$ref` may stand for the object, and
    `siblings` that its other members count beside `$ref`. `required` members must be
    there; a value in `assumed` is filled in with a warning, where that is possible.
    Objects of a `rewritable` kind of Swagger 2.0 are rewritten once all are known;
    `foreign` are members of OpenAPI 3 that must not be passed over there.
    """

    name: str
    label: str
    fields: dict[str, Rule] = field(default_factory=dict)
    free: Rule | None = None
    refs: bool = False
    siblings: bool = False
    required: tuple[str, ...] = ()
    assumed: tuple[tuple[str, object], ...] = ()
    rewritable: bool = False
    foreign: frozenset[str] = frozenset()
