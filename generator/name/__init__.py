"""Naming: one pass over the whole API, with a memory.

Takes: an `Api`, and the names that the last generation gave.
Gives: `Names`, total over shapes, fields and operations, independent of key order.
Must not: look at the document, or leave a name for a later stage to make up.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..ir import Api
from . import reserved
from .names import Names, OperationName, ResourceName
from .operations import handler_names, name_operations, name_resources
from .part import names_of_part
from .scope import Scope
from .types import name_fields, name_functions, name_modules, name_types
from .words import snake

__all__ = [
    "NameOptions",
    "Names",
    "OperationName",
    "ResourceName",
    "memory_of",
    "name",
    "names_of_part",
]


@dataclass(frozen=True, slots=True)
class NameOptions:
    """What the user decides about names.

    `package` is a Python identifier, `env_prefix` the start of environment variables
    (empty: from the package). `memory` is what `memory_of` gave for the last generation.
    """

    package: str
    env_prefix: str = ""
    memory: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


def name(api: Api, options: NameOptions) -> Names:
    """Every identifier that generated code mentions."""
    scope = Scope(reserved.TYPES)
    types = name_types(api, options.memory.get("types", {}), scope)
    handlers = handler_names(api, options.memory.get("operations", {}))
    resources, of_operation = name_resources(api, scope)
    return Names(
        package=options.package,
        client="Client",
        async_client="AsyncClient",
        error_base="APIError",
        env_prefix=options.env_prefix or snake(options.package, "api").upper(),
        types=types,
        modules=name_modules(api, types, handlers),
        functions=name_functions(types),
        fields=name_fields(api),
        resources=resources,
        operations=name_operations(api, handlers, of_operation, scope),
        losers=tuple(scope.losers),
    )


def memory_of(names: Names) -> dict[str, dict[str, str]]:
    """What the next generation must know to rename nothing: JSON-able, sorted."""
    return {
        "operations": {
            key: names.operations[key].handler for key in sorted(names.operations)
        },
        "types": {key: names.types[key] for key in sorted(names.types)},
    }
