"""The paths that a document's servers have: what may stand before every path."""

from __future__ import annotations

import re
from itertools import islice, product
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ...ir import Server

_VARIABLE = re.compile(r"\{([^{}]+)\}")
_MOST = 50
"""So many ways to fill in the variables of one server are looked at."""


def bases_of(servers: Iterable[Server]) -> tuple[str, ...]:
    """The paths of the URLs of servers, without a slash at the end, each once.

    A variable takes its default and each value that the document lists for it; one that
    has neither stays in braces, and any segment may stand in its place. Relative URLs are
    taken from the root (OpenAPI 3.2, section 4.6).
    """
    found = [_path(url) for server in servers for url in _filled(server)]
    return tuple(dict.fromkeys(found))


def _filled(server: Server) -> Iterator[str]:
    """The URL with the values that its variables may have."""
    pieces = _VARIABLE.split(server.url)
    known = {variable.name: variable for variable in server.variables}
    options: list[tuple[str, ...]] = []
    for name in pieces[1::2]:
        variable = known.get(name)
        values = variable.choices if variable else ()
        if variable and variable.default is not None:
            values = (variable.default, *values)
        options.append(tuple(dict.fromkeys(values)) or (f"{{{name}}}",))
    for values in islice(product(*options), _MOST):
        texts = list(pieces)
        texts[1::2] = values
        yield "".join(texts)


def _path(url: str) -> str:
    try:
        parts = urlsplit(url)
    except ValueError:
        return ""
    path = parts.path
    if path.startswith("{"):
        path = path.partition("/")[2]
    path = unquote(path).strip("/").removeprefix("./")
    return f"/{path}" if path not in ("", ".") else ""
