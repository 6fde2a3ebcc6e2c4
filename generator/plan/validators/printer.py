"""The layout of the statements of validators.

A line that fits has the form that black would give it; a condition that is too long is
split into nested statements where that means the same.
"""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

from ..python.code import EMPTY, Code, code, join
from ..python.literals import WIDTH, lit, spaces
from .statements import (
    LEAVE,
    Block,
    Call,
    Choose,
    Cond,
    For,
    Found,
    Guard,
    If,
    Line,
    Statement,
)
from .tellers import keyword_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .tellers import Teller

FAULTS = frozenset(("fault", "missing", "mistyped", "number_fault"))
"""What gives violations that are shared, to add to a list; with `_at` they are anew."""

PRINTED = FAULTS | {"under", "under_items"}
"""Names of the runtime of which only the printed code tells whether it needs them."""

_LINE_END = code("\n")
_ENOUGH = code("if len(found) >= MOST:")
_BREAK = LEAVE.text


class Printer:
    """Statements as lines.

    `base` is the schema that relative schema paths start from, None where the caller
    places them. With `direct`, what is found is returned instead of collected. A `sparing`
    one has no branches in loops; they end by their source, at some cost. `teller` is there
    where the text of the document has some schemas elsewhere.
    """

    def __init__(
        self,
        base: str | None,
        *,
        direct: bool,
        sparing: bool = False,
        teller: Teller | None = None,
    ) -> None:
        self._base = base
        self._teller = teller
        self._direct = direct
        self._sparing = sparing
        self._loops = 0
        self._parts: list[Code] = []

    def add(self, text: Code, indent: int) -> None:
        """One line."""
        self._parts += (spaces(indent), text, _LINE_END)

    def take(self, other: Printer) -> None:
        """The lines of another printer after the own ones."""
        self._parts += other._parts

    def text(self) -> Code:
        """All lines, without a line end at the end."""
        return join("", self._parts[:-1])

    def body(self, statements: Sequence[Statement], indent: int) -> None:
        """Statements at one level."""
        for place, item in enumerate(statements):
            if isinstance(item, Found):
                self._found(item, indent, returned=self._direct)
                if not self._direct and LEAVE not in statements[place + 1 :]:
                    self._leave(indent)
            elif isinstance(item, Line):
                self.add(item.text, indent)
            elif isinstance(item, For):
                self._for(item, indent)
            elif isinstance(item, If):
                self._if(item, indent)
            elif isinstance(item, Block):
                self._block(item, indent)
            elif isinstance(item, Choose):
                self._choose(item, indent)
            else:
                self._guard(item, indent)

    def _for(self, item: For, indent: int) -> None:
        item = item.sparing or item if self._sparing else item
        source = item.source
        if self._sparing:
            source = code("until_many(found, {})", source)
        self.add(code("for {} in {}:", item.names, source), indent)
        self._loops += 1
        self.body(item.body, indent + 4)
        self._loops -= 1
        self._leave(indent)

    def _leave(self, indent: int) -> None:
        """In a loop, an end to it where enough is found.

        It follows what adds to that, so that a valid value pays nothing, but for a loop in
        a loop.
        """
        if self._loops and not self._sparing:
            self.add(_ENOUGH, indent)
            self.add(_BREAK, indent + 4)

    def _block(self, item: Block, indent: int) -> None:
        key = (indent, self._sparing)
        text = item.texts.get(key)
        if text is None:
            printer = Printer(
                None, direct=False, sparing=self._sparing, teller=self._teller
            )
            printer.body(item.body, indent)
            text = item.texts[key] = printer.text()
        self._parts += (text, _LINE_END)

    def _if(self, item: If, indent: int) -> None:
        if self._direct and item.result is not None:
            self.call(code("return"), item.result, indent)
            return
        test, body = item.arms[0]
        alone = len(item.arms) == 1 and not item.orelse
        if alone and len(test.parts) > 1 and indent + len(test.text) + 4 > WIDTH:
            self._split_if(test, body, indent)
            return
        word = code("if")
        for test, body in item.arms:
            self._head(word, test, indent)
            self.body(body, indent + 4)
            word = code("elif")
        if item.orelse and self._direct:  # all arms return
            self.body(item.orelse, indent)
        elif item.orelse:
            self.add(code("else:"), indent)
            self.body(item.orelse, indent + 4)

    def _choose(self, item: Choose, indent: int) -> None:
        self.add(code("try:"), indent)
        self.add(code("check = {}[{}]", item.table, item.key), indent + 4)
        self.add(code("except (KeyError, TypeError):"), indent)
        self.body([item.wrong], indent + 4)
        if self._direct:  # the arm above returns
            self.body(item.body, indent)
            return
        self.add(code("else:"), indent)
        self.body(item.body, indent + 4)

    def _head(self, word: Code, test: Cond, indent: int) -> None:
        """`if test:`, in parentheses where it is too long and black would put them."""
        text = test.text
        if test.call is not None and len(test.parts) == 1:
            self.call(code("{} errors :=", word), test.call, indent, code(":"))
            return
        line = code("{} {}:", word, text)
        odd = len(test.parts) == 1 or text[0] == "(" or text[-1] in ")]"
        if indent + len(line) <= WIDTH or odd:
            self.add(line, indent)
            return
        self.add(code("{} (", word), indent)
        if indent + 4 + len(text) <= WIDTH:
            self.add(text, indent + 4)
        else:
            parts = test.tight()
            self.add(parts[0], indent + 4)
            for part in parts[1:]:
                self.add(code("and {}", part), indent + 4)
        self.add(code("):"), indent)

    def _split_if(self, test: Cond, body: list[Statement], indent: int) -> None:
        """As many parts as fit on the first line, the others in an `if` below it."""
        count = len(test.parts) - 1
        while count > 1 and indent + len(test.split(count)[0].text) + 4 > WIDTH:
            count -= 1
        first, rest = test.split(count)
        self.add(code("if {}:", first.text), indent)
        self.body([If([(rest, body)])], indent + 4)

    def _guard(self, item: Guard, indent: int) -> None:
        self.add(code("if {}:", item.cond.text), indent)
        if item.found is None:
            self.add(code("return None"), indent + 4)
        else:
            self._found(item.found, indent + 4, returned=True)

    def _found(self, item: Found, indent: int, *, returned: bool) -> None:
        before = code("return") if returned else code("found +=")
        args = list(item.args)
        place, stands = item.schema, True
        if self._teller is not None and place is not None:
            keyword = keyword_of(item.call, item.args)
            place, stands = self._teller.place(place, keyword)
        is_new = returned and stands and item.call in FAULTS
        name = code("{}_at", item.call) if is_new else item.call
        if place is None:
            self.call(before, Call(name, tuple(args)), indent)
            return
        base = self._base if returned and place[:1] in ("/", "") else None
        if base is not None or (returned and self._base is not None):
            args.append(lit((base or "") + place))
        elif not item.implied or place != item.schema:
            args.append(lit(place))
        if stands:
            self.call(before, Call(name, tuple(args)), indent)
        else:
            inner = Call(item.call, (*item.args, lit("")))
            self._standing(before, inner, lit((base or "") + place), indent)

    def _standing(self, before: Code, inner: Call, place: Code, indent: int) -> None:
        """`before standing(inner, place)`, the inner call split where it is too long."""
        assert self._teller is not None
        call = Call(self._teller.standing(), (inner.text, place))
        width = WIDTH - indent
        is_split = len(before) + 1 + len(call.text) > width
        if is_split and 4 + len(inner.text) + 1 > width:
            self.add(code("{} {}(", before, call.func), indent)
            self.call(EMPTY, inner, indent + 4, code(","))
            self._argument(place, indent + 4)
            self.add(code(")"), indent)
        else:
            self.call(before, call, indent)

    def _argument(self, arg: Code, indent: int) -> None:
        """An argument on lines of its own; a long text stands there in pieces."""
        pieces = [arg]
        if indent + len(arg) + 1 > WIDTH and arg[0] in "\"'" and " " in arg:
            pieces = _pieces(arg, WIDTH - indent - 1)
        for piece in pieces[:-1]:
            self.add(piece, indent)
        self.add(code("{},", pieces[-1]), indent)

    def call(self, before: Code, call: Call, indent: int, after: Code = EMPTY) -> None:
        """`before call after`, split as black splits a call with plain arguments."""
        args = call.args
        flat = join(", ", args)
        head = code("{} {}(", before, call.func) if before else code("{}(", call.func)
        line = code("{}{}){}", head, flat, after)
        if indent + len(line) <= WIDTH:
            self.add(line, indent)
            return
        self.add(head, indent)
        if len(args) == 1 or indent + 4 + len(flat) <= WIDTH:
            self.add(flat, indent + 4)
        else:
            for arg in args:
                self._argument(arg, indent + 4)
        self.add(code("){}", after), indent)


def _pieces(text: Code, width: int) -> list[Code]:
    """A string literal as several of some width, which are one where they follow another."""
    found: list[Code] = []
    words = re.findall(r"\S+\s*|\s+", str(ast.literal_eval(text)))
    piece = ""
    for word in words:
        if piece and len(lit(piece + word)) > width:
            found.append(lit(piece))
            piece = ""
        piece += word
    return [*found, lit(piece)]
