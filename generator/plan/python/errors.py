"""The errors that each client has."""

from __future__ import annotations

ERRORS: tuple[str, ...] = (
    "APIConnectionError",
    "APIError",
    "APIResponseError",
    "APIStatusError",
    "APITimeoutError",
    "AuthenticationError",
    "BadRequestError",
    "ConfigurationError",
    "ConflictError",
    "ContentTooLargeError",
    "GatewayTimeoutError",
    "InternalServerError",
    "InvalidArgumentError",
    "NotFoundError",
    "PermissionDeniedError",
    "RateLimitError",
    "RequestTimeoutError",
    "RequestValidationError",
    "ResponseDecodeError",
    "ResponseTooLargeError",
    "ResponseValidationError",
    "ServiceUnavailableError",
    "StreamDecodeError",
    "StreamErrorEvent",
    "StreamLimitError",
    "StreamTruncatedError",
    "UnexpectedContentTypeError",
    "UnprocessableEntityError",
)
"""The errors of the client's runtime, which the package exports."""
