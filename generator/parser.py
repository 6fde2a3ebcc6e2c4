"""How a command line is read: what is wrong with it is told as a finding."""

from __future__ import annotations

import argparse
import difflib
import re
import sys
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

UNUSABLE = 2

_NUMBER = re.compile(r"-[0-9]+$|-[0-9]*\.[0-9]+$")
"""What argparse takes as an argument although it starts as an option."""


class Parser(argparse.ArgumentParser):
    """Reports a wrong command line like every other problem: with a code and a hint.

    Options that there are not are looked for first: argparse would take what follows
    one as the document, or miss the document, and blame that.
    """

    def error(self, message: str) -> NoReturn:
        """Print the finding and end the program with code 2."""
        from .diagnostics import diagnostic, render

        verb = self.prog.partition(" ")[2]
        finding = diagnostic("E001", reason=message, verb=f"{verb} " if verb else "")
        sys.stderr.write(render([finding]))
        raise SystemExit(UNUSABLE)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """As argparse has it, but an unknown option ends the program with code 2."""
        given = sys.argv[1:] if args is None else list(args)
        for option in self._options(given):
            if not self._knows(option):
                self.error(f"there is no option {option}{self._near(option)}")
        arguments, rest = super().parse_known_args(given, namespace)
        if rest and self._subparsers is None:
            self.error(f"one argument too many: {rest[0]}")
        return arguments, rest

    def _options(self, given: Sequence[str]) -> Iterator[str]:
        """The options among arguments, without their values and those of a command."""
        for text in given:
            if text == "--":
                return
            is_option = text[:1] == "-" and text != "-" and " " not in text
            if is_option and not _NUMBER.match(text):
                yield text.partition("=")[0]
            elif self._subparsers is not None:
                return

    def _knows(self, option: str) -> bool:
        known = self._option_string_actions
        if option.startswith("--"):
            return any(name.startswith(option) for name in known)
        return option in known or option[:2] in known

    def _near(self, option: str) -> str:
        known = [name for name in self._option_string_actions if name[:2] == "--"]
        close = difflib.get_close_matches(f"--{option.lstrip('-')}", known, 1, 0.7)
        return f"; did you mean {close[0]}?" if close else ""


def port(text: str) -> int:
    """A number of a port; 0 lets the system choose one. Raises ValueError for others."""
    number = int(text)
    if not 0 <= number <= 65535:
        raise ValueError
    return number
