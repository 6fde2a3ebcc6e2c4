"""The extensions that hold rules, read as far as no schema is needed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, get_args

from ..diagnostics import Sink, diagnostic
from ..ir import VALIDATIONS, Id, Rule, RuleWhen
from ..load.document import Document
from .ruled import KUBERNETES, REQUIRES
from .view import escape

_TEXTS = ("rule", "message", "path", "fieldPath", "code", "reason", "when")
_FLAGS = ("skipAbsent", "optionalOldSelf")
_MEMBERS = frozenset((*_TEXTS, *_FLAGS, "messageExpression"))
_WHENS: dict[object, RuleWhen] = {name: name for name in get_args(RuleWhen)}
_POINTER = re.compile(r"(?:/(?:[^~/]|~[01])*)*")
_STEP = re.compile(r"\.(?P<name>[A-Za-z_][A-Za-z0-9_-]*)|\['(?P<quoted>[^'\]]+)'\]")
_LONGEST = 120


class _Mistake(Exception):
    """What is wrong, and where."""

    def __init__(self, place: Id, reason: str) -> None:
        super().__init__(reason)
        self.place = place
        self.reason = reason


class RuleTexts:
    """Reads rules where they stand; what is no rule is reported (E290)."""

    def __init__(self, document: Document, sink: Sink) -> None:
        self._document = document
        self._sink = sink

    def of(self, node: dict[str, Any], node_id: Id, usual: RuleWhen) -> Iterator[Rule]:
        """The rules of a schema or an operation; they hold `usual`ly if none says when."""
        for keyword in (VALIDATIONS, KUBERNETES):
            place = f"{node_id}/{keyword}"
            stated = node.get(keyword, [])
            if not isinstance(stated, list):
                self._complain(keyword, _Mistake(place, "it must be a list"))
                continue
            for index, item in enumerate(stated):
                try:
                    yield self._rule(item, f"{place}/{index}", usual)
                except _Mistake as mistake:
                    self._complain(keyword, mistake)

    def required(
        self, node: dict[str, Any], node_id: Id
    ) -> Iterator[tuple[str, str, Id]]:
        """The pairs of `x-requires`: a property, one that it needs, and where that stands."""
        stated = node.get(REQUIRES, {})
        place = f"{node_id}/{REQUIRES}"
        if not isinstance(stated, dict):
            reason = "it must map the name of a property to another"
            self._complain(REQUIRES, _Mistake(place, reason))
            return
        for name, needed in stated.items():
            names = needed if isinstance(needed, list) else [needed]
            for index, other in enumerate(names):
                own = f"{place}/{escape(name)}"
                own = f"{own}/{index}" if isinstance(needed, list) else own
                if isinstance(other, str):
                    yield name, other, own
                else:
                    reason = "what a property needs is the name of another"
                    self._complain(REQUIRES, _Mistake(own, reason))

    def _rule(self, item: object, place: Id, usual: RuleWhen) -> Rule:
        if not isinstance(item, dict):
            raise _Mistake(place, "a rule is an object")
        for name, value in item.items():
            self._check_member(name, value, place)
        text = item.get("rule", "")
        if not text.strip():
            raise _Mistake(place, "a rule needs its expression in `rule`")
        when = _WHENS.get(item.get("when", usual))
        if when is None:
            allowed = ", ".join(get_args(RuleWhen))
            raise _Mistake(f"{place}/when", f"when must be one of {allowed}")
        return Rule(
            rule=text,
            message=self._message(item, place),
            origin=place,
            path=_path(item, place),
            code=item.get("code") or item.get("reason") or "",
            when=when,
            skip_absent=item.get("skipAbsent") is True,
        )

    def _check_member(self, name: str, value: object, place: Id) -> None:
        if name[:2] == "x-":
            return
        where = f"{place}/{escape(name)}"
        if name not in _MEMBERS:
            raise _Mistake(where, f"a rule has no member {name}")
        wanted: type = bool if name in _FLAGS else str
        if not isinstance(value, wanted):
            kind = "true or false" if wanted is bool else "a text"
            raise _Mistake(where, f"{name} must be {kind}")

    def _message(self, item: dict[str, Any], place: Id) -> str:
        """What people read, on one line; a constant, whatever the value is."""
        stated = " ".join(item.get("message", "").split())
        usual = f"must satisfy {' '.join(item['rule'].split())}"
        if len(usual) > _LONGEST:
            usual = f"{usual[: _LONGEST - 3]}..."
        if "messageExpression" in item:
            span = self._document.locate(f"{place}/messageExpression")
            instead = "message" if stated else "a text made of the rule"
            self._sink.add(diagnostic("W291", span, instead=instead))
        return stated.rstrip(".") or usual

    def _complain(self, keyword: str, mistake: _Mistake) -> None:
        span = self._document.locate(mistake.place)
        self._sink.add(diagnostic("E290", span, keyword=keyword, reason=mistake.reason))


def _path(item: dict[str, Any], place: Id) -> str:
    """The pointer to what is to blame, from a pointer or from a path as Kubernetes has."""
    name = "path" if "path" in item else "fieldPath"
    stated = item.get(name, "")
    if _POINTER.fullmatch(stated):
        return str(stated)
    steps = list(_STEP.finditer(stated))
    if "".join(step.group() for step in steps) != stated:
        raise _Mistake(f"{place}/{name}", f"{name} is no JSON Pointer such as /name")
    found = [step["name"] or step["quoted"] for step in steps]
    return "".join(f"/{escape(token)}" for token in found)
