# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Text of parameters and form fields as JSON values, guided by what the document declares."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, NamedTuple, NoReturn, TypeAlias, TypeGuard

Kind: TypeAlias = Literal["string", "integer", "number", "boolean", "null", "bytes"]

_INTEGER = re.compile(r"-?(0|[1-9][0-9]{0,307})")
_NUMBER = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]{1,6})?")
_INDEX = re.compile(r"[0-9]{1,6}")
_WORDS: dict[str, dict[str, bool | None]] = {
    "boolean": {"true": True, "false": False},
    "null": {"null": None},
}


class Plain(NamedTuple):
    """One scalar; `kinds` in the order in which the text is tried."""

    kinds: Sequence[Kind] = ("string",)


class JsonText(NamedTuple):
    """JSON within a text; with `plain`, any text that is no array or object is a scalar."""

    plain: Plain | None = None


class Items(NamedTuple):
    """An array; with `single`, one text alone may stand for itself."""

    item: Reads = Plain()
    single: bool = False


class Fields(NamedTuple):
    """An object: its properties, and what any other property is (None: as text)."""

    known: Mapping[str, Reads]
    rest: Reads | None = None

    def of(self, name: str) -> Reads:
        """How the property `name` is read."""
        return self.known.get(name, self.rest or TEXT)


Reads: TypeAlias = Plain | Items | Fields | JsonText

TEXT = Plain()
ANY_FIELDS = Fields({})
JSON_TEXT = JsonText()


def scalar(text: str, reads: Plain) -> object:
    """The first of the kinds that `text` can be; itself when it can be none of them."""
    for kind in reads.kinds:
        if kind in ("string", "bytes"):
            return text
        if kind == "integer" and _INTEGER.fullmatch(text):
            return int(text)
        if kind == "number" and _NUMBER.fullmatch(text):
            number = float(text)
            if math.isfinite(number):
                return number
        words = _WORDS.get(kind, {})
        if text in words:
            return words[text]
    return text


def value(texts: Sequence[str], reads: Reads) -> object:
    """The JSON value that `texts`, all given under one name, stand for.

    Raises:
        ValueError: A text that must be JSON is none.
    """
    if isinstance(reads, Items):
        if reads.single and len(texts) == 1:
            return value(texts, reads.item)
        return [value([text], reads.item) for text in texts]
    if isinstance(reads, Plain):
        return scalar(texts[-1], reads)
    if isinstance(reads, JsonText) and reads.plain is not None:
        return _json_or_scalar(texts[-1], reads.plain)
    return json_value(texts[-1])


def _json_or_scalar(text: str, plain: Plain) -> object:
    try:
        parsed = json_value(text)
    except ValueError:
        return scalar(text, plain)
    return parsed if is_object(parsed) or is_array(parsed) else scalar(text, plain)


def _refuse(text: str) -> NoReturn:
    raise ValueError(f"{text} is not JSON")


_BOM = b"\xef\xbb\xbf"
_DECODER = json.JSONDecoder(parse_constant=_refuse)


def json_value(text: str | bytes) -> object:
    """Strict JSON (RFC 8259): UTF-8, no NaN or Infinity.

    Raises:
        ValueError: It is not JSON, or nested deeper than the interpreter can follow.
    """
    if isinstance(text, bytes):
        text = text.removeprefix(_BOM).decode()
    try:
        parsed: object = _DECODER.decode(text)
    except RecursionError:
        raise ValueError("nested too deeply") from None
    return parsed


def is_object(parsed: object) -> TypeGuard[dict[str, object]]:
    """Whether the value is a JSON object."""
    return type(parsed) is dict


def is_array(parsed: object) -> TypeGuard[list[object]]:
    """Whether the value is a JSON array."""
    return type(parsed) is list


def depth_exceeds(parsed: object, limit: int) -> bool:
    """Whether containers are nested deeper than `limit`."""
    level = [parsed]
    for _ in range(limit + 1):
        level = [
            inner
            for outer in level
            for inner in _members(outer)
            if is_object(inner) or is_array(inner)
        ]
        if not level:
            return False
    return True


def _members(outer: object) -> Iterable[object]:
    if is_object(outer):
        return outer.values()
    return outer if is_array(outer) else ()


def assemble(pairs: Iterable[tuple[str, object]], fields: Fields) -> dict[str, object]:
    """An object from named texts, as forms and `deepObject` parameters write it.

    A name given several times, or as `name[]`, makes an array; `name[key]` an object
    within it, or an array where that is declared and the keys are numbers. Values that
    are no `str` (uploads) stay as they are.

    Raises:
        ValueError: A name is used as a value and as an object, or text is no JSON.
    """
    groups: dict[str, list[object]] = {}
    listed: set[str] = set()
    nested: dict[str, list[tuple[str, object]]] = {}
    for name, item in pairs:
        head, bracket, tail = name.partition("[")
        if bracket and tail == "]":
            listed.add(head)
            groups.setdefault(head, []).append(item)
        elif bracket and "]" in tail:
            key, _, more = tail.partition("]")
            nested.setdefault(head, []).append((key + more, item))
        else:
            groups.setdefault(name, []).append(item)
    if both := groups.keys() & nested.keys():
        raise ValueError(f"'{min(both)}' is a value and an object at once")
    found = {
        name: _group(items, _array(fields, name) if name in listed else fields.of(name))
        for name, items in groups.items()
    }
    for name, inner in nested.items():
        found[name] = _nested(inner, fields.of(name))
    return found


def _nested(pairs: list[tuple[str, object]], reads: Reads) -> object:
    if not isinstance(reads, Items):
        return assemble(pairs, reads if isinstance(reads, Fields) else ANY_FIELDS)
    keys = {name.partition("[")[0] for name, _ in pairs}
    if not all(_INDEX.fullmatch(key) for key in keys):
        return assemble(pairs, ANY_FIELDS)
    items = assemble(pairs, Fields(dict.fromkeys(keys, reads.item)))
    return [items[key] for key in sorted(keys, key=int)]


def _array(fields: Fields, name: str) -> Items:
    """How a property is read that the caller writes as an array."""
    reads = fields.of(name)
    if isinstance(reads, Items):
        return reads._replace(single=False)
    return Items(reads)


def _group(items: list[object], reads: Reads) -> object:
    texts = [item for item in items if isinstance(item, str)]
    if len(texts) == len(items):
        return value(texts, reads)
    return items if isinstance(reads, Items) else items[-1]


def whole_numbers(value: object) -> object:
    """The same JSON value with `4.0` as `4`.

    To JSON Schema both are the integer four (2020-12 validation, section 6.1.1); strict
    models tell them apart by their spelling.
    """
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if is_array(value):
        return [whole_numbers(item) for item in value]
    if is_object(value):
        return {key: whole_numbers(item) for key, item in value.items()}
    return value
