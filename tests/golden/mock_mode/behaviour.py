"""A server without handlers answers what the document says."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from case_mock_mode import BadRequestError, Client, NotFoundError
from case_mock_mode.models.problem import Problem
from case_mock_mode.server.mock import mock_app

if TYPE_CHECKING:
    from starlette.applications import Starlette


def app() -> Starlette:
    return mock_app()


def _client(url: str) -> Client:
    return Client(
        base_url=url, api_key="anything", response_mode="strict", max_retries=0
    )


def check_the_first_example_that_fits(url: str) -> None:
    with _client(url) as client:
        raw = client.reports.with_raw_response.get(station="ABC")
        assert raw.content.startswith(b'{"at":"2024-05-01T06:00:00Z"')
        assert raw.typed_headers.x_rate_left == 7
        report = raw.parse()
        assert not isinstance(report, str) and report.degrees == 12.5


def check_another_example_by_name_or_number(url: str) -> None:
    for wanted in ("cold", "2"):
        with _client(url) as client:
            preferred = {"Prefer": f"example={wanted}"}
            report = client.reports.get(station="ABC", extra_headers=preferred)
            assert not isinstance(report, str) and report.degrees == -3
    unknown = {"Prefer": "example=warm"}
    with _client(url) as client, pytest.raises(BadRequestError, match="mild, cold"):
        client.reports.get(station="ABC", extra_headers=unknown)


def check_the_media_type_that_is_asked_for(url: str) -> None:
    with _client(url) as client:
        text = client.reports.get(station="ABC", extra_headers={"Accept": "text/plain"})
    assert text == "Cloudy and mild."


def check_errors_are_typed(url: str) -> None:
    for code, kind in ((404, NotFoundError), (400, BadRequestError)):
        with _client(url) as client, pytest.raises(kind) as caught:
            preferred = {"Prefer": f"code={code}"}
            client.reports.get(station="ABC", extra_headers=preferred)
        problem = caught.value.body
        assert isinstance(problem, Problem)
        assert len(problem.reason) >= 10 and problem.code == "Eaaa".replace("a", "0")
    for refused in ("code=503", "code=oops", "code=299", "delay=nan"):
        request = Request(f"{url}/map", headers={"Prefer": refused})
        with pytest.raises(HTTPError) as failed:
            urlopen(request)
        with failed.value as error:
            assert error.code == (503 if refused == "code=503" else 400)


def check_requests_are_checked(url: str) -> None:
    with _client(url) as client, pytest.raises(BadRequestError, match="degrees"):
        client.reports.put(station="ABC", at=datetime.now(UTC), degrees=99, sky="clear")
    with _client(url) as client, pytest.raises(BadRequestError, match="station"):
        client.reports.get(station="nowhere")
    with pytest.raises(HTTPError) as refused:
        urlopen(f"{url}/reports/ABC")
    with refused.value as error:
        assert error.code == 401


def check_streams(url: str) -> None:
    with _client(url) as client:
        whole = client.live.follow()
        assert whole.gusts is not None and len(set(whole.gusts)) == 2
        assert whole.nearby is None
        with client.live.follow(stream=True) as stream:
            reports = list(stream)
        assert stream.completed and len({report.at for report in reports}) == 3


def check_bytes(url: str) -> None:
    with _client(url) as client:
        assert client.live.get_map()
