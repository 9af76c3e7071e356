"""A finished round as plain JSON, enough for a stranger to settle it again with no code of ours."""

from __future__ import annotations

from typing import Any

from holecard.cards import card_text, cards_text
from holecard.dealing import felt as f
from holecard.dealing.actions import ACTION_NAMES
from holecard.hand import state_of, total
from holecard.wagers.dealt import Dealt
from holecard.wagers.payout import Payout, payouts
from holecard.wagers.wager import TO_DEALER


def dump_round(dealt: Dealt, number: int = 0, shoe: int = 1) -> dict[str, Any]:
    paid = payouts(dealt)
    return {
        "round": number,
        "shoe": shoe,
        "rules": dealt.game.rules_json,
        "rules_line": dealt.game.line,
        "drawn": cards_text(dealt.drawn),
        "dealer": {
            "cards": cards_text(dealt.dealer_cards),
            "total": total(state_of(dealt.dealer_cards)),
        },
        "seats": [dump_seat(dealt, place, paid) for place in range(len(dealt.seats))],
    }


def dump_seat(dealt: Dealt, place: int, paid: tuple[Payout, ...]) -> dict[str, Any]:
    seat = dealt.seats[place].seat
    start = [dealt.seat_field(place, field) for field in (f.FIRST, f.SECOND)]
    return {
        "seat": seat,
        "start": cards_text(start),
        "choices": [ACTION_NAMES[made.action] for at, _, made in dealt.made if at == place],
        "hands": [dump_hand(dealt, place, hand) for hand in range(dealt.hand_count(place))],
        "wagers": [dump_wager(one) for one in paid if one.seat == seat],
    }


def dump_hand(dealt: Dealt, place: int, hand: int) -> dict[str, Any]:
    burned = dealt.seat_field(place, f.BURNED)
    return {
        "cards": cards_text(dealt.cards(place, hand)),
        "stake": dealt.hand_stake(place, hand),
        "from_split": bool(dealt.hand_field(place, hand, f.FROM_SPLIT)),
        "doubled": bool(dealt.hand_field(place, hand, f.DOUBLED)),
        "burned": None if burned == f.NO_CARD else card_text(burned),
        "result": dealt.game.result_name(dealt.hand_field(place, hand, f.RESULT)),
    }


def dump_wager(paid: Payout) -> dict[str, Any]:
    row: dict[str, Any] = {
        "id": paid.wager,
        "paytable": paid.paytable,
        "stake": paid.stake,
        "outcome": paid.outcome,
        "pays": str(paid.pays),
        "net": paid.net,
        "tip": paid.tip,
    }
    if paid.payee == TO_DEALER:
        row["for"] = TO_DEALER
    if paid.streak is not None:
        row["streak"] = paid.streak
    return row
