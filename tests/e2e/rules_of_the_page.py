"""Requests that break one rule of the completions page each, and others that keep all."""

from __future__ import annotations

from typing import Any

BODY = {"model": "davinci-002", "prompt": "The owl", "seed": 1, "max_tokens": 4}
FILLER = "gpt-3.5-turbo-instruct"

BROKEN: list[tuple[dict[str, Any], str]] = [
    ({"best_of": 2, "n": 3}, "best_of"),
    ({"best_of": 2, "stream": True}, "best_of"),
    ({"best_of": 0, "stream": True}, "best_of"),
    ({"stream_options": {"include_usage": True}}, "stream_options"),
    ({"stream_options": {}, "stream": False}, "stream_options"),
    ({"stream_options": {}, "stream": None}, "stream_options"),
    ({"suffix": " end"}, "suffix"),
    ({"suffix": "", "model": "babbage-002"}, "suffix"),
    ({"logit_bias": {"5": 101}}, "logit_bias[5]"),
    ({"logit_bias": {"5": -101}}, "logit_bias[5]"),
    ({"stop": ["a", "b", "c", "d", "e"]}, "stop"),
]
"""What breaks just one rule of the page, and the parameter that is to blame."""

KEPT: list[dict[str, Any]] = [
    {"best_of": 3, "n": 3},
    {"best_of": 3, "n": None},
    {"best_of": None, "n": 3},
    {"best_of": 1, "stream": True},
    {"best_of": None, "stream": True},
    {"best_of": 2, "stream": False},
    {"stream_options": {}, "stream": True},
    {"stream_options": None},
    {"suffix": " end", "model": FILLER},
    {"suffix": None},
    {"logit_bias": {"5": 100, "6": -100}},
    {"stop": ["a", "b", "c", "d"]},
]
