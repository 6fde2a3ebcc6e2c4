"""The results of `generate` and `check` as text and as JSON."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from ..diagnostics import Span, diagnostic, render, show
from ..progress import counted
from ..write import MANIFEST, Irregular, drift_of, read_plain, unified_diff

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ..diagnostics import Diagnostic
    from ..session import Run
    from ..write import Drift

_LINE = 100_000
"""Characters of a diff line that are shown."""

NOTHING_WRITTEN = "nothing was written\n"
"""How a run of `generate` ends that has failed."""

_COMMAND = re.compile(r"##\w*\[")
"""How commands to build services look, wherever they stand in a line."""


def summary(runs: Iterable[Run]) -> str:
    """A line for each API that was generated."""
    return "".join(f"{_summary(run)}\n" for run in runs)


def _summary(run: Run) -> str:
    """What happened to the generated files; the manifest is not counted as one."""
    changes = run.changes
    if changes is None:
        return ""
    written = _without_manifest(*changes.create, *changes.update)
    same = _without_manifest(*changes.same)
    parts = [counted(written + same, "file")]
    if written:
        parts.append(f"{written} written")
    if same:
        parts.append(f"{same} unchanged")
    if changes.delete:
        parts.append(f"{len(changes.delete)} deleted")
    operations = counted(run.operations, "operation")
    schemas = counted(run.schemas, "schema")
    found = f"{show(run.config.name)}: {', '.join(parts)}; {operations}, {schemas}"
    if run.left_out:
        found += f"; {counted(run.left_out, 'operation')} left out by filters"
    return found


def _without_manifest(*paths: str) -> int:
    return sum(path != MANIFEST for path in paths)


def drifted(run: Run) -> bool:
    """Whether a folder is not as it would be generated."""
    return run.changes is not None and bool(drift_of(run.changes))


def drift(runs: Iterable[Run], *, quiet: bool) -> str:
    """For each API the files that differ, by name, then their diffs."""
    lines: list[str] = []
    for run in runs:
        if run.changes is None or run.failed:
            continue
        found = drift_of(run.changes)
        if found:
            lines += _names(run, found)
            for item in found:
                lines += [_harmless(line) for line in _diff(run, item)]
        elif not quiet:
            total = _without_manifest(*run.changes.same)
            lines.append(f"{show(run.config.name)}: no drift, {counted(total, 'file')}")
    return "".join(f"{line}\n" for line in lines)


def _names(run: Run, found: tuple[Drift, ...]) -> list[str]:
    number = counted(len(found), "file")
    verb = "differs" if len(found) == 1 else "differ"
    lines = [f"{show(run.config.name)}: {number} {verb} from what is generated"]
    for item in found:
        note = f" ({note})" if (note := item.note or _edited(run, item)) else ""
        lines.append(f"  {item.kind + ':':<13}{show(_place(run, item))}{note}")
    return lines + _hints(found)


def _edited(run: Run, item: Drift) -> str:
    """How many lines of a file are not those that are generated; empty if nobody edited."""
    if item.kind != "hand-edited":
        return ""
    return f"{counted(_differing(_diff(run, item)), 'line')} not as generated"


def _differing(diff: Sequence[str]) -> int:
    """The lines of a file that a diff takes away, or, where there are more, those that it
    adds: those of which somebody has made others."""
    marks = [row[:1] for row in diff[2:]]
    return max(marks.count("-"), marks.count("+"))


def _hints(found: tuple[Drift, ...]) -> list[str]:
    """Each hint once, with the kinds of drift that it is for."""
    kinds: dict[str, dict[str, None]] = {}
    for item in found:
        kinds.setdefault(item.hint, {})[item.kind] = None
    return [f"  hint: {', '.join(names)}: {hint}" for hint, names in kinds.items()]


def marks(runs: Iterable[Run]) -> str:
    """An annotation of GitHub Actions for each file that differs."""
    return render(
        (
            diagnostic(
                "E410",
                Span(_place(run, item), 0, 0),
                kind=item.kind,
                advice=item.hint,
            )
            for run in runs
            if run.changes is not None
            for item in drift_of(run.changes)
        ),
        "github",
    )


def codes(found: Iterable[Diagnostic]) -> list[str]:
    """The codes of the errors among some findings, sorted."""
    return sorted({item.code for item in found if item.severity == "error"})


def as_json(runs: Sequence[Run], *, checking: bool, codes: list[str]) -> str:
    """The results as one JSON object, in ASCII.

    Members: `command`, `codes` (of the errors that made it fail), `apis`; for `generate`
    also `written`, whether any file was written or deleted. An API has name, output, ok
    (neither an error nor drift), operations, schemas, left_out (operations that filters took out) and, for `generate`,
    the lists created, updated, deleted and unchanged; for `check`, drift: a list of
    objects with path, kind, note, hint, diff and lines, which counts those of an edited
    file that are not as generated.
    """
    result: dict[str, Any] = {"command": "check" if checking else "generate"}
    if not checking:
        result["written"] = not codes and any(
            run.changes is not None and not run.changes.empty for run in runs
        )
    result["codes"] = codes
    result["apis"] = [_api(run, checking=checking, failed=bool(codes)) for run in runs]
    return json.dumps(result, indent=1) + "\n"


def _api(run: Run, *, checking: bool, failed: bool) -> dict[str, Any]:
    found: dict[str, Any] = {
        "name": run.config.name,
        "output": run.output.shown if run.output else run.config.output,
        "ok": not run.failed and not (checking and drifted(run)),
        "operations": run.operations,
        "schemas": run.schemas,
        "left_out": run.left_out,
    }
    changes = run.changes
    if changes is None or run.failed:
        return found
    if not checking:
        if failed:
            return found
        found["created"] = changes.create
        found["updated"] = changes.update
        found["deleted"] = changes.delete
        found["unchanged"] = changes.same
        return found
    found["drift"] = [
        {
            "path": item.path,
            "kind": item.kind,
            "note": item.note,
            "hint": item.hint,
            "diff": "".join(f"{line}\n" for line in rows),
            "lines": _differing(rows) if item.kind == "hand-edited" else 0,
        }
        for item in drift_of(changes)
        for rows in [_diff(run, item)]
    ]
    return found


def _diff(run: Run, item: Drift) -> list[str]:
    """The diff of a file; none for the missing files of a package that never was."""
    output, expected = run.output, run.expected
    if output is None or expected is None:
        return []
    if item.kind == "missing" and run.prior.found is None:
        return []
    try:
        return unified_diff(
            item,
            _place(run, item),
            lambda path: read_plain(output.root / path),
            expected.content,
        )
    except (OSError, Irregular):
        return []


def _harmless(line: str) -> str:
    """A line of a diff without power over a terminal or a build service.

    Files on disk may hold anything. What generated files hold passes unchanged, so that
    the diff can be applied; a runner that looks for commands such as `::error::` behind
    leading blanks, or for `##vso[` anywhere, finds none.
    """
    mark, text = line[:1], line[1:]
    end = "\r" if text.endswith("\r") else ""
    text = text.removesuffix("\r")
    rest = text.lstrip()
    if mark == " " and rest.startswith("::") and "::" in rest[2:]:
        text = f"{text[: len(text) - len(rest)]}\\x3a{rest[1:]}"
    if _COMMAND.search(text):
        return mark + show(text, _LINE) + end
    parts = ("##".join(_printable(cell)) for cell in text.split("\t"))
    return mark + "\t".join(parts) + end


def _printable(text: str) -> list[str]:
    return [show(part, _LINE) for part in text.split("##")]


def _place(run: Run, item: Drift) -> str:
    return run.output.place(item.path) if run.output else item.path
