"""Match the Dealer: either of your cards has the rank of the dealer's up card, and is paid for it,
more if the suit is the same. `holecard odds examples/match_the_dealer.py --decks 2`"""

from holecard import PayTable, Wager

OUTCOMES = ("lose", "one", "two", "suited", "suited-and-one", "two-suited")


def match_the_dealer(
    first_rank: int, first_suit: int, second_rank: int, second_suit: int, up_rank: int, up_suit: int
) -> int:
    matches = (first_rank == up_rank) + (second_rank == up_rank)
    suited = (first_rank == up_rank and first_suit == up_suit) + (
        second_rank == up_rank and second_suit == up_suit
    )
    return matches + (2 * suited if suited < 2 else 3)


def pays(match: int, suited: int) -> dict[str, int]:
    """Every matching card is paid by itself."""
    each = (match, 2 * match, suited, suited + match, 2 * suited)
    return dict(zip(OUTCOMES[1:], each, strict=True))


WAGERS = (
    Wager(
        id="match-the-dealer",
        name="Match the Dealer",
        says="your cards match the dealer's up card",
        classify=match_the_dealer,
        outcomes=OUTCOMES,
        defines={
            "one": "One card has the rank of the dealer's up card, in another suit.",
            "two": "Both cards do, both in another suit than the up card.",
            "suited": "One card has the rank and the suit of the up card, the other another rank.",
            "suited-and-one": "One has rank and suit of the up card, the other its rank only.",
            "two-suited": "Both cards have the rank and the suit of the up card.",
        },
        paytables=(PayTable("4-19", pays(4, 19)), PayTable("4-11", pays(4, 11))),
    ),
)
