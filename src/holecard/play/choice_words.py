"""What a legal choice is called now, what money hangs on it, and what is asked: a double before the
cards come is a raise, a doubled hand that is given up is rescued."""

from __future__ import annotations

from holecard.dealing import felt as f
from holecard.dealing.actions import (
    ACTION_NAMES,
    BURN,
    DECLINE,
    DOUBLE,
    EVEN_MONEY,
    KEEP,
    SPLIT,
    SURRENDER,
    SWITCH,
)
from holecard.dealing.settle import BLACKJACK
from holecard.hand import hand_text, state_of, total
from holecard.money import money_text
from holecard.text.words import name_words
from holecard.wagers.dealt import Ask, Choice, Dealt
from holecard.wagers.payout import whole_cents

RAISING = {DOUBLE: "raise", KEEP: "no raise"}
EARLY = {SURRENDER: "surrender early", KEEP: "play on"}
DOUBLED = {DOUBLE: "redouble", SURRENDER: "rescue"}
FREE = {DOUBLE: "free double", SPLIT: "free split"}


def choice_words(dealt: Dealt, action: int) -> str:
    """A legal choice of the seat that is asked, as it is called now."""
    ask = dealt.ask
    called: dict[int, str] = {}
    if ask is None:
        return name_words(ACTION_NAMES[action])
    if dealt.raising:
        called = RAISING
    elif is_early(ask):
        called = EARLY
    elif dealt.hand_field(ask.place, ask.hand, f.DOUBLED) and BURN not in ask.legal:
        called = DOUBLED
    elif dealt.is_free(Choice(action)):
        called = FREE
    return called.get(action) or name_words(ACTION_NAMES[action])


def is_early(ask: Ask) -> bool:
    return KEEP in ask.legal and SURRENDER in ask.legal


def question_words(dealt: Dealt) -> str:
    """What is asked, where it is no usual turn of a hand."""
    if dealt.ask is None:
        return ""
    if dealt.raising:
        return "Raise before your cards come?"
    if SWITCH in dealt.ask.legal:
        return "Switch the second cards?"
    return "Give it up before the dealer looks?" if is_early(dealt.ask) else ""


def both_words(dealt: Dealt, place: int, swapped: bool) -> str:
    """`20 and 11`: the two hands of one player, as they are or with their second cards swapped."""
    (first, second), (other, last) = dealt.cards(place, 0), dealt.cards(place + 1, 0)
    if swapped:
        pairs = ((first, last), (other, second))
        return " and ".join(hand_text(state_of(pair)) for pair in pairs)
    places = (place, place + 1)
    hands = ((dealt.hand_field(one, 0, f.STATE), natural_at(dealt, one)) for one in places)
    return " and ".join(hand_text(state, natural) for state, natural in hands)


def natural_at(dealt: Dealt, place: int) -> bool:
    return bool(dealt.seat_field(place, f.NATURAL_HAND))


def choice_note(dealt: Dealt, ask: Ask, action: int) -> str:
    """What stands on the button of a legal choice beside its name: the money that hangs on it, or
    what two hands are with and without a swap."""
    if SWITCH in ask.legal:
        return both_words(dealt, ask.place, action == SWITCH)
    if extra := dealt.extra_stake(Choice(action)):
        return money_text(extra)
    stake, natural = dealt.hand_stake(ask.place, ask.hand), EVEN_MONEY in ask.legal
    if dealt.is_free(Choice(action)):
        return f"house's {money_text(dealt.base_stake(ask.place))}"
    if action == EVEN_MONEY:
        return f"{money_text(stake)} now"
    if action == DECLINE and natural:
        pays = dealt.game.result_pays(BLACKJACK, dealt.seat_field(ask.place, f.BACKS))
        return f"{money_text(whole_cents(pays, stake, 'a blackjack'))} or push"
    if action == KEEP and total(dealt.hand_field(ask.place, ask.hand, f.STATE)) > 21:
        return f"lose {money_text(stake)}"
    return ""
