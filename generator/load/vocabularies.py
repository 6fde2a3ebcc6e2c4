"""Metaschemas that leave vocabularies out: their keywords say nothing then.

JSON Schema 2020-12, core, section 8.1.2. A metaschema counts where it is a file beside
the document, or among those that were read; the usual ones need not be there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .library import Refused, Reported
from .state import has_scheme, join

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .library import Library
    from .places import Object
    from .state import State
    from .walk import Scope

_VOCABULARY = "https://json-schema.org/draft/2020-12/vocab/"
_KEYWORDS: dict[str, frozenset[str]] = {
    "applicator": frozenset(
        """additionalProperties allOf anyOf contains dependentSchemas else if items not
        oneOf patternProperties prefixItems properties propertyNames then""".split()
    ),
    "unevaluated": frozenset(("unevaluatedItems", "unevaluatedProperties")),
    "validation": frozenset(
        """const dependentRequired enum exclusiveMaximum exclusiveMinimum maxContains
        maxItems maxLength maxProperties maximum minContains minItems minLength
        minProperties minimum multipleOf pattern required type uniqueItems""".split()
    ),
}
"""The vocabularies that assert or apply something, with their keywords."""

_KNOWN = frozenset(
    (
        *_KEYWORDS,
        "core",
        "content",
        "format-annotation",
        "format-assertion",
        "meta-data",
    )
)


def apply_vocabularies(state: State, library: Library) -> None:
    """Drop the keywords that the metaschemas of schemas do not know; report what they need.

    A vocabulary that must be understood and is not is an error (E163).
    """
    told: set[int] = set()
    for node, scope, link in state.dialects:
        uri = join(scope.uri, node["$schema"]).removesuffix("#")
        meta = _metaschema(uri, scope, state, library)
        listed = meta.get("$vocabulary") if type(meta) is dict else None
        if type(listed) is not dict:
            continue
        for name, required in listed.items():
            if required is True and not _is_known(name) and id(listed) not in told:
                told.add(id(listed))
                scope.file.reporter.at(
                    "E163", node, ("$schema",), link, vocabulary=name
                )
        absent = [
            words
            for name, words in _KEYWORDS.items()
            if listed.get(f"{_VOCABULARY}{name}") is None
        ]
        if absent:
            _drop(node, frozenset().union(*absent), state)


def _metaschema(uri: str, scope: Scope, state: State, library: Library) -> Any:
    """What a schema names as its metaschema; None where that is not to be had."""
    known = state.resources.get(uri)
    if known is not None:
        return known.root
    if has_scheme(uri) or not scope.file.is_schema:
        return None
    try:
        return library.open(uri).data
    except (Refused, Reported):
        return None


def _is_known(name: str) -> bool:
    return name.startswith(_VOCABULARY) and name.removeprefix(_VOCABULARY) in _KNOWN


def _drop(root: Object, keywords: frozenset[str], state: State) -> None:
    """Take keywords out of a resource, but not of those in it with metaschemas of their own."""
    for node in list(_schemas(root, state)):
        for keyword in keywords.intersection(node):
            del node[keyword]


def _schemas(root: Object, state: State) -> Iterator[Object]:
    """The schemas of a resource that were walked as such."""
    waiting: list[Any] = [root]
    while waiting:
        node = waiting.pop()
        if type(node) is list:
            waiting += node
        elif type(node) is dict:
            if node is not root and type(node.get("$schema")) is str:
                continue
            if state.kinds.get(id(node)) == "schema":
                yield node
            waiting += node.values()
