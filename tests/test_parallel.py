"""Tasks shared by two processes."""

from __future__ import annotations

import os
import signal
import time
from functools import partial

import pytest

from generator.parallel import Group, shared

has_two = hasattr(os, "fork") and (os.cpu_count() or 1) > 1


def _slow(value: object) -> tuple[int, object]:
    time.sleep(0.05)
    return os.getpid(), value


def test_results_come_back_in_the_order_of_the_tasks() -> None:
    values = ["x" * 1_000_000, 2, None, 4]
    found = shared([Group([partial(_slow, value) for value in values])])
    assert [value for _, value in found] == values
    assert len({process for process, _ in found}) == 1 + has_two


def test_whoever_is_free_takes_the_next_task() -> None:
    own = os.getpid()

    def long() -> int:
        time.sleep(0.3)
        return os.getpid()

    first, *rest = shared([Group([long, *[os.getpid] * 20])])
    assert own in (first, *rest)
    assert len(set(rest) - {first}) == has_two


@pytest.mark.skipif(not has_two, reason="there is only one process")
def test_what_the_other_process_has_mostly_done_is_left_to_it() -> None:
    own = os.getpid()

    def wait(seconds: float) -> int:
        time.sleep(seconds)
        return os.getpid()

    many, last = [partial(wait, 0.05)] * 10, [partial(wait, 0.35)]
    *found, other = shared([Group(many, 0.25), Group(last)])
    assert found == [own] * 10 and other != own
    *found, other = shared([Group(many), Group(last)])
    assert set(found) == {own, other}


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


def test_the_work_of_a_killed_process_is_done_here() -> None:
    own = os.getpid()

    def die_elsewhere() -> int:
        if os.getpid() != own:
            os.kill(os.getpid(), signal.SIGKILL)
        time.sleep(0.05)
        return os.getpid()

    assert shared([Group([die_elsewhere] * 5)]) == [own] * 5
