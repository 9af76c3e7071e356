"""One line that speaks WebSocket, with its limits: how much may wait to be read on either side."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from struct import pack
from typing import Any

from uvicorn._types import ASGISendEvent
from uvicorn.config import Config
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import Frame
from websockets.protocol import State

from holecard.server.base.callers import address_of
from holecard.server.base.rate_limits import Limit
from holecard.server.base.refusals import TooFast
from holecard.server.base.settings import Settings
from holecard.server.entrance.crowd import Crowd
from holecard.server.entrance.http_line import LINGER_SECONDS

TOO_SLOW, TOO_MANY, NO_TEXT = 4408, 4429, 1007
AWAY = {TOO_SLOW: "socket/too_slow", TOO_MANY: "socket/too_many", NO_TEXT: "socket/no_text"}
MOST_FRAMES = 64  # come and not yet taken; pages wait for each answer
FEW_FRAMES = 4  # may wait before reading is paused
MOST_PIECES = 64  # of one frame
MOST_UNREAD = 64 * 1024  # bytes that wait for a slow reader, beyond what the system holds
PINGS_A_SECOND, PING_BURST = 2.0, 60.0


class SocketLine(WebSocketsSansIOProtocol):
    """It takes over from an `HttpLine`, and leaves the crowd in its place."""

    def __init__(
        self,
        crowd: Crowd,
        settings: Settings,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.crowd = crowd
        self.settings = settings
        self.address = ""
        self.pings = Limit(PINGS_A_SECOND, PING_BURST)
        self.stuck: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        if not self.settings.trusted_proxies and self.client is not None:
            self.address = address_of(self.client[0])

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.resume_writing()
        self.crowd.leave(self.address)

    def pause_writing(self) -> None:
        super().pause_writing()
        if self.stuck is None:
            self.stuck = self.loop.call_later(self.settings.slow_seconds, self.give_up_on_reader)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.stuck is not None:
            self.stuck.cancel()
            self.stuck = None

    def give_up_on_reader(self) -> None:
        self.give_up(TOO_SLOW, "too slow: what was sent is not read")

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.loop.call_later(LINGER_SECONDS, self.transport.abort)

    async def send(self, message: ASGISendEvent) -> None:
        if message["type"] == "websocket.send" and self.is_open and message.get("text"):
            await self.writable.wait()
            if self.is_open:
                self.transport.write(text_frame(str(message["text"]).encode()))
                return
        await super().send(message)
        if message["type"] == "websocket.http.response.body":
            self.handshake_complete = True  # refused by the application, not forgotten by it

    @property
    def is_open(self) -> bool:
        """Whether both sides may still say something."""
        agreed = self.handshake_complete and not (self.close_sent or self.disconnected)
        return agreed and self.conn.state is State.OPEN

    def handle_ping(self) -> None:
        """A pong for each, unless they are too many or nobody reads the pongs."""
        try:
            self.pings.take("")
        except TooFast:
            self.give_up(TOO_MANY, "too many pings")
            return
        if self.transport.get_write_buffer_size() > MOST_UNREAD:
            self.give_up_on_reader()
            return
        super().handle_ping()

    def handle_cont(self, event: Frame) -> None:
        if len(self.frames) >= MOST_PIECES:
            self.give_up(TOO_MANY, "a frame in too many pieces")
            return
        super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        if self.queue.qsize() >= MOST_FRAMES:
            self.give_up(TOO_MANY, "too many frames at once: wait for answers")
        elif self.curr_msg_data_type == "text" and not is_text(self.frames):
            self.give_up(NO_TEXT, "a frame is text in UTF-8")  # uvicorn's way writes a page of log
            return
        # uvicorn stops reading after each frame until it has been taken: two system calls
        # for each command, and hardly ever is there another behind it.
        paused, few = self.read_paused, self.queue.qsize() < FEW_FRAMES
        self.read_paused = paused or few
        super().send_receive_event_to_app()
        self.read_paused = paused if few else self.read_paused

    def give_up(self, code: int, why: str) -> None:
        """Close with a reason. It may be that nobody reads it: then the line is cut."""
        if self.close_sent or self.transport.is_closing():
            self.transport.abort()
            return
        self.crowd.turned_away[AWAY[code]] += 1
        self.stop_keepalive()
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": why})
        self.conn.fail(code, why)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.loop.call_later(LINGER_SECONDS, self.transport.abort)


def is_text(pieces: Sequence[bytes]) -> bool:
    try:
        b"".join(pieces).decode()
    except UnicodeDecodeError:
        return False
    return True


def text_frame(text: bytes) -> bytes:
    """A whole text as one frame, as a server sends it: what the library makes of it, in a fifth of
    the time."""
    size = len(text)
    if size < 126:
        return pack("!BB", 0x81, size) + text
    if size < 1 << 16:
        return pack("!BBH", 0x81, 126, size) + text
    return pack("!BBQ", 0x81, 127, size) + text
