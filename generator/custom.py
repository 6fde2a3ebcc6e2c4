"""What the user's own folder of a package, `_custom/`, exports.

The folder belongs to the user. Its `__init__.py` is parsed, never imported: the names of
its `__all__` are all that is taken from it.
"""

from __future__ import annotations

import ast
import keyword
import re
from typing import TYPE_CHECKING

from .config import TARGETS
from .diagnostics import Span, report
from .write import USER_FOLDER, Irregular, read_plain

if TYPE_CHECKING:
    from pathlib import Path

    from .diagnostics import Sink

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*", re.ASCII)
_TAKEN = frozenset(TARGETS)


def exported(package: Path, shown: str, sink: Sink) -> tuple[str, ...]:
    """The names that `_custom/__init__.py` of a package lists in `__all__`, sorted.

    None where there is no such file, or no such list. A file that is no Python (E411) and
    a list that cannot be taken (E412) are reported to `sink`; `shown` is how the user
    calls the package's folder.
    """
    place = f"{shown.rstrip('/')}/{USER_FOLDER}/__init__.py"
    try:
        text = read_plain(package / USER_FOLDER / "__init__.py")
    except (FileNotFoundError, NotADirectoryError):
        return ()
    except Irregular as problem:
        report(sink, "E411", Span(place, 0, 0), reason=f"it is {problem}")
        return ()
    except OSError as problem:
        reason = (problem.strerror or "no access").lower()
        report(sink, "E411", Span(place, 0, 0), reason=reason)
        return ()
    try:
        tree = ast.parse(text)
    except SyntaxError as problem:
        report(sink, "E411", Span(place, problem.lineno or 0, 1), reason=problem.msg)
        return ()
    except (ValueError, RecursionError, MemoryError):
        report(sink, "E411", Span(place, 0, 0), reason="it is no Python")
        return ()
    return _listed(tree, place, sink)


def _listed(tree: ast.Module, place: str, sink: Sink) -> tuple[str, ...]:
    """The names in the last `__all__` of a module."""
    found: tuple[str, ...] = ()
    for node in tree.body:
        value = _assigned(node)
        if value is None:
            continue
        found = ()
        span = Span(place, node.lineno, node.col_offset + 1)
        try:
            names = ast.literal_eval(value)
        except (ValueError, TypeError, RecursionError, MemoryError):
            names = None
        if not isinstance(names, (list, tuple)):
            report(sink, "E412", span, reason="it is no list of names")
            continue
        refused = [name for name in names if not _is_free(name)]
        for name in refused:
            report(sink, "E412", span, reason=f"{name!a} is no name to export")
        if not refused:
            found = tuple(sorted(set(names)))
    return found


def _assigned(node: ast.stmt) -> ast.expr | None:
    """What a statement makes `__all__`, if it does."""
    if isinstance(node, ast.Assign):
        targets, value = node.targets, node.value
    elif isinstance(node, ast.AnnAssign) and node.value is not None:
        targets, value = [node.target], node.value
    else:
        return None
    is_it = any(isinstance(one, ast.Name) and one.id == "__all__" for one in targets)
    return value if is_it else None


def _is_free(name: object) -> bool:
    """Whether a package may have a name of its user's: no module of ours is called so."""
    return (
        isinstance(name, str)
        and _NAME.fullmatch(name) is not None
        and not keyword.iskeyword(name)
        and name not in _TAKEN
    )
