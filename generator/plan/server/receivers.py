"""Functions that make routes for what the API sends: webhooks and callbacks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...values import dataclass
from ..python.code import code
from ..python.groups import table_name
from ..python.layout import Atom, call, fit, name, subscript, union
from ..python.literals import docstring, ident, lit, sectioned
from ..python.signatures import Param, Signature, signature
from ..python.webhooks import STANDARD, secret_variable
from .module import handlers_class
from .views import ReceiverView

if TYPE_CHECKING:
    from ...ir import Api, Operation
    from ...name import Names
    from ...name.names import ResourceName
    from ..options import TargetOptions
    from ..python.code import Code
    from ..python.imports import Imports
    from ..python.layout import Expr

_NONE = Atom(code("None"))
_PATHS = {
    "webhooks": "Where each webhook is received, by its handler.",
    "callbacks": "Where each callback is received, by its handler.",
}


@dataclass(frozen=True, slots=True)
class Receiver:
    """Webhooks or callbacks: their resource and all of them.

    `secret_variable` is where the environment has the secret of those that are signed,
    empty where none is.
    """

    resource: ResourceName
    operations: tuple[Operation, ...]
    secret_variable: str

    @property
    def kind(self) -> str:
        """What the document calls one of them: `webhook`."""
        return self.resource.tag.removesuffix("s")

    @property
    def function(self) -> str:
        """The function that makes the routes."""
        return f"{self.kind}_routes"

    @property
    def paths_type(self) -> str:
        """The type of the paths that a server chooses."""
        return f"{self.kind.capitalize()}Paths"

    @property
    def has_security(self) -> bool:
        """Whether some of them prove who sends them."""
        return any(operation.security for operation in self.operations)


def receivers_of(api: Api, names: Names, options: TargetOptions) -> list[Receiver]:
    """Those that an API has: of webhooks, which may be signed, and of callbacks."""
    is_signed = options.webhooks == STANDARD
    variable = secret_variable(names.env_prefix) if is_signed else ""
    kinds = ((api.webhooks, variable), (api.callbacks, ""))
    return [
        Receiver(names.operations[group[0].id].resource, group, variable)
        for group, variable in kinds
        if group
    ]


def receiver_view(receiver: Receiver, names: Names, imports: Imports) -> ReceiverView:
    """The function and the type of its `paths`."""
    resource = receiver.resource
    imports.add(f".{resource.module}", table_name(resource))
    imports.add(f".{resource.module}", handlers_class(resource))
    if receiver.has_security:
        imports.type_checking.add(".._runtime.server_security", "Authenticators")
    if receiver.secret_variable:
        imports.add(".._runtime.server_webhooks", "build_signed_receivers")
        imports.type_checking.add(".._runtime.signatures", "Secrets")
    return ReceiverView(
        paths=ident(receiver.paths_type),
        paths_docstring=docstring(_PATHS[resource.tag], 4),
        members=tuple(
            code("{}: str", ident(names.operations[operation.id].handler))
            for operation in receiver.operations
        ),
        signature=signature(_signature(receiver), 0),
        docstring=_docstring(receiver),
        result=_result(receiver),
    )


def _signature(receiver: Receiver) -> Signature:
    keyword = [
        Param(
            code("paths"),
            union([name(receiver.paths_type), _NONE]),
            code("None"),
        )
    ]
    if receiver.secret_variable:
        kind = union([Atom(code("Secrets")), _NONE])
        keyword.append(Param(code("secrets"), kind, code("None")))
    if receiver.has_security:
        kind = union([Atom(code("Authenticators")), _NONE])
        keyword.append(Param(code("security"), kind, code("None")))
    keyword.append(
        Param(
            code("options"),
            Atom(code("server.ServerOptions")),
            code("server.DEFAULT_OPTIONS"),
        )
    )
    return Signature(
        name=ident(receiver.function),
        first=(Param(code("handlers"), name(handlers_class(receiver.resource))),),
        keyword=tuple(keyword),
        returns=subscript(code("list"), [Atom(code("BaseRoute"))]),
    )


def _docstring(receiver: Receiver) -> Code:
    kind = receiver.kind
    told = [
        ("handlers", f"Receives the {kind}s."),
        ("paths", f"Where to receive a {kind}, if not at its name."),
    ]
    wrong = f"Two {kind}s have the same path"
    if receiver.secret_variable:
        wrong = f"{wrong}, or there is no secret to verify them with"
        variable = receiver.secret_variable
        told.append(
            (
                "secrets",
                f"What verifies {kind}s, or several while one takes the place of "
                f"another. Default: `{variable}` of the environment.",
            )
        )
    if receiver.has_security:
        told.append(("security", "The authenticator of each security scheme in use."))
    told.append(("options", "Limits, the body of errors, a prefix for paths."))
    verified = (
        f"Its signature is verified first (Standard Webhooks): a {kind} that the sender "
        "did not sign, or not lately, is answered with 401 and reaches no handler."
    )
    return sectioned(
        f"The routes that receive the {kind}s of the API.",
        "They are for an application of your own: `Starlette(routes=...)`. "
        f"A {kind} comes to a path of its name, unless `paths` says otherwise. "
        f"{verified if receiver.secret_variable else ''}".rstrip(),
        [("Args", told), ("Raises", [("ValueError", f"{wrong}.")])],
        4,
    )


def _result(receiver: Receiver) -> Code:
    given: list[Expr] = [
        Atom(code("handlers")),
        name(table_name(receiver.resource)),
        Atom(code("paths")),
    ]
    if receiver.has_security:
        given += [Atom(code("SCHEMES")), Atom(code("security"))]
    options: list[tuple[Code, Expr]] = [(code("options"), Atom(code("options")))]
    if not receiver.secret_variable:
        made = call(code("server.build_receivers"), given, options)
        return fit(made, 4, before=code("return "))
    signing: list[tuple[Code, Expr]] = [
        (code("secrets"), Atom(code("secrets"))),
        (code("variable"), Atom(lit(receiver.secret_variable))),
    ]
    made = call(code("build_signed_receivers"), given, [*signing, *options])
    return fit(made, 4, before=code("return "))


def exports_of(receiver: Receiver) -> list[tuple[str, str]]:
    """What the server package exports of it: module and name."""
    resource = receiver.resource
    return [
        (".app", receiver.function),
        (f".{resource.module}", handlers_class(resource)),
        (f".{resource.module}", f"Unimplemented{resource.class_name}"),
    ]
