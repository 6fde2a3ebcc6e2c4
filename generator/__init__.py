"""oasmith: a typed Python client, server stubs and validators from an OpenAPI document."""

__version__ = "0.1.0"
