"""What a file depends on, as a digest: equal digests, equal text.

A file depends on the schemas and operations that it is about, and on all that these
reach. The digest of a group of schemas covers its own content and the digests of the
groups that it refers to, as in a Merkle tree; groups in a circle share one. A second tree
leaves out descriptions, for files that print none but those of their own schemas: where
everything reaches everything, another word in one place would change all files.
"""

from __future__ import annotations

import re
from ast import literal_eval
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import fields
from hashlib import blake2b
from typing import TYPE_CHECKING

from ..ir import Choices, Record
from ..ir.circles import strongly_connected

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from ..ir import Api, Id
    from ..ir.usage import Usage
    from ..name import Names
    from .files import FilePlan

_DEPTH = 3
"""Tokens of a pointer that tell groups apart: `#/components/schemas/Pet`."""

_IN_GROUPS = frozenset(
    (
        "assertions",
        "components",
        "groups",
        "operations",
        "origins",
        "shapes",
        "webhooks",
    )
)
"""What of an `Api` is told apart by groups, or by the facts of the files that show it."""

_STRING = re.compile(r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"")
"""A string in the output of `repr`."""

_PLAIN_ID = re.compile(r"['\"]([^'\"\\]*#/[^'\"\\]*)['\"]")
"""An id there, if `repr` has nothing to escape in it."""

_OWN_ID = re.compile(r"'(#/[^']*)'")
"""The same of the document that the user named."""


class Digests:
    """The digests of an API's groups, and with them those of its files.

    `base` stands for everything else that decides the text of all files: options,
    templates, the generator itself.
    """

    def __init__(self, api: Api, names: Names, base: str) -> None:
        self._shared = _digest([base, str(api.has_pages), *_whole(api)])
        content = _content(api, names)
        find = _find_of(api)
        edges: dict[str, set[str]] = {}
        for group, texts in content.items():
            ids = {id for text in texts if "#/" in text for id in find(text)}
            edges[group] = content.keys() & set(map(group_of, ids))
        circles = list(strongly_connected(edges))
        told = _descriptions(api)
        own = {group: _digest(texts) for group, texts in content.items()}
        self._told = {group: _digest(told[group]) for group in content}
        whole = {group: own[group] + self._told[group] for group in content}
        self._bare = _closed(own, edges, circles)
        self._full = _closed(whole, edges, circles)

    def of(self, plan: FilePlan) -> str:
        """The digest of a file; empty for one that may depend on everything."""
        if not plan.about:
            return ""
        groups = sorted({group_of(id) for id in plan.about})
        groups = [group for group in groups if group in self._told]
        trees = (self._told, self._bare) if plan.tells_own else (self._full,)
        found = [tree[group] for group in groups for tree in trees]
        return _digest([self._shared, plan.path, repr(plan.about), plan.facts, *found])


def group_of(id: Id) -> str:
    """The group that a schema or an operation belongs to: the start of its id."""
    return "/".join(id.split("/", _DEPTH + 1)[: _DEPTH + 1])


def _whole(api: Api) -> Iterator[str]:
    """What any file may show of the API besides its schemas and operations."""
    for field in fields(api):
        if field.name not in _IN_GROUPS:
            value = getattr(api, field.name)
            yield repr(sorted(value.items()) if isinstance(value, Mapping) else value)


def _content(api: Api, names: Names) -> dict[str, list[str]]:
    """Everything that is known of the members of each group, as text."""
    found: dict[str, list[str]] = defaultdict(list)
    components = frozenset(api.components.values())
    in_circles = {id for group in api.groups for id in group}
    usage = api.usage
    for id, shape in api.shapes.items():
        named = (
            names.types.get(id),
            names.modules.get(id),
            names.functions.get(id),
            names.variants.get(id),
            names.fields.get(id),
        )
        flags = (id in components, id in in_circles)
        found[group_of(id)].append(repr((shape, named, flags, _ways(id, usage))))
    for id, entry in api.assertions.items():
        found[group_of(id)].append(repr((id, entry.keywords, _ways(id, usage))))
    for operation in (*api.operations, *api.webhooks):
        name = names.operations.get(operation.id)
        found[group_of(operation.id)].append(repr((operation, name)))
    return found


def _descriptions(api: Api) -> dict[str, list[str]]:
    """The descriptions of the shapes of each group, which `repr` leaves out."""
    found: dict[str, list[str]] = defaultdict(list)
    for id, shape in api.shapes.items():
        texts = [shape.description]
        if isinstance(shape, Record):
            texts += [field.description for field in shape.fields]
        elif isinstance(shape, Choices):
            texts += [choice.description for choice in shape.choices]
        if any(texts):
            found[group_of(id)] += [id, *texts]
    return found


def _ways(id: Id, usage: Usage) -> tuple[bool, bool]:
    return id in usage.requests, id in usage.answers


def _find_of(api: Api) -> Callable[[str], list[str]]:
    """What finds all ids, and other texts, in the output of `repr`, the fastest way."""
    ids = (*api.shapes, *api.assertions)
    text = "".join(ids)
    if not text.isprintable() or any(mark in text for mark in "'\"\\"):
        return _any_ids
    is_one_document = all(id.startswith("#/") for id in ids)
    return (_OWN_ID if is_one_document else _PLAIN_ID).findall


def _any_ids(text: str) -> list[str]:
    """The ids where they may hold what `repr` escapes; takes longer."""
    return [literal_eval(found) for found in _STRING.findall(text) if "#/" in found]


def _closed(
    content: Mapping[str, str],
    edges: dict[str, set[str]],
    circles: Sequence[Iterable[str]],
) -> dict[str, str]:
    """The digest of each group over all that it reaches; a circle after those it reaches."""
    found: dict[str, str] = {}
    for circle in circles:
        own = sorted(circle)
        beyond = {target for group in own for target in edges[group]} - set(own)
        parts = [text for group in own for text in (group, content[group])]
        digest = _digest([*parts, *(found[target] for target in sorted(beyond))])
        found.update(dict.fromkeys(own, digest))
    return found


def _digest(parts: Iterable[str]) -> str:
    """A digest of texts, each told from the next by their lengths."""
    texts = list(parts)
    whole = "".join((*texts, repr([*map(len, texts)])))
    return blake2b(whole.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
