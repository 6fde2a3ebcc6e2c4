"""Two halves of a run at once, in two processes."""

from __future__ import annotations

import os
import signal

import pytest

from generator.parallel import both


def test_both_results_come_back_in_order() -> None:
    own = os.getpid()
    first, second = both(os.getpid, lambda: [os.getpid(), "x" * 1_000_000])
    assert first == own
    assert second[1] == "x" * 1_000_000
    if hasattr(os, "fork") and (os.cpu_count() or 1) > 1:
        assert second[0] != own


def test_an_exception_of_either_half_is_raised() -> None:
    def fail() -> int:
        raise KeyError("gone")

    with pytest.raises(KeyError, match="gone"):
        both(lambda: 1, fail)
    with pytest.raises(KeyError, match="gone"):
        both(fail, lambda: 1)


def test_without_a_second_core_all_runs_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    assert both(os.getpid, os.getpid) == (os.getpid(), os.getpid())


def test_the_work_of_a_killed_process_is_done_here() -> None:
    own = os.getpid()

    def die_elsewhere() -> int:
        if os.getpid() != own:
            os.kill(os.getpid(), signal.SIGKILL)
        return os.getpid()

    assert both(lambda: 1, die_elsewhere) == (1, own)
