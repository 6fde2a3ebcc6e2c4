"""Who takes which instances, and where they disagree.

Our models are held against those of datamodel-code-generator, which get the same types
to express, and against the schemas themselves, which know nothing of types.
"""

from __future__ import annotations

import json
from contextlib import chdir
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from generator.ir import Alias, ListOf, Named
from generator.load import Source

from .faults import faults
from .instances import Maker, mutants
from .packages import pairs, understood
from .schemas import Schemas

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jsonschema import Draft202012Validator

    from generator.ir import Api, Id

    from .packages import Pair


@dataclass(frozen=True)
class Disagreement:
    """Our model and another judge differ on an instance.

    `by` is why the one of them refuses it: a fault of the instance (`faults`), or a kind
    of error of the model for one that is valid; `discriminator` where our type refuses
    what one of the document may exclude.
    """

    judge: Literal["engine", "schema"]
    ours: Literal["accepts", "refuses"]
    by: str
    document: str
    type: str
    instance: Any

    def __str__(self) -> str:
        text = json.dumps(self.instance)
        told = (
            f"{self.document}: our {self.type} {self.ours}, the {self.judge} does not"
        )
        return f"{told} ({self.by}): {text[:300]}"


@dataclass
class Tally:
    """What a comparison came to."""

    instances: int = 0
    valid: int = 0
    types: int = 0


def compare(
    spec: Path, folder: Path, tally: Tally, most: int = 40
) -> Iterator[Disagreement]:
    """The disagreements over one document, with about `most` instances for each type."""
    with chdir(spec.parent):
        api = understood(Source(Path(spec.name), spec.read_bytes()))
    if api is None:
        return
    schemas = Schemas(api)
    maker = Maker(schemas.definitions)
    whole = _whole(api)
    name = spec.parent.name if spec.stem == "spec" else spec.stem
    with pairs(api, folder) as found:
        for pair in found:
            tally.types += 1
            circle = _own_items(api, pair.id)
            checker = schemas.checker(pair.id)
            starts = list(maker.candidates(schemas.schema(pair.id)))
            for start in starts:
                share = max(1, most // len(starts))
                for instance in (start, *mutants(start, schemas.definitions, share)):
                    tally.instances += 1
                    judged = _judged(pair, checker, instance, pair.id in whole, tally)
                    for judge, ours, by in judged:
                        reason = circle if circle and judge == "engine" else by
                        yield Disagreement(
                            judge, ours, reason, name, pair.name, instance
                        )


def _judged(
    pair: Pair,
    checker: Draft202012Validator,
    instance: Any,
    is_whole: bool,
    tally: Tally,
) -> Iterator[tuple[Literal["engine", "schema"], Literal["accepts", "refuses"], str]]:
    ours, theirs = pair.ours.refusal(instance), pair.theirs.refusal(instance)
    violated = faults(checker, instance)
    tally.valid += not violated
    if (ours is None) != (theirs is None):
        reasons = violated or ours or theirs or frozenset()
        if pair.is_told and ours is not None:
            reasons = frozenset(["discriminator"])
        for by in sorted(reasons):
            yield "engine", "accepts" if ours is None else "refuses", by
    if not is_whole:
        return
    if ours is None:
        for by in sorted(violated):
            yield "schema", "accepts", by
    elif not violated and instance is not None:
        for by in ["discriminator"] if pair.is_told else sorted(ours):
            yield "schema", "refuses", by


def _own_items(api: Api, id: Id) -> str:
    """The reason for a list of nothing but such lists, or what has one; else empty."""
    lists = [
        shape.id
        for shape in api.shapes.values()
        if isinstance(shape, Alias)
        and isinstance(shape.target.type, ListOf)
        and shape.target.type.item.type == Named(shape.id)
    ]
    text = repr(api.shapes[id])
    return "items of their own type" if any(repr(one) in text for one in lists) else ""


def _whole(api: Api) -> frozenset[Id | None]:
    """The types whose schema says all that there is to say about them.

    Those further inside may have merged what stands around them (`allOf`). All leave
    null to the place where they stand.
    """
    found: set[Id | None] = set(api.components.values())
    for operation in (*api.operations, *api.webhooks):
        if operation.body is not None:
            found |= {content.schema for content in operation.body.contents}
        for response in operation.responses:
            found |= {content.schema for content in response.contents}
    return frozenset(found)
