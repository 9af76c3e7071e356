"""What lies on the felt, for a question: cards, stakes in chips, buttons; nothing of a result."""

from __future__ import annotations

from holecard.cards import card_text
from holecard.dealing.felt import DEAL_NEXT, events
from holecard.play.view import HandView, SeatView, View, open_event, view
from holecard.text.trace import Event
from holecard.text.words import house_words
from holecard.train.chips import can_make, fewest
from holecard.train.item import Json, Setting
from holecard.wagers.bets import SeatBets, table_for
from holecard.wagers.dealt import Dealt
from holecard.wagers.game import Game
from holecard.wagers.payout import offered_wager, seat_bets
from holecard.wagers.wager import FEE, MAIN


def felt_json(setting: Setting, dealt: Dealt) -> Json:
    """The felt as it lies when the cards are all out."""
    seen = view(dealt)
    given = {row[1]: row[3] for row in events(dealt.felt) if row[0] == DEAL_NEXT}
    return {
        "dealer": dealer_json(seen),
        "seats": [
            seat_json(setting, dealt, place, one) | next_json(given.get(place))
            for place, one in enumerate(seen.seats)
        ],
    }  # fmt: skip


def dealer_json(seen: View) -> Json:
    return {"cards": seen.dealer, "says": seen.dealer_does, "total": seen.dealer_total}


def seat_json(setting: Setting, dealt: Dealt, place: int, seen: SeatView) -> Json:
    return {
        "seat": seen.seat,
        "button": seen.button,
        "burned": seen.burned,
        "hands": [hand_json(setting, one) for one in seen.hands],
        "bets": bets_json(setting, dealt, place),
    }


def next_json(card: int | None) -> Json:
    """A card that was dealt for a bet, and is of no hand."""
    return {} if card is None else {"next": card_text(card)}


def hand_json(setting: Setting, seen: HandView) -> Json:
    return {
        "cards": seen.cards,
        "says": " · ".join(one for one in (seen.hand_says, house_words(seen.house)) if one),
        "total": seen.total,
        "stake": seen.stake,
        "chips": stack_json(setting, seen.stake),
        "doubled": seen.doubled,
    }


def bets_json(setting: Setting, dealt: Dealt, place: int) -> list[Json]:
    return [
        {
            "wager": bet.wager,
            "name": dealt.game.wager(bet.wager).name,
            "stake": bet.stake,
            "chips": stack_json(setting, bet.stake),
            **paytable_json(dealt.game, dealt.seats[place], bet.wager),
        }
        for bet in seat_bets(dealt, place)
    ]


def paytable_json(game: Game, seat: SeatBets, wager: str) -> Json:
    kind = game.wager(wager).kind
    bet = next((one for one in seat.bets if one.wager == wager), None)
    if kind in (MAIN, FEE) or bet is None:
        return {}
    return {"paytable": table_for(game, seat, bet).name}


def stack_json(setting: Setting, cents: int) -> list[int]:
    """A stake in the house's chips; a double for an odd amount may not be one."""
    chips = setting.profile.chips
    return list(fewest(cents, chips)) if can_make(cents, chips) else []


def spots_json(setting: Setting, dealt: Dealt) -> list[Json]:
    """The seats and their bets before the deal, for a round that is shown step by step."""
    offered = offered_wager(dealt)
    return [
        {
            "seat": seat.seat,
            "button": seat.button,
            "bets": [
                one
                for one in bets_json(setting, dealt, place)
                if (not offered or one["wager"] != offered.id) and one["wager"] not in seat.late
            ],
        }
        for place, seat in enumerate(dealt.seats)
    ]


def event_json(event: Event) -> Json:
    """One event as a page shows it; a card that lies face down is not named."""
    seen = open_event(event)
    found: Json = {"kind": seen.kind, "says": seen.says, "seat": seen.seat, "hand": seen.hand}
    if seen.card is not None:
        found["card"] = card_text(seen.card)
    if seen.hidden:
        found["hidden"] = True
    if seen.wager:
        found["wager"] = seen.wager
    if seen.amount is not None:
        found["amount"] = seen.amount
    if seen.tip:
        found["tip"] = seen.tip
    if seen.total is not None:
        found |= {"total": seen.total, "hand_says": seen.hand_says}
    return found
