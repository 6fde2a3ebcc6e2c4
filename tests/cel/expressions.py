"""Rules at random that fit their types: a grammar that is told what can be read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from generator.cel import (
    Bool,
    CelType,
    Double,
    Int,
    List,
    Map,
    Null,
    Object,
    String,
    Union,
    union_of,
)
from generator.cel.narrow import comparable
from generator.cel.types import can_be_null, members, without_null

from .scopes import KEYS, WORDS

if TYPE_CHECKING:
    from collections.abc import Mapping
    from random import Random
    from typing import TypeAlias

    Known: TypeAlias = "dict[str, CelType]"

_INTS = ("0", "1", "2", "3", "-1", "7", "128", "4611686018427387904")
_DOUBLES = ("0.0", "1.0", "0.5", "-2.5", "1e10")
_PATTERNS = ("^gpt-[0-9]", "^[a-z]*$", ".", "b", "^.$", "a|é", "(ab)+c?", "\\\\.", "^$")
_TYPES = (
    (Bool, "bool"),
    (String, "string"),
    (List, "list"),
    (Map, "map"),
    (Null, "null_type"),
)


class Grammar:
    """Makes conditions. `known` are expressions that can be read, with their types."""

    def __init__(self, rng: Random, scope: Mapping[str, CelType]) -> None:
        self._rng = rng
        self._scope = scope
        self._macros = 0

    def rule(self) -> str:
        """A whole rule."""
        return self._bool(self._opened(dict(self._scope)), 4)

    def _opened(self, known: Known) -> Known:
        """With the properties that are always there."""
        found = dict(known)
        waiting = list(known.items())
        while waiting and len(found) < 60:
            text, kind = waiting.pop(0)
            if isinstance(kind, Object):
                for name, field in kind.fields.items():
                    if field.is_required:
                        own = field.type
                        own = union_of((own, Null())) if field.is_nullable else own
                        found[f"{text}.{name}"] = own
                        waiting.append((f"{text}.{name}", own))
        return found

    def _with(self, known: Known, text: str, kind: CelType) -> Known:
        return {**known, **self._opened({text: kind})}

    def _pick(self, known: Known, *classes: type) -> str | None:
        """One of the expressions whose type is of one of the classes, for all members."""
        found = [
            text
            for text, kind in known.items()
            if members(kind) and all(isinstance(one, classes) for one in members(kind))
        ]
        return self._rng.choice(found) if found else None

    def _bool(self, known: Known, depth: int) -> str:
        makers = [self._relation, self._relation, self._text, self._member, self._path]
        if depth > 0:
            makers += [self._logic, self._logic, self._not, self._choice, self._macro]
            makers += [self._has, self._has, self._null, self._type, self._macro]
        for _ in range(20):
            found = self._rng.choice(makers)(known, depth)
            if found is not None:
                return found
        return f"{self._int(known, 0)} < {self._sized(known)}"

    def _sized(self, known: Known) -> str:
        found = self._pick(known, List, Map, String, Object)
        return f"size({found})" if found else self._rng.choice(_INTS)

    def _path(self, known: Known, depth: int) -> str | None:
        return self._pick(known, Bool)

    def _logic(self, known: Known, depth: int) -> str:
        sign = self._rng.choice(("&&", "||"))
        count = self._rng.choice((2, 2, 3))
        parts = [f"({self._bool(known, depth - 1)})" for _ in range(count)]
        return f" {sign} ".join(parts)

    def _not(self, known: Known, depth: int) -> str:
        return f"!({self._bool(known, depth - 1)})"

    def _choice(self, known: Known, depth: int) -> str:
        test = f"({self._bool(known, depth - 1)})"
        then, otherwise = self._bool(known, depth - 1), self._bool(known, depth - 2)
        literal = self._rng.choice(("true", "false", None, None))
        if literal is not None:
            then, otherwise = self._rng.choice(((literal, then), (then, literal)))
        return f"{test} ? ({then}) : ({otherwise})"

    def _guarded(self, test: str, known: Known, other: Known, depth: int) -> str:
        """A condition on `known`, where `test` holds."""
        inner = self._bool(known, depth - 1)
        return self._rng.choice(
            (
                f"{test} && ({inner})",
                f"!({test}) || ({inner})",
                f"{test} ? ({inner}) : ({self._bool(other, depth - 2)})",
                f"({test} && {self._relation(other, 0)}) && ({inner})",
            )
        )

    def _has(self, known: Known, depth: int) -> str | None:
        found = [
            (f"{text}.{name}", text, name, field)
            for text, kind in known.items()
            if isinstance(kind, Object)
            for name, field in kind.fields.items()
            if not field.is_required
        ]
        maps = [(text, kind) for text, kind in known.items() if isinstance(kind, Map)]
        if maps and self._rng.random() < 0.3:
            text, kind = self._rng.choice(maps)
            key = self._rng.choice(KEYS)
            inner = self._with(known, f'{text}["{key}"]', kind.value)
            return self._guarded(f'"{key}" in {text}', inner, known, depth)
        if not found:
            return None
        path, text, name, field = self._rng.choice(found)
        kind = union_of((field.type, Null())) if field.is_nullable else field.type
        inner = self._with(known, path, kind)
        test = self._rng.choice((f"has({path})", f"has({path})", f'"{name}" in {text}'))
        return self._guarded(test, inner, known, depth)

    def _null(self, known: Known, depth: int) -> str | None:
        found = [text for text, kind in known.items() if can_be_null(kind)]
        if not found:
            return None
        text = self._rng.choice(found)
        inner = self._with(known, text, without_null(known[text]))
        test = self._rng.choice((f"{text} != null", f"null != {text}"))
        return self._guarded(test, inner, known, depth)

    def _type(self, known: Known, depth: int) -> str | None:
        found = [
            text
            for text, kind in known.items()
            if isinstance(kind, Union) and kind.members
        ]
        if not found:
            return None
        text = self._rng.choice(found)
        kinds = members(known[text])
        name = self._rng.choice([_type_name(kind) for kind in kinds])
        inner = union_of(kind for kind in kinds if _type_name(kind) == name)
        test = f"type({text}) == {name}"
        return self._guarded(test, self._with(known, text, inner), known, depth)

    def _relation(self, known: Known, depth: int) -> str:
        rng = self._rng
        sign = rng.choice(("==", "!=", "<", "<=", ">", ">="))
        pick = rng.random()
        text = self._pick(known, String)
        if pick < 0.3 and text is not None:
            return f"{text} {sign} {self._string(known, depth)}"
        double = self._pick(known, Double)
        if pick < 0.5 and double is not None:
            other = (
                self._double(known, depth)
                if rng.random() < 0.6
                else self._int(known, 1)
            )
            return f"{double} {sign} {other}"
        if pick < 0.7 and len(known) > 1:
            left, right = rng.sample(sorted(known), 2)
            if comparable(known[left], known[right]):
                return f"{left} {sign[0] if sign[0] == '!' else '='}= {right}"
        return f"{self._int(known, depth)} {sign} {self._sized(known)}"

    def _int(self, known: Known, depth: int) -> str:
        rng = self._rng
        pick = rng.random()
        if depth <= 0 or pick < 0.3:
            return self._pick(known, Int) or self._sized(known)
        if pick < 0.4:
            return rng.choice(_INTS)
        if pick < 0.5:
            return self._sized(known)
        if pick < 0.6 and (found := self._pick(known, Double, String)) is not None:
            kinds = {type(one) for one in members(known[found])}
            return f"int({found})" if len(kinds) == 1 else self._sized(known)
        if pick < 0.65:
            return f"-({self._int(known, depth - 1)})"
        if pick < 0.72 and depth > 1:
            test = f"({self._bool(known, depth - 2)})"
            return f"({test} ? {self._int(known, depth - 1)} : {rng.choice(_INTS)})"
        if pick < 0.78 and (found := self._pick(known, List)) is not None:
            kind = known[found]
            if isinstance(kind, List) and isinstance(kind.item, Int):
                return f"{found}[{rng.choice(('0', '1', self._sized(known)))}]"
        left, right = self._int(known, depth - 1), self._int(known, depth - 1)
        return f"({left} {rng.choice('+-*/%')} {right})"

    def _double(self, known: Known, depth: int) -> str:
        rng = self._rng
        pick = rng.random()
        if depth <= 0 or pick < 0.4:
            return self._pick(known, Double) or rng.choice(_DOUBLES)
        if pick < 0.5:
            return rng.choice(_DOUBLES)
        if pick < 0.6:
            return f"double({self._int(known, depth - 1)})"
        if pick < 0.65:
            return f"-({self._double(known, depth - 1)})"
        left, right = self._double(known, depth - 1), self._double(known, depth - 1)
        return f"({left} {rng.choice('+-*/')} {right})"

    def _string(self, known: Known, depth: int) -> str:
        rng = self._rng
        pick = rng.random()
        found = self._pick(known, String)
        if pick < 0.4 and found is not None:
            return found
        if pick < 0.6 and depth > 0:
            return (
                f"({self._string(known, depth - 1)} + {self._string(known, depth - 1)})"
            )
        if pick < 0.7 and depth > 0:
            return f"string({self._int(known, depth - 1)})"
        return f'"{rng.choice(WORDS)}"'

    def _text(self, known: Known, depth: int) -> str | None:
        found = self._pick(known, String)
        if found is None:
            return None
        method = self._rng.choice(("startsWith", "endsWith", "contains", "matches"))
        if method == "matches":
            return f'{found}.matches("{self._rng.choice(_PATTERNS)}")'
        return f"{found}.{method}({self._string(known, 1)})"

    def _member(self, known: Known, depth: int) -> str | None:
        rng = self._rng
        found = self._pick(known, String, Int, Double, Bool)
        if found is None:
            return None
        lists = [
            text
            for text, kind in known.items()
            if isinstance(kind, List) and comparable(kind.item, known[found])
        ]
        if lists and rng.random() < 0.5:
            return f"{found} in {rng.choice(lists)}"
        if isinstance(known[found], String):
            maps = self._pick(known, Map)
            if maps is not None and rng.random() < 0.3:
                return f"{found} in {maps}"
            return f"{found} in [{', '.join(self._string(known, 0) for _ in range(2))}]"
        if isinstance(known[found], (Int, Double)):
            items = (*rng.sample(_INTS, 2), *rng.sample(_DOUBLES, rng.randrange(2)))
            return f"{found} in [{', '.join(items)}]"
        return None

    def _macro(self, known: Known, depth: int) -> str | None:
        if self._macros >= 2:
            return None
        found = self._pick(known, List) or self._pick(known, Map)
        if found is None:
            return None
        kind = known[found]
        items = union_of(
            one.item if isinstance(one, List) else String() for one in members(kind)
        )
        self._macros += 1
        name = "xyz"[self._macros]
        inner = self._with(known, name, items)
        if isinstance(kind, Map):
            inner = self._with(inner, f"{found}[{name}]", kind.value)
        body = self._bool(inner, depth - 2)
        shape = self._rng.choice(("all", "exists", "exists_one", "filter", "map"))
        if shape == "filter":
            text = f"size({found}.filter({name}, {body})) {self._rng.choice('<>')} 1"
        elif shape == "map":
            text = f"({body.count('&')} in {found}.map({name}, {body}, {self._int(inner, 1)}))"
        else:
            text = f"{found}.{shape}({name}, {body})"
        self._macros -= 1
        return text


class Reckless(Grammar):
    """Makes rules that often read what may be absent, null or of another type.

    The checker should refuse those, and take the others.
    """

    def _opened(self, known: Known) -> Known:
        found = super()._opened(known)
        for text, kind in list(found.items()):
            if isinstance(kind, Object):
                for name, field in kind.fields.items():
                    if not field.is_required and self._rng.random() < 0.1:
                        found[f"{text}.{name}"] = field.type
            elif can_be_null(kind) and self._rng.random() < 0.3:
                found[text] = without_null(kind)
        return found

    def _guarded(self, test: str, known: Known, other: Known, depth: int) -> str:
        rng = self._rng
        sign, opposite = rng.choice(("&&", "||")), rng.choice(("", "!", "!!"))
        inner = self._bool(known, depth - 1)
        mixed = f"({test}) {rng.choice(('&&', '||'))} {self._relation(other, 0)}"
        return rng.choice(
            (
                super()._guarded(test, known, other, depth),
                f"{opposite}({test}) {sign} ({inner})",
                f"{opposite}({mixed}) {sign} ({inner})",
                f"({mixed} ? {rng.choice(('true', 'false'))} : {test}) {sign} ({inner})",
                f"(({test}) == {rng.choice(('true', 'false'))}) {sign} ({inner})",
                f"{opposite}({test}) ? {self._relation(other, 0)} : ({inner})",
            )
        )


def _type_name(kind: CelType) -> str:
    for own, name in _TYPES:
        if isinstance(kind, own):
            return name
    return (
        "map"
        if isinstance(kind, Object)
        else "int" if isinstance(kind, Int) else "double"
    )
