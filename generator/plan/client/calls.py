"""What the methods of an operation need, and the types of their keyword arguments."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...ir import Optional, Scalar
from ...values import dataclass
from ..python.answer_headers import says_nothing
from ..python.code import code
from ..python.layout import Atom, class_statement, fit, subscript, union
from ..python.literals import ident, sectioned
from ..python.stripped import Stripped
from .arguments import Argument, annotation, in_order, merged, outside_body
from .contents import answers, is_any_json, is_json
from .forms import Group, groups, media_of
from .views import ParamsView

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...ir import Api, MediaContent, Operation
    from ...name import OperationName
    from ..python.code import Code
    from ..python.imports import Imports
    from ..python.one_way import Way
    from ..python.types import Annotator
    from .contents import Answers

_FORM = "application/x-www-form-urlencoded"


@dataclass(frozen=True, slots=True)
class Plan:
    """An operation with everything that its methods need.

    `arguments` fit all forms of the body, `groups` are those forms by what they take.
    `checks` are the functions that check what it sends, by the media type of the form;
    `strips` is the key of `OPERATIONS` for what is taken out of it, empty for nothing.
    """

    operation: Operation
    names: OperationName
    outside: tuple[Argument, ...]
    groups: tuple[Group, ...]
    arguments: tuple[Argument, ...]
    answers: Answers
    selector: Argument | None
    checks: tuple[tuple[str, str], ...] = ()
    strips: str = ""

    @property
    def has_twin(self) -> bool:
        """Whether the stream needs a method of its own."""
        both = self.answers.stream is not None and bool(self.answers.cases)
        return both and self.selector is None

    @property
    def methods(self) -> list[str]:
        """The names of the methods: one, or two where the stream has its own."""
        twin = [self.names.stream_method] if self.has_twin else []
        return [self.names.method, *twin]

    @property
    def has_overloads(self) -> bool:
        """Whether a method takes or gives different things in turn."""
        return self.selector is not None or len(self.groups) > 1


class Plans:
    """What the methods of each operation need, gathered once for all modules."""

    def __init__(
        self,
        annotator: Annotator,
        *,
        has_checks: bool = False,
        stripping: frozenset[Way] = frozenset(),
    ) -> None:
        self.annotator = annotator
        self._stripped = Stripped(annotator.api, stripping)
        self._has_checks = has_checks
        self._found: dict[str, Plan] = {}

    def of(self, operations: Iterable[Operation]) -> list[Plan]:
        """The plans of operations, in their order."""
        return [self._of(operation) for operation in operations]

    def _of(self, operation: Operation) -> Plan:
        found = self._found.get(operation.id)
        if found is None:
            names = self.annotator.names.operations[operation.id]
            api = self.annotator.api
            checks = _checks(operation, names, api) if self._has_checks else ()
            strips = _strips(operation, self._stripped)
            found = _plan(operation, names, self.annotator, checks, strips)
            self._found[operation.id] = found
        return found


def has_forms(api: Api) -> bool:
    """Whether some body is a form, or parts."""
    contents = [
        content
        for operation in api.operations
        if operation.body is not None
        for content in operation.body.contents
    ]
    return any(
        content.media == _FORM or content.media.startswith("multipart/")
        for content in contents
    )


def _checks(
    operation: Operation, names: OperationName, api: Api
) -> tuple[tuple[str, str], ...]:
    """The validators of the forms of a body, `module:function`, by media type.

    They are those of JSON, forms and text, and of items one after the other; not of parts
    that are items, nor of bytes.
    """
    found: dict[str, str] = {}
    for content in operation.body.contents if operation.body is not None else ():
        function = names.request_validators.get(content.media)
        is_known = (
            not content.is_sequence
            if content.media.startswith("multipart/")
            else content.is_sequence or _is_checked(content, api)
        )
        if function and is_known:
            place = f"{names.resource.module}:{function}"
            found.setdefault(media_of(content), place)
    return tuple(found.items())


def _is_checked(content: MediaContent, api: Api) -> bool:
    """Whether a whole body is JSON, a form, or text of which something is said."""
    if content.use.type == Scalar("string"):
        return not says_nothing(content.schema, api)
    is_form = content.media == _FORM
    return is_form or is_json(content.media) or is_any_json(content)


def _strips(operation: Operation, stripped: Stripped) -> str:
    """The key of an operation whose body loses something, in any of its forms."""
    contents = operation.body.contents if operation.body is not None else ()
    loses = any(stripped.loses(content.schema, "request") for content in contents)
    return stripped.key(operation) if loses else ""


def _plan(
    operation: Operation,
    names: OperationName,
    annotator: Annotator,
    checks: tuple[tuple[str, str], ...],
    strips: str,
) -> Plan:
    outside = outside_body(operation, names)
    taken = {item.name for item in outside}
    forms = groups(annotator.api, operation, names, taken)
    inside = merged(group.arguments for group in forms)
    known = answers(operation)
    wanted = known.stream.selector if known.stream and known.cases else ""
    fields = [item for item in inside if item.place == "field" and item.wire == wanted]
    selector = fields[0] if wanted and fields and _is_switch(fields[0]) else None
    found = tuple(in_order([*outside, *inside], operation))
    return Plan(
        operation,
        names,
        tuple(outside),
        forms,
        found,
        known,
        selector,
        checks,
        strips,
    )


def _is_switch(argument: Argument) -> bool:
    """Whether an argument is a boolean, or null, in every form that has it."""
    kinds = [item.use.type for item in (argument, *argument.others)]
    inner = [kind.inner.type if isinstance(kind, Optional) else kind for kind in kinds]
    return all(kind == Scalar("boolean") for kind in inner)


def params_views(
    plan: Plan, annotator: Annotator, imports: Imports, resource: str
) -> list[ParamsView]:
    """The TypedDicts of the arguments that overloads do not repeat."""
    found: list[ParamsView] = []
    for group in plan.groups if plan.has_overloads else ():
        listed = [
            item
            for item in in_order((*plan.outside, *group.arguments), plan.operation)
            if item.place != "path" and not _selects(plan, item)
        ]
        shadowed = frozenset(item.name for item in listed)
        found.append(
            ParamsView(
                declaration=class_statement(
                    ident(group.params), [Atom(code("RequestOptions"))], 0
                ),
                docstring=sectioned(_about(plan, group, resource), "", [], 4),
                fields=tuple(
                    _key(item, annotator, imports, shadowed) for item in listed
                ),
            )
        )
    return found


def params_names(plan: Plan) -> list[str]:
    """The names of those TypedDicts."""
    return [group.params for group in plan.groups] if plan.has_overloads else []


def _selects(plan: Plan, argument: Argument) -> bool:
    selector = plan.selector
    is_field = argument.place == "field"
    return selector is not None and is_field and argument.wire == selector.wire


def _about(plan: Plan, group: Group, resource: str) -> str:
    """What a TypedDict is: `Keyword arguments of ..., for a body of ...`."""
    text = f"Keyword arguments of `{resource}.{plan.names.method}`"
    if len(plan.groups) > 1:
        text = f"{text} for a body of `{media_of(group.contents[0])}`"
    selector = [item for item in group.arguments if _selects(plan, item)]
    return f"{text}, `{selector[0].name}` aside." if selector else f"{text}."


def _key(
    argument: Argument,
    annotator: Annotator,
    imports: Imports,
    shadowed: frozenset[str],
) -> Code:
    kind = annotation(argument, annotator, imports, shadowed)
    if not argument.required:
        imports.add("typing", "NotRequired")
        imports.add(".._runtime.omit", "Omit")
        either = union([kind, Atom(code("Omit"))])
        kind = subscript(code("NotRequired"), [either])
    return fit(kind, 4, code("{}: ", ident(argument.name)))
