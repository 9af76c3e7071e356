"""The door every request comes through: size, host, how often, security headers, one log line for
each request and each socket, no traces."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import secrets
import time

from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from holecard.errors import HolecardError
from holecard.server.base.callers import caller_of, header
from holecard.server.base.rate_limits import Limit
from holecard.server.base.refusals import (
    COME_BACK,
    ForeignOrigin,
    TooFast,
    TooLarge,
    retry_after,
    status_of,
)
from holecard.server.base.settings import Settings
from holecard.server.entrance.crowd import Crowd
from holecard.server.store.writer import in_words
from holecard.server.wire.answers import Refused

OPERATIONS = ("/healthz", "/readyz", "/metrics")  # asked by address, not by the name of a page
HELD_SECONDS = 0.5  # an address that asks too often waits this long for every refusal
AWAY = 499  # in the log: whoever asked has hung up
TRY_LATER, CUT = 1013, 1006  # a socket's close codes; the second is never sent: it was cut
REQUEST_ID = re.compile(r"[A-Za-z0-9_.\-]{8,64}")
CSP = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = (
    (b"content-security-policy", CSP.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=(), payment=()"),
)
KEYED = "tables?|check|replays?|embed"  # what stands before a table's id in an address
# Files whose names are made of what is in them.
LASTING = (
    "/assets/",
    *(f"/docs/assets/{one}/" for one in ("inline", "javascripts", "stylesheets")),
)
FRAMED = "/embed/"  # the pages that other sites may show in a frame: a replay, without a session
FRAME_HEADERS = tuple(
    (name, value.replace(b"frame-ancestors 'none'", b"frame-ancestors *"))
    for name, value in HEADERS
    if name not in (b"x-frame-options", b"cross-origin-resource-policy")
)
HSTS = (b"strict-transport-security", b"max-age=31536000; includeSubDomains")
log = logging.getLogger("holecard.server")


def shown_path(path: str) -> str:
    """The path as it may be logged: a private table's id is the key to it."""
    return re.sub(rf"/({KEYED})/([^/]{{4}})[^/]*", r"/\1/\2~", path)[:200]


def check_origin(settings: Settings, origin: str | None) -> None:
    """Only pages of our own: exact scheme, host and port."""
    if origin is None or origin not in settings.origins:
        raise ForeignOrigin("this server takes commands only from its own pages")


class Gate:
    def __init__(self, app: ASGIApp, settings: Settings, callers: Crowd) -> None:
        self.app = app
        self.settings = settings
        self.callers = callers  # by the word of a trusted proxy; without one the lines are counted
        self.visits = Limit(settings.visits_a_second, settings.visit_burst)
        self.hsts = (HSTS,) if settings.secure else ()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        scope["request_id"] = self.request_id(scope)
        caller = caller_of(scope, self.settings)
        counted = caller if self.settings.trusted_proxies else ""
        visit = Visit(self, scope, receive, send)
        wrong = self.callers.enter(counted)
        if wrong is not None:
            await visit.turn_away(HeldUp(wrong.words, wrong.seconds))
            return
        try:
            self.visits.take(caller)
        except TooFast as too_fast:
            await asyncio.sleep(HELD_SECONDS)
            await visit.turn_away(too_fast)
        else:
            await (visit.answer() if scope["type"] == "http" else visit.converse())
        finally:
            self.callers.leave(counted)

    def request_id(self, scope: Scope) -> str:
        """The proxy's, where it is trusted to give one."""
        given = header(scope, b"x-request-id") if self.settings.trusted_proxies else None
        return given if given and REQUEST_ID.fullmatch(given) else secrets.token_hex(8)

    def check(self, scope: Scope) -> None:
        host = header(scope, b"host")
        if host not in self.settings.hosts and scope["path"] not in OPERATIONS:
            raise ForeignOrigin("no such host here: see HOLECARD_ORIGINS")
        length = header(scope, b"content-length")
        most = self.settings.body_bytes
        if length is not None and (not length.isdecimal() or int(length[:12]) > most):
            raise too_large(most)

    def framing(self, path: str) -> tuple[tuple[bytes, bytes], ...]:
        """Nobody puts a page of ours into a frame, but for those made for it."""
        return (*(FRAME_HEADERS if path.startswith(FRAMED) else HEADERS), *self.hsts)

    def caching(self, path: str, status: int) -> tuple[bytes, bytes]:
        lasting = path.startswith(LASTING) and status == 200
        value = b"public, max-age=31536000, immutable" if lasting else b"no-store"
        return b"cache-control", value


class HeldUp(TooFast):
    """Too many at once from one address behind the proxy."""

    code = "address/crowded"


def too_large(most: int) -> TooLarge:
    return TooLarge(f"a request holds {most} bytes at most")


class Visit:
    """One request or one socket on its way through the gate."""

    def __init__(self, gate: Gate, scope: Scope, receive: Receive, send: Send) -> None:
        self.gate = gate
        self.scope = scope
        self.send = send
        self.id: str = scope["request_id"]
        self.began = time.perf_counter()
        self.status, self.started = 500, False
        self.heard = self.said = 0  # frames of a socket
        self.body = Counted(receive, gate.settings.body_bytes)

    # A request

    async def answer(self) -> None:
        try:
            self.gate.check(self.scope)
            await self.gate.app(self.scope, self.body, self.pass_on)
            if self.body.too_large and not self.started:
                raise too_large(self.body.most)
        except HolecardError as wrong:
            self.body.too_large = False
            await self.refuse(wrong)
        except ClientDisconnect:
            self.status = AWAY
        except Exception as wrong:
            await self.own_up(in_words(wrong))
        finally:
            self.write_line({"method": self.scope["method"], "status": self.status})

    async def own_up(self, wrong: Exception) -> None:
        """Something went wrong here: a database's trouble passes, anything else is a fault."""
        if isinstance(wrong, HolecardError):
            cause = wrong.__cause__ or wrong
            log.warning("%s: %s", self.id, type(cause).__name__)
            if not self.started:
                await self.refuse(wrong)
            return
        log.error("%s: unhandled", self.id, exc_info=wrong)
        if not self.started:
            await refuse(self.pass_on, 500, "server/error", "something went wrong here")

    async def pass_on(self, message: Message) -> None:
        if self.body.too_large and not self.started:
            return  # whatever the application made of a cut-off body, the reason is its size
        if message["type"] == "http.response.start":
            self.status, self.started = message["status"], True
            caching = self.gate.caching(self.scope["path"], self.status)
            given = {key.lower() for key, _ in message.get("headers", ())}
            more = [
                one
                for one in (*self.gate.framing(self.scope["path"]), caching)
                if one[0] not in given
            ]
            named = (b"x-request-id", self.id.encode())
            message["headers"] = [*message.get("headers", ()), *more, named]
        await self.send(message)

    async def refuse(self, wrong: HolecardError) -> None:
        await refuse(self.pass_on, status_of(wrong), wrong.code, str(wrong), retry_after(wrong))

    # A socket

    async def converse(self) -> None:
        try:
            await self.gate.app(self.scope, self.listen, self.tell)
        except Exception as wrong:
            told = in_words(wrong)
            if type(wrong).__name__ != "ClientDisconnected":  # uvicorn's, which has no public name
                fault = None if isinstance(told, HolecardError) else wrong
                log.warning("%s: %s", self.id, type(wrong).__name__, exc_info=fault)
                await self.end(TRY_LATER)
        finally:
            if self.status == 500:  # it has ended without a word, while something was being sent
                self.status = CUT
            self.write_socket_line()

    async def listen(self) -> Message:
        message = await self.body.receive()
        self.heard += message["type"] == "websocket.receive"
        if message["type"] == "websocket.disconnect" and self.status == 500:
            self.status = message.get("code") or 1005
        return message

    async def tell(self, message: Message) -> None:
        if message["type"] == "websocket.accept":
            self.started = True
        elif message["type"] == "websocket.close":
            self.status = message.get("code", 1000) if self.started else 403
        self.said += message["type"] == "websocket.send"
        await self.send(message)

    async def end(self, code: int) -> None:
        """Close a socket; refuse one that is not open yet as a request is refused."""
        try:
            if self.started:
                await self.tell({"type": "websocket.close", "code": code})
            else:
                await self.refuse_socket(503, COME_BACK[503], "not now: try again")
        except Exception as wrong:
            log.info("%s: closed already, %s", self.id, type(wrong).__name__)

    def write_socket_line(self) -> None:
        more = {"method": "SOCKET", "status": self.status, "heard": self.heard, "said": self.said}
        self.write_line(more)

    # Both

    async def turn_away(self, wrong: TooFast) -> None:
        if self.scope["type"] == "http":
            await self.refuse(wrong)
            self.write_line({"method": self.scope["method"], "status": self.status})
            return
        await self.refuse_socket(429, wrong.seconds, str(wrong))
        self.write_socket_line()

    async def refuse_socket(self, status: int, seconds: int, words: str) -> None:
        self.status = status
        headers = [(b"retry-after", b"%d" % seconds), (b"connection", b"close")]
        start = {"type": "websocket.http.response.start", "status": status, "headers": headers}
        await self.send(start)
        await self.send({"type": "websocket.http.response.body", "body": words.encode()})

    def write_line(self, more: dict[str, object]) -> None:
        line = {
            "at": round(time.time(), 3),
            "id": self.id,
            "path": shown_path(self.scope["path"]),
            **more,
            "ms": round(1000 * (time.perf_counter() - self.began), 1),
        }
        log.info("%s", json.dumps(line))


class Counted:
    """The request body, cut off when it grows past the limit whatever its headers said."""

    def __init__(self, receive: Receive, most: int) -> None:
        self.receive = receive
        self.most = most
        self.seen = 0
        self.too_large = False

    async def __call__(self) -> Message:
        message = await self.receive()
        if message["type"] == "http.request":
            self.seen += len(message.get("body", b""))
            if self.seen > self.most:
                self.too_large = True
                raise too_large(self.most)
        return message


async def refuse(send: Send, status: int, code: str, words: str, seconds: int = 0) -> None:
    body = Refused(code=code, message=words).model_dump_json().encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    if seconds:
        headers.append((b"retry-after", b"%d" % seconds))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
