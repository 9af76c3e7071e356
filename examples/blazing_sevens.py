"""Blazing Sevens: sevens among your first two cards and the dealer's up card; three of one suit win
a meter. A $5 bet; prizes are for one. `holecard odds examples/blazing_sevens.py --meter 60000`"""

from fractions import Fraction

from holecard import PayTable, Wager
from holecard.wagers.meter import Meter

LOST, ONE, TWO, THREE, ONE_COLOUR, ONE_SUIT = range(6)


def blazing_sevens(
    first_rank: int, first_suit: int, second_rank: int, second_suit: int, up_rank: int,
    up_suit: int,
) -> int:  # fmt: skip
    sevens = (first_rank == 7) + (second_rank == 7)
    if sevens < 2 or up_rank != 7:
        return sevens
    if first_suit == second_suit == up_suit:
        return ONE_SUIT
    red = (first_suit in (1, 2)) + (second_suit in (1, 2)) + (up_suit in (1, 2))
    return ONE_COLOUR if red in (0, 3) else THREE


WAGERS = (
    Wager(
        id="blazing-sevens",
        name="Blazing Sevens",
        says="sevens in your first two cards and the dealer's up card",
        classify=blazing_sevens,
        outcomes=("lose", "one", "two", "three", "one-colour", "one-suit"),
        defines={
            "one": "Just one of your first two cards is a seven.",
            "two": "Both are sevens, and the up card is not.",
            "three": "All three are sevens, of both colours.",
            "one-colour": "All three are sevens of one colour, but not of one suit.",
            "one-suit": "All three are sevens of one suit.",
        },
        paytables=(PayTable.for_one("200-25-2", {"one": 2, "two": 25, "three": 200}),),
        meter=Meter(
            seed=10_000_00,
            share=Fraction(1, 5),
            pays={"one-colour": Fraction(1, 10), "one-suit": Fraction(1)},
        ),
        least=500,
        most=500,
    ),
)
