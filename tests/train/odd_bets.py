"""Bets whose money hangs on more than odds: a meter, other seats, their own size, their own card.

`load_game` reads this file; its wagers come often, so that few rounds show all of them.
"""

from __future__ import annotations

from fractions import Fraction

from holecard import PayTable, Wager
from holecard.wagers.meter import Meter

LOST, PAIR, SOME, WHOLE = range(4)


def hot(first_rank: int, second_rank: int) -> int:
    if first_rank == second_rank:
        return PAIR
    return {7: WHOLE, 8: SOME}.get(first_rank, LOST)


def pair(first_rank: int, second_rank: int) -> int:
    return (first_rank == second_rank) * (1 + (first_rank > 9))


def colours(next_colour: int, next_rank: int) -> int:
    return next_colour * (1 + (next_rank == 12))


WAGERS = (
    Wager(
        id="hot", name="Hot Seven", says="a seven, an eight, or a pair", classify=hot,
        outcomes=("lose", "pair", "some", "whole"), least=500, most=500,
        paytables=(PayTable("usual", {"pair": 4}), PayTable("more", {"pair": 5})),
        meter=Meter(
            seed=20_000, share=Fraction(1, 5),
            pays={"some": Fraction(1, 3), "whole": Fraction(1)},
        ),
    ),
    Wager(
        id="envious", name="Envious", says="a pair here, or elsewhere", classify=pair,
        outcomes=("lose", "pair", "high-pair"),
        paytables=(PayTable("usual", {"pair": 8, "high-pair": 12}),),
        envy={"pair": 2, "high-pair": Fraction(5, 2)}, least=200,
    ),
    Wager(
        id="red-next", name="Red Next", says="your next card is red", classify=colours,
        outcomes=("lose", "red", "queen"), least=500,
        paytables=PayTable.by_size(
            "by-size", {500: {"red": 1}, 2500: {"red": Fraction(6, 5)}},
            {500: {"queen": 30_00}, 2500: {"queen": 200_00}},
        ),
    ),
)  # fmt: skip
