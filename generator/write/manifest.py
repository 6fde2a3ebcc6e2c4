"""The manifest: which files of the output folder are ours, and the memory of naming.

It lies in a checked-out tree, so it is read as untrusted input: its shape is checked,
its paths must be safe, and all that a hash in it can do is to say that a file on disk
is still as we wrote it.
"""

from __future__ import annotations

import json
import keyword
import re
from dataclasses import field
from typing import TYPE_CHECKING, Any, TypeAlias

from ..values import dataclass
from .paths import MANIFEST, unsafe_reason

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

Names: TypeAlias = "Mapping[str, Mapping[str, str | Mapping[str, str]]]"
"""The memory of naming: sections, whose entries are names or tables of names."""

FORMAT = 1
"""Goes up when an older oasmith could misread the file."""

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,199}", re.ASCII)
_HASH = re.compile(r"[0-9a-f]{64}", re.ASCII)


class ManifestError(Exception):
    """The text is no manifest of ours; the message says why."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a run left behind.

    `files` maps each owned path to the sha256 of its content; `scaffolds` lists files
    that were written once and belong to the user since; `names` is the memory that the
    name stage asked to keep. `sources` maps the address of each document that was
    fetched to the sha256 of what stood there.
    """

    version: str = ""
    package: str = ""
    targets: tuple[str, ...] = ()
    files: Mapping[str, str] = field(default_factory=dict)
    scaffolds: tuple[str, ...] = ()
    names: Names = field(default_factory=dict)
    sources: Mapping[str, str] = field(default_factory=dict)

    def text(self) -> str:
        """The manifest's JSON: sorted, one entry a line, the same for the same input."""
        written = {
            "format": _line(FORMAT),
            "generator": _line(f"oasmith {self.version}"),
            "package": _line(self.package),
            "targets": _listed(self.targets),
            "files": _lines(self.files, 1),
            "scaffolds": _listed(sorted(self.scaffolds)),
        }
        if self.sources:
            written["sources"] = _lines(self.sources, 1)
        members = [f" {_line(key)}: {written[key]}" for key in sorted(written)]
        names = ",\n".join(
            f"  {_line(section)}: {_lines(self.names[section], 2)}"
            for section in sorted(self.names)
        )
        members.append(f' "names": {{\n{names}\n }}' if names else ' "names": {}')
        return "{\n" + ",\n".join(members) + "\n}\n"


_line = json.JSONEncoder(sort_keys=True).encode
"""A value on one line."""


def _listed(texts: Iterable[str]) -> str:
    """A list in the manifest, with a text a line."""
    lines = ",\n".join(f"  {_line(text)}" for text in texts)
    return f"[\n{lines}\n ]" if lines else "[]"


def _lines(entries: Mapping[str, object], depth: int) -> str:
    """An object with an entry a line, tables of names included."""
    pad = " " * (depth + 1)
    lines = [f"{pad}{_line(key)}: {_line(entries[key])}" for key in sorted(entries)]
    return "{\n" + ",\n".join(lines) + f"\n{pad[1:]}}}" if lines else "{}"


def parse_manifest(text: bytes) -> Manifest:
    """Read a manifest. Raises ManifestError when it is not one that we could have written."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise ManifestError("it is not JSON") from None
    if not isinstance(data, dict):
        raise ManifestError("it is not an object")
    if data.get("format") != FORMAT:
        raise ManifestError(
            "its format is unknown; a newer oasmith may have written it"
        )
    files = _hashes(data, "files")
    if any(path == MANIFEST or unsafe_reason(path) for path in files):
        raise ManifestError("it lists a path that we never write")
    scaffolds = _texts(data, "scaffolds")
    if any(path == MANIFEST or unsafe_reason(path) for path in scaffolds):
        raise ManifestError("it lists a path that we never write")
    generator = data.get("generator")
    package = data.get("package")
    if not isinstance(generator, str) or not isinstance(package, str):
        raise ManifestError("it does not say what wrote it")
    return Manifest(
        version=generator.removeprefix("oasmith "),
        package=package,
        targets=_texts(data, "targets"),
        files=files,
        scaffolds=scaffolds,
        names=_names(data),
        sources=_hashes(data, "sources"),
    )


def _hashes(data: Mapping[str, Any], key: str) -> dict[str, str]:
    found = _object(data, key)
    for digest in found.values():
        if not isinstance(digest, str) or not _HASH.fullmatch(digest):
            raise ManifestError("it lists something that is no sha256")
    return found


def _object(data: Mapping[str, Any], key: str) -> dict[str, Any]:
    value = data.get(key, {})
    if not isinstance(value, dict):
        raise ManifestError(f"its {key} are not an object")
    return value


def _names(data: Mapping[str, Any]) -> dict[str, dict[str, str | dict[str, str]]]:
    """The memory of naming: every text is an identifier, since that is what it becomes."""
    sections = _object(data, "names")
    for section in sections:
        for entry in _object(sections, section).values():
            for name in entry.values() if isinstance(entry, dict) else (entry,):
                _check_name(name)
    return sections


def _check_name(name: object) -> None:
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise ManifestError("it remembers a name that is no identifier")
    if keyword.iskeyword(name):
        raise ManifestError("it remembers a keyword as a name")


def _texts(data: Mapping[str, Any], key: str) -> tuple[str, ...]:
    value = data.get(key, [])
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise ManifestError(f"its {key} are not a list of texts")
    return tuple(value)
