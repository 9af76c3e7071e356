"""What a socket says. Clients say Ping and SocketCommand, in requests.py, and hear frames: lists of
what follows here, to be taken in order."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from holecard.server.wire.answers import Done, Refused, Said
from holecard.server.wire.table_answers import TableSeen, You


class TableMessage(Said):
    """The same bytes for everyone at the table."""

    type: Literal["table"] = "table"
    version: int
    now: int
    table: TableSeen


class YouMessage(Said):
    type: Literal["you"] = "you"
    version: int
    you: You


class MetersMessage(Said):
    """What is on the progressive meters of the table's game, by wager. Other tables move them too:
    it comes by itself, and may tell of a round before the table's own message does."""

    type: Literal["meters"] = "meters"
    meters: dict[str, int]


class PongMessage(Said):
    type: Literal["pong"] = "pong"
    now: int


class RefusedMessage(Said):
    type: Literal["refused"] = "refused"
    code: str
    message: str


class AnswerMessage(Said):
    """What the command of this key was answered, as by POST."""

    type: Literal["answer"] = "answer"
    key: str
    status: int
    body: Done | Refused


SocketMessage = Annotated[
    TableMessage | YouMessage | MetersMessage | PongMessage | RefusedMessage | AnswerMessage,
    Field(discriminator="type"),
]
SocketFrame = list[SocketMessage]
