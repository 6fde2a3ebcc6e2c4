"""`dataclass` for the values that the stages hand on, which nobody changes afterwards.

That `frozen=True` is kept to is checked by the type checker. At run time the classes
are ordinary ones with the equality and hash of frozen ones: the `__init__` of a truly
frozen dataclass takes three times as long, and a large document makes millions of calls.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:
    import dataclasses
    from functools import cache

    @cache
    def dataclass(*, frozen=False, slots=False, eq=True):
        """The decorator of the standard library, without the guards of `frozen`.

        Without that of `repr` against circles too, which no value is part of.
        """
        make = dataclasses.dataclass(slots=slots, eq=eq, unsafe_hash=frozen and eq)

        def made(cls):
            found = make(cls)
            if frozen:
                found.__repr__ = getattr(found.__repr__, "__wrapped__", found.__repr__)
            return found

        return made
