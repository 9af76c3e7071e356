"""Bust Bonus: the dealer busts, bet when the up card is seen and the dealer has looked under it;
pays by that card, more for one suit and most for three eights. Galaxy Gaming's bet; pay table as
the Wizard of Odds saw it in 2015. `holecard odds examples/bust_bonus.py`"""

from holecard import PayTable, Wager
from holecard.wagers.wager import always

CARDS = "A23456789T"
PLAIN = (3, 1, 1, 1, 1, 1, 2, 2, 2, 2)  # by up card, from the ace
SUITED = (50, 25, 15, 10, 5, 3, 15, 10, 20, 20)
EIGHTS = {"888": 25, "888-suited": 75}
OUTCOMES = (
    "lose",
    *(f"{card}-bust" for card in CARDS),
    *(f"{card}-suited" for card in CARDS),
    *EIGHTS,
)


def bust_bonus(
    up_value: int, hole_value: int, dealer_total: int, dealer_cards: int, dealer_suited: int
) -> int:
    if dealer_total <= 21:
        return 0
    if up_value == hole_value == 8 and dealer_total == 24 and dealer_cards == 3:
        return 21 + dealer_suited
    return 10 * dealer_suited + up_value


WORDS = {"A": "an ace", "8": "an 8", "T": "a ten-value card"}
DEFINES = {
    f"{card}-{how}": f"The dealer shows {WORDS.get(card, f'a {card}')} and busts{more}."
    for card in CARDS
    for how, more in (("bust", ", not in one suit"), ("suited", ", all cards of one suit"))
} | {
    "888": "The dealer busts with three eights, not of one suit.",
    "888-suited": "The dealer busts with three eights of one suit.",
}

PAYS = {f"{card}-bust": pays for card, pays in zip(CARDS, PLAIN, strict=True)}
PAYS |= {f"{card}-suited": pays for card, pays in zip(CARDS, SUITED, strict=True)}

WAGERS = (
    Wager(
        id="bust-bonus",
        name="Bust Bonus",
        says="the dealer busts",
        classify=bust_bonus,
        outcomes=OUTCOMES,
        defines=DEFINES,
        paytables=(PayTable("2015", PAYS | EIGHTS),),
        needs=always,  # the dealer draws for it, though every seat is out
        after_up=True,
    ),
)
