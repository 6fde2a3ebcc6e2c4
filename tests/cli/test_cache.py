"""A run with nothing changed is not computed; a run with anything changed is."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from generator import cache
from generator.cache import Cache, Entry, cache_folder
from generator.diagnostics import Diagnostic, Span
from generator.write import digest

from .support import CHANGED, SPEC, Answer, files

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

MODELS = ("pets.yaml", "--target", "models")


def computed(answer: Answer) -> bool:
    """Whether the pipeline ran, by the table of timings."""
    assert answer.code in {0, 1}, answer.err
    return "\nload " in answer.err


@pytest.fixture
def run(call: Callable[..., Answer]) -> Callable[..., bool]:
    """Run a verb; whether it had to compute."""

    def run(verb: str, *argv: str) -> bool:
        return computed(call(verb, *(argv or MODELS), "--timings"))

    return run


def test_the_second_run_is_not_computed(
    project: Path, run: Callable[..., bool]
) -> None:
    assert run("generate")
    before = files(project / "pets")
    assert not run("generate")
    assert not run("check")
    assert files(project / "pets") == before


def test_a_run_with_remembered_names_writes_the_same(
    project: Path, call: Callable[..., Answer]
) -> None:
    """What the cache relies on: the names of the last run change nothing in this one."""
    call("generate", *MODELS)
    again = call("generate", *MODELS, "--no-cache", "--format", "json").json()
    (api,) = again["apis"]
    assert api["created"] == api["updated"] == api["deleted"] == []


def test_what_decides_the_output_is_in_the_key(
    project: Path, run: Callable[..., bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    run("generate")
    assert run("check", *MODELS, "--no-cache")
    assert run("check", *MODELS, "--package", "zoo", "-o", "pets")
    assert run("check", *MODELS, "--env-prefix", "ZOO")
    assert run("check", *MODELS, "--webhooks", "standard")
    assert run("check", "pets.yaml", "--target", "validators")
    (project / "mine").mkdir()
    assert run("check", *MODELS, "--template-dir", "mine")
    monkeypatch.setattr(cache, "__version__", "9")
    assert run("check")


@pytest.mark.parametrize("option", ["read_only", "write_only"])
def test_so_is_what_only_a_configuration_says(
    option: str, project: Path, run: Callable[..., bool]
) -> None:
    text = 'spec = "pets.yaml"\noutput = "pets"\ntargets = ["validators"]\n'
    config = project / "oasmith.toml"
    config.write_text(text)
    own = ("--timings",)
    assert run("generate", *own) and not run("check", *own)
    for setting in ("reject", "strip"):
        config.write_text(f'{text}{option} = "{setting}"\n')
        assert run("check", *own)


def test_another_oasmith_is_another_key(
    project: Path, run: Callable[..., bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    run("generate")
    assert not run("check")
    (project / "theirs").mkdir()
    (project / "theirs" / "x.jinja").write_text("")
    monkeypatch.setattr(cache, "template_root", lambda: project / "theirs")
    assert run("check")


def test_a_changed_document_is_computed(
    project: Path, run: Callable[..., bool]
) -> None:
    run("generate")
    (project / "pets.yaml").write_text(CHANGED)
    assert run("check")


@pytest.mark.parametrize(
    "path", ["models/pet.py", ".oasmith.json", "py.typed", "_runtime/model.py"]
)
def test_a_changed_folder_is_computed(
    project: Path, run: Callable[..., bool], path: str
) -> None:
    run("generate")
    with (project / "pets" / path).open("ab") as file:
        file.write(b" ")
    assert run("check")


def test_a_document_that_is_referred_to_counts(
    project: Path, run: Callable[..., bool]
) -> None:
    main = SPEC.replace(
        '{$ref: "#/components/schemas/Pet"}', '{$ref: "parts/cat.yaml#/Cat"}'
    )
    (project / "pets.yaml").write_text(main)
    (project / "parts").mkdir()
    part = project / "parts" / "cat.yaml"
    part.write_text("Cat: {type: object, properties: {a: {type: string}}}\n")
    run("generate")
    assert not run("check")
    part.write_text("Cat: {type: object, properties: {b: {type: string}}}\n")
    assert run("check")


def test_extra_files_are_seen_without_computing(
    project: Path, call: Callable[..., Answer]
) -> None:
    call("generate", *MODELS)
    (project / "pets" / "models" / "mine.py").write_text("")
    answer = call("check", *MODELS, "--timings")
    assert answer.code == 1 and not computed(answer)
    assert "extra:       pets/models/mine.py" in answer.out


def test_findings_are_shown_again(project: Path, call: Callable[..., Answer]) -> None:
    (project / "pets.yaml").write_text(SPEC.replace("type: string", "typo: string"))
    first = call("generate", *MODELS)
    again = call("generate", *MODELS)
    assert "warning[" in first.err
    assert again.err == first.err
    assert call("check", *MODELS, "--strict").code == 2


def test_a_damaged_entry_is_ignored(project: Path, run: Callable[..., bool]) -> None:
    run("generate")
    entries = list((project / ".cache" / "runs").iterdir())
    assert len(entries) == 2
    for path in entries:
        path.write_bytes(path.read_bytes().replace(b"models/pet.py", b"models/cat.py"))
    assert run("check")
    for path in entries:
        path.write_bytes(b"\x00")
    assert run("check")


def sample() -> Entry:
    span = Span("a.yaml", 3, 4, "/x", "x: 1", 1)
    finding = Diagnostic("W1", "warning", "m", span, "h", (("see", span),))
    return Entry({"a.py": "0" * 64}, (("a.yaml", "1" * 64),), (finding,), 2, 3)


def test_an_entry_comes_back_as_it_was(tmp_path: Path) -> None:
    store = Cache(tmp_path / "runs")
    store.put(["key"], sample())
    assert store.get("key") == sample()
    assert store.get("other") is None
    assert Cache(None).get("key") is None


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"tree": 1}', "[" * 100_000])
def test_an_entry_that_is_none_is_ignored(tmp_path: Path, text: str) -> None:
    content = f"{digest(text.encode())}\n{text}"
    (tmp_path / "key").write_text(content)
    assert Cache(tmp_path).get("key") is None


def test_the_cache_is_bounded(tmp_path: Path) -> None:
    store = Cache(tmp_path / "runs")
    for number in range(80):
        store.put([f"key{number}"], sample())
    assert len(list((tmp_path / "runs").iterdir())) == 64


def test_a_cache_that_cannot_be_written_is_no_problem(
    project: Path, call: Callable[..., Answer]
) -> None:
    (project / "blocked").write_text("")
    answer = call("generate", *MODELS, "--cache-dir", "blocked/cache")
    assert (answer.code, answer.err) == (0, "")


def test_where_the_cache_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OASMITH_CACHE_DIR", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    assert cache_folder(None) == tmp_path / ".cache" / "oasmith" / "runs"
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert cache_folder(None) == tmp_path / "xdg" / "oasmith" / "runs"
    monkeypatch.setenv("OASMITH_CACHE_DIR", str(tmp_path / "mine"))
    assert cache_folder(None) == tmp_path / "mine" / "runs"
    assert cache_folder(str(tmp_path / "flag")) == tmp_path / "flag" / "runs"


def test_an_entry_holds_no_text_of_the_output(
    project: Path, run: Callable[..., bool]
) -> None:
    run("generate")
    for path in (project / ".cache" / "runs").iterdir():
        data = json.loads(path.read_text().partition("\n")[2])
        assert all(len(value) == 64 for value in data["tree"].values())
