"""The stages in order, with a gate after each: errors stop the run before the next one.

Only this module and `emission` call stages. They decide nothing themselves. (`validation`
finds out which part of a document somebody asks about, and reads what is held against it.)
"""

from __future__ import annotations

import gc
from contextlib import contextmanager
from dataclasses import field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from .config.model import ApiConfig
from .config.pagination import Pagination
from .diagnostics import Sink, report
from .emission import emit
from .job import NOTHING_LEFT, Job, Left, plans_of
from .progress import counted
from .values import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from .ir import Api
    from .load import Document, Source
    from .lower import Selection
    from .lower.filters import Rule
    from .name import Memory, Names
    from .plan.files import FilePlan
    from .progress import Laps
    from .render import RenderedFile
    from .write import Seen


ALL_PAGES = Pagination()
"""What counts for a user who says nothing of pages."""

_OF_OPERATIONS = ("client", "server", "middleware", "mock")

NAMELESS = ApiConfig("", "", "", Path(), "api", targets=("validators",))
"""The validators of a document, for a package that nobody imports."""


class Stopped(Exception):
    """A gate closed: the sink holds errors."""


@dataclass(frozen=True, slots=True)
class Build:
    """Everything that an API comes to, in memory.

    `sources` are the documents read, by name, with their sha256, and `fetched` those that
    were fetched, by address; `memory` is what the name stage wants to know next time;
    `digests` stand for what files depend on, by path, and `seen` are those that the output
    folder has already; `targets` were made. `left_out` counts the operations that filters
    have taken out; `operations` and `schemas` count what is there.
    """

    files: tuple[RenderedFile, ...]
    memory: Memory
    sources: tuple[tuple[str, str], ...]
    operations: int
    schemas: int
    left_out: int = 0
    digests: Mapping[str, str] = field(default_factory=dict)
    seen: Mapping[str, Seen] = field(default_factory=dict)
    targets: tuple[str, ...] = ()
    fetched: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Understood:
    """A document, all of its model, and the part of that which is generated."""

    document: Document
    whole: Api
    selection: Selection


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
    pages: Pagination = ALL_PAGES,
) -> Api:
    """Load and lower what the rules leave of a document; all of it without any.

    `pages` is what the user says of results in pages. Raises Fatal or Stopped when that
    fails.
    """
    return _understand(source, sink, laps, gate, rules, pages).selection.api


def build(
    config: ApiConfig,
    source: Source,
    memory: Memory,
    sink: Sink,
    laps: Laps,
    gate: Callable[[], None],
    left: Left = NOTHING_LEFT,
) -> Build:
    """Take one API from its document to finished text.

    `gate` raises Stopped when the findings so far must stop the run. Text that is still
    right is taken from what the folder holds (`left`). Raises Fatal for a document that
    cannot be used.
    """
    found = _understand(source, sink, laps, gate, config.filter, config.pagination)
    document, api = found.document, found.selection.api
    config = replace(config, targets=_targets(config, document, sink))
    with laps.stage("name") as lap:
        from .name import (
            NameOptions,
            memory_of,
            name,
            names_of_part,
            report_repeated,
        )

        options = NameOptions(config.package, config.env_prefix, memory)
        names = name(found.whole, options)
        if api is not found.whole:
            names = names_of_part(names, api)
        lap.what = counted(len(names.types), "type")
    _stop_at_errors(sink, gate)
    known = len(sink.found)
    report_repeated(api, names, sink)
    emitted = emit(Job(config, source.name, api, names, left), sink, laps)
    _locate(sink, known, document)
    gate()
    return Build(
        files=emitted.files,
        targets=config.targets,
        digests=emitted.digests,
        seen=emitted.seen,
        memory=memory_of(names, api),
        sources=tuple((file.name, file.sha256) for file in document.sources),
        operations=len(api.operations),
        schemas=len(api.components),
        left_out=found.selection.left_out,
        fetched={
            file.address: file.sha256 for file in document.sources if file.address
        },
    )


@dataclass(frozen=True, slots=True)
class Validators:
    """The validators of a part of a document, to be rendered one by one.

    `document` is that part, `api` its model and `names` what things are called there.
    """

    document: Document
    api: Api
    names: Names
    plans: tuple[FilePlan, ...]


def validators(
    config: ApiConfig,
    source: Source,
    narrow: Callable[[Document], Document],
    sink: Sink,
    laps: Laps,
    gate: Callable[[], None],
) -> Validators:
    """Plan the validators of what `narrow` leaves of a document, and of nothing else.

    Of the configuration counts what it says of validators. Findings about the rest of the
    document are left out. Raises Fatal or Stopped when it cannot be used.
    """
    config = replace(
        NAMELESS,
        formats=config.formats,
        read_only=_checked(config.read_only),
        write_only=_checked(config.write_only),
        accept_subclasses=config.accept_subclasses,
    )
    document = _loaded(source, sink, laps, gate)
    with laps.stage("lower") as lap:
        from .lower import lower
        from .lower.part import within_part

        part = narrow(document)
        api = lower(part, sink)
        sink.found[:] = within_part(sink.found, part)
        lap.what = counted(len(api.components), "schema")
    _stop_at_errors(sink, gate)
    with laps.stage("name"):
        from .name import NameOptions, name

        names = name(api, NameOptions(config.package))
    with laps.stage("plan") as lap:
        known = len(sink.found)
        plans = plans_of(Job(config, source.name, api, names), sink)
        _locate(sink, known, part)
        lap.what = counted(len(plans), "file")
    gate()
    return Validators(part, api, names, plans)


def _checked(setting: str) -> str:
    """What `read_only` or `write_only` means for who only checks: nothing is taken out."""
    return "ignore" if setting == "strip" else setting


def _stop_at_errors(sink: Sink, gate: Callable[[], None]) -> None:
    """Close a gate for errors only.

    Warnings that count as errors stop the run at its end, when all of them are known.
    """
    if sink.has_errors:
        gate()


def _targets(config: ApiConfig, document: Document, sink: Sink) -> tuple[str, ...]:
    """The targets to make: of a JSON Schema only those that need no operations."""
    if not document.is_schema:
        return config.targets
    for target in config.asked_targets:
        if target in _OF_OPERATIONS:
            report(sink, "E162", document.locate("#"), target=target)
    return tuple(name for name in config.targets if name not in _OF_OPERATIONS)


def _locate(sink: Sink, known: int, document: Document) -> None:
    """Give the findings after the first `known` their lines: plan knows only ids."""
    for place in range(known, len(sink.found)):
        finding = sink.found[place]
        span = finding.span
        if span is not None and not span.line:
            found = document.locate(f"{span.file}#{span.pointer}")
            sink.found[place] = replace(finding, span=found)


def _loaded(
    source: Source, sink: Sink, laps: Laps, gate: Callable[[], None]
) -> Document:
    with laps.stage("load") as lap:
        from .load import load

        document = load(source, sink)
        lap.what = counted(len(document.sources), "document")
    _stop_at_errors(sink, gate)
    return document


def _understand(
    source: Source,
    sink: Sink,
    laps: Laps,
    gate: Callable[[], None],
    rules: Sequence[Rule],
    pages: Pagination,
) -> _Understood:
    document = _loaded(source, sink, laps, gate)
    with laps.stage("lower") as lap:
        from .lower import lower, relevant, select, tell_inferred

        whole = lower(document, sink, pages)
        selection = select(whole, document, rules, sink)
        api = selection.api
        if api is not whole:
            sink.found[:] = relevant(sink.found, document, whole, api)
        tell_inferred(api, document, sink)
        operations = counted(len(api.operations), "operation")
        lap.what = f"{operations}, {counted(len(api.components), 'schema')}"
    _stop_at_errors(sink, gate)
    return _Understood(document, whole, selection)
