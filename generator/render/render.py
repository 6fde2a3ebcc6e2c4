"""Rendering: one pass over the file plans."""

from __future__ import annotations

from contextlib import contextmanager
from traceback import extract_tb
from typing import TYPE_CHECKING

from jinja2 import TemplateError, TemplateSyntaxError

from ..diagnostics import Fatal, diagnostic
from ..resources import template_root
from .audit import AuditError, audit, audit_whole
from .environment import TaintError, environment
from .files import RenderedFile

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from jinja2 import Template

    from ..diagnostics import Diagnostic
    from ..plan.files import FilePlan


def render(
    plans: Iterable[FilePlan], *, template_dirs: Sequence[Path] = ()
) -> tuple[RenderedFile, ...]:
    """Render every plan, in the given order; see `Renderer`."""
    return tuple(map(Renderer(template_dirs).render, plans))


class Renderer:
    """Renders plans one by one.

    `template_dirs` are the user's own templates, looked up before the built-in ones.
    """

    def __init__(self, template_dirs: Sequence[Path] = ()) -> None:
        self._folders = template_dirs
        self._roots = (*template_dirs, template_root())
        self._environment = environment(self._roots)
        self._templates: dict[str, Template] = {}
        self._check = audit_whole if template_dirs else audit

    def render(self, plan: FilePlan) -> RenderedFile:
        """The text of a plan.

        Its view is bound to the name `view`; a plan without one copies its template.
        Raises Fatal when a template of the user's is at fault: it does not work (E301),
        prints text (E302), or makes Python that the audit refuses (E303). The same in a
        built-in template is our bug: jinja2's `TemplateError`, `TaintError`,
        `AuditError`.
        """
        plan = plan.made()
        with _blamed_on(plan.template, self._folders):
            if plan.view is None:
                text = _read(self._roots, plan.template)
            else:
                text = self._template(plan.template).render(view=plan.view)
                if plan.package:
                    audit_whole(plan.path, text, plan.package)
                elif plan.path.endswith(".py"):
                    self._check(plan.path, text)
        return RenderedFile(plan.path, text, plan.ownership, plan.view is None)

    def _template(self, name: str) -> Template:
        found = self._templates.get(name)
        if found is None:
            found = self._templates[name] = self._environment.get_template(name)
        return found


@contextmanager
def _blamed_on(template: str, folders: Sequence[Path]) -> Iterator[None]:
    """Raise what goes wrong as Fatal when the template is the user's own."""
    try:
        yield
    except Exception as error:
        if not any((folder / template).is_file() for folder in folders):
            raise
        raise Fatal(_diagnosed(template, error)) from error


def _diagnosed(template: str, error: Exception) -> Diagnostic:
    if isinstance(error, TaintError):
        return diagnostic("E302", template=template, reason=str(error))
    if isinstance(error, AuditError):
        return diagnostic("E303", reason=str(error))
    line = _line_of(error, template)
    reason = str(error)
    if not isinstance(error, TemplateError):
        reason = f"{type(error).__name__}: {reason}"
    return diagnostic("E301", template=template, line=line, reason=reason)


def _line_of(error: Exception, template: str) -> int:
    """The line of the template where it went wrong; jinja2 makes frames for them."""
    if isinstance(error, TemplateSyntaxError):
        return error.lineno
    frames = extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if frame.filename.endswith(template)]
    return lines[-1] or 0 if lines else 0


def _read(roots: Sequence[Path], template: str) -> str:
    for root in roots:
        path = root / template
        if path.is_file():
            return path.read_text(encoding="utf-8")
    raise FileNotFoundError(template)
