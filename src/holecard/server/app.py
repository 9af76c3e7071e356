"""The web application: routes, refusals, sockets, pages."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request, Response, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.openapi.utils import get_openapi
from fastapi.responses import FileResponse, PlainTextResponse
from pydantic import TypeAdapter
from sqlalchemy import text
from starlette.exceptions import HTTPException

from holecard import __version__
from holecard.errors import HolecardError
from holecard.server.base.refusals import ForeignOrigin, TooFast, status_of, what_is_wrong
from holecard.server.base.settings import Settings
from holecard.server.fairness import verify_shoe
from holecard.server.house import House
from holecard.server.http import (
    head,
    lab,
    past,
    session,
    sheets,
    strategy,
    tables,
    train,
    train_kept,
)
from holecard.server.http.gate import Gate, check_origin
from holecard.server.socket.viewer import FOREIGN, NO_SESSION
from holecard.server.store.database import Store
from holecard.server.table.log_page import Outside
from holecard.server.wire.answers import Health, Refused
from holecard.server.wire.requests import SocketCommand
from holecard.server.wire.socket_answers import SocketFrame

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
        house.open()
        yield
        await house.close()

    app = FastAPI(
        title="Holecard",
        version=__version__,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.include_router(tables.router)  # the busiest first: routes are tried in order
    app.include_router(session.router)
    app.include_router(past.router)
    app.include_router(lab.router)
    app.include_router(strategy.router)
    app.include_router(sheets.router)
    app.include_router(train.router)
    app.include_router(train_kept.router)
    app.include_router(head.router)
    add_refusals(app)
    add_socket(app)
    add_pages(app, settings.static)
    describe(app)
    app.add_middleware(Gate, settings=settings)
    return app


def refused(status: int, code: str, words: str) -> Response:
    # A lone surrogate in somebody's text must not break the answer that refuses it.
    said = words.encode("utf-8", "replace").decode("utf-8")
    body = Refused(code=code, message=said).model_dump_json()
    return Response(body, status, media_type="application/json")


def add_refusals(app: FastAPI) -> None:
    @app.exception_handler(HolecardError)
    async def not_allowed(request: Request, wrong: HolecardError) -> Response:
        response = refused(status_of(wrong), wrong.code, str(wrong))
        if isinstance(wrong, TooFast):
            response.headers["Retry-After"] = str(wrong.seconds)
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
    @app.get("/healthz", response_model=Health, tags=["operations"])
    def healthz(request: Request) -> Health:
        house: House = request.app.state.house
        with house.store.read() as connection:
            connection.execute(text("SELECT 1"))
        kind = "sqlite" if house.store.is_sqlite else "postgresql"
        tables = len(house.floor.states)
        return Health(status="ok", version=__version__, database=kind, tables=tables)

    @app.get("/verify_shoe.py", include_in_schema=False)
    async def verifier() -> Response:
        source = Path(verify_shoe.__file__).read_text(encoding="utf-8")
        name = {"Content-Disposition": 'attachment; filename="verify_shoe.py"'}
        return PlainTextResponse(source, headers=name)

    @app.get("/{path:path}", include_in_schema=False)
    async def page(path: str) -> Response:
        """A built asset, or the one page whose script reads the address."""
        if path.startswith("api/"):
            return refused(404, "route/unknown", "no such address")
        found = inside(static, path)
        if found is not None:
            return FileResponse(found)
        index = static / "index.html"
        if "." in path.rsplit("/", 1)[-1] or not index.is_file():
            return refused(404, "route/unknown", "no such page (is the UI built?)")
        return FileResponse(index)


def inside(folder: Path, path: str) -> Path | None:
    """A file of the folder, never one beside it."""
    if "\0" in path:
        return None
    try:
        found = (folder / path).resolve()
        whole = folder.resolve()
        return found if found.is_file() and whole in found.parents else None
    except (OSError, ValueError):
        return None


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
