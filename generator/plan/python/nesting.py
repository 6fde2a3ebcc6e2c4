"""Multipart bodies within the parts of others: where an API has them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...ir import Alias, ListOf, MediaContent, Named, Optional, TupleOf

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ...ir import Api, Encoding, Id, Nesting, Operation


def content_of(nesting: Nesting) -> MediaContent:
    """A multipart body that is a part, as if it stood for itself."""
    return MediaContent(
        nesting.media,
        nesting.use,
        None,
        encodings=nesting.encodings,
        positions=nesting.positions,
        rest=nesting.rest,
    )


def placed(content: MediaContent) -> Iterator[tuple[str | int, Encoding]]:
    """The encodings of a body by property, or by position, `-1` for those that follow."""
    for encoding in content.encodings:
        yield encoding.name, encoding
    yield from enumerate(content.positions)
    if content.rest is not None:
        yield -1, content.rest


def nested(content: MediaContent) -> Iterator[tuple[str | int, Nesting]]:
    """The parts of a body that are multipart bodies, by their places in `placed`."""
    for place, encoding in placed(content):
        if encoding.nesting is not None:
            yield place, encoding.nesting


def row_type(content: MediaContent, api: Api) -> ListOf | TupleOf | None:
    """The type of a body whose parts stand in a row; None for parts with names."""
    if content.is_sequence:
        return ListOf(content.use)
    kind = content.use.type
    seen: set[Id] = set()
    while isinstance(kind, Named | Optional):
        if isinstance(kind, Optional):
            kind = kind.inner.type
            continue
        shape = api.shapes[kind.id]
        if not isinstance(shape, Alias) or kind.id in seen:
            return None
        seen.add(kind.id)
        kind = shape.target.type
    return kind if isinstance(kind, ListOf | TupleOf) else None


def is_read_in_parts(content: MediaContent, api: Api) -> bool:
    """Whether a server reads a body part by part, as the document has each of them."""
    if not content.media.startswith("multipart/"):
        return False
    return _has_nested(content) or row_type(content, api) is not None


def has_nesting(api: Api) -> bool:
    """Whether a call may send a multipart body within a part."""
    return any(map(_has_nested, _multipart(api.operations)))


def has_parts(api: Api) -> bool:
    """Whether some request is read part by part."""
    received = (*api.operations, *api.webhooks, *api.callbacks)
    return any(is_read_in_parts(content, api) for content in _multipart(received))


def _has_nested(content: MediaContent) -> bool:
    return next(nested(content), None) is not None


def _multipart(operations: Iterable[Operation]) -> Iterator[MediaContent]:
    for operation in operations:
        if operation.body is not None:
            for content in operation.body.contents:
                if content.media.startswith("multipart/"):
                    yield content
