"""The values of files: one of a JSON file, one of each line of JSON Lines, one of each
document of a YAML stream.
"""

from __future__ import annotations

import sys
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import IO, TYPE_CHECKING, Literal, TypeAlias

from ..diagnostics import Fatal, Sink, Span, diagnostic
from ..load.instances import JsonInstance, decode, json_instance, yaml_instances
from ..load.source import SIZE_LIMIT, SourceText
from ..values import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..diagnostics import Diagnostic
    from ..load.instances import Instance

Form: TypeAlias = Literal["json", "jsonl", "yaml"]

FORMS: tuple[Form, ...] = ("json", "jsonl", "yaml")

STDIN = "-"

_BY_SUFFIX: dict[str, Form] = {
    ".json": "json",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".yaml": "yaml",
    ".yml": "yaml",
}
_LARGEST: dict[Form, int] = {
    "json": 1_000_000_000,
    "jsonl": 100_000_000,
    "yaml": SIZE_LIMIT,
}
"""Bytes that are held at once: of a file, or of a line."""

_BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class File:
    """A file to read, as the user names it, and how its values are written."""

    name: str
    form: Form

    @property
    def label(self) -> str:
        """How messages name the file."""
        return "<stdin>" if self.name == STDIN else self.name


def file_of(name: str, given: Form | None) -> File:
    """A file; the form is as given, else as its name says, else JSON."""
    return File(name, given or _BY_SUFFIX.get(Path(name).suffix.lower(), "json"))


def instances(file: File) -> Iterator[Instance | Diagnostic]:
    """The values of a file, and what is wrong with its text, as it is read.

    E501 ends it: the file, or the rest of it, cannot be read.
    """
    try:
        with _opened(file) as stream:
            if file.form == "jsonl":
                yield from _lines(file, stream)
            else:
                data = stream.read(_LARGEST[file.form] + 1)
                if len(data) > _LARGEST[file.form]:
                    yield _too_large(file, "it is")
                else:
                    yield from _whole(file, data)
    except OSError as problem:
        reason = problem.strerror or "it cannot be opened"
        yield _unreadable(file, reason)
    except ValueError:
        yield _unreadable(file, "no file can have this name")


def _unreadable(file: File, reason: str, line: int = 0) -> Diagnostic:
    span = Span(file.label, line, 1 if line else 0)
    return diagnostic("E501", span, file=file.label, reason=reason)


def _too_large(file: File, what: str, line: int = 0) -> Diagnostic:
    limit = _LARGEST[file.form] // 1_000_000
    return _unreadable(file, f"{what} larger than {limit} MB", line)


@contextmanager
def _opened(file: File) -> Iterator[IO[bytes]]:
    if file.name == STDIN:
        yield sys.stdin.buffer
        return
    with Path(file.name).open("rb") as stream:
        yield stream


def _whole(file: File, data: bytes) -> Iterator[Instance | Diagnostic]:
    try:
        text = SourceText(file.label, data)
    except Fatal as fatal:
        yield fatal.diagnostic
        return
    sink = Sink()
    if file.form == "json":
        found = _json(text, sink)
        yield from sink.found
        if found is not None:
            yield found
        return
    for instance in yaml_instances(text, sink):
        yield from sink.found
        sink.found.clear()
        yield instance
    yield from sink.found


def _json(text: SourceText, sink: Sink) -> JsonInstance | None:
    try:
        return JsonInstance(decode(text.text), text)
    except (ValueError, RecursionError):
        return json_instance(text, sink)


def _lines(file: File, stream: IO[bytes]) -> Iterator[Instance | Diagnostic]:
    """The values of JSON Lines; lines without any text are passed over."""
    limit = _LARGEST["jsonl"]
    number = 0
    while raw := stream.readline(limit + 1):
        number += 1
        if len(raw) > limit:
            yield _too_large(file, "the line is", number)
            return
        if number == 1:
            raw = raw.removeprefix(_BOM)
        try:
            yield _Line(decode(raw.decode()), raw, file, number)
        except (ValueError, RecursionError):
            if raw.strip():
                yield from _odd_line(file, raw, number)


def _odd_line(file: File, raw: bytes, number: int) -> Iterator[Instance | Diagnostic]:
    """What there is to say about a line, and its value if it has one."""
    sink = Sink()
    found = None
    try:
        found = json_instance(SourceText(file.label, raw.rstrip(b"\r\n")), sink)
    except Fatal as fatal:
        sink.add(fatal.diagnostic)
    for finding in sink.found:
        related = tuple(
            (remark, _moved(place, number)) for remark, place in finding.related
        )
        span = finding.span and _moved(finding.span, number)
        yield replace(finding, span=span, related=related)
    if found is not None:
        yield _Line(found.value, raw, file, number)


class _Line:
    """The value of a line. Its text is looked at again only when a place is asked for."""

    __slots__ = ("_file", "_found", "_number", "_raw", "value")

    def __init__(self, value: object, raw: bytes, file: File, number: int) -> None:
        self.value = value
        self._raw = raw
        self._file = file
        self._number = number
        self._found: JsonInstance | None = None

    def span(self, pointer: str) -> Span:
        """See `Instance`."""
        if self._found is None:
            text = SourceText(self._file.label, self._raw)
            self._found = JsonInstance(self.value, text)
        return _moved(self._found.span(pointer), self._number)


def _moved(span: Span, number: int) -> Span:
    """A place of the text of one line, as a place of the file."""
    return replace(span, line=span.line + number - 1)
