"""FilePlan -> RenderedFile: templates printed, runtime files copied, the result audited.

Takes: file plans whose views hold `Code`, `int`, `bool` and tuples of such views.
Gives: the text of each file.
Must not: decide anything about the API, print text that is not `Code`, touch the output.
"""

from ..resources import template_root
from .audit import AuditError
from .files import RenderedFile
from .render import Renderer, render

__all__ = ["AuditError", "RenderedFile", "Renderer", "render", "template_root"]
