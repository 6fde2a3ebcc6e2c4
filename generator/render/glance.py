"""A quick look at rendered Python that clears what is plainly innocent.

The audit of a syntax tree costs as much as all rendering. So strings are masked first,
the bodies of functions set aside, and what is left is read with regular expressions.
They only ever say "innocent" or "look closer": a suspicious word, a construct that our
templates do not use, or text that Python does not accept goes to the tree. The syntax
inside of functions is not looked at: should it be broken, nothing runs.
"""

from __future__ import annotations

import re
import symtable
import warnings

from .rules import FORBIDDEN_NAMES, IMPORT_ROOTS, IMPORT_TIME_CALLS

_STRING = re.compile(
    r'"""(?:[^"\\]++|\\.|"(?!""))*"""'
    r'|"[^"\\\n]*(?:\\.[^"\\\n]*)*"'
    r"|'[^'\\\n]*(?:\\.[^'\\\n]*)*'",
    re.DOTALL,
)
_CLOSER_LOOK = (";", "#", "\\", 'f""', 'F""', 'r""', 'R""', 't""', 'T""')
"""Marks of constructs that only the tree can judge."""

_DUNDER = re.compile(r"\.\s*__\w")
_IMPORTS = re.compile(r":[ \t]*(?:import|from)\b|^[ \t]*import [^\n]*,", re.MULTILINE)
_WORD = re.compile(r"[A-Za-z_]\w*")
_IMPORT = re.compile(r"^[ \t]*(?:from|import)[ \t]+([\w.]+)", re.MULTILINE)
_ROOM = 160
"""Characters before a parenthesis that are looked at."""

_NO_NAME = (":", ">", "|", "")
_DEFINE = ("def", "class")
_CLOSING = (")", "]", "}")
_GOES_ON = ("(", "[", "{", ",")
_KEYWORDS = frozenset(
    {"and", "else", "if", "import", "in", "is", "not", "or", "return"}
)
_CALLABLE = IMPORT_TIME_CALLS | _KEYWORDS


def is_plain(text: str) -> bool:
    """Whether the text is Python that surely passes the audit."""
    if text.startswith("#"):
        text = text[text.index("\n") :] if "\n" in text else ""
    masked, count = _STRING.subn('""', text)
    if not masked.isascii() or "'" in masked or masked.count('"') != 2 * count:
        return False
    if any(mark in masked for mark in _CLOSER_LOOK):
        return False
    if "__" in masked and _DUNDER.search(masked):
        return False
    if _IMPORTS.search(masked):
        return False
    skeleton = _skeleton(masked)
    return (
        FORBIDDEN_NAMES.isdisjoint(_WORD.findall(masked))
        and all(_may_import(name) for name in _IMPORT.findall(masked))
        and _calls_are_listed(skeleton)
        and _is_python(skeleton)
    )


def _may_import(module: str) -> bool:
    return module.startswith(".") or module.partition(".")[0] in IMPORT_ROOTS


def _calls_are_listed(skeleton: str) -> bool:
    """Whether all that runs at import calls nothing but what the rules list."""
    for before in skeleton.split("(")[:-1]:
        parts = before[-_ROOM:].rsplit(None, 2)
        name = parts[-1] if parts else ""
        for mark in "[{=,.":
            name = name.rpartition(mark)[2]
        if name in _CALLABLE or name[-1:] in _NO_NAME:
            continue
        if not (len(parts) > 1 and parts[-2] in _DEFINE and name.isidentifier()):
            return False
    return True


def _is_python(source: str) -> bool:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            symtable.symtable(source, "", "exec")
        except (SyntaxError, ValueError, RecursionError):
            return False
    return True


def _skeleton(masked: str) -> str:
    """The text with `...` for the bodies of functions; the text itself when unsure.

    Without strings and comments, indentation alone tells where a body ends. The head of
    a function is its first line, or goes on to a closing bracket below the `def`.
    """
    if "def " not in masked:
        return masked
    kept: list[str] = []
    head = body = ""
    in_head = False
    for line in masked.split("\n"):
        if body:
            if not line or line.startswith(body):
                continue
            body = ""
        kept.append(line)
        if in_head:
            if line.startswith(f"{head} "):
                continue
            if not line.startswith(_CLOSING, len(head)):
                return masked
        else:
            code = line.lstrip(" ")
            if not code.startswith(("def ", "async def ")):
                continue
            head = line[: len(line) - len(code)]
        in_head = line.endswith(_GOES_ON)
        if line.endswith(":"):
            kept[-1] = f"{line} ..."
            body = f"{head} "
    return masked if in_head else "\n".join(kept)
