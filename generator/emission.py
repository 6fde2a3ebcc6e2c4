"""From an API and its names to finished files: plan, render and style, target by target.

Each file goes through the three stages by itself, so that its view is gone before that
of the next one is made.
"""

from __future__ import annotations

import os
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from .diagnostics import Sink
from .job import planned
from .parallel import Group, shared
from .progress import Lap, counted
from .values import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from .diagnostics import Diagnostic
    from .job import Job
    from .plan.digests import Digests
    from .plan.files import FilePlan
    from .progress import Laps
    from .render import RenderedFile, Renderer
    from .write import Seen

_SECOND_PROCESS = 500
"""Milliseconds of work from which a second process is worth its start."""

_STRETCH = 100
"""Milliseconds of work that one process takes at a time."""

_MOST_STRETCHES = 250
"""Of one target."""

_ENDS = {"validators": 0, "models": 2}
"""The targets whose plans take long before their first file is made."""


@dataclass(frozen=True, slots=True)
class Emitted:
    """Finished files, the digests of what they depend on, and those found unchanged."""

    files: tuple[RenderedFile, ...]
    digests: Mapping[str, str]
    seen: Mapping[str, Seen]


@dataclass(frozen=True, slots=True)
class _Stretch:
    """The files of a target from one part of them to another: part `index` of `count`."""

    target: str
    index: int = 0
    count: int = 1

    def of(self, plans: Sequence[FilePlan]) -> Sequence[FilePlan]:
        """Those of the files of the target that are in this stretch."""
        begin, end = (
            len(plans) * index // self.count for index in (self.index, self.index + 1)
        )
        return plans[begin:end]


@dataclass(frozen=True, slots=True)
class _Part:
    """What one stretch came to, in which process, and the seconds of each stage."""

    process: int
    files: tuple[RenderedFile, ...]
    digests: Mapping[str, str]
    seen: Mapping[str, Seen]
    found: tuple[Diagnostic, ...]
    seconds: tuple[float, float, float]


def emit(job: Job, sink: Sink, laps: Laps) -> Emitted:
    """The finished files of all targets, in the order of the targets.

    They need nothing from each other. Where they are much work, two processes share them
    from both ends, and those that are soon planned are in the middle, where they meet.
    """
    costs = {target: _cost(target, job) for target in sorted(job.parts, key=_place)}
    stretches = [_stretches(target, cost) for target, cost in costs.items()]
    work = _Work(job, _digests(job, laps), _Teller(laps, os.getpid()))
    if sum(costs.values()) < _SECOND_PROCESS:
        done = [work.part(stretch) for group in stretches for stretch in group]
    else:
        done = shared([work.group(group) for group in stretches])
    places = {target: place for place, target in enumerate(job.parts)}
    made = zip((one for group in stretches for one in group), done, strict=True)
    found = [part for _, part in sorted(made, key=lambda one: places[one[0].target])]
    for part in found:
        for finding in part.found:
            sink.add(finding)
    own = [part for part in found if part.process == os.getpid()]
    laps.laps += _laps(own)
    laps.beside(_laps([part for part in found if part.process != os.getpid()]))
    return Emitted(
        tuple(file for part in found for file in part.files),
        {path: value for part in found for path, value in part.digests.items()},
        {path: value for part in found for path, value in part.seen.items()},
    )


def _digests(job: Job, laps: Laps) -> Digests | None:
    """The digests of what files depend on, where anybody wants to know."""
    if job.reuse is None:
        return None
    from .plan.digests import Digests

    with laps.stage("digest"):
        return Digests(job.api, job.names, job.reuse.base)


def _place(target: str) -> int:
    """Where a target stands in the row of them: between those that plan for long."""
    return _ENDS.get(target, 1)


def _stretches(target: str, cost: float) -> list[_Stretch]:
    """A target in stretches of about the same work."""
    count = min(_MOST_STRETCHES, 1 + int(cost / _STRETCH))
    return [_Stretch(target, index, count) for index in range(count)]


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


class _Work:
    """What one process does; it keeps the plans of a target until another one's turn."""

    def __init__(
        self, job: Job, digests: Digests | None, tell: Callable[[str], None]
    ) -> None:
        self._job = job
        self._digests = digests
        self._tell = tell
        self._target = ""
        self._plans: tuple[FilePlan, ...] = ()
        self._sink = Sink()
        self._known: tuple[Diagnostic, ...] = ()
        self._renderer: Renderer | None = None

    def part(self, stretch: _Stretch) -> _Part:
        """Plan, render and style what has changed of a stretch, and recall the rest."""
        plan, render, style = Lap("plan"), Lap("render"), Lap("style")
        with plan.going():
            plans = stretch.of(self._planned(stretch.target))
        found = self._known if stretch.index == 0 else ()
        with render.going():
            renderer = self._prepared()
        files: list[RenderedFile] = []
        depends_on: dict[str, str] = {}
        seen: dict[str, Seen] = {}
        for one in plans:
            with plan.going():
                digest = self._digests.of(one) if self._digests else ""
                known = self._recalled(one, digest)
                depends_on[one.path] = digest
                if known is not None:
                    files.append(known[0])
                    seen[one.path] = known[1]
                    continue
                made = one.made()
            with render.going():
                file = renderer.render(made)
            with style.going():
                files.append(_finished(file))
        found += tuple(self._sink.found)
        self._sink.found.clear()
        seconds = (plan.seconds, render.seconds, style.seconds)
        return _Part(os.getpid(), tuple(files), depends_on, seen, found, seconds)

    def group(self, stretches: Sequence[_Stretch]) -> Group[_Part]:
        """All of a target as tasks; what they have in common are the plans."""
        target = stretches[0].target
        common = 0.2 if target in _ENDS else 0.02
        if target == "models" and self._job.config.engine != "oasmith":
            common = 0.5
        return Group([partial(self.part, one) for one in stretches], common)

    def _planned(self, target: str) -> tuple[FilePlan, ...]:
        if target != self._target:
            self._tell(target)
            self._plans = ()
            self._plans = planned(self._job, target, self._sink)
            self._target = target
            self._known = tuple(self._sink.found)
            self._sink.found.clear()
        return self._plans

    def _recalled(
        self, plan: FilePlan, digest: str
    ) -> tuple[RenderedFile, Seen] | None:
        reuse = self._job.reuse
        if reuse is None:
            return None
        return reuse.file(plan.path, digest, plan.ownership)

    def _prepared(self) -> Renderer:
        if self._renderer is None:
            from .render import Renderer

            config = self._job.config
            folders = [Path(config.base, name) for name in config.template_dirs]
            self._renderer = Renderer(folders)
        return self._renderer


def _finished(file: RenderedFile) -> RenderedFile:
    """A rendered file as it is written, and its hash."""
    from .style import styled
    from .write import digest

    file = styled(file)
    return replace(file, sha256=digest(file.text.encode()))
