"""The result of naming: an identifier for everything that generated code mentions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Literal, TypeAlias

from ..ir import Id
from ..values import dataclass
from .errors import error_name

Source: TypeAlias = Literal["tag", "id", "path", "sender"]

UNGROUPED = "default"
"""Stands in for a tag where the path has no telling segment either."""


@dataclass(frozen=True, slots=True)
class ResourceName:
    """A group of operations: `client.<attribute>`, class `<class_name>`, module `<module>`.

    `argument` is the keyword of the server's `app` that takes their handlers.
    `tag` is the document's tag, or what stands in for one, as `source` tells: a part of
    the operations' ids, or a segment of their paths; the `sender` of webhooks and
    callbacks is the API. `key` is the same for all spellings
    of the tag. The same module and class stem serve the server: `<class_name>Handlers` in
    `server/<module>.py`.
    """

    tag: str
    key: str
    attribute: str
    class_name: str
    module: str
    argument: str
    source: Source = "tag"

    @property
    def group(self) -> str:
        """What its operations have in common, to follow "the operations"."""
        if self.source == "tag":
            return f"tagged `{self.tag}`"
        if self.source == "sender":
            return f"that the API sends as {self.tag}"
        if self.source == "id":
            return f"of `{self.tag}`"
        return "without a tag" if self.tag == UNGROUPED else f"below `/{self.tag}`"


@dataclass(frozen=True, slots=True)
class OperationName:
    """Identifiers of one operation.

    `method` is short, unique within its resource (`create`); `handler` is long, unique
    in the whole API (`create_completion`). `stream_method` is for a second method, where
    an operation answers with a stream or whole; empty where no stream is. `constant` is the module-level constant with
    the operation's static facts; `params_type` the TypedDict of its keyword arguments.
    `form_params` maps a media type of the body to that of its form, where there are
    several.
    `parameters` maps (place, wire name) and `body_fields` maps a wire name to a keyword
    argument of the method; both share one scope, and neither uses a name that the
    generated signature uses itself (`self`, `body`, `options`, request options).
    Validator names are functions in `validators/operations/<module>.py`, where `module`
    is that of the resource; `request_validators` maps a media type,
    `response_validators` maps (status, media type), `header_validators` (status, name);
    `exchange_validator` is for a request and its response together, empty where no rule
    sees both. `headers_type` is the class of the headers of a webhook that the document
    describes, empty where it describes none. `title` is what messages and tables call
    the operation: its id, or its method and path where it has none or another one has it.
    """

    resource: ResourceName
    method: str
    handler: str
    constant: str
    params_type: str
    form_params: Mapping[str, str]
    parameters: Mapping[tuple[str, str], str]
    body_fields: Mapping[str, str]
    request_validators: Mapping[str, str]
    parameter_validators: Mapping[tuple[str, str], str]
    response_validators: Mapping[tuple[str, str], str]
    header_validators: Mapping[tuple[str, str], str] = field(
        default_factory=dict[tuple[str, str], str]
    )
    stream_method: str = ""
    headers_type: str = ""
    exchange_validator: str = ""
    title: str = ""


@dataclass(frozen=True, slots=True)
class Names:
    """Every name of one API in Python.

    `types` gives each shape its class or alias, unique over the package. `modules` gives
    each shape its file stem below `models/` and `validators/schemas/`; shapes that refer
    to each other in a circle share one. `functions` gives each shape its validator
    function, and `variants` those for a `request` and a `response` alone, if anything in
    the API is only read or only written.
    `fields` gives each record id the identifier of each property by wire name.
    `operations` has the names of webhooks and callbacks too; `resources` are those of
    calls alone. `server_variables` gives each variable of a server its keyword argument
    of the client. `webhooks` is the class that reads webhooks, `webhook_event` the type of
    what any of them brings; both are empty where there is nothing to read, the second
    also where there is one. `error_stems` gives each shape that is the body of an error
    what the names of such errors begin with. `losers` lists names that went to somebody
    else: (id, wanted name, given name).
    """

    package: str
    client: str
    async_client: str
    error_base: str
    env_prefix: str
    types: Mapping[Id, str]
    modules: Mapping[Id, str]
    functions: Mapping[Id, str]
    fields: Mapping[Id, Mapping[str, str]]
    resources: tuple[ResourceName, ...]
    operations: Mapping[Id, OperationName]
    server_variables: Mapping[str, str] = field(default_factory=dict[str, str])
    losers: tuple[tuple[str, str, str], ...] = ()
    webhooks: str = ""
    webhook_event: str = ""
    error_stems: Mapping[Id, str] = field(default_factory=dict[str, str])
    variants: Mapping[Id, Mapping[str, str]] = field(
        default_factory=dict[str, Mapping[str, str]]
    )

    def error_class(self, body: Id, base: str) -> str:
        """The class of the errors with a body of a shape, below one that each client has."""
        return error_name(self.error_stems[body], base)
