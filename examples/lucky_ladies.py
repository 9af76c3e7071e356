"""Lucky Ladies: your first two cards count 20; two queens of hearts beside a dealer blackjack pay
most. `holecard odds examples/lucky_ladies.py`"""

from holecard import PayTable, Wager

QUEEN, HEARTS = 12, 2


def lucky_ladies(
    start_total: int,
    first_rank: int,
    first_suit: int,
    second_rank: int,
    second_suit: int,
    dealer_natural: int,
) -> int:
    if start_total != 20:
        return 0
    if first_suit != second_suit:
        return 1
    if first_rank != second_rank:
        return 2
    if first_rank != QUEEN or first_suit != HEARTS:
        return 3
    return 5 if dealer_natural else 4


WAGERS = (
    Wager(
        id="lucky-ladies",
        name="Lucky Ladies",
        says="your first two cards count 20",
        classify=lucky_ladies,
        outcomes=("lose", "20", "suited-20", "matched-20", "ladies", "ladies-and-blackjack"),
        defines={
            "20": "The first two cards count 20, of two suits; an ace counts 11.",
            "suited-20": "They count 20 and are of one suit, but of two ranks.",
            "matched-20": "They count 20, of one suit and one rank, but not queens of hearts.",
            "ladies": "Two queens of hearts, and the dealer has no blackjack.",
            "ladies-and-blackjack": "Two queens of hearts, and the dealer has a blackjack.",
        },
        paytables=(
            PayTable(
                "1000-125-19-9-4",
                {
                    "20": 4,
                    "suited-20": 9,
                    "matched-20": 19,
                    "ladies": 125,
                    "ladies-and-blackjack": 1000,
                },
            ),
        ),
    ),
)
