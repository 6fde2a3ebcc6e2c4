"""What instances are held against: a schema, or a part of an operation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from ..diagnostics import Fatal, diagnostic
from ..lower.part import Call, calls_of, part_about_call, part_about_schema
from ..values import dataclass
from .advice import LISTED, advice, listing
from .contents import content_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..diagnostics import Span
    from ..ir import Api, Operation
    from ..load import Document
    from ..name import Names
    from .contents import Side


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the user names. Without schema and operation it is the schema that is the
    whole document.

    `callback` is the name of one that the operation brings about. `name` is that of a
    parameter or a header, if `side` is one; `status` and `media` choose among the contents
    of a part. Of a schema, `side` is the way that values go, empty for any.
    """

    schema: str = ""
    operation: str = ""
    side: Side | Literal[""] = ""
    status: str = ""
    media: str = ""
    callback: str = ""
    name: str = ""

    @property
    def owner(self) -> str:
        """The operation, for people."""
        if self.callback:
            return f"the callback {self.callback} of {self.operation}"
        return self.operation

    @property
    def subject(self) -> str:
        """The part of the operation, for people."""
        name = f" {self.name}" if self.name else ""
        return f"the {self.side}{name} of {self.owner}"


@dataclass(frozen=True, slots=True)
class Validator:
    """A function of the validators: its module below the package, and its name.

    `module` is that of `SCHEMAS` where `function` is empty; `schema` is the name there,
    and `way` the way that values go. `about` is what it checks, for people.
    """

    about: str
    module: str = "validators"
    function: str = ""
    schema: str = ""
    way: str = ""


def narrowed(document: Document, wanted: Wanted) -> Document:
    """The part of a document that is needed. Raises Fatal for what it has not."""
    if wanted.operation:
        return part_about_call(document, _call(document, wanted.operation))
    return part_about_schema(document, _schema(document, wanted.schema))


def validator_of(
    document: Document, api: Api, names: Names, wanted: Wanted
) -> Validator:
    """The function for what is wanted, in a model of the part that `narrowed` gave.

    Raises Fatal where an operation has no such content, or several.
    """
    if not wanted.operation:
        schema = wanted.schema or next(iter(api.components))
        about = f"{schema} in a {wanted.side}" if wanted.side else schema
        return Validator(about, schema=schema, way=wanted.side)
    operation = next(
        item
        for item in (*api.operations, *api.webhooks, *api.callbacks)
        if wanted.operation in _called(item)
    )
    if wanted.callback:
        place = document.locate(operation.id)
        operation = _callback(api, operation, wanted, place)
    name = names.operations[operation.id]
    place = document.locate(operation.id)
    content = content_of(api, operation, name, wanted, place)
    about = wanted.subject
    if wanted.side == "item":
        what = "request" if content.status == "request" else "response"
        about = f"an item of the {what} of {wanted.owner}"
    if content.status:
        about = f"{about} ({content.told})"
    module = f"validators.operations.{name.resource.module}"
    return Validator(about, module, content.function or "")


def _schema(document: Document, name: str) -> str:
    """The name of a component; that of the root for a bare JSON Schema without a name."""
    schemas = (document.root.get("components") or {}).get("schemas") or {}
    known: list[str] = list(schemas)
    if not name and document.is_schema:
        return known[0]
    if not name:
        raise Fatal(diagnostic("E514", document.locate("#"), advice=listing(known)))
    if name not in known:
        raise Fatal(
            diagnostic(
                "E510", document.locate("#"), name=name, advice=advice(name, known)
            )
        )
    return name


def _call(document: Document, name: str) -> Call:
    """The operation with a name, or the one that brings about a callback with it."""
    calls = list(calls_of(document))
    for call in calls:
        if name in (call.operation_id, call.signature):
            return call
    for call in calls:
        if name in call.callbacks:
            return call
    known = [call.operation_id or call.signature for call in calls]
    known += [callback for call in calls for callback in call.callbacks]
    raise Fatal(
        diagnostic("E511", document.locate("#"), name=name, advice=advice(name, known))
    )


def _called(operation: Operation) -> tuple[str, ...]:
    """What an operation can be named by; a callback only by its operationId."""
    own = (operation.operation_id,) if operation.operation_id else ()
    if operation.kind == "callback":
        return own
    return (*own, f"{operation.method} {operation.path}")


def _callback(api: Api, caller: Operation, wanted: Wanted, place: Span) -> Operation:
    """The callback of an operation with a name. Raises Fatal where there is no one."""
    by_id = {item.id: item for item in api.callbacks}
    listed = [
        (
            by_id[item.operation],
            _names(item.name, item.expression, by_id[item.operation]),
        )
        for item in caller.callbacks
        if item.operation in by_id
    ]
    found = [(item, names) for item, names in listed if wanted.callback in names]
    if not found:
        known = dict.fromkeys(names[0] for _, names in listed)
        hint = advice(wanted.callback, known)
        about = f"callback called {wanted.callback} in {wanted.operation}"
        raise Fatal(diagnostic("E515", place, about=about, advice=hint))
    if len(found) > 1:
        choices = "; ".join(_apart([names for _, names in found]))
        about = f"the callback {wanted.callback} of {wanted.operation}"
        raise Fatal(diagnostic("E513", place, about=about, choices=choices))
    return found[0][0]


def _names(name: str, expression: str, operation: Operation) -> tuple[str, ...]:
    """What a callback can be named by, from short to long."""
    method = operation.method
    return (name, f"{method} {name}", f"{method} {name} {expression}")


def _apart(listed: list[tuple[str, ...]]) -> Iterator[str]:
    """The shortest names that tell callbacks apart."""
    known = [names[1] for names in listed]
    for names in listed[:LISTED]:
        chosen = names[1] if known.count(names[1]) == 1 else names[2]
        yield f"--callback '{chosen}'"
