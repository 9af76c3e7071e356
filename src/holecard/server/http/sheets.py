"""/api/sheets: math sheets, printed in the background and fetched when they are ready."""

from __future__ import annotations

import base64
import hashlib
import json
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from holecard.errors import HolecardError
from holecard.lab.setup import Setup
from holecard.server.base.callers import caller_of
from holecard.server.base.refusals import UnknownSheet
from holecard.server.http.lab_request import TheDesk, setup_of
from holecard.server.http.request import IdempotencyKey, Reader, check_command
from holecard.server.http.tables import REFUSALS, as_json
from holecard.server.wire.lab_answers import SheetAsked, SheetSeen
from holecard.server.workers.desk import SECONDS, SHEET, Desk
from holecard.server.workers.task import Task

router = APIRouter(prefix="/api/sheets", responses=REFUSALS, tags=["sheets"])
KEPT = 40
WANTED_SECONDS = 120.0  # a page looks every second or so
KINDS = {"pdf": "application/pdf", "html": "text/html; charset=utf-8", "md": "text/markdown"}
SheetId = Annotated[str, Path(pattern=r"^[0-9a-f]{16}$", alias="id")]


@dataclass
class Printing:
    """A sheet under way, or done."""

    id: str
    task: Task | None = None
    says: list[str] = field(default_factory=list)

    @property
    def done(self) -> Future[str] | None:
        return self.task.done if self.task else None

    def seen(self) -> SheetSeen:
        if self.task is not None:
            self.task.keep(WANTED_SECONDS)  # who looks will come back
        state, says, files = "waiting", "waiting for the printer", list[str]()
        if self.says:
            state, says = "working", self.says[-1]
        if self.done is not None and self.done.done():
            wrong = self.done.exception()
            if wrong is None:
                state, says, files = "ready", "the sheet is ready", list(json.loads(self.files()))
            else:
                words = isinstance(wrong, HolecardError)
                state, says = "failed", str(wrong) if words else "the sheet could not be printed"
        return SheetSeen(
            id=self.id,
            state=state,  # type: ignore[arg-type]
            says=says,
            steps=len(self.says),
            files=files,
        )

    def files(self) -> str:
        assert self.done is not None
        return self.done.result()


def find(desk: Desk, id: str) -> Printing:
    found: Printing | None = desk.sheets.get(id)
    if found is None:
        raise UnknownSheet("no such sheet here: ask for it again")
    return found


def begun(
    request: Request,
    desk: Desk,
    player: str,
    made: Printing,
    setup: Setup,
    decks: tuple[int, ...],
) -> Printing:
    """Have it printed for as long as somebody comes back to look."""
    by = desk.shares(player, caller_of(request.scope, desk.settings))
    words = (setup, decks)
    task = Task("print_sheet", words, SECONDS[SHEET], made.says.append, by, stands=False)
    made.task = desk.bench.take(SHEET, task)
    made.task.keep(WANTED_SECONDS)
    made.task.leave()
    return made


@router.post("/{game}", response_model=SheetSeen, status_code=202)
async def begin(
    game: str,
    asked: SheetAsked,
    request: Request,
    reader: Reader,
    desk: TheDesk,
    key: IdempotencyKey = None,
) -> Response:
    """Begin to print a sheet; the same set-up is the same sheet, printed once."""
    check_command(request, key)
    setup = setup_of(game, asked.rules, asked.pay)
    decks = tuple(sorted(set(asked.decks)))
    id = hashlib.sha256(repr((setup, decks)).encode()).hexdigest()[:16]
    known: Printing | None = desk.sheets.get(id)
    if known is None or known.seen().state == "failed":
        desk.limits[SHEET].take(reader.player)
        known = begun(request, desk, reader.player, Printing(id), setup, decks)
        while len(desk.sheets) >= KEPT:
            desk.sheets.pop(next(iter(desk.sheets)))
        desk.sheets[id] = known
    response = as_json(known.seen())
    response.status_code = 202
    return response


@router.get("/{id}", response_model=SheetSeen)
async def one(id: SheetId, reader: Reader, desk: TheDesk) -> Response:
    """How far a sheet is, and its files once it is printed."""
    return as_json(find(desk, id).seen())


@router.get("/{id}/{name}")
async def fetch(id: SheetId, name: str, reader: Reader, desk: TheDesk) -> Response:
    """One of the sheet's files, to keep."""
    found = find(desk, id)
    if name not in found.seen().files:
        raise UnknownSheet("this sheet has no such file, or not yet")
    content = base64.b64decode(json.loads(found.files())[name])
    kind = KINDS[name.rpartition(".")[2]]
    disposition = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type=kind, headers=disposition)
