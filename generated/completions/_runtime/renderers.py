# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Violations as the bodies of errors that programs know: JSON data, and no value in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .violations import Violation

_CODES = {
    "required": "missing_required_parameter",
    "type": "invalid_type",
    "additionalProperties": "unknown_parameter",
    "unevaluatedProperties": "unknown_parameter",
}
_TYPES = {
    "required": "missing",
    "additionalProperties": "extra_forbidden",
    "unevaluatedProperties": "extra_forbidden",
}


class Told(NamedTuple):
    """The first violation in words: `param` is where, `code` why; both may be missing."""

    message: str
    param: str | None
    code: str


def as_problem(
    violations: Sequence[Violation],
    *,
    status: int = 400,
    title: str = "The request is not valid.",
    kind: str = "about:blank",
) -> dict[str, object]:
    """Problem details (RFC 9457, `application/problem+json`) with a list of `errors`.

    Each has a `detail`, and a `pointer` as in the example of section 3 there: the JSON
    Pointer as the fragment of a URI (RFC 6901, section 6). `kind` is the member `type`.
    """
    from urllib.parse import quote

    errors: list[dict[str, str]] = []
    for item in violations:
        pointer = quote(item.path, _FRAGMENT, errors="surrogatepass")
        errors.append({"pointer": f"#{pointer}", "detail": item.message})
    return {"type": kind, "title": title, "status": status, "errors": errors}


_FRAGMENT = "/~!$&'()*+,;=:@?"
"""What a fragment may have besides letters, digits and `-._` (RFC 3986, section 3.5)."""


def as_openai(violations: Sequence[Violation], root: str = "") -> dict[str, object]:
    """The body `{"error": {"message", "type", "param", "code"}}` of the first violation.

    `root` names the parameter that was read, empty for a body.
    """
    first = told(violations[0], root)
    return openai_body(first.message, "invalid_request_error", first.param, first.code)


def as_detail(
    violations: Sequence[Violation], place: str = "body"
) -> dict[str, list[dict[str, object]]]:
    """The body of a 422 as FastAPI writes it: `detail`, a list of `loc`, `msg` and `type`.

    `place` begins each `loc`: `body`, `query`, `path`, `header` or `cookie`. The type is
    the keyword, but `missing` and `extra_forbidden` as there.
    """
    return {
        "detail": [
            {
                "loc": [place, *_steps(item.path)],
                "msg": item.message,
                "type": _TYPES.get(item.keyword, item.keyword),
            }
            for item in violations
        ]
    }


def openai_body(
    message: str, kind: str, param: str | None, code: str | None
) -> dict[str, object]:
    """An error as OpenAI's API has it."""
    error = {"message": message, "type": kind, "param": param, "code": code}
    return {"error": error}


def told(violation: Violation, root: str = "") -> Told:
    """A violation in words, of a body or of the parameter `root`."""
    param = root + parameter_path(violation.path, bare=not root)
    if violation.keyword == "required":
        message = f"Missing required parameter: '{param}'."
    elif param:
        message = f"Invalid value for '{param}': {violation.message}."
    else:
        message = f"Invalid body: {violation.message}."
    return Told(message, param or None, _CODES.get(violation.keyword, "invalid_value"))


def parameter_path(pointer: str, *, bare: bool = True) -> str:
    """A JSON Pointer (RFC 6901) as people write it: `/prompt/1` is `prompt[1]`.

    With `bare` the first name stands without a dot before it.
    """
    found = ""
    for step in _steps(pointer):
        if isinstance(step, int):
            found += f"[{step}]"
        elif bare and not found:
            found = step
        else:
            found += f".{step}"
    return found


def _steps(pointer: str) -> list[str | int]:
    """The reference tokens, unescaped; what looks like the index of an array is one."""
    found: list[str | int] = []
    for token in pointer.split("/")[1:]:
        name = token.replace("~1", "/").replace("~0", "~")
        found.append(int(name) if _is_index(name) else name)
    return found


def _is_index(name: str) -> bool:
    """Whether this is an array index of RFC 6901, section 4: no leading zero, not huge."""
    if not name.isascii() or not name.isdigit() or len(name) > 18:
        return False
    return name == "0" or name[0] != "0"
