"""From a checked rule to a Python expression.

The expression is plain Python on the values as `json.loads` gives them. Where Python and
CEL differ it calls a function of `_runtime/rules.py`; whoever writes the expression into
a module imports those named in `RuleCode.helpers`.

The variables of a rule must have the type `dict[str, Any]` or `Any` where the expression
stands, and the value must be valid otherwise. As an expression over `Any`, it is made for
an `if`; to return it from a function, wrap it in `bool()`.
"""

from __future__ import annotations

import re
from keyword import iskeyword
from typing import TYPE_CHECKING

from ...cel.nodes import Expr, Logic, Macro, Not
from ...cel.nodes import names as names_in
from ...values import dataclass
from ..python.code import Code, code, join
from ..python.literals import ident, lit
from . import rule_values
from .rule_pieces import AND, EXACT, HELPERS, NOT, OR, Piece, negated, wrapped
from .statements import Cond

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ...cel import Checked, Guard, Path

_PLAIN = re.compile(r"[a-z][a-z0-9_]{0,19}\Z")
UNUSED = code("_")
_TAKEN = HELPERS | set("all any bool dict float int l len list str sum type".split())


@dataclass(frozen=True, slots=True)
class RuleCode:
    """A rule as Python.

    `holds` is an expression that is true where the rule holds or is skipped; `broken` the
    condition that it does not hold, for an `if`. `helpers` are the names of
    the runtime that both mention.
    """

    holds: Code
    broken: Cond
    helpers: frozenset[str]


def expression(
    checked: Checked,
    names: Mapping[str, Code],
    pattern: Callable[[str], Code],
    *,
    is_exact: bool = False,
) -> RuleCode:
    """A rule as Python.

    `names` are the expressions for its variables, names themselves. `pattern` gives the
    name of a constant of the module, a `Pattern` of `_runtime/checks.py`, for a regular
    expression of ECMA-262 (`Module.pattern` does). With `is_exact` there are numbers that
    are of the class `Exact`.
    """
    writer = Writer(checked, names, pattern, is_exact=is_exact)
    broken: list[Piece] = []
    holds: list[Piece] = []
    for guard in checked.guards:
        broken.append(_guard(writer, guard, False))
        holds.append(_guard(writer, guard, True))
    rest = _alternatives(checked.expr)
    trial = Writer(checked, names, pattern, is_exact=is_exact)
    while rest and not trial.test(*rest[0]).fails:
        part, wanted = rest.pop(0)
        broken.append(writer.test(part, not wanted))
        holds.append(writer.test(part, wanted))
    if rest:
        inner = writer.logic(rest, False)
        call = code("{}(lambda: {})", writer.use("cel_holds"), inner.text)
        holds.append(Piece(call))
        broken.append(negated(Piece(call)))
    loose = frozenset(at for at, piece in enumerate(broken) if piece.level <= OR)
    return RuleCode(
        join(" or ", [wrapped(piece, OR) for piece in holds]),
        Cond(tuple(piece.text for piece in broken), loose),
        frozenset(writer.helpers),
    )


def _alternatives(expr: Expr) -> list[tuple[Expr, bool]]:
    """Expressions of which one must be as told for the whole to be true, in their order."""
    waiting = [(expr, True)]
    found: list[tuple[Expr, bool]] = []
    while waiting:
        part, wanted = waiting.pop(0)
        if isinstance(part, Not):
            waiting.insert(0, (part.operand, not wanted))
        elif isinstance(part, Logic) and (part.operator == "||") == wanted:
            waiting[:0] = [(operand, wanted) for operand in part.operands]
        else:
            found.append((part, wanted))
    return found


def _guard(writer: Writer, guard: Guard, skipped: bool) -> Piece:
    """Whether the rule is skipped for want of a field, or is not."""
    base, last = writer.path(guard.path[:-1]), lit(guard.path[-1])
    if not guard.if_null:
        sign = code("not in") if skipped else code("in")
        return Piece(code("{} {} {}", last, sign, base), NOT)
    sign = code("is") if skipped else code("is not")
    if guard.if_absent:
        return Piece(code("{}.get({}) {} None", base, last, sign), NOT)
    return Piece(code("{}[{}] {} None", base, last, sign), NOT)


class Writer:
    """Writes the parts of one rule, each once, and collects the helpers that they need."""

    def __init__(
        self,
        checked: Checked,
        names: Mapping[str, Code],
        pattern: Callable[[str], Code],
        *,
        is_exact: bool,
    ) -> None:
        self.is_exact = is_exact
        self.types = checked.types
        self.failing = checked.failing
        self.pattern = pattern
        self.helpers: set[str] = set()
        self._names = dict(names)
        self._values: dict[int, Piece] = {}
        self._tests: dict[tuple[int, bool], Piece] = {}
        self._taken = _TAKEN.union(
            *(re.findall(r"\w+", name) for name in names.values())
        )

    def use(self, name: str) -> Code:
        """A function of `_runtime/rules.py`, or the class of numbers that no float is."""
        assert name in HELPERS or name == EXACT
        self.helpers.add(name)
        return ident(name)

    def name(self, variable: str) -> Code:
        """The expression for a variable."""
        return self._names[variable]

    def bind(self, macro: Macro) -> Code:
        """A name for the variable of a macro, until `release`."""
        variable, parts = macro.variable, [macro.body, macro.condition]
        if not any(part and variable in names_in(part) for part in parts):
            self._names[variable] = UNUSED
            return UNUSED
        name = variable if _PLAIN.match(variable) else "item"
        while name in self._taken or iskeyword(name):
            name += "_"
        found = self._names[variable] = ident(name)
        self._taken |= {name}
        return found

    def release(self, macro: Macro) -> None:
        """The variable of a macro is not known any more."""
        self._taken -= {self._names.pop(macro.variable)}

    def path(self, path: Path) -> Code:
        """The value at a path of names."""
        found = self.name(str(path[0]))
        for step in path[1:]:
            found = code("{}[{}]", found, lit(step))
        return found

    def value(self, expr: Expr) -> Piece:
        """An expression with the value of a part."""
        found = self._values.get(expr.id)
        if found is None:
            found = self._values[expr.id] = rule_values.value(self, expr)
        return found

    def test(self, expr: Expr, wanted: bool) -> Piece:
        """A condition: whether a part that is a bool has the wanted value."""
        found = self._tests.get((expr.id, wanted))
        if found is None:
            found = rule_values.test(self, expr, wanted)
            self._tests[(expr.id, wanted)] = found
        return found

    def items(self, expr: Expr) -> Piece:
        """A list in which something is looked for."""
        return rule_values.items(self, expr)

    def logic(self, parts: Sequence[tuple[Expr, bool]], every: bool) -> Piece:
        """Whether all parts, or one of them, have their wanted values.

        In CEL a part that decides does so though another failed. Python stops at the
        first that fails, so that these become functions for a helper.
        """
        if len(parts) == 1:
            return self.test(*parts[0])
        level = AND if every else OR
        found = [self.test(*part) for part in parts]
        first = next((at for at, x in enumerate(found) if x.fails), len(found))
        fails = first < len(found)
        if first < len(found) - 1:
            helper = self.use("cel_and" if every else "cel_or")
            late = join(
                ", ", [code("lambda: {}", piece.text) for piece in found[first:]]
            )
            found[first:] = [Piece(code("{}({})", helper, late))]
        texts = [wrapped(piece, level) for piece in found]
        text = join(" and ", texts) if every else join(" or ", texts)
        return Piece(text, level if len(found) > 1 else found[0].level, fails)
