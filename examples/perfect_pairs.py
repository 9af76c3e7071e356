"""Perfect Pairs: your first two cards are a pair. `holecard odds examples/perfect_pairs.py`"""

from holecard import PayTable, Wager


def perfect_pairs(first_rank: int, first_suit: int, second_rank: int, second_suit: int) -> int:
    if first_rank != second_rank:
        return 0
    if first_suit == second_suit:
        return 3
    # Clubs and spades are 0 and 3, diamonds and hearts 1 and 2: two of a colour add up to 3.
    return 2 if first_suit + second_suit == 3 else 1


WAGERS = (
    Wager(
        id="perfect-pairs",
        name="Perfect Pairs",
        says="your first two cards are a pair",
        classify=perfect_pairs,
        outcomes=("lose", "mixed", "coloured", "perfect"),
        defines={
            "mixed": "Two cards of one rank, one red and one black.",
            "coloured": "Two cards of one rank and one colour, of two suits.",
            "perfect": "Two cards of one rank and one suit.",
        },
        paytables=(
            PayTable("25-12-6", {"mixed": 6, "coloured": 12, "perfect": 25}),
            PayTable("30-10-5", {"mixed": 5, "coloured": 10, "perfect": 30}),
        ),
    ),
)
