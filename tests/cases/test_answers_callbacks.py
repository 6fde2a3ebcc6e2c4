"""What the service sends because of a call."""

from __future__ import annotations

from generator.diagnostics import Sink
from generator.ir import Callback
from generator.load import load
from generator.load.source import Source
from generator.lower import lower

from .support import SPECS, case

NAME = "118-callbacks"
EXPRESSION = "{$request.body#/url}?t={$method}"


def test_models_validators_and_a_name_that_reads() -> None:
    made = case(NAME)
    assert made.found == []
    tick = made.model("Tick")
    assert tick(n=1).to_dict() == {"n": 1}
    validators = made.module("validators.operations.callbacks")
    assert validators.on_tick_request({"n": 1}) is None
    assert validators.on_tick_request({"n": "1"})[0].path == "/n"
    handler = made.module("server.callbacks").CallbackHandlers.on_tick
    assert EXPRESSION in handler.__doc__


def test_the_expression_is_data() -> None:
    sink = Sink()
    api = lower(load(Source(SPECS / f"{NAME}.yaml"), sink), sink)
    (sent,) = api.callbacks
    assert (sent.kind, sent.path, sent.expression) == ("callback", "onTick", EXPRESSION)
    (caller,) = api.operations
    assert caller.id == sent.caller
    assert caller.callbacks == (Callback("onTick", EXPRESSION, sent.id),)
