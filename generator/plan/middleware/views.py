"""What the templates of the middleware print."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...values import dataclass

if TYPE_CHECKING:
    from ..python.code import Code


@dataclass(frozen=True, slots=True)
class CodecView:
    """A function that makes the codec of an operation; `imports` stand in its body."""

    signature: Code
    docstring: Code
    imports: Code
    has_imports: bool
    result: Code


@dataclass(frozen=True, slots=True)
class ModuleView:
    """The operations of a resource: their codecs and their table."""

    header: Code
    docstring: Code
    imports: Code
    codecs: tuple[CodecView, ...]
    table: Code
    endpoints: tuple[Code, ...]


@dataclass(frozen=True, slots=True)
class RootView:
    """`middleware/__init__.py`: all tables together, and the paths of the servers."""

    header: Code
    docstring: Code
    imports: Code
    tables: tuple[Code, ...]
    bases: Code
