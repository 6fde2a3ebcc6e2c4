"""Reading: paths, standard input, encodings, and what is refused."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path

import pytest

from generator.diagnostics import Fatal, Sink
from generator.load import Source, load
from generator.load import source as reading

from .load_support import HEAD, read

TEXT = HEAD + "paths: {}\n"


def code_of(source: Source) -> str:
    with pytest.raises(Fatal) as caught:
        load(source, Sink())
    return caught.value.diagnostic.code


def test_a_path(tmp_path: Path) -> None:
    path = tmp_path / "api.yaml"
    path.write_text(TEXT)
    document = load(Source(path), Sink())
    assert (document.name, document.version) == ("api.yaml", "3.1.0")
    assert [source.name for source in document.sources] == ["api.yaml"]
    assert len(document.sources[0].sha256) == 64
    assert document.locate("#/info").file == str(path)


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(TEXT.encode())))
    document = load(Source(), Sink())
    assert document.name == "<stdin>"
    assert document.locate("#/info").file == "<stdin>"


def test_standard_input_has_no_folder_for_references() -> None:
    text = HEAD + "components: {schemas: {A: {$ref: other.yaml}}}\n"
    read(text, "E132")


def test_unreadable_paths(tmp_path: Path) -> None:
    assert code_of(Source(tmp_path / "missing.yaml")) == "E100"
    assert code_of(Source(tmp_path)) == "E101"
    os.mkfifo(tmp_path / "pipe.yaml")
    assert code_of(Source(tmp_path / "pipe.yaml")) == "E101"
    assert code_of(Source(Path("/dev/null"))) == "E101"
    assert code_of(Source(Path("a\0b"))) == "E101"


def test_a_document_that_is_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "SIZE_LIMIT", 20)
    assert code_of(Source(data=TEXT.encode())) == "E102"


def test_byte_order_mark_and_line_ends() -> None:
    text = b"\xef\xbb\xbf" + TEXT.replace("\n", "\r\n").encode()
    span = read(text).locate("#/paths")
    assert (span.line, span.column) == (3, 1)
    span = read(TEXT.replace("\n", "\r").encode()).locate("#/paths")
    assert (span.line, span.column) == (3, 1)


def test_other_encodings() -> None:
    assert code_of(Source(data=TEXT.encode("utf-16"))) == "E104"
    assert code_of(Source(data=TEXT.encode("utf-32"))) == "E104"
    assert code_of(Source(data=TEXT.encode() + b"\xc3\x28")) == "E103"


def test_line_separators_of_unicode_are_no_lines() -> None:
    text = HEAD + 'x-note: "a\u2028b\u0085c"\npaths: {}\n'
    assert read(text).locate("#/paths").line == 4


def test_a_long_line_is_cut_around_the_place() -> None:
    text = '{"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "x-long": "%s", "paths": {}}'
    span = read(text % ("x" * 5000)).locate("#/paths")
    assert span.line == 1
    assert len(span.excerpt) <= 120
    assert span.excerpt[span.column - span.excerpt_column :].startswith('"paths"')
