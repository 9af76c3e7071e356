"""/api/lab: the figures of a set-up, and the studies made from them."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request, Response

from holecard.server.http.lab_request import (
    Line,
    Names,
    Pays,
    Short,
    TheDesk,
    TheSetup,
    lab_open,
    worked,
)
from holecard.server.http.request import Reader
from holecard.server.http.tables import REFUSALS, as_json
from holecard.server.wire.lab_answers import (
    Copied,
    DeckCells,
    LabCounting,
    LabDesigns,
    LabOdds,
    LabSession,
    LabSetup,
)
from holecard.server.workers.desk import QUICK, SEARCH, SECONDS, SOLVE
from holecard.server.workers.lab_address import setup_seen

router = APIRouter(prefix="/api/lab", responses=REFUSALS, tags=["lab"], lifespan=lab_open)
Width = Annotated[int, Query(ge=240, le=900)]
Numbers = Annotated[list[Annotated[int, Query(ge=1, le=8)]], Query(max_length=8)]
WIDE = 620


@router.get("/{game}", response_model=LabSetup)
async def address(
    game: str,
    reader: Reader,
    desk: TheDesk,
    rules: Line = "",
    pay: Pays = [],  # noqa: B006
    wager: Short = "",
    table: Short = "",
    play: Short = "",
    beside: Short = "",
) -> Response:
    """An address of the page as it is understood; what is not is said, and left out."""
    found = setup_seen(game, rules, tuple(pay), wager, table, play, beside)
    for worker in (QUICK, SOLVE):  # they take seconds to get ready: before the figures are asked
        desk.bench.rouse(worker, SECONDS[worker], "ready")
    return as_json(found)


@router.get("/{game}/free", response_model=LabOdds)
async def free(request: Request, reader: Reader, setup: TheSetup) -> Response:
    """Figures of the wagers that need no play to be solved: milliseconds."""
    return await worked(request, QUICK, "free_odds", setup)


@router.get("/{game}/solved", response_model=LabOdds)
async def solved(request: Request, reader: Reader, setup: TheSetup, wager: Names) -> Response:
    """Figures of the wagers that need it solved: a second or so the first time."""
    return await worked(request, SOLVE, "solved_odds", setup, tuple(wager))


@router.get("/{game}/decks", response_model=DeckCells)
async def decks(
    request: Request,
    reader: Reader,
    setup: TheSetup,
    wager: Short,
    decks: Annotated[int, Query(ge=1, le=8)],
    free: bool = False,
    table: Short = "",
    play: Short = "",
    beside: Short = "",
) -> Response:
    """The wager with so many decks, under both soft-17 rules."""
    worker = QUICK if free else SOLVE
    words = (setup, wager, table, play, decks, free, beside)
    return await worked(request, worker, "deck_cells", *words)


@router.get("/{game}/copy", response_model=Copied)
async def copy(
    request: Request,
    reader: Reader,
    setup: TheSetup,
    wager: Short,
    form: Literal["json", "csv", "python"],
    table: Short = "",
    play: Short = "",
    beside: Short = "",
) -> Response:
    """A figure with its set-up, as JSON, CSV or Python."""
    return await worked(request, SOLVE, "copied", setup, wager, table, play, form, beside)


@router.get("/{game}/session", response_model=LabSession)
async def session(
    request: Request,
    reader: Reader,
    setup: TheSetup,
    wager: Short,
    table: Short = "",
    play: Short = "",
    rounds: Short = "1000",
    stake: Short = "5",
    bankroll: Short = "",
    width: Width = WIDE,
    beside: Short = "",
) -> Response:
    """The exact distribution of a session's result."""
    words = (setup, wager, table, play, rounds, stake, bankroll, width, beside)
    return await worked(request, SOLVE, "session_of", *words)


@router.get("/{game}/design", response_model=LabDesigns)
async def design(
    request: Request,
    reader: Reader,
    setup: TheSetup,
    wager: Short,
    edge: Short,
    table: Short = "",
    hit: Short = "",
    deviation: Short = "",
    top: Short = "",
    decks: Numbers = [],  # noqa: B006
    flag: Annotated[
        list[Literal["both-17", "strict", "free-order", "any-odds"]], Query(max_length=4)
    ] = [],  # noqa: B006
    width: Width = WIDE,
) -> Response:
    """Pay tables that meet the targets; given up after a minute."""
    targets = (("edge", edge), ("hit", hit), ("deviation", deviation), ("top", top))
    words = (setup, wager, table, targets, tuple(decks), tuple(flag), width)
    return await worked(request, SEARCH, "designs_of", *words)


@router.get("/{game}/counting", response_model=LabCounting)
async def counting(
    request: Request,
    reader: Reader,
    setup: TheSetup,
    wager: Short,
    table: Short = "",
    play: Short = "",
    level: Annotated[int, Query(ge=1, le=4)] = 2,
    cut: Annotated[float, Query(gt=0, lt=1, allow_inf_nan=False)] = 0.75,
    width: Width = WIDE,
) -> Response:
    """What counting cards is worth on a wager, shuffled at the cut card."""
    words = (setup, wager, table, play, level, cut, width)
    return await worked(request, SEARCH, "counting_of", *words)
