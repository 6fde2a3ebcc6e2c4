"""`api.md`: every operation by resource, with what it takes and gives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...values import dataclass
from ..client.arguments import annotation
from ..client.docs import summary
from ..client.results import Results
from ..python.code import EMPTY, Code, code
from ..python.imports import Imports
from ..python.layout import subscript, union
from ..python.literals import dotted, ident, module
from ..python.prose import lead
from .literals import code_span, lines, prose

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ...name import Names, ResourceName
    from ..client.calls import Plan
    from ..python.layout import Expr
    from ..python.types import Annotator

_HOME = "..models."


@dataclass(frozen=True, slots=True)
class GroupView:
    """A resource: its heading, what the document says about it, methods and types."""

    heading: Code
    about: Code
    methods: tuple[Code, ...]
    has_types: bool
    types: Code


@dataclass(frozen=True, slots=True)
class ReferenceView:
    """All of `api.md`."""

    title: Code
    client: Code
    async_client: Code
    groups: tuple[GroupView, ...]


class Reference:
    """Writes the entries of `api.md`; `package` is the folder of the package."""

    def __init__(self, annotator: Annotator, package: str) -> None:
        self._annotator = annotator
        self._package = package

    def group(
        self,
        resource: ResourceName,
        about: str,
        plans: Sequence[Plan],
        shown: Mapping[str, Sequence[tuple[str, bool]]],
    ) -> GroupView:
        """The part of a resource. `shown` has the examples of operations, by id: path,
        and whether it is of a stream."""
        used = Imports()
        methods = [
            entry
            for plan in plans
            for entry in self._methods(plan, used, shown.get(plan.operation.id, ()))
        ]
        types = self._types(used)
        return GroupView(
            heading=code("`client.{}`", dotted(resource.attribute)),
            about=prose(lead(about)),
            methods=tuple(methods),
            has_types=bool(types),
            types=types,
        )

    def _methods(
        self, plan: Plan, used: Imports, shown: Sequence[tuple[str, bool]]
    ) -> list[Code]:
        results = result_types(plan, self._annotator, used)
        if not plan.has_twin:
            both = union(results)
            return [self._method(plan, plan.names.method, both, used, shown)]
        plain = [one for one in shown if not one[1]]
        other = [one for one in shown if one[1]]
        return [
            self._method(plan, plan.names.method, results[0], used, plain),
            self._method(plan, plan.names.stream_method, results[1], used, other),
        ]

    def _method(
        self,
        plan: Plan,
        name: str,
        returns: Expr,
        used: Imports,
        shown: Sequence[tuple[str, bool]],
    ) -> Code:
        """The method with its result; then what it calls, takes, and who shows it."""
        operation, resource = plan.operation, plan.names.resource
        head = code(
            "- [`{}`]({}/client/{}.py) → {}",
            ident(name),
            ident(self._package),
            ident(resource.module),
            code_span(returns.flat),
        )
        if operation.deprecated:
            head = code("{} (deprecated)", head)
        address = code_span(f"{operation.method} {operation.path}")
        text = lead(summary(operation))
        is_told = bool(operation.summary.strip())
        found = [head, code("  {}: {}", address, prose(text)) if is_told else EMPTY]
        if not is_told:
            found[1] = code("  {}", address)
        typed = [
            (item, annotation(item, self._annotator, used)) for item in plan.arguments
        ]
        takes = [
            code_span(f"{item.name}: {kind.flat}")
            for item, kind in typed
            if item.required
        ]
        if takes:
            found.append(code("  takes {}", _listed(takes)))
        optional = [ident(item.name) for item in plan.arguments if not item.required]
        if optional:
            names = [code("`{}`", name) for name in optional]
            found.append(code("  may take {}", _listed(names)))
        if shown:
            links = [
                code("[{}]({})", code("stream") if streams else code("example"), link)
                for path, streams in shown
                for link in [_link(path)]
            ]
            found.append(code("  shown in {}", _listed(links)))
        return lines(_broken(found))

    def _types(self, used: Imports) -> Code:
        """Links to the models that a resource takes and gives."""
        names: Names = self._annotator.names
        found: dict[str, Code] = {}
        for source, listed in used.names.items():
            if source.startswith(_HOME):
                home = module(source.removeprefix(_HOME))
                for name, _ in listed:
                    found[name] = code(
                        "[`{}`]({}/models/{}.py)",
                        ident(name),
                        ident(names.package),
                        home,
                    )
        ordered = sorted(found, key=lambda name: (name.lower(), name))
        return _listed([found[name] for name in ordered]) if found else EMPTY


def result_types(plan: Plan, annotator: Annotator, used: Imports) -> list[Expr]:
    """What methods give: the whole result, if any, and the stream, if any.

    The whole result of one with pages is a page.
    """
    found = documented_types(plan, annotator, used)
    pages = plan.operation.pagination
    if pages is not None and plan.answers.cases:
        item = annotator.annotation(pages.item, used)
        found[0] = subscript(code("Page"), [item, found[0]])
    return found


def documented_types(plan: Plan, annotator: Annotator, used: Imports) -> list[Expr]:
    """The type of the answer of an operation, if any, and of its stream, if any."""
    results = Results(annotator, used)
    found: list[Expr] = []
    if plan.answers.cases:
        found.append(results.type(plan.answers, frozenset()))
    if plan.answers.stream is not None:
        item = results.item(plan.answers, frozenset())
        found.append(subscript(code("Stream"), [item]))
    return found


def _link(path: str) -> Code:
    """A path of ours as the target of a link."""
    *folders, file = path.split("/")
    parts = [ident(part) for part in (*folders, file.removesuffix(".py"))]
    found = parts[0]
    for part in parts[1:]:
        found = code("{}/{}", found, part)
    return code("{}.py", found)


def _listed(parts: Sequence[Code]) -> Code:
    found = parts[0]
    for part in parts[1:]:
        found = code("{}, {}", found, part)
    return found


def _broken(parts: Sequence[Code]) -> list[Code]:
    """Lines of one item, each with the two blanks that break it (section 6.7)."""
    return [*(code("{}  ", part) for part in parts[:-1]), parts[-1]]
