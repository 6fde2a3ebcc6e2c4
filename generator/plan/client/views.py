"""What the templates of the client print."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...values import dataclass
from ..python.code import EMPTY

if TYPE_CHECKING:
    from ..python.code import Code


@dataclass(frozen=True, slots=True)
class MethodView:
    """A method: overload stubs, then the signature, the docstring and the statements."""

    signature: Code
    docstring: Code
    body: Code
    overloads: tuple[Code, ...] = ()
    decorator: Code = EMPTY
    is_deprecated: bool = False


@dataclass(frozen=True, slots=True)
class ParamsView:
    """A class of fields, such as the TypedDict of a method's keyword arguments.

    `declaration` is its class line.
    """

    declaration: Code
    docstring: Code
    fields: tuple[Code, ...]


@dataclass(frozen=True, slots=True)
class ResourceClassView:
    """The class of a resource in one flavour.

    `wrappers` are the same operations with other results: whole responses, and open ones.
    """

    name: Code
    transport: Code
    docstring: Code
    wrappers: tuple[PropertyView, ...]
    methods: tuple[MethodView, ...]


@dataclass(frozen=True, slots=True)
class WrapperClassView:
    """The class of a resource whose methods give responses in place of results.

    `wrapped` are statements that make methods of those of `resource`, where `has_wrapped`;
    `methods` are written out, where `has_methods`.
    """

    name: Code
    docstring: Code
    transport: Code
    resource: Code
    has_wrapped: bool
    wrapped: tuple[Code, ...]
    has_methods: bool
    methods: tuple[MethodView, ...]


@dataclass(frozen=True, slots=True)
class WrapperView:
    """A module with methods of a resource that give responses."""

    header: Code
    docstring: Code
    imports: Code
    classes: tuple[WrapperClassView, ...]


@dataclass(frozen=True, slots=True)
class WrapperPackageView:
    """`client/raw/__init__.py`, or `client/streamed/__init__.py`."""

    header: Code
    docstring: Code


@dataclass(frozen=True, slots=True)
class ResourceView:
    """The module of a resource."""

    header: Code
    docstring: Code
    imports: Code
    constants: tuple[Code, ...]
    params: tuple[ParamsView, ...]
    classes: tuple[ResourceClassView, ...]


@dataclass(frozen=True, slots=True)
class PropertyView:
    """An attribute that is made when it is first used; `result` returns it."""

    signature: Code
    docstring: Code
    load: Code
    result: Code


@dataclass(frozen=True, slots=True)
class ClientView:
    """A client class."""

    name: Code
    base: Code
    docstring: Code
    source: Code
    http_client: Code
    has_credentials: bool
    has_webhook_secret: bool
    init_docstring: Code
    resources: tuple[PropertyView, ...]


@dataclass(frozen=True, slots=True)
class ClientsView:
    """`client/client.py`.

    `places` are the parameters that choose a server, `place` the argument that they go
    into, where `has_place`.
    """

    header: Code
    docstring: Code
    imports: Code
    service: Code
    places: tuple[Code, ...]
    has_place: bool
    place: Code
    clients: tuple[ClientView, ...]


@dataclass(frozen=True, slots=True)
class WebhooksView:
    """The module that reads webhooks.

    `records` are the classes of documented headers, `event` is the alias for what any
    webhook brings.
    """

    header: Code
    docstring: Code
    imports: Code
    records: tuple[ParamsView, ...]
    has_event: bool
    event: Code
    event_docstring: Code
    declaration: Code
    class_docstring: Code
    is_signed: bool
    secret_variable: Code
    methods: tuple[MethodView, ...]


@dataclass(frozen=True, slots=True)
class PackageView:
    """`client/__init__.py`."""

    header: Code
    imports: Code
    exported: Code
