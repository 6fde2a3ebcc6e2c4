"""Codes of overlays, which change a document before it is read (E17x, W17x)."""

from __future__ import annotations

from ..entry import Entry

ENTRIES: tuple[Entry, ...] = (
    Entry(
        "E170",
        "error",
        "Not an overlay",
        "this is not an overlay: {found}",
        "start it with overlay: 1.1.0, and give info and actions",
        "An overlay is an object with a member `overlay` that holds the version of the "
        "Overlay Specification, and a list of `actions`.",
    ),
    Entry(
        "E171",
        "error",
        "Not a JSONPath",
        "'{path}' is not a JSONPath: {problem}",
        "names with other characters than letters, digits and _ need brackets and quotes, "
        "such as $.paths['/pets']",
        "Targets of actions are queries by RFC 9535. Many tools accept more than that, "
        "such as names with hyphens after a dot; an overlay that all tools can read keeps "
        "to the standard.",
    ),
    Entry(
        "E172",
        "error",
        "An action that updates and copies",
        "an action has either update or copy",
        "make two actions of it",
        "In Overlay 1.1 each of the two members takes the effect from the other, so that "
        "such an action would do nothing.",
    ),
    Entry(
        "E173",
        "error",
        "An unknown version of overlays",
        "the Overlay version '{version}' is not known",
        "use 1.0.0 or 1.1.0",
        "The member `overlay` holds the version of the Overlay Specification, not that of "
        "the overlay, which stands in `info`.",
    ),
    Entry(
        "E174",
        "error",
        "An update that does not fit",
        "{found} cannot be merged into {target}",
        "give a value of the kind that is there, or remove what is there first",
        "An object is merged into an object, items are appended to an array, and a single "
        "value replaces a single value (Overlay 1.1, section 4.4.3). To put another kind "
        "of value in place of one, remove it in an action before.",
    ),
    Entry(
        "E175",
        "error",
        "A copy of nothing, or of several things",
        "what is copied must be one node; this selects {count}",
        "write a JSONPath that selects exactly one node",
        "The JSONPath in `copy` says what is copied, and is applied to the document as the "
        "actions before have left it.",
    ),
    Entry(
        "E176",
        "error",
        "The whole document cannot be removed",
        "this selects the root of the document, which cannot be removed",
        "select what is to be removed, such as $.paths['/pets']",
        "A removal takes a node out of the object or array that holds it. The root has none.",
    ),
    Entry(
        "E177",
        "error",
        "An action that costs too much",
        "this action would take too long, or make the document too large or too deep",
        "use fewer .. and more names in its JSONPath, and no pattern that repeats a "
        "repetition",
        "A few characters of JSONPath can visit a document millions of times, and copies "
        "of copies grow without bound. There is a limit on the steps of all queries of a "
        "run and on what overlays bring in, so that none of them can hang.",
    ),
    Entry(
        "E178",
        "error",
        "Targets of different kinds",
        "this selects {kinds}, which cannot be updated alike",
        "write an action for each kind",
        "The targets of an update or a copy are all objects, all arrays or all single "
        "values (Overlay 1.1, section 4.4.3).",
    ),
    Entry(
        "W170",
        "warning",
        "An overlay newer than what is known",
        "Overlay {version} is newer than what is known; read as 1.1",
        "look for a newer version of oasmith",
        "Minor versions add to one another, so the overlay is read by the newest rules "
        "that are known. New members are reported as unknown.",
    ),
    Entry(
        "W171",
        "warning",
        "An action that does nothing",
        "this action neither updates nor copies nor removes",
        "give it update, copy or remove: true",
        "The members of an action are `target` and one of `update`, `copy` and `remove`.",
    ),
    Entry(
        "W172",
        "warning",
        "Something that Overlay 1.0 does not have",
        "{what} needs Overlay 1.1; done all the same",
        "write overlay: 1.1.0",
        "In Overlay 1.0 targets are objects and arrays, what is appended to an array is "
        "one item, and there is no `copy`. What is meant is clear, so it is done.",
    ),
    Entry(
        "W173",
        "warning",
        "A target that selects nothing",
        "this selects nothing in the document, so the action does nothing",
        "compare it with the document; actions before may have changed that",
        "The document may have changed since the overlay was written. Targets select from "
        "the document as its author wrote it, in its own version of OpenAPI, changed by "
        "the actions before. Files that it refers to are not part of it.",
    ),
    Entry(
        "W174",
        "warning",
        "An empty value that changes nothing",
        "'{name}' is empty here and is left as it is in the document",
        "give it a value, or take the name out",
        "A name without a value is null in YAML, and null does not go into an object or "
        "array. To remove something, use an action with remove: true.",
    ),
)
