"""When something goes wrong at the table: what the house does, and what a Holecard table does."""

from __future__ import annotations

from typing import NamedTuple

from holecard.report.blocks import Section, Table, Words
from holecard.wagers.game import Game
from holecard.wagers.wager import FEE

INTRODUCTION = (
    "What the house does is a procedure to adopt or to replace: the rules of the place where the "
    "game is dealt come first. It follows public procedure where there is one: South Dakota Admin. "
    "Rules 20:18:15:28 (irregularities at blackjack), Louisiana Admin. Code 42:III.3106 (burned "
    "cards); that a submission must name remedies is in 205 CMR 147.04 (Massachusetts). What a "
    "Holecard table does is what the software does, with the promise (docs/promises.md) or the "
    "test that shows it."
)


class Case(NamedTuple):
    case: str
    house: str
    holecard: str
    shown: str


CASES = (
    Case(
        "Misdeal: a card to the wrong place, one too few or too many",
        "Before anyone has acted and with the order of the cards certain, the cards are moved to "
        "where they belong. A hand that got no card is dead and its wagers go back. If the order "
        "cannot be restored, or somebody has acted, the supervisor calls the round off: every "
        "wager of it goes back, the cards go to the discards.",
        "The order of the shoe is fixed before it is used, and every choice deals the round again "
        "from its first card: no card can go astray. Nobody can call a round off by hand.",
        "P14: tests/server/tables/test_past.py",
    ),
    Case(
        "Exposed card",
        "A card found face up in the shoe is not used and goes to the discards. A card drawn in "
        "error, seen or not, is the next card of the round; if the hand whose turn it is will not "
        "have it, it gets no more cards. A card nobody can use is burned. A hole card seen "
        "before its time stays; seats that have not acted may take back their wagers.",
        "No card is sent to anybody before it lies open on the felt.",
        "P5: tests/server/hostile/test_unseen.py",
    ),
    Case(
        "Short shoe: no card left to finish the round",
        "The discards are shuffled and cut, and the round is finished from them; where the rules "
        "of the place say so, it is called off and every wager goes back. The cut card lies so far "
        "up that it does not come to this.",
        "No round begins behind the cut card, or with fewer cards than its seats may need. If the "
        "shoe runs out all the same the round is called off: every wager made for it goes back, "
        "doubles and insurance too; bets that ride stay as they were (ruling G7).",
        "tests/rules/test_properties.py",
    ),
    Case(
        "Wrong payout found later",
        "While the cards lie there: the whole payout goes back to the tray and is paid anew. "
        "Afterwards the supervisor has the round looked up; money is asked back, or paid, only by "
        "the shift's decision, in writing.",
        "Payouts come from the pay table and move in one step with the end of the round. Any past "
        "round is recalled card by card. The ledger is only added to, and no command corrects a "
        "payout: that is left to people.",
        "P3, P14, P15, P17: tests/server/durable/test_ledger.py, tests/server/tables/test_past.py",
    ),
    Case(
        "Late bet: a wager made, raised or taken back after the first card",
        "It is no bet: what came late goes back whatever the cards are, and what was taken back is "
        "put down again. Of a wager that may have been late the supervisor decides before the next "
        "card.",
        "Refused, with the reason, from the moment the round is dealt; nothing changes.",
        "P8: tests/server/hostile/test_legal.py, tests/server/hostile/test_bad_input.py",
    ),
    Case(
        "Dealer draws wrongly, or a card is burned in error",
        "A card the dealer drew although the hand was to stand is burned. A card burned in error "
        "stays burned, seen or not, and the next one is dealt.",
        "The dealer's hand is drawn by the rule; no card is burned unless a player burns it.",
        "tests/rules/test_agreement.py",
    ),
    Case(
        "Power or machine fails",
        "The cards stay as they lie, under watch, and the round is finished from them. If they "
        "were moved it is called off and every wager goes back.",
        "What was acknowledged is in the log first. A table that is started again goes on with the "
        "same hand, and a command sent twice is done once. That a cut of power loses nothing is "
        "intended and not shown (P2).",
        "P1, P4: tests/server/durable/test_kill.py, tests/server/durable/test_interrupted.py",
    ),
    Case(
        "A player is gone, or the connection",
        "A hand whose player has left stands, no insurance is taken, and wagers still on the felt "
        "are settled as if the player were there.",
        "The table waits while nobody else does. Otherwise, when the time it states has run out, "
        "the hand stands, a card is kept and insurance is declined. The seat finds the same table "
        "again.",
        "P13: tests/server/durable/test_interrupted.py",
    ),
)
BURN = Case(
    "A card burned that the seat did not ask to burn, or the wrong one",
    "If the next card has not been shown, the burned card goes back to the hand. If it has, both "
    "are shown to the supervisor and the seat says which it takes; the other is burned. The burn "
    "counts as used and the payment stays.",
    "The seat is asked to burn or to keep after each card that may be burned; only its own answer "
    "to that question burns, once, and without one the card is kept. An answer cannot be taken "
    "back: the next card lies open.",
    "P4, P8, P13: tests/server/hostile/test_legal.py, tests/server/durable/test_interrupted.py",
)
RIDING = Case(
    "The button is wrong, or a seat with bets that ride is left",
    "The supervisor sets the button by the rounds looked up. Bets that ride go back to a player "
    "who leaves, and the button to 0.",
    "The button follows from the log of the table. Leaving brings the stakes back, and whoever "
    "sits down next begins at 0 (ruling U7).",
    "P16: tests/server/tables/test_past.py",
)


def cases_of(game: Game) -> tuple[Case, ...]:
    burns = any(wager.kind == FEE for wager in game.wagers)
    return (*CASES, *[BURN] * burns, *[RIDING] * game.rides)


def irregular_section(game: Game) -> Section:
    rows = tuple((one.case, one.house, f"{one.holecard} ({one.shown})") for one in cases_of(game))
    head = ("case", "what the house does", "what a Holecard table does")
    return Section(
        "Irregularities",
        (
            Words(INTRODUCTION),
            Table("irregular", "", head, rows, prose=True, widths=(18, 42, 40)),
        ),
    )
