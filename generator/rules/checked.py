"""A rule with its types."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..cel import CelError, CelTypeError, check, check_skipping_absent, parse, show_path
from ..cel.facts import path_of
from ..cel.narrow import Narrowing
from ..cel.nodes import Binary, Ident, children, names
from ..cel.types import Dyn, List, Map, Null, Object, members

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..cel import Checked
    from ..cel.nodes import Expr
    from ..cel.types import CelType
    from ..ir import Rule

_RELATIONS = frozenset(("==", "!=", "<", "<=", ">", ">="))

TRANSITION = "oldSelf"
"""What Kubernetes calls the value before an update."""


def checked(rule: Rule, scope: Mapping[str, CelType]) -> Checked:
    """The rule, checked for variables of these types.

    Raises `CelSyntaxError` for what is no expression, `CelTypeError` for what does not
    fit the types; both know where in the text of the rule.
    """
    expr = parse(rule.rule)
    found = (
        check_skipping_absent(expr, scope) if rule.skip_absent else check(expr, scope)
    )
    _refuse_constant(found, scope)
    return found


def _refuse_constant(rule: Checked, scope: Mapping[str, CelType]) -> None:
    """Refuse a rule that says the same of every value, which is a mistake."""
    expr, narrowing = rule.expr, Narrowing(rule.types)
    is_decided = not (narrowing.can_be(expr, True) and narrowing.can_be(expr, False))
    if is_decided or names(expr).isdisjoint(scope):
        message = "it gives the same for every value"
        raise CelTypeError(message, expr.offset, "name what the rule is about in it")
    waiting: list[Expr] = [expr]
    while waiting:
        node = waiting.pop()
        waiting += children(node)
        if isinstance(node, Binary) and node.operator in _RELATIONS:
            path = path_of(node.left)
            if path is not None and path == path_of(node.right):
                message = f"{show_path(path)} is compared with itself"
                raise CelTypeError(message, node.offset)


def fits(rule: Rule, scope: Mapping[str, CelType]) -> bool:
    """Whether a rule is right for variables of these types, and its path leads somewhere."""
    try:
        checked(rule, scope)
    except CelError:
        return False
    return path_leads(rule, scope)


def path_leads(rule: Rule, scope: Mapping[str, CelType]) -> bool:
    """Whether the path of a rule leads to something.

    It begins at `self`, or else with the name of the variable.
    """
    if "self" in scope:
        return leads(scope["self"], rule.path)
    if not rule.path:
        return True
    first, _, rest = rule.path[1:].partition("/")
    return first in scope and leads(scope[first], f"/{rest}" if rest else "")


def is_transition(rule: Rule) -> bool:
    """Whether a rule compares a value with what it was. Raises `CelSyntaxError`."""
    waiting: list[Expr] = [parse(rule.rule)]
    while waiting:
        node = waiting.pop()
        if isinstance(node, Ident) and node.name == TRANSITION:
            return True
        waiting += children(node)
    return False


def leads(kind: CelType, pointer: str) -> bool:
    """Whether a JSON Pointer leads from a value of a type to something that it may have."""
    found = [kind]
    for escaped in pointer.split("/")[1:]:
        token = escaped.replace("~1", "/").replace("~0", "~")
        found = [inner for one in found for inner in _step(one, token)]
    return bool(found)


def _step(kind: CelType, token: str) -> list[CelType]:
    found: list[CelType] = []
    for one in members(kind):
        if isinstance(one, Object):
            if token in one.fields:
                found.append(one.fields[token].type)
            elif one.open:
                found.append(Dyn())
        elif isinstance(one, Map):
            found.append(one.value)
        elif isinstance(one, List) and token.isdecimal():
            found.append(one.item)
        elif isinstance(one, Dyn):
            found.append(one)
    return [one for one in found if one != Null()]
