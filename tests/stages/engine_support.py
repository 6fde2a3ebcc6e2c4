"""APIs planned with the other engine."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from generator.diagnostics import Sink
from generator.plan.engines import Engine
from generator.plan.options import TargetOptions, anew
from generator.render import render
from generator.style import style

from .lowering import schemas
from .model_support import names_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from generator.ir import Api


def made(
    api: Api,
    kind: str,
    sink: Sink | None = None,
    recall: Callable[[str, Callable[[], str]], str] = anew,
) -> dict[str, str]:
    """The models of an API by path, all of one kind."""
    names = names_of(api)
    options = TargetOptions("api", names.env_prefix, "api.yaml")
    found = sink if sink is not None else Sink()
    plans = Engine(kind, recall).plan(api, names, options, found)
    return {file.path: file.text for file in style(render(plans))}


def of_schemas(text: str, kind: str, sink: Sink | None = None) -> dict[str, str]:
    """The models of a document that has only these components."""
    return made(schemas(text), kind, sink)


def request(api: Api, kind: str) -> Any:
    """What the tool is asked to do: its version, the options, and the document."""
    asked: list[str] = []

    def recall(text: str, compute: Callable[[], str]) -> str:
        asked.append(text)
        return compute()

    made(api, kind, recall=recall)
    (text,) = asked
    return json.loads(text)
