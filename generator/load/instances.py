"""Instances: JSON and YAML values that somebody wants checked, with their places.

They are read as documents are, by the same rules for numbers and for YAML. But names that
stand twice are a warning, a YAML text may hold several values, and halves of surrogate
pairs are told but let pass: JSON has them (RFC 8259, section 8.2).
"""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Protocol

from ..diagnostics import Fatal, Sink, diagnostic, report
from .json_text import JsonFinder, Value, after_space, bad_number, members
from .parse import check_size
from .scalars import UnusableNumber, integer, real
from .source import SourceText

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..diagnostics import Diagnostic, Span

_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|.)", re.DOTALL)
_FIRST_HALF, _SECOND_HALF, _PAIRS_END = 0xD800, 0xDC00, 0xE000


class Instance(Protocol):
    """A value, and where the parts of it stand."""

    @property
    def value(self) -> object:
        """The value as `json.loads` would give it."""
        ...

    def span(self, pointer: str) -> Span:
        """The place of the value at a JSON Pointer, or of the innermost one around it."""
        ...


class JsonInstance:
    """The value of a JSON text."""

    __slots__ = ("_known", "_text", "value")

    def __init__(self, value: object, text: SourceText) -> None:
        self.value = value
        self._text = text
        self._known: dict[int, dict[str, Value]] = {}

    def span(self, pointer: str) -> Span:
        """See `Instance`."""
        text = self._text.text
        start = after_space(text, 0)
        for token in tokens_of_pointer(pointer):
            if text[start] not in "{[":
                break
            if start not in self._known:
                self._known[start] = dict(members(text, start))
            inner = self._known[start].get(token)
            if inner is None:
                break
            start = inner.start
        return self._text.span(start, pointer)


class YamlInstance:
    """The value of one document of a YAML text."""

    __slots__ = ("_finder", "_node", "_text", "value")

    def __init__(self, value: object, text: SourceText, node: Any, finder: Any) -> None:
        self.value = value
        self._text = text
        self._node = node
        self._finder = finder

    def span(self, pointer: str) -> Span:
        """See `Instance`."""
        tokens = tokens_of_pointer(pointer)
        starts = (
            self._finder.start(self._node, tokens[:count])
            for count in range(len(tokens), -1, -1)
        )
        start = next((item for item in starts if item is not None), 0)
        return self._text.span(start, pointer)


def tokens_of_pointer(pointer: str) -> list[str]:
    """The reference tokens of a JSON Pointer, unescaped (RFC 6901, section 4)."""
    parts = pointer.split("/")[1:]
    return [part.replace("~1", "/").replace("~0", "~") for part in parts]


def decode(text: str) -> object:
    """The value of a JSON text that nothing need be said about.

    Raises ValueError, and RecursionError, where `json_instance` has something to say.
    """
    if "\\ud" in text or "\\uD" in text:
        raise ValueError
    return _DECODE(text)


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError
    return found


_DECODE = json.JSONDecoder(
    object_pairs_hook=_distinct,
    parse_int=integer,
    parse_float=real,
    parse_constant=real,
).decode


def json_instance(text: SourceText, sink: Sink) -> JsonInstance | None:
    """The value of a JSON text (RFC 8259); None where it is none, which `sink` is told.

    Of names that stand twice in an object, the last one counts.
    """
    if not text.text.strip():
        report(sink, "E107", text.span(0))
        return None
    doubled = False

    def collect(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        nonlocal doubled
        found = dict(pairs)
        doubled = doubled or len(found) != len(pairs)
        return found

    try:
        value = json.loads(
            text.text,
            object_pairs_hook=collect,
            parse_int=integer,
            parse_float=real,
            parse_constant=real,
        )
    except json.JSONDecodeError as error:
        span = text.span(min(error.pos, len(text.text)))
        report(sink, "E106", span, problem=error.msg)
        return None
    except UnusableNumber:
        sink.add(bad_number(text))
        return None
    except RecursionError:
        report(sink, "E502", text.span(0))
        return None
    if doubled:
        for key, first, second in JsonFinder(text).duplicates():
            related = [("first given here", text.span(first))]
            span = text.span(second)
            sink.add(_as_instance(diagnostic("E110", span, related=related, key=key)))
    for offset in _halves(text.text):
        report(sink, "W500", text.span(offset))
    return JsonInstance(value, text)


def yaml_instances(text: SourceText, sink: Sink) -> Iterator[YamlInstance]:
    """The values of a YAML text, one of each document that can be used.

    What is wrong goes to `sink`, with what makes the rest of the text useless.
    """
    from .construct import construct  # imports yaml, which JSON does without
    from .yaml_text import YamlFinder, compose_all

    finder = YamlFinder()
    count = 0
    try:
        check_size(text, "[{,:\n")
        for node in compose_all(text):
            count += 1
            own = Sink()
            value, _ = construct(node, text, own)
            found = [_as_instance(finding) for finding in own.found]
            sink.found += found
            if all(finding.severity != "error" for finding in found):
                yield YamlInstance(value, text, node, finder)
    except Fatal as fatal:
        sink.add(_as_instance(fatal.diagnostic))
        return
    if not count:
        report(sink, "E107", text.span(0))


def _as_instance(finding: Diagnostic) -> Diagnostic:
    """What is said of documents, as it is said of instances."""
    if finding.code == "E110":
        return replace(finding, severity="warning")
    if finding.code == "E111":
        return diagnostic("E502", finding.span)
    return finding


def _halves(text: str) -> Iterator[int]:
    """Where the halves of surrogate pairs stand that have no other half."""
    first = end = -1
    for match in _ESCAPE.finditer(text):
        code = int(match.group(1) or "0", 16)
        is_second = _SECOND_HALF <= code < _PAIRS_END
        is_pair = is_second and first >= 0 and match.start() == end
        if first >= 0 and not is_pair:
            yield first
        if is_second and not is_pair:
            yield match.start()
        first = match.start() if _FIRST_HALF <= code < _SECOND_HALF else -1
        end = match.end()
    if first >= 0:
        yield first
