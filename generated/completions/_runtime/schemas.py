# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Validators by name, each with what callers ask of it: all errors, a yes or no, or a raise.

A module of validators is imported when the first of its schemas is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from typing import Any, Generic, TypeAlias, TypeVar

from .violations import Validator, Violation, Violations, is_enough

K = TypeVar("K")

Strip: TypeAlias = Callable[[object], object]
"""Gives a value without the properties that do not go one way."""

MAX_ERRORS = 100
"""How many violations are given back unless the caller says another number."""

_TOLD = 3
_LONG = 80


class ValidationError(ValueError):
    """A value is not what its schema describes.

    `violations` has what is wrong, in the order of the document; `is_cut` tells that it is
    not all, as it does of `Errors`. The message repeats the first few, and nothing of the
    value but the names on the way to them.
    """

    def __init__(
        self, violations: Sequence[Violation], is_cut: bool | None = None
    ) -> None:
        self.violations = list(violations)
        if is_cut is None:
            is_cut = isinstance(violations, Errors) and violations.is_cut
        self.is_cut = is_cut
        super().__init__(_summary(self.violations, self.is_cut))

    def __reduce__(self) -> tuple[type[ValidationError], tuple[list[Violation], bool]]:
        return type(self), (self.violations, self.is_cut)


class Errors(list[Violation]):
    """The first violations of a value, a list like any other.

    `is_cut` tells that there are more, as far as validators look: they stop at about a
    thousand, deep in a value at a hundred, and then there may be more.
    """

    is_cut: bool = False

    @classmethod
    def of(cls, found: Violations, most: int) -> Errors:
        """The first of what a function gave back, as many as `most`."""
        made = cls(found[:most] if found else ())
        if found:
            made.is_cut = len(found) > len(made) or is_enough(found)
        return made


class Schema:
    """One schema of the document. Calling it is calling its function.

    `request` and `response` are the same schema for values that go that way alone: there
    a `readOnly` or a `writeOnly` property need not be, the other one must. They are the
    schema itself where it makes no difference.
    """

    __slots__ = ("_function", "_strip", "request", "response")

    request: Schema
    response: Schema

    def __init__(
        self,
        function: Validator,
        request: Schema | None = None,
        response: Schema | None = None,
        strip: Callable[[object], object] | None = None,
    ) -> None:
        self._function = function
        self._strip = strip
        self.request = request or self
        self.response = response or self

    def __call__(self, value: object) -> Violations:
        """What is wrong, at most some 1000 violations; None for a valid value."""
        return self._function(value)

    def errors(self, value: object, max_errors: int = MAX_ERRORS) -> Errors:
        """The first violations, in the order of the document; empty for a valid value.

        `is_cut` of the list tells whether there are more than `max_errors`.
        """
        return Errors.of(self._function(value), max_errors)

    def is_valid(self, value: object) -> bool:
        """Whether the value is what the schema describes."""
        return self._function(value) is None

    def check(self, value: object, max_errors: int = MAX_ERRORS) -> None:
        """Raise ValidationError, with the first violations, for a value that is not valid."""
        found = self._function(value)
        if found:
            raise ValidationError(Errors.of(found, max_errors))

    def strip(self, value: object) -> object:
        """The value without the properties that do not go this way, at any depth.

        It is a new value where something is taken out, else the value itself; that and
        what is in it are never changed. Nothing is taken out of a schema for any way, nor
        where the configuration does not say `strip` for `read_only` or `write_only`.

        Raises:
            RecursionError: The value is nested too deeply, or holds itself.
        """
        return value if self._strip is None else self._strip(value)

    def __repr__(self) -> str:
        return f"<Schema {getattr(self._function, '__name__', '')}>"


class Schemas(Mapping[K, Schema], Generic[K]):
    """Schemas by name, or by what else tells them apart.

    `places` gives each the module of its function below `package`, or `module:function`
    where the function has another name than the module. `requests` and `responses` have
    the places of the functions for one way, where they are functions of their own.
    `stripped_requests` and `stripped_responses` have those of what takes out what does not
    go that way; `stripped` has them where the schemas are for one way themselves.
    """

    def __init__(
        self,
        package: str,
        places: Mapping[K, str],
        requests: Mapping[K, str] | None = None,
        responses: Mapping[K, str] | None = None,
        *,
        stripped: Mapping[K, str] | None = None,
        stripped_requests: Mapping[K, str] | None = None,
        stripped_responses: Mapping[K, str] | None = None,
    ) -> None:
        self._package = package
        self._places = places
        self._requests = requests or {}
        self._responses = responses or {}
        self._stripped = stripped or {}
        self._stripped_requests = stripped_requests or {}
        self._stripped_responses = stripped_responses or {}
        self._found: dict[K, Schema] = {}

    def __getitem__(self, name: K) -> Schema:
        found = self._found.get(name)
        if found is None:
            found = self._found[name] = Schema(
                self.located(self._places[name]),
                self._one_way(name, self._requests, self._stripped_requests),
                self._one_way(name, self._responses, self._stripped_responses),
                self._strip(self._stripped.get(name)),
            )
        return found

    def _one_way(
        self, name: K, places: Mapping[K, str], stripped: Mapping[K, str]
    ) -> Schema | None:
        if name not in places:
            return None
        check = self.located(places[name])
        return Schema(check, strip=self._strip(stripped.get(name)))

    def _strip(self, place: str | None) -> Strip | None:
        return self.located_strip(place) if place else None

    def located(self, place: str) -> Validator:
        """The function at a place."""
        found: Validator = _located(self._package, place)
        return found

    def located_strip(self, place: str) -> Strip:
        """The same for what takes properties out of a value."""
        found: Strip = _located(self._package, place)
        return found

    def __contains__(self, name: object) -> bool:
        return name in self._places

    def __iter__(self) -> Iterator[K]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


class Operation:
    """The schemas of what one operation carries, each for the way that it goes.

    `module` is the name of the one below `_parts` that has the operation. The functions are
    in the module of the same name below `operations`, beside `_parts`.

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
        stripped_request: Mapping[str, str] | None = None,
        stripped_responses: Mapping[tuple[str, str], str] | None = None,
        stripped_items: Mapping[tuple[str, str], str] | None = None,
    ) -> None:
        validators, _, name = module.rsplit(".", 2)
        self._package = f"{validators}.operations"
        self._exchange = f"{name}:{exchange}" if exchange else ""
        self.request = self._parts(name, request, stripped_request)
        self.parameters = self._parts(name, parameters)
        self.responses = self._parts(name, responses, stripped_responses)
        self.headers = self._parts(name, headers)
        self.items = self._parts(name, items, stripped_items)

    @property
    def exchange(self) -> Callable[[object, object], Violations] | None:
        """What checks a request and its whole answer, both JSON, with the rules that see both.

        None where there are no such rules. They are written for the first JSON body of the
        request that the document has, None for no body, and for its first JSON answer with
        a status of success. Other bodies are for it only where their schemas are the same:
        that of another media type, or an answer with another status, is not to be given
        to it unless `request` and `responses` have the same schema there.
        """
        if not self._exchange:
            return None
        module, _, function = self._exchange.partition(":")
        owner = import_module(f".{module}", self._package)
        found: Callable[[object, object], Violations] = getattr(owner, function)
        return found

    def _parts(
        self,
        module: str,
        functions: Mapping[K, str] | None,
        stripped: Mapping[K, str] | None = None,
    ) -> Schemas[K]:
        """Schemas whose functions are all in one module."""
        found = functions or {}
        places = {key: f"{module}:{function}" for key, function in found.items()}
        return self.table(self._package, places, stripped)

    def table(
        self, package: str, places: Mapping[K, str], stripped: Mapping[K, str] | None
    ) -> Schemas[K]:
        """The schemas at some places."""
        return Schemas(package, places, stripped=stripped)


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


def _located(package: str, place: str) -> Any:
    """The function at `module:function` below a package, or at `module` if both are one."""
    module, _, function = place.partition(":")
    owner = import_module(f".{module}", package)
    return getattr(owner, function or module)


def _summary(violations: Sequence[Violation], is_cut: bool) -> str:
    """The first violations as `/path: message`, and how many there are besides."""
    told = [
        f"{_cut(item.path) or 'the value'}: {item.message}"
        for item in violations[:_TOLD]
    ]
    more = len(violations) - _TOLD
    if more > 0:
        told.append(f"and {'at least ' if is_cut else ''}{more} more")
    elif is_cut:
        told.append("and more")
    return "; ".join(told)


def _cut(text: str) -> str:
    return text if len(text) <= _LONG else f"{text[:_LONG]}..."
