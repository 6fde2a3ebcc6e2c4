"""One API from its configuration to its folder: what `generate` and `check` share.

`prepare` finds out what the folder should hold, by the cache if nothing has changed and
by the pipeline otherwise; `compare`, `foresee` and `carry_out` hold that against the disk.
"""

from __future__ import annotations

import os
import stat
from contextlib import ExitStack, suppress
from dataclasses import asdict, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from . import __version__
from .around import HISTORY, history_of, warn_of_project
from .cache import Entry, run_key
from .config.origins import is_address
from .config.templates import unused_templates
from .custom import exported
from .diagnostics import Fatal, Sink
from .job import Left
from .pipeline import Stopped, build
from .policy import Policy
from .progress import counted
from .reuse import Reuse
from .values import dataclass
from .write import (
    ChangeSet,
    Expected,
    Manifest,
    Output,
    Prior,
    check,
    checked_root,
    digest,
    expect,
    foresee,
    generating,
    read_manifest,
    read_tree,
    settle,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from .cache import Cache
    from .config import ApiConfig
    from .load.remote import Fetcher
    from .pipeline import Build
    from .progress import Laps

_LARGEST = 50_000_000


@dataclass(frozen=True, slots=True)
class _Document:
    """The document of a run: its path as messages name it, its address, or neither for
    standard input; and its bytes, None when they cannot be had and load has to say why.

    The `fetcher` is there when the user allows addresses. It reads each once a run.
    """

    path: Path | None
    data: bytes | None
    overlays: tuple[_Document, ...] = ()
    address: str = ""
    fetcher: Fetcher | None = None

    def source_hash(self, name: str) -> str | None:
        """The sha256 of a further document as it is now; None when it is not to be had."""
        if is_address(name):
            content = _fetched(self.fetcher, name)
        else:
            content = _content(self.path.parent / name) if self.path else None
        return None if content is None else digest(content)


@dataclass(slots=True)
class Run:
    """One API of a run, and what is known about it so far.

    `expected` is missing when the run stopped, and when the cache says that nothing has
    changed: then `changes` is there from the beginning.
    """

    config: ApiConfig
    policy: Policy
    sink: Sink = field(default_factory=Sink)
    output: Output | None = None
    prior: Prior = field(default_factory=lambda: Prior(Manifest(), None))
    expected: Expected | None = None
    changes: ChangeSet | None = None
    custom: tuple[str, ...] = ()
    operations: int = 0
    schemas: int = 0
    left_out: int = 0

    @property
    def failed(self) -> bool:
        """Whether a finding stops this API."""
        return self.policy.stops(self.sink.found)


class _Undone(Exception):
    """One folder of a run has failed, and all of them go back."""


class Session:
    """The settings that all APIs of a run share."""

    def __init__(
        self,
        cwd: Path,
        laps: Laps,
        cache: Cache,
        *,
        stdin: bytes | None = None,
        force: bool = False,
        checking: bool = False,
    ) -> None:
        self._cwd = cwd
        self._laps = laps
        self._cache = cache
        self._stdin = stdin
        self._force = force
        self._checking = checking

    def prepare(self, config: ApiConfig) -> Run:
        """Compute what an API's folder should hold. What goes wrong is in `run.sink`."""
        run = Run(config, Policy(frozenset(config.allow), config.strict))
        try:
            for finding in unused_templates(config, self._cwd):
                run.sink.add(finding)
            root = checked_root(Path(config.output), config.base)
            shown = config.output
            if not Path(shown).is_absolute():
                shown = os.path.relpath(root, self._cwd)
            run.output = output = Output(root, shown, self._force)
            if not self._checking:
                settle(output, run.sink)
            strict = not (self._checking or self._force)
            run.prior = read_manifest(output, run.sink, strict=strict)
            folder = config.package_folder.rstrip("/")
            run.custom = exported(root / folder, output.place(folder), run.sink)
            if not run.failed:
                self._compute(run, output)
                warn_of_project(config, output, run.sink)
        except Fatal as fatal:
            run.sink.add(fatal.diagnostic)
        except Stopped:
            pass
        return run

    def compare(self, run: Run) -> None:
        """Find out how the folder differs, writing nothing."""

        def work(output: Output, expected: Expected) -> None:
            run.changes = check(output, expected, run.prior)

        self._step(run, "compare", work)

    def foresee(self, run: Run) -> None:
        """Find out what would stop `carry_out`, writing nothing."""

        def work(output: Output, expected: Expected) -> None:
            foresee(output, expected, run.prior, run.sink)

        self._step(run, "compare", work)

    def carry_out(self, runs: Iterable[Run]) -> None:
        """Write what differs: all of it, or nothing if one of the folders fails."""
        with suppress(_Undone), ExitStack() as written:
            for run in runs:
                self._write(run, written)
                if run.failed:
                    raise _Undone

    def _write(self, run: Run, written: ExitStack) -> None:
        def work(output: Output, expected: Expected) -> None:
            run.changes = written.enter_context(
                generating(output, expected, run.prior, run.sink)
            )

        self._step(run, "write", work)

    def _step(
        self, run: Run, name: str, work: Callable[[Output, Expected], None]
    ) -> None:
        if run.expected is None or run.output is None or run.failed:
            return
        try:
            with self._laps.stage(name) as lap:
                work(run.output, run.expected)
                lap.what = counted(len(run.expected.generated), "file")
        except Fatal as fatal:
            run.sink.add(fatal.diagnostic)

    def _compute(self, run: Run, output: Output) -> None:
        document = self._document(run.config)
        if not self._cache.used or not self._recall(run, output, document):
            self._build(run, output, document)

    def _recall(self, run: Run, output: Output, document: _Document) -> bool:
        """Take the outcome from the cache; whether it has one and nothing has changed."""
        with self._laps.stage("cache") as lap:
            key = _key(run, document, run.prior.manifest)
            entry = self._cache.get(key) if key else None
            if entry is not None and _same_sources(entry, document):
                run.changes = _intact(entry, output, run.prior.manifest)
            lap.what = "nothing has changed" if run.changes else "to be computed"
        if entry is None or run.changes is None:
            return False
        run.sink.found.extend(entry.findings)
        run.operations, run.schemas = entry.operations, entry.schemas
        run.left_out = entry.left_out
        return True

    def _build(self, run: Run, output: Output, document: _Document) -> None:
        from .load.source import Source

        config = run.config
        overlays = [Source(one.path, one.data) for one in document.overlays]
        source = Source(
            document.path,
            document.data,
            overlays=tuple(overlays),
            address=document.address,
            fetcher=document.fetcher,
            strict_nullable=config.strict_nullable,
        )
        sink = Sink()
        gate = _Gate(run.policy, sink)
        manifest = run.prior.manifest
        try:
            reuse = self._reuse(config, output)
            history = history_of(config, output, manifest, run.sink)
            left = Left(reuse, run.custom, history)
            built = build(config, source, manifest.names, sink, self._laps, gate, left)
        finally:
            run.sink.found.extend(sink.found)
        run.operations, run.schemas = built.operations, built.schemas
        run.left_out = built.left_out
        run.expected = expect(
            built.files,
            manifest,
            version=__version__,
            package=config.package,
            targets=built.targets,
            names=built.memory,
            sources=built.fetched,
            seen=built.seen,
        )
        if self._cache.used:
            self._remember(run, document, built, run.expected, sink)
        if reuse is not None:
            hashes = run.expected.manifest.files
            known = {
                path: (depends_on, hashes[path])
                for path, depends_on in built.digests.items()
                if depends_on and path in hashes
            }
            self._cache.put_files(_place_key(reuse), known)

    def _reuse(self, config: ApiConfig, output: Output) -> Reuse | None:
        """What the cache knows of the files that an earlier run left in the folder."""
        if not self._cache.used:
            return None
        options = {
            "source": Path(config.spec).name,
            "package": config.package,
            "targets": config.targets,
            "env_prefix": config.env_prefix,
            "webhooks": config.webhooks,
            "one_way": [config.read_only, config.write_only],
            "formats": config.formats,
            "accept_subclasses": config.accept_subclasses,
            "engine": [config.engine, config.model_kind],
            "project": config.project and asdict(config.project),
        }
        base = run_key(options, _template_dirs(config))
        reuse = Reuse(base, output.root, {}, self._cache.recall)
        return replace(reuse, known=self._cache.get_files(_place_key(reuse)))

    def _remember(
        self,
        run: Run,
        document: _Document,
        built: Build,
        expected: Expected,
        sink: Sink,
    ) -> None:
        """Keep the outcome for the next run, which finds the folder as it will be."""
        entry = Entry(
            tree=expected.hashes(),
            sources=built.sources,
            findings=tuple(sink.found),
            operations=built.operations,
            schemas=built.schemas,
            left_out=built.left_out,
        )
        manifests = (run.prior.manifest, expected.manifest)
        keys = (_key(run, document, one) for one in manifests)
        self._cache.put([key for key in keys if key], entry)

    def _document(self, config: ApiConfig) -> _Document:
        overlays = tuple(self._read(config.base, path) for path in config.overlays)
        fetcher = _fetcher(config)
        if config.is_address:
            data = _fetched(fetcher, config.spec)
            document = _Document(None, data, address=config.spec)
        elif config.from_stdin:
            document = _Document(None, self._stdin)
        else:
            document = self._read(config.base, config.spec)
        return replace(document, overlays=overlays, fetcher=fetcher)

    def _read(self, base: Path, file: str) -> _Document:
        """A file that the configuration names, by its path as messages show it."""
        path = Path(os.path.relpath(base / file, self._cwd))
        if Path(file).is_absolute():
            path = Path(file)
        return _Document(path, _content(self._cwd / path))


class _Gate:
    """Raises Stopped when the findings so far must stop the run."""

    def __init__(self, policy: Policy, sink: Sink) -> None:
        self._policy = policy
        self._sink = sink

    def __call__(self) -> None:
        if self._policy.stops(self._sink.found):
            raise Stopped


def _place_key(reuse: Reuse) -> str:
    """The key under which the cache knows the files of a folder."""
    return digest(f"{reuse.base}\0{reuse.root}".encode())


def _template_dirs(config: ApiConfig) -> list[Path]:
    return [config.base / folder for folder in config.template_dirs]


def _key(run: Run, document: _Document, manifest: Manifest) -> str | None:
    """The key under which the cache knows this run; None when a document is missing."""
    config = run.config
    given = [
        (one.address or str(one.path), digest(one.data))
        for one in (document, *document.overlays)
        if one.data is not None
    ]
    if len(given) <= len(document.overlays):
        return None
    parts = {
        "documents": given,
        "remote": [config.allow_remote, config.allow_origins],
        "package": config.package,
        "targets": config.targets,
        "env_prefix": config.env_prefix,
        "webhooks": config.webhooks,
        "one_way": [config.read_only, config.write_only],
        "formats": config.formats,
        "accept_subclasses": config.accept_subclasses,
        "strict_nullable": config.strict_nullable,
        "filter": [asdict(rule) for rule in config.filter],
        "engine": [config.engine, config.model_kind],
        "pagination": repr(config.pagination),
        "project": config.project and asdict(config.project),
        "custom": run.custom,
        "history": manifest.files.get(HISTORY) if config.project else None,
        "names": manifest.names,
        "scaffolds": manifest.scaffolds,
    }
    return run_key(parts, _template_dirs(config))


def _same_sources(entry: Entry, document: _Document) -> bool:
    """Whether every document that others refer to is as it was.

    The first one and the overlays, which come last, are part of the key. What was
    fetched is fetched again: the cache knows what an address gave, not what it gives.
    """
    referred = entry.sources[1 : len(entry.sources) - len(document.overlays)]
    return all(document.source_hash(name) == known for name, known in referred)


def _fetcher(config: ApiConfig) -> Fetcher | None:
    if not config.allow_remote and not config.allow_origins:
        return None
    from .load.remote import fetcher_of

    return fetcher_of(config.allow_remote, config.allow_origins)


def _fetched(fetcher: Fetcher | None, address: str) -> bytes | None:
    """What stands at an address; None when that is not to be had."""
    if fetcher is None:
        return None
    from .load.remote import Forbidden, NotAnAddress, Unreachable

    try:
        return fetcher.fetch(address, _LARGEST).data
    except (Forbidden, NotAnAddress, Unreachable):
        return None


def _intact(entry: Entry, output: Output, manifest: Manifest) -> ChangeSet | None:
    """The change set of a folder that is exactly as the entry says; else None.

    Scaffolds of the manifest are the user's: they may be there or not.
    """
    try:
        tree = read_tree(output.root, [*entry.tree, *manifest.scaffolds])
    except OSError:
        return None
    found = {path: tree.hashes.get(path) for path in entry.tree}
    if tree.irregular or found != entry.tree:
        return None
    return ChangeSet(same=tuple(sorted(entry.tree)), extra=tree.others)


def _content(path: Path) -> bytes | None:
    """The bytes of a regular file; None for everything else."""
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
        with os.fdopen(handle, "rb") as file:
            status = os.fstat(handle)
            if not stat.S_ISREG(status.st_mode) or status.st_size > _LARGEST:
                return None
            return file.read(_LARGEST + 1)
    except (OSError, ValueError):
        return None
