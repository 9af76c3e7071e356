"""/api/strategy: charts that follow the rules chosen, and their cells."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from holecard.server.http.lab_request import Names, Short, TheSetup, worked
from holecard.server.http.request import Reader
from holecard.server.http.tables import REFUSALS
from holecard.server.wire.lab_answers import CellSeen, StrategySeen
from holecard.server.workers.desk import SOLVE

router = APIRouter(prefix="/api/strategy", responses=REFUSALS, tags=["strategy"])


@router.get("/{game}", response_model=StrategySeen)
async def chart(
    request: Request,
    reader: Reader,
    setup: TheSetup,
    paid: bool = False,
    lock: Names = [],  # noqa: B006
) -> Response:
    """Best play by totals, with some cells locked if asked for, and what that costs."""
    words = (setup, paid, tuple(lock))
    return await worked(request, SOLVE, "strategy_of", *words)


@router.get("/{game}/cell", response_model=CellSeen)
async def cell(
    request: Request,
    reader: Reader,
    setup: TheSetup,
    cell: Short,
    paid: bool = False,
    lock: Names = [],  # noqa: B006
) -> Response:
    """What each action is worth in a cell, and what each lock of it would cost, exactly."""
    words = (setup, paid, tuple(lock), cell)
    return await worked(request, SOLVE, "cell_of", *words)
