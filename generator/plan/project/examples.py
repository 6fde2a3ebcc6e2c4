"""Programs that call one operation each."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ...ir import Const, JsonObject, TypeUse
from ...values import dataclass
from ..client.docs import summary
from ..client.results import Results
from ..python.code import EMPTY, code
from ..python.imports import Imports
from ..python.layout import call, fit, list_display
from ..python.literals import dotted, ident, sectioned
from ..python.prose import lead
from .literals import fenced
from .samples import NoSample, Samples
from .written import Writer

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ...ir import Json, Operation
    from ..client.arguments import Argument
    from ..client.calls import Plan
    from ..python.code import Code
    from ..python.layout import Bracketed, Expr
    from ..python.types import Annotator

_TAKEN = frozenset(
    {"main", "client", "stream", "item", "result", "asyncio", "datetime"}
)
_MOST = 12
"""Members of an example of the document that are shown beside what has to be given."""


@dataclass(frozen=True, slots=True)
class Calling:
    """One way to call an operation: with its result, or with a stream.

    `method` is the name of the method, `given` are its arguments.
    """

    plan: Plan
    method: str
    given: tuple[tuple[Argument, Json], ...]
    streams: bool

    @property
    def path(self) -> str:
        """Of the file that shows it, below the project.

        No module of a library is called like that, which matters since the folder of a
        program is where Python looks first.
        """
        names = self.plan.names
        stem = f"{names.method}_{'streaming' if self.streams else 'example'}"
        return f"examples/{names.resource.module}/{stem}.py"


@dataclass(frozen=True, slots=True)
class ExampleView:
    """A program: `call` is the statement that calls, with its result if `has_result`."""

    header: Code
    docstring: Code
    imports: Code
    about: Code
    client: Code
    call: Code
    is_stream: bool
    has_result: bool


def callings(plan: Plan, samples: Samples) -> list[Calling]:
    """The ways to call an operation; none where no arguments can be made up.

    Nobody should begin to call what is deprecated, so that has no example.
    """
    if plan.operation.deprecated:
        return []
    found: list[Calling] = []
    names, answers = plan.names, plan.answers
    is_shown = answers.cases or answers.stream is None
    try:
        if is_shown:
            given = tuple(_given(plan, samples, streams=False))
            found.append(Calling(plan, names.method, given, False))
        if answers.stream is not None:
            method = names.stream_method if plan.has_twin else names.method
            given = tuple(_given(plan, samples, streams=True))
            found.append(Calling(plan, method, given, True))
    except NoSample:
        return []
    return found


def _given(
    plan: Plan, samples: Samples, *, streams: bool
) -> Iterator[tuple[Argument, Json]]:
    """The arguments that must be given, and those that an example of the body has."""
    group = plan.groups[0] if plan.groups else None
    inside = {item.name: item for item in group.arguments} if group else {}
    example = _body_example(plan, samples, streams=streams)
    for argument in plan.arguments:
        own = inside.get(argument.name)
        if argument.place in ("field", "body", "content_type"):
            if own is None:
                continue
            argument = own
        if plan.selector is not None and argument.name == plan.selector.name:
            if streams:
                yield argument, True
        elif argument.place == "content_type":
            if argument.required:
                yield argument, argument.media[0]
        elif argument.place == "field" and argument.wire in example:
            yield argument, example[argument.wire]
        elif argument.required:
            examples = plan.groups[0].contents[0].examples if plan.groups else ()
            stated = examples if argument.place == "body" else ()
            yield argument, _sample(argument, samples, stated, plan)


def _sample(
    argument: Argument, samples: Samples, stated: Sequence[Json], plan: Plan
) -> Json:
    """A value for an argument; items of a body that is a sequence stand in a tuple."""
    if argument.is_sequence:
        return (samples.of(argument.use),)
    default = [
        one.default[0]
        for one in plan.operation.parameters
        if one.name == argument.wire and one.default not in (None, (None,))
    ]
    return samples.of(argument.use, (*stated, *default))


def _body_example(plan: Plan, samples: Samples, *, streams: bool) -> dict[str, Json]:
    """The members of an example of the body; none where there is none to use.

    One that asks for a stream is for the streaming call, all others are for the plain.
    """
    if not plan.groups or plan.groups[0].is_whole:
        return {}
    content = plan.groups[0].contents[0]
    fields = {item.wire: item for item in plan.groups[0].arguments}
    asked = plan.selector.wire if plan.selector is not None else ""
    usable: list[dict[str, Json]] = []
    for example in content.examples:
        if (
            isinstance(example, JsonObject)
            and samples.fitting.fits(example, content.use)
            and samples.keeps_rules(example, content.schema)
        ):
            members = dict(example.members)
            if len(members) <= _MOST and members.keys() <= fields.keys():
                usable.append(members)
    for members in usable:
        if (members.get(asked) is True) == streams:
            return members
    return usable[0] if usable and not asked else {}


class Programs:
    """Writes programs for the package `package`, whose client is called `client`."""

    def __init__(
        self, annotator: Annotator, package: str, variables: Sequence[str], header: Code
    ) -> None:
        self._annotator = annotator
        self._package = package
        self._variables = variables
        self._header = header

    def view(self, calling: Calling) -> ExampleView:
        """A program of its own. Raises NoSample where it cannot be written."""
        imports = Imports(future=False)
        client = self._annotator.names.client
        imports.add(self._package, client)
        called = self._call(calling, imports)
        operation = calling.plan.operation
        has_result = self._has_result(calling)
        before = code("result = ") if has_result else EMPTY
        return ExampleView(
            header=self._header,
            docstring=sectioned(_told(operation), "", [], 0),
            imports=imports.render(),
            about=sectioned(self._about(), "", [], 4),
            client=ident(client),
            call=(
                _stream(called, 8, code("with "))
                if calling.streams
                else fit(called, 8, before)
            ),
            is_stream=calling.streams,
            has_result=has_result,
        )

    def shown(self, calling: Calling, *, is_async: bool) -> Code:
        """A program as a block of Markdown."""
        imports = Imports(future=False)
        names = self._annotator.names
        client = names.async_client if is_async else names.client
        if is_async:
            imports.add_module("asyncio")
        imports.add(self._package, client)
        called = self._call(calling, imports)
        body = self._body(calling, called, is_async=is_async)
        head, name = imports.render(), ident(client)
        if is_async:
            program = code(
                "{}\n\n\nasync def main() -> None:\n    async with {}() as client:\n        {}\n\n\nasyncio.run(main())",
                head,
                name,
                body,
            )
        else:
            program = code("{}\n\nwith {}() as client:\n    {}", head, name, body)
        return fenced(program, "python")

    def _body(self, calling: Calling, called: Bracketed, *, is_async: bool) -> Code:
        indent = 8 if is_async else 4
        pad = code("        ") if is_async else code("    ")
        wait = code("await ") if is_async else EMPTY
        if calling.streams:
            before = code("async with await ") if is_async else code("with ")
            head = _stream(called, indent, before)
            loop = code("async for") if is_async else code("for")
            return code(
                "{}\n{}    {} item in stream:\n{}        print(item)",
                head,
                pad,
                loop,
                pad,
            )
        if not self._has_result(calling):
            return fit(called, indent, wait)
        line = fit(called, indent, code("result = {}", wait))
        return code("{}\n{}print(result)", line, pad)

    def _call(self, calling: Calling, imports: Imports) -> Bracketed:
        names = self._annotator.names
        taken = _TAKEN | {names.client, names.async_client}
        models = f"{self._package}.models"
        writer = Writer(self._annotator, imports, models, taken)
        given = [
            (ident(argument.name), _argument(writer, argument, value))
            for argument, value in calling.given
        ]
        attribute = calling.plan.names.resource.attribute
        func = code("client.{}.{}", dotted(attribute), ident(calling.method))
        return call(func, [], given)

    def _has_result(self, calling: Calling) -> bool:
        """Whether a method that streams nothing gives anything but None."""
        if not calling.plan.answers.cases:
            return False
        results = Results(self._annotator, Imports())
        return results.type(calling.plan.answers, frozenset()).flat != "None"

    def _about(self) -> str:
        if not self._variables:
            return "Call it once."
        listed = " and ".join(f"`{name}`" for name in self._variables)
        return f"Call it once, with {listed} of the environment."


def _told(operation: Operation) -> str:
    """What an example is about: method, path and summary."""
    address = f"`{operation.method} {operation.path}`"
    text = lead(operation.summary)
    return f"{address}: {lead(summary(operation))}" if text.strip() else f"{address}."


def _argument(writer: Writer, argument: Argument, value: Json) -> Expr:
    """An argument as an expression; the items of a sequence as a list."""
    if argument.is_sequence and isinstance(value, tuple):
        one = replace(argument, is_sequence=False)
        return list_display([_argument(writer, one, item) for item in value])
    use = TypeUse(Const(value)) if argument.place == "content_type" else argument.use
    return writer.of(value, use, is_file=argument.is_file)


def _stream(called: Bracketed, indent: int, before: Code) -> Code:
    return fit(called, indent, before, code(" as stream:"))
