"""The choice a solved play makes at the table: what a hint says, and what a simulation follows."""

from __future__ import annotations

from holecard.cards import value
from holecard.dealing import actions
from holecard.dealing import felt as f
from holecard.odds.solve.acts import ACTIONS, SPLIT
from holecard.odds.solve.answers.answered_play import AnsweredPlay, AnsweredSight
from holecard.odds.solve.answers.answered_splits import AnsweredSplit
from holecard.odds.solve.best_play import Play, Sight
from holecard.odds.solve.burn import BurnSight
from holecard.odds.solve.switch import SwitchPlay
from holecard.wagers.dealt import Ask, Choice, Dealt


def decide(play: Play, dealt: Dealt) -> Choice:
    """The play's choice for the hand that is asked; never insurance, never even money."""
    ask = dealt.ask
    if ask is None:
        raise ValueError("no seat is asked for anything")
    if actions.DECLINE in ask.legal:
        return Choice(actions.DECLINE)
    sight = sight_at(play, dealt)
    if set(ask.legal) == {actions.DOUBLE, actions.KEEP}:
        raised = isinstance(play, AnsweredPlay) and play.raises(sight)
        return Choice(actions.DOUBLE if raised else actions.KEEP)
    if set(ask.legal) == {actions.SURRENDER, actions.KEEP}:
        early = isinstance(play, AnsweredPlay) and play.early(sight)
        hand = hand_number(play, dealt.cards(ask.place, ask.hand))
        return Choice(actions.SURRENDER if early is not False and early[hand] else actions.KEEP)
    if actions.SWITCH in ask.legal:
        swaps = isinstance(play, SwitchPlay) and play.swaps(dealt)
        return Choice(actions.SWITCH if swaps else actions.KEEP)
    if actions.BURN in ask.legal:
        return Choice(actions.BURN if burns(play, sight, dealt, ask) else actions.KEEP)
    chosen = ACTIONS[hand_act(play, sight, dealt, ask)]
    return Choice(chosen if chosen in ask.legal else actions.STAND)


def sight_at(play: Play, dealt: Dealt) -> Sight:
    """What the asked seat sees of the dealer."""
    shown = 2 if play.spec.both_up else 1
    seen = tuple(sorted(value(card) for card in dealt.dealer_cards[:shown]))
    return next(sight for sight in play.sights if sight.seen.values == seen)


def hand_number(play: Play, cards: tuple[int, ...]) -> int:
    place = 0
    for card in cards:
        place = int(play.spec.hands.after[place, value(card) - 1])
    return place


def hand_act(play: Play, sight: Sight, dealt: Dealt, ask: Ask) -> int:
    cards = dealt.cards(ask.place, ask.hand)
    hand = hand_number(play, cards)
    pair = value(cards[0]) - 1
    hands = dealt.hand_count(ask.place)
    if actions.SPLIT in ask.legal and pair in sight.split and hands < play.spec.most_hands(pair):
        return SPLIT
    if isinstance(sight, AnsweredSight) and dealt.hand_field(ask.place, ask.hand, f.DOUBLED):
        times = dealt.hand_field(ask.place, ask.hand, f.DOUBLED)
        return int(sight.doubled[times][hand])
    if dealt.hand_field(ask.place, ask.hand, f.FROM_SPLIT):
        split = sight.splits[pair]
        free = dealt.hand_field(ask.place, ask.hand, f.FREE) & f.FREE_SPLIT
        if free and isinstance(split, AnsweredSplit):
            return int(split.free_acts[hand])
        return int(split.acts[hand])
    burned = dealt.seat_field(ask.place, f.BURNED)
    if isinstance(sight, BurnSight) and burned != f.NO_CARD:
        return int(sight.after[value(burned) - 1][hand])
    return int(sight.acts[hand])


def burns(play: Play, sight: Sight, dealt: Dealt, ask: Ask) -> bool:
    if not isinstance(sight, BurnSight):
        return False
    *before, card = dealt.cards(ask.place, ask.hand)
    plan = sight.burn_double if dealt.hand_field(ask.place, ask.hand, f.DOUBLED) else sight.burn_hit
    return bool(plan[hand_number(play, tuple(before)), value(card) - 1])
