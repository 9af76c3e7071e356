"""Who wins a hand: the comparisons on the sheets, as functions of two standings.

A standing is a hand's final total, or NATURAL for a blackjack.
"""

from __future__ import annotations

from fractions import Fraction

from holecard.dealing.rules import Rules

NATURAL = 32
STANDINGS = 33

OPEN, LOSE, PUSH, WIN, BLACKJACK, EVEN_MONEY, EVEN_MONEY_PUSH, SURRENDER = range(8)
RESULT_NAMES = (
    "open",
    "lose",
    "push",
    "win",
    "blackjack",
    "even-money",
    "even-money",
    "surrender",
)
# Without a hole card a dealer blackjack may take one bet and leave the rest. A game's own results
# come after it.
LOSE_BET, FIRST_OWN = 8, 9
LOSE_BET_NAME = "lose-bet"
OWN, DEALER = 0, 1  # whose hand a main wager backs

INSURED_PART = 2  # R3: insurance is up to one part in so many of the wager

# What a result counts for a streak of wins (Burnout, "Bonus Wager"; U5, R12).
STREAK_COUNTS = (0, -1, 0, 1, 1, 1, 0, -1)


def settle_own(own: int, dealer: int, rules: Rules) -> int:
    """A wager on the seat's own hand."""
    tie = LOSE if rules.ties == "lose" else PUSH
    if 21 < own < NATURAL:
        return LOSE
    if dealer == NATURAL:
        return tie if own == NATURAL else LOSE
    if own == NATURAL:
        return tie if dealer == 21 and not rules.natural_beats_21 else BLACKJACK
    if dealer > 21 or own > dealer:
        return WIN
    return tie if own == dealer else LOSE


def settle_dealer(own: int, dealer: int) -> int:
    """A wager on the dealer's hand (Breakout, "Paying a Hand" and "Blackjack Hands")."""
    if own == NATURAL or dealer == NATURAL:
        if own == dealer:
            return PUSH
        return BLACKJACK if dealer == NATURAL else LOSE
    if own > 21:
        return PUSH if dealer == 17 or dealer > 21 else WIN
    if dealer > 21 or dealer < own:
        return LOSE
    return PUSH if dealer == own else WIN


def result_pays(result: int, backs: int, rules: Rules) -> Fraction:
    """What a result pays to one; a lost wager is -1."""
    if result == BLACKJACK:
        # B9: a dealer blackjack pays dealer-hand wagers 3 to 2 whatever blackjack_pays says.
        return Fraction(3, 2) if backs == DEALER else rules.blackjack_pays
    if result == SURRENDER:
        return Fraction(-1, 2)
    if result in (WIN, EVEN_MONEY, EVEN_MONEY_PUSH):
        return Fraction(1)
    return Fraction(-1 if result in (LOSE, LOSE_BET) else 0)


def round_outcome(won: int, lost: int, hands: int, rules: Rules) -> int:
    """A seat's round by its hands: won (1), pushed (0) or lost (-1). Burnout, "Bonus Wager": "the
    majority of their split hands", of those won or lost, or of all where pushed ones count too
    (U5)."""
    if rules.extra.get("majority", "decided") == "all":
        return int(2 * won > hands) - int(2 * lost > hands)
    return int(won > lost) - int(won < lost)


def streak_after(button: int, outcome: int) -> int:
    """Wins in a row after a round won (1), pushed (0) or lost (-1); a push neither counts nor
    breaks (Burnout, "Bonus Wager")."""
    return 0 if outcome < 0 else button + outcome
