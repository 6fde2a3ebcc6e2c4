"""Codes of planning, rendering and style (E3xx, W3xx)."""

from __future__ import annotations

from ..entry import Entry

ENTRIES: tuple[Entry, ...] = (
    Entry(
        "W350",
        "warning",
        "Keyword that validators do not check",
        "the generated validators do not check {keyword}",
        "say the same with other keywords, if it must be checked",
        "The keyword is valid JSON Schema, and nothing else of the schema is affected, but "
        "the generated validators accept values that it forbids.",
    ),
    Entry(
        "W351",
        "warning",
        "Pattern that Python cannot match",
        "the generated validators do not check the pattern {pattern}: {reason}",
        "write the pattern without what the message names",
        "Patterns are regular expressions of ECMA-262 and are translated for Python when "
        "the code is generated. Most of the syntax has an equal; back references, Unicode "
        "scripts and patterns with a mistake have none, so that constraint is left out.",
    ),
    Entry(
        "W360",
        "warning",
        "Operation that no request can reach",
        "the generated server cannot tell {method} {path} from {method} {earlier}",
        "give the operation a path of its own",
        "Clients do not send what stands after # in a URL, so two paths that differ only "
        "there are one path to a server. The handler of the later operation is generated, "
        "but no route leads to it.",
    ),
)
