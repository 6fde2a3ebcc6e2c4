"""Codes of answers, servers and security (x26x)."""

from __future__ import annotations

from ..entry import Entry

ENTRIES: tuple[Entry, ...] = (
    Entry(
        "W260",
        "warning",
        "A security scheme that is not declared",
        "the security scheme {name} is not declared in components/securitySchemes",
        "declare it there, or correct the name",
        "A security requirement names a scheme (OpenAPI 3.2, section 4.30). Without its "
        "declaration nobody knows where its credential goes: the generated client sends "
        "none for it, and the generated server leaves it to the authenticator that you "
        "give for it to look for the credential in the request.",
    ),
    Entry(
        "W261",
        "warning",
        "A variable of a server that is not declared",
        "the server {url} does not declare its variable {name}",
        "declare it below `variables`, with a default",
        "OpenAPI 3.2, section 4.6: each name in braces in the URL of a server is a variable "
        "with a default. Without it, callers must say what the variable is, or give the "
        "client a base URL of their own.",
    ),
    Entry(
        "W262",
        "warning",
        "A link to an operation that is not there",
        "this link leads to the operation {name}, which is not in the document",
        "give the operationId of an operation, or an operationRef",
        "Links tell what an answer leads to (OpenAPI 3.2, section 4.20). They are mentioned "
        "in the documentation of methods, and nothing else depends on them.",
    ),
    Entry(
        "W263",
        "warning",
        "A server that clients cannot use",
        "the server {url} is left out: {reason}",
        "give a URL with http or https, a host and a path, or a relative one",
        "Base URLs are http or https, and the paths of operations are put behind them, so "
        "they hold no query, no fragment and no user.",
    ),
    Entry(
        "W269",
        "warning",
        "A part of x-oasmith-errors that says nothing",
        "{name} of x-oasmith-errors is left out: {reason}",
        "see the README for what the extension may hold",
        "The extension at the root of the document tells where errors say what went wrong: "
        "`message`, `type`, `code`, `param` and `status` are JSON Pointers, or lists of "
        "them; `events`, `members` and `types` are names that tell an event of a stream "
        "that reports an error; `statuses` gives the HTTP status that a code or a type "
        "stands for. What is left out stays as it is usual.",
    ),
    Entry(
        "W264",
        "warning",
        "A URL for tokens that no secret can go to",
        "the URL {url} for the tokens of {name} is left out: {reason}",
        "give the URL with https, or a relative one",
        "The secrets of a client go to the tokenUrl and the refreshUrl of an OAuth flow, so "
        "these must be encrypted (RFC 6749, section 3.2), unless they stay on the same "
        "machine; they hold no user and no fragment. Callers of the generated client must "
        "say themselves where tokens come from, with `token_url`.",
    ),
    Entry(
        "W267",
        "warning",
        "A signature of webhooks that is of no known kind",
        "{value} is no kind of signatures",
        "write standard, or leave x-oasmith-webhook-signature out",
        "The extension `x-oasmith-webhook-signature` of the document says how webhooks are "
        "signed: `standard` is Standard Webhooks, with one secret on both sides. It does "
        'what `webhooks = "standard"` does in the configuration, which wins. Without '
        "either, webhooks are read without a look at who sent them.",
    ),
    Entry(
        "W268",
        "warning",
        "Retries that are of no known kind",
        "{value} is no kind of retries",
        "write idempotent, ambiguous or unsafe, or leave x-oasmith-retry out",
        "The extension `x-oasmith-retry`, on an operation or on the document, says what "
        "clients may try again after a failure that leaves open whether the server acted: "
        "`idempotent` everything, as two calls do no more than one; `ambiguous` everything, "
        "although a call may then take effect twice; `unsafe` nothing. Without it the "
        "method tells (RFC 9110, section 9.2.2).",
    ),
    Entry(
        "W265",
        "warning",
        "Content of an answer that has none",
        "an answer of status {status} has no content, so this one is left out",
        "describe the content below another status, or remove it",
        "HTTP sends nothing after the headers of 204, 205 and 304 (RFC 9110, sections "
        "15.3.5, 15.3.6 and 15.4.5), whatever the document says. The client gives None "
        "for such an answer, and the server sends none.",
    ),
)
