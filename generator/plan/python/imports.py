"""Imports: what a module uses, as the sorted block at its head.

Sorted as ruff's and isort's black profile sort: `__future__`, standard library, third
party, relative; within a section plain imports first, then modules in order, relative
ones with more dots first; names by kind (CONSTANT, Class, function), then by text.
"""

from __future__ import annotations

import re
import sys
from dataclasses import field
from functools import lru_cache

from ...values import dataclass
from .code import EMPTY, Code, code, join
from .literals import WIDTH, ident, module, spaces


@dataclass(slots=True)
class Imports:
    """Collects the imports of one module.

    `type_checking` takes those that only annotations use; they are rendered under
    `if TYPE_CHECKING:`. It is None on the inner collector itself. `up` is how many
    folders deeper the module is than those who add relative imports think.
    """

    names: dict[str, set[tuple[str, str]]] = field(default_factory=dict)
    modules: set[tuple[str, str]] = field(default_factory=set)
    checked: Imports | None = None
    future: bool = True
    up: int = 0

    @property
    def type_checking(self) -> Imports:
        """The collector of imports for type checkers only."""
        if self.checked is None:
            self.checked = Imports(future=False, up=self.up)
        return self.checked

    def add(self, source: str, name: str, alias: str = "") -> None:
        """`from source import name`, or `name as alias`."""
        if self.up and source.startswith("."):
            source = "." * self.up + source
        self.names.setdefault(source, set()).add((name, alias))

    def add_module(self, source: str, alias: str = "") -> None:
        """`import source`, or `import source as alias`."""
        self.modules.add((source, alias))

    def merge(self, other: Imports) -> None:
        """Add what another collector holds."""
        deeper = "." * (self.up - other.up)
        for source, names in other.names.items():
            place = f"{deeper}{source}" if source.startswith(".") else source
            self.names.setdefault(place, set()).update(names)
        self.modules |= other.modules
        if other.checked is not None:
            self.type_checking.merge(other.checked)

    def render(self) -> Code:
        """The whole block, without a line end at its end; empty when nothing is used."""
        blocks = [_FUTURE] if self.future else []
        guarded = self.checked.render_at(4) if self.checked else EMPTY
        if guarded:
            self.add("typing", "TYPE_CHECKING")
        plain = self.render_at(0)
        if plain:
            blocks.append(plain)
        if guarded:
            blocks.append(code("if TYPE_CHECKING:\n    {}", guarded))
        return join("\n\n", blocks)

    def render_at(self, indent: int) -> Code:
        """The sections at `indent` columns, the first line without its indentation."""
        sections: list[list[tuple[tuple[object, ...], Code]]] = [[], [], []]
        for source, alias in self.modules:
            plain = (0, *module_key(source), alias)
            sections[_section(source)].append((plain, _plain(source, alias)))
        for source, names in self.names.items():
            for group in _statements(names):
                key = (1, *module_key(source), name_key(group[0]))
                text = _from(source, group, indent)
                sections[_section(source)].append((key, text))
        pad = spaces(indent)
        blocks = []
        for lines in sections:
            if lines:
                ordered = [line for _, line in sorted(lines, key=lambda pair: pair[0])]
                text = ordered[0]
                for line in ordered[1:]:
                    text = code("{}\n{}{}", text, pad, line)
                blocks.append(text)
        if not blocks:
            return EMPTY
        text = blocks[0]
        for block in blocks[1:]:
            text = code("{}\n\n{}{}", text, pad, block)
        return text


_NUMBER = re.compile(r"(\d+)")
_FUTURE = code("from __future__ import annotations")


@lru_cache(maxsize=8192)
def _section(source: str) -> int:
    if source.startswith("."):
        return 2
    return 0 if source.split(".")[0] in sys.stdlib_module_names else 1


@lru_cache(maxsize=8192)
def module_key(source: str) -> tuple[object, ...]:
    """Sorts modules: more dots first, then by text without regard to case."""
    rest = source.lstrip(".")
    return (-(len(source) - len(rest)), _natural(rest.lower()), _natural(rest))


@lru_cache(maxsize=8192)
def name_key(pair: tuple[str, str]) -> tuple[object, ...]:
    """Sorts (name, alias): CONSTANTS, then Classes, then the rest, each by text."""
    name, alias = pair
    if name.isupper() and len(name) > 1:
        kind = 0
    elif name[:1].isupper():
        kind = 1
    else:
        kind = 2
    return (kind, _natural(name.lower()), _natural(name), alias)


def _natural(text: str) -> list[str | int]:
    """A key that sorts `a2` before `a10`: text and numbers by turns."""
    parts = _NUMBER.split(text)
    return [int(part) if place % 2 else part for place, part in enumerate(parts)]


def _statements(names: set[tuple[str, str]]) -> list[list[tuple[str, str]]]:
    """Names as statements: the plain ones together, each one with an alias alone."""
    ordered = sorted(names, key=name_key)
    plain = [pair for pair in ordered if not pair[1]]
    aliased = [[pair] for pair in ordered if pair[1]]
    return [plain, *aliased] if plain else aliased


def _plain(source: str, alias: str) -> Code:
    if alias:
        return code("import {} as {}", module(source), ident(alias))
    return code("import {}", module(source))


def _from(source: str, names: list[tuple[str, str]], indent: int) -> Code:
    parts = [
        code("{} as {}", ident(name), ident(alias)) if alias else ident(name)
        for name, alias in names
    ]
    line = code("from {} import {}", module(source), join(", ", parts))
    if indent + len(line) <= WIDTH:
        return line
    inner = spaces(indent + 4)
    body = join("", [code("{}{},\n", inner, part) for part in parts])
    return code("from {} import (\n{}{})", module(source), body, spaces(indent))
