"""What is wrong with a rule, and where in its text."""

from __future__ import annotations


class CelError(ValueError):
    """A rule that cannot be used. `offset` counts characters from the start of its text.

    `hint` says what to write instead; it may be empty.
    """

    def __init__(self, message: str, offset: int, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.offset = offset
        self.hint = hint


class CelSyntaxError(CelError):
    """The text is not an expression, or is longer or deeper than the limits."""


class CelTypeError(CelError):
    """The expression does not fit the types of what it names."""
