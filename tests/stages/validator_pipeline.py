"""From JSON Schema documents to validators that can be called, by all stages there are."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urldefrag, urljoin

from generator.config import ApiConfig
from generator.diagnostics import Diagnostic, Fatal, Sink
from generator.load import Source
from generator.pipeline import Stopped, build
from generator.progress import Laps

from .validator_support import Validators, load_files


def generate(
    path: Path, package: str, **options: Any
) -> tuple[list[Diagnostic], dict[str, str]]:
    """The findings and the files of the validators of a document.

    There are no files where errors stopped the run. `options` are those of `ApiConfig`.
    """
    sink = Sink()

    def gate() -> None:
        allowed = options.get("allow", ())
        found = [item for item in sink.found if item.severity == "error"]
        if any(item.code not in allowed for item in found):
            raise Stopped

    options.setdefault("targets", ("validators",))
    config = ApiConfig(package, path.name, "out", path.parent, package, **options)
    try:
        source = Source(path, strict_nullable=config.strict_nullable)
        built = build(config, source, {}, sink, Laps(), gate)
    except Fatal as fatal:
        return [*sink.found, fatal.diagnostic], {}
    except Stopped:
        return list(sink.found), {}
    return list(sink.found), {file.path: file.text for file in built.files}


def built(path: Path, package: str, **options: Any) -> Validators:
    """`SCHEMAS` of a document. `package` must be new in the process."""
    found, files = generate(path, package, **options)
    assert files, [f"{item.code} {item.message}" for item in found]
    return load_files(path.parent / "made", files, package)


def bundles(
    schemas: Mapping[str, object], remotes: Mapping[str, object], folder: Path
) -> Iterator[tuple[Path, list[str]]]:
    """Documents that refer to files with schemas, each with the names that it has.

    All can refer to the `remotes`, by their addresses. Schemas that call themselves the
    same do not meet.
    """
    common: dict[str, object] = {}
    for place, (url, remote) in enumerate(remotes.items()):
        name = f"remotes/{place}.json"
        _write(folder / name, _identified(remote, url))
        common[f"Remote{place}"] = {"$ref": name}
    left = dict(schemas)
    while left:
        taken = set(remotes)
        chosen: list[str] = []
        for name, schema in left.items():
            own = set(_identifiers(schema, ""))
            if taken.isdisjoint(own):
                taken |= own
                chosen.append(name)
        for name in chosen:
            _write(folder / f"{name}.json", left.pop(name))
        definitions = {**common, **{name: {"$ref": f"{name}.json"} for name in chosen}}
        path = folder / f"bundle{len(left)}.json"
        draft = "https://json-schema.org/draft/2020-12/schema"
        _write(path, {"$schema": draft, "$defs": definitions})
        yield path, chosen


def _write(path: Path, data: object) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(data))


def _identified(schema: object, url: str) -> object:
    """A schema as it is known by an address, whatever it calls itself."""
    if not isinstance(schema, dict):
        return schema
    own = urljoin(url, schema.get("$id", "")).removesuffix("#")
    if own == url:
        return {"$id": url, **schema}
    return {"$id": url, "$ref": own, "$defs": {"own": schema}}


def _identifiers(node: object, base: str) -> Iterator[str]:
    if isinstance(node, list):
        for item in node:
            yield from _identifiers(item, base)
    if not isinstance(node, dict):
        return
    if isinstance(node.get("$id"), str):
        base = urldefrag(urljoin(base, node["$id"]))[0]
        yield base
    for key, item in node.items():
        if key not in ("enum", "const"):
            yield from _identifiers(item, base)
