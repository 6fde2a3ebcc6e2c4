"""`CreateCompletionRequest` of OpenAI's document, checked by hand: what is to be matched.

As fast as we know to write it in Python: it stops at the first thing that is wrong, and
says no more than that something is. It takes what the schema takes: a float without a
fraction is an integer, `true` is none, and null is fine where the document has it.
"""

from __future__ import annotations

from typing import Any


def _whole(value: Any) -> bool:
    return type(value) is float and value.is_integer()


def is_valid(d: Any) -> bool:
    """Whether the body fits the schema."""
    if type(d) is not dict:
        return False
    if "model" not in d or type(d["model"]) is not str:
        return False
    if "prompt" not in d:
        return False
    v = d["prompt"]
    if type(v) is list:
        if not _is_prompt(v):
            return False
    elif type(v) is not str and v is not None:
        return False
    if "best_of" in d:
        v = d["best_of"]
        if v is not None and not ((type(v) is int or _whole(v)) and 0 <= v <= 20):
            return False
    if "echo" in d:
        v = d["echo"]
        if v is not None and type(v) is not bool:
            return False
    if "frequency_penalty" in d:
        v = d["frequency_penalty"]
        if v is not None and not (
            (type(v) is float or type(v) is int) and -2.0 <= v <= 2.0
        ):
            return False
    if "logit_bias" in d:
        v = d["logit_bias"]
        if v is not None:
            if type(v) is not dict:
                return False
            for item in v.values():
                if type(item) is not int and not _whole(item):
                    return False
    if "logprobs" in d:
        v = d["logprobs"]
        if v is not None and not ((type(v) is int or _whole(v)) and 0 <= v <= 5):
            return False
    if "max_tokens" in d:
        v = d["max_tokens"]
        if v is not None and not ((type(v) is int or _whole(v)) and v >= 0):
            return False
    if "n" in d:
        v = d["n"]
        if v is not None and not ((type(v) is int or _whole(v)) and 1 <= v <= 128):
            return False
    if "presence_penalty" in d:
        v = d["presence_penalty"]
        if v is not None and not (
            (type(v) is float or type(v) is int) and -2.0 <= v <= 2.0
        ):
            return False
    if "seed" in d:
        v = d["seed"]
        if v is not None and not (
            (type(v) is int or _whole(v))
            and -9223372036854775808 <= v <= 9223372036854775807
        ):
            return False
    if "stop" in d:
        v = d["stop"]
        if type(v) is list:
            if not 1 <= len(v) <= 4:
                return False
            for item in v:
                if type(item) is not str:
                    return False
        elif v is not None and type(v) is not str:
            return False
    if "stream" in d:
        v = d["stream"]
        if v is not None and type(v) is not bool:
            return False
    if "stream_options" in d:
        v = d["stream_options"]
        if v is not None:
            if type(v) is not dict:
                return False
            if "include_usage" in v and type(v["include_usage"]) is not bool:
                return False
            if (
                "include_obfuscation" in v
                and type(v["include_obfuscation"]) is not bool
            ):
                return False
    if "suffix" in d:
        v = d["suffix"]
        if v is not None and type(v) is not str:
            return False
    if "temperature" in d:
        v = d["temperature"]
        if v is not None and not (
            (type(v) is float or type(v) is int) and 0.0 <= v <= 2.0
        ):
            return False
    if "top_p" in d:
        v = d["top_p"]
        if v is not None and not (
            (type(v) is float or type(v) is int) and 0.0 <= v <= 1.0
        ):
            return False
    return "user" not in d or type(d["user"]) is str


def _is_prompt(v: list[Any]) -> bool:
    """Whether a list is one of texts, of tokens or of lists of tokens."""
    if not v:
        return True
    kind = type(v[0])
    if kind is str:
        for item in v:
            if type(item) is not str:
                break
        else:
            return True
        return False
    if kind is list:
        for item in v:
            if type(item) is not list or not item:
                return False
            for token in item:
                if type(token) is not int and not _whole(token):
                    return False
        return True
    for item in v:
        if type(item) is not int and not _whole(item):
            break
    else:
        return True
    return False
