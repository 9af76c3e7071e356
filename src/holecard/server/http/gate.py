"""The door every request comes through: size, host, security headers, one log line, no traces."""

from __future__ import annotations

import json
import logging
import re
import time

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from holecard.errors import HolecardError
from holecard.server.base.refusals import ForeignOrigin, TooLarge, status_of
from holecard.server.base.settings import Settings
from holecard.server.wire.answers import Refused

MOST_BYTES = 32 * 1024
TOO_LARGE = f"a request holds {MOST_BYTES} bytes at most"
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
HSTS = (b"strict-transport-security", b"max-age=31536000; includeSubDomains")
log = logging.getLogger("holecard.server")


def shown_path(path: str) -> str:
    """The path as it may be logged: a private table's id is the key to it."""
    return re.sub(r"/tables/([^/]{4})[^/]*", r"/tables/\1~", path)[:200]


def header(scope: Scope, name: bytes) -> str | None:
    found = [value for key, value in scope["headers"] if key == name]
    return found[0].decode("latin-1") if len(found) == 1 else None


def check_origin(settings: Settings, origin: str | None) -> None:
    """Only pages of our own: exact scheme, host and port."""
    if origin is None or origin not in settings.origins:
        raise ForeignOrigin("this server takes commands only from its own pages")


class Gate:
    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.settings = settings
        self.headers = (*HEADERS, HSTS) if settings.secure else HEADERS

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began, status, started = time.perf_counter(), 500, False

        body = Counted(receive)

        async def answer(message: Message) -> None:
            nonlocal status, started
            if body.too_large and not started:
                return  # whatever the application made of a cut-off body, the reason is its size
            if message["type"] == "http.response.start":
                status, started = message["status"], True
                caching = self.caching(scope["path"], status)
                given = {key.lower() for key, _ in message.get("headers", ())}
                more = [one for one in (*self.headers, caching) if one[0] not in given]
                message["headers"] = [*message.get("headers", ()), *more]
            await send(message)

        try:
            self.check(scope)
            await self.app(scope, body, answer)
            if body.too_large and not started:
                raise TooLarge(TOO_LARGE)
        except HolecardError as wrong:
            body.too_large = False
            await refuse(answer, status_of(wrong), wrong.code, str(wrong))
        except Exception:
            log.exception("unhandled")
            if not started:
                await refuse(answer, 500, "server/error", "something went wrong here")
        finally:
            self.write_line(scope, status, began)

    def check(self, scope: Scope) -> None:
        host = header(scope, b"host")
        if host not in self.settings.hosts and scope["path"] != "/healthz":
            raise ForeignOrigin("no such host here: see HOLECARD_ORIGINS")
        length = header(scope, b"content-length")
        if length is not None and (not length.isdecimal() or int(length[:12]) > MOST_BYTES):
            raise TooLarge(TOO_LARGE)

    def caching(self, path: str, status: int) -> tuple[bytes, bytes]:
        lasting = path.startswith("/assets/") and status == 200
        value = b"public, max-age=31536000, immutable" if lasting else b"no-store"
        return b"cache-control", value

    def write_line(self, scope: Scope, status: int, began: float) -> None:
        line = {
            "at": round(time.time(), 3),
            "method": scope["method"],
            "path": shown_path(scope["path"]),
            "status": status,
            "ms": round(1000 * (time.perf_counter() - began), 1),
        }
        log.info("%s", json.dumps(line))


class Counted:
    """The request body, cut off when it grows past the limit whatever its headers said."""

    def __init__(self, receive: Receive) -> None:
        self.receive = receive
        self.seen = 0
        self.too_large = False

    async def __call__(self) -> Message:
        message = await self.receive()
        if message["type"] == "http.request":
            self.seen += len(message.get("body", b""))
            if self.seen > MOST_BYTES:
                self.too_large = True
                raise TooLarge(TOO_LARGE)
        return message


async def refuse(send: Send, status: int, code: str, words: str) -> None:
    body = Refused(code=code, message=words).model_dump_json().encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
