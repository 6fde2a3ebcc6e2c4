"""Hold the validators of real documents against `jsonschema-rs`, reading them anew.

    python -m tests.fuzz.documents FOLDER [--every N] [--first I] [--largest MB]
        [--schemas N] [--count N] [--seed N] [--only WORD]

Of each document, so many component schemas are judged, those first that the document
gives examples of, and so many of the JSON bodies that operations carry: by these
examples, by instances made for the schema, and by mutants of both. The other opinion
comes from the document as it stands (`raw.py`). Where to get a folder of documents,
`tests.corpus.run` says. Exits with 1 when a disagreement has no explanation, or a document
fails that is not refused.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import traceback
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jsonschema_rs

from generator.conform.containers import Impossible
from generator.diagnostics import Fatal, Sink
from generator.load import Source, load
from generator.lower import lower

from ..corpus.packages import sample
from .judge import run
from .raw import RawDocument, beside
from .subjects import Document, Subject

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from .judge import Outcome

_STARTS = 6
_MOST_EXAMPLES = 40


@dataclass(frozen=True)
class RawSubject(Subject):
    """A component, with the opinion of who has read the document anew."""

    raw: RawDocument
    pointer: str
    given: tuple[Any, ...]
    part: tuple[str, ...] = ()

    @cached_property
    def check(self) -> Callable[[object], list[Any] | None]:
        """The generated validator, of the component or of a part of an operation."""
        if not self.part:
            return self.document.check(self.name)
        operation, way, *key = self.part
        parts = getattr(self.document.operations[operation], way)
        found: Any = parts[key[0] if len(key) == 1 else tuple(key)]
        return found.request if way == "request" else found.response

    @cached_property
    def oracle(self) -> Any:
        """The validator of `jsonschema-rs`. Raises ValueError if it cannot be made."""
        return self.raw.validator(self.pointer)

    @cached_property
    def starts(self) -> list[Any]:
        """Examples of the document, and a few instances of the schema."""
        found = list(self.given)
        for maker in self.document.makers:
            try:
                found += maker.several(self.id, _STARTS)
            except Impossible:
                continue
        return found or [None, {}, [], "text", 1]

    def explanation(self, text: str) -> str:
        """Why it is right that we do otherwise than the oracle; empty if it is not."""
        for node in self.raw.reached(self.pointer):
            is_one_way = node.get("readOnly") is True or node.get("writeOnly") is True
            if text.startswith("accepts") and is_one_way and '"required' in text:
                return "a property that goes one way only may be missing"
            if text.startswith("refuses") and "discriminator" in node:
                return "only the alternative that the discriminator names is looked at"
        return ""


def subjects(path: Path, folder: Path, most: int) -> Iterator[RawSubject]:
    """Components of a document.

    None when it is not OpenAPI 2 or 3.0, is refused, or has rules.
    """
    raw = RawDocument(path)
    if raw.version not in ("2.0", "3.0"):
        return
    sink = Sink()
    loaded = load(Source(path), sink)
    if sink.has_errors:
        return
    api = lower(loaded, sink)
    if sink.has_errors or api.has_rules:
        return
    document = Document(api, folder)
    document.write_all()
    given = examples(raw.root)
    components = sorted(
        document.api.components.items(),
        key=lambda item: item[1].partition("#")[2] not in given,
    )
    for title, schema in components[:most]:
        pointer = schema.partition("#")[2]
        found = tuple(given.get(pointer, ())[:_MOST_EXAMPLES])
        yield RawSubject(title, schema, document, raw, pointer, found)
    yield from islice(_bodies(raw, document), most)


def _bodies(raw: RawDocument, document: Document) -> Iterator[RawSubject]:
    """The JSON bodies of operations that have a schema of their own, with examples."""
    for operation in document.api.operations:
        title = operation.operation_id
        at = operation.id.partition("#")[2]
        if title not in document.operations:
            continue
        node = raw.node(at)
        holders = [
            (f"{at}/responses/{status}", ("responses", str(status)))
            for status in node.get("responses", {})
        ]
        holders.append((f"{at}/requestBody", ("request",)))
        for holder, part in holders:
            for media, pointer, examples in raw.contents(holder):
                schema = f"{operation.id.partition('#')[0]}#{pointer}"
                parts = getattr(document.operations[title], part[0])
                key = (*part[1:], media)
                if (key if len(key) > 1 else media) in parts:
                    name = " ".join((title, *part, media))
                    place = (title, part[0], *key)
                    yield RawSubject(
                        name, schema, document, raw, pointer, examples, place
                    )


def examples(root: Any) -> dict[str, list[Any]]:
    """The examples in a document of schemas that have a name, by their pointers."""
    found: dict[str, list[Any]] = {}
    for holder, at in (
        (root.get("components", {}).get("schemas", {}), "/components/schemas"),
        (root.get("definitions", {}), "/definitions"),
    ):
        for name, node in holder.items():
            if isinstance(node, dict) and "example" in node:
                pointer = f"{at}/{name.replace('~', '~0').replace('/', '~1')}"
                found.setdefault(pointer, []).append(node["example"])
    waiting: list[Any] = [root]
    while waiting:
        node = waiting.pop()
        if isinstance(node, dict):
            if isinstance(node.get("schema"), dict):
                _of_content(node, found)
            waiting += node.values()
        elif isinstance(node, list):
            waiting += node
    return found


def _of_content(node: dict[str, Any], found: dict[str, list[Any]]) -> None:
    """Examples beside a schema that are those of a schema with a name, or of its items."""
    values = beside(node)
    schema = node["schema"]
    if schema.get("type") == "array" and isinstance(schema.get("items"), dict):
        schema = schema["items"]
        values = [item for value in values if isinstance(value, list) for item in value]
    target = schema.get("$ref")
    if values and isinstance(target, str) and target.startswith("#/"):
        found.setdefault(target[1:], []).extend(values)


@dataclass
class Total:
    """The figures of a run."""

    documents: int = 0
    schemas: int = 0
    examples: int = 0
    mutants: int = 0
    valid: int = 0
    disagreements: int = 0
    wrong: int = 0
    failed: int = 0

    def add(self, subject: RawSubject, outcome: Outcome) -> None:
        """Count what came of one schema."""
        self.schemas += 1
        self.examples += len(subject.given)
        self.mutants += outcome.mutants
        self.valid += outcome.valid
        self.disagreements += outcome.disagreements
        self.wrong += bool(outcome.wrong or outcome.astray)


def judged(subject: RawSubject, name: str, count: int, seed: int) -> Outcome:
    """The outcome for a schema; what is explained is no more among what is wrong."""
    outcome = run(name, subject, count, seed)
    outcome.wrong = [text for text in outcome.wrong if not subject.explanation(text)]
    return outcome


def main() -> int:
    """Run, and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--largest", type=float, default=0.5, help="megabytes")
    parser.add_argument("--schemas", type=int, default=30, help="of each document")
    parser.add_argument("--count", type=int, default=100, help="instances of each")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="part of the names to take")
    given = parser.parse_args()
    total, unusable = Total(), Counter[str]()
    for path in sample(given.folder, given.every, given.largest, given.first):
        document = path.relative_to(given.folder).as_posix()
        if given.only not in document:
            continue
        total.documents += 1
        with tempfile.TemporaryDirectory() as folder:
            try:
                found = list(subjects(path, Path(folder), given.schemas))
            except Fatal as error:
                print(f"{document}: refused: {error}")
                continue
            except Exception:  # one failure must not end a long run, but fails it
                print(f"{document}: {traceback.format_exc()}", flush=True)
                total.failed += 1
                continue
            for subject in found:
                name = f"{document}/{subject.name}"
                try:
                    assert subject.oracle is not None
                except (ValueError, jsonschema_rs.ReferencingError) as error:
                    unusable[f"{type(error).__name__}: {str(error)[:120]}"] += 1
                    continue
                outcome = judged(subject, name, given.count, given.seed)
                total.add(subject, outcome)
                for text in (*outcome.wrong[:2], *outcome.astray[:2]):
                    print(f"{name}: {text}", flush=True)
    for text, times in unusable.most_common():
        print(f"not judged: {times} schemas: {text}")
    print(json.dumps(vars(total)))
    return 1 if total.wrong or total.failed else 0


if __name__ == "__main__":
    sys.exit(main())
