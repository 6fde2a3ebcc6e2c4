"""Text to data: JSON when it is JSON, else YAML."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from ..diagnostics import Fatal, diagnostic, report
from .json_text import parse_json
from .limits import NODE_LIMIT
from .places import Object, Places, escape

if TYPE_CHECKING:
    from ..diagnostics import Sink
    from .source import SourceText

_SUSPECT_ESCAPE = re.compile(
    r"\\(?:u[dD][89a-fA-F]|u0000|U000(?:00000|0[dD][89a-fA-F])|x00|0)"
)
_UNUSABLE = re.compile("[\x00\ud800-\udfff]")


def parse(text: SourceText, sink: Sink) -> tuple[Any, Places]:
    """The data of a JSON or YAML text, and where its objects stand.

    Text that starts like JSON is read as JSON; when that fails and the file does not
    call itself JSON, as YAML, which has JSON's syntax for its flow style. Raises Fatal
    when the text cannot be read at all.
    """
    data, places = _parse(text, sink)
    if _SUSPECT_ESCAPE.search(text.text):
        _check_characters(data, places, sink)
    return data, places


def check_size(text: SourceText, marks: str) -> None:
    """Refuse a text that can hold more values than the budget, before building any.

    Every value but the first is set off by one of `marks`.
    """
    count = sum(text.text.count(mark) for mark in marks)
    if count > NODE_LIMIT:
        raise Fatal(diagnostic("E118", text.span(0), limit=NODE_LIMIT // 1_000_000))


def _parse(text: SourceText, sink: Sink) -> tuple[Any, Places]:
    named_json = text.file.endswith(".json")
    if text.text.lstrip()[:1] in ("{", "["):
        check_size(text, "[{,:")
        try:
            return parse_json(text, sink)
        except json.JSONDecodeError as error:
            if named_json:
                span = text.span(min(error.pos, len(text.text)))
                raise Fatal(diagnostic("E106", span, problem=error.msg)) from None
    check_size(text, "[{,:\n")
    from .construct import construct  # imports yaml, which JSON does without
    from .yaml_text import compose

    return construct(compose(text), text, sink)


def _check_characters(data: Any, places: Places, sink: Sink) -> None:
    """Report texts with NUL or lone surrogates, which no output file can hold.

    Values that JSON Schema compares with (`enum`, `const`) may have NUL, as they only
    become literals.
    """
    stack: list[tuple[Any, Object | None, tuple[str, ...], str]] = [
        (data, None, (), "")
    ]
    while stack:
        value, owner, steps, pointer = stack.pop()
        if type(value) is dict:
            if places.knows(value):
                owner, steps = value, ()
            members = [(str(key), key, item) for key, item in value.items()]
        elif type(value) is list:
            members = [(str(index), "", item) for index, item in enumerate(value)]
        else:
            if type(value) is str:
                _check_text(value, owner, steps, pointer, places, sink)
            continue
        for token, name, item in members:
            inner = f"{pointer}/{escape(token)}"
            _check_text(name, owner, (*steps, token), inner, places, sink)
            stack.append((item, owner, (*steps, token), inner))


def _check_text(
    value: str,
    owner: Object | None,
    steps: tuple[str, ...],
    pointer: str,
    places: Places,
    sink: Sink,
) -> None:
    found = _UNUSABLE.search(value)
    if found and not (found.group() == "\0" and _is_compared(steps)):
        span = places.span(owner or {}, steps, pointer)
        report(sink, "E115", span, character=found.group())


def _is_compared(steps: tuple[str, ...]) -> bool:
    """Whether a text is the value of `const`, or one of the values of `enum`."""
    return steps[-1:] == ("const",) or steps[-2:-1] == ("enum",)
