"""From YAML text to a generated server, as text and as an imported package."""

from __future__ import annotations

import importlib
import sys
import textwrap
from contextlib import contextmanager
from itertools import count
from typing import TYPE_CHECKING, Any

from generator.diagnostics import Sink
from generator.load import Source, load
from generator.lower import lower
from generator.name import NameOptions, name
from generator.plan import models, package, server, validators
from generator.plan.options import TargetOptions
from generator.render import render
from generator.style import style

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from generator.ir import Api
    from generator.name import Names

_NUMBERS = count()
OPTIONS = TargetOptions("api", "API", "api.yaml")


def understood(text: str) -> tuple[Api, Names]:
    """The model of a document and its names."""
    sink = Sink()
    document = load(Source(data=textwrap.dedent(text).encode()), sink)
    api = lower(document, sink)
    return api, name(api, NameOptions("api"))


def server_texts(text: str, sink: Sink | None = None) -> dict[str, str]:
    """The files of the server as rendered, before any style is applied."""
    api, names = understood(text)
    plans = server.plan(api, names, OPTIONS, sink or Sink())
    return {file.path: file.text for file in render(plans)}


@contextmanager
def imported(text: str, folder: Path) -> Iterator[Any]:
    """The server of a package with models and validators, written below `folder`."""
    api, names = understood(text)
    plans = [
        file
        for target in (models, server, validators)
        for file in target.plan(api, names, OPTIONS, Sink())
    ]
    runtime = {
        file for target in (models, server, validators) for file in target.runtime(api)
    }
    targets = ("models", "server", "validators")
    plans += package.plan(api, names, OPTIONS, targets, sorted(runtime))
    package_name = f"generated_server_{next(_NUMBERS)}"
    for file in style(render(plans)):
        path = folder / package_name / file.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(file.text, encoding="utf-8")
    sys.path.insert(0, str(folder))
    try:
        yield importlib.import_module(f"{package_name}.server")
    finally:
        sys.path.remove(str(folder))
        for loaded in [key for key in sys.modules if key.split(".")[0] == package_name]:
            del sys.modules[loaded]
