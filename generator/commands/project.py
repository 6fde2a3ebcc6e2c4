"""`oasmith generate` and `oasmith check`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from ..cache import Cache, cache_folder
from ..config import Flags, resolve
from ..diagnostics import Fatal, Sink, render
from ..pipeline import without_gc
from ..progress import Laps, progress
from ..session import Run, Session
from . import report
from .options import filter_rules

if TYPE_CHECKING:
    from argparse import Namespace

    from ..config import ApiConfig
    from ..diagnostics import Diagnostic

_LARGEST = 50_000_001


def run(arguments: Namespace) -> int:
    """Run one of the two verbs over all APIs that were asked for."""
    checking = arguments.verb == "check"
    cwd = Path.cwd()
    sink = Sink()
    apis: tuple[ApiConfig, ...] = ()
    try:
        apis = resolve(_flags(arguments), cwd, sink)
    except Fatal as fatal:
        sink.add(fatal.diagnostic)
    if sink.has_errors:
        sys.stderr.write(render(sink.found, arguments.format))
        return _verdict(arguments, [], sink.found)
    quiet = arguments.quiet or arguments.format != "text"
    with progress(quiet=quiet) as line, without_gc():
        laps = Laps(line)
        session = Session(
            cwd,
            laps,
            Cache(None if arguments.no_cache else cache_folder(arguments.cache_dir)),
            stdin=_stdin(apis),
            force=not checking and arguments.force,
            checking=checking,
        )
        runs = [session.prepare(config) for config in apis]
        _finish(session, runs, checking=checking)
    found = _judged(sink, runs)
    sys.stderr.write(render(found, arguments.format))
    if arguments.timings:
        sys.stderr.write(laps.table())
    return _verdict(arguments, runs, found)


def _finish(session: Session, runs: list[Run], *, checking: bool) -> None:
    """Hold every API against its folder; write only when none of them has failed."""
    if checking or len(runs) > 1:
        for one in runs:
            if checking:
                session.compare(one)
            else:
                session.foresee(one)
    if not checking and not any(one.failed for one in runs):
        session.carry_out(runs)


def _verdict(arguments: Namespace, runs: list[Run], found: list[Diagnostic]) -> int:
    """Print the results and return the exit code; without runs all has failed."""
    checking = arguments.verb == "check"
    failed = not runs or any(one.failed for one in runs)
    if arguments.format == "json":
        codes = report.codes(found) if failed else []
        sys.stdout.write(report.as_json(runs, checking=checking, codes=codes))
    elif checking:
        if arguments.format == "github":
            sys.stderr.write(report.marks(runs))
        sys.stdout.write(report.drift(runs, quiet=arguments.quiet))
    elif failed:
        if arguments.format == "text":
            sys.stderr.write(report.NOTHING_WRITTEN)
    elif not arguments.quiet:
        sys.stdout.write(report.summary(runs))
    if failed:
        return 2
    return 1 if checking and any(report.drifted(one) for one in runs) else 0


def _judged(sink: Sink, runs: list[Run]) -> list[Diagnostic]:
    """All findings with the severities that count, and what `allow` lists in vain."""
    found = list(sink.found)
    for one in runs:
        found += one.policy.judged(one.sink.found)
        if not one.failed:
            found += one.policy.unused(one.sink.found)
    return found


def _flags(arguments: Namespace) -> Flags:
    return Flags(
        spec=arguments.spec,
        api=arguments.api,
        config=arguments.config,
        output=arguments.output,
        package=arguments.package,
        targets=tuple(arguments.target),
        env_prefix=arguments.env_prefix,
        webhooks=arguments.webhooks,
        engine=arguments.engine,
        model_kind=arguments.model_kind,
        strict=arguments.strict,
        strict_nullable=arguments.strict_nullable,
        accept_subclasses=arguments.accept_subclasses,
        allow=tuple(arguments.allow),
        template_dirs=tuple(arguments.template_dir),
        filter=filter_rules(arguments),
        overlays=tuple(arguments.overlay),
        allow_remote=arguments.allow_remote,
        allow_origins=tuple(arguments.allow_origin),
        project=arguments.project,
        checking=arguments.verb == "check",
    )


def _stdin(apis: tuple[ApiConfig, ...]) -> bytes | None:
    if any(config.from_stdin for config in apis):
        return sys.stdin.buffer.read(_LARGEST)
    return None
