"""Members of the wrong JSON type: taken when the meaning is clear, else refused.

`version: 1.10` is the string "1.10" where a string is due, `required: yes` is true, an
empty value is as good as none. Each repair draws a warning.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from .kinds import TYPES
from .report import kind_of, quoted
from .scalars import UnusableNumber, plain

if TYPE_CHECKING:
    from .places import Link, Object
    from .rules import Rule
    from .state import File

_YES = frozenset(("true", "yes", "on", "y"))
_NO = frozenset(("false", "no", "off", "n"))
_DROPPED = object()


def mend(
    owner: Object, key: str, value: Any, rule: Rule, link: Link, file: File
) -> tuple[bool, Any]:
    """Whether the member stays, and the value that it then has. Reports what it does."""
    reporter = file.reporter
    if type(value) in rule.accepts:
        if value not in rule.values:
            meant = _spelled(value, rule)
            if meant is not None:
                reporter.at("W141", owner, (key,), link, name=key, value=quoted(meant))
                return True, meant
            expected = rule.expected
            reporter.at(
                "E146", owner, (key,), link, name=key, value=value, expected=expected
            )
        return True, value
    if value is None and rule.form != "types":
        reporter.at("W142", owner, (key,), link, key=True)
        return False, None
    clear = _clear(owner, (key,), value, rule, file)
    if clear is not _DROPPED:
        if clear != value:
            if type(clear) is str:
                taken = quoted(clear)
            else:
                taken = json.dumps(clear, ensure_ascii=False).replace('"', "")
            reporter.at("W141", owner, (key,), link, name=key, value=taken)
        return True, clear
    reporter.at(
        "W140" if rule.soft else "E140",
        owner,
        (key,),
        link,
        name=key,
        expected=rule.expected,
        found=kind_of(value),
    )
    return False, None


def mend_items(
    owner: Object, key: str, value: Any, rule: Rule, link: Link, file: File
) -> None:
    """Check the items of an array of strings or an object with strings, in place."""
    if type(value) is str:
        return
    is_map = type(value) is dict
    dropped: list[Any] = []
    seen: set[str] = set()
    for token, item in list(value.items() if is_map else enumerate(value)):
        steps = (key, str(token))
        text = item
        if type(item) is not str:
            text = lexeme(owner, steps, item, file)
            if item is None and rule.form == "types":
                text = "null"
            elif text is None:
                file.reporter.at(
                    "W140" if rule.soft else "E140",
                    owner,
                    steps,
                    link,
                    name=token,
                    expected="a string",
                    found=kind_of(item),
                )
                dropped.append(token)
                continue
            else:
                where = f"{key}/{token}"
                meant = quoted(text)
                file.reporter.at("W141", owner, steps, link, name=where, value=meant)
            value[token] = text
        if not is_map:
            if text in seen:
                file.reporter.at("W145", owner, steps, link, name=key, value=text)
                dropped.append(token)
            seen.add(text)
    for token in reversed(dropped):
        del value[token]


def lexeme(owner: Object, steps: tuple[str, ...], value: Any, file: File) -> str | None:
    """A number or boolean as the document writes it; None for anything else."""
    if type(value) not in (int, float, bool):
        return None
    written = file.places.lexeme(owner, steps)
    if written is not None:
        return written
    return str(value).lower() if type(value) is bool else str(value)


def _spelled(value: str, rule: Rule) -> str | None:
    """The choice that a value is but for small and capital letters."""
    folded = value.casefold()
    return next((name for name in rule.values if name.casefold() == folded), None)


def _clear(
    owner: Object, steps: tuple[str, ...], value: Any, rule: Rule, file: File
) -> Any:
    """The value that is clearly meant, else `_DROPPED`."""
    accepts = rule.accepts
    if rule.form == "types":
        return "null" if value is None else _DROPPED
    if accepts == {list} and rule.form in ("texts", "leaf") and not rule.soft:
        return [value] if type(value) in (str, int, float, bool) else _DROPPED
    if accepts == {dict, bool} and type(value) is str:
        folded = value.casefold()
        if folded in TYPES:
            return {"type": folded}
        return folded in _YES if folded in _YES | _NO else _DROPPED
    if accepts == {str}:
        text = lexeme(owner, steps, value, file)
        return _DROPPED if text is None else text
    if bool in accepts and accepts <= {bool, dict} and type(value) is str:
        folded = value.casefold()
        return True if folded in _YES else False if folded in _NO else _DROPPED
    if int in accepts and rule.form == "leaf":
        return _number(value, whole=float not in accepts)
    return _DROPPED


def _number(value: Any, *, whole: bool) -> Any:
    if type(value) is str:
        try:
            value = plain(value)
        except UnusableNumber:
            return _DROPPED
    if type(value) is float and whole and value.is_integer():
        value = int(value)
    return value if type(value) in ((int,) if whole else (int, float)) else _DROPPED
