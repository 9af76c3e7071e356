"""A past round for whoever has its link, without a session: its page, the same to be put into
another site's page, its picture, and the data both are drawn from.

Counted by address before anything is read, dealt or drawn: these are the only answers about a table
that need no cookie. Who has the link has the table's id, which is the key to it already.
"""

from __future__ import annotations

import asyncio
import base64
from html import escape
from pathlib import Path as File
from urllib.parse import urlsplit

from fastapi import APIRouter, Request, Response
from starlette.exceptions import HTTPException

from holecard.server.base.callers import caller_of
from holecard.server.base.refusals import UnknownRound, UnknownTable
from holecard.server.house import House
from holecard.server.http.kept import Kept, Shelf
from holecard.server.http.lab_request import desk_of
from holecard.server.http.past import Number, reading
from holecard.server.http.request import HEAVY, TheHouse, house_of
from holecard.server.http.tables import REFUSALS, TableId
from holecard.server.table import history
from holecard.server.wire.past_answers import RoundShared
from holecard.server.workers.desk import PICTURE, SECONDS

router = APIRouter(responses=REFUSALS, tags=["past"])
TITLE = "<title>Holecard</title>"
PNG = "image/png"
MOST_SAID = 300


def counted(request: Request, house: House) -> str:
    """The address that asks, within what it may ask."""
    caller = caller_of(request.scope, house.settings)
    house.reads.take(f"address {caller}", HEAVY)
    return caller


async def read_shared(house: House, table: str, number: int) -> RoundShared:
    return await reading(house, table, lambda base, state: history.shared(base, state, number))


@router.get("/api/replays/{id}/{n}", response_model=RoundShared)
async def replayed(id: TableId, n: Number, request: Request, house: TheHouse) -> Response:
    """A past round for whoever has its link: no session is needed."""
    counted(request, house)
    shelf: Shelf = request.app.state.shared
    kept = shelf.find((id, n))
    if kept is None:
        kept = Kept((await read_shared(house, id, n)).model_dump_json())
        shelf.put((id, n), kept)
    return kept.answer(request)


@router.get("/replay/{id}/{n}.png", include_in_schema=False)
async def picture(id: TableId, n: Number, request: Request, house: TheHouse) -> Response:
    caller = counted(request, house)
    shelf: Shelf = request.app.state.shared
    kept = shelf.find((id, n, PNG))
    if kept is None:
        line = (await read_shared(house, id, n)).line
        desk = desk_of(request)
        desk.limits[PICTURE].take(f"address {caller}")
        by = {f"address {caller}": desk.settings.jobs_an_address}
        seconds, gone = SECONDS[PICTURE], request.is_disconnected
        drawn = await desk.bench.ask(PICTURE, seconds, "draw_round", line, by=by, gone=gone)
        kept = Kept(base64.b64decode(drawn), PNG)
        shelf.put((id, n, PNG), kept)
    return kept.answer(request)


@router.get("/replay/{id}/{n}", include_in_schema=False)
async def page(id: str, n: str, request: Request) -> Response:
    return await headed(request, id, n)


@router.get("/embed/{id}/{n}", include_in_schema=False)
async def embedded(id: str, n: str, request: Request) -> Response:
    """The gate lets this page, and no other, be put into a frame (`gate.framing`)."""
    return await headed(request, id, n)


async def headed(request: Request, id: str, n: str) -> Response:
    """The one page, with the words that a link to it is shown by."""
    house = house_of(request)
    index: File = house.settings.static / "index.html"
    counted(request, house)
    if not index.is_file():
        raise HTTPException(404)
    text = await asyncio.to_thread(index.read_text, "utf-8")
    try:
        number = int(n) if n.isdecimal() and len(n) < 10 else 0
        found = await read_shared(house, id, number)
    except (UnknownTable, UnknownRound):
        return Response(text, 404, media_type="text/html")
    made = text.replace(TITLE, head_of(found, origin_of(request)), 1)
    return Response(made, media_type="text/html")


def origin_of(request: Request) -> str:
    """Ours by which this was asked for; the gate lets no other host in."""
    ours = house_of(request).settings.origins
    host = request.headers.get("host", "")
    return next((one for one in ours if urlsplit(one).netloc == host), ours[0])


def head_of(found: RoundShared, origin: str) -> str:
    address = f"{origin}/replay/{found.table}/{found.number}"
    named = {
        "og:type": "website",
        "og:site_name": "Holecard",
        "og:title": found.title,
        "og:description": found.says[:MOST_SAID],
        "og:url": address,
        "og:image": f"{address}.png",
        "og:image:width": "1200",
        "og:image:height": "630",
        "og:image:alt": f"The felt at the end of it: {found.says[:MOST_SAID]}",
    }
    tags = [f'<meta property="{name}" content="{escape(what)}" />' for name, what in named.items()]
    card = '<meta name="twitter:card" content="summary_large_image" />'
    return "\n    ".join([f"<title>{escape(found.title)} · Holecard</title>", *tags, card])
