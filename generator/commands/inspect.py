"""`oasmith ir` and `oasmith explain`."""

from __future__ import annotations

import sys
import textwrap
from typing import TYPE_CHECKING

from ..diagnostics import CATALOGUE, Fatal, Sink, render
from ..diagnostics import explain as long_form
from ..progress import Laps, progress
from .options import filter_rules, source_of

if TYPE_CHECKING:
    from argparse import Namespace

    from ..diagnostics.entry import Entry


def ir(arguments: Namespace) -> int:
    """Print the intermediate model of a document."""
    from ..ir import dump
    from ..pipeline import Stopped, understand, without_gc
    from ..policy import Policy

    sink = Sink()
    policy = Policy()

    def gate() -> None:
        if policy.stops(sink.found):
            raise Stopped

    source = source_of(arguments, "ir -")
    text = ""
    with progress(quiet=arguments.format != "text") as line, without_gc():
        laps = Laps(line)
        try:
            rules = filter_rules(arguments)
            text = dump(understand(source, sink, laps, gate, rules))
        except Fatal as fatal:
            sink.add(fatal.diagnostic)
        except Stopped:
            pass
    sys.stderr.write(render(sink.found, arguments.format))
    if arguments.timings:
        sys.stderr.write(laps.table())
    sys.stdout.write(text)
    return 2 if policy.stops(sink.found) else 0


def explain(arguments: Namespace) -> int:
    """Print the long form of a code, or the titles of all codes."""
    if arguments.code is None:
        entries = [entry for _, entry in sorted(CATALOGUE.items())]
        if arguments.format == "json":
            _print_json([_row(entry) for entry in entries])
        else:
            lines = (f"{entry.code}  {entry.title}\n" for entry in entries)
            sys.stdout.write("".join(lines))
        return 0
    from ..config.read import unknown_code

    code = arguments.code.upper()
    if code not in CATALOGUE and (finding := unknown_code(code)):
        raise Fatal(finding)
    if arguments.format == "json":
        _print_json(_row(CATALOGUE[code]))
    else:
        _print_text(CATALOGUE[code])
    return 0


def _print_text(entry: Entry) -> None:
    for paragraph in long_form(entry.code).split("\n\n"):
        sys.stdout.write(textwrap.fill(paragraph, 88) + "\n\n")
    if "{" not in entry.hint:
        sys.stdout.write(textwrap.fill(f"hint: {entry.hint}", 88) + "\n")


def _print_json(found: object) -> None:
    import json

    sys.stdout.write(json.dumps(found, indent=1) + "\n")


def _row(entry: Entry) -> dict[str, str]:
    fields = ("code", "severity", "title", "message", "hint", "explanation")
    return {name: getattr(entry, name) for name in fields}
