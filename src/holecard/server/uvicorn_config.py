"""How uvicorn runs the application: small messages, no banner, a few seconds to say goodbye."""

from __future__ import annotations

import uvicorn
from fastapi import FastAPI

from holecard.server.http.gate import MOST_BYTES

MOST_FRAME = MOST_BYTES  # a command is no longer than by POST
MOST_HEADER = 32 * 1024
GOODBYE_SECONDS = 5


def uvicorn_config(app: FastAPI, host: str, port: int) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        host=host,
        port=port,
        access_log=False,  # the gate writes one line for each request
        log_level="warning",
        server_header=False,
        ws_max_size=MOST_FRAME,
        ws_max_queue=4,
        # A table message is made once for all; deflating its 5 KB would be done for each viewer.
        ws_per_message_deflate=False,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        timeout_keep_alive=75,
        timeout_graceful_shutdown=GOODBYE_SECONDS,
        h11_max_incomplete_event_size=MOST_HEADER,
    )
