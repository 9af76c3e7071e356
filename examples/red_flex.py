"""Red Flex: how many cards of the dealer's hand are red, from the first on and before a black one.
`holecard odds examples/red_flex.py --decks 5`"""

from holecard import PayTable, Wager
from holecard.wagers.wager import always

REDS = ("2", "3", "4", "5", "6", "7-or-more")


def red_flex(dealer_reds: int) -> int:
    return min(max(dealer_reds - 1, 0), len(REDS))


WAGERS = (
    Wager(
        id="red-flex",
        name="Red Flex",
        says="the dealer's hand begins with two red cards or more",
        classify=red_flex,
        outcomes=("lose", *REDS),
        defines={
            **{
                reds: f"The first {reds} cards of the dealer's hand are red, and the next is black "
                "or not drawn."
                for reds in REDS[:-1]
            },
            "7-or-more": "The first seven cards of the dealer's hand, or more, are red.",
        },
        paytables=(
            PayTable("200", dict(zip(REDS, (1, 5, 10, 50, 100, 200), strict=True))),
            PayTable("250", dict(zip(REDS, (2, 3, 8, 50, 100, 250), strict=True))),
        ),
        needs=always,
    ),
)
