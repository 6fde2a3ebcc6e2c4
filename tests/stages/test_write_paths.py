"""Which paths the write stage refuses (security rules for output paths)."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.diagnostics import Fatal
from generator.write.paths import checked_root, clash, unsafe_reason

from .write_support import expect


@pytest.mark.parametrize(
    "path",
    [
        "",
        "/etc/passwd",
        "../x.py",
        "x/../../y.py",
        "x//y.py",
        "./x.py",
        "%2e%2e%2fx.py",
        "\uff0e\uff0e/x.py",
        "a\x00b.py",
        "a\\b.py",
        "C:/x.py",
        "models/a b.py",
        "models/pet.py.",
        "models/.hidden.py",
        "models/caf\u00e9.py",
        "CON",
        "models/nul.py",
        "models/Com1.tar.py",
        "conftest.py",
        "models/sitecustomize.py",
        "usercustomize.py",
        "setup.py",
        "models/__main__.py",
        "a" * 121,
        "/".join(["folder"] * 40),
    ],
)
def test_unsafe_paths_are_refused(path: str) -> None:
    assert unsafe_reason(path)


@pytest.mark.parametrize(
    "path",
    ["__init__.py", "py.typed", "models/pet.py", "_runtime/sse.py", "README.md"],
)
def test_ordinary_paths_are_fine(path: str) -> None:
    assert unsafe_reason(path) is None


def test_paths_that_a_file_system_may_take_for_one_clash() -> None:
    assert clash(["models/Item.py", "models/item.py"])
    assert clash(["models/\ufb01x.py", "models/fix.py"])
    assert clash(["models", "models/item.py"])
    assert clash(["models/a.py", "models/b.py", "model.py"]) is None


@pytest.mark.parametrize("path", ["../x.py", ".oasmith.json", "conftest.py"])
def test_an_unsafe_plan_is_e409(path: str) -> None:
    with pytest.raises(Fatal) as caught:
        expect({path: ""})
    assert caught.value.diagnostic.code == "E409"
    assert path in caught.value.diagnostic.message


def test_twins_in_a_plan_are_e409() -> None:
    with pytest.raises(Fatal) as caught:
        expect({"models/Item.py": "", "models/item.py": ""})
    assert caught.value.diagnostic.code == "E409"


def test_the_root_of_the_file_system_and_home_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "people" / "me"
    home.mkdir(parents=True)
    monkeypatch.setenv("HOME", str(home))
    for output in (Path("/"), home, home / ".." / "me", tmp_path / "people"):
        with pytest.raises(Fatal) as caught:
            checked_root(output, tmp_path)
        assert caught.value.diagnostic.code == "E401"
    assert checked_root(home / "project", tmp_path) == home / "project"


def test_a_repository_and_a_file_are_refused(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "file").write_text("")
    for output in (Path(), Path("file")):
        with pytest.raises(Fatal) as caught:
            checked_root(output, tmp_path)
        assert caught.value.diagnostic.code == "E401"
    (tmp_path / ".oasmith.json").write_text("{}")
    assert checked_root(Path(), tmp_path) == tmp_path


@pytest.mark.parametrize("output", ["link", "link/inner", "real/link"])
def test_a_symbolic_link_on_the_way_is_refused(tmp_path: Path, output: str) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "elsewhere")
    (tmp_path / "real" / "link").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(Fatal) as caught:
        checked_root(Path(output), tmp_path)
    assert caught.value.diagnostic.code == "E405"
