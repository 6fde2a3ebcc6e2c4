"""What is wrong with files, told file by file, and what all comes to."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from ..diagnostics import diagnostic, render, show
from ..diagnostics.printers import place_row
from ..progress import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..diagnostics import Diagnostic, Format, Span
    from ..load import Document
    from ..load.instances import Instance
    from ..policy import Policy

_UNREAD = "E501"


class Found(Protocol):
    """A violation, as the runtime of generated packages defines it."""

    @property
    def path(self) -> str: ...
    @property
    def keyword(self) -> str: ...
    @property
    def message(self) -> str: ...
    @property
    def expected(self) -> object: ...
    @property
    def schema_path(self) -> str: ...
    @property
    def rule(self) -> str: ...


class Report:
    """Counts everything, and keeps no more than `limit` findings.

    `about` is what the values are held against, and `policy` says what warnings count
    for. Text and annotations are printed file by file, JSON at the end. `values` counts
    what was checked, and `seen` has one finding of each code.
    """

    def __init__(
        self,
        document: Document,
        about: str,
        form: Format,
        limit: int,
        policy: Policy,
        *,
        quiet: bool = False,
    ) -> None:
        self._document = document
        self._about = about
        self._form = form
        self._limit = limit
        self._policy = policy
        self._quiet = quiet
        self._schemas: dict[str, Span] = {}
        self._waiting: list[Diagnostic] = []
        self._rows: list[dict[str, object]] = []
        self._told = self._held = 0
        self._files = self._invalid = 0
        self._violations = self._faults = self._unread = 0
        self._failed = False
        self._all_counted = True
        self.values = 0
        self.seen: dict[str, Diagnostic] = {}

    @property
    def exit_code(self) -> int:
        """0 when all is valid, 1 when something is not, 2 when a file cannot be read."""
        if self._unread:
            return 2
        return 1 if self._failed else 0

    def start(self) -> None:
        """A further file is read now."""
        self._files += 1

    def value(
        self, instance: Instance, found: Sequence[Found], *, is_all: bool = True
    ) -> None:
        """A value was checked; `found` are its violations, the first ones unless `is_all`."""
        self.values += 1
        self._all_counted = self._all_counted and is_all
        if found:
            self._invalid += 1
            self._violations += len(found)
            self._violated(instance, found)

    def _violated(self, instance: Instance, found: Sequence[Found]) -> None:
        for violation in found:
            if self._is_full() and "E500" in self.seen:
                self._held += 1
                continue
            place = instance.span(violation.path)
            schema = self._schema(violation.schema_path)
            finding = diagnostic(
                "E500",
                replace(place, pointer=""),
                related=[(violation.keyword, schema)],
                subject=violation.path or "the whole value",
                problem=violation.message,
                schema=f"{schema.file}#{schema.pointer}",
            )
            self._judge(finding, place, violation)

    def finding(self, item: Diagnostic) -> None:
        """Something is said of a file, or of its text."""
        judged = self._judge(item, item.span, None)
        if judged is not None and judged.severity == "error":
            self._unread += judged.code == _UNREAD
            self._faults += judged.code != _UNREAD

    def _judge(
        self, item: Diagnostic, place: Span | None, violation: Found | None
    ) -> Diagnostic | None:
        """Take in a finding as it counts for this user; None where it does not."""
        self.seen.setdefault(item.code, item)
        for judged in self._policy.judged([item]):
            self._failed = self._failed or judged.severity == "error"
            if self._is_full():
                self._held += 1
            else:
                self._keep(judged, place, violation)
            return judged
        return None

    def end(self) -> None:
        """The file has been read."""
        if self._form != "json":
            found, self._waiting = self._waiting, []
            sys.stdout.write(render(found, self._form, len(found)))

    def close(self) -> None:
        """All files have been read."""
        if self._form == "json":
            sys.stdout.write(json.dumps(self._result(), indent=1) + "\n")
            return
        if self._held:
            held = self._least(f"{self._held}")
            sys.stdout.write(f"{held} more not shown (--max-errors {self._limit})\n")
        if not self._quiet:
            sys.stdout.write(f"{self._summary()}\n")

    def _is_full(self) -> bool:
        return self._told >= self._limit

    def _schema(self, path: str) -> Span:
        """Where a keyword stands in the document."""
        if path not in self._schemas:
            document = self._document
            locate = document.locate
            if not document.is_as_written:
                locate = document.locate_written
            self._schemas[path] = locate(path)
        return self._schemas[path]

    def _keep(
        self, item: Diagnostic, place: Span | None, violation: Found | None
    ) -> None:
        self._told += 1
        if self._form == "json":
            self._rows.append(self._row(item, place, violation))
        else:
            self._waiting.append(item)

    def _row(
        self, item: Diagnostic, place: Span | None, violation: Found | None
    ) -> dict[str, object]:
        """A finding as the JSON result has it."""
        row: dict[str, object] = {"code": item.code, "severity": item.severity}
        row.update(place_row(place))
        if violation is None:
            return {**row, "message": item.message}
        return {
            **row,
            "message": violation.message,
            "keyword": violation.keyword,
            "expected": violation.expected,
            "rule": violation.rule,
            "schema_path": violation.schema_path,
            "schema": place_row(self._schema(violation.schema_path)),
        }

    def _result(self) -> dict[str, object]:
        return {
            "command": "validate",
            "valid": self.exit_code == 0,
            "against": self._about,
            "files": self._files,
            "unread": self._unread,
            "values": self.values,
            "invalid": self._invalid,
            "violations": self._violations,
            "all_counted": self._all_counted,
            "not_shown": self._held,
            "found": self._rows,
        }

    def _least(self, count: str) -> str:
        """A count of violations: the validator of a value stops when it has found many."""
        return count if self._all_counted else f"at least {count}"

    def _summary(self) -> str:
        """One line: how much was checked, and what came of it."""
        checked = f"{counted(self.values, 'value')} in {counted(self._files, 'file')}"
        found: list[str] = []
        if self._violations:
            violations = self._least(counted(self._violations, "violation"))
            found.append(f"{violations} in {counted(self._invalid, 'value')}")
        if self._faults:
            found.append(f"{counted(self._faults, 'fault')} of the text")
        if self._unread:
            found.append(f"{counted(self._unread, 'file')} not read")
        result = ", ".join(found) or "all valid"
        return f"checked {checked} against {show(self._about)}: {result}"
