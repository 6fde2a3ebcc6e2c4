"""Where the text of a document has what a function finds, if its model has it elsewhere."""

from __future__ import annotations

import ast
from bisect import bisect_left
from typing import TYPE_CHECKING

from ...values import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ...ir import Id
    from ..python.code import Code
    from .emitter import Emitter
    from .schemas import Schemas

_KEYWORDS = {
    "missing": "required",
    "mistyped": "type",
    "mistyped_items": "type",
    "unexpected": "additionalProperties",
}
"""The keywords of violations whose calls do not name them."""

_TOLD = {"fault": 1, "number_fault": 2}
"""The place of the keyword among the arguments of the others."""


def keyword_of(call: Code, args: Sequence[Code]) -> str:
    """The keyword that a violation is about; empty for what has a place or found others."""
    name = call.removesuffix("_at")
    if name in _TOLD:
        keyword = str(ast.literal_eval(args[_TOLD[name]]))
        return "" if keyword == "false" else keyword
    return _KEYWORDS.get(name, "")


@dataclass(frozen=True, slots=True)
class Teller:
    """Tells the places of what a function finds, which checks `schema`."""

    emitter: Emitter
    schema: Id

    def place(self, suffix: str, keyword: str) -> tuple[str, bool]:
        """Where a keyword is said to stand, and whether it stands there by its own name.

        `suffix` leads from the schema to the one that has the keyword, or is the id of
        that. The answer is relative too, where that can be; without the keyword, which
        the runtime adds, where it stands there.
        """
        schemas = self.emitter.schemas
        is_whole = suffix[:1] not in ("/", "")
        place = suffix if is_whole else schemas.origin(self.schema) + suffix
        around = schemas.origins.of(place)
        found = schemas.origins.of(f"{place}/{keyword}") if keyword else around
        stands = not keyword or found == f"{around}/{keyword}"
        found = around if stands else found
        base = schemas.place(self.schema)
        inside = found == base or found.startswith(f"{base}/")
        return found[len(base) :] if inside and not is_whole else found, stands

    def standing(self) -> Code:
        """What gives violations a place, imported."""
        return self.emitter.use("standing")

    @property
    def rooting(self) -> str:
        """What gives the violations of a whole function their places."""
        is_made = self.schema in self.emitter.schemas.origins.made
        return "standing" if is_made else "rooted"


def origins_in(schemas: Schemas, wanted: Iterable[Id]) -> list[tuple[Id, Id]]:
    """All that is told of the places of schemas, and of what is in them."""
    known = schemas.told
    if not known:
        places = {**schemas.origins.moved, **schemas.origins.discriminators}
        known += sorted(places.items())
    found: list[tuple[Id, Id]] = []
    for schema in wanted:
        found.append((schema, schemas.place(schema)))
        at = bisect_left(known, (schema, ""))
        while at < len(known) and known[at][0].startswith(schema):
            found.append(known[at])
            at += 1
    return found
