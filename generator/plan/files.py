"""What plan hands to render: a file to be, as a template and the view that it prints."""

from __future__ import annotations

from dataclasses import replace
from hashlib import blake2b
from typing import TYPE_CHECKING, Literal, TypeAlias

from ..values import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..ir import Id

Ownership: TypeAlias = Literal["generated", "scaffold"]


@dataclass(frozen=True, slots=True)
class Later:
    """A view that is made when its file is rendered, and not kept.

    All views of a large document at once would fill the memory; and a file that has not
    changed since the last run needs none.
    """

    make: Callable[[], object]


@dataclass(frozen=True, slots=True)
class FilePlan:
    """One file of the output.

    `path` is relative to the output folder, with `/`. `template` is a path below the
    template root (`python/models/module.py.jinja`). `view` is a frozen dataclass of
    `Code`, `bool`, `int` and tuples of such views; None copies the template file
    verbatim (`python/runtime/sse.py`); it may also come `Later`. A `scaffold` is written
    once and then belongs to the user; a `generated` file is ours.

    `about` are the schemas and operations that the view is made of: it depends on them,
    on all that they reach, on `facts`, and on what holds for the whole API. Where it is
    empty, the view may depend on everything. `tells_own` says that of what they reach, it
    never prints a description. `package` is the import name of the package, where the file
    stands outside of it and may import it.
    """

    path: str
    template: str
    view: object | None = None
    ownership: Ownership = "generated"
    about: tuple[Id, ...] = ()
    facts: str = ""
    tells_own: bool = False
    package: str = ""

    def made(self) -> FilePlan:
        """The plan with its view at hand."""
        if isinstance(self.view, Later):
            return replace(self, view=self.view.make())
        return self


def fingerprint(facts: object) -> str:
    """What stands for facts in `FilePlan.facts`: equal ones have equal `repr`.

    The text itself would be kept for every file of the target until the last is made.
    """
    return blake2b(repr(facts).encode(), digest_size=16).hexdigest()
