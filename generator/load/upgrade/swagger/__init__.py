"""Swagger 2.0 in the spelling of OpenAPI 3.2.

Takes: a document that was walked by the kinds of 2.0, and what its references name.
Gives: the same objects in the form and at the places of 3.2, in their files.
Must not: report in other terms than those of the text, or know where references go.

Source: the Swagger 2.0 specification. Schemas are upgraded during the walk (`schema`);
the rest needs all references resolved first, since a parameter behind a reference may be
a body, and a shared response depends on the media types of the operation.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .bodies import Bodies
from .calls import calls
from .document import rewrite_document
from .job import Job
from .parameters import rewrite_parameters
from .responses import Responses
from .security import rewrite_schemes

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ...places import Object
    from ...state import File, State, Target


def rewrite(
    state: State, main: File, targets: Mapping[int, Target]
) -> list[tuple[Object, Target]]:
    """Rewrite all objects of Swagger 2.0 that the walk has found.

    `targets` says what the object names that holds a `$ref`, by the identity of that
    object. Gives the references that the rewriting made, each with what it is to name.
    """
    job = Job(state, main, targets)
    operations = calls(job)
    Bodies(job).run(operations)
    Responses(job).run(operations)
    rewrite_parameters(job)
    rewrite_schemes(job)
    if main.dialect == "2.0":
        rewrite_document(operations, job)
    for call in operations:
        for key in ("consumes", "produces", "schemes"):
            call.node.pop(key, None)
    return job.links
