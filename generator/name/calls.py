"""What an operation is called, in words: by its id, else by its method and path."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from ..values import dataclass
from .words import singular, words

if TYPE_CHECKING:
    from ..ir import Operation

_NUMBERED = re.compile(r"(?:api[-_]?)?v\d+(?:[._-]?(?:\d+|alpha|beta|preview)\d*)*")
_VERSION = re.compile(
    rf"(?:public-)?api(?:-public)?|rest|{_NUMBERED.pattern}"
    r"|\d+(?:[._-]\d+)*(?:-preview)?"
)
"""Path segments that tell the version of an API, or that it is one."""

_GROUP_ACTION = re.compile(r"([A-Z][A-Za-z0-9]*)_([A-Za-z][A-Za-z0-9]*)")
"""The habit of AutoRest and others: `Pets_List`."""

_OPAQUE = re.compile(
    r"(?=.*[0-9])[0-9a-f]{16,}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
)
_SEPARATED = re.compile(r"[./:]")
_METHODS = frozenset(
    "delete get head options patch post put query trace".split(),
)
_ACTIONS = frozenset("""
    accept activate add apply approve archive assign authorize block build calculate cancel
    check clear clone close complete compute confirm convert copy count create deactivate
    delete deploy detect disable dismiss download edit enable estimate evaluate execute
    export fetch find forgot generate get import install invite invoke join leave list
    lock login logout lookup mark merge move notify pause ping preview publish query
    read refresh register reject remove rename renew reopen replace reset resend resolve
    restart restore resume retry revoke rotate run save search send set sign start stop
    submit subscribe suspend swap sync test toggle transfer translate trigger unarchive
    unassign unblock undo unlock unpublish unsubscribe update upgrade upload validate verify
    """.split())
"""Verbs that paths end in; what is not among them is taken for a thing."""

VERBS = _METHODS | _ACTIONS | frozenset("""
    access alert annotate attach audit backup bind book bulk change claim collect commit
    connect debug define describe detach discover do embed encode encrypt decrypt ensure
    exchange extract filter fork follow handle has hide index initialize insert inspect
    is issue label link log make map match migrate modify monitor open pin predict print
    process provision purge push pull rate receive redeem refund release remind
    report request retrieve reverse review rollback rotate scan schedule scroll share ship
    sort split star store stream switch tag take train transform undelete unfollow unlink
    unpin unshare unstar untag untrack use view vote wait watch withdraw write
    """.split())
"""Words that ids of operations begin with to say what they do; some are things as well."""


@lru_cache(maxsize=65536)
def telling_steps(path: str) -> tuple[str, ...]:
    """The segments of a path, without its version, query string and fragment."""
    steps = [step for step in re.split(r"[?#]", path, maxsplit=1)[0].split("/") if step]
    while steps and _VERSION.fullmatch(steps[0].lower()):
        steps = steps[1:]
    return tuple(steps)


@lru_cache(maxsize=65536)
def is_version(step: str) -> bool:
    """Whether a path segment tells the version of an API, or that it is one."""
    return _VERSION.fullmatch(step.lower()) is not None


def path_text(path: str) -> str:
    """A path in words: `/v1/pets/{petId}` -> `pets petId`."""
    return " ".join(telling_steps(path)) or path


def full_text(operation: Operation) -> str:
    """Method and path, every segment of it: `get v1 pets by petId`."""
    steps = [
        f"by {segment.text}" if segment.is_parameter else segment.text
        for segment in operation.segments
    ]
    return " ".join([operation.method.lower(), *steps])


def own_id(operation: Operation) -> str:
    """The id of an operation, empty where it has none that says anything.

    Some tools write the key of a database there.
    """
    return _telling(operation.operation_id)


@lru_cache(maxsize=65536)
def _telling(text: str) -> str:
    return text if words(text) and not _OPAQUE.fullmatch(text) else ""


def operation_text(operation: Operation) -> str:
    """What an operation is called: its id without what repeats its place, else by REST."""
    if not own_id(operation):
        return rest_text(operation)
    text = _without_place(
        operation.operation_id, operation.method.lower(), operation.path
    )
    own = words(text)
    if len(own) == 1 and text != operation.operation_id:
        nouns = [step for step in telling_steps(operation.path) if "{" not in step]
        return " ".join([text, *nouns])
    return text


@lru_cache(maxsize=65536)
def _without_place(text: str, method: str, path: str) -> str:
    """The id of an operation without what it repeats.

    That is the path and method that FastAPI appends, the version of the path, a method
    or a group said twice.
    """
    tail = re.sub(r"\W", "_", path) + "_" + method
    if text.endswith(tail) and words(text.removesuffix(tail)):
        return text.removesuffix(tail)
    text = _without_version(text, path)
    own = [word.lower() for word in words(text)]
    if len(own) > 2 and own[-1] == method and method in own[:-1]:
        return " ".join(words(text)[:-1])
    if len(own) > 2 and own[0] == own[1]:
        return " ".join(words(text)[1:]) if own[0] in _METHODS else _once(text)
    return text


def _without_version(text: str, path: str) -> str:
    """An id without the version that its path begins with: `getV3Pets` of `/v3/pets`."""
    first = next((step for step in path.split("/") if is_version(step)), "")
    suffix = re.sub(r"\W", "_", first)
    if suffix and words(text.removesuffix(suffix)):
        text = text.removesuffix(suffix)
    own = words(text)
    numbered = [word for word in own if re.fullmatch(r"[vV]\d+", word)]
    versions = {step.lower() for step in path.split("/") if is_version(step)}
    if len(own) > 2 and len(numbered) == 1 and numbered[0].lower() in versions:
        return " ".join(word for word in own if word != numbered[0])
    return text


def _once(text: str) -> str:
    """`files.files.list` -> `files.list`."""
    head, _, rest = text.partition(".")
    return rest if rest.startswith(f"{head}.") else text


def action_text(operation: Operation, group: str) -> str:
    """What an operation is called within its group.

    `Pets_List`, `pets.list` and `pets/list` of the group `pets` are `list`.
    """
    text = operation_text(operation)
    if own_id(operation):
        own = _key(group)
        steps = [step for step in _SEPARATED.split(text) if words(step)]
        for index in range(len(steps) - 2, -1, -1):
            if _key(steps[index]) == own:
                return " ".join(steps[index + 1 :])
        found = _GROUP_ACTION.fullmatch(text)
        if found:
            return found[2]
        head, _, rest = text.partition("_")
        if rest and _key(head) == own:
            return rest
    return text


def group_text(operation: Operation) -> str:
    """The group that an operation's id names: `pets` of `Pets_List` and `pets.list`."""
    text = own_id(operation)
    found = _GROUP_ACTION.fullmatch(text)
    if found:
        return found[1]
    steps = [step for step in _SEPARATED.split(text) if words(step)]
    if len(steps) > 1 and not (is_version(steps[-1]) or is_version(steps[-2])):
        return steps[-2]
    return ""


@lru_cache(maxsize=65536)
def _key(text: str) -> tuple[str, ...]:
    return tuple(singular(word) for word in words(text))


def rest_text(operation: Operation, verb: str = "") -> str:
    """A call by its position in a REST API: `list pets`, `create pet`, `get pet toy`.

    `verb` stands for that of the method where the last segment is no action.
    """
    return _rest_text(operation, nouns_of(operation.path), verb)


def text_below(operation: Operation, group: str, verb: str = "") -> str:
    """The same as if the path began at its group; empty where that is no part of it."""
    nouns = nouns_of(operation.path)
    start = _group_at(nouns, group)
    if start is None or (start == len(nouns) - 1 and _is_action(operation.path)):
        return ""
    return _rest_text(operation, nouns[start:], verb)


@dataclass(frozen=True, slots=True)
class Parent:
    """A name that stands before that of the group in a path.

    `is_thing` tells that a parameter says which one; else it only is where things are.
    """

    name: str
    is_thing: bool


@lru_cache(maxsize=65536)
def parents_of(path: str, group: str) -> tuple[Parent, ...]:
    """What stands before a group in a path: `account` of `/accounts/{id}/apps`."""
    steps = _pieces(path)
    start = _group_at(nouns_of(path), group)
    if start is None:
        return ()
    places = [at for at, step in enumerate(steps) if _is_noun(step)]
    return tuple(
        Parent(
            _singular(steps[at]) if (is_thing := "{" in steps[at + 1]) else steps[at],
            is_thing,
        )
        for at in places[:start]
    )


def ends_in_parameter(path: str) -> bool:
    """Whether a path leads to one thing of several."""
    steps = _pieces(path)
    return bool(steps) and "{" in steps[-1]


@lru_cache(maxsize=65536)
def nouns_of(path: str) -> tuple[str, ...]:
    """The names in a path, without those of its parameters."""
    return tuple(step for step in _pieces(path) if _is_noun(step))


def _is_noun(step: str) -> bool:
    return "{" not in step and bool(words(step))


def _is_action(path: str) -> bool:
    """Whether a path ends in a verb."""
    nouns = nouns_of(path)
    if not nouns or ends_in_parameter(path):
        return False
    return words(nouns[-1])[0].lower() in _ACTIONS


def _group_at(nouns: Sequence[str], group: str) -> int | None:
    """Where the last of the names that make a group begin: `Fish Tank` in `fish/tanks`."""
    wanted = _key(group)
    for start in range(len(nouns) - 1, -1, -1):
        found: tuple[str, ...] = ()
        for noun in nouns[start:]:
            found += _key(noun)
            if found == wanted:
                return start
    return None


def _rest_text(operation: Operation, nouns: Sequence[str], verb: str) -> str:
    """What `rest_text` gives for some of the names in the path."""
    steps = _pieces(operation.path)
    method = operation.method.lower()
    if not nouns:
        alone = verb or _item_verb(method)
        return " ".join([alone, *words(steps[-1] if steps else "root")])
    on_item = "{" in steps[-1]
    outer = [
        _singular(noun)
        for noun, following in pairwise(nouns)
        if not _begins(following, noun)
    ]
    if _is_action(operation.path):
        last = words(nouns[-1])
        return " ".join([last[0], *_context(outer, nouns[:-1], last), *last[1:]])
    if on_item:
        return " ".join([verb or _item_verb(method), *outer, _singular(nouns[-1])])
    usual, one = _collection_verb(method, nouns[-1], is_root=not outer)
    noun = _singular(nouns[-1]) if one else nouns[-1]
    return " ".join([verb or usual, *outer, noun])


@lru_cache(maxsize=65536)
def _pieces(path: str) -> tuple[str, ...]:
    """The segments of a path; what follows a parameter in its segment stands alone.

    `{id}:cancel` is `{id}` and `cancel`; the extension of `{id}.json` is left out.
    """
    found: list[str] = []
    for step in telling_steps(path):
        if _NUMBERED.fullmatch(step.lower()):
            continue
        head, brace, rest = step.partition("}")
        if not brace:
            found.append(step.removesuffix(".json"))
            continue
        found.append(head + brace)
        if rest.startswith(":"):
            found += [piece for piece in rest.split(":") if words(piece)]
    return tuple(found)


def _context(
    outer: list[str], written: Sequence[str], last: tuple[str, ...]
) -> list[str]:
    """What an action acts upon: one thing, or several where a search gives them."""
    searches = last[0].lower() in ("find", "list", "search", "query", "count")
    return [*outer[:-1], written[-1]] if outer and searches else outer


def _item_verb(method: str) -> str:
    return {"put": "update", "patch": "update"}.get(method, method)


def _collection_verb(method: str, noun: str, *, is_root: bool) -> tuple[str, bool]:
    """The verb for a path that ends in a name, and whether it is about one of them."""
    plural = _is_plural(noun)
    if method == "get":
        return ("list", False) if plural else ("get", False)
    if method == "post":
        return ("create", True) if plural else ("post", False)
    verb = _item_verb(method)
    if plural and is_root and method in ("delete", "put", "patch"):
        return f"{verb} all", False
    return verb, False


def rest_contexts(operation: Operation) -> tuple[str, ...]:
    """More telling texts for an operation without an id, for when the first is gone."""
    text = rest_text(operation)
    steps = telling_steps(operation.path)
    found = []
    precise = {"put": "replace", "patch": "patch"}.get(operation.method.lower())
    if precise and text.startswith("update"):
        found.append(precise + text.removeprefix("update"))
    params = [word for step in steps if "{" in step for word in words(step)]
    if params:
        found.append(" ".join([text, "by", *params]))
    return (*found, " ".join([operation.method.lower(), *steps]), full_text(operation))


def path_contexts(operation: Operation, wanted: str) -> tuple[str, ...]:
    """More telling texts for an operation with an id that others have as well."""
    known = {singular(word) for word in words(wanted)}
    more = [
        word
        for step in telling_steps(operation.path)
        if "{" not in step
        for word in words(step)
        if singular(word) not in known
    ]
    texts = [" ".join([wanted, *more])] if more else []
    method = operation.method.lower()
    return (
        *texts,
        " ".join([wanted, *more, method]),
        f"{wanted} {full_text(operation)}",
    )


def _begins(text: str, start: str) -> bool:
    """Whether a text begins with the words of another: `schedule_a` with `schedules`."""
    own = _key(start)
    return _key(text)[: len(own)] == own


def _is_plural(noun: str) -> bool:
    own = words(noun)
    return bool(own) and singular(own[-1]) != own[-1].lower()


def _singular(noun: str) -> str:
    own = words(noun)
    return " ".join([*own[:-1], singular(own[-1])]) if own else noun
