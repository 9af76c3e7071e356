"""What several sheets share: the own-hand wager and insurance."""

from __future__ import annotations

from holecard.dealing.felt import LOOKED
from holecard.dealing.rules import Rules
from holecard.dealing.settle import OWN
from holecard.wagers.paytable import PayTable
from holecard.wagers.wager import MAIN, OFFER, Wager

LEAST_MAIN, MOST_MAIN = 500, 50_000


# Of every game in which a 22 of the dealer pushes.
DEALER_22 = "Against a dealer's 22 every hand that has not busted pushes, but a blackjack is paid."


def own_hand(id: str = "main", name: str = "your hand") -> Wager:
    return Wager(
        id=id,
        name=name,
        says="your hand against the dealer's",
        kind=MAIN,
        backs=OWN,
        least=LEAST_MAIN,
        most=MOST_MAIN,
    )


INSURANCE_OUTCOMES = ("lose", "dealer-blackjack")
LOST, DEALER_BLACKJACK = range(len(INSURANCE_OUTCOMES))


def insured(dealer_natural: int) -> int:
    return DEALER_BLACKJACK if dealer_natural else LOST


def insurance_lost(peek_found: int) -> bool:
    return peek_found == 1


def insurance(rules: Rules) -> tuple[Wager, ...]:
    """R3: two to one, up to half the wager, decided before anyone acts; none where it is off."""
    if not rules.insurance:
        return ()
    wager = Wager(
        id="insurance",
        name="Insurance",
        says="the dealer has a blackjack",
        kind=OFFER,
        classify=insured,
        outcomes=INSURANCE_OUTCOMES,
        defines={
            "lose": "The dealer's first two cards are no blackjack.",
            "dealer-blackjack": "The dealer's first two cards are an ace and a ten-value card.",
        },
        paytables=(PayTable("standard", {"dealer-blackjack": 2}),),
        settles={LOOKED: insurance_lost},
        least=1,
        most=MOST_MAIN,
    )
    return (wager,)
