"""Single defects: a valid instance with one thing wrong, and where that is.

A value is replaced by one of another type, one that is not listed or one that is out of
bounds, or a property is taken out. What is still valid then, to an oracle, is left out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from .constants import Constants

_STRANGERS: tuple[tuple[str, Any], ...] = (
    ("type", 2.5),
    ("type", "unheard-of"),
    ("type", True),
    ("type", ["unheard-of"]),
    ("type", {"unheard-of": True}),
    ("type", None),
)


@dataclass(frozen=True)
class Defect:
    """An instance with one defect of some kind at a place, as a JSON Pointer."""

    kind: str
    path: str
    instance: Any


def defects(
    valid: Any, constants: Constants, is_valid: Callable[[Any], bool]
) -> Iterator[Defect]:
    """Each place with the first stranger of each kind that the oracle refuses."""
    for path in _places(valid):
        told: set[tuple[str, str]] = set()
        for kind, own, changed in _changes(valid, path, constants):
            pointer = _pointer((*path, *own))
            if (kind, pointer) not in told and not is_valid(changed):
                told.add((kind, pointer))
                yield Defect(kind, pointer, changed)


def _changes(
    valid: Any, path: tuple[Any, ...], constants: Constants
) -> Iterator[tuple[str, tuple[str, ...], Any]]:
    """Changes at a place: their kind, what to add to its path, and the whole then."""
    here = _at(valid, path)
    for kind, value in _STRANGERS:
        if type(value) is not type(here):
            yield kind, (), _with(valid, path, value)
    if isinstance(here, str):
        yield "value", (), _with(valid, path, "unheard-of")
        for size in sorted(constants.sizes):
            yield "length", (), _with(valid, path, "x" * size)
    elif isinstance(here, bool) or here is None:
        return
    elif isinstance(here, int | float):
        for number in sorted(constants.numbers):
            yield "bound", (), _with(valid, path, number)
    elif isinstance(here, list):
        yield "items", (), _with(valid, path, [])
        for size in sorted(constants.sizes):
            longer = [here[place % len(here)] for place in range(size)] if here else []
            yield "items", (), _with(valid, path, longer)
    elif isinstance(here, dict):
        for key in here:
            less = {name: item for name, item in here.items() if name != key}
            yield "missing", (key,), _with(valid, path, less)
        yield "unknown", ("unheard-of",), _with(valid, path, {**here, "unheard-of": 1})


def _places(value: Any) -> Iterator[tuple[Any, ...]]:
    yield ()
    items: Iterable[tuple[Any, Any]] = ()
    if isinstance(value, dict):
        items = value.items()
    elif isinstance(value, list):
        items = enumerate(value)
    for key, item in items:
        for path in _places(item):
            yield (key, *path)


def _at(value: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        value = value[key]
    return value


def _with(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    """A copy with another value at one place."""
    if not path:
        return new
    found = value.copy()
    found[path[0]] = _with(value[path[0]], path[1:], new)
    return found


def _pointer(path: tuple[Any, ...]) -> str:
    tokens = [str(token).replace("~", "~0").replace("/", "~1") for token in path]
    return "".join(f"/{token}" for token in tokens)
