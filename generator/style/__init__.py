"""RenderedFile -> RenderedFile: black, run only on the declarations that need it.

Takes: rendered files.
Gives: the same files as black leaves them.
Must not: change what a file means, know how it came about.
"""

from .style import style, styled

__all__ = ["style", "styled"]
