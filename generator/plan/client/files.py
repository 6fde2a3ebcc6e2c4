"""Which arguments are files, and what their types read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...ir import (
    Alias,
    Anything,
    ListOf,
    Named,
    Optional,
    Scalar,
    TupleOf,
    TypeUse,
    Variants,
)
from ...values import dataclass
from ..python.code import code
from ..python.layout import Atom, subscript, union
from .contents import is_json, sent_record

if TYPE_CHECKING:
    from ...ir import Api, Encoding, Field, Id, MediaContent
    from ..python.code import Code
    from ..python.imports import Imports
    from ..python.layout import Expr
    from ..python.types import Annotator

BINARY = Scalar("bytes")
_NONE: frozenset[Id] = frozenset()


def is_multipart(media: str) -> bool:
    """Whether a media type is one of parts."""
    return media.startswith("multipart/")


def is_raw(content: MediaContent) -> bool:
    """Whether the whole body is bytes that nothing is known of."""
    return content.use.type == BINARY and not content.is_sequence


def may_be_file(content: MediaContent, field: Field, api: Api) -> bool:
    """Whether a property of a form is, or may be, a file."""
    if not is_multipart(content.media):
        return False
    use = sent_use(content, field)
    return has_bytes(use, api) or _is_encoded_file(content, field)


def sent_use(content: MediaContent, field: Field) -> TypeUse:
    """The type of a property as it is sent: that of its parts where it has some."""
    found = _encoding_of(content, field)
    if found is None or found.nesting is None:
        return field.use
    use = found.nesting.use
    use = TypeUse(ListOf(use)) if found.nesting.is_each else use
    is_null = isinstance(field.use.type, Optional)
    return TypeUse(Optional(use)) if is_null else use


def file_names(content: MediaContent, api: Api) -> list[str]:
    """The properties that are files and nothing else; `body` for a body of bytes."""
    if is_raw(content):
        return ["body"]
    record = sent_record(content, api)
    if record is None or not is_multipart(content.media):
        return []
    return [
        field.name
        for field in record.fields
        if _kinds(field.use, api) == {True} or _is_encoded_file(content, field)
        if not _is_nested(content, field)
    ]


def _is_nested(content: MediaContent, field: Field) -> bool:
    """Whether a property is a multipart body of its own."""
    found = _encoding_of(content, field)
    return found is not None and found.nesting is not None


def _encoding_of(content: MediaContent, field: Field) -> Encoding | None:
    return next((item for item in content.encodings if item.name == field.name), None)


def _is_encoded_file(content: MediaContent, field: Field) -> bool:
    """A property without a type whose encoding names media types of files only."""
    kind = field.use.type
    inner = kind.item.type if isinstance(kind, ListOf) else kind
    found = _encoding_of(content, field)
    return isinstance(inner, Anything) and found is not None and _is_binary(found)


def _is_binary(encoding: Encoding) -> bool:
    return bool(encoding.media) and not any(
        is_json(media) or media.startswith("text/") for media in encoding.media
    )


def has_bytes(use: TypeUse, api: Api) -> bool:
    """Whether a value of the type is, or may be, bytes."""
    return True in _kinds(use, api)


def _kinds(use: TypeUse, api: Api) -> set[bool]:
    """Whether the types that a part may have are files."""
    found: set[bool] = set()
    seen: set[Id] = set()
    waiting = [use]
    while waiting:
        kind = waiting.pop().type
        if isinstance(kind, Named):
            options = _options(kind.id, api)
            if kind.id not in seen:
                seen.add(kind.id)
                waiting += options
            if not options:
                found.add(False)
        elif isinstance(kind, Optional):
            waiting.append(kind.inner)
        elif isinstance(kind, ListOf):
            waiting.append(kind.item)
        elif isinstance(kind, TupleOf):
            waiting += [*kind.items, *([kind.rest] if kind.rest else [])]
        else:
            found.add(kind == BINARY)
    return found


def _options(id: Id, api: Api) -> tuple[TypeUse, ...]:
    """What an alias or a union stands for."""
    shape = api.shapes[id]
    if isinstance(shape, Alias):
        return (shape.target,)
    return shape.options if isinstance(shape, Variants) else ()


@dataclass(frozen=True, slots=True)
class Files:
    """Writes types with the forms of a file, `file`, in place of bytes."""

    annotator: Annotator
    imports: Imports
    shadowed: frozenset[str]
    file: Expr

    def of(self, use: TypeUse, above: frozenset[Id] = _NONE) -> Expr:
        """The type of a value that is or holds files.

        Within itself, a type that leads back to itself stays as it is.
        """
        kind = use.type
        if kind == BINARY or isinstance(kind, Anything):
            return self.file
        if isinstance(kind, Optional):
            return union([self.of(kind.inner, above), Atom(code("None"))])
        if isinstance(kind, ListOf):
            return subscript(self._list(), [self.of(kind.item, above)])
        if isinstance(kind, TupleOf) and has_bytes(use, self.annotator.api):
            return self._tuple(kind, above)
        is_new = isinstance(kind, Named) and kind.id not in above
        if isinstance(kind, Named) and is_new and has_bytes(use, self.annotator.api):
            return self._named(kind.id, above | {kind.id})
        return self.annotator.annotation(use, self.imports, shadowed=self.shadowed)

    def _named(self, id: Id, above: frozenset[Id]) -> Expr:
        options = _options(id, self.annotator.api)
        return union([self.of(option, above) for option in options])

    def _tuple(self, kind: TupleOf, above: frozenset[Id]) -> Expr:
        rest = [] if kind.rest is None else [kind.rest]
        if rest or not kind.items:
            items = [self.of(item, above) for item in (*kind.items, *rest)]
            return subscript(self._list(), [union(items)])
        return subscript(code("tuple"), [self.of(item, above) for item in kind.items])

    def _list(self) -> Code:
        if "list" not in self.shadowed:
            return code("list")
        self.imports.add_module("builtins")
        return code("builtins.list")
