"""Your additions to this package.

oasmith wrote this file once and never writes, deletes or compares anything in this
folder again. Names in `__all__` become attributes of the package. A class that is
called like one of the generated client takes its place: clients make it instead, and
type checkers know. Run `oasmith generate` after a change of `__all__`, which has to be
a plain list; it is read, never run. For a resource `things`, this makes
`client.things.names()` a method; the class of the asynchronous client is `AsyncThings`.

    from ..client.things import Things as GeneratedThings

    __all__ = ["Things"]


    class Things(GeneratedThings):
        def names(self) -> list[str]:
            return [thing.name for thing in self.list()]
"""

__all__: list[str] = []
