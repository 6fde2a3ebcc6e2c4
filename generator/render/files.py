"""What render hands to style and write: a file of the output as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..values import dataclass

if TYPE_CHECKING:
    from ..plan.files import Ownership


@dataclass(frozen=True, slots=True)
class RenderedFile:
    """One file of the output. `path` is relative to the output folder, with `/`.

    `verbatim` tells that the text is a template file copied as it stands, which was
    formatted and checked where it is kept. `sha256` is that of the text, where it is
    known.
    """

    path: str
    text: str
    ownership: Ownership = "generated"
    verbatim: bool = False
    sha256: str = ""
