"""Names that do not look like what they are.

Source: Unicode TR 36 (security considerations) and TR 39 (confusable detection).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator

from ..diagnostics import Sink, diagnostic
from ..ir import Api, Id, Record
from ..load.document import Document

_LIKE_LATIN = str.maketrans(
    "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0458\u0455\u04bb\u0501\u051b\u051d"
    "\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0423\u0425\u0406\u0408"
    "\u0405\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5"
    "\u03a7\u03bf\u03bd\u03b1\u03b9\u03c1\u03c5\u0131\u0251\u0261\u0269",
    "aeopcyxijshdqwABEKMHOPCTYXIJSABEZHIKMNOPTYXovaipuiagi",
)
"""Cyrillic, Greek and other letters that most fonts draw like Latin ones."""


def report_suspicious(api: Api, document: Document, sink: Sink) -> None:
    """Warn of names that hold what cannot be seen, and of names that look the same."""
    known: set[tuple[str, ...]] = set()
    for owner, names in _scopes(api):
        unusual = [name for name in names if not name.isascii()]
        if not unusual:
            continue
        span = document.locate(owner)
        for name in unusual:
            hidden = _hidden(name)
            if hidden and (name,) not in known:
                known.add((name,))
                sink.add(diagnostic("W272", span, name=name, characters=hidden))
        for first, second in _pairs(names):
            if (first, second) not in known:
                known.add((first, second))
                sink.add(diagnostic("W273", span, first=first, second=second))


def _scopes(api: Api) -> Iterator[tuple[Id, list[str]]]:
    """The names that readers must tell apart, with the id of what they stand in."""
    yield "#/components/schemas", list(api.components)
    yield "#/components/securitySchemes", list(api.security_schemes)
    tags = [tag.name for tag in api.tags]
    for operation in api.operations:
        tags += operation.tags
        yield operation.id, [operation.operation_id]
        yield operation.id, [item.name for item in operation.parameters]
    yield "#/tags" if api.tags else "#/paths", list(dict.fromkeys(tags))
    for shape in api.shapes.values():
        if isinstance(shape, Record):
            yield shape.id, [field.name for field in shape.fields]


def _hidden(name: str) -> list[str]:
    """The characters that are not seen, or that turn the direction of text."""
    return [
        f"U+{ord(char):04X}"
        for char in dict.fromkeys(name)
        if unicodedata.category(char) in ("Cc", "Cf", "Zl", "Zp")
    ]


def _pairs(names: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Different names that look the same."""
    seen: dict[str, str] = {}
    for name in sorted(names):
        other = seen.setdefault(_skeleton(name), name)
        if other != name:
            yield other, name


def _skeleton(name: str) -> str:
    """What a name looks like, so that it can be compared."""
    if name.isascii():
        return name
    visible = "".join(
        char
        for char in unicodedata.normalize("NFKC", name)
        if unicodedata.category(char) != "Cf"
    )
    return visible.translate(_LIKE_LATIN)
