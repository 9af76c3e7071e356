"""Push 22: the dealer's hand is 22, and pays by what its cards have in common.
`holecard odds examples/push_22.py`"""

from holecard import PayTable, Wager
from holecard.wagers.wager import always


def push_22(dealer_total: int, dealer_suited: int, dealer_coloured: int) -> int:
    if dealer_total != 22:
        return 0
    return 1 + dealer_coloured + dealer_suited


WAGERS = (
    Wager(
        id="push-22",
        name="Push 22",
        says="the dealer's hand is 22",
        classify=push_22,
        outcomes=("lose", "22", "one-colour", "one-suit"),
        defines={
            "22": "The dealer's final hand is 22, with red and black cards.",
            "one-colour": "It is 22, all red or all black, but not all of one suit.",
            "one-suit": "It is 22, all of one suit.",
        },
        paytables=(PayTable("50-20-8", {"22": 8, "one-colour": 20, "one-suit": 50}),),
        needs=always,  # the dealer draws for it, though every seat is out
    ),
)
