"""Codes of what a request carries: parameters, bodies and methods (x25x)."""

from __future__ import annotations

from ..entry import Entry

ENTRIES: tuple[Entry, ...] = (
    Entry(
        "W250",
        "warning",
        "A default that does not fit",
        "the default {value} is not a value of its own schema; it is ignored",
        "correct the default, or take it away",
        "A default documents what a server assumes for a value that is left out. One that "
        "its own schema refuses cannot be assumed, so neither documentation nor code "
        "mentions it.",
    ),
    Entry(
        "W251",
        "warning",
        "A style that has no meaning here",
        "{place} parameters have no style {style}; {name} is written in the style {used}",
        "use one of {allowed}",
        "Each place of a parameter has styles of its own (OpenAPI 3.2, section 4.12.3). A "
        "style of another place, or an unknown one, says nothing about how to write the "
        "value, so the default of the place counts.",
    ),
    Entry(
        "W252",
        "warning",
        "Encoding that has no effect",
        "{keyword} has no effect here",
        "{advice}",
        "An encoding tells how a property of a form, or a part of a multipart body, is "
        "written. It needs a property of that name, or a part at that position. What it "
        "says of parts within the part (`encoding`, `prefixEncoding`, `itemEncoding`; "
        "OpenAPI 3.2, section 4.15) needs a `contentType` of multipart, without `style`, "
        "and a schema of an array or an object: the items of an array stand in a row, the "
        "properties of an object have names. A property that is an array of arrays or "
        "objects is a multipart body per item. A part whose own parts cannot be told is "
        "bytes, which the caller has written. So is what is nested more than 8 deep, and "
        "so are the parts of responses, each as it comes.",
    ),
    Entry(
        "W253",
        "warning",
        "Additional operation with a method of the path item",
        "{method} has a member of the path item; it is taken as if it stood there",
        "move the operation to the member {member} of the path item",
        "OpenAPI 3.2, section 4.9.1: `additionalOperations` is for methods that a path item "
        "has no member for. The meaning is clear all the same.",
    ),
    Entry(
        "W254",
        "warning",
        "A stream that cannot be resumed",
        "{keyword} has no effect here",
        "set it to true beside x-oasmith-sentinel, in a content of text/event-stream",
        "A client that may ask for the rest of a stream needs to know that there is a rest: "
        "the stream has an event which ends it, declared by `x-oasmith-sentinel`. And it "
        "needs to know where to go on: only server-sent events have an id (WHATWG HTML, "
        "section 9.2.3), and their media type is text/event-stream. The stream is generated "
        "without resuming.",
    ),
    Entry(
        "W255",
        "warning",
        "A part whose media type is not that of its schema",
        "this part is bytes: its schema describes what {media} does not show",
        "let the caller write it, or make it application/json",
        "A schema of an array or an object describes JSON, or a multipart body. Of a part "
        "in another media type, such as application/xml, it tells what is meant and not "
        "what the bytes are (OpenAPI 3.2, section 4.14.2), so the client takes the part "
        "as bytes, and the server hands it on as bytes.",
    ),
    Entry(
        "E250",
        "error",
        "Not an HTTP method",
        "{method} is not the name of an HTTP method",
        "use letters, digits and hyphens",
        "The keys of `additionalOperations` are methods as they are sent, and a method is a "
        "token (RFC 9110, section 9.1): letters, digits and some signs, no blanks.",
    ),
)
