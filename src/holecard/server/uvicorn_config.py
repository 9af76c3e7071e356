"""How uvicorn runs the application: where it listens, small messages, no banner, a few seconds to
say goodbye."""

from __future__ import annotations

import errno
import logging
import resource
import socket
from collections.abc import Callable
from functools import partial
from math import ceil

import uvicorn
from fastapi import FastAPI

from holecard.errors import HolecardError
from holecard.server.base.settings import Settings
from holecard.server.entrance.http_line import HttpLine
from holecard.server.entrance.socket_line import SocketLine

GOODBYE_SECONDS = 5
log = logging.getLogger("holecard.server")
OWN_FILES = 300  # the database, workers, the refused who linger


class CannotListen(HolecardError):
    """No port to be reached at."""

    code = "serve/cannot_listen"
    exit_code = 1


def listening(host: str, port: int) -> list[socket.socket]:
    """The port, taken at every address the host has, so that nobody is told of tables that cannot
    be reached. Port 0 is any that is free."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, UnicodeError) as wrong:
        raise CannotListen(f"no address called {host!r}: such as 127.0.0.1 or 0.0.0.0") from wrong
    taken: list[socket.socket] = []
    for family, *_, address in dict.fromkeys(found):
        at = taken[0].getsockname()[1] if taken else port
        try:
            taken.append(bound(family, (address[0], at, *address[2:])))
        except OSError as wrong:
            # A name may have an address of a kind this machine does not have.
            if wrong.errno == errno.EADDRNOTAVAIL and (taken or len(found) > 1):
                continue
            for own in taken:
                own.close()
            raise CannotListen(f"cannot listen at {host} port {port}: {wrong.strerror}") from wrong
    if not taken:
        raise CannotListen(f"cannot listen at {host} port {port}: no address of it is this machine")
    return taken


def bound(family: int, address: tuple[str | int, ...]) -> socket.socket:
    own = socket.socket(family, socket.SOCK_STREAM)
    try:
        own.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            own.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        own.bind(address)
        own.listen()
    except OSError:
        own.close()
        raise
    return own


def room_for(connections: int) -> int:
    """Let this process have a file for each line, and some for its own use. Where the system does
    not, fewer lines are taken: one that runs out of files stops taking anybody."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    endless = hard == resource.RLIM_INFINITY
    wanted = connections + OWN_FILES if endless else min(connections + OWN_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    found = max(1, wanted - OWN_FILES)
    if found < connections:
        log.warning("%d connections at most: the system allows %d open files", found, hard)
    return found


class Serving(uvicorn.Server):
    """Says that it is open when it is."""

    def __init__(self, config: uvicorn.Config, told: Callable[[], None]) -> None:
        super().__init__(config)
        self.told = told

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.told()


def uvicorn_config(app: FastAPI, host: str, port: int) -> uvicorn.Config:
    settings: Settings = app.state.settings
    line = {"crowd": app.state.crowd, "settings": settings}
    return uvicorn.Config(
        app,
        host=host,
        port=port,
        access_log=False,  # the gate writes one line for each request
        log_level="warning",
        server_header=False,
        http=partial(HttpLine, **line),  # type: ignore[arg-type]
        ws=partial(SocketLine, **line),  # type: ignore[arg-type]
        proxy_headers=False,  # uvicorn would believe anybody on this machine
        ws_max_size=settings.body_bytes,  # a command is no longer than by POST
        # A table message is made once for all; deflating its 5 KB would be done for each viewer.
        ws_per_message_deflate=False,
        ws_ping_interval=settings.ping_seconds,
        ws_ping_timeout=settings.ping_seconds,
        timeout_keep_alive=ceil(settings.idle_seconds),
        timeout_graceful_shutdown=GOODBYE_SECONDS,
    )
