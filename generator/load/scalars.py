"""Plain scalars of YAML, read by the core schema of YAML 1.2.2, section 10.3.2.

`NO`, `yes`, `1:30` and `2026-11-29` are text there.
"""

from __future__ import annotations

import re

DIGITS_LIMIT = 400
"""How many characters a number may have."""

NULLS = frozenset(("", "~", "null", "Null", "NULL"))
TRUES = frozenset(("true", "True", "TRUE"))
FALSES = frozenset(("false", "False", "FALSE"))

_NUMBER_STARTS = frozenset("+-.0123456789")
_DECIMAL = re.compile(r"[-+]?[0-9]+")
_OCTAL = re.compile(r"0o[0-7]+")
_HEXADECIMAL = re.compile(r"0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_NOT_FINITE = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")


class UnusableNumber(ValueError):
    """A number that JSON cannot say: not finite, or longer than `DIGITS_LIMIT`."""


def plain(text: str) -> object:
    """The value of a plain scalar: None, bool, int, float or str.

    Raises UnusableNumber for infinities, NaN, and numbers too long or too large.
    """
    if text[:1] in _NUMBER_STARTS and text:
        return _number(text)
    if text in NULLS:
        return None
    if text in TRUES:
        return True
    if text in FALSES:
        return False
    return text


def integer(text: str) -> int:
    """A decimal integer. Raises UnusableNumber beyond `DIGITS_LIMIT` digits."""
    if len(text) > DIGITS_LIMIT:
        raise UnusableNumber
    return int(text)


def real(text: str) -> float:
    """A finite float. Raises UnusableNumber when it overflows or is too long."""
    value = float(text) if len(text) <= DIGITS_LIMIT else float("inf")
    if value - value != 0:
        raise UnusableNumber
    return value


def _number(text: str) -> object:
    if _DECIMAL.fullmatch(text):
        return integer(text)
    if _FLOAT.fullmatch(text):
        return real(text)
    for pattern, base in ((_OCTAL, 8), (_HEXADECIMAL, 16)):
        if pattern.fullmatch(text):
            if len(text) > DIGITS_LIMIT:
                raise UnusableNumber
            return int(text[2:], base)
    if _NOT_FINITE.fullmatch(text):
        raise UnusableNumber
    return text
