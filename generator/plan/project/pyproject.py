"""`pyproject.toml`, which is written once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...values import dataclass
from ..python.literals import ident
from ..python.prose import lead
from .literals import toml
from .requirements import PYTHON, SERVER, is_extra, requirements

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...ir import Api
    from ..options import TargetOptions
    from ..python.code import Code

_LONGEST = 200


@dataclass(frozen=True, slots=True)
class PyprojectView:
    """All of `pyproject.toml`; `has_server` says whether the server is an extra."""

    name: Code
    description: Code
    python: Code
    dependencies: tuple[Code, ...]
    has_server: bool
    server: tuple[Code, ...]
    package: Code


def pyproject_view(
    api: Api,
    options: TargetOptions,
    name: str,
    targets: Iterable[str],
    model_kind: str,
) -> PyprojectView:
    """The project around the package, to be called `name`."""
    wanted = tuple(targets)
    return PyprojectView(
        name=toml(name),
        description=toml(_description(api, options)),
        python=toml(PYTHON),
        dependencies=tuple(map(toml, requirements(wanted, model_kind))),
        has_server=is_extra(wanted),
        server=tuple(map(toml, SERVER)),
        package=ident(options.package),
    )


def _description(api: Api, options: TargetOptions) -> str:
    """What the API is, on one short line."""
    text = " ".join((api.summary or lead(api.description) or api.title).split())
    if not text:
        return f"The package {options.package}."
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3].rstrip()}..."
