"""What a method is called within its resource, which need not be said again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from functools import lru_cache
from typing import TYPE_CHECKING

from ..ir import Alias, ListOf, Named, Optional, Record
from ..values import dataclass
from .calls import (
    VERBS,
    action_text,
    ends_in_parameter,
    nouns_of,
    own_id,
    parents_of,
    rest_contexts,
    rest_text,
    telling_steps,
    text_below,
)
from .words import singular, snake, words

if TYPE_CHECKING:
    from ..ir import Api, Operation, Type
    from .names import ResourceName

_READS = frozenset("fetch get read retrieve".split())
_SEARCHES = frozenset("count find list query search".split())
_JOINING = frozenset("and or".split())
_PREPOSITIONS = frozenset("at by for from in of on per to via with within".split())


@dataclass(frozen=True, slots=True)
class Stripped:
    """A text without the words of its resource.

    `is_plural` tells that the words left out speak of several.
    """

    text: str
    is_plural: bool = False


def short_name(
    operation: Operation, resource: ResourceName, *, gives_many: bool = False
) -> str:
    """The method of an operation within its resource."""
    return method_names(operation, resource, "", gives_many=gives_many)[0]


def method_names(
    operation: Operation,
    resource: ResourceName,
    handler: str,
    *,
    gives_many: bool = False,
    replaces: bool = False,
) -> tuple[str, ...]:
    """What to call the method, best first.

    `handler` is its name in the whole API. `gives_many` tells that it answers with a
    list, `replaces` that there is a PATCH beside this PUT.
    """
    method = operation.method.lower()
    if own_id(operation):
        wanted = snake(_by_id(operation, resource, gives_many), method)
        return wanted, handler, f"{wanted}_call"
    texts = list(_by_place(operation, resource, "replace" if replaces else ""))
    more = [without_group(text, resource.tag).text for text in rest_contexts(operation)]
    wanted = snake(texts[0], method)
    return (
        *(snake(text, method) for text in texts),
        handler,
        *(snake(text, method) for text in more),
        f"{wanted}_call",
    )


def method_rank(operation: Operation, resource: ResourceName) -> tuple[bool, int]:
    """What comes first where two operations of a resource want one name.

    `getPet` before `getPets`, and what belongs to nothing before what has a parent.
    """
    if not own_id(operation):
        return False, len(parents_of(operation.path, resource.tag))
    text = action_text(operation, resource.tag)
    found = without_group(text, resource.tag, operation.path)
    searches = found.text.lower() in _SEARCHES
    return found.is_plural != searches, 0


def _by_id(operation: Operation, resource: ResourceName, gives_many: bool) -> str:
    """An operation by its id: `createCompletion` of `Completions` is `create`.

    What gets several is `list`, and what deletes several says so: `get` and `delete`
    are for one thing.
    """
    text = action_text(operation, resource.tag)
    found = without_group(text, resource.tag, operation.path)
    if found.is_plural and not ends_in_parameter(operation.path):
        if gives_many and found.text.lower() in _READS and operation.method == "GET":
            return "list"
        if operation.method == "DELETE" and len(words(found.text)) == 1:
            return text
    return found.text


def _by_place(operation: Operation, resource: ResourceName, verb: str) -> Iterator[str]:
    """An operation by its path: alone in its resource, then with more and more parents.

    `DELETE /apps/{id}/keys/{key}` of `keys` is `delete`, else `delete for app`.
    """
    text = text_below(operation, resource.tag, verb)
    own = without_group(text or rest_text(operation, verb), resource.tag).text
    yield own
    parents = parents_of(operation.path, resource.tag) if text else ()
    for start in range(len(parents) - 1, -1, -1):
        joint = "for" if parents[-1].is_thing else "in"
        names = [parent.name for parent in parents[start:]]
        yield " ".join([own, joint, *names])


@lru_cache(maxsize=65536)
def without_group(text: str, tag: str, path: str = "") -> Stripped:
    """A text without the words of its tag, where that leaves what it does and to what.

    The first word of `TagResource` is what it does, even of `tags`; the last one of
    `listByTag` is by what; and without its last one `getNetworkClient` of
    `/networks/{id}/clients/{id}` gets another thing.
    """
    own = list(words(text))
    group = [singular(word) for word in words(tag)]
    lowered = [singular(word) for word in own]
    for start in range(len(own) - len(group) + 1):
        end = start + len(group)
        if not group or lowered[start:end] != group or not _can_go(own, start, end):
            continue
        is_object = start > 1 and (end == len(own) or own[end].lower() in _PREPOSITIONS)
        if is_object and not _others(path, group).isdisjoint(lowered[1:start]):
            continue
        is_plural = own[end - 1].lower() != lowered[end - 1]
        return Stripped(" ".join(own[:start] + own[end:]), is_plural)
    return Stripped(" ".join(own))


def _others(path: str, group: Sequence[str]) -> set[str]:
    """The words of what a path names besides its group."""
    nouns = [{singular(word) for word in words(noun)} for noun in nouns_of(path)]
    return {word for noun in nouns if noun.isdisjoint(group) for word in noun}


def _can_go(own: Sequence[str], start: int, end: int) -> bool:
    """Whether the words from `start` to `end` can be left out without a loss."""
    before = own[start - 1].lower() if start else ""
    rest = [word.lower() for word in (*own[:start], *own[end:])]
    if not rest or rest[0].isdigit() or before in _PREPOSITIONS | _JOINING:
        return False
    if end < len(own) and own[end].lower() in _JOINING:
        return False
    is_verb = start == 0 and own[0].lower() in VERBS
    return not is_verb or not VERBS.isdisjoint((rest[0], rest[-1]))


_HOLDERS = frozenset(
    "content contents data elements entities entries items list members nodes objects "
    "records resources results rows values".split()
)
"""Properties that hold the list, in an answer that is an object."""


def gives_many(api: Api, operation: Operation) -> bool:
    """Whether an operation answers with a list, alone or as the main part of an object."""
    found = [
        content.use.type
        for answer in operation.responses
        if answer.status.startswith("2")
        for content in answer.contents
    ]
    return any(_is_many(api, kind, operation.path) for kind in found)


def _is_many(api: Api, kind: Type, path: str) -> bool:
    if isinstance(kind, ListOf):
        return True
    shape = api.shapes.get(kind.id) if isinstance(kind, Named) else None
    if isinstance(shape, Alias):
        return isinstance(shape.target.type, ListOf)
    if not isinstance(shape, Record):
        return False
    own = {_lower(step) for step in telling_steps(path)[-1:]} - {""}
    return any(
        isinstance(_present(field.use.type), ListOf)
        and (field.name.lower() in _HOLDERS or _lower(field.name) in own)
        for field in shape.fields
    )


def _lower(text: str) -> str:
    """The words of a text in small letters; empty where it has none."""
    return " ".join(words(text)).lower()


def _present(kind: Type) -> Type:
    return kind.inner.type if isinstance(kind, Optional) else kind


def replaced_paths(operations: Sequence[Operation]) -> Set[str]:
    """The paths where PATCH changes what PUT replaces."""
    return {item.path for item in operations if item.method == "PATCH"}
