"""The validators as a package in memory: a module is rendered when it is imported.

No file is written, and what is not needed is never made.
"""

from __future__ import annotations

import sys
from contextlib import contextmanager
from importlib import import_module
from importlib.abc import InspectLoader, MetaPathFinder
from importlib.machinery import ModuleSpec
from typing import TYPE_CHECKING, TypeAlias, cast

from ..render import Renderer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from ..plan.files import FilePlan
    from .report import Found
    from .wanted import Validator

    Check: TypeAlias = Callable[[object], Sequence[Found] | None]

PACKAGE = "oasmith_validated"
"""What the package is called while it can be imported."""

_LIMITS = ("MOST", "_FEW")
"""The numbers by which validators stop looking for more, in their runtime."""


class _Limit(int):
    """A number that knows whether something has reached it since it was last asked."""

    reached = False

    def __le__(self, count: int) -> bool:
        """Whether a count is as high: how a loop asks, with the count on the left."""
        is_reached = int(self) <= count
        self.reached = self.reached or is_reached
        return is_reached


class Program:
    """A validator, which also tells whether it looked at all of a value."""

    def __init__(self, check: Check, limits: Sequence[_Limit]) -> None:
        self._check = check
        self._limits = limits

    def violations(self, value: object) -> tuple[Sequence[Found], bool]:
        """What is wrong with a value, and whether that is all: many are enough."""
        for limit in self._limits:
            limit.reached = False
        found = self._check(value) or ()
        return found, not any(limit.reached for limit in self._limits)


@contextmanager
def imported(plans: Sequence[FilePlan], wanted: Validator) -> Iterator[Program]:
    """A validator; what it needs is imported inside of the body only."""
    finder = _Finder({plan.path: plan for plan in plans})
    sys.meta_path.insert(0, finder)
    try:
        runtime = import_module(f"{PACKAGE}._runtime.violations")
        limits = [_Limit(getattr(runtime, name)) for name in _LIMITS]
        for name, limit in zip(_LIMITS, limits, strict=True):
            setattr(runtime, name, limit)
        module = import_module(f"{PACKAGE}.{wanted.module}")
        if wanted.function:
            found = getattr(module, wanted.function)
        else:
            found = module.SCHEMAS[wanted.schema]
        if wanted.way:
            found = getattr(found, wanted.way)
        yield Program(cast("Check", found), limits)
    finally:
        sys.meta_path.remove(finder)
        for name in [name for name in sys.modules if _is_ours(name)]:
            del sys.modules[name]


def _is_ours(name: str) -> bool:
    return name == PACKAGE or name.startswith(f"{PACKAGE}.")


class _Finder(MetaPathFinder, InspectLoader):
    """Finds modules among the plans of files, and renders them."""

    def __init__(self, plans: Mapping[str, FilePlan]) -> None:
        self._plans = plans
        self._renderer = Renderer()

    def find_spec(
        self, fullname: str, path: object, target: object = None
    ) -> ModuleSpec | None:
        """See `MetaPathFinder`."""
        if not _is_ours(fullname) or self._path(fullname) not in self._plans:
            return None
        return ModuleSpec(fullname, self, is_package=self.is_package(fullname))

    def is_package(self, fullname: str) -> bool:
        """See `InspectLoader`."""
        return self._path(fullname).endswith("__init__.py")

    def get_source(self, fullname: str) -> str:
        """See `InspectLoader`."""
        return self._renderer.render(self._plans[self._path(fullname)]).text

    def _path(self, fullname: str) -> str:
        """The path of a module in the package, of its `__init__.py` if it is one."""
        parts = fullname.split(".")[1:]
        path = "/".join([*parts, "__init__.py"])
        return path if path in self._plans else f"{'/'.join(parts)}.py"
