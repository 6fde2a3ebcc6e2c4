"""What has changed from one surface of an API to the next, and for whom that matters.

A change is breaking when a program that was right before may not be any more: what it
gives is not taken, what it is given is not what it knows, or a name is gone. Types are
compared by their options, not proved: where neither holds the other, that is breaking.

The earlier surface comes from a file, so nothing is taken for granted about it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...values import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

_LOOSER_BELOW = frozenset(
    {"minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"}
)
_LOOSER_ABOVE = frozenset(
    {"maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"}
)
_WIDER: dict[str, tuple[str, ...]] = {"int": ("float",)}


@dataclass(frozen=True, slots=True)
class Change:
    """A change in a sentence of Markdown; names stand in code spans."""

    text: str
    breaking: bool = False


def changes(before: object, after: object) -> list[Change]:
    """The changes from one surface to another, the breaking ones first."""
    old, new = _table(before), _table(after)
    found = [
        *_operations(_table(old.get("operations")), _table(new.get("operations"))),
        *_types(_table(old.get("types")), _table(new.get("types"))),
    ]
    return sorted(found, key=lambda change: not change.breaking)


def _operations(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[Change]:
    for key in sorted({*old, *new}):
        before, after = _table(old.get(key)), _table(new.get(key))
        if key not in new:
            yield Change(f"Removed {_operation(key, before)}.", breaking=True)
        elif key not in old:
            yield Change(f"Added {_operation(key, after)}.")
        else:
            yield from _operation_changes(key, before, after)


def _operation_changes(
    key: str, before: Mapping[str, Any], after: Mapping[str, Any]
) -> Iterator[Change]:
    name = _operation(key, after)
    yield from _deprecation(name, before, after)
    if before.get("method") != after.get("method"):
        if after.get("method") and before.get("method"):
            yield Change(
                f"Renamed {_operation(key, before)} to {_method(after)}.", breaking=True
            )
        return
    method = _method(after) or name
    yield from _arguments(
        method, _table(before.get("arguments")), _table(after.get("arguments"))
    )
    yield from _results(method, before, after)
    needed, needs = before.get("credentials"), after.get("credentials")
    if needs and not needed:
        yield Change(f"{method} now needs credentials.", breaking=True)
    if needed and not needs:
        yield Change(f"{method} can be called without credentials.")


def _results(
    method: str, before: Mapping[str, Any], after: Mapping[str, Any]
) -> Iterator[Change]:
    """What a method gives, and the method that streams, where that is one of its own.

    Runs of earlier versions noted neither pages nor that method, so that what they tell
    is compared with what the document says.
    """
    if "gives" not in before or "gives" not in after:
        yield from _given(
            method, _list(before.get("result")), _list(after.get("result"))
        )
        return
    yield from _given(method, _list(before["gives"]), _list(after["gives"]))
    old, new = _method(before, "stream_method"), _method(after, "stream_method")
    if old and new:
        if old != new:
            yield Change(f"Renamed {old} to {new}.", breaking=True)
        yield from _given(
            new, _list(before.get("streams")), _list(after.get("streams"))
        )
    elif old:
        yield Change(f"Removed {old}.", breaking=True)
    elif new:
        yield Change(f"Added {new}.")


def _given(method: str, was: list[str], now: list[str]) -> Iterator[Change]:
    if was != now:
        text = f"{method} now gives {_type(now)}, not {_type(was)}."
        yield Change(text, breaking=not _covers(was, now))


def _arguments(
    method: str, old: Mapping[str, Any], new: Mapping[str, Any]
) -> Iterator[Change]:
    for name in sorted({*old, *new}):
        before, after = _table(old.get(name)), _table(new.get(name))
        argument = f"the argument {_code(name)} of {method}"
        if name not in new:
            yield Change(f"Removed {argument}.", breaking=True)
        elif name not in old:
            needed = after.get("required") is True
            added = f"Added {argument}"
            text = f"{added}, which must be given." if needed else f"{added}."
            yield Change(text, breaking=needed)
        else:
            yield from _member(
                argument[0].upper() + argument[1:], before, after, (True, False)
            )


def _types(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[Change]:
    for name in sorted({*old, *new}):
        before, after = _table(old.get(name)), _table(new.get(name))
        if name not in new:
            yield Change(f"Removed the type {_code(name)}.", breaking=True)
        elif name not in old:
            yield Change(f"Added the type {_code(name)}.")
        else:
            yield from _type_changes(name, before, after)


def _type_changes(
    name: str, before: Mapping[str, Any], after: Mapping[str, Any]
) -> Iterator[Change]:
    shown = f"The type {_code(name)}"
    yield from _deprecation(f"the type {_code(name)}", before, after)
    ways = _ways(after)
    if "fields" in before and "fields" in after:
        fields = _table(before["fields"]), _table(after["fields"])
        yield from _fields(_code(name), *fields, ways)
    elif "values" in before and "values" in after:
        yield from _values(shown, _list(before["values"]), _list(after["values"]), ways)
    elif "type" in before and "type" in after:
        yield from _retyped(shown, _list(before["type"]), _list(after["type"]), ways)
    else:
        yield Change(f"{shown} is of another kind.", breaking=True)


def _fields(
    owner: str,
    old: Mapping[str, Any],
    new: Mapping[str, Any],
    ways: tuple[bool, bool],
) -> Iterator[Change]:
    sent, _ = ways
    for name in sorted({*old, *new}):
        before, after = _table(old.get(name)), _table(new.get(name))
        field = f"the field {_code(name)} of {owner}"
        if name not in new:
            yield Change(f"Removed {field}.", breaking=True)
        elif name not in old:
            needed = sent and after.get("required") is True
            added = f"Added {field}"
            text = f"{added}, which must be given." if needed else f"{added}."
            yield Change(text, breaking=needed)
        else:
            yield from _deprecation(field, before, after)
            yield from _member(field[0].upper() + field[1:], before, after, ways)


def _values(
    shown: str, old: list[str], new: list[str], ways: tuple[bool, bool]
) -> Iterator[Change]:
    """Values of an enumeration. Unknown ones are kept by clients, so more do no harm."""
    gone = [value for value in old if value not in new]
    more = [value for value in new if value not in old]
    if gone:
        text = f"{shown} no longer has {_listed(gone)}."
        yield Change(text, breaking=ways[0] and "..." not in new)
    if more:
        yield Change(f"{shown} now has {_listed(more)}.")


def _member(
    shown: str,
    before: Mapping[str, Any],
    after: Mapping[str, Any],
    ways: tuple[bool, bool],
) -> Iterator[Change]:
    """What has changed about an argument or a field that was there before."""
    sent, received = ways
    was, now = before.get("required") is True, after.get("required") is True
    if now and not was:
        text = "must now be given" if sent else "is now always there"
        yield Change(f"{shown} {text}.", breaking=sent)
    if was and not now:
        text = "need not be given any more" if not received else "may now be missing"
        yield Change(f"{shown} {text}.", breaking=received)
    yield from _retyped(
        shown, _list(before.get("type")), _list(after.get("type")), ways
    )
    if sent:
        yield from _bounds(
            shown, _table(before.get("bounds")), _table(after.get("bounds"))
        )


def _retyped(
    shown: str, old: list[str], new: list[str], ways: tuple[bool, bool]
) -> Iterator[Change]:
    if old == new:
        return
    sent, received = ways
    is_breaking = (sent and not _covers(new, old)) or (
        received and not _covers(old, new)
    )
    text = f"{shown} is now {_type(new)}, not {_type(old)}."
    yield Change(text, breaking=is_breaking)


def _bounds(
    shown: str, old: Mapping[str, Any], new: Mapping[str, Any]
) -> Iterator[Change]:
    for keyword in sorted({*old, *new}):
        was, now = old.get(keyword), new.get(keyword)
        if was == now:
            continue
        if now is None:
            yield Change(f"{shown} has no {_code(keyword)} any more.")
            continue
        before = "" if was is None else f", not {_code(was)}"
        text = f"{shown} has the {_code(keyword)} {_code(now)}{before}."
        yield Change(text, breaking=not _is_looser(keyword, was, now))


def _is_looser(keyword: str, was: object, now: object) -> bool:
    if not isinstance(was, int | float) or not isinstance(now, int | float):
        return False
    if keyword in _LOOSER_BELOW:
        return now <= was
    return keyword in _LOOSER_ABOVE and now >= was


def _deprecation(
    shown: str, before: Mapping[str, Any], after: Mapping[str, Any]
) -> Iterator[Change]:
    was, now = before.get("deprecated") is True, after.get("deprecated") is True
    if now and not was:
        yield Change(f"Deprecated {shown}.")
    if was and not now:
        yield Change(f"{shown[0].upper()}{shown[1:]} is not deprecated any more.")


def _covers(wide: list[str], narrow: list[str]) -> bool:
    """Whether each option of one type is, or is part of, an option of the other."""
    return "object" in wide or all(
        option in wide or any(wider in wide for wider in _wider(option))
        for option in narrow
    )


def _wider(option: str) -> tuple[str, ...]:
    """Options that hold all values of one."""
    inner = option.removeprefix("Literal[")
    if inner == option:
        return _WIDER.get(option, ())
    if inner[:1] in ('"', "'"):
        return ("str",)
    return ("bool",) if inner[:1] in "TF" else ("int", "float")


def _ways(entry: Mapping[str, Any]) -> tuple[bool, bool]:
    """Whether a type is sent, and whether it is received; both where neither is known."""
    sent, received = entry.get("sent") is True, entry.get("received") is True
    return (sent, received) if sent or received else (True, True)


def _operation(key: str, entry: Mapping[str, Any]) -> str:
    method = _method(entry)
    if method:
        return f"{method} ({_code(key)})"
    return _code(key)


def _method(entry: Mapping[str, Any], key: str = "method") -> str:
    method = entry.get(key)
    return _code(f"client.{method}") if isinstance(method, str) and method else ""


def _type(options: list[str]) -> str:
    others = [option for option in options if option != "None"]
    none = ["None"] if len(others) < len(options) else []
    return _code(" | ".join([*others, *none]))


def _listed(values: Iterable[str]) -> str:
    return ", ".join(map(_code, values))


def _code(value: object) -> str:
    """A name as a code span: nothing in it ends that."""
    return f"`{str(value).replace('`', chr(39)) or ' '}`"


def _table(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _list(value: object) -> list[str]:
    return [str(item) for item in value] if isinstance(value, list) else []
