"""Tasks shared by two processes."""

from __future__ import annotations

import os
import signal
import time
from functools import partial
from pathlib import Path

import pytest

from generator.parallel import Group, shared

has_two = hasattr(os, "fork") and (os.cpu_count() or 1) > 1


_PATIENCE = 300
"""Seconds to wait for the other process, which may start late on a busy machine."""

pytestmark = pytest.mark.skipif(not has_two, reason="there is only one process")


class Met:
    """Tasks that wait for each other, whichever process takes them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.own = os.getpid()

    def note(self, name: str) -> int:
        """Note that something has come to pass; gives the process."""
        (self.folder / name).touch()
        return os.getpid()

    def wait(self, name: str) -> int:
        """Wait until somebody has noted it; gives the process."""
        end = time.monotonic() + _PATIENCE
        while not (self.folder / name).exists():
            assert time.monotonic() < end, f"nobody has noted {name}"
            time.sleep(0.005)
        return os.getpid()

    def elsewhere(self) -> int:
        """Note it only in the other process."""
        return os.getpid() if os.getpid() == self.own else self.note("elsewhere")

    def both(self) -> int:
        """Wait until both processes are here; gives the process."""
        here, there = "elsewhere", "here"
        if os.getpid() == self.own:
            here, there = there, here
        self.note(here)
        return self.wait(there)


@pytest.fixture
def met(tmp_path: Path) -> Met:
    return Met(tmp_path)


def test_results_come_back_in_the_order_of_the_tasks(met: Met) -> None:
    values = ["x" * 1_000_000, 2, None, 4]

    def task(value: object) -> tuple[int, object]:
        return met.both(), value

    found = shared([Group([partial(task, value) for value in values])])
    assert [value for _, value in found] == values
    assert len({process for process, _ in found}) == 2


def test_whoever_is_free_takes_the_next_task(met: Met) -> None:
    """The first one waits for the last but one, which the other process takes."""

    def first() -> int:
        met.both()
        return met.wait("late")

    tasks = [first, *[os.getpid] * 18, partial(met.note, "late"), met.both]
    found, *rest = shared([Group(tasks)])
    assert found == met.own and met.own not in rest[-2:]


@pytest.mark.parametrize("common", [0.25, 0.0])
def test_what_is_not_worth_the_common_work_is_left_to_the_other(
    met: Met, common: float
) -> None:
    """The second group ends when the first has four of ten tasks left, one of them begun."""
    signal_of_end = "last" if common else "elsewhere"
    tasks = [os.getpid] * 6 + [partial(met.wait, signal_of_end)] + [met.elsewhere] * 3
    tasks[5] = partial(met.note, "six")

    def last() -> int:
        met.wait("six")
        time.sleep(0.05)  # the seventh begins meanwhile, or is taken here
        return met.note("last")

    *found, other = shared([Group(tasks, common), Group([last])])
    assert other != met.own
    assert (set(found) == {met.own}) == bool(common)


def test_an_exception_of_a_task_is_raised() -> None:
    def fail() -> int:
        raise KeyError("gone")

    with pytest.raises(KeyError, match="gone"):
        shared([Group([lambda: 1]), Group([fail])])
    with pytest.raises(KeyError, match="gone"):
        shared([Group([fail, fail, fail])])


def test_without_a_second_core_all_runs_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    assert shared([Group([os.getpid, os.getpid])]) == [os.getpid(), os.getpid()]


def test_the_work_of_a_killed_process_is_done_here(met: Met) -> None:
    def die_elsewhere() -> int:
        if os.getpid() != met.own:
            met.note("dying")
            os.kill(os.getpid(), signal.SIGKILL)
        return met.wait("dying")

    assert shared([Group([die_elsewhere] * 5)]) == [met.own] * 5
