"""`oasmith validate` and the text of files: places, and text that is no good."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from generator.diagnostics import Diagnostic
from generator.validation import reading
from generator.validation.reading import File, Form, instances

from .support import ROOT, Answer

if TYPE_CHECKING:
    from collections.abc import Callable

TREE = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "Tree",
    "type": "object",
    "properties": {
        "kids": {"type": "array", "items": {"$ref": "#"}},
        "n": {"type": "number", "maximum": 5},
        "a/b~c": {"type": "string"},
    },
    "propertyNames": {"maxLength": 5},
}
DEEP = 5_000


@pytest.fixture
def check(
    project: Path, call: Callable[..., Answer]
) -> Callable[..., tuple[int, list[str]]]:
    """Check a file with this content; the exit code, and place and code of what is told."""
    (project / "tree.json").write_text(json.dumps(TREE))

    def run(name: str, content: bytes, *options: str) -> tuple[int, list[str]]:
        (project / name).write_bytes(content)
        answer = call("validate", "tree.json", name, "--format", "json", *options)
        assert answer.code in (0, 1) and answer.err == "[]\n"
        found = answer.json()["found"]
        for item in found:
            assert item["file"] == name
        return answer.code, [
            f"{item['line']}:{item['column']} {item['code']} {item['pointer']}".strip()
            for item in found
        ]

    return run


@pytest.mark.parametrize(
    ("name", "content", "found"),
    [
        ("a.json", '{"n": 6}', ["1:7 E500 /n"]),
        ("a.json", '\n{\n\t"kids":[\n{"n":6} ,{} , {"n" :9 } ]}', ["4:6", "4:21"]),
        ("a.json", '{"a/b~c": 1}', ["1:11 E500 /a~1b~0c"]),
        ("a.json", '{"é\\u00e9": 1, "n": 8}', ["1:21 E500 /n"]),
        ("a.json", '{"n": 7, "n": 8}', ["1:10 E110", "1:15 E500 /n"]),
        ("a.json", "7", ["1:1 E500"]),
        ("a.json", "\r\n [\r\n]", ["2:2 E500"]),
        ("a.yaml", "n: 6\n", ["1:4 E500 /n"]),
        ("a.yaml", "kids:\n- n: 1\n- n: 2026-11-30\n", ["3:6 E500 /kids/1/n"]),
        ("a.yaml", "kids:\n  n: 1\n", ["2:3 E500 /kids"]),
        ("a.yaml", "k: &k {n: 9}\nkids: [*k]", ["1:11 E500 /kids/0/n"]),
        ("a.yaml", "k: &k {n: 9}\n<<: *k\n", ["1:11 E500 /n"]),
        ("a.yaml", "{n: 6}\n---\nn: 1\n---\nn: 8\n", ["1:5", "5:4"]),
        ("a.yaml", "null", ["1:1 E500"]),
        ("a.yaml", "n: yes\n", ["1:4 E500 /n"]),
        ("a.jsonl", '{"n":6}\n\n{"n":1}\r\n{"n":7}', ["1:6 E500 /n", "4:6 E500 /n"]),
        ("a.ndjson", '[]\n{"kids":[{}, {"n":7}]}', ["1:1", "2:19 E500 /kids/1/n"]),
        ("a.JSONL", '{"n":1}\n{"n": 6, "n": 1}', ["2:10 E110"]),
        ("noname", '{"n": 6}', ["1:7 E500 /n"]),
    ],
)
def test_places(
    check: Callable[..., tuple[int, list[str]]],
    name: str,
    content: str,
    found: list[str],
) -> None:
    code, told = check(name, content.encode())
    assert [item[: len(own)] for item, own in zip(told, found, strict=True)] == found
    assert code == int(any("E500" in item for item in told))


@pytest.mark.parametrize(
    ("name", "content", "found"),
    [
        ("a.json", b"", ["1:1 E107"]),
        ("a.json", b" \n\n", ["1:1 E107"]),
        ("a.json", b"\xef\xbb\xbf", ["1:1 E107"]),
        ("a.json", b"[1,", ["1:4 E106"]),
        ("a.json", b"{} x", ["1:4 E106"]),
        ("a.json", b"{'n': 1}", ["1:2 E106"]),
        ("a.json", b'{"n": NaN}', ["1:7 E114"]),
        ("a.json", b'{"n": -Infinity}', ["1:7 E114"]),
        ("a.json", b'{"n": 1e999}', ["1:7 E114"]),
        ("a.json", b'{"n": ' + b"9" * 5_000 + b"}", ["1:7 E114"]),
        ("a.json", b'{"n": ' + b"9" * 400 + b"}", ["1:7 E500 /n"]),
        ("a.json", b'{"n": "\xff"}', ["1:8 E103"]),
        ("a.json", b"\xff\xfe{\0}\0", ["None:None E104"]),
        ("a.json", b"\xef\xbb\xbf{}", []),
        ("a.json", b"[" * DEEP + b"]" * DEEP, ["1:1 E502"]),
        ("a.json", b'{"kids":[' * 900 + b"]}" * 900, ["1:1 E502"]),
        ("a.json", b'{"x": "\\ud83d\\ude00 \\\\ud800"}', []),
        ("a.json", b'{"x": "\\ud83d"}', ["1:8 W500"]),
        ("a.json", b'{"x": "\\udE00\\ud83dx"}', ["1:8 W500", "1:14 W500"]),
        ("a.json", b'{"x": "\\ud83d\\u0041\\udc00"}', ["1:8 W500", "1:20 W500"]),
        ("a.json", b'{"\\ud83d": "\\ud83d"}', ["1:3 W500", "1:13 W500"]),
        ("a.yaml", b"", ["1:1 E107"]),
        ("a.yaml", b"# nothing\n", ["1:1 E107"]),
        ("a.yaml", b"n: [", ["1:5 E105"]),
        ("a.yaml", b"n: .inf", ["1:4 E114"]),
        ("a.yaml", b"n: 1\nn: 9", ["2:1 E110"]),
        ("a.yaml", b"n: !!python/name:os.system x", ["1:4 E109"]),
        ("a.yaml", b"n: 1\n---\nn: [\n", ["4:1 E105"]),
        ("a.yaml", b"n: 9\n---\nn: [\n", ["1:4 E500 /n", "4:1 E105"]),
        ("a.yaml", b"n: .inf\n---\nn: 9\n", ["1:4 E114", "3:4 E500 /n"]),
        ("a.yaml", b'x: "\\ud800"', ["1:7 E105"]),
        ("a.yaml", b"x: \x07", ["1:4 E115"]),
        ("a.yaml", b"a: &a [*a]", ["1:4 E113"]),
        ("a.yaml", b"{kids: [" * 150 + b"]}" * 150, ["1:801 E502"]),
        ("a.yaml", b"[" * DEEP, ["1:"]),
        ("a.jsonl", b"", []),
        ("a.jsonl", b"\n \n", []),
        ("a.jsonl", b"\xef\xbb\xbf{}\n{}\n", []),
        ("a.jsonl", b"{}\n\xef\xbb\xbf[]\n", ["2:1 E500"]),
        ("a.jsonl", b'{}\n{"n": 9}x\n[\n{"n": 9}', ["2:9 E106", "3:2", "4:7 E500 /n"]),
        ("a.jsonl", b'{"n":1}\n{"x":"\xff"}\n{}', ["2:7 E103"]),
        ("a.jsonl", b'{}\n{"n":NaN}\n', ["2:6 E114"]),
        ("a.jsonl", b'{}\n{"x":"\\udc00"}', ["2:7 W500"]),
        ("a.jsonl", b"{}\n" + b"[" * DEEP + b"\n{}", ["2:1 E502"]),
    ],
    ids=lambda value: str(value)[:30],
)
def test_text_that_is_no_good(
    check: Callable[..., tuple[int, list[str]]],
    name: str,
    content: bytes,
    found: list[str],
) -> None:
    code, told = check(name, content)
    assert len(told) == len(found), told
    assert [item[: len(own)] for item, own in zip(told, found, strict=True)] == found
    assert code == int(any(" E110" not in item and " W" not in item for item in told))


def test_values_deeper_than_validators_follow(
    project: Path, call: Callable[..., Answer]
) -> None:
    """Such a value can be read, and its validators take several calls for each level."""
    options = [{"items": {"$ref": "#"}}, {"items": {"$ref": "#"}, "minItems": 1}]
    tree = {"$schema": TREE["$schema"], "anyOf": options}
    (project / "tree.json").write_text(json.dumps(tree))
    (project / "deep.jsonl").write_text(f"[]\n{'[' * 700}{']' * 700}\n[]\n")
    answer = call("validate", "tree.json", "deep.jsonl")
    assert answer.code == 1
    assert answer.out.startswith("deep.jsonl:2:1: error[E502]: ")
    assert answer.out.endswith("2 values in 1 file against tree: 1 fault of the text\n")


def test_the_form_can_be_named(check: Callable[..., tuple[int, list[str]]]) -> None:
    text = b"n: 1\n---\nn: 9\n"
    assert check("a.txt", text)[1] == ["1:1 E106"]
    assert check("a.txt", text, "--input", "yaml")[1] == ["3:4 E500 /n"]
    assert check("a.json", b"{}\n[]\n", "--input", "jsonl")[1] == ["2:1 E500"]


def test_names_that_no_file_has(project: Path, call: Callable[..., Answer]) -> None:
    (project / "tree.json").write_text(json.dumps(TREE))
    for name in ("a\0b.json", "x" * 300, ""):
        answer = call("validate", "tree.json", name)
        assert answer.code == 2
        assert "error[E501]: " in answer.out


@pytest.mark.parametrize(
    ("form", "reason", "values"),
    [
        ("json", "a cannot be read: it is larger than 0 MB", 0),
        ("yaml", "a cannot be read: it is larger than 0 MB", 0),
        ("jsonl", "a cannot be read: the line is larger than 0 MB", 1),
    ],
)
def test_what_is_too_large(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    form: Form,
    reason: str,
    values: int,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(reading._LARGEST, form, 20)
    Path("a").write_text('{"n": 1}\n{"n": 1234567890123456}\n')
    *found, last = instances(File("a", form))
    assert len(found) == values
    assert isinstance(last, Diagnostic)
    assert (last.code, last.message) == ("E501", reason)


def test_lines_are_checked_as_they_come(tmp_path: Path) -> None:
    """The second line is written only when the first has been read."""
    path = tmp_path / "pipe.jsonl"
    os.mkfifo(path)
    goes_on = threading.Event()

    def feed() -> None:
        with path.open("wb", buffering=0) as pipe:
            pipe.write(b'{"n": 1}\n')
            assert goes_on.wait(60)
            pipe.write(b'{"n": 2}\n')

    writer = threading.Thread(target=feed, daemon=True)
    writer.start()
    found = instances(File(str(path), "jsonl"))
    assert getattr(next(found), "value", None) == {"n": 1}
    goes_on.set()
    assert [getattr(item, "value", None) for item in found] == [{"n": 2}]
    writer.join(60)


@pytest.mark.skipif(sys.platform != "linux", reason="memory is measured in kilobytes")
def test_many_lines_fit_into_little_memory(project: Path) -> None:
    """What 100,000 lines are held in is less than half of their text."""
    (project / "tree.json").write_text(json.dumps(TREE))
    line = json.dumps({"n": 1, "x": "y" * 400, "kids": [{"n": 2}, {"n": 3}]}) + "\n"
    with (project / "many.jsonl").open("w") as file:
        for _ in range(100):
            file.write(line * 999 + '{"n": 6}\n')
    size = (project / "many.jsonl").stat().st_size
    measured = (
        "import resource, sys; from generator import cli;"
        "peak = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024;"
        "cli.main(['validate', 'tree.json', 'one.jsonl', '-q']); before = peak();"
        "code = cli.main(['validate', 'tree.json', 'many.jsonl', '--max-errors', '5']);"
        "sys.stderr.write(str(peak() - before)); sys.exit(code)"
    )
    (project / "one.jsonl").write_text(line)
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", measured],
        capture_output=True,
        check=False,
        cwd=project,
        env=environment,
        timeout=300,
    )
    assert done.returncode == 1
    assert b"checked 100000 values in 1 file against Tree: 100 viol" in done.stdout
    assert int(done.stderr) < size / 2
