"""Codes of rules across fields (x29x)."""

from __future__ import annotations

from ..entry import Entry

ENTRIES: tuple[Entry, ...] = (
    Entry(
        "E290",
        "error",
        "Not a rule",
        "{keyword}: {reason}",
        "see the README for what a rule may say",
        "`x-validations` on a schema or an operation is a list of rules, each an object "
        "with `rule` (an expression in CEL) and, if wanted, `message`, `path` (a JSON "
        "Pointer to what is to blame), `code`, `when` (`both`, `request`, `response`, or "
        "`exchange` on operations) and `skipAbsent`. `x-kubernetes-validations` is read "
        "as Kubernetes has it. `x-requires` on a schema maps the name of a property to "
        "that of another, or to a list of others, as they are in JSON, whatever signs are in "
        "them. A rule that cannot be read would be one that nobody checks, so it stops the "
        "run; with `allow` it is left out.",
    ),
    Entry(
        "E291",
        "error",
        "A rule with a mistake in its syntax",
        "this rule cannot be read: {reason}",
        "{advice}",
        "Rules are expressions in the Common Expression Language (CEL), of which the part "
        "that conditions need is understood: `&& || ! ?: == != < <= > >= + - * / % in`, "
        "literals, lists, `has()`, `size()`, the macros `all`, `exists`, `exists_one`, "
        "`filter` and `map`, and methods of texts. A property whose name CEL cannot spell is "
        'written `self["$top"]` (and asked for with `"$top" in self`), or as Kubernetes escapes '
        "it: `self.__in__`, `self.a__dash__b`. With `allow` the rule is left out.",
    ),
    Entry(
        "E292",
        "error",
        "A rule that does not fit what it is about",
        "this rule does not fit its schema: {reason}",
        "{advice}",
        "Rules are checked against the schemas that they speak of, so that none can fail "
        "at run time: properties must be described, both sides of a comparison must be of "
        "one type, a property that may be absent needs a `has()` before it, and one that "
        "may be null a `!= null`. With `skipAbsent: true` a rule is not asked where a "
        "property that it names is absent or null. Rules of a schema are never asked of null, "
        "in whatever way the schema allows it, so that `self` is not null. A required property "
        "that is `readOnly` is there in a rule with `when: response`, and one that is "
        "`writeOnly` with `when: request`; in others it may be absent. A rule that gives the "
        "same for every value is a mistake too. With `allow` the rule is left out.",
    ),
    Entry(
        "E293",
        "error",
        "A path that leads to nothing",
        "the path {path} of this rule leads to nothing in its schema",
        "give a JSON Pointer from the value that the rule is about",
        "`path` tells what is to blame when a rule does not hold: a JSON Pointer (RFC 6901) "
        "from the object that has the rule, such as `/best_of`. It must lead to what the "
        "schema describes. The path of an `exchange` rule begins with `/request` or "
        "`/response`. With `allow` the rule is left out.",
    ),
    Entry(
        "E294",
        "error",
        "A rule that stands where it cannot hold",
        "{reason}",
        "put the rule where its bodies are",
        "A rule of a schema is about a value, so it cannot see a whole exchange. A rule of "
        "an operation needs the bodies that it is about: a JSON body of the request, or a "
        "whole JSON answer with a status of success. With `allow` the rule is left out.",
    ),
    Entry(
        "W290",
        "warning",
        "A rule about changes",
        "this rule compares a value with what it was before, so it is left out",
        "keep the rule for the server that stores the value",
        "In Kubernetes, a rule that names `oldSelf` is about an update: it sees the stored "
        "value beside the new one. Who validates one value has no other, so such rules "
        "are checked by nobody here.",
    ),
    Entry(
        "W291",
        "warning",
        "A message that is not computed",
        "messageExpression is left out; {instead} is what users read",
        "say it in `message`",
        "An expression for a message puts parts of the value into it. Violations never "
        "repeat what a caller sent, as they end up in logs and in answers, so only the "
        "constant `message` is used.",
    ),
    Entry(
        "W292",
        "warning",
        "A rule that holds for some bodies of an operation",
        "this rule holds for {held}, but not for {others}",
        "give these bodies the same schema, or a rule on their own schema",
        "A rule of an operation with `when: request` or `when: response` is asked of every "
        "JSON body of the request, or of every whole JSON answer with a status of success, "
        "whose schema it fits. An `exchange` rule is asked of the first such request and "
        "answer, and of those with the same schemas. The others that the message names are "
        "not checked for it.",
    ),
    Entry(
        "W293",
        "warning",
        "A rule about a property that does not go its way",
        "this rule is about {what}, which do not have {name}: it is {word}",
        "give the rule another `when`",
        "A property that is `readOnly` is part of answers, one that is `writeOnly` of "
        "requests. A rule with `when: request` that names a `readOnly` property (or one with "
        "`when: response` a `writeOnly` one) is about what is not sent there, or has no "
        "effect if it is. The rule is kept: where the property is sent all the same, it is "
        "asked.",
    ),
    Entry(
        "W294",
        "warning",
        "A rule that takes long on long lists",
        "this looks at a whole list for each item of another, and neither has a bound",
        "give the schema of one of them `{bound}`, of at most 1000",
        "`self.a.all(x, self.b.exists(y, y == x))` compares every item of the one list with "
        "every item of the other. For 10,000 items each these are 100,000,000 steps, so that "
        "a request of a few hundred kilobytes keeps a server busy for seconds. A bound on "
        "either list (`maxItems`; `maxProperties` for objects with names of any kind) makes "
        "the work grow no faster than the value. Lists that belong to the item, as in "
        "`self.rows.all(row, row.cells.all(cell, cell > 0))`, are not counted: together they "
        "are as long as the value is.",
    ),
)
