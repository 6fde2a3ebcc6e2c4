"""`oasmith ir` and `oasmith explain`."""

from __future__ import annotations

import sys
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING

from ..diagnostics import CATALOGUE, Fatal, Sink, render
from ..progress import Laps, progress

if TYPE_CHECKING:
    from argparse import Namespace


def ir(arguments: Namespace) -> int:
    """Print the intermediate model of a document."""
    from ..ir import dump
    from ..load.source import Source
    from ..pipeline import Stopped, understand, without_gc
    from ..policy import Policy

    sink = Sink()
    policy = Policy()

    def gate() -> None:
        if policy.stops(sink.found):
            raise Stopped

    source = Source(None if arguments.spec == "-" else Path(arguments.spec))
    text = ""
    with progress(quiet=arguments.format != "text") as line, without_gc():
        laps = Laps(line)
        try:
            text = dump(understand(source, sink, laps, gate))
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
    """Print the long form of a code."""
    from ..config.read import unknown_code
    from ..diagnostics import explain as long_form

    code = arguments.code.upper()
    if code not in CATALOGUE and (finding := unknown_code(code)):
        raise Fatal(finding)
    entry = CATALOGUE[code]
    if arguments.format == "json":
        import json

        fields = ("code", "severity", "title", "message", "hint", "explanation")
        row = {name: getattr(entry, name) for name in fields}
        sys.stdout.write(json.dumps(row, indent=1) + "\n")
    else:
        for paragraph in long_form(code).split("\n\n"):
            sys.stdout.write(textwrap.fill(paragraph, 88) + "\n\n")
        if "{" not in entry.hint:
            sys.stdout.write(textwrap.fill(f"Hint: {entry.hint}", 88) + "\n")
    return 0
