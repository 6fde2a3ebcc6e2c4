"""The stages in order, with a gate after each: errors stop the run before the next one.

This is the only module that calls a stage. It decides nothing itself.
"""

from __future__ import annotations

import gc
from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from .plan.options import TargetOptions
from .progress import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from .config import ApiConfig
    from .diagnostics import Sink
    from .ir import Api
    from .load import Document, Source
    from .name import Names
    from .plan.files import FilePlan
    from .progress import Laps
    from .render import RenderedFile


class Stopped(Exception):
    """A gate closed: the sink holds errors."""


@dataclass(frozen=True, slots=True)
class Build:
    """Everything that an API comes to, in memory.

    `sources` are the documents read, by name, with their sha256; `memory` is what the
    name stage wants to know next time.
    """

    files: tuple[RenderedFile, ...]
    memory: Mapping[str, Mapping[str, str]]
    sources: tuple[tuple[str, str], ...]
    operations: int
    schemas: int


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


def understand(source: Source, sink: Sink, laps: Laps, gate: Callable[[], None]) -> Api:
    """Load and lower one document. Raises Fatal or Stopped when that fails."""
    return _understand(source, sink, laps, gate)[1]


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
    document, api = _understand(source, sink, laps, gate)
    with laps.stage("name") as lap:
        from .name import NameOptions, memory_of, name

        names = name(api, NameOptions(config.package, config.env_prefix, memory))
        lap.what = counted(len(names.types), "type")
    gate()
    with laps.stage("plan") as lap:
        plans = _plan(config, source.name, api, names, sink)
        lap.what = counted(len(plans), "file")
    gate()
    with laps.stage("render") as lap:
        from .render import render

        folders = [Path(config.base, folder) for folder in config.template_dirs]
        files = render(plans, template_dirs=folders)
        lap.what = f"{sum(len(file.text) for file in files) / 1e6:.1f} MB"
    with laps.stage("style") as lap:
        from .style import style

        files = style(files)
        lap.what = f"{sum(file.text.count(chr(10)) for file in files)} lines"
    gate()
    return Build(
        files=files,
        memory=memory_of(names),
        sources=tuple((file.name, file.sha256) for file in document.sources),
        operations=len(api.operations),
        schemas=len(api.components),
    )


def _understand(
    source: Source, sink: Sink, laps: Laps, gate: Callable[[], None]
) -> tuple[Document, Api]:
    with laps.stage("load") as lap:
        from .load import load

        document = load(source, sink)
        lap.what = counted(len(document.sources), "document")
    gate()
    with laps.stage("lower") as lap:
        from .lower import lower

        api = lower(document, sink)
        operations = counted(len(api.operations), "operation")
        lap.what = f"{operations}, {counted(len(api.components), 'schema')}"
    gate()
    return document, api


def _plan(
    config: ApiConfig, source_name: str, api: Api, names: Names, sink: Sink
) -> tuple[FilePlan, ...]:
    """The files of every target, of the runtime that they share, and of the package."""
    options = TargetOptions(config.package, names.env_prefix, source_name)
    plans: list[FilePlan] = []
    runtime: Counter[str] = Counter()
    for name in config.targets:
        target = _target(name)
        plans += target.plan(api, names, options, sink)
        runtime.update(target.RUNTIME)
    from .plan import package

    plans += package.plan(api, names, options, config.targets, sorted(runtime))
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
