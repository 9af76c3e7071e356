"""What every kind of event can do: be written in the log, and be read from it again."""

from __future__ import annotations

from typing import Any, ClassVar, Self

Body = dict[str, Any]


class Kept:
    """An event that is kept for ever, written as its fields are; a kind that needs more says how.

    `kind` and `body()` are hashed into the chain and handed out in proofs, so what they give may
    never change: an event that must say more is a new kind. (A body that builds on this one calls
    `Kept.body(self)`: `super()` without words does not work in a dataclass with slots.)"""

    __slots__: tuple[str, ...] = ()
    kind: ClassVar[str]

    def body(self) -> Body:
        """The event as JSON has it."""
        return {name: getattr(self, name) for name in self.__slots__}

    @classmethod
    def read(cls, body: Body) -> Self:
        return cls(**body)
