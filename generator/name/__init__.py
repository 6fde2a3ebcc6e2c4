"""Naming: one pass over the whole API, with a memory.

Takes: an `Api`, and the names that the last generation gave.
Gives: `Names`, total over shapes, fields and operations. Keys may stand in any order; only
       of operations that share an id, the first one in the document is called by it.
Must not: look at the document, or leave a name for a later stage to make up.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field

from ..ir import Api, Id
from ..values import dataclass
from . import reserved
from .errors import name_errors
from .memory import Memory, Past, memory_of, past_of, shape_keys
from .names import Names, OperationName, ResourceName
from .operations import handler_names, name_operations
from .part import names_of_part
from .receivers import (
    kept_by_senders,
    kept_readers,
    name_readers,
    name_receivers,
    receiver_handlers,
)
from .renamed import WAYS, still_valid
from .reserved import CLIENT_CLASSES, PAGE_CLASSES
from .resources import group_operations, keep_classes, name_resources
from .scope import Scope
from .servers import name_variables
from .twice import report_repeated
from .types import name_fields, name_functions, name_modules, type_candidates
from .words import snake

__all__ = [
    "CLIENT_CLASSES",
    "Memory",
    "NameOptions",
    "Names",
    "OperationName",
    "PAGE_CLASSES",
    "ResourceName",
    "memory_of",
    "name",
    "names_of_part",
    "report_repeated",
]


@dataclass(frozen=True, slots=True)
class NameOptions:
    """What the user decides about names.

    `package` is a Python identifier, `env_prefix` the start of environment variables
    (empty: from the package). `memory` is what `memory_of` gave for the last generation.
    """

    package: str
    env_prefix: str = ""
    memory: Memory = field(default_factory=dict)


def name(api: Api, options: NameOptions) -> Names:
    """Every identifier that generated code mentions."""
    past = still_valid(past_of(options.memory), api)
    keys = shape_keys(api)
    handlers = handler_names(api, past)
    receivers = receiver_handlers(api, past)
    methods = {**receivers, **handlers}
    groups = group_operations(api)
    scope = Scope(reserved.TYPES | _elsewhere(api, past))
    known = {id: past.types[key] for id, key in keys.items() if key in past.types}
    types_kept = scope.keep(known, known)
    classes_kept = keep_classes(groups, past, scope)
    params_past = past.of_params(groups.of_operation)
    params_kept = scope.keep(params_past, params_past)
    types = scope.fill(type_candidates(api, methods), types_kept)
    homes = set(kept_by_senders(api, past, "module").values())
    resources = name_resources(groups, past, homes, classes_kept, scope)
    fields = name_fields(api, keys, past)
    of_operation = {id: resources[key] for id, key in groups.of_operation.items()}
    operations = name_operations(
        api, handlers, of_operation, fields, past, scope, params_kept
    )
    receiving = name_receivers(api, receivers, resources.values(), fields, past, scope)
    readers = name_readers(api, past, scope)
    ways = WAYS if api.has_one_way else ()
    functions, variants = name_functions(types, keys, past, ways=ways)
    return Names(
        package=options.package,
        client="Client",
        async_client="AsyncClient",
        error_base="APIError",
        env_prefix=options.env_prefix or snake(options.package, "api").upper(),
        types=types,
        modules=name_modules(api, types, methods, past),
        functions=functions,
        variants=variants,
        fields=fields,
        resources=tuple(resources.values()),
        operations={**operations, **receiving},
        server_variables=name_variables(api),
        losers=tuple(scope.losers),
        webhooks=readers.get("reader", ""),
        webhook_event=readers.get("event", ""),
        error_stems=name_errors(api, types, _classes(types, resources.values())),
    )


def _classes(
    types: Mapping[Id, str], resources: Iterable[ResourceName]
) -> frozenset[str]:
    """The classes that modules of the client import or define."""
    return frozenset((*types.values(), *(item.class_name for item in resources)))


def _elsewhere(api: Api, past: Past) -> set[str]:
    """The names of the past that no new type may take: constants, classes of receivers."""
    found = set(past.of_operations("constant").values())
    for family in kept_by_senders(api, past, "class").values():
        found |= {f"{family}Handlers", f"Unimplemented{family}"}
    found |= set(past.of_operations("headers").values())
    return found | set(kept_readers(past).values())
