"""The whole API, as every later stage sees it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from ..values import dataclass
from .operations import Operation
from .origins import Origins
from .rules import VALIDATIONS
from .service import (
    NO_CONTACT,
    USUAL_ERRORS,
    Contact,
    ErrorShape,
    SecurityScheme,
    Server,
    Tag,
)
from .shapes import Assertions, Shape
from .types import Id
from .usage import Usage, usage_of
from .vocabulary import ONE_WAY


@dataclass(frozen=True)
class Api:
    """An API: shapes and assertions by id, operations in document order.

    `operations` are what callers ask of the service, `webhooks` and `callbacks` what the
    service asks of them. `components` maps the key of each schema component of the document to its id;
    `groups` lists the sets of roots (components, operations) whose shapes refer to each
    other in a circle, each sorted, singles left out. `webhook_signature` is the scheme that
    the document says its webhooks are signed by, empty where it says none.
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
    contact: Contact = NO_CONTACT
    callbacks: tuple[Operation, ...] = ()
    errors: ErrorShape = USUAL_ERRORS
    webhook_signature: str = ""
    origins: Origins = Origins()

    @cached_property
    def has_rules(self) -> bool:
        """Whether there are rules across fields."""
        called = (*self.operations, *self.webhooks, *self.callbacks)
        return any(operation.rules for operation in called) or any(
            keyword == VALIDATIONS
            for entry in self.assertions.values()
            for keyword, _ in entry.keywords
        )

    @cached_property
    def has_one_way(self) -> bool:
        """Whether any schema is `readOnly` or `writeOnly`."""
        return any(
            word in ONE_WAY and value is True
            for entry in self.assertions.values()
            for word, value in entry.keywords
        )

    @cached_property
    def usage(self) -> Usage:
        """Which way schemas travel, where any is `readOnly` or `writeOnly`."""
        return usage_of(self)

    @property
    def has_pages(self) -> bool:
        """Whether the results of an operation come in pages."""
        return any(operation.pagination for operation in self.operations)
