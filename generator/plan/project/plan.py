"""Plans the files of the project."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from ...diagnostics import Span, report
from ...values import dataclass
from ...versions import normalised
from ..client.calls import Plans
from ..client.resources import resource_text
from ..files import FilePlan
from ..python.literals import file_header, ident, lit
from ..python.types import Annotator
from .changelog import changelog_view
from .examples import Calling, ExampleView, Programs, callings
from .history import continued, parse
from .literals import json_text
from .pyproject import pyproject_view
from .readme import has_address, readme_view, title
from .reference import Reference, ReferenceView
from .samples import NoSample, Samples
from .surface import bare, surface

if TYPE_CHECKING:
    from ...diagnostics import Sink
    from ...ir import Api
    from ...name import Names
    from ..client.calls import Plan
    from ..options import TargetOptions
    from ..python.code import Code
    from .history import History

HISTORY = "api.json"
"""What the changelog is continued from."""

_FOLDER = "python/project/"


@dataclass(frozen=True, slots=True)
class VersionView:
    """`_version.py` of the package."""

    header: Code
    version: Code


@dataclass(frozen=True, slots=True)
class TextView:
    """A file that is one text."""

    text: Code


@dataclass(frozen=True, slots=True)
class Project:
    """What is known of the project besides the API.

    `name` is that of the distribution; `targets` are made, with models of a kind;
    `history` is what `api.json` holds, if that can be read, else empty.
    """

    name: str
    targets: tuple[str, ...]
    model_kind: str
    history: bytes = b""

    def runtime(self, api: Api) -> tuple[str, ...]:
        """No module of the runtime is needed."""
        return ()

    def plan(
        self, api: Api, names: Names, options: TargetOptions, sink: Sink
    ) -> tuple[FilePlan, ...]:
        """All files around the package, and the two in it that come with a project.

        Tells of a version of the document that no package can have (N380).
        """
        annotator = Annotator(api, names)
        known = Plans(annotator)
        header = file_header(options.source_name)
        has_client = "client" in self.targets
        plans = known.of(api.operations) if has_client else []
        prefix = names.env_prefix
        address = "" if has_address(api) else f"{prefix}_BASE_URL"
        key = f"{prefix}_API_KEY"
        programs = Programs(annotator, options.package, address, key, header)
        shown = _shown(plans, api, programs)
        found = [calling for calling, _ in shown]
        view = surface(annotator, plans) if has_client else bare(api, annotator)
        earlier = parse(self.history) if self.history else None
        history = continued(earlier, view, options.version)
        _tell_version(api, options, sink)
        files = [
            *self._once(api, options),
            FilePlan(
                f"{options.package}/_version.py",
                f"{_FOLDER}_version.py.jinja",
                VersionView(header, lit(options.version)),
            ),
            FilePlan(
                "README.md",
                f"{_FOLDER}README.md.jinja",
                readme_view(api, names, options, self.targets, found, programs),
            ),
            FilePlan(
                "CHANGELOG.md", f"{_FOLDER}CHANGELOG.md.jinja", changelog_view(history)
            ),
            FilePlan(HISTORY, f"{_FOLDER}api.json.jinja", _data(history)),
        ]
        if has_client:
            files.append(_reference(api, names, options, annotator, plans, found))
        files += [
            FilePlan(
                calling.path,
                f"{_FOLDER}example.py.jinja",
                example,
                package=options.package,
            )
            for calling, example in shown
        ]
        return tuple(files)

    def _once(self, api: Api, options: TargetOptions) -> list[FilePlan]:
        """What is written once and belongs to the user then."""
        view = pyproject_view(api, options, self.name, self.targets, self.model_kind)
        return [
            FilePlan(
                "pyproject.toml", f"{_FOLDER}pyproject.toml.jinja", view, "scaffold"
            ),
            FilePlan(
                f"{options.package}/_custom/__init__.py",
                f"{_FOLDER}_custom.py",
                ownership="scaffold",
            ),
        ]


def _data(history: History) -> TextView:
    return TextView(json_text(history.data(), 3))


def _tell_version(api: Api, options: TargetOptions, sink: Sink) -> None:
    """Say so where the document's version had to be changed."""
    wanted = normalised(api.version)
    if wanted is None and normalised(options.version) == options.version:
        span = Span("", 0, 0, "/info/version")
        report(sink, "N380", span, version=api.version, given=options.version)


def _shown(
    plans: list[Plan], api: Api, programs: Programs
) -> list[tuple[Calling, ExampleView]]:
    """The calls that there are examples of, and those: what can be written."""
    samples = Samples(api)
    found: list[tuple[Calling, ExampleView]] = []
    for plan in plans:
        for calling in callings(plan, samples):
            with suppress(NoSample):
                found.append((calling, programs.view(calling)))
    return found


def _reference(
    api: Api,
    names: Names,
    options: TargetOptions,
    annotator: Annotator,
    plans: list[Plan],
    found: list[Calling],
) -> FilePlan:
    shown: dict[str, list[tuple[str, bool]]] = {}
    for calling in found:
        place = shown.setdefault(calling.plan.operation.id, [])
        place.append((calling.path, calling.streams))
    grouped: dict[str, list[Plan]] = {}
    for plan in plans:
        grouped.setdefault(plan.names.resource.module, []).append(plan)
    reference = Reference(annotator, options.package)
    view = ReferenceView(
        title=title(api, options),
        client=ident(names.client),
        async_client=ident(names.async_client),
        groups=tuple(
            reference.group(
                one, resource_text(one, api), grouped.get(one.module, []), shown
            )
            for one in names.resources
        ),
    )
    return FilePlan("api.md", f"{_FOLDER}api.md.jinja", view)
