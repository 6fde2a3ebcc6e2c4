"""Names for what stands in a place: the words of the root, and those of the way there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .words import MAX_LENGTH, pascal, words

COMFORTABLE = 60
"""Letters that the name of an inline shape may have before words are left out."""

_SECTIONS = {
    "headers": "Header",
    "parameters": "Parameter",
    "requestBodies": "Body",
    "responses": "Response",
}
"""What the shapes of components that are no schemas are, for those whose name is gone."""


def component_names(root: str, text: str) -> tuple[str, ...]:
    """Names for a component called `text`, best first.

    One of another document has the document's name as context.
    """
    wanted = pascal(text, "Schema")
    document = root.partition("#")[0].rsplit("/", 1)[-1].split(".")[0]
    if document:
        return wanted, pascal(f"{document} {wanted}", "Schema"), f"{wanted}Schema"
    return wanted, f"{wanted}Schema"


def inline_names(root: str, stem: str, steps: Sequence[str]) -> Iterator[str]:
    """Names for a shape below a root called `stem`, best first; made as they are asked for.

    Words that only repeat what stands before them are left out, and so are the first
    steps where the name grows too long. The contexts bring them back, one by one.
    """
    found: list[str] = []
    for text in _texts(stem, list(steps)):
        name = pascal(text, "Schema")
        if name not in found:
            found.append(name)
            yield name
    yield f"{found[0]}{_section(root) or 'Inline'}"


def _texts(stem: str, steps: list[str]) -> Iterator[str]:
    concise = _concise(stem, steps)
    start = 0
    while (
        _letters(stem, rest := concise[start:])
        > (COMFORTABLE if len(rest) > 2 else MAX_LENGTH)
        and len(rest) > 1
    ):
        start += 1
    for first in range(start, -1, -1):
        yield " ".join([stem, *concise[first:]])
    if steps[:1] == ["request"]:
        yield " ".join([stem, "body", *concise[1:]])
    yield " ".join([stem, *steps])


def _letters(stem: str, steps: Sequence[str]) -> int:
    return sum(len(word) for text in (stem, *steps) for word in words(text))


def _concise(stem: str, steps: Sequence[str]) -> list[str]:
    """The steps without the words that end what stands before each.

    A step that would lose all its words stays, unless more follow it.
    """
    before = [word.lower() for word in words(stem)]
    found: list[str] = []
    for place, step in enumerate(steps):
        own = list(words(step))
        lowered = [word.lower() for word in own]
        shared = max(
            (n for n in range(1, len(own) + 1) if before[-n:] == lowered[:n]), default=0
        )
        is_last = place == len(steps) - 1
        if shared and (shared < len(own) or not is_last):
            own = own[shared:]
        found.append(" ".join(own))
        before += [word.lower() for word in own]
    return found


def _section(root: str) -> str:
    parts = root.partition("#")[2].split("/")
    return (
        _SECTIONS.get(parts[2], "")
        if len(parts) == 4 and parts[1] == "components"
        else ""
    )
