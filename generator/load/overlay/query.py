"""JSONPath (RFC 9535) with a bound on what queries may cost.

A short query can take longer than anybody waits: `$..*..*..*` visits each node once for
every chain of nodes above it, `$..[?$..*]` the whole document for each node. The queries
are a library's; here their steps are counted, and a budget ends them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from jsonpath_rfc9535 import JSONPathEnvironment
from jsonpath_rfc9535.exceptions import JSONPathError
from jsonpath_rfc9535.filter_expressions import (
    ComparisonExpression,
    Expression,
    FilterExpression,
    FilterQuery,
    FunctionExtension,
    LogicalExpression,
    PrefixExpression,
)
from jsonpath_rfc9535.function_extensions.match import Match
from jsonpath_rfc9535.function_extensions.search import Search
from jsonpath_rfc9535.segments import (
    JSONPathChildSegment,
    JSONPathRecursiveDescentSegment,
    JSONPathSegment,
)
from jsonpath_rfc9535.selectors import FilterSelector, IndexSelector, NameSelector

from .budget import Budget, TooCostly
from .patterns import pattern_cost

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from jsonpath_rfc9535.filter_expressions import FilterContext
    from jsonpath_rfc9535.node import JSONPathNode
    from jsonpath_rfc9535.query import JSONPathQuery
    from jsonpath_rfc9535.selectors import JSONPathSelector

_LENGTH = 4_000


class BadQuery(Exception):
    """The text is no JSONPath; `problem` says why."""

    def __init__(self, problem: str) -> None:
        super().__init__(problem)
        self.problem = problem


class Queries:
    """Compiles queries whose steps count against one budget."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._environment = JSONPathEnvironment()
        functions = self._environment.function_extensions
        functions["match"] = _Match(budget)
        functions["search"] = _Search(budget)

    def compile(self, text: str) -> JSONPathQuery:
        """The query; finding nodes with it raises TooCostly. Raises BadQuery."""
        if len(text) > _LENGTH:
            raise BadQuery(f"it is longer than {_LENGTH} characters")
        try:
            query = self._environment.compile(text)
        except JSONPathError as error:
            at = "" if error.token is None else f" at character {error.token.index + 1}"
            raise BadQuery(f"{error.args[0]}{at}") from None
        except RecursionError:
            raise BadQuery("it is nested too deeply") from None
        except (OverflowError, ValueError):
            raise BadQuery("it holds a number that is too large") from None
        self._count(query)
        return query

    def _count(self, query: JSONPathQuery) -> None:
        """Let the steps of a query, and of those inside its filters, be counted."""
        for segment in query.segments:
            for selector in segment.selectors:
                if isinstance(selector, FilterSelector):
                    self._count_inside(selector.expression)
        query.segments = tuple(map(self._counted, query.segments))

    def _counted(self, segment: JSONPathSegment) -> JSONPathSegment:
        if isinstance(segment, JSONPathRecursiveDescentSegment):
            return _Descent(segment, self._budget)
        return _Child(segment, self._budget)

    def _count_inside(self, expression: Expression) -> None:
        match expression:
            case FilterQuery(query=query):
                self._count(query)
            case FilterExpression(expression=inner) | PrefixExpression(right=inner):
                self._count_inside(inner)
            case LogicalExpression(left=left, right=right):
                self._count_inside(left)
                self._count_inside(right)
            case ComparisonExpression(left=left, right=right):
                self._count_inside(left)
                self._count_inside(right)
                expression.left = _Compared(left, self._budget)
                expression.right = _Compared(right, self._budget)
            case FunctionExtension(args=arguments):
                for argument in arguments:
                    self._count_inside(argument)


class _Child(JSONPathChildSegment):
    """Children of each node, counted."""

    def __init__(self, segment: JSONPathSegment, budget: Budget) -> None:
        super().__init__(
            env=segment.env, token=segment.token, selectors=segment.selectors
        )
        self._budget = budget

    def resolve(self, nodes: Iterable[JSONPathNode]) -> Iterator[JSONPathNode]:
        """See JSONPathSegment."""
        for node in nodes:
            for selector in self.selectors:
                self._budget.spend(_steps(selector, node))
                yield from selector.resolve(node)


class _Descent(JSONPathRecursiveDescentSegment):
    """Each node, those below it, and children of all these, counted."""

    def __init__(self, segment: JSONPathSegment, budget: Budget) -> None:
        super().__init__(
            env=segment.env, token=segment.token, selectors=segment.selectors
        )
        self._budget = budget

    def resolve(self, nodes: Iterable[JSONPathNode]) -> Iterator[JSONPathNode]:
        """See JSONPathSegment."""
        for start in nodes:
            for node in self._below(start):
                for selector in self.selectors:
                    self._budget.spend(_steps(selector, node))
                    yield from selector.resolve(node)

    def _below(self, start: JSONPathNode) -> Iterator[JSONPathNode]:
        """A node and all containers in it, in document order."""
        waiting = [start]
        while waiting:
            node = waiting.pop()
            self._budget.spend()
            yield node
            waiting += [
                node.new_child(value, key, node)
                for key, value in reversed(_pairs(node.value))
                if isinstance(value, dict | list)
            ]


class _Compared(Expression):
    """One side of a comparison: what it takes to compare a container is counted."""

    def __init__(self, inner: Expression, budget: Budget) -> None:
        super().__init__(inner.token)
        self._inner = inner
        self._budget = budget

    def evaluate(self, context: FilterContext) -> object:
        """See Expression."""
        value = self._inner.evaluate(context)
        if isinstance(value, list) and len(value) == 1:
            self._budget.spend_on(value[0].value)
        return value


class _Match(Match):
    """The function `match`, refusing patterns that could take forever."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget

    def __call__(self, string: str, pattern: object) -> bool:
        """See Match."""
        _spend_on_pattern(self._budget, string, pattern, anchored=True)
        return super().__call__(string, pattern)


class _Search(Search):
    """The function `search`, refusing patterns that could take forever."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget

    def __call__(self, string: str, pattern: object) -> bool:
        """See Search."""
        _spend_on_pattern(self._budget, string, pattern, anchored=False)
        return super().__call__(string, pattern)


def _spend_on_pattern(
    budget: Budget, text: object, pattern: object, *, anchored: bool
) -> None:
    if isinstance(text, str) and isinstance(pattern, str):
        cost = pattern_cost(pattern, text, anchored=anchored)
        if cost is None:
            raise TooCostly
        budget.spend(cost)


def _steps(selector: JSONPathSelector, node: JSONPathNode) -> int:
    """How many values a selector looks at."""
    if isinstance(selector, NameSelector | IndexSelector):
        return 1
    return 1 + len(node.value) if isinstance(node.value, dict | list) else 1


def _pairs(value: object) -> list[tuple[str | int, object]]:
    """The members or items of a container, by name or index."""
    if isinstance(value, dict):
        return list(value.items())
    return list(enumerate(value)) if isinstance(value, list) else []
