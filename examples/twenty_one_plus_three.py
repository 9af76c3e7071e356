"""21+3: your first two cards and the dealer's up card are a three-card poker hand.
`holecard odds examples/twenty_one_plus_three.py`"""

from holecard import PayTable, Wager

OUTCOMES = ("lose", "flush", "straight", "three-of-a-kind", "straight-flush")
ACE, QUEEN, KING = 1, 12, 13


def is_straight(low: int, middle: int, high: int) -> bool:
    """Three ranks in a row; the ace is low or high."""
    in_a_row = middle == low + 1 and high == low + 2
    return in_a_row or (low == ACE and middle == QUEEN and high == KING)


def three_card_hand(
    first_rank: int, first_suit: int, second_rank: int, second_suit: int, up_rank: int, up_suit: int
) -> int:
    flush = first_suit == second_suit == up_suit
    if is_straight(*sorted((first_rank, second_rank, up_rank))):
        return 4 if flush else 2
    if first_rank == second_rank == up_rank:
        return 3
    return 1 if flush else 0


WAGERS = (
    Wager(
        id="21-plus-3",
        name="21+3",
        says="your cards and the dealer's up card make a poker hand",
        classify=three_card_hand,
        outcomes=OUTCOMES,
        defines={
            "flush": "Three cards of one suit, no straight and no three of a kind.",
            "straight": "Three ranks in a row, not of one suit; the ace is low or high.",
            "three-of-a-kind": "Three cards of one rank, whatever suits.",
            "straight-flush": "Three ranks in a row, of one suit; the ace is low or high.",
        },
        paytables=(PayTable("all-9", dict.fromkeys(OUTCOMES[1:], 9)),),
    ),
)
