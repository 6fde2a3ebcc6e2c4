"""The files that a document may refer to: those in its own folder, and no others."""

from __future__ import annotations

import os
import posixpath
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from ..diagnostics import Fatal
from .json_schema import draft_of
from .parse import parse
from .report import Reporter
from .source import SourceText, read_regular
from .state import File, has_scheme

if TYPE_CHECKING:
    from ..diagnostics import Sink
    from .source import Source
    from .state import Dialect

FILE_LIMIT = 20_000_000
TOTAL_LIMIT = 200_000_000
FILES_LIMIT = 500

_EXTENSIONS = (".yaml", ".yml", ".json")
_DECODE_ROUNDS = 5
_BESIDE = "save the target beside the document and refer to it by a relative path"


class Refused(Exception):
    """A reference to a file that is not read; `reason` never quotes the file.

    `code` is that of the message about it.
    """

    def __init__(self, reason: str, code: str = "E132") -> None:
        super().__init__(reason)
        self.reason = reason
        self.code = code


class Reported(Exception):
    """The file was read and found unusable, and that has been reported."""


class Library:
    """Opens files by their path relative to the folder of the main document.

    Documents at addresses are fetched where the user allows that.
    """

    def __init__(self, source: Source, main: File, sink: Sink) -> None:
        self.files: dict[str, File] = {main.part: main}
        self._sink = sink
        self._main = main
        self._folder: str | None = None
        self._root = ""
        self._label = ""
        self._refused: dict[str, Exception] = {}
        self._by_inode: dict[tuple[int, int], File] = {}
        self._total = 0
        self._fetcher = source.fetcher
        self._by_address: dict[str, File] = {}
        if main.address is not None:
            self._by_address[main.address.text] = main
        if source.path is not None:
            self._start(source.path, source.ref_root)

    def open(self, reference: str) -> File:
        """The file at a relative path or an address.

        Raises Refused, and Reported if it cannot be used.
        """
        if reference in self._refused:
            raise self._refused[reference]
        is_outside = has_scheme(reference) or reference.startswith("//")
        try:
            return self._fetch(reference) if is_outside else self._open(reference)
        except (Refused, Reported) as error:
            self._refused[reference] = error
            raise

    def _fetch(self, reference: str) -> File:
        """The document at an address, the same one by whichever address it is reached."""
        if not reference.lower().startswith(("http://", "https://")):
            raise Refused(_BESIDE, "E131")
        if self._fetcher is None:
            raise Refused(
                f"pass --allow-remote if you trust the host, or {_BESIDE}", "E131"
            )
        from .remote import Forbidden, NotAnAddress, Unreachable

        try:
            fetched = self._fetcher.fetch(reference, FILE_LIMIT)
        except NotAnAddress as problem:
            raise Refused(problem.reason, "E160") from None
        except Unreachable as problem:
            raise Refused(problem.reason, "E160") from None
        except Forbidden as problem:
            raise Refused(problem.reason, "E161") from None
        address = fetched.address
        known = self._by_address.get(address.text)
        if known is None:
            self._count(fetched.data, "E160")
            known = self._parse(address.identity, address.shown, fetched.data)
            known.address = address
            self.files[known.part] = self._by_address[address.text] = known
        return known

    def _start(self, path: Path, ref_root: Path | None) -> None:
        self._folder = os.path.realpath(path.parent)
        self._root = os.path.realpath(ref_root) if ref_root else self._folder
        self._label = path.parent.as_posix()
        try:
            found = path.stat()
        except OSError:
            return
        self._by_inode[(found.st_dev, found.st_ino)] = self._main

    def _open(self, relative: str) -> File:
        if self._folder is None:
            raise Refused("a document from standard input has no folder")
        real = os.path.realpath(Path(self._folder) / _decoded(relative))
        if os.path.commonpath((real, self._root)) != self._root:
            raise Refused("it lies outside the folder of the document")
        if not real.endswith(_EXTENSIONS):
            raise Refused("its name does not end in .yaml, .yml or .json")
        part = os.path.relpath(real, self._folder).replace(os.sep, "/")
        if part in self.files:
            return self.files[part]
        try:
            found = os.lstat(real)
            known = self._by_inode.get((found.st_dev, found.st_ino))
            if known is not None:
                return known
            data = read_regular(Path(real), FILE_LIMIT, follow=False)
        except FileNotFoundError:
            raise Refused("there is no such file") from None
        except (OSError, ValueError):
            raise Refused("it is not a regular file, or may not be read") from None
        self._count(data, "E132")
        label = posixpath.normpath(posixpath.join(self._label, part))
        file = self._parse(part, label, data)
        self.files[part] = file
        self._by_inode[(found.st_dev, found.st_ino)] = file
        return file

    def _count(self, data: bytes, code: str) -> None:
        """Raise Refused when this is more than what is read."""
        self._total += len(data)
        if len(data) > FILE_LIMIT or self._total > TOTAL_LIMIT:
            raise Refused("it is too large", code)
        if len(self.files) >= FILES_LIMIT:
            raise Refused(f"there are more than {FILES_LIMIT} files", code)

    def _parse(self, part: str, label: str, data: bytes) -> File:
        try:
            content, places = parse(SourceText(label, data), self._sink)
        except Fatal as fatal:
            self._sink.add(fatal.diagnostic)
            raise Reported from None
        dialect = dialect_of(content) or self._main.dialect
        file = File(part, content, places, dialect, Reporter(places, self._sink))
        file.is_schema = self._main.is_schema and not _has_version(content)
        return file


def dialect_of(content: object) -> Dialect | None:
    """The rules that a file says it is written by, None when it does not say."""
    if not isinstance(content, dict):
        return None
    version = content.get("openapi")
    if version is None:
        return "2.0" if "swagger" in content else draft_of(content)
    return "3.0" if str(version).startswith("3.0") else "3.1"


def _has_version(content: object) -> bool:
    return isinstance(content, dict) and ("openapi" in content or "swagger" in content)


def _decoded(relative: str) -> str:
    """A path without percent-encoding. Raises Refused for what hides its meaning."""
    path = relative
    if "%" in path:
        path = _unquoted(path)
    if not path.isascii():
        from unicodedata import normalize

        plain = normalize("NFKC", path)
        if any(plain.count(char) != path.count(char) for char in "./\\%:"):
            raise Refused("its path holds characters that stand for others")
    if not path.isprintable() or "\\" in path or "#" in path:
        raise Refused("its path holds characters that are not allowed")
    if path.startswith("/") or PurePath(path).is_absolute():
        raise Refused("its path is absolute")
    return path


def _unquoted(path: str) -> str:
    from urllib.parse import unquote

    for _ in range(_DECODE_ROUNDS):
        try:
            decoded = unquote(path, errors="strict")
        except UnicodeDecodeError:
            break
        if decoded == path:
            return path
        path = decoded
    raise Refused("its path is encoded in a way that hides its meaning")
