"""From an API and its names to finished files: plan, render and style, target by target.

Each file goes through the three stages by itself, so that its view is gone before that
of the next one is made.
"""

from __future__ import annotations

import os
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from .diagnostics import Sink
from .parallel import shared
from .plan.options import TargetOptions, anew
from .progress import Lap, counted
from .values import dataclass
from .versions import nearest

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from .config import ApiConfig
    from .diagnostics import Diagnostic
    from .ir import Api
    from .name import Names
    from .plan.digests import Digests
    from .plan.files import FilePlan
    from .plan.python.one_way import Way
    from .progress import Laps
    from .render import RenderedFile
    from .reuse import Reuse
    from .write import Seen

_PROJECT = "project"
"""The part that is no target: it is beside the package, and no other part needs it."""

_SECOND_PROCESS = 500
"""Milliseconds of work from which a second process is worth its start."""


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
        return (*targets, _PROJECT) if self.config.project else targets

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


@dataclass(frozen=True, slots=True)
class Emitted:
    """Finished files, the digests of what they depend on, and those found unchanged."""

    files: tuple[RenderedFile, ...]
    digests: Mapping[str, str]
    seen: Mapping[str, Seen]


@dataclass(frozen=True, slots=True)
class _Part:
    """What one target came to, in which process, and the seconds of each stage."""

    process: int
    files: tuple[RenderedFile, ...]
    digests: Mapping[str, str]
    seen: Mapping[str, Seen]
    found: tuple[Diagnostic, ...]
    seconds: tuple[float, float, float]


def emit(job: Job, sink: Sink, laps: Laps) -> Emitted:
    """The finished files of all targets, in the order of the targets.

    The targets need nothing from each other. Where they are much work, two processes
    share them, the largest first.
    """
    costs = {target: _cost(target, job) for target in job.parts}
    ranked = sorted(costs, key=lambda target: -costs[target])
    tell = _Teller(laps, os.getpid())
    digests = _digests(job, laps)
    tasks = [partial(_part, job, target, digests, tell) for target in ranked]
    if sum(costs.values()) < _SECOND_PROCESS:
        done = [task() for task in tasks]
    else:
        done = shared(tasks)
    parts = dict(zip(ranked, done, strict=True))
    found = [parts[target] for target in job.parts]
    for part in found:
        for finding in part.found:
            sink.add(finding)
    own = [part for part in found if part.process == os.getpid()]
    laps.laps += _laps(own)
    laps.beside(_laps([part for part in found if part not in own]))
    return Emitted(
        tuple(file for part in found for file in part.files),
        {path: value for part in found for path, value in part.digests.items()},
        {path: value for part in found for path, value in part.seen.items()},
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


def _digests(job: Job, laps: Laps) -> Digests | None:
    """The digests of what files depend on, where anybody wants to know."""
    if job.reuse is None:
        return None
    from .plan.digests import Digests

    with laps.stage("digest"):
        return Digests(job.api, job.names, job.reuse.base)


def _cost(target: str, job: Job) -> float:
    """About how long a target takes, in milliseconds: it need only be about right."""
    api = job.api
    if target == "models":
        return (0.7 if job.config.engine == "oasmith" else 6) * len(api.shapes)
    if target == "validators":
        return 0.25 * len(api.assertions)
    return 1.6 * len(api.operations)


class _Teller:
    """Tells what is going on, in the process that the run began in."""

    def __init__(self, laps: Laps, process: int) -> None:
        self._laps = laps
        self._process = process

    def __call__(self, what: str) -> None:
        if os.getpid() == self._process:
            self._laps.tell(what)


def _laps(parts: Sequence[_Part]) -> list[Lap]:
    """The stages of all parts together."""
    if not parts:
        return []
    files = [file for part in parts for file in part.files]
    lines = sum(file.text.count("\n") for file in files)
    what = (
        counted(len(files), "file"),
        f"{sum(len(file.text) for file in files) / 1e6:.1f} MB",
        f"{lines} lines",
    )
    stages = ("plan", "render", "style")
    return [
        Lap(stage, sum(part.seconds[index] for part in parts), what[index])
        for index, stage in enumerate(stages)
    ]


def _part(
    job: Job, target: str, digests: Digests | None, tell: Callable[[str], None]
) -> _Part:
    """Plan, render and style what has changed of one target, and recall the rest."""
    from .render import Renderer
    from .style import styled
    from .write import digest

    tell(target)
    sink = Sink()
    plan, render, style = Lap("plan"), Lap("render"), Lap("style")
    with plan.going():
        plans = _plan(job, target, sink)
    with render.going():
        base = job.config.base
        renderer = Renderer([Path(base, dir) for dir in job.config.template_dirs])
    files: list[RenderedFile] = []
    depends_on: dict[str, str] = {}
    seen: dict[str, Seen] = {}
    for one in plans:
        with plan.going():
            if digests is not None and job.reuse is not None:
                depends_on[one.path] = digests.of(one)
                found = job.reuse.file(one.path, depends_on[one.path], one.ownership)
                if found is not None:
                    files.append(found[0])
                    seen[one.path] = found[1]
                    continue
            made = one.made()
        with render.going():
            file = renderer.render(made)
        with style.going():
            file = styled(file)
            files.append(replace(file, sha256=digest(file.text.encode())))
    seconds = (plan.seconds, render.seconds, style.seconds)
    return _Part(
        os.getpid(), tuple(files), depends_on, seen, tuple(sink.found), seconds
    )


def _plan(job: Job, name: str, sink: Sink) -> tuple[FilePlan, ...]:
    """The files of a target; with the first one come the package's own.

    Those are the root module and the runtime that all targets of the run share.
    """
    config, names, options = job.config, job.names, job.options
    plans = _target(name, job).plan(job.api, names, options, sink)
    if name == _PROJECT:
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
    return tuple(plan for name in job.parts for plan in _plan(job, name, sink))


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
    if name == _PROJECT:
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
