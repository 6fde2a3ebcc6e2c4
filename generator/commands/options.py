"""Options that several verbs share, from parsed arguments."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from ..config.model import FILTERS, FilterRule
from ..diagnostics import Fatal

if TYPE_CHECKING:
    from argparse import Namespace

    from ..config.model import ApiConfig
    from ..load.source import Source


def filter_rules(arguments: Namespace) -> tuple[FilterRule, ...]:
    """The filters of the command line."""
    return tuple(
        FilterRule(option, pattern)
        for option in FILTERS
        for pattern in getattr(arguments, option)
    )


def source_of(
    arguments: Namespace, command: str, config: ApiConfig | None = None
) -> Source:
    """The document that was named. Raises Fatal for an address that is not allowed.

    `command` is what such a document can be piped into. A configuration adds its overlays,
    which come before those of the command line, and says what `nullable` means.
    """
    from ..config.origins import is_address, origin_of
    from ..config.resolve import address_refused, named_origins, overlays_refused
    from ..load.source import Source

    for finding in overlays_refused(arguments.overlay):
        raise Fatal(finding)
    files = arguments.overlay
    if config is not None:
        files = [shown_path(config.base, file) for file in config.overlays]
    overlays = tuple(Source(Path(file)) for file in files)
    strict_nullable = config is not None and config.strict_nullable
    spec, origins = arguments.spec, named_origins(arguments.allow_origin)
    is_remote = is_address(spec)
    path = None if is_remote or spec == "-" else Path(spec)
    if not arguments.allow_remote and not origins:
        if is_remote:
            raise Fatal(address_refused(spec, command))
        return Source(path, overlays=overlays, strict_nullable=strict_nullable)
    from ..load.remote import fetcher_of

    own = origin_of(spec) if is_remote else None
    fetcher = fetcher_of(arguments.allow_remote, [*origins, *([own] if own else [])])
    address = spec if is_remote else ""
    return Source(
        path,
        overlays=overlays,
        address=address,
        fetcher=fetcher,
        strict_nullable=strict_nullable,
    )


def shown_path(base: Path, file: str) -> str:
    """A path of a configuration in `base`, as it reads from the current folder."""
    return file if Path(file).is_absolute() else os.path.relpath(base / file)
