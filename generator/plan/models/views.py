"""What the templates of the models print."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...values import dataclass

if TYPE_CHECKING:
    from ..python.code import Code


@dataclass(frozen=True, slots=True)
class FieldView:
    """A field: its declaration, its docstring, and whether a blank line goes before."""

    declaration: Code
    docstring: Code
    has_docstring: bool
    gap: bool


@dataclass(frozen=True, slots=True)
class DefinitionView:
    """A class or an alias; `declaration` is the `class` line or the assignment.

    `apart` asks for two blank lines above instead of one.
    """

    is_class: bool
    docstring: Code
    has_docstring: bool
    apart: bool
    declaration: Code
    fields: tuple[FieldView, ...] = ()


@dataclass(frozen=True, slots=True)
class ModuleView:
    """One module of models."""

    header: Code
    docstring: Code
    imports: Code
    definitions: tuple[DefinitionView, ...]


@dataclass(frozen=True, slots=True)
class PackageView:
    """`models/__init__.py`: imports for type checkers, entries `"Pet": "pet"`."""

    header: Code
    docstring: Code
    imports: tuple[Code, ...]
    table: tuple[Code, ...]
