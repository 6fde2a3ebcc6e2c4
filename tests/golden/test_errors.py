"""What the tool says about bad documents: one folder for each code.

`errors/<CODE>_<slug>/` holds `spec.yaml` (or `spec.json`), the overlays for it if there
are any, and `diagnostics.txt`, the text that load and lower report, as a terminal would
show it.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from generator.diagnostics import CATALOGUE, Fatal, Sink, render
from generator.load import Source, load
from generator.lower import lower

HERE = Path(__file__).parent
TESTS = HERE.parent
CASES = sorted(path for path in (HERE / "errors").iterdir() if path.is_dir())
CODE = re.compile(r"\[([EWN][0-9]{3})\]")


def diagnose(folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The text of all findings about the document in `folder`."""
    monkeypatch.chdir(folder)
    path = next(Path().glob("spec.*"))
    overlays = tuple(Source(one) for one in sorted(Path().glob("*.overlay.yaml")))
    sink = Sink()
    try:
        document = load(Source(path, overlays=overlays), sink)
        if not sink.has_errors:
            lower(document, sink)
    except Fatal as fatal:
        sink.add(fatal.diagnostic)
    return render(sink.found)


@pytest.mark.parametrize("case", CASES, ids=lambda path: str(path.name))
def test_findings(
    case: Path, update_golden: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = diagnose(case, monkeypatch)
    expected = case / "diagnostics.txt"
    if update_golden:
        expected.write_text(found, encoding="utf-8")
    assert found == expected.read_text(encoding="utf-8")
    assert case.name.partition("_")[0] in CODE.findall(found)


def test_each_code_has_a_case() -> None:
    covered = {case.name.partition("_")[0] for case in CASES}
    for path in HERE.glob("*/diagnostics.txt"):
        covered |= set(CODE.findall(path.read_text(encoding="utf-8")))
    modules = [path for path in TESTS.rglob("test_*.py") if path != Path(__file__)]
    texts = [path.read_text(encoding="utf-8") for path in modules]
    missing = [
        code
        for code in CATALOGUE
        if code not in covered
        and not any(re.search(rf"\b{code}\b", text) for text in texts)
    ]
    assert missing == []


def test_each_case_is_of_a_known_code() -> None:
    assert [
        case.name for case in CASES if case.name.partition("_")[0] not in CATALOGUE
    ] == []
