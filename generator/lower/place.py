"""Where a schema stands, in words, for names that tell it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..ir import Id
from ..load.document import Document
from ..values import dataclass
from .media import base_type, first_success, primary

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
_NAMED = {
    "properties",
    "patternProperties",
    "$defs",
    "definitions",
    "dependentSchemas",
}
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


def response_word(status: str, responses: Iterable[str]) -> str:
    """What an answer is called among all of them: the first success is the response."""
    return "response" if status == first_success(responses) else f"response {status}"


def subtype(media: str) -> str:
    """What tells a media type from the usual one: `xml` of `application/xml`."""
    return media.partition("/")[2] or media


def operation_words(method: str, path: str) -> str:
    """What to call an operation without `operationId`: `get pets by petId`."""
    steps = [
        f"by {step[1:-1]}" if step.startswith("{") and step.endswith("}") else step
        for step in path.partition("?")[0].split("/")
        if step
    ]
    return " ".join([method.lower(), *steps])


def operation_place(op_id: Id, node_id: Id, operation_id: str) -> Place:
    """Where the inline schemas of an operation stand whose node has the id `node_id`.

    In a path item that stands elsewhere, for several paths, they belong to none of them.
    """
    is_own = node_id.rpartition("/")[0].startswith(op_id.rpartition("/")[0])
    item, _, method = (op_id if is_own else node_id).rpartition("/")
    path = _unescape(item.removesuffix("/additionalOperations").rpartition("/")[2])
    words = operation_id or operation_words(_unescape(method), path)
    return Place(op_id if is_own else node_id, (words,))


def item_place(item_id: Id) -> Place:
    """Where the parameters of a path item stand: they belong to no single operation."""
    return Place(item_id, (_unescape(item_id.rpartition("/")[2]),))


def place_in_paths(document: Document, node_id: Id) -> Place | None:
    """The place of a schema inside of an operation, as lowering the operation gives it.

    So a name does not depend on whether a reference or the operation comes first. None
    for what stands elsewhere.
    """
    name, _, pointer = node_id.partition("#")
    steps = [_unescape(step) for step in pointer.split("/")[1:]]
    if name or len(steps) < 4 or steps[0] != "paths":
        return None
    root, node = "#/" + "/".join(pointer.split("/")[1:4]), document.node
    if steps[2] == "parameters":
        parameter = node("/".join(node_id.split("/")[:5]))
        spot = item_place("#/" + "/".join(pointer.split("/")[1:3]))
        words = [str(parameter.get("name")), *_words(steps[4:])]
        return Place(spot.root, (*spot.words, *words))
    operation = node(root)
    words = [operation.get("operationId") or operation_words(steps[2], steps[1])]
    rest = steps[3:]
    if rest[0] == "requestBody":
        words.append("request")
        rest = _in_content(rest[1:], operation["requestBody"], words)
    elif rest[0] == "responses" and len(rest) > 1:
        responses = operation["responses"]
        words.append(response_word(rest[1], responses))
        rest = _in_content(rest[2:], responses[rest[1]], words)
    elif rest[0] == "parameters" and len(rest) > 1:
        words.append(str(operation["parameters"][int(rest[1])].get("name")))
        rest = rest[2:]
    return Place(root, (*words, *_words(rest)))


def _in_content(steps: list[str], holder: Any, words: list[str]) -> list[str]:
    """What follows the media type or the header, whose words are added."""
    if len(steps) < 2 or steps[0] not in ("content", "headers"):
        return steps
    key = steps[1]
    if steps[0] == "headers":
        words.append(key)
    elif base_type(key) != primary(holder.get("content", ())):
        words.append(subtype(base_type(key)))
    return steps[2:]


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
