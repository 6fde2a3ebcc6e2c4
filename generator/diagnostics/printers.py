"""Diagnostics as text for people, as JSON for programs, as annotations for GitHub.

Each function takes findings in any order and gives the whole text, ending in a line
break unless it is empty. No line of it starts with text from the document, and all
such text went through `show`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from .order import SHOWN_PER_CODE, ordered, thinned
from .show import show

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from .model import Diagnostic, Span

Format: TypeAlias = Literal["text", "json", "github"]

_POINTER_LIMIT = 300
_RELATED_SHOWN = 3


def render(
    found: Iterable[Diagnostic], form: Format = "text", limit: int = SHOWN_PER_CODE
) -> str:
    """Print findings in one of the three formats (see the functions of this module)."""
    printers: dict[Format, Callable[[], str]] = {
        "text": lambda: text(found, limit),
        "json": lambda: json(found),
        "github": lambda: github(found, limit),
    }
    return printers[form]()


def text(found: Iterable[Diagnostic], limit: int = SHOWN_PER_CODE) -> str:
    """`file:line:column: severity[CODE]: message`, then excerpt, pointer and hint.

    A note is its first line alone. Of each code at most `limit` findings are shown, and the others counted at the end.
    """
    shown, held = thinned(ordered(found), limit)
    lines: list[str] = []
    for item in shown:
        lines.extend(_block(item))
    lines.extend(
        f"oasmith: {rest.severity}[{rest.code}]: {rest.count} more of this kind "
        "not shown (--format json shows all)"
        for rest in held
    )
    return "".join(f"{line}\n" for line in lines)


def json(found: Iterable[Diagnostic]) -> str:
    """One JSON array with an object for each finding, in ASCII, nothing left out.

    Members: code, severity, message, hint, file, line, column, pointer (null when the
    finding has no place) and related, an array of message and place.
    """
    import json as codec

    rows = [
        codec.dumps(
            {
                "code": item.code,
                "severity": item.severity,
                "message": item.message,
                "hint": item.hint,
                **place_row(item.span),
                "related": [
                    {"message": remark, **place_row(span)}
                    for remark, span in item.related
                ],
            }
        )
        for item in ordered(found)
    ]
    return "[\n" + ",\n".join(rows) + "\n]\n" if rows else "[]\n"


def github(found: Iterable[Diagnostic], limit: int = SHOWN_PER_CODE) -> str:
    """Workflow commands of GitHub Actions: `::error file=..,line=..,title=CODE::message`."""
    shown, held = thinned(ordered(found), limit)
    lines = [_annotation(item) for item in shown]
    lines.extend(
        f"::notice title={rest.code}::{rest.count} more of this kind not shown"
        for rest in held
    )
    return "".join(f"{line}\n" for line in lines)


def _block(item: Diagnostic) -> list[str]:
    start = f"{_where(item.span)}: " if item.span else "oasmith: "
    lines = [f"{start}{item.severity}[{item.code}]: {item.message}"]
    if item.severity == "note":
        return lines
    if item.span is not None:
        lines.extend(_excerpt(item.span))
        if item.span.pointer:
            lines.append(f"  at: {show(item.span.pointer, _POINTER_LIMIT)}")
    for remark, span in item.related[:_RELATED_SHOWN]:
        lines.append(f"  see: {_where(span)}: {show(remark)}")
    if len(item.related) > _RELATED_SHOWN:
        lines.append(f"  see: {len(item.related) - _RELATED_SHOWN} more places")
    if item.hint:
        lines.append(f"  hint: {item.hint}")
    return lines


def _where(span: Span) -> str:
    """The place; a file name cannot make the line start with a command of a CI runner."""
    file = show(span.file, _POINTER_LIMIT)
    if not file[:1].isalnum() and file[:1] not in ("/", ".", "<", "_"):
        file = f"./{file}"
    return f"{file}:{span.line}:{span.column}" if span.line else file


def _excerpt(span: Span) -> list[str]:
    """The source line and a caret below the column, when the text is at hand."""
    if not span.excerpt.strip():
        return []
    source = span.excerpt.replace("\t", " ")
    before = source[: max(span.column - span.excerpt_column, 0)]
    number = str(span.line)
    gap = " " * len(number)
    return [
        f"  {number} | {show(source)}",
        f"  {gap} | {' ' * _width(show(before))}^",
    ]


def _width(shown: str) -> int:
    """Columns on a terminal: East Asian wide characters take two (UAX 11)."""
    if shown.isascii():
        return len(shown)
    from unicodedata import east_asian_width

    return sum(2 if east_asian_width(char) in "WF" else 1 for char in shown)


def place_row(span: Span | None) -> dict[str, object]:
    """A place as JSON has it: file, line, column, pointer; null for what is not known."""
    if span is None:
        return {"file": None, "line": None, "column": None, "pointer": None}
    return {
        "file": span.file,
        "line": span.line or None,
        "column": span.column or None,
        "pointer": span.pointer,
    }


def _annotation(item: Diagnostic) -> str:
    command = "notice" if item.severity == "note" else item.severity
    properties = [f"title={item.code}"]
    if item.span is not None:
        where = [f"file={_property(item.span.file)}"]
        if item.span.line:
            where += [f"line={item.span.line}", f"col={item.span.column}"]
        properties = where + properties
    message = f"{item.message}\n{item.hint}" if item.hint else item.message
    return f"::{command} {','.join(properties)}::{_data(message)}"


def _data(value: str) -> str:
    for char, code in (("%", "%25"), ("\r", "%0D"), ("\n", "%0A")):
        value = value.replace(char, code)
    return value


def _property(value: str) -> str:
    return _data(show(value)).replace(":", "%3A").replace(",", "%2C")
