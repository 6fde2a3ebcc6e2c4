"""Real public APIs: every operation called on their generated servers in mock mode.

The documents are not part of this repository; `documents.py` tells where they are.

Box has what the completions API has not: uploads in parts, OAuth 2.0, pages by offset
and by marker; so has Asana. OpenAI's document has streams beside all of that.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from generator.config import ApiConfig
from generator.config.model import with_needs
from generator.load.source import Source

from ..golden.cases import make, write
from ..golden.everything import call_everything
from ..golden.modelled import model
from .documents import document

if TYPE_CHECKING:
    from collections.abc import Iterator

    from generator.ir import Api

APIS = {
    "box": "box.com.json",
    "asana": "asana.com.json",
    "openai": "openai/openapi.yaml",
}

LARGE = 280
"""Operations from which an API is large."""


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder on the path for generated packages."""
    folder = tmp_path_factory.mktemp("real")
    sys.path.insert(0, str(folder))
    yield folder
    sys.path.remove(str(folder))


@pytest.mark.filterwarnings("ignore:.* is deprecated:DeprecationWarning")
@pytest.mark.parametrize("api", APIS)
def test_q4_every_operation(api: str, packages: Path) -> None:
    path = document(APIS[api])
    source, package = Source(path, path.read_bytes()), f"real_{api}"
    known = model(source, package)
    assert any(
        content.media.startswith("multipart/")
        for operation in known.api.operations
        for content in (operation.body.contents if operation.body else ())
    )
    targets = with_needs(("client", "mock"))
    config = ApiConfig(api, path.name, "out", path.parent, package, targets)
    write(packages / package, make(config, source).files)
    # each mode of a large one takes minutes, and what strict accepts fits
    for strict in (True,) if len(known.api.operations) > LARGE else (False, True):
        call_everything(package, known, _twins(known.api), strict=strict)


def _twins(api: Api) -> set[str]:
    """Operations at one address (Box tells them apart by what follows `#` in the path).

    A request without a body, or one with what they have in common, may mean either; the
    golden case `one_address` has those that can be told apart.
    """
    places = [(item.method, item.path.partition("#")[0]) for item in api.operations]
    return {
        item.operation_id
        for item, place in zip(api.operations, places, strict=True)
        if places.count(place) > 1
    }
