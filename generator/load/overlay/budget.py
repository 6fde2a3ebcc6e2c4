"""What work on a document may cost."""

from __future__ import annotations

from typing import Any

STEPS = 20_000_000
"""What all queries of a run may cost together: values looked at, more or less."""


class TooCostly(Exception):
    """A budget is used up."""


class Budget:
    """A number of steps that can be spent once."""

    __slots__ = ("left",)

    def __init__(self, steps: int) -> None:
        self.left = steps

    def spend(self, steps: int = 1) -> None:
        """Take some steps off. Raises TooCostly when there are not that many left."""
        self.left -= steps
        if self.left < 0:
            raise TooCostly

    def spend_on(self, value: Any) -> None:
        """Take off as many steps as a JSON value has parts."""
        waiting = [value]
        while waiting:
            value = waiting.pop()
            if isinstance(value, dict | list):
                self.spend(len(value))
                waiting += value.values() if isinstance(value, dict) else value
