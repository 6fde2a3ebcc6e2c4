"""What the targets of a run are made from, and the plans of their files."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from .plan.options import TargetOptions, anew
from .values import dataclass
from .versions import nearest

if TYPE_CHECKING:
    from .config import ApiConfig
    from .diagnostics import Sink
    from .ir import Api
    from .name import Names
    from .plan.files import FilePlan
    from .plan.python.one_way import Way
    from .reuse import Reuse

PROJECT = "project"
"""The part that is no target: it is beside the package, and no other part needs it."""


class Target(Protocol):
    """A package below `plan/` that makes one part of the output."""

    def runtime(self, api: Api) -> tuple[str, ...]:
        """The modules of the runtime that the part needs for an API."""
        ...

    def plan(
        self, api: Api, names: Names, options: TargetOptions, sink: Sink
    ) -> tuple[FilePlan, ...]:
        """The files of the part."""
        ...


@dataclass(frozen=True, slots=True)
class Left:
    """What the output folder holds besides the names of the manifest.

    `reuse` knows the files of the last run. `custom` are the names that the user's own
    folder exports; `history` is what the changelog of a project is continued from.
    """

    reuse: Reuse | None = None
    custom: tuple[str, ...] = ()
    history: bytes = b""


NOTHING_LEFT = Left()
"""Of a folder that is not there."""


@dataclass(frozen=True, slots=True)
class Job:
    """What the targets are made from."""

    config: ApiConfig
    source_name: str
    api: Api
    names: Names
    left: Left = NOTHING_LEFT

    @property
    def reuse(self) -> Reuse | None:
        """What is known of the files of the last run."""
        return self.left.reuse

    @property
    def parts(self) -> tuple[str, ...]:
        """The targets, and the project around them if there is to be one."""
        targets = self.config.targets
        return (*targets, PROJECT) if self.config.project else targets

    @property
    def options(self) -> TargetOptions:
        """The options as planning sees them."""
        config, version = self.config, ""
        if config.project is not None:
            version = config.project.version or nearest(self.api.version)
        return TargetOptions(
            config.package,
            self.names.env_prefix,
            self.source_name,
            config.webhooks or self.api.webhook_signature,
            _ways(config, "reject"),
            _stripping(self),
            self.left.custom,
            version,
            "validators" in config.targets,
            config.formats,
            config.accept_subclasses,
        )


def _ways(config: ApiConfig, wanted: str) -> frozenset[Way]:
    """The ways for which this is what happens to what only goes the other way."""
    said: dict[Way, str] = {
        "request": config.read_only,
        "response": config.write_only,
    }
    return frozenset(way for way, word in said.items() if word == wanted)


def _stripping(job: Job) -> frozenset[Way]:
    """The ways for which something is taken out: only those that something does not go."""
    ways = _ways(job.config, "strip")
    if not ways:
        return ways
    from .plan.python.one_way import ABSENT

    said = {
        word
        for entry in job.api.assertions.values()
        for word, value in entry.keywords
        if value is True
    }
    return frozenset(way for way in ways if ABSENT[way] in said)


def planned(job: Job, name: str, sink: Sink) -> tuple[FilePlan, ...]:
    """The files of a target; with the first one come the package's own.

    Those are the root module and the runtime that all targets of the run share.
    """
    config, names, options = job.config, job.names, job.options
    plans = _target(name, job).plan(job.api, names, options, sink)
    if name == PROJECT:
        return plans
    if name != config.targets[0]:
        return _placed(plans, config)
    from .plan import package

    runtime = {
        file for one in config.targets for file in _target(one, job).runtime(job.api)
    }
    own = package.plan(job.api, names, options, config.targets, sorted(runtime))
    return _placed((*plans, *own), config)


def plans_of(job: Job, sink: Sink) -> tuple[FilePlan, ...]:
    """The files of all targets, in the order of the targets, not rendered."""
    return tuple(plan for name in job.parts for plan in planned(job, name, sink))


def _placed(plans: tuple[FilePlan, ...], config: ApiConfig) -> tuple[FilePlan, ...]:
    """The files of the package, in its folder where that is not the output itself."""
    folder = config.package_folder
    if not folder:
        return plans
    return tuple(replace(plan, path=f"{folder}{plan.path}") for plan in plans)


def _target(name: str, job: Job) -> Target:
    """The package that plans a target; only those asked for are imported."""
    if name == "models" and job.config.engine != "oasmith":
        from .plan.engines import Engine

        return Engine(job.config.model_kind, job.reuse.recall if job.reuse else anew)
    if name == "models":
        from .plan import models

        return models
    if name == "client":
        from .plan import client

        return client
    if name == "server":
        from .plan import server

        return server
    if name == "middleware":
        from .plan import middleware

        return middleware
    if name == "mock":
        from .plan import mock

        return mock
    if name == PROJECT:
        from .plan.project import Project

        return Project(
            job.config.distribution,
            job.config.targets,
            job.config.model_kind,
            job.left.history,
        )
    from .plan.validators import Validators

    config = job.config
    strips = bool(job.options.stripping)
    return Validators(config.formats, strips, config.accept_subclasses)
