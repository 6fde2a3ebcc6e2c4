"""Whole functions: the head, the checks, and how what was found is given back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...values import dataclass
from ..python.code import Code, code
from ..python.literals import WIDTH, docstring, lit
from .conditions import Path, Unneeded, Var, is_no_type, is_type
from .evaluated import PROPERTIES, seen, unevaluated
from .places import tokens
from .printer import Printer
from .statements import (
    Block,
    Call,
    Found,
    Guard,
    Statement,
    returns_directly,
    single,
)
from .tellers import Teller

if TYPE_CHECKING:
    from ...ir import Id
    from ..python.one_way import Way
    from .emitter import Emitter

_LONGEST_NAME = 41


@dataclass(frozen=True, slots=True)
class Task:
    """A function to write: its name, and the schema that it checks.

    The schema paths in what it finds are whole if `rooted`, else they start at the
    schema. With `keyword` it is a function for `unevaluated*` (see `evaluated.py`). The
    values that it checks go one `way`, or any.
    """

    name: Code
    schema: Id
    rooted: bool = False
    keyword: str = ""
    top: bool = False
    way: Way = ""


def about_schema(schema: Id, way: Way = "") -> str:
    """The docstring of a schema's function, on one line where its name allows that."""
    about = _about_schema(schema)
    if not way:
        return about
    return f"{about.partition(',')[0].rstrip('.')} in a {way}."


def shown_place(schema: Id) -> str:
    """Where a schema stands, for people: `Order`, or `Order/allOf/1` for a part of it."""
    if schema.endswith("#"):
        return schema.rpartition("/")[2]
    parts = _shown(schema)
    if parts[0] in ("$defs", "definitions") and len(parts) > 1:
        del parts[0]
    return _shortened(parts)


def _shown(schema: Id) -> list[str]:
    parts = tokens(schema)
    if parts[:2] == ["components", "schemas"] and len(parts) > 2:
        return parts[2:]
    return parts


def _shortened(parts: list[str]) -> str:
    """The tokens as one text, the first ones left out where it would be long."""
    shown = "/".join(parts)
    while len(shown) > _LONGEST_NAME and len(parts) > 2:
        parts = parts[1:]
        shown = f".../{'/'.join(parts)}"
    return shown


def _about_schema(schema: Id) -> str:
    parts = _shown(schema)
    if parts[-1] == "discriminator":
        return f"Violations of what extends `{parts[-2]}`, or None when valid."
    shown = _shortened(parts)
    more = ", or None when valid" if len(shown) <= _LONGEST_NAME else ""
    return f"Violations of `{shown}`{more}."


def write(emitter: Emitter, task: Task, about: str) -> Printer:
    """The function of a schema."""
    base = emitter.schemas.place(task.schema) if task.rooted else None
    teller = Teller(emitter, task.schema) if emitter.schemas.origins.moved else None
    printer = Printer(base, direct=False, teller=teller)
    write_head(emitter, printer, task.name, about)
    target = emitter.schemas.reference(task.schema)
    if target is not None:
        printer.add(code("return {}(value)", emitter.module.function(target)), 4)
        return printer
    _finish(emitter, printer, _body(emitter, task.schema), base, teller)
    return printer


def _body(emitter: Emitter, schema: Id) -> list[Statement]:
    """The checks of a value; the same for schemas of equal keywords.

    Parameters of many operations are equal, which makes up a large part of some
    documents.
    """
    schemas, module = emitter.schemas, emitter.module
    signature = schemas.signature(schema) if schemas.is_flat(schema) else ""
    known = schemas.bodies.get(signature)
    if known is not None:
        for use in known.uses:
            module.runtime(use)
        return known.body
    with module.recording() as record:
        x = Var(code("value"), is_json=False)
        body = emitter.body(schema, x, Path(), "", root=True)
        body = _guarded(emitter, x, body + unevaluated(emitter, schema, x))
        if schemas.has_rules:
            from .rules import with_rules

            body = with_rules(emitter, schema, x, body)
    if signature and record.is_portable:
        schemas.bodies[signature] = Block(body, frozenset(record.uses))
    return body


def write_trial(emitter: Emitter, name: Code, about: str, call: Call) -> Printer:
    """A function that only gives back what a call finds."""
    printer = Printer(None, direct=False)
    write_head(emitter, printer, name, about)
    printer.call(code("return"), call, 4)
    return printer


def write_seen(emitter: Emitter, task: Task) -> Printer:
    """The function that gives the names or places that a schema looks at."""
    printer = Printer(None, direct=False)
    emitter.use("Json")
    if task.keyword == PROPERTIES:
        kind, item, what = code("dict[str, Json]"), code("str"), "Names"
    else:
        kind, item, what = code("list[Json]"), code("int"), "Places"
    printer.add(code("def {}(value: {}) -> set[{}]:", task.name, kind, item), 0)
    about = f"{what} in the value that `{task.schema}` describes."
    printer.add(docstring(about, 4), 4)
    printer.add(code("seen: set[{}] = set()", item), 4)
    printer.body(seen(emitter, task.schema, task.keyword, top=task.top), 4)
    printer.add(code("return seen"), 4)
    return printer


_MANY = 40
"""So many assignments to a name let pyright infer its type; it gives up at 64."""


_MANY_LOOPS = 80
"""So many ends of loops pyright follows; it gives up where there are about 120."""


def _declare(emitter: Emitter, printer: Printer, body: Printer) -> None:
    """The types of names that a body assigns often."""
    text = body.text()
    if text.count("errors :=") > _MANY:
        printer.add(code("errors: list[Violation] | None"), 4)
    if text.count("for index") > _MANY:
        printer.add(code("index: int"), 4)
    if text.count("for key") > _MANY:
        printer.add(code("key: str"), 4)
    if text.count(", item in ") > _MANY:
        printer.add(code("item: {}", emitter.use("Json")), 4)


def write_head(emitter: Emitter, printer: Printer, name: Code, about: str) -> None:
    """The `def` line and the docstring."""
    emitter.use("Violation")
    line = code("def {}(value: object) -> list[Violation] | None:", name)
    if len(line) <= WIDTH:
        printer.add(line, 0)
    else:
        printer.add(code("def {}(", name), 0)
        printer.add(code("value: object,"), 4)
        printer.add(code(") -> list[Violation] | None:"), 0)
    printer.add(docstring(about, 4), 4)


def _finish(
    emitter: Emitter,
    printer: Printer,
    body: list[Statement],
    base: Id | None,
    teller: Teller | None,
) -> None:
    guards = [item for item in body if isinstance(item, Guard)]
    rest = body[len(guards) :]
    printer.body(guards, 4)
    if len(rest) == 1 and isinstance(rest[0], Block):
        rest = rest[0].body
    only = single(rest)
    if not rest or returns_directly(rest):
        direct = Printer(base, direct=True, teller=teller)
        direct.body(rest, 4)
        printer.take(direct)
        last = single(rest[-1:])
        if not rest or (last is not None and not last.orelse and not last.result):
            printer.add(code("return None"), 4)
        return
    if only is not None and only.result is not None:
        if base is None:
            printer.call(code("return"), only.result, 4)
            return
        printer.call(code("found ="), only.result, 4)
    else:
        collected, nothing = _collected(emitter, rest, base, teller)
        printer.add(code("found: list[Violation] = {}", nothing), 4)
        _declare(emitter, printer, collected)
        printer.take(collected)
    _conclude(emitter, printer, base, teller.rooting if teller else "rooted")


def _collected(
    emitter: Emitter, body: list[Statement], base: Id | None, teller: Teller | None
) -> tuple[Printer, Code]:
    """Statements that add to what is found, with the ends of loops; what there is at first.

    Where a call ends the loops, it looks at one list all the time.
    """
    printer = Printer(base, direct=False, teller=teller)
    printer.body(body, 4)
    text = printer.text()
    if text.count(" break\n") > _MANY_LOOPS:
        printer = Printer(base, direct=False, sparing=True, teller=teller)
        printer.body(body, 4)
        emitter.use("until_many")
        return printer, code("[]")
    if "if len(found) >= MOST" in text:
        emitter.use("MOST")
    return printer, emitter.use("NOTHING")


def _conclude(
    emitter: Emitter, printer: Printer, base: Id | None, rooting: str
) -> None:
    """Return what was collected, or None."""
    if base is None:
        printer.add(code("return found or None"), 4)
        return
    rooted = emitter.use(rooting)
    line = code("return {}(found, {}) if found else None", rooted, lit(base))
    if len(line) + 4 <= WIDTH:
        printer.add(line, 4)
        return
    printer.add(code("if not found:"), 4)
    printer.add(code("return None"), 8)
    printer.call(code("return"), Call(rooted, (code("found"), lit(base))), 4)


def _guarded(emitter: Emitter, x: Var, body: list[Statement]) -> list[Statement]:
    """A whole body for one type only, turned into an early exit for all others."""
    only = single(body)
    if only is None or len(only.arms) != 1 or len(only.orelse) != 1:
        return body
    test, inner = only.arms[0]
    wrong = only.orelse[0]
    if not isinstance(wrong, Found) or len(test.parts) != 1 or test.loose:
        return body
    for kind in ("object", "array"):
        types = frozenset((kind,))
        if test.text == is_type(types, x, Unneeded()).text:
            return [Guard(is_no_type(types, x, emitter), wrong), *inner]
    return body
