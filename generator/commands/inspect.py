"""`oasmith ir` and `oasmith explain`."""

from __future__ import annotations

import sys
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING

from ..config.origins import is_address, origin_of
from ..diagnostics import CATALOGUE, Fatal, Sink, render
from ..diagnostics import explain as long_form
from ..progress import Laps, progress
from .options import filter_rules

if TYPE_CHECKING:
    from argparse import Namespace

    from ..diagnostics.entry import Entry
    from ..load.source import Source


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

    source = _source(arguments)
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


def _source(arguments: Namespace) -> Source:
    """The document that was named. Raises Fatal for an address that is not allowed."""
    from ..config.resolve import address_refused, named_origins, overlays_refused
    from ..load.remote import fetcher_of
    from ..load.source import Source

    for finding in overlays_refused(arguments.overlay):
        raise Fatal(finding)
    overlays = tuple(Source(Path(file)) for file in arguments.overlay)
    spec, origins = arguments.spec, named_origins(arguments.allow_origin)
    if not is_address(spec):
        fetcher = fetcher_of(arguments.allow_remote, origins)
        path = None if spec == "-" else Path(spec)
        return Source(path, overlays=overlays, fetcher=fetcher)
    if not arguments.allow_remote and not origins:
        raise Fatal(address_refused(spec, "ir -"))
    own = origin_of(spec)
    fetcher = fetcher_of(arguments.allow_remote, [*origins, *([own] if own else [])])
    return Source(overlays=overlays, address=spec, fetcher=fetcher)


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
