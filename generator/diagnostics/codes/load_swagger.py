"""Codes of Swagger 2.0 documents (E18x, W18x)."""

from __future__ import annotations

from ..entry import Entry

SWAGGER = (
    Entry(
        "E180",
        "error",
        "More than one body",
        "the parameter '{name}' is a second body of the same operation",
        "put both into the properties of one object, or send them as form fields",
        "A request has one body, so an operation of Swagger 2.0 has at most one parameter "
        "in the body. A body in the list of a path item is replaced by that of an operation.",
    ),
    Entry(
        "E181",
        "error",
        "A body beside form fields",
        "the form field '{name}' cannot be sent, since the operation has a body",
        "make the body a form field, or the form fields properties of the body",
        "The fields of a form are the body of the request, so there is no room for a second "
        "one: in: body and in: formData cannot stand in the same operation.",
    ),
    Entry(
        "E182",
        "error",
        "A member of OpenAPI 3 in a Swagger 2.0 document",
        "'{name}' belongs to OpenAPI 3 and is not read in a Swagger 2.0 document",
        "write openapi: 3.0.3 if that is what the document is, else use the words of 2.0",
        "The document calls itself Swagger 2.0, which says this in another way: bodies by "
        "parameters, contents by schema and produces, servers by host and basePath, shared "
        "parts by definitions, parameters and responses. Going on would lose it.",
    ),
    Entry(
        "W180",
        "warning",
        "A property that says of itself that it is required",
        "required is a list of names in the object; '{name}' is taken as meant",
        "list the property in required of the object that has it",
        "A boolean `required` inside a property is of JSON Schema draft 3. Since then the "
        "object lists the properties that must be there.",
    ),
    Entry(
        "W181",
        "warning",
        "A collectionFormat that OpenAPI 3 does not have",
        "arrays in {place} cannot be told to be sent as {format}; sent in the style {style}",
        "use a format that can be told: csv everywhere, ssv, pipes and multi in the query",
        "What comes after Swagger 2.0 has no style for values with tabs between them, and "
        "none but commas for arrays in paths and headers.",
    ),
    Entry(
        "W182",
        "warning",
        "A parameter described like one elsewhere",
        "'{name}' does not describe a parameter in {place}; taken as meant",
        "use schema for a body, and type for all other parameters",
        "In Swagger 2.0 a parameter in the body has a schema; all other parameters have a "
        "type, format, items and so on of their own.",
    ),
    Entry(
        "W183",
        "warning",
        "A collectionFormat without effect",
        "collectionFormat has no effect here",
        "state it at the parameter or header itself",
        "It tells how an array is written in a query, a path, a header or a form. In a JSON "
        "schema there is nothing to tell, and arrays in arrays have no such form.",
    ),
    Entry(
        "W184",
        "warning",
        "Keywords that Swagger 2.0 does not have",
        "words that Swagger 2.0 does not have are used here {times}; honoured",
        "move the document to OpenAPI 3, which has them",
        "Schemas of Swagger 2.0 know no oneOf, anyOf, not, nullable, const and so on, and it "
        "knows no security scheme of type http. Their meaning is clear, so they are read as "
        "in OpenAPI 3. The place is the first one.",
    ),
    Entry(
        "W185",
        "warning",
        "An address in another form",
        "'{name}' is '{value}'; taken as meant",
        "give host without a scheme, and basePath with a / in front",
        "The address of the API is put together from schemes, host and basePath.",
    ),
    Entry(
        "W186",
        "warning",
        "Form fields in what is no form",
        "none of the media types here can carry these form fields; sent as {media}",
        "add {media} to consumes",
        "Parameters in: formData are sent as multipart/form-data, files always, or as "
        "application/x-www-form-urlencoded.",
    ),
    Entry(
        "W187",
        "warning",
        "Examples of a response without a schema",
        "these examples show content, but the response has no schema; any content is taken",
        "give the response a schema",
        "A response of Swagger 2.0 without a schema has no content. The examples say that it "
        "has, of the media types that they name.",
    ),
    Entry(
        "W188",
        "warning",
        "A value without a type",
        "{owner} has no 'type'; taken as {type}",
        "add the type",
        "In Swagger 2.0 parameters, except those in the body, and headers state the type of "
        "their value.",
    ),
    Entry(
        "W189",
        "warning",
        "A boolean required without effect",
        "required is a list of names in a schema; the boolean has no effect here",
        "list the properties that must be there, or take it out",
        "Inside a property the boolean would have a clear meaning. Elsewhere it has none.",
    ),
)
