# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""The server's runtime as one name: what generated modules and handlers use of it."""

from __future__ import annotations

from .server_answers import Answer, WrongAnswer
from .server_app import Group, build_app, build_receivers, build_routes
from .server_body import JsonBody, RawBody, TextBody
from .server_context import Context
from .server_endpoint import Codec, Endpoint
from .server_errors import (
    BadGateway,
    BadRequest,
    Conflict,
    ContentTooLarge,
    Forbidden,
    GatewayTimeout,
    Gone,
    HTTPError,
    InternalServerError,
    MethodNotAllowed,
    NotFound,
    PaymentRequired,
    PreconditionFailed,
    Problem,
    RenderError,
    ServiceUnavailable,
    TooManyRequests,
    Unauthorized,
    Unimplemented,
    UnprocessableContent,
    UnsupportedMediaType,
    render_error,
)
from .server_forms import FormBody
from .server_frames import StreamAnswer
from .server_headers import HeaderForms
from .server_items import ItemsBody
from .server_multipart import Upload
from .server_options import DEFAULT_OPTIONS, ServerOptions
from .server_parameters import Parameter
from .server_paths import Condition
from .server_security import (
    BasicAuthenticator,
    BasicCredentials,
    Requirement,
    SecurityScheme,
    TokenAuthenticator,
    same_secret,
)
from .server_styles import Styled
from .server_text import Fields, Items, JsonText, Plain
from .server_wire_headers import Header

__all__ = [
    "Answer",
    "BadGateway",
    "BadRequest",
    "BasicAuthenticator",
    "BasicCredentials",
    "Codec",
    "Condition",
    "Conflict",
    "ContentTooLarge",
    "Context",
    "DEFAULT_OPTIONS",
    "Endpoint",
    "Fields",
    "Forbidden",
    "FormBody",
    "GatewayTimeout",
    "Gone",
    "Group",
    "HTTPError",
    "Header",
    "HeaderForms",
    "InternalServerError",
    "Items",
    "ItemsBody",
    "JsonBody",
    "JsonText",
    "MethodNotAllowed",
    "NotFound",
    "Parameter",
    "PaymentRequired",
    "Plain",
    "PreconditionFailed",
    "Problem",
    "RawBody",
    "RenderError",
    "Requirement",
    "SecurityScheme",
    "ServerOptions",
    "ServiceUnavailable",
    "StreamAnswer",
    "Styled",
    "TextBody",
    "TokenAuthenticator",
    "TooManyRequests",
    "Unauthorized",
    "Unimplemented",
    "UnprocessableContent",
    "UnsupportedMediaType",
    "Upload",
    "WrongAnswer",
    "build_app",
    "build_receivers",
    "build_routes",
    "render_error",
    "same_secret",
]
