"""Options that several verbs share, from parsed arguments."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ..config.model import FILTERS, FilterRule
from ..diagnostics import Fatal

if TYPE_CHECKING:
    from argparse import Namespace

    from ..load.source import Source


def filter_rules(arguments: Namespace) -> tuple[FilterRule, ...]:
    """The filters of the command line."""
    return tuple(
        FilterRule(option, pattern)
        for option in FILTERS
        for pattern in getattr(arguments, option)
    )


def source_of(arguments: Namespace, command: str) -> Source:
    """The document that was named. Raises Fatal for an address that is not allowed.

    `command` is what such a document can be piped into.
    """
    from ..config.origins import is_address, origin_of
    from ..config.resolve import address_refused, named_origins, overlays_refused
    from ..load.source import Source

    for finding in overlays_refused(arguments.overlay):
        raise Fatal(finding)
    overlays = tuple(Source(Path(file)) for file in arguments.overlay)
    spec, origins = arguments.spec, named_origins(arguments.allow_origin)
    is_remote = is_address(spec)
    path = None if is_remote or spec == "-" else Path(spec)
    if not arguments.allow_remote and not origins:
        if is_remote:
            raise Fatal(address_refused(spec, command))
        return Source(path, overlays=overlays)
    from ..load.remote import fetcher_of

    own = origin_of(spec) if is_remote else None
    fetcher = fetcher_of(arguments.allow_remote, [*origins, *([own] if own else [])])
    address = spec if is_remote else ""
    return Source(path, overlays=overlays, address=address, fetcher=fetcher)
