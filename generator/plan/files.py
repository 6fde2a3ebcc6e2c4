"""What plan hands to render: a file to be, as a template and the view that it prints."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Ownership: TypeAlias = Literal["generated", "scaffold"]


@dataclass(frozen=True, slots=True)
class FilePlan:
    """One file of the output.

    `path` is relative to the output folder, with `/`. `template` is a path below the
    template root (`python/models/module.py.jinja`). `view` is a frozen dataclass of
    `Code`, `bool`, `int` and tuples of such views; None copies the template file
    verbatim (`python/runtime/sse.py`). A `scaffold` is written once and then belongs
    to the user; a `generated` file is ours.
    """

    path: str
    template: str
    view: object | None = None
    ownership: Ownership = "generated"
