# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""The time by which a whole call must be over, retries and the last byte included."""

from __future__ import annotations

import time
from math import isfinite

import httpx2

SHORTEST = 0.001
"""Seconds; a limit of none would not wait at all, which is something else."""


class Step(float):
    """Seconds that one step of a call may take, and `ends`, which no step may pass.

    A step that begins later has less time; `ends` is a time of `time.monotonic()`.
    """

    __slots__ = ("ends",)
    ends: float

    def __new__(cls, seconds: float | None, ends: float) -> Step:
        left = max(ends - time.monotonic(), SHORTEST)
        self = super().__new__(cls, left if seconds is None else min(seconds, left))
        self.ends = ends
        return self


class Deadline:
    """`seconds` from now on, for all of a call."""

    __slots__ = ("ends", "seconds")

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.ends = time.monotonic() + seconds

    def left(self) -> float:
        """Seconds that are left; below 0 when the time is over."""
        return self.ends - time.monotonic()

    def bounded(self, timeout: httpx2.Timeout) -> dict[str, float | None]:
        """The limits of the steps of an attempt, none beyond the deadline."""
        limits = timeout.as_dict()
        return {key: Step(value, self.ends) for key, value in limits.items()}

    def __str__(self) -> str:
        return f"the call took longer than its deadline of {self.seconds:g} s"


def checked_deadline(seconds: object) -> float | None:
    """A deadline as given by a caller. Raises ValueError unless above 0, or None."""
    if seconds is None:
        return None
    if isinstance(seconds, bool) or not isinstance(seconds, (int, float)):
        raise ValueError("deadline must be a number of seconds, or None")
    if not isfinite(seconds) or seconds <= 0:
        raise ValueError("deadline must be above 0")
    return float(seconds)
