"""Suited 6-7-8: the first three cards of your hand are 6, 7 and 8, more if all of one suit. The
third is the first you take: after a split the hand has two cards again, and needs one more.
`holecard simulate examples/suited_678.py`"""

from holecard import PayTable, Wager


def suited_678(
    first_rank: int, first_suit: int, second_rank: int, second_suit: int, third_rank: int,
    third_suit: int,
) -> int:  # fmt: skip
    if sorted((first_rank, second_rank, third_rank)) != [6, 7, 8]:
        return 0
    return 2 if first_suit == second_suit == third_suit else 1


WAGERS = (
    Wager(
        id="suited-678",
        name="Suited 6-7-8",
        says="your first three cards are 6, 7 and 8",
        classify=suited_678,
        outcomes=("lose", "6-7-8", "suited"),
        defines={
            "6-7-8": "The first three cards are a 6, a 7 and an 8, not all of one suit.",
            "suited": "They are a 6, a 7 and an 8 of one suit.",
        },
        paytables=(PayTable("400-3000", {"6-7-8": 400, "suited": 3000}, ours=True),),
    ),
)
