"""Finding and reading the configuration file."""

from __future__ import annotations

import difflib
import re
import tomllib
from pathlib import Path
from typing import Any

from ..diagnostics import CATALOGUE, Diagnostic, Fatal, Sink, Span, diagnostic, report
from ..values import dataclass
from .formats import FORMATS
from .model import FILTERS, ONE_WAY, TARGETS, WEBHOOKS, FilterRule, Project
from .origins import origin
from .pagination import KEYS, Pagination, PaginationRule
from .places import find_key
from .project import PROJECT_KEYS, project_of, refused

_FILE = "oasmith.toml"
_PROJECT = "pyproject.toml"
_EXAMPLES = {
    "spec": 'spec = "openapi.yaml"',
    "output": 'output = "src/my_api"',
    "package": 'package = "my_api"',
    "targets": 'targets = ["client"]',
    "env_prefix": 'env_prefix = "MY_API"',
    "engine": 'engine = "datamodel-code-generator"',
    "model_kind": 'model_kind = "msgspec"',
    "webhooks": 'webhooks = "standard"',
    "read_only": 'read_only = "reject"',
    "write_only": 'write_only = "reject"',
    "formats": "formats = {email = true}",
    "strict_nullable": "strict_nullable = true",
    "accept_subclasses": "accept_subclasses = true",
    "strict": "strict = true",
    "allow": 'allow = ["W201"]',
    "template_dirs": 'template_dirs = ["templates"]',
    "overlays": 'overlays = ["fixes.yaml"]',
    "allow_remote": 'allow_remote = ["https://example.com"]',
    "project": "project = true",
    "filter": 'filter = {include_tags = ["pets"]}',
    "pagination": "pagination = {infer = false}",
}
_PAGINATION = {
    "infer": "infer = false",
    "operations": 'operations = {listPets = {type = "link"}}',
}
_LISTS = frozenset({"targets", "allow", "template_dirs", "overlays", *FILTERS})
_ENV_PREFIX = re.compile(r"[A-Z][A-Z0-9_]*", re.ASCII)


@dataclass(frozen=True, slots=True)
class ConfigFile:
    """A configuration as it was read: for each API its values, checked, and their places."""

    path: Path
    apis: dict[str, dict[str, Any]]
    spans: dict[str, dict[str, Span]]


def find_config(start: Path) -> Path | None:
    """The configuration for a run in `start`: there, or in the nearest folder above.

    The search ends at the top of a repository and at the home folder, so that a file
    which somebody left further up is not taken for the project's.
    """
    for folder in (start, *start.parents):
        if (folder / _FILE).is_file():
            return folder / _FILE
        project = folder / _PROJECT
        if project.is_file() and _mentions_us(project):
            return project
        if (folder / ".git").exists() or folder == _home():
            return None
    return None


def read_config(path: Path, shown: str, sink: Sink) -> ConfigFile:
    """Read a configuration; what is wrong in it goes to `sink` with its place.

    Raises Fatal when the file cannot be read at all.
    """
    text, data = _parse(path, shown)
    prefix: tuple[str, ...] = ()
    if path.name == _PROJECT:
        data = data.get("tool", {}).get("oasmith", {})
        prefix = ("tool", "oasmith")
    reader = _Reader(text, shown, sink)
    if "apis" in data or not data:
        reader.read_apis(data, prefix)
    else:
        reader.read_api(path.parent.name, data, prefix)
    return ConfigFile(path, reader.apis, reader.spans)


class _Reader:
    """Checks the tables of one file, keeping what is right."""

    def __init__(self, text: str, shown: str, sink: Sink) -> None:
        self.text = text
        self.shown = shown
        self.sink = sink
        self.apis: dict[str, dict[str, Any]] = {}
        self.spans: dict[str, dict[str, Span]] = {}

    def read_apis(self, data: dict[str, Any], prefix: tuple[str, ...]) -> None:
        for key in data:
            if key != "apis":
                self._unknown((*prefix, key), key, ["apis"])
        apis = data.get("apis", {})
        if not isinstance(apis, dict) or not all(map(_is_table, apis.values())):
            span = find_key(self.text, self.shown, (*prefix, "apis"))
            self.sink.add(_wrong("apis", "a table of tables", span))
            return
        for name, table in apis.items():
            self.read_api(name, table, (*prefix, "apis", name))

    def read_api(self, name: str, table: dict[str, Any], path: tuple[str, ...]) -> None:
        values: dict[str, Any] = {}
        spans = self.spans[name] = {}
        for key, value in table.items():
            place = (*path, key)
            if key not in _EXAMPLES:
                self._unknown(place, key, [*_EXAMPLES, "apis"])
                continue
            span = find_key(self.text, self.shown, place)
            if finding := mismatch(key, value, span):
                self.sink.add(finding)
                continue
            spans[key] = span
            if key == "filter":
                value = self._filter(value, place)
            elif key == "pagination":
                value = self._pagination(value, place)
            elif key == "formats":
                value = self._formats(value, place)
            elif key == "project":
                value = self._project(value, place)
            values[key] = tuple(value) if isinstance(value, list) else value
        if "spec" not in table:
            span = find_key(self.text, self.shown, path)
            self.sink.add(_wrong("spec", "given", span))
        self._check_names(values, spans)
        self.apis[name] = values

    def _filter(
        self, table: dict[str, Any], path: tuple[str, ...]
    ) -> tuple[FilterRule, ...]:
        """The rules of the table `filter`; what is wrong in it is reported."""
        rules: list[FilterRule] = []
        for key, value in table.items():
            span = find_key(self.text, self.shown, (*path, key))
            if key not in FILTERS:
                self._unknown((*path, key), key, list(FILTERS))
            elif finding := mismatch(key, value, span):
                self.sink.add(finding)
            else:
                rules += [FilterRule(key, pattern, span) for pattern in value]
        return tuple(rules)

    def _formats(
        self, table: dict[str, Any], path: tuple[str, ...]
    ) -> tuple[tuple[str, bool], ...]:
        """What the table `formats` says; what is wrong in it is reported."""
        found: list[tuple[str, bool]] = []
        for key, value in table.items():
            if key not in FORMATS:
                self._unknown((*path, key), key, list(FORMATS))
            elif isinstance(value, bool):
                found.append((key, value))
            else:
                span = find_key(self.text, self.shown, (*path, key))
                self.sink.add(_wrong(key, "true or false", span))
        return tuple(sorted(found))

    def _pagination(
        self, value: bool | dict[str, Any], path: tuple[str, ...]
    ) -> Pagination:
        """What is said of pages; what is wrong in the table is reported."""
        if isinstance(value, bool):
            return Pagination(enabled=value)
        rules: list[PaginationRule] = []
        for key, inner in value.items():
            span = find_key(self.text, self.shown, (*path, key))
            if key not in KEYS:
                self._unknown((*path, key), key, list(KEYS))
            elif key == "infer" and not isinstance(inner, bool):
                self.sink.add(_wrong(key, "true or false", span))
            elif key == "operations":
                rules += self._page_rules(inner, (*path, key), span)
        return Pagination(infer=value.get("infer") is not False, rules=tuple(rules))

    def _page_rules(
        self, table: object, path: tuple[str, ...], span: Span
    ) -> list[PaginationRule]:
        """A rule for each pattern of the table `operations`."""
        if not isinstance(table, dict):
            self.sink.add(_wrong("operations", "a table", span))
            return []
        found: list[PaginationRule] = []
        for pattern, declared in table.items():
            place = find_key(self.text, self.shown, (*path, pattern))
            if declared is False:
                found.append(PaginationRule(pattern, None, place))
            elif isinstance(declared, dict):
                found.append(PaginationRule(pattern, declared, place))
            else:
                self.sink.add(_wrong("operations", "tables, or false", place))
        return found

    def _project(
        self, value: bool | dict[str, Any], path: tuple[str, ...]
    ) -> Project | None:
        """What `project` says: true, or a table; what is wrong in that is reported."""
        if isinstance(value, bool):
            return Project() if value else None
        found: dict[str, str] = {}
        for key, text in value.items():
            span = find_key(self.text, self.shown, (*path, key))
            if key not in PROJECT_KEYS:
                self._unknown((*path, key), key, list(PROJECT_KEYS))
            elif finding := refused(key, text, span):
                self.sink.add(finding)
            else:
                found[key] = text
        return project_of(found)

    def _check_names(self, values: dict[str, Any], spans: dict[str, Span]) -> None:
        """Report targets and codes that do not exist."""
        for target in values.get("targets", ()):
            if finding := unknown_target(target, spans["targets"]):
                self.sink.add(finding)
        for code in values.get("allow", ()):
            if finding := unknown_code(code, spans["allow"]):
                self.sink.add(finding)

    def _unknown(self, path: tuple[str, ...], key: str, known: list[str]) -> None:
        close = difflib.get_close_matches(key, known, 1)
        advice = f"did you mean {close[0]}?" if close else f"known: {', '.join(known)}"
        place = find_key(self.text, self.shown, path)
        report(self.sink, "E004", place, key=key, advice=advice)


def unknown_target(name: str, place: Span | None = None) -> Diagnostic | None:
    """A diagnostic for a target that does not exist, else None."""
    if name in TARGETS:
        return None
    close = difflib.get_close_matches(name.lower(), TARGETS, 1)
    advice = f"did you mean {close[0]}? " if close else ""
    return diagnostic("E008", place, name=name, known=TARGETS, advice=advice)


def unknown_code(code: str, place: Span | None = None) -> Diagnostic | None:
    """A diagnostic for a code that does not exist, else None."""
    if code in CATALOGUE:
        return None
    close = difflib.get_close_matches(code.upper(), list(CATALOGUE), 1)
    advice = (
        f"did you mean {close[0]}?" if close else "`oasmith explain` lists all codes"
    )
    return diagnostic("E009", place, code=code, advice=advice)


def mismatch(key: str, value: object, place: Span | None = None) -> Diagnostic | None:
    """A diagnostic when a known key has a value that it cannot take, else None."""
    expected = _expected(key, value)
    return None if expected is None else _wrong(key, expected, place)


def _expected(key: str, value: object) -> str | None:
    """What the value of a known key should be, when it is something else."""
    if key in ("accept_subclasses", "strict", "strict_nullable"):
        return None if isinstance(value, bool) else "true or false"
    if key in ("filter", "formats"):
        return None if isinstance(value, dict) else "a table"
    if key in ("pagination", "project"):
        fits = isinstance(value, bool | dict)
        return None if fits else "true, false or a table"
    if key == "allow_remote":
        fits = isinstance(value, bool) or _are_origins(value)
        return None if fits else "true, false or a list of origins"
    if key in _LISTS:
        if isinstance(value, list) and all(isinstance(item, str) for item in value):
            return None
        return "a list of texts"
    if not isinstance(value, str):
        return "a text"
    if key == "env_prefix" and not _ENV_PREFIX.fullmatch(value):
        return "capital letters, digits and underscores"
    if key == "webhooks" and value not in WEBHOOKS:
        return " or ".join(WEBHOOKS)
    if key in ("read_only", "write_only") and value not in ONE_WAY:
        return f"{', '.join(ONE_WAY[:-1])} or {ONE_WAY[-1]}"
    return None if value else "a text that is not empty"


def _are_origins(value: object) -> bool:
    return isinstance(value, list) and all(
        isinstance(item, str) and origin(item) for item in value
    )


def _wrong(key: str, expected: str, place: Span | None) -> Diagnostic:
    example = _EXAMPLES.get(key, "[apis.my_api]")
    if key in KEYS:
        example = _PAGINATION[key]
    if key in FORMATS:
        example = f"formats = {{{key} = true}}"
    if key in FILTERS:
        example = f'{key} = ["pets"]'
    return diagnostic("E005", place, key=key, expected=expected, example=example)


def _parse(path: Path, shown: str) -> tuple[str, dict[str, Any]]:
    try:
        text = path.read_text(encoding="utf-8")
        return text, tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        place, reason = _toml_problem(str(problem), shown)
    except UnicodeDecodeError:
        place, reason = Span(shown, 1, 1), "it is not UTF-8"
    except RecursionError:
        place, reason = Span(shown, 1, 1), "it is nested too deeply"
    except OSError as problem:
        place, reason = Span(shown, 1, 1), (problem.strerror or "no access").lower()
    raise Fatal(diagnostic("E003", place, reason=reason))


def _toml_problem(message: str, shown: str) -> tuple[Span, str]:
    found = re.search(r" \(at line (\d+), column (\d+)\)$", message)
    if not found:
        return Span(shown, 1, 1), message
    return Span(shown, int(found[1]), int(found[2])), message[: found.start()]


def _mentions_us(project: Path) -> bool:
    """Whether a pyproject.toml has our table; one that does not parse, whether it seems to."""
    try:
        content = project.read_bytes()
    except OSError:
        return False
    if b"oasmith" not in content:
        return False
    try:
        tool = tomllib.loads(content.decode()).get("tool", {})
    except (ValueError, RecursionError):
        return b"[tool.oasmith" in content
    return isinstance(tool, dict) and isinstance(tool.get("oasmith"), dict)


def _is_table(value: object) -> bool:
    return isinstance(value, dict)


def _home() -> Path | None:
    try:
        return Path.home()
    except (OSError, RuntimeError):
        return None
