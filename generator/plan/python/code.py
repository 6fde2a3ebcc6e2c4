"""`Code`: text that may be printed into a source file, and the ways to compose it.

Every plain `str` counts as text from the document: nothing prints it, nothing composes it.
`Code` is made by the literal functions (`literals.py`) from data, and by `code` and
`join` below from other `Code` and constant templates. All methods that `Code`
inherits from `str` (`+`, slicing, `format`, `join`) give a plain `str` back, that is,
text which is refused again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


class Code(str):
    """Finished source text. Construct it only in `literals.py` and here."""

    __slots__ = ()


EMPTY = Code("")
_CODE = frozenset({Code})
_FILLERS = frozenset({Code, int})
_CONSTANTS: dict[str, Code] = {}
_PATTERNS: dict[str, str] = {}


def code(template: str, /, *parts: Code | int) -> Code:
    """Fill each `{}` of a constant template with finished code.

    `template` must stand at the call as a string literal (`tests/test_injection.py`
    checks that over the source). Raises TypeError when a part is a plain `str`.
    """
    if not parts:
        return _CONSTANTS.get(template) or _constant(template)
    if not _FILLERS.issuperset(map(type, parts)):
        kinds = {type(part) for part in parts} - _FILLERS
        raise TypeError(f"only Code goes into code, not {kinds.pop().__name__}")
    return Code((_PATTERNS.get(template) or _pattern(template)) % parts)


def _constant(template: str) -> Code:
    """A template without places to fill."""
    found = _CONSTANTS[template] = Code(template.format())
    return found


def _pattern(template: str) -> str:
    """A template with `%s` for `{}`, which takes half the time to fill."""
    pieces = template.replace("%", "%%").split("{}")
    found = _PATTERNS[template] = "%s".join([piece.format() for piece in pieces])
    return found


def cat(*parts: Code) -> Code:
    """Finished code one after the other. Raises TypeError for a plain `str`."""
    if not _CODE.issuperset(map(type, parts)):
        kinds = {type(part) for part in parts} - _CODE
        raise TypeError(f"only Code goes into code, not {kinds.pop().__name__}")
    return Code("".join(parts))


def checked(text: Code) -> Code:
    """The same. Raises TypeError for a plain `str`."""
    if type(text) is not Code:
        raise TypeError(f"only Code goes into code, not {type(text).__name__}")
    return text


def join(separator: str, parts: Iterable[Code]) -> Code:
    """Join finished code with a constant separator.

    `separator` must stand at the call as a string literal. Raises TypeError when a
    part is not `Code`.
    """
    found = list(parts)
    if not _CODE.issuperset(map(type, found)):
        kinds = {type(part) for part in found} - _CODE
        raise TypeError(f"only Code goes into code, not {kinds.pop().__name__}")
    return Code(separator.join(found))
