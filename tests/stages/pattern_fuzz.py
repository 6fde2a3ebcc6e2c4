"""Regular expressions and texts at random, and what Node.js says of them."""

from __future__ import annotations

import json
import random
import subprocess

_ATOMS = (
    *("a", "b", "1", "-", " ", "\\d", "\\D", "\\w", "\\W", "\\s", "\\S", ".", "é"),
    *(
        "[ab]",
        "[^a]",
        "[a-c1-]",
        "[^]",
        "[\\d\\s]",
        "[^\\w-]",
        "\\n",
        "\\x61",
        "\\u0062",
    ),
    *("\\u{1F600}", "\\uD83D\\uDE00", "\\cA", "\\p{L}", "\\P{Lu}", "[\\p{Nd}_]", "\\/"),
    *("\\p{Script=Greek}", "\\p{scx=Deva}", "[^\\p{Alphabetic}]", "\\t", "\\0", "\\."),
)
_QUANTIFIERS = ("*", "+", "?", "{2}", "{1,}", "{0,2}", "{1,3}", "*?", "+?", "??")
_LETTERS = "aabbb11- é_\n\u2028λ\u0901\u0661\U0001f600\x01\t\x00./A"

_SCRIPT = """
const cases = JSON.parse(require('fs').readFileSync(0, 'utf8'));
console.log(JSON.stringify(cases.map(([pattern, texts]) => {
  let found;
  try { found = new RegExp(pattern, 'u'); } catch (error) { return null; }
  return texts.map(text => found.test(text));
})));
"""


class Patterns:
    """Makes patterns of the grammar of ECMA-262."""

    def __init__(self, random: random.Random) -> None:
        self._random = random
        self._groups = 0

    def make(self) -> str:
        """A pattern, most often one that is right."""
        self._groups = 0
        return self._choice(3)

    def _choice(self, depth: int) -> str:
        count = self._random.choice((1, 1, 1, 2, 3))
        return "|".join(self._sequence(depth) for _ in range(count))

    def _sequence(self, depth: int) -> str:
        count = self._random.choice((0, 1, 1, 2, 2, 3))
        return "".join(self._piece(depth) for _ in range(count))

    def _piece(self, depth: int) -> str:
        roll = self._random.random()
        if roll < 0.1:
            return self._random.choice(("^", "$", "\\b", "\\B"))
        if roll < 0.35 and depth:
            return self._group(depth - 1)
        if roll < 0.42 and self._groups:
            return f"\\{self._random.randint(1, self._groups)}" + self._quantifier()
        return self._random.choice(_ATOMS) + self._quantifier()

    def _group(self, depth: int) -> str:
        head = self._random.choice(
            ("(", "(", "(", "(?:", "(?:", "(?=", "(?!", "(?<=", "(?<!", "(?<n>")
        )
        if head in ("(", "(?<n>"):
            self._groups += 1
            if head == "(?<n>":
                head = f"(?<n{self._groups}>"
        inner = self._choice(depth)
        is_look = head[-1] in "=!"
        return f"{head}{inner})" + ("" if is_look else self._quantifier())

    def _quantifier(self) -> str:
        return self._random.choice(_QUANTIFIERS) if self._random.random() < 0.35 else ""

    def text(self) -> str:
        """A text that patterns can say something about."""
        size = self._random.choice((0, 1, 1, 2, 3, 4, 5, 6))
        return "".join(self._random.choice(_LETTERS) for _ in range(size))


def answers(cases: list[tuple[str, list[str]]]) -> list[list[bool] | None]:
    """For each pattern and its texts, in which it matches; None for no pattern."""
    done = subprocess.run(
        ["node", "-e", _SCRIPT],
        input=json.dumps(cases),
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    found: list[list[bool] | None] = json.loads(done.stdout)
    return found
