"""Text of the document as Markdown, TOML and JSON: the only functions that make these.

`prose` and `code_span` for Markdown, `toml` for TOML strings, `json_text` for JSON. As in
`plan/python/literals.py`, what they give is `Code`, which templates may print.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from ..python.code import Code
from ..python.prose import visible

if TYPE_CHECKING:
    from collections.abc import Iterable

_SPAN = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)")
_SPECIAL = re.compile(r"[\\`*_{}\[\]<>&#|~$]")
_LINKED = re.compile(r"://|www\.|@", re.IGNORECASE)
_START = re.compile(r"[-+=>:!](?=\s|\Z|[-+=>:!])|\d{1,9}(?=[.)](?:\s|\Z))")
_TICKS = re.compile(r"`+")
_PLAIN = frozenset(map(chr, range(0x20, 0x7F))) - {'"', "\\"}


def prose(text: str) -> Code:
    """Text as words on one line of Markdown, which means nothing but itself.

    Code spans stay; so does everything else, letter by letter: no HTML, no link, no
    image, no list. What renderers would take for an address becomes a code span, for
    they make links of those by themselves.
    """
    text = " ".join(visible(text).split())
    parts: list[str] = []
    done = 0
    for span in _SPAN.finditer(text):
        parts += [_words(text[done : span.start()]), code_span(span[2])]
        done = span.end()
    parts.append(_words(text[done:]))
    line = "".join(parts)
    start = _START.match(line)
    if start is None:
        return Code(line)
    end = start.end()
    if line[0].isdecimal():
        return Code(f"{line[:end]}\\{line[end:]}")
    return Code(f"\\{line}")


def _words(text: str) -> str:
    """Text without code spans, its marks escaped (CommonMark 0.31, section 2.4)."""
    return " ".join(
        code_span(word) if _LINKED.search(word) else _SPECIAL.sub(r"\\\g<0>", word)
        for word in text.split(" ")
    )


def code_span(text: str) -> Code:
    """Text as a code span of Markdown on one line (CommonMark 0.31, section 6.1)."""
    text = " ".join(visible(text).split()) or " "
    longest = max((len(run) for run in _TICKS.findall(text)), default=0)
    fence = "`" * (longest + 1)
    pad = " " if longest else ""
    return Code(f"{fence}{pad}{text}{pad}{fence}")


def fenced(program: Code, language: str) -> Code:
    """Finished code as a block of Markdown; `language` is a word of ours."""
    longest = max((len(run) for run in _TICKS.findall(program)), default=0)
    fence = "`" * max(3, longest + 1)
    return Code(f"{fence}{language}\n{program}\n{fence}")


def toml(text: str) -> Code:
    """Text as a basic string of TOML 1.0 on one line."""
    text = " ".join(visible(text).split())
    return Code(f'"{"".join(map(_toml_character, text))}"')


def _toml_character(character: str) -> str:
    if character in _PLAIN:
        return character
    number = ord(character)
    if character in ('"', "\\"):
        return f"\\{character}"
    if 0xD800 <= number < 0xE000:
        number = 0xFFFD
    return f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"


def json_text(value: object, depth: int) -> Code:
    """A JSON value in ASCII, sorted by name: what is deeper than `depth` on one line."""
    return Code(_json(value, depth, ""))


def _json(value: object, depth: int, pad: str) -> str:
    inner = f"{pad} "
    if isinstance(value, dict) and value and depth:
        members = [
            f"{inner}{json.dumps(name)}: {_json(value[name], depth - 1, inner)}"
            for name in sorted(value)
        ]
        return "{\n" + ",\n".join(members) + f"\n{pad}}}"
    if isinstance(value, list) and value and depth:
        items = [f"{inner}{_json(item, depth - 1, inner)}" for item in value]
        return "[\n" + ",\n".join(items) + f"\n{pad}]"
    return json.dumps(value, sort_keys=True)


def spaced(parts: Iterable[Code]) -> Code:
    """Finished Markdown, the blocks parted by empty lines."""
    return Code("\n\n".join(_checked(part) for part in parts if part))


def lines(parts: Iterable[Code]) -> Code:
    """Finished Markdown, a line each."""
    return Code("\n".join(map(_checked, parts)))


def _checked(part: Code) -> Code:
    if type(part) is not Code:
        raise TypeError(f"only Code goes into code, not {type(part).__name__}")
    return part
