"""Rendering: one pass over the file plans."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ..resources import template_root
from .audit import audit
from .environment import environment
from .files import RenderedFile

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..plan.files import FilePlan


def render(
    plans: Sequence[FilePlan], *, template_dirs: Sequence[Path] = ()
) -> tuple[RenderedFile, ...]:
    """Render every plan, in the given order.

    A plan's view is bound to the name `view`; a plan without one copies its template.
    `template_dirs` are the user's own templates, looked up before the built-in ones.
    Raises `AuditError` when rendered Python holds what no template of ours prints, and
    jinja2's `TemplateError` or `TaintError` for a template at fault.
    """
    roots = (*template_dirs, template_root())
    env = environment(roots)
    found = []
    for plan in plans:
        if plan.view is None:
            text = _read(roots, plan.template)
        else:
            text = env.get_template(plan.template).render(view=plan.view)
            if plan.path.endswith(".py"):
                audit(plan.path, text)
        found.append(RenderedFile(plan.path, text, plan.ownership, plan.view is None))
    return tuple(found)


def _read(roots: Sequence[Path], template: str) -> str:
    for root in roots:
        path = root / template
        if path.is_file():
            return path.read_text(encoding="utf-8")
    raise FileNotFoundError(template)
