"""What earlier runs came to: so that a run with nothing changed need not compute it.

An entry is found by a hash over everything that decides the output: the document, the
options, the names remembered in the manifest, the templates, and oasmith itself. It
holds hashes only, never text: enough to see that a folder is as it should be, and in
every other case the run is computed. The folder's own manifest is never believed.

What another engine made is kept as text (`recall`), and read with the same distrust as
if the engine had just made it.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import sys
import tempfile
from contextlib import suppress
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import __version__
from .diagnostics import Diagnostic, Span
from .resources import package_root, template_root
from .values import dataclass
from .write import Irregular, digest, read_plain

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

_KEPT = 64
_LIBRARIES = (
    "black",
    "datamodel_code_generator",
    "jinja2",
    "jsonpath_rfc9535",
    "markupsafe",
    "yaml",
)
_CODE = (".py",)
_ALL = ("",)


_USELESS = (
    OSError,
    Irregular,
    RecursionError,
    AttributeError,
    LookupError,
    TypeError,
    ValueError,
)
"""How an entry fails that is not there, or not whole."""


@dataclass(frozen=True, slots=True)
class Entry:
    """The outcome of one run.

    `tree` maps each generated path, the manifest included, to its sha256; `sources`
    pairs each document that was read with its sha256; `findings` are shown again.
    """

    tree: Mapping[str, str]
    sources: tuple[tuple[str, str], ...]
    findings: tuple[Diagnostic, ...]
    operations: int
    schemas: int
    left_out: int = 0


class Cache:
    """A folder of entries, bounded in number; without a folder it holds nothing."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder

    @property
    def used(self) -> bool:
        """Whether there is a folder."""
        return self._folder is not None

    def get(self, key: str) -> Entry | None:
        """The entry for a key; None when there is none, or none that is whole."""
        if self._folder is None:
            return None
        try:
            return _entry(json.loads(_checked(read_plain(self._folder / key))))
        except _USELESS:
            return None

    def put(self, keys: Iterable[str], entry: Entry) -> None:
        """Keep an entry under each key."""
        if self._folder is not None:
            _keep(self._folder, keys, json.dumps(asdict(entry)).encode())

    def recall(self, request: str, compute: Callable[[], str]) -> str:
        """The text that `compute` gives for a request, kept from an earlier run if it is.

        The request must name all that decides the text but this program itself.
        """
        if self._folder is None:
            return compute()
        data = [__version__, fingerprint(package_root(), _CODE), request]
        key = digest(json.dumps(data).encode())
        folder = self._folder.parent / "engines"
        try:
            return _checked(read_plain(folder / key)).decode()
        except _USELESS:
            text = compute()
            _keep(folder, [key], text.encode())
            return text

    def get_files(self, key: str) -> dict[str, tuple[str, str]]:
        """What is known of the files of a folder: two hashes each, by path."""
        if self._folder is None:
            return {}
        try:
            path = _files_folder(self._folder) / key
            found = json.loads(_checked(read_plain(path)))
            return {str(path): (str(a), str(b)) for path, (a, b) in found.items()}
        except _USELESS:
            return {}

    def put_files(self, key: str, known: Mapping[str, tuple[str, str]]) -> None:
        """Keep what is known of the files of a folder."""
        if self._folder is not None:
            _keep(_files_folder(self._folder), [key], json.dumps(known).encode())


def cache_folder(chosen: str | None) -> Path | None:
    """The folder of the cache: the chosen one, or the user's; None when there is none."""
    named = chosen or os.environ.get("OASMITH_CACHE_DIR")
    if named:
        return Path(named) / "runs"
    base = os.environ.get("XDG_CACHE_HOME")
    if base and Path(base).is_absolute():
        return Path(base, "oasmith", "runs")
    try:
        return Path.home() / ".cache" / "oasmith" / "runs"
    except RuntimeError:
        return None


def run_key(parts: Mapping[str, Any], template_dirs: Iterable[Path]) -> str:
    """The key of a run: `parts` (JSON-able) is what the user's side contributes."""
    ours = _own_fingerprints(package_root(), template_root())
    theirs = [fingerprint(folder, _ALL) for folder in template_dirs]
    data = [__version__, list(sys.version_info), _stamps(), ours, theirs, dict(parts)]
    return digest(json.dumps(data, sort_keys=True).encode())


@cache
def _own_fingerprints(code: Path, templates: Path) -> list[str]:
    """Of the generator and its templates: the same throughout a run."""
    return [fingerprint(code, _CODE), fingerprint(templates, _ALL)]


def fingerprint(folder: Path, suffixes: tuple[str, ...]) -> str:
    """A hash over the names and contents of the files below a folder with these ends."""
    total = hashlib.sha256()
    for path in _files(folder, suffixes):
        content = Path(path).read_bytes()
        total.update(f"{path[len(str(folder)) :]}\0{len(content)}\0".encode())
        total.update(content)
    return total.hexdigest()


def _files(folder: Path, suffixes: tuple[str, ...]) -> list[str]:
    found: list[str] = []
    for place, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name != "__pycache__"]
        found += [f"{place}/{name}" for name in names if name.endswith(suffixes)]
    return sorted(found)


def _stamps() -> list[list[Any]]:
    """Which builds of the libraries are installed, found without importing them."""
    found: list[list[Any]] = []
    for name in _LIBRARIES:
        spec = importlib.util.find_spec(name)
        origin = spec.origin if spec else None
        if origin:
            status = Path(origin).stat()
            found.append([name, origin, status.st_size, status.st_mtime_ns])
    return found


def _files_folder(runs: Path) -> Path:
    """The folder of what is known of files, beside that of runs."""
    return runs.parent / "files"


def _keep(folder: Path, keys: Iterable[str], text: bytes) -> None:
    """Write a text under each key. A cache that cannot be written is no problem."""
    content = digest(text).encode() + b"\n" + text
    with suppress(OSError):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for key in set(keys):
            _write(folder / key, content)
        _prune(folder)


def _prune(folder: Path) -> None:
    with os.scandir(folder) as entries:
        found = [(item.stat().st_mtime_ns, item.path) for item in entries]
    for _, path in sorted(found, reverse=True)[_KEPT:]:
        Path(path).unlink(missing_ok=True)


def _checked(content: bytes) -> bytes:
    """What stands behind the checksum in the first line. Raises ValueError if it is off."""
    checksum, _, text = content.partition(b"\n")
    if digest(text).encode() != checksum:
        raise ValueError("the checksum is wrong")
    return text


def _write(path: Path, content: bytes) -> None:
    handle, draft = tempfile.mkstemp(dir=path.parent, prefix=".draft-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        Path(draft).replace(path)
    except BaseException:
        Path(draft).unlink(missing_ok=True)
        raise


def _entry(data: Any) -> Entry:
    return Entry(
        tree={str(path): str(value) for path, value in data["tree"].items()},
        sources=tuple((str(name), str(value)) for name, value in data["sources"]),
        findings=tuple(_diagnostic(item) for item in data["findings"]),
        operations=int(data["operations"]),
        schemas=int(data["schemas"]),
        left_out=int(data["left_out"]),
    )


def _diagnostic(data: Any) -> Diagnostic:
    return Diagnostic(
        **{
            **data,
            "span": Span(**data["span"]) if data["span"] else None,
            "related": tuple((text, Span(**span)) for text, span in data["related"]),
        }
    )
