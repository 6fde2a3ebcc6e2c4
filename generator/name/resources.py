"""Names of resources: the groups of operations."""

from __future__ import annotations

from collections.abc import Mapping, Set

from ..ir import Api, Id, Operation
from ..values import dataclass
from . import reserved
from .calls import group_text, is_version, telling_steps
from .memory import Past
from .names import UNGROUPED, ResourceName, Source
from .scope import Scope
from .words import pascal, snake, words


def resource_text(operation: Operation) -> tuple[Source, str]:
    """What groups an operation.

    Its first tag, else what its id names (`pets.list`), else the first telling segment
    of its path.
    """
    for tag in operation.tags:
        if words(tag):
            return "tag", tag
    group = group_text(operation)
    if group:
        return "id", group
    for step in telling_steps(operation.path):
        own = words(step)
        is_telling = own and "{" not in step and not is_version(step)
        is_call = len(own) > 1 and resource_key(step) == resource_key(
            operation.operation_id
        )
        if is_telling and not is_call:
            return "path", step
    return "path", UNGROUPED


_ORDER: tuple[Source, ...] = ("tag", "id", "path")


@dataclass(frozen=True, slots=True)
class Groups:
    """The groups of operations, by `resource_key` in its order.

    `texts` is how each is spelled and what spells it so, `of_operation` gives the group
    of each operation. `imported` are classes that only modules of this API import.
    """

    texts: Mapping[str, tuple[Source, str]]
    of_operation: Mapping[Id, str]
    imported: frozenset[str] = frozenset()


def group_operations(api: Api) -> Groups:
    """Group the operations. Of the spellings of a group, the ids decide, tags first."""
    spellings: dict[str, list[tuple[int, Id, str]]] = {}
    of_operation: dict[Id, str] = {}
    for operation in api.operations:
        source, text = resource_text(operation)
        key = of_operation[operation.id] = resource_key(text)
        spelling = (_ORDER.index(source), operation.id, text)
        spellings.setdefault(key, []).append(spelling)
    texts: dict[str, tuple[Source, str]] = {}
    for key in sorted(spellings):
        order, _, text = min(spellings[key])
        texts[key] = (_ORDER[order], text)
    imported = reserved.PAGE_CLASSES if api.has_pages else frozenset[str]()
    return Groups(texts, of_operation, imported)


def name_resources(
    groups: Groups,
    past: Past,
    homes: Set[str],
    kept: Mapping[str, str],
    types: Scope,
) -> dict[str, ResourceName]:
    """The resources by their keys.

    `homes` are modules, and attributes of clients, that belong to others.
    `types` is the scope of classes; the resources' are added to it, those `kept` are
    there already.
    """
    wanted = {key: snake(text, "tag") for key, (_, text) in groups.texts.items()}
    options = {key: (name, f"{name}_") for key, name in wanted.items()}
    attributes = Scope(reserved.RESOURCES | homes).assign(
        options, past.of_resources("attribute")
    )
    arguments = Scope(reserved.APP_ARGUMENTS).assign(
        {
            key: (name, f"{name}_handlers", f"{name}_")
            for key, name in attributes.items()
        },
        past.of_resources("argument"),
    )
    modules = Scope(reserved.MODULES | homes).assign(
        options, past.of_resources("module")
    )
    return {
        key: ResourceName(
            text,
            key,
            attribute=attributes[key],
            class_name=kept.get(key) or _class_name(key, text, groups, types),
            module=modules[key],
            argument=arguments[key],
            source=source,
        )
        for key, (source, text) in groups.texts.items()
    }


def resource_key(text: str) -> str:
    """The same for all spellings of a tag: `Fish Tank`, `fish-tank` and `FishTank`."""
    return "_".join(words(text)).casefold()


def keep_classes(groups: Groups, past: Past, types: Scope) -> dict[str, str]:
    """The classes that resources had, kept from the types that are new."""
    found: dict[str, str] = {}
    for key, name in sorted(past.of_resources("class").items()):
        is_own = key in groups.texts and name.isidentifier()
        if is_own and _pin_family(name, groups, types):
            found[key] = name
    return found


def _class_name(key: str, text: str, groups: Groups, types: Scope) -> str:
    wanted = pascal(text, "Tag")
    for name in (wanted, f"{wanted}Resource", f"{wanted}Resource2"):
        if _pin_family(name, groups, types):
            return name
    return types.take(key, f"{wanted}Operations")


def _pin_family(name: str, groups: Groups, types: Scope) -> bool:
    """Take a class name with those of its companions (`AsyncX`, `XHandlers`), or none."""
    family = (
        *(name, f"Async{name}", f"{name}Handlers", f"Unimplemented{name}"),
        *(f"{name}WithRawResponse", f"Async{name}WithRawResponse"),
    )
    if name in reserved.CLIENT_CLASSES or not groups.imported.isdisjoint(family):
        return False
    if any(one in types for one in family):
        return False
    for member in family:
        types.pin(member)
    return True
