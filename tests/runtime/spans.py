"""Spans as tests look at them."""

from __future__ import annotations

from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from .client_runtime import load

telemetry = load("telemetry")


class Recorder:
    """A tracer provider that keeps what it is given."""

    def __init__(self) -> None:
        self.exporter = InMemorySpanExporter()
        self.provider = TracerProvider()
        self.provider.add_span_processor(SimpleSpanProcessor(self.exporter))
        self.tracing = telemetry.Tracing("demo", self.provider)

    @property
    def spans(self) -> tuple[ReadableSpan, ...]:
        """The spans that have ended."""
        return self.exporter.get_finished_spans()

    def one(self) -> ReadableSpan:
        """The only span that has ended."""
        (span,) = self.spans
        return span
