"""Documents, what is done to them, and the names that come of it."""

from __future__ import annotations

import json
import os
import random
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from generator.diagnostics import Sink
from generator.load import load
from generator.load.parse import parse
from generator.load.source import Source, read_source
from generator.lower import lower
from generator.name import NameOptions, memory_of, name
from generator.write.manifest import Manifest, parse_manifest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from generator.ir import Api
    from generator.name import Memory, Names

ROOT = Path(__file__).parents[1]
DATA = Path(os.environ.get("OASMITH_DATA", ROOT.parent / "shared" / "data"))
CORPUS = os.environ.get("OASMITH_CORPUS", "")
REAL = (
    "adyen.com/ManagementService.json",
    "amazonaws.com/backup.json",
    "anchore.io.json",
    "asana.com.json",
    "box.com.json",
    "docker.com/engine.json",
    "fec.gov.json",
    "gitea.io.json",
    "here.com/tracking.json",
    "hetzner.cloud.json",
    "keycloak.local.json",
    "magento.com.json",
    "slack.com.json",
    "spacetraders.io.json",
    "spotify.com/sonallux.json",
    "twilio.com/twilio_messaging_v1.json",
    "vercel.com.json",
    "victorops.com.json",
)
"""Documents of a corpus of public ones, chosen for how differently they are written."""

_METHODS = (
    "get",
    "put",
    "post",
    "delete",
    "options",
    "head",
    "patch",
    "trace",
    "query",
)


@dataclass(frozen=True)
class Named:
    """What naming makes of a document."""

    api: Api
    names: Names

    @property
    def memory(self) -> Memory:
        """What the manifest would remember, as it comes out of it."""
        manifest = Manifest("1", "api", names=memory_of(self.names, self.api))
        return parse_manifest(manifest.text().encode()).names

    @property
    def flat(self) -> dict[tuple[str, ...], object]:
        """Every name, by what it names."""
        names = self.names
        found: dict[tuple[str, ...], object] = {}
        for id in names.types:
            found["type", id] = names.types[id]
            found["module", id] = names.modules[id]
            found["function", id] = names.functions[id]
        for id, fields in names.fields.items():
            found |= {("field", id, wire): name for wire, name in fields.items()}
        for item in names.resources:
            for what in ("argument", "attribute", "class_name", "module"):
                found["resource", item.key, what] = getattr(item, what)
        readers = {"webhooks": names.webhooks, "event": names.webhook_event}
        found |= {("reader", what): text for what, text in readers.items() if text}
        for id, own in names.operations.items():
            if own.resource.source == "sender":
                found["receiver", own.resource.key] = own.resource.class_name
                found["home", own.resource.key] = own.resource.module
            found["resource of", id] = own.resource.key
            for what in ("method", "handler", "constant", "params_type"):
                found[what, id] = getattr(own, what)
            found["stream", id] = own.stream_method
            found["headers", id] = own.headers_type
            found |= {("form", id, key): text for key, text in own.form_params.items()}
            for key, text in own.parameters.items():
                found["parameter", id, *key] = text
            for wire, text in own.body_fields.items():
                found["body", id, wire] = text
        return found


def named(document: dict[str, Any], memory: Memory | None = None) -> Named:
    """Load, lower and name a document; fails where it has an error."""
    sink = Sink()
    loaded = load(Source(data=json.dumps(document).encode()), sink)
    api = lower(loaded, sink)
    assert not sink.has_errors, [item.message for item in sink.found]
    return Named(api, name(api, NameOptions("api", memory=memory or {})))


def renamed(
    before: Named, after: Named
) -> dict[tuple[str, ...], tuple[object, object]]:
    """What has another name after a change, with both names."""
    new = after.flat
    return {
        key: (text, new[key])
        for key, text in before.flat.items()
        if key in new and new[key] != text
    }


def read(path: Path) -> dict[str, Any]:
    """The data of a document of one file, as JSON has it."""
    data, _ = parse(read_source(Source(path)), Sink())
    found: dict[str, Any] = json.loads(json.dumps(data))
    return found


@cache
def documents() -> dict[str, Path]:
    """The documents to try, by a short name."""
    golden = ROOT / "tests" / "golden"
    found = {
        path.parent.name: path
        for path in sorted(golden.glob("*/spec.yaml"))
        if not _parts(path.parent)
    }
    found["completions"] = ROOT / "spec" / "completions.yaml"
    if (DATA / "openai" / "openapi.yaml").exists():
        found["openai"] = DATA / "openai" / "openapi.yaml"
    if CORPUS:
        found |= {name: Path(CORPUS) / name for name in REAL}
    return found


def _parts(folder: Path) -> list[Path]:
    """The files that a golden document refers to."""
    return [path for path in folder.glob("*/*") if path.suffix in (".json", ".yaml")]


def shuffled(value: Any, rng: random.Random) -> Any:
    """The same JSON value with the keys of every object in another order."""
    if isinstance(value, list):
        return [shuffled(item, rng) for item in value]
    if isinstance(value, dict):
        keys = list(value)
        rng.shuffle(keys)
        return {key: shuffled(value[key], rng) for key in keys}
    return value


def copied(document: dict[str, Any]) -> dict[str, Any]:
    """A deep copy."""
    found: dict[str, Any] = json.loads(json.dumps(document))
    return found


def schemas_of(document: dict[str, Any]) -> dict[str, Any]:
    """The schema components; made where there are none."""
    found: dict[str, Any] = document.setdefault("components", {}).setdefault(
        "schemas", {}
    )
    return found


def operations_of(
    document: dict[str, Any],
) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Path, method and node of each operation."""
    for path, item in document.get("paths", {}).items():
        for method in _METHODS:
            if isinstance(item.get(method), dict):
                yield path, method, item[method]


def schemas_below(node: Any, *, in_union: bool = False) -> Iterator[dict[str, Any]]:
    """Every schema object, those inside of the options of unions left out.

    What tells an option from the others is part of its name.
    """
    if isinstance(node, list):
        for item in node:
            yield from schemas_below(item)
    if not isinstance(node, dict) or "$ref" in node:
        return
    if isinstance(node.get("properties"), dict) or isinstance(node.get("enum"), list):
        yield node
    for key, value in node.items():
        if key not in ("example", "examples", "default", "oneOf", "anyOf", "enum"):
            yield from schemas_below(value)
