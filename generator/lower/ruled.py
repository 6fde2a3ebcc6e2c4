"""Which nodes state rules across fields; what reads those is imported where some do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from ..ir import VALIDATIONS

if TYPE_CHECKING:
    from ..diagnostics import Sink
    from ..ir import Id, Operation
    from ..load.document import Document
    from .assertions import AssertionTable
    from .view import Part

KUBERNETES = "x-kubernetes-validations"
REQUIRES = "x-requires"
EXTENSIONS = frozenset((VALIDATIONS, KUBERNETES, REQUIRES))
"""The keywords that hold rules."""


def with_rules(
    document: Document, table: AssertionTable, parts: Mapping[Id, Part], sink: Sink
) -> Callable[[Operation], Operation]:
    """Give schemas their rules; gives back what does the same for an operation.

    `parts` are the nodes of the operations that have some.
    """
    if not table.ruled and not parts:
        return lambda operation: operation
    from .rules import Rules

    rules = Rules(document, table, sink)
    rules.of_schemas()

    def ruled(operation: Operation) -> Operation:
        part = parts.get(operation.id)
        if part is None:
            return operation
        return replace(operation, rules=rules.of_operation(operation, part))

    return ruled
