"""/api/head: a hash over everything the house has written, for anybody who wants to keep it."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse

from holecard.server.base.callers import caller_of
from holecard.server.http.request import TheHouse
from holecard.server.http.tables import REFUSALS
from holecard.server.wire.answers import HeadSeen

router = APIRouter(prefix="/api", responses=REFUSALS, tags=["operations"])


@router.get("/head", response_model=HeadSeen)
async def head(request: Request, house: TheHouse) -> JSONResponse:
    """The last head; number 0 before the first. No session is needed."""
    house.reads.take(caller_of(request.scope, house.settings))
    return JSONResponse(house.heads.latest.published())
