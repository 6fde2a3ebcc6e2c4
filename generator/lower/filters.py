"""Filters: the part of an API that the user asks for.

An operation stays when it matches a pattern of each list of includes that is given, and
no pattern of any list of excludes. What nothing that stays leads to goes as well:
schemas, security schemes and tags. Webhooks are chosen like operations.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from difflib import get_close_matches
from typing import Protocol

from ..diagnostics import Diagnostic, Sink, Span, report
from ..ir import Api, Operation
from ..load.document import Document
from ..values import dataclass
from .globs import Glob
from .reach import reached

_SUBJECTS = {"tags": "tag", "paths": "path", "operations": "operation"}


class Rule(Protocol):
    """A pattern, and the list that it stands in: `include_tags`, `exclude_paths`, ..."""

    @property
    def option(self) -> str:
        """`include` or `exclude`, and `tags`, `paths` or `operations`."""
        ...

    @property
    def pattern(self) -> str:
        """A glob; for operations, of the operation id or of `GET /path`."""
        ...

    @property
    def place(self) -> Span | None:
        """Where it is written, if that is known."""
        ...


@dataclass(frozen=True, slots=True)
class Selection:
    """The part of an API that is generated; how many operations are not."""

    api: Api
    left_out: int = 0


def select(
    api: Api, document: Document, rules: Sequence[Rule], sink: Sink
) -> Selection:
    """The part of `api` that the rules leave; all of it where there are none.

    `document` is what the model was made of, which holds more references than it does.

    Reports patterns that match nothing, and rules that leave nothing at all.
    """
    if not rules:
        return Selection(api)
    calls = (*api.operations, *api.webhooks)
    matched = [(rule, _matched(rule, calls, sink)) for rule in rules]
    kept = _kept({call.id for call in calls}, matched)
    left_out = len(calls) - len(kept)
    if calls and not kept:
        report(sink, "E220", _place_of(rules), count=len(calls))
    return Selection(_part(api, document, kept), left_out)


def relevant(
    found: Iterable[Diagnostic], document: Document, whole: Api, part: Api
) -> list[Diagnostic]:
    """The findings without those about schemas and operations that were left out."""
    known = {call.id for call in _calls(whole)}
    kept = {call.id for call in _calls(part)}
    known.update(whole.assertions, whole.shapes)
    kept.update(part.assertions, part.shapes)
    gone = known - kept
    return [
        item
        for item in found
        if item.span is None or not _within(document.identify(item.span), known, gone)
    ]


def _within(place: str, known: set[str], gone: set[str]) -> bool:
    """Whether the innermost known node around a place is gone."""
    while place:
        if place in known:
            return place in gone
        place = place.rpartition("/")[0]
    return False


def _kept(calls: set[str], matched: Iterable[tuple[Rule, set[str]]]) -> set[str]:
    included: dict[str, set[str]] = {}
    excluded: set[str] = set()
    for rule, ids in matched:
        if rule.option.startswith("include"):
            included.setdefault(rule.option, set()).update(ids)
        else:
            excluded |= ids
    for ids in included.values():
        calls = calls & ids
    return calls - excluded


def _matched(rule: Rule, calls: Iterable[Operation], sink: Sink) -> set[str]:
    """The ids of the operations that a pattern matches; none is reported."""
    glob = Glob(rule.pattern)
    kind = rule.option.partition("_")[2]
    found: set[str] = set()
    known: dict[str, None] = {}
    for call in calls:
        own = subjects(call, kind)
        if any(glob.matches(subject) for subject in own):
            found.add(call.id)
        known.update(dict.fromkeys(own[:1] if kind == "operations" else own))
    if not found:
        report(
            sink,
            "W220",
            rule.place,
            pattern=rule.pattern,
            option=rule.option,
            subject=_SUBJECTS[kind],
            suggestion=closest(rule.pattern, known),
        )
    return found


def subjects(call: Operation, kind: str) -> tuple[str, ...]:
    """What a pattern is held against. A webhook has a name in place of a path."""
    if kind == "tags":
        return call.tags
    if kind == "paths":
        return () if call.kind == "webhook" else (call.path,)
    names = (call.operation_id, f"{call.method} {call.path}")
    return tuple(name for name in names if name)


def closest(pattern: str, known: Iterable[str]) -> str:
    """ "; did you mean X?" with what is most like the pattern, else an empty text."""
    folded = {name.casefold(): name for name in sorted(known, reverse=True)}
    wanted = pattern.replace("*", "").rstrip("/").casefold()
    near = get_close_matches(wanted, list(folded), n=1, cutoff=0.7)
    return f"; did you mean '{folded[near[0]]}'?" if near else ""


def _place_of(rules: Iterable[Rule]) -> Span | None:
    return next((rule.place for rule in rules if rule.place is not None), None)


def _calls(api: Api) -> tuple[Operation, ...]:
    return (*api.operations, *api.webhooks, *api.callbacks)


def _part(api: Api, document: Document, kept: set[str]) -> Api:
    operations = tuple(call for call in api.operations if call.id in kept)
    webhooks = tuple(call for call in api.webhooks if call.id in kept)
    callbacks = tuple(_callbacks(api, (*operations, *webhooks)))
    calls = (*operations, *webhooks, *callbacks)
    ids = reached(api, document, calls)
    schemes = {
        name
        for call in calls
        for requirement in call.security
        for name, _ in requirement.schemes
    }
    tags = {tag for call in calls for tag in call.tags}
    shapes = {key: shape for key, shape in api.shapes.items() if key in ids}
    return replace(
        api,
        operations=operations,
        webhooks=webhooks,
        callbacks=callbacks,
        components={key: id for key, id in api.components.items() if id in ids},
        shapes=shapes,
        assertions={key: one for key, one in api.assertions.items() if key in ids},
        security_schemes={
            key: scheme
            for key, scheme in api.security_schemes.items()
            if key in schemes
        },
        tags=tuple(tag for tag in api.tags if tag.name in tags),
        groups=tuple(_groups(api, {shape.root for shape in shapes.values()})),
    )


def _callbacks(api: Api, calls: Iterable[Operation]) -> Iterator[Operation]:
    """The callbacks that some operations bring about, and those of these in turn."""
    known = {callback.id: callback for callback in api.callbacks}
    waiting = [item.operation for call in calls for item in call.callbacks]
    while waiting:
        callback = known.pop(waiting.pop(0), None)
        if callback is not None:
            waiting += [item.operation for item in callback.callbacks]
            yield callback


def _groups(api: Api, roots: set[str]) -> Iterator[tuple[str, ...]]:
    """What is left of the circles of roots."""
    for group in api.groups:
        left = tuple(root for root in group if root in roots)
        if len(left) > 1:
            yield left
