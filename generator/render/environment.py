"""The Jinja environment: it prints `Code` and `int`, and refuses everything else."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from ..plan.python.code import Code

if TYPE_CHECKING:
    from pathlib import Path


class TaintError(TypeError):
    """A template printed something that is not finished code."""


def finalize(value: object) -> Code | int:
    """Let `Code` and `int` through.

    Raises TaintError for anything else, and jinja2's UndefinedError for what the view
    does not have.
    """
    if type(value) is Code or type(value) is int:
        return value
    if isinstance(value, StrictUndefined):
        str(value)  # raises, and names what is missing
    raise TaintError(f"a template may print Code or int, not {type(value).__name__}")


@lru_cache(maxsize=8)
def environment(roots: tuple[Path, ...]) -> Environment:
    """An environment over template folders, first match wins.

    Strict about undefined names, without filters, tests and globals: what a template
    prints must have been made in plan/. Results of `~`, of macros and of `{% set %}`
    blocks are not `Code`, so `finalize` refuses them too.
    """
    found = Environment(
        loader=FileSystemLoader([str(root) for root in roots], encoding="utf-8"),
        undefined=StrictUndefined,
        finalize=finalize,
        autoescape=False,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        cache_size=-1,
    )
    found.filters = {}
    found.tests = {}
    found.globals = {}
    return found
