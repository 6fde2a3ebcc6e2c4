"""The arguments of a method: what each is called, where it goes, what it may be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from ...ir import Alias, ListOf, Named, Optional, Scalar, Variants
from ..python.code import code
from ..python.layout import Atom, subscript, union
from ..python.literals import ident
from .contents import MULTIPART, sent, sent_record
from .docs import field_text, parameter_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...ir import Api, MediaContent, Operation, TypeUse
    from ...name import OperationName
    from ..python.code import Code
    from ..python.imports import Imports
    from ..python.layout import Expr
    from ..python.types import Annotator

Place: TypeAlias = Literal["path", "query", "headers", "cookies", "field", "body"]
"""Where an argument goes: a keyword of `Transport.call`, or a property of the body."""

PLACES: dict[str, Place] = {
    "path": "path",
    "query": "query",
    "querystring": "query",
    "header": "headers",
    "cookie": "cookies",
}
IDEMPOTENCY = ("idempotency-key", "x-idempotency-key")


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument: its identifier, its name on the wire, its type and what it does."""

    name: str
    wire: str
    place: Place
    use: TypeUse
    required: bool
    text: str
    is_file: bool = False


def arguments(api: Api, operation: Operation, names: OperationName) -> list[Argument]:
    """The arguments of an operation: path parameters first, then what must be given."""
    found: list[Argument] = []
    for parameter in operation.parameters:
        if is_idempotency_key(parameter.place, parameter.name):
            continue
        found.append(
            Argument(
                names.parameters[(parameter.place, parameter.name)],
                parameter.name,
                PLACES[parameter.place],
                parameter.use,
                parameter.required,
                parameter_text(parameter),
            )
        )
    found += _of_body(api, operation, names, {argument.name for argument in found})
    order = [segment.text for segment in operation.segments if segment.is_parameter]
    return sorted(found, key=lambda item: _rank(item, order))


def is_idempotency_key(place: str, name: str) -> bool:
    """Whether a parameter is the key that every call can be given as an option."""
    return place == "header" and name.lower() in IDEMPOTENCY


def _rank(argument: Argument, path: list[str]) -> tuple[int, int]:
    if argument.place == "path":
        known = argument.wire in path
        return 0, path.index(argument.wire) if known else len(path)
    return (1 if argument.required else 2), 0


def _of_body(
    api: Api, operation: Operation, names: OperationName, taken: set[str]
) -> list[Argument]:
    content = sent(operation)
    if content is None or operation.body is None:
        return []
    record = sent_record(content, api)
    if record is None:
        name = next(item for item in ("body", "content", "body_") if item not in taken)
        text = operation.body.description or "What to send."
        required = operation.body.required
        is_file = _is_file(content)
        return [Argument(name, "", "body", content.use, required, text, is_file)]
    return [
        Argument(
            names.body_fields[field.name],
            field.name,
            "field",
            field.use,
            field.required and operation.body.required,
            field_text(field),
            content.media == MULTIPART and _has_bytes(field.use, api),
        )
        for field in record.fields
        if not field.read_only
    ]


def _is_file(content: MediaContent) -> bool:
    return content.use.type == Scalar("bytes")


def file_names(operation: Operation, api: Api) -> list[str]:
    """The properties of a multipart body that are files and nothing else.

    For a body that is one file: `body`.
    """
    content = sent(operation)
    if content is None:
        return []
    record = sent_record(content, api)
    if record is None:
        return ["body"] if _is_file(content) else []
    if content.media != MULTIPART:
        return []
    return [item.name for item in record.fields if set(_kinds(item.use, api)) == {True}]


def _has_bytes(use: TypeUse, api: Api) -> bool:
    """Whether the value of a multipart field is, or may be, a file."""
    return any(_kinds(use, api))


def _kinds(use: TypeUse, api: Api) -> Iterator[bool]:
    """For each type that a part of a multipart field may have, whether it is a file."""
    kind = use.type
    shape = api.shapes[kind.id] if isinstance(kind, Named) else None
    if isinstance(kind, Optional):
        yield from _kinds(kind.inner, api)
    elif isinstance(kind, ListOf):
        yield from _kinds(kind.item, api)
    elif isinstance(shape, Alias):
        yield from _kinds(shape.target, api)
    elif isinstance(shape, Variants):
        for option in shape.options:
            yield from _kinds(option, api)
    else:
        yield kind == Scalar("bytes")


def annotation(
    argument: Argument,
    annotator: Annotator,
    imports: Imports,
    shadowed: frozenset[str] = frozenset(),
) -> Expr:
    """The type of an argument that is given."""
    if argument.is_file:
        name = "FileContent" if argument.place == "body" else "FileInput"
        imports.add(".._runtime.files", name)
        return _Files(annotator, imports, shadowed, Atom(ident(name))).of(argument.use)
    return annotator.annotation(argument.use, imports, shadowed=shadowed)


@dataclass(frozen=True, slots=True)
class _Files:
    """Writes types with the forms of a file, `file`, in place of bytes."""

    annotator: Annotator
    imports: Imports
    shadowed: frozenset[str]
    file: Expr

    def of(self, use: TypeUse) -> Expr:
        """The type of a value that is or holds files."""
        kind = use.type
        if kind == Scalar("bytes"):
            return self.file
        if isinstance(kind, Optional):
            return union([self.of(kind.inner), Atom(code("None"))])
        if isinstance(kind, ListOf):
            return subscript(self._list(), [self.of(kind.item)])
        if isinstance(kind, Named) and _has_bytes(use, self.annotator.api):
            shape = self.annotator.api.shapes[kind.id]
            if isinstance(shape, Alias):
                return self.of(shape.target)
            if isinstance(shape, Variants):
                return union([self.of(option) for option in shape.options])
        return self.annotator.annotation(use, self.imports, shadowed=self.shadowed)

    def _list(self) -> Code:
        if "list" not in self.shadowed:
            return code("list")
        self.imports.add_module("builtins")
        return code("builtins.list")
