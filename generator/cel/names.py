"""Names of fields: the words that cannot be one, and how Kubernetes writes those.

https://kubernetes.io/docs/reference/using-api/cel/#escaping
"""

from __future__ import annotations

import re

CONSTANTS = {"true": True, "false": False, "null": None}
"""The words that are literals."""

RESERVED = frozenset(
    """as break const continue else for function if import let loop package namespace
    return var void while""".split()
)
"""The words that cannot name a variable."""

NO_FIELDS = CONSTANTS.keys() | {"in"}
"""The words that cannot stand behind a dot."""

KEYWORDS = RESERVED | NO_FIELDS
"""The words that Kubernetes escapes."""

_ESCAPED = re.compile(r"__(underscores|dot|dash|slash)__")
_SIGNS = {"underscores": "__", "dot": ".", "dash": "-", "slash": "/"}
_KEYWORD = re.compile(r"__([a-z]+)__")


def unescaped(name: str) -> str:
    """The name of the property that a name behind a dot means.

    `self.a__dash__b` is the property `a-b`, `self.__in__` is `in`, as Kubernetes has it. A
    property whose name looks so itself is `self["__in__"]`.
    """
    found = _KEYWORD.fullmatch(name)
    if found is not None and found[1] in KEYWORDS:
        return found[1]
    return _ESCAPED.sub(lambda match: _SIGNS[match[1]], name)
