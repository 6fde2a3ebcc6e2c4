"""What the templates of the server print."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...values import dataclass

if TYPE_CHECKING:
    from ..python.code import Code


@dataclass(frozen=True, slots=True)
class HandlerView:
    """A method of the protocol: its `def`, its docstring, what raises 501."""

    signature: Code
    docstring: Code
    unimplemented: Code


@dataclass(frozen=True, slots=True)
class CodecView:
    """A function that makes the codec of an operation; `imports` stand in its body.

    `parts` gives a name to what the validators know of the operation, where that is asked.
    """

    signature: Code
    docstring: Code
    imports: Code
    has_imports: bool
    parts: Code
    result: Code


@dataclass(frozen=True, slots=True)
class ModuleView:
    """One module: the protocol of a tag, a base that answers 501, the route table."""

    header: Code
    docstring: Code
    imports: Code
    protocol: Code
    protocol_docstring: Code
    unimplemented: Code
    unimplemented_docstring: Code
    handlers: tuple[HandlerView, ...]
    codecs: tuple[CodecView, ...]
    table: Code
    endpoints: tuple[Code, ...]


@dataclass(frozen=True, slots=True)
class SecurityView:
    """The schemes in use. `members` are fields of a class, or entries of a dict."""

    is_class: bool
    members: tuple[Code, ...]
    schemes: tuple[Code, ...]


@dataclass(frozen=True, slots=True)
class ReceiverView:
    """A function that makes routes for webhooks or callbacks, and the type of `paths`."""

    paths: Code
    paths_docstring: Code
    members: tuple[Code, ...]
    signature: Code
    docstring: Code
    result: Code


@dataclass(frozen=True, slots=True)
class AppView:
    """The module of the application.

    `has_security` tells whether operations need authenticators, `has_schemes` whether
    anything does.
    """

    header: Code
    docstring: Code
    imports: Code
    handlers: tuple[Code, ...]
    has_security: bool
    has_schemes: bool
    security: SecurityView
    receivers: tuple[ReceiverView, ...]
    groups: tuple[Code, ...]
    app_signature: Code
    app_docstring: Code
    routes_signature: Code
    routes_docstring: Code
    routes_call: Code
    build_call: Code


@dataclass(frozen=True, slots=True)
class PackageView:
    """`server/__init__.py`: everything that a server's author imports."""

    header: Code
    docstring: Code
    imports: Code
    exports: tuple[Code, ...]
