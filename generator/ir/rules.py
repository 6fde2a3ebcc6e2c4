"""Rules across fields: what no keyword of JSON Schema says of a value, or says badly."""

from __future__ import annotations

from typing import Literal, TypeAlias

from ..values import dataclass
from .types import Id

RuleWhen: TypeAlias = Literal["both", "request", "response", "exchange"]
"""Of what a rule holds: of values either way, of one way, or of a call as a whole."""

VALIDATIONS = "x-validations"
"""The keyword that has rules as its value, in documents and in `Assertions`."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A condition in CEL that a value must satisfy once its structure is right.

    `rule` is the expression as the document writes it: of a schema, `self` is the value;
    of an operation, `request` and `response` are the bodies of a call. `path` is a JSON
    Pointer from that value to the part that is to blame when it does not hold, below
    `/request` or `/response` where `when` is `exchange`. `message` says so to a human,
    `code` to a program. `origin` is where the rule stands. With `skip_absent` it is not
    asked where an optional field that it names is absent or null.
    """

    rule: str
    message: str
    origin: Id
    path: str = ""
    code: str = ""
    when: RuleWhen = "both"
    skip_absent: bool = False
