"""What it is worth to see cards that are not meant to be seen: the hole card, and what cards known
make of insurance. Other seats' hands are in other_hands.py.

A wager is made before any card is dealt, so this is worth something only where a decision follows.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from math import comb

from holecard.dealing.own_tables import EARLY, RAISES
from holecard.dealing.settle import EVEN_MONEY as PAID_EVEN
from holecard.dealing.settle import INSURED_PART, OWN, result_pays
from holecard.dealing.settle import SURRENDER as GAVE_UP
from holecard.dealing.tables import VALUES as UPS
from holecard.odds.playbook import Playbook
from holecard.odds.solve.best_play import Start
from holecard.odds.solve.hand_kernels import EVEN
from holecard.wagers.game import Game
from holecard.wagers.offers import offer_of, offers_even_money
from holecard.wagers.wager import OFFER

OWN_CARDS = 2


@dataclass(frozen=True)
class HoleKnown:
    """The main wager of a seat that sees the hole card, per initial wager."""

    play: float  # best play
    insured: float  # what insurance adds, taken only where it wins

    @property
    def ev(self) -> float:
        return self.play + self.insured


def with_hole_shown(book: Playbook) -> Playbook | None:
    """Best play of the same game for a seat that sees both of the dealer's cards; none where both
    are seen by the rules, where no hole card is dealt before the seats act, and where hands are
    played by twos."""
    game = book.game
    if game.rules.dealer_shows == "both" or not game.rules.peek or game.seats_a_player > 1:
        return None
    # What is open before the dealer looks hangs on the up card: whoever needs it asks `game`.
    later = replace(game.answers, early_surrender=None, raises=False)
    shown = replace(game, rules=game.rules.but(dealer_shows="both"), answers=later)
    return Playbook(shown, convention=book.convention, shoe=book.shoe)


def hole_known(book: Playbook, shown: Playbook | None = None) -> HoleKnown | None:
    """Exact; none where there is no hole card to be known. `shown` is the same game with the hole
    card shown, where that is solved."""
    game, shown = book.game, shown or with_hole_shown(book)
    if shown is None:
        return None
    play = shown.best
    played, insured = ([0.0] * UPS for _ in range(2))
    for sight in play.sights:
        for up in set(sight.seen.values):
            share = 1 / len(set(sight.seen.values))
            for start in play.starts_against(sight):
                value = play.start_value(start)
                played[up] += share * start.chance * early_value(game, up, start, value)
                insured[up] += (
                    share
                    * start.chance
                    * start.natural
                    * insured_value(game, up, start, play.at_once(start))
                )
    asks = game.tables.asks[RAISES]
    raised = [1 + (asks and one + more > EVEN) for one, more in zip(played, insured, strict=True)]
    parts = (zip(one, raised, strict=True) for one in (played, insured))
    return HoleKnown(*(float(sum(a * b for a, b in part)) for part in parts))


def early_value(game: Game, up: int, start: Start, value: float) -> float:
    """Half a wager given up before the dealer looks, where that is open and better."""
    opened = game.tables.asks[EARLY] and game.tables.early[up] and not start.is_blackjack
    return max(value, float(result_pays(GAVE_UP, OWN, game.rules))) if opened else value


def insured_value(game: Game, up: int, start: Start, at_once: float) -> float:
    """What insurance adds under a blackjack that is known: its odds on half the wager; to a
    blackjack even money, where that is offered."""
    offer = offer_of(game)
    if offer is None or not game.tables.insures[up]:
        return 0.0
    if start.is_blackjack:
        paid = float(result_pays(PAID_EVEN, OWN, game.rules))
        return max(0.0, paid - at_once) if offers_even_money(game) else 0.0
    pays = max(table.pays(name) for table in offer.paytables for name in table.odds)
    return float(pays / INSURED_PART)


def insurance_pays(book: Playbook) -> Fraction:
    """The best odds of what is offered against a dealer blackjack; 0 where nothing is."""
    offers = [wager for wager in book.game.wagers if wager.kind == OFFER]
    return max((table.pays(name) for one in offers for table in one.paytables
                for name in table.odds), default=Fraction(0))  # fmt: skip


def insurance_counted(book: Playbook, others: int) -> Fraction:
    """Half a wager insured under an ace when the cards seen (the ace, one's own, and so many of
    others) leave enough ten-value cards for it to win on average, and never else."""
    pays = insurance_pays(book)
    shoe = book.spec.shoe.values
    aces, tens, cards = int(shoe[0]), int(shoe[-1]), int(shoe.sum())
    seen, left = OWN_CARDS + others, cards - 1
    gain = Fraction(0)
    for out in range(min(seen, tens) + 1):
        ways = comb(tens, out) * comb(left - tens, seen - out)
        blackjack = Fraction(tens - out, left - seen)
        gain += ways * max(Fraction(0), blackjack * pays - (1 - blackjack))
    return Fraction(aces, cards) * gain / comb(left, seen) / INSURED_PART
