"""Where the files that travel with the package are, in a wheel and in a checkout."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def template_root() -> Path:
    """The folder of the built-in templates."""
    return _folder("_templates", "templates")


def spec_root() -> Path:
    """The folder of the example documents."""
    return _folder("_spec", "spec")


def package_root() -> Path:
    """The folder of oasmith's own code."""
    return _PACKAGE


def _folder(installed: str, checked_out: str) -> Path:
    """A folder that a wheel holds inside the package, and a checkout beside it."""
    inside = _PACKAGE / installed
    return inside if inside.is_dir() else _PACKAGE.parent / checked_out
