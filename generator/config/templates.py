"""Files in the user's template folders that change nothing, most often misspelt ones."""

from __future__ import annotations

import difflib
import os
from pathlib import Path
from typing import TYPE_CHECKING

from ..diagnostics import Diagnostic, Span, diagnostic
from ..resources import template_root

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .model import ApiConfig

_EXAMPLE = "python/models/module.py.jinja"
_TEMPLATE = (".jinja", ".jinja2", ".j2")
_DOCUMENTATION = (".md", ".rst", ".txt")


def unused_templates(config: ApiConfig, cwd: Path) -> list[Diagnostic]:
    """A warning for each file in `template_dirs` that no run would use.

    Used are files with the path of a built-in template, and those that another template
    of the user's names. Hidden files and documentation do not count.
    """
    if not config.template_dirs:
        return []
    known = [path for path in _files(template_root()) if path.startswith("python/")]
    found: list[Diagnostic] = []
    folders = [config.base / folder for folder in config.template_dirs]
    theirs = [(folder, path) for folder in folders for path in _files(folder)]
    idle = [one for one in theirs if one[1] not in known]
    texts = {one: _text(*one) for one in theirs if idle and one[1].endswith(_TEMPLATE)}
    for one in idle:
        folder, path = one
        if path.endswith(_DOCUMENTATION) or _named(path, one, texts.items()):
            continue
        place = Span(os.path.relpath(folder / path, cwd), 0, 0)
        found.append(diagnostic("W002", place, advice=_advice(path, known)))
    return found


def _named(
    path: str,
    own: tuple[Path, str],
    texts: Iterable[tuple[tuple[Path, str], str]],
) -> bool:
    """Whether a template other than the file itself has its path as a string."""
    quoted = (f"'{path}'", f'"{path}"')
    return any(
        place != own and any(name in text for name in quoted) for place, text in texts
    )


def _advice(path: str, known: list[str]) -> str:
    same = [one for one in known if one.endswith(f"/{path.rpartition('/')[2]}")]
    close = difflib.get_close_matches(path, same or known, 1, 0.4)
    if close or len(same) == 1:
        return f"did you mean {(close or same)[0]}?"
    return f"give it the path of a built-in template, such as {_EXAMPLE}"


def _files(root: Path) -> list[str]:
    """The files below a folder, relative to it; hidden ones and caches left out."""
    found: list[str] = []
    for place, folders, names in os.walk(root):
        folders[:] = [name for name in folders if not _ignored(name)]
        inner = Path(place).relative_to(root)
        found += [(inner / name).as_posix() for name in names if not _ignored(name)]
    return sorted(found)


def _ignored(name: str) -> bool:
    return name.startswith(".") or name == "__pycache__"


def _text(folder: Path, path: str) -> str:
    try:
        return (folder / path).read_text(encoding="utf-8")
    except (OSError, ValueError):
        return ""
