"""Royal Match: your first two cards are of one suit. `holecard odds examples/royal_match.py`"""

from fractions import Fraction

from holecard import PayTable, Wager

QUEEN, KING = 12, 13


def royal_match(first_rank: int, first_suit: int, second_rank: int, second_suit: int) -> int:
    if first_suit != second_suit:
        return 0
    return 2 if {first_rank, second_rank} == {QUEEN, KING} else 1


WAGERS = (
    Wager(
        id="royal-match",
        name="Royal Match",
        says="your first two cards are of one suit",
        classify=royal_match,
        outcomes=("lose", "suited", "royal"),
        defines={
            "suited": "The first two cards are of one suit, but not its king and queen.",
            "royal": "They are the king and the queen of one suit.",
        },
        paytables=(
            PayTable("25-2.5", {"suited": Fraction(5, 2), "royal": 25}),
            PayTable("10-3", {"suited": 3, "royal": 10}),
        ),
    ),
)
