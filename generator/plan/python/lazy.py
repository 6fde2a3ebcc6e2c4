"""Lazy packages (PEP 562): a table from name to module, and imports for type checkers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .code import code
from .imports import module_key, name_key
from .literals import WIDTH, ident, lit, module, spaces

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .code import Code


def lazy_table(
    entries: Sequence[tuple[str, Sequence[str]]],
) -> tuple[tuple[Code, ...], tuple[Code, ...]]:
    """Imports and table entries for modules of the package and the names in each.

    An entry is a module below the package (`pet`, `client.client`) and its names.
    There is one import for each name, meant for four columns of indentation,
    in the form that type checkers take as a re-export; table entries read
    `"Pet": "pet"`, sorted by name.
    """
    imports = []
    pairs: list[tuple[str, str]] = []
    for source, names in sorted(entries, key=lambda entry: module_key(entry[0])):
        for name in sorted(names, key=lambda name: name_key((name, ""))):
            part = code("{} as {}", ident(name), ident(name))
            line = code("from {} import {}", module(f".{source}"), part)
            if len(line) + 4 > WIDTH:
                inner = spaces(8)
                line = code(
                    "from {} import (\n{}{},\n    )", module(f".{source}"), inner, part
                )
            imports.append(line)
            pairs.append((name, source))
    table = [code("{}: {}", lit(name), lit(source)) for name, source in sorted(pairs)]
    return tuple(imports), tuple(table)
