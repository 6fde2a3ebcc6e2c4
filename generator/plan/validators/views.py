"""What the templates of validators print."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...values import dataclass

if TYPE_CHECKING:
    from ..python.code import Code


@dataclass(frozen=True, slots=True)
class ModuleView:
    """A module of validators. `tables` refer to functions, so they stand last."""

    header: Code
    docstring: Code
    imports: Code
    constants: tuple[Code, ...]
    functions: tuple[Code, ...]
    tables: tuple[Code, ...]


@dataclass(frozen=True, slots=True)
class IndexView:
    """`validators/__init__.py`: pairs of a schema's name and `module:function`.

    `ways` has the same for the functions for one way, by the name of the argument.
    `imports` and `table` are those of a lazy package. With `is_accepting` what it has takes
    more than the types of `json.loads`.
    """

    header: Code
    docstring: Code
    is_accepting: bool
    imports: tuple[Code, ...]
    table: tuple[Code, ...]
    places: tuple[tuple[Code, Code], ...]
    ways: tuple[tuple[Code, tuple[tuple[Code, Code], ...]], ...]


@dataclass(frozen=True, slots=True)
class PartsView:
    """A table of operations; each entry is laid out already.

    `source` is the module of the runtime that has their class.
    """

    header: Code
    docstring: Code
    source: Code
    entries: tuple[Code, ...]


@dataclass(frozen=True, slots=True)
class PlacesView:
    """The operations, each with the module of its entry."""

    header: Code
    docstring: Code
    places: tuple[tuple[Code, Code], ...]


@dataclass(frozen=True, slots=True)
class PackageView:
    """An `__init__.py` without content."""

    header: Code
    docstring: Code
