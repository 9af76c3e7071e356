"""What an operator asks: is it alive, is it ready, how is it doing."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from ipaddress import ip_address

from fastapi import APIRouter, FastAPI, Request, Response

from holecard import __version__
from holecard.server.base.callers import header, is_address, is_within
from holecard.server.base.refusals import NotForYou
from holecard.server.http.lab_request import TheDesk
from holecard.server.http.metrics import Meter
from holecard.server.http.ready import Readiness
from holecard.server.http.request import TheHouse
from holecard.server.http.tables import as_json
from holecard.server.wire.answers import Health, Ready

TEXT = "text/plain; version=0.0.4; charset=utf-8"
AGAIN_SECONDS = "5"


@asynccontextmanager
async def operations_open(app: FastAPI) -> AsyncIterator[None]:
    app.state.readiness = Readiness(app.state.house)
    app.state.meter = Meter(app.state.house, app.state.crowd, app.state.lab.bench)
    yield


router = APIRouter(tags=["operations"], lifespan=operations_open)


@router.get("/healthz", response_model=Health)
async def healthz(house: TheHouse) -> Response:
    """The process answers. It asks nothing of the database: see /readyz."""
    kind = "sqlite" if house.store.is_sqlite else "postgresql"
    tables = len(house.floor.states)
    return as_json(Health(status="ok", version=__version__, database=kind, tables=tables))


@router.get("/readyz", response_model=Ready, responses={503: {"model": Ready}})
async def readyz(request: Request) -> Response:
    """Whether it can be played here now; 503, and why, if not."""
    readiness: Readiness = request.app.state.readiness
    wrong = await readiness.wrong()
    response = as_json(Ready(ready=not wrong, wrong=wrong))
    if wrong:
        response.status_code = 503
        response.headers["Retry-After"] = AGAIN_SECONDS
    return response


@router.get("/metrics", include_in_schema=False)
async def metrics(request: Request, house: TheHouse, desk: TheDesk) -> Response:
    """For the operator's own machines: times of single commands are nobody else's business."""
    host = request.client.host if request.client else ""
    forwarded = "x-forwarded-for" in request.headers
    if forwarded or not is_within(host, house.settings.metrics_from):
        raise NotForYou("metrics are for the addresses in HOLECARD_METRICS_FROM, asked directly")
    if ip_address(host).is_loopback and not is_address(header(request.scope, b"host")):
        raise NotForYou(
            "on this machine metrics are asked for by address: http://127.0.0.1/metrics"
        )
    readiness: Readiness = request.app.state.readiness
    meter: Meter = request.app.state.meter
    return Response(await meter.text(await readiness.wrong()), media_type=TEXT)
