"""Where a schema stands, in words, for names that tell it."""

from __future__ import annotations

from dataclasses import dataclass

from ..ir import Id

_SKIPPED = {
    "additionalProperties": "value",
    "contains": "item",
    "contentSchema": "content",
    "items": "item",
    "itemSchema": "event",
    "not": "",
    "propertyNames": "key",
    "schema": "",
    "unevaluatedItems": "item",
    "unevaluatedProperties": "value",
}
_NAMED = {"properties", "patternProperties", "$defs", "dependentSchemas"}
_NUMBERED = {"prefixItems": "item", "oneOf": "option", "anyOf": "option", "allOf": ""}


@dataclass(frozen=True, slots=True)
class Place:
    """The root (a component or an operation) and the words from there, outermost first."""

    root: Id
    words: tuple[str, ...]

    def down(self, word: str) -> Place:
        """One step further in."""
        return Place(self.root, (*self.words, word))


def root_of(node_id: Id) -> Id:
    """The schema component that an id stands in; an id outside of them is its own root."""
    start = node_id.find("#/components/schemas/")
    if start < 0:
        return node_id
    end = node_id.find("/", start + len("#/components/schemas/"))
    return node_id if end < 0 else node_id[:end]


def place_of(node_id: Id) -> Place:
    """The place that an id alone tells.

    `#/components/schemas/Pet/properties/owner` stands in the component `Pet`, at
    `("Pet", "owner")`. An id outside the components is its own root.
    """
    document, _, pointer = node_id.partition("#")
    steps = [_unescape(step) for step in pointer.split("/")[1:]]
    if len(steps) >= 3 and steps[0] == "components":
        depth = 3
    elif len(steps) >= 2 and steps[0] in ("definitions", "$defs"):
        depth = 2
    else:
        depth = max(1, len(steps))
        stem = document.rsplit("/", 1)[-1].split(".")[0]
        return Place(node_id, (steps[-1] if steps and steps[-1] else stem or "schema",))
    root = document + "#/" + "/".join(pointer.split("/")[1 : depth + 1])
    return Place(root, (steps[depth - 1], *_words(steps[depth:])))


def _words(steps: list[str]) -> list[str]:
    words: list[str] = []
    index = 0
    while index < len(steps):
        step = steps[index]
        if step in _NAMED and index + 1 < len(steps):
            words.append(steps[index + 1])
            index += 2
        elif step in _NUMBERED and index + 1 < len(steps):
            if _NUMBERED[step]:
                words.append(f"{_NUMBERED[step]} {int(steps[index + 1]) + 1}")
            index += 2
        else:
            words.append(_SKIPPED.get(step, step))
            index += 1
    return [word for word in words if word]


def _unescape(step: str) -> str:
    return step.replace("~1", "/").replace("~0", "~")
