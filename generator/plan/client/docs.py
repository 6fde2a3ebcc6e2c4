"""What the document says, as text for docstrings."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from ...ir import thaw
from ..python.prose import visible

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ...ir import Field, Json, Link, Operation, Parameter, Response
    from ...name import Names

_DEFAULT_WIDTH = 60
_BLOCKS = re.compile(r"\n\s*(?:\n|[-*+|>#]|```|\d+[.)] )")
_SENTENCE = re.compile(r"(?<=[.!?])\s")

_TWICE = (
    "A call that fails without telling whether the server acted is tried again: what it "
    "does may be done, and charged, twice. `max_retries=0`, or a client with "
    "`retry_ambiguous=False`, prevents that."
)


def parameter_text(parameter: Parameter) -> str:
    """What a parameter does, with its default and deprecation; empty if unknown."""
    return _text(parameter.description, parameter.default, parameter.deprecated)


def field_text(field: Field) -> str:
    """What a property does, with its default and deprecation; empty if unknown."""
    return _text(field.description, field.default, field.deprecated)


def _text(description: str, default: tuple[Json] | None, deprecated: bool) -> str:
    text = description.strip()
    if default not in (None, (None,)) and "default" not in text.lower():
        value = json.dumps(thaw(default[0]), ensure_ascii=False)
        if len(value) <= _DEFAULT_WIDTH and "`" not in value:
            text = _with(text, f"Default: `{value}`.")
    if deprecated and "deprecated" not in text.lower():
        text = _with(text, "Deprecated.")
    return text if visible(text).strip() else ""


def _with(text: str, sentence: str) -> str:
    if not text:
        return sentence
    if _BLOCKS.search(text):
        return f"{text}\n\n{sentence}"
    return f"{text} {sentence}" if text[-1] in ".!?:" else f"{text}. {sentence}"


def summary(operation: Operation) -> str:
    """An operation in a line: its summary, else its method and path."""
    text = operation.summary.strip()
    if not visible(text).strip():
        return f"`{operation.method} {operation.path}`."
    return text if text[-1] in ".!?" else f"{text}."


def description(operation: Operation) -> str:
    """What else there is to say about an operation."""
    text = operation.description.strip()
    if text.rstrip(".") == operation.summary.strip().rstrip("."):
        text = ""
    if operation.deprecated:
        text = _with(text, "Deprecated.")
    if operation.retry == "ambiguous" and operation.method in ("POST", "PATCH"):
        text = f"{text}\n\n{_TWICE}" if text else _TWICE
    return text


def notice(operation: Operation, name: str) -> str:
    """What a caller of a deprecated method is told."""
    end = operation.sunset
    return f"`{name}` is deprecated{f' and ends on {end}' if end else ''}."


def links(operation: Operation, names: Names) -> list[tuple[str, str]]:
    """What the answers of an operation lead to: name, and what to call then."""
    found: dict[str, str] = {}
    for response in operation.responses:
        for link in response.links:
            known = names.operations.get(link.target)
            target = f"{known.resource.attribute}.{known.method}" if known else ""
            text = f"See `{target or link.target}`{_given(link)}."
            before = f"{link.description.rstrip('.')}. " if link.description else ""
            found.setdefault(link.name, before + text)
    return list(found.items())


def _given(link: Link) -> str:
    """What a link gives to its operation: `, with `id` from `$response.body#/id``."""
    given = [
        f"`{name}` {'from' if str(value).startswith('$') else 'as'} `{value}`"
        for name, value in link.parameters
        if isinstance(value, str | int | float) and "`" not in str(value)
    ]
    return f", with {' and '.join(given)}" if given else ""


def raised(
    responses: Iterable[Response], name_of: Callable[[Response], str]
) -> list[tuple[str, str]]:
    """The documented errors: class, and when it is raised.

    Each class is told once, and once more for `default`.
    """
    found: dict[tuple[str, bool], str] = {}
    for response in responses:
        words = first_sentence(response.description).rstrip(".") or "See the status"
        status = "" if response.status == "default" else f" ({response.status})"
        key = (name_of(response), not status)
        found.setdefault(key, f"{words}{status}.")
    return [(name, text) for (name, _), text in found.items()]


def first_sentence(text: str) -> str:
    """The first sentence of a text, on one line."""
    return " ".join(_SENTENCE.split(text.strip(), maxsplit=1)[0].split())
