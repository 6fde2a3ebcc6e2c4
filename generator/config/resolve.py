"""The command line and the configuration file together: what to generate, and where."""

from __future__ import annotations

import keyword
import os
import re
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..diagnostics import Fatal, Sink, Span, diagnostic, report
from ..values import dataclass
from .engines import engine_of
from .model import ONE_WAY, ApiConfig, FilterRule, Flags, Project, with_needs
from .origins import is_address, origin, origin_of
from .pagination import Pagination

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ..diagnostics import Diagnostic

_PACKAGE = re.compile(r"[A-Za-z][A-Za-z0-9_]*", re.ASCII)
_SINGLE = {"output": "-o", "package": "--package", "env_prefix": "--env-prefix"}


@dataclass(frozen=True, slots=True)
class ApiSource:
    """Where the values of an API come from: a table of the file, or flags alone."""

    name: str
    values: dict[str, Any]
    base: Path
    spans: Mapping[str, Span]


def resolve(flags: Flags, cwd: Path, sink: Sink) -> tuple[ApiConfig, ...]:
    """The APIs of a run; flags win over the configuration.

    With a document on the command line the configuration file is not read, unless
    `--api` or `--config` asks for it. Problems go to `sink`; raises Fatal for one that
    leaves nothing to do.
    """
    _check_flags(flags, sink)
    named_origins(flags.allow_origins)
    sources = _sources(flags, cwd, sink)
    if sink.has_errors:
        return ()
    if len(sources) > 1:
        _refuse_single_options(flags, sources)
    apis = tuple(api_of(source, flags, cwd, sink) for source in sources)
    _refuse_shared_outputs(list(zip(apis, sources, strict=True)), sink)
    return apis


def _sources(flags: Flags, cwd: Path, sink: Sink) -> list[ApiSource]:
    if flags.spec is not None and flags.api is None and flags.config is None:
        return [ApiSource("", {}, cwd, {})]
    path = config_path(flags, cwd)
    if path is None:
        raise Fatal(diagnostic("E002"))
    sources = configured(path, cwd, sink)
    if flags.api is not None:
        return [chosen(sources, flags.api)]
    if flags.spec is not None and len(sources) > 1:
        raise needs_one("a document", sources)
    if not sources and not sink.has_errors:
        raise Fatal(diagnostic("E002"))
    return sources


def config_path(flags: Flags, cwd: Path) -> Path | None:
    """The configuration file that is asked for, else the one to be found, if any."""
    from .read import find_config

    return cwd / flags.config if flags.config else find_config(cwd)


def configured(path: Path, cwd: Path, sink: Sink) -> list[ApiSource]:
    """The APIs of a configuration file; what is wrong in it goes to `sink`.

    Raises Fatal when it cannot be read at all.
    """
    from .read import read_config

    config = read_config(path, os.path.relpath(path, cwd), sink)
    return [
        ApiSource(name, values, path.parent, config.spans[name])
        for name, values in config.apis.items()
    ]


def chosen(sources: list[ApiSource], name: str) -> ApiSource:
    """The API with a name. Raises Fatal when there is none."""
    for source in sources:
        if source.name == name:
            return source
    known = [source.name for source in sources]
    raise Fatal(diagnostic("E006", name=name, known=known))


def needs_one(option: str, sources: list[ApiSource]) -> Fatal:
    """The fault of an option that needs one API where there are several."""
    known = [source.name for source in sources]
    return Fatal(diagnostic("E012", option=option, known=known))


def api_of(source: ApiSource, flags: Flags, cwd: Path, sink: Sink) -> ApiConfig:
    """Merge one source with the flags; paths of flags are made relative to its base."""
    values = source.values
    spec = _relocated(flags.spec, cwd, source.base) or values.get("spec", "")
    anywhere, origins = _remote(source, flags, spec)
    if is_address(spec) and not anywhere and not origins:
        sink.add(address_refused(spec, "generate - -o NAME", source.spans.get("spec")))
    output = _relocated(flags.output, cwd, source.base) or values.get("output")
    package = flags.package or values.get("package")
    project = values.get("project") or (Project() if flags.project else None)
    if package is None:
        package = _default_package(output, spec, source.base)
        package = _suggestion(package) if project else package
    is_taken = project is not None and package == "examples"
    if not _PACKAGE.fullmatch(package) or keyword.iskeyword(package) or is_taken:
        span = source.spans.get("package", source.spans.get("output"))
        report(sink, "E007", span, name=package, advice=_suggestion(package))
    targets = flags.targets or values.get("targets", ())
    engine, model_kind = engine_of(flags, values, source.spans, targets, sink)
    template_dirs = (
        *(_relocated(path, cwd, source.base) or "" for path in flags.template_dirs),
        *values.get("template_dirs", ()),
    )
    overlays = (
        *values.get("overlays", ()),
        *(_relocated(path, cwd, source.base) or "" for path in flags.overlays),
    )
    read_only = values.get("read_only", ONE_WAY[0])
    for finding in overlays_refused(overlays, source.spans.get("overlays")):
        sink.add(finding)
    for folder in template_dirs:
        if not (source.base / folder).is_dir():
            report(sink, "E013", source.spans.get("template_dirs"), folder=folder)
    return ApiConfig(
        name=source.name or package,
        spec=spec,
        output=output or package,
        base=source.base,
        package=package,
        targets=with_needs(targets, model_kind, read_only),
        asked_targets=tuple(targets),
        env_prefix=flags.env_prefix or values.get("env_prefix", ""),
        webhooks=flags.webhooks or values.get("webhooks", ""),
        read_only=read_only,
        write_only=values.get("write_only", ONE_WAY[0]),
        formats=values.get("formats", ()),
        strict_nullable=flags.strict_nullable or values.get("strict_nullable", False),
        accept_subclasses=flags.accept_subclasses
        or values.get("accept_subclasses", False),
        strict=flags.strict or values.get("strict", False),
        allow=tuple(dict.fromkeys((*values.get("allow", ()), *flags.allow))),
        template_dirs=template_dirs,
        filter=_filter(flags.filter, values.get("filter", ())),
        overlays=overlays,
        allow_remote=anywhere,
        allow_origins=origins,
        engine=engine,
        model_kind=model_kind,
        pagination=values.get("pagination", Pagination()),
        project=project,
    )


def overlays_refused(
    overlays: Iterable[str], place: Span | None = None
) -> list[Diagnostic]:
    """A diagnostic for each overlay that is an address: these are read from files."""
    return [
        diagnostic("E020", place, url=overlay)
        for overlay in overlays
        if is_address(overlay)
    ]


def named_origins(given: Iterable[str]) -> list[str]:
    """Origins of the command line. Raises Fatal for what is none."""
    for text in given:
        if origin(text) is None:
            raise Fatal(diagnostic("E025", origin=text))
    return [origin(text) or "" for text in given]


def _remote(source: ApiSource, flags: Flags, spec: str) -> tuple[bool, tuple[str, ...]]:
    """Whether any public host may be called, and the origins that the user named.

    The origin of the document itself counts as named, once anything is allowed.
    `check` runs where others propose changes, of the configuration too; so for it only
    the command line counts.
    """
    configured = () if flags.checking else source.values.get("allow_remote", ())
    anywhere = flags.allow_remote or configured is True
    named = [*flags.allow_origins]
    if isinstance(configured, tuple):
        named += configured
    if (anywhere or named) and (flags.spec is not None or not flags.checking):
        named.append(origin_of(spec) or "")
    spelled = (origin(item) for item in named)
    return anywhere, tuple(dict.fromkeys(item for item in spelled if item))


def _filter(
    given: tuple[FilterRule, ...], configured: tuple[FilterRule, ...]
) -> tuple[FilterRule, ...]:
    """The rules of a run: a list on the command line replaces that of the file."""
    replaced = {rule.option for rule in given}
    kept = [rule for rule in configured if rule.option not in replaced]
    return (*kept, *given)


def address_refused(spec: str, command: str, place: Span | None = None) -> Diagnostic:
    """The diagnostic for a document that is named by a URL, where none may be fetched.

    `command` is what to pipe the document into.
    """
    quoted = shlex.quote(spec)
    return diagnostic("E016", place, url=spec, quoted=quoted, command=command)


def _relocated(path: str | None, cwd: Path, base: Path) -> str | None:
    """A path of the command line as it reads from `base`."""
    if path is None or path == "-" or cwd == base or is_address(path):
        return path
    return os.path.relpath(cwd / path, base)


def _default_package(output: str | None, spec: str, base: Path) -> str:
    if output is not None:
        return Path(os.path.normpath(base / output)).name
    if spec == "-":
        return "api"
    if is_address(spec):
        host, _, path = re.split(r"[?#]", spec)[0].partition("://")[2].partition("/")
        return _suggestion(path.rpartition("/")[2].partition(".")[0] or host)
    return _suggestion(Path(spec).name.partition(".")[0])


def _suggestion(name: str) -> str:
    """A package name made of any text."""
    words = re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_").lstrip("0123456789_")
    if keyword.iskeyword(words):
        return f"{words}_api"
    return words or "api"


def _check_flags(flags: Flags, sink: Sink) -> None:
    texts = {"env_prefix": flags.env_prefix, "webhooks": flags.webhooks}
    if not flags.targets and not flags.allow and {*texts.values()} == {None}:
        return
    from .read import mismatch, unknown_code, unknown_target

    found = [unknown_target(target) for target in flags.targets]
    found += [unknown_code(code) for code in flags.allow]
    found += [mismatch(key, text) for key, text in texts.items() if text is not None]
    for finding in found:
        if finding is not None:
            sink.add(finding)


def _refuse_single_options(flags: Flags, sources: list[ApiSource]) -> None:
    for field, option in _SINGLE.items():
        if getattr(flags, field) is not None:
            raise needs_one(option, sources)


def _refuse_shared_outputs(apis: list[tuple[ApiConfig, ApiSource]], sink: Sink) -> None:
    """Report two APIs whose folders are the same or lie in one another."""
    seen: list[tuple[Path, str]] = []
    for api, source in apis:
        place = Path(os.path.normpath(api.base / api.output))
        for other, first in seen:
            if other == place or other in place.parents or place in other.parents:
                report(
                    sink,
                    "E010",
                    source.spans.get("output"),
                    first=first,
                    second=api.name,
                    path=api.output,
                )
        seen.append((place, api.name))
