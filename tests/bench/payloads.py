"""What validators are measured with: real-looking bodies of OpenAI's API."""

from __future__ import annotations

import copy
import json
from typing import Any

Json = dict[str, Any]

COMPLETION: Json = {
    "model": "gpt-3.5-turbo-instruct",
    "prompt": ["Say this is a test", "Write a tagline for an ice cream shop"],
    "best_of": 4,
    "echo": True,
    "frequency_penalty": 0.5,
    "logit_bias": {"50256": -100, "1543": 12, "9906": 3},
    "logprobs": 2,
    "max_tokens": 256,
    "n": 2,
    "presence_penalty": -0.25,
    "seed": 8675309,
    "stop": ["\n", "END"],
    "stream": True,
    "stream_options": {"include_usage": True},
    "suffix": " -- and that is all.",
    "temperature": 0.7,
    "top_p": 0.95,
    "user": "user-123456",
}
"""All 18 properties of `CreateCompletionRequest`."""

SPARSE_COMPLETION: Json = {
    "model": "gpt-3.5-turbo-instruct",
    "prompt": "Say this is a test",
    "max_tokens": 16,
}


def _function(name: str, what: str) -> Json:
    return {
        "type": "function",
        "function": {
            "name": name,
            "description": what,
            "parameters": {
                "type": "object",
                "properties": {
                    "place": {"type": "string"},
                    "days": {"type": "integer"},
                },
                "required": ["place"],
            },
            "strict": True,
        },
    }


def _call(number: int, name: str, arguments: str) -> Json:
    function = {"name": name, "arguments": arguments}
    return {"id": f"call_{number}", "type": "function", "function": function}


CHAT: Json = {
    "messages": [
        {"role": "developer", "content": "You are a terse assistant."},
        {
            "role": "user",
            "name": "ann",
            "content": [
                {"type": "text", "text": "What is the weather where this was taken?"},
                {
                    "type": "image_url",
                    "image_url": {"url": "https://example.com/a.png", "detail": "low"},
                },
            ],
        },
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [
                _call(1, "weather", '{"place":"Oslo","days":2}'),
                _call(2, "clock", '{"place":"Oslo"}'),
            ],
        },
        {"role": "tool", "tool_call_id": "call_1", "content": "4 degrees, rain"},
        {"role": "tool", "tool_call_id": "call_2", "content": "12:30"},
        {"role": "assistant", "content": "It rains, at 4 degrees.", "refusal": None},
        {
            "role": "user",
            "content": [
                {"type": "text", "text": "And here?"},
                {
                    "type": "image_url",
                    "image_url": {"url": "https://example.com/b.png", "detail": "high"},
                },
            ],
        },
    ],
    "model": "gpt-4o",
    "modalities": ["text"],
    "verbosity": "low",
    "reasoning_effort": "medium",
    "max_completion_tokens": 512,
    "frequency_penalty": 0.1,
    "presence_penalty": -0.1,
    "web_search_options": {
        "search_context_size": "low",
        "user_location": {
            "type": "approximate",
            "approximate": {"country": "NO", "city": "Oslo"},
        },
    },
    "top_logprobs": 3,
    "response_format": {
        "type": "json_schema",
        "json_schema": {
            "name": "weather",
            "schema": {"type": "object"},
            "strict": True,
        },
    },
    "store": True,
    "stream": True,
    "stop": ["END", "STOP"],
    "logit_bias": {"50256": -100, "1543": 12},
    "logprobs": True,
    "max_tokens": 512,
    "n": 1,
    "prediction": {"type": "content", "content": "It rains."},
    "seed": 42,
    "stream_options": {"include_usage": True, "include_obfuscation": False},
    "tools": [
        _function("weather", "The weather of a place."),
        _function("clock", "The time at a place."),
        _function("map", "A map of a place."),
        {
            "type": "custom",
            "custom": {
                "name": "sql",
                "description": "Runs a query.",
                "format": {
                    "type": "grammar",
                    "grammar": {"definition": "start: WORD", "syntax": "lark"},
                },
            },
        },
    ],
    "tool_choice": "auto",
    "parallel_tool_calls": True,
    "metadata": {"team": "weather", "run": "17"},
    "temperature": 0.7,
    "top_p": 0.9,
    "user": "user-123456",
    "service_tier": "auto",
    "prompt_cache_key": "weather-v1",
}
"""`CreateChatCompletionRequest`: 7 messages, 4 tools, 30 properties."""

SPARSE_CHAT: Json = {
    "model": "gpt-4o",
    "messages": [{"role": "user", "content": "Hello"}],
}

ANSWER: Json = {
    "id": "chatcmpl-B9MBs8CjcvOU2jLn4n570S5qMJKcT",
    "object": "chat.completion",
    "created": 1741569952,
    "model": "gpt-4o-2024-08-06",
    "choices": [
        {
            "index": 0,
            "message": {
                "role": "assistant",
                "content": "It rains in Oslo, at 4 degrees. " * 20,
                "refusal": None,
                "annotations": [],
                "tool_calls": [_call(1, "weather", '{"place":"Oslo","days":2}')],
            },
            "logprobs": {
                "content": [
                    {
                        "token": "It",
                        "logprob": -0.31,
                        "bytes": [73, 116],
                        "top_logprobs": [
                            {"token": "It", "logprob": -0.31, "bytes": [73, 116]},
                            {"token": "So", "logprob": -1.9, "bytes": None},
                        ],
                    }
                ],
                "refusal": None,
            },
            "finish_reason": "tool_calls",
        }
    ],
    "usage": {
        "prompt_tokens": 19,
        "completion_tokens": 10,
        "total_tokens": 29,
        "prompt_tokens_details": {"cached_tokens": 0, "audio_tokens": 0},
        "completion_tokens_details": {
            "reasoning_tokens": 0,
            "audio_tokens": 0,
            "accepted_prediction_tokens": 0,
            "rejected_prediction_tokens": 0,
        },
    },
    "service_tier": "default",
    "system_fingerprint": "fp_fc9f1d7035",
    "metadata": {"run": "17"},
}
"""One `CreateChatCompletionResponse`."""


def answers(size: int = 1_000_000) -> Json:
    """A `ChatCompletionList` of about so many bytes; no two of its parts are one."""
    count = size // len(json.dumps(ANSWER))
    return {
        "object": "list",
        "data": [copy.deepcopy(ANSWER) for _ in range(count)],
        "first_id": ANSWER["id"],
        "last_id": ANSWER["id"],
        "has_more": False,
    }


def changed(body: Json, value: object, *path: str | int) -> Json:
    """A copy of a body with another value at one place."""
    found = copy.deepcopy(body)
    part: Any = found
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = value
    return found
