"""What the configuration says of one document: for verbs that read it and write nothing."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from ..diagnostics import Fatal, Sink, diagnostic
from .origins import is_address
from .resolve import (
    api_of,
    chosen,
    config_path,
    configured,
    named_origins,
    needs_one,
)

if TYPE_CHECKING:
    from pathlib import Path

    from .model import ApiConfig, Flags
    from .resolve import ApiSource

_MATTERS = (
    "formats",
    "strict_nullable",
    "accept_subclasses",
    "read_only",
    "write_only",
    "strict",
    "allow",
    "overlays",
)
"""The options that change what a document says, or what findings count for."""


def config_of_document(flags: Flags, cwd: Path, sink: Sink) -> ApiConfig | None:
    """The options of the API whose document is meant; None where none is configured.

    That is the API that `flags.api` names, else the one whose document `flags.spec` is;
    the document itself is that of `flags` in any case.
    Of a file that `flags.config` names it is the only API, too, as for `generate`. What is
    wrong in the configuration goes to `sink`, if one of its APIs is meant. Raises Fatal for
    one that cannot be read, and where several APIs are meant whose options differ.
    """
    named_origins(flags.allow_origins)
    found = Sink()
    sources = _meant(flags, cwd, found)
    if not sources:
        return None
    sink.found.extend(found.found)
    if sink.has_errors:
        return None
    apis = [api_of(source, flags, cwd, sink) for source in sources]
    if any(_told(api) != _told(apis[0]) for api in apis):
        known = [source.name for source in sources]
        raise Fatal(diagnostic("E037", spec=flags.spec or "", known=known))
    return apis[0]


def _meant(flags: Flags, cwd: Path, sink: Sink) -> list[ApiSource]:
    """The APIs that are meant: one, or several of one document."""
    path = config_path(flags, cwd)
    if flags.api is None and flags.config is None and flags.spec == "-":
        return []
    if path is None:
        if flags.api is not None:
            raise Fatal(diagnostic("E002"))
        return []
    sources = configured(path, cwd, sink)
    if flags.api is not None:
        return [chosen(sources, flags.api)]
    same = [source for source in sources if _is_document(source, flags.spec or "", cwd)]
    if same or flags.config is None:
        return same
    if len(sources) > 1:
        raise needs_one("a document", sources)
    return sources


def _is_document(source: ApiSource, spec: str, cwd: Path) -> bool:
    """Whether a document is that of an API: the same file, or the same address."""
    own = str(source.values.get("spec", ""))
    if is_address(own) or is_address(spec):
        return own == spec
    return os.path.realpath(source.base / own) == os.path.realpath(cwd / spec)


def _told(api: ApiConfig) -> tuple[object, ...]:
    return tuple(getattr(api, name) for name in _MATTERS)
