"""What a generation leaves behind, so that the next one renames nothing."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from typing import TYPE_CHECKING, TypeAlias

from ..values import dataclass
from .calls import own_id
from .words import snake

if TYPE_CHECKING:
    from ..ir import Api, Id, Operation
    from .names import Names, OperationName

Memory: TypeAlias = Mapping[str, Mapping[str, str | Mapping[str, str]]]
"""Names by section and owner; JSON-able, every text in it but the keys a name."""

_POSITION = re.compile(r"/(?:allOf|anyOf|oneOf|parameters|prefixItems)/\d+(?:/|$)")


@dataclass(frozen=True, slots=True)
class Past:
    """The names of the last generation, by what bore them.

    Shapes are known by `shape_keys`, roots of modules and operations by their ids,
    resources by the words of their tag. `modules` and `functions` hold what does not
    follow from the type's name, `variants` (by `variant_key`) what does not follow from
    the function's, `fields` the attributes that are not the property's name,
    `arguments` every parameter and property of a body (by `argument_key`). `operations`
    has `id` (see `known_id`), `handler`, `headers`, `method`, `stream`, `params`, `constant` and a name for each media type
    of several forms of a body, `resources` has
    `argument`, `attribute`, `class` and `module`, and that of webhooks `reader` and
    `event`, the classes that read them.
    """

    types: Mapping[str, str] = field(default_factory=dict)
    modules: Mapping[str, str] = field(default_factory=dict)
    functions: Mapping[str, str] = field(default_factory=dict)
    variants: Mapping[str, str] = field(default_factory=dict)
    fields: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    resources: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    operations: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    arguments: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def of_operations(self, what: str) -> dict[Id, str]:
        """One of the names of each operation that had it."""
        return _column(self.operations, what)

    def of_sender(self, word: str, what: str) -> str:
        """One of the names of the receivers of `webhooks` or `callbacks`, or empty."""
        return self.resources.get(sender_key(word), {}).get(what, "")

    def of_params(self, operations: Iterable[Id]) -> dict[str, str]:
        """The types of arguments: by operation, and by `form_key` for a form."""
        found: dict[str, str] = {}
        for operation in operations:
            for key, name in self.operations.get(operation, {}).items():
                if key == "params":
                    found[operation] = name
                elif "/" in key:
                    found[form_key(operation, key)] = name
        return found

    def of_resources(self, what: str) -> dict[str, str]:
        """One of the names of each resource."""
        return _column(self.resources, what)


def past_of(memory: Memory) -> Past:
    """Read a memory; entries of another form are left out."""
    return Past(
        types=_names(memory, "types"),
        modules=_names(memory, "modules"),
        functions=_names(memory, "functions"),
        variants=_names(memory, "variants"),
        fields=_tables(memory, "fields"),
        resources=_tables(memory, "resources"),
        operations=_tables(memory, "operations"),
        arguments=_tables(memory, "arguments"),
    )


def _names(memory: Memory, section: str) -> dict[str, str]:
    found = memory.get(section, {})
    return {key: name for key, name in found.items() if isinstance(name, str)}


def _tables(memory: Memory, section: str) -> dict[str, Mapping[str, str]]:
    found = memory.get(section, {})
    return {key: table for key, table in found.items() if not isinstance(table, str)}


def _column(table: Mapping[str, Mapping[str, str]], what: str) -> dict[str, str]:
    return {key: names[what] for key, names in table.items() if what in names}


def shape_keys(api: Api) -> dict[Id, str]:
    """By what each shape is known from one generation to the next.

    Its id, unless that counts positions in an array: another option, parameter or
    member may stand there tomorrow. Then it is the root with the words of the place.
    """
    placed = {
        shape.id: " ".join((shape.root, *shape.place[1:]))
        for shape in api.shapes.values()
        if _POSITION.search(shape.id)
    }
    uses = Counter(placed.values())
    return {
        id: key if (key := placed.get(id, "")) and uses[key] == 1 else id
        for id in api.shapes
    }


def known_id(operation: Operation) -> str:
    """By what the names of an operation are known to come of its `operationId`.

    That is the id as an identifier, since the memory holds no other texts.
    """
    return snake(own_id(operation), "nameless")


def argument_key(place: str, wire_name: str) -> str:
    """By what an argument of a method is known: `query limit`, `body name`."""
    return f"{place} {wire_name}"


def sender_key(word: str) -> str:
    """By what the receivers of `webhooks` or of `callbacks` are known; no tag is that."""
    return f"sender {word}"


def variant_key(shape: str, way: str) -> str:
    """By what the function of a shape for values that go one way is known."""
    return f"{way} {shape}"


def variant_name(function: str, way: str) -> str:
    """What that function would like to be called, after that for all values."""
    return f"{function.rstrip('_')}_{way}"


def form_key(operation: Id, media: str) -> str:
    """By what the arguments for one form of a body are known."""
    return f"{operation} {media}"


def memory_of(names: Names, api: Api) -> Memory:
    """What the next generation must know to rename nothing: JSON-able, sorted."""
    keys = shape_keys(api)
    operations = sorted(names.operations.items())
    every = (*api.operations, *api.webhooks, *api.callbacks)
    origins = {item.id: known_id(item) for item in every}
    variants = dict(sorted(_variants(names, keys)))
    return {
        "arguments": {id: _arguments(name) for id, name in operations},
        "fields": dict(sorted(_fields(names, keys))),
        "functions": dict(sorted(_functions(names, keys))),
        "modules": dict(sorted(_modules(names, api))),
        "operations": {
            id: {**_operation(name), "id": origins[id]} for id, name in operations
        },
        "resources": dict(sorted(_resources(names))),
        "types": {keys[id]: name for id, name in sorted(names.types.items())},
        **({"variants": variants} if variants else {}),
    }


def _fields(
    names: Names, keys: Mapping[Id, str]
) -> Iterator[tuple[str, dict[str, str]]]:
    for id, fields in names.fields.items():
        changed = {wire: name for wire, name in sorted(fields.items()) if wire != name}
        if changed:
            yield keys[id], changed


def _functions(names: Names, keys: Mapping[Id, str]) -> Iterator[tuple[str, str]]:
    for id, name in names.functions.items():
        if name != snake(names.types[id], "schema"):
            yield keys[id], name


def _variants(names: Names, keys: Mapping[Id, str]) -> Iterator[tuple[str, str]]:
    for id, own in names.variants.items():
        for way, name in own.items():
            if name != variant_name(names.functions[id], way):
                yield variant_key(keys[id], way), name


def _modules(names: Names, api: Api) -> Iterator[tuple[Id, str]]:
    homes = {shape.root: names.modules[shape.id] for shape in api.shapes.values()}
    for root, module in homes.items():
        if root not in names.types or module != snake(names.types[root], "schema"):
            yield root, module


def _resources(names: Names) -> Iterator[tuple[str, dict[str, str]]]:
    senders = {item.resource.key: item.resource for item in names.operations.values()}
    readers = {"reader": names.webhooks, "event": names.webhook_event}
    for item in (*names.resources, *senders.values()):
        is_sender = item.source == "sender"
        own = readers if is_sender and item.key == "webhooks" else {}
        yield (
            sender_key(item.key) if is_sender else item.key,
            {
                "argument": item.argument,
                "attribute": item.attribute,
                "class": item.class_name,
                "module": item.module,
                **{what: name for what, name in own.items() if name},
            },
        )


def _operation(name: OperationName) -> dict[str, str]:
    found = {
        "constant": name.constant,
        "handler": name.handler,
        "headers": name.headers_type,
        "method": name.method,
        "params": name.params_type,
        "stream": name.stream_method,
        **dict(sorted(name.form_params.items())),
    }
    return {what: text for what, text in found.items() if text}


def _arguments(name: OperationName) -> dict[str, str]:
    found = {argument_key(*key): value for key, value in name.parameters.items()}
    for wire_name, value in name.body_fields.items():
        found[argument_key("body", wire_name)] = value
    return dict(sorted(found.items()))
