"""The types of the parts of multipart bodies, by what their encodings say."""

from __future__ import annotations

from ..ir import (
    Anything,
    Encoding,
    ListOf,
    MapOf,
    Named,
    Record,
    Scalar,
    TupleOf,
    TypeUse,
    Variants,
)
from .behind import Shapes, behind
from .media import FORMS, base_type, is_json, is_text

BINARY = TypeUse(Scalar("bytes"))
MULTIPART = "multipart/"


def is_row(use: TypeUse, shapes: Shapes) -> bool:
    """Whether a value is an array, whose parts stand in a row."""
    return isinstance(behind(use, shapes).type, ListOf | TupleOf)


def is_object(use: TypeUse, shapes: Shapes) -> bool:
    """Whether a value is an object, whose parts have names."""
    kind = behind(use, shapes).type
    is_record = isinstance(kind, Named) and isinstance(shapes.get(kind.id), Record)
    return is_record or isinstance(kind, MapOf)


def part_at(use: TypeUse, index: int, shapes: Shapes) -> TypeUse | None:
    """The type of the part at a position, `-1` for those after the first; None for none."""
    kind = behind(use, shapes).type
    if isinstance(kind, ListOf):
        return kind.item
    if not isinstance(kind, TupleOf):
        return None
    return kind.items[index] if 0 <= index < len(kind.items) else kind.rest


def count(use: TypeUse, shapes: Shapes) -> int:
    """How many parts of an array have a type of their own."""
    kind = behind(use, shapes).type
    return len(kind.items) if isinstance(kind, TupleOf) else 0


def row_use(
    use: TypeUse,
    positions: tuple[Encoding, ...],
    rest: Encoding | None,
    shapes: Shapes,
) -> TypeUse:
    """The type of an array of parts, with those that are files as bytes.

    It is `use` itself where no part differs from what its schema says.
    """
    whole = behind(use, shapes)
    kind = whole.type
    if isinstance(kind, ListOf):
        found: ListOf | TupleOf = ListOf(part_use(kind.item, rest, shapes))
    elif isinstance(kind, TupleOf):
        known = [*positions, *[rest] * len(kind.items)]
        pairs = zip(kind.items, known, strict=False)
        items = tuple(part_use(*pair, shapes) for pair in pairs)
        tail = None if kind.rest is None else part_use(kind.rest, rest, shapes)
        found = TupleOf(items, tail)
    else:
        return use
    return use if found == kind else TypeUse(found, whole.constraints)


def part_use(use: TypeUse, encoding: Encoding | None, shapes: Shapes) -> TypeUse:
    """The type of a part: bytes, where only its encoding tells what it is.

    That is so of a part that no schema describes, and of one whose schema describes an
    array or an object while its media type is not one of JSON.
    """
    if encoding is None or not encoding.media:
        return use
    if encoding.nesting is not None:
        return encoding.nesting.use
    if isinstance(use.type, Anything):
        return BINARY if _is_binary(encoding.media[0]) else use
    return BINARY if is_opaque(use, encoding.media, shapes) else use


def is_opaque(use: TypeUse, media: tuple[str, ...], shapes: Shapes) -> bool:
    """Whether a part has a media type in which nothing writes arrays and objects."""
    return bool(media) and all(map(_is_binary, media)) and _nests(use, shapes)


def _nests(use: TypeUse, shapes: Shapes) -> bool:
    """Whether a value is an array or an object, or may be one."""
    if is_row(use, shapes) or is_object(use, shapes):
        return True
    kind = behind(use, shapes).type
    shape = shapes.get(kind.id) if isinstance(kind, Named) else None
    options = shape.options if isinstance(shape, Variants) else ()
    return any(is_row(one, shapes) or is_object(one, shapes) for one in options)


def _is_binary(media: str) -> bool:
    media = base_type(media)
    return not (is_json(media) or is_text(media) or media in FORMS)
