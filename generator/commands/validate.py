"""`oasmith validate`: hold JSON and YAML files against a schema or an operation."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from ..diagnostics import Diagnostic, Fatal, Sink, diagnostic, render
from ..pipeline import Stopped, validators, without_gc
from ..policy import Policy
from ..progress import Lap, Laps, counted, progress
from ..validation.program import imported
from ..validation.reading import STDIN, file_of, instances
from ..validation.report import Report
from ..validation.wanted import Wanted, narrowed, validator_of
from .options import source_of

if TYPE_CHECKING:
    from argparse import Namespace

    from ..load import Document
    from ..pipeline import Validators
    from ..validation.program import Check
    from ..validation.reading import File
    from ..validation.wanted import Side


def run(arguments: Namespace) -> int:
    """Check all files. Gives 0, 1 for violations, 2 for what cannot be used or read."""
    wanted = _wanted(arguments)
    policy = _policy(arguments)
    files = [file_of(name, arguments.input) for name in arguments.files]
    sink = Sink()
    quiet = arguments.quiet or arguments.format != "text"
    with progress(quiet=quiet) as line, without_gc():
        laps = Laps(line)
        made = _made(arguments, wanted, policy, sink, laps)
    found = policy.judged(sink.found)
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
    with without_gc(), lap.going(), imported(made.plans, validator) as check:
        for file in files:
            _hold(file, check, report)
    lap.what = counted(report.values, "value")
    laps.laps.append(lap)
    report.close()
    if arguments.timings:
        sys.stderr.write(laps.table())
    found += policy.unused([*sink.found, *report.seen.values()])
    if found or arguments.format == "json":
        sys.stderr.write(render(found, arguments.format))
    return report.exit_code


def _wanted(arguments: Namespace) -> Wanted:
    """What the files are held against. Raises Fatal where the options do not agree."""
    given = arguments
    part: Side = given.part or "request"
    if given.schema and given.operation:
        raise _misused("--schema and --operation exclude one another")
    if given.operation and not given.part:
        raise _misused("--operation needs --part request, response or item")
    for option in ("part", "status", "media"):
        if getattr(given, option) and not given.operation:
            raise _misused(f"--{option} goes with --operation")
    if given.status and given.part == "request":
        raise _misused("--status goes with --part response or item")
    if [given.spec, *given.files].count(STDIN) > 1:
        raise _misused("standard input can be read only once")
    return Wanted(
        given.schema or "",
        given.operation or "",
        part,
        given.status or "",
        given.media or "",
    )


def _misused(reason: str) -> Fatal:
    return Fatal(diagnostic("E001", reason=reason, verb="validate "))


def _policy(arguments: Namespace) -> Policy:
    """What the user decided about findings. Raises Fatal for codes that there are not."""
    if arguments.allow:
        from ..config.read import unknown_code

        for code in arguments.allow:
            if finding := unknown_code(code):
                raise Fatal(finding)
    return Policy(frozenset(arguments.allow), arguments.strict)


def _made(
    arguments: Namespace, wanted: Wanted, policy: Policy, sink: Sink, laps: Laps
) -> Validators | None:
    """The validators of what is wanted; None where the document stops the run.

    What else there is to say of a document does not matter once it is of no use.
    """

    def gate() -> None:
        if policy.stops(sink.found):
            raise Stopped

    def narrow(document: Document) -> Document:
        return narrowed(document, wanted)

    source = source_of(arguments, "validate -")
    try:
        return validators(source, narrow, sink, laps, gate)
    except Fatal as fatal:
        errors = [item for item in sink.found if item.severity == "error"]
        sink.found[:] = [*errors, fatal.diagnostic]
    except Stopped:
        pass
    return None


def _hold(file: File, check: Check, report: Report) -> None:
    """Hold all values of a file against a validator."""
    report.start()
    for item in instances(file):
        if isinstance(item, Diagnostic):
            report.finding(item)
            continue
        try:
            found = check(item.value)
        except RecursionError:
            report.finding(diagnostic("E502", item.span("")))
        else:
            report.value(item, found or ())
    report.end()
