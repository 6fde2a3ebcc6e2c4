"""`oasmith validate`: hold JSON and YAML files against a schema or an operation."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from ..config.model import Flags
from ..config.of_document import config_of_document
from ..diagnostics import Diagnostic, Fatal, Sink, diagnostic, render
from ..pipeline import NAMELESS, Stopped, validators, without_gc
from ..policy import Policy
from ..progress import Lap, Laps, counted, progress
from ..validation.program import imported
from ..validation.reading import STDIN, file_of, instances
from ..validation.report import Report
from ..validation.wanted import Wanted, narrowed, validator_of
from .options import source_of

if TYPE_CHECKING:
    from argparse import Namespace

    from ..config import ApiConfig
    from ..load import Document
    from ..pipeline import Validators
    from ..validation.contents import Side
    from ..validation.program import Program
    from ..validation.reading import File


_OF_TYPES = frozenset({"N245", "N282", "W205", "W230", "W231"})
"""What is said of the types and clients that `generate` makes, and not of validators."""


def run(arguments: Namespace) -> int:
    """Check all files. Gives 0, 1 for violations, 2 for what cannot be used or read."""
    wanted = _wanted(arguments)
    sink = Sink()
    config = _config(arguments, sink)
    if config is None:
        sys.stderr.write(render(sink.found, arguments.format))
        return 2
    policy = Policy(frozenset(config.allow), config.strict)
    files = [file_of(name, arguments.input) for name in arguments.files]
    quiet = arguments.quiet or arguments.format != "text"
    with progress(quiet=quiet) as line, without_gc():
        laps = Laps(line)
        made = _made(arguments, config, wanted, policy, sink, laps)
    found = policy.judged(_of_validators(sink))
    if made is None or arguments.format != "json":
        sys.stderr.write(render(found, arguments.format))
        found = []
    if made is None:
        return 2
    validator = validator_of(made.document, made.api, made.names, wanted)
    report = Report(
        made.document,
        validator.about,
        arguments.format,
        arguments.max_errors,
        policy,
        quiet=arguments.quiet,
    )
    lap = Lap("check")
    with without_gc(), lap.going(), imported(made.plans, validator) as program:
        for file in files:
            _hold(file, program, report)
    lap.what = counted(report.values, "value")
    laps.laps.append(lap)
    report.close()
    if arguments.timings:
        sys.stderr.write(laps.table())
    given = Policy(frozenset(arguments.allow))
    found += given.unused([*sink.found, *report.seen.values()])
    if found or arguments.format == "json":
        sys.stderr.write(render(found, arguments.format))
    return report.exit_code


def _wanted(arguments: Namespace) -> Wanted:
    """What the files are held against. Raises Fatal where the options do not agree."""
    given = arguments
    named: list[Side] = ["parameter", "header"]
    sides = [option for option in named if getattr(given, option)]
    if given.schema and given.operation:
        raise _misused("--schema and --operation exclude one another")
    if given.schema and given.part == "item":
        raise _misused("--schema goes with --part request or response")
    for option in ("callback", "parameter", "header", "status", "media", "part"):
        alone = option != "part" or not given.schema
        if getattr(given, option) and not given.operation and alone:
            raise _misused(f"--{option} goes with --operation")
    if [*filter(None, (given.part, *sides))][1:]:
        raise _misused("--part, --parameter and --header exclude one another")
    if given.operation and not (given.part or sides):
        parts = "--part request, response or item"
        raise _misused(f"--operation needs {parts}, or --parameter or --header")
    if given.status and (given.part == "request" or given.parameter):
        raise _misused("--status goes with --part response or item, or --header")
    if given.media and sides:
        raise _misused("--media goes with --part")
    if [given.spec, *given.files].count(STDIN) > 1:
        raise _misused("standard input can be read only once")
    side: Side | Literal[""] = sides[0] if sides else given.part or ""
    return Wanted(
        schema=given.schema or "",
        operation=given.operation or "",
        side=side,
        status=given.status or "",
        media=given.media or "",
        callback=given.callback or "",
        name=given.parameter or given.header or "",
    )


def _misused(reason: str) -> Fatal:
    return Fatal(diagnostic("E001", reason=reason, verb="validate "))


def _config(arguments: Namespace, sink: Sink) -> ApiConfig | None:
    """The options that count; None where the configuration is at fault, told in `sink`.

    Those of the API whose document it is, else only those of the command line. Raises
    Fatal for codes that there are not, and what else cannot be meant.
    """
    given = arguments
    if given.allow:
        from ..config.read import unknown_code

        for code in given.allow:
            if finding := unknown_code(code):
                raise Fatal(finding)
    flags = Flags(
        spec=given.spec,
        api=given.api,
        config=given.config,
        strict=given.strict,
        strict_nullable=given.strict_nullable,
        accept_subclasses=given.accept_subclasses,
        allow=tuple(given.allow),
        overlays=tuple(given.overlay),
        allow_remote=given.allow_remote,
        allow_origins=tuple(given.allow_origin),
        checking=True,
    )
    config = config_of_document(flags, Path.cwd(), sink)
    if sink.has_errors:
        return None
    if config is not None:
        return config
    return replace(
        NAMELESS,
        strict=flags.strict,
        strict_nullable=flags.strict_nullable,
        accept_subclasses=flags.accept_subclasses,
        allow=flags.allow,
        overlays=flags.overlays,
    )


def _made(
    arguments: Namespace,
    config: ApiConfig,
    wanted: Wanted,
    policy: Policy,
    sink: Sink,
    laps: Laps,
) -> Validators | None:
    """The validators of what is wanted; None where the document stops the run.

    What else there is to say of a document does not matter once it is of no use.
    """

    def gate() -> None:
        if policy.stops(_of_validators(sink)):
            raise Stopped

    def narrow(document: Document) -> Document:
        return narrowed(document, wanted)

    source = source_of(arguments, "validate -", config)
    try:
        return validators(config, source, narrow, sink, laps, gate)
    except Fatal as fatal:
        errors = [item for item in sink.found if item.severity == "error"]
        sink.found[:] = [*errors, fatal.diagnostic]
    except Stopped:
        pass
    return None


def _of_validators(sink: Sink) -> list[Diagnostic]:
    return [item for item in sink.found if item.code not in _OF_TYPES]


def _hold(file: File, program: Program, report: Report) -> None:
    """Hold all values of a file against a validator."""
    report.start()
    for item in instances(file):
        if isinstance(item, Diagnostic):
            report.finding(item)
            continue
        try:
            found, is_all = program.violations(item.value)
        except RecursionError:
            report.finding(diagnostic("E502", item.span("")))
        else:
            report.value(item, found, is_all=is_all)
    report.end()
