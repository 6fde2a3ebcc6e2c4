"""The verbs: what they write, print and return."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from generator.diagnostics import CATALOGUE
from generator.write import digest

from .support import CHANGED, ROOT, SPEC, Answer, files, hand_edit, oasmith

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def test_generate_says_what_it_did(project: Path, call: Callable[..., Answer]) -> None:
    first = call("generate", "pets.yaml")
    count = len(files(project / "pets")) - 1
    summary = f"pets: {count} files, {count} written; 1 operation, 1 schema\n"
    assert (first.code, first.out, first.err) == (0, summary, "")
    second = call("generate", "pets.yaml")
    assert (
        second.out == f"pets: {count} files, {count} unchanged; 1 operation, 1 schema\n"
    )
    assert call("check", "pets.yaml").out == f"pets: no drift, {count} files\n"
    (api,) = call("check", "pets.yaml", "--format", "json").json()["apis"]
    assert (api["ok"], api["drift"]) == (True, [])


def test_a_changed_document_is_drift_until_generated(
    project: Path, call: Callable[..., Answer]
) -> None:
    call("generate", "pets.yaml")
    before = files(project / "pets")
    (project / "pets.yaml").write_text(CHANGED)
    answer = call("check", "pets.yaml")
    assert answer.code == 1
    assert "  different:   pets/models/pet.py\n" in answer.out
    place = "pets/models/pet.py"
    assert f"\n--- a/{place}\n+++ b/{place}\n@@" in answer.out
    assert "\n+    age: int | None = None\n" in answer.out
    assert files(project / "pets") == before
    assert call("generate", "pets.yaml").code == 0
    assert call("check", "pets.yaml").code == 0


def test_check_names_every_kind_of_drift(
    project: Path, call: Callable[..., Answer]
) -> None:
    call("generate", "pets.yaml")
    (project / "pets.yaml").write_text(CHANGED)
    (project / "pets" / "py.typed").unlink()
    (project / "pets" / "models" / "mine.py").write_text("x = 1\n")
    with (project / "pets" / "__init__.py").open("a") as file:
        file.write("changed = True\n")
    (project / "pets" / "__pycache__").mkdir()
    (project / "pets" / "_custom").mkdir()
    (project / "pets" / "_custom" / "own.py").write_text("")
    (api,) = call("check", "pets.yaml", "--format", "json").json()["apis"]
    kinds = {item["path"]: item["kind"] for item in api["drift"]}
    assert api["ok"] is False
    assert kinds["py.typed"] == "missing"
    assert kinds["models/pet.py"] == "different"
    assert kinds["models/mine.py"] == "extra"
    assert kinds["__init__.py"] == "hand-edited"
    assert not any("_custom" in path or "__pycache__" in path for path in kinds)
    text = call("check", "pets.yaml").out
    for path, kind in kinds.items():
        assert f"  {kind + ':':<13}pets/{path}" in text
    marks = call("check", "pets.yaml", "--format", "github").err
    assert "::error file=pets/py.typed,title=E410::missing: " in marks
    hints = {item["kind"]: item["hint"] for item in api["drift"]}
    assert hints["missing"] == hints["different"] == "run `oasmith generate`"
    assert "--force" in hints["hand-edited"] and "_custom/" in hints["extra"]
    assert "  hint: different, missing: run `oasmith generate`\n" in text
    for kind, hint in hints.items():
        assert any(
            line.startswith("  hint: ") and kind in line and line.endswith(hint)
            for line in text.splitlines()
        )
        assert f"::{kind}: " in marks and f"%0A{hint}\n" in marks


def test_q5_check_counts_the_lines_that_were_edited(
    project: Path, call: Callable[..., Answer]
) -> None:
    """So that a build can refuse to let them become more."""
    call("generate", "pets.yaml")
    path = project / "pets" / "models" / "pet.py"
    first, _, *rest = path.read_text().splitlines(keepends=True)
    path.write_text("".join([first, "# mine\n", "# mine too\n", *rest]))
    text = call("check", "pets.yaml").out
    assert "  hand-edited: pets/models/pet.py (2 lines not as generated)\n" in text
    (api,) = call("check", "pets.yaml", "--format", "json").json()["apis"]
    assert [(item["kind"], item["lines"]) for item in api["drift"]] == [
        ("hand-edited", 2)
    ]
    path.write_text("".join([first, *rest]))
    text = call("check", "pets.yaml").out
    assert "  hand-edited: pets/models/pet.py (1 line not as generated)\n" in text


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
@pytest.mark.parametrize("form", ["text", "json"])
def test_git_applies_what_check_prints(
    project: Path, call: Callable[..., Answer], form: str
) -> None:
    call("generate", "pets.yaml", "-o", "src/my pets", "--package", "pets")
    package = project / "src" / "my pets"
    hand_edit(package)
    with (package / "models" / "pet.py").open("a") as file:
        file.write("## by hand\n\t::\nwithout an end")
    (package / "models" / "__init__.py").unlink()
    (project / "pets.yaml").write_text(CHANGED.replace("All pets.", "## All pets"))
    options = ("pets.yaml", "-o", "src/my pets", "--package", "pets", "--format", form)
    answer = call("check", *options)
    patch = answer.out
    if form == "json":
        patch = "".join(item["diff"] for item in answer.json()["apis"][0]["drift"])
    subprocess.run(["git", "apply", "-"], input=patch.encode(), check=True, cwd=project)
    drift = call("check", *options[:-1], "json").json()["apis"][0]["drift"]
    assert [item["path"] for item in drift] == [".oasmith.json"]


def test_check_of_nothing_is_all_missing(
    project: Path, call: Callable[..., Answer]
) -> None:
    answer = call("check", "pets.yaml")
    assert answer.code == 1
    assert "missing:     pets/models/pet.py" in answer.out
    assert not (project / "pets").exists()


def test_check_trusts_the_cache_and_not_the_manifest(
    project: Path, call: Callable[..., Answer]
) -> None:
    call("generate", "pets.yaml")
    path = project / "pets" / "models" / "pet.py"
    path.write_text(path.read_text() + "import os\n")
    manifest = project / "pets" / ".oasmith.json"
    content = json.loads(manifest.read_text())
    content["files"]["models/pet.py"] = digest(path.read_bytes())
    manifest.write_text(json.dumps(content, indent=1, sort_keys=True) + "\n")
    answer = call("check", "pets.yaml")
    assert answer.code == 1
    assert "different:   pets/models/pet.py" in answer.out


def test_a_target_brings_what_it_needs(
    project: Path, call: Callable[..., Answer]
) -> None:
    call("generate", "pets.yaml", "--target", "client", "-o", "src/zoo")
    assert {path.name for path in (project / "src" / "zoo").iterdir()} == {
        ".oasmith.json",
        "__init__.py",
        "_runtime",
        "client",
        "errors.py",
        "models",
        "py.typed",
    }
    manifest = json.loads((project / "src" / "zoo" / ".oasmith.json").read_text())
    assert manifest["package"] == "zoo"
    assert manifest["targets"] == ["models", "client"]


def test_the_configuration_drives_all_apis(
    project: Path, call: Callable[..., Answer]
) -> None:
    (project / "oasmith.toml").write_text(
        '[apis.pets]\nspec = "pets.yaml"\noutput = "gen/pets"\n'
        '[apis.zoo]\nspec = "pets.yaml"\noutput = "gen/zoo"\ntargets = ["models"]\n'
    )
    assert [line.split(":")[0] for line in call("generate").out.splitlines()] == [
        "pets",
        "zoo",
    ]
    assert call("check").code == 0
    assert call("check", "--api", "zoo").out.startswith("zoo: no drift")


def test_one_bad_api_keeps_all_from_being_written(
    project: Path, call: Callable[..., Answer]
) -> None:
    (project / "oasmith.toml").write_text(
        '[apis.pets]\nspec = "pets.yaml"\n[apis.zoo]\nspec = "missing.yaml"\n'
    )
    answer = call("generate", "--format", "json")
    assert answer.code == 2
    assert answer.findings() == ["E100"]
    assert [api["ok"] for api in answer.json()["apis"]] == [True, False]
    assert not (project / "pets").exists()


def test_the_document_may_come_from_stdin(tmp_path: Path) -> None:
    ended = oasmith(
        "generate",
        "-",
        "-o",
        "pets",
        "--target",
        "models",
        input=SPEC.encode(),
        cwd=tmp_path,
        env={"OASMITH_CACHE_DIR": str(tmp_path / ".cache")},
    )
    assert ended.returncode == 0, ended.stderr
    assert (tmp_path / "pets" / "models" / "pet.py").exists()
    assert ended.stderr == b""


def test_ir_prints_the_model(project: Path, call: Callable[..., Answer]) -> None:
    answer = call("ir", "pets.yaml")
    assert answer.code == 0
    assert answer.json()["ir"] == 1
    broken = call("ir", "none.yaml")
    assert (broken.code, broken.out) == (2, "")


@pytest.mark.parametrize("code", sorted(CATALOGUE))
def test_every_code_is_explained(code: str, call: Callable[..., Answer]) -> None:
    answer = call("explain", code.lower())
    assert answer.code == 0
    assert answer.out.startswith(f"{code} (")
    assert "{" not in answer.out


def test_an_unknown_code_has_a_hint(call: Callable[..., Answer]) -> None:
    answer = call("explain", "E40")
    assert answer.code == 2
    assert "E009" in answer.err and "did you mean" in answer.err


def test_timings_go_to_stderr(project: Path, call: Callable[..., Answer]) -> None:
    answer = call("generate", "pets.yaml", "--timings")
    stages = [line.split()[0] for line in answer.err.splitlines()]
    assert stages == [
        "stage",
        "cache",
        "load",
        "lower",
        "name",
        "digest",
        "plan",
        "render",
        "style",
        "write",
        "total",
    ]
    whole = call("generate", "pets.yaml", "--timings", "--no-cache")
    stages.remove("cache")
    stages.remove("digest")
    assert [line.split()[0] for line in whole.err.splitlines()] == stages
    assert [
        line.split()[0]
        for line in call("ir", "pets.yaml", "--timings").err.splitlines()
    ] == [
        "stage",
        "load",
        "lower",
        "total",
    ]


def test_help_and_version_and_no_verb(call: Callable[..., Answer]) -> None:
    shown = call("--help")
    assert shown.code == 0 and "examples:" in shown.out
    assert call("generate", "--help").code == 0
    assert call("--version").out.startswith("oasmith ")
    bare = call()
    assert (bare.code, bare.out, bare.err) == (2, "", shown.out)
    assert "COMMAND ..." in shown.out and "VERB" not in shown.out
    assert "~/.cache/oasmith" in call("check", "--help").out
    wrong = call("--nothing")
    assert wrong.code == 2 and "E001" in wrong.err and "oasmith --help" in wrong.err
    assert "`oasmith check --help`" in call("check", "--format", "x").err


@pytest.mark.parametrize(
    ("argv", "reason"),
    [
        ("generate --targt x y.yaml", "no option --targt; did you mean --target?"),
        ("generate y.yaml --targt=x", "no option --targt; did you mean --target?"),
        ("generate y.yaml -target x", "no option -target; did you mean --target?"),
        ("mock --prot=9", "no option --prot; did you mean --port?"),
        ("check -z", "no option -z\n"),
        ("validate a.yaml --shema X", "no option --shema; did you mean --schema?"),
        ("explain --all", "no option --all"),
        ("check a.yaml b.yaml", "one argument too many: b.yaml"),
    ],
)
def test_an_unknown_option_is_what_is_told(
    call: Callable[..., Answer], argv: str, reason: str
) -> None:
    """Not the document beside it, and with the help of the command."""
    answer = call(*argv.split())
    assert answer.code == 2
    assert reason in answer.err and answer.err.count("error[E001]") == 1
    assert ".yaml" not in answer.err.replace("too many: b.yaml", "")
    assert f"`oasmith {argv.split()[0]} --help`" in answer.err


@pytest.mark.parametrize(
    "argv",
    [
        ["check", "-qo", "out", "--targ", "models", "none.yaml"],
        ["check", "-oout", "--target=models", "--", "none.yaml"],
        ["check", "-q", "--", "--none.yaml"],
    ],
)
def test_known_options_in_each_way_of_writing(
    project: Path, call: Callable[..., Answer], argv: list[str]
) -> None:
    assert "error[E100]" in call(*argv).err


@pytest.mark.parametrize(
    ("argv", "code", "hint"),
    [
        (["genrate", "pets.yaml"], "E015", "did you mean `oasmith generate`?"),
        (["pets.yaml"], "E015", "put the command first: `oasmith generate`"),
        (
            ["x"],
            "E015",
            "the commands are: generate, check, validate, mock, demo, ir, explain",
        ),
        (
            ["generate", "pets.yaml", "--target", "cleint"],
            "E008",
            "did you mean client?",
        ),
        (
            ["generate", "https://example.com/a.json"],
            "E016",
            "`curl -s https://example.com/a.json | oasmith generate - -o NAME`",
        ),
        (
            ["ir", "https://example.com/a?b&c"],
            "E016",
            "`curl -s 'https://example.com/a?b&c' | oasmith ir -`",
        ),
    ],
)
def test_a_slip_has_a_hint_that_helps(
    project: Path, call: Callable[..., Answer], argv: list[str], code: str, hint: str
) -> None:
    answer = call(*argv)
    assert answer.code == 2
    assert f"error[{code}]" in answer.err and f"hint: {hint}" in answer.err.replace(
        "pass --allow-remote, or pipe it: ", ""
    )
    assert answer.err.count("error[") == 1


def test_an_address_is_shown_as_it_was_given(
    project: Path, call: Callable[..., Answer]
) -> None:
    (project / "deep").mkdir()
    text = '[apis.zoo]\nspec = "https://example.com/a.json"\n'
    (project / "oasmith.toml").write_text(text)
    shown = "https://example.com/a.json is an address"
    assert f"oasmith.toml:2:1: error[E016]: {shown}" in call("generate").err


def test_explain_lists_all_codes(call: Callable[..., Answer]) -> None:
    lines = call("explain").out.splitlines()
    assert lines == [f"{code}  {CATALOGUE[code].title}" for code in sorted(CATALOGUE)]
    rows = call("explain", "--format", "json").json()
    assert [row["code"] for row in rows] == sorted(CATALOGUE)


def test_hints_read_alike() -> None:
    """They go on after `hint: `: no capital at the start, no full stop at the end."""
    for entry in CATALOGUE.values():
        assert not entry.hint[:1].isupper() and not entry.hint.endswith("."), entry


HEAVY = (
    "yaml",
    "jinja2",
    "black",
    "pydantic",
    "rich",
    "httpx2",
    "starlette",
    "asyncio",
)


@pytest.mark.parametrize(
    "argv",
    [["--help"], ["explain", "E403"], ["check", "pets.yaml", "--target", "models"]],
)
def test_heavy_libraries_are_imported_only_where_needed(
    project: Path, argv: list[str]
) -> None:
    """The last one is a run with nothing changed: neither loads nor renders."""
    oasmith("generate", "pets.yaml", "--target", "models")
    script = (
        "import sys\nfrom generator.cli import main\n"
        f"try: code = main({argv!r})\nexcept SystemExit as ended: code = ended.code\n"
        f"print('|', code or 0, [name for name in {HEAVY!r} if name in sys.modules])"
    )
    ended = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert ended.stdout.splitlines()[-1] == "| 0 []"
