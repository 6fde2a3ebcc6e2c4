"""A scope hands out each name once and remembers who had to take another."""

from __future__ import annotations

from collections.abc import Iterable, Mapping


class Scope:
    """Names of one scope; those of the document are compared without regard to case.

    Case twins are legal Python but share a file on some systems and confuse readers.
    A reserved name is ours and only excludes itself: `ApiError` may stand beside our
    `APIError`.
    """

    def __init__(self, reserved: Iterable[str] = ()) -> None:
        self._reserved = frozenset(reserved)
        self._taken: set[str] = set()
        self._spelled: set[str] = set()
        self.losers: list[tuple[str, str, str]] = []

    def __contains__(self, name: str) -> bool:
        return name in self._reserved or name.casefold() in self._taken

    def pin(self, name: str) -> bool:
        """Take a name; False when it is gone."""
        if name in self:
            return False
        self._taken.add(name.casefold())
        self._spelled.add(name)
        return True

    def spells(self, name: str) -> bool:
        """Whether exactly this name is taken or reserved."""
        return name in self._reserved or name in self._spelled

    def take(self, owner: str, wanted: str, *contexts: str) -> str:
        """The wanted name, else the first free one among the contexts, else a number.

        `contexts` are complete names that tell more; the number is the last resort.
        """
        return self.choose(owner, (wanted, *contexts))

    def choose(self, owner: str, names: Iterable[str]) -> str:
        """The same for the wanted name and its contexts in a row, read as far as needed."""
        wanted = base = ""
        for name in names:
            base, wanted = name, wanted or name
            if self.pin(name):
                if name != wanted:
                    self.losers.append((owner, wanted, name))
                return name
        joint = "_" if base.islower() or "_" in base else ""
        number = 2
        while not self.pin(f"{base}{joint}{number}"):
            number += 1
        found = f"{base}{joint}{number}"
        self.losers.append((owner, wanted, found))
        return found

    def keep(self, owners: Iterable[str], past: Mapping[str, str]) -> dict[str, str]:
        """The names of the past for those who still have a use for them, if free."""
        found: dict[str, str] = {}
        for owner in sorted(owners):
            name = past.get(owner, "")
            if name.isidentifier() and self.pin(name):
                found[owner] = name
        return found

    def fill(
        self, candidates: Mapping[str, Iterable[str]], kept: Mapping[str, str]
    ) -> dict[str, str]:
        """A name for each owner: the kept one, else the first free candidate.

        The order of the candidates is that of precedence.
        """
        return {
            owner: kept[owner] if owner in kept else self.choose(owner, names)
            for owner, names in candidates.items()
        }

    def assign(
        self, candidates: Mapping[str, Iterable[str]], past: Mapping[str, str]
    ) -> dict[str, str]:
        """`fill` behind `keep`: nobody loses a name to a newcomer."""
        return self.fill(candidates, self.keep(candidates, past))
