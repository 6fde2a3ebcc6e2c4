"""Every call that a generated client can make, with arguments made from the document.

An operation is called with all that can be said, and with no more than must be; once for
each form of its body, and once more as a stream where it has one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from generator.conform import Instances
from generator.ir import Anything, ListOf, Record, Scalar, TupleOf
from generator.plan.client.calls import Plans
from generator.plan.python.nesting import nested
from generator.plan.python.types import Annotator

if TYPE_CHECKING:
    from collections.abc import Iterator

    from generator.ir import Id, MediaContent, Operation, Parameter, TypeUse
    from generator.plan.client.arguments import Argument
    from generator.plan.client.calls import Plan
    from generator.plan.client.forms import Group

    from .modelled import Modelled

BINARY = Scalar("bytes")


@dataclass(frozen=True)
class Call:
    """One call of a method of a resource of the client."""

    resource: str
    method: str
    arguments: dict[str, Any]
    streams: bool
    operation: Operation
    handler: str

    def __str__(self) -> str:
        given = ", ".join(f"{name}={value!r}" for name, value in self.arguments.items())
        return f"client.{self.resource}.{self.method}({given})"


class Calls:
    """Makes the calls of one API."""

    def __init__(self, model: Modelled) -> None:
        self._api = model.api
        self._annotator = Annotator(model.api, model.names)
        self._plans = Plans(self._annotator)
        self._instances = Instances(model.api, "request")

    def all(self) -> Iterator[Call]:
        """The calls of all operations."""
        for operation in self._api.operations:
            yield from self.of(operation)

    def of(self, operation: Operation) -> Iterator[Call]:
        """The calls of an operation."""
        plan = self._plans.of([operation])[0]
        for group in plan.groups or (None,):
            for is_full in (True, False):
                arguments = self._arguments(plan, group, is_full=is_full)
                if group and not is_full and not self._may_be_sparse(plan, group):
                    continue
                yield from self._calls(plan, arguments, group)

    def _calls(
        self, plan: Plan, arguments: dict[str, Any], group: Group | None
    ) -> Iterator[Call]:
        name, streams = plan.names, plan.answers.stream is not None
        selector = plan.selector
        known = group is None or any(
            item.wire == selector.wire for item in group.arguments if selector
        )
        found = [(name.method, streams, arguments)]
        if plan.has_twin:
            found = [(name.method, False, arguments)]
            found.append((name.stream_method, True, arguments))
        elif selector is not None:
            rest = {k: v for k, v in arguments.items() if k != selector.name}
            found = [(name.method, False, rest)]
            if known and not (group and group.is_whole):
                found.append((name.method, True, {**rest, selector.name: True}))
        for method, is_stream, given in found:
            yield Call(
                name.resource.attribute,
                method,
                given,
                is_stream,
                plan.operation,
                name.handler,
            )

    def _arguments(
        self, plan: Plan, group: Group | None, *, is_full: bool
    ) -> dict[str, Any]:
        parameters = {
            plan.names.parameters[(item.place, item.name)]: item
            for item in plan.operation.parameters
        }
        found: dict[str, Any] = {}
        for argument in plan.outside:
            parameter = parameters[argument.name]
            value = self._parameter(parameter)
            has_form = parameter.media or not _is_nested(value)
            if argument.required or (is_full and has_form):
                found[argument.name] = value
        if group is None:
            return found
        content = group.contents[0]
        wanted = [item for item in group.arguments if item.required or is_full]
        for argument in wanted:
            if argument.place == "content_type":
                found[argument.name] = content.media
            elif argument.place == "body":
                found[argument.name] = self._body(content, argument)
        fields = [item for item in wanted if item.place == "field"]
        if fields:
            found.update(self._fields(content, fields))
        return found

    def _may_be_sparse(self, plan: Plan, group: Group) -> bool:
        """Whether a body fits that has no more than the arguments that must be given.

        A schema can ask for more than its type does: one of two properties, say.
        """
        content = group.contents[0]
        fields = [item for item in group.arguments if item.place == "field"]
        if content.schema is None or not fields:
            return True
        body = self._instances.of(content.schema)
        needed = {item.wire for item in fields if item.required}
        assert isinstance(body, dict)
        sparse = {name: value for name, value in body.items() if name in needed}
        body_of = plan.operation.body
        is_left_out = not sparse and body_of is not None and not body_of.required
        return is_left_out or self._instances.fits(sparse, content.schema)

    def _parameter(self, parameter: Parameter) -> Any:
        if parameter.schema is None:
            return "string"
        values = self._instances.several(parameter.schema, 3)
        if parameter.style == "deepObject":
            # the only values that this style has a form for
            values = [value for value in values if isinstance(value, dict)] or values
        return values[0]

    def _fields(
        self, content: MediaContent, fields: list[Argument]
    ) -> Iterator[tuple[str, Any]]:
        assert content.schema is not None
        body = self._instances.of(content.schema)
        assert isinstance(body, dict)
        bodies = {key for key, _ in nested(content)}
        for argument in fields:
            if argument.wire in body:
                value = body[argument.wire]
                if argument.wire in bodies:
                    value = self._members(value, argument.use)
                yield argument.name, self._given(value, argument.use, argument.is_file)

    def _members(self, value: Any, use: TypeUse) -> Any:
        """An object whose properties are parts, files among them."""
        record = self._annotator.resolve(use)
        if not isinstance(record, Record):
            return value
        uses = {field.name: field.use for field in record.fields}
        return {
            name: self._given(item, uses[name], False) if name in uses else item
            for name, item in value.items()
        }

    def _body(self, content: MediaContent, argument: Argument) -> Any:
        if content.schema is None:
            if isinstance(content.use.type, Anything):
                value: Any = {"key": "value"}
            else:
                value = b"binary" if content.use.type == BINARY else "string"
            return [value] if argument.is_sequence else value
        if argument.is_sequence:
            items = self._instances.several(content.schema, 2)
            return [self._given(item, content.use, argument.is_file) for item in items]
        value = self._instances.of(content.schema)
        return self._given(value, content.use, argument.is_file)

    def _given(self, value: Any, use: TypeUse, is_file: bool) -> Any:
        """A value as the client takes it: files are bytes."""
        found = self._annotator.resolve(use)
        kind = getattr(found, "type", None)
        if isinstance(value, str) and (kind == BINARY or (kind is None and is_file)):
            return value.encode()
        if kind is None and is_file and isinstance(value, list):
            return [self._given(item, use, is_file) for item in value]
        if isinstance(kind, ListOf) and isinstance(value, list):
            return [self._given(item, kind.item, is_file) for item in value]
        if isinstance(kind, TupleOf) and isinstance(value, list):
            pairs = zip(value, kind.items, strict=False)
            return [self._given(item, one, is_file) for item, one in pairs]
        return value


def _is_nested(value: Any) -> bool:
    """Whether a value holds what no style of parameters has a form for."""
    inner = value.values() if isinstance(value, dict) else value
    return isinstance(value, dict | list) and any(
        isinstance(item, dict | list) for item in inner
    )


def schemes(model: Modelled) -> set[Id]:
    """The security schemes that credentials are given for."""
    return {
        scheme
        for operation in model.api.operations
        for requirement in operation.security
        for scheme, _ in requirement.schemes
    }
