# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""What a caller has got wrong, told so that it helps; and secrets kept out of texts."""

from __future__ import annotations

from collections.abc import Iterable
from types import FrameType

SHORTEST_SECRET = 6
"""The length from which on a credential counts as a secret in the midst of other text."""


def without_secrets(text: str, secrets: Iterable[str]) -> str:
    """A text with `***` for each secret in it.

    What is shorter than `SHORTEST_SECRET` stays: nothing that short is a secret, such as
    the keys that tests use, but it is part of many a word, which would get lost.
    """
    for secret in sorted(secrets, key=len, reverse=True):
        if len(secret) >= SHORTEST_SECRET:
            text = text.replace(secret, "***")
    return text


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """The end of a message about an unknown name: the known one like it, if any."""
    import difflib

    close = difflib.get_close_matches(name, list(known), 1)
    return f"; did you mean {close[0]!r}?" if close else ""


def unexpected(
    name: str, options: object, known: Iterable[str], call: str
) -> TypeError:
    """The error for a keyword argument that a method does not have.

    The method is the one that waits for the call with these `options`; where none does,
    `call` tells which it is. What it takes, and the options that are `known`, may have
    been meant.
    """
    import inspect

    method, names = call, [*known]
    frame: FrameType | None = inspect.currentframe()
    while frame is not None:
        code, values = frame.f_code, frame.f_locals
        taken = code.co_argcount + code.co_kwonlyargcount
        others = code.co_varnames[taken : taken + 1]  # the name of those in `**`
        if others == ("options",) and values.get("options") is options:
            method = f"{type(values.get('self')).__name__}.{code.co_name}()"
            names += code.co_varnames[1:taken]
            break
        frame = frame.f_back
    hint = did_you_mean(name, names)
    return TypeError(f"{method} got an unexpected keyword argument {name!r}{hint}")
