"""One line that speaks HTTP, with its limits: uvicorn's protocol, which has none of its own.

httptools puts no bound on an address, on headers, on how long either may take, or on how many
requests are sent before the first is answered; uvicorn's limit of a head is h11's alone. Whoever
goes too far gets one short answer, and the line is closed.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn._types import ASGI3Application
from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.server import ServerState

from holecard.server.base.callers import address_of
from holecard.server.base.settings import Settings
from holecard.server.entrance.crowd import Crowd, TurnedAway

MOST_HEADERS = 100
MOST_PIPELINED = 8  # requests sent before the first is answered; browsers send none
CHUNKING = 8  # a body in chunks of one byte takes six on the wire for each
LINGER_SECONDS = 1.0  # so that the answer is read before the line is cut
MOST_LINGERING = 200
MOST_IGNORED = 256 * 1024  # read of what a refused line still sends; the rest can wait
UNREADABLE = TurnedAway(400, "request/unreadable", "this is no HTTP request")
TOO_MANY_AHEAD = TurnedAway(
    429, "rate/limited", f"{MOST_PIPELINED} requests at a time: wait for answers", 1
)


class WentTooFar(Exception):
    """Stops the parser."""


class HttpLine(HttpToolsProtocol):
    """`crowd` counts the lines of all; `settings` says how much one may ask for."""

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
        self.counted = False
        self.asking = self.in_head = False  # a request has begun and is not whole
        self.head = self.whole = self.ignored = 0  # bytes
        self.wrong: TurnedAway | None = None
        self.begun: RequestResponseCycle | None = None  # the application has it
        self.turned_away = False
        self.patience: asyncio.TimerHandle | None = None
        self.stuck: asyncio.TimerHandle | None = None

    # The line

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if not self.settings.trusted_proxies and self.client is not None:
            self.address = address_of(self.client[0])
        wrong = self.crowd.enter(self.address)
        self.counted = wrong is None
        if wrong is None:
            self.be_patient()
        else:
            self.turn_away(wrong)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.stop_answering()
        self.rest()
        self.resume_writing()
        if self.counted:
            self.crowd.leave(self.address)

    def handle_websocket_upgrade(self) -> None:
        self.rest()
        super().handle_websocket_upgrade()

    # Time

    def be_patient(self) -> None:
        self.patience = self.loop.call_later(self.settings.request_seconds, self.lose_patience)

    def rest(self) -> None:
        if self.patience is not None:
            self.patience.cancel()
            self.patience = None

    def lose_patience(self) -> None:
        self.patience = None
        if self.asking:
            words = f"a request is sent within {self.settings.request_seconds:g} seconds"
            self.turn_away(TurnedAway(408, "request/too_slow", words))
        elif self.answering:
            self.be_patient()  # a blank line too many, behind a request that is being answered
        else:
            self.transport.close()  # nothing was ever asked

    def pause_writing(self) -> None:
        """The other end does not read. Some do not for a while; nobody may for long."""
        super().pause_writing()
        if self.stuck is None:
            self.stuck = self.loop.call_later(self.settings.slow_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.stuck is not None:
            self.stuck.cancel()
            self.stuck = None

    def timeout_keep_alive_handler(self) -> None:
        if self.transport.get_write_buffer_size():
            self.transport.abort()  # a close would wait for somebody to read
        super().timeout_keep_alive_handler()

    # Size

    def data_received(self, data: bytes) -> None:
        if self.turned_away:
            self.ignore(data)
            return
        if self.patience is None:
            self.be_patient()
        if self.asking:
            self.whole += len(data)
        super().data_received(data)
        if self.asking and not self.turned_away:
            self.wrong = self.wrong or self.too_large()
            if self.wrong is not None:
                self.turn_away(self.wrong)

    def ignore(self, data: bytes) -> None:
        """Until there is too much of it: from then on the sender waits for the line to be cut. Cut
        at once, it would be back at once."""
        self.ignored += len(data)
        if self.ignored > MOST_IGNORED:
            self.transport.pause_reading()

    def too_large(self) -> TurnedAway | None:
        """What has come of a request that is not whole yet: the parser tells of a header only
        when it has ended."""
        if self.in_head and self.whole > self.settings.header_bytes:
            return self.large_head()
        most = self.settings.header_bytes + CHUNKING * self.settings.body_bytes
        if self.whole > most:
            words = f"a request holds {self.settings.body_bytes} bytes at most"
            return TurnedAway(413, "request/too_large", words)
        return None

    def large_head(self) -> TurnedAway:
        words = f"headers hold {self.settings.header_bytes} bytes at most, {MOST_HEADERS} of them"
        return TurnedAway(431, "request/head_too_large", words)

    def go_no_further(self, wrong: TurnedAway) -> None:
        self.wrong = wrong
        raise WentTooFar

    # What the parser tells

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.asking = self.in_head = True
        self.head = self.whole = 0

    def on_url(self, url: bytes) -> None:
        super().on_url(url)
        most = self.settings.url_bytes
        if len(self.url) > most:
            words = f"an address holds {most} bytes at most"
            self.go_no_further(TurnedAway(414, "request/url_too_long", words))

    def on_header(self, name: bytes, value: bytes) -> None:
        super().on_header(name, value)
        self.head += len(name) + len(value) + 4
        if self.head > self.settings.header_bytes or len(self.headers) > MOST_HEADERS:
            self.go_no_further(self.large_head())

    def on_headers_complete(self) -> None:
        self.in_head = False
        if len(self.pipeline) >= MOST_PIPELINED:
            self.go_no_further(TOO_MANY_AHEAD)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self.asking = False
        self.rest()
        super().on_message_complete()

    # Refusals

    def send_400_response(self, msg: str) -> None:
        """What uvicorn calls when the parser has stopped."""
        self.turn_away(self.wrong or UNREADABLE)

    def turn_away(self, wrong: TurnedAway) -> None:
        """One answer, and the end of the line; silence, where another answer is half sent."""
        self.turned_away = True
        self.rest()
        self._unset_keepalive_if_required()
        if self.counted:  # others are in the crowd's own count
            self.crowd.turned_away[wrong.code] += 1
        if self.transport.is_closing() or not self.may_answer():
            self.transport.abort()
            return
        self.transport.write(wrong.answer())
        if self.transport.can_write_eof():
            self.transport.write_eof()
        self.linger()

    def may_answer(self) -> bool:
        """Whether nothing of another answer is on its way, or waits to be."""
        ahead, answering = len(self.pipeline), self.answering
        self.stop_answering()
        return not ahead and not (answering and answering.response_started)

    def stop_answering(self) -> None:
        """Tell the application that nobody listens. uvicorn tells it of the request that came last,
        which is another where several came at once."""
        self.pipeline.clear()
        if self.answering is not None:
            self.answering.disconnected = True
            self.answering.message_event.set()

    @property
    def answering(self) -> RequestResponseCycle | None:
        """The request that is being answered."""
        begun = self.begun
        return begun if begun is not None and not begun.response_complete else None

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: ASGI3Application) -> None:
        self.begun = cycle
        super()._start_asgi_task(cycle, app)

    def linger(self) -> None:
        """Read what is still coming, a little while: a line that is cut with bytes unread takes
        the answer with it."""
        if self.crowd.lingering >= MOST_LINGERING:
            self.transport.close()
            return
        self.crowd.lingering += 1
        self.loop.call_later(LINGER_SECONDS, self.cut)

    def cut(self) -> None:
        self.crowd.lingering -= 1
        self.transport.abort()
