"""The web application: routes, refusals, sockets, pages."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request, Response, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.openapi.utils import get_openapi
from fastapi.responses import FileResponse
from pydantic import TypeAdapter
from starlette.exceptions import HTTPException

from holecard import __version__
from holecard.errors import HolecardError
from holecard.server.base.refusals import ForeignOrigin, retry_after, status_of, what_is_wrong
from holecard.server.base.settings import Settings
from holecard.server.entrance.crowd import Crowd, crowd_of
from holecard.server.fairness import verify_shoe
from holecard.server.house import House
from holecard.server.http import (
    head,
    lab,
    operations,
    past,
    played,
    session,
    shared,
    sheets,
    site,
    strategy,
    tables,
    train,
    train_kept,
)
from holecard.server.http.gate import Gate, check_origin
from holecard.server.http.kept import Kept, Shelf
from holecard.server.http.pages import has_page, inside
from holecard.server.socket.viewer import FOREIGN, NO_SESSION
from holecard.server.store.database import Store
from holecard.server.table.log_page import Outside
from holecard.server.wire.answers import Refused
from holecard.server.wire.requests import SocketCommand
from holecard.server.wire.socket_answers import SocketFrame

NO_LIMIT = 2**31  # behind a proxy its own lines are the limit of all together
HTTP_CODES = {400: "request/unreadable", 404: "route/unknown", 405: "route/method"}
HTTP_WORDS = {400: "the request cannot be read", 404: "no such address", 405: "not by this method"}


def make_app(
    settings: Settings, outside: Outside | None = None, store: Store | None = None
) -> FastAPI:
    """The application. It opens its database when it starts, unless that is open already."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        house = House(settings, outside, store)
        app.state.house = house
        look_through(app)
        house.open()
        yield
        await house.close()

    app = FastAPI(
        title="Holecard",
        version=__version__,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,  # a route of our own keeps its bytes
    )
    app.include_router(tables.router)  # the busiest first: routes are tried in order
    app.include_router(session.router)
    app.include_router(played.router)
    app.include_router(past.router)
    app.include_router(shared.router)
    app.include_router(lab.router)
    app.include_router(strategy.router)
    app.include_router(sheets.router)
    app.include_router(train.router)
    app.include_router(train_kept.router)
    app.include_router(head.router)
    app.include_router(operations.router)
    app.include_router(site.router)
    add_refusals(app)
    add_socket(app)
    add_pages(app, settings.static)
    describe(app)
    app.state.settings = settings
    app.state.proofs = Shelf()
    app.state.shared = Shelf()
    app.state.crowd = crowd_of(settings)
    app.state.callers = Crowd(NO_LIMIT, settings.connections_an_address)
    app.add_middleware(Gate, settings=settings, callers=app.state.callers)
    return app


def look_through(app: FastAPI) -> None:
    """The framework works a route out when it first looks at it: some tenths of a second for all of
    them, in which no table would be dealt. So before anybody comes."""
    nowhere = {"type": "http", "method": "GET", "path": "/api/-", "root_path": "", "headers": []}
    for route in app.routes:
        route.matches(dict(nowhere))


def refused(status: int, code: str, words: str) -> Response:
    # A lone surrogate in somebody's text must not break the answer that refuses it.
    said = words.encode("utf-8", "replace").decode("utf-8")
    body = Refused(code=code, message=said).model_dump_json()
    return Response(body, status, media_type="application/json")


def add_refusals(app: FastAPI) -> None:
    @app.exception_handler(HolecardError)
    async def not_allowed(request: Request, wrong: HolecardError) -> Response:
        response = refused(status_of(wrong), wrong.code, str(wrong))
        if seconds := retry_after(wrong):
            response.headers["Retry-After"] = str(seconds)
        return response

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, wrong: RequestValidationError) -> Response:
        first = wrong.errors()[0]
        if first["type"] == "json_invalid":
            return refused(400, "request/unreadable", "the request is not JSON")
        return refused(422, "request/invalid", what_is_wrong(first))

    @app.exception_handler(HTTPException)
    async def http(request: Request, wrong: HTTPException) -> Response:
        code = HTTP_CODES.get(wrong.status_code, "request/refused")
        response = refused(wrong.status_code, code, HTTP_WORDS.get(wrong.status_code, "refused"))
        if "Allow" in (wrong.headers or {}):
            response.headers["Allow"] = (wrong.headers or {})["Allow"]
        return response


def add_socket(app: FastAPI) -> None:
    @app.websocket("/api/tables/{id}/events")
    async def events(socket: WebSocket, id: str) -> None:
        house: House = socket.app.state.house
        try:
            origins = socket.headers.getlist("origin")
            check_origin(house.settings, origins[0] if len(origins) == 1 else None)
        except ForeignOrigin:
            await socket.close(FOREIGN)
            return
        session = house.sessions.find(socket.cookies.get(house.settings.cookie))
        if session is None:
            await socket.accept()
            await socket.close(NO_SESSION)
            return
        await house.viewers.serve(socket, id, session)


def add_pages(app: FastAPI, static: Path) -> None:
    stand_alone = Kept(Path(verify_shoe.__file__).read_bytes(), "text/plain; charset=utf-8")

    @app.get("/verify_shoe.py", include_in_schema=False)
    async def verifier(request: Request) -> Response:
        name = {"Content-Disposition": 'attachment; filename="verify_shoe.py"'}
        return stand_alone.answer(request, **name)

    @app.get("/api/openapi.json", include_in_schema=False)
    async def described(request: Request) -> Response:
        if not hasattr(app.state, "described"):
            app.state.described = Kept(json.dumps(app.openapi(), separators=(",", ":")))
        kept: Kept = app.state.described
        return kept.answer(request)

    @app.get("/{path:path}", include_in_schema=False)
    async def page(path: str, request: Request) -> Response:
        """A built asset, or the one page whose script reads the address and says what is there."""
        if path.startswith("api/"):
            return refused(404, "route/unknown", "no such address")
        found = inside(static, path)
        if found is not None:
            return FileResponse(found)
        index = static / "index.html"
        if "." in path.rsplit("/", 1)[-1] or not index.is_file():
            return refused(404, "route/unknown", "no such page (is the UI built?)")
        house: House = request.app.state.house
        there = await asyncio.to_thread(has_page, house.floor, path)
        return FileResponse(index, 200 if there else 404)


def describe(app: FastAPI) -> None:
    """OpenAPI with the socket's messages beside the requests and answers."""

    def schema() -> dict[str, Any]:
        if app.openapi_schema is None:
            found = get_openapi(title=app.title, version=app.version, routes=app.routes)
            parts = found["components"]["schemas"]
            spoken: dict[str, Any] = {
                "SocketFrame": SocketFrame,
                "SocketCommand": SocketCommand,
            }
            for name, kind in spoken.items():
                extra = TypeAdapter(kind).json_schema(ref_template="#/components/schemas/{model}")
                for inner, part in extra.pop("$defs", {}).items():
                    parts.setdefault(inner, part)
                parts[name] = extra
            app.openapi_schema = found
        return app.openapi_schema

    app.openapi = schema  # type: ignore[method-assign]
