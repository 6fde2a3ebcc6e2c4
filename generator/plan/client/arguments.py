"""The arguments of a method: what each is called, where it goes, what it may be."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Literal, TypeAlias

from ...ir import Anything, Const, TypeUse
from ...values import dataclass
from ..python.code import code
from ..python.imports import Imports
from ..python.layout import Atom, subscript, union
from ..python.literals import ident, lit
from ..python.unions import needed
from .docs import parameter_text
from .files import BINARY, Files

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...ir import Json, Operation, Parameter
    from ...name import OperationName
    from ..python.layout import Expr
    from ..python.types import Annotator

Place: TypeAlias = Literal[
    "path", "query", "headers", "cookies", "field", "body", "content_type"
]
"""Where an argument goes: a keyword of `Transport.call`, or a property of the body."""

PLACES: dict[str, Place] = {
    "path": "path",
    "query": "query",
    "querystring": "query",
    "header": "headers",
    "cookie": "cookies",
}
IDEMPOTENCY = ("idempotency-key", "x-idempotency-key")
_LISTED = 8
"""So many media types are listed in a type; it is any text where there are more."""


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument: its identifier, its name on the wire, its type and what it does.

    `others` are the types that it has beside `use` in other forms of the body; `media`
    the media types that it chooses among; `is_sequence` tells that it is items.
    """

    name: str
    wire: str
    place: Place
    use: TypeUse
    required: bool
    text: str
    is_file: bool = False
    is_sequence: bool = False
    media: tuple[str, ...] = ()
    others: tuple[Argument, ...] = ()


def outside_body(operation: Operation, names: OperationName) -> list[Argument]:
    """The arguments of an operation that do not go into its body."""
    return [
        Argument(
            names.parameters[(parameter.place, parameter.name)],
            parameter.name,
            PLACES[parameter.place],
            parameter.use,
            parameter.required and assumed(parameter) is None,
            parameter_text(parameter),
        )
        for parameter in operation.parameters
        if not is_idempotency_key(parameter.place, parameter.name)
    ]


def is_idempotency_key(place: str, name: str) -> bool:
    """Whether a parameter is the key that every call can be given as an option."""
    return place == "header" and name.lower() in IDEMPOTENCY


def assumed(parameter: Parameter) -> tuple[Json] | None:
    """What to send for a required parameter that is left out, in a 1-tuple.

    Its default, or its only value. None for a parameter that must be given, or need not
    be sent.
    """
    if not parameter.required or parameter.place == "path":
        return None
    kind = parameter.use.type
    if isinstance(kind, Const) and isinstance(kind.value, str | int):
        return (kind.value,)
    is_given = parameter.default is not None and parameter.default[0] is not None
    return parameter.default if is_given else None


def in_order(arguments: Iterable[Argument], operation: Operation) -> list[Argument]:
    """Path parameters first, then what must be given; the media type comes last."""
    order = [segment.text for segment in operation.segments if segment.is_parameter]
    return sorted(arguments, key=lambda item: _rank(item, order))


def _rank(argument: Argument, path: list[str]) -> tuple[int, int]:
    if argument.place == "path":
        known = argument.wire in path
        return 0, path.index(argument.wire) if known else len(path)
    if argument.place == "content_type":
        return 3, 0
    return (1 if argument.required else 2), 0


def merged(groups: Iterable[tuple[Argument, ...]]) -> list[Argument]:
    """Arguments that fit every group: of one name and several types, those in union.

    One must be given where it must be in each of the groups.
    """
    listed = list(groups)
    found: dict[str, list[Argument]] = {}
    for group in listed:
        for argument in group:
            found.setdefault(argument.name, []).append(argument)
    return [
        replace(
            first,
            required=len(same) == len(listed) and all(item.required for item in same),
            others=tuple(other for other in rest if _type(other) != _type(first)),
        )
        for same in found.values()
        for first, *rest in [same]
    ]


def _type(argument: Argument) -> tuple[object, ...]:
    return argument.use, argument.is_file, argument.is_sequence, argument.media


def media_argument(
    name: str, media: Iterable[str], text: str, *, required: bool
) -> Argument:
    """The argument that chooses the media type of the body."""
    anything = TypeUse(Anything())
    listed = tuple(media)
    return Argument(name, "", "content_type", anything, required, text, media=listed)


def annotation(
    argument: Argument,
    annotator: Annotator,
    imports: Imports,
    shadowed: frozenset[str] = frozenset(),
) -> Expr:
    """The type of an argument that is given."""
    if argument.place == "content_type":
        return _media_type((argument, *argument.others), imports, shadowed)
    kinds: list[tuple[Expr, Imports]] = []
    for one in (argument, *argument.others):
        used = Imports()
        kinds.append((_annotation(one, annotator, used, shadowed), used))
    return union(needed(kinds, imports))


def _annotation(
    argument: Argument,
    annotator: Annotator,
    imports: Imports,
    shadowed: frozenset[str],
) -> Expr:
    if argument.is_file:
        is_whole = argument.place == "body" and argument.use.type == BINARY
        is_raw = is_whole and not argument.is_sequence
        name = "BodyContent" if is_raw else "FileInput"
        imports.add(".._runtime.files", name)
        files = Files(annotator, imports, shadowed, Atom(ident(name)))
        written = files.of(argument.use)
    else:
        written = annotator.annotation(argument.use, imports, shadowed=shadowed)
    if argument.is_sequence:
        imports.add("collections.abc", "Iterable")
        return subscript(code("Iterable"), [written])
    return written


def _media_type(
    arguments: Iterable[Argument], imports: Imports, shadowed: frozenset[str]
) -> Expr:
    """A literal of media types; any text beside it where they are many, or ranges."""
    media = dict.fromkeys(text for item in arguments for text in item.media)
    exact = [text for text in media if "*" not in text]
    text = Atom(code("str"))
    if "str" in shadowed:
        imports.add_module("builtins")
        text = Atom(code("builtins.str"))
    if not exact or len(media) > _LISTED:
        return text
    imports.add("typing", "Literal")
    listed = subscript(code("Literal"), [Atom(lit(item)) for item in exact])
    return listed if len(exact) == len(media) else union([listed, text])
