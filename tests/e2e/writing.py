"""From tokens to text: pieces that can be shown, stop texts cut off."""

from __future__ import annotations

import codecs
import heapq
import math
from typing import TYPE_CHECKING

from .parameters import Finish, Piece, TokenInfo
from .tokenizer import END, Tokenizer

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from .ngram import NGram


class Writer:
    """Turns the tokens of one choice into pieces.

    `made` counts the tokens taken, `mean` is their mean log probability; both are
    final when the pieces are through.
    """

    def __init__(
        self,
        tokenizer: Tokenizer,
        ngram: NGram,
        prompt: Sequence[int],
        *,
        index: int = 0,
        stop: Sequence[str] = (),
        logprobs: int | None = None,
        max_tokens: int = 16,
    ) -> None:
        self._tokenizer = tokenizer
        self._ngram = ngram
        self._prompt = prompt
        self._index = index
        self._stop = [text for text in stop if text]
        self._logprobs = logprobs
        self._max_tokens = max_tokens
        self._context = [END, *prompt]
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._start = len(tokenizer.decode(prompt))
        self._text = ""
        self._sent = 0
        self._waiting: list[TokenInfo] = []
        self._sum = 0.0
        self._scored = 0
        self.made = 0

    @property
    def mean(self) -> float:
        """Mean log probability per token, 0 when there is none."""
        return self._sum / self._scored if self._scored else 0.0

    def echo(self) -> Piece:
        """The prompt as the first piece; nothing precedes its first token."""
        context = [END]
        infos: list[TokenInfo] = []
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        offset = 0
        for token in self._prompt if self._logprobs is not None else ():
            infos.append(self._info(context, token, offset, known=bool(infos)))
            offset += len(decoder.decode(self._tokenizer.pieces[token]))
            context.append(token)
        text = self._tokenizer.decode(self._prompt)
        return Piece(self._index, text, tuple(infos), None)

    def pieces(self, tokens: Iterable[int]) -> Iterator[Piece]:
        """Pieces of text as soon as no stop text can begin in them, the last with a reason."""
        for token in tokens:
            self._score(token)
            if token == END:
                yield self._last("stop")
                return
            self._take(token)
            cut = self._cut()
            if cut is not None:
                yield self._piece(cut, "stop")
                return
            safe = len(self._text) - self._held()
            if safe > self._sent:
                yield self._piece(safe, None)
        yield self._last("length" if self.made >= self._max_tokens else "stop")

    def _score(self, token: int) -> None:
        self._sum += math.log(self._ngram.distribution(self._context)[token])
        self._scored += 1

    def _take(self, token: int) -> None:
        if self._logprobs is not None:
            offset = self._start + len(self._text)
            self._waiting.append(self._info(self._context, token, offset))
        self._text += self._decoder.decode(self._tokenizer.pieces[token])
        self._context.append(token)
        self.made += 1

    def _info(
        self, context: Sequence[int], token: int, offset: int, *, known: bool = True
    ) -> TokenInfo:
        show = self._tokenizer.show
        if not known:
            return TokenInfo(show(token), None, None, offset)
        shares = self._ngram.distribution(context)
        likely = heapq.nlargest(
            self._logprobs or 0, range(len(shares)), key=shares.__getitem__
        )
        if token not in likely:
            likely.append(token)
        top = {show(other): math.log(shares[other]) for other in likely}
        return TokenInfo(show(token), math.log(shares[token]), top, offset)

    def _cut(self) -> int | None:
        """Where the first stop text begins, None when there is none."""
        found = [self._text.find(stop, self._sent) for stop in self._stop]
        return min((place for place in found if place >= 0), default=None)

    def _held(self) -> int:
        """Length of the longest end of the text that may become a stop text."""
        fits = [
            size
            for stop in self._stop
            for size in range(1, len(stop))
            if self._text.endswith(stop[:size])
        ]
        return max(fits, default=0)

    def _last(self, finish: Finish) -> Piece:
        """All that is left; an unfinished character becomes U+FFFD."""
        self._text += self._decoder.decode(b"", True)
        text, tokens = self._text[self._sent :], tuple(self._waiting)
        return Piece(self._index, text, tokens, finish)

    def _piece(self, end: int, finish: Finish | None) -> Piece:
        """What is new up to the character `end`, with the tokens that begin before it."""
        limit = self._start + end
        ready = [info for info in self._waiting if info.offset < limit]
        self._waiting = self._waiting[len(ready) :]
        text, self._sent = self._text[self._sent : end], end
        return Piece(self._index, text, tuple(ready), finish)
