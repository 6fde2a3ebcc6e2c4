"""Views of classes, fields and aliases."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from ...ir import Anything, MapOf, Nothing, Optional, Scalar, TypeUse, thaw
from ..python.code import EMPTY, Code, code
from ..python.constants import filled_in
from ..python.layout import (
    Atom,
    annotated_name,
    assignment,
    call,
    class_statement,
    type_alias,
)
from ..python.literals import docstring, ident, lit
from ..python.prose import visible
from ..python.types import Scope, annotated, imported
from .views import DefinitionView, FieldView

if TYPE_CHECKING:
    from ...ir import Field, Record, Shape
    from ..python.code import Code
    from ..python.imports import Imports
    from ..python.layout import Expr
    from ..python.one_way import OneWay
    from ..python.types import Annotator

_CLOSED = (code("extra"), Atom(lit("forbid")))
_DEFAULT_WIDTH = 60
_STRUCTURE = re.compile(r"\n *(?:\n|[-*+|>#`~]|\d+[.)])")
"""What parts Markdown into blocks."""


def record_view(
    shape: Record,
    stem: str,
    annotator: Annotator,
    imports: Imports,
    base: Code,
    one_way: OneWay,
) -> DefinitionView:
    """The class of a record, below `base`. What it uses is added to `imports`.

    `one_way` tells whether a field that is only read or only written is always there.
    """
    identifiers = annotator.names.fields[shape.id]
    scope = Scope(imports, stem, True, frozenset(identifiers.values()))
    fields: list[FieldView] = []
    for field in shape.fields:
        identifier = identifiers[field.name]
        is_required = field.required and not one_way.record_may_lack(shape, field)
        annotation = _annotation(field, identifier, is_required, annotator, scope)
        text = field_text(field)
        has_docstring = bool(text)
        after_docstring = not fields or fields[-1].has_docstring
        fields.append(
            FieldView(
                declaration=annotated_name(
                    ident(identifier),
                    annotation,
                    4,
                    _default(field, is_required, annotator),
                ),
                docstring=docstring(text, 4) if has_docstring else EMPTY,
                has_docstring=has_docstring,
                gap=after_docstring or has_docstring,
            )
        )
    if shape.extra is not None and not isinstance(shape.extra.type, Anything):
        fields.append(_extra(shape.extra, annotator, scope, fields))
    keywords = [] if shape.extra is not None else [_CLOSED]
    name = annotator.names.types[shape.id]
    text = shape_text(shape) or f"The object `{name}`."
    return DefinitionView(
        is_class=True,
        docstring=docstring(text, 4),
        has_docstring=True,
        apart=True,
        declaration=class_statement(ident(name), [Atom(base)], 0, keywords),
        fields=tuple(fields),
    )


def _default(field: Field, is_required: bool, annotator: Annotator) -> Code:
    """What a field holds that was not given; empty where it must be given.

    A constant that is required can be nothing else, so nobody needs to give it; nor
    one that tells the options of a union apart.
    """
    if is_required or field.fixed:
        value = filled_in(field, annotator.api)
        if value is not None:
            return lit(value[0])
    return EMPTY if is_required else code("None")


def _extra(
    use: TypeUse, annotator: Annotator, scope: Scope, fields: list[FieldView]
) -> FieldView:
    """The field by which pydantic is told the type of the properties not listed."""
    written = annotator.annotation(
        TypeUse(MapOf(use)),
        scope.imports,
        home_module=scope.home_module,
        bounds=True,
        shadowed=scope.shadowed,
    )
    field = imported(scope, "pydantic", "Field")
    return FieldView(
        declaration=annotated_name(
            code("__pydantic_extra__"), written, 4, code("{}(init=False)", field)
        ),
        docstring=EMPTY,
        has_docstring=False,
        gap=not fields or fields[-1].has_docstring,
    )


def alias_view(
    shape: Shape,
    stem: str,
    annotator: Annotator,
    imports: Imports,
    is_forward: bool,
    after_class: bool,
) -> DefinitionView:
    """The alias of a shape that is no record.

    `is_forward` tells that it names itself, `after_class` that a class stands above.
    """
    name = ident(annotator.names.types[shape.id])
    value = annotator.definition(shape, Scope(imports, stem, True))
    text = shape_text(shape)
    has_docstring = bool(text)
    return DefinitionView(
        is_class=False,
        docstring=docstring(text, 0) if has_docstring else EMPTY,
        has_docstring=has_docstring,
        apart=after_class,
        declaration=alias_statement(name, value, imports, is_forward),
    )


def alias_statement(
    name: Code, value: Expr, imports: Imports, is_forward: bool
) -> Code:
    """The assignment that defines an alias; `is_forward` tells that it names itself."""
    if not is_forward:
        imports.add("typing", "TypeAlias")
        return type_alias(name, value, 0)
    imports.add("typing_extensions", "TypeAliasType")
    arguments = [Atom(lit(name)), Atom(lit(value.flat))]
    return assignment(name, call(code("TypeAliasType"), arguments), 0)


def _annotation(
    field: Field,
    identifier: str,
    is_required: bool,
    annotator: Annotator,
    scope: Scope,
) -> Expr:
    use = field.use
    if not is_required and not isinstance(use.type, Optional):
        is_null = isinstance(use.type, Scalar) and use.type.kind == "null"
        use = use if is_null else TypeUse(Optional(use))
    if use == TypeUse(Optional(TypeUse(Nothing()))):
        return Atom(imported(scope, ".._runtime.model", "Absent"))
    written = annotator.annotation(
        use,
        scope.imports,
        home_module=scope.home_module,
        bounds=True,
        shadowed=scope.shadowed,
    )
    if identifier != field.name:
        alias = [(code("alias"), Atom(lit(field.name)))]
        return annotated(written, alias, scope)
    return written


def shape_text(shape: Shape) -> str:
    """What the document says about a shape, Markdown; empty where it says nothing."""
    text = shape.description.strip() or _sentence(shape.title)
    if shape.deprecated:
        text = _with(text, "Deprecated.")
    return text if visible(text).strip() else ""


def field_text(field: Field) -> str:
    """What the document says about a field: its description, default, deprecation.

    A default is a remark for the reader; the server applies it.
    """
    text = field.description.strip()
    if field.default not in (None, (None,)) and "default" not in text.lower():
        value = json.dumps(thaw(field.default[0]), ensure_ascii=False)
        if len(value) <= _DEFAULT_WIDTH and "`" not in value:
            text = _with(text, f"Default: `{value}`.")
    if field.deprecated and "deprecated" not in text.lower():
        text = _with(text, "Deprecated.")
    return text if visible(text).strip() else ""


def _with(text: str, sentence: str) -> str:
    """Text and one more sentence: within a single paragraph, else below."""
    if not text:
        return sentence
    if _STRUCTURE.search(text):
        return f"{text}\n\n{sentence}"
    return f"{text} {sentence}" if text[-1] in ".!?:" else f"{text}. {sentence}"


def _sentence(title: str) -> str:
    title = title.strip()
    return title if not title or title[-1] in ".!?" else f"{title}."
