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
from holecard.odds.solve.hand_kernels import EVEN
from holecard.odds.solve.later_hands import UNSPLIT, Life, answered_again, later_values
from holecard.odds.solve.offers import early_values, offer_values, raise_values
from holecard.odds.solve.one_hand import action_values, after_burn_values, burn_values
from holecard.odds.solve.splitting.split_again import Again, PairAgain, pair_again
from holecard.odds.solve.splitting.splits import first_hand_worths
from holecard.odds.solve.switch import SwitchPlay
from holecard.wagers.dealt import Ask, Dealt

Floats = npt.NDArray[np.float64]
METHOD = "best play from a full shoe, values per initial wager"
SPLIT_METHOD = METHOD + "; a split hand by its own cards and the one its sister began with"
AGAIN_METHOD = METHOD + "; another of the pair beside the other hands of the split"
ONE_BET = ", as if another had lost the one bet that a late dealer blackjack takes"
SWITCH_METHOD = METHOD + " of one hand; both hands together, each by its own cards"


def asked(dealt: Dealt) -> Ask:
    if dealt.ask is None:
        raise IllegalAction("no seat is asked for anything: nothing to hint at")
    return dealt.ask


def method_of(play: Play, dealt: Dealt) -> str:
    ask = asked(dealt)
    if SWITCH in ask.legal:
        return SWITCH_METHOD
    if not dealt.hand_field(ask.place, ask.hand, f.FROM_SPLIT):
        return METHOD
    method = AGAIN_METHOD if may_split_again(dealt, ask) else SPLIT_METHOD
    unseen = sight_at(play, dealt).seen.unseen
    one_bet = isinstance(play, AnsweredPlay) and play.of.takes_once and unseen
    return method + ONE_BET * one_bet  # docs/decisions/0038


def may_split_again(dealt: Dealt, ask: Ask) -> bool:
    return SPLIT in ask.legal and bool(dealt.hand_field(ask.place, ask.hand, f.FROM_SPLIT))


def judged(play: Play, dealt: Dealt) -> tuple[str, dict[str, float]]:
    """The best choice, and what each legal one is worth. Of a split hand the best is what is worth
    most, also where the play that is priced does otherwise: it splits every further card of a pair
    it splits at all, and goes on with a doubled hand as if it were not split."""
    ask = asked(dealt)
    if DECLINE in ask.legal:
        return best_offer(offers(play, dealt, ask))
    best = ACTION_NAMES[decide(play, dealt).action]
    worth = worths(play, dealt, ask)
    legal = {name: worth[name] for name in worth if name in ask.legal}
    if dealt.hand_field(ask.place, ask.hand, f.FROM_SPLIT):
        best = max(legal, key=lambda name: legal[name] + EVEN * (name == best))
    return best, legal


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
    pair = value(cards[0]) - 1
    if may_split_again(dealt, ask):
        return again_values(play, sight, pair, again_at(play, dealt, ask))
    if isinstance(play, AnsweredPlay) and isinstance(sight, AnsweredSight):
        life = life_of(dealt, ask)
        if len(cards) > 2 or life != Life():
            return later_values(play, sight, hand_number(play, cards), life)
    elif dealt.hand_field(ask.place, ask.hand, f.FROM_SPLIT) and KEEP not in ask.legal:
        return split_values(play, sight, pair, hand_number(play, cards))
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
    """Each choice of a split hand that may not be split once more."""
    known: dict[tuple[int, int], dict[int, Floats]] = play.__dict__.setdefault("_split", {})
    at = sight.seen.place, pair
    if at not in known:
        known[at] = first_hand_worths(play.spec, sight.seen, pair)
    worths = {WORDS[act]: float(worth[hand]) for act, worth in known[at].items()}
    return {name: worth for name, worth in worths.items() if worth == worth}


def again_values(play: Play, sight: Sight, pair: int, at: Again) -> dict[str, float]:
    """Each choice of a split hand that got another of the pair and may be split once more."""
    known: dict[tuple[int, int], PairAgain] = play.__dict__.setdefault("_again", {})
    place = sight.seen.place, pair
    if place not in known:
        known[place] = pairs_again(play, sight, pair)
    return {WORDS[act]: worth for act, worth in known[place].worths(at).items()}


def pairs_again(play: Play, sight: Sight, pair: int) -> PairAgain:
    if isinstance(play, AnsweredPlay) and isinstance(sight, AnsweredSight):
        return answered_again(play, sight, pair)
    return pair_again(play.spec, sight.seen, pair, play.convention, sight.splits[pair].acts)


def again_at(play: Play, dealt: Dealt, ask: Ask) -> Again:
    """The asked hand among its sisters. Those before it are done; they say nothing where two of a
    value may be no pair, as with tens that split by rank."""
    first, hands = dealt.cards(ask.place, ask.hand)[0], dealt.hand_count(ask.place)
    waiting = hands - 1 - ask.hand
    if hands >= play.spec.most_hands(value(first) - 1):
        return Again(hands, 0, 0, waiting)
    second = [dealt.cards(ask.place, done)[1:2] for done in range(ask.hand)]
    left = sum(value(card) == value(first) for cards in second for card in cards)
    return Again(hands, ask.hand - left, left, waiting)


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
