"""How uvicorn runs the application: small frames, no banner, a few seconds to say goodbye."""

from __future__ import annotations

import uvicorn
from fastapi import FastAPI

MOST_FRAME = 4096  # sockets have nothing to say but ping
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
        ws_ping_interval=20,
        ws_ping_timeout=20,
        timeout_keep_alive=75,
        timeout_graceful_shutdown=GOODBYE_SECONDS,
        h11_max_incomplete_event_size=MOST_HEADER,
    )
