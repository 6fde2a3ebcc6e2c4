"""What the variables of rules can be: types like those of real schemas, and their values."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from generator.cel import (
    Bool,
    CelType,
    Double,
    Dyn,
    Field,
    Int,
    List,
    Map,
    Null,
    Object,
    String,
    Union,
    nullable,
    union_of,
)

if TYPE_CHECKING:
    from collections.abc import Mapping
    from random import Random

_STRINGS = List(String())
_TOKENS = List(Int(0))
_PROMPT = union_of((String(), List(String(), 1), List(Int(0), 1), List(_TOKENS, 1)))

COMPLETION = Object(
    "CreateCompletionRequest",
    {
        "model": Field(String(), is_required=True),
        "prompt": Field(_PROMPT, is_required=True, is_nullable=True),
        "best_of": Field(Int(0, 20), is_nullable=True),
        "n": Field(Int(1, 128), is_nullable=True),
        "echo": Field(Bool()),
        "stream": Field(Bool(), is_nullable=True),
        "stream_options": Field(
            Object("StreamOptions", {"include_usage": Field(Bool())})
        ),
        "logit_bias": Field(nullable(Map(Int()))),
        "max_tokens": Field(Int(0)),
        "temperature": Field(Double()),
        "top_p": Field(nullable(Double())),
        "stop": Field(nullable(union_of((String(), List(String(), 1))))),
        "suffix": Field(String(), is_nullable=True),
        "user": Field(String()),
    },
)
RESPONSE = Object(
    "Completion",
    {
        "choices": Field(
            List(
                Object(
                    "Choice",
                    {
                        "index": Field(Int(), is_required=True),
                        "text": Field(String(), is_required=True),
                        "finish_reason": Field(nullable(String()), is_required=True),
                    },
                )
            ),
            is_required=True,
        ),
        "model": Field(String(), is_required=True),
        "usage": Field(
            Object(
                "Usage",
                {
                    "prompt_tokens": Field(Int(), is_required=True),
                    "completion_tokens": Field(Int(), is_required=True),
                    "total_tokens": Field(Int(), is_required=True),
                },
            )
        ),
    },
)
_PART = Object(
    "Part", {"type": Field(String(), is_required=True), "text": Field(String())}
)
CHAT = Object(
    "CreateChatCompletionRequest",
    {
        "messages": Field(
            List(
                Object(
                    "Message",
                    {
                        "role": Field(String(), is_required=True),
                        "content": Field(union_of((String(), List(_PART), Null()))),
                        "name": Field(String()),
                        "tool_calls": Field(List(Map(String()))),
                        "weight": Field(Double()),
                    },
                ),
                1,
            ),
            is_required=True,
        ),
        "metadata": Field(Map(String()), is_required=True),
        "tools": Field(List(Map(Dyn()))),
        "logprobs": Field(Bool()),
        "top_logprobs": Field(Int(0, 20)),
        "seed": Field(Int()),
        "scores": Field(List(Double()), is_required=True),
        "matrix": Field(List(List(Int())), is_required=True),
        "mixed": Field(List(union_of((Int(), String(), Bool()))), is_required=True),
        "anything": Field(Dyn(), is_required=True),
        "ratio": Field(Double(), is_required=True),
        "count": Field(Int(), is_required=True),
        "flag": Field(Bool(), is_required=True),
    },
)
SCOPES: tuple[Mapping[str, CelType], ...] = (
    {"self": COMPLETION},
    {"request": COMPLETION, "response": RESPONSE},
    {"self": CHAT},
)
WORDS = (
    "",
    "a",
    "ab",
    "abc",
    "b",
    "gpt-4",
    "gpt-3.5",
    "é",
    "😀",
    "x.y",
    "7",
    "-3",
    "4é",
)
KEYS = ("a", "b", "gpt-4", "50256", "7")
_INTEGERS = (
    0,
    1,
    2,
    3,
    4,
    -1,
    -2,
    7,
    128,
    2**31,
    2**53 + 1,
    2**62,
    2**63 - 1,
    -(2**63),
)
_NUMBERS = (0.0, 1.0, 0.5, -0.5, 2.5, -0.0, 1e10, 1e300, math.inf, -math.inf, math.nan)


def random_type(rng: Random, depth: int) -> CelType:
    """A type of any kind."""
    kinds = "bool int double string list map object union dyn".split()
    kind = rng.choice(kinds if depth > 0 else kinds[:4])
    if kind == "list":
        return List(random_type(rng, depth - 1), rng.randrange(2))
    if kind == "map":
        return Map(random_type(rng, depth - 1))
    if kind == "object":
        return random_object(rng, depth - 1)
    if kind == "union":
        return union_of(random_type(rng, depth - 1) for _ in range(2))
    low = rng.choice((None, 0, 1, -5))
    simple = {"bool": Bool(), "double": Double(), "dyn": Dyn(), "string": String()}
    return simple.get(kind) or Int(low, None if low is None else rng.choice((None, 9)))


def random_object(rng: Random, depth: int) -> Object:
    """An object with a few properties."""
    names = rng.sample(("a", "b", "c", "n", "in_", "size", "type", "x1"), 5)
    return Object(
        "Random",
        {
            name: Field(random_type(rng, depth), rng.random() < 0.5, rng.random() < 0.2)
            for name in names
        },
    )


def random_value(rng: Random, kind: CelType, depth: int = 4) -> Any:
    """A JSON value of a type, as `json.loads` gives it."""
    match kind:
        case Bool():
            return rng.random() < 0.5
        case Int():
            return _integer(rng, kind)
        case Double():
            found = rng.choice(_NUMBERS)
            return int(found) if found in (0.0, 1.0) and rng.random() < 0.7 else found
        case String():
            return rng.choice(WORDS)
        case Null():
            return None
        case List():
            size = max(kind.least, rng.choice((0, 0, 1, 2, 3)) if depth > 0 else 0)
            return [random_value(rng, kind.item, depth - 1) for _ in range(size)]
        case Map():
            keys = rng.sample(KEYS, rng.randrange(3) if depth > 0 else 0)
            return {key: random_value(rng, kind.value, depth - 1) for key in keys}
        case Union(parts):
            return random_value(rng, rng.choice(parts), depth)
        case Dyn():
            simple = rng.choice((Bool(), String(), Null(), List(Dyn()), Map(String())))
            return random_value(rng, simple, depth - 1)
        case Object(_, fields):
            return {
                name: _property(rng, field, depth - 1)
                for name, field in fields.items()
                if field.is_required or rng.random() < 0.6
            }


def _property(rng: Random, field: Field, depth: int) -> Any:
    if field.is_nullable and rng.random() < 0.3:
        return None
    return random_value(rng, field.type, depth)


def _integer(rng: Random, kind: Int) -> int | float:
    low = -(2**63) if kind.low is None else kind.low
    high = 2**63 - 1 if kind.high is None else kind.high
    found = rng.choice([x for x in _INTEGERS if low <= x <= high])
    return float(found) if abs(found) < 2**50 and rng.random() < 0.2 else found


def normal(value: Any, kind: CelType) -> Any:
    """The value with the classes of numbers that CEL has: int for `Int`, float for `Double`."""
    match kind:
        case Int():
            return int(value)
        case Double():
            return float(value)
        case List():
            return [normal(item, kind.item) for item in value]
        case Map():
            return {key: normal(item, kind.value) for key, item in value.items()}
        case Object(_, fields):
            return {
                key: None if item is None else normal(item, fields[key].type)
                for key, item in value.items()
            }
        case Union(parts):
            return normal(value, next(part for part in parts if fits(value, part)))
    return value


def fits(value: Any, kind: CelType) -> bool:
    """Whether a value has a type."""
    match kind:
        case Bool():
            return type(value) is bool
        case Int():
            return type(value) is int or (type(value) is float and value.is_integer())
        case Double():
            return type(value) in (int, float)
        case String():
            return type(value) is str
        case Null():
            return value is None
        case List():
            return type(value) is list and all(fits(item, kind.item) for item in value)
        case Map():
            values = value.values() if type(value) is dict else ()
            return type(value) is dict and all(fits(x, kind.value) for x in values)
        case Object(_, fields):
            return type(value) is dict and _fits_fields(value, fields)
        case Union(parts):
            return any(fits(value, part) for part in parts)
    return True


def _fits_fields(value: dict[str, Any], fields: Mapping[str, Field]) -> bool:
    needed = {name for name, field in fields.items() if field.is_required}
    return needed <= value.keys() <= fields.keys() and all(
        fits(item, fields[name].type) or (item is None and fields[name].is_nullable)
        for name, item in value.items()
    )
