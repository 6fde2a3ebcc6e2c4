"""Tasks shared by two processes, from both ends until they meet.

Only the wall clock can tell. The processes share what was built before, and results
come back in the order of the tasks, whoever has done them. Tasks of a group mostly fall
to the same process, which may keep what they have in common.
"""

from __future__ import annotations

import os
import pickle
import sys
import warnings
from dataclasses import replace
from typing import TYPE_CHECKING, Generic, TypeVar

from .values import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

T = TypeVar("T")
_MOST = 4096
"""As many bytes as a pipe takes at once, whatever the system."""


@dataclass(frozen=True, slots=True)
class Group(Generic[T]):
    """Tasks with work in common, which is done once in each process that takes any.

    `common` is that work as a part of the whole, about: from a half on, the tasks are
    left to the process that took the first of them.
    """

    tasks: Sequence[Callable[[], T]]
    common: float = 0.0


def shared(groups: Sequence[Group[T]]) -> list[T]:
    """The results of up to 4,096 tasks that do not depend on each other.

    Some run in a forked process where the system has `fork` and a second core, so
    results must be picklable. Raises what a task raises.
    """
    tasks = [task for group in groups for task in group.tasks]
    if not hasattr(os, "fork") or (os.cpu_count() or 1) < 2 or len(tasks) < 2:
        return [task() for task in tasks]
    assert len(tasks) <= _MOST
    forward = list(_rows(groups))
    backward = [replace(row, indices=row.indices[::-1]) for row in reversed(forward)]
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
        _answer(writer, tasks, _taken(tokens, backward))
    os.close(writer)
    try:
        with os.fdopen(reader, "rb") as stream:
            done = {index: tasks[index]() for index in _taken(tokens, forward)}
            answer = stream.read()
    finally:
        os.close(tokens)
        os.waitpid(child, 0)
    done.update(_results(answer))
    # If the other process was killed, what it had taken is done here after all.
    return [done[i] if i in done else tasks[i]() for i in range(len(tasks))]


@dataclass(frozen=True, slots=True)
class _Row:
    """The tasks of a group by their indices, and how many are worth the common work."""

    indices: Sequence[int]
    fewest: float


def _rows(groups: Sequence[Group[T]]) -> Iterator[_Row]:
    begin = 0
    for group in groups:
        count = len(group.tasks)
        yield _Row(range(begin, begin + count), min(1, 2 * group.common) * count)
        begin += count


def _taken(tokens: int, rows: Sequence[_Row]) -> Iterator[int]:
    """The indices of tasks in the order in which this process wants them.

    Each costs a token, of which there are as many as tasks for both processes. What the
    other one has left of its group is left to it where the half that could be spared is
    less than the work that would have to be done twice.
    """
    for row in rows:
        if _left(tokens) < row.fewest:
            return
        for index in row.indices:
            if not os.read(tokens, 1):
                return
            yield index


def _left(tokens: int) -> int:
    """How many tokens nobody has taken."""
    import fcntl
    import termios

    answer = fcntl.ioctl(tokens, termios.FIONREAD, bytes(4))
    return int.from_bytes(answer, sys.byteorder)


def _answer(
    writer: int, tasks: Sequence[Callable[[], T]], indices: Iterator[int]
) -> None:
    """In the new process: write the results or the exception, and end at once.

    `os._exit` leaves out what the parent will do itself: exit handlers, buffers.
    """
    status = 1
    try:
        try:
            done = {index: tasks[index]() for index in indices}
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
