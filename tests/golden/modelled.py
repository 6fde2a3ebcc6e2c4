"""The intermediate model and the names of a golden case, or of the example."""

from __future__ import annotations

from contextlib import chdir
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from generator.diagnostics import Sink
from generator.load import load
from generator.load.source import Source
from generator.lower import lower, select
from generator.name import NameOptions, name, names_of_part

from .cases import HERE, ROOT, config_of, package_of, source_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from generator.ir import Api
    from generator.lower.filters import Rule
    from generator.name import Names


@dataclass(frozen=True)
class Modelled:
    """What is generated, and what everything in it is called."""

    api: Api
    names: Names


def model(
    source: Source, package: str, rules: Sequence[Rule] = (), env_prefix: str = ""
) -> Modelled:
    """The model of a document, and its names, as the pipeline makes them."""
    sink = Sink()
    document = load(source, sink)
    whole = lower(document, sink)
    api = select(whole, document, rules, sink).api
    names = name(whole, NameOptions(package, env_prefix, {}))
    return Modelled(api, names if api is whole else names_of_part(names, api))


@cache
def modelled(case: str) -> Modelled:
    """The model and the names of a golden case."""
    with chdir(HERE / case):
        return model(source_of(case), package_of(case), config_of(case).filter)


@cache
def example_model() -> Modelled:
    """The model and the names of the example that comes with the repository."""
    spec = ROOT / "spec" / "completions.yaml"
    source = Source(Path(spec.name), spec.read_bytes())
    return model(source, "completions", env_prefix="OPENAI")
