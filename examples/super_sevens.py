"""Super Sevens: sevens from the first card on, most for three of one suit. The third card is the
one you take; a hand that takes none is paid for two. `holecard simulate examples/super_sevens.py`
"""

from holecard import PayTable, Wager

LOST, FIRST, TWO, TWO_SUITED, THREE, THREE_SUITED = range(6)


def super_sevens(
    first_rank: int, first_suit: int, second_rank: int, second_suit: int, third_rank: int,
    third_suit: int,
) -> int:  # fmt: skip
    if first_rank != 7:
        return LOST
    if second_rank != 7:
        return FIRST
    if third_rank == 7:
        return THREE_SUITED if first_suit == second_suit == third_suit else THREE
    return TWO_SUITED if first_suit == second_suit else TWO


WAGERS = (
    Wager(
        id="super-sevens",
        name="Super Sevens",
        says="your first cards are sevens",
        classify=super_sevens,
        outcomes=("lose", "first", "two", "two-suited", "three", "three-suited"),
        defines={
            "first": "Your first card is a seven and your second is not.",
            "two": "Your first two cards are sevens of two suits, and no third seven follows.",
            "two-suited": "They are sevens of one suit, and no third seven follows.",
            "three": "Your first three cards are sevens, not all of one suit.",
            "three-suited": "Your first three cards are sevens of one suit.",
        },
        paytables=(
            PayTable(
                "5000-500-100-50-3",
                {"first": 3, "two": 50, "two-suited": 100, "three": 500, "three-suited": 5000},
            ),
        ),
    ),
)
