"""Document text (Markdown) as lines of at most a given width.

Paragraphs and list items are filled again; fenced code, tables, quotes and indented
code keep their lines. A word is never cut, and no word lands at the start of a line
where Markdown would take it for the mark of a list or a heading.
"""

from __future__ import annotations

import re
from functools import lru_cache

_CONTROL = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e"
    "\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff]"
)
_PLAIN = re.compile(r"[ !#-\[\]-`a-z|{}~]*\Z")
_ITEM = re.compile(r"(?P<indent> *)(?P<mark>[-*+]|\d{1,9}[.)]) +(?=\S)")
_MARK = re.compile(r"(?:[-*+]|\d{1,9}[.)]|#{1,6}|>.*|=+|-+|```.*|~~~.*)\Z")
_FENCE = re.compile(r" *(?P<fence>`{3,}|~{3,})")
_HEADING = re.compile(r" {0,3}#{1,6} ")
_RULE = re.compile(r" {0,3}(?:[-*_] *){3,}\Z")


def visible(text: str) -> str:
    """`text` with control, bidirectional and invisible characters as `\\xNN`, `\\uNNNN`.

    Line ends become `\\n` and tabs four spaces; nothing else changes.
    """
    if text.isascii() and text.isprintable():
        return text
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\t", "    ")
    return _CONTROL.sub(_shown, text)


def _shown(match: re.Match[str]) -> str:
    code = ord(match[0])
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"


def fill(text: str, width: int, first: int | None = None) -> list[str]:
    """One paragraph as lines of at most `width`, the first of at most `first`.

    A longer word stands on a line of its own.
    """
    text = " ".join(text.split())
    if not text:
        return []
    limit = width if first is None else first
    lines: list[str] = []
    start = 0
    while len(text) - start > limit:
        cut = text.rfind(" ", start, start + max(limit, 0) + 1)
        if cut < 0:
            cut = text.find(" ", start)
        cut = _behind_marks(text, cut)
        if cut < 0:
            break
        lines.append(text[start:cut])
        start = cut + 1
        limit = width
    lines.append(text[start:])
    return lines


def _behind_marks(text: str, cut: int) -> int:
    """The first space from `cut` on with no mark of Markdown behind it; -1 for none."""
    while cut >= 0:
        end = text.find(" ", cut + 1)
        if not _MARK.match(text[cut + 1 : end] if end >= 0 else text[cut + 1 :]):
            return cut
        cut = end
    return cut


@lru_cache(maxsize=4096)
def wrap(text: str, width: int, first: int) -> tuple[str, ...]:
    """Markdown `text` as lines: the first has at most `first` columns, others `width`.

    Single blank lines part the blocks; there is none at the start or the end.
    """
    text = visible(text)
    if len(text) <= first and "\n" not in text and "  " not in text:
        stripped = text.strip()
        return (stripped,) if stripped else ()
    if text[:1].isalpha() and "\n" not in text:
        return tuple(fill(text, width, first))
    return tuple(_blocks(text.strip("\n").split("\n"), width, first))


def _blocks(source: list[str], width: int, first: int) -> list[str]:
    lines: list[str] = []
    paragraph: list[str] = []
    hang = 0
    position = 0

    def flush() -> None:
        nonlocal hang
        if paragraph:
            room = width - hang
            start = (first if not lines else width) - hang
            filled = fill(" ".join(paragraph), room, start)
            lines.extend(" " * hang + line for line in filled)
            paragraph.clear()

    while position < len(source):
        raw = source[position].rstrip()
        position += 1
        if not raw.strip():
            flush()
            hang = _hang_after_blank(source, position, hang)
            if lines and lines[-1]:
                lines.append("")
            continue
        fence = _FENCE.match(raw)
        if fence:
            flush()
            position = _copy_fence(source, position, raw, fence["fence"], lines)
            continue
        item = _ITEM.match(raw)
        if item and not _RULE.match(raw):
            flush()
            position = _item(source, position, raw, item, width, lines, first)
            hang = len(item[0])
            continue
        if _is_verbatim(raw, paragraph, hang):
            flush()
            lines.append(raw)
            continue
        if not paragraph:
            indentation = len(raw) - len(raw.lstrip())
            hang = min(hang, indentation)
        paragraph.append(raw)
        if source[position - 1].endswith("  "):
            flush()
    flush()
    while lines and not lines[-1]:
        lines.pop()
    if lines:
        lines[0] = lines[0].lstrip()
    return lines


def is_block(line: str) -> bool:
    """Whether a line starts what can only stand at the start of a line: a list, a table."""
    text = line.lstrip()
    return bool(
        _ITEM.match(text)
        or _FENCE.match(text)
        or _HEADING.match(text)
        or _RULE.match(text)
        or text[:1] in ("|", ">")
    )


def _hang_after_blank(source: list[str], position: int, hang: int) -> int:
    """Indentation of the list item that a paragraph after a blank line belongs to."""
    while position < len(source) and not source[position].strip():
        position += 1
    if position == len(source):
        return 0
    following = source[position]
    indentation = len(following) - len(following.lstrip())
    return min(hang, indentation)


def _is_verbatim(raw: str, paragraph: list[str], hang: int) -> bool:
    """Whether the line stands for itself: table, quote, heading, rule, indented code."""
    text = raw.lstrip()
    if text[0] in "|>" or _HEADING.match(raw) or _RULE.match(raw):
        return True
    return not paragraph and len(raw) - len(text) >= hang + 4


def _copy_fence(
    source: list[str], position: int, raw: str, fence: str, lines: list[str]
) -> int:
    """Copy a fenced block; without an end it goes to the end of the text."""
    lines.append(raw)
    while position < len(source):
        line = source[position].rstrip()
        position += 1
        lines.append(line)
        if line.strip().startswith(fence):
            break
    return position


def _item(
    source: list[str],
    position: int,
    raw: str,
    item: re.Match[str],
    width: int,
    lines: list[str],
    first: int,
) -> int:
    """Fill one list item together with the lines that continue it."""
    parts = [raw[item.end() :]]
    while position < len(source):
        line = source[position].rstrip()
        if (
            not line.strip()
            or _ITEM.match(line)
            or _FENCE.match(line)
            or line.lstrip()[0] in "|>"
        ):
            break
        parts.append(line)
        position += 1
    mark = item[0]
    room = width - len(mark)
    start = (first if not lines else width) - len(mark)
    filled = fill(" ".join(parts), room, start)
    lines.append(mark + filled[0])
    pad = " " * len(mark)
    lines.extend(pad + line for line in filled[1:])
    return position


def lead(text: str) -> str:
    """The first paragraph of Markdown `text` as one line; a list that it opens joins it.

    For places that hold a sentence or two: the description of an argument.
    """
    text = visible(text)
    if "\n" not in text:
        return " ".join(text.split())
    blocks: list[list[str]] = [[]]
    for raw in text.strip().split("\n"):
        if not raw.strip():
            if blocks[-1]:
                blocks.append([])
        else:
            blocks[-1].append(raw)
    found = _flat(blocks[0])
    if found.endswith(":") and len(blocks) > 1 and _ITEM.match(blocks[1][0]):
        found = f"{found} {_flat(blocks[1])}"
    return found


def _flat(lines: list[str]) -> str:
    """A block as one line: list items are parted by semicolons, fences dropped."""
    found = ""
    for raw in lines:
        if _FENCE.match(raw):
            continue
        item = _ITEM.match(raw)
        text = " ".join((raw[item.end() :] if item else raw).split())
        if not found:
            found = text
        elif item and found[-1] not in ":.;,":
            found = f"{found}; {text}"
        else:
            found = f"{found} {text}"
    return found
