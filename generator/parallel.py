"""Tasks shared by two processes, from both ends until they meet.

Only the wall clock can tell. The processes share what was built before, and results
come back in the order of the tasks, whoever has done them. Neighbours mostly fall to the
same process, which may keep what they have in common.
"""

from __future__ import annotations

import os
import pickle
import warnings
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

T = TypeVar("T")
_MOST = 4096
"""As many bytes as a pipe takes at once, whatever the system."""


def shared(tasks: Sequence[Callable[[], T]]) -> list[T]:
    """The results of up to 4,096 tasks that do not depend on each other.

    Some run in a forked process where the system has `fork` and a second core, so
    results must be picklable. Raises what a task raises.
    """
    if not hasattr(os, "fork") or (os.cpu_count() or 1) < 2 or len(tasks) < 2:
        return [task() for task in tasks]
    assert len(tasks) <= _MOST
    tokens, dealer = os.pipe()
    os.write(dealer, bytes(len(tasks)))
    os.close(dealer)
    reader, writer = os.pipe()
    with warnings.catch_warnings():
        # From 3.12 on, fork warns if a thread runs: here only the one that draws the
        # progress line, whose locks the new process never takes.
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        os.close(reader)
        _answer(writer, tasks, tokens)
    os.close(writer)
    try:
        with os.fdopen(reader, "rb") as stream:
            own = _taken(tokens, range(len(tasks)))
            done = {index: tasks[index]() for index in own}
            answer = stream.read()
    finally:
        os.close(tokens)
        os.waitpid(child, 0)
    done.update(_results(answer))
    # If the other process was killed, what it had taken is done here after all.
    return [done[i] if i in done else tasks[i]() for i in range(len(tasks))]


def _taken(tokens: int, order: Iterable[int]) -> Iterator[int]:
    """The indices of tasks in the order in which this process wants them, until both
    processes together have taken as many tokens as there are tasks."""
    return (index for index in order if os.read(tokens, 1))


def _answer(writer: int, tasks: Sequence[Callable[[], T]], tokens: int) -> None:
    """In the new process: write the results or the exception, and end at once.

    `os._exit` leaves out what the parent will do itself: exit handlers, buffers.
    """
    status = 1
    try:
        try:
            own = _taken(tokens, reversed(range(len(tasks))))
            done = {index: tasks[index]() for index in own}
            answer = pickle.dumps((True, done), pickle.HIGHEST_PROTOCOL)
        except BaseException as problem:
            answer = pickle.dumps((False, problem))
        with os.fdopen(writer, "wb") as stream:
            stream.write(answer)
        status = 0
    finally:
        os._exit(status)


def _results(answer: bytes) -> dict[int, T]:
    """What the other process wrote; nothing if it was killed before."""
    if not answer:
        return {}
    is_result, value = pickle.loads(answer)
    if is_result:
        found: dict[int, T] = value
        return found
    raise value
