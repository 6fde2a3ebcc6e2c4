"""How the text of a parameter or a form field becomes a JSON value, as an expression."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ...ir import (
    Choices,
    Const,
    ListOf,
    MapOf,
    Named,
    Optional,
    Record,
    Scalar,
    TupleOf,
    TypeUse,
    Variants,
)
from .code import EMPTY, Code, code
from .layout import Atom, call, dict_display, list_display
from .literals import ident, lit
from .media import is_json_media

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ...ir import Encoding, Field, Header, Id, Operation, Parameter, Type
    from .layout import Expr
    from .types import Annotator

_DEPTH = 4
"""So many objects within each other are read with the types of their properties."""

_ORDER = ("boolean", "integer", "number", "bytes", "string")
_FORM = "application/x-www-form-urlencoded"
_SERVER = code("server")
_TRUE = Atom(code("True"))


class Form(NamedTuple):
    """How a form is read: its fields, None for text only, and those in a style.

    `texts` are the fields that are text under a media type of their own.
    """

    fields: Expr | None
    styled: tuple[Expr, ...]
    texts: tuple[str, ...] = ()


class Reader:
    """Writes `Reads` expressions; None stands for plain text, the default.

    `runtime` is the module of the runtime that has their classes.
    """

    def __init__(self, annotator: Annotator, runtime: Code = _SERVER) -> None:
        self._annotator = annotator
        self._runtime = runtime
        self._json = self._made("JsonText")
        self._parameters: dict[tuple[TypeUse, str], Expr | None] = {}

    def parameter(self, use: TypeUse, style: str = "form") -> Expr | None:
        """How a parameter is read: arrays and objects by its style."""
        key = (use, style)
        if key not in self._parameters:
            self._parameters[key] = self._parameter(use, style)
        return self._parameters[key]

    def _parameter(self, use: TypeUse, style: str) -> Expr | None:
        if style == "deepObject":
            return self._deep(use, ())
        if self._is_list(use):
            return self._items(use)
        record = self._annotator.resolve(use)
        if isinstance(record, Record):
            return self.fields(record.fields)
        if self._is_object(use):
            return self._made("Fields", [dict_display([])])
        return self._plain(use)

    def header(self, header: Header) -> tuple[Expr | None, list[tuple[Code, Expr]]]:
        """How a header of a response is read: what as, and named arguments."""
        if is_json_media(header.media):
            return self._json, []
        named: list[tuple[Code, Expr]] = []
        if header.explode and self._is_object(header.use):
            named.append((code("explode"), _TRUE))
        return self.parameter(header.use), named

    def found(
        self, parameter: Parameter, operation: Operation
    ) -> tuple[Expr | None, list[tuple[Code, Expr]]]:
        """How a parameter is found and read: what it is read as, and named arguments."""
        reads, styled = self._reads(parameter)
        named: list[tuple[Code, Expr]] = []
        if parameter.style not in ("form", "simple"):
            named.append((code("style"), Atom(lit(parameter.style))))
        is_deep = parameter.style == "deepObject"
        is_styled = parameter.explode and not parameter.media and not is_deep
        if is_styled and self.is_composed(parameter.use):
            named.append((code("explode"), _TRUE))
            if self.is_open(parameter.use) and parameter.style == "form":
                named.append((code("others"), _others(operation, parameter)))
        if styled:
            named.append((code("styled"), list_display(styled)))
        if parameter.required:
            named.append((code("required"), _TRUE))
        return reads, named

    def _reads(self, parameter: Parameter) -> tuple[Expr | None, list[Expr]]:
        """How the text of a parameter is read, and its properties that have styles."""
        if parameter.place == "querystring" and parameter.media in ("", _FORM):
            form = self.form(parameter.use, parameter.encodings, joins=True)
            fields = form.fields or self._made("Fields", [dict_display([])])
            return fields, list(form.styled)
        if not parameter.media:
            return self.parameter(parameter.use, parameter.style), []
        if is_json_media(parameter.media):
            return self._json, []
        return self.parameter(parameter.use), []

    def form(
        self, use: TypeUse, encodings: Iterable[Encoding] = (), *, joins: bool = False
    ) -> Form:
        """How the fields of a form are read, but for those that are multipart bodies.

        `joins`: arrays in JSON are one text.
        """
        record = self._annotator.resolve(use)
        if not isinstance(record, Record):
            return Form(None, ())
        known = {encoding.name: encoding for encoding in encodings}
        styled: list[Expr] = []
        members: list[tuple[Code, Expr]] = []
        for field in record.fields:
            encoding = known.get(field.name)
            if encoding and encoding.nesting is not None:
                continue
            if encoding and encoding.style and self.is_composed(field.use):
                styled.append(self._styled(field, encoding))
                continue
            reads = self._field(field.use)
            if encoding and not encoding.style and _is_json(encoding):
                reads = self._json
                if self._is_list(field.use) and not joins:
                    reads = self._made("Items", [self._json])
            if reads is not None:
                members.append((lit(field.name), reads))
        fields = self._made("Fields", [dict_display(members)])
        texts = [
            field.name
            for field in record.fields
            if field.name in known and self._is_other_text(field.use, known[field.name])
        ]
        return Form(fields, tuple(styled), tuple(texts))

    def text_part(self, use: TypeUse, encoding: Encoding | None) -> Expr | None:
        """How a part without a name is read, None where its media type says enough."""
        if encoding is not None and encoding.media and _is_json(encoding):
            return None
        if self.is_composed(use) or "bytes" in self._kinds(use):
            return None
        reads = self._plain(use)
        if reads is None and encoding and self._is_other_text(use, encoding):
            return self._made("Plain")
        return reads

    def _is_other_text(self, use: TypeUse, encoding: Encoding) -> bool:
        """Whether text goes under a media type which is not one of text."""
        media = encoding.media[0] if encoding.media and not encoding.style else ""
        if (
            not media
            or encoding.nesting is not None
            or media.startswith("text/")
            or _is_json(encoding)
        ):
            return False
        kinds = set(_flat(self._kinds(use)))
        return bool(kinds) and kinds.isdisjoint(("bytes", "object"))

    def _styled(self, field: Field, encoding: Encoding) -> Expr:
        reads = self.parameter(field.use, encoding.style)
        assert reads is not None
        named: list[tuple[Code, Expr]] = []
        if encoding.style != "form":
            named.append((code("style"), Atom(lit(encoding.style))))
        if encoding.explode and encoding.style != "deepObject":
            named.append((code("explode"), Atom(code("True"))))
        return self._made("Styled", [Atom(lit(field.name)), reads], named)

    def _deep(self, use: TypeUse, above: tuple[Id, ...]) -> Expr | None:
        """What is written with names in brackets: all of it, but for what recurs."""
        found = self._annotator.resolve(use)
        if isinstance(use.type, Named):
            own = use.type.id if isinstance(found, TypeUse) else found.id
            if own in above:
                plain = any(kind in _ORDER for kind in self._kinds(use))
                return self._plain(use) if plain else self._json
            above = (*above, own)
        if isinstance(found, Variants):
            composed = [one for one in found.options if self.is_composed(one)]
            return self._deep(composed[0], above) if composed else self._plain(use)
        if isinstance(found, Record):
            if self._objects(above) > _DEPTH:
                return self._json
            listed = [(item.name, self._deep(item.use, above)) for item in found.fields]
            members = [
                (lit(name), reads) for name, reads in listed if reads is not None
            ]
            return self._made("Fields", [dict_display(members)])
        kind = found.type if isinstance(found, TypeUse) else None
        if isinstance(kind, Optional):
            return self._deep(kind.inner, above)
        if isinstance(kind, ListOf):
            item = self._deep(kind.item, above)
            return self._made("Items", [] if item is None else [item])
        if isinstance(kind, MapOf):
            value = self._deep(kind.value, above)
            rest = [] if value is None else [value]
            return self._made("Fields", [dict_display([]), *rest])
        return self.parameter(use)

    def _objects(self, above: tuple[Id, ...]) -> int:
        shapes = self._annotator.api.shapes
        return sum(isinstance(shapes[id], Record) for id in above)

    def fields(self, fields: tuple[Field, ...]) -> Expr:
        """The properties of an object that are not plain text."""
        listed = [(field.name, self._field(field.use)) for field in fields]
        members = [(lit(name), reads) for name, reads in listed if reads is not None]
        return self._made("Fields", [dict_display(members)])

    def is_open(self, use: TypeUse) -> bool:
        """Whether the names of the properties of an object are data."""
        found = self._annotator.resolve(use)
        if isinstance(found, Record):
            return False
        kind = found.type if isinstance(found, TypeUse) else None
        if isinstance(kind, Optional):
            return self.is_open(kind.inner)
        return isinstance(kind, MapOf)

    def is_composed(self, use: TypeUse) -> bool:
        """Whether the value is an array or an object, so that `explode` matters."""
        return self._is_list(use) or self._is_object(use)

    def _field(self, use: TypeUse) -> Expr | None:
        if self._is_list(use):
            return self._items(use)
        if not self._is_object(use):
            return self._plain(use)
        kinds = [kind for kind in self._kinds(use) if isinstance(kind, str)]
        return self._json_text([kind for kind in kinds if kind != "object"])

    def _items(self, use: TypeUse) -> Expr:
        """An array; `single` where one value may also stand alone."""
        lists = [kind for kind in self._kinds(use) if isinstance(kind, list)]
        plain = [kind for kind in self._kinds(use) if isinstance(kind, str)]
        inner = [kind for kinds in lists for kind in kinds]
        scalars = [kind for kind in inner if isinstance(kind, str)]
        if len(scalars) < len(inner) or "object" in scalars:
            others = [kind for kind in scalars if kind != "object"]
            item: Expr | None = self._json_text(others)
        else:
            item = self._plain_of([*scalars, *plain])
        arguments = [] if item is None else [(EMPTY, item)]
        if plain:
            arguments.append((code("single="), Atom(code("True"))))
        items = [value for key, value in arguments if not key]
        named = [(code("single"), value) for key, value in arguments if key]
        return self._made("Items", items, named)

    def _plain(self, use: TypeUse) -> Expr | None:
        return self._plain_of(
            [kind for kind in self._kinds(use) if isinstance(kind, str)]
        )

    def _is_list(self, use: TypeUse) -> bool:
        return any(isinstance(kind, list) for kind in self._kinds(use))

    def _is_object(self, use: TypeUse) -> bool:
        return "object" in self._kinds(use)

    def _kinds(self, use: TypeUse, depth: int = 0) -> list[object]:
        """JSON types that a value may have, arrays as lists of those of their items."""
        if depth > 8:
            return []
        found = self._annotator.resolve(use)
        if isinstance(found, Record):
            return ["object"]
        if isinstance(found, Choices):
            return [_kind_of(choice.value) for choice in found.choices]
        if isinstance(found, Variants):
            kinds: list[object] = []
            for option in found.options:
                kinds += self._kinds(option, depth + 1)
            return kinds
        return self._of_type(found.type, depth)

    def _of_type(self, kind: Type, depth: int) -> list[object]:
        if isinstance(kind, Scalar):
            return [kind.kind] if kind.kind != "null" else []
        if isinstance(kind, Optional):
            return self._kinds(kind.inner, depth + 1)
        if isinstance(kind, Const):
            return [_kind_of(kind.value)]
        if isinstance(kind, ListOf):
            return [self._kinds(kind.item, depth + 1)]
        if isinstance(kind, TupleOf):
            items = [*kind.items, *([kind.rest] if kind.rest else [])]
            return [[one for item in items for one in self._kinds(item, depth + 1)]]
        return ["object"] if isinstance(kind, MapOf) else []

    def _json_text(self, scalars: list[str]) -> Expr:
        """JSON, or one of some scalars, where the value need be no array or object."""
        if not scalars:
            return self._json
        plain = self._plain_of(scalars)
        inner = self._made("Plain", []) if plain is None else plain
        return self._made("JsonText", [inner])

    def _plain_of(self, kinds: list[str]) -> Expr | None:
        """`Plain` of the kinds in the order in which a text is tried; None for text only."""
        known = {kind if kind in _ORDER else "string" for kind in kinds}
        ordered = [kind for kind in _ORDER if kind in known]
        if ordered in ([], ["string"]):
            return None
        listed = list_display([Atom(lit(kind)) for kind in ordered])
        return self._made("Plain", [listed])

    def _made(
        self,
        name: str,
        items: Iterable[Expr] = (),
        named: Iterable[tuple[Code, Expr]] = (),
    ) -> Expr:
        return call(code("{}.{}", self._runtime, ident(name)), items, named)


def _others(operation: Operation, parameter: Parameter) -> Expr:
    """The query parameters beside one that takes all that are left."""
    names = [
        item.name
        for item in operation.parameters
        if item.place == "query" and item is not parameter
    ]
    return list_display([Atom(lit(name)) for name in names])


def _kind_of(value: object) -> str:
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int):
        return "integer"
    return "number" if isinstance(value, float) else "string"


def _flat(kinds: list[object]) -> Iterator[object]:
    """The kinds of values and of the items of arrays."""
    for kind in kinds:
        if isinstance(kind, list):
            yield from _flat(kind)
        else:
            yield kind


def _is_json(encoding: Encoding) -> bool:
    media = (
        encoding.media[0].partition(";")[0].strip().lower() if encoding.media else ""
    )
    return media == "application/json" or media.endswith("+json")
