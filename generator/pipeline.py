"""The stages in order, with a gate after each: errors stop the run before the next one.

This is the only module that calls a stage. It decides nothing itself.
"""

from __future__ import annotations

import gc
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from .diagnostics import Sink
from .parallel import both
from .plan.options import TargetOptions
from .progress import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from .config import ApiConfig
    from .diagnostics import Diagnostic
    from .ir import Api
    from .load import Document, Source
    from .lower import Selection
    from .lower.filters import Rule
    from .name import Names
    from .plan.files import FilePlan
    from .progress import Lap, Laps
    from .render import RenderedFile


_LARGE = 2000
"""Schemas, inner ones included, from which a second process is worth its start."""


class Stopped(Exception):
    """A gate closed: the sink holds errors."""


@dataclass(frozen=True, slots=True)
class Build:
    """Everything that an API comes to, in memory.

    `sources` are the documents read, by name, with their sha256; `memory` is what the
    name stage wants to know next time. `left_out` counts the operations that filters
    have taken out; `operations` and `schemas` count what is there.
    """

    files: tuple[RenderedFile, ...]
    memory: Mapping[str, Mapping[str, str]]
    sources: tuple[tuple[str, str], ...]
    operations: int
    schemas: int
    left_out: int = 0


@dataclass(frozen=True, slots=True)
class _Understood:
    """A document, all of its model, and the part of that which is generated."""

    document: Document
    whole: Api
    selection: Selection


@dataclass(frozen=True, slots=True)
class _Job:
    """What the targets are made from."""

    config: ApiConfig
    source_name: str
    api: Api
    names: Names


@dataclass(frozen=True, slots=True)
class _Beside:
    """What another process made."""

    files: tuple[RenderedFile, ...]
    found: tuple[Diagnostic, ...]
    laps: tuple[Lap, ...]


class Target(Protocol):
    """A package below `plan/` that makes one part of the output."""

    @property
    def RUNTIME(self) -> tuple[str, ...]:
        """The modules of the runtime that the part needs."""
        ...

    def plan(
        self, api: Api, names: Names, options: TargetOptions, sink: Sink
    ) -> tuple[FilePlan, ...]:
        """The files of the part."""
        ...


@contextmanager
def without_gc() -> Iterator[None]:
    """Switch the cyclic collector off: a run only builds, and then the process ends.

    What the run has left is not looked at afterwards either, which would take longer
    than all that is still to do.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.freeze()
            gc.enable()


def understand(
    source: Source,
    sink: Sink,
    laps: Laps,
    gate: Callable[[], None],
    rules: Sequence[Rule] = (),
) -> Api:
    """Load and lower what the rules leave of a document; all of it without any.

    Raises Fatal or Stopped when that fails.
    """
    return _understand(source, sink, laps, gate, rules).selection.api


def build(
    config: ApiConfig,
    source: Source,
    memory: Mapping[str, Mapping[str, str]],
    sink: Sink,
    laps: Laps,
    gate: Callable[[], None],
) -> Build:
    """Take one API from its document to finished text.

    `gate` raises Stopped when the findings so far must stop the run. Raises Fatal for a
    document that cannot be used.
    """
    found = _understand(source, sink, laps, gate, config.filter)
    document, api = found.document, found.selection.api
    with laps.stage("name") as lap:
        from .name import NameOptions, memory_of, name, names_of_part

        options = NameOptions(config.package, config.env_prefix, memory)
        names = name(found.whole, options)
        if api is not found.whole:
            names = names_of_part(names, api)
        lap.what = counted(len(names.types), "type")
    gate()
    known = len(sink.found)
    files = _emit_all(_Job(config, source.name, api, names), sink, laps, gate)
    _locate(sink, known, document)
    gate()
    return Build(
        files=files,
        memory=memory_of(names),
        sources=tuple((file.name, file.sha256) for file in document.sources),
        operations=len(api.operations),
        schemas=len(api.components),
        left_out=found.selection.left_out,
    )


def _locate(sink: Sink, known: int, document: Document) -> None:
    """Give the findings after the first `known` their lines: plan knows only ids."""
    for place in range(known, len(sink.found)):
        finding = sink.found[place]
        span = finding.span
        if span is not None and not span.line:
            found = document.locate(f"{span.file}#{span.pointer}")
            sink.found[place] = replace(finding, span=found)


def _understand(
    source: Source,
    sink: Sink,
    laps: Laps,
    gate: Callable[[], None],
    rules: Sequence[Rule],
) -> _Understood:
    with laps.stage("load") as lap:
        from .load import load

        document = load(source, sink)
        lap.what = counted(len(document.sources), "document")
    gate()
    with laps.stage("lower") as lap:
        from .lower import lower, relevant, select

        whole = lower(document, sink)
        selection = select(whole, rules, sink)
        api = selection.api
        if api is not whole:
            sink.found[:] = relevant(sink.found, document, whole, api)
        operations = counted(len(api.operations), "operation")
        lap.what = f"{operations}, {counted(len(api.components), 'schema')}"
    gate()
    return _Understood(document, whole, selection)


def _emit_all(
    job: _Job, sink: Sink, laps: Laps, gate: Callable[[], None]
) -> tuple[RenderedFile, ...]:
    """The finished files of all targets.

    The validators of a large document are about half of the work and need nothing from
    the other targets, so they are made at the same time.
    """
    targets = job.config.targets
    rest = tuple(name for name in targets if name != "validators")
    if rest in ((), targets) or len(job.api.assertions) < _LARGE:
        return _emit(job, targets, sink, laps, gate)
    files, beside = both(
        lambda: _emit(job, rest, sink, laps, gate),
        lambda: _emit_beside(job, ("validators",)),
    )
    for finding in beside.found:
        sink.add(finding)
    laps.beside(beside.laps)
    return (*files, *beside.files)


def _emit_beside(job: _Job, targets: tuple[str, ...]) -> _Beside:
    """Like `_emit`, for another process: what it found and measured comes back too."""
    from .progress import Laps

    sink, laps = Sink(), Laps()
    files = _emit(job, targets, sink, laps, gate=lambda: None)
    return _Beside(files, tuple(sink.found), tuple(laps.laps))


def _emit(
    job: _Job,
    targets: tuple[str, ...],
    sink: Sink,
    laps: Laps,
    gate: Callable[[], None],
) -> tuple[RenderedFile, ...]:
    """Plan, render and style some of the targets."""
    with laps.stage("plan") as lap:
        plans = _plan(job, targets, sink)
        lap.what = counted(len(plans), "file")
    gate()
    with laps.stage("render") as lap:
        from .render import render

        config = job.config
        folders = [Path(config.base, folder) for folder in config.template_dirs]
        files = render(plans, template_dirs=folders)
        lap.what = f"{sum(len(file.text) for file in files) / 1e6:.1f} MB"
    with laps.stage("style") as lap:
        from .style import style

        files = style(files)
        lap.what = f"{sum(file.text.count(chr(10)) for file in files)} lines"
    return files


def _plan(job: _Job, targets: tuple[str, ...], sink: Sink) -> tuple[FilePlan, ...]:
    """The files of some targets; with the first target come the package's own.

    Those are the root module and the runtime that all targets of the run share.
    """
    config, names = job.config, job.names
    options = TargetOptions(config.package, names.env_prefix, job.source_name)
    plans: list[FilePlan] = []
    for name in targets:
        plans += _target(name).plan(job.api, names, options, sink)
    if config.targets[0] in targets:
        from .plan import package

        runtime = sorted(
            {file for name in config.targets for file in _target(name).RUNTIME}
        )
        plans += package.plan(job.api, names, options, config.targets, runtime)
    return tuple(plans)


def _target(name: str) -> Target:
    """The package that plans a target; only those asked for are imported."""
    if name == "models":
        from .plan import models

        return models
    if name == "client":
        from .plan import client

        return client
    if name == "server":
        from .plan import server

        return server
    from .plan import validators

    return validators
