"""Two halves of a run at once: the second one in a process of its own.

Only the wall clock can tell. The halves share what was built before, give their results
back whole, and are put together in the same order as without a second process.
"""

from __future__ import annotations

import os
import pickle
import warnings
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")
S = TypeVar("S")


def both(first: Callable[[], T], second: Callable[[], S]) -> tuple[T, S]:
    """The results of two functions that do not depend on each other.

    `second` runs in a forked process where the system has `fork` and a second core, and
    its result must be picklable. Raises what the functions raise.
    """
    if not hasattr(os, "fork") or (os.cpu_count() or 1) < 2:
        return first(), second()
    reader, writer = os.pipe()
    with warnings.catch_warnings():
        # From 3.12 on, fork warns if a thread runs: here only the one that draws the
        # progress line, whose locks the new process never takes.
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        os.close(reader)
        _answer(writer, second)
    os.close(writer)
    try:
        with os.fdopen(reader, "rb") as stream:
            result = first()
            answer = stream.read()
    finally:
        os.waitpid(child, 0)
    return result, _result(answer, second)


def _answer(writer: int, function: Callable[[], object]) -> None:
    """In the new process: write the result or the exception, and end at once.

    `os._exit` leaves out what the parent will do itself: exit handlers, buffers.
    """
    status = 1
    try:
        try:
            answer = pickle.dumps((True, function()), pickle.HIGHEST_PROTOCOL)
        except BaseException as problem:
            answer = pickle.dumps((False, problem))
        with os.fdopen(writer, "wb") as stream:
            stream.write(answer)
        status = 0
    finally:
        os._exit(status)


def _result(answer: bytes, function: Callable[[], S]) -> S:
    """What the other process wrote. If it was killed, its work is done here instead."""
    if not answer:
        return function()
    is_result, value = pickle.loads(answer)
    if is_result:
        found: S = value
        return found
    raise value
