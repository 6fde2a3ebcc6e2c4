"""What a call gives: the types of results and streams, and what makes them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...ir import Nothing, Scalar, TypeUse
from ..python.code import code
from ..python.layout import Atom, call_of, dict_display, subscript, union
from ..python.literals import ident, lit
from ..python.types import Scope, builtin
from .contents import holds_json

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ...ir import Stream
    from ..python.code import Code
    from ..python.imports import Imports
    from ..python.layout import Expr
    from ..python.types import Annotator
    from .contents import Answers, Case

_NONE = Atom(code("None"))
_FORMS = {
    "json": "Json",
    "text": "Text",
    "bytes": "Binary",
    "event": "JsonEvent",
    "text event": "TextEvent",
}
_PLAIN = {"text": "str", "bytes": "bytes"}


class Results:
    """Writes types of results, and the decoders that the transport makes them with.

    Each method takes the names that hide types of the same name where the type stands.
    """

    def __init__(self, annotator: Annotator, imports: Imports) -> None:
        self._annotator = annotator
        self._imports = imports

    def type(self, known: Answers, shadowed: frozenset[str]) -> Expr:
        """The type of a whole result."""
        return _any_of(self._case(case, shadowed) for case in known.cases)

    def item(self, known: Answers, shadowed: frozenset[str]) -> Expr:
        """The type of the items of a stream."""
        return _any_of(self._item(item, shadowed) for _, item in known.streams)

    def decoder(self, known: Answers, shadowed: frozenset[str]) -> Expr:
        """What makes a whole result: one decoder, or one for each case."""
        cases = [
            (case.status, case.content.media if case.content else "")
            for case in known.cases
        ]
        found = [self._decoder(case, shadowed) for case in known.cases]
        return self._chosen(cases, found, self.type(known, shadowed))

    def item_decoder(self, known: Answers, shadowed: frozenset[str]) -> Expr:
        """What makes an item of a stream: one decoder, or one for each media type."""
        cases = [(status, stream.media) for status, stream in known.streams]
        found = [self._item_decoder(stream, shadowed) for _, stream in known.streams]
        return self._chosen(cases, found, self.item(known, shadowed))

    def _chosen(
        self, cases: Sequence[tuple[str, str]], found: Sequence[Expr], kind: Expr
    ) -> Expr:
        """One of the decoders where they are all the same, else the choice by case."""
        if len({item.flat for item in found}) == 1:
            return found[0]
        self._imports.add(".._runtime.decoders", "Results")
        statuses = [status for status, _ in cases]
        members: dict[Code, Expr] = {}
        for (status, media), decoder in zip(cases, found, strict=True):
            is_shared = statuses.count(status) > 1 and media
            members.setdefault(
                lit(f"{status} {media}" if is_shared else status), decoder
            )
        generic = subscript(code("Results"), [kind])
        return call_of(generic, [dict_display(members.items())])

    def _case(self, case: Case, shadowed: frozenset[str]) -> Expr:
        if case.content is None:
            return _NONE
        if holds_json(case.content):
            return self._given(case.content.use, shadowed)
        is_text = case.content.use.type == Scalar("string")
        return Atom(code("str") if is_text else code("bytes"))

    def _decoder(self, case: Case, shadowed: frozenset[str]) -> Expr:
        if case.content is None:
            return self._named("Empty")
        if holds_json(case.content):
            return self._typed("Json", case.content.use, shadowed)
        is_text = case.content.use.type == Scalar("string")
        return self._named("Text" if is_text else "Binary")

    def _item(self, stream: Stream, shadowed: frozenset[str]) -> Expr:
        plain = _PLAIN.get(stream.form)
        return Atom(ident(plain)) if plain else self._given(stream.item, shadowed)

    def _item_decoder(self, stream: Stream, shadowed: frozenset[str]) -> Expr:
        name = _FORMS[stream.form]
        if stream.form in _PLAIN:
            return self._named(name)
        return self._typed(name, stream.item, shadowed)

    def _named(self, name: str) -> Expr:
        self._imports.add(".._runtime.decoders", name)
        return Atom(ident(name))

    def _typed(self, name: str, use: TypeUse, shadowed: frozenset[str]) -> Expr:
        self._imports.add(".._runtime.decoders", name)
        return subscript(ident(name), [self._annotation(use, shadowed)])

    def _given(self, use: TypeUse, shadowed: frozenset[str]) -> Expr:
        """The type of what comes; what must not come is given as it came, if it does."""
        found = self._annotator.resolve(use)
        if isinstance(found, TypeUse) and isinstance(found.type, Nothing):
            return Atom(builtin("object", Scope(self._imports, None, False, shadowed)))
        return self._annotation(use, shadowed)

    def _annotation(self, use: TypeUse, shadowed: frozenset[str]) -> Expr:
        return self._annotator.annotation(use, self._imports, shadowed=shadowed)


def _any_of(kinds: Iterable[Expr]) -> Expr:
    """The union of the types, None last."""
    listed = list(kinds)
    known = [kind for kind in listed if kind.flat != "None"]
    return union([*known, _NONE] if len(known) < len(listed) else known)
