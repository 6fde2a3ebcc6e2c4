"""The golden cases: what each folder holds, and what the pipeline makes of it.

`<case>/spec.yaml` is the document, with the files that it refers to; `config.toml` its
options if it has any; `expected/` the generated package without its runtime; `ir.json`
the intermediate model where that is of interest; `behaviour.py` a conversation of the
generated client and server.
"""

from __future__ import annotations

import ast
import tomllib
from contextlib import chdir
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from generator.config import ApiConfig, FilterRule
from generator.config.model import with_needs
from generator.config.pagination import Pagination, PaginationRule
from generator.diagnostics import Sink, render
from generator.ir import dump
from generator.load.source import Source
from generator.pipeline import build, understand
from generator.progress import Laps
from generator.resources import template_root

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
CASES = sorted(path.parent.name for path in HERE.glob("*/spec.yaml"))
RUNTIME = "_runtime/"


@dataclass(frozen=True)
class Generated:
    """The files of a case by path, and what the run had to say."""

    files: dict[str, str]
    findings: str

    @property
    def own(self) -> dict[str, str]:
        """The files that are made for the case: all but the runtime's."""
        return {
            path: text
            for path, text in self.files.items()
            if not path.startswith(RUNTIME)
        }

    @property
    def runtime(self) -> dict[str, str]:
        """The files of the runtime, by name."""
        return {
            path.removeprefix(RUNTIME): text
            for path, text in self.files.items()
            if path.startswith(RUNTIME)
        }


def package_of(case: str) -> str:
    """The import name of the package that a case generates."""
    return f"case_{case}"


def behaviour_of(case: str) -> str:
    """The import name under which the behaviour of a case is laid out."""
    return f"behaviour_{case}"


def config_of(case: str) -> ApiConfig:
    """The options of a case: all targets, unless its `config.toml` says otherwise."""
    path = HERE / case / "config.toml"
    options = tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    targets = with_needs(options.pop("targets", ()))
    options["overlays"] = tuple(options.pop("overlays", ()))
    options["filter"] = tuple(
        FilterRule(option, pattern)
        for option, patterns in options.pop("filter", {}).items()
        for pattern in patterns
    )
    pages = options.pop("pagination", {}).get("operations", {})
    options["pagination"] = Pagination(
        rules=tuple(
            PaginationRule(pattern, declared or None)
            for pattern, declared in pages.items()
        )
    )
    package = package_of(case)
    return ApiConfig(case, "spec.yaml", "out", HERE / case, package, targets, **options)


def source_of(case: str) -> Source:
    """The document of a case, under the name that generated headers show."""
    data = (HERE / case / "spec.yaml").read_bytes()
    overlays = tuple(Source(Path(name)) for name in config_of(case).overlays)
    return Source(Path("spec.yaml"), data, overlays=overlays)


def make(config: ApiConfig, source: Source) -> Generated:
    """Run the pipeline in memory; fails on an error."""
    sink = Sink()
    built = build(config, source, {}, sink, Laps(), lambda: _no_errors(sink))
    return Generated({f.path: f.text for f in built.files}, render(sink.found))


@cache
def generated(case: str, engine: str = "") -> Generated:
    """What the pipeline makes of a case; with `engine`, of pydantic models by that one."""
    config = config_of(case)
    if engine:
        config = replace(config, engine=engine, model_kind="pydantic")
    with chdir(HERE / case):
        return make(config, source_of(case))


@cache
def example(
    engine: str = "oasmith", model_kind: str = "pydantic", *, mock: bool = False
) -> Generated:
    """The package that comes with the repository, as it would be generated now.

    `mock` adds the server's mock mode.
    """
    targets = with_needs((), model_kind)
    spec = ROOT / "spec" / "completions.yaml"
    config = ApiConfig(
        "completions",
        "completions.yaml",
        "completions",
        spec.parent,
        "completions",
        targets=(*targets, "mock") if mock else targets,
        env_prefix="OPENAI",
        engine=engine,
        model_kind=model_kind,
    )
    return make(config, Source(Path(spec.name), spec.read_bytes()))


def model_of(case: str) -> str:
    """The intermediate model of a case as JSON."""
    sink = Sink()
    source = source_of(case)
    with chdir(HERE / case):
        config = config_of(case)
        found = understand(
            source,
            sink,
            Laps(),
            lambda: _no_errors(sink),
            config.filter,
            config.pagination,
        )
        return dump(found)


def runtime_text(name: str) -> str:
    """A module of the runtime, where it is kept."""
    path = template_root() / "python" / "runtime" / name
    return path.read_text(encoding="utf-8")


def checks() -> list[tuple[str, str]]:
    """Every case with each `check...` function of its `behaviour.py`."""
    found = []
    for case in CASES:
        path = HERE / case / "behaviour.py"
        if path.exists():
            for node in ast.parse(path.read_bytes()).body:
                if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                    found.append((case, node.name))
    return [(case, name) for case, name in found if name.startswith("check")]


def lay_out(folder: Path) -> None:
    """Write the packages and the behaviours of all cases below `folder`."""
    for case in CASES:
        write(folder / package_of(case), generated(case).files)
        path = HERE / case / "behaviour.py"
        if path.exists():
            (folder / f"{behaviour_of(case)}.py").write_bytes(path.read_bytes())


def write(folder: Path, files: dict[str, str]) -> None:
    """Write files by their paths below `folder`."""
    for path, text in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")


def _no_errors(sink: Sink) -> None:
    assert not sink.has_errors, render(sink.found)
