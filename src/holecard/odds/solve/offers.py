"""What the dealer offers before anyone acts: insurance, and even money for a blackjack."""

from __future__ import annotations

from collections.abc import Sequence

from holecard.dealing.actions import (
    ACTION_NAMES,
    DECLINE,
    DOUBLE,
    EVEN_MONEY,
    INSURE,
    KEEP,
    SURRENDER,
)
from holecard.dealing.settle import EVEN_MONEY as PAID_EVEN
from holecard.dealing.settle import INSURED_PART, OWN, result_pays
from holecard.odds.solve.answers.answered_play import AnsweredPlay
from holecard.odds.solve.best_play import Play, Sight, natural_chance
from holecard.wagers.wager import OFFER, Wager


def offer_values(play: Play, sight: Sight, values: Sequence[int]) -> dict[str, float]:
    """Two cards (their values) against this sight, per initial wager: the whole round's worth with
    the offer declined, with half the wager insured, and with even money taken."""
    low, high = sorted(worth - 1 for worth in values)
    hand = int(play.spec.hands.two[low, high])
    natural = play.ends_at_once(sight.seen, hand)
    start = play.start(sight, low, high, hand, 1.0, natural)
    declined = play.start_value(start)
    found = {ACTION_NAMES[DECLINE]: declined}
    if start.is_blackjack:
        found[ACTION_NAMES[EVEN_MONEY]] = float(result_pays(PAID_EVEN, OWN, play.spec.game.rules))
    for wager in play.spec.game.wagers:
        if wager.kind == OFFER:
            chance = natural_chance(sight.seen, play.spec.hands.counts[hand])
            found[ACTION_NAMES[INSURE]] = declined + offer_ev(wager, chance) / INSURED_PART
    return found


def raise_values(play: AnsweredPlay, sight: Sight) -> dict[str, float]:
    """Before the seat's cards come: the wager kept as it is, or doubled."""
    chance = sum(start.chance for start in play.starts_against(sight))
    kept = play.sight_value(sight) / chance
    return {ACTION_NAMES[KEEP]: kept, ACTION_NAMES[DOUBLE]: 2 * kept}


def early_values(play: AnsweredPlay, sight: Sight, values: Sequence[int]) -> dict[str, float]:
    """Before the dealer looks: half the wager given up, or the hand played on."""
    low, high = sorted(worth - 1 for worth in values)
    hand = int(play.spec.hands.two[low, high])
    natural = play.ends_at_once(sight.seen, hand)
    start = Play.start(play, sight, low, high, hand, 1.0, natural)
    return {
        ACTION_NAMES[SURRENDER]: play.spec.surrender_pays,
        ACTION_NAMES[KEEP]: play.start_value(start),
    }


def offer_ev(wager: Wager, natural: float) -> float:
    """What insurance is worth to one, given the chance of a dealer blackjack."""
    ev = 0.0
    for blackjack, chance in ((1, natural), (0, 1 - natural)):
        outcome = wager.outcomes[wager.classified({"dealer_natural": blackjack})]
        ev += chance * float(wager.table().pays(outcome))
    return ev
