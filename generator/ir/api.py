"""The whole API, as every later stage sees it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .operations import Operation, SecurityScheme
from .shapes import Assertions, Shape
from .types import Id


@dataclass(frozen=True, slots=True)
class Contact:
    """Who answers for the document (`info.contact`)."""

    name: str = ""
    url: str = ""
    email: str = ""


@dataclass(frozen=True, slots=True)
class Server:
    """A base URL; `variables` pairs a name with its default and its allowed values."""

    url: str
    description: str = ""
    variables: tuple[tuple[str, str, tuple[str, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class Tag:
    """A group of operations."""

    name: str
    description: str = ""


@dataclass(frozen=True, slots=True)
class Api:
    """An API: shapes and assertions by id, operations in document order.

    `components` maps the key of each schema component of the document to its id;
    `groups` lists the sets of roots (components, operations) whose shapes refer to each
    other in a circle, each sorted, singles left out.
    """

    title: str
    version: str
    description: str
    servers: tuple[Server, ...]
    tags: tuple[Tag, ...]
    components: Mapping[str, Id]
    shapes: Mapping[Id, Shape]
    assertions: Mapping[Id, Assertions]
    operations: tuple[Operation, ...]
    webhooks: tuple[Operation, ...]
    security_schemes: Mapping[str, SecurityScheme]
    groups: tuple[tuple[Id, ...], ...] = ()
    summary: str = ""
    contact: Contact = Contact()
