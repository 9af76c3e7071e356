"""What each choice of the asked hand is worth, and which is best: what a hint says, what a mistake
is priced by, and what the coach asks."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from holecard.cards import value
from holecard.dealing import felt as f
from holecard.dealing.actions import ACTION_NAMES, BURN, DECLINE, DOUBLE, KEEP, SPLIT, SWITCH
from holecard.errors import IllegalAction
from holecard.odds.solve.acts import WORDS
from holecard.odds.solve.answers.answered_play import AnsweredPlay, AnsweredSight
from holecard.odds.solve.best_play import Play, Sight
from holecard.odds.solve.burn import BurnSight
from holecard.odds.solve.decide import decide, hand_number, sight_at
from holecard.odds.solve.later_hands import UNSPLIT, Life, later_values
from holecard.odds.solve.offers import early_values, offer_values, raise_values
from holecard.odds.solve.one_hand import action_values, after_burn_values, burn_values
from holecard.odds.solve.splitting.splits import first_hand_worths
from holecard.odds.solve.switch import SwitchPlay
from holecard.wagers.dealt import Ask, Dealt

Floats = npt.NDArray[np.float64]
METHOD = "best play from a full shoe, values per initial wager"
SPLIT_METHOD = METHOD + "; a split hand by its own cards and the one its sister began with"
SWITCH_METHOD = METHOD + " of one hand; both hands together, each by its own cards"


def asked(dealt: Dealt) -> Ask:
    if dealt.ask is None:
        raise IllegalAction("no seat is asked for anything: nothing to hint at")
    return dealt.ask


def method_of(dealt: Dealt) -> str:
    ask = asked(dealt)
    if SWITCH in ask.legal:
        return SWITCH_METHOD
    return SPLIT_METHOD if dealt.hand_field(ask.place, ask.hand, f.FROM_SPLIT) else METHOD


def judged(play: Play, dealt: Dealt) -> tuple[str, dict[str, float]]:
    """The best choice, and what each legal one is worth where that is known."""
    ask = asked(dealt)
    if DECLINE in ask.legal:
        return best_offer(offers(play, dealt, ask))
    best = ACTION_NAMES[decide(play, dealt).action]
    worth = worths(play, dealt, ask)
    return best, {name: worth[name] for name in worth if name in ask.legal}


def offers(play: Play, dealt: Dealt, ask: Ask) -> dict[str, float]:
    values = [value(card) for card in dealt.cards(ask.place, ask.hand)]
    worth = offer_values(play, sight_at(play, dealt), values)
    return {name: worth[name] for name in worth if name in ask.legal}


def best_offer(worth: dict[str, float]) -> tuple[str, dict[str, float]]:
    """Declining, unless something is worth more."""
    declined = ACTION_NAMES[DECLINE]
    return max(worth, key=lambda name: (worth[name], name == declined)), worth


def worths(play: Play, dealt: Dealt, ask: Ask) -> dict[str, float]:
    sight = sight_at(play, dealt)
    cards = dealt.cards(ask.place, ask.hand)
    if isinstance(play, SwitchPlay) and SWITCH in ask.legal:
        return play.both_worths(dealt)
    if isinstance(play, AnsweredPlay) and KEEP in ask.legal:
        if DOUBLE in ask.legal:
            return raise_values(play, sight)
        return early_values(play, sight, [value(card) for card in cards])
    if isinstance(play, AnsweredPlay) and isinstance(sight, AnsweredSight):
        life = life_of(dealt, ask)
        if len(cards) > 2 or life != Life():
            again = SPLIT in ask.legal and value(cards[0]) - 1 in sight.split
            return {} if again else later_values(play, sight, hand_number(play, cards), life)
    elif dealt.hand_field(ask.place, ask.hand, f.FROM_SPLIT) and KEEP not in ask.legal:
        pair = value(cards[0]) - 1
        again = SPLIT in ask.legal and pair in sight.split
        return {} if again else split_values(play, sight, pair, hand_number(play, cards))
    burned = dealt.seat_field(ask.place, f.BURNED)
    if isinstance(sight, BurnSight) and burned != f.NO_CARD:
        hand = hand_number(play, cards)
        return after_burn_values(play.spec, sight, hand, value(burned))
    if BURN not in ask.legal:
        return action_values(play.spec, sight, hand_number(play, cards))
    if not isinstance(sight, BurnSight):
        return {}
    *before, last = cards
    doubled = bool(dealt.hand_field(ask.place, ask.hand, f.DOUBLED))
    hand = hand_number(play, tuple(before))
    worth = burn_values(play.spec, sight, hand, value(last), doubled)
    lies = dealt.hand_stake(ask.place, ask.hand) / dealt.main_stake(ask.place)
    return {name: each * lies for name, each in worth.items()}


def split_values(play: Play, sight: Sight, pair: int, hand: int) -> dict[str, float]:
    """Each choice of a split hand but another split, which hangs on all hands at once."""
    known: dict[tuple[int, int], dict[int, Floats]] = play.__dict__.setdefault("_split", {})
    at = sight.seen.place, pair
    if at not in known:
        known[at] = first_hand_worths(play.spec, sight.seen, pair)
    worths = {WORDS[act]: float(worth[hand]) for act, worth in known[at].items()}
    return {name: worth for name, worth in worths.items() if worth == worth}


def life_of(dealt: Dealt, ask: Ask) -> Life:
    """What became of the asked hand."""
    split, free, doubled = (
        dealt.hand_field(ask.place, ask.hand, field) for field in (f.FROM_SPLIT, f.FREE, f.DOUBLED)
    )
    pair = value(dealt.cards(ask.place, ask.hand)[0]) - 1 if split else UNSPLIT
    return Life(pair, bool(free & f.FREE_SPLIT), bool(free & f.FREE_DOUBLE), doubled)


def cost_of(worth: Mapping[str, float], best: str, chosen: str) -> float:
    """What a choice gives away against the best one, per initial wager; 0 where that is not
    known."""
    top = worth.get(best, 0.0)
    return max(0.0, top - worth.get(chosen, top))
