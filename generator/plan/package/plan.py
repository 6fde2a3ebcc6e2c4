"""Plans the root of a generated package."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...values import dataclass
from ..files import FilePlan
from ..python.code import code
from ..python.errors import ERRORS
from ..python.layout import Atom, assignment, tuple_display
from ..python.lazy import lazy_table
from ..python.literals import docstring, file_header, ident, lit
from ..python.webhooks import with_payload

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...ir import Api
    from ...name import Names
    from ..options import TargetOptions
    from ..python.code import Code

GRANTS: tuple[str, ...] = ("ClientCredentials", "PasswordGrant", "RefreshToken")
"""What tokens are got by, which the root exports where a server gives tokens."""

_RUNTIME = "python/runtime/"


@dataclass(frozen=True, slots=True)
class RootView:
    """`__init__.py` of the package: what it exports, and where from.

    `imports` are for type checkers; `table` maps an exported name to its module, empty
    where there is nothing but the submodules. `submodules` is the statement that lists
    those.
    """

    header: Code
    docstring: Code
    imports: tuple[Code, ...]
    table: tuple[Code, ...]
    submodules: Code


def plan(
    api: Api,
    names: Names,
    options: TargetOptions,
    targets: Sequence[str],
    runtime: Sequence[str],
) -> tuple[FilePlan, ...]:
    """The root, `py.typed`, and copies of the runtime modules named in `runtime`."""
    files = [
        FilePlan(
            "__init__.py",
            "python/package/__init__.py.jinja",
            _root(api, names, options, targets),
        ),
        FilePlan("py.typed", "python/package/py.typed"),
    ]
    for name in sorted({"__init__.py", *runtime}):
        files.append(FilePlan(f"_runtime/{name}", f"{_RUNTIME}{name}"))
    return tuple(files)


def _root(
    api: Api, names: Names, options: TargetOptions, targets: Sequence[str]
) -> RootView:
    entries: list[tuple[str, list[str]]] = []
    has_tokens = any(item.has_tokens for item in api.security_schemes.values())
    errors = (*ERRORS, "TokenError") if has_tokens else ERRORS
    if "client" in targets:
        entries = [
            ("_runtime.errors", sorted(errors)),
            ("_runtime.omit", ["Omit", "omit"]),
            ("client", sorted([names.async_client, names.client])),
            *_webhooks(api, names, options),
            *([("_runtime.links", ["PaginationError"])] if api.has_pages else []),
        ]
    if "client" in targets and has_tokens:
        entries.append(("_runtime.oauth", list(GRANTS)))
    imports, table = lazy_table(_with_the_users(entries, options))
    modules = set(targets) - {"mock"}
    if "client" in targets:
        modules.add("errors")
    submodules = [ident(name) for name in sorted(modules)]
    checked = [code("from . import {} as {}", name, name) for name in submodules]
    return RootView(
        header=file_header(options.source_name),
        docstring=docstring(_about(api, options), 0),
        imports=(*checked, *imports),
        table=table,
        submodules=assignment(
            code("_SUBMODULES"),
            tuple_display([Atom(lit(name)) for name in submodules]),
            0,
        ),
    )


def _webhooks(
    api: Api, names: Names, options: TargetOptions
) -> list[tuple[str, list[str]]]:
    """What reads webhooks, and its errors, where there is something to read."""
    received = with_payload(api)
    if not received:
        return []
    module = names.operations[received[0].id].resource.module
    found = ["WebhookPayloadError"]
    if options.webhooks:
        found.append("WebhookVerificationError")
    return [("_runtime.webhooks", found), (f"client.{module}", [names.webhooks])]


def _with_the_users(
    entries: list[tuple[str, list[str]]], options: TargetOptions
) -> list[tuple[str, list[str]]]:
    """The exports together with the user's own, which win, and the version, if any."""
    found = [
        (module, [name for name in names if name not in options.custom])
        for module, names in entries
    ]
    if options.custom:
        found.append(("_custom", list(options.custom)))
    if options.version:
        found.append(("_version", ["__version__"]))
    return found


def _about(api: Api, options: TargetOptions) -> str:
    """The title of the API, and its summary or else the start of its description."""
    title = " ".join(api.title.split()) or options.package
    about = api.summary.strip() or api.description.strip()
    return f"{title.rstrip('.')}.\n\n{about}" if about else f"{title.rstrip('.')}."
