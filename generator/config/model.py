"""The options of a run, each with one home."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..values import dataclass
from ..versions import distribution
from .origins import is_address
from .pagination import Pagination

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from ..diagnostics import Span

TARGETS = ("models", "client", "server", "validators", "middleware", "mock")
"""The parts of a generated package, in the order in which they are planned."""

ENGINES = ("oasmith", "datamodel-code-generator")
"""Who decides on the types of models."""

MODEL_KINDS = ("pydantic", "dataclass", "typed-dict", "msgspec")
"""What models can be; all but the first only with another engine than ours."""

WEBHOOKS = ("standard",)
"""The schemes of signatures that webhooks can be verified by."""

ONE_WAY = ("ignore", "reject", "strip")
"""What validators do with a property that goes the other way alone, the usual first."""

_ANY_KIND = ("models", "validators", "middleware")
"""The targets that work beside models of every kind."""

USUAL_TARGETS = TARGETS[:-2]
"""The targets that are made where none is named: the others have to be asked for."""

_NEEDS = {
    "client": ("models",),
    "server": ("models", "validators"),
    "middleware": ("validators",),
    "mock": ("server", "models", "validators"),
}

FILTERS = (
    "include_tags",
    "exclude_tags",
    "include_paths",
    "exclude_paths",
    "include_operations",
    "exclude_operations",
)
"""The lists of patterns that choose operations, each an option of the table `filter`."""


@dataclass(frozen=True, slots=True)
class FilterRule:
    """One pattern of a filter: `option` is one of `FILTERS`.

    `place` is where the configuration states it, None for the command line.
    """

    option: str
    pattern: str
    place: Span | None = None


@dataclass(frozen=True, slots=True)
class Project:
    """An installable project around the package.

    `name` is that of the distribution, empty for one made of the package's; `version`
    is in the normal form of PEP 440, empty for that of the document.
    """

    name: str = ""
    version: str = ""


@dataclass(frozen=True, slots=True)
class ApiConfig:
    """One API to generate.

    `spec` and `output` are as the user wrote them, relative to `base`; the spec `-` is
    standard input. `package` is the import name; an empty `env_prefix` leaves the choice
    to the name stage. `allow` lists codes that do not count as errors; `strict` makes
    warnings count as errors. `template_dirs` are searched before the built-in templates.
    `filter` says which operations are generated; all are where it is empty. `overlays`
    change the document before it is read; they are relative to `base` too.
    `allow_remote` permits https from public hosts, and `allow_origins` those origins.
    `formats` says of some formats whether validators check them, against the usual; with
    `strict_nullable`, `nullable` has an effect only where OpenAPI 3.0 gives it one, and
    with `accept_subclasses` validators take more than the types of `json.loads`.
    `engine` makes the models, of the kind `model_kind`. `webhooks` is the scheme that the
    client verifies them by, empty for none. `read_only` tells what validators do with a
    `readOnly` property in a request, `write_only` with a `writeOnly` one in a response, as
    in `ONE_WAY`. `pagination` tells of results in pages.
    With a `project`, the output is the folder of that, and the package a folder in it.
    """

    name: str
    spec: str
    output: str
    base: Path
    package: str
    targets: tuple[str, ...] = USUAL_TARGETS
    env_prefix: str = ""
    strict: bool = False
    allow: tuple[str, ...] = ()
    template_dirs: tuple[str, ...] = ()
    filter: tuple[FilterRule, ...] = ()
    overlays: tuple[str, ...] = ()
    engine: str = ENGINES[0]
    model_kind: str = MODEL_KINDS[0]
    webhooks: str = ""
    read_only: str = ONE_WAY[0]
    write_only: str = ONE_WAY[0]
    allow_remote: bool = False
    allow_origins: tuple[str, ...] = ()
    formats: tuple[tuple[str, bool], ...] = ()
    strict_nullable: bool = False
    accept_subclasses: bool = False
    pagination: Pagination = Pagination()
    project: Project | None = None
    asked_targets: tuple[str, ...] = ()
    """Those of the targets that the user names, without what they build on."""

    @property
    def is_address(self) -> bool:
        """Whether the document is named by its address."""
        return is_address(self.spec)

    @property
    def package_folder(self) -> str:
        """The folder of the package below the output, with `/` behind it, or nothing."""
        return f"{self.package}/" if self.project else ""

    @property
    def distribution(self) -> str:
        """The name of the project's distribution, in its normal form."""
        own = self.project.name if self.project else ""
        return distribution(own or self.package)

    @property
    def from_stdin(self) -> bool:
        """Whether the document comes from standard input."""
        return self.spec == "-"


@dataclass(frozen=True, slots=True)
class Flags:
    """What the command line says; None and empty tuples leave it to the configuration."""

    spec: str | None = None
    api: str | None = None
    config: str | None = None
    output: str | None = None
    package: str | None = None
    targets: tuple[str, ...] = ()
    env_prefix: str | None = None
    strict: bool = False
    allow: tuple[str, ...] = ()
    template_dirs: tuple[str, ...] = ()
    filter: tuple[FilterRule, ...] = ()
    overlays: tuple[str, ...] = ()
    engine: str | None = None
    model_kind: str | None = None
    webhooks: str | None = None
    strict_nullable: bool = False
    accept_subclasses: bool = False
    allow_remote: bool = False
    allow_origins: tuple[str, ...] = ()
    project: bool = False
    checking: bool = False
    """Whether the permission to use the network that a configuration gives is ignored."""


def unserved(targets: Iterable[str], model_kind: str) -> list[str]:
    """Those of some targets that need models of another kind."""
    if model_kind == MODEL_KINDS[0]:
        return []
    return [target for target in targets if target not in _ANY_KIND]


def with_needs(
    targets: Iterable[str],
    model_kind: str = MODEL_KINDS[0],
    read_only: str = ONE_WAY[0],
) -> tuple[str, ...]:
    """The targets and those that they build on, in planning order.

    When empty, all those that work beside models of that kind, and that do not have to
    be asked for. A client that takes out what is only read has the validators do it.
    """
    usual = set(USUAL_TARGETS).difference(unserved(TARGETS, model_kind))
    wanted = set(targets) or usual
    for target in tuple(wanted):
        wanted.update(_NEEDS.get(target, ()))
    if "client" in wanted and read_only == "strip":
        wanted.add("validators")
    return tuple(target for target in TARGETS if target in wanted)
