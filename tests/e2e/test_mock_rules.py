"""V9: mock mode answers what rules ask for, and goes wrong on demand."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import httpx2
import pytest

from generator.config import ApiConfig
from generator.config.model import with_needs
from generator.load.source import Source

from ..golden.cases import ROOT, make, write
from .serving import serve

if TYPE_CHECKING:
    from collections.abc import Iterator

SPECS = {
    "fitted_rules": Path(__file__).with_name("mocked.yaml"),
    "fitted_completions": ROOT / "spec" / "completions.yaml",
}
KEY = {"authorization": "Bearer any"}
BROKEN = "x-mock-broken"


class Mock(NamedTuple):
    """A package, and where its mock is served."""

    package: Any
    url: str

    def client(self) -> Any:
        """A client that tries once."""
        return self.package.Client(base_url=self.url, max_retries=0, api_key="any")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder on the path with clients and mocks."""
    found = tmp_path_factory.mktemp("mocks")
    targets = with_needs(("client", "mock"))
    for name, spec in SPECS.items():
        config = ApiConfig(spec.stem, spec.name, "out", spec.parent, name, targets)
        files = make(config, Source(Path(spec.name), spec.read_bytes())).files
        write(found / name, files)
    sys.path.insert(0, str(found))
    yield found
    sys.path.remove(str(found))


def served(name: str) -> Iterator[Mock]:
    """The mock of a package, for the time of a fixture."""
    app = importlib.import_module(f"{name}.server.mock").mock_app()
    with serve(app) as where:
        yield Mock(importlib.import_module(name), where.url)


@pytest.fixture(scope="module")
def rules(folder: Path) -> Iterator[Mock]:
    """The mock of `mocked.yaml`."""
    yield from served("fitted_rules")


@pytest.fixture(scope="module")
def completions(folder: Path) -> Iterator[Mock]:
    """The mock of the bundled document."""
    yield from served("fitted_completions")


@pytest.mark.parametrize(
    ("facts", "count"),
    [
        ({"prompt": "a"}, 1),
        ({"prompt": "a", "n": 3, "best_of": 5}, 3),
        ({"prompt": ["a", "b"]}, 2),
        ({"prompt": ["a", "b", "c"], "n": 5}, 15),
        ({"prompt": [5, 6, 7], "n": 2}, 2),
        ({"prompt": [[5, 6], [7]], "n": 2}, 4),
        ({"prompt": ["a"] * 8, "n": 128}, 1024),
        ({"prompt": []}, 0),
    ],
)
def test_v9_as_many_choices_as_were_asked_for(
    completions: Mock, facts: dict[str, Any], count: int
) -> None:
    check = importlib.import_module(
        "fitted_completions.validators.operations.completions"
    ).create_completion_exchange
    asked = {"model": "m", **facts}
    answer = httpx2.post(f"{completions.url}/completions", json=asked, headers=KEY)
    assert answer.status_code == 200 and BROKEN not in answer.headers
    choices = answer.json()["choices"]
    assert [choice["index"] for choice in choices] == list(range(count))
    assert check(asked, answer.json()) is None


def test_v9_an_example_that_is_asked_for_stays_as_it_is(completions: Mock) -> None:
    headers = {**KEY, "prefer": "example=text"}
    asked = {"model": "m", "prompt": "a", "n": 2}
    answer = httpx2.post(f"{completions.url}/completions", json=asked, headers=headers)
    assert len(answer.json()["choices"]) == 1
    told = "/response/choices: must have `n` choices for each prompt"
    assert answer.headers[BROKEN] == told
    headers["prefer"] = "code=429"
    answer = httpx2.post(f"{completions.url}/completions", json=asked, headers=headers)
    assert answer.status_code == 429 and BROKEN not in answer.headers


def test_v9_what_rules_blame_is_changed(rules: Mock) -> None:
    """Texts of the request, fewer items, the first example for which that is enough."""
    url = f"{rules.url}/orders"
    answer = httpx2.post(url, json={"owner": "Eve", "most": 1})
    assert answer.json() == {"owner": "Eve", "lines": ["a"], "total": 8}
    assert BROKEN not in answer.headers
    answer = httpx2.post(url, json={"owner": "Ann", "most": 2})
    assert answer.json()["total"] == 15 and len(answer.json()["lines"]) <= 2
    answer = httpx2.post(url, json={"owner": "Ann", "most": 1000})
    assert answer.json() == {"owner": "Ann", "lines": ["a", "b", "c"], "total": 8}
    assert answer.headers[BROKEN] == "/response/total: is the total"
    answer = httpx2.get(f"{rules.url}/count")
    assert answer.json() == {"response": 3} and BROKEN not in answer.headers


FAULTS = ("cut", "truncated", "bad-json", "error-event")


def test_v9_an_answer_goes_wrong(completions: Mock) -> None:
    package = completions.package
    expected = {
        "cut": package.APIConnectionError,
        "truncated": package.ResponseDecodeError,
        "bad-json": package.ResponseDecodeError,
        "error-event": package.BadRequestError,
        "flood": package.BadRequestError,
    }
    with completions.client() as client:
        for fault, kind in expected.items():
            with pytest.raises(kind) as caught:
                client.completions.create(
                    model="m", prompt="a", extra_headers={"Prefer": f"fault={fault}"}
                )
            assert not isinstance(caught.value, package.StreamTruncatedError)
        assert client.completions.create(model="m", prompt="a").choices


def test_v9_a_stream_goes_wrong(completions: Mock) -> None:
    package = completions.package
    expected = {
        "cut": (package.APIConnectionError, 2),
        "truncated": (package.StreamTruncatedError, 3),
        "bad-json": (package.StreamDecodeError, 1),
        "error-event": (package.StreamErrorEvent, 1),
    }
    with completions.client() as client:
        for fault, (kind, count) in expected.items():
            found: list[object] = []
            with (
                client.completions.create(
                    model="m",
                    prompt="a",
                    stream=True,
                    extra_headers={"Prefer": f"fault={fault}"},
                ) as stream,
                pytest.raises(kind),
            ):
                for chunk in stream:
                    found.append(chunk)
            assert len(found) == count, fault
        with client.completions.create(model="m", prompt="a", stream=True) as stream:
            assert len(list(stream)) == 3


def test_v9_other_answers_go_wrong_as_far_as_they_can(rules: Mock) -> None:
    def ask(path: str, fault: str) -> httpx2.Response:
        return httpx2.get(f"{rules.url}{path}", headers={"prefer": f"fault={fault}"})

    assert ask("/text", "truncated").text == "some "
    assert ask("/text", "bad-json").status_code == 400
    assert ask("/nothing", "cut").status_code == 400
    for path in ("/text", "/count", "/lines"):
        with pytest.raises(httpx2.TransportError):
            ask(path, "cut")
    lines = ask("/lines", "truncated").text.splitlines()
    assert len(lines) == 3 and not lines[-1].endswith("}")
    assert ask("/lines", "bad-json").text.splitlines()[1] == '{"'
    with pytest.raises(httpx2.TransportError):
        ask("/lines", "error-event")
    refused = ask("/text", "flood")
    assert refused.status_code == 400
    assert all(fault in refused.text for fault in FAULTS)
