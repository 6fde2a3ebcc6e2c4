"""Text to token ids and back, with a vocabulary made once from a corpus.

Ids 0 to 255 are the bytes, so that any text has tokens; 256 separates documents; the
rest are words and parts of words of the corpus. The longest piece that fits is taken.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

END_OF_TEXT = "<|endoftext|>"
END = 256
"""Token id of `END_OF_TEXT`, which stands between documents."""

_WORD = re.compile(r" ?\w+|[^\w\s]+|\s+")


class Tokenizer:
    """A fixed vocabulary; `encode` and `decode` are inverse for every text.

    `pieces[i]` holds the bytes of token `i`.
    """

    def __init__(self, corpus: str) -> None:
        parts = [bytes([byte]) for byte in range(256)]
        parts.append(END_OF_TEXT.encode())
        parts.extend(piece.encode() for piece in _vocabulary(corpus))
        self.pieces: tuple[bytes, ...] = tuple(parts)
        self._ids = {piece: token for token, piece in enumerate(parts) if token != END}
        self._longest = max(len(piece) for piece in parts)

    def __len__(self) -> int:
        return len(self.pieces)

    def encode(self, text: str) -> list[int]:
        """Tokens of a text. `<|endoftext|>` in it becomes the one token `END`."""
        tokens: list[int] = []
        for place, part in enumerate(text.split(END_OF_TEXT)):
            if place:
                tokens.append(END)
            tokens.extend(self._encode(part.encode("utf-8", "replace")))
        return tokens

    def decode(self, tokens: Iterable[int]) -> str:
        """Text of tokens; bytes that make no character become U+FFFD."""
        return b"".join(self.pieces[token] for token in tokens).decode(
            "utf-8", "replace"
        )

    def show(self, token: int) -> str:
        """One token as text, unique: a lone part of a character is `bytes:\\xe2`."""
        piece = self.pieces[token]
        try:
            return piece.decode()
        except UnicodeDecodeError:
            return "bytes:" + "".join(f"\\x{byte:02x}" for byte in piece)

    def _encode(self, data: bytes) -> Iterable[int]:
        start = 0
        while start < len(data):
            end = min(len(data), start + self._longest)
            while data[start:end] not in self._ids:
                end -= 1
            yield self._ids[data[start:end]]
            start = end


def _vocabulary(corpus: str) -> Sequence[str]:
    """Words seen twice or more, frequent parts of words, and characters beyond ASCII."""
    words = Counter(_WORD.findall(corpus))
    parts: Counter[str] = Counter()
    for word, count in words.items():
        letters = word.lstrip(" ")
        for size in (2, 3, 4):
            for start in range(len(letters) - size + 1):
                parts[letters[start : start + size]] += count
    chosen = {word for word, count in words.items() if count > 1 and len(word) > 1}
    chosen |= {part for part, count in parts.items() if count > 11}
    chosen |= {character for character in corpus if not character.isascii()}
    return sorted(chosen)
