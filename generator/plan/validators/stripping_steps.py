"""The few steps that functions are made of which take properties out of a value."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from ...values import dataclass

if TYPE_CHECKING:
    from ...ir import Id


@dataclass(frozen=True, slots=True)
class Strip:
    """An argument: the function that takes out what a schema says."""

    schema: Id


@dataclass(frozen=True, slots=True)
class Check:
    """An argument: the validator of a schema."""

    schema: Id


@dataclass(frozen=True, slots=True)
class Search:
    """An argument: what finds a pattern in a text."""

    pattern: str


@dataclass(frozen=True, slots=True)
class Known:
    """An argument: names that a schema lists."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Seen:
    """An argument: what a schema looks at, as `unevaluated*` need to know it."""

    schema: Id
    keyword: str


@dataclass(frozen=True, slots=True)
class Whole:
    """An argument: the value, as it was before anything was taken out."""


Argument: TypeAlias = (
    "Check | Known | Search | Seen | Strip | Whole | str | int"
    " | tuple[Check, Strip | None] | dict[str, Strip] | None"
)


@dataclass(frozen=True, slots=True)
class Apply:
    """Take out what another schema says of the same value."""

    schema: Id


@dataclass(frozen=True, slots=True)
class Change:
    """Call a function of the runtime with what there is, and with these arguments."""

    helper: str
    args: tuple[Argument, ...]


@dataclass(frozen=True, slots=True)
class Valid:
    """A condition: the value is valid by a schema, or is not if `other`."""

    schema: Id
    other: bool = False


@dataclass(frozen=True, slots=True)
class Has:
    """A condition: the value is an object with a property, or just an object or array."""

    name: str = ""
    kind: str = "object"


@dataclass(frozen=True, slots=True)
class Tagged:
    """A condition: a property has one of these values, or none of them if `other`.

    None stands for an object without it.
    """

    tag: str
    values: tuple[str | None, ...]
    other: bool = False


@dataclass(frozen=True, slots=True)
class Branch:
    """Steps under conditions, of which the first that holds counts."""

    arms: tuple[tuple[Valid | Has | Tagged, tuple[Step, ...]], ...]
    orelse: tuple[Step, ...] = ()


Step: TypeAlias = "Apply | Branch | Change"
