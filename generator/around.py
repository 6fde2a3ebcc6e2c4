"""What a project around a package holds already, and what is amiss with it.

`api.json` is what the changelog is continued from. `pyproject.toml` is the user's; it is
read to see whether it requires what the package imports.
"""

from __future__ import annotations

import re
import tomllib
from typing import TYPE_CHECKING, Any

from .diagnostics import Span, report
from .versions import distribution
from .write import Irregular, read_plain

if TYPE_CHECKING:
    from .config import ApiConfig
    from .diagnostics import Sink
    from .write import Manifest, Output

HISTORY = "api.json"
_PYPROJECT = "pyproject.toml"
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*", re.ASCII)


def history_of(
    config: ApiConfig, output: Output, manifest: Manifest, sink: Sink
) -> bytes:
    """What `api.json` holds; empty where there is no project, or no such file yet.

    One that is gone or cannot be used is reported (W405) and counts as none.
    """
    if config.project is None:
        return b""
    from .plan.project.history import HistoryError, parse

    try:
        found = read_plain(output.root / HISTORY)
        parse(found)
        return found
    except (FileNotFoundError, NotADirectoryError):
        if HISTORY not in manifest.files:
            return b""
        reason = "it is missing"
    except (Irregular, HistoryError) as problem:
        reason = str(problem)
    except OSError as problem:
        reason = (problem.strerror or "no access").lower()
    report(sink, "W405", Span(output.place(HISTORY), 0, 0), path=HISTORY, reason=reason)
    return b""


def warn_of_project(config: ApiConfig, output: Output, sink: Sink) -> None:
    """Report a pyproject.toml that cannot be read (W404) or requires too little (W403)."""
    if config.project is None:
        return
    place = Span(output.place(_PYPROJECT), 0, 0)
    try:
        data = tomllib.loads(read_plain(output.root / _PYPROJECT).decode())
    except (FileNotFoundError, NotADirectoryError):
        return
    except Irregular as problem:
        report(sink, "W404", place, path=_PYPROJECT, reason=f"it is {problem}")
        return
    except OSError as problem:
        reason = (problem.strerror or "no access").lower()
        report(sink, "W404", place, path=_PYPROJECT, reason=reason)
        return
    except (ValueError, RecursionError):
        report(sink, "W404", place, path=_PYPROJECT, reason="it is no TOML")
        return
    from .plan.project import requirements

    wanted = requirements(config.targets, config.model_kind)
    missing = [one for one in wanted if _name(one) not in _required(data, wanted)]
    if missing:
        names = [_name(one) for one in missing]
        report(sink, "W403", place, path=_PYPROJECT, missing=names, wanted=missing)


def _required(data: dict[str, Any], wanted: tuple[str, ...]) -> set[str]:
    """The names of what a project requires; all that is wanted where that is dynamic."""
    project = data.get("project")
    if not isinstance(project, dict):
        return set(map(_name, wanted))
    dynamic, listed = project.get("dynamic"), project.get("dependencies", [])
    if isinstance(dynamic, list) and "dependencies" in dynamic:
        return set(map(_name, wanted))
    found = listed if isinstance(listed, list) else []
    return {_name(one) for one in found if isinstance(one, str)}


def _name(requirement: str) -> str:
    """The name in a requirement (PEP 508), in its normal form."""
    found = _NAME.match(requirement.strip())
    return distribution(found[0]) if found else ""
