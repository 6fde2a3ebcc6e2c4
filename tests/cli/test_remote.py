"""Documents of the network: read only where the user allows it, and then as files are."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING

import pytest

from ..web import Site, site
from .support import SPEC, Answer, files

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from http.server import BaseHTTPRequestHandler
    from pathlib import Path

PET = "type: object\nrequired: [name]\nproperties:\n  name: {type: string}\n"
PARTS = SPEC.replace('{$ref: "#/components/schemas/Pet"}', '{$ref: "PLACE"}')


def redirect(place: str, status: int = 302) -> tuple[int, dict[str, str], bytes]:
    return status, {"Location": place}, b""


@pytest.fixture
def web() -> Iterator[Site]:
    """A site with the example and a schema of its own file."""
    with site(pets_yaml=SPEC, pet_yaml=PET) as found:
        yield found


def test_a_document_by_its_address(
    project: Path, call: Callable[..., Answer], web: Site
) -> None:
    url = f"{web.origin}/pets.yaml"
    answer = call("generate", url, "--allow-remote")
    assert answer.code == 0, answer.err
    assert (project / "pets" / "models" / "pet.py").is_file()
    assert "from pets.yaml" in (project / "pets" / "models" / "pet.py").read_text()
    manifest = json.loads((project / "pets" / ".oasmith.json").read_text())
    assert list(manifest["sources"]) == [url]
    assert call("check", url, "--allow-remote").code == 0


def test_nothing_is_asked_for_unless_allowed(
    project: Path, call: Callable[..., Answer], web: Site
) -> None:
    url = f"{web.origin}/pets.yaml"
    for verb in ("generate", "check", "ir"):
        answer = call(verb, url)
        assert answer.code == 2 and "error[E016]" in answer.err
        assert "--allow-remote" in answer.err
    (project / "api.yaml").write_text(PARTS.replace("PLACE", f"{web.origin}/pet.yaml"))
    answer = call("generate", "api.yaml")
    assert answer.code == 2
    assert answer.err.startswith("api.yaml:13:")
    assert "error[E131]" in answer.err and "--allow-remote" in answer.err
    assert web.asked == []
    assert not (project / "api").exists()


def test_no_more_is_sent_than_the_address(
    project: Path,
    call: Callable[..., Answer],
    web: Site,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9/")
    monkeypatch.setenv("NETRC", str(project / "netrc"))
    (project / "netrc").write_text("machine 127.0.0.1 login me password secret\n")
    assert call("ir", f"{web.origin}/pets.yaml", "--allow-remote").code == 0
    [(_, headers)] = web.asked
    assert set(headers) == {
        "host",
        "accept",
        "accept-encoding",
        "connection",
        "user-agent",
    }


def test_references_resolve_against_the_address(
    project: Path, call: Callable[..., Answer], web: Site
) -> None:
    web.pages["/api/v1.yaml"] = PARTS.replace("PLACE", "../schemas/pet.yaml")
    web.pages["/schemas/pet.yaml"] = PET + '  owner: {$ref: "owner.yaml"}\n'
    web.pages["/schemas/owner.yaml"] = (
        "type: object\nproperties: {id: {type: string}}\n"
    )
    answer = call(
        "generate", f"{web.origin}/api/v1.yaml", "--allow-remote", "-o", "out"
    )
    assert answer.code == 0, answer.err
    names = {path for path in files(project / "out") if path.startswith("models/")}
    assert {"models/pet.py", "models/owner.py"} <= names
    sources = json.loads((project / "out" / ".oasmith.json").read_text())["sources"]
    assert [name.removeprefix(web.origin) for name in sorted(sources)] == [
        "/api/v1.yaml",
        "/schemas/owner.yaml",
        "/schemas/pet.yaml",
    ]


def test_one_schema_whichever_address_reaches_it(
    project: Path, call: Callable[..., Answer], web: Site
) -> None:
    host = web.origin.removeprefix("http://")
    web.pages["/old.yaml"] = redirect("/pet.yaml", 301)
    places = ["pet.yaml", "./a/../%70et.yaml#", f"HTTP://{host}/pet.yaml", "old.yaml"]
    schemas = "".join(
        f"    Pet{number}: {{properties: {{pet: {{$ref: '{place}'}}}}}}\n"
        for number, place in enumerate(places)
    )
    web.pages["/api.yaml"] = SPEC + schemas
    answer = call("ir", f"{web.origin}/api.yaml", "--allow-remote")
    assert answer.code == 0, answer.err
    shapes = [name for name in json.loads(answer.out)["shapes"] if "pet.yaml" in name]
    assert shapes == [f"{web.origin}/pet.yaml#"]
    assert web.paths.count("/pet.yaml") == 1


def test_a_reference_back_to_the_document_itself(
    project: Path, call: Callable[..., Answer], web: Site
) -> None:
    web.pages["/api.yaml"] = PARTS.replace(
        "PLACE", f"{web.origin}/api.yaml#/components/schemas/Pet"
    )
    answer = call("ir", f"{web.origin}/api.yaml", "--allow-remote")
    assert list(json.loads(answer.out)["shapes"]) == ["#/components/schemas/Pet"]
    assert web.paths == ["/api.yaml"]


def test_a_remote_document_names_no_files(
    project: Path, call: Callable[..., Answer], web: Site
) -> None:
    (project / "secret.yaml").write_text("type: string\ndescription: secret words\n")
    places = [
        f"file://{project}/secret.yaml",
        f"{project}/secret.yaml",
        "secret.yaml",
        "../../../secret.yaml",
        "..\\\\secret.yaml",
        "//localhost/secret.yaml",
    ]
    schemas = "".join(
        f'    S{number}: {{$ref: "{place}"}}\n' for number, place in enumerate(places)
    )
    nested = "    T: {$id: 'urn:x', properties: {a: {$ref: secret.yaml}}}\n"
    web.pages["/api.yaml"] = SPEC + schemas + nested
    answer = call("generate", f"{web.origin}/api.yaml", "--allow-remote", "-o", "out")
    assert answer.code == 2
    assert answer.err.count("error[E1") == len(places) + 1
    assert "secret words" not in answer.err
    assert not (project / "out").exists()


def test_a_local_document_with_a_remote_part(
    project: Path, call: Callable[..., Answer], web: Site
) -> None:
    place = f"{web.origin}/pet.yaml"
    (project / "api.yaml").write_text(PARTS.replace("PLACE", place))
    answer = call("generate", "api.yaml", "--allow-remote")
    assert answer.code == 2
    assert "api.yaml:13:" in answer.err and "error[E161]" in answer.err
    assert web.asked == []
    answer = call("generate", "api.yaml", "--allow-origin", web.origin)
    assert answer.code == 0, answer.err
    sources = json.loads((project / "api" / ".oasmith.json").read_text())["sources"]
    assert list(sources) == [place]


def test_what_nobody_answers_is_told_at_its_place(
    project: Path, call: Callable[..., Answer], web: Site
) -> None:
    web.pages["/page.yaml"] = (200, {"Content-Type": "text/html"}, b"<html>secret")
    web.pages["/zip.yaml"] = (200, {"Content-Encoding": "gzip"}, b"secret")
    web.pages["/short.yaml"] = lambda handler: handler.wfile.write(
        b"HTTP/1.1 200 OK\r\nContent-Length: 99\r\nConnection: close\r\n\r\nx: 1"
    )
    web.pages["/round.yaml"] = redirect("/round.yaml")
    web.pages["/odd.yaml"] = lambda handler: handler.wfile.write(b"HELO secret\r\n\r\n")
    web.pages["/broken.yaml"] = "a: [1"
    reasons = {
        "none.yaml": "the server answered 404 Not Found",
        "page.yaml": "the server answered with a web page",
        "zip.yaml": "the answer is compressed",
        "short.yaml": "the answer ended too early",
        "round.yaml": "more than 3 redirects",
        "odd.yaml": "it is no valid HTTP",
    }
    schemas = "".join(
        f"    S{number}: {{$ref: '{place}'}}\n"
        for number, place in enumerate([*reasons, "broken.yaml"])
    )
    web.pages["/api.yaml"] = SPEC + schemas
    answer = call("generate", f"{web.origin}/api.yaml", "--allow-remote", "-o", "out")
    assert answer.code == 2
    for reason in reasons.values():
        assert reason in answer.err
    assert answer.err.count("error[E160]") == len(reasons)
    assert f"{web.origin}/broken.yaml:1:" in answer.err
    assert "secret" not in answer.err and "Traceback" not in answer.err


def test_an_address_where_nobody_listens(
    project: Path, call: Callable[..., Answer]
) -> None:
    with site() as gone:
        url = f"{gone.origin}/pets.yaml"
    answer = call("generate", url, "--allow-remote")
    assert answer.code == 2
    assert answer.err.startswith(f"{url}: error[E160]")
    assert "nothing answers there" in answer.err
    answer = call("generate", f"{gone.origin}/a.yaml?token=hidden", "--allow-remote")
    assert answer.code == 2 and "hidden" not in answer.err


def test_a_server_that_takes_too_long(
    project: Path,
    call: Callable[..., Answer],
    web: Site,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def drip(handler: BaseHTTPRequestHandler) -> None:
        handler.wfile.write(b"HTTP/1.1 200 OK\r\nX-Slow: ")
        for _ in range(400):
            time.sleep(0.02)
            handler.wfile.write(b"x")
            handler.wfile.flush()

    monkeypatch.setattr("generator.load.remote.fetch.TOTAL", 0.3)
    web.pages["/slow.yaml"] = drip
    answer = call("generate", f"{web.origin}/slow.yaml", "--allow-remote")
    assert answer.code == 2
    assert "error[E160]" in answer.err and "it took too long" in answer.err


def test_an_answer_without_end(
    project: Path,
    call: Callable[..., Answer],
    web: Site,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("generator.load.library.FILE_LIMIT", 1000)
    web.pages["/large.yaml"] = b"# " + b"x" * 5000
    web.pages["/api.yaml"] = SPEC + "    S: {$ref: large.yaml}\n"
    answer = call("ir", f"{web.origin}/api.yaml", "--allow-remote")
    assert answer.code == 2 and "it is too large" in answer.err


def test_the_cache_asks_again(
    project: Path, call: Callable[..., Answer], web: Site
) -> None:
    (project / "api.yaml").write_text(PARTS.replace("PLACE", f"{web.origin}/pet.yaml"))
    argv = ("generate", "api.yaml", "--allow-origin", web.origin, "--timings")
    assert "to be computed" in call(*argv).err
    answer = call(*argv)
    assert "nothing has changed" in answer.err
    assert web.paths == ["/pet.yaml", "/pet.yaml"]
    web.pages["/pet.yaml"] = PET + "  age: {type: integer}\n"
    assert "to be computed" in call(*argv).err
    assert any(b"age" in text for text in files(project / "api" / "models").values())
    del web.pages["/pet.yaml"]
    answer = call(*argv)
    assert answer.code == 2 and "error[E160]" in answer.err


def test_the_cache_asks_again_for_the_document(
    project: Path, call: Callable[..., Answer], web: Site
) -> None:
    argv = ("generate", f"{web.origin}/pets.yaml", "--allow-remote", "--timings")
    assert call(*argv).code == 0
    assert "nothing has changed" in call(*argv).err
    web.pages["/pets.yaml"] = SPEC + "        age: {type: integer}\n"
    assert "to be computed" in call(*argv).err
    assert "age" in (project / "pets" / "models" / "pet.py").read_text()


def test_the_permission_of_a_configuration(
    project: Path, call: Callable[..., Answer], web: Site
) -> None:
    table = f'[apis.zoo]\nspec = "{web.origin}/pets.yaml"\noutput = "zoo"\n'
    config = project / "oasmith.toml"
    config.write_text(f"{table}allow_remote = true\n")
    assert call("generate").code == 0
    config.write_text(f'{table}allow_remote = ["https://example.com"]\n')
    assert call("generate").code == 0
    config.write_text(f"{table}allow_remote = false\n")
    assert "error[E016]" in call("generate").err
    config.write_text(f'{table}allow_remote = ["example.com"]\n')
    answer = call("generate")
    assert answer.code == 2
    assert "oasmith.toml:4:1: error[E005]" in answer.err


def test_check_takes_no_permission_from_a_configuration(
    project: Path, call: Callable[..., Answer], web: Site
) -> None:
    (project / "oasmith.toml").write_text(
        f'[apis.zoo]\nspec = "{web.origin}/pets.yaml"\noutput = "zoo"\n'
        f'allow_remote = ["{web.origin}"]\n'
    )
    assert call("generate").code == 0
    web.asked.clear()
    answer = call("check")
    assert answer.code == 2 and "error[E016]" in answer.err
    answer = call("check", "--allow-remote")
    assert answer.code == 2 and "error[E161]" in answer.err
    assert web.asked == []
    assert call("check", "--allow-origin", web.origin).code == 0


def test_what_is_no_origin(project: Path, call: Callable[..., Answer]) -> None:
    for text in ("example.com", "ftp://example.com", "https://me@example.com", ""):
        answer = call("generate", "pets.yaml", "--allow-origin", text)
        assert answer.code == 2 and "error[E025]" in answer.err
        answer = call("ir", "pets.yaml", "--allow-origin", text)
        assert answer.code == 2 and "error[E025]" in answer.err


def test_a_query_stays_out_of_files(
    project: Path, call: Callable[..., Answer], web: Site
) -> None:
    web.pages["/pets.yaml?key=hidden"] = PARTS.replace("PLACE", "pet.yaml?key=hidden")
    web.pages["/pet.yaml?key=hidden"] = PET
    url = f"{web.origin}/pets.yaml?key=hidden"
    answer = call("generate", url, "--allow-remote", "--timings")
    assert answer.code == 0, answer.err
    written = files(project / "pets")
    assert not any(b"hidden" in content for content in written.values())
    assert "hidden" not in answer.out + answer.err
