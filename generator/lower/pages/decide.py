"""Which operations have results in pages: rules, then extensions, then inference."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Protocol

from ...diagnostics import Sink, Span, diagnostic, report
from ...ir import Id, Operation, Pagination
from ...load.document import Document
from ...values import dataclass
from ..behind import Shapes
from ..filters import closest, subjects
from ..globs import Glob
from ..view import Part, escape
from .declared import Misfit, fitted, read
from .dialects import ORDER, declaration
from .infer import inferred


class Rule(Protocol):
    """What the configuration says of the operations that a pattern matches."""

    @property
    def pattern(self) -> str:
        """A glob of the operation id or of `GET /path`."""
        ...

    @property
    def declared(self) -> Mapping[str, object] | None:
        """A declaration; None says that there are no pages."""
        ...

    @property
    def place(self) -> Span | None:
        """Where it is written, if that is known."""
        ...


class Rules(Protocol):
    """All that the configuration says."""

    @property
    def enabled(self) -> bool:
        """Whether there are pages at all."""
        ...

    @property
    def infer(self) -> bool:
        """Whether pages are inferred where nothing declares them."""
        ...

    @property
    def rules(self) -> Sequence[Rule]:
        """In the order of precedence."""
        ...


@dataclass(frozen=True, slots=True)
class _NoRules:
    enabled: bool = True
    infer: bool = True
    rules: tuple[Rule, ...] = ()


NO_RULES: Rules = _NoRules()
"""What counts where nobody says anything."""


def paginated(
    operations: Iterable[Operation],
    extensions: Mapping[Id, Part],
    shapes: Shapes,
    document: Document,
    rules: Rules,
    sink: Sink,
) -> tuple[Operation, ...]:
    """The operations, those with results in pages with what they need for it.

    `extensions` are the nodes of operations with an extension that declares pages.
    """
    listed = tuple(operations)
    if not rules.enabled:
        return listed
    this = _Decisions(extensions, shapes, document, rules, sink)
    found = {item.id: this.of(item) for item in listed}
    this.report_unused(listed)
    return tuple(
        replace(item, pagination=pages) if (pages := found[item.id]) else item
        for item in listed
    )


class _Decisions:
    """Decides operation by operation, and keeps what became of the rules."""

    def __init__(
        self,
        extensions: Mapping[Id, Part],
        shapes: Shapes,
        document: Document,
        rules: Rules,
        sink: Sink,
    ) -> None:
        self._extensions = extensions
        self._shapes = shapes
        self._document = document
        self._infer = rules.infer
        self._sink = sink
        ordered = sorted(rules.rules, key=lambda rule: "*" in rule.pattern)
        self._rules = [(rule, Glob(rule.pattern)) for rule in ordered]
        self._used: set[int] = set()
        self._misfits: dict[int, tuple[Operation, Misfit]] = {}

    def of(self, operation: Operation) -> Pagination | None:
        """What an operation has."""
        names = subjects(operation, "operations")
        for index, (rule, glob) in enumerate(self._rules):
            if any(glob.matches(name) for name in names):
                found = self._ruled(index, rule, operation)
                if found is not None or index in self._used:
                    return found
        part = self._extensions.get(operation.id)
        if part is not None and isinstance(part.node, dict):
            for name in ORDER:
                if name in part.node:
                    return self._extended(part, name, operation)
        return inferred(operation, self._shapes) if self._infer else None

    def _ruled(self, index: int, rule: Rule, operation: Operation) -> Pagination | None:
        """What a rule comes to; one that does not fit is kept to be told."""
        if rule.declared is None:
            self._used.add(index)
            return None
        try:
            found = fitted(read(rule.declared), operation, self._shapes)
        except Misfit as misfit:
            self._misfits.setdefault(index, (operation, misfit))
            return None
        self._used.add(index)
        return found

    def _extended(
        self, part: Part, name: str, operation: Operation
    ) -> Pagination | None:
        assert isinstance(part.node, dict)
        try:
            said = declaration(name, part.node[name], operation.method)
            return fitted(said, operation, self._shapes) if said else None
        except Misfit as misfit:
            span = self._document.locate(f"{part.id}/{escape(name)}")
            finding = diagnostic("W281", span, extension=name, reason=str(misfit))
            self._sink.add(finding)
            return None

    def report_unused(self, operations: Sequence[Operation]) -> None:
        """Tell the rules that match no operation, or fit none of those they match."""
        for index, (rule, _) in enumerate(self._rules):
            if index in self._used:
                continue
            if index in self._misfits:
                operation, misfit = self._misfits[index]
                name = operation.operation_id or f"{operation.method} {operation.path}"
                report(self._sink, "E280", rule.place, name=name, reason=str(misfit))
                continue
            known = [subjects(item, "operations")[0] for item in operations]
            report(
                self._sink,
                "W280",
                rule.place,
                pattern=rule.pattern,
                suggestion=closest(rule.pattern, known),
            )
