"""Views of the classes and aliases that the tool made, under our names, with our texts."""

from __future__ import annotations

import ast
import re
from keyword import iskeyword
from typing import TYPE_CHECKING

from ...ir import Record
from ...values import dataclass
from ..models.definitions import alias_statement, field_text, shape_text
from ..models.views import DefinitionView, FieldView
from ..python.code import EMPTY, Code, code
from ..python.layout import (
    Atom,
    Bracketed,
    annotated_name,
    assignment,
    call,
    class_statement,
    dict_display,
)
from ..python.literals import docstring, ident, lit, sectioned
from .dmcg import ToolError
from .kinds import DATACLASS, MSGSPEC, PYDANTIC, TYPED_DICT
from .reading import unknown
from .structs import can_be_named

if TYPE_CHECKING:
    from ...ir import Field, Id, Shape
    from ..python.imports import Imports
    from ..python.layout import Expr
    from ..python.types import Annotator
    from .expressions import Expressions, Place
    from .keys import Keys
    from .kinds import Kind
    from .reading import ClassForm, Emitted, FieldForm

_KEY = re.compile(r"(?!__)[A-Za-z_]\w*", re.ASCII)
"""A key of a TypedDict that can stand in the body of a class."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a definition stands.

    `pending` are the shapes of the module `stem` that are not defined yet, with this
    one; `after_class` tells that a class stands above.
    """

    stem: str
    imports: Imports
    pending: frozenset[Id]
    after_class: bool


class Definitions:
    """Makes the definitions of one module. `base` is our base class of pydantic models."""

    def __init__(
        self,
        kind: Kind,
        emitted: Emitted,
        keys: Keys,
        expressions: Expressions,
        annotator: Annotator,
        base: tuple[str, str],
    ) -> None:
        self._kind = kind
        self._emitted = emitted
        self._keys = keys
        self._expressions = expressions
        self._annotator = annotator
        self._base = base

    def record(self, shape: Record, spot: Spot) -> DefinitionView:
        """The class of a record. Raises ToolError when the tool made none, or another."""
        form = self._emitted.classes.get(self._keys.type(shape.id))
        name = self._annotator.names.types[shape.id]
        if form is None:
            raise ToolError(f"it made no class for {name}")
        text = shape_text(shape) or f"The object `{name}`."
        if self._kind is TYPED_DICT and not all(
            _KEY.fullmatch(field.name) and not iskeyword(field.name)
            for field in shape.fields
        ):
            return self._functional(shape, form, spot, text)
        place = self._expressions.place(
            spot.imports, spot.stem, shadowed=self._shadowed(shape)
        )
        fields: list[FieldView] = []
        if self._is_closed(form):
            fields.append(self._closed(place))
        for field, declaration in self._declared(shape, form, place):
            about = field_text(field)
            gap = not fields or fields[-1].has_docstring or bool(about)
            fields.append(
                FieldView(
                    declaration=declaration,
                    docstring=docstring(about, 4) if about else EMPTY,
                    has_docstring=bool(about),
                    gap=gap or (len(fields) == 1 and self._is_closed(form)),
                )
            )
        if form.extra is not None:
            fields.append(self._extra(form.extra, place, fields))
        return DefinitionView(
            is_class=True,
            docstring=docstring(text, 4),
            has_docstring=True,
            apart=True,
            declaration=self._head(shape, form, spot),
            fields=tuple(fields),
        )

    def alias(self, shape: Shape, spot: Spot, is_forward: bool) -> DefinitionView:
        """The alias of a shape that is no record. Raises ToolError when there is none.

        `is_forward` tells that it names itself.
        """
        name = self._annotator.names.types[shape.id]
        node = self._emitted.aliases.get(self._keys.type(shape.id))
        if node is None:
            raise ToolError(f"it made no type for {name}")
        is_late = is_forward and self._kind is PYDANTIC
        pending: frozenset[Id] = frozenset() if is_late else spot.pending
        place = self._expressions.place(spot.imports, spot.stem, pending=pending)
        value = self._expressions.type(node, place)
        text = shape_text(shape)
        return DefinitionView(
            is_class=False,
            docstring=docstring(text, 0) if text else EMPTY,
            has_docstring=bool(text),
            apart=spot.after_class,
            declaration=alias_statement(ident(name), value, spot.imports, is_late),
        )

    def _shadowed(self, shape: Record) -> frozenset[str]:
        if not self._kind.has_attributes:
            return frozenset(field.name for field in shape.fields)
        return frozenset(self._annotator.names.fields[shape.id].values())

    def _head(self, shape: Record, form: ClassForm, spot: Spot) -> Code:
        """The `class` line, with its decorator."""
        place = self._expressions.place(spot.imports, spot.stem)
        name = ident(self._annotator.names.types[shape.id])
        keywords = [
            Atom(
                code(
                    "{}={}",
                    ident(key),
                    self._expressions.argument(key, value, place).flat,
                )
            )
            for key, value in form.keywords.items()
        ]
        if self._kind is DATACLASS:
            if len(form.decorators) != 1 or form.bases or keywords:
                raise ToolError("it made a dataclass of another form")
            decorator = form.decorators[0]
            if not isinstance(decorator, ast.Call):
                raise unknown(decorator)
            written = self._expressions.call(decorator, place)
            return code("@{}\nclass {}:", written.flat, name)
        if len(form.bases) != 1 or form.decorators:
            raise ToolError("it made a class with other bases")
        base = form.bases[0]
        if self._kind is PYDANTIC:
            found = self._expressions.imported(*self._base, place)
        else:
            if not isinstance(base, ast.Name):
                raise unknown(base)
            found = self._expressions.outer(base.id, base, place)
        return class_statement(name, [Atom(found), *keywords], 0)

    def _is_closed(self, form: ClassForm) -> bool:
        """Whether a class refuses properties that it does not list."""
        if not form.config:
            return False
        match form.config:
            case {"extra": ast.Constant(value="forbid" | "allow" as extra), **rest}:
                if not rest:
                    return extra == "forbid"
        raise ToolError("it made a model with another configuration")

    def _closed(self, place: Place) -> FieldView:
        """The configuration of a model that refuses further properties."""
        config = self._expressions.imported("pydantic", "ConfigDict", place)
        written = call(config, [], [(code("extra"), Atom(lit("forbid")))])
        declaration = assignment(code("model_config"), written, 4)
        return FieldView(declaration, EMPTY, has_docstring=False, gap=True)

    def _extra(
        self, node: ast.expr, place: Place, fields: list[FieldView]
    ) -> FieldView:
        """The field by which pydantic is told the type of the properties not listed."""
        described = self._expressions.imported("pydantic", "Field", place)
        return FieldView(
            declaration=annotated_name(
                code("__pydantic_extra__"),
                self._expressions.type(node, place),
                4,
                code("{}(init=False)", described),
            ),
            docstring=EMPTY,
            has_docstring=False,
            gap=not fields or fields[-1].has_docstring,
        )

    def _declared(
        self, shape: Record, form: ClassForm, place: Place
    ) -> list[tuple[Field, Code]]:
        """The fields in the document's order, each with its declaration.

        The tag of a struct is no field of it.
        """
        found: list[tuple[Field, Code]] = []
        left = dict(form.fields)
        tag = form.keywords.get("tag_field")
        for field in shape.fields:
            if self._kind is MSGSPEC and not can_be_named(field.name):
                continue
            key = self._key(shape, field)
            declared = left.pop(key, None)
            if declared is not None:
                found.append((field, self._field(shape, field, declared, place)))
            elif not isinstance(tag, ast.Constant) or tag.value != key:
                raise ToolError(f"it left out a field of {shape.place[-1]}")
        if left:
            raise ToolError(f"it made a field of its own: {min(left)}")
        return found

    def _key(self, shape: Record, field: Field) -> str:
        """The stand-in under which the tool declares a field."""
        attribute = field.name
        if self._kind.has_attributes:
            attribute = self._annotator.names.fields[shape.id][field.name]
        key = self._keys.property(field.name, attribute)
        return self._keys.aliases.get(key, key)

    def _field(
        self, shape: Record, field: Field, form: FieldForm, place: Place
    ) -> Code:
        annotation = self._expressions.type(form.annotation, place)
        if not self._kind.has_attributes:
            return annotated_name(ident(field.name), annotation, 4, EMPTY)
        attribute = self._annotator.names.fields[shape.id][field.name]
        name = ident(attribute)
        default = self._default(form, place, field.name, attribute)
        if isinstance(default, Bracketed):
            # a line that is too long goes to style
            return code("{}: {} = {}", name, annotation.flat, default.flat)
        written = default.flat if default is not None else EMPTY
        return annotated_name(name, annotation, 4, written)

    def _default(
        self, form: FieldForm, place: Place, wire: str, attribute: str
    ) -> Expr | None:
        """What stands behind the annotation.

        A dataclass has no place for the name on the wire, so that goes into the metadata
        of the field, where libraries that read dataclasses look for it.
        """
        node = form.default
        found: Expr | None = None
        if isinstance(node, ast.Call):
            found = self._expressions.call(node, place)
        elif node is not None:
            found = self._expressions.argument("default", node, place)
        if self._kind is not DATACLASS or wire == attribute:
            return found
        metadata = dict_display([(lit("alias"), Atom(lit(wire)))])
        arguments: list[tuple[Code, Expr]] = [(code("metadata"), metadata)]
        if found is not None:
            arguments.insert(0, (code("default"), found))
        return call(
            self._expressions.imported("dataclasses", "field", place), [], arguments
        )

    def _functional(
        self, shape: Record, form: ClassForm, spot: Spot, text: str
    ) -> DefinitionView:
        """A TypedDict with keys that are no identifiers: `TypedDict("Pet", {...})`.

        There is no room for docstrings between the keys, so what the document says of
        them stands below as well.
        """
        place = self._expressions.place(spot.imports, spot.stem, pending=spot.pending)
        members: list[tuple[Code, Expr]] = []
        texts = [(lit(field.name), field_text(field)) for field in shape.fields]
        keys = [(key, about) for key, about in texts if about]
        for field in shape.fields:
            declared = form.fields.get(self._key(shape, field))
            if declared is None:
                raise ToolError(f"it left out a field of {shape.place[-1]}")
            written = self._expressions.type(declared.annotation, place)
            members.append((lit(field.name), written))
        name = ident(self._annotator.names.types[shape.id])
        base = self._expressions.imported("typing", "TypedDict", place)
        value = call(base, [Atom(lit(name)), dict_display(members)])
        return DefinitionView(
            is_class=False,
            docstring=sectioned(text, "", [("Keys", keys)], 0),
            has_docstring=True,
            apart=spot.after_class,
            declaration=assignment(name, value, 0),
        )
