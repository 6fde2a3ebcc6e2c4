"""The module of the functions that take out what does not go one way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..python.code import EMPTY, Code, code
from ..python.layout import (
    Atom,
    Bracketed,
    Expr,
    call,
    dict_display,
    fit,
    tuple_display,
)
from ..python.literals import docstring, ident, lit, number
from .conditions import Path
from .functions import about_schema, shown_place
from .module import Module
from .printer import Printer
from .stripping_steps import (
    Apply,
    Branch,
    Change,
    Check,
    Has,
    Known,
    Search,
    Seen,
    Strip,
    Tagged,
    Valid,
    Whole,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...ir import Id
    from ...name.names import Names
    from .places import Places
    from .stripping import Stripping
    from .stripping_steps import Argument, Step
    from .ways import Ways

_WORDS = {"request": "read", "response": "written"}
_FAMILY = "/discriminator"
_VALUE, _FOUND = code("value"), code("found")
_NONE = Atom(code("None"))


class StrippingModule(Module):
    """Collects the functions for one way, and the validators that they ask."""

    def __init__(
        self,
        stripping: Stripping,
        ways: Ways,
        places: Places,
        names: Names,
        formats: frozenset[str],
    ) -> None:
        super().__init__("", ways, places, names, formats, ())
        self._stripping = stripping
        self._taken.update(stripping.names.values())
        self._scope.update(stripping.names.values())
        called = (*places.found.values(), *places.variants.values())
        self._scope.update(place.function for place in called)
        self._strips = {schema: ident(name) for schema, name in stripping.names.items()}
        self._unwritten: list[Id] = []

    def emit(self) -> None:
        """Write each public function, then the private ones that it needs."""
        for schema, name in self._stripping.names.items():
            self._owner = name
            self._write_strip(schema)
            while self._unwritten:
                self._write_strip(self._unwritten.pop(0))
            while self._waiting:
                task = self._waiting.pop(0)
                self._write(task, about_schema(task.schema, task.way))
        self._import_late()
        self._import_faults()

    def _write_strip(self, schema: Id) -> None:
        self._way = self._stripping.way
        printer = Printer(None, direct=False)
        printer.add(code("def {}(value: object) -> object:", self._strips[schema]), 0)
        shown = f"`{shown_place(schema)}`"
        if schema.endswith(_FAMILY):
            shown = f"What extends `{shown_place(schema.removesuffix(_FAMILY))}`,"
        about = f"{shown} without what is only {_WORDS[self._way]}."
        printer.add(docstring(about, 4), 4)
        for line in self._body(self._stripping.settled(schema)):
            printer.add(line, 4)
        self._add(printer)

    def _body(self, steps: Sequence[Step]) -> list[Code]:
        """Statements that end with the result; lines after the first are indented."""
        lines: list[Code] = []
        known = _VALUE
        for place, step in enumerate(steps):
            is_last = place == len(steps) - 1
            if isinstance(step, Branch):
                if known is _VALUE:
                    lines.append(code("found = value"))
                lines += self._branch(step)
            else:
                before = code("return ") if is_last else code("found = ")
                lines.append(fit(self._changed(step, known), 4, before))
                if is_last:
                    return lines
            known = _FOUND
        return [*lines, code("return {}", known)]

    def _branch(self, branch: Branch) -> list[Code]:
        """An `if` with all its arms, each line with its indentation below the first."""
        lines: list[Code] = []
        word = code("if")
        local = EMPTY
        for test, steps in branch.arms:
            if isinstance(test, Tagged) and not local:
                local = self.local(test.tag)
                name = self.runtime("tag_of")
                got = call(name, [Atom(_VALUE), Atom(lit(test.tag))])
                lines.append(fit(got, 4, code("{} = ", local)))
            lines.append(self._head(word, test, local))
            lines += self._inner(steps)
            word = code("elif")
        if branch.orelse:
            lines.append(code("else:"))
            lines += self._inner(branch.orelse)
        return lines

    def _inner(self, steps: Sequence[Step]) -> list[Code]:
        lines = []
        for step in steps:
            assert not isinstance(step, Branch)
            expr = self._changed(step, _FOUND)
            lines.append(code("    {}", fit(expr, 8, code("found = "))))
        return lines

    def _head(self, word: Code, test: Valid | Has | Tagged, local: Code) -> Code:
        if isinstance(test, Valid):
            check = self.function(test.schema)
            sign = code("is not") if test.other else code("is")
            return code("{} {}(value) {} None:", word, check, sign)
        if isinstance(test, Has):
            kind = self.runtime("JsonObject" if test.kind == "object" else "JsonArray")
            typed = code("{} type(value) is {}", word, kind)
            if not test.name:
                return code("{}:", typed)
            return code("{} and {} in value:", typed, lit(test.name))
        values = [_NONE if item is None else Atom(lit(item)) for item in test.values]
        if len(values) == 1:
            same, other = (code("=="), code("!="))
            if values[0] is _NONE:
                same, other = (code("is"), code("is not"))
            sign = other if test.other else same
            return code("{} {} {} {}:", word, local, sign, values[0].flat)
        sign = code("not in") if test.other else code("in")
        before = code("{} {} {} ", word, local, sign)
        return fit(tuple_display(values), 4, before, code(":"))

    def _changed(self, step: Apply | Change, known: Code) -> Bracketed:
        """The call of a step, of which `known` is what there is so far."""
        if isinstance(step, Apply):
            return call(self._strip(step.schema), [Atom(known)])
        args = [self._argument(item) for item in step.args]
        return call(self.runtime(step.helper), [Atom(known), *args])

    def _argument(self, item: Argument) -> Expr:
        match item:
            case Strip(schema):
                return Atom(self._strip(schema))
            case Check(schema):
                return Atom(self.function(schema))
            case Search(pattern):
                found = self.pattern(pattern, Path())
                assert found is not None  # asked before
                return Atom(code("{}.search", found))
            case Known(names):
                return self._known_names(names)
            case Seen(schema, keyword):
                name = self.evaluated(schema, keyword, top=True)
                return Atom(code("{}(value)", name))
            case Whole():
                return Atom(_VALUE)
            case dict():
                return dict_display(
                    [(lit(name), self._argument(one)) for name, one in item.items()]
                )
            case tuple():
                return tuple_display([self._argument(one) for one in item])
            case int():
                return Atom(number(item))
            case None:
                return _NONE
        return Atom(lit(item))

    def _known_names(self, names: tuple[str, ...]) -> Expr:
        if not names:
            return Atom(code("()"))
        value = Bracketed(
            code("{{"), [(EMPTY, Atom(lit(name))) for name in names], code("}}"), True
        )
        return Atom(self.constant(Path(("known",)), value))

    def _strip(self, schema: Id) -> Code:
        """The function for a schema: a public one, or one to be written here."""
        schema = self._stripping.target(schema)
        found = self._strips.get(schema)
        if found is None:
            found = self._strips[schema] = self._private(schema, "", "")
            self._unwritten.append(schema)
        return found
