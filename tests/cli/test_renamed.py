"""Operation ids that are renamed, or used twice, in a package that is there already."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from .support import SPEC, Answer, files

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

CALL = ("generate", "pets.yaml", "-o", "renamed-pets", "--project")
OVERLAY = """\
overlay: 1.0.0
info: {title: Names, version: "1"}
actions:
  - target: $.paths['/pets'].get
    update: {operationId: findPets}
"""
TWICE = SPEC.replace(
    "components:",
    """\
    delete:
      operationId: listPets
      tags: [pets]
      responses: {"204": {description: None is left.}}
components:""",
)


@pytest.fixture
def made(project: Path, call: Callable[..., Answer]) -> Path:
    """A project around a package whose one method is `pets.list`."""
    assert call(*CALL).code == 0
    return project / "renamed-pets"


def client(made: Path) -> str:
    """The module of the resource's client."""
    return (made / "renamed_pets" / "client" / "pets.py").read_text()


@pytest.mark.parametrize("force", [(), ("--force",)])
@pytest.mark.parametrize("how", ["document", "overlay"])
def test_a_method_follows_its_operation_id(
    made: Path,
    project: Path,
    call: Callable[..., Answer],
    how: str,
    force: tuple[str, ...],
) -> None:
    assert "def list(" in client(made)
    more: tuple[str, ...] = force
    if how == "document":
        (project / "pets.yaml").write_text(SPEC.replace("listPets", "findPets"))
    else:
        (project / "names.overlay.yaml").write_text(OVERLAY)
        more = (*force, "--overlay", "names.overlay.yaml")
    assert call(*CALL, *more).code == 0
    assert "def find(" in client(made) and "def list(" not in client(made)
    told = "Renamed `client.pets.list` (`GET /pets`) to `client.pets.find`."
    assert told in (made / "CHANGELOG.md").read_text()
    assert "examples/pets/find_example.py" in files(made)
    assert "examples/pets/list_example.py" not in files(made)


def test_a_manifest_without_origins_is_read_and_holds_its_names(
    made: Path, project: Path, call: Callable[..., Answer]
) -> None:
    place = made / ".oasmith.json"
    data = json.loads(place.read_text())
    for names in data["names"]["operations"].values():
        assert names.pop("id") == "list_pets"
    place.write_text(json.dumps(data))
    (project / "pets.yaml").write_text(SPEC.replace("listPets", "findPets"))
    assert call(*CALL).code == 0
    assert "def list(" in client(made)
    (project / "pets.yaml").write_text(SPEC.replace("listPets", "searchPets"))
    assert call(*CALL).code == 0
    assert "def search(" in client(made)


def test_what_operations_of_one_id_are_called_is_told(
    project: Path, call: Callable[..., Answer]
) -> None:
    (project / "pets.yaml").write_text(TWICE)
    answer = call(*CALL, "--format", "json")
    found = {one["code"]: one for one in json.loads(answer.err)}
    assert answer.code == 0
    assert found["W270"]["message"].endswith("'listPets' is that of GET /pets already")
    note = "DELETE /pets is called `pets.delete_all`; `pets.list` is GET /pets"
    assert found["N274"]["message"] == note
    assert found["N274"]["line"] == found["W270"]["line"] > 1
    made = client(project / "renamed-pets")
    assert "def list(" in made and "def delete_all(" in made
