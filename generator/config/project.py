"""The table `project`: what is said of the distribution around a package."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..diagnostics import diagnostic
from ..versions import is_distribution, normalised
from .model import Project

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..diagnostics import Diagnostic, Span

PROJECT_KEYS = ("name", "version")
"""The options of the table."""


def refused(key: str, value: object, place: Span) -> Diagnostic | None:
    """A diagnostic when a known key has a value that it cannot take, else None.

    That is no text (E005), no name of a distribution (E035), no version (E036).
    """
    if not isinstance(value, str):
        example = f'project = {{{key} = "{"my-api" if key == "name" else "1.0.0"}"}}'
        return diagnostic("E005", place, key=key, expected="a text", example=example)
    if key == "name" and not is_distribution(value):
        return diagnostic("E035", place, name=value)
    if key == "version" and normalised(value) is None:
        return diagnostic("E036", place, version=value)
    return None


def project_of(values: Mapping[str, str]) -> Project:
    """The project that checked values describe."""
    version = values.get("version", "")
    return Project(values.get("name", ""), normalised(version) or "")
