"""What browsers say over a socket: ping, or a command. A command is the same as by POST: the same
session, limit, key, refusals and answer, and the same function does it."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import Future
from typing import TYPE_CHECKING, Annotated

from pydantic import Field, TypeAdapter, ValidationError

from holecard.errors import HolecardError
from holecard.server.base.refusals import NoSession, Unfit, status_of, what_is_wrong
from holecard.server.table.commands import COMMANDS, request_hash, table_path
from holecard.server.table.floor import Answer, Command
from holecard.server.table.sessions import Session
from holecard.server.wire.answers import Refused
from holecard.server.wire.requests import Ping, SocketCommand

if TYPE_CHECKING:
    from holecard.server.house import House

Spoken = Ping | SocketCommand
READ: TypeAdapter[Spoken] = TypeAdapter(Annotated[Spoken, Field(discriminator="type")])


def read_frame(text: str) -> Spoken | None:
    """What a frame says; none if it says nothing known here."""
    try:
        return READ.validate_json(text)
    except (ValidationError, RecursionError):
        return None


class Counter:
    """Where commands from sockets are taken."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.waiting = 0  # commands that are being done

    def take(self, known: Session, table: str, asked: SocketCommand) -> Future[Answer]:
        """Begin the command; the answer comes after the commit. Refusals are raised."""
        session = self.house.sessions.current(known.token_hash)
        if session is None:
            raise NoSession("no session: it has ended")
        self.house.commands.take(session.player)
        command = COMMANDS[asked.action]
        try:
            body = command.asked.model_validate(asked.body)
        except ValidationError as wrong:
            raise Unfit(what_is_wrong(wrong.errors()[0])) from wrong
        request = request_hash("POST", table_path(table, asked.action), asked.body)
        return self.house.floor.at_table(
            Command(session.player, asked.key, request),
            table,
            lambda page: command.do(page, session, body),
            command.spends,
        )


def refusal(wrong: HolecardError) -> Answer:
    refused = Refused(code=wrong.code, message=str(wrong))
    return Answer(status_of(wrong), refused.model_dump_json())


def answer_message(key: str, answer: Answer) -> str:
    """The stored answer as it is, with the key it belongs to. Keys need no quoting."""
    return f'{{"type":"answer","key":"{key}","status":{answer.status},"body":{answer.body}}}'


def frame(messages: Iterable[str]) -> str:
    """`SocketFrame`: what is to be heard together, in order."""
    return f"[{','.join(messages)}]"
