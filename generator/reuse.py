"""Files of the last run that are still right: their text is taken from the disk.

What a file depends on has a digest (see `plan.digests`). Where that is what it was, and
the file on the disk is the one that was written then, there is nothing to compute.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .plan.options import anew
from .values import dataclass
from .write import Irregular, read_seen

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from .plan.files import Ownership
    from .plan.options import Recall
    from .render import RenderedFile
    from .write import Seen


@dataclass(frozen=True, slots=True)
class Reuse:
    """What is known of the files below `root`.

    `base` stands for all that decides the text of files besides the API; `known` has the
    digest of what each file depended on, and the sha256 of its content, by path.
    `recall` may know what another engine made of the same types.
    """

    base: str
    root: Path
    known: Mapping[str, tuple[str, str]]
    recall: Recall = anew

    def file(
        self, path: str, depends_on: str, ownership: Ownership
    ) -> tuple[RenderedFile, Seen] | None:
        """A file that nothing has changed for, and as it was found; else None."""
        from .render import RenderedFile

        known = self.known.get(path)
        if known is None or not depends_on or known[0] != depends_on:
            return None
        try:
            content, seen = read_seen(f"{self.root}/{path}")
        except (OSError, Irregular):
            return None
        if seen.sha256 != known[1]:
            return None
        text = content.decode()
        return RenderedFile(path, text, ownership, sha256=seen.sha256), seen
