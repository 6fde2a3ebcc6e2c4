"""Your additions to this package.

oasmith wrote this file once and never writes, deletes or compares anything in this
folder again. Names in `__all__` become attributes of the package. A class that is called
like one of the generated client takes its place: the clients make it instead, and type
checkers know. Run `oasmith generate` after a change of `__all__`, which has to be a plain
list; it is read, never run.

    from collections.abc import Iterator
    from typing import Unpack

    from ..client.things import ThingListParams, Things as GeneratedThings

    __all__ = ["Things"]


    class Things(GeneratedThings):
        def names(self, **params: Unpack[ThingListParams]) -> Iterator[str]:
            return (thing.name for thing in self.list(**params))

Then `client.things.names()` is there. Asynchronous classes are called `AsyncThings`.
"""

__all__: list[str] = []
