"""Which engine makes the models, and of which kind they are."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, Any

from ..diagnostics import report
from .model import ENGINES, MODEL_KINDS, Flags, unserved

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from ..diagnostics import Sink, Span


def engine_of(
    flags: Flags,
    values: Mapping[str, Any],
    spans: Mapping[str, Span],
    targets: Iterable[str],
    sink: Sink,
) -> tuple[str, str]:
    """The engine and the kind of models of one API; flags win.

    What does not exist or does not go together is reported to `sink`: an engine (E030),
    a kind (E031), a kind that the engine does not make (E032), targets that need models
    of another kind (E033).
    """
    engine: str = flags.engine or values.get("engine", ENGINES[0])
    kind: str = flags.model_kind or values.get("model_kind", MODEL_KINDS[0])
    if engine not in ENGINES:
        advice = _advice(engine, ENGINES)
        report(sink, "E030", spans.get("engine"), name=engine, advice=advice)
    elif kind not in MODEL_KINDS:
        advice = _advice(kind, MODEL_KINDS)
        report(sink, "E031", spans.get("model_kind"), name=kind, advice=advice)
    elif kind != MODEL_KINDS[0] and engine == ENGINES[0]:
        report(sink, "E032", spans.get("model_kind"), kind=kind)
    elif refused := unserved(targets, kind):
        report(sink, "E033", spans.get("targets"), targets=refused, kind=kind)
    return engine, kind


def _advice(name: str, known: Sequence[str]) -> str:
    close = difflib.get_close_matches(name.lower(), known, 1)
    return f"did you mean {close[0]}?" if close else f"there are: {', '.join(known)}"
