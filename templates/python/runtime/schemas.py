# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Validators by name, each with what callers ask of it: all errors, a yes or no, or a raise.

A module of validators is imported when the first of its schemas is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from typing import Generic, TypeVar

from .violations import Validator, Violation, Violations

K = TypeVar("K")

MAX_ERRORS = 100
"""How many violations are given back unless the caller says another number."""

_TOLD = 3
_LONG = 80


class ValidationError(ValueError):
    """A value is not what its schema describes.

    `violations` has what is wrong, in the order of the document. The message repeats the
    first few, and nothing of the value but the names on the way to them.
    """

    def __init__(self, violations: Sequence[Violation]) -> None:
        self.violations = list(violations)
        super().__init__(_summary(self.violations))

    def __reduce__(self) -> tuple[type[ValidationError], tuple[list[Violation]]]:
        return type(self), (self.violations,)


class Schema:
    """One schema of the document. Calling it is calling its function.

    `request` and `response` are the same schema for values that go that way alone: there
    a `readOnly` or a `writeOnly` property need not be, the other one must. They are the
    schema itself where it makes no difference.
    """

    __slots__ = ("_function", "request", "response")

    request: Schema
    response: Schema

    def __init__(
        self,
        function: Validator,
        request: Schema | None = None,
        response: Schema | None = None,
    ) -> None:
        self._function = function
        self.request = request or self
        self.response = response or self

    def __call__(self, value: object) -> Violations:
        """What is wrong, at most some 1000 violations; None for a valid value."""
        return self._function(value)

    def errors(self, value: object, max_errors: int = MAX_ERRORS) -> list[Violation]:
        """The first violations, in the order of the document; empty for a valid value."""
        found = self._function(value)
        return found[:max_errors] if found else []

    def is_valid(self, value: object) -> bool:
        """Whether the value is what the schema describes."""
        return self._function(value) is None

    def check(self, value: object, max_errors: int = MAX_ERRORS) -> None:
        """Raise ValidationError, with the first violations, for a value that is not valid."""
        found = self._function(value)
        if found:
            raise ValidationError(found[:max_errors])

    def __repr__(self) -> str:
        return f"<Schema {getattr(self._function, '__name__', '')}>"


class Schemas(Mapping[K, Schema], Generic[K]):
    """Schemas by name, or by what else tells them apart.

    `places` gives each the module of its function below `package`, or `module:function`
    where the function has another name than the module. `requests` and `responses` have
    the places of the functions for one way, where they are functions of their own.
    """

    def __init__(
        self,
        package: str,
        places: Mapping[K, str],
        requests: Mapping[K, str] | None = None,
        responses: Mapping[K, str] | None = None,
    ) -> None:
        self._package = package
        self._places = places
        self._requests = requests or {}
        self._responses = responses or {}
        self._found: dict[K, Schema] = {}

    def __getitem__(self, name: K) -> Schema:
        found = self._found.get(name)
        if found is None:
            found = self._found[name] = Schema(
                self.located(self._places[name]),
                self._one_way(self._requests.get(name)),
                self._one_way(self._responses.get(name)),
            )
        return found

    def _one_way(self, place: str | None) -> Schema | None:
        return Schema(self.located(place)) if place else None

    def located(self, place: str) -> Validator:
        """The function at a place."""
        return located(self._package, place)

    def __contains__(self, name: object) -> bool:
        return name in self._places

    def __iter__(self) -> Iterator[K]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


class Operation:
    """The schemas of what one operation carries, each for the way that it goes.

    Attributes:
        request: The bodies of requests, by media type.
        parameters: The parameters, by place and name: `("query", "limit")`.
        responses: The bodies of answers, by status and media type. The status is as the
            document has it: `200`, a range such as `4XX`, or `default`.
        headers: The headers of answers, by status and name.
        items: The items of streams, by status and media type; those of a body that is
            sent item by item have `request` for a status.
    """

    __slots__ = (
        "_exchange",
        "_package",
        "headers",
        "items",
        "parameters",
        "request",
        "responses",
    )

    def __init__(
        self,
        module: str,
        *,
        request: Mapping[str, str] | None = None,
        parameters: Mapping[tuple[str, str], str] | None = None,
        responses: Mapping[tuple[str, str], str] | None = None,
        headers: Mapping[tuple[str, str], str] | None = None,
        items: Mapping[tuple[str, str], str] | None = None,
        exchange: str = "",
    ) -> None:
        self._package, _, name = module.rpartition(".")
        self._exchange = f"{name}:{exchange}" if exchange else ""
        self.request = self._parts(name, request)
        self.parameters = self._parts(name, parameters)
        self.responses = self._parts(name, responses)
        self.headers = self._parts(name, headers)
        self.items = self._parts(name, items)

    @property
    def exchange(self) -> Callable[[object, object], Violations] | None:
        """What checks a request and its whole answer, both JSON, with the rules that see both.

        None where there are no such rules.
        """
        if not self._exchange:
            return None
        module, _, function = self._exchange.partition(":")
        owner = import_module(f".{module}", self._package)
        found: Callable[[object, object], Violations] = getattr(owner, function)
        return found

    def _parts(self, module: str, functions: Mapping[K, str] | None) -> Schemas[K]:
        """Schemas whose functions are all in one module."""
        found = functions or {}
        places = {key: f"{module}:{function}" for key, function in found.items()}
        return self.table(self._package, places)

    def table(self, package: str, places: Mapping[K, str]) -> Schemas[K]:
        """The schemas at some places."""
        return Schemas(package, places)


class Operations(Mapping[str, Operation]):
    """Operations by their ids; one without an id has its method and path.

    `places` gives each the module below `package` whose `OPERATIONS` has it.
    """

    def __init__(self, package: str, places: Mapping[str, str]) -> None:
        self._package = package
        self._places = places

    def __getitem__(self, title: str) -> Operation:
        owner = import_module(f"{self._package}.{self._places[title]}")
        found: Operation = owner.OPERATIONS[title]
        return found

    def __contains__(self, title: object) -> bool:
        return title in self._places

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


def located(package: str, place: str) -> Validator:
    """The function at `module:function` below a package, or at `module` if both are one."""
    module, _, function = place.partition(":")
    owner = import_module(f".{module}", package)
    found: Validator = getattr(owner, function or module)
    return found


def _summary(violations: Sequence[Violation]) -> str:
    """The first violations as `/path: message`, and how many there are besides."""
    told = [
        f"{_cut(item.path) or 'the value'}: {item.message}"
        for item in violations[:_TOLD]
    ]
    more = len(violations) - _TOLD
    return "; ".join([*told, f"and {more} more"] if more > 0 else told)


def _cut(text: str) -> str:
    return text if len(text) <= _LONG else f"{text[:_LONG]}..."
