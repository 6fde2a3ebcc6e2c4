"""Small APIs built by hand, planned and written out as a package to import."""

from __future__ import annotations

import importlib
import sys
from contextlib import contextmanager
from itertools import count
from typing import TYPE_CHECKING

from generator.diagnostics import Sink
from generator.ir import (
    Alias,
    Anything,
    Api,
    Choice,
    Choices,
    Discriminator,
    Field,
    Record,
    Scalar,
    TypeUse,
    Variants,
)
from generator.lower.graph import circles
from generator.name import NameOptions, name
from generator.plan import models, package
from generator.plan.options import TargetOptions
from generator.render import render
from generator.style import style

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from types import ModuleType

    from generator.ir import Json, Shape, Type
    from generator.name import Names

_NUMBERS = count()
STRING = TypeUse(Scalar("string"))
INTEGER = TypeUse(Scalar("integer"))
ANY = TypeUse(Anything())


def component(key: str) -> str:
    """The id of a schema component."""
    return f"#/components/schemas/{key}"


def use(kind: Type, **constraints: Json) -> TypeUse:
    """A type with constraints."""
    return TypeUse(kind, tuple(constraints.items()))


def record(key: str, *fields: Field, description: str = "") -> Record:
    """A record that is a component."""
    id = component(key)
    return Record(id, id, (key,), fields, ANY, description=description)


def choices(key: str, *values: Json, is_open: bool = False) -> Choices:
    """An enumeration that is a component."""
    id = component(key)
    return Choices(id, id, (key,), tuple(map(Choice, values)), is_open)


def alias(key: str, target: TypeUse, description: str = "") -> Alias:
    """A component that is another type."""
    id = component(key)
    return Alias(id, id, (key,), target, description=description)


def variants(
    key: str, *options: TypeUse, discriminator: Discriminator | None = None
) -> Variants:
    """A union that is a component."""
    id = component(key)
    return Variants(id, id, (key,), options, True, discriminator)


def inline(owner: str, *words: str) -> tuple[str, str, tuple[str, ...]]:
    """Id, root and place of a shape inside a component."""
    return (
        f"{component(owner)}/properties/{'/'.join(words)}",
        component(owner),
        (owner, *words),
    )


def api_of(*shapes: Shape, title: str = "An API", description: str = "") -> Api:
    """An API of shapes without operations."""
    found = {shape.id: shape for shape in shapes}
    roots = {shape.place[0]: shape.id for shape in shapes if shape.id == shape.root}
    return Api(
        title=title,
        version="1",
        description=description,
        servers=(),
        tags=(),
        components=roots,
        shapes=found,
        assertions={},
        operations=(),
        webhooks=(),
        security_schemes={},
        groups=circles(found),
    )


def names_of(api: Api, package_name: str = "api") -> Names:
    """The names of an API."""
    return name(api, NameOptions(package_name))


def texts(api: Api) -> dict[str, str]:
    """The files of a package with nothing but models, by path."""
    names = names_of(api)
    options = TargetOptions("api", names.env_prefix, "api.yaml")
    plans = models.plan(api, names, options, Sink())
    plans += package.plan(api, names, options, ("models",), models.runtime(api))
    return {file.path: file.text for file in style(render(plans))}


@contextmanager
def written(api: Api, folder: Path) -> Iterator[ModuleType]:
    """The package of an API, written below `folder`; gives its `models`, imported."""
    package_name = f"generated_{next(_NUMBERS)}"
    for path, text in texts(api).items():
        target = folder / package_name / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
    sys.path.insert(0, str(folder))
    try:
        yield importlib.import_module(f"{package_name}.models")
    finally:
        sys.path.remove(str(folder))
        for loaded in [key for key in sys.modules if key.split(".")[0] == package_name]:
            del sys.modules[loaded]
