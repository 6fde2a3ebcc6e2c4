"""Rules across fields: a subset of the Common Expression Language (CEL).

Takes the text of a rule and the types of its variables; gives a checked syntax tree.
Must not know a document, a schema or the language of the output: it imports nothing of
the stages, and those that lower rules (`lower`) and write them (`plan`) import it.

The language is that of https://github.com/google/cel-spec (doc/langdef.md) without
bytes, unsigned integers, messages, timestamps and durations.
"""

from __future__ import annotations

from .check import Checked, Guard, check, check_skipping_absent
from .errors import CelError, CelSyntaxError, CelTypeError
from .facts import Path, show_path
from .nodes import Expr
from .parser import parse
from .types import (
    NEVER,
    Bool,
    CelType,
    Double,
    Dyn,
    Field,
    Int,
    List,
    Map,
    Null,
    Object,
    String,
    Union,
    nullable,
    union_of,
)

__all__ = [
    "NEVER",
    "Bool",
    "CelError",
    "CelSyntaxError",
    "CelType",
    "CelTypeError",
    "Checked",
    "Double",
    "Dyn",
    "Expr",
    "Field",
    "Guard",
    "Int",
    "List",
    "Map",
    "Null",
    "Object",
    "Path",
    "String",
    "Union",
    "check",
    "check_skipping_absent",
    "nullable",
    "parse",
    "show_path",
    "union_of",
]
