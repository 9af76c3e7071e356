"""Super Sevens as it is dealt: sevens among the first three cards from the first on, where a seat
that takes no card is dealt one for the bet. `holecard odds examples/super_sevens_dealt.py`
"""

from holecard import PayTable, Wager

LOST, FIRST, TWO, TWO_SUITED, THREE, THREE_SUITED = range(6)


def super_sevens(
    first_rank: int, first_suit: int, second_rank: int, second_suit: int, next_rank: int,
    next_suit: int,
) -> int:  # fmt: skip
    if first_rank != 7:
        return LOST
    if second_rank != 7:
        return FIRST
    if next_rank == 7:
        return THREE_SUITED if first_suit == second_suit == next_suit else THREE
    return TWO_SUITED if first_suit == second_suit else TWO


WAGERS = (
    Wager(
        id="super-sevens",
        name="Super Sevens",
        says="your first three cards are sevens, one of them dealt for the bet if need be",
        classify=super_sevens,
        outcomes=("lose", "first", "two", "two-suited", "three", "three-suited"),
        defines={
            "first": "Your first card is a seven and your second is not.",
            "two": "Your first two cards are sevens of two suits, and your next card is none.",
            "two-suited": "They are sevens of one suit, and your next card is none.",
            "three": "Your first three cards are sevens, not all of one suit.",
            "three-suited": "Your first three cards are sevens of one suit.",
        },
        terms=(
            "Your third card is the first you get after your two; if you take none, one is dealt "
            "for the bet when the round is over.",
        ),
        paytables=(
            PayTable(
                "5000-500-100-50-3",
                {"first": 3, "two": 50, "two-suited": 100, "three": 500, "three-suited": 5000},
            ),
        ),
    ),
)
